// SPDX-License-Identifier: MIT
// Values of columns, and agents of a frame.

const oneWord = new Uint32Array(1), oneFloat = new Float32Array(oneWord.buffer);

// A word of a column as a number. A bool is 0 or 1; a node its id, or NO_NODE.
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

// The place of an agent in a frame, or -1.
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

// A heading in degrees as a part of a turn.
export function turnOf(word) {
    const degrees = word | 0;
    return degrees < 0 ? -1 : degrees % 360 / 360;
}
