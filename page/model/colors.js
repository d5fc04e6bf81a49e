// SPDX-License-Identifier: MIT
// Colours of scales and of categories (groups, words, nodes and ids). The tables of colours, and of words that mean
// standing still, are shared with the pictures that the command draws.

import {PALETTE_TABLE} from "../../src/base/palette.def";
import {STANDING_TABLE} from "../../src/base/standing.def";
/** @import {Column, Description, Frame, Group} from "../decode/world_frames.js" */

const STOPS = [[86, 72, 214], [150, 60, 190], [206, 75, 130], [236, 118, 80], [246, 174, 48]];
export const PALETTE = PALETTE_TABLE.map(([name, light, dark, words]) => ({name, light: `#${light}`, dark: `#${dark}`, words}));
const STANDING = STANDING_TABLE.flat();

// Reserved indices of a painter's 256 colours: for agents that are not shown, and for missing values.
export const HIDDEN = 254;
export const NO_VALUE = 255;
export const NONE_COLOR = {light: "#a9b1be", dark: "#566072"};

/** @typedef {{light: string, dark: string}} Color */
/** @typedef {{colors: Uint8Array, places: Uint8Array, count: number}} Paint a painter's colours, and the index of the colour of each category */

// Return the colour of a scale at `part`, from calm (0) to lively (1).
/** @param {number} part @returns {[number, number, number]} */
export function shade(part) {
    const at = part * (STOPS.length - 1), i = Math.min(STOPS.length - 2, Math.floor(at));
    const [red, green, blue] = STOPS[i].map((low, c) => Math.round(low + (STOPS[i + 1][c] - low) * (at - i)));
    return [red, green, blue];
}

/** @param {string} css */
export function rgbOf(css) {
    const number = parseInt(css.slice(1), 16);
    return [number >> 16, number >> 8 & 255, number & 255];
}

/** @param {string} text */
function meansStanding(text) {
    return text.toLowerCase().split(/[^a-z]+/).some((word) => STANDING.some((start) => word.startsWith(start)));
}

// Return entries of the palette for names, in order; null stands for no value. Words that mean standing still get warm
// colours, and the others then get cool ones. If the scene has lights, no colour resembles a light.
/** @param {(string | null)[]} names @param {boolean} hasLights */
function dealColors(names, hasLights) {
    const standing = names.map((name) => name !== null && meansStanding(name));
    const isMixed = hasLights || standing.includes(true);
    const warm = PALETTE.filter((color) => color.words === "WARM"), cool = PALETTE.filter((color) => color.words === "COOL");
    const others = !isMixed ? PALETTE : hasLights ? cool : cool.concat(PALETTE.filter((color) => color.words === "OTHER"));
    let warmCount = 0, otherCount = 0;
    return names.map((name, i) => name === null ? NONE_COLOR
        : standing[i] ? warm[warmCount++ % warm.length] : others[otherCount++ % others.length]);
}

// Return the colour that a group specifies, or null.
/** @param {Group} group */
function lookColor(group) {
    const {rgb, color} = group.look;
    if (rgb)
        return {light: `#${color.toString(16).padStart(6, "0")}`, dark: `#${color.toString(16).padStart(6, "0")}`};
    return color ? PALETTE[color - 1] : null;
}

// Return whether a column has ids: ints with the unit `id`.
/** @param {{type: string, unit: string}} column */
export function isId(column) {
    return column.type === "int" && column.unit === "id";
}

// The categories of a column, or of the group, with their names (null: no value) and colours. Ids become categories when
// they first occur.
export class Categories {
    // Return the categories of a column, or null if its values are a scale. The category of an agent is the first category
    // of its group plus the agent's word. Words of at least the group's limit mean no value.
    /** @param {Description} d @param {Column | undefined} column */
    static of(d, column) {
        /** @param {number} number */
        const all = (number) => d.groups.map(() => number);
        if (!column)
            return new Categories(d, column, d.groups.map((group) => group.name), d.groups.map((_, i) => i), all(0));
        if (column.type === "bool")
            return new Categories(d, column, [`not ${column.name}`, column.name], all(0), all(1));
        if (column.words.length)
            return new Categories(d, column, [...column.words, null], all(0), all(column.words.length));
        if (isId(column))
            return new Categories(d, column, [null], all(0), all(0));
        return column.type === "node" ? Categories.ofNodes(d, column) : null;
    }

