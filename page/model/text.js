// SPDX-License-Identifier: MIT
// Formats numbers, times and names.

import {isId} from "./colors.js";
/** @import {Column, Group} from "../decode/world_frames.js" */
/** @import {Value} from "./source.js" */

/** @param {number} x @param {number} [digits] */
export const format = (x, digits = 4) => Number.isFinite(x) ? String(+x.toPrecision(digits)) : String(x);
/** @param {number} n */
export const grouped = (n) => n.toLocaleString("en-US");
// Return a count with a noun: "1 agent", "2,000 agents".
/** @param {number} n @param {string} noun */
export const counted = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;

/** @param {number} seconds */
export function clock(seconds) {
    const sign = seconds < 0 ? "-" : "", s = Math.abs(seconds);
    if (s < 60)
        return `${sign}${s.toFixed(1)} s`;
    /** @param {number} n */
    const pad = (n) => String(Math.floor(n)).padStart(2, "0");
    return s < 3600 ? `${sign}${Math.floor(s / 60)}:${pad(s % 60)}`
                    : `${sign}${Math.floor(s / 3600)}:${pad(s / 60 % 60)}:${pad(s % 60)}`;
}

// Return the name of a column, as it is shown here and in pictures.
/** @param {{type: string, name: string}} column */
export function nameOf(column) {
    return column.type === "node" ? "live node" : column.name;
}

/** @param {string} text */
export function escapeText(text) { return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); }

// Join the components of a vector, or the elements of a list. A list is in brackets, and vectors in it in parentheses.
/** @param {{type?: string}} column @param {(number | boolean | number[])[]} parts @param {(part: number | boolean) => string} show @returns {string} */
export function joinParts(column, parts, show) {
    const texts = parts.map((part) => Array.isArray(part) ? `(${part.map(show).join(", ")})` : show(part)).join(", ");
    return column.type === "list" ? `[${texts}]` : texts;
}

// Format a value of a column.
/** @param {{type: string, words: string[], unit?: string}} column @param {Value} value @returns {string} */
export function showValue(column, value) {
    if (value === null || Number.isNaN(value))
        return "–";
    if (column.type === "bool" || typeof value === "boolean")
        return value ? "yes" : "no";
    if (Array.isArray(value))
        return joinParts(column, value, (part) => showValue(column, part));
    if (column.words.length)
        return column.words[Number(value)] || (value === -1 ? "none" : `${value}`);
    return format(Number(value), 5) + (column.unit ? ` ${column.unit}` : "");
}

/** @param {string} text @param {number} most */
export function cut(text, most) {
    return text.length <= most ? text : `${text.slice(0, Math.max(1, Math.floor(most) - 1))}…`;
}

/** @param {string} text */
export function fileName(text) {
    return text.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").toLowerCase() || "recording";
}

// Format a value of a column of a scene.
/** @param {Column} column @param {Group | null} group @param {number} value */
export function textOf(column, group, value) {
    if (column.type === "node")
        return group?.nodes[value] || "nothing is live";
    if (column.type === "bool")
        return value ? "yes" : "no";
    if (column.words.length)
        return column.words[value] || (value === -1 ? "none" : `${value}`);
    if (isId(column))
        return value === -1 ? "none" : String(value);
    return format(value, 5) + (column.unit ? ` ${column.unit}` : "");
}
