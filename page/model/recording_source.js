// SPDX-License-Identifier: MIT
// A source (source.js) over recordings in memory: of a scene, of trees, or both, whose frames are
// linked by their ticks. The past is gone through a little at a time, when `work` is called.

import {Recording} from "../decode/scene_recording.js";
import {LANES, NO_MASK} from "../decode/tree_recording.js";
import {TreeDecoder} from "../decode/tree_state.js";
import {findAgent, valueOf} from "../decode/values.js";
import {bitsOf} from "../decode/words.js";
import {listAgents, numberTest, sortBy} from "./rows.js";
import {ANSWERS, leavesOf} from "./source.js";

const SPANS = 600;        // of time, at most: frames of a span are one point of a strip or a chart
const JOBS_KEPT = 16;
const PLAIN = new Set(["float", "int", "bool"]);

export class RecordingSource {
    constructor(scene, trees) {
        this.scene = scene; // null: there are trees alone
        this.trees = trees; // null: there is a scene alone
        this.isDone = false;
        this.onChange = null;
        this.decoders = trees ? [new TreeDecoder(trees), new TreeDecoder(trees)] : [];
        this.jobs = [];
        this.known = new Map(); // jobs by what they were asked
    }

    // What the first pieces tell.
    describe() {
        this.hasTrees = this.trees !== null;
        this.groups = this.hasTrees ? this.trees.trees.map((list) => list[0].name)
                                    : this.scene.description.groups.map((group) => group.name);
        this.columns = [];
        if (this.scene)
            this.scene.description.columns.forEach((column, i) => PLAIN.has(column.type) &&
                this.columns.push({...column, place: i, key: null}));
        for (const list of this.hasTrees ? this.trees.trees : [])
            for (const tree of list)
                for (const key of tree.keys)
                    if (!this.columns.some((column) => column.name === key.name))
                        this.columns.push({name: key.name, type: key.type, unit: "", words: key.words, place: -1, key: key.name});
    }

    get name() {
        return this.scene?.description.name || this.trees?.head.name || (this.trees && this.trees.trees[0][0].tree) || "";
    }

    get frameCount() { return (this.scene || this.trees).frames.length; }

    tickOf(frame) { return this.scene ? this.scene.frames[frame].step : this.trees.frames[frame].tick; }

    timeOf(frame) { return (this.scene || this.trees).frames[frame].time; }

    // The frame of the trees that a frame shows, or -1.
    treeFrame(frame) {
        return !this.trees ? -1 : this.scene ? this.trees.frameAt(this.scene.frames[frame].step) : frame;
    }

    // The other way: the first frame that shows one of the trees'.
    shownFrame(treeFrame) {
        if (!this.scene)
            return treeFrame;
        const {tick} = this.trees.frames[treeFrame], {frames} = this.scene;
        const found = frames.findIndex((frame) => frame.step >= tick);
        return found < 0 ? frames.length - 1 : found;
    }

    // Decoded trees at a frame; null when there are none.
    decoderAt(frame) {
        const index = frame < 0 ? -1 : this.treeFrame(frame);
        if (index < 0)
            return null;
        const [a, b] = this.decoders;
        const cost = (decoder) => decoder.index === index ? 0 : decoder.index < index && decoder.index >= 0
            ? index - decoder.index : 1e9;
        const decoder = cost(b) < cost(a) ? b : cost(a) < 1e9 ? a : this.last === a ? b : a;
        this.last = decoder;
        decoder.at(index);
        return decoder;
    }

    // ---- trees

    tree(group, frame) {
        const index = this.hasTrees ? Math.max(0, this.treeFrame(frame)) : -1;
        if (index < 0)
            return null;
        const tree = this.trees.treeAt(group, index), last = this.trees.lastFrame(group, tree.version);
        const next = last + 1 < this.trees.frames.length ? this.shownFrame(last + 1) - 1 : this.frameCount - 1;
        return {group, name: this.groups[group], tree: tree.tree, version: tree.version, nodes: tree.nodes,
                first: this.shownFrame(tree.first), last: next};
    }

