// SPDX-License-Identifier: MIT
// The population over time as a heat map, with a row for each node that the panel shows and a column for each span of
// time. A click goes to the time, or selects the node. Keys move a mark, and can do the same.

import {$, addScale} from "../draw/dom.js";
import {CanvasPen, SvgPen} from "../draw/pens.js";
import {spanOf} from "../model/chart_numbers.js";
import {shade} from "../model/colors.js";
import {spanAfter} from "../model/spans.js";
import {timeMarks} from "../model/time_marks.js";
import {clock, counted, cut, format} from "../model/text.js";
/** @import {Pen} from "../draw/pens.js" */
/** @import {Explorer} from "./explorer.js" */

const MAP_ROW = 20, MAP_TALL = 30; // height of a row in pixels, with many and with few rows
const MAP_ROWS = 400, MAP_LEFT = 230, MAP_BOTTOM = 22;

/** @typedef {{row: number, span: number}} Mark */

export class NodeMap {
    /** @param {Explorer} owner */
    constructor(owner) {
        this.owner = owner;
        $("map").addEventListener("click", (event) => this.click(event));
        $("map").addEventListener("pointermove", (event) => this.hover(event));
        $("map").addEventListener("pointerleave", () => { $("map-note").textContent = ""; });
        $("map").addEventListener("focus", () => this.setMark({row: this.mark?.row ?? 0, span: this.spanAt(owner.panel.frame)}));
        $("map").addEventListener("blur", () => this.setMark(null));
        $("map").addEventListener("keydown", (event) => this.key(event));
        /** @type {Mark | null} */
        this.mark = null; // set while the map has the focus
        this.left = this.width = 0; // width in pixels of the names, and of the whole map
        this.most = 0;              // upper end of the scale, in agents
        new ResizeObserver(() => this.draw()).observe($("map-view"));
    }

    get isShown() { return !$("agents").hidden && !$("map-view").hidden; }

    get rows() {
        const {lines, nodes} = this.owner.panel;
        return lines.filter((node) => nodes[node].canLive).slice(0, MAP_ROWS);
    }

    // Height of a row. If there are few rows, they are taller.
    get rowHeight() {
        const room = $("map-view").clientHeight - 90;
        return Math.round(Math.min(MAP_TALL, Math.max(MAP_ROW, room / Math.max(1, this.rows.length))));
    }

    draw() {
        const {panel} = this.owner;
        if (!this.isShown || !panel.tree)
            return;
        const width = $("map-view").clientWidth - 2, height = this.rows.length * this.rowHeight + MAP_BOTTOM;
        $("map").style.height = `${height}px`;
        this.left = Math.min(MAP_LEFT, width * 0.4);
        this.width = width;
        this.paint(new CanvasPen($("map"), width, height), width, this.rowHeight);
        this.showScale();
        $("map").setAttribute("aria-label", `map of heat: agents at ${this.rows.length} nodes over time`);
        this.moveCursor();
    }

    // Show the colours of the map, and the numbers of agents that they mean.
    showScale() {
        const {history} = this.owner.panel, most = history ? Math.max(1, history.most) : 0;
        if (most === this.most || !most)
            return;
        this.most = most;
        $("map-scale").replaceChildren();
        addScale($("map-scale"), "1 agent", counted(Math.round(most), "agent"));
    }

    moveCursor() {
        const {source, panel} = this.owner, part = panel.frame / Math.max(1, source.frameCount - 1);
        $("map-cursor").style.left = `${this.left + part * (this.width - this.left - 8)}px`;
        this.moveMark();
    }

    // ---- keys

    get frames() { return this.owner.panel.history?.frames ?? [0]; }

    /** @param {number} frame */
    spanAt(frame) { return spanOf(this.frames, frame); }

    /** @param {Mark | null} mark */
    setMark(mark) {
        this.mark = mark;
        this.moveMark();
        const node = mark ? this.rows[mark.row] : undefined;
        $("map-note").textContent = mark && node !== undefined ? this.textAt(node, mark.span, this.frames[mark.span]) : "";
    }

    moveMark() {
        const {mark} = this, {style} = $("map-mark");
        $("map-mark").hidden = !mark || !this.rows.length;
        if (!mark || !this.rows.length)
            return;
        mark.row = Math.min(mark.row, this.rows.length - 1);
        mark.span = Math.min(mark.span, this.frames.length - 1);
        const room = this.width - this.left - 8, each = room / this.frames.length;
        style.left = `${this.left + mark.span * each - 2}px`;
        style.width = `${Math.max(2, each) + 4}px`;
        style.top = `${mark.row * this.rowHeight}px`;
        style.height = `${this.rowHeight}px`;
    }

