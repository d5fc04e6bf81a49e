// SPDX-License-Identifier: MIT
// Trees, the table of agents, the map, charts and links on the page of a recording, with real mouse
// and keys.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {context, finish, folder, frames, gestalt, open, pace, paused, picture, test} from "./harness.mjs";

const example = (name) => new URL(`../../examples/${name}.json`, import.meta.url).pathname;
const watchman = JSON.parse(fs.readFileSync(example("watchman"), "utf-8"));

function written(name, document) {
    const file = path.join(folder, `${name}.json`);
    fs.writeFileSync(file, JSON.stringify(document));
    return file;
}

// A page of the trees of agents without a scene.
function trees(name, tree, run, ...plot) {
    const recording = path.join(folder, `${name}.gsr`), page = path.join(folder, `${name}.html`);
    execFileSync(gestalt, ["run", tree, `--record=${recording}`, "-q", ...run]);
    execFileSync(gestalt, ["plot", recording, "--as=html", "-o", page, ...plot]);
    return {recording, url: `file://${page}`};
}

// A page of a scene with its trees.
function both(name, scene, run, ...plot) {
    const recording = path.join(folder, `${name}.gsr`), page = path.join(folder, `${name}.html`);
    execFileSync(gestalt, ["run", scene, `--record=${recording}`, "--record-parts=both", "-q", ...run]);
    execFileSync(gestalt, ["plot", recording, "--as=html", "-o", page, ...plot]);
    return {recording, url: `file://${page}`};
}

const exported = (made, ...how) => execFileSync(gestalt, ["export", made.recording, "--trees", "--as=jsonl", ...how], {maxBuffer: 1 << 28})
    .toString().trim().split("\n").map((line) => JSON.parse(line));

// Two groups of walking watchmen, of which one tree has a name that is written otherwise.
const scene = (count) => ({
    scene: 1, world: {size: [200, 200], periodic: true, dt: 0.5, steps: 60, seed: 4},
    groups: ["guards", "strollers"].map((name, i) => ({
        name, count: count / 2, tree: {...watchman, name: `${name}'`}, vehicle: {radius: 0.4, max_speed: 3},
        start: {how: "uniform"}, velocity: {how: "anywhere", least: 1 + i, most: 2 + i},
    })),
});

const edited = structuredClone(watchman);
edited.root.children.splice(1, 0, {type: "sequence", name: "think", children: ["distance > 70", {type: "wait", name: "ponder", seconds: 1}]});
const watch = trees("watch", example("watchman"), ["--agents=1000", "--ticks=80", "--watch=3,17", "--keys=energy,distance"]);
const edit = trees("edit", example("watchman"), ["--agents=200", "--ticks=40", `--edit=20:${written("edited", edited)}`, "--watch=3"]);
const sheep = both("sheep", example("scenes/wolf-sheep"), ["--steps=70", "--watch=2501", "--keys=energy"]);
const walks = both("walks", written("walks", scene(400)), ["--watch=5", "--keys=energy,distance"], "--title=walks");
const crowd = both("crowd", written("crowd", scene(100000)), ["--steps=60", "--keys=energy"]);
const many = trees("many", example("watchman"), ["--agents=100k", "--ticks=60", "--keys=energy"]);

const seek = async (page, frame) => {
    await page.evaluate((to) => { play.setPlaying(false); play.seek(to); }, frame);
    await frames(page, 2);
};
const pressed = async (page, ...keys) => {
    for (const key of keys)
        await page.keyboard.press(key);
    await frames(page, 2);
};
const labels = (page) => page.$$eval("#nodes .node:not([hidden]) .label", (all) => all.map((one) => one.textContent));
const column = (page, i) => page.$$eval("#grid .rows .grid-row:not([hidden])", (rows, at) => rows.map((row) => row.children[at].textContent), i);

// ---- the panel

await test("the panel shows how many agents are at each node, and where one is", async (page) => {
    await paused(page, watch);
    for (const frame of [60, 7, 80]) {
        await seek(page, frame);
        const lines = exported(watch, "--nodes", `--from=${frame}`, `--to=${frame}`);
        const shown = await page.evaluate(() => play.explorer.panel.list.elements.filter((row) => !row.hidden)
            .map((row) => [row.node, row.count.textContent, row.getAttribute("aria-label")]));
        assert.ok(shown.length > 5);
        for (const [node, count] of shown)
            if (count)
                assert.equal(count, lines[node].agents.toLocaleString("en"), `node ${node} of frame ${frame}`);
    }
    await page.fill("#grid-head [aria-label='filter by agent']", "17");
    await frames(page, 2);
    await page.click("#grid .rows .grid-row >> nth=0");
    await frames(page, 2);
    assert.equal(await page.textContent("#why-who"), "agent 17");
    const live = exported(watch, "--agents=17", "--from=80", "--to=80")[0];
    assert.deepEqual(await page.evaluate(() => [...play.explorer.panel.lit]), live.nodes);
    const lit = await page.$$eval("#nodes .node.lit", (rows) => rows.map((one) => one.node));
    assert.ok(lit.length > 0 && lit.every((node) => live.nodes.includes(node)));
    await picture(page, "trees-light");
});

