// SPDX-License-Identifier: MIT
// A field for a number, with a slider (slider_scale.js). With `eager`, changes are reported at intervals while the slider
// is dragged, otherwise only the last value.

import {element} from "../draw/dom.js";
import {SliderScale} from "../model/slider_scale.js";

const TELL_PAUSE = 350, TELL_WHILE = 250;    // milliseconds after the last key; between changes while dragging

/**
 * @typedef {{name: string, title?: string, value: number, least?: number | null, most?: number | null, whole?: boolean, eager?: boolean, shared?: boolean}} SliderOptions
 *     `eager`: report changes while the slider is dragged
 */

// Marks a key that all agents of a group share.
export function sharedBadge() {
    const badge = element("span", "badge", "shared");
    badge.title = "one value for all agents of the group: writing it changes all of them";
    return badge;
}

export class Slider {
    // `tell` is called with each new value.
    /** @param {SliderOptions} options @param {(value: number) => void} tell */
    constructor({name, title, value, least = null, most = null, whole = false, eager = false, shared = false}, tell) {
        this.scale = new SliderScale(value, least, most, whole);
        this.value = value;
        this.eager = eager;
        this.tell = tell;
        this.told = -Infinity; // time of the last report, in milliseconds
        /** @type {number | undefined} */
        this.timer = undefined; // set while a change waits to be reported
        this.box = element("div", "slider");
        this.range = document.createElement("input");
        this.field = document.createElement("input");
        Object.assign(this.range, {type: "range", min: "0", max: String(SliderScale.steps), step: "1", title: title || name});
        Object.assign(this.field, {type: "text", inputMode: "decimal", title: title || name});
        this.range.setAttribute("aria-label", `${name}, slider`);
        this.field.setAttribute("aria-label", name);
        const shown = element("span", "name", name);
        if (shared)
            shown.append(" ", sharedBadge());
        this.box.append(shown, this.range, this.field);
        this.range.addEventListener("input", () => this.slide());
        this.range.addEventListener("pointerup", () => this.settle());
        this.range.addEventListener("keydown", (event) => event.key !== "Tab" && event.key !== "Escape" && event.stopPropagation());
        this.field.addEventListener("keydown", (event) => this.type(event));
        this.field.addEventListener("blur", () => this.show(this.value));
        this.show(value);
    }

    // Show a value, and widen the range if necessary.
    /** @param {number} value */
    fit(value) {
        this.scale.fit(value);
        this.show(value);
    }

    /** @param {number} value */
    show(value) {
        this.value = value;
        if (document.activeElement !== this.field)
            this.field.value = this.textOf(value);
        const place = String(this.scale.placeOf(value));
        if (this.range.value !== place)
            this.range.value = place;
        this.range.setAttribute("aria-valuetext", this.textOf(value));
    }

    /** @param {number} value */
    textOf(value) { return Number.isFinite(value) ? String(+value.toPrecision(7)) : ""; }

    // Show the value of the run, unless the user is changing the slider.
    /** @param {number} value */
    take(value) {
        if (!this.isHeld && Number.isFinite(value) && value !== this.value)
            this.fit(value);
    }

    get isHeld() { return this.timer !== undefined || document.activeElement === this.field || this.range.matches(":active"); }

    // ---- input

    slide() {
        const value = this.scale.valueAt(+this.range.value);
        this.value = value;
        this.field.value = this.textOf(value);
        this.range.setAttribute("aria-valuetext", this.textOf(value));
        const wait = this.eager ? Math.max(0, TELL_WHILE - (performance.now() - this.told)) : TELL_PAUSE;
        if (this.timer !== undefined && this.eager)
            return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.range.matches(":active") && !this.eager ? this.slide() : this.settle(), wait);
    }

    settle() {
        if (this.timer === undefined)
            return;
        clearTimeout(this.timer);
        this.timer = undefined;
        this.told = performance.now();
        this.tell(this.value);
    }

    /** @param {KeyboardEvent} event */
    type(event) {
        event.stopPropagation();
        if (event.key !== "Enter" && event.key !== "Escape")
            return;
        const value = this.field.value.trim() === "" ? NaN : Number(this.field.value);
        const isGood = Number.isFinite(value) && (!this.scale.whole || Number.isInteger(value));
        const writes = event.key === "Enter" && isGood;
        this.field.setAttribute("aria-invalid", String(event.key === "Enter" && !isGood));
        if (event.key === "Enter" && !isGood)
            return;
        this.field.blur();
        if (!writes)
            return;
        this.fit(value);
        this.tell(value);
    }
}
