// SPDX-License-Identifier: MIT
// Speeds at which a recording is played.

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
