// SPDX-License-Identifier: MIT
// The player: time, colours, the picked agent, mouse and keys. gestalt calls play.start, play.add for
// each piece of the recording of a scene, play.addTrees for that of trees, and play.end. Without a
// scene there is no world (no `d` and no `view`): explorer.js shows the agents then.
// Seconds of the run in a second.

import {fromBase64} from "../decode/base64.js";
import {Recording, SHAPES} from "../decode/scene_recording.js";
import {TreeRecording} from "../decode/tree_recording.js";
import {findAgent, turnOf, valueOf} from "../decode/values.js";
import {$, addScale, element, press} from "../draw/dom.js";
import {Heat} from "../draw/heat.js";
import {View} from "../draw/view.js";
import {Categories, HIDDEN, NONE_COLOR, NO_VALUE, isId, rgbOf, shade} from "../model/colors.js";
import {RecordingSource} from "../model/recording_source.js";
import {clock, counted, format, grouped, nameOf} from "../model/text.js";
import {Explorer} from "../panels/explorer.js";

export const SPEEDS = [0.0625, 0.125, 0.25, 0.5, ...Array.from({length: 21}, (_, i) => 2 ** i)];
const REAL_TIME = SPEEDS.indexOf(1);
const LONGEST = 60; // seconds that a run takes at first, at most
const MANY = 12; // rows of ids in the legend
const HISTORY = 400; // frames of the picked agent

export class Player {
    // ---- what gestalt calls

    start(options) {
        this.trees = options.hasTrees ? new TreeRecording() : null;
        this.recording = options.hasScene === false ? this.trees : new Recording(); // has the frames
        this.prepare(options, new RecordingSource(this.recording === this.trees ? null : this.recording, this.trees));
    }

    prepare(options, source) {
        this.options = options;
        this.source = source;
        this.explorer = new Explorer(this, source);
        this.position = 0; // in frames
        this.isPlaying = false;
        this.speed = REAL_TIME;
        this.isPaced = false; // by somebody
        this.picked = null;
        this.isFollowing = false;
        this.history = [];
        this.rate = 0;
        this.shown = -1;
        this.isDone = false;
        window.addEventListener("error", (event) => this.tell(event.message));
        this.listen();
    }

    add(text) {
        this.recording.add(fromBase64(text));
        this.openWhenReady();
    }

    addTrees(text) {
        this.trees.add(fromBase64(text));
        this.openWhenReady();
    }

