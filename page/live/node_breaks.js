// SPDX-License-Identifier: MIT
// Breakpoints on nodes, as outline and graph show and set them.

import {counted} from "../model/text.js";
/** @import {LivePlayer} from "./live_player.js" */
/** @import {Break} from "./live_source.js" */

export class NodeBreaks {
    /** @param {LivePlayer} player */
    constructor(player) {
        this.player = player;
        /** @type {Break[]} */
        this.known = [];           // breakpoints that `byNode` is made of
        /** @type {Map<string, Break[]>} */
        this.byNode = new Map();
        /** @type {Set<string>} */
        this.pending = new Set();  // nodes whose breakpoints have been requested to change
    }

    // The breakpoint that has stopped the run.
    get hit() {
        const {state} = this.player.source;
        return !state.running && !state.going && state.stop === "broken" ? state.hit?.id : undefined;
    }

    // A text that changes with the breakpoints and with what has been hit.
    get key() {
        this.update();
        return `${[...this.byNode].map(([node, list]) => `${node}=${list.map(({id}) => id)}`)} ${this.hit}`;
    }

    update() {
        const {breaks} = this.player.source;
        if (this.known === breaks)
            return;
        this.known = breaks;
        this.pending.clear();
        this.byNode.clear();
        for (const one of breaks)
            if (one.node !== undefined && !one.gone) {
                const at = `${one.group}:${one.node}`;
                this.byNode.set(at, [...this.byNode.get(at) ?? [], one]);
            }
    }

    /** @param {number} group @param {number} node */
    at(group, node) {
        this.update();
        return this.byNode.get(`${group}:${node}`) ?? [];
    }

    /** @param {number} group @param {number} node @returns {"" | "set" | "hit"} */
    stateOf(group, node) {
        const list = this.at(group, node), {hit} = this;
        return !list.length ? "" : list.some(({id}) => id === hit) ? "hit" : "set";
    }

    // Describe the breakpoints of a node, or return an empty text.
    /** @param {number} group @param {number} node */
    textOf(group, node) {
        const list = this.at(group, node);
        return !list.length ? "" : `${counted(list.length, "breakpoint")} (` +
            list.map(({when, bound, agent}) => when + (bound === undefined ? "" : ` ${bound}`) + (agent === undefined ? "" : `, agent ${agent}`)).join("; ") + ")";
    }

    // Remove the breakpoints of a node, or add one for agents that enter it.
    /** @param {number} group @param {number} node */
    toggle(group, node) {
        const list = this.at(group, node), at = `${group}:${node}`;
        if (this.pending.has(at))
            return;
        this.pending.add(at);
        for (const {id} of list)
            this.player.act({do: "unbreak", id});
        if (!list.length)
            this.player.act({do: "break", when: "enter", group, node});
    }
}
