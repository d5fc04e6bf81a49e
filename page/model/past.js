// SPDX-License-Identifier: MIT
// The past of a recording: counts of nodes and values of columns over its whole time. Jobs read the frames, a few in each
// call of `work`.

import {NO_MASK} from "../decode/tree_frames.js";
import {TreeDecoder} from "../decode/tree_state.js";
import {valueOf} from "../decode/values.js";
import {bitsOf} from "../decode/words.js";
import {WorldFrames} from "../decode/world_frames.js";
import {known} from "./known.js";
import {AT_NO_NODE} from "./source.js";
import {addValue, emptyLine, noSums, putSums} from "./sums.js";
/** @import {Column, Frame} from "../decode/world_frames.js" */
/** @import {GroupState} from "../decode/tree_state.js" */
/** @import {RecordingSource} from "./recording_source.js" */
/** @import {Bin, History, Series} from "./source.js" */
/** @import {Sums} from "./sums.js" */

const SPANS = 600;        // maximum number of spans of time; the frames of a span are one point of a strip or chart
const JOBS_KEPT = 16;
const NOTICE = 500;       // milliseconds between notifications of progress

/** @typedef {{most: number, frames: Float64Array, agents: Float32Array[]}} NodeHistory mean number of agents at each node, by span, and the number of frames in each span */

/** @typedef {{next: number, take: (frame: number) => void}} Job `take` reads one frame, and `next` is the next frame to read */

// Reads frames of a recording with its own decoders, so that the decoders for the page keep their frame.
class Reader {
    /** @param {RecordingSource} source */
    constructor({scene, trees}) {
        this.decoder = trees ? new TreeDecoder(trees) : null;
        this.scene = scene ? Object.assign(new WorldFrames(scene.description), {frames: scene.frames}) : null;
    }
}

export class Past {
    /** @param {RecordingSource} source */
    constructor(source) {
        this.source = source;
        this.count = source.frameCount; // number of frames, to which no later ones are added
        /** @type {Job[]} */
        this.jobs = [];          // unfinished jobs
        /** @type {Map<string, Series & {job: Job}>} */
        this.charts = new Map(); // charts, by query
        /** @type {Map<number, NodeHistory> | null} */
        this.versions = null;    // histories of nodes, by version of the tree; null until the first request
        this.toldAt = -Infinity;
    }

    get spanCount() { return Math.min(SPANS, this.count); }

    /** @param {number} frame */
    spanOf(frame) { return Math.floor(frame * this.spanCount / this.count); }

    // Return the first frame of each span.
    get spans() {
        return Array.from({length: this.spanCount}, (_, span) => Math.ceil(span * this.count / this.spanCount));
    }

    // Run jobs for some milliseconds. Return whether callers should be notified of new results.
    /** @param {number} milliseconds */
    work(milliseconds) {
        const end = performance.now() + milliseconds;
        let hasWorked = false, hasEnded = false;
        while (this.jobs.length && performance.now() < end) {
            const [job] = this.jobs;
            job.take(job.next++);
            hasWorked = true;
            if (job.next >= this.count) {
                this.jobs.shift();
                hasEnded = true;
            }
        }
        if (!hasEnded && !(hasWorked && performance.now() - this.toldAt >= NOTICE))
            return false;
        this.toldAt = performance.now();
        return true;
    }

    /** @param {(frame: number) => void} take @returns {Job} */
    start(take) {
        const job = {next: 0, take};
        this.jobs.push(job);
        return job;
    }

    // ---- nodes

    /** @param {number} _group @param {number} version @returns {History | null} */
    history(_group, version) {
        const versions = this.versions ?? this.startHistory(), found = versions.get(version);
        return found ? {frames: this.spans, agents: found.agents, most: found.most} : null;
    }

    // Start a job that computes the means of the counts of all nodes, by span.
    startHistory() {
        /** @type {Map<number, NodeHistory>} */
        const versions = new Map();
        const {decoder} = new Reader(this.source), spans = this.spanCount;
        this.versions = versions;
        this.start((frame) => {
            const index = this.source.treeFrame(frame);
            if (index < 0 || !decoder)
                return;
            for (const state of decoder.at(index)) {
                const {version, nodes} = state.tree;
                if (!versions.has(version))
                    versions.set(version, {most: 0, frames: new Float64Array(spans),
                                           agents: nodes.map(() => new Float32Array(spans).fill(NaN))});
                addCounts(known(versions.get(version)), this.spanOf(frame), state.counted().agents);
            }
        });
        return versions;
    }

