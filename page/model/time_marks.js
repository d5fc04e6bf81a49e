// SPDX-License-Identifier: MIT
// The times that are written below a chart or a map.

/** @typedef {{frame: number, part: number, align: "left" | "center" | "right"}} TimeMark `part` is the position, from 0 to 1 */

/** Return up to five frames, evenly spaced; each frame has one mark. @param {number} frameCount @returns {TimeMark[]} */
export function timeMarks(frameCount) {
    const last = Math.max(0, frameCount - 1), frames = [...new Set([0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last)))];
    return frames.map((frame) => ({frame, part: frame / Math.max(1, last), align: frame === 0 ? "left" : frame === last ? "right" : "center"}));
}
