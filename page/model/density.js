// SPDX-License-Identifier: MIT
// Density of agents: agents are counted in squares, and the counts are smoothed. Smoothing keeps the sum: the counts of
// all squares add up to the number of agents.

/** @import {Description} from "../decode/world_frames.js" */

const SQUARES = 240; // maximum number of squares along the longer side

// Round up to 1, 2 or 5 times a power of ten.
/** @param {number} number */
export function roundUp(number) {
    const power = 10 ** Math.floor(Math.log10(number));
    return [1, 2, 5].map((factor) => factor * power).find((round) => round >= number * (1 - 1e-9)) ?? 10 * power;
}

// Return the position at `part` of the shorter path between two positions.
/** @param {number} from @param {number} to @param {number} part @param {boolean} isPeriodic */
function between(from, to, part, isPeriodic) {
    if (!isPeriodic)
        return from + (to - from) * part;
    const way = to - from, place = from + (way - Math.floor(way + 0.5)) * part;
    return place - Math.floor(place);
}

export class Density {
    /** @param {Description} d */
    constructor(d) {
        this.d = d;
        const size = [0, 1].map((axis) => d.high[axis] - d.low[axis]);
        this.cell = roundUp(Math.max(...size) / SQUARES);
        if (size[0] * size[1] > 0 && this.cell < 0.5 && d.groups.some((group) => group.radius > 0.1))
            this.cell = 0.5; // metres: people are not smaller
        this.width = Math.max(1, Math.ceil(size[0] / this.cell - 1e-6));
        this.height = Math.max(1, Math.ceil(size[1] / this.cell - 1e-6));
        this.counts = new Float32Array(this.width * this.height);
        this.rest = new Float32Array(this.width * this.height);
        this.most = 0; // upper end of the scale, in agents per square metre
        this.reach = Math.max(1, Math.round(1 / this.cell)); // radius of each of three moving averages, in squares
    }

    // Count the agents for which `isShown` is true, at `part` of the path between two positions from 0 to 1.
    /**
     * @param {ArrayLike<number>} from
     * @param {ArrayLike<number>} to
     * @param {number} part
     * @param {(i: number) => boolean} isShown
     */
    count(from, to, part, isShown) {
        const {counts, width, height, cell} = this, {low, high} = this.d, [px, py] = this.d.periodic;
        const across = (high[0] - low[0]) / cell, up = (high[1] - low[1]) / cell;
        counts.fill(0);
        for (let i = 0, at = 0; at < from.length; i++, at += 3) {
            if (!isShown(i))
                continue;
            const x = Math.floor(between(from[at], to[at], part, px) * across);
            const y = Math.floor(between(from[at + 1], to[at + 1], part, py) * up);
            if (x >= 0 && y >= 0 && x < width && y < height)
                counts[y * width + x]++;
        }
        for (let times = 0; times < 3; times++) {
            this.smooth(width, height, 1, width, px);
            this.smooth(height, width, width, 1, py);
        }
    }

    // Replace each square by the mean of its neighbourhood along one axis. Borders wrap around or reflect, so the sum is kept.
    /** @param {number} length @param {number} lines @param {number} step @param {number} across @param {boolean} isPeriodic */
    smooth(length, lines, step, across, isPeriodic) {
        const {counts, rest, reach} = this, wide = 2 * reach + 1;
        /** @param {number} k */
        const inside = (k) => {
            const around = isPeriodic ? length : 2 * length, at = (k % around + around) % around;
            return at < length ? at : 2 * length - 1 - at;
        };
        for (let line = 0; line < lines; line++) {
            const first = line * across;
            let sum = 0;
            for (let k = -reach; k <= reach; k++)
                sum += counts[first + inside(k) * step];
            for (let k = 0; k < length; k++) {
                rest[first + k * step] = sum / wide;
                sum += counts[first + inside(k + reach + 1) * step] - counts[first + inside(k - reach) * step];
            }
        }
        [this.counts, this.rest] = [rest, counts];
    }

    // Extend the scale if necessary. It never shrinks, so that colours keep their meaning.
    settle() {
        let most = 0;
        for (const count of this.counts)
            most = count > most ? count : most;
        const dense = roundUp(Math.max(most, 1e-9) / this.cell ** 2);
        const isNew = dense > this.most && most > 0;
        this.most = isNew ? dense : this.most;
        return isNew;
    }
}