    counts(group, frame) {
        return this.decoderAt(frame)?.groups[group].counted() || null;
    }

    agent(id, frame) {
        const decoder = this.decoderAt(frame), found = decoder?.find(id);
        const shown = this.scene ? this.scene.frame(frame) : null, place = shown ? findAgent(shown, id) : -1;
        if (!found && (decoder || place < 0))
            return null;
        return this.agentOf(found, shown, place, id);
    }

    agentOf(found, shown, place, id) {
        const group = found ? found.group : shown.groups[place];
        return {
            id, group, answer: found ? found.state.answerOf(found.lane) : -1,
            nodes: found ? found.state.nodesOf(found.lane) : [],
            values: this.columns.map((column) => this.valueAt(column, found, shown, place)),
        };
    }

    valueAt(column, found, shown, place) {
        if (column.place >= 0)
            return place >= 0 ? valueOf(column, shown.words[column.place][place]) : null;
        const key = found?.state.tree.keys.find((other) => other.name === column.key);
        return key ? found.state.valueOf(key, found.lane) : null;
    }

    steps(id, frame) {
        const index = this.treeFrame(frame);
        if (index < 0)
            return null;
        const found = this.trees.stepsOf(id, index > 0 ? this.trees.frames[index - 1].tick : -1,
                                         this.scene ? this.scene.frames[frame].step : this.trees.frames[index].tick);
        return found && {tick: found.tick, asked: this.trees.asked,
                         steps: found.steps.map(({kind, node, group, values}) => ({kind, node, group, answers: values}))};
    }

    members({group, node, version}, frame) {
        const state = this.decoderAt(frame)?.groups[group], ids = [];
        if (!state || state.tree.version !== version || !state.tree.nodes[node]?.canLive)
            return Float64Array.of();
        const {mask} = state.tree.nodes[node];
        for (let block = 0; block < state.blocks; block++)
            for (let half = 0; half < 2; half++)
                for (let left = state.masks[2 * (block * state.tree.maskCount + mask) + half]; left; left &= left - 1)
                    ids.push(state.ids[block * LANES + 32 * half + 31 - Math.clz32(left & -left)]);
        return Float64Array.from(ids).sort();
    }

    // ---- rows

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

    rowOf(all, entry, frame) {
        const found = all.decoder && {group: all.groups[entry], lane: all.lanes[entry],
                                      state: this.decoderAt(frame).groups[all.groups[entry]]};
        const place = !all.shown ? -1 : all.decoder ? findAgent(all.shown, all.ids[entry]) : entry;
        return this.agentOf(found || null, all.shown, place, all.ids[entry]);
    }

    // All agents of a frame, by id: with trees those that have one.
    everybody(frame) {
        const decoder = this.decoderAt(frame), shown = this.scene ? this.scene.frame(frame) : null;
        if (!decoder)
            return {decoder: null, shown, count: shown ? shown.count : 0, ids: shown?.ids, groups: shown?.groups};
        const name = decoder.groups.map((state) => `${state.tree.version} ${state.moved}`).join();
        if (decoder.everybodyName !== name) {
            decoder.everybodyName = name;
            decoder.everybody = listAgents(decoder.groups);
        }
        return {...decoder.everybody, decoder, shown};
    }

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

    testsOf(query, all) {
        const tests = [];
        if (query.at && all.decoder) {
            const {group, node, version} = query.at, state = all.decoder.groups[group];
            const mask = state.tree.version === version ? state.tree.nodes[node]?.mask : NO_MASK;
            tests.push((i) => all.groups[i] === group && mask !== undefined && mask !== NO_MASK && state.isIn(mask, all.lanes[i]));
        }
        for (const {column, text} of query.filters)
            if (text.trim())
                tests.push(this.testOf(column, text.trim().toLowerCase(), all));
        return tests;
    }

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

