// SPDX-License-Identifier: MIT
// Converts values of keys to and from the text that users read and write.

import {format, joinParts} from "./text.js";
/** @import {Value} from "./source.js" */

/** Return the text of a value. @param {{type?: string, words: string[]}} column @param {Value | string} value @returns {string} */
export function textOfValue(column, value) {
    if (Array.isArray(value))
        return joinParts(column, value, (part) => textOfValue(column, part));
    if (typeof value === "number")
        return column.words.length ? column.words[value] ?? String(value) : format(value, 7);
    return String(value ?? "");
}

// Parse a value. NaN, or a list with NaN, means that the text is not a valid value.
/** @param {{type: string, words: string[]}} column @param {string} text @returns {boolean | number | number[] | string} */
export function valueOfText({type, words}, text) {
    const numbers = text.split(",").map((part) => part.trim() === "" ? NaN : Number(part)), low = text.toLowerCase();
    if (type === "bool")
        return low === "true" || low === "yes" ? true : low === "false" || low === "no" ? false : NaN;
    return words.includes(text) ? text : type.startsWith("vec") ? numbers : numbers.length === 1 ? numbers[0] : NaN;
}
