// SPDX-License-Identifier: MIT
// Reads 64-bit words and numbers of recordings of trees. Bytes that are zero are not stored.

export class WordInput {
    /** @param {Uint8Array} bytes @param {number} at */
    constructor(bytes, at) {
        this.bytes = bytes;
        this.at = at;
        this.low = 0; // low half of the word that was read last
        this.high = 0;
    }

    byte() { return this.bytes[this.at++]; }

    // Read a 64-bit word into two halves.
    word() {
        const {bytes} = this;
        const set = bytes[this.at++];
        let low = 0, high = 0;
        if (set & 1) low = bytes[this.at++];
        if (set & 2) low |= bytes[this.at++] << 8;
        if (set & 4) low |= bytes[this.at++] << 16;
        if (set & 8) low |= bytes[this.at++] << 24;
        if (set & 16) high = bytes[this.at++];
        if (set & 32) high |= bytes[this.at++] << 8;
        if (set & 64) high |= bytes[this.at++] << 16;
        if (set & 128) high |= bytes[this.at++] << 24;
        this.low = low >>> 0;
        this.high = high >>> 0;
    }

    number() {
        let number = 0, factor = 1;
        for (let byte; (byte = this.bytes[this.at++]) & 0x80; factor *= 128)
            number += (byte & 0x7f) * factor;
        return number + this.bytes[this.at - 1] * factor;
    }

    difference() {
        const number = this.number();
        return number % 2 ? -(number + 1) / 2 : number / 2;
    }
}

/** @param {number} word */
export function bitsOf(word) {
    word -= word >>> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
    return Math.imul(word + (word >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
