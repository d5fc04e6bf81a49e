// SPDX-License-Identifier: MIT
// Icons of nodes, breakpoints on nodes, and the graph of a tree, with real mouse, touch and keys, on live runs and recordings.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {finish, folder, guards, live, on, picture, stands, test} from "./live_harness.mjs";
import {open, paused, record} from "./harness.mjs";
import {examples} from "./live_run.mjs";

const rowOf = (text) => `#nodes .node:not([hidden]):has-text("${text}")`;

for (const width of [1280, 390, 320])
    await on(guards, `a click in the gutter sets a breakpoint and removes it, ${width} px wide`, async (page, run) => {
        await page.setViewportSize({width, height: 800});
        await page.evaluate(() => play.explorer.panel.move(play.explorer.panel.nodes.findIndex(({label}) => label === "wait 2 s")));
        await page.click(`${rowOf("wait 2 s")} .gutter`);
        await page.waitForSelector(`${rowOf("wait 2 s")}.break-set`);
        const [one, ...others] = await run.get("breaks");
        assert.deepEqual([one.when, one.node, others.length], ["enter", await page.$eval(rowOf("wait 2 s"), (row) => row.node), 0]);
        assert.match(await page.getAttribute(rowOf("wait 2 s"), "aria-label"), /1 breakpoint \(enter\)/);
        assert.equal(await page.evaluate(() => play.explorer.panel.chosen), null, "the node is not chosen");
        await page.click("#play");
        await page.waitForSelector(`${rowOf("wait 2 s")}.break-hit`);
        await picture(page, `outline-hit-${width}`);
        await page.click(`${rowOf("wait 2 s")} .gutter`);
        await page.waitForFunction(() => !document.querySelector(".node:is(.break-set, .break-hit):not([hidden])"));
        assert.deepEqual(await run.get("breaks"), []);
        const box = await page.locator(`${rowOf("wait 2 s")} .gutter`).boundingBox();
        assert.ok(box.x >= 0 && box.width >= (width > 720 ? 20 : 30));
    });

await on(guards, "a key sets a breakpoint on the active node, and removes it", async (page, run) => {
    await page.focus("#nodes");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("r");
    await page.waitForSelector("#nodes .node.active.break-set");
    assert.equal((await run.get("breaks"))[0].node, 1);
    await page.keyboard.press("F9");
    await page.waitForFunction(() => !document.querySelector(".break-set:not([hidden])"));
    assert.deepEqual(await run.get("breaks"), []);
});

await on(guards, "node types have icons, and a legend", async (page, run) => {
    const {nodes} = (await run.get("describe")).groups[0];
    const icons = await page.$$eval("#nodes .node:not([hidden])", (rows) => rows.map((row) => [row.node, row.querySelector(".kind-icon path").getAttribute("d")]));
    const pathOf = new Map();
    for (const [node, path] of icons) {
        assert.ok(path, nodes[node].type);
        assert.equal(pathOf.get(nodes[node].type) ?? path, path, nodes[node].type);
        pathOf.set(nodes[node].type, path);
    }
    assert.ok(new Set(pathOf.values()).size >= 4);
    await page.click("#trees .node-legend summary");
    const legend = (await page.$$eval("#node-legend .entry", (all) => all.map((one) => one.textContent))).join(", ").split(", ").sort();
    assert.deepEqual(legend, [...new Set(nodes.map(({type}) => type.replaceAll("_", " ")))].sort());
    await stands(page, 0);
    await picture(page, "outline-legend");
});

// ---- the graph

const widths = [1280, 390, 320];
const graph = (page, of, ...more) => page.evaluate(of, ...more);

// Show the graph in a window of some width. Narrow windows have no room for the outline next to it.
async function shown(page, width) {
    await page.setViewportSize({width, height: 800});
    await page.evaluate((isWide) => { play.explorer.setChart(false); play.explorer.setPanel(isWide); }, width > 720);
    await page.click("#view-graph");
    await page.waitForFunction(() => play.explorer.graph.graph.boxes.length > 0 && play.explorer.graph.width === $("graph-box").clientWidth);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
}

