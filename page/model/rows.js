// SPDX-License-Identifier: MIT
// Rows of a table of agents: listed, sorted and filtered.

import {LANES} from "../decode/tree_recording.js";

const EXACT_SORT = 2 ** 21; // so many agents can be sorted by one number each, which has their place in it

// Agents of all groups, ordered by id.
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
        [ids, groups, lanes] = [ids, groups, lanes].map((list) => list.constructor.from(order, (i) => list[i]));
    }
    return {count: n, ids, groups, lanes};
}

// Sorts by a number; what has none comes last. Equal ones keep their order.
export function sortBy(order, value, isDown) {
    const values = Float64Array.from(order, (i) => value(i)), sign = isDown ? -1 : 1;
    const rank = Uint32Array.from(order, (_, i) => i);
    const distinct = order.length <= EXACT_SORT ? rankOf(values) : null;
    if (distinct) { // one number each, which sorts without a call for each pair
        const last = distinct.count;
        const packed = Float64Array.from(values, (_, i) =>
            (Number.isNaN(values[i]) ? last : isDown ? last - 1 - distinct.ranks[i] : distinct.ranks[i]) * EXACT_SORT + i);
        packed.sort();
        return Uint32Array.from(packed, (pack) => order[pack % EXACT_SORT]);
    }
    rank.sort((a, b) => Number.isNaN(values[a]) - Number.isNaN(values[b]) || sign * (values[a] - values[b]) || a - b);
    return Uint32Array.from(rank, (i) => order[i]);
}

// The place of each value among all that differ.
function rankOf(values) {
    const sorted = values.filter((value) => !Number.isNaN(value)).sort();
    const ranks = new Map();
    for (const value of sorted)
        if (!ranks.has(value))
            ranks.set(value, ranks.size);
    return {count: ranks.size, ranks: Uint32Array.from(values, (value) => ranks.get(value) ?? 0)};
}

// What a filter of a number asks for: `<5`, `>=5`, `3..7`, `3,17`, `5`.
export function numberTest(text) {
    const range = /^(-?[\d.e]+?)\.\.(-?[\d.e]+)$/.exec(text), against = /^(<=|>=|!=|=|<|>)\s*(-?[\d.e+-]+)$/.exec(text);
    if (range)
        return (value) => value >= +range[1] && value <= +range[2];
    if (against) {
        const number = +against[2];
        return {"<": (v) => v < number, "<=": (v) => v <= number, ">": (v) => v > number,
                ">=": (v) => v >= number, "=": (v) => v === Math.fround(number) || v === number,
                "!=": (v) => v !== number && v !== Math.fround(number)}[against[1]];
    }
    const list = new Set(text.split(",").flatMap((part) => [+part, Math.fround(+part)]));
    return (value) => list.has(value);
}
