// SPDX-License-Identifier: MIT
// A source (source.js) over the routes of a run that goes on (docs/live-reference.md). A frame is a tick, counted
// from the first. `look` asks how the run stands; what comes with that is answered at once, and always
// about the present. One question of a kind is under way at a time.

import {STEP_KINDS} from "../model/source.js";

export const PAST_SPANS = 256;
export const PAST_EVERY = 500; // milliseconds between questions about the past
const ROWS_MOST = 500, ROWS_REACH = 100000, IDS_MOST = 10000; // the server's limits
const STATUSES = ["failed", "running", "succeeded", "none"];

export async function query(path, wanted = {}) {
    const text = new URLSearchParams(wanted).toString(), answer = await fetch(text ? `${path}?${text}` : path);
    const value = await answer.json();
    if (!answer.ok)
        throw new Error(value.error);
    return value;
}

export class LiveSource {
    constructor() {
        this.isLive = this.hasTrees = this.isDone = true;
        this.about = this.state = this.past = this.taken = null;
        this.version = this.serial = 0;
        this.edits = new Map(); // frames of edits, by the server's version
        this.breaks = [];
        this.pastAt = -PAST_EVERY;
        this.followed = null; // an agent that was asked for since the last news
        this.onChange = null;
    }

    // ---- how the run stands

    // What is new: null, or {isFirst, isOther: keys or trees, hasNotice}.
    async look() {
        return this.takeState(await this.askState());
    }

    // With the agent that is followed: it is of the same tick.
    askState() { return query("state", {counts: 1, ...(this.followed === null ? {} : {agent: this.followed})}); }

    async takeState(state) {
        const before = this.state;
        const changed = (...names) => !before || names.some((name) => before[name] !== state[name]);
        const hasNotice = changed("notice");
        const isOther = hasNotice || this.about.version !== state.version ? await this.learn(hasNotice) : false;
        this.state = state;
        if (changed("tick", "changes", "notice", "steps")) {
            this.followed = null; // unless it is asked for again
            await this.takeSteps();
        }
        return changed("tick", "changes", "version", "end", "running", "going", "stop", "notice", "steps") || isOther
            ? {isFirst: !before, isOther, hasNotice: hasNotice && state.notice > 0} : null;
    }

    // What the run is made of. True if it is made of something else than before.
    async learn(hasNotice) {
        const about = await query("describe"), text = JSON.stringify(about.groups), isOther = text !== this.aboutText;
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

    // The past and breakpoints, which are asked less often.
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

    tickOf(frame) { return this.about.first + frame; }

    deedTo(frame) { return {do: "goto", tick: this.tickOf(frame)}; }

    // Times are whole microseconds.
    timeOf(frame) { return Math.round((this.state.time + (this.tickOf(frame) - this.state.tick) * this.about.dt) * 1e6) / 1e6; }

    // ---- trees

    tree(group) {
        return {...this.trees[group], first: this.about.version > 0 ? this.edits.get(this.about.version) ?? 0 : 0, last: this.frameCount - 1};
    }

    counts(group) {
        const counts = this.state.groups[group];
        return counts.agents.length === this.trees[group].nodes.length
            ? {version: this.version, total: counts.total, agents: counts.agents, answers: counts.answers, ran: null} : null;
    }

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

    // Whoever has gone comes back with an earlier tick alone.
    hasGone(id) { return this.gone?.id === id && this.state.tick >= this.gone.tick; }

    // An edit may come between this answer and the next look.
    agentOf({id, group, answer, nodes, values, position}) {
        const of = this.about.groups[group];
        return {id, group, position, answer: STATUSES.indexOf(answer), nodes: nodes.filter((node) => node < of.nodes.length),
                values: this.columns.map(({name}) => values[of.keys.findIndex((key) => key.name === name)] ?? null)};
    }

    steps(id) {
        const {taken} = this;
        if (!taken || taken.agent !== id || taken.group >= this.groups.length)
            return null;
        const {keys} = this.about.groups[taken.group], places = keys.map(({name}) => this.columns.findIndex((column) => column.name === name));
        const put = (values, changes) => changes.reduce((all, [key, value]) => { all[places[key]] = value; return all; }, [...values]);
        let seen = put([], taken.values.map((value, key) => [key, value]));
        return {tick: taken.tick, serial: this.serial, isCut: taken.cut, keys, steps: taken.steps.map(({kind, node, changes}) => {
            seen = changes.length ? put(seen, changes) : seen;
            return {kind: STEP_KINDS.indexOf(kind), node, group: taken.group, changes, seen};
        })};
    }

    async members({group, node, version}) {
        if (version !== this.version)
            return Float64Array.of();
        const {total, ids} = await query("agents", {group, node, ids: 1, count: IDS_MOST});
        return ids.length < total ? null : Float64Array.from(ids);
    }

    async rows({at, group, sort, from, count, expression}) {
        if (at && at.version !== this.version)
            return {total: 0, rows: []};
        const wanted = {group: at ? at.group : group, from: Math.min(from, ROWS_REACH - 1), count: Math.min(count, ROWS_MOST),
                        sort: {id: "id", answer: ".answer", leaf: ".leaf"}[sort.column] ?? this.columns[sort.column]?.name ?? "id", down: Number(sort.down),
                        filter: expression.trim(), ...(at ? {node: at.node} : {})};
        try {
            const {total, rows} = await query("agents", wanted);
            return {total, rows: rows.map((row) => this.agentOf(row)), reach: ROWS_REACH};
        } catch (error) {
            return {total: 0, rows: [], error: error.message};
        }
    }

    // ---- the past

    // The first frame of each span of time, and of these ticks the last one by its end, or -1.
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

    spans() {
        const {moments} = this.past, {frames, known} = this.spansOf(moments.map(({tick}) => tick));
        return {frames, known: known.map((at) => moments[at])};
    }

    history(group, version) {
        if (!this.past || version !== this.version || this.past.version !== this.about.version)
            return null;
        const {frames, known} = this.spans(), first = this.past.first[group];
        const agents = this.trees[group].nodes.map((_, node) => Float32Array.from(known, (moment) => moment ? moment.agents[first + node] : NaN));
        return {frames, agents, most: agents.reduce((most, line) => line.reduce((a, b) => b > a ? b : a, most), 0)};
    }

    hasKey(group, name) { return this.about.groups[group].keys.some((key) => key.name === name); }

    series({name, bins}) {
        if (name !== null)
            return this.keySeries(name, bins);
        if (!this.past || this.past.version !== this.about.version)
            return null;
        const {frames, known} = this.spans(), none = Float64Array.from(known, () => NaN);
        const count = ({group, node, version}) => Float64Array.from(known, (moment) => !moment ? NaN : node < 0 ? moment.groups[group]
            : version === this.version ? moment.agents[this.past.first[group] + node] : NaN);
        return {frames, lines: bins.map((bin) => ({count: count(bin), mean: none, low: none, high: none, deviation: none}))};
    }

    // A key has a past from when it was first asked for.
    async keySeries(name, bins) {
        const {ticks, groups, gone} = await query("series", {key: name}), {frames, known} = this.spansOf(ticks);
        const line = (values) => Float64Array.from(known, (at) => at < 0 ? NaN : values[at] ?? NaN);
        return {frames, isGone: gone, lines: bins.map(({group}) => Object.fromEntries(Object.entries(groups[group]).map(([what, values]) => [what, line(values)])))};
    }

    // ---- places of a scene

    async places() {
        const answer = await fetch("places");
        if (!answer.ok)
            throw new Error((await answer.json()).error);
        return new Uint8Array(await answer.arrayBuffer());
    }
}
