// SPDX-License-Identifier: MIT
// Reads recordings of trees as docs/recordings.md draws them. Bytes come piece by piece; frames are
// decoded when they are looked at, from the key frame before them at most. gestalt has verified the
// bytes when it wrote the page.
"use strict";

const LANES = 64;
const PIECE = 64; // blocks that share a word
const NO_MASK = 0xffffffff;
const MASK_RUNS = 0, MASK_SUCCEEDED = 1;
const KEY_TYPES = ["bool", "int", "float"];

class TreeRecording {
    constructor() {
        this.rest = new Uint8Array(0);
        this.head = null;   // {name, every, groupCount}
        this.trees = [];    // of each group: [{first, ...}], first is the frame that it begins with
        this.frames = [];   // {tick, time, count, key, payload}
        this.watched = [];  // {tick, count, payload, frame}: steps behind so many frames
        this.asked = [];    // expressions whose values steps have
        this.isComplete = false;
        this.treeCount = 0;
    }

    add(bytes) {
        const all = new Uint8Array(this.rest.length + bytes.length);
        all.set(this.rest);
        all.set(bytes, this.rest.length);
        let at = 0;
        for (let size; at < all.length && (size = this.take(all.subarray(at))) > 0;)
            at += size;
        this.rest = all.slice(at);
    }

    // Reads the header or a chunk at the beginning of the bytes. Returns its length, or 0.
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

    takeTree(payload) {
        const tree = readTree(payload), list = this.trees[tree.group] ||= [];
        tree.first = list.length ? this.frames.length : 0;
        tree.version = this.treeCount++;
        if (list.length && list[list.length - 1].first === tree.first)
            list.pop(); // no frame had it
        list.push(tree);
    }

    // The tree of a group at a frame. At a tick's steps it can be one whose first frame comes yet.
    treeAt(group, frame) {
        const list = this.trees[group];
        let i = list.length - 1;
        while (i > 0 && list[i].first > frame)
            i--;
        return list[i];
    }

    lastFrame(group, version) {
        const next = this.trees[group].find((tree) => tree.version > version);
        return next ? next.first - 1 : this.frames.length - 1;
    }

    // The last frame at or before a tick, or -1.
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

