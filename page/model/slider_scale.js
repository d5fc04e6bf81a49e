// SPDX-License-Identifier: MIT
// The scale of a slider, which maps its positions to numbers. The range is that of the number's limits if they are near
// the value, otherwise a range around the value. The scale is logarithmic if the limits span decades. A value outside the
// range widens it.

const STEPS = 1000;
const NEAR = 20;      // limits that are further apart than this multiple of the value are not used as the range
const DECADES = 1000; // ratio of the ends from which the scale is logarithmic

// Return the ends of a slider for a value, within its limits.
/** @param {number} value @param {number | null} least @param {number | null} most @param {boolean} whole @returns {[number, number]} */
export function sliderRange(value, least, most, whole) {
    const bottom = least ?? -Infinity, top = most ?? Infinity, size = Math.abs(value) || 1;
    if (Number.isFinite(bottom) && Number.isFinite(top) && top > bottom) {
        if (bottom > 0 && top / bottom >= DECADES && top / bottom <= 1e9 && value > 0)
            return [bottom, top];
        if (top - bottom <= NEAR * size || (bottom === 0 && top === 1))
            return [bottom, top];
    }
    let low = value < 0 ? 2 * value : 0, high = value < 0 ? 0 : 2 * value || 1;
    if (whole)
        [low, high] = [Math.floor(low), Math.ceil(Math.max(high, low + 10))];
    return [Math.max(low, bottom), Math.min(high, top)];
}

export class SliderScale {
    /** @param {number} value @param {number | null} least @param {number | null} most @param {boolean} whole */
    constructor(value, least, most, whole) {
        this.least = least;
        this.most = most;
        this.whole = whole;
        const [low, high] = this.rangeFor(value);
        this.low = low;
        this.high = high;
    }

    static get steps() { return STEPS; }

    /** @param {number} value @returns {[number, number]} */
    rangeFor(value) {
        const [low, high] = sliderRange(value, this.least, this.most, this.whole);
        return [low, high > low ? high : low + 1];
    }

    // Widen the range if a value is outside of it.
    /** @param {number} value */
    fit(value) {
        if (value < this.low || value > this.high)
            [this.low, this.high] = this.rangeFor(value);
    }

    get isByPowers() { return this.low > 0 && this.low === this.least && this.high === this.most && this.high / this.low >= DECADES; }

    /** @param {number} value */
    placeOf(value) {
        const {low, high} = this, part = this.isByPowers ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return Math.round(STEPS * Math.min(1, Math.max(0, part)));
    }

    // Return the number at a position, with only as many digits as distinguish neighbouring positions.
    /** @param {number} place */
    valueAt(place) {
        const {low, high} = this, part = place / STEPS;
        const value = this.isByPowers ? low * (high / low) ** part : low + (high - low) * part;
        if (this.whole)
            return Math.round(value);
        if (place === 0 || place === STEPS)
            return value;
        const step = this.isByPowers ? value * Math.log(high / low) / STEPS : (high - low) / STEPS;
        return Number(value.toFixed(Math.min(20, Math.max(0, Math.ceil(-Math.log10(step))))));
    }
}
