// SPDX-License-Identifier: MIT
// How fast a recording is played, and where playing gets to.

// Seconds of the run in a second.
export const SPEEDS = [0.0625, 0.125, 0.25, 0.5, ...Array.from({length: 21}, (_, i) => 2 ** i)];
export const REAL_TIME = SPEEDS.indexOf(1);
const LONGEST = 60; // seconds that playing a run takes at first, at most

// The first speed of a run of some seconds, as an index into SPEEDS. A run that would take more than a minute is played
// in half a minute to one; one of less than two seconds slowly.
/** @param {number} span */
export function speedFor(span) {
    let speed = REAL_TIME;
    while (speed < SPEEDS.length - 1 && span / SPEEDS[speed] > LONGEST)
        speed++;
    while (speed > 0 && span / SPEEDS[speed] < 2)
        speed--;
    return speed;
}

// The position after some seconds of the run. Frames are not always equally far apart.
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