// The middle of a node's box, its dot, or its button for folding, in pixels of the window.
const placeOf = (page, node, part = "middle") => page.evaluate(([at, what]) => {
    const {graph, camera, isDown} = play.explorer.graph, box = graph.byNode.get(at), {left, top} = $("graph").getBoundingClientRect();
    const [x, y] = what === "dot" ? [box.x + 2, box.y + 2] : what === "twist" ? (isDown ? [box.x + box.width / 2, box.y + box.height] : [box.x + box.width, box.y + box.height / 2])
        : [box.x + box.width / 2, box.y + box.height / 2];
    return [x * camera.scale + camera.x + left, y * camera.scale + camera.y + top];
}, [node, part]);
const camera = (page) => page.evaluate(() => ({...play.explorer.graph.camera}));
const nodeWith = (page, text) => page.evaluate((label) => play.explorer.panel.nodes.findIndex((node) => node.label === label || node.name === label), text);

// The number of pixels near a place whose colour is like one of the page.
const pixels = (page, [x, y], name, reach = 9) => page.evaluate(([atX, atY, color, r]) => {
    const canvas = $("graph"), {left, top} = canvas.getBoundingClientRect(), pixel = canvas.width / canvas.clientWidth;
    const wanted = parseInt(play.explorer.colors[color].slice(1), 16);
    const {data} = canvas.getContext("2d").getImageData((atX - left - r) * pixel, (atY - top - r) * pixel, 2 * r * pixel, 2 * r * pixel);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
        count += Math.abs(data[i] - (wanted >> 16)) + Math.abs(data[i + 1] - (wanted >> 8 & 255)) + Math.abs(data[i + 2] - (wanted & 255)) < 120 ? 1 : 0;
    return count;
}, [x, y, name, reach]);
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