    // The steps of an agent in the last tick, up to `tick`, in which it took any; null if in none.
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

function readTree(payload) {
    const c = new Cursor(payload);
    const tree = {group: c.u32()}, nodeCount = c.u32(), masks = c.u32(), keyCount = c.u32();
    const nameSize = c.u32(), treeSize = c.u32();
    tree.name = c.text(nameSize);
    tree.tree = c.text(treeSize);
    tree.nodes = Array.from({length: nodeCount}, () => readNode(c));
    tree.maskCount = masks;
    tree.columnCount = tree.sharedCount = 0;
    tree.keys = Array.from({length: keyCount}, () => {
        const key = readKey(c);
        key.index = key.isShared ? tree.sharedCount++ : key.type === "bool" ? tree.maskCount++ : tree.columnCount++;
        return key;
    });
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

function readNode(c) {
    const parent = c.u32() | 0, mask = c.u32(), type = c.u16(), name = c.u16(), label = c.u16();
    c.at += 2;
    return {parent, mask, canLive: mask !== NO_MASK, type: c.text(type), name: c.text(name), label: c.text(label)};
}

function readKey(c) {
    const type = c.u16(), nameSize = c.u16(), words = c.u32();
    return {type: KEY_TYPES[type & 0xff], isShared: type > 0xff, name: c.text(nameSize), unit: "", words: c.texts(words)};
}

// With expressions, each step has their values, which are told from those at the step before.
function readSteps(chunk, asked) {
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

function readValues(input, before) {
    input.word();
    const values = before.slice();
    for (let left = input.low; left; left &= left - 1) {
        const type = input.byte();
        if (type < 3)
            input.word();
        values[31 - Math.clz32(left & -left)] =
            type === 3 ? null : type === 0 ? input.low !== 0 : valueOf({type: KEY_TYPES[type], bits: 32}, input.low);
    }
    return values;
}

// ---- words and numbers

class WordInput {
    constructor(bytes, at) {
        this.bytes = bytes;
        this.at = at;
        this.low = 0; // of the last word
        this.high = 0;
    }

    byte() { return this.bytes[this.at++]; }

    // A word of 64 bits, into two halves.
    word() {
        const {bytes} = this;
        const set = bytes[this.at++];
        let low = 0, high = 0;
        if (set & 1) low = bytes[this.at++];
        if (set & 2) low |= bytes[this.at++] << 8;
        if (set & 4) low |= bytes[this.at++] << 16;
        if (set & 8) low |= bytes[this.at++] << 24;
        if (set & 16) high = bytes[this.at++];
        if (set & 32) high |= bytes[this.at++] << 8;
        if (set & 64) high |= bytes[this.at++] << 16;
        if (set & 128) high |= bytes[this.at++] << 24;
        this.low = low >>> 0;
        this.high = high >>> 0;
    }

    number() {
        let number = 0, factor = 1;
        for (let byte; (byte = this.bytes[this.at++]) & 0x80; factor *= 128)
            number += (byte & 0x7f) * factor;
        return number + this.bytes[this.at - 1] * factor;
    }

    difference() {
        const number = this.number();
        return number % 2 ? -(number + 1) / 2 : number / 2;
    }
}

function bitsOf(word) {
    word -= word >>> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
    return Math.imul(word + (word >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// ---- frames

// All agents of a group in a frame, block by block. A word of 64 lanes is two of 32.
class GroupState {
    constructor(tree) {
        this.tree = tree;
        this.blocks = 0;
        this.lanes = new Uint32Array(0);
        this.ids = new Float64Array(0);
        this.masks = new Uint32Array(0);
        this.columns = new Uint32Array(0);
        this.counts = null; // of nodes, four numbers each, since the frame before
        this.moved = 0;     // another number whenever somebody has come or gone
    }

    resize(blocks) {
        const grown = (array, size) => {
            if (size <= array.length) {
                array.fill(0, size);
                return array;
            }
            const larger = new array.constructor(size);
            larger.set(array);
            return larger;
        };
        const {tree} = this;
        if (blocks < this.blocks)
            this.moved++;
        this.lanes = grown(this.lanes, 2 * blocks);
        this.ids = grown(this.ids, LANES * blocks);
        this.masks = grown(this.masks, 2 * tree.maskCount * blocks);
        this.columns = grown(this.columns, LANES * tree.columnCount * blocks);
        this.blocks = blocks;
    }

    takeBlock(index, isFull, input) {
        const {tree} = this, flags = input.byte();
        if (isFull) {
            this.masks.fill(0, 2 * tree.maskCount * index, 2 * tree.maskCount * (index + 1));
            this.columns.fill(0, LANES * tree.columnCount * index, LANES * tree.columnCount * (index + 1));
        }
        if (flags & 1)
            this.takeAgents(index, input);
        if (flags & 2)
            this.takeMasks(index, input);
        if (flags & 4)
            for (let i = 0; i < tree.columnCount; i++)
                this.takeColumn((index * tree.columnCount + i) * LANES, input);
    }

    takeAgents(index, input) {
        input.word();
        const lanes = [input.low, input.high];
        let differs = lanes[0] !== this.lanes[2 * index] || lanes[1] !== this.lanes[2 * index + 1];
        this.lanes.set(lanes, 2 * index);
        for (let half = 0, expected = 0; half < 2; half++)
            for (let left = lanes[half]; left; left &= left - 1) {
                const id = expected + input.difference();
                const at = index * LANES + 32 * half + 31 - Math.clz32(left & -left);
                differs = differs || this.ids[at] !== id;
                this.ids[at] = id;
                expected = id + 1;
            }
        this.moved += differs;
    }

    takeMasks(index, input) {
        const count = this.tree.maskCount, base = 2 * count * index;
        for (let first = 0; first < count; first += 64) {
            input.word();
            const changed = [input.low, input.high];
            for (let half = 0; half < 2; half++)
                for (let left = changed[half]; left; left &= left - 1) {
                    const at = base + 2 * (first + 32 * half + 31 - Math.clz32(left & -left));
                    input.word();
                    this.masks[at] ^= input.low;
                    this.masks[at + 1] ^= input.high;
                }
        }
    }

    takeColumn(base, input) {
        input.word();
        const changed = [input.low, input.high];
        for (let half = 0, isSecond = false; half < 2; half++)
            for (let left = changed[half]; left; left &= left - 1, isSecond = !isSecond) {
                if (!isSecond)
                    input.word();
                this.columns[base + 32 * half + 31 - Math.clz32(left & -left)] ^= isSecond ? input.high : input.low;
            }
    }

    take(input) {
        const flags = input.byte(), blocks = input.number();
        const known = flags & 1 ? 0 : this.blocks;
        this.resize(blocks);
        for (let first = 0; first < blocks; first += PIECE) {
            input.word();
            const changed = [input.low, input.high];
            for (let half = 0; half < 2; half++)
                for (let left = changed[half]; left; left &= left - 1) {
                    const index = first + 32 * half + 31 - Math.clz32(left & -left);
                    this.takeBlock(index, index >= known, input);
                }
        }
        this.counts = flags & 2 ? Float64Array.from({length: 4 * this.tree.nodes.length}, () => input.number()) : null;
        this.shared = Array.from({length: this.tree.sharedCount}, () => {
            input.word();
            return input.low;
        });
    }

    has(lane) { return this.lanes[lane >> 5] >>> (lane & 31) & 1; }

    // Whether an agent is in a mask; a lane is one of all blocks.
    isIn(mask, lane) {
        const half = lane >> 5;
        return this.masks[2 * (this.tree.maskCount * (half >> 1) + mask) + (half & 1)] >>> (lane & 31) & 1;
    }

    answerOf(lane) { // as in ANSWERS
        return this.isIn(MASK_RUNS, lane) ? this.isIn(MASK_SUCCEEDED, lane) ? 3 : 1
                                          : this.isIn(MASK_SUCCEEDED, lane) ? 2 : 0;
    }

    nodesOf(lane) {
        const live = [], {nodes} = this.tree;
        for (let i = 0; i < nodes.length;)
            if (nodes[i].canLive && this.isIn(nodes[i].mask, lane))
                live.push(i++);
            else
                i = nodes[i].canLive ? nodes[i].end : i + 1;
        return live;
    }

    valueOf(key, lane) {
        if (key.isShared)
            return key.type === "bool" ? this.shared[key.index] : valueOf({type: key.type, bits: 32}, this.shared[key.index]);
        if (key.type === "bool")
            return this.isIn(key.index, lane);
        const word = this.columns[((lane >> 6) * this.tree.columnCount + key.index) * LANES + (lane & 63)];
        return valueOf({type: key.type, bits: 32}, word);
    }

    // How many agents are in each mask.
    sums() {
        const {maskCount} = this.tree, sums = new Float64Array(maskCount), {masks} = this;
        for (let block = 0, at = 0; block < this.blocks; block++)
            for (let i = 0; i < maskCount; i++, at += 2)
                if (masks[at] | masks[at + 1])
                    sums[i] += bitsOf(masks[at]) + bitsOf(masks[at + 1]);
        return sums;
    }

    total() {
        let total = 0;
        for (let i = 0; i < 2 * this.blocks; i++)
            total += bitsOf(this.lanes[i]);
        return total;
    }

    counted() {
        const sums = this.sums(), {nodes} = this.tree, total = this.total();
        let none = 0;
        for (let block = 0, step = 2 * this.tree.maskCount; block < this.blocks; block++)
            for (let half = 0; half < 2; half++)
                none += bitsOf(this.masks[block * step + half] & this.masks[block * step + 2 + half]);
        const running = sums[MASK_RUNS] - none, succeeded = sums[MASK_SUCCEEDED] - none;
        return {version: this.tree.version, total, agents: Float64Array.from(nodes, (node) => node.canLive ? sums[node.mask] : 0),
                answers: [total - running - succeeded - none, running, succeeded, none], ran: this.counts};
    }
}

// Goes through the frames of a recording; what it hands out holds until it goes on.
class TreeDecoder {
    constructor(recording) {
        this.recording = recording;
        this.index = -1;
        this.groups = [];
        this.places = null; // of agents, see find
    }

    // The states of all groups at a frame.
    at(index) {
        if (index === this.index)
            return this.groups;
        const {frames} = this.recording;
        let from = index;
        while (!frames[from].key)
            from--;
        if (this.index < index && this.index >= from)
            from = this.index + 1;
        for (let i = from; i <= index; i++)
            this.decode(i);
        return this.groups;
    }

    decode(index) {
        const frame = this.recording.frames[index], input = new WordInput(frame.payload, 0);
        for (let group = 0; group < this.recording.head.groupCount; group++) {
            const tree = this.recording.treeAt(group, index);
            if (this.groups[group]?.tree !== tree)
                this.groups[group] = new GroupState(tree);
            this.groups[group].take(input);
        }
        this.index = index;
        this.places = null;
    }

    // Where an agent is in the frame: {state, group, lane}, or null.
    find(id) {
        for (let group = 0; group < this.groups.length; group++) {
            const state = this.groups[group], lane = this.findIn(state, id);
            if (lane >= 0)
                return {group, state, lane};
        }
        return null;
    }

    // Lanes by id are listed when somebody has come or gone.
    findIn(state, id) {
        if (state.listed !== state.moved) {
            state.listed = state.moved;
            state.laneOf = new Map();
            for (let lane = 0; lane < state.blocks * LANES; lane++)
                if (state.has(lane))
                    state.laneOf.set(state.ids[lane], lane);
        }
        return state.laneOf.get(id) ?? -1;
    }
}
