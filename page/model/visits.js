// SPDX-License-Identifier: MIT
// The steps of an agent in a tick, grouped by the nodes that it visited.

/** @import {Step} from "./source.js" */

/** @typedef {{kinds: number[], node: number, group: number, places: number[]}} Visit `places` are indexes of its steps */

// Steps in their order, an answer with where its node was entered; `places` are those among the steps.
/** @param {Step[]} steps @returns {Visit[]} */
export function visitsOf(steps) {
    /** @type {Visit[]} */
    const visits = [];
    /** @type {Visit[]} */
    const open = [];
    for (const [place, {kind, node, group}] of steps.entries()) {
        const at = open.findLastIndex((visit) => visit.node === node && visit.group === group);
        if (kind >= 2 && kind <= 4 && at >= 0) {
            open[at].kinds.push(kind);
            open[at].places.push(place);
            open.length = at;
            continue;
        }
        const visit = {kinds: [kind], node, group, places: [place]};
        visits.push(visit);
        if (kind < 2)
            open.push(visit);
    }
    return visits;
}
