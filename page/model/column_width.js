// SPDX-License-Identifier: MIT
// Widths of the columns of the agents' table, in pixels. Columns start with a width for their type, and are widened when
// values do not fit.

const CHARACTER = 7.4, PADDING = 12; // of a digit in the table's font
/** @type {Record<string, number>} */
const WIDTHS = {leaf: 200, group: 110, vec2: 128, vec3: 180, list: 180};

/** Return the width for a text. @param {number} characters */
export const widthFor = (characters) => Math.ceil((characters * CHARACTER + PADDING) / 8) * 8;

/** Return the width that a column has at first. @param {string | number} id @param {string} name @param {string} [type] */
export const columnWidth = (id, name, type = "") => Math.max(WIDTHS[id] ?? WIDTHS[type] ?? 96, widthFor(name.length + 2));
