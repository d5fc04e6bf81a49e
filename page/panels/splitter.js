// SPDX-License-Identifier: MIT
// A bar before a panel that changes its width, or its height. It is dragged with a mouse or a finger, or moved with arrow
// keys. The browser keeps the size. In a narrow window all panels are below each other, so that bars change heights.

import {element, narrow} from "../draw/dom.js";
import {clampSize, sizeAfter} from "../model/panel_size.js";
import {store, stored} from "../model/stored.js";

/**
 * @typedef {object} SplitterOptions
 * @property {"x" | "y"} [along] "x" changes the width, unless the window is narrow
 * @property {number} [least] in pixels
 * @property {HTMLElement} [sized] the element whose size is changed, if it is not the panel itself
 */

export class Splitter {
    /** @param {HTMLElement} panel @param {SplitterOptions} [options] */
    constructor(panel, {along = "x", least = 120, sized = panel} = {}) {
        this.panel = panel;
        this.sized = sized;
        this.direction = along;
        this.least = least;
        /** @type {{place: number, size: number} | null} */
        this.held = null; // where the bar was taken, and the size then
        this.bar = element("div", `edge along-${along}`);
        Object.assign(this.bar, {role: "separator", tabIndex: 0, title: "drag, or use arrows, to resize; double click or enter for the usual size"});
        this.bar.setAttribute("aria-label", `size of ${panel.getAttribute("aria-label") ?? panel.id}`);
        this.bar.setAttribute("aria-controls", panel.id);
        panel.before(this.bar);
        for (const each of /** @type {("x" | "y")[]} */ (["x", "y"])) {
            const size = stored(`size.${panel.id}.${each}`);
            if (typeof size === "number" && size > 0)
                this.put(each, size);
        }
        this.bar.addEventListener("pointerdown", (event) => this.take(event));
        this.bar.addEventListener("pointermove", (event) => this.drag(event));
        for (const event of ["pointerup", "pointercancel"])
            this.bar.addEventListener(event, () => this.drop());
        this.bar.addEventListener("dblclick", () => this.reset());
        this.bar.addEventListener("keydown", (event) => this.key(event));
        this.bar.addEventListener("focus", () => this.describe());
    }

    /** @returns {"x" | "y"} */
    get along() { return this.direction === "x" && !narrow() ? "x" : "y"; }

    get size() { return this.along === "x" ? this.sized.offsetWidth : this.sized.offsetHeight; }

    // The largest size: what is around the panel keeps a quarter of the room.
    get most() {
        const around = this.panel.parentElement;
        return around ? Math.round(0.75 * (this.along === "x" ? around.offsetWidth : around.offsetHeight)) : this.size;
    }

    /** @param {"x" | "y"} along @param {number} size */
    put(along, size) { this.panel.style.setProperty(`--size-${along}`, `${size}px`); }

    /** @param {number} size */
    set(size) {
        const {along} = this, wanted = clampSize(size, this.least, this.most);
        this.put(along, wanted);
        store(`size.${this.panel.id}.${along}`, wanted);
        this.describe();
    }

    // Return to the size that the page chooses.
    reset() {
        const {along} = this;
        this.panel.style.removeProperty(`--size-${along}`);
        store(`size.${this.panel.id}.${along}`, null);
        this.describe();
    }

    describe() {
        this.bar.setAttribute("aria-orientation", this.along === "x" ? "vertical" : "horizontal");
        for (const [name, value] of Object.entries({valuemin: this.least, valuemax: this.most, valuenow: this.size}))
            this.bar.setAttribute(`aria-${name}`, String(value));
    }

    // ---- mouse, touch and keys

    /** @param {PointerEvent} event */
    placeOf(event) { return this.along === "x" ? event.clientX : event.clientY; }

    /** @param {PointerEvent} event */
    take(event) {
        event.preventDefault();
        this.bar.focus({preventScroll: true});
        this.bar.setPointerCapture(event.pointerId);
        this.held = {place: this.placeOf(event), size: this.size};
    }

    /** @param {PointerEvent} event */
    drag(event) {
        if (this.held)
            this.set(this.held.size + this.held.place - this.placeOf(event));
    }

    drop() { this.held = null; }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        const to = sizeAfter(event, this.size, this.least, this.most), resets = event.key === "Enter";
        if (to === undefined && !resets)
            return;
        event.preventDefault();
        event.stopPropagation();
        to === undefined ? this.reset() : this.set(to);
    }
}