    openWhenReady() {
        const isReady = this.recording.frames.length > 0 && (!this.trees || this.trees.frames.length > 0);
        if (isReady && !this.isOpen)
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

    tell(message) {
        $("message").textContent = message;
        $("message").hidden = false;
    }

    // ---- the first frame is there

    open() {
        this.isOpen = true;
        if (this.recording !== this.trees)
            this.openWorld(this.recording.description);
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

    openWorld(d) {
        this.d = d;
        this.view = new View($("points"), $("below"), $("above"));
        this.resize();
        this.view.describe(d);
        this.heat = new Heat($("heat-map"), d);
        $("heat").hidden = d.dimension === 3;
        this.headings = d.columns.findIndex((column) => column.name === "heading" && column.type === "int");
        this.setColumns();
        new ResizeObserver(() => { this.resize(); this.view.fitted || this.view.fit(); }).observe($("stage"));
    }

    resize() {
        const box = $("stage").getBoundingClientRect();
        if (box.width === 0) // something else is shown instead
            return;
        const old = this.view.width, changed = old !== box.width || this.view.height !== box.height;
        if (changed)
            this.view.resize(box.width, box.height);
        if (changed && this.d && this.view.d && !this.isMoved)
            this.view.fit();
        this.isStale = true;
    }

    setRange() {
        const last = this.recording.frames.length - 1;
        $("time").max = Math.max(last, 0);
        $("loading").hidden = this.isDone;
    }

    // Whether somebody wants no motion that they have not asked for.
    get isCalm() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }

    // ---- themes and colours

    get isDark() {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    }

    setTheme() {
        this.isStale = true;
        this.setPalette();
        this.explorer.setTheme();
    }

    setColumns() {
        const select = $("color");
        select.append(new Option("group", "-1"));
        this.d.columns.forEach((column, i) => {
            if (i >= this.d.dimension)
                select.append(new Option(nameOf(column), i));
        });
        this.setColor(this.options.colorBy);
    }

    setColor(column) {
        this.color = column;
        this.seen = new Set();
        $("color").value = column;
        this.categories = Categories.of(this.d, this.d.columns[column]);
        this.hasGaps = false;
        this.setPalette();
    }

    // What a value of a column is for people.
    textOf(column, group, value) {
        if (column.type === "node")
            return group.nodes[value] || "nothing is live";
        if (column.type === "bool")
            return value ? "yes" : "no";
        if (column.words.length)
            return column.words[value] || (value === -1 ? "none" : `${value}`);
        if (isId(column))
            return value === -1 ? "none" : String(value);
        return format(value, 5) + (column.unit ? ` ${column.unit}` : "");
    }

    categoryOf(frame, i) {
        return this.categories.of(frame, i, frame.words[this.color]);
    }

    isHidden(frame, i) {
        return this.categories !== null && this.categories.isHidden(this.categoryOf(frame, i));
    }

    // Brings colours to the painter; those of agents follow, as places among them.
    setPalette() {
        if (!this.view)
            return;
        this.paintPalette();
        this.setLegend();
        if (this.frame)
            this.view.painter.setColors(this.colorsOf(this.frame));
        this.isStale = true;
    }

    paintPalette() {
        if (this.categories)
            this.paint = this.categories.paint(this.isDark);
        else {
            this.paint = {colors: new Uint8Array(256 * 4)};
            for (let i = 0; i < HIDDEN; i++)
                this.paint.colors.set([...shade(i / (HIDDEN - 1)), 235], i * 4);
            this.paint.colors.set([...rgbOf(this.isDark ? NONE_COLOR.dark : NONE_COLOR.light), 235], NO_VALUE * 4);
        }
        if (this.explorer.fades)
            this.paint.colors.set([...(this.isDark ? [46, 55, 68] : [211, 217, 226]), 235], NO_VALUE * 4);
        this.view.painter.setPalette(this.paint.colors);
    }

    range() {
        return this.options.ranges[this.color] || [0, 1];
    }

    setLegend() {
        $("legend").replaceChildren();
        this.counts = new Map(); // of categories: {row, count}
        if (!this.categories) {
            this.setScale();
            return;
        }
        let hasNone = false;
        this.categories.names.forEach((name, i) => {
            if ((name === null && hasNone) || (name !== null && this.categories.isOfIds))
                return;
            hasNone = hasNone || name === null;
            this.addRow(i);
        });
    }

    // A row of the legend.
    addRow(category) {
        const name = this.nameOfCategory(category), row = element("button", "row"), dot = element("span", "dot");
        dot.style.background = this.categories.color(category, this.isDark);
        const count = element("span", "count", "");
        row.append(dot, element("span", "name", name), count);
        row.title = `${name}: show or hide`;
        row.setAttribute("aria-pressed", !this.categories.isHidden(category));
        row.addEventListener("click", () => this.toggle(category));
        row.hidden = !this.seen.has(category);
        $("legend").append(row);
        this.counts.set(category, {row, count});
        return row;
    }

    nameOfCategory(category) {
        const {names, column} = this.categories;
        return names[category] !== null ? names[category] : column.type === "node" ? "nothing is live" : "none";
    }

    setScale() {
        const [low, high] = this.range(), column = this.d.columns[this.color];
        const unit = column.unit ? ` ${column.unit}` : "";
        const bound = (x) => format(Math.abs(x) < (high - low) / 1000 ? 0 : x, 3) + unit;
        addScale($("legend"), bound(low), bound(high));
        const row = element("div", "row"), dot = element("span", "dot");
        dot.style.background = this.isDark ? NONE_COLOR.dark : NONE_COLOR.light;
        row.append(dot, element("span", "name", "no value"));
        row.id = "no-value";
        row.hidden = !this.hasGaps;
        $("legend").append(row);
    }

    toggle(category) {
        this.categories.toggle(category);
        this.setPalette();
    }

    showCounts(counts) {
        const {names, isOfIds} = this.categories;
        let none = 0;
        names.forEach((name, i) => { none += name === null ? counts[i] : 0; });
        if (isOfIds)
            this.chooseRows(counts);
        for (const [category, {row, count}] of this.counts) {
            const n = names[category] === null ? none : counts[category];
            count.textContent = grouped(n);
            row.classList.toggle("empty", n === 0);
            if (n > 0) // from then on
                this.seen.add(category);
            row.hidden = !this.seen.has(category);
        }
    }

    // Of ids the most frequent ones have rows, and those that are hidden; the last row counts the others.
    chooseRows(counts) {
        if (performance.now() - this.chosenAt < 500 && this.counts.size > 1)
            return;
        this.chosenAt = performance.now();
        const {names} = this.categories, all = [...names.keys()].filter((i) => i > 0 && counts[i] > 0);
        all.sort((a, b) => counts[b] - counts[a] || names[a] - names[b]);
        const wanted = new Set(all.slice(0, MANY).concat([...this.categories.hidden].filter((i) => i !== null)));
        for (const [category, {row}] of this.counts)
            if (category > 0) {
                row.remove();
                this.counts.delete(category);
            }
        $("legend").querySelector(".others")?.remove();
        for (const category of [...wanted].sort((a, b) => names[a] - names[b]))
            this.addRow(category);
        if (all.length > MANY)
            $("legend").append(element("p", "others", `and ${grouped(all.length - MANY)} more`));
    }

    // ---- time

    get frameCount() { return this.recording.frames.length; }

    setPlaying(isPlaying) {
        this.isPlaying = isPlaying;
        if (isPlaying && this.position >= this.frameCount - 1 && this.isDone)
            this.position = this.begin;
        $("play").setAttribute("aria-label", isPlaying ? "pause" : "play");
        $("play").classList.toggle("playing", isPlaying);
    }

    setSpeed(speed) {
        this.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
        this.showSpeed();
    }

    changeSpeed(step) {
        this.isPaced = true;
        this.setSpeed(this.speed + step);
    }

    // Seconds of the run, as gestalt says, or as far as it has come.
    get span() {
        const frames = this.recording.frames;
        return this.options.span ?? frames[frames.length - 1].time - frames[0].time;
    }

    // A run that would take more than a minute is played in half a minute to one; one of less than two seconds slowly.
    pace() {
        if (this.isPaced || !this.isOpen)
            return;
        let speed = REAL_TIME;
        while (speed < SPEEDS.length - 1 && this.span / SPEEDS[speed] > LONGEST)
            speed++;
        while (speed > 0 && this.span / SPEEDS[speed] < 2)
            speed--;
        this.setSpeed(speed);
    }

    showSpeed() {
        const factor = SPEEDS[this.speed], number = factor < 1 ? `1/${1 / factor}` : grouped(factor);
        const whole = clock(this.span / factor);
        const says = factor === 1 ? "as fast as it was" : `${factor < 1 ? number : grouped(factor)} seconds of the run in one`;
        $("speed").replaceChildren(`${number}×`, element("small", "", `all in ${whole}`));
        $("speed").title = `${says}; all of it in ${whole}`;
    }

    // Nothing has happened yet at step 0: a recording that has more opens behind it.
    get begin() {
        const frames = this.recording.frames;
        return this.source.tickOf(0) === 0 && (frames.length > 1 || !this.isDone) ? 1 : 0;
    }

    seek(position) {
        this.position = Math.min(this.frameCount - 1, Math.max(0, position));
    }

    step(frames) {
        this.setPlaying(false);
        this.seek(Math.round(this.position) + frames);
    }

    // Frames are not always equally far apart.
    advance(seconds) {
        let left = seconds * SPEEDS[this.speed];
        while (left > 0 && this.position < this.frameCount - 1) {
            const i = Math.floor(this.position), part = this.position - i;
            const span = Math.max(1e-9, this.recording.frames[i + 1].time - this.recording.frames[i].time);
            const rest = span * (1 - part);
            this.position = left >= rest ? i + 1 : i + part + left / span;
            left -= rest;
        }
        if (this.position >= this.frameCount - 1 && this.isDone)
            this.atEnd();
    }

    atEnd() {
        if ($("loop").getAttribute("aria-pressed") === "true" && this.frameCount > 1)
            this.position = this.begin;
        else
            this.setPlaying(false);
    }

    // ---- a picture

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
        if (this.d && !$("stage").hidden)
            this.renderWorld(index);
        this.showTime();
    }