for (const width of widths) {
    await on(guards, `the graph has a box for each node, the live path is lit, and the direction is remembered, ${width} px wide`, async (page, run) => {
        await page.keyboard.press("Shift+ArrowRight");
        await stands(page, 10);
        await shown(page, width);
        await page.evaluate(() => play.pick(3));
        await page.waitForFunction(() => play.explorer.panel.lit.size > 2);
        await page.click("#graph-fit");
        await drawn(page);
        const [lit, all] = await graph(page, () => [[...play.explorer.panel.lit], play.explorer.graph.graph.boxes.map(({node}) => node)]);
        assert.deepEqual(all, await page.evaluate(() => play.explorer.panel.nodes.map((_, i) => i)));
        for (const node of all) {
            const {boxes, corner} = await page.evaluate((at) => ({boxes: play.explorer.graph.graph.byNode.get(at), corner: {...play.explorer.graph.camera}}), node);
            const [x, y] = await placeOf(page, node), color = await pixels(page, [x, y - boxes.height / 2 * corner.scale], "accent", 3);
            assert.equal(color > 0, lit.includes(node), `node ${node}`);
        }
        const before = await camera(page);
        assert.equal(await page.getAttribute("#graph-right", "aria-pressed"), "true");
        await page.click("#graph-down");
        const spread = await graph(page, () => play.explorer.graph.graph.boxes.map(({x, y, parent}) => parent && [x > parent.x, y > parent.y]).filter(Boolean));
        assert.ok(spread.every(([, isBelow]) => isBelow));
        assert.notDeepEqual(await camera(page), before);
        await page.goto("about:blank");
        await page.goto(run.link);
        await page.waitForFunction(() => play.isOpen && play.explorer.isOpen && play.explorer.panel.tree);
        assert.equal(await page.getAttribute("#graph-down", "aria-pressed"), "true");
        await picture(page, `graph-${width}`);
        const small = await page.$$eval("#graph-bar button", (all) => all.filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect())
            .filter((box) => box.left < 0 || box.right > innerWidth || (innerWidth < 720 && (box.height < 43.5 || box.width < 35))).length);
        assert.equal(small, 0);
    });

    await on(guards, `the graph is moved and zoomed by wheel, drag and keys, ${width} px wide`, async (page) => {
        await shown(page, width);
        await page.click("#graph-fit");
        const fitted = await camera(page), [x, y] = await placeOf(page, 0);
        await page.mouse.move(x, y);
        await page.mouse.wheel(0, -300);
        await page.waitForFunction((scale) => play.explorer.graph.camera.scale > scale * 1.3, fitted.scale);
        const [toX, toY] = await placeOf(page, 0);
        assert.ok(Math.hypot(toX - x, toY - y) < 1, "what is under the pointer stays there");
        await page.mouse.down();
        await page.mouse.move(x + 30, y + 20, {steps: 4});
        await page.mouse.up();
        const [thenX, thenY] = await placeOf(page, 0);
        assert.ok(Math.abs(thenX - x - 30) < 1 && Math.abs(thenY - y - 20) < 1);
        assert.equal(await page.evaluate(() => play.explorer.panel.selected), null, "a drag is no click");
        await page.keyboard.press("0");
        assert.deepEqual(await camera(page), fitted);
        await page.keyboard.press("+");
        assert.ok((await camera(page)).scale > fitted.scale);
        await page.keyboard.press("-");
        await page.keyboard.press("d");
        assert.ok((await camera(page)).x < fitted.x - 20);
        await page.keyboard.press("q");
        assert.equal(await page.getAttribute("#graph-down", "aria-pressed"), "true");
        await page.click("#graph-in");
        await page.click("#graph-out");
        await page.click("#graph-fit");
        const edges = await graph(page, () => { const {graph: {width: w, height: h}, camera: c, width: a, height: b} = play.explorer.graph; return [c.x, c.y, a - c.x - w * c.scale, b - c.y - h * c.scale]; });
        assert.ok(edges.every((edge) => edge >= 0), `${edges}`);
    });

    await on(guards, `breakpoints are set on nodes of the graph: by mouse, button and key; a hit is marked, ${width} px wide`, async (page, run) => {
        await shown(page, width);
        await page.evaluate(() => play.explorer.graph.zoom(0.9 / play.explorer.graph.camera.scale, 0, play.explorer.graph.height / 2));
        const wait = await nodeWith(page, "wait 2 s"), breaks = () => run.get("breaks");
        await page.evaluate((node) => { play.explorer.graph.reveal(play.explorer.graph.boxOf(node)); }, wait);
        await page.mouse.move(...await placeOf(page, wait));
        await drawn(page);
        assert.match(await page.textContent("#graph-note"), /^wait 2 s/);
        assert.equal(await pixels(page, await placeOf(page, wait, "dot"), "stop", 3), 0, "the dot is empty");
        await page.mouse.click(...await placeOf(page, wait, "dot"));
        await page.waitForFunction((node) => play.breaks.stateOf(0, node) === "set", wait);
        await drawn(page);
        assert.deepEqual((await breaks()).map(({node, when}) => [node, when]), [[wait, "enter"]]);
        assert.ok(await pixels(page, await placeOf(page, wait, "dot"), "stop", 3) > 20, "the dot is filled");
        await page.click("#play");
        await page.waitForFunction((node) => play.breaks.stateOf(0, node) === "hit", wait);
        await drawn(page);
        assert.match(await page.evaluate((node) => play.explorer.graph.textOf(node), wait), /the run has stopped here · 1 breakpoint \(enter\)/);
        const box = await graph(page, (node) => ({...play.explorer.graph.graph.byNode.get(node), scale: play.explorer.graph.camera.scale, parent: 0, children: 0}), wait);
        const [x, y] = await placeOf(page, wait);
        assert.ok(x > 0 && x < width, "it is in view");
        assert.ok(await pixels(page, [x + 12, y - box.height / 2 * box.scale], "stop", 3) > 0, "its border has the colour of breakpoints");
        await picture(page, `graph-hit-${width}`);
        await page.mouse.click(...await placeOf(page, wait, "dot"));
        await page.waitForFunction((node) => play.breaks.stateOf(0, node) === "", wait);
        await page.mouse.click(...await placeOf(page, wait));
        assert.equal(await page.evaluate(() => play.explorer.panel.selected), wait);
        await page.click("#graph-break");
        await page.waitForSelector("#graph-break[aria-pressed=true]");
        assert.equal((await breaks())[0].node, wait);
        await page.keyboard.press("r");
        await page.waitForSelector("#graph-break[aria-pressed=false]");
        assert.deepEqual(await breaks(), []);
    });

    await on(guards, `folds are those of the outline: by button, two clicks and key, ${width} px wide`, async (page) => {
        await shown(page, width);
        const fight = await nodeWith(page, "fight"), closed = () => page.evaluate(() => [...play.explorer.panel.folds]);
        const below = await page.evaluate((node) => play.explorer.panel.nodes[node].end - node - 1, fight);
        await page.click("#graph-fit");
        await page.evaluate(() => play.explorer.graph.zoom(1.6));
        await page.evaluate((node) => play.explorer.graph.reveal(play.explorer.graph.boxOf(node)), fight);
        await page.mouse.click(...await placeOf(page, fight));
        await drawn(page);
        const place = await placeOf(page, fight);
        await page.mouse.click(...await placeOf(page, fight, "twist"));
        await drawn(page);
        assert.deepEqual(await closed(), [fight]);
        assert.deepEqual(await page.evaluate((node) => [play.explorer.graph.graph.byNode.get(node).hidden, play.explorer.graph.graph.byNode.has(node + 1), play.explorer.panel.lines.includes(node + 1)], fight),
                         [below, false, false]);
        const after = await placeOf(page, fight);
        assert.ok(Math.hypot(after[0] - place[0], after[1] - place[1]) < 1, "it stays where it is");
        await page.mouse.dblclick(...after);
        assert.deepEqual(await closed(), []);
        await page.keyboard.press(" ");
        assert.deepEqual(await closed(), [fight]);
        await page.keyboard.press("ArrowRight"); // opens it
        assert.deepEqual(await closed(), []);
        await page.click("#graph-fold");
        assert.ok((await closed()).length > 2);
        await drawn(page);
        assert.deepEqual(await page.evaluate(() => play.explorer.graph.graph.boxes.map(({node}) => node)), await page.evaluate(() => play.explorer.panel.lines));
        await page.focus("#graph");
        await page.keyboard.press("*");
        assert.deepEqual(await closed(), []);
    });
}