    leafTest(text, all) {
        const fits = all.decoder ? all.decoder.groups.map((state) =>
            state.tree.nodes.map((node) => `${node.name} ${node.label}`.toLowerCase().includes(text))) : [];
        return (i) => {
            const state = all.decoder?.groups[all.groups[i]];
            return state !== undefined && leavesOf(state.tree, state.nodesOf(all.lanes[i])).some((node) => fits[all.groups[i]][node]);
        };
    }

    // A function from an agent's place in the list to a number.
    valuer(column, all) {
        const state = (i) => all.decoder.groups[all.groups[i]];
        if (column === "id")
            return (i) => all.ids[i];
        if (column === "group")
            return (i) => all.groups[i];
        if (column === "answer")
            return (i) => all.decoder ? state(i).answerOf(all.lanes[i]) : -1;
        if (column === "leaf")
            return (i) => all.decoder ? leavesOf(state(i).tree, state(i).nodesOf(all.lanes[i]))[0] ?? -1 : -1;
        const {place, key, ...rest} = this.columns[column];
        if (place >= 0)
            return (i) => {
                const at = all.decoder ? findAgent(all.shown, all.ids[i]) : i;
                return at < 0 ? NaN : valueOf(rest, all.shown.words[place][at]);
            };
        const keys = all.decoder ? all.decoder.groups.map(({tree}) => tree.keys.find((other) => other.name === key)) : [];
        return (i) => keys[all.groups[i]] ? state(i).valueOf(keys[all.groups[i]], all.lanes[i]) : NaN;
    }

    // ---- the past

    spanOf(frame) {
        return Math.floor(frame * this.spanCount / this.frameCount);
    }

    get spanCount() { return Math.min(SPANS, this.frameCount); }

    spanFrames() {
        return Array.from({length: this.spanCount}, (_, span) => Math.ceil(span * this.frameCount / this.spanCount));
    }

    // The job of a name, which is started when it is asked for the first time.
    job(name, make) {
        if (!this.isDone)
            return null;
        if (!this.known.has(name)) {
            const job = Object.assign(make(), {next: 0, spans: this.spanFrames(), decoder: this.trees && new TreeDecoder(this.trees)});
            if (this.scene)
                job.scene = Object.assign(new Recording(), {description: this.scene.description, frames: this.scene.frames});
            this.known.set(name, job);
            this.forget();
            this.jobs.push(job);
        }
        return this.known.get(name);
    }

    // Of many charts that were looked at, the last ones are kept.
    forget() {
        for (const [name, job] of this.known)
            if (this.known.size > JOBS_KEPT && name !== "history" && !this.jobs.includes(job))
                this.known.delete(name);
    }

    // Goes through the past for so many milliseconds.
    work(milliseconds) {
        const end = performance.now() + milliseconds;
        let hasWorked = false;
        while (this.jobs.length && performance.now() < end) {
            const job = this.jobs[0];
            job.take(job.next++);
            hasWorked = true;
            if (job.next === this.frameCount) {
                this.jobs.shift();
                job.decoder = job.scene = null;
                this.onChange?.();
            }
        }
        if (hasWorked && this.jobs.length && !(performance.now() - this.toldAt < 500)) {
            this.toldAt = performance.now();
            this.onChange?.();
        }
    }

    history(group, version) {
        const job = this.job("history", () => this.historyJob());
        const known = job?.versions.get(version);
        return known ? {frames: job.spans, agents: known.agents, most: known.most} : null;
    }

    // Means of the counts of all nodes, span by span.
    historyJob() {
        const versions = new Map(), job = {versions}, spans = this.spanCount;
        job.take = (frame) => {
            const index = this.treeFrame(frame);
            if (index < 0)
                return;
            for (const state of job.decoder.at(index)) {
                const {version, nodes} = state.tree;
                if (!versions.has(version))
                    versions.set(version, {most: 0, frames: new Float64Array(spans),
                                           agents: nodes.map(() => new Float32Array(spans).fill(NaN))});
                this.addCounts(versions.get(version), this.spanOf(frame), state.counted().agents);
            }
        };
        return job;
    }

