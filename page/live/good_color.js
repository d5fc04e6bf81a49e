// SPDX-License-Identifier: MIT
// Chooses the column by which agents are coloured first.

import {valueOf} from "../decode/values.js";
/** @import {Column, Description, Frame} from "../decode/world_frames.js" */

// Return the default column: one with words (which appear with the first tick), else one with live nodes or numbers
// that differ between agents now, else -1 for the group. plot_page.c has the same rule for recordings.
/** @param {Description} d @param {Frame} frame */
export function goodColor(d, frame) {
    if (d.groups.some(({look}) => look.rgb || look.color))
        return -1;
    /** @param {number} i */
    const differs = (i) => frame.words[i].some((word) => word !== frame.words[i][0]);
    /** @param {Column} column @param {number} i */
    const spreads = (column, i) => {
        const values = Array.from(frame.words[i], (word) => valueOf(column, word)).filter(Number.isFinite), low = values.reduce((a, b) => Math.min(a, b), Infinity);
        return values.reduce((a, b) => Math.max(a, b), -Infinity) - low > 1e-3 * Math.abs(low); // smaller differences are rounding errors
    };
    /** @type {((column: Column, i: number) => boolean)[]} */
    const wishes = [({words}) => words.length > 0, ({type}, i) => type === "node" && differs(i),
                    (column, i) => column.type === "float" && spreads(column, i)];
    for (const fits of wishes) {
        const found = d.columns.findIndex((column, i) => i >= d.dimension && fits(column, i));
        if (found >= 0)
            return found;
    }
    return -1;
}