await on(guards, "two fingers zoom the graph, one moves it, a tap selects", async (page) => {
    await shown(page, 390);
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setTouchEmulationEnabled", {enabled: true, maxTouchPoints: 2});
    const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
    const before = await camera(page), box = await page.locator("#graph").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    await touch("touchStart", [x - 30, y], [x + 30, y]);
    for (let i = 1; i <= 5; i++)
        await touch("touchMove", [x - 30 - 6 * i, y], [x + 30 + 6 * i, y]);
    await touch("touchEnd");
    const zoomed = await camera(page);
    assert.ok(Math.abs(zoomed.scale / before.scale - 2) < 0.35, `${zoomed.scale / before.scale} times`);
    await touch("touchStart", [x, y]);
    for (let i = 1; i <= 5; i++)
        await touch("touchMove", [x - 8 * i, y + 4 * i]);
    await touch("touchEnd");
    const moved = await camera(page);
    assert.ok(Math.abs(moved.x - zoomed.x + 40) < 3 && Math.abs(moved.y - zoomed.y - 20) < 3 && moved.scale === zoomed.scale);
    const node = await page.evaluate(() => {
        const {graph, camera: c, width, height} = play.explorer.graph;
        return graph.boxes.find((one) => { const atX = (one.x + one.width / 2) * c.scale + c.x, atY = (one.y + one.height / 2) * c.scale + c.y; return atX > 30 && atX < width - 30 && atY > 30 && atY < height - 30; }).node;
    });
    const place = await placeOf(page, node);
    await touch("touchStart", place);
    await touch("touchEnd");
    await page.waitForFunction((at) => play.explorer.panel.selected === at, node);
});

