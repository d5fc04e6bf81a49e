// SPDX-License-Identifier: MIT
// A source (source.js) that queries a live run over HTTP (docs/live-reference.md). A frame is a tick, counted from
// the first one. `look` requests the state of the run; queries that the state answers return at once, and always
// describe the present. At most one request of each kind is in progress.

import {later} from "../model/known.js";
import {AT_NO_NODE, STEP_KINDS} from "../model/source.js";
/** @import {Agent, At, Bin, Line, Node, Query, Steps, Tree, Value, ValueColumn} from "../model/source.js" */
/** @import {Act} from "./live_player.js" */

const PAST_SPANS = 256;
export const PAST_EVERY = 500; // milliseconds between requests of the past
const ROWS_MOST = 500, ROWS_REACH = 100000, IDS_MOST = 10000; // the server's limits
const STATUSES = ["failed", "running", "succeeded", "none"];

/** @param {string} path @param {Record<string, any>} [wanted] @returns {Promise<any>} */
/** @type {Record<string, string>} */
const SORTS = {id: "id", answer: ".answer", leaf: ".leaf"}; // the server's names of columns

/** @param {string} path @param {Record<string, any>} [wanted] @returns {Promise<any>} */
export async function query(path, wanted = {}) {
    const text = new URLSearchParams(wanted).toString(), answer = await fetch(text ? `${path}?${text}` : path);
    const value = await answer.json();
    if (!answer.ok)
        throw new Error(value.error);
    return value;
}

/** @typedef {{name: string, type: string, shared?: boolean, words?: string[]}} LiveKey `shared`: one value for all agents of the group */
/** @typedef {Omit<Node, "name"> & {name: string | null}} LiveNode */
/**
 * The parts of a run: the response to `describe`.
 *
 * @typedef {{name: string, kind: string, version: number, first: number, dt: number,
 *     rights: string[], settings: {path: string, value: unknown}[],
 *     groups: {name: string, keys: LiveKey[], nodes: LiveNode[]}[]}} About
 */
/** @typedef {{id: number, group: number, answer: string, nodes: number[], values: Value[], position?: number[]}} LiveAgent */
/**
 * The state of a run: the response to `state`.
 *
 * @typedef {{tick: number, end: number, time: number, version: number, changes: number, notice: number, steps: number, agents: number,
 *     running: boolean, going: boolean, goal: number, stop: string, hit: {id: number, agent: number | null, tick: number} | null, rate: number,
 *     per_second: number, acts_behind: boolean, agent: LiveAgent | null,
 *     groups: {total: number, agents: number[], answers: number[]}[]}} LiveState
 */
/** @typedef {{id: number, group: number, when: string, node: number, if?: string, bound?: number, agent?: number, gone?: boolean}} Break */
/** @typedef {{tick: number, groups: number[], agents: number[]}} Moment */
/** @typedef {{version: number, first: number[], moments: Moment[]}} LivePast the response to `history` */
/** @typedef {{agent: number, group: number, tick: number, cut: boolean, values: Value[], steps: {kind: string, node: number, group: number, changes: [number, Value][]}[]}} Taken */
/** @typedef {{isFirst?: boolean, isOther: boolean, hasNotice?: boolean}} News */

export class LiveSource {
    constructor() {
        this.isLive = this.hasTrees = this.isDone = true;
        /** @type {About} */
        this.about = later();
        this.aboutText = "";
        /** @type {LiveState} */
        this.state = later();
        /** @type {LivePast | null} */
        this.past = null;
        this.pastChanges = -1;   // `changes` of the state when the past was requested
        /** @type {Taken | null} */
        this.taken = null;
        this.version = this.serial = 0;
        /** @type {string[]} */
        this.groups = [];
        /** @type {ValueColumn[]} */
        this.columns = [];
        /** @type {Pick<Tree, "group" | "name" | "version" | "nodes">[]} */
        this.trees = [];
        /** @type {{id: number, tick: number} | null} */
        this.gone = null;        // an agent that is known to be despawned
        /** @type {Map<number, number>} */
        this.edits = new Map(); // frames of edits, by the server's version
        /** @type {Break[]} */
        this.breaks = [];
        this.pastAt = -PAST_EVERY;
        /** @type {number | null} */
        this.followed = null; // an agent that was requested since the state changed
        /** @type {(() => void) | null} */
        this.onChange = null;
    }

    // ---- the state of the run

    // Request the state. Return what has changed: null, or {isFirst, isOther, hasNotice}; isOther: keys or trees.
    async look() {
        // together with the followed agent, so that both are from the same tick
        /** @type {LiveState} */
        const state = await query("state", {counts: 1, ...(this.followed === null ? {} : {agent: this.followed})});
        /** @type {LiveState | undefined} */
        const before = this.state;
        /** @param {...keyof LiveState} names */
        const changed = (...names) => !before || names.some((name) => before[name] !== state[name]);
        const hasNotice = changed("notice");
        const isOther = hasNotice || this.about.version !== state.version ? await this.learn(hasNotice) : false;
        this.state = state;
        if (changed("tick", "changes", "notice", "steps")) {
            this.followed = null; // until it is requested again
            await this.takeSteps();
        }
        return changed("tick", "changes", "version", "end", "running", "going", "stop", "notice", "steps") || isOther
            ? {isFirst: !before, isOther, hasNotice: hasNotice && state.notice > 0} : null;
    }