await test("what has changed since the frame before is marked, also going back", async (page) => {
    await paused(page, watch);
    await page.evaluate(() => play.pick(3));
    const all = exported(watch, "--agents=3");
    const change = all.findIndex((line, i) => i > 30 && line.nodes.join() !== all[i - 1].nodes.join());
    for (const from of [change - 1, change + 1, 0]) {
        await seek(page, from);
        await seek(page, change);
        const [entered, left] = await page.evaluate(() => [[...play.explorer.panel.entered], [...play.explorer.panel.left]]);
        assert.deepEqual(entered, all[change].nodes.filter((node) => !all[change - 1].nodes.includes(node)), `from ${from}`);
        assert.deepEqual(left, all[change - 1].nodes.filter((node) => !all[change].nodes.includes(node)), `from ${from}`);
        assert.ok(entered.length + left.length > 0);
        assert.ok(await page.locator("#nodes .node.entered, #nodes .node.gone").count() > 0);
    }
});

await test("the live leaf of a followed agent is in view at once and stays there, until the tree is scrolled by hand", async (page) => {
    await paused(page, watch);
    await page.setViewportSize({width: 1280, height: 640}); // the tree has more nodes than fit
    const isInView = () => page.evaluate(() => {
        const {panel} = play.explorer, leaf = model_source_js.leavesOf(panel.tree, panel.agent.nodes)[0];
        const row = document.getElementById(`node-${leaf}`)?.getBoundingClientRect(), box = $("nodes").getBoundingClientRect();
        return Boolean(row) && row.height > 0 && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
    });
    await page.evaluate(() => play.pick(17));
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 17 && !$("why").hidden);
    await frames(page, 3);
    const leaves = new Set();
    for (let frame = 4; frame <= 80; frame += 4) {
        await seek(page, frame);
        assert.ok(await isInView(), `at frame ${frame}`);
        leaves.add(await page.evaluate(() => play.explorer.panel.kept));
    }
    assert.ok(leaves.size > 1);
    await page.evaluate(() => { $("nodes").style.flex = "none"; $("nodes").style.height = "72px"; });
    await frames(page, 3);
    assert.ok(await isInView(), "in a smaller panel");
    const box = await page.locator("#nodes").boundingBox();
    await page.mouse.move(box.x + 90, box.y + 30);
    await page.mouse.wheel(0, -3000);
    await frames(page, 3);
    assert.equal(await page.getAttribute("#keep-live", "aria-pressed"), "false");
    await seek(page, 70);
    await page.evaluate(() => { $("nodes").scrollTop = 0; });
    await seek(page, 71);
    assert.equal(await page.evaluate(() => $("nodes").scrollTop), 0, "the user looks elsewhere");
    await page.keyboard.press("j");
    await frames(page, 2);
    assert.ok(await isInView(), "J keeps it in view again");
});

await test("a named node shows its type as well", async (page) => {
    await paused(page, watch);
    assert.equal(await page.textContent("#nodes .node:has-text('chase') .type"), "sequence");
    assert.equal(await page.textContent("#node-0 .type"), "", "the label has it already");
});

await test("why: the steps of a watched agent, with answers and values; of others it says how", async (page) => {
    await paused(page, watch);
    const all = exported(watch, "--watched").filter((line) => line.agent === 3);
    const at = all.find((line) => line.tick > 40 && line.label.includes("distance <")).tick, steps = all.filter((line) => line.tick === at);
    await seek(page, at);
    await page.evaluate(() => play.pick(3));
    await frames(page, 2);
    const shown = await page.$$eval("#steps .step", (rows) => rows.map((row) => [row.querySelector(".label").textContent, row.querySelector(".kind").textContent]));
    assert.equal(shown.flatMap(([, kinds]) => kinds.split(", ")).length, steps.length);
    for (const line of steps)
        assert.ok(shown.some(([label]) => label === line.label), line.label);
    const {distance} = exported(watch, "--agents=3", `--from=${at}`, `--to=${at}`)[0];
    const value = await page.textContent("#steps .step:has-text('distance <') .values");
    assert.equal(value, `distance ${+distance.toPrecision(5)}`);
    assert.ok(await page.isHidden("#unwatched"));
    await page.evaluate(() => play.pick(4));
    await frames(page, 2);
    assert.ok(await page.isVisible("#unwatched"));
    assert.equal(await page.locator("#steps .step").count(), 0);
});

