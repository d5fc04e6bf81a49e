// SPDX-License-Identifier: MIT
// Values that must be there.

/**
 * The value itself, where the type does not show that there is one.
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

/** The value of a member that is set later, before it is used. @returns {any} */
export const later = () => undefined;
