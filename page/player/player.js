// SPDX-License-Identifier: MIT
// The player: time, themes and keys. gestalt calls play.start, then play.add for each piece of the recording, then
// play.end. If the recording has no world, explorer.js shows the agents.

import {fromBase64} from "../decode/base64.js";
import {Recording} from "../decode/recording.js";
import {$, element, press, targetOf} from "../draw/dom.js";
import {later} from "../model/known.js";
import {REAL_TIME, SPEEDS, advanced, speedFor} from "../model/pace.js";
import {RecordingSource} from "../model/recording_source.js";
import {clock, counted, grouped} from "../model/text.js";
import {Explorer} from "../panels/explorer.js";
import {Pointer} from "./pointer.js";
import {World} from "./world.js";
/** @import {Description} from "../decode/world_frames.js" */
/** @import {Agent, Source, Steps} from "../model/source.js" */

/**
 * Data that gestalt writes for a recording: the ends of scales by column, the column by which agents are coloured first,
 * and the duration of the run in seconds.
 *
 * @typedef {{ranges: Record<number, [number, number]>, colorBy: number, title?: string, span?: number}} Options
 */
/** @typedef {Record<string, ((many: number) => unknown) | null>} Actions functions by key; null: the key does nothing */
/**
 * Breakpoints on nodes of a live run. `key` changes with them and with what has been hit.
 *
 * @typedef {{key: string, textOf: (group: number, node: number) => string, stateOf: (group: number, node: number) => "" | "set" | "hit",
 *     toggle: (group: number, node: number) => void}} Breakpoints
 */
/**
 * Controls of a live run. They are notified of the picked agent and its steps.
 *
 * @typedef {{show: (agent: Agent | null, steps: Steps | null) => void, setDesk: (isShown: boolean) => void}} Hands
 */

export class Player {
    // A player does nothing until `start` gives it a source.
    constructor() {
        /** @type {Options} */
        this.options = {ranges: {}, colorBy: -1};
        /** @type {Source} */
        this.source = later();
        /** @type {Explorer} */
        this.explorer = later();
        this.recording = new Recording();
        this.position = 0;     // position in frames, with a fraction
        this.shown = -1;       // index of the frame that is shown
        this.isOpen = false;
        this.isDone = false;   // whether the whole recording has arrived
        this.isPlaying = false;
        this.speed = REAL_TIME; // an index into SPEEDS
        this.isPaced = false;  // whether the user has chosen the speed
        /** @type {number | null} */
        this.picked = null;    // id of the picked agent
        /** @type {World | null} */
        this.world = null;
        /** @type {Hands | null} */
        this.hands = null;     // controls of a live run
        /** @type {Breakpoints | null} */
        this.breaks = null;
        this.rate = 0;         // drawn frames per second
        this.last = 0;         // time of the last drawn frame in milliseconds
        this.timeText = "";
        this.statsAt = -Infinity;
    }

    // ---- functions that gestalt calls

    /** @param {Options} options */
    start(options) {
        this.prepare(options, new RecordingSource(this.recording));
    }

    /** @param {Options} options @param {Source} source */
    prepare(options, source) {
        this.options = options;
        this.source = source;
        this.explorer = new Explorer(this, source);
        window.addEventListener("error", (event) => this.tell(event.message));
        this.listen();
    }

    /** @param {string} text */
    add(text) { this.take(fromBase64(text)); }

    // Take the next bytes of the recording, and open the page when there is something to show.
    /** @param {Uint8Array} bytes */
    take(bytes) {
        this.recording.add(bytes);
        const {trees} = this.recording;
        if (!this.isOpen && this.frames.length > 0 && (!trees || trees.frames.length > 0))
            this.open();
    }

    end() {
        this.isDone = true;
        if (!this.isOpen) {
            this.tell("This recording has no frames.");
            return;
        }
        this.setRange();
        this.pace();
        this.explorer.setDone();
    }

    /** @param {string} message */
    tell(message) {
        $("message").textContent = message;
        $("message").hidden = false;
    }

    // ---- opening

    open() {
        this.isOpen = true;
        if (this.recording.world)
            this.openWorld(this.recording.world.description);
        this.position = this.begin;
        this.pace();
        $("title").textContent = document.title = this.options.title || this.source.name || "recording";
        this.setRange();
        this.setPlaying(!this.isCalm);
        this.openPage();
    }

