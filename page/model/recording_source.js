// SPDX-License-Identifier: MIT
// A source (source.js) over a recording in memory. If it has a world and trees, their frames are matched by their
// ticks. The past is computed in small parts, when `work` is called.

import {NO_MASK} from "../decode/tree_frames.js";
import {TreeDecoder} from "../decode/tree_state.js";
import {findAgent, valueOf} from "../decode/values.js";
import {known, later} from "./known.js";
import {Past} from "./past.js";
import {listAgents, numberTest, sortBy} from "./rows.js";
import {ANSWERS, leavesOf} from "./source.js";
/** @import {Recording} from "../decode/recording.js" */
/** @import {GroupState} from "../decode/tree_state.js" */
/** @import {Column, Frame} from "../decode/world_frames.js" */
/** @import {Agent, At, Bin, ColumnId, Counts, History, Query, Rows, Series, Steps, Tree} from "./source.js" */

const PLAIN = new Set(["float", "int", "bool"]);

const NOBODY = listAgents([]);

/** @typedef {{group: number, state: GroupState, lane: number}} Found the state, the group and the lane of an agent in a frame of trees */

/** @typedef {Column & {place: number, key: string | null}} SourceColumn `place` is the index among the columns of the scene, or -1; `key` is the name of a key, or null */

/**
 * Agents of a frame: those of the trees with their states, or those of the scene if there are no trees.
 *
 * @typedef {{count: number, ids: Float64Array, groups: Uint16Array, lanes: Uint32Array, states: GroupState[] | null,
 *     shown: Frame | null}} AgentList
 */

export class RecordingSource {
    /** @param {Recording} recording */
    constructor(recording) {
        this.recording = recording;
        this.isDone = false;
        /** @type {(() => void) | null} */
        this.onChange = null;
        /** @type {TreeDecoder[]} */
        this.decoders = [];     // two of them, if there are trees
        /** @type {Past | null} */
        this.past = null;       // null: nothing of it was requested yet
        /** @type {string[]} */
        this.groups = [];
        /** @type {SourceColumn[]} */
        this.columns = [];
        /** @type {TreeDecoder | null} */
        this.last = null;       // the decoder that was used last
        this.rowsName = "";     // identifies the query of rowList
        /** @type {{all: AgentList, order: Uint32Array}} */
        this.rowList = later();
        /** @type {{decoder: TreeDecoder, name: string, agents: ReturnType<typeof listAgents>} | null} */
        this.listed = null;     // agents of a decoder's frame
    }

    // The world, or null.
    get scene() { return this.recording.world; }

    // The trees, or null.
    get trees() { return this.recording.trees; }

    get hasTrees() { return this.trees !== null; }

    // Set groups and columns, when the first pieces of the recording have arrived.
    describe() {
        const lists = this.trees?.trees ?? [], {scene} = this;
        this.groups = this.trees ? lists.map((list) => list[0].name) : scene?.description.groups.map((group) => group.name) ?? [];
        this.columns = [];
        scene?.description.columns.forEach((column, place) => PLAIN.has(column.type) && this.columns.push({...column, place, key: null}));
        for (const {keys} of lists.flat())
            for (const {name, type, words} of keys)
                if (!this.columns.some((column) => column.name === name))
                    this.columns.push({name, type, unit: "", words, bits: 32, low: 0, high: 0, steps: 1, place: -1, key: name});
    }

    // The stored frames, with the values that are known without decoding.
    /** @returns {{time: number}[]} */
    get frames() { return (this.scene ?? this.trees)?.frames ?? []; }

    get name() { return this.scene?.description.name || this.trees?.head.name || this.trees?.trees[0][0].tree || ""; }

    get frameCount() { return this.frames.length; }

    /** @param {number} frame */
    tickOf(frame) { return this.scene ? this.scene.frames[frame].step : known(this.trees).frames[frame].tick; }

    /** @param {number} frame */
    timeOf(frame) { return this.frames[frame].time; }

    // Return the frame of the trees that belongs to a frame, or -1.
    /** @param {number} frame */
    treeFrame(frame) {
        return !this.trees ? -1 : this.scene ? this.trees.frameAt(this.scene.frames[frame].step) : frame;
    }

    // The inverse: return the first frame that shows a frame of the trees.
    /** @param {number} treeFrame */
    shownFrame(treeFrame) {
        if (!this.scene || !this.trees)
            return treeFrame;
        const {tick} = this.trees.frames[treeFrame], {frames} = this.scene;
        const found = frames.findIndex((frame) => frame.step >= tick);
        return found < 0 ? frames.length - 1 : found;
    }