    renderWorld(index) {
        if (this.isRecolored)
            this.recolor();
        const part = this.position - index;
        if (this.isFollowing)
            this.follow(part);
        const v = this.view, state = `${v.camera} ${v.scale} ${v.turn} ${v.width} ${v.height}`;
        const isMoved = this.isStale || state !== this.state;
        if (isMoved || (this.isFresh && v.lightsChanged(this.frame))) {
            v.drawWorld(this.frame);
            this.setRuler();
        }
        if (isMoved || part !== this.part || this.isFresh) {
            this.isHot ? this.drawHeat(part) : v.painter.draw(v, part);
            this.drawPicked(part);
        }
        Object.assign(this, {state, part, isStale: false, isFresh: false});
    }

    // Other agents are faded than were.
    recolor() {
        this.isRecolored = false;
        this.isFresh = true;
        this.painted = this.colorsOf(this.frame);
        this.view.painter.setColors(this.painted);
    }

    // Brings a frame, and the one that agents move to, to the graphics processor.
    load(index) {
        this.shown = index;
        this.explorer.show(index);
        if (this.d)
            this.loadWorld(index);
    }

    loadWorld(index) {
        const from = this.recording.frame(index);
        this.bringWorld(from, index + 1 < this.frameCount ? this.recording.frame(index + 1) : from);
        this.remember(index);
    }

