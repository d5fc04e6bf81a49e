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

/** Describe the values that a column accepts. @param {{type: string, words: string[]}} column @returns {string} */
export function formOf({type, words}) {
    if (words.length)
        return `one of ${words.join(", ")}`;
    const forms = {bool: "true or false", int: "a whole number", float: "a number", vec2: "two numbers, such as 1, 2.5", vec3: "three numbers, such as 1, 2.5, -3"};
    return Object.entries(forms).find(([name]) => name === type)?.[1] ?? "no written values: lists can only be shown";
}

/** Whether a column accepts a value that a text was parsed to. @param {{type: string}} column @param {boolean | number | number[] | string} value */
export function fitsColumn({type}, value) {
    const parts = [value].flat(), count = type === "vec2" ? 2 : type === "vec3" ? 3 : 1;
    return parts.length === count && !parts.some((part) => Number.isNaN(part)) && (type !== "int" || typeof value !== "number" || Number.isInteger(value));
}
