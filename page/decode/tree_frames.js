// SPDX-License-Identifier: MIT
// The trees of a recording; docs/recordings.md describes the format. A frame is decoded when it is read, at most from the
// preceding key frame on.

import {KIND} from "./chunks.js";
import {Cursor} from "./cursor.js";
import {wordValue} from "./values.js";
import {WordInput} from "./words.js";
/** @import {Chunk as RecordedChunk} from "./chunks.js" */
/** @import {Tree as StoredTree} from "./tree_frames.js" */

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

export class TreeFrames {
    /** @param {Uint8Array} payload */
    constructor(payload) {
        const c = new Cursor(payload), groupCount = c.u32(), every = c.u32();
        this.head = {groupCount, every, name: c.text(payload.length - c.at)};
        /** @type {StoredTree[][]} */
        this.trees = [];    // trees of each group, in order of frames
        /** @type {Chunk[]} */
        this.frames = [];
        /** @type {Chunk[]} */
        this.watched = [];  // chunks with steps of watched agents
        /** @type {string[]} */
        this.asked = [];    // expressions; each step records their values
        this.treeCount = 0;
    }

    /** @param {RecordedChunk} chunk */
    take({kind, step, time, count, flags, payload}) {
        const chunk = {tick: step, time, count, key: (flags & 1) !== 0, payload};
        if (kind === KIND.tree)
            this.takeTree(payload);
        else if (kind === KIND.states)
            this.frames.push(chunk);
        else if (kind === KIND.asked)
            this.asked = new Cursor(payload).texts(count);
        else
            this.watched.push(chunk);
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
