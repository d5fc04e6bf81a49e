// SPDX-License-Identifier: MIT
// Computes which rows of a long list are visible. Browsers limit the height of an element, so longer lists scroll in larger steps.

const TALLEST = 30e6; // maximum height of the element, in pixels

export class RowWindow {
    // `room` is the visible height below the head of the list.
    /** @param {{total: number, height: number, room: number, top: number}} options in pixels, except `total` */
    constructor({total, height, room, top}) {
        this.total = total;
        this.height = height;
        this.room = room;
        this.top = top;
    }

    // Height of the element of the list.
    get tall() { return Math.min(TALLEST, this.total * this.height); }

    // Pixels of the list per pixel of scroll position.
    get stretch() { return Math.max(1, (this.total * this.height - this.room) / Math.max(1, this.tall - this.room)); }

    // Number of rows that fit, including partly visible rows.
    get seen() { return Math.max(1, Math.ceil(this.room / this.height) + 1); }

    // Index of the first visible row.
    get from() { return Math.max(0, Math.min(Math.floor(this.top * this.stretch / this.height), this.total - 1)); }

    get count() { return Math.max(0, Math.min(this.seen, this.total - this.from)); }

    // Return the position of the i-th visible row inside the element of the list.
    /** @param {number} i */
    placeOf(i) { return this.stretch > 1 ? this.top + i * this.height : (this.from + i) * this.height; }

    // Return the scroll position at which a row is visible.
    /** @param {number} index */
    topFor(index) {
        const {stretch, height, room} = this, row = index * height, at = this.top * stretch;
        return row < at ? row / stretch : row + height > at + room ? (row + height - room) / stretch : this.top;
    }
}
