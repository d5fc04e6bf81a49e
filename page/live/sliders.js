// SPDX-License-Identifier: MIT
// A number with a slider beside it. The slider's range is that of the number's limits, where they
// are near, or else around its value, and by powers where it spans decades; a number that is typed
// beyond it widens it. Whoever makes one says when changes are told: each few ones while it is
// dragged, or the last one.

import {element} from "../draw/dom.js";

const SLIDER_STEPS = 1000, SLIDER_NEAR = 20; // limits so many times the value away are no range
const SLIDER_DECADES = 1000;                 // between ends, and it goes by powers
const TELL_PAUSE = 350, TELL_WHILE = 250;    // milliseconds: behind the last key; between changes of a drag

// The ends of a slider for a value, within what it may be.
function sliderRange(value, least, most, whole) {
    const has = (limit) => limit !== null && Number.isFinite(limit), size = Math.abs(value) || 1;
    if (has(least) && has(most) && most > least) {
        if (least > 0 && most / least >= SLIDER_DECADES && most / least <= 1e9 && value > 0)
            return [least, most];
        if (most - least <= SLIDER_NEAR * size || (least === 0 && most === 1))
            return [least, most];
    }
    let low = value < 0 ? 2 * value : 0, high = value < 0 ? 0 : 2 * value || 1;
    if (whole)
        [low, high] = [Math.floor(low), Math.ceil(Math.max(high, low + 10))];
    return [has(least) ? Math.max(low, least) : low, has(most) ? Math.min(high, most) : high];
}

export class Slider {
    // `tell(value)` is called with a number; `eager`: while it is dragged as well.
    constructor({name, title, value, least = null, most = null, whole = false, eager = false}, tell) {
        Object.assign(this, {least, most, whole, eager, tell, told: -Infinity});
        this.box = element("div", "slider");
        this.range = document.createElement("input");
        this.field = document.createElement("input");
        Object.assign(this.range, {type: "range", min: 0, max: SLIDER_STEPS, step: 1, title: title || name});
        Object.assign(this.field, {type: "text", inputMode: "decimal", title: title || name});
        this.range.setAttribute("aria-label", `${name}, slider`);
        this.field.setAttribute("aria-label", name);
        this.box.append(element("span", "name", name), this.range, this.field);
        this.range.addEventListener("input", () => this.slide());
        this.range.addEventListener("pointerup", () => this.settle());
        this.range.addEventListener("keydown", (event) => event.key !== "Tab" && event.key !== "Escape" && event.stopPropagation());
        this.field.addEventListener("keydown", (event) => this.type(event));
        this.field.addEventListener("blur", () => this.show(this.value));
        this.fit(value);
    }

    // ---- places and numbers

    get isByPowers() { return this.low > 0 && this.low === this.least && this.high === this.most && this.high / this.low >= SLIDER_DECADES; }

    placeOf(value) {
        const {low, high} = this, part = this.isByPowers ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return Math.round(SLIDER_STEPS * Math.min(1, Math.max(0, part)));
    }

    // As few digits as tell two places apart.
    valueAt(place) {
        const {low, high} = this, part = place / SLIDER_STEPS;
        const value = this.isByPowers ? low * (high / low) ** part : low + (high - low) * part;
        if (this.whole)
            return Math.round(value);
        if (place === 0 || place === SLIDER_STEPS)
            return value;
        const step = this.isByPowers ? value * Math.log(high / low) / SLIDER_STEPS : (high - low) / SLIDER_STEPS;
        return Number(value.toFixed(Math.min(20, Math.max(0, Math.ceil(-Math.log10(step))))));
    }

    // A range around a value; one that there is gets wider.
    fit(value) {
        const isNew = this.low === undefined;
        if (isNew || value < this.low || value > this.high)
            [this.low, this.high] = sliderRange(value, this.least, this.most, this.whole);
        if (!(this.high > this.low))
            this.high = this.low + 1;
        this.show(value);
    }

    show(value) {
        this.value = value;
        if (document.activeElement !== this.field)
            this.field.value = this.textOf(value);
        const place = String(this.placeOf(value));
        if (this.range.value !== place)
            this.range.value = place;
        this.range.setAttribute("aria-valuetext", this.textOf(value));
    }

    textOf(value) { return Number.isFinite(value) ? String(+value.toPrecision(7)) : ""; }

    // Shows the value that the run says, unless a hand is at the slider.
    take(value) {
        if (!this.isHeld && Number.isFinite(value) && value !== this.value)
            this.fit(value);
    }

    get isHeld() { return this.timer !== undefined || document.activeElement === this.field || this.range.matches(":active"); }

    // ---- hands

    slide() {
        const value = this.valueAt(+this.range.value);
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

    type(event) {
        event.stopPropagation();
        if (event.key !== "Enter" && event.key !== "Escape")
            return;
        const value = this.field.value.trim() === "" ? NaN : Number(this.field.value);
        const isGood = Number.isFinite(value) && (!this.whole || Number.isInteger(value));
        const writes = event.key === "Enter" && isGood;
        this.field.setAttribute("aria-invalid", event.key === "Enter" && !isGood);
        if (event.key === "Enter" && !isGood)
            return;
        this.field.blur();
        if (!writes)
            return;
        this.fit(value);
        this.tell(value);
    }
}
