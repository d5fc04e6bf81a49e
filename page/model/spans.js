// SPDX-License-Identifier: MIT
// Spans of time: one point each of a chart, or one box of a map.

// The place that a key leads to in a line of spans; undefined if there is none.
/** @param {{key: string, shiftKey: boolean}} options @param {number} span @param {number} last @returns {number | undefined} */
export function spanAfter({key, shiftKey}, span, last) {
    const by = shiftKey ? 10 : 1;
    const to = {ArrowLeft: span - by, ArrowRight: span + by, PageUp: span - 10, PageDown: span + 10, Home: 0, End: last}[key];
    return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
