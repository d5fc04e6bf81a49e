// SPDX-License-Identifier: MIT
// Tests of sources, which provide data from recordings and from a server.

import assert from "node:assert/strict";
import test from "node:test";

import {LiveSource} from "../live/live_source.js";
import {RecordingSource} from "../model/recording_source.js";
import {editedWatchman, example, exported, recordingOf, run, runBoth} from "./recordings.js";

const file = run("watch", example("watchman"), "--agents=500", "--ticks=40", "--watch=3", "--keys=energy,distance");
const both = runBoth("sheep", example("scenes/wolf-sheep"), "--steps=30", "--keys=energy");

// Return a source whose recording is complete.
function opened(recording) {
    const source = new RecordingSource(recording);
    source.describe();
    source.isDone = true;
    return source;
}

const watch = opened(recordingOf(file)), sheep = opened(recordingOf(both));
const query = (more = {}) => ({at: null, filters: [], sort: {column: "id", down: false}, from: 0, count: 1000, group: 0, expression: "", ...more});
const ids = ({rows}) => rows.map(({id}) => id);
const frame = 25, lines = exported(file, `--from=${frame}`, `--to=${frame}`);
const columnOf = (source, name) => source.columns.findIndex((column) => column.name === name);

test("rows are all agents, in windows, with the values that are exported", () => {
    const {total, rows} = watch.rows(query({from: 10, count: 5}), frame);
    assert.equal(total, lines.length);
    assert.deepEqual(ids({rows}), lines.slice(10, 15).map(({agent}) => agent));
    rows.forEach((row, i) => {
        assert.deepEqual(row.nodes, lines[10 + i].nodes);
        assert.equal(row.values[columnOf(watch, "energy")], Math.fround(lines[10 + i].energy));
    });
});

test("rows are sorted by any column", () => {
    const column = columnOf(watch, "distance"), value = (line) => Math.fround(line.distance);
    const wanted = lines.toSorted((a, b) => value(b) - value(a) || a.agent - b.agent).map(({agent}) => agent);
    assert.deepEqual(ids(watch.rows(query({sort: {column, down: true}}), frame)), wanted);
    assert.deepEqual(ids(watch.rows(query({sort: {column: "id", down: true}, count: 3}), frame)), [499, 498, 497]);
});

test("rows are filtered by numbers, words and leaves", () => {
    const names = watch.tree(0, frame).nodes.map(({name}) => name);
    const filters = [{column: columnOf(watch, "distance"), text: "20..30"}, {column: "leaf", text: "walk"}];
    const wanted = lines.filter((line) => line.distance >= 20 && line.distance <= 30 && names[line.nodes.at(-1)] === "walk");
    assert.deepEqual(ids(watch.rows(query({filters}), frame)), wanted.map(({agent}) => agent));
    assert.ok(wanted.length > 3);
    const answered = watch.rows(query({filters: [{column: "answer", text: "runn"}]}), frame);
    assert.equal(answered.total, lines.filter(({answer}) => answer === "running").length);
});

test("the agents at a node are those at which it is live", () => {
    const tree = watch.tree(0, frame), node = tree.nodes.findIndex(({name}) => name === "walk");
    const wanted = lines.filter((line) => line.nodes.includes(node)).map(({agent}) => agent);
    assert.deepEqual([...watch.members({group: 0, node, version: tree.version}, frame)], wanted);
    assert.deepEqual(ids(watch.rows(query({at: {group: 0, node, version: tree.version}}), frame)), wanted);
    const other = {group: 0, node, version: tree.version + 1};
    assert.deepEqual([watch.members(other, frame).length, watch.rows(query({at: other}), frame).total], [0, 0], "a node of another version");
    assert.equal(watch.counts(0, frame).agents[node], wanted.length);
});

test("one agent has its group, its nodes and its values", () => {
    const line = lines[3], agent = watch.agent(3, frame);
    assert.deepEqual([agent.id, agent.nodes, agent.values[columnOf(watch, "energy")]], [3, line.nodes, Math.fround(line.energy)]);
    assert.equal(watch.agent(1e6, frame), null);
    assert.ok(watch.steps(3, frame).steps.length > 0);
    assert.equal(watch.steps(4, frame), null);
});

