// SPDX-License-Identifier: MIT
// Draws the density of agents as a heat map.

import {shade} from "../model/colors.js";
import {Density} from "../model/density.js";
import {contextOf} from "./dom.js";
/** @import {Description} from "../decode/world_frames.js" */
/** @import {View} from "./view.js" */

export class Heat {
    /** @param {HTMLCanvasElement} canvas @param {Description} d */
    constructor(canvas, d) {
        this.canvas = canvas;
        this.context = contextOf(canvas);
        this.d = d;
        this.density = new Density(d);
        this.picture = document.createElement("canvas");
        this.picture.width = this.density.width;
        this.picture.height = this.density.height;
    }

    /** @param {View} view */
    draw(view) {
        const {width, height, counts, most, cell} = this.density, image = new ImageData(width, height);
        const factor = most > 0 ? 1 / (most * cell ** 2) : 0;
        for (let i = 0; i < counts.length; i++) {
            const part = Math.min(1, counts[i] * factor), at = 4 * i;
            image.data.set(shade(part), at);
            image.data[at + 3] = Math.min(235, 300 * Math.sqrt(part));
        }
        contextOf(this.picture).putImageData(image, 0, 0);
        const c = this.context, {d} = this;
        const [left, bottom] = view.toScreen([d.low[0], d.low[1]]);
        const [right, top] = view.toScreen([d.low[0] + width * cell, d.low[1] + height * cell]);
        const edge = view.toScreen([d.high[0], d.high[1]]);
        c.setTransform(view.pixel, 0, 0, view.pixel, 0, 0);
        c.clearRect(0, 0, view.width, view.height);
        c.save();
        c.beginPath();
        c.rect(left, edge[1], edge[0] - left, bottom - edge[1]);
        c.clip();
        c.imageSmoothingEnabled = true;
        c.setTransform(view.pixel, 0, 0, -view.pixel, 0, view.pixel * bottom); // y points up
        c.drawImage(this.picture, left, 0, right - left, bottom - top);
        c.restore();
    }

    clear() {
        this.context.setTransform(1, 0, 0, 1, 0, 0);
        this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    }
}