    bringWorld(from, to) {
        const places = this.places(from, from);
        this.ways = [places, to === from ? places : this.places(to, from, places)];
        this.view.painter.setPlaces(...this.ways);
        this.painted = this.colorsOf(from);
        this.view.painter.setColors(this.painted);
        this.setLooks(from);
        this.setTurns(from, to);
        this.frame = from;
        this.next = to;
        this.isFresh = true;
    }

    // Places from 0 to 1 of the agents of `order`; who is not in the frame stays where `places` says.
    places(frame, order, places) {
        const n = order.count, result = places ? places.slice() : new Float32Array(n * 3);
        const sameAgents = frame === order || frame.ids === order.ids;
        for (let axis = 0; axis < this.d.dimension; axis++) {
            const column = this.d.columns[axis], words = frame.words[axis];
            const low = this.d.low[axis], size = this.d.high[axis] - low;
            const isShort = column.bits === 16;
            const factor = (column.high - column.low) / column.steps / size, start = (column.low - low) / size;
            for (let i = 0, j = 0; i < n; i++) {
                if (!sameAgents) {
                    while (j < frame.count && frame.ids[j] < order.ids[i])
                        j++;
                    if (j === frame.count || frame.ids[j] !== order.ids[i])
                        continue;
                } else
                    j = i;
                result[i * 3 + axis] = isShort ? start + words[j] * factor
                                               : (valueOf(column, words[j]) - low) / size;
            }
        }
        if (this.d.dimension === 2 && !places)
            for (let i = 0; i < n; i++)
                result[i * 3 + 2] = 0.5;
        return result;
    }

    // Where each agent's colour is in the palette.
    colorsOf(frame) {
        if (!this.categories)
            return this.explorer.paint(frame, this.shadesOf(frame));
        const n = frame.count, result = new Uint8Array(n), {categories} = this, words = frame.words[this.color];
        let counts = new Uint32Array(Math.max(64, categories.names.length * 2));
        for (let i = 0; i < n; i++) {
            const category = categories.of(frame, i, words);
            if (category >= this.paint.count) // an id that nobody has seen before
                this.paintPalette();
            if (category >= counts.length) {
                const more = new Uint32Array(category * 2);
                more.set(counts);
                counts = more;
            }
            counts[category]++;
            result[i] = this.paint.places[category];
        }
        this.showCounts(counts);
        return this.explorer.paint(frame, result);
    }

    // The same on a scale. A value that is no number is grey, and the legend says so.
    shadesOf(frame) {
        const n = frame.count, result = new Uint8Array(n), most = HIDDEN - 1;
        const [low, high] = this.range(), column = this.d.columns[this.color];
        const words = frame.words[this.color], factor = high > low ? most / (high - low) : 0;
        let gaps = 0;
        for (let i = 0; i < n; i++) {
            const level = (valueOf(column, words[i]) - low) * factor;
            const isGap = Number.isNaN(level);
            gaps += isGap;
            result[i] = isGap ? NO_VALUE : Math.min(most, Math.max(0, level));
        }
        this.hasGaps = this.hasGaps || gaps > 0;
        if ($("no-value"))
            $("no-value").hidden = !this.hasGaps;
        return result;
    }

