// SPDX-License-Identifier: MIT
// Recordings are embedded in the page as base64 text.

/** @param {string} text */
export function fromBase64(text) {
    const binary = atob(text), bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++)
        bytes[i] = binary.charCodeAt(i);
    return bytes;
}
