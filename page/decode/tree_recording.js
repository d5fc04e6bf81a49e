// SPDX-License-Identifier: MIT
// Decodes recordings of trees; docs/recordings.md describes the format. Bytes arrive in pieces. A frame
// is decoded when it is read, at most from the preceding key frame on. gestalt verified the bytes when
// it wrote the page.

import {later} from "../model/known.js";
import {Cursor} from "./cursor.js";
import {wordValue} from "./values.js";
import {WordInput} from "./words.js";
/** @import {Tree as StoredTree} from "./tree_recording.js" */

export const LANES = 64;
export const PIECE = 64; // blocks that share a word
export const NO_MASK = 0xffffffff;
export const MASK_RUNS = 0;
export const MASK_SUCCEEDED = 1;
const KEY_TYPES = ["bool", "int", "float"];

/**
 * A node: `mask` is the index of the mask of agents for which the node is live; the nodes below it have ids less than `end`.
 *
 * @typedef {{parent: number, mask: number, canLive: boolean, type: string, name: string, label: string, depth: number, end: number}} TreeNode
 */
/**
 * A key of the blackboard: `index` is the index of its mask, its column, or its shared value.
 *
 * @typedef {{type: string, isShared: boolean, name: string, unit: string, words: string[], index: number}} Key
 */
/**
 * A tree that a group has from the frame `first` on.
 *
 * @typedef {{group: number, name: string, tree: string, nodes: TreeNode[], keys: Key[], maskCount: number, columnCount: number,
 *     sharedCount: number, first: number, version: number}} Tree
 */
/** @typedef {{tick: number, time: number, count: number, key: boolean, payload: Uint8Array}} Chunk */
/** @typedef {number | boolean | null} Answer */
/** @typedef {{kind: number, id: number, group: number, node: number, values: Answer[]}} WatchedStep */

export class TreeRecording {
    constructor() {
        this.rest = new Uint8Array(0);
        /** @type {{name: string, every: number, groupCount: number}} */
        this.head = later(); // set when the header has arrived
        /** @type {StoredTree[][]} */
        this.trees = [];    // trees of each group, in order of frames
        /** @type {Chunk[]} */
        this.frames = [];
        /** @type {Chunk[]} */
        this.watched = [];  // chunks with steps of watched agents
        /** @type {string[]} */
        this.asked = [];    // expressions; each step records their values
        this.isComplete = false;
        this.treeCount = 0;
    }

    /** @param {Uint8Array} bytes */
    add(bytes) {
        const all = new Uint8Array(this.rest.length + bytes.length);
        all.set(this.rest);
        all.set(bytes, this.rest.length);
        let at = 0;
        for (let size; at < all.length && (size = this.take(all.subarray(at))) > 0;)
            at += size;
        this.rest = all.slice(at);
    }

    // Read the header or a chunk at the beginning of the bytes. Return its length, or 0 if it is not complete.
    /** @param {Uint8Array} bytes */
    take(bytes) {
        if (!this.head)
            return this.takeHead(bytes);
        if (bytes.length < 48)
            return 0;
        const view = new DataView(bytes.buffer, bytes.byteOffset, 48);
        const size = 48 + Number(view.getBigUint64(16, true));
        if (bytes.length < size)
            return 0;
        const chunk = {tick: Number(view.getBigUint64(24, true)), time: Number(view.getBigInt64(32, true)) / 1e6,
                       count: Number(view.getBigUint64(40, true)), key: (view.getUint32(12, true) & 1) !== 0,
                       payload: bytes.slice(48, size)};
        const kind = view.getUint32(8, true);
        if (kind === 2)
            this.isComplete = true;
        else if (kind === 3)
            this.takeTree(chunk.payload);
        else if (kind === 4)
            this.frames.push(chunk);
        else if (kind === 6)
            this.asked = new Cursor(chunk.payload).texts(chunk.count);
        else
            this.watched.push(chunk);
        return size;
    }

    /** @param {Uint8Array} bytes */
    takeHead(bytes) {
        if (bytes.length < 32)
            return 0;
        const c = new Cursor(bytes);
        c.at = 16;
        const version = c.u32(), groupCount = c.u32(), every = c.u32(), nameSize = c.u32();
        if (version !== 2 && version !== 4)
            throw new Error(`The recording of trees has version ${version}, and this page reads 2 and 4.`);
        if (bytes.length < 32 + nameSize)
            return 0;
        this.head = {name: c.text(nameSize), every, groupCount};
        return 32 + nameSize;
    }

