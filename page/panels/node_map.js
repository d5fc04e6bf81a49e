// SPDX-License-Identifier: MIT
// The population over time as a map of heat: a row for each node that the panel shows, a column for
// each span of time. A click goes there, and chooses the node; so do keys, which move a mark.

import {$, addScale} from "../draw/dom.js";
import {CanvasPen, SvgPen} from "../draw/pens.js";
import {shade} from "../model/colors.js";
import {spanAfter} from "../model/spans.js";
import {clock, counted, cut, format} from "../model/text.js";

const MAP_ROW = 20, MAP_TALL = 30; // pixels of a row, where there are many and few
const MAP_ROWS = 400, MAP_LEFT = 230, MAP_BOTTOM = 22;

export class NodeMap {
    constructor(owner) {
        this.owner = owner;
        $("map").addEventListener("click", (event) => this.click(event));
        $("map").addEventListener("pointermove", (event) => this.hover(event));
        $("map").addEventListener("pointerleave", () => { $("map-note").textContent = ""; });
        $("map").addEventListener("focus", () => this.setMark({row: this.mark?.row ?? 0, span: this.spanAt(owner.panel.frame)}));
        $("map").addEventListener("blur", () => this.setMark(null));
        $("map").addEventListener("keydown", (event) => this.key(event));
        this.mark = null; // {row, span}, while the map has the focus
        new ResizeObserver(() => this.draw()).observe($("map-view"));
    }

    get isShown() { return !$("agents").hidden && !$("map-view").hidden; }

    get rows() { return this.owner.panel.lines.filter((node) => this.owner.panel.tree.nodes[node].canLive).slice(0, MAP_ROWS); }

    // Few rows are taller.
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

    // Colours of the map, and how many agents they stand for.
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

    spanAt(frame) { return Math.max(0, this.frames.findLastIndex((first) => first <= frame)); }

    setMark(mark) {
        this.mark = mark;
        this.moveMark();
        const node = mark && this.rows[mark.row];
        $("map-note").textContent = mark && node !== undefined ? this.textAt(node, mark.span, this.frames[mark.span]) : "";
    }

    moveMark() {
        const {mark} = this, {style} = $("map-mark");
        $("map-mark").hidden = !mark || !this.rows.length;
        if ($("map-mark").hidden)
            return;
        mark.row = Math.min(mark.row, this.rows.length - 1);
        mark.span = Math.min(mark.span, this.frames.length - 1);
        const room = this.width - this.left - 8, each = room / this.frames.length;
        style.left = `${this.left + mark.span * each - 2}px`;
        style.width = `${Math.max(2, each) + 4}px`;
        style.top = `${mark.row * this.rowHeight}px`;
        style.height = `${this.rowHeight}px`;
    }

    // Along time and nodes; Enter goes to the time, space chooses the node.
    key(event) {
        const {mark} = this;
        if (!mark || event.ctrlKey || event.metaKey || event.altKey)
            return;
        const span = spanAfter(event, mark.span, this.frames.length - 1), node = this.rows[mark.row];
        const row = {ArrowUp: mark.row - 1, ArrowDown: mark.row + 1}[event.key];
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

    paint(pen, width, rowHeight) {
        const {panel, colors, source} = this.owner, {nodes} = panel.tree, {history} = panel;
        const left = Math.min(MAP_LEFT, width * 0.4), room = width - left - 8;
        this.rows.forEach((node, row) => {
            const y = row * rowHeight, depth = Math.min(nodes[node].depth, 10);
            pen.text(14 + depth * 9, y + rowHeight / 2 + 4, cut(panel.labelOf(node), (left - 24 - depth * 9) / 6.4), colors.text, "left", 12);
            pen.box(left, y + 1, room, rowHeight - 2, colors.empty);
            if (history)
                this.paintRow(pen, history.agents[node], history.most, left, y + 1, room, rowHeight - 2);
        });
        const last = source.frameCount - 1, bottom = this.rows.length * rowHeight + 15;
        [0, 0.25, 0.5, 0.75, 1].forEach((part, i) => pen.text(left + room * part, bottom,
            clock(source.timeOf(Math.round(part * last))), colors.muted, i === 0 ? "left" : i === 4 ? "right" : "center"));
    }

    // Spans that look the same are one box.
    paintRow(pen, line, most, left, y, room, height) {
        const shadeOf = (value) => value > 0 ? Math.round(31 * Math.sqrt(value / Math.max(1, most))) : -1;
        for (let from = 0, to; from < line.length; from = to) {
            const level = shadeOf(line[from]);
            for (to = from + 1; to < line.length && shadeOf(line[to]) === level;)
                to++;
            if (level >= 0)
                pen.box(left + room * from / line.length, y, room * (to - from) / line.length, height, `rgb(${shade(level / 31)})`);
        }
    }

    at(event) {
        const box = $("map").getBoundingClientRect(), {source} = this.owner;
        const part = (event.clientX - box.left - this.left) / (this.width - this.left - 8);
        return {node: this.rows[Math.floor((event.clientY - box.top) / this.rowHeight)],
                frame: part < 0 ? -1 : Math.round(Math.min(1, part) * (source.frameCount - 1)), part};
    }

    click(event) {
        const {node, frame} = this.at(event);
        if (frame >= 0)
            this.owner.seek(frame);
        else if (node !== undefined)
            this.owner.panel.toggle(node);
    }

    hover(event) {
        const {node, frame, part} = this.at(event), line = node === undefined ? null : this.owner.panel.history?.agents[node];
        $("map-note").textContent = line && frame >= 0 ? this.textAt(node, Math.min(line.length - 1, Math.floor(part * line.length)), frame) : "";
    }

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
