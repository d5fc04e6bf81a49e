// SPDX-License-Identifier: MIT
// The world of a recording; docs/recordings.md describes the format. A frame is decoded when it is first read.

import {known} from "../model/known.js";
import {Cursor} from "./cursor.js";

const TYPES = ["float", "int", "bool", "node"];
export const SHAPES = ["any", "circle", "square", "triangle", "car", "plane", "person"];
const BLOCK = 64;
const CACHED = 6; // number of decoded frames in the cache

/** @import {Chunk} from "./chunks.js" */

/** @typedef {{name: string, type: string, unit: string, words: string[], bits: number, low: number, high: number, steps: number}} Column */
/** @typedef {{shape: string, rgb: boolean, color: number}} Look */
/** @typedef {{name: string, nodes: string[], radius: number, look: Look}} Group */
/** @typedef {{kind: string, name: string, radius: number, points: number[][]}} Geometry */
/**
 * @typedef {{name: string, dimension: number, seed: number, dt: number, every: number, everyAgent: number, low: number[],
 *     high: number[], periodic: boolean[], columns: Column[], groups: Group[], geometry: Geometry[]}} Description
 */
/**
 * A frame as it is stored. `same`: the agents are those of the previous frame.
 *
 * @typedef {{step: number, time: number, count: number, key: boolean, same: boolean, payload: Uint8Array}} StoredFrame
 */
/**
 * A decoded frame. `words` has the words of each column, `lights` the state of each light.
 *
 * @typedef {{index: number, step: number, time: number, count: number, ids: Float64Array, groups: Uint16Array,
 *     words: Uint32Array[], lights: Uint8Array}} Frame
 */
/**
 * The state of the decoder after a frame: the words of each column in this frame, and in the previous one.
 *
 * @typedef {{index: number, count: number, ids: Float64Array, groups: Uint16Array, last: Uint32Array[], before: Uint32Array[]}} State
 */

export class WorldFrames {
    /** @param {Description} description */
    constructor(description) {
        this.description = description;
        /** @type {StoredFrame[]} */
        this.frames = [];
        /** @type {Map<number, Frame>} */
        this.cache = new Map();
        /** @type {State | null} */
        this.state = null; // state after the frame that was decoded last
    }

    /** @param {Chunk} chunk */
    take({step, time, count, flags, payload}) {
        this.frames.push({step, time, count, payload, key: (flags & 1) !== 0, same: (flags & 2) !== 0});
    }

    // Return a decoded frame: count, ids, groups, and the words of each column.
    /** @param {number} index @returns {Frame} */
    frame(index) {
        const decoded = this.cache.get(index);
        if (decoded)
            return decoded;
        let from = index;
        while (!this.frames[from].key)
            from--;
        if (this.state && this.state.index < index && this.state.index >= from)
            from = this.state.index + 1;
        for (let i = from; i <= index; i++)
            this.state = decodeFrame(this.description, this.frames[i], this.state, i);
        const s = known(this.state);
        const frame = {
            index, step: this.frames[index].step, time: this.frames[index].time,
            count: s.count, ids: s.ids, groups: s.groups,
            words: s.last.map((words) => words.slice(0, s.count)),
            lights: readLights(this.description, this.frames[index].payload),
        };
        this.cache.set(index, frame);
        if (this.cache.size > CACHED)
            this.cache.delete(this.cache.keys().next().value ?? -1);
        return frame;
    }
}

// ---- the description

const damaged = () => new Error("The recording is damaged.");

/** @param {Uint8Array} payload @returns {Description} */
export function readWorld(payload) {
    const c = new Cursor(payload);
    const dimension = c.u32(), every = c.u32(), seed = c.u64(), dt = c.i64() / 1e6, everyAgent = c.u32(), periodic = c.u32();
    const low = c.floats(3), high = c.floats(3), columns = c.u32(), groups = c.u32(), geometry = c.u32(), nameSize = c.u32();
    return {
        dimension, every, seed, dt, everyAgent, low, high, name: c.text(nameSize),
        periodic: [0, 1, 2].map((axis) => (periodic >> axis & 1) === 1),
        columns: Array.from({length: columns}, () => readColumn(c)),
        groups: Array.from({length: groups}, () => readGroup(c)),
        geometry: Array.from({length: geometry}, () => readGeometry(c, dimension)),
    };
}

/** @param {Cursor} c @returns {Column} */
function readColumn(c) {
    const type = TYPES[c.u8()], coding = c.u8(), nameSize = c.u16(), unitSize = c.u16(), words = c.u16();
    const low = c.f32(), high = c.f32();
    const bits = type === "bool" ? 1 : coding === 0 ? 32 : 16;
    return {type, bits, low, high, steps: coding === 2 ? 65536 : 65535,
            name: c.text(nameSize), unit: c.text(unitSize), words: c.texts(words)};
}