await test("nodes fold by mouse and keys, as a tree for those who cannot see it", async (page) => {
    await paused(page, watch);
    const all = await page.evaluate(() => play.explorer.panel.tree.nodes.length);
    const count = () => page.evaluate(() => play.explorer.panel.lines.length);
    assert.equal(await count(), all);
    await page.click("#nodes .node:has-text('chase') .twist");
    assert.equal(await count(), all - 4);
    const row = page.locator("#nodes .node", {hasText: "chase"}).first();
    assert.equal(await row.getAttribute("aria-expanded"), "false");
    assert.equal(await row.getAttribute("aria-level"), "2");
    assert.equal(await row.getAttribute("role"), "treeitem");
    await page.focus("#nodes");
    await pressed(page, "Home", "ArrowDown", "ArrowRight");
    assert.equal(await count(), all);
    const active = () => page.evaluate(() => play.explorer.panel.active);
    await pressed(page, "ArrowRight");
    assert.equal(await active(), 2);
    await pressed(page, "ArrowLeft");
    assert.equal(await active(), 1);
    await pressed(page, "ArrowLeft");
    assert.equal(await count(), all - 4);
    await pressed(page, "End");
    assert.equal(await active(), all - 1);
    assert.match(await page.getAttribute("#nodes", "aria-activedescendant"), new RegExp(`node-${all - 1}$`));
    await page.click("#unfold");
    assert.equal(await count(), all);
    await page.click("#unfold");
    assert.equal(await count(), 4);
    assert.equal(await page.evaluate(() => play.position), 0, "keys of the panel are not those of time");
});

await test("a search finds nodes, with all above them", async (page) => {
    await paused(page, watch);
    await page.keyboard.press("/");
    await page.keyboard.type("SLEEP");
    await frames(page, 2);
    assert.deepEqual(await labels(page), ["priority", "rest", "sleep"]);
    assert.equal(await page.locator("#nodes .node.hit:visible").count(), 1);
    await pressed(page, "Enter", "Enter");
    assert.equal(await page.textContent("#chosen-name"), "only agents at “sleep”");
    await page.fill("#search", "nobody has it");
    assert.ok(await page.isVisible("#no-nodes"));
    await page.focus("#search");
    await pressed(page, "Escape");
    assert.equal((await labels(page)).length > 5, true);
});

await test("a node that is chosen leaves its agents in the table, and coloured in the world", async (page) => {
    await paused(page, watch);
    await seek(page, 60);
    await page.click("#nodes .node:has-text('run') .label >> nth=0");
    await frames(page, 3);
    assert.equal(await page.textContent("#table-count"), "1,000 agents", "a click alone filters nothing");
    assert.equal(await page.textContent("#selected-name"), "run");
    await page.click("#only");
    await frames(page, 3);
    const at = await page.evaluate(() => play.explorer.panel.chosen.node);
    const {agents} = exported(watch, "--nodes", "--from=60", "--to=60")[at];
    assert.equal(await page.textContent("#table-count"), `${agents.toLocaleString("en")} agents`);
    await page.keyboard.press("x");
    await frames(page, 2);
    assert.equal(await page.textContent("#table-count"), "1,000 agents");
    await paused(page, walks);
    await page.selectOption("#color", {label: "group"});
    await seek(page, 30);
    const grey = () => page.evaluate(() => play.world.painted.reduce((sum, place) => sum + (place === model_colors_js.NO_VALUE), 0));
    assert.equal(await grey(), 0);
    const node = await page.evaluate(() => play.explorer.panel.tree.nodes.findIndex(({name}) => name === "sleep"));
    await page.click(`#node-${node}`);
    await page.click("#only");
    await frames(page, 3);
    const lines = exported(walks, "--nodes", "--from=30", "--to=30");
    const {agents: sleeping} = lines.find((line) => line.group === "guards" && line.node === node);
    assert.ok(sleeping > 0 && sleeping < 200);
    assert.equal(await grey(), 400 - sleeping);
    await picture(page, "chosen");
    await page.keyboard.press("ArrowRight");
    await frames(page, 3);
    const next = exported(walks, "--nodes", "--from=31", "--to=31").find((line) => line.group === "guards" && line.node === node);
    assert.equal(await grey(), 400 - next.agents);
    await page.click("#unchoose");
    await frames(page, 3);
    assert.equal(await grey(), 0);
});

