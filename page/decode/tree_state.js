// SPDX-License-Identifier: MIT
// Decodes the states of all agents at a frame of a recording of trees.

import {LANES, MASK_RUNS, MASK_SUCCEEDED, NO_MASK, PIECE} from "./tree_frames.js";
import {wordValue} from "./values.js";
import {WordInput, bitsOf} from "./words.js";
/** @import {Counts} from "../model/source.js" */
/** @import {Key, Tree as StoredTree, TreeFrames} from "./tree_frames.js" */

// All agents of a group in a frame, block by block. The 64 lanes of a block are two 32-bit words.
export class GroupState {
    /** @param {StoredTree} tree */
    constructor(tree) {
        this.tree = tree;
        this.blocks = 0;
        this.lanes = new Uint32Array(0);
        this.ids = new Float64Array(0);
        this.masks = new Uint32Array(0);
        this.columns = new Uint32Array(0);
        /** @type {Float64Array | null} */
        this.counts = null; // four counts for each node, since the previous frame
        /** @type {number[]} */
        this.shared = [];   // values of keys that all agents share
        this.listed = -1;   // value of `moved` when laneOf was filled
        /** @type {Map<number, number>} */
        this.laneOf = new Map();
        this.moved = 0;     // changes each time an agent is added or removed
    }

    /** @param {number} blocks */
    resize(blocks) {
        /** @template {Uint32Array | Float64Array} A @param {A} array @param {number} size @returns {A} */
        const grown = (array, size) => {
            if (size <= array.length) {
                array.fill(0, size);
                return array;
            }
            const larger = /** @type {A} */ (array instanceof Float64Array ? new Float64Array(size) : new Uint32Array(size));
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

    /** @param {number} index @param {boolean} isFull @param {WordInput} input */
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

    /** @param {number} index @param {WordInput} input */
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
        this.moved += Number(differs);
    }

    /** @param {number} index @param {WordInput} input */
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

    /** @param {number} base @param {WordInput} input */
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

    /** @param {WordInput} input */
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

    /** @param {number} lane */
    has(lane) { return this.lanes[lane >> 5] >>> (lane & 31) & 1; }

    // Return whether an agent is in a mask. Lanes are numbered across all blocks.
    /** @param {number} mask @param {number} lane */
    isIn(mask, lane) {
        const half = lane >> 5;
        return this.masks[2 * (this.tree.maskCount * (half >> 1) + mask) + (half & 1)] >>> (lane & 31) & 1;
    }

    /** @param {number} lane */
    answerOf(lane) { // index into ANSWERS
        return this.isIn(MASK_RUNS, lane) ? this.isIn(MASK_SUCCEEDED, lane) ? 3 : 1
                                          : this.isIn(MASK_SUCCEEDED, lane) ? 2 : 0;
    }

    /** @param {number} lane */
    nodesOf(lane) {
        const live = [], {nodes} = this.tree;
        for (let i = 0; i < nodes.length;)
            if (nodes[i].canLive && this.isIn(nodes[i].mask, lane))
                live.push(i++);
            else
                i = nodes[i].canLive ? nodes[i].end : i + 1;
        return live;
    }

    /** @param {Key} key @param {number} lane */
    valueOf(key, lane) {
        if (key.isShared)
            return key.type === "bool" ? this.shared[key.index] : wordValue(key.type, this.shared[key.index]);
        if (key.type === "bool")
            return this.isIn(key.index, lane);
        const word = this.columns[((lane >> 6) * this.tree.columnCount + key.index) * LANES + (lane & 63)];
        return wordValue(key.type, word);
    }

    // Return the ids of the agents at a node.
    /** @param {number} node */
    membersOf(node) {
        const {mask} = this.tree.nodes[node], ids = [];
        if (mask !== NO_MASK)
            for (let lane = 0; lane < this.blocks * LANES; lane++)
                if (this.isIn(mask, lane))
                    ids.push(this.ids[lane]);
        return ids;
    }

    // Return the number of agents in each mask.
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

    /** @returns {Counts} */
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

// Decodes the frames of a recording one at a time. Its results are valid until another frame is decoded.
export class TreeDecoder {
    /** @param {TreeFrames} recording */
    constructor(recording) {
        this.recording = recording;
        this.index = -1;
        /** @type {GroupState[]} */
        this.groups = [];
    }

    // Return the states of all groups at a frame.
    /** @param {number} index @returns {GroupState[]} */
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

    /** @param {number} index */
    decode(index) {
        const frame = this.recording.frames[index], input = new WordInput(frame.payload, 0);
        for (let group = 0; group < this.recording.head.groupCount; group++) {
            const tree = this.recording.treeAt(group, index);
            if (this.groups[group]?.tree !== tree)
                this.groups[group] = new GroupState(tree);
            this.groups[group].take(input);
        }
        this.index = index;
    }

    // Find an agent in the frame: return {state, group, lane}, or null.
    /** @param {number} id */
    find(id) {
        for (let group = 0; group < this.groups.length; group++) {
            const state = this.groups[group], lane = this.findIn(state, id);
            if (lane >= 0)
                return {group, state, lane};
        }
        return null;
    }

    // Find the lane of an agent. The map from ids to lanes is rebuilt only after agents were added or removed.
    /** @param {GroupState} state @param {number} id */
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