    // Sizes and shapes follow from groups.
    setLooks(frame) {
        if (frame.groups === this.looksOf)
            return;
        const radii = new Float32Array(frame.count), shapes = new Uint8Array(frame.count);
        const all = this.d.groups.map((group) => SHAPES.indexOf(group.look.shape));
        for (let i = 0; i < frame.count; i++) {
            radii[i] = this.d.groups[frame.groups[i]].radius;
            shapes[i] = all[frame.groups[i]];
        }
        this.view.painter.setRadii(radii);
        this.view.painter.setShapes(all.some(Boolean) ? shapes : null);
        this.looksOf = frame.groups;
    }

    // Where shapes point, in parts of a turn, now and at the next frame; less than 0 is where they move.
    setTurns(from, to) {
        if (!this.view.hasShapes)
            return;
        const now = this.turnsOf(from), then = now.slice();
        if (this.headings >= 0 && to !== from)
            for (let i = 0, j = 0; i < from.count; i++) {
                while (j < to.count && to.ids[j] < from.ids[i])
                    j++;
                if (j < to.count && to.ids[j] === from.ids[i])
                    then[i] = turnOf(to.words[this.headings][j]);
            }
        this.view.painter.setTurns(now, then);
    }

    turnsOf(frame) {
        const turns = new Float32Array(frame.count).fill(-1);
        if (this.headings >= 0)
            return turns.map((_, i) => turnOf(frame.words[this.headings][i]));
        this.keepTurns(frame, turns);
        return turns;
    }

    // Nobody has recorded where agents point: those that stand point where they moved last.
    keepTurns(frame, turns) {
        const [from, to] = this.ways, {periodic} = this.d, size = this.view.size, old = this.kept || {ids: [], turns: []};
        for (let i = 0, j = 0; i < frame.count; i++) {
            const [x, y] = [0, 1].map((axis) => {
                const way = to[i * 3 + axis] - from[i * 3 + axis];
                return (periodic[axis] ? way - Math.floor(way + 0.5) : way) * size[axis];
            });
            while (j < old.ids.length && old.ids[j] < frame.ids[i])
                j++;
            if (x !== 0 || y !== 0)
                turns[i] = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
            else if (old.ids[j] === frame.ids[i])
                turns[i] = old.turns[j];
        }
        this.kept = {ids: frame.ids, turns};
    }

    // ---- how dense they are

    setHot(isHot) {
        this.isHot = isHot && this.d.dimension === 2;
        $("heat").setAttribute("aria-pressed", this.isHot);
        $("density").hidden = !this.isHot;
        this.heat.clear();
        this.view.painter.clear();
        this.isStale = true;
    }

    drawHeat(part) {
        const {heat} = this, [from, to] = this.ways;
        heat.count(from, to, part, (i) => this.painted[i] !== HIDDEN);
        if (heat.settle() || !$("density").firstChild) {
            const unit = this.d.columns[0].unit || "unit", box = $("density");
            box.replaceChildren(element("p", "", `agents per square ${unit === "m" ? "metre" : unit}`));
            addScale(box, "0", format(heat.most));
        }
        heat.draw(this.view);
    }

    showTime() {
        const frames = this.recording.frames, i = this.shown, part = this.position - i;
        const next = frames[Math.min(i + 1, frames.length - 1)];
        const time = frames[i].time + (next.time - frames[i].time) * part;
        const last = frames[frames.length - 1].time;
        const text = `${clock(time)} / ${clock(last)}`;
        if (text !== this.timeText) {
            this.timeText = $("clock").textContent = text;
            $("step").textContent = `${this.d ? "step" : "tick"} ${grouped(this.source.tickOf(i))}`;
        }
        if (document.activeElement !== $("time") || this.isPlaying)
            $("time").value = this.position;
        $("time").setAttribute("aria-valuetext", text);
        $("time").style.setProperty("--part", `${100 * this.position / Math.max(1, frames.length - 1)}%`);
        const stats = `${counted(frames[i].count, "agent")} · ${Math.round(this.rate)} fps`;
        if (!(performance.now() - this.statsAt < 500)) {
            $("stats").textContent = stats;
            this.statsAt = performance.now();
            this.setRange();
        }
    }

