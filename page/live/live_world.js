// SPDX-License-Identifier: MIT
// The world of a live run, which has only the present frame.

import {placesOf} from "../model/movement.js";
import {GrowingLegend} from "../player/growing_legend.js";
import {World} from "../player/world.js";
/** @import {Description, Frame} from "../decode/world_frames.js" */
/** @import {Options, Player} from "../player/player.js" */

export class LiveWorld extends World {
    /** @param {Player} player @param {Description} d */
    constructor(player, d) {
        super(player, d);
        /** @type {Frame | null} */
        this.past = null; // the previous frame
        this.taken = 0;   // frames since the run went back
    }

    // Show the next frame, or an earlier one if the run has gone back.
    /** @param {Frame} frame */
    take(frame) {
        const isBack = this.frame !== null && frame.step < this.frame.step;
        this.past = isBack ? null : this.frame;
        this.taken = isBack ? 0 : this.taken + 1;
        if (isBack)
            this.picked.history = [];
        this.frame = this.next = frame;
        this.bring(frame, frame);
        this.remember(this.taken);
    }

    // Return the positions from which headings are computed: agents point to where they have moved.
    /** @param {Frame} frame @returns {Float32Array[]} */
    movement(frame) {
        return this.past ? [placesOf(this.d, this.past, frame, this.ways[0]), this.ways[0]] : this.ways;
    }

    /** @param {number | null} id */
    pick(id) {
        super.pick(id);
        this.remember(this.taken);
    }

    /** @param {Options} options */
    makeLegend(options) { return new GrowingLegend(this, options); }
}
