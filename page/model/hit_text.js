// SPDX-License-Identifier: MIT
// Describes a breakpoint, and why it has stopped a run.

import {grouped} from "./text.js";

/** @typedef {{when: string, if?: string, bound?: number, agent?: number}} BreakText the parts of a breakpoint that its text shows */

/** @type {Record<string, string>} */
const WISHES = {enter: "an agent enters", leave: "an agent leaves", fail: "an agent fails at"};

/** Describe a breakpoint. @param {BreakText} one @param {string} node label of its node */
export function breakText({when, if: condition, bound = 0, agent}, node) {
    if (condition !== undefined)
        return `“${condition}” becomes true for an agent`;
    if (when === "above" || when === "below")
        return `${when === "above" ? "at least" : "at most"} ${grouped(bound)} agents at “${node}”`;
    return (agent === undefined ? WISHES[when] : WISHES[when].replace("an agent", `agent ${agent}`)) + ` “${node}”`;
}

/** Describe why a breakpoint has stopped a run. @param {BreakText} one @param {number | null} agent @param {string} node label of its node */
export function hitText({when, if: condition, bound = 0}, agent, node) {
    const who = agent === null ? "an agent" : `agent ${grouped(agent)}`;
    if (condition !== undefined)
        return `“${condition}” became true for ${who}`;
    if (when === "above" || when === "below")
        return `there are ${when === "above" ? "at least" : "at most"} ${grouped(bound)} agents at “${node}” now`;
    const verb = when === "enter" ? "entered" : when === "leave" ? "left" : "failed at";
    return `${who} ${verb} “${node}”`;
}