    // ---- charts

    /** @param {number | "agents"} column @param {Bin[]} bins @returns {Series} */
    series(column, bins) {
        const name = JSON.stringify([column, bins]);
        const chart = this.charts.get(name) ?? this.startSeries(column, bins);
        this.charts.set(name, chart);
        this.forget();
        return chart;
    }

    // Drop the oldest finished charts if there are many.
    forget() {
        for (const [name, {job}] of this.charts)
            if (this.charts.size > JOBS_KEPT && !this.jobs.includes(job))
                this.charts.delete(name);
    }

    /** @param {number | "agents"} column @param {Bin[]} bins */
    startSeries(column, bins) {
        const lines = bins.map(() => emptyLine(this.spanCount)), sums = bins.map(noSums), reader = new Reader(this.source);
        let last = -1;
        const job = this.start((frame) => {
            const span = this.spanOf(frame);
            bins.forEach((bin, i) => {
                if (span !== last)
                    sums[i] = noSums();
                this.addValues(sums[i], reader, column, bin, frame);
                putSums(lines[i], span, sums[i]);
            });
            last = span;
        });
        return {frames: this.spans, lines, job};
    }

    // Add the values of a bin's agents at a frame to the sums.
    /**
     * @param {Sums} sums
     * @param {Reader} reader
     * @param {number | "agents"} column
     * @param {Bin} bin
     * @param {number} frame
     */
    addValues(sums, {decoder, scene}, column, bin, frame) {
        const index = this.source.treeFrame(frame), state = index < 0 || !decoder ? null : decoder.at(index)[bin.group];
        if (bin.node !== -1 && state?.tree.version !== bin.version)
            return;
        sums.frames++;
        const place = column === "agents" ? -1 : this.source.columns[column].place;
        if (scene && (place >= 0 || !state)) {
            addSceneValues(sums, scene.frame(frame), state, place < 0 ? null : {place, column: scene.description.columns[place]}, bin);
            return;
        }
        if (!state)
            return;
        const key = column === "agents" ? null : state.tree.keys.find((other) => other.name === this.source.columns[column].key);
        const mask = bin.node === -1 ? NO_MASK : state.tree.nodes[Math.max(0, bin.node)].mask; // agents at no node are those not at the root
        for (let half = 0; half < 2 * state.blocks; half++) {
            const at = mask === NO_MASK ? 0 : state.masks[2 * ((half >> 1) * state.tree.maskCount + mask) + (half & 1)];
            let left = bin.node === AT_NO_NODE ? state.lanes[half] & ~at : mask === NO_MASK ? state.lanes[half] : at;
            if (!key) {
                sums.count += column === "agents" ? bitsOf(left) : 0;
                continue;
            }
            for (; left; left &= left - 1)
                addValue(sums, state.valueOf(key, 32 * half + 31 - Math.clz32(left & -left)));
        }
    }
}

/** @param {NodeHistory} history @param {number} span @param {ArrayLike<number>} counts */
function addCounts(history, span, counts) {
    const n = ++history.frames[span];
    for (let node = 0; node < counts.length; node++) {
        const line = history.agents[node];
        line[span] = n === 1 ? counts[node] : line[span] + (counts[node] - line[span]) / n;
        history.most = Math.max(history.most, line[span]);
    }
}

// Add the values of a column of a scene to the sums. If `values` is null, only count the agents.
/**
 * @param {Sums} sums
 * @param {Frame} shown
 * @param {GroupState | null} state
 * @param {{place: number, column: Column} | null} values
 * @param {Bin} bin
 */
function addSceneValues(sums, shown, state, values, bin) {
    const ids = bin.node >= 0 && state ? new Set(state.membersOf(bin.node)) : null;
    for (let i = 0; i < shown.count; i++)
        if (shown.groups[i] === bin.group && (!ids || ids.has(shown.ids[i])))
            values ? addValue(sums, valueOf(values.column, shown.words[values.place][i])) : sums.count++;
}
