// SPDX-License-Identifier: MIT
// The chart below the scrubber: the number of agents, or the mean and spread of a column, by group or by node, over the
// whole time. A click goes to a time. Keys move a mark, and Enter goes to it. Where time can only be watched, a click moves the mark.

import {$, element, press, save} from "../draw/dom.js";
import {CanvasPen, SvgPen} from "../draw/pens.js";
import {busiestNodes, rangeOf, spanOf} from "../model/chart_numbers.js";
import {Categories, PALETTE} from "../model/colors.js";
import {known} from "../model/known.js";
import {AT_NO_NODE, Asker} from "../model/source.js";
import {spanAfter} from "../model/spans.js";
import {timeMarks} from "../model/time_marks.js";
import {clock, fileName, format, grouped} from "../model/text.js";
/** @import {Pen, Point} from "../draw/pens.js" */
/** @import {Bin, Series} from "../model/source.js" */
/** @import {Explorer} from "./explorer.js" */

const CHART_LEFT = 64, CHART_RIGHT = 12;

export class Charts {
    /** @param {Explorer} owner */
    constructor(owner) {
        this.owner = owner;
        this.asker = new Asker();
        /** @type {Series | null} */
        this.series = null;
        /** @type {(Bin & {name: string})[]} */
        this.shown = [];     // the lines of the chart
        this.width = 0;      // width of the chart in pixels
        this.legendKey = ""; // identifies what the legend shows
        /** @type {Categories | null} */
        this.groupColors = null;
        this.mark = -1; // span of the mark, which keys move while the chart has the focus
        this.markedFrame = 0;
        $("chart-column").addEventListener("change", () => this.load());
        $("chart-by").addEventListener("change", () => this.load());
        $("chart-spread").addEventListener("click", () => { press($("chart-spread")); this.draw(); });
        $("chart-save").addEventListener("click", () => this.save());
        const canvas = $("chart");
        canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); this.seek(event); });
        canvas.addEventListener("pointermove", (event) => event.buttons ? this.seek(event) : this.hover(event));
        canvas.addEventListener("pointerleave", () => this.setMark(this.mark));
        canvas.addEventListener("focus", () => this.mark < 0 && this.setMark(this.spanAt(this.owner.panel.frame)));
        canvas.addEventListener("blur", () => this.setMark(-1));
        canvas.addEventListener("keydown", (event) => this.key(event));
        new ResizeObserver(() => this.draw()).observe($("charts"));
    }

    get isShown() { return !$("charts").hidden; }

    open() {
        const {source} = this.owner;
        this.listColumns();
        $("chart-by").append(new Option("by group", "group"));
        if (source.hasTrees)
            $("chart-by").append(new Option("by node", "node"));
        $("chart-by").value = source.hasTrees && (source.isLive || !this.owner.player.world) ? "node" : "group";
    }

    // List the columns. The column that is shown stays in the list, even if an edit has removed it.
    listColumns() {
        const select = $("chart-column"), shown = select.value, {columns} = this.owner.source;
        select.replaceChildren(new Option("agents", "agents"), ...columns.filter(({words, type}) => !words.length && !type.startsWith("vec"))
            .map(({name}) => new Option(name, `=${name}`)));
        if (shown && ![...select.options].some(({value}) => value === shown))
            select.append(new Option(`${shown.slice(1)} (gone)`, shown));
        select.value = shown || "agents";
    }

    // Name of the column; null: the chart shows counts of agents.
    get name() { return $("chart-column").value === "agents" ? null : $("chart-column").value.slice(1); }

    get column() { return this.name === null ? "agents" : this.owner.source.columns.findIndex(({name}) => name === this.name); }

    // Return the groups, or the nodes with the most agents among those below which no node can be live.
    /** @returns {(Bin & {name: string})[]} */
    bins() {
        const {source, panel} = this.owner, {tree, history} = panel;
        if ($("chart-by").value === "group" || !tree)
            return source.groups.map((name, group) => ({group, node: -1, version: -1, name}))
                .filter(({group}) => this.name === null || !source.hasKey || source.hasKey(group, this.name));
        const nodes = busiestNodes(tree, history).map((node) => ({group: panel.group, node, version: tree.version, name: panel.labelOf(node)}));
        return this.name === null ? [...nodes, {group: panel.group, node: AT_NO_NODE, version: tree.version, name: "at no node"}] : nodes;
    }

    load() {
        if (!this.isShown || this.owner.panel.frame < 0)
            return;
        if (this.owner.source.isLive) // only recordings have values by node
            this.allowNodes(this.name === null);
        this.shown = this.bins();
        const bins = this.shown.map(({group, node, version}) => ({group, node, version}));
        $("chart-spread").hidden = this.column === "agents";
        this.asker.ask("series", () => this.owner.source.series({column: this.column, name: this.name, bins}), (series) => {
            this.series = series;
            this.dropIdle();
            this.mark = this.mark < 0 ? -1 : this.spanAt(this.markedFrame); // spans get longer while a run goes on
            this.draw();
        });
    }

    // Leave out the line of agents at no node if there are none.
    dropIdle() {
        const {series, shown} = this, last = shown.length - 1, line = series?.lines[last];
        if (!series || !line || shown[last].node !== AT_NO_NODE || line.count.some((count) => count > 0))
            return;
        this.series = {...series, lines: series.lines.slice(0, last)};
        this.shown = shown.slice(0, last);
    }

    /** @param {boolean} isAllowed */
    allowNodes(isAllowed) {
        const option = [...$("chart-by").options].find(({value}) => value === "node");
        if (!option || option.disabled === !isAllowed)
            return;
        option.disabled = !isAllowed;
        $("chart-by").value = isAllowed ? "node" : "group";
    }

    // ---- drawing

    /** @returns {"count" | "mean"} */
    get field() { return this.column === "agents" ? "count" : "mean"; }

    get showsSpread() { return this.column !== "agents" && $("chart-spread").getAttribute("aria-pressed") === "true"; }

    /** @returns {[number, number]} */
    range() { return rangeOf(this.series?.lines ?? [], this.field, this.showsSpread); }

    draw() {
        if (!this.isShown || !$("charts").clientWidth)
            return;
        const width = $("chart-box").clientWidth, height = $("chart-box").clientHeight;
        this.width = width;
        this.paint(new CanvasPen($("chart"), width, height), width, height);
        this.showLegend();
        this.moveCursor();
    }

    /** @param {number} frame @param {number} width */
    x(frame, width) {
        return CHART_LEFT + frame / Math.max(1, this.owner.source.frameCount - 1) * (width - CHART_LEFT - CHART_RIGHT);
    }

    /** @param {Pen} pen @param {number} width @param {number} height */
    paint(pen, width, height) {
        const {colors, source} = this.owner, [low, high] = this.range(), bottom = height - 18, top = 8;
        /** @param {number} value */
        const y = (value) => bottom - (value - low) / (high - low) * (bottom - top);
        for (const part of [0, 0.5, 1]) {
            const value = low + (high - low) * part;
            pen.box(CHART_LEFT, Math.round(y(value)), width - CHART_LEFT - CHART_RIGHT, 1, colors.line);
            pen.text(CHART_LEFT - 6, y(value) + 4, this.field === "count" && high > 10 ? grouped(Math.round(value)) : format(value, 3), colors.muted, "right");
        }
        for (const {frame, align} of timeMarks(source.frameCount))
            pen.text(this.x(frame, width), height - 4, clock(source.timeOf(frame)), colors.muted, align);
        const {series} = this;
        series?.lines.forEach((line, i) => {
            const color = this.colorOf(i);
            /** @param {(span: number) => number} value @returns {Point[]} */
            const points = (value) => series.frames.map((frame, span) => [this.x(frame, width), y(value(span))]);
            if (this.showsSpread)
                pen.area(points((span) => line.mean[span] + line.deviation[span]), points((span) => line.mean[span] - line.deviation[span]), color, 0.14);
            pen.line(points((span) => line[this.field][span]), color);
        });
    }

    /** @param {number} i */
    colorOf(i) {
        const d = this.owner.player.world?.d;
        if (d && this.shown[i].node < 0) // the same colours as in the world
            return (this.groupColors ??= known(Categories.of(d, undefined))).color(i, this.owner.isDark);
        const color = PALETTE[i % PALETTE.length];
        return this.owner.isDark ? color.dark : color.light;
    }

    showLegend() {
        const names = this.shown.map(({name}) => name), isGone = this.series?.isGone === true;
        const key = names.join("\n") + this.owner.isDark + isGone;
        if (key === this.legendKey)
            return;
        this.legendKey = key;
        $("chart-legend").replaceChildren(...names.map((name, i) => {
            const entry = element("span", "entry"), dot = element("span", "dot");
            dot.style.background = this.colorOf(i);
            entry.append(dot, element("span", "", name));
            return entry;
        }), ...(isGone ? [element("span", "note", `nobody has the key ${this.name} any more`)] : []));
    }

    moveCursor() {
        if (!this.isShown)
            return;
        const {panel, source} = this.owner, frame = this.mark < 0 ? panel.frame : this.frameOf(this.mark);
        $("chart-cursor").style.left = `${this.x(panel.frame, this.width)}px`;
        $("chart-mark").hidden = this.mark < 0;
        $("chart-mark").style.left = `${this.x(frame, this.width)}px`;
        const text = this.mark < 0 ? clock(source.timeOf(panel.frame)) : this.textAt(this.mark);
        for (const [name, value] of Object.entries({valuemin: 0, valuemax: source.frameCount - 1, valuenow: frame, valuetext: text}))
            if ($("chart").getAttribute(`aria-${name}`) !== String(value))
                $("chart").setAttribute(`aria-${name}`, String(value));
    }

    // ---- mouse

    /** @param {MouseEvent} event */
    frameAt(event) {
        const box = $("chart").getBoundingClientRect();
        const part = (event.clientX - box.left - CHART_LEFT) / (this.width - CHART_LEFT - CHART_RIGHT);
        return Math.round(Math.min(1, Math.max(0, part)) * (this.owner.source.frameCount - 1));
    }

    /** @param {MouseEvent} event */
    seek(event) {
        const frame = this.frameAt(event);
        if (this.owner.canSeek)
            this.owner.seek(frame);
        else
            this.setMark(this.spanAt(frame));
    }

    // The first frames of all spans. Until a series has arrived, each frame is a span.
    get frames() { return this.series?.frames ?? Array.from({length: this.owner.source.frameCount}, (_, i) => i); }

    /** @param {number} frame */
    spanAt(frame) {
        return spanOf(this.frames, frame);
    }

    /** @param {number} span */
    frameOf(span) { return this.frames[Math.min(span, this.frames.length - 1)]; }

    /** @param {number} span @param {number} [frame] */
    textAt(span, frame = this.frameOf(span)) {
        const has = Number.isFinite;
        const values = (this.series?.lines ?? []).map((line, i) => this.shown[i] && `${this.shown[i].name} ${has(line[this.field][span])
            ? format(line[this.field][span], 4) : "–"}` + (this.showsSpread && has(line.deviation[span])
            ? ` ± ${format(line.deviation[span], 3)} (${format(line.low[span], 3)} to ${format(line.high[span], 3)})` : ""));
        return `${clock(this.owner.source.timeOf(frame))}: ${values.filter(Boolean).join(", ")}`;
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const frame = this.frameAt(event);
        if (this.series)
            $("chart-note").textContent = this.textAt(this.spanAt(frame), frame);
    }

    // ---- keys

    /** @param {number} span */
    setMark(span) {
        this.mark = span;
        this.markedFrame = span < 0 ? 0 : this.frameOf(span);
        $("chart-note").textContent = span < 0 ? "" : this.textAt(span);
        this.moveCursor();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        const to = spanAfter(event, this.mark, this.frames.length - 1), goes = event.key === "Enter" || event.key === " ";
        if (to === undefined && !goes)
            return;
        event.preventDefault();
        event.stopPropagation();
        if (goes)
            this.owner.seek(this.frameOf(this.mark));
        else if (to !== undefined)
            this.setMark(to);
    }

    svg() {
        const pen = new SvgPen(1000, 300, this.owner.colors.ground), names = this.shown.map(({name}) => name);
        let x = CHART_LEFT;
        names.forEach((name, i) => {
            pen.box(x, 282, 10, 10, this.colorOf(i));
            pen.text(x + 15, 291, name, this.owner.colors.text);
            x += 34 + name.length * 6.4;
        });
        this.paint(pen, 1000, 270);
        return pen.svg;
    }

    save() {
        if (this.series)
            save(`${fileName($("title").textContent)}-chart.svg`, new Blob([this.svg()], {type: "image/svg+xml"}));
    }
}
