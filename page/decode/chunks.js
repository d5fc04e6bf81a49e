// SPDX-License-Identifier: MIT
// The chunks of a recording, whose bytes arrive in pieces; docs/recordings.md describes the format. gestalt has verified
// the hashes.

import {Cursor} from "./cursor.js";

const VERSION = 5, HEADER = 24, HEAD = 48; // bytes of the header, and of the head of a chunk

export const KIND = {end: 1, world: 2, frame: 3, trees: 4, asked: 5, tree: 6, states: 7, steps: 8};

/** @typedef {{kind: number, flags: number, step: number, time: number, count: number, payload: Uint8Array}} Chunk */

export class Chunks {
    constructor() {
        this.rest = new Uint8Array(0); // bytes of a chunk that is not complete yet
        this.hasHeader = false;
    }

    // Append bytes, and return all chunks that are now complete.
    /** @param {Uint8Array} bytes @returns {Chunk[]} */
    add(bytes) {
        if (this.rest.length) {
            const all = new Uint8Array(this.rest.length + bytes.length);
            all.set(this.rest);
            all.set(bytes, this.rest.length);
            bytes = all;
        }
        /** @type {Chunk[]} */
        const chunks = [];
        let at = 0;
        if (!this.hasHeader && bytes.length >= HEADER) {
            checkHeader(bytes);
            this.hasHeader = true;
            at = HEADER;
        }
        while (this.hasHeader && at + HEAD <= bytes.length) {
            const c = new Cursor(bytes.subarray(at + 8, at + HEAD));
            const kind = c.u32(), flags = c.u32(), size = c.u64(), step = c.u64(), time = c.i64() / 1e6, count = c.u64();
            if (at + HEAD + size > bytes.length)
                break;
            chunks.push({kind, flags, step, time, count, payload: bytes.slice(at + HEAD, at + HEAD + size)});
            at += HEAD + size;
        }
        this.rest = bytes.slice(at);
        return chunks;
    }
}

/** @param {Uint8Array} bytes */
function checkHeader(bytes) {
    const c = new Cursor(bytes);
    if (c.u32() !== 0x52534789 || c.u32() !== 0x0a1a0a0d)
        throw new Error("This is not a recording.");
    c.at = 16;
    const version = c.u32();
    if (version !== VERSION)
        throw new Error(`The recording has version ${version}, and this page reads ${VERSION}.`);
}