await on(guards, "arrows move along edges and levels, enter shows only the agents of a node; a node selected elsewhere comes into view", async (page) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await shown(page, 1280);
    const active = () => page.evaluate(() => play.explorer.panel.active), [root, first, second] = [0, 1, await nodeWith(page, "fight")];
    await page.focus("#graph");
    await page.keyboard.press("Home");
    assert.equal(await active(), root);
    await page.keyboard.press("ArrowRight");
    assert.equal(await active(), first);
    await page.keyboard.press("ArrowDown");
    assert.equal(await active(), second);
    assert.match(await page.textContent("#graph-says"), /^fight · reactive sequence/);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await active(), root);
    await page.keyboard.press("q");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    assert.equal(await active(), second);
    await page.keyboard.press("Enter");
    await page.waitForFunction((node) => play.explorer.panel.chosen?.node === node, second);
    await page.evaluate(() => play.explorer.graph.zoom(3));
    await page.click("#nodes .node:has-text('wait 2 s')");
    await drawn(page);
    const [x, y] = await placeOf(page, await nodeWith(page, "wait 2 s")), box = await page.locator("#graph").boundingBox();
    assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
    await page.fill("#search", "cooldown");
    await drawn(page);
    const faded = await page.evaluate(() => play.explorer.graph.graph.boxes.filter((one) => !play.explorer.graph.lookOf(one, false).isFaded).map(({node}) => node));
    assert.deepEqual(faded, [await nodeWith(page, "cooldown 0.5 s")]);
});

await on(guards, "the live leaf of the agent stays in view, until the graph is moved by hand", async (page) => {
    await shown(page, 390);
    await page.evaluate(() => play.explorer.graph.zoom(2));
    await page.evaluate(() => play.pick(3));
    const inView = () => page.evaluate(() => {
        const {graph, camera: c, width, height} = play.explorer.graph, {kept} = play.explorer.panel, box = graph.byNode.get(kept);
        return kept < 0 || box && box.x * c.scale + c.x > -1 && box.y * c.scale + c.y > -1 && box.y * c.scale + c.y < height && box.x * c.scale + c.x < width;
    });
    const seen = new Set();
    for (let i = 1; i < 30; i++) {
        await page.keyboard.press("ArrowRight");
        await stands(page, i);
        await page.waitForFunction((at) => play.explorer.panel.agentFrame === at, i);
        await drawn(page);
        seen.add(await page.evaluate(() => play.explorer.panel.kept));
        assert.ok(await inView(), `tick ${i}`);
    }
    assert.ok(seen.size > 1);
    const box = await page.locator("#graph").boundingBox();
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 60, {steps: 3});
    await page.mouse.up();
    assert.equal(await page.evaluate(() => play.explorer.panel.keepsLive), false);
});

// A document of 300 nodes.
function large() {
    let count = 1;
    const grow = (depth) => {
        count++;
        if (depth === 0 || count >= 290)
            return {type: "wait", ticks: 1 + count % 5, ...(count % 3 ? {name: `wait for ${count}`} : {})};
        return {type: ["sequence", "selector", "priority"][count % 3], ...(count % 2 ? {name: `part ${count}`} : {}), children: Array.from({length: 2 + (count * 7) % 3}, () => grow(depth - 1))};
    };
    const children = [];
    while (count < 290)
        children.push(grow(4));
    return {gestalt: 1, name: "large", blackboard: {energy: {type: "float", init: 50}}, root: {type: "priority", children}};
}
fs.writeFileSync(path.join(folder, "large.json"), JSON.stringify(large()));