await test("an edit: the panel follows, and strips break there", async (page) => {
    await paused(page, edit);
    await seek(page, 10);
    assert.ok(!(await labels(page)).includes("ponder"));
    assert.ok(await page.isHidden("#tree-edit"));
    await page.click("#nodes .node:has-text('rest') .label >> nth=0");
    await page.click("#only");
    await frames(page, 2);
    assert.notEqual(await page.textContent("#table-count"), "200 agents");
    await seek(page, 30);
    assert.ok(await page.isHidden("#chosen"), "another tree has other nodes");
    assert.equal(await page.textContent("#table-count"), "200 agents");
    assert.ok((await labels(page)).includes("ponder"));
    assert.equal(await page.textContent("#tree-edit"), "edited at tick 21");
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.panel.history);
    const [before, behind] = await page.evaluate(() => {
        const line = play.explorer.panel.history.agents[0];
        return [line.slice(0, 21).every(Number.isNaN), line.slice(21).every((value) => value > 0)];
    });
    assert.ok(before && behind);
    await seek(page, 20);
    assert.ok(!(await labels(page)).includes("ponder"));
});

await test("groups: each has its tree, and a picked agent brings its own", async (page) => {
    await paused(page, sheep);
    await seek(page, 40);
    assert.deepEqual(await page.$$eval("#tree-group option", (all) => all.map((one) => one.text)), ["grass", "sheep", "wolves"]);
    await page.selectOption("#tree-group", "wolves");
    await frames(page, 2);
    const wolves = exported(sheep, "--nodes", "--from=40", "--to=40").filter((line) => line.group === "wolves");
    assert.match(await page.textContent("#tree-sum"), new RegExp(`^${exported(sheep, "--from=40", "--to=40").filter((line) => line.group === "wolves").length} agents`));
    assert.equal(await page.textContent("#node-0 .agents"), String(wolves[0].agents));
    await page.evaluate(() => play.pick(2501));
    await frames(page, 2);
    assert.equal(await page.$eval("#tree-group", (select) => select.selectedOptions[0].text), "sheep");
    const line = exported(sheep, "--agents=2501", "--from=40", "--to=40")[0];
    assert.deepEqual(await page.evaluate(() => [...play.explorer.panel.lit]), line.nodes);
    await picture(page, "sheep");
});

// ---- the table

await test("the table sorts and filters by any column", async (page) => {
    await paused(page, watch);
    await seek(page, 60);
    const lines = exported(watch, "--from=60", "--to=60");
    const heads = await page.$$eval("#grid-head .plain-head", (all) => all.map((one) => one.textContent));
    assert.deepEqual(heads, ["agent", "root", "live leaf", "energy", "distance"]);
    await page.click("#grid-head .plain-head:text('distance')");
    await frames(page, 2);
    const sorted = [...lines].sort((a, b) => a.distance - b.distance || a.agent - b.agent);
    const ids = (await column(page, 0)).map((text) => +text.replace(",", ""));
    assert.deepEqual(ids, sorted.slice(0, ids.length).map((line) => line.agent));
    assert.equal(await page.getAttribute("#grid-head .head >> nth=4", "aria-sort"), "ascending");
    await page.click("#grid-head .plain-head:text('distance')");
    await frames(page, 2);
    assert.equal((await column(page, 0))[0], sorted[sorted.length - 1].agent.toLocaleString("en"));
    await page.fill("#grid-head [aria-label='filter by distance']", "20..30");
    await page.fill("#grid-head [aria-label='filter by live leaf']", "walk");
    await frames(page, 2);
    const names = ["priority", "chase", "", "run", "", "", "rest", "", "sleep", "", "round", "walk"];
    const wanted = lines.filter((line) => line.distance >= 20 && line.distance <= 30 && names[line.nodes[line.nodes.length - 1]] === "walk");
    assert.ok(wanted.length > 5);
    assert.equal(await page.textContent("#table-count"), `${wanted.length} agents`);
    assert.ok((await column(page, 2)).every((leaf) => leaf === "walk"));
    await page.fill("#grid-head [aria-label='filter by distance']", "> 1000");
    await frames(page, 2);
    assert.ok(await page.isVisible("#no-agents"));
});

await test("the table scrolls through 100,000 agents by keys and wheel, with few elements", async (page) => {
    await paused(page, many);
    await page.focus("#grid");
    await pressed(page, "End");
    await frames(page, 3);
    assert.equal((await column(page, 0)).pop(), "99,999");
    assert.equal(await page.textContent("#why-who"), "agent 99,999");
    await pressed(page, "PageUp", "ArrowUp", "Home", "ArrowDown");
    assert.equal(await page.textContent("#why-who"), "agent 1");
    const box = await page.locator("#grid").boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.wheel(0, 280000);
    await page.waitForFunction(() => play.explorer.table.window.from > 5000);
    assert.ok(await page.locator("#grid .rows .grid-row").count() < 60);
    assert.equal(await page.getAttribute("#grid", "aria-rowcount"), "100001");
});

// ---- the map, charts, pictures, links

