// SPDX-License-Identifier: MIT
// Positions and headings of agents between a frame and the next one.

import {findAgent, turnOf, valueOf} from "../decode/values.js";
/** @import {Description, Frame} from "../decode/world_frames.js" */

/** @typedef {{ids: Float64Array, turns: Float32Array}} Headings */

// Return the positions, from 0 to 1, of the agents of `order`. An agent that is not in `frame` keeps its position in `places`.
/**
 * @param {Description} d
 * @param {Frame} frame
 * @param {Frame} order
 * @param {Float32Array | undefined} places
 * @returns {Float32Array}
 */
export function placesOf(d, frame, order, places) {
    const n = order.count, result = places ? places.slice() : new Float32Array(n * 3);
    const sameAgents = frame === order || frame.ids === order.ids;
    for (let axis = 0; axis < d.dimension; axis++) {
        const column = d.columns[axis], words = frame.words[axis];
        const low = d.low[axis], size = d.high[axis] - low;
        const isShort = column.bits === 16;
        const factor = (column.high - column.low) / column.steps / size, start = (column.low - low) / size;
        for (let i = 0, j = 0; i < n; i++) {
            if (!sameAgents) {
                while (j < frame.count && frame.ids[j] < order.ids[i])
                    j++;
                if (j === frame.count || frame.ids[j] !== order.ids[i])
                    continue;
            } else
                j = i;
            result[i * 3 + axis] = isShort ? start + words[j] * factor : (valueOf(column, words[j]) - low) / size;
        }
    }
    if (d.dimension === 2 && !places)
        for (let i = 0; i < n; i++)
            result[i * 3 + 2] = 0.5;
    return result;
}

// Return the position of an agent in the world, at `part` of the path between a frame and the next one.
/** @param {Description} d @param {Frame} frame @param {Frame} next @param {number} i @param {number} part */
export function placeBetween(d, frame, next, i, part) {
    const id = frame.ids[i], j = next === frame ? i : findAgent(next, id);
    return [0, 1, 2].slice(0, d.dimension).map((axis) => {
        const column = d.columns[axis], size = d.high[axis] - d.low[axis];
        const a = valueOf(column, frame.words[axis][i]);
        if (j < 0)
            return a;
        let move = valueOf(column, next.words[axis][j]) - a;
        if (d.periodic[axis])
            move -= size * Math.floor(move / size + 0.5);
        let place = a + move * part;
        if (d.periodic[axis])
            place -= size * Math.floor((place - d.low[axis]) / size);
        return place;
    });
}

// Return the headings of a frame, as fractions of a turn.
/** @param {Frame} frame @param {number} column */
export function headingsOf(frame, column) {
    return Float32Array.from(frame.words[column], turnOf);
}

// Return the headings in the next frame. An agent that is not in it keeps its heading.
/** @param {Float32Array} now @param {Frame} from @param {Frame} to @param {number} column */
export function headingsAfter(now, from, to, column) {
    const then = now.slice();
    for (let i = 0, j = 0; i < from.count; i++) {
        while (j < to.count && to.ids[j] < from.ids[i])
            j++;
        if (j < to.count && to.ids[j] === from.ids[i])
            then[i] = turnOf(to.words[column][j]);
    }
    return then;
}

// Return headings for a recording without headings: the direction in which each agent moves. An agent that does not move
// keeps its heading in `kept`. A negative number means that the heading is not known.
/** @param {Description} d @param {Frame} frame @param {Float32Array[]} options @param {Headings | null} kept */
export function movingHeadings(d, frame, [from, to], kept) {
    const turns = new Float32Array(frame.count).fill(-1), size = [0, 1].map((axis) => d.high[axis] - d.low[axis]);
    for (let i = 0, j = 0; i < frame.count; i++) {
        const [x, y] = [0, 1].map((axis) => {
            const way = to[i * 3 + axis] - from[i * 3 + axis];
            return (d.periodic[axis] ? way - Math.floor(way + 0.5) : way) * size[axis];
        });
        while (kept && j < kept.ids.length && kept.ids[j] < frame.ids[i])
            j++;
        if (x !== 0 || y !== 0)
            turns[i] = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
        else if (kept && kept.ids[j] === frame.ids[i])
            turns[i] = kept.turns[j];
    }
    return turns;
}
