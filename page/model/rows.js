// SPDX-License-Identifier: MIT
// Lists, sorts and filters the rows of a table of agents.

import {LANES} from "../decode/tree_frames.js";
/** @import {GroupState} from "../decode/tree_state.js" */

const EXACT_SORT = 2 ** 21; // up to this number of agents, rank and index of an agent fit into one number to sort by

// Return the agents of all groups, ordered by id.
/** @param {GroupState[]} states */
export function listAgents(states) {
    const count = states.reduce((sum, state) => sum + state.total(), 0);
    let n = 0, isOrdered = true;
    let ids = new Float64Array(count), groups = new Uint16Array(count), lanes = new Uint32Array(count);
    states.forEach((state, group) => {
        for (let lane = 0; lane < state.blocks * LANES; lane++)
            if (state.has(lane)) {
                ids[n] = state.ids[lane];
                groups[n] = group;
                lanes[n] = lane;
                isOrdered = isOrdered && (n === 0 || ids[n - 1] < ids[n]);
                n++;
            }
    });
    if (!isOrdered) {
        const order = Uint32Array.from({length: n}, (_, i) => i).sort((a, b) => ids[a] - ids[b]);
        ids = Float64Array.from(order, (i) => ids[i]);
        groups = Uint16Array.from(order, (i) => groups[i]);
        lanes = Uint32Array.from(order, (i) => lanes[i]);
    }
    return {count: n, ids, groups, lanes};
}

// Sort by a number. Agents without a number come last. The sort is stable.
/** @param {Uint32Array} order @param {(i: number) => number} value @param {boolean} isDown */
export function sortBy(order, value, isDown) {
    const values = Float64Array.from(order, (i) => value(i)), sign = isDown ? -1 : 1;
    const rank = Uint32Array.from(order, (_, i) => i);
    const distinct = order.length <= EXACT_SORT ? rankOf(values) : null;
    if (distinct) { // sort plain numbers, which needs no call for each comparison
        const last = distinct.count;
        const packed = Float64Array.from(values, (_, i) =>
            (Number.isNaN(values[i]) ? last : isDown ? last - 1 - distinct.ranks[i] : distinct.ranks[i]) * EXACT_SORT + i);
        packed.sort();
        return Uint32Array.from(packed, (pack) => order[pack % EXACT_SORT]);
    }
    rank.sort((a, b) => Number(Number.isNaN(values[a])) - Number(Number.isNaN(values[b])) || sign * (values[a] - values[b]) || a - b);
    return Uint32Array.from(rank, (i) => order[i]);
}

// Return the rank of each value among all distinct values.
/** @param {Float64Array} values */
function rankOf(values) {
    const sorted = values.filter((value) => !Number.isNaN(value)).sort();
    const ranks = new Map();
    for (const value of sorted)
        if (!ranks.has(value))
            ranks.set(value, ranks.size);
    return {count: ranks.size, ranks: Uint32Array.from(values, (value) => ranks.get(value) ?? 0)};
}

// Return the test that a filter of numbers describes: `<5`, `>=5`, `3..7`, `3,17` or `5`.
/** @param {string} text @returns {(value: number) => boolean} */
export function numberTest(text) {
    const range = /^(-?[\d.e]+?)\.\.(-?[\d.e]+)$/.exec(text), against = /^(<=|>=|!=|=|<|>)\s*(-?[\d.e+-]+)$/.exec(text);
    if (range)
        return (value) => value >= +range[1] && value <= +range[2];
    if (against) {
        const number = +against[2];
        switch (against[1]) {
        case "<": return (value) => value < number;
        case "<=": return (value) => value <= number;
        case ">": return (value) => value > number;
        case ">=": return (value) => value >= number;
        case "=": return (value) => value === Math.fround(number) || value === number;
        default: return (value) => value !== number && value !== Math.fround(number);
        }
    }
    const list = new Set(text.split(",").flatMap((part) => [+part, Math.fround(+part)]));
    return (value) => list.has(value);
}