await test("the map of heat: a click goes to a time, or selects a node", async (page) => {
    await paused(page, watch);
    await page.click("#view-map");
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.panel.history);
    await frames(page, 2);
    const box = await page.locator("#map").boundingBox(), left = await page.evaluate(() => play.explorer.map.left);
    const room = box.width - left - 8, second = await page.evaluate(() => play.explorer.map.rowHeight * 1.5);
    await page.mouse.click(box.x + left + room * 0.5, box.y + second);
    await frames(page, 2);
    assert.equal(await page.evaluate(() => play.shown), 40);
    await page.mouse.click(box.x + 20, box.y + second);
    assert.match(await page.textContent("#selected-name"), /chase/);
    const lit = await page.evaluate(() => {
        const c = $("map").getContext("2d"), data = c.getImageData(Math.round($("map").width * 0.6), 10, 1, 1).data;
        return data[0] > data[2];
    });
    assert.ok(lit, "the root has nearly all agents, and is warm");
    assert.match(await page.evaluate(() => play.explorer.map.svg()), /^<svg [^]*priority[^]*<\/svg>\n$/);
    await picture(page, "map");
});

await test("charts: counts, means and spreads by group and node; a click goes there", async (page) => {
    await paused(page, watch);
    await page.selectOption("#chart-column", "agents");
    await page.selectOption("#chart-by", "node");
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.charts.series);
    const nodes = exported(watch, "--nodes");
    const [names, counts] = await page.evaluate(() => [play.explorer.charts.shown.map(({node}) => node), play.explorer.charts.series.lines.map((line) => [...line.count])]);
    assert.deepEqual([...names].sort(), [-2, 11, 3, 8].sort());
    const agentsAt = (node) => nodes.filter((line) => line.node === node).map((line) => line.agents);
    // -2: agents at no node, which are those for which the root is not live
    names.forEach((node, i) => assert.deepEqual(counts[i], node === -2 ? agentsAt(0).map((count) => 1000 - count) : agentsAt(node)));
    await page.selectOption("#chart-column", {label: "energy"});
    await page.selectOption("#chart-by", "group");
    await page.waitForFunction(() => play.source.jobs.length === 0 && Number.isFinite(play.explorer.charts.series?.lines[0].mean[80]));
    const values = exported(watch, "--from=44", "--to=44").map((line) => line.energy), mean = values.reduce((a, b) => a + b) / 1000;
    const [found, spread, low] = await page.evaluate(() => { const line = play.explorer.charts.series.lines[0]; return [line.mean[44], line.deviation[44], line.low[44]]; });
    assert.ok(Math.abs(found - mean) < 1e-3 && Math.abs(low - Math.min(...values)) < 1e-3);
    assert.ok(Math.abs(spread - Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 1000)) < 1e-3);
    const box = await page.locator("#chart").boundingBox();
    await page.mouse.click(box.x + 64 + (box.width - 76) * 0.25, box.y + 50);
    await frames(page, 2);
    assert.equal(await page.evaluate(() => play.shown), 20);
    await page.keyboard.press("g");
    assert.ok(await page.isHidden("#charts"));
});

await test("chart and map by keys: a mark moves, enter goes to its time, space chooses its node", async (page) => {
    await paused(page, watch);
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.charts.series && play.explorer.panel.history);
    const shown = () => page.evaluate(() => play.shown), goes = (frame) => page.waitForFunction((to) => play.shown === to, frame);
    await page.focus("#chart");
    assert.ok(await page.isVisible("#chart-mark"));
    for (const key of ["Shift+ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"])
        await page.keyboard.press(key);
    assert.equal(await shown(), 0);
    const value = await page.evaluate(() => play.explorer.charts.textAt(11));
    assert.equal(await page.getAttribute("#chart", "aria-valuetext"), value);
    assert.equal(await page.getAttribute("#chart", "role"), "slider");
    assert.ok(Math.abs(await page.evaluate(() => $("chart-mark").offsetLeft - play.explorer.charts.x(11, play.explorer.charts.width))) <= 2);
    await page.keyboard.press("Enter");
    await goes(11);
    await page.keyboard.press("End");
    await page.keyboard.press(" ");
    await goes(await page.evaluate(() => play.frameCount - 1));
    await page.click("#view-map");
    assert.ok(await page.isHidden("#chart-mark"), "without the focus there is no mark");
    await page.focus("#map");
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp"])
        await page.keyboard.press(key);
    const node = await page.evaluate(() => play.explorer.map.rows[1]);
    assert.equal(await page.textContent("#map-note"), await page.evaluate((at) => play.explorer.map.textAt(at, 2, 2), node));
    assert.ok(await page.isVisible("#map-mark"));
    await page.keyboard.press("Enter");
    await goes(2);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => play.explorer.panel.chosen?.node), node);
    await page.keyboard.press("v");
    assert.equal(await page.evaluate(() => play.explorer.view), "agents", "other keys mean what they mean elsewhere");
});