test("the frames of a scene and of its trees belong together", () => {
    const step = 20, at = exported(both, "--trees", `--from=${step}`, `--to=${step}`), where = exported(both, `--from=${step}`, `--to=${step}`);
    const shown = Array.from({length: sheep.frameCount}, (_, i) => i).find((i) => sheep.tickOf(i) === step);
    const line = at.find(({agent}) => where.some((other) => other.agent === agent)), place = where.find(({agent}) => agent === line.agent);
    const agent = sheep.agent(line.agent, shown);
    assert.equal(sheep.groups[agent.group], line.group);
    assert.deepEqual(agent.nodes, line.nodes);
    assert.equal(agent.values[columnOf(sheep, "x")], Math.fround(place.x));
    assert.deepEqual(sheep.groups, ["grass", "sheep", "wolves"]);
});

// ---- the past

test("the past is gone through a little at a time, and said when there is more", () => {
    const source = opened(recordingOf(file));
    let news = 0;
    source.onChange = () => news++;
    const {version} = source.tree(0, 0);
    source.history(0, version);
    assert.equal(source.jobs.length, 1);
    source.work(0);
    assert.equal(source.jobs.length, 1);
    source.work(1e6);
    assert.equal(source.jobs.length, 0);
    assert.ok(news > 0);
    source.history(0, version);
    assert.equal(source.jobs.length, 0, "it is not gone through again");
});

test("the history of nodes is how many agents were there", () => {
    const {version, nodes} = watch.tree(0, 0), all = exported(file, "--nodes");
    watch.history(0, version);
    watch.work(1e6);
    const history = watch.history(0, version);
    assert.equal(history.frames.length, watch.frameCount);
    nodes.forEach((_, node) => history.frames.forEach((at, span) =>
        assert.equal(history.agents[node][span], all.find((line) => line.tick === watch.tickOf(at) && line.node === node).agents)));
    assert.equal(history.most, Math.max(...all.map(({agents}) => agents)));
    assert.equal(watch.history(0, version + 1), null);
});

test("series are counts, means, ends and deviations by group and by node", () => {
    const {version, nodes} = watch.tree(0, 0), node = nodes.findIndex(({name}) => name === "walk");
    const wanted = {column: columnOf(watch, "distance"), name: "distance", bins: [{group: 0, node: -1, version: -1}, {group: 0, node, version}]};
    watch.series(wanted);
    watch.work(1e6);
    const {lines: [all, some]} = watch.series(wanted);
    for (const [line, fits] of [[all, () => true], [some, ({nodes: live}) => live.includes(node)]]) {
        const values = lines.filter(fits).map(({distance}) => Math.fround(distance)), n = values.length, mean = values.reduce((a, b) => a + b) / n;
        const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n);
        assert.deepEqual([line.count[frame], line.low[frame], line.high[frame]], [n, Math.min(...values), Math.max(...values)]);
        assert.ok(Math.abs(line.mean[frame] - mean) < 1e-6 && Math.abs(line.deviation[frame] - deviation) < 1e-4);
    }
    const counts = {column: "agents", name: null, bins: [0, 1, 2].map((group) => ({group, node: -1, version: -1}))};
    sheep.series(counts);
    sheep.work(1e6);
    const where = exported(both, "--from=20", "--to=20"), {lines: found} = sheep.series(counts);
    const at = found[0].count.findIndex((_, i) => sheep.tickOf(i) === 20);
    assert.deepEqual(found.map((line) => line.count[at]), ["grass", "sheep", "wolves"].map((name) => where.filter((line) => line.group === name).length));
});

test("a node of a tree has numbers in the frames of that tree alone", () => {
    const source = opened(recordingOf(run("edit", example("watchman"), "--agents=50", "--ticks=20", `--edit=10:${editedWatchman()}`)));
    const {version, last} = source.tree(0, 0), wanted = {column: "agents", name: null, bins: [{group: 0, node: 0, version}]};
    source.series(wanted);
    source.work(1e6);
    const {lines: [{count}]} = source.series(wanted);
    assert.ok(last < source.frameCount - 1);
    count.forEach((n, i) => assert.equal(Number.isFinite(n), i <= last, `frame ${i}`));
});

