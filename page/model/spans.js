// SPDX-License-Identifier: MIT
// Spans of time. Each span is one point of a chart or one box of a map.

// Return the span to which a keyboard key moves the mark, or undefined for other keys.
/** @param {{key: string, shiftKey: boolean}} options @param {number} span @param {number} last @returns {number | undefined} */
export function spanAfter({key, shiftKey}, span, last) {
    const by = shiftKey ? 10 : 1;
    const to = {ArrowLeft: span - by, ArrowRight: span + by, PageUp: span - 10, PageDown: span + 10, Home: 0, End: last}[key];
    return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