    // Request the description of the run. Return whether groups, keys or trees have changed.
    /** @param {boolean} hasNotice */
    async learn(hasNotice) {
        /** @type {About} */
        const about = await query("describe");
        const text = JSON.stringify(about.groups), isOther = text !== this.aboutText;
        this.about = about;
        if (!isOther)
            return false;
        if (hasNotice)
            this.edits.set(about.version, (await query("notice")).tick - about.first);
        this.aboutText = text;
        this.version++;
        this.pastAt = -PAST_EVERY;
        this.past = null;
        this.groups = about.groups.map((group) => group.name);
        this.columns = [];
        for (const {keys} of about.groups)
            for (const {name, type, words} of keys)
                if (!this.columns.some((column) => column.name === name))
                    this.columns.push({name, type, unit: "", words: words || []});
        this.trees = about.groups.map(({name, nodes}, group) => ({group, name, version: this.version,
            nodes: nodes.map((node) => ({...node, name: node.name ?? ""}))}));
        return true;
    }

    async takeSteps() {
        this.taken = this.state.steps ? await query("steps") : null;
        this.serial++;
    }

    // Request the past and the breakpoints, less often than the state.
    async lookBack() {
        if (performance.now() - this.pastAt < PAST_EVERY)
            return;
        this.pastAt = performance.now();
        const {changes} = this.state, isKnown = this.pastChanges === changes && this.past;
        const [breaks, past] = await Promise.all([query("breaks"), isKnown ? this.past : query("history")]);
        this.breaks = breaks;
        if (past === this.past || past.version !== this.about.version)
            return;
        this.past = past;
        this.pastChanges = changes;
        this.onChange?.();
    }

    get name() { return this.about.name; }

    get frame() { return this.state.tick - this.about.first; }

    get frameCount() { return Math.max(this.state.end, this.state.tick) - this.about.first + 1; }

    /** @param {number} frame */
    tickOf(frame) { return this.about.first + frame; }

    /** @param {number} frame @returns {Act} */
    deedTo(frame) { return {do: "goto", tick: this.tickOf(frame)}; }

    // Return the time of a frame, rounded to microseconds.
    /** @param {number} frame */
    timeOf(frame) { return Math.round((this.state.time + (this.tickOf(frame) - this.state.tick) * this.about.dt) * 1e6) / 1e6; }

    // ---- trees

    /** @param {number} group @returns {Tree | null} */
    tree(group) {
        return {...this.trees[group], first: this.about.version > 0 ? this.edits.get(this.about.version) ?? 0 : 0, last: this.frameCount - 1};
    }

    /** @param {number} group */
    counts(group) {
        const counts = this.state.groups[group];
        return counts.agents.length === this.trees[group].nodes.length
            ? {version: this.version, total: counts.total, agents: counts.agents, answers: counts.answers, ran: null} : null;
    }

    /** @param {number} id @param {number} frame */
    async agent(id, frame) {
        if (frame !== this.frame || this.hasGone(id))
            return null;
        const {tick, agent} = this.state;
        this.followed = id;
        if (agent?.id === id)
            return this.agentOf(agent);
        try {
            return this.agentOf(await query("agent", {id}));
        } catch {
            this.gone = {id, tick};
            return null;
        }
    }

    // Return whether an agent is gone. It exists again only if the run goes back to an earlier tick.
    /** @param {number} id */
    hasGone(id) { return this.gone?.id === id && this.state.tick >= this.gone.tick; }

    // Convert an agent. An edit may happen before the next state, so skip nodes and keys that are not known yet.
    /** @param {LiveAgent} options @returns {Agent} */
    agentOf({id, group, answer, nodes, values, position}) {
        const of = this.about.groups[group];
        return {id, group, position, answer: STATUSES.indexOf(answer), nodes: nodes.filter((node) => node < of.nodes.length),
                values: this.columns.map(({name}) => values[of.keys.findIndex((key) => key.name === name)] ?? null)};
    }

    /** @param {number} id @returns {Steps | null | Promise<Steps | null>} */
    steps(id) {
        const {taken} = this;
        if (!taken || taken.agent !== id || taken.group >= this.groups.length)
            return null;
        const {keys} = this.about.groups[taken.group], places = keys.map(({name}) => this.columns.findIndex((column) => column.name === name));
        /** @param {Value[]} values @param {[number, Value][]} changes */
        const put = (values, changes) => changes.reduce((all, [key, value]) => { all[places[key]] = value; return all; }, [...values]);
        let seen = put([], taken.values.map((value, key) => [key, value]));
        return {tick: taken.tick, serial: this.serial, isCut: taken.cut, keys, steps: taken.steps.map(({kind, node, changes}) => {
            seen = changes.length ? put(seen, changes) : seen;
            return {kind: STEP_KINDS.indexOf(kind), node, group: taken.group, changes, seen};
        })};
    }

