// SPDX-License-Identifier: MIT
// The player: time, colours, the picked agent, mouse and keys. gestalt calls play.start, play.add for
// each piece of the recording, and play.end.
"use strict";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
const STOPS = [[86, 72, 214], [150, 60, 190], [206, 75, 130], [236, 118, 80], [246, 174, 48]];
const LIGHT = ["#2f6fdb", "#e0742c", "#1f9d74", "#c2417f", "#7f5bd6", "#b58a08", "#1b9dbb", "#d64550",
               "#6d8f1f", "#8d6e5a", "#3f4fa8", "#a3541a", "#0f6e52", "#8c2560", "#5a3aa8", "#7d6006"];
const DARK = ["#6ea3ff", "#ff9d5c", "#45c99b", "#ee7db2", "#ab8ef5", "#dfb83c", "#53c7e3", "#ff7b83",
              "#a5c957", "#c4a48e", "#8f9df5", "#e0a06a", "#5fb596", "#d17faa", "#9c82e0", "#bfa450"];
const HISTORY = 400; // frames of the picked agent

const $ = (id) => document.getElementById(id);
const format = (x, digits = 4) => Number.isFinite(x) ? String(+x.toPrecision(digits)) : String(x);
const grouped = (n) => n.toLocaleString("en-US");

class Player {
    // ---- what gestalt calls

    start(options) {
        this.options = options;
        this.recording = new Recording();
        this.position = 0; // in frames
        this.isPlaying = false;
        this.speed = 3;
        this.picked = null;
        this.isFollowing = false;
        this.history = [];
        this.hidden = new Set();
        this.rate = 0;
        this.shown = -1;
        this.isDone = false;
        window.addEventListener("error", (event) => this.tell(event.message));
        this.listen();
    }

    add(text) {
        const binary = atob(text), bytes = new Uint8Array(binary.length);
        for (let i = 0; i < binary.length; i++)
            bytes[i] = binary.charCodeAt(i);
        this.recording.add(bytes);
        if (!this.view && this.recording.description && this.recording.frames.length)
            this.open();
    }

    end() {
        this.isDone = true;
        if (!this.view)
            this.tell("This recording has no frames.");
        else
            this.setRange();
    }

    tell(message) {
        $("message").textContent = message;
        $("message").hidden = false;
    }

    // ---- the first frame is there

