// SPDX-License-Identifier: MIT
// The colours of the agents of a world, by a column, and the legend that explains them.

import {valueOf} from "../decode/values.js";
import {$, addScale, element} from "../draw/dom.js";
import {Categories, HIDDEN, NONE_COLOR, NO_VALUE, rgbOf, shade} from "../model/colors.js";
import {format, grouped, nameOf} from "../model/text.js";
/** @import {Frame} from "../decode/world_frames.js" */
/** @import {Paint} from "../model/colors.js" */
/** @import {Options} from "./player.js" */
/** @import {World} from "./world.js" */

const MANY = 12; // maximum number of rows for ids in the legend

export class Legend {
    // `world` draws with the colours of this legend.
    /** @param {World} world @param {Options} options */
    constructor(world, options) {
        this.world = world;
        this.d = world.d;
        this.ranges = options.ranges;
        this.color = -1;              // index of the column; -1 is the group
        /** @type {Categories | null} */
        this.categories = null;       // null if the column is a scale
        this.seen = new Set();        // categories that have occurred
        this.hasGaps = false;         // whether some value was missing
        /** @type {Paint} */
        this.paint = {colors: new Uint8Array(256 * 4), places: new Uint8Array(0), count: 0};
        /** @type {Map<number, {row: HTMLElement, count: HTMLElement}>} */
        this.counts = new Map();      // rows of the legend, by category
        this.chosenAt = -Infinity;    // time in milliseconds when the rows of ids were chosen
    }

    get isDark() { return this.world.player.isDark; }

    // List the columns that can be chosen.
    /** @param {number} color */
    open(color) {
        $("color").append(new Option("group", "-1"));
        this.d.columns.forEach((column, i) => {
            if (i >= this.d.dimension)
                $("color").append(new Option(nameOf(column), String(i)));
        });
        this.setColor(color);
    }

    /** @param {number} column */
    setColor(column) {
        this.color = column;
        this.seen = new Set();
        $("color").value = String(column);
        this.categories = Categories.of(this.d, this.d.columns[column]);
        this.hasGaps = false;
        this.setPalette();
    }

    nextColor() {
        const select = $("color");
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        this.setColor(+select.value);
    }

    /** @param {Frame} frame @param {number} i */
    isHidden(frame, i) {
        return this.categories !== null && this.categories.isHidden(this.categories.of(frame, i, frame.words[this.color]));
    }

    // ---- colours

    // Send the palette to the painter. The colours of agents are indices into it.
    setPalette() {
        this.paintPalette();
        this.setLegend();
        this.world.paletteChanged();
    }

    paintPalette() {
        if (this.categories)
            this.paint = this.categories.paint(this.isDark);
        else {
            this.paint = {colors: new Uint8Array(256 * 4), places: new Uint8Array(0), count: 0};
            for (let i = 0; i < HIDDEN; i++)
                this.paint.colors.set([...shade(i / (HIDDEN - 1)), 235], i * 4);
            this.paint.colors.set([...rgbOf(this.isDark ? NONE_COLOR.dark : NONE_COLOR.light), 235], NO_VALUE * 4);
        }
        if (this.world.player.explorer.fades)
            this.paint.colors.set([...(this.isDark ? [46, 55, 68] : [211, 217, 226]), 235], NO_VALUE * 4);
        this.world.view.painter.setPalette(this.paint.colors);
    }

    // Return the ends of the scale.
    /** @returns {[number, number]} */
    range() { return this.ranges[this.color] || [0, 1]; }

    // Return the index of each agent's colour in the palette.
    /** @param {Frame} frame */
    colorsOf(frame) {
        if (!this.categories)
            return this.shadesOf(frame);
        const n = frame.count, result = new Uint8Array(n), {categories} = this, words = frame.words[this.color];
        let counts = new Uint32Array(Math.max(64, categories.names.length * 2));
        for (let i = 0; i < n; i++) {
            const category = categories.of(frame, i, words);
            if (category >= this.paint.count) // an id that occurs for the first time
                this.paintPalette();
            if (category >= counts.length) {
                const more = new Uint32Array(category * 2);
                more.set(counts);
                counts = more;
            }
            counts[category]++;
            result[i] = this.paint.places[category];
        }
        this.showCounts(categories, counts);
        return result;
    }