test("a span of several frames has their mean", () => {
    const long = run("long", example("watchman"), "--agents=20", "--ticks=1300"), source = opened(recordingOf(long)), {version} = source.tree(0, 0);
    source.history(0, version);
    source.work(1e6);
    const {frames, agents} = source.history(0, version), all = exported(long, "--nodes"), n = source.tree(0, 0).nodes.length;
    assert.ok(frames.length === 600 && source.frameCount > 1200);
    for (let node = 0; node < n; node++) {
        const counts = Array.from({length: source.frameCount}, (_, i) => all[i * n + node].agents);
        frames.forEach((first, span) => {
            const values = counts.slice(first, frames[span + 1]);
            assert.ok(Math.abs(agents[node][span] - values.reduce((a, b) => a + b) / values.length) < 1e-4);
        });
    }
});

test("of many charts the last ones are kept", () => {
    const source = opened(recordingOf(file));
    for (let node = 0; node < 40; node++) {
        source.series({column: "agents", name: null, bins: [{group: 0, node: -1, version: node}]});
        source.work(1e6);
    }
    assert.ok(source.past.charts.size <= 17);
});

// ---- a server

const state = {tick: 12, end: 20, time: 1.2, version: 0, changes: 5, notice: 0, steps: 0, agents: 3, running: false, going: false, goal: 0, stop: "paused",
               hit: null, rate: 0, per_second: 0, acts_behind: false, agent: null, groups: [{total: 3, agents: [3, 2], answers: [0, 3, 0, 0]}]};
const about = {name: "guards", kind: "trees", version: 0, first: 2, dt: 0.1, settings: [], groups: [{name: "guards", keys: [{name: "energy", type: "float"}],
    nodes: [{type: "selector", name: null, label: "selector", parent: -1, depth: 0, end: 2, canLive: true}, {type: "action", name: "walk", label: "walk", parent: 0, depth: 1, end: 2, canLive: true}]}]};
const agent = {id: 7, group: 0, answer: "running", nodes: [0, 1], values: [4.5]};

// Respond to requests in place of a server. Return the list of requests.
function serve(answers) {
    const asked = [];
    globalThis.fetch = async (path) => {
        asked.push(path);
        const [name, rest = ""] = path.split("?"), answer = {notice: {tick: 2}, ...answers}[name];
        if (answer === undefined)
            return {ok: false, json: async () => ({error: `no ${name}`})};
        return {ok: true, json: async () => structuredClone(typeof answer === "function" ? answer(new URLSearchParams(rest)) : answer)};
    };
    return asked;
}

test("a live source says how the run stands, in frames since its first tick", async () => {
    serve({describe: about, state});
    const source = new LiveSource(), news = await source.look();
    assert.deepEqual([news.isFirst, news.isOther, news.hasNotice], [true, true, false]);
    assert.deepEqual([source.name, source.frame, source.frameCount, source.tickOf(3), source.groups], ["guards", 10, 19, 5, ["guards"]]);
    assert.deepEqual([source.timeOf(10), source.timeOf(0), source.timeOf(18)], [1.2, 0.2, 2]);
    assert.deepEqual([source.tree(0).nodes[0].name, source.tree(0).last, source.counts(0).agents], ["", 18, [3, 2]]);
    assert.equal(await source.look(), null, "nothing is new");
});

test("a time is never below 0", () => {
    const source = new LiveSource();
    for (const tick of [3, 69, 199, 1001])
        assert.equal(Object.assign(source, {state: {tick, time: tick / 10}, about: {first: 0, dt: 0.1}}).timeOf(0).toFixed(1), "0.0");
});

test("an agent that was asked for comes with the next state", async () => {
    const asked = serve({describe: about, state, agent: (wanted) => ({...agent, id: Number(wanted.get("id"))})});
    const source = new LiveSource();
    await source.look();
    assert.deepEqual(await source.agent(7, 10), {id: 7, group: 0, position: undefined, answer: 1, nodes: [0, 1], values: [4.5]});
    assert.equal(await source.agent(7, 9), null, "another frame");
    await source.look();
    assert.deepEqual(asked.slice(-2), ["agent?id=7", "state?counts=1&agent=7"]);
});

