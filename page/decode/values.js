// SPDX-License-Identifier: MIT
// Values of columns, and positions of agents in a frame.

/** @import {Column, Frame} from "./world_frames.js" */

const oneWord = new Uint32Array(1), oneFloat = new Float32Array(oneWord.buffer);

// Return a word of a column as a number. A bool is 0 or 1, a node is its id or NO_NODE.
/** @param {Pick<Column, "type" | "bits" | "low" | "high" | "steps">} column @param {number} word */
export function valueOf(column, word) {
    if (column.type === "int")
        return word | 0;
    if (column.type !== "float")
        return word;
    if (column.bits === 16)
        return Math.fround(column.low + (column.high - column.low) * word / column.steps);
    oneWord[0] = word;
    return oneFloat[0];
}

// Return a 32-bit word as a value of a type.
/** @param {string} type @param {number} word */
export function wordValue(type, word) {
    return valueOf({type, bits: 32, low: 0, high: 0, steps: 1}, word);
}

// Return the index of an agent in a frame, or -1.
/** @param {Pick<Frame, "count" | "ids">} frame @param {number} id */
export function findAgent(frame, id) {
    let low = 0, high = frame.count;
    while (low < high) {
        const middle = low + high >> 1;
        if (frame.ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < frame.count && frame.ids[low] === id ? low : -1;
}

// Return a heading in degrees as a fraction of a turn.
/** @param {number} word */
export function turnOf(word) {
    const degrees = word | 0;
    return degrees < 0 ? -1 : degrees % 360 / 360;
}
