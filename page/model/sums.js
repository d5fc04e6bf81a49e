// SPDX-License-Identifier: MIT
// Sums of the values in a span of time, from which the numbers of a chart are computed.

/** @import {Line} from "./source.js" */

/** @typedef {{frames: number, count: number, sum: number, squares: number, low: number, high: number}} Sums */

/** @returns {Sums} */
export const noSums = () => ({frames: 0, count: 0, sum: 0, squares: 0, low: Infinity, high: -Infinity});

/** @param {Sums} sums @param {number} value */
export function addValue(sums, value) {
    if (!Number.isFinite(value))
        return;
    sums.count++;
    sums.sum += value;
    sums.squares += value * value;
    sums.low = Math.min(sums.low, value);
    sums.high = Math.max(sums.high, value);
}

/** Return a line without numbers. @param {number} spans @returns {Line} */
export function emptyLine(spans) {
    const all = () => new Float64Array(spans).fill(NaN);
    return {count: all(), mean: all(), low: all(), high: all(), deviation: all()};
}

// Write the numbers of a span into a line.
/** @param {Line} line @param {number} span @param {Sums} sums */
export function putSums(line, span, {frames, count, sum, squares, low, high}) {
    line.count[span] = frames ? count / frames : NaN;
    line.mean[span] = count ? sum / count : NaN;
    line.low[span] = count ? low : NaN;
    line.high[span] = count ? high : NaN;
    line.deviation[span] = count ? Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) : NaN;
}
