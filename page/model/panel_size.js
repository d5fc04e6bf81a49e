// SPDX-License-Identifier: MIT
// Sizes of panels, which users change with bars before the panels.

const STEP = 16, LARGE_STEP = 80; // pixels for a key, and for a key with shift

/** @param {number} size @param {number} least @param {number} most */
export const clampSize = (size, least, most) => Math.round(Math.max(Math.min(least, most), Math.min(most, size)));

// Return the size after a key, or undefined for other keys. The bar is before the panel: left and up make the panel larger.
/** @param {{key: string, shiftKey: boolean}} options @param {number} size @param {number} least @param {number} most @returns {number | undefined} */
export function sizeAfter({key, shiftKey}, size, least, most) {
    const by = shiftKey ? LARGE_STEP : STEP;
    const to = {ArrowLeft: size + by, ArrowUp: size + by, ArrowRight: size - by, ArrowDown: size - by, Home: least, End: most}[key];
    return to === undefined ? undefined : clampSize(to, least, most);
}