    addCounts(known, span, counts) {
        const n = ++known.frames[span];
        for (let node = 0; node < counts.length; node++) {
            const line = known.agents[node];
            line[span] = n === 1 ? counts[node] : line[span] + (counts[node] - line[span]) / n;
            known.most = Math.max(known.most, line[span]);
        }
    }

    series({column, bins}) {
        const job = this.job(JSON.stringify([column, bins]), () => this.seriesJob(column, bins));
        return job && {frames: job.spans, lines: job.lines};
    }

    seriesJob(column, bins) {
        const spans = this.spanCount, line = () => new Float64Array(spans).fill(NaN);
        const lines = bins.map(() => ({count: line(), mean: line(), low: line(), high: line(), deviation: line()}));
        const sums = bins.map(() => ({span: -1}));
        const job = {lines};
        job.take = (frame) => {
            const span = this.spanOf(frame);
            bins.forEach((bin, i) => {
                if (sums[i].span !== span)
                    sums[i] = {span, frames: 0, count: 0, sum: 0, squares: 0, low: Infinity, high: -Infinity};
                this.addValues(sums[i], job, column, bin, frame);
                putSums(lines[i], sums[i]);
            });
        };
        return job;
    }

    // Adds the values of a bin's agents at a frame.
    addValues(sums, job, column, bin, frame) {
        const index = this.treeFrame(frame), state = index < 0 ? null : job.decoder.at(index)[bin.group];
        if (bin.node >= 0 && state?.tree.version !== bin.version)
            return;
        sums.frames++;
        const place = column === "agents" ? -1 : this.columns[column].place;
        if (place >= 0 || !state) {
            this.addSceneValues(sums, job.scene.frame(frame), state, place, bin);
            return;
        }
        const key = column === "agents" ? null : state.tree.keys.find((other) => other.name === this.columns[column].key);
        const mask = bin.node >= 0 ? state.tree.nodes[bin.node].mask : NO_MASK;
        for (let half = 0; half < 2 * state.blocks; half++) {
            let left = mask === NO_MASK ? state.lanes[half]
                : state.masks[2 * ((half >> 1) * state.tree.maskCount + mask) + (half & 1)];
            if (!key) {
                sums.count += column === "agents" ? bitsOf(left) : 0;
                continue;
            }
            for (; left; left &= left - 1)
                addValue(sums, state.valueOf(key, 32 * half + 31 - Math.clz32(left & -left)));
        }
    }

    addSceneValues(sums, shown, state, place, bin) {
        const ids = bin.node >= 0 ? new Set(this.membersOf(state, bin.node)) : null;
        const column = place >= 0 ? this.scene.description.columns[place] : null;
        for (let i = 0; i < shown.count; i++)
            if (shown.groups[i] === bin.group && (!ids || ids.has(shown.ids[i])))
                column ? addValue(sums, valueOf(column, shown.words[place][i])) : sums.count++;
    }

    membersOf(state, node) {
        const {mask} = state.tree.nodes[node], ids = [];
        for (let lane = 0; lane < state.blocks * LANES; lane++)
            if (mask !== NO_MASK && state.isIn(mask, lane))
                ids.push(state.ids[lane]);
        return ids;
    }
}

function addValue(sums, value) {
    if (!Number.isFinite(value))
        return;
    sums.count++;
    sums.sum += value;
    sums.squares += value * value;
    sums.low = Math.min(sums.low, value);
    sums.high = Math.max(sums.high, value);
}

function putSums(line, {span, frames, count, sum, squares, low, high}) {
    line.count[span] = frames ? count / frames : NaN;
    line.mean[span] = count ? sum / count : NaN;
    line.low[span] = count ? low : NaN;
    line.high[span] = count ? high : NaN;
    line.deviation[span] = count ? Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) : NaN;
}