/** @param {Cursor} c @returns {Group} */
function readGroup(c) {
    const nameSize = c.u32(), nodes = c.u32(), radius = c.f32(), look = c.u32();
    return {radius, look: {shape: SHAPES[look >>> 24 & 127], rgb: look >>> 31 === 1, color: look & 0xffffff},
            name: c.text(nameSize), nodes: c.texts(nodes)};
}

/** @param {Cursor} c @param {number} dimension @returns {Geometry} */
function readGeometry(c, dimension) {
    const kind = ["", "path", "loop", "circle", "polygon", "edge", "place", "light"][c.u32()];
    const nameSize = c.u32(), points = c.u32(), radius = c.f32();
    return {kind, radius, name: c.text(nameSize),
            points: Array.from({length: points}, () => c.floats(dimension))};
}

// ---- frames

/** @param {Description} d @param {StoredFrame} frame @param {State | null} state @param {number} index @returns {State} */
function decodeFrame(d, frame, state, index) {
    const payload = frame.payload;
    let at = 0, next = state;
    if (frame.same && frame.count !== state?.count)
        throw damaged();
    if (!frame.same) {
        const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
        next = readRuns(d, view, frame.count);
        at = 4 + 16 * view.getUint32(0, true);
        if (!frame.key && state)
            follow(next, state);
    }
    if (!next)
        throw damaged();
    for (let i = 0; i < d.columns.length; i++)
        at = decodeColumn(payload, at, frame.count, d.columns[i].bits, next.last[i], next.before[i]);
    next.index = index;
    return next;
}

/** @param {Description} d @param {DataView} view @param {number} count @returns {State} */
function readRuns(d, view, count) {
    const runs = view.getUint32(0, true);
    let sum = 0;
    for (let run = 0; run < runs; run++)
        sum += view.getUint32(4 + 16 * run + 8, true);
    if (sum !== count)
        throw damaged();
    const ids = new Float64Array(count), groups = new Uint16Array(count);
    for (let run = 0, n = 0, at = 4; run < runs; run++, at += 16) {
        const first = Number(view.getBigUint64(at, true));
        const length = view.getUint32(at + 8, true), group = view.getUint32(at + 12, true);
        for (let i = 0; i < length; i++, n++) {
            ids[n] = first + i * d.everyAgent;
            groups[n] = group;
        }
    }
    const words = () => d.columns.map(() => new Uint32Array(count));
    return {count, ids, groups, last: words(), before: words(), index: -1};
}

// Copy the words of agents that were already in the previous frame.
/** @param {State} next @param {State} state */
function follow(next, state) {
    for (let i = 0, j = 0; i < next.count; i++) {
        while (j < state.count && state.ids[j] < next.ids[i])
            j++;
        if (j === state.count || state.ids[j] !== next.ids[i])
            continue;
        for (let c = 0; c < next.last.length; c++) {
            next.last[c][i] = state.last[c][j];
            next.before[c][i] = state.before[c][j];
        }
    }
}

const numbers = new Uint32Array(BLOCK);

// Numbers of up to 24 bits fit into a 32-bit integer together with the remaining bits of a byte; wider numbers need doubles.
/** @param {Uint8Array} bytes @param {number} at @param {number} count @param {number} width */
function unpack(bytes, at, count, width) {
    if (width <= 24) {
        const mask = (1 << width) - 1;
        for (let i = 0, held = 0, bits = 0; i < count; i++) {
            for (; bits < width; bits += 8)
                held |= bytes[at++] << bits;
            numbers[i] = held & mask;
            held >>>= width;
            bits -= width;
        }
        return;
    }
    const size = 2 ** width;
    for (let i = 0, held = 0, bits = 0; i < count; i++) {
        for (; bits < width; bits += 8)
            held += bytes[at++] * 2 ** bits;
        numbers[i] = held % size;
        held = Math.floor(held / size);
        bits -= width;
    }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} count
 * @param {number} bits
 * @param {Uint32Array} last
 * @param {Uint32Array} before
 */
function decodeColumn(bytes, at, count, bits, last, before) {
    const predictor = bytes[at++], mask = bits === 32 ? -1 : (1 << bits) - 1;
    for (let from = 0; from < count; from += BLOCK) {
        const length = Math.min(BLOCK, count - from), width = bytes[at++];
        if (width === 0)
            numbers.fill(0);
        else
            unpack(bytes, at, length, width);
        at += length * width + 7 >> 3;
        for (let i = 0; i < length; i++) {
            const old = last[from + i];
            const predicted = predictor === 0 ? 0 : predictor === 1 ? old : 2 * old - before[from + i];
            before[from + i] = old;
            last[from + i] = ((numbers[i] >>> 1 ^ -(numbers[i] & 1)) + predicted) & mask;
        }
    }
    return at;
}

// Return the states of the lights, which are stored after all columns with 2 bits each.
/** @param {Description} d @param {Uint8Array} payload */
function readLights(d, payload) {
    const count = d.geometry.filter((g) => g.kind === "light").length;
    const at = payload.length - Math.ceil(count / 4);
    return Uint8Array.from({length: count}, (_, i) => payload[at + (i >> 2)] >> i % 4 * 2 & 3);
}