    // ---- the picked agent

    // Where an agent is between the two frames, in the world.
    placeOf(i, part) {
        const id = this.frame.ids[i], j = this.next === this.frame ? i : findAgent(this.next, id);
        return [0, 1, 2].slice(0, this.d.dimension).map((axis) => {
            const column = this.d.columns[axis], size = this.d.high[axis] - this.d.low[axis];
            const a = valueOf(column, this.frame.words[axis][i]);
            if (j < 0)
                return a;
            let move = valueOf(column, this.next.words[axis][j]) - a;
            if (this.d.periodic[axis])
                move -= size * Math.floor(move / size + 0.5);
            let place = a + move * part;
            if (this.d.periodic[axis])
                place -= size * Math.floor((place - this.d.low[axis]) / size);
            return place;
        });
    }

    pickAt(x, y) {
        let best = -1, nearest = 18 * 18;
        const part = this.position - this.shown;
        for (let i = 0; i < this.frame.count; i++) {
            const [sx, sy] = this.view.toScreen(this.placeOf(i, part));
            const radius = this.d.groups[this.frame.groups[i]].radius * this.view.scale;
            const distance = Math.max(0, Math.hypot(sx - x, sy - y) - radius) ** 2;
            if (distance < nearest && !this.isHidden(this.frame, i)) {
                nearest = distance;
                best = i;
            }
        }
        this.pick(best < 0 ? null : this.frame.ids[best]);
    }

    pick(id) {
        this.picked = id;
        this.explorer.picks(id);
        if (!this.d)
            return;
        this.history = [];
        this.isFollowing = this.isFollowing && id !== null;
        $("panel").hidden = id === null;
        this.isFresh = true;
        if (id !== null) {
            this.makeRows();
            this.remember(this.shown);
        }
        this.setFollowing(this.isFollowing);
    }

    // The next agent there is, or the one before.
    pickNext(step) {
        if (!this.d) {
            this.explorer.pickNext(step);
            return;
        }
        const at = this.picked === null ? -1 : findAgent(this.frame, this.picked);
        const n = this.frame.count;
        if (n > 0)
            this.pick(this.frame.ids[((at < 0 && step < 0 ? 0 : at) + step + n) % n]);
    }

    setFollowing(isFollowing) {
        if (!this.d)
            return;
        this.isFollowing = isFollowing && this.picked !== null;
        $("follow").setAttribute("aria-pressed", this.isFollowing);
        if (this.isFollowing && this.view.scale < this.view.fitted * 4)
            this.zoomTo = this.view.fitted * 6;
    }

    follow(part) {
        const i = findAgent(this.frame, this.picked);
        if (i < 0)
            return;
        const q = this.view.turned(this.placeOf(i, part)), v = this.view;
        const far = Math.hypot(q[0] - v.camera[0], q[1] - v.camera[1]) * v.scale;
        const share = far > 2 && far < Math.max(v.width, v.height) && !this.isCalm ? 0.2 : 1;
        v.camera = [v.camera[0] + (q[0] - v.camera[0]) * share, v.camera[1] + (q[1] - v.camera[1]) * share];
        if (this.zoomTo) {
            v.scale += (this.zoomTo - v.scale) * (this.isCalm ? 1 : 0.12);
            if (Math.abs(v.scale / this.zoomTo - 1) < 0.01)
                this.zoomTo = 0;
        }
        this.isMoved = true;
    }

    makeRows() {
        $("who").textContent = `agent ${grouped(this.picked)}`;
        const rows = $("values");
        rows.replaceChildren();
        this.rows = this.d.columns.map((column) => {
            const row = element("div", "value"), value = element("output", "");
            const canvas = document.createElement("canvas");
            canvas.width = 136;
            canvas.height = 32;
            row.append(element("span", "key", nameOf(column)), canvas, value);
            rows.append(row);
            return {value, canvas};
        });
    }

    // Notes the picked agent's values at a frame; what is not the next frame begins anew.
    remember(index) {
        if (this.picked === null)
            return;
        const i = findAgent(this.frame, this.picked), last = this.history[this.history.length - 1];
        if (last && last.index === index)
            return;
        if (last && index !== last.index + 1)
            this.history = [];
        if (i >= 0)
            this.note(index, i);
        $("panel").classList.toggle("gone", i < 0);
        this.showValues(i);
    }

