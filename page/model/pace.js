// SPDX-License-Identifier: MIT
// Speeds at which a recording is played, and at which a run ticks.

// Speeds: seconds of the run per second of real time.
export const SPEEDS = [0.0625, 0.125, 0.25, 0.5, ...Array.from({length: 21}, (_, i) => 2 ** i)];
export const REAL_TIME = SPEEDS.indexOf(1);
const LONGEST = 60; // maximum seconds for playing a run at the initial speed

// Return the initial speed for a run of `span` seconds, as an index into SPEEDS. A run longer than a minute is played in
// half a minute to a minute. A run shorter than two seconds is played in slow motion.
/** @param {number} span */
export function speedFor(span) {
    let speed = REAL_TIME;
    while (speed < SPEEDS.length - 1 && span / SPEEDS[speed] > LONGEST)
        speed++;
    while (speed > 0 && span / SPEEDS[speed] < 2)
        speed--;
    return speed;
}

// Return the position after some more seconds of the run. The time between frames may vary.
/** @param {{time: number}[]} frames @param {number} position @param {number} seconds */
export function advanced(frames, position, seconds) {
    for (let left = seconds; left > 0 && position < frames.length - 1;) {
        const i = Math.floor(position), part = position - i;
        const span = Math.max(1e-9, frames[i + 1].time - frames[i].time), rest = span * (1 - part);
        position = left >= rest ? i + 1 : i + part + left / span;
        left -= rest;
    }
    return position;
}

// ---- runs

const RATES = [1, 2, 5, 10, 20, 30, 60, 120, 300, 1000, 10000]; // ticks per second

/** Return the ticks per second of real time, or 0 if a tick lasts no time. @param {number} dt seconds of a tick */
export const realTimeRate = (dt) => dt > 0 ? Math.max(1, Math.round(1 / dt)) : 0;

/** Return the ticks per second that can be chosen; the last is 0, as fast as possible. @param {number} dt @returns {number[]} */
export function ratesFor(dt) {
    const rates = new Set([...RATES, realTimeRate(dt)]);
    rates.delete(0);
    return [...[...rates].sort((a, b) => a - b), 0];
}

/** Describe a speed in two lines. @param {number} rate ticks per second, or 0 @param {number} dt @returns {[string, string]} */
export function speedText(rate, dt) {
    if (rate === 0)
        return ["as fast", "as possible"];
    const factor = rate * dt;
    return [`${rate.toLocaleString("en-US")} ticks/s`, Math.abs(factor - 1) < 0.02 ? "real time" : dt > 0 ? `${+factor.toPrecision(3)}×` : ""];
}
