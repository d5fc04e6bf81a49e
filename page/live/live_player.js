// SPDX-License-Identifier: MIT
// The player of a live run: the server advances time, and buttons act on the run. Actions are sent to the server
// one after another.

import {Recording} from "../decode/recording.js";
import {$, element} from "../draw/dom.js";
import {known, later} from "../model/known.js";
import {ratesFor, realTimeRate, speedText} from "../model/pace.js";
import {clock, counted, grouped} from "../model/text.js";
import {Player} from "../player/player.js";
import {goodColor} from "./good_color.js";
import {Hands} from "./hands.js";
import {LiveSource, PAST_EVERY, query} from "./live_source.js";
import {LiveWorld} from "./live_world.js";
import {NodeBreaks} from "./node_breaks.js";
import {Rights} from "./rights.js";
/** @import {Description} from "../decode/world_frames.js" */
/** @import {Actions} from "../player/player.js" */
/** @import {LiveState, News} from "./live_source.js" */

const LOOK_RUNNING = 20, LOOK_STANDING = 150, LOOK_HIDDEN = 1000; // milliseconds between two requests of the state
/** @type {Record<string, string>} */
const REASONS = {begun: "has not run yet", paused: "paused", arrived: "stopped", broken: "stopped by breakpoint", failed: "stopped by an error"};

// Return a message for an error. Browsers' own messages about a missing server are of no use.
/** @param {any} error */
const noAnswer = (error) => error instanceof TypeError ? "no answer: the command has ended, or can't be reached" : `no answer: ${error.message}`;

/** @typedef {{do: string} & Record<string, unknown>} Act an action on the run, named by `do` */

export class LivePlayer extends Player {
    /** @type {LiveSource} */
    source = later();
    /** @type {Hands} */
    hands = later();
    rights = new Rights([]);
    /** @type {LiveWorld | null} */
    world = null;
    /** @type {Act[]} */
    acts = [];                  // the action that is being sent, and those that wait
    /** @type {number[]} */
    rates = [0];                // ticks per second that can be chosen; 0: as fast as possible
    rateAt = 0;
    /** @type {number | null} */
    wantedRate = null;          // speed that was requested, until a state has it
    isScene = false;
    isLost = false;             // whether the server has stopped responding
    isLookingBack = false;
    hasPlaces = false;          // whether the world shows the current state
    breaksKey = "";             // identifies the breakpoints that nodes show
    isOtherWorld = false;       // whether groups or keys have changed since the world was created
    /** @type {() => void} */
    wake = () => {};            // ends the pause between two requests

    async start() {
        this.prepare({ranges: {}, colorBy: -1}, new LiveSource());
        this.hands = new Hands(this);
        this.breaks = new NodeBreaks(this);
        $("unwatched").textContent = "“Step its nodes” does a tick, and keeps its steps.";
        for (;;) {
            const from = performance.now();
            await this.look();
            const wait = document.hidden ? LOOK_HIDDEN : this.isPlaying ? LOOK_RUNNING - (performance.now() - from) : LOOK_STANDING;
            await new Promise((/** @type {(value: void) => void} */ done) => { this.wake = done; setTimeout(done, Math.max(4, wait)); });
        }
    }

    async look() {
        try {
            const looked = await this.source.look();
            const news = looked || (this.isLost && this.isOpen ? {isOther: true} : null);
            this.isScene = this.source.about.kind === "scene";
            this.hasPlaces = this.hasPlaces && !news;
            this.isOtherWorld = this.isOtherWorld || news?.isOther === true;
            if (this.isScene && !this.hasPlaces && (!this.isOpen || !$("stage").hidden))
                this.takePlaces(await this.source.places());
            if (news)
                await this.takeNews(news);
            this.showState();
            this.lookBack();
            this.hands.showState();
            this.showBreaks();
            this.isLost = false;
        } catch (error) {
            if (!this.isLost)
                $("state").textContent = noAnswer(error);
            this.isLost = true;
        }
    }

    // Query the past and the breakpoints. No caller waits for this.
    async lookBack() {
        if (this.isLookingBack)
            return;
        this.isLookingBack = true;
        await this.source.lookBack().catch(() => {}); // the next request tries again
        this.isLookingBack = false;
    }

    /** @param {News} options */
    async takeNews({isFirst, isOther, hasNotice}) {
        const {state} = this.source;
        this.isPlaying = state.running || state.going;
        this.shown = this.position = this.source.frame;
        if (isFirst)
            this.open();
        else if (isOther)
            this.explorer.reopen();
        this.explorer.show(this.shown);
        if (hasNotice)
            this.hands.tell(await query("notice"));
    }

    open() {
        this.rights = new Rights(this.source.about.rights);
        this.rights.show();
        if (!this.rights.has("pace"))
            this.breaks = null;
        this.isOpen = true;
        $("title").textContent = document.title = this.source.name;
        this.openPage();
        const {about, state} = this.source;
        this.rates = ratesFor(about.dt);
        this.rateAt = this.rates.length - 1;
        if (state.stop === "begun" && !state.running && !state.per_second && about.dt > 0 && about.rights.includes("speed"))
            this.act({do: "speed", per_second: realTimeRate(about.dt)}); // real time is the default
    }

    // ---- the world

