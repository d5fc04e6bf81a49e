// SPDX-License-Identifier: MIT
// Which rows of a long list are in sight. Browsers limit the height of an element: a longer list scrolls in larger steps.

const TALLEST = 30e6; // pixels

export class RowWindow {
    // `room` is the visible height below the head of the list.
    /** @param {{total: number, height: number, room: number, top: number}} options in pixels but for the total */
    constructor({total, height, room, top}) {
        this.total = total;
        this.height = height;
        this.room = room;
        this.top = top;
    }

    // The height of the list's element.
    get tall() { return Math.min(TALLEST, this.total * this.height); }

    // Pixels of the list for one of the scroll bar.
    get stretch() { return Math.max(1, (this.total * this.height - this.room) / Math.max(1, this.tall - this.room)); }

    // How many rows fit, with those that are cut.
    get seen() { return Math.max(1, Math.ceil(this.room / this.height) + 1); }

    // The first row in sight.
    get from() { return Math.max(0, Math.min(Math.floor(this.top * this.stretch / this.height), this.total - 1)); }

    get count() { return Math.max(0, Math.min(this.seen, this.total - this.from)); }

    // Where the element of the i-th row in sight is in the list's element.
    /** @param {number} i */
    placeOf(i) { return this.stretch > 1 ? this.top + i * this.height : (this.from + i) * this.height; }

    // The scroll position at which a row is in sight.
    /** @param {number} index */
    topFor(index) {
        const {stretch, height, room} = this, row = index * height, at = this.top * stretch;
        return row < at ? row / stretch : row + height > at + room ? (row + height - room) / stretch : this.top;
    }
}