    note(index, i) {
        const place = this.placeOf(i, 0), last = this.history[this.history.length - 1];
        const starts = !last || place.some((x, axis) =>
            this.d.periodic[axis] && Math.abs(x - last.place[axis]) > (this.d.high[axis] - this.d.low[axis]) / 2);
        const values = this.d.columns.map((column, c) => valueOf(column, this.frame.words[c][i]));
        this.history.push({index, place, starts, values});
        if (this.history.length > HISTORY)
            this.history.shift();
    }

    showValues(i) {
        if (i < 0) {
            $("group").textContent = "is not there now";
            return;
        }
        const group = this.d.groups[this.frame.groups[i]], values = this.history[this.history.length - 1].values;
        $("group").textContent = group.name;
        this.d.columns.forEach((column, c) => {
            const row = this.rows[c];
            row.value.textContent = this.textOf(column, group, values[c]);
            row.value.title = row.value.textContent;
            this.sketch(row.canvas, column, c);
        });
    }

    // How a value went since the agent was picked.
    sketch(canvas, column, c) {
        const context = canvas.getContext("2d");
        context.clearRect(0, 0, canvas.width, canvas.height);
        if (column.type === "node" || column.words.length || this.history.length < 2)
            return;
        const values = this.history.map((entry) => entry.values[c]);
        const low = Math.min(...values), high = Math.max(...values), span = high - low || 1;
        context.strokeStyle = this.view.style("--accent");
        context.lineWidth = 2;
        context.beginPath();
        values.forEach((value, i) => context[i ? "lineTo" : "moveTo"](
            2 + i * (canvas.width - 4) / (values.length - 1), canvas.height - 4 - (value - low) / span * (canvas.height - 8)));
        context.stroke();
    }

    drawPicked(part) {
        const i = this.picked === null ? -1 : findAgent(this.frame, this.picked);
        if (i < 0) {
            this.view.drawPicked(null);
            return;
        }
        const place = this.placeOf(i, part), last = this.history[this.history.length - 1];
        const starts = last && place.some((x, axis) => Math.abs(x - last.place[axis]) >
                                          (this.d.high[axis] - this.d.low[axis]) / 2);
        const trail = this.history.slice(-120).concat([{place, starts}]);
        this.view.drawPicked(place, trail, this.d.groups[this.frame.groups[i]].radius);
    }

    setRuler() {
        const step = this.view.gridStep, column = this.d.columns[0];
        $("ruler").hidden = !step || this.d.dimension === 3;
        if (step) {
            $("ruler").style.width = `${step * this.view.scale}px`;
            $("ruler").textContent = `${format(step)} ${column.unit || ""}`;
        }
    }

    // ---- mouse and keys

    listen() {
        this.listenToStage($("stage"));
        this.listenToTime();
        $("play").addEventListener("click", () => this.setPlaying(!this.isPlaying));
        $("slower").addEventListener("click", () => this.changeSpeed(-1));
        $("faster").addEventListener("click", () => this.changeSpeed(1));
        $("color").addEventListener("change", () => this.setColor(+$("color").value));
        $("follow").addEventListener("click", () => this.setFollowing(!this.isFollowing));
        $("close").addEventListener("click", () => this.pick(null));
        $("heat").addEventListener("click", () => this.setHot(!this.isHot));
        $("fit").addEventListener("click", () => this.fit());
        $("theme").addEventListener("click", () => this.nextTheme());
        $("help").addEventListener("click", () => $("keys").showModal());
        document.addEventListener("keydown", (event) => this.key(event));
        // Who clicks with a mouse expects that the space bar still plays.
        document.addEventListener("click", (event) => event.detail && event.target.closest("button")?.blur());
    }

    listenToTime() {
        $("time").addEventListener("input", () => this.seek(+$("time").value));
        $("loop").addEventListener("click", () => press($("loop")));
    }

    fit() {
        this.setFollowing(false);
        this.zoomTo = 0;
        this.isMoved = false;
        this.view.fit();
    }

    nextTheme() {
        document.documentElement.dataset.theme = this.isDark ? "light" : "dark";
        this.setTheme();
    }