    /** @param {Uint8Array} bytes */
    takePlaces(bytes) {
        this.hasPlaces = true;
        const recording = new Recording();
        recording.add(bytes);
        const world = known(recording.world), {description} = world, frame = world.frame(0);
        if (!this.world) {
            this.options.colorBy = goodColor(description, frame);
            this.openWorld(description);
        } else if (this.isOtherWorld)
            this.world.describe(description);
        this.isOtherWorld = false;
        this.world?.take(frame);
    }

    /** @param {Description} d */
    makeWorld(d) { return new LiveWorld(this, d); }

    render() {
        if (!$("stage").hidden)
            this.world?.render(0);
    }

    // ---- time

    get frameCount() { return this.source.frameCount; }

    advance() {}

    pace() {}

    showState() {
        const {source} = this, {state} = source;
        $("clock").textContent = clock(state.time);
        $("step").textContent = `tick ${grouped(state.tick)}` + (state.end > state.tick ? ` of ${grouped(state.end)}` : "");
        $("stats").textContent = counted(state.agents, "agent") + (state.running && state.rate ? ` · ${grouped(Math.round(state.rate))} ticks/s` : "");
        $("play").setAttribute("aria-label", this.isPlaying ? "pause" : "run");
        $("play").title = this.isPlaying ? "pause (space)" : "run (space)";
        $("play").classList.toggle("playing", this.isPlaying);
        $("back").disabled = source.frame === 0;
        const text = this.reason(state);
        if ($("state").textContent !== text)
            $("state").textContent = text;
        // Keep a requested speed until the state confirms it: an older state may still have the old speed.
        if (state.per_second === this.wantedRate)
            this.wantedRate = null;
        const rate = this.rates.indexOf(state.per_second);
        this.rateAt = rate < 0 || this.wantedRate !== null ? this.rateAt : rate;
        $("speed").replaceChildren(...speedText(state.per_second, source.about.dt).map((line, i) => i ? element("small", "", line) : line));
    }

    // Draw the nodes again if breakpoints, or what has been hit, have changed.
    showBreaks() {
        const key = this.breaks?.key ?? "";
        if (!this.isOpen || key === this.breaksKey)
            return;
        this.breaksKey = key;
        this.explorer.panel.list.draw();
    }

    /** @param {LiveState} state */
    reason(state) {
        if (state.running)
            return this.rights.has("pace") ? "runs" : "the program ticks by itself";
        if (state.going)
            return `to tick ${grouped(state.goal)}`;
        const {hit} = state, by = state.stop === "broken" && hit ? ` ${hit.id}${hit.agent === null ? "" : `, agent ${hit.agent}`}` : "";
        return REASONS[state.stop] + by + (state.end > state.tick || state.acts_behind ? "; running from here discards the later ticks" : "");
    }

    // ---- actions

    get canSeek() { return this.rights.has("back"); }

    // Send an action after those that wait. Of several `goto` actions that wait, only the last one is sent. Keys of actions
    // that the program does not allow do nothing.
    /** @param {Act} object */
    act(object) {
        if (!this.rights.allows(object))
            return;
        const last = this.acts[this.acts.length - 1];
        if (last?.do === "goto" && object.do === "goto" && this.acts.length > 1)
            this.acts.pop();
        this.acts.push(object);
        if (this.acts.length === 1)
            this.send();
    }

    async send() {
        for (; this.acts.length; this.acts.shift())
            try {
                const body = JSON.stringify(this.acts[0]);
                const answer = await fetch("do", {method: "POST", headers: {"Content-Type": "application/json"}, body}), value = await answer.json();
                if (value.ok)
                    this.hands.accepted();
                else {
                    this.hands.refused(value.error);
                    this.wantedRate = null;
                }
                this.source.pastAt = -PAST_EVERY;
            } catch (error) {
                this.hands.tell({error: true, text: noAnswer(error)});
                this.wantedRate = null;
            }
        this.wake();
    }

    /** @param {boolean} isPlaying */
    setPlaying(isPlaying) {
        if (isPlaying !== this.isPlaying)
            this.act({do: isPlaying ? "run" : "pause"});
    }

    /** @param {number} frame */
    seek(frame) {
        this.act(this.source.deedTo(Math.max(0, Math.round(frame))));
    }

    // Go to a later or earlier tick that has been run already, or run new ticks.
    /** @param {number} frames */
    step(frames) {
        const {source} = this, {state} = source;
        this.setPlaying(false);
        if (frames > 0 && state.tick >= state.end)
            this.act({do: "step", ticks: frames});
        else
            this.seek(source.frame + frames);
    }

    /** @param {number} step */
    changeSpeed(step) {
        this.rateAt = Math.min(this.rates.length - 1, Math.max(0, this.rateAt + step));
        this.wantedRate = this.rates[this.rateAt];
        this.act({do: "speed", per_second: this.wantedRate});
    }

    listenToTime() {
        const go = () => this.act({do: "goto", tick: Number($("goal").value)});
        $("back").addEventListener("click", () => this.step(-1));
        $("forth").addEventListener("click", () => this.step(1));
        $("go").addEventListener("click", go);
        $("goal").addEventListener("keydown", (event) => event.key === "Enter" && go());
    }

    /** @returns {Actions} */
    actions() {
        const {panel} = this.explorer, toggle = () => this.isOpen && panel.tree && this.breaks?.toggle(panel.group, panel.active);
        return {...super.actions(), l: null, r: toggle, F9: toggle, Home: () => this.seek(0), End: () => this.seek(this.frameCount - 1), ...this.hands.actions()};
    }
}
