// SPDX-License-Identifier: MIT
// Reads the numbers and texts of a recording in order.

export class Cursor {
    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        this.at = 0;
    }
    u8() { return this.view.getUint8(this.at++); }
    u16() { this.at += 2; return this.view.getUint16(this.at - 2, true); }
    u32() { this.at += 4; return this.view.getUint32(this.at - 4, true); }
    u64() { this.at += 8; return Number(this.view.getBigUint64(this.at - 8, true)); }
    i64() { this.at += 8; return Number(this.view.getBigInt64(this.at - 8, true)); }
    f32() { this.at += 4; return this.view.getFloat32(this.at - 4, true); }
    /** @param {number} count */
    floats(count) { return Array.from({length: count}, () => this.f32()); }
    /** @param {number} size */
    text(size) {
        this.at += size;
        return new TextDecoder().decode(this.bytes.subarray(this.at - size, this.at));
    }
    /** @param {number} count */
    texts(count) { return Array.from({length: count}, () => this.text(this.u32())); }
}