    // Return a decoder that has decoded the trees at a frame, or null if there are no trees.
    /** @param {number} frame @returns {TreeDecoder | null} */
    decoderAt(frame) {
        const index = frame < 0 ? -1 : this.treeFrame(frame), {trees} = this;
        if (index < 0 || !trees)
            return null;
        if (this.decoders.length === 0)
            this.decoders = [new TreeDecoder(trees), new TreeDecoder(trees)];
        const [a, b] = this.decoders;
        /** @param {TreeDecoder} decoder */
        const cost = (decoder) => decoder.index === index ? 0 : decoder.index < index && decoder.index >= 0
            ? index - decoder.index : 1e9;
        const decoder = cost(b) < cost(a) ? b : cost(a) < 1e9 ? a : this.last === a ? b : a;
        this.last = decoder;
        decoder.at(index);
        return decoder;
    }

    // ---- trees

    /** @param {number} group @param {number} frame @returns {(Tree & {tree: string}) | null} */
    tree(group, frame) {
        const {trees} = this;
        if (!trees)
            return null;
        const tree = trees.treeAt(group, Math.max(0, this.treeFrame(frame))), last = trees.lastFrame(group, tree.version);
        const next = last + 1 < trees.frames.length ? this.shownFrame(last + 1) - 1 : this.frameCount - 1;
        return {group, name: this.groups[group], tree: tree.tree, version: tree.version, nodes: tree.nodes,
                first: this.shownFrame(tree.first), last: next};
    }

    /** @param {number} group @param {number} frame @returns {Counts | null} */
    counts(group, frame) {
        return this.decoderAt(frame)?.groups[group].counted() ?? null;
    }

    /** @param {number} id @param {number} frame @returns {Agent | null} */
    agent(id, frame) {
        const decoder = this.decoderAt(frame), found = decoder?.find(id) ?? null;
        const shown = this.scene ? this.scene.frame(frame) : null, place = shown ? findAgent(shown, id) : -1;
        if (!found && (decoder || place < 0))
            return null;
        return this.agentOf(found, shown, place, id);
    }

    // Return an agent from its state in the trees, from its index `place` in a frame of the scene, or from both.
    /** @param {Found | null} found @param {Frame | null} shown @param {number} place @param {number} id @returns {Agent} */
    agentOf(found, shown, place, id) {
        return {
            id, group: found?.group ?? shown?.groups[place] ?? 0, answer: found ? found.state.answerOf(found.lane) : -1,
            nodes: found ? found.state.nodesOf(found.lane) : [],
            values: this.columns.map((column) => this.valueAt(column, found, shown, place)),
        };
    }

    /** @param {SourceColumn} column @param {Found | null} found @param {Frame | null} shown @param {number} place */
    valueAt(column, found, shown, place) {
        if (column.place >= 0)
            return shown && place >= 0 ? valueOf(column, shown.words[column.place][place]) : null;
        const key = found?.state.tree.keys.find((other) => other.name === column.key);
        return found && key ? found.state.valueOf(key, found.lane) : null;
    }

    /** @param {number} id @param {number} frame @returns {Steps | null} */
    steps(id, frame) {
        const index = this.treeFrame(frame), {trees} = this;
        if (index < 0 || !trees)
            return null;
        const found = trees.stepsOf(id, index > 0 ? trees.frames[index - 1].tick : -1,
                                    this.scene ? this.scene.frames[frame].step : trees.frames[index].tick);
        return found && {tick: found.tick, asked: trees.asked,
                         steps: found.steps.map(({kind, node, group, values}) => ({kind, node, group, answers: values}))};
    }

    /** @param {At} at @param {number} frame */
    members({group, node, version}, frame) {
        const state = this.decoderAt(frame)?.groups[group];
        return state && state.tree.version === version && state.tree.nodes[node]?.canLive
            ? Float64Array.from(state.membersOf(node)).sort() : Float64Array.of();
    }

    // ---- rows

    /** @param {Query} query @param {number} frame @returns {Rows} */
    rows(query, frame) {
        const name = JSON.stringify([frame, query.at, query.filters, query.sort]);
        if (name !== this.rowsName) {
            this.rowsName = name;
            this.rowList = this.listRows(query, frame);
        }
        const {all, order} = this.rowList, rows = [];
        for (let i = query.from; i < Math.min(order.length, query.from + query.count); i++)
            rows.push(this.rowOf(all, order[i], frame));
        return {total: order.length, rows};
    }

    /** @param {AgentList} all @param {number} entry @param {number} frame */
    rowOf(all, entry, frame) {
        const group = all.groups[entry], state = this.decoderAt(frame)?.groups[group];
        const found = state ? {group, state, lane: all.lanes[entry]} : null;
        const place = !all.shown ? -1 : all.states ? findAgent(all.shown, all.ids[entry]) : entry;
        return this.agentOf(found, all.shown, place, all.ids[entry]);
    }

