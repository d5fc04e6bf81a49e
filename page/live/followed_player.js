// SPDX-License-Identifier: MIT
// The player of a recording that `gestalt live` serves, and that may still grow. It shows the newest frame, until the user
// goes to another one.

import {$} from "../draw/dom.js";
import {known} from "../model/known.js";
import {counted} from "../model/text.js";
import {GrowingLegend} from "../player/growing_legend.js";
import {Player} from "../player/player.js";
import {World} from "../player/world.js";
import {goodColor} from "./good_color.js";
/** @import {Description} from "../decode/world_frames.js" */
/** @import {RecordingSource} from "../model/recording_source.js" */
/** @import {Options} from "../player/player.js" */

const LOOK = 100, LOOK_DONE = 1000; // milliseconds between two requests
const PAST_EVERY = 2000;            // milliseconds between two computations of the past of a recording that grows
const BYTES_MAX = 2 ** 30;          // more bytes than this are too many for a page

/** @typedef {{generation: number, size: number, complete: boolean, grows: boolean, error: string | null}} FollowedState */

class FollowedWorld extends World {
    /** @param {Options} options */
    makeLegend(options) { return new GrowingLegend(this, options); }
}

export class FollowedPlayer extends Player {
    size = 0;         // bytes that have arrived
    generation = 0;   // of the recording; 0: it does not exist yet
    isNewest = true;  // whether the newest frame is shown while the recording grows
    isLost = false;   // whether the server has stopped responding
    pastAt = -PAST_EVERY;
    pastFrames = 0;   // frames when the past was computed

    async run() {
        this.start({ranges: {}, colorBy: -1});
        $("loading").textContent = "waits for the recording";
        for (;;) {
            await this.look();
            await new Promise((/** @type {(value: void) => void} */ done) => setTimeout(done, this.isDone ? LOOK_DONE : LOOK));
        }
    }

    async look() {
        try {
            const state = await answer("state").then((response) => response.json());
            if (this.generation && state.generation !== this.generation) {
                location.reload(); // the file is another recording now
                return;
            }
            await this.takeAll(state);
            this.showGrowth(state);
            this.isLost = false;
        } catch (error) {
            if (!this.isLost)
                this.tell(error instanceof TypeError ? "no answer: the command has ended, or can't be reached" : String(error));
            this.isLost = true;
        }
    }

    // Take all bytes that the server has verified.
    /** @param {FollowedState} state */
    async takeAll({generation, size}) {
        this.generation = size > 0 ? generation : 0;
        while (this.size < Math.min(size, BYTES_MAX)) {
            const response = await answer(`bytes?generation=${generation}&from=${this.size}`);
            const bytes = new Uint8Array(await response.arrayBuffer());
            this.size += bytes.length;
            this.take(bytes);
        }
    }

    /** @param {FollowedState} state */
    showGrowth({size, grows, error}) {
        if (this.isDone)
            return;
        $("loading").textContent = this.isOpen ? `grows: ${counted(this.frameCount, "frame")}` : size > 0 ? "waits for the first frame" : "waits for the recording";
        if (this.isOpen)
            this.setRange();
        const isTooLarge = size > BYTES_MAX;
        if (error)
            this.tell(error + (this.isOpen ? "; what comes before can be seen" : ""));
        else if (isTooLarge)
            this.tell("The recording has more than 1 GiB, and this page shows only its beginning. `gestalt plot --every=10` makes a smaller page.");
        if (!grows || isTooLarge)
            this.end();
        else
            this.lookBack();
    }

    // Compute the past again, when there are more frames.
    lookBack() {
        const now = performance.now();
        const {jobs} = /** @type {RecordingSource} */ (this.source);
        if (!this.isOpen || now - this.pastAt < PAST_EVERY || this.frameCount === this.pastFrames || jobs.length)
            return;
        this.pastAt = now;
        this.pastFrames = this.frameCount;
        this.renewPast();
    }

    renewPast() {
        const source = /** @type {RecordingSource} */ (this.source);
        source.renewPast();
        this.explorer.setDone();
    }

    end() {
        super.end();
        if (this.isOpen)
            this.renewPast();
    }

    // ---- the player

    /** @param {Description} d */
    openWorld(d) {
        this.options.colorBy = goodColor(d, known(this.recording.world).frame(0));
        super.openWorld(d);
    }

    /** @param {Description} d */
    makeWorld(d) { return new FollowedWorld(this, d); }

    get follows() { return this.isNewest && !this.isDone; }

    /** @param {number} seconds */
    advance(seconds) {
        if (this.follows)
            this.position = this.frameCount - 1;
        else
            super.advance(seconds);
    }

    /** @param {number} position */
    seek(position) {
        super.seek(position);
        this.isNewest = this.position >= this.frameCount - 1;
    }

    /** @param {boolean} isPlaying */
    setPlaying(isPlaying) {
        super.setPlaying(isPlaying);
        this.isNewest = this.isNewest || this.position >= this.frameCount - 1;
    }
}

/** @param {string} path */
async function answer(path) {
    const response = await fetch(path);
    if (response.ok)
        return response;
    const {error} = await response.json();
    throw new Error(error);
}