    openPage() {
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme());
        this.setTheme();
        this.last = performance.now();
        this.explorer.open();
        requestAnimationFrame((now) => this.tick(now));
    }

    /** @param {Description} d */
    openWorld(d) {
        this.world = this.makeWorld(d);
        this.world.open();
    }

    /** @param {Description} d */
    makeWorld(d) { return new World(this, d); }

    setRange() {
        $("time").max = String(Math.max(this.frames.length - 1, 0));
        $("loading").hidden = this.isDone;
    }

    // Whether the user prefers reduced motion.
    get isCalm() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }

    get isDark() {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    }

    setTheme() {
        this.world?.legend.setPalette();
        this.explorer.setTheme();
    }

    nextTheme() {
        document.documentElement.dataset.theme = this.isDark ? "light" : "dark";
        this.setTheme();
    }

    // ---- time

    // Whether the page can go to other frames.
    get canSeek() { return true; }

    // The stored frames, with the values that are known without decoding.
    get frames() { return (this.recording.world ?? this.recording.trees)?.frames ?? []; }

    get frameCount() { return this.frames.length; }

    /** @param {boolean} isPlaying */
    setPlaying(isPlaying) {
        this.isPlaying = isPlaying;
        if (isPlaying && this.position >= this.frameCount - 1 && this.isDone)
            this.position = this.begin;
        $("play").setAttribute("aria-label", isPlaying ? "pause" : "play");
        $("play").classList.toggle("playing", isPlaying);
    }

    /** @param {number} speed */
    setSpeed(speed) {
        this.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
        this.showSpeed();
    }

    /** @param {number} step */
    changeSpeed(step) {
        this.isPaced = true;
        this.setSpeed(this.speed + step);
    }

    // Duration of the run in seconds, from gestalt, or else of the part that has arrived.
    get span() {
        const {frames} = this;
        return this.options.span ?? frames[frames.length - 1].time - frames[0].time;
    }

    pace() {
        if (!this.isPaced && this.isOpen)
            this.setSpeed(speedFor(this.span));
    }

    showSpeed() {
        const factor = SPEEDS[this.speed], number = factor < 1 ? `1/${1 / factor}` : grouped(factor);
        const whole = clock(this.span / factor);
        const says = factor === 1 ? "as fast as it was" : `${number} seconds of the run in one`;
        $("speed").replaceChildren(`${number}×`, element("small", "", `all in ${whole}`));
        $("speed").title = `${says}; all of it in ${whole}`;
    }

    // First frame to show. At step 0 nothing has happened yet, so playing starts after it if there are more frames.
    get begin() {
        return this.source.tickOf(0) === 0 && (this.frames.length > 1 || !this.isDone) ? 1 : 0;
    }

    /** @param {number} position */
    seek(position) {
        this.position = Math.min(this.frameCount - 1, Math.max(0, position));
    }

    /** @param {number} frames */
    step(frames) {
        this.setPlaying(false);
        this.seek(Math.round(this.position) + frames);
    }

    /** @param {number} seconds */
    advance(seconds) {
        this.position = advanced(this.frames, this.position, seconds * SPEEDS[this.speed]);
        if (this.position >= this.frameCount - 1 && this.isDone)
            this.atEnd();
    }

    atEnd() {
        if ($("loop").getAttribute("aria-pressed") === "true" && this.frameCount > 1)
            this.position = this.begin;
        else
            this.setPlaying(false);
    }

    // ---- drawing

    /** @param {number} now */
    tick(now) {
        const seconds = Math.min(0.25, (now - this.last) / 1000);
        this.last = now;
        this.rate += (1 / Math.max(seconds, 1e-3) - this.rate) * 0.06;
        if (this.isPlaying)
            this.advance(seconds);
        this.render();
        this.explorer.work();
        requestAnimationFrame((next) => this.tick(next));
    }

    render() {
        this.position = Math.min(this.position, Math.max(this.frameCount - 1, this.isDone ? 0 : 1));
        const index = Math.min(Math.floor(this.position), this.frameCount - 1);
        if (index !== this.shown)
            this.load(index);
        if (!$("stage").hidden)
            this.world?.render(this.position - index);
        this.showTime();
    }

    /** @param {number} index */
    load(index) {
        this.shown = index;
        this.explorer.show(index);
        const {world} = this.recording;
        if (!this.world || !world)
            return;
        const from = world.frame(index);
        this.world.bring(from, index + 1 < this.frameCount ? world.frame(index + 1) : from);
        this.world.remember(index);
    }

    showTime() {
        const {frames} = this, i = this.shown, part = this.position - i;
        const next = frames[Math.min(i + 1, frames.length - 1)];
        const time = frames[i].time + (next.time - frames[i].time) * part;
        const text = `${clock(time)} / ${clock(frames[frames.length - 1].time)}`;
        if (text !== this.timeText) {
            this.timeText = $("clock").textContent = text;
            $("step").textContent = `${this.world ? "step" : "tick"} ${grouped(this.source.tickOf(i))}`;
        }
        if (document.activeElement !== $("time") || this.isPlaying)
            $("time").value = String(this.position);
        $("time").setAttribute("aria-valuetext", text);
        $("time").style.setProperty("--part", `${100 * this.position / Math.max(1, frames.length - 1)}%`);
        if (performance.now() - this.statsAt >= 500) {
            $("stats").textContent = `${counted(frames[i].count, "agent")} · ${Math.round(this.rate)} fps`;
            this.statsAt = performance.now();
            this.setRange();
        }
    }

    // ---- the picked agent

    /** @param {number | null} id */
    pick(id) {
        this.picked = id;
        this.explorer.picks(id);
        this.world?.pick(id);
    }

    /** @param {number} step */
    pickNext(step) {
        if (this.world)
            this.world.pickNext(step);
        else
            this.explorer.pickNext(step);
    }

    // ---- mouse and keys

    listen() {
        new Pointer($("stage"), () => this.world);
        this.listenToTime();
        $("play").addEventListener("click", () => this.setPlaying(!this.isPlaying));
        $("slower").addEventListener("click", () => this.changeSpeed(-1));
        $("faster").addEventListener("click", () => this.changeSpeed(1));
        $("color").addEventListener("change", () => this.world?.legend.setColor(+$("color").value));
        $("follow").addEventListener("click", () => this.world?.setFollowing(!this.world.isFollowing));
        $("close").addEventListener("click", () => this.pick(null));
        $("heat").addEventListener("click", () => this.world?.setHot(!this.world.isHot));
        $("fit").addEventListener("click", () => this.world?.fit());
        $("theme").addEventListener("click", () => this.nextTheme());
        $("help").addEventListener("click", () => $("keys").showModal());
        document.addEventListener("keydown", (event) => this.key(event));
        // After a mouse click on a button, the space bar must still play rather than press the button.
        document.addEventListener("click", (event) => event.detail && targetOf(event).closest("button")?.blur());
    }

    listenToTime() {
        $("time").addEventListener("input", () => this.seek(+$("time").value));
        $("loop").addEventListener("click", () => press($("loop")));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey || $("keys").open)
            return;
        const target = targetOf(event), tag = target.tagName;
        const isOnControl = tag === "BUTTON" || tag === "SELECT";
        if (target instanceof HTMLInputElement && target.type !== "range")
            return;
        if ((tag === "SELECT" && event.key !== "Escape") || (isOnControl && (event.key === " " || event.key === "Enter")))
            return;
        const action = this.actions()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!action)
            return;
        event.preventDefault();
        action(event.shiftKey ? 10 : 1);
    }

    // Return the functions by key. Their argument is 10 with shift, else 1.
    /** @returns {Actions} */
    actions() {
        return {
            " ": () => this.setPlaying(!this.isPlaying),
            ArrowRight: (many) => this.step(many), ArrowLeft: (many) => this.step(-many),
            Home: () => this.step(-this.frameCount), End: () => this.step(this.frameCount),
            ArrowUp: () => this.changeSpeed(1), ArrowDown: () => this.changeSpeed(-1),
            n: (many) => this.pickNext(many), p: (many) => this.pickNext(-many),
            Escape: () => this.pick(null), l: () => press($("loop")), t: () => this.nextTheme(),
            "?": () => $("keys").showModal(), ...($("stage").hidden ? {} : this.world?.actions()), ...this.explorer.actions(),
        };
    }
}
