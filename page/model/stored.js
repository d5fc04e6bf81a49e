// SPDX-License-Identifier: MIT
// Settings that the browser keeps for the next visit: sizes of panels, and hidden columns. A browser that refuses storage
// forgets them.

const PREFIX = "gestalt.";

/** Return a setting, or null. @param {string} name @returns {unknown} */
export function stored(name) {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    } catch {
        return null;
    }
}

/** Keep a setting; null removes it. @param {string} name @param {unknown} value */
export function store(name, value) {
    try {
        value === null ? localStorage.removeItem(PREFIX + name) : localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch { /* storage is full, or not allowed */ }
}