    open() {
        const d = this.recording.description;
        this.d = d;
        this.view = new View($("points"), $("below"), $("above"));
        this.resize();
        this.view.describe(d);
        $("title").textContent = document.title = this.options.title || d.name || "recording";
        this.setColumns();
        this.setRange();
        new ResizeObserver(() => { this.resize(); this.view.fitted || this.view.fit(); }).observe($("stage"));
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme());
        this.setTheme();
        this.setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
        this.last = performance.now();
        requestAnimationFrame((now) => this.tick(now));
    }

    resize() {
        const box = $("stage").getBoundingClientRect();
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

    // ---- themes and colours

    get isDark() {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    }

    setTheme() {
        this.isStale = true;
        this.setPalette();
    }

    setColumns() {
        const select = $("color");
        select.append(new Option("group", "-1"));
        this.d.columns.forEach((column, i) => {
            if (i >= this.d.dimension)
                select.append(new Option(column.name, i));
        });
        this.setColor(this.options.colorBy);
    }

    setColor(column) {
        this.color = column;
        this.seen = new Set();
        $("color").value = column;
        this.hidden.clear();
        this.categories = this.makeCategories();
        this.shown = -1;
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
        return format(value, 5) + (column.unit ? ` ${column.unit}` : "");
    }

    // Categories with their names and the place of the first of each group; null for a scale.
    makeCategories() {
        const d = this.d, column = d.columns[this.color];
        if (!column)
            return {names: d.groups.map((group) => group.name), first: null};
        if (column.type === "bool")
            return {names: ["no", "yes"], first: null};
        if (column.words.length)
            return {names: [...column.words, null], first: null};
        if (column.type !== "node")
            return null;
        const names = [], first = [];
        for (const group of d.groups) {
            first.push(names.length);
            for (const node of group.nodes)
                names.push(d.groups.length > 1 ? `${group.name}: ${node}` : node);
            names.push(null); // nothing is live
        }
        return {names, first};
    }

    categoryOf(frame, i) {
        const column = this.d.columns[this.color];
        if (!column)
            return frame.groups[i];
        const word = frame.words[this.color][i];
        if (column.type === "bool")
            return word;
        if (column.words.length)
            return Math.min(word, column.words.length);
        const group = frame.groups[i], nodes = this.d.groups[group].nodes.length;
        return this.categories.first[group] + Math.min(word, nodes);
    }

    // Colours of categories by how often they are seen in the first frames; a rare one shares.
    setPalette() {
        if (!this.view)
            return;
        const colors = new Uint8Array(256 * 4), list = this.isDark ? DARK : LIGHT;
        if (this.categories) {
            this.categories.colors = this.categories.names.map((name, i) =>
                name === null ? (this.isDark ? "#566072" : "#a9b1be") : list[this.order(i) % list.length]);
            this.categories.names.forEach((_, i) => {
                const category = i % 256, color = parseInt(this.categories.colors[i].slice(1), 16);
                colors.set([color >> 16, color >> 8 & 255, color & 255, this.hidden.has(i) ? 0 : 235], category * 4);
            });
        } else {
            for (let i = 0; i < 256; i++)
                colors.set([...shade(i / 255), 235], i * 4);
        }
        this.view.painter.setPalette(colors);
        this.setLegend();
        this.isStale = true;
    }

    // The colours are dealt out to names; nothing that is no category takes one.
    order(category) {
        let order = 0;
        for (let i = 0; i < category; i++)
            order += this.categories.names[i] !== null;
        return order;
    }

    range() {
        return this.options.ranges[this.color] || [0, 1];
    }

    setLegend() {
        const legend = $("legend");
        legend.replaceChildren();
        if (!this.categories) {
            const [low, high] = this.range(), column = this.d.columns[this.color];
            const unit = column.unit ? ` ${column.unit}` : "";
            const stops = Array.from({length: 11}, (_, i) => `rgb(${shade(i / 10)})`).join(",");
            const bar = element("div", "scale");
            bar.style.background = `linear-gradient(to right, ${stops})`;
            const ends = element("div", "ends");
            ends.append(element("span", "", format(low, 3) + unit), element("span", "", format(high, 3) + unit));
            legend.append(bar, ends);
            return;
        }
        this.counts = [];
        let hasNone = false;
        this.categories.names.forEach((name, i) => {
            if (name === null && hasNone)
                return;
            hasNone = hasNone || name === null;
            const row = element("button", "row");
            const dot = element("span", "dot");
            dot.style.background = this.categories.colors[i];
            const count = element("span", "count", "");
            row.append(dot, element("span", "name", name === null ? this.noneText() : name), count);
            row.title = `${name === null ? this.noneText() : name}: show or hide`;
            row.setAttribute("aria-pressed", !this.hidden.has(i));
            row.addEventListener("click", () => this.toggle(i));
            row.hidden = !this.seen.has(i);
            legend.append(row);
            this.counts.push({category: i, name, row, count});
        });
        this.shown = -1;
    }

    noneText() {
        return this.d.columns[this.color]?.words.length ? "none" : "nothing is live";
    }

    toggle(category) {
        for (const [i, name] of this.categories.names.entries())
            if (i === category || (name === null && this.categories.names[category] === null))
                this.hidden.has(i) ? this.hidden.delete(i) : this.hidden.add(i);
        this.setPalette();
    }

    showCounts(counts) {
        for (const {category, name, row, count} of this.counts) {
            const n = name === null
                ? this.categories.names.reduce((sum, other, i) => sum + (other === null ? counts[i] : 0), 0)
                : counts[category];
            count.textContent = grouped(n);
            row.classList.toggle("empty", n === 0);
            if (n > 0) // from then on
                this.seen.add(category);
            row.hidden = !this.seen.has(category);
        }
    }

    // ---- time

    get frameCount() { return this.recording.frames.length; }

    setPlaying(isPlaying) {
        this.isPlaying = isPlaying;
        if (isPlaying && this.position >= this.frameCount - 1 && this.isDone)
            this.position = 0;
        $("play").setAttribute("aria-label", isPlaying ? "pause" : "play");
        $("play").classList.toggle("playing", isPlaying);
    }

    setSpeed(speed) {
        this.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
        $("speed").textContent = `${SPEEDS[this.speed]}×`;
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
            this.position = 0;
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
        requestAnimationFrame((next) => this.tick(next));
    }

    render() {
        const index = Math.min(Math.floor(this.position), this.frameCount - 1);
        if (index !== this.shown)
            this.load(index);
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
            v.painter.draw(v, part);
            this.drawPicked(part);
        }
        Object.assign(this, {state, part, isStale: false, isFresh: false});
        this.showTime();
    }

    // Brings a frame, and the one that agents move to, to the graphics processor.
    load(index) {
        const from = this.recording.frame(index);
        const to = index + 1 < this.frameCount ? this.recording.frame(index + 1) : from;
        const places = this.places(from, from);
        this.view.painter.setPlaces(places, to === from ? places : this.places(to, from, places));
        this.view.painter.setColors(this.colorsOf(from));
        this.setRadii(from);
        this.frame = from;
        this.next = to;
        this.shown = index;
        this.isFresh = true;
        this.remember(index);
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
        const n = frame.count, result = new Uint8Array(n);
        if (!this.categories) {
            const [low, high] = this.range(), column = this.d.columns[this.color];
            const words = frame.words[this.color], factor = high > low ? 255 / (high - low) : 0;
            for (let i = 0; i < n; i++) {
                const level = (valueOf(column, words[i]) - low) * factor;
                result[i] = Math.min(255, Math.max(0, level || 0));
            }
            return result;
        }
        const counts = new Uint32Array(this.categories.names.length);
        for (let i = 0; i < n; i++) {
            const category = this.categoryOf(frame, i);
            counts[category]++;
            result[i] = category; // 256 colours, in turn
        }
        this.showCounts(counts);
        return result;
    }

    setRadii(frame) {
        if (frame.groups === this.radiiOf)
            return;
        const radii = new Float32Array(frame.count);
        for (let i = 0; i < frame.count; i++)
            radii[i] = this.d.groups[frame.groups[i]].radius;
        this.view.painter.setRadii(radii);
        this.radiiOf = frame.groups;
    }

    showTime() {
        const frames = this.recording.frames, i = this.shown, part = this.position - i;
        const next = frames[Math.min(i + 1, frames.length - 1)];
        const time = frames[i].time + (next.time - frames[i].time) * part;
        const last = frames[frames.length - 1].time;
        const text = `${clock(time)} / ${clock(last)}`;
        if (text !== this.timeText) {
            this.timeText = $("clock").textContent = text;
            $("step").textContent = `step ${grouped(frames[i].step)}`;
        }
        if (document.activeElement !== $("time") || this.isPlaying)
            $("time").value = this.position;
        $("time").setAttribute("aria-valuetext", text);
        $("time").style.setProperty("--part", `${100 * this.position / Math.max(1, frames.length - 1)}%`);
        const stats = `${grouped(this.frame.count)} agents · ${Math.round(this.rate)} fps`;
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
        const isHidden = (i) => this.categories && this.hidden.has(this.categoryOf(this.frame, i));
        for (let i = 0; i < this.frame.count; i++) {
            const [sx, sy] = this.view.toScreen(this.placeOf(i, part));
            const radius = this.d.groups[this.frame.groups[i]].radius * this.view.scale;
            const distance = Math.max(0, Math.hypot(sx - x, sy - y) - radius) ** 2;
            if (distance < nearest && !isHidden(i)) {
                nearest = distance;
                best = i;
            }
        }
        this.pick(best < 0 ? null : this.frame.ids[best]);
    }

    pick(id) {
        this.picked = id;
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
        const at = this.picked === null ? -1 : findAgent(this.frame, this.picked);
        const n = this.frame.count;
        if (n > 0)
            this.pick(this.frame.ids[((at < 0 && step < 0 ? 0 : at) + step + n) % n]);
    }

    setFollowing(isFollowing) {
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
        const share = far > 2 && far < Math.max(v.width, v.height) ? 0.2 : 1;
        v.camera = [v.camera[0] + (q[0] - v.camera[0]) * share, v.camera[1] + (q[1] - v.camera[1]) * share];
        if (this.zoomTo) {
            v.scale += (this.zoomTo - v.scale) * 0.12;
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
            row.append(element("span", "key", column.name), canvas, value);
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
        $("play").addEventListener("click", () => this.setPlaying(!this.isPlaying));
        $("time").addEventListener("input", () => this.seek(+$("time").value));
        $("slower").addEventListener("click", () => this.setSpeed(this.speed - 1));
        $("faster").addEventListener("click", () => this.setSpeed(this.speed + 1));
        $("loop").addEventListener("click", () => press($("loop")));
        $("color").addEventListener("change", () => this.setColor(+$("color").value));
        $("follow").addEventListener("click", () => this.setFollowing(!this.isFollowing));
        $("close").addEventListener("click", () => this.pick(null));
        $("fit").addEventListener("click", () => this.fit());
        $("theme").addEventListener("click", () => this.nextTheme());
        $("help").addEventListener("click", () => $("keys").showModal());
        document.addEventListener("keydown", (event) => this.key(event));
        // Who clicks with a mouse expects that the space bar still plays.
        document.addEventListener("click", (event) => event.detail && event.target.closest("button")?.blur());
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
        if (!this.view || event.ctrlKey || event.metaKey || event.altKey || $("keys").open)
            return;
        const tag = event.target.tagName;
        const isOnControl = tag === "BUTTON" || tag === "SELECT";
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
        return {
            " ": () => this.setPlaying(!this.isPlaying),
            ArrowRight: (many) => this.step(many), ArrowLeft: (many) => this.step(-many),
            Home: () => this.step(-this.frameCount), End: () => this.step(this.frameCount),
            ArrowUp: () => this.setSpeed(this.speed + 1), ArrowDown: () => this.setSpeed(this.speed - 1),
            "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": () => this.fit(),
            w: () => pan(0, 1), s: () => pan(0, -1), a: () => pan(1, 0), d: () => pan(-1, 0),
            n: (many) => this.pickNext(many), p: (many) => this.pickNext(-many),
            Enter: () => this.pickAt(this.view.width / 2, this.view.height / 2),
            f: () => this.setFollowing(!this.isFollowing), Escape: () => this.pick(null),
            c: () => this.nextColor(), l: () => press($("loop")), t: () => this.nextTheme(),
            "?": () => $("keys").showModal(), h: () => $("keys").showModal(),
        };
    }

    nextColor() {
        const select = $("color");
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        this.setColor(+select.value);
    }
}

function press(button) {
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
}

function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    if (text !== undefined)
        made.textContent = text;
    return made;
}

function shade(part) {
    const at = part * (STOPS.length - 1), i = Math.min(STOPS.length - 2, Math.floor(at));
    return STOPS[i].map((low, c) => Math.round(low + (STOPS[i + 1][c] - low) * (at - i)));
}

function clock(seconds) {
    const sign = seconds < 0 ? "-" : "", s = Math.abs(seconds);
    if (s < 60)
        return `${sign}${s.toFixed(1)} s`;
    const pad = (n) => String(Math.floor(n)).padStart(2, "0");
    return s < 3600 ? `${sign}${Math.floor(s / 60)}:${pad(s % 60)}`
                    : `${sign}${Math.floor(s / 3600)}:${pad(s / 60 % 60)}:${pad(s % 60)}`;
}

const play = new Player();
