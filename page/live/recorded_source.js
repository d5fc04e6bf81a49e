// SPDX-License-Identifier: MIT
// A source (source.js) that queries a recording that may still grow over HTTP (docs/live.md). Frames are those of
// the recording, so their ticks need not be consecutive.

import {STEP_KINDS} from "../model/source.js";
import {grouped} from "../model/text.js";
import {LiveSource, PAST_EVERY, PAST_SPANS, query} from "./live_source.js";
/** @import {LiveAgent, LiveState, Taken} from "./live_source.js" */

export class RecordedSource extends LiveSource {
    pastFrames = -1; // frames of the recording when the past was requested

    // Request the state. If the file has been replaced by another recording, reload the page.
    async look() {
        const state = await this.askState();
        if (state.awaited || (this.state && state.generation !== this.state.generation)) {
            if (this.state && !state.awaited) {
                history.replaceState(null, "", location.pathname);
                location.reload();
            }
            this.waiting = state;
            return null;
        }
        this.waiting = null;
        return this.takeState(state);
    }

    /** @param {boolean} _hasNotice */
    async learn(_hasNotice) {
        const isOther = await super.learn(false);
        this.hasTrees = this.about.trees === true;
        return isOther;
    }

    async takeSteps() { this.serial++; }

    get frame() { return this.state.frame ?? 0; }

    get frameCount() { return this.state.frames ?? 0; }

    // Estimate a tick or time by interpolation: only those of the first, the last and the current frame are known.
    /** @param {number} frame @param {number} first @param {number} last */
    between(frame, first, last) {
        return this.frameCount > 1 ? first + (last - first) * frame / (this.frameCount - 1) : first;
    }

    /** @param {number} frame */
    tickOf(frame) { return frame === this.frame ? this.state.tick : Math.round(this.between(frame, this.about.first, this.state.end)); }

    /** @param {number} frame */
    timeOf(frame) { return frame === this.frame ? this.state.time : this.between(frame, this.state.first_time ?? 0, this.state.end_time ?? 0); }

    /** @param {number} group */
    tree(group) {
        const {first, last} = this.about.groups[group];
        return this.hasTrees ? {...this.trees[group], first: first ?? 0, last: last ?? 0} : null;
    }

    /** @param {number} group */
    counts(group) { return this.hasTrees ? super.counts(group) : null; }

    /** @param {LiveAgent} agent */
    agentOf(agent) {
        const made = super.agentOf(agent);
        return {...made, answer: agent.answer === "unknown" ? -1 : made.answer};
    }

    /** @param {number} id */
    async steps(id) {
        /** @type {Taken | null} */
        const taken = this.state.steps ? await query("steps", {agent: id}) : null;
        return taken && {tick: taken.tick, serial: this.serial, isCut: taken.cut, keys: [],
                         steps: taken.steps.map(({kind, group, node}) => ({kind: STEP_KINDS.indexOf(kind), node, group, changes: []}))};
    }

    async lookBack() {
        if (this.waiting || performance.now() - this.pastAt < PAST_EVERY || this.pastFrames === this.frameCount && this.past)
            return;
        this.pastAt = performance.now();
        const past = await query("history");
        if (past.version !== this.about.version)
            return;
        this.past = past;
        this.pastFrames = this.frameCount;
        this.onChange?.();
    }

    // Return the first frame of each span of time, and the index of the last of these ticks before its end, or -1.
    /** @param {number[]} ticks */
    spansOf(ticks) {
        const count = Math.min(PAST_SPANS, this.frameCount), frames = Array.from({length: count}, (_, span) => Math.ceil(span * this.frameCount / count));
        let at = -1;
        const known = frames.map((_, span) => {
            const end = span + 1 < count ? this.tickOf(frames[span + 1]) : Infinity;
            while (at + 1 < ticks.length && ticks[at + 1] < end)
                at++;
            return at;
        });
        return {frames, known};
    }

    // ---- actions and texts of the player

    /** @param {number} frame */
    deedTo(frame) { return {do: "goto", frame}; }

    /** @param {LiveState} options */
    reason({running, per_second, waits, complete, damaged, silent = 0, frame = 0, frames = 0}) {
        const at = `frame ${grouped(frame + 1)} of ${grouped(frames)}`;
        const more = damaged ? "damaged after the last frame" : complete ? "complete" : !waits ? "not complete"
            : silent > 2 ? `no frame came for ${grouped(silent)} s` : "it grows";
        return `${running ? per_second ? "plays" : "shows the newest" : "stands"}: ${at}; ${more}`;
    }
}