    /** @param {Uint8Array} payload */
    takeTree(payload) {
        const tree = readTree(payload), list = this.trees[tree.group] ??= [];
        tree.first = list.length ? this.frames.length : 0;
        tree.version = this.treeCount++;
        if (list.length && list[list.length - 1].first === tree.first)
            list.pop(); // no frame used this tree
        list.push(tree);
    }

    // Return the tree of a group at a frame. The steps of a tick can belong to a tree whose first frame follows.
    /** @param {number} group @param {number} frame */
    treeAt(group, frame) {
        const list = this.trees[group];
        let i = list.length - 1;
        while (i > 0 && list[i].first > frame)
            i--;
        return list[i];
    }

    /** @param {number} group @param {number} version */
    lastFrame(group, version) {
        const next = this.trees[group].find((tree) => tree.version > version);
        return next ? next.first - 1 : this.frames.length - 1;
    }

    // Return the last frame at or before a tick, or -1.
    /** @param {number} tick */
    frameAt(tick) {
        let low = 0, high = this.frames.length;
        while (low < high) {
            const middle = low + high >> 1;
            if (this.frames[middle].tick <= tick)
                low = middle + 1;
            else
                high = middle;
        }
        return low - 1;
    }

    // Return the steps of an agent in the last tick that has any, later than `after` and up to `tick`; null if there are none.
    /** @param {number} id @param {number} after @param {number} tick */
    stepsOf(id, after, tick) {
        for (let i = this.watched.length - 1; i >= 0; i--) {
            const chunk = this.watched[i];
            if (chunk.tick > tick)
                continue;
            if (chunk.tick <= after)
                return null;
            const steps = readSteps(chunk, this.asked.length).filter((step) => step.id === id);
            if (steps.length)
                return {tick: chunk.tick, steps};
        }
        return null;
    }
}

// ---- trees

/** @param {Uint8Array} payload @returns {StoredTree} */
function readTree(payload) {
    const c = new Cursor(payload);
    const group = c.u32(), nodeCount = c.u32(), masks = c.u32(), keyCount = c.u32();
    const nameSize = c.u32(), treeSize = c.u32();
    /** @type {StoredTree} */
    const tree = {group, name: c.text(nameSize), tree: c.text(treeSize), nodes: Array.from({length: nodeCount}, () => readNode(c)),
                  keys: [], maskCount: masks, columnCount: 0, sharedCount: 0, first: 0, version: 0};
    for (let i = 0; i < keyCount; i++) {
        const key = readKey(c);
        key.index = key.isShared ? tree.sharedCount++ : key.type === "bool" ? tree.maskCount++ : tree.columnCount++;
        tree.keys.push(key);
    }
    tree.nodes.forEach((node, i) => {
        node.depth = i ? tree.nodes[node.parent].depth + 1 : 0;
        node.end = i + 1;
    });
    for (let i = nodeCount - 1; i > 0; i--) {
        const parent = tree.nodes[tree.nodes[i].parent];
        parent.end = Math.max(parent.end, tree.nodes[i].end);
    }
    return tree;
}

/** @param {Cursor} c @returns {TreeNode} */
function readNode(c) {
    const parent = c.u32() | 0, mask = c.u32(), type = c.u16(), name = c.u16(), label = c.u16();
    c.at += 2;
    return {parent, mask, canLive: mask !== NO_MASK, type: c.text(type), name: c.text(name), label: c.text(label), depth: 0, end: 0};
}

/** @param {Cursor} c @returns {Key} */
function readKey(c) {
    const type = c.u16(), nameSize = c.u16(), words = c.u32();
    return {type: KEY_TYPES[type & 0xff], isShared: type > 0xff, name: c.text(nameSize), unit: "", words: c.texts(words), index: 0};
}

// Read the steps of a chunk. With expressions, each step has their values, stored as differences from the previous step.
/** @param {Chunk} chunk @param {number} asked @returns {WatchedStep[]} */
export function readSteps(chunk, asked) {
    const input = new WordInput(chunk.payload, 0), steps = [];
    let values = new Array(asked).fill(null);
    for (let i = 0, id = 0, node = 0; i < chunk.count; i++) {
        const kind = input.byte();
        id += input.difference();
        const group = input.number();
        node += input.difference();
        if (asked)
            values = readValues(input, values);
        steps.push({kind, id, group, node, values});
    }
    return steps;
}

/** @param {WordInput} input @param {Answer[]} before @returns {Answer[]} */
function readValues(input, before) {
    input.word();
    const values = before.slice();
    for (let left = input.low; left; left &= left - 1) {
        const type = input.byte();
        if (type < 3)
            input.word();
        values[31 - Math.clz32(left & -left)] =
            type === 3 ? null : type === 0 ? input.low !== 0 : wordValue(KEY_TYPES[type], input.low);
    }
    return values;
}