    listenToStage(stage) {
        const pointers = new Map();
        let moved = 0, spread = 0;
        stage.addEventListener("pointerdown", (event) => {
            if (event.target.closest("button, select, input, dialog, .card"))
                return;
            stage.setPointerCapture(event.pointerId);
            pointers.set(event.pointerId, event);
            moved = pointers.size > 1 ? 99 : 0;
            spread = 0;
        });
        stage.addEventListener("pointermove", (event) => {
            const old = pointers.get(event.pointerId);
            if (!old || !this.view)
                return;
            const dx = event.clientX - old.clientX, dy = event.clientY - old.clientY;
            pointers.set(event.pointerId, event);
            moved += Math.abs(dx) + Math.abs(dy);
            if (moved < 4)
                return;
            this.isMoved = true;
            if (pointers.size === 2)
                spread = this.pinch([...pointers.values()], spread);
            else if (this.d.dimension === 3 && !(event.shiftKey || event.buttons & 2))
                this.view.rotate(dx, dy);
            else {
                this.setFollowing(false);
                this.view.pan(dx, dy);
            }
        });
        const up = (event) => {
            if (!pointers.delete(event.pointerId) || moved >= 4 || event.type !== "pointerup" || !this.view)
                return;
            const box = stage.getBoundingClientRect();
            this.pickAt(event.clientX - box.left, event.clientY - box.top);
        };
        stage.addEventListener("pointerup", up);
        stage.addEventListener("pointercancel", up);
        stage.addEventListener("contextmenu", (event) => event.preventDefault());
        stage.addEventListener("wheel", (event) => this.wheel(event, stage), {passive: false});
    }

    pinch(pair, old) {
        const [a, b] = pair, box = $("stage").getBoundingClientRect();
        const spread = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (old)
            this.view.zoom(spread / old, (a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top);
        return spread;
    }

    wheel(event, stage) {
        if (!this.view || event.target.closest(".card"))
            return;
        event.preventDefault();
        const box = stage.getBoundingClientRect();
        const lines = event.deltaMode === 1 ? 16 : 1;
        this.isMoved = true;
        this.zoomTo = 0;
        if (this.isFollowing)
            this.view.zoom(Math.exp(-event.deltaY * lines * 0.0016));
        else
            this.view.zoom(Math.exp(-event.deltaY * lines * 0.0016), event.clientX - box.left, event.clientY - box.top);
    }

    key(event) {
        if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey || $("keys").open)
            return;
        const tag = event.target.tagName;
        const isOnControl = tag === "BUTTON" || tag === "SELECT";
        if (tag === "INPUT" && event.target.type !== "range")
            return;
        if ((tag === "SELECT" && event.key !== "Escape") || (isOnControl && (event.key === " " || event.key === "Enter")))
            return;
        const action = this.actions()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!action)
            return;
        event.preventDefault();
        action(event.shiftKey ? 10 : 1);
    }

    actions() {
        const pan = (dx, dy) => { this.isMoved = true; this.setFollowing(false); this.view.pan(dx * 60, dy * 60); };
        const zoom = (factor) => { this.isMoved = true; this.zoomTo = 0; this.view.zoom(factor); };
        const ofWorld = this.view && !$("stage").hidden ? {
            "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": () => this.fit(),
            w: () => pan(0, 1), s: () => pan(0, -1), a: () => pan(1, 0), d: () => pan(-1, 0),
            Enter: () => this.pickAt(this.view.width / 2, this.view.height / 2),
            f: () => this.setFollowing(!this.isFollowing), c: () => this.nextColor(), h: () => this.setHot(!this.isHot),
        } : {};
        return {
            " ": () => this.setPlaying(!this.isPlaying),
            ArrowRight: (many) => this.step(many), ArrowLeft: (many) => this.step(-many),
            Home: () => this.step(-this.frameCount), End: () => this.step(this.frameCount),
            ArrowUp: () => this.changeSpeed(1), ArrowDown: () => this.changeSpeed(-1),
            n: (many) => this.pickNext(many), p: (many) => this.pickNext(-many),
            Escape: () => this.pick(null), l: () => press($("loop")), t: () => this.nextTheme(),
            "?": () => $("keys").showModal(), ...ofWorld, ...this.explorer.actions(),
        };
    }

    nextColor() {
        const select = $("color");
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        this.setColor(+select.value);
    }
}
