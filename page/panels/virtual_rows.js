// SPDX-License-Identifier: MIT
// A list of rows of equal height, in which only visible rows are elements. Used for tables of 100,000 agents, and for large
// trees.

import {RowWindow} from "../model/row_window.js";

/** @template {HTMLElement} Row */
export class VirtualRows {
    // `box` is the element that scrolls. `make()` creates an element for a row, and `show(element, index)` fills it.
    // `ask(from, count)` is called with the visible rows before they are shown.
    /**
     * @param {HTMLElement} box
     * @param {number} height
     * @param {() => Row} make
     * @param {(row: Row, index: number) => void} show
     * @param {(from: number, count: number) => void} [ask]
     */
    constructor(box, height, make, show, ask = () => {}) {
        this.box = box;
        this.height = height;
        this.make = make;
        this.show = show;
        this.ask = ask;
        this.total = 0;
        this.from = 0; // index of the first visible row
        /** @type {Row[]} */
        this.elements = [];
        this.list = document.createElement("div");
        this.list.className = "rows";
        this.list.role = "presentation";
        box.append(this.list);
        box.addEventListener("scroll", () => this.draw());
        new ResizeObserver(() => this.draw()).observe(box);
    }

    get window() {
        return new RowWindow({total: this.total, height: this.height, top: this.box.scrollTop,
                              room: this.box.clientHeight - this.list.offsetTop});
    }

    /** @param {number} total */
    setTotal(total) {
        this.total = total;
        this.list.style.height = `${this.window.tall}px`;
    }

    // Remove all elements, so that rows are created again.
    clear() {
        this.elements = [];
        this.list.replaceChildren();
    }

    get seen() { return this.window.seen; }

    draw() {
        if (this.box.clientHeight === 0)
            return;
        const {window} = this, {from, count} = window;
        this.from = from;
        this.ask(from, count);
        while (this.elements.length < count) {
            const element = this.make();
            this.elements.push(element);
            this.list.append(element);
        }
        this.elements.forEach((element, i) => {
            element.hidden = i >= count;
            if (i >= count)
                return;
            element.style.transform = `translateY(${window.placeOf(i)}px)`;
            this.show(element, from + i);
        });
    }

    // Scroll so that a row is visible.
    /** @param {number} index */
    reveal(index) {
        const {window} = this, top = window.topFor(index);
        if (top !== window.top)
            this.box.scrollTop = top;
        this.draw();
    }
}
