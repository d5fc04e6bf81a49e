// SPDX-License-Identifier: MIT
// How dense agents are: they are counted in squares, the counts are smoothed, and shown as a heat with a scale. Nobody is
// lost on the way: the sum over all squares is the number of agents.

import {shade} from "../model/colors.js";

const SQUARES = 240; // at most, along the longer side

// The round number that is not less: 1, 2 or 5 times a power of ten.
function roundUp(number) {
    const power = 10 ** Math.floor(Math.log10(number));
    return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= number * (1 - 1e-9));
}

// A place on the short way from one to another.
function between(from, to, part, isPeriodic) {
    if (!isPeriodic)
        return from + (to - from) * part;
    const way = to - from, place = from + (way - Math.floor(way + 0.5)) * part;
    return place - Math.floor(place);
}

export class Heat {
    constructor(canvas, d) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.d = d;
        const size = [0, 1].map((axis) => d.high[axis] - d.low[axis]);
        this.cell = roundUp(Math.max(...size) / SQUARES);
        if (size[0] * size[1] > 0 && this.cell < 0.5 && d.groups.some((group) => group.radius > 0.1))
            this.cell = 0.5; // of a metre: people are no smaller
        this.width = Math.max(1, Math.ceil(size[0] / this.cell - 1e-6));
        this.height = Math.max(1, Math.ceil(size[1] / this.cell - 1e-6));
        this.counts = new Float32Array(this.width * this.height);
        this.rest = new Float32Array(this.width * this.height);
        this.picture = document.createElement("canvas");
        this.picture.width = this.width;
        this.picture.height = this.height;
        this.most = 0; // agents of a square metre, where the scale ends
        this.reach = Math.max(1, Math.round(1 / this.cell)); // squares, of each of three means
    }

    // Counts agents whose places are from 0 to 1 on their way to others; `isShown` says who.
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

    // The mean of each square and those beside it, along one axis. Nothing leaves at a border: it comes back in.
    smooth(length, lines, step, across, isPeriodic) {
        const {counts, rest, reach} = this, wide = 2 * reach + 1;
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

    // The scale grows when it has to, and never shrinks, so that colours mean the same.
    settle() {
        let most = 0;
        for (const count of this.counts)
            most = count > most ? count : most;
        const dense = roundUp(Math.max(most, 1e-9) / this.cell ** 2);
        const isNew = dense > this.most && most > 0;
        this.most = isNew ? dense : this.most;
        return isNew;
    }

    draw(view) {
        const image = new ImageData(this.width, this.height), {counts} = this;
        const factor = this.most > 0 ? 1 / (this.most * this.cell ** 2) : 0;
        for (let i = 0; i < counts.length; i++) {
            const part = Math.min(1, counts[i] * factor), at = 4 * i;
            image.data.set(shade(part), at);
            image.data[at + 3] = Math.min(235, 300 * Math.sqrt(part));
        }
        this.picture.getContext("2d").putImageData(image, 0, 0);
        const c = this.context, {d, cell} = this;
        const [left, bottom] = view.toScreen([d.low[0], d.low[1]]);
        const [right, top] = view.toScreen([d.low[0] + this.width * cell, d.low[1] + this.height * cell]);
        const edge = view.toScreen([d.high[0], d.high[1]]);
        c.setTransform(view.pixel, 0, 0, view.pixel, 0, 0);
        c.clearRect(0, 0, view.width, view.height);
        c.save();
        c.beginPath();
        c.rect(left, edge[1], edge[0] - left, bottom - edge[1]);
        c.clip();
        c.imageSmoothingEnabled = true;
        c.setTransform(view.pixel, 0, 0, -view.pixel, 0, view.pixel * bottom); // up is up
        c.drawImage(this.picture, left, 0, right - left, bottom - top);
        c.restore();
    }

    clear() {
        this.context.setTransform(1, 0, 0, 1, 0, 0);
        this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    }
}