for (const width of widths)
    await on(() => live([path.relative(examples, path.join(folder, "large.json"))], "--agents=1000"), `a tree of 300 nodes can be read at any zoom, ${width} px wide`, async (page) => {
        await page.keyboard.press("ArrowRight");
        await stands(page, 1);
        await shown(page, width);
        await page.evaluate(() => play.pick(3));
        await page.waitForFunction(() => play.explorer.panel.lit.size > 1);
        const count = await page.evaluate(() => play.explorer.graph.graph.boxes.length);
        assert.ok(count >= 280 && count <= 320, `${count} nodes`);
        for (const isDown of [false, true]) {
            await page.evaluate((down) => play.explorer.graph.setDirection(down), isDown);
            for (const scale of [0, 0.15, 0.4]) {
                await page.evaluate((wanted) => { const g = play.explorer.graph; g.fit(); g.zoom(Math.max(1, wanted / g.camera.scale)); g.reveal(g.boxOf(play.explorer.panel.kept)); }, scale);
                await drawn(page);
                const labels = await page.evaluate(() => play.explorer.graph.labels.map(({box, x, y, width: w, height: h, text}) => ({node: box.node, x, y, w, h, text})));
                const seen = labels.filter(({x, y}) => x > -20 && x < width && y > 0 && y < 800);
                assert.ok(seen.length >= (scale === 0 ? 3 : 1), `${seen.length} labels at ${scale}`);
                for (const [i, a] of labels.entries())
                    assert.ok(labels.slice(i + 1).every((b) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y), "labels do not overlap");
                if (scale === 0) {
                    const leaf = await page.evaluate(() => play.explorer.panel.kept);
                    assert.ok(labels.some(({node}) => node === leaf), "the live leaf has a label");
                    const {node, x, y, w, h} = seen.filter((one) => one.x > 0 && one.x + one.w < width - 4).pop(), box = await page.locator("#graph").boundingBox();
                    await page.mouse.click(box.x + x + w / 2, box.y + y + h / 2);
                    assert.equal(await page.evaluate(() => play.explorer.panel.selected), node, "a click on a label selects its node");
                    await picture(page, `graph-large-${isDown ? "down" : "right"}-${width}`);
                }
            }
            await page.evaluate(() => { const g = play.explorer.graph; g.zoom(1 / g.camera.scale); });
            assert.equal(await page.evaluate(() => play.explorer.graph.labels.length), 0, "boxes have their text");
        }
        const work = await page.evaluate(() => {
            const g = play.explorer.graph, times = [];
            g.fit();
            for (let i = 0; i < 21; i++) {
                const from = performance.now();
                g.draw();
                times.push(performance.now() - from);
            }
            return times.sort((a, b) => a - b)[5];
        });
        assert.ok(work < 40, `${work} ms to draw it`);
        return `${work.toFixed(1)} ms to draw it`;
    });

// ---- recordings

const guardsOf = (name) => record(name, JSON.parse(fs.readFileSync(path.join(examples, "watchman.json"), "utf-8")), "--agents=200", "--ticks=40", "--keys=energy");

for (const width of widths)
    await test(`a recording has the graph without breakpoints, its direction is in the link, and it is saved as a picture, ${width} px wide`, async (page) => {
        const made = guardsOf(`watchman-${width}`);
        await page.emulateMedia({colorScheme: "dark"});
        await page.setViewportSize({width, height: 800});
        await paused(page, made);
        await shown(page, width);
        assert.ok(await page.isHidden("#graph-break"));
        assert.ok(await page.isHidden("#break-sign"));
        await page.evaluate(() => { play.pick(3); play.seek(30); });
        await page.waitForFunction(() => play.explorer.panel.lit.size > 0);
        await drawn(page);
        const agents = await page.evaluate(() => play.explorer.graph.graph.boxes.map((box) => play.explorer.graph.lookOf(box, false).agents));
        assert.deepEqual(agents, await page.evaluate(() => [...play.explorer.panel.counts.agents]));
        await picture(page, `graph-recording-${width}`);
        await page.click("#graph-down");
        await page.waitForFunction(() => location.hash.includes("graph=down"));
        const hash = await page.evaluate(() => location.hash);
        await page.click("#graph-right");
        await page.goto("about:blank");
        await open(page, made, hash);
        await page.waitForFunction(() => play.explorer.view === "graph" && play.explorer.graph.isDown);
        const [download] = await Promise.all([page.waitForEvent("download"), page.evaluate(() => play.explorer.savePicture())]);
        assert.match(download.suggestedFilename(), /-graph\.png$/);
        assert.ok(fs.statSync(await download.path()).size > 3000);
    });

await finish();
