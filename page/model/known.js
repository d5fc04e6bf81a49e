// SPDX-License-Identifier: MIT
// Assertions about values that must exist.

/**
 * Return the value. For places where the type checker cannot see that the value exists.
 *
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function known(value) {
    if (value === null || value === undefined)
        throw new Error("A value is missing.");
    return value;
}

/** Return the initial value of a member that is set later, before it is used. @returns {any} */
export const later = () => undefined;