    // The same for a scale. Missing values (NaN) are grey, and then the legend has an entry for them.
    /** @param {Frame} frame */
    shadesOf(frame) {
        const n = frame.count, result = new Uint8Array(n), most = HIDDEN - 1;
        const [low, high] = this.range(), column = this.d.columns[this.color];
        const words = frame.words[this.color], factor = high > low ? most / (high - low) : 0;
        for (let i = 0; i < n; i++) {
            const level = (valueOf(column, words[i]) - low) * factor, isGap = Number.isNaN(level);
            this.hasGaps = this.hasGaps || isGap;
            result[i] = isGap ? NO_VALUE : Math.min(most, Math.max(0, level));
        }
        const row = document.getElementById("no-value");
        if (row)
            row.hidden = !this.hasGaps;
        return result;
    }

    // ---- rows

    setLegend() {
        $("legend").replaceChildren();
        this.counts = new Map();
        const {categories} = this;
        if (!categories) {
            this.setScale();
            return;
        }
        let hasNone = false;
        categories.names.forEach((name, i) => {
            if ((name === null && hasNone) || (name !== null && categories.isOfIds))
                return;
            hasNone = hasNone || name === null;
            this.addRow(categories, i);
        });
    }

    /** @param {Categories} categories @param {number} category */
    addRow(categories, category) {
        const name = categories.names[category] ?? (categories.column?.type === "node" ? "nothing is live" : "none");
        const row = element("button", "row"), dot = element("span", "dot");
        dot.style.background = categories.color(category, this.isDark);
        const count = element("span", "count", "");
        row.append(dot, element("span", "name", name), count);
        row.title = `${name}: show or hide`;
        row.setAttribute("aria-pressed", String(!categories.isHidden(category)));
        row.addEventListener("click", () => {
            categories.toggle(category);
            this.setPalette();
        });
        row.hidden = !this.seen.has(category);
        $("legend").append(row);
        this.counts.set(category, {row, count});
    }

    setScale() {
        const [low, high] = this.range(), column = this.d.columns[this.color];
        const unit = column.unit ? ` ${column.unit}` : "";
        /** @param {number} x */
        const bound = (x) => format(Math.abs(x) < (high - low) / 1000 ? 0 : x, 3) + unit;
        addScale($("legend"), bound(low), bound(high));
        const row = element("div", "row"), dot = element("span", "dot");
        dot.style.background = this.isDark ? NONE_COLOR.dark : NONE_COLOR.light;
        row.append(dot, element("span", "name", "no value"));
        row.id = "no-value";
        row.hidden = !this.hasGaps;
        $("legend").append(row);
    }

    /** @param {Categories} categories @param {Uint32Array} counts */
    showCounts(categories, counts) {
        const {names, isOfIds} = categories;
        let none = 0;
        names.forEach((name, i) => { none += name === null ? counts[i] : 0; });
        if (isOfIds)
            this.chooseRows(categories, counts);
        for (const [category, {row, count}] of this.counts) {
            const n = names[category] === null ? none : counts[category];
            count.textContent = grouped(n);
            row.classList.toggle("empty", n === 0);
            if (n > 0) // the row stays visible from now on
                this.seen.add(category);
            row.hidden = !this.seen.has(category);
        }
    }

    // Choose the ids that have rows: the most frequent ids, and hidden ids. The last row counts all others.
    /** @param {Categories} categories @param {Uint32Array} counts */
    chooseRows(categories, counts) {
        if (performance.now() - this.chosenAt < 500 && this.counts.size > 1)
            return;
        this.chosenAt = performance.now();
        const {names} = categories, all = [...names.keys()].filter((i) => i > 0 && counts[i] > 0);
        /** @param {number} a @param {number} b */
        const byName = (a, b) => Number(names[a]) - Number(names[b]);
        all.sort((a, b) => counts[b] - counts[a] || byName(a, b));
        const wanted = new Set(all.slice(0, MANY).concat([...categories.hidden].flatMap((i) => i ?? [])));
        for (const [category, {row}] of this.counts)
            if (category > 0) {
                row.remove();
                this.counts.delete(category);
            }
        $("legend").querySelector(".others")?.remove();
        for (const category of [...wanted].sort(byName))
            this.addRow(categories, category);
        if (all.length > MANY)
            $("legend").append(element("p", "others", `and ${grouped(all.length - MANY)} more`));
    }
}