await test("charts of the world's columns, of agents at nodes", async (page) => {
    await paused(page, walks);
    await page.selectOption("#chart-column", {label: "speed"});
    await page.selectOption("#chart-by", "group");
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.charts.series);
    const lines = execFileSync(gestalt, ["export", walks.recording, "--as=jsonl", "--from=30", "--to=30"]).toString().trim().split("\n").map((line) => JSON.parse(line));
    for (const [i, group] of ["guards", "strollers"].entries()) {
        const speeds = lines.filter((line) => line.group === group).map((line) => line.speed);
        const mean = await page.evaluate((at) => play.explorer.charts.series.lines[at].mean[30], i);
        assert.ok(Math.abs(mean - speeds.reduce((a, b) => a + b) / speeds.length) < 0.01);
    }
    await page.selectOption("#chart-by", "node");
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.charts.shown[0].node >= 0 && play.explorer.charts.series);
    const [node, mean] = await page.evaluate(() => [play.explorer.charts.shown[0].node, play.explorer.charts.series.lines[0].mean[30]]);
    const at = new Set(exported(walks, "--from=30", "--to=30").filter((line) => line.group === "guards" && line.nodes.includes(node)).map((line) => line.agent));
    const speeds = lines.filter((line) => at.has(line.agent)).map((line) => line.speed);
    assert.ok(Math.abs(mean - speeds.reduce((a, b) => a + b) / speeds.length) < 0.01);
});