    /** @param {At} options */
    async members({group, node, version}) {
        if (version !== this.version)
            return Float64Array.of();
        const {total, ids} = await query("agents", {group, node, ids: 1, count: IDS_MOST});
        return ids.length < total ? null : Float64Array.from(ids);
    }

    /** @param {Query} options */
    async rows({at, group, sort, from, count, expression}) {
        if (at && at.version !== this.version)
            return {total: 0, rows: []};
        const wanted = {group: at ? at.group : group, from: Math.min(from, ROWS_REACH - 1), count: Math.min(count, ROWS_MOST),
                        sort: SORTS[sort.column] ?? this.columns[Number(sort.column)]?.name ?? "id", down: Number(sort.down),
                        filter: expression.trim(), ...(at ? {node: at.node} : {})};
        try {
            const {total, rows} = await query("agents", wanted);
            return {total, rows: rows.map((/** @type {LiveAgent} */ row) => this.agentOf(row)), reach: ROWS_REACH};
        } catch (error) {
            return {total: 0, rows: [], error: error instanceof Error ? error.message : String(error)};
        }
    }

    // ---- the past

    // Return the first frame of each span of time, and the index of the last of these ticks before its end, or -1.
    /** @param {number[]} ticks */
    spansOf(ticks) {
        const count = Math.min(PAST_SPANS, this.frameCount);
        const frames = Array.from({length: count}, (_, span) => Math.ceil(span * this.frameCount / count));
        let at = -1;
        const known = frames.map((_, span) => {
            const end = this.about.first + (span + 1 < count ? frames[span + 1] : this.frameCount);
            while (at + 1 < ticks.length && ticks[at + 1] < end)
                at++;
            return at;
        });
        return {frames, known};
    }

    /** @param {LivePast} past */
    spans({moments}) {
        const {frames, known} = this.spansOf(moments.map(({tick}) => tick));
        return {frames, known: known.map((at) => at < 0 ? null : moments[at])};
    }

    /** @param {number} group @param {number} version */
    history(group, version) {
        const {past} = this;
        if (!past || version !== this.version || past.version !== this.about.version)
            return null;
        const {frames, known} = this.spans(past), first = past.first[group];
        const agents = this.trees[group].nodes.map((_, node) => Float32Array.from(known, (moment) => moment ? moment.agents[first + node] : NaN));
        return {frames, agents, most: agents.reduce((most, line) => line.reduce((a, b) => b > a ? b : a, most), 0)};
    }

    // Whether a key has one value for all agents of a group.
    /** @param {number} group @param {string} name */
    isShared(group, name) { return this.about.groups[group]?.keys.some((key) => key.name === name && key.shared) ?? false; }

    /** @param {number} group @param {string} name */
    hasKey(group, name) { return this.about.groups[group].keys.some((key) => key.name === name); }

    /** @param {{name: string | null, bins: Bin[]}} options */
    series({name, bins}) {
        if (name !== null)
            return this.keySeries(name, bins);
        const {past} = this;
        if (!past || past.version !== this.about.version)
            return null;
        const {frames, known} = this.spans(past), none = Float64Array.from(known, () => NaN);
        /** @param {Bin} bin */
        const count = ({group, node, version}) => Float64Array.from(known, (moment) => !moment ? NaN : node === -1 ? moment.groups[group]
            : version === this.version && node === AT_NO_NODE ? moment.groups[group] - moment.agents[past.first[group]]
            : version === this.version ? moment.agents[past.first[group] + node] : NaN);
        return {frames, lines: bins.map((bin) => ({count: count(bin), mean: none, low: none, high: none, deviation: none}))};
    }

    // Return the past of a key, which the server records from the first request on.
    /** @param {string} name @param {Bin[]} bins */
    async keySeries(name, bins) {
        /** @type {{ticks: number[], groups: Record<keyof Line, number[]>[], gone: boolean}} */
        const {ticks, groups, gone} = await query("series", {key: name});
        const {frames, known} = this.spansOf(ticks);
        /** @param {number[]} values */
        const line = (values) => Float64Array.from(known, (at) => at < 0 ? NaN : values[at] ?? NaN);
        return {frames, isGone: gone, lines: bins.map(({group}) => {
            const {count, mean, low, high, deviation} = groups[group];
            return {count: line(count), mean: line(mean), low: line(low), high: line(high), deviation: line(deviation)};
        })};
    }

    // ---- positions of a scene's agents

    async places() {
        const answer = await fetch("places");
        if (!answer.ok)
            throw new Error((await answer.json()).error);
        return new Uint8Array(await answer.arrayBuffer());
    }
}