test("an agent that is not there has gone, until the run goes back", async () => {
    serve({describe: about, state});
    const source = new LiveSource();
    await source.look();
    assert.equal(await source.agent(9, 10), null);
    assert.equal(source.hasGone(9), true);
    source.state = {...state, tick: 11};
    assert.equal(source.hasGone(9), false);
});

test("rows of a server have its limits, and its errors", async () => {
    const asked = serve({describe: about, state, agents: {total: 3, rows: [agent]}});
    const source = new LiveSource();
    await source.look();
    const found = await source.rows(query({from: 5, count: 900, sort: {column: 0, down: true}, expression: " energy > 3 "}));
    assert.deepEqual([found.total, ids(found), found.rows[0].values], [3, [7], [4.5]]);
    assert.equal(asked.at(-1), "agents?group=0&from=5&count=500&sort=energy&down=1&filter=energy+%3E+3");
    serve({});
    assert.deepEqual(await source.rows(query()), {total: 0, rows: [], error: "no agents"});
    assert.deepEqual(await source.rows(query({at: {group: 0, node: 1, version: 99}})), {total: 0, rows: []});
});

test("the past of a server is by spans of time", async () => {
    const moments = [2, 8, 14].map((tick) => ({tick, groups: [tick], agents: [tick, 10 * tick]}));
    serve({describe: about, state, breaks: [], history: {version: 0, first: [0], moments}, series: {ticks: [8, 14], gone: false,
        groups: [{count: [3, 3], mean: [1, 2], low: [0, 0], high: [4, 4], deviation: [0.5, 0.5]}]}});
    const source = new LiveSource();
    await source.look();
    await source.lookBack();
    const history = source.history(0, source.version);
    assert.deepEqual([...history.agents[1]].filter((_, i) => [0, 5, 6, 11, 12, 18].includes(i)), [20, 20, 80, 80, 140, 140]);
    assert.equal(history.most, 140);
    const {lines: [counts]} = source.series({name: null, bins: [{group: 0, node: -1, version: -1}]});
    assert.deepEqual([counts.count[0], counts.count[7], counts.count[18]], [2, 8, 14]);
    const {lines: [means]} = await source.series({name: "energy", bins: [{group: 0, node: -1, version: -1}]});
    assert.ok(Number.isNaN(means.mean[0]));
    assert.deepEqual([means.mean[6], means.mean[18], means.deviation[18]], [1, 2, 0.5]);
});

test("the steps of a tick have the values that the agent had then", async () => {
    serve({describe: about, state: {...state, steps: 2}, steps: {agent: 7, group: 0, tick: 12, cut: false, values: [4.5],
        steps: [{kind: "entered", node: 1, group: 0, changes: []}, {kind: "succeeded", node: 1, group: 0, changes: [[0, 3.5]]}]}});
    const source = new LiveSource();
    await source.look();
    const found = source.steps(7);
    assert.deepEqual(found.steps.map(({kind, seen, changes}) => [kind, seen, changes]), [[0, [4.5], []], [2, [3.5], [[0, 3.5]]]]);
    assert.equal(source.steps(8), null);
});

test("an edit makes other trees, from its frame on", async () => {
    const answers = {describe: about, state, notice: {tick: 9}};
    serve(answers);
    const source = new LiveSource();
    await source.look();
    const {version} = source;
    answers.describe = {...about, version: 1, groups: [{...about.groups[0], nodes: about.groups[0].nodes.slice(0, 1)}]};
    answers.state = {...state, version: 1, notice: 1};
    serve(answers);
    const news = await source.look();
    assert.deepEqual([news.isOther, news.hasNotice, source.tree(0).nodes.length, source.tree(0).first], [true, true, 1, 7]);
    assert.ok(source.version > version);
    assert.equal(source.counts(0), null, "counts of the old tree");
    assert.equal((await source.members({group: 0, node: 1, version})).length, 0);
});
