// SPDX-License-Identifier: MIT
// Tests of models, which compute what the page draws.

import assert from "node:assert/strict";
import test from "node:test";

import {valueOf} from "../decode/values.js";
import {busiestNodes, rangeOf, spanOf} from "../model/chart_numbers.js";
import {Categories, HIDDEN, NO_VALUE, PALETTE, rgbOf, shade} from "../model/colors.js";
import {columnWidth, widthFor} from "../model/column_width.js";
import {Density, roundUp} from "../model/density.js";
import {breakText, hitText} from "../model/hit_text.js";
import {headingsAfter, headingsOf, movingHeadings, placeBetween, placesOf} from "../model/movement.js";
import {SPEEDS, advanced, ratesFor, realTimeRate, speedFor, speedText} from "../model/pace.js";
import {clampSize, sizeAfter} from "../model/panel_size.js";
import {RowWindow} from "../model/row_window.js";
import {numberTest, sortBy} from "../model/rows.js";
import {SliderScale, sliderRange} from "../model/slider_scale.js";
import {Asker, leafToKeep, leavesOf} from "../model/source.js";
import {spanAfter} from "../model/spans.js";
import {addValue, emptyLine, noSums, putSums} from "../model/sums.js";
import {timeMarks} from "../model/time_marks.js";
import {clock, counted, cut, fileName, format, showValue, textOf} from "../model/text.js";
import {labelOf, lineOf, linesOf, linesWith, typeOf} from "../model/tree_lines.js";
import {visitsOf} from "../model/visits.js";
import {fitsColumn, formOf, textOfValue, valueOfText} from "../model/written.js";

// A world with two groups in a square of 10 by 10 that is periodic along x.
const column = (name, type, more = {}) => ({name, type, unit: "", words: [], bits: 32, low: 0, high: 0, steps: 1, ...more});
const group = (name, more = {}) => ({name, nodes: [], radius: 0.3, look: {shape: "any", rgb: false, color: 0}, ...more});
const world = (more = {}) => ({
    name: "", dimension: 2, seed: 0, dt: 1, every: 1, everyAgent: 1, low: [0, 0, 0], high: [10, 10, 0], periodic: [true, false, false],
    columns: [column("x", "float", {bits: 16, high: 10, steps: 65535}), column("y", "float", {bits: 16, high: 10, steps: 65535}), column("heading", "int")],
    groups: [group("birds", {nodes: ["fly", "rest"]}), group("cats")], geometry: [], ...more,
});
const word = (x) => Math.round(x / 10 * 65535);
const frame = (agents) => ({
    index: 0, step: 0, time: 0, count: agents.length, ids: Float64Array.from(agents, ({id}) => id), lights: new Uint8Array(0),
    groups: Uint16Array.from(agents, ({of = 0}) => of),
    words: [0, 1, 2].map((c) => Uint32Array.from(agents, (agent) => c === 2 ? agent.heading ?? 0 : word(agent.at[c]))),
});
const near = (found, wanted, limit = 1e-3) => assert.ok(Math.abs(found - wanted) <= limit, `${found} is not ${wanted}`);

// ---- words

test("a word is a value by its column", () => {
    assert.equal(valueOf(column("x", "float", {bits: 16, low: -4, high: 4, steps: 8}), 6), 2);
    assert.equal(valueOf(column("x", "float"), 0x3fc00000), 1.5);
    assert.deepEqual([valueOf(column("n", "int"), 0xffffffff), valueOf(column("n", "node"), 0xffffffff), valueOf(column("b", "bool"), 1)], [-1, 0xffffffff, 1]);
});

// ---- colours