    // Return all agents of a frame, ordered by id. If there are trees, only agents that have one.
    /** @param {number} frame @returns {AgentList} */
    everybody(frame) {
        const decoder = this.decoderAt(frame), shown = this.scene ? this.scene.frame(frame) : null;
        if (!decoder)
            return {states: null, shown, count: shown?.count ?? 0, ids: shown?.ids ?? NOBODY.ids, groups: shown?.groups ?? NOBODY.groups, lanes: NOBODY.lanes};
        const name = decoder.groups.map((state) => `${state.tree.version} ${state.moved}`).join();
        if (this.listed?.decoder !== decoder || this.listed.name !== name)
            this.listed = {decoder, name, agents: listAgents(decoder.groups)};
        return {...this.listed.agents, states: decoder.groups, shown};
    }

    /** @param {Query} query @param {number} frame */
    listRows(query, frame) {
        const all = this.everybody(frame);
        let order = new Uint32Array(all.count), n = 0;
        const tests = this.testsOf(query, all);
        for (let i = 0; i < all.count; i++)
            if (tests.every((test) => test(i)))
                order[n++] = i;
        order = order.subarray(0, n);
        const value = query.sort && query.sort.column !== "id" && this.valuer(query.sort.column, all);
        if (value)
            order = sortBy(order, value, query.sort.down);
        else if (query.sort?.down)
            order = order.slice().reverse();
        return {all, order};
    }

    /** @param {Query} query @param {AgentList} all @returns {((i: number) => boolean)[]} */
    testsOf(query, all) {
        /** @type {((i: number) => boolean)[]} */
        const tests = [];
        if (query.at && all.states) {
            const {group, node, version} = query.at, state = all.states[group];
            const mask = state.tree.version === version ? state.tree.nodes[node]?.mask : NO_MASK;
            tests.push((i) => all.groups[i] === group && mask !== undefined && mask !== NO_MASK && state.isIn(mask, all.lanes[i]) !== 0);
        }
        for (const {column, text} of query.filters)
            if (text.trim())
                tests.push(this.testOf(column, text.trim().toLowerCase(), all));
        return tests;
    }

    /** @param {ColumnId} column @param {string} text @param {AgentList} all @returns {(i: number) => boolean} */
    testOf(column, text, all) {
        if (column === "leaf")
            return this.leafTest(text, all);
        const value = this.valuer(column, all);
        const words = column === "group" ? this.groups : column === "answer" ? ANSWERS
            : column === "id" ? [] : this.columns[column].type === "bool" ? ["no", "yes"] : this.columns[column].words;
        if (words.length) {
            const fits = words.map((word) => word.toLowerCase().includes(text));
            return (i) => fits[value(i)] === true;
        }
        const fits = numberTest(text);
        return (i) => fits(value(i));
    }

    /** @param {string} text @param {AgentList} all @returns {(i: number) => boolean} */
    leafTest(text, all) {
        const fits = all.states ? all.states.map((state) =>
            state.tree.nodes.map((node) => `${node.name} ${node.label}`.toLowerCase().includes(text))) : [];
        return (i) => {
            const state = all.states?.[all.groups[i]];
            return state !== undefined && leavesOf(state.tree, state.nodesOf(all.lanes[i])).some((node) => fits[all.groups[i]][node]);
        };
    }

    // Return a function from an agent's index in the list to the number by which the list is sorted.
    /** @param {ColumnId} column @param {AgentList} all @returns {(i: number) => number} */
    valuer(column, all) {
        const {states, shown} = all;
        /** @param {number} i */
        const state = (i) => known(states)[all.groups[i]];
        if (column === "id")
            return (i) => all.ids[i];
        if (column === "group")
            return (i) => all.groups[i];
        if (column === "answer")
            return (i) => all.states ? state(i).answerOf(all.lanes[i]) : -1;
        if (column === "leaf")
            return (i) => all.states ? leavesOf(state(i).tree, state(i).nodesOf(all.lanes[i]))[0] ?? -1 : -1;
        const {place, key, ...rest} = this.columns[column];
        if (place >= 0)
            return (i) => {
                const at = !shown ? -1 : states ? findAgent(shown, all.ids[i]) : i;
                return !shown || at < 0 ? NaN : valueOf(rest, shown.words[place][at]);
            };
        const keys = all.states ? all.states.map(({tree}) => tree.keys.find((other) => other.name === key)) : [];
        return (i) => {
            const found = keys[all.groups[i]];
            return found ? Number(state(i).valueOf(found, all.lanes[i])) : NaN;
        };
    }

    // ---- the past

    /** @param {number} milliseconds */
    work(milliseconds) {
        if (this.past?.work(milliseconds))
            this.onChange?.();
    }

    get jobs() { return this.past?.jobs ?? []; }

    // The past of all frames that have arrived. `renewPast` computes it again, with later frames.
    get wholePast() { return this.past ??= new Past(this); }

    renewPast() { this.past = null; }

    /** @param {number} group @param {number} version @returns {History | null} */
    history(group, version) { return this.isDone ? this.wholePast.history(group, version) : null; }

    /** @param {{column: number | "agents", bins: Bin[]}} options @returns {Series | null} */
    series({column, bins}) { return this.isDone ? this.wholePast.series(column, bins) : null; }
}