await test("pictures: PNG of the world, SVG of the chart and of the map", async (page) => {
    await paused(page, walks);
    await page.waitForFunction(() => play.source.jobs.length === 0 && play.explorer.charts.series);
    const take = async (press) => {
        const [download] = await Promise.all([page.waitForEvent("download"), press()]);
        return {name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path())};
    };
    const world = await take(() => page.click("#picture"));
    assert.match(world.name, /^walks-\d+\.png$/);
    assert.equal(world.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(world.bytes.length > 5000);
    const chart = await take(() => page.click("#chart-save"));
    assert.equal(chart.name, "walks-chart.svg");
    assert.match(chart.bytes.toString(), /guards[^]*<path d="M/);
    await page.click("#view-map");
    const map = await take(() => page.keyboard.press("i"));
    assert.equal(map.name, "walks-nodes.svg");
    assert.match(map.bytes.toString(), /sleep/);
});

await test("a link holds time, agent, view, node and folds, and restores them", async (page) => {
    await paused(page, walks);
    await seek(page, 25);
    await page.evaluate(() => play.pick(5));
    await page.selectOption("#color", {label: "speed"});
    await page.keyboard.press("+");
    await page.keyboard.press("d");
    await page.click("#nodes .node:has-text('chase') .twist");
    await page.click("#nodes .node:has-text('rest') .label >> nth=0");
    await page.click("#only");
    await page.selectOption("#chart-column", {label: "energy"});
    await page.waitForFunction(() => location.hash.includes("node=0:") && location.hash.includes("chart=energy,group"));
    const state = () => page.evaluate(() => ({t: play.shown, agent: play.picked, color: $("color").selectedOptions[0].text,
        camera: [...play.world.view.camera, play.world.view.scale].map((x) => +x.toPrecision(5)), node: play.explorer.panel.chosen?.node,
        folds: [...play.explorer.panel.folds], chart: $("chart-column").selectedOptions[0].text, view: play.explorer.view}));
    const before = await state();
    assert.equal(before.t, 25);
    const hash = await page.evaluate(() => location.hash);
    await page.goto("about:blank");
    await open(page, walks, hash);
    await frames(page, 3);
    assert.deepEqual(await state(), before);
    assert.equal(await page.evaluate(() => play.isPlaying), false);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    await page.keyboard.press("k");
    await page.waitForFunction(() => $("told").textContent === "link copied");
    for (const bad of ["#t=x&agent=-4&camera=1,a&node=9:99&fold=zz&view=nothing&chart=,&group=77", "#t=1e99&node=0:5000&fold=0:9999", "#%&=&t=%zz"]) {
        await page.goto("about:blank");
        await open(page, walks, bad);
        await frames(page, 2);
    }
});

await test("trees alone link as well, to the map and to an agent that is there later", async (page) => {
    await open(page, edit, "#t=2.9&agent=7&view=map&panel=1&fold=0:1");
    await frames(page, 3);
    assert.deepEqual(await page.evaluate(() => [play.shown, play.picked, play.explorer.view, [...play.explorer.panel.folds].join()]), [30, 7, "map", "1"]);
});

// ---- sizes and columns

await test("panels are resized by mouse, touch and keys, and keep their sizes", async (page) => {
    await paused(page, watch);
    await page.evaluate(() => play.pick(3));
    await frames(page, 3);
    const size = (id) => page.$eval(`#${id}`, (one) => [one.offsetWidth, one.offsetHeight]);
    const edge = (id) => page.locator(`.edge:has(+ #${id})`);
    const [width] = await size("trees"), box = await edge("trees").boundingBox();
    await page.mouse.move(box.x + 1, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x - 30, box.y + 200, {steps: 3});
    await page.mouse.move(box.x - 59, box.y + 200, {steps: 3});
    await page.mouse.up();
    assert.equal((await size("trees"))[0], width + 60);
    await edge("trees").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal((await size("trees"))[0], width + 44);
    assert.equal(await edge("trees").getAttribute("aria-valuenow"), String(width + 44));
    assert.equal(await edge("trees").getAttribute("aria-orientation"), "vertical");
    assert.equal(await page.evaluate(() => play.shown), 0, "arrows do not step while a bar has the focus");
    await edge("charts").focus();
    await page.keyboard.press("Shift+ArrowUp");
    assert.equal(await page.$eval("#chart", (chart) => chart.offsetHeight), 132 + 80);
    await page.reload();
    await page.waitForFunction(() => play.isDone && play.explorer.isOpen);
    await frames(page, 3);
    assert.equal((await size("trees"))[0], width + 44, "after a reload");
    assert.equal(await page.$eval("#chart", (chart) => chart.offsetHeight), 132 + 80);
    await edge("trees").focus();
    await page.keyboard.press("Enter");
    assert.equal((await size("trees"))[0], width, "enter returns to the usual size");
    await edge("charts").dblclick();
    assert.equal(await page.$eval("#chart", (chart) => chart.offsetHeight), 132);
    for (const narrow of [390, 320]) { // a finger changes heights there
        await page.setViewportSize({width: narrow, height: 800});
        await frames(page, 3);
        await edge("trees").evaluate((bar) => {
            const {top, left} = bar.getBoundingClientRect();
            const send = (type, y) => bar.dispatchEvent(new PointerEvent(type, {pointerId: 1, pointerType: "touch", clientX: left + 20, clientY: y, bubbles: true}));
            bar.setPointerCapture = () => {};
            window.before = $("trees").offsetHeight;
            send("pointerdown", top);
            send("pointermove", top + 50);
            send("pointerup", top + 50);
        });
        assert.equal(await page.evaluate(() => window.before - $("trees").offsetHeight), 50);
        await picture(page, `edges-${narrow}`);
    }
    await page.evaluate(() => localStorage.clear());
});

await test("a large tree shows many rows, and names that have room are whole", async (page) => {
    const root = {type: "sequence", children: Array.from({length: 54}, (_, i) => ({type: "wait", name: `a rather long name of the node ${i}`, seconds: 1}))};
    const made = trees("large", written("large", {gestalt: 1, name: "large", root}), ["--agents=20", "--ticks=5"]);
    await paused(page, made);
    await page.evaluate(() => play.pick(3));
    await seek(page, 3);
    const rows = await page.evaluate(() => {
        const box = $("nodes").getBoundingClientRect();
        return [...document.querySelectorAll("#nodes .node:not([hidden])")].filter((row) => {
            const {top, bottom} = row.getBoundingClientRect();
            return top >= box.top && bottom <= box.bottom;
        }).map((row) => row.label.scrollWidth > row.label.clientWidth);
    });
    assert.ok(rows.length >= 15, `${rows.length} rows`);
    assert.ok(rows.every((isCut) => !isCut));
});

await test("columns of the table are chosen, and the choice is kept", async (page) => {
    await paused(page, watch);
    const heads = () => page.$$eval("#grid-head .plain-head", (all) => all.map((one) => one.textContent));
    assert.deepEqual(await heads(), ["agent", "root", "live leaf", "energy", "distance"]);
    await page.click("#columns");
    await page.click("#column-list :text-is('root')");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press(" ");
    assert.deepEqual(await heads(), ["agent", "live leaf", "distance"]);
    assert.equal(await page.textContent("#columns"), "columns (2 hidden)");
    await frames(page, 2);
    assert.equal(await page.locator("#grid .rows .grid-row >> nth=0").locator(".cell").count(), 3);
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#column-list"));
    await page.reload();
    await page.waitForFunction(() => play.isDone && play.explorer.isOpen);
    assert.deepEqual(await heads(), ["agent", "live leaf", "distance"], "after a reload");
    await page.evaluate(() => localStorage.clear());
});

// ---- a source that answers later, as a server does

await test("a source that answers late, and not always, is asked once at a time, and shown", async (page) => {
    await paused(page, watch);
    await page.evaluate(() => {
        window.most = 0;
        const {source} = play.explorer, open = new Map();
        let calls = 0;
        play.explorer.source = new Proxy(source, {get: (target, name) => {
            const value = target[name];
            if (!["tree", "counts", "agent", "steps", "rows", "members", "history", "series"].includes(name))
                return typeof value === "function" ? value.bind(target) : value;
            return (...question) => new Promise((answer, refuse) => {
                open.set(name, (open.get(name) || 0) + 1);
                window.most = Math.max(window.most, name === "tree" ? 0 : open.get(name)); // the panel and the table ask for trees
                setTimeout(() => {
                    open.set(name, open.get(name) - 1);
                    calls++ % 7 === 3 ? refuse(new Error("busy")) : answer(value.apply(target, question));
                }, 40);
            });
        }});
        play.setPlaying(true);
        play.pick(17);
    });
    await page.waitForFunction(() => play.shown > 20 && $("why-state").textContent.includes("agents"));
    await page.evaluate(() => { play.setPlaying(false); play.seek(60); });
    await page.click("#grid-head .plain-head:text('energy')");
    await page.waitForTimeout(600);
    for (let i = 0; i < 3; i++) { // what was refused comes with the next frame
        await seek(page, 59 + i % 2);
        await page.waitForTimeout(400);
    }
    await seek(page, 60);
    await page.waitForTimeout(600);
    await seek(page, 61);
    await page.waitForTimeout(600);
    const line = exported(watch, "--agents=17", "--from=61", "--to=61")[0];
    assert.deepEqual(await page.evaluate(() => [...play.explorer.panel.lit]), line.nodes);
    await page.click("#keep-live");
    await page.evaluate(() => { $("nodes").scrollTop = 0; });
    await frames(page, 2);
    const nodes = exported(watch, "--nodes", "--from=61", "--to=61");
    assert.equal(await page.textContent("#node-0 .agents"), nodes[0].agents.toLocaleString("en"));
    const lines = exported(watch, "--from=61", "--to=61").sort((a, b) => a.energy - b.energy || a.agent - b.agent);
    assert.equal((await column(page, 0))[0], String(lines[0].agent));
    assert.ok(await page.evaluate(() => window.most) <= 2, "an agent and its frame before, at most");
});

await test("memory does not grow while it plays again and again", async (page) => {
    await open(page, watch);
    await page.evaluate(() => { play.pick(3); play.changeSpeed(4); play.setPlaying(true); });
    const client = await page.context().newCDPSession(page);
    const used = async () => {
        await client.send("HeapProfiler.collectGarbage");
        return (await client.send("Runtime.getHeapUsage")).usedSize;
    };
    await page.waitForTimeout(2500);
    const before = await used();
    for (let i = 0; i < 24; i++) {
        await page.keyboard.press(["v", "g", "n", "t", "v", "b"][i % 6]);
        await page.waitForTimeout(150);
    }
    const grown = await used() - before;
    assert.ok(grown < 3e6, `${grown} bytes`);
    return `${(grown / 1e3).toFixed(0)} KB more`;
});

// ---- all of it

await test("everything has a name and a role, and is there in a narrow window", async (page) => {
    for (const [made, name] of [[watch, "trees-narrow"], [walks, "walks-narrow"]]) {
        await page.setViewportSize({width: 360, height: 720});
        await page.emulateMedia({colorScheme: "dark", reducedMotion: "reduce"});
        await open(page, made);
        assert.equal(await page.evaluate(() => play.isPlaying), false, "who wants less motion presses play");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
        await page.click("#more");
        await page.click("#show-tree");
        await frames(page, 3);
        assert.ok(await page.isHidden("#controls"), "they give way to the panel");
        assert.ok(await page.isVisible("#nodes"));
        await picture(page, name);
        const small = await page.$$eval("footer button, #views button, #trees button, #trees input", (all) => all.filter((one) => one.offsetParent)
            .map((one) => [one.id, one.getBoundingClientRect()]).filter(([, box]) => box.height < 43.5).map(([id]) => id));
        assert.deepEqual(small, []);
        const nameless = await page.$$eval("button, input, select, [role=grid], [role=tree], canvas", (all) => all.filter((one) => one.offsetParent &&
            !one.closest("#stage") && !one.closest("[aria-hidden]") && !(one.textContent.trim() || one.getAttribute("aria-label") || one.title || one.labels?.length))
            .map((one) => one.outerHTML.slice(0, 90)));
        assert.deepEqual(nameless, []);
        await page.setViewportSize({width: 1280, height: 800});
    }
    await paused(page, walks);
    await frames(page, 3);
    await picture(page, "walks-dark");
});

for (const [name, made, wanted] of [["of a scene, the world and the panel", crowd, ["#trees", "#stage"]], ["alone, the table and the panel", many, ["#trees", "#table-view"]]])
    await test(`100,000 agents play at 30 frames a second: ${name}`, async (page) => {
        await open(page, made);
        await page.waitForFunction(() => play.source.jobs.length === 0, null, {timeout: 60000});
        for (const part of wanted)
            assert.ok(await page.isVisible(part), part);
        await page.evaluate(() => { play.pick(77); play.setPlaying(true); });
        return await pace(page);
    });

await finish();