test("the palette is that of the C sources", () => {
    assert.deepEqual(PALETTE[0], {name: "blue", light: "#2f6fdb", dark: "#6ea3ff", words: "COOL"});
    assert.ok(PALETTE.length > 10 && PALETTE.every(({light, dark}) => /^#[0-9a-f]{6}$/.test(light) && /^#[0-9a-f]{6}$/.test(dark)));
});

test("a scale goes from the first colour to the last", () => {
    assert.deepEqual(shade(0), [86, 72, 214]);
    assert.deepEqual(shade(1), [246, 174, 48]);
    assert.deepEqual(shade(0.125), [118, 66, 202]);
    assert.deepEqual(rgbOf("#0a10ff"), [10, 16, 255]);
});

test("a group has the colour that it asks for", () => {
    const d = world({groups: [group("reds", {look: {shape: "any", rgb: true, color: 0xcc3333}}), group("blues", {look: {shape: "any", rgb: false, color: 1}})]});
    const categories = Categories.of(d, undefined);
    assert.equal(categories.color(0, false), "#cc3333");
    assert.equal(categories.color(1, true), PALETTE[0].dark);
});

test("nodes are categories of their group, and an agent without a live one is grey", () => {
    const categories = Categories.of(world(), column("node", "node"));
    assert.deepEqual(categories.names, ["birds: fly", "birds: rest", null, null]);
    const agents = frame([{id: 1, at: [0, 0]}, {id: 2, at: [0, 0]}, {id: 3, at: [0, 0], of: 1}]), words = Uint32Array.of(1, 0xffffffff, 0xffffffff);
    assert.deepEqual([0, 1, 2].map((i) => categories.of(agents, i, words)), [1, 2, 3]);
    const {colors, places} = categories.paint(false);
    assert.deepEqual([places[2], places[3]], [NO_VALUE, NO_VALUE]);
    assert.deepEqual([...colors.slice(4 * places[0], 4 * places[0] + 3)], rgbOf(categories.color(0, false)));
});

test("words that mean standing are warm, and the others cool", () => {
    const categories = Categories.of(world(), column("phase", "int", {words: ["waits", "drives", "stopped"]}));
    const sortOf = (i) => PALETTE.find(({light}) => light === categories.color(i, false)).words;
    assert.deepEqual([0, 1, 2].map(sortOf), ["WARM", "COOL", "WARM"]);
});

test("where there are lights, no colour is that of one", () => {
    const d = world({geometry: [{kind: "light", name: "", radius: 0, points: []}]});
    const categories = Categories.of(d, column("phase", "int", {words: ["a", "b", "c", "d", "e", "f", "g"]}));
    for (let i = 0; i < 7; i++)
        assert.equal(PALETTE.find(({light}) => light === categories.color(i, false)).words, "COOL");
});

test("ids get their colours as they come, and the same ones in any order", () => {
    const ids = column("lane", "int", {unit: "id"}), one = Categories.of(world(), ids), other = Categories.of(world(), ids);
    const seven = one.ofId(7);
    one.ofId(-3);
    other.ofId(-3);
    assert.equal(one.color(seven, false), other.color(other.ofId(7), false));
    assert.equal(one.names[one.ofId(7)], "7");
    assert.equal(one.ofId(-1), 0, "-1 is none");
});

test("a hidden category is not drawn, and all that are nothing are one", () => {
    const categories = Categories.of(world(), column("node", "node"));
    categories.toggle(0);
    categories.toggle(2);
    assert.deepEqual([0, 1, 2, 3].map((i) => categories.isHidden(i)), [true, false, true, true]);
    assert.equal(categories.paint(true).places[0], HIDDEN);
    categories.toggle(3);
    assert.equal(categories.isHidden(2), false);
});

test("a column of numbers has a scale", () => assert.equal(Categories.of(world(), column("speed", "float")), null));

// ---- trees

const nodes = [["selector", -1, 6], ["sequence", 0, 4], ["leaf", 1, 3], ["leaf", 1, 4], ["sequence", 0, 6], ["leaf", 4, 6]]
    .map(([type, parent, end], i) => ({type, name: i === 2 ? "bark" : "", label: `node ${i}`, parent, end, depth: [0, 1, 2, 2, 1, 2][i], canLive: type === "leaf"}));

test("a closed node hides those below it", () => {
    assert.deepEqual(linesOf(nodes, new Set()), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(linesOf(nodes, new Set([1])), [0, 1, 4, 5]);
    assert.deepEqual(linesOf(nodes, new Set([0, 1])), [0]);
});

test("a search shows what it finds, and all above", () => {
    assert.deepEqual(linesWith(nodes, "bark"), {hits: new Set([2]), lines: [0, 1, 2]});
    assert.deepEqual(linesWith(nodes, "node 5").lines, [0, 4, 5]);
    assert.deepEqual(linesWith(nodes, "cat").lines, []);
});

test("a label has the name, unless it is in it", () => {
    assert.equal(labelOf({name: "bark", label: "action bark"}), "action bark");
    assert.equal(labelOf({name: "b", label: "x"}), "x (b)");
    assert.equal(labelOf({name: "", label: "x"}), "x");
});

test("leaves are the live nodes in which no other is live", () => assert.deepEqual(leavesOf({nodes}, [0, 1, 3, 4]), [3, 4]));

test("an answer stands where its node was entered", () => {
    const step = (kind, node) => ({kind, node, group: 0});
    assert.deepEqual(visitsOf([step(0, 0), step(0, 1), step(3, 1), step(0, 2), step(2, 2), step(2, 0)]).map(({node, kinds, places}) => [node, kinds, places]),
                     [[0, [0, 2], [0, 5]], [1, [0, 3], [1, 2]], [2, [0, 2], [3, 4]]]);
    assert.deepEqual(visitsOf([step(0, 1), step(2, 1), step(2, 1)]).map(({kinds}) => kinds), [[0, 2], [2]], "one that has answered is not open");
    assert.deepEqual(visitsOf([step(2, 7)]).map(({kinds}) => kinds), [[2]], "an answer alone");
});

// ---- rows

test("the rows in sight follow from the scroll position", () => {
    const rows = new RowWindow({total: 1000, height: 20, room: 200, top: 410});
    assert.deepEqual([rows.from, rows.count, rows.seen, rows.placeOf(0), rows.tall], [20, 11, 11, 400, 20000]);
    assert.deepEqual([rows.topFor(20), rows.topFor(25), rows.topFor(40)], [400, 410, 620]);
    const few = new RowWindow({total: 3, height: 20, room: 200, top: 0});
    assert.deepEqual([few.from, few.count], [0, 3]);
    assert.deepEqual([new RowWindow({total: 0, height: 20, room: 200, top: 0}).count], [0]);
});

test("a list that is taller than browsers allow is scrolled in larger steps to its end", () => {
    const list = {total: 10e6, height: 28, room: 560}, tall = new RowWindow({...list, top: 0}).tall;
    assert.ok(tall <= 30e6);
    const end = new RowWindow({...list, top: tall - 560});
    assert.equal(end.from + 20, 10e6);
    const middle = new RowWindow({...list, top: new RowWindow({...list, top: 0}).topFor(5e6)});
    assert.ok(middle.from <= 5e6 && 5e6 < middle.from + middle.count);
    assert.equal(middle.placeOf(2), middle.top + 56);
});

test("filters: numbers, lists, ranges", () => {
    for (const [text, value, isWanted] of [["<5", 4, true], ["<5", 5, false], ["<=5", 5, true], [">=5", 5, true], [">5", 5, false], ["3..7", 7, true],
        ["3..7", 8, false], ["-3..7", -2, true], ["5", 5, true], ["5", 6, false], ["3,17", 17, true], ["!=3", 3, false], ["!=3", 4, true],
        ["=0.1", Math.fround(0.1), true], ["0.1", Math.fround(0.1), true], ["abc", 0, false]])
        assert.equal(numberTest(text)(value), isWanted, `${text} of ${value}`);
});

test("sorting keeps the order of equal ones, and puts what has no value last", () => {
    const values = [3, NaN, 1, 3, 2], order = Uint32Array.of(0, 1, 2, 3, 4);
    assert.deepEqual([...sortBy(order, (i) => values[i], false)], [2, 4, 0, 3, 1]);
    assert.deepEqual([...sortBy(order, (i) => values[i], true)], [0, 3, 4, 2, 1]);
});

// ---- density

test("the density of a crowd loses nobody", () => {
    const density = new Density(world()), places = Float32Array.from({length: 300}, (_, i) => [0.999, 0.001, 0.5][i % 3]);
    density.count(places, places, 0, () => true);
    near(density.counts.reduce((a, b) => a + b), 100);
    density.count(places, places, 0, (i) => i < 30);
    near(density.counts.reduce((a, b) => a + b), 30);
});

test("agents are counted where they are on their way, around a periodic world", () => {
    const density = new Density(world({groups: [group("dots", {radius: 0})]}));
    const from = Float32Array.of(0.95, 0.5, 0.5), to = Float32Array.of(0.05, 0.5, 0.5);
    density.count(from, to, 0.75, () => true); // position 1.025, which wraps around to 0.025
    const {counts, width} = density, columns = Array.from({length: width}, (_, x) => counts.reduce((sum, count, i) => i % width === x ? sum + count : sum, 0));
    near(columns.reduce((middle, sum, x) => middle + sum * (x > width / 2 ? x - width : x), 0) / width, 0.025, 0.01);
});

test("what is smoothed comes back in at a border, unless the world is periodic there", () => {
    const density = new Density(world()), {width, height} = density, corner = Float32Array.of(0.5, 0.001, 0.5), side = Float32Array.of(0.001, 0.5, 0.5);
    density.count(corner, corner, 0, () => true);
    assert.equal(density.counts.slice(width * (height >> 1)).some(Boolean), false, "nothing at the other end");
    density.count(side, side, 0, () => true);
    assert.ok(density.counts[width * (height >> 1) + width - 1] > 0);
});

test("the scale of densities grows, and never shrinks", () => {
    const density = new Density(world()), one = Float32Array.of(0.5, 0.5, 0.5), many = Float32Array.from({length: 300}, () => 0.5);
    density.count(one, one, 0, () => true);
    assert.equal(density.settle(), true);
    const least = density.most;
    density.count(many, many, 0, () => true);
    assert.equal(density.settle(), true);
    assert.ok(density.most > least);
    density.count(one, one, 0, () => true);
    assert.equal(density.settle(), false);
    assert.deepEqual([1, 1.1, 3, 7, 0.03].map(roundUp), [1, 2, 5, 10, 0.05]);
});

// ---- movement

test("positions are from 0 to 1, and those of agents that are gone stay", () => {
    const d = world(), now = frame([{id: 1, at: [2, 4]}, {id: 5, at: [9, 1]}]), next = frame([{id: 5, at: [1, 1]}, {id: 6, at: [3, 3]}]);
    const places = placesOf(d, now, now, undefined);
    [0.2, 0.4, 0.5, 0.9, 0.1, 0.5].forEach((wanted, i) => near(places[i], wanted));
    const then = placesOf(d, next, now, places);
    [0.2, 0.4, 0.5, 0.1, 0.1, 0.5].forEach((wanted, i) => near(then[i], wanted));
});

test("an agent moves the short way around a periodic world", () => {
    const d = world(), now = frame([{id: 5, at: [9, 1]}]), next = frame([{id: 5, at: [1, 3]}]);
    const [x, y] = placeBetween(d, now, next, 0, 0.25);
    near(x, 9.5);
    near(y, 1.5);
    near(placeBetween(d, now, next, 0, 0.75)[0], 0.5);
});

test("headings are recorded degrees, or the direction of movement, which stays when an agent stands", () => {
    const now = frame([{id: 1, at: [0, 0], heading: 90}, {id: 2, at: [0, 0], heading: 450}]), next = frame([{id: 2, at: [0, 0], heading: 180}]);
    const turns = headingsOf(now, 2);
    assert.deepEqual([...turns], [0.25, 0.25]);
    assert.deepEqual([...headingsAfter(turns, now, next, 2)], [0.25, 0.5]);
    const from = Float32Array.of(0.9, 0.5, 0.5, 0.2, 0.2, 0.5), to = Float32Array.of(0.1, 0.5, 0.5, 0.2, 0.2, 0.5);
    assert.deepEqual([...movingHeadings(world(), now, [from, to], null)], [0, -1]);
    assert.deepEqual([...movingHeadings(world(), now, [from, to], {ids: Float64Array.of(2), turns: Float32Array.of(0.75)})], [0, 0.75]);
});

// ---- time

test("a run is played in half a minute to one at first", () => {
    for (const [span, speed] of [[10, 1], [60, 1], [61, 2], [90, 2], [3600, 64], [1.5, 0.5], [0.1, 0.0625]])
        assert.equal(SPEEDS[speedFor(span)], speed, `${span} s`);
});

test("playing goes through frames that are not equally far apart", () => {
    const frames = [0, 1, 3, 3.5].map((time) => ({time}));
    assert.equal(advanced(frames, 0, 0.5), 0.5);
    assert.equal(advanced(frames, 0.5, 1.5), 1.5);
    assert.equal(advanced(frames, 0, 3.25), 2.5);
    assert.equal(advanced(frames, 2, 100), 3);
});

test("times and counts are written for people", () => {
    assert.deepEqual([0, 59.94, 75, 3725, -61].map(clock), ["0.0 s", "59.9 s", "1:15", "1:02:05", "-1:01"]);
    assert.deepEqual([counted(1, "agent"), counted(2000, "agent")], ["1 agent", "2,000 agents"]);
    assert.deepEqual([format(1 / 3), format(123456, 3), format(NaN)], ["0.3333", "123000", "NaN"]);
    assert.deepEqual([fileName("a <b> & c!"), fileName("--"), cut("abcdef", 4), cut("abc", 4)], ["a-b-c", "recording", "abc…", "abc"]);
});

test("keys move a mark along spans", () => {
    const to = (key, shiftKey = false) => spanAfter({key, shiftKey}, 5, 20);
    assert.deepEqual([to("ArrowLeft"), to("ArrowRight", true), to("PageUp"), to("Home"), to("End"), to("x")], [4, 15, 0, 0, 20, undefined]);
});

// ---- values

test("values are texts for people, and texts are values", () => {
    assert.equal(textOf(column("mood", "int", {words: ["calm"]}), null, 0), "calm");
    assert.deepEqual([-1, 3].map((value) => textOf(column("mood", "int", {words: ["calm"]}), null, value)), ["none", "3"]);
    assert.equal(textOf(column("speed", "float", {unit: "m/s"}), null, 1.25), "1.25 m/s");
    assert.equal(textOf(column("node", "node"), group("a", {nodes: ["fly"]}), 0xffffffff), "nothing is live");
    const list = {...column("a", "list"), words: []};
    assert.deepEqual([[], [3, 1], [true, false], [[1, 2.5], [3, 4]]].map((value) => showValue(list, value)), ["[]", "[3, 1]", "[yes, no]", "[(1, 2.5), (3, 4)]"]);
    assert.deepEqual([textOfValue(list, [3, 1]), textOfValue({type: "list", words: ["idle", "flee"]}, [1, 0])], ["[3, 1]", "[flee, idle]"]);
    assert.deepEqual([showValue(column("a", "bool"), 1), showValue(column("a", "float"), null), showValue(column("a", "vec2"), [1, 2.5])], ["yes", "–", "1, 2.5"]);
    const of = (type, text, words = []) => valueOfText({type, words}, text);
    assert.deepEqual(["yes", "YES", "TRUE", "no", "false"].map((text) => of("bool", text)), [true, true, true, false, false]);
    assert.ok([of("bool", "maybe"), of("float", "1,5"), of("int", ""), of("int", "fled", ["idle", "flee"])].every(Number.isNaN));
    assert.deepEqual([of("float", "1.5"), of("vec2", "1, 2"), of("int", "flee", ["idle", "flee"])], [1.5, [1, 2], "flee"]);
    assert.deepEqual([textOfValue({words: ["idle", "flee"]}, 1), textOfValue({words: []}, [1, 2]), textOfValue({words: []}, true)], ["flee", "1, 2", "true"]);
});

// ---- sliders

test("the range of a slider is that of near limits, or around its value", () => {
    assert.deepEqual(sliderRange(5, 0, 10, false), [0, 10]);
    assert.deepEqual(sliderRange(5, 0, 1e6, false), [0, 10], "far limits are no range");
    assert.deepEqual(sliderRange(-4, null, null, false), [-8, 0]);
    assert.deepEqual(sliderRange(0, null, null, false), [0, 1]);
    assert.deepEqual(sliderRange(3, 1, null, true), [1, 10]);
    assert.deepEqual(sliderRange(0.5, 0.001, 100, false), [0.001, 100], "decades");
});

test("places of a slider and numbers belong together, and numbers are short", () => {
    const scale = new SliderScale(5, 0, 10, false);
    assert.deepEqual([scale.placeOf(5), scale.valueAt(500), scale.valueAt(333)], [500, 5, 3.33]);
    assert.equal(new SliderScale(0.5, 0, 2 / 3, false).valueAt(1), 0.0007);
    const powers = new SliderScale(1, 0.01, 100, false);
    assert.deepEqual([powers.placeOf(1), powers.valueAt(0), powers.valueAt(1000)], [500, 0.01, 100]);
    near(powers.valueAt(250), 0.1);
    assert.equal(new SliderScale(5, 0, 10, true).valueAt(333), 3);
});

test("a number beyond the range widens it", () => {
    const scale = new SliderScale(5, null, null, false);
    scale.fit(40);
    assert.deepEqual([scale.low, scale.high], [0, 80]);
    scale.fit(50);
    assert.deepEqual([scale.low, scale.high], [0, 80]);
});

// ---- charts

test("sums of a span give count, mean, ends and deviation", () => {
    const line = emptyLine(2), sums = noSums();
    sums.frames = 2;
    for (const value of [1, 2, 3, 6, NaN])
        addValue(sums, value);
    putSums(line, 1, sums);
    assert.deepEqual([line.count[1], line.mean[1], line.low[1], line.high[1]], [2, 3, 1, 6]);
    near(line.deviation[1], Math.sqrt(3.5), 1e-12);
    assert.ok(Number.isNaN(line.mean[0]));
});

test("the range of a chart has all lines and their spread, and begins at 0 if that is near", () => {
    const line = {...emptyLine(3), mean: Float64Array.of(8, NaN, 9), deviation: Float64Array.of(1, NaN, 2), count: Float64Array.of(4, 5, NaN)};
    assert.deepEqual(rangeOf([line], "mean", false), [8, 9]);
    assert.deepEqual(rangeOf([line], "mean", true), [7, 11]);
    assert.deepEqual(rangeOf([{...line, mean: Float64Array.of(4, 9)}], "mean", false), [0, 9]);
    assert.deepEqual(rangeOf([line], "count", false), [0, 5]);
    assert.deepEqual(rangeOf([], "mean", false), [0, 1]);
    assert.deepEqual(rangeOf([{...line, mean: Float64Array.of(5, 5)}], "mean", false), [4.5, 5.5]);
    assert.deepEqual([0, 9, 10, 35].map((at) => spanOf([0, 10, 20, 30], at)), [0, 0, 1, 3]);
});

test("a chart by node has the leaves at which most agents were", () => {
    const tree = {group: 0, name: "", version: 0, first: 0, last: 9, nodes};
    const agents = [9, 9, 1, 5, 9, 0].map((n) => Float32Array.of(n, NaN));
    assert.deepEqual(busiestNodes(tree, {frames: [0, 5], agents, most: 9}), [3, 2]);
    assert.deepEqual(busiestNodes(tree, null), [2, 3, 5]);
});

// ---- queries

test("of questions that wait the newest is asked, and one at a time", async () => {
    const asker = new Asker(), asked = [], taken = [];
    const ask = (name) => asker.ask("rows", () => { asked.push(name); return Promise.resolve(name); }, (answer) => taken.push(answer));
    ["first", "second", "third"].forEach(ask);
    assert.deepEqual(asked, ["first"]);
    await new Promise((done) => setTimeout(done, 5));
    assert.deepEqual([asked, taken], [["first", "third"], ["first", "third"]]);
    asker.ask("other", () => 5, (answer) => taken.push(answer));
    assert.equal(taken.at(-1), 5, "an answer that is there is taken at once");
});

test("a question that fails is forgotten", async () => {
    const asker = new Asker(), taken = [];
    asker.ask("rows", () => Promise.reject(new Error("no")), () => taken.push("never"));
    await new Promise((done) => setTimeout(done, 5));
    asker.ask("rows", () => 1, (answer) => taken.push(answer));
    assert.deepEqual(taken, [1]);
});

// ---- what is kept in view

test("a leaf that was just entered is kept in view, else the previous one, else the first", () => {
    assert.equal(leafToKeep([3, 7, 9], new Set([7]), 9), 7);
    assert.equal(leafToKeep([3, 7, 9], new Set(), 9), 9);
    assert.equal(leafToKeep([3, 7], new Set([1]), 9), 3);
    assert.equal(leafToKeep([], new Set(), 9), -1);
});

test("a node that is not listed is found by the nearest node above it", () => {
    const listed = [{parent: -1}, {parent: 0}, {parent: 1}, {parent: 0}];
    assert.deepEqual([2, 1, 3].map((node) => lineOf(listed, [0, 1, 3], node)), [1, 1, 2]);
    assert.equal(lineOf(listed, [], 2), -1);
    assert.equal(lineOf(listed, [0], 9), -1);
});

test("a node with a name has its type as well, unless its label shows it", () => {
    assert.equal(typeOf({name: "fight", label: "fight", type: "reactive_sequence"}), "reactive sequence");
    assert.equal(typeOf({name: "", label: "wait 2 s", type: "wait"}), "");
    assert.equal(typeOf({name: "the wait", label: "the wait", type: "wait"}), "");
});

// ---- sizes, columns and breakpoints

test("keys make a panel larger and smaller, within limits", () => {
    const after = (key, shiftKey = false) => sizeAfter({key, shiftKey}, 300, 200, 500);
    assert.deepEqual(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "End", "a"].map((key) => after(key)), [316, 316, 284, 284, 200, 500, undefined]);
    assert.equal(after("ArrowLeft", true), 380);
    assert.equal(clampSize(90.4, 100, 500), 100);
    assert.equal(clampSize(300, 200, 120), 120, "the window is smaller than the least size");
});

test("a column has room for its type, and for its name", () => {
    assert.ok(columnWidth(0, "at", "vec3") > columnWidth(0, "at", "vec2") && columnWidth(0, "at", "vec2") > columnWidth(0, "at", "float"));
    assert.equal(columnWidth(0, "a name that is long", "float"), widthFor("a name that is long".length + 2));
    assert.equal(columnWidth("leaf", "live leaf"), 200);
});

test("a breakpoint is described, and why it has stopped the run", () => {
    assert.equal(breakText({when: "enter"}, "run"), "an agent enters “run”");
    assert.equal(breakText({when: "fail", agent: 7}, "run"), "agent 7 fails at “run”");
    assert.equal(breakText({when: "above", bound: 1000}, "run"), "at least 1,000 agents at “run”");
    assert.equal(breakText({when: "true", if: "health < 10"}, ""), "“health < 10” becomes true for an agent");
    assert.equal(hitText({when: "leave"}, 1234, "run"), "agent 1,234 left “run”");
    assert.equal(hitText({when: "fail"}, 7, "run"), "agent 7 failed at “run”");
    assert.equal(hitText({when: "below", bound: 3}, null, "run"), "there are at most 3 agents at “run” now");
    assert.equal(hitText({when: "true", if: "health < 10"}, 7, ""), "“health < 10” became true for agent 7");
});

test("real time is among the speeds of a run, and named", () => {
    assert.deepEqual([realTimeRate(0.1), realTimeRate(0.04), realTimeRate(3), realTimeRate(0)], [10, 25, 1, 0]);
    assert.deepEqual(ratesFor(0.04).slice(3, 8), [10, 20, 25, 30, 60]);
    assert.equal(ratesFor(0).at(-1), 0);
    assert.equal(ratesFor(0).filter((rate) => rate === 0).length, 1);
    assert.deepEqual(speedText(25, 0.04), ["25 ticks/s", "real time"]);
    assert.deepEqual(speedText(300, 0.1), ["300 ticks/s", "30×"]);
    assert.deepEqual(speedText(0, 0.1), ["as fast", "as possible"]);
});

test("each time below a chart is written once", () => {
    assert.deepEqual(timeMarks(1), [{frame: 0, part: 0, align: "left"}]);
    assert.deepEqual(timeMarks(3).map((mark) => [mark.frame, mark.align]), [[0, "left"], [1, "center"], [2, "right"]]);
    assert.deepEqual(timeMarks(101).map((mark) => mark.frame), [0, 25, 50, 75, 100]);
});

test("what a key accepts is described, and checked", () => {
    assert.equal(formOf({type: "int", words: ["waits", "drives"]}), "one of waits, drives");
    assert.match(formOf({type: "vec2", words: []}), /^two numbers/);
    assert.match(formOf({type: "list", words: []}), /only be shown/);
    assert.ok(fitsColumn({type: "vec2"}, [1, 2]) && !fitsColumn({type: "vec2"}, [1]) && !fitsColumn({type: "vec2"}, [1, NaN]));
    assert.ok(fitsColumn({type: "int"}, 3) && !fitsColumn({type: "int"}, 3.5) && !fitsColumn({type: "float"}, NaN));
});
