// SPDX-License-Identifier: MIT
// The picked agent of a world: a card with its values and their history, and its trail.

import {findAgent, valueOf} from "../decode/values.js";
import {$, contextOf, element} from "../draw/dom.js";
import {placeBetween} from "../model/movement.js";
import {grouped, nameOf, textOf} from "../model/text.js";
/** @import {Column, Description, Frame} from "../decode/world_frames.js" */
/** @import {View} from "../draw/view.js" */

const HISTORY = 400, TRAIL = 120; // maximum number of frames

/** @typedef {{place: number[], starts: boolean}} TrailPoint `starts`: no line is drawn to this point */

export class PickedAgent {
    /** @param {Description} d @param {View} view */
    constructor(d, view) {
        this.d = d;
        this.view = view;
        /** @type {number | null} */
        this.id = null;
        /** @type {{index: number, place: number[], values: number[], starts: boolean}[]} */
        this.history = []; // values of the agent in consecutive frames
        /** @type {{value: HTMLElement, canvas: HTMLCanvasElement}[]} */
        this.rows = [];    // rows of the card, by column
    }

    // Pick another agent, or none.
    /** @param {number | null} id */
    set(id) {
        this.id = id;
        this.history = [];
        $("panel").hidden = id === null;
        if (id !== null)
            this.makeRows(id);
    }

    /** @param {number} id */
    makeRows(id) {
        $("who").textContent = `agent ${grouped(id)}`;
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

    // Record the values in a frame. A frame that is not the next one starts a new history.
    /** @param {Frame} frame @param {number} index */
    remember(frame, index) {
        if (this.id === null)
            return;
        const i = findAgent(frame, this.id), last = this.history[this.history.length - 1];
        if (last && last.index === index)
            return;
        if (last && index !== last.index + 1)
            this.history = [];
        if (i >= 0)
            this.note(frame, index, i);
        $("panel").classList.toggle("gone", i < 0);
        this.showValues(frame, i);
    }

    /** @param {Frame} frame @param {number} index @param {number} i */
    note(frame, index, i) {
        const place = placeBetween(this.d, frame, frame, i, 0);
        const values = this.d.columns.map((column, c) => valueOf(column, frame.words[c][i]));
        this.history.push({index, place, values, starts: this.startsAt(place)});
        if (this.history.length > HISTORY)
            this.history.shift();
    }

    // Return whether a new line of the trail starts: the agent has crossed the border of a periodic world, or is new.
    /** @param {number[]} place */
    startsAt(place) {
        const last = this.history[this.history.length - 1], {d} = this;
        return !last || place.some((x, axis) => d.periodic[axis] && Math.abs(x - last.place[axis]) > (d.high[axis] - d.low[axis]) / 2);
    }

    /** @param {Frame} frame @param {number} i */
    showValues(frame, i) {
        if (i < 0) {
            $("group").textContent = "is not there now";
            return;
        }
        const group = this.d.groups[frame.groups[i]], {values} = this.history[this.history.length - 1];
        $("group").textContent = group.name;
        this.d.columns.forEach((column, c) => {
            const {value, canvas} = this.rows[c];
            value.textContent = value.title = textOf(column, group, values[c]);
            this.sketch(canvas, column, c);
        });
    }

    // Draw the history of a value since the agent was picked.
    /** @param {HTMLCanvasElement} canvas @param {Column} column @param {number} c */
    sketch(canvas, column, c) {
        const context = contextOf(canvas);
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

    // Draw a ring around the agent, at a position between two frames, and its trail.
    /** @param {number[]} place @param {number} radius */
    draw(place, radius) {
        const last = this.history[this.history.length - 1], {d} = this;
        const starts = last !== undefined && place.some((x, axis) => Math.abs(x - last.place[axis]) > (d.high[axis] - d.low[axis]) / 2);
        this.view.drawPicked(place, [...this.history.slice(-TRAIL), {place, starts}], radius);
    }
}
