// SPDX-License-Identifier: MIT
// Computes the lines, the range and the spans of time of a chart.

/** @import {History, Line, Tree} from "./source.js" */

const LINES_MOST = 8;

/** Return the nodes with the most agents, among nodes below which no node can be live. @param {Tree} tree @param {History | null} history */
export function busiestNodes({nodes}, history) {
    /** @param {number} i */
    const isLeaf = (i) => nodes[i].canLive && !nodes.slice(i + 1, nodes[i].end).some((node) => node.canLive);
    /** @param {number} i */
    const sum = (i) => history ? Array.from(history.agents[i]).reduce((all, value) => all + (value || 0), 0) : 0;
    return nodes.map((_, i) => i).filter(isLeaf).map((node) => ({node, most: sum(node)})).filter(({most}) => !history || most > 0)
        .sort((a, b) => b.most - a.most).slice(0, LINES_MOST).map(({node}) => node);
}

// Return the smallest and the largest number of lines. The range starts at 0 for counts, and for numbers close to 0.
/** @param {Line[]} lines @param {"count" | "mean"} field @param {boolean} showsSpread @returns {[number, number]} */
export function rangeOf(lines, field, showsSpread) {
    let low = Infinity, high = -Infinity;
    for (const line of lines)
        line[field].forEach((middle, i) => {
            const spread = showsSpread ? line.deviation[i] : 0;
            if (Number.isFinite(middle)) {
                low = Math.min(low, middle - spread);
                high = Math.max(high, middle + spread);
            }
        });
    if (low > high)
        return [0, 1];
    if (field === "count" || (low > 0 && low < high / 2))
        low = 0;
    return high > low ? [low, high] : [low - 0.5, high + 0.5];
}

/** Return the span of a frame, given the first frames of all spans. @param {number[]} frames @param {number} frame */
export function spanOf(frames, frame) { return Math.max(0, frames.findLastIndex((first) => first <= frame)); }