    /** @param {Description} d @param {Column} column */
    static ofNodes(d, column) {
        const names = [], first = [];
        for (const group of d.groups) {
            first.push(names.length);
            for (const node of group.nodes)
                names.push(d.groups.length > 1 ? `${group.name}: ${node}` : node);
            names.push(null);
        }
        return new Categories(d, column, names, first, d.groups.map((group) => group.nodes.length));
    }

    /**
     * @param {Description} d
     * @param {Column | undefined} column
     * @param {(string | null)[]} names
     * @param {number[]} first
     * @param {number[]} limits
     */
    constructor(d, column, names, first, limits) {
        this.d = d;
        this.column = column;
        this.names = names;
        this.first = Uint32Array.from(first);
        this.limits = Uint32Array.from(limits);
        this.isOfIds = column !== undefined && isId(column);
        /** @type {Set<number | null>} */
        this.hidden = new Set();
        /** @type {Map<number, number>} */
        this.indexes = new Map(); // categories of ids
        const hasLights = d.geometry.some((g) => g.kind === "light");
        const labels = column?.type === "node" ? names.map((name) => name && name.slice(name.indexOf(": ") + 1)) : names;
        /** @type {Color[]} */
        this.entries = dealColors(column && column.type !== "bool" ? labels : labels.map((name) => name && ""), hasLights);
        if (!column)
            d.groups.forEach((group, i) => { this.entries[i] = lookColor(group) || this.entries[i]; });
    }

    // Return the category of an agent of a frame, given the words of the column.
    /** @param {Frame} frame @param {number} i @param {Uint32Array | undefined} words */
    of(frame, i, words) {
        if (this.isOfIds)
            return this.ofId(words ? words[i] | 0 : -1);
        const group = frame.groups[i];
        return this.first[group] + (words ? Math.min(words[i], this.limits[group]) : 0);
    }

    // Return the category of an id. Its colour depends only on the id, not on the order in which ids occur.
    /** @param {number} id */
    ofId(id) {
        if (id === -1)
            return 0;
        let index = this.indexes.get(id);
        if (index === undefined) {
            index = this.names.length;
            this.indexes.set(id, index);
            this.names.push(String(id));
            this.entries.push(PALETTE[(id % PALETTE.length + PALETTE.length) % PALETTE.length]);
        }
        return index;
    }

    /** @param {number} category */
    isHidden(category) {
        return this.hidden.has(this.names[category] === null ? null : category);
    }

    // Show or hide a category. All categories without a value are toggled together.
    /** @param {number} category */
    toggle(category) {
        const key = this.names[category] === null ? null : category;
        this.hidden.has(key) ? this.hidden.delete(key) : this.hidden.add(key);
    }

    /** @param {number} category @param {boolean} isDark */
    color(category, isDark) {
        return isDark ? this.entries[category].dark : this.entries[category].light;
    }

    // Return the painter's colours, and the index of each category's colour. Equal colours share an index; there are at most 254.
    /** @param {boolean} isDark */
    paint(isDark) {
        const colors = new Uint8Array(256 * 4), known = new Map();
        const places = new Uint8Array(Math.max(256, this.names.length * 2));
        for (let i = 0; i < this.names.length; i++) {
            const css = this.color(i, isDark);
            if (!known.has(css))
                known.set(css, this.names[i] === null ? NO_VALUE : known.size % HIDDEN);
            places[i] = this.isHidden(i) ? HIDDEN : known.get(css);
        }
        for (const [css, place] of known)
            colors.set([...rgbOf(css), 235], place * 4);
        return {colors, places, count: this.names.length};
    }
}
