// SPDX-License-Identifier: MIT
// Groups the steps of an agent in a tick by the nodes that it visited.

/** @import {Step} from "./source.js" */

/** @typedef {{kinds: number[], node: number, group: number, places: number[]}} Visit `places` are the indices of its steps */

// Return the visits in order. The step in which a node returns is part of the visit that entered the node.
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