    // Move the mark along time and nodes. Enter goes to the time, the space bar chooses the node.
    /** @param {KeyboardEvent} event */
    key(event) {
        const {mark} = this;
        if (!mark || event.ctrlKey || event.metaKey || event.altKey)
            return;
        const span = spanAfter(event, mark.span, this.frames.length - 1), node = this.rows[mark.row];
        const row = event.key === "ArrowUp" ? mark.row - 1 : event.key === "ArrowDown" ? mark.row + 1 : undefined;
        if (span === undefined && row === undefined && event.key !== "Enter" && event.key !== " ")
            return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Enter")
            this.owner.seek(this.frames[mark.span]);
        else if (event.key === " " && node !== undefined)
            this.owner.panel.toggle(node);
        else
            this.setMark({span: span ?? mark.span, row: Math.max(0, Math.min(this.rows.length - 1, row ?? mark.row))});
        $("map-mark").scrollIntoView({block: "nearest", inline: "nearest"});
    }

    /** @param {Pen} pen @param {number} width @param {number} rowHeight */
    paint(pen, width, rowHeight) {
        const {panel, colors, source} = this.owner, {nodes, history} = panel;
        const left = Math.min(MAP_LEFT, width * 0.4), room = width - left - 8;
        this.rows.forEach((node, row) => {
            const y = row * rowHeight, depth = Math.min(nodes[node].depth, 10);
            pen.text(14 + depth * 9, y + rowHeight / 2 + 4, cut(panel.labelOf(node), (left - 24 - depth * 9) / 6.4), colors.text, "left", 12);
            pen.box(left, y + 1, room, rowHeight - 2, colors.empty);
            if (history)
                this.paintRow(pen, history.agents[node], history.most, left, y + 1, room, rowHeight - 2);
        });
        const bottom = this.rows.length * rowHeight + 15;
        for (const {frame, part, align} of timeMarks(source.frameCount))
            pen.text(left + room * part, bottom, clock(source.timeOf(frame)), colors.muted, align);
    }

    // Draw a row. Neighbouring spans with the same colour are drawn as one box.
    /**
     * @param {Pen} pen
     * @param {ArrayLike<number>} line
     * @param {number} most
     * @param {number} left
     * @param {number} y
     * @param {number} room
     * @param {number} height
     */
    paintRow(pen, line, most, left, y, room, height) {
        /** @param {number} value */
        const shadeOf = (value) => value > 0 ? Math.round(31 * Math.sqrt(value / Math.max(1, most))) : -1;
        for (let from = 0, to; from < line.length; from = to) {
            const level = shadeOf(line[from]);
            for (to = from + 1; to < line.length && shadeOf(line[to]) === level;)
                to++;
            if (level >= 0)
                pen.box(left + room * from / line.length, y, room * (to - from) / line.length, height, `rgb(${shade(level / 31)})`);
        }
    }

    /** @param {MouseEvent} event */
    at(event) {
        const box = $("map").getBoundingClientRect(), {source} = this.owner;
        const part = (event.clientX - box.left - this.left) / (this.width - this.left - 8);
        return {node: this.rows[Math.floor((event.clientY - box.top) / this.rowHeight)],
                frame: part < 0 ? -1 : Math.round(Math.min(1, part) * (source.frameCount - 1)), part};
    }

    /** @param {MouseEvent} event */
    click(event) {
        const {node, frame} = this.at(event);
        if (frame >= 0 && this.owner.canSeek)
            this.owner.seek(frame);
        else if (frame >= 0)
            this.setMark({row: Math.max(0, this.rows.indexOf(node)), span: this.spanAt(frame)});
        else if (node !== undefined)
            this.owner.panel.select(node);
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const {node, frame, part} = this.at(event), line = node === undefined ? null : this.owner.panel.history?.agents[node];
        $("map-note").textContent = line && frame >= 0 ? this.textAt(node, Math.min(line.length - 1, Math.floor(part * line.length)), frame) : "";
    }

    /** @param {number} node @param {number} span @param {number} frame */
    textAt(node, span, frame) {
        const {panel, source} = this.owner, value = panel.history?.agents[node]?.[span] ?? NaN;
        return `${panel.labelOf(node)}: ${Number.isFinite(value) ? format(value, 4) : "not known"} agents at ${clock(source.timeOf(frame))}`;
    }

    svg() {
        const width = 1000, height = this.rows.length * MAP_ROW + MAP_BOTTOM, pen = new SvgPen(width, height, this.owner.colors.ground);
        this.paint(pen, width, MAP_ROW);
        return pen.svg;
    }
}
