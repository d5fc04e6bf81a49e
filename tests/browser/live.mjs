// SPDX-License-Identifier: MIT
// The page of `gestalt live`, with real mouse and keys, on runs that go on.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {finish, folder, forgiven, guards, live, on, open, picture, stands, test} from "./live_harness.mjs";

const stateOf = (page) => page.evaluate(() => play.source.state);
const column = (page, i) => page.$$eval("#grid .rows .grid-row:not([hidden])", (rows, at) => rows.map((row) => row.children[at].textContent), i);

await on(guards, "run, pause, steps on and back, and ticks to go to", async (page, run) => {
    assert.equal(await page.textContent("#title"), "guard.json");
    assert.match(await page.textContent("#state"), /has not run yet/);
    assert.ok(await page.isDisabled("#back"));
    await page.click("#forth");
    await stands(page, 1);
    await page.keyboard.press("ArrowRight");
    await stands(page, 2);
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 12);
    const {hash} = await run.get("hash");
    await page.click("#play");
    await page.waitForFunction(() => play.isPlaying && play.source.state.tick > 100);
    assert.equal(await page.getAttribute("#play", "aria-label"), "pause");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => !play.isPlaying);
    const {tick} = await stateOf(page);
    await page.click("#back");
    await stands(page, tick - 1);
    assert.match(await page.textContent("#state"), /discards the later ticks/);
    await page.keyboard.press("ArrowRight");
    await stands(page, tick);
    await page.fill("#goal", "12");
    await page.click("#go");
    await stands(page, 12);
    assert.equal((await run.get("hash")).hash, hash);
    assert.match(await page.textContent("#step"), /tick 12 of/);
    await page.keyboard.press("Home");
    await stands(page, 0);
    await page.keyboard.press("End");
    await stands(page, tick);
    for (let i = 0; i < 3; i++)
        await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => play.source.state.per_second === 300);
    assert.match(await page.textContent("#speed"), /300/);
    await page.evaluate(() => { // states from before come in between
        for (let i = 0; i < 2; i++) {
            play.changeSpeed(-1);
            play.showState();
        }
    });
    await page.waitForFunction(() => play.source.state.per_second === 60);
});

await on(guards, "an agent is followed: its live nodes are lit, and the tree has counts", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.click("#grid .rows .grid-row >> nth=3");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 3 && play.explorer.panel.lit?.size > 0);
    const lit = () => page.evaluate(() => [...play.explorer.panel.lit]);
    assert.deepEqual(await lit(), (await run.get("agent?id=3")).nodes);
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 20);
    await page.waitForFunction(() => play.explorer.panel.agentFrame === 20);
    assert.deepEqual(await lit(), (await run.get("agent?id=3")).nodes);
    const counts = (await run.get("state?counts=1")).groups[0].agents;
    const shown = await page.$$eval("#nodes .node:not([hidden])", (rows) => rows.map((row) => [row.node, row.count.textContent]));
    assert.ok(shown.length > 5);
    for (const [node, count] of shown)
        if (count)
            assert.equal(count, counts[node].toLocaleString("en"), `node ${node}`);
    await page.waitForFunction(() => play.explorer.panel.history?.most > 0);
    await picture(page, "live");
    await page.emulateMedia({colorScheme: "dark"});
    await page.setViewportSize({width: 390, height: 800});
    await page.goto("about:blank");
    await open(page, run);
    await page.click("#grid .rows .grid-row >> nth=3");
    await picture(page, "live-narrow");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} wide`);
    await page.click("#more");
    for (const id of ["play", "back", "forth", "more", "goal", "go", "state", "slower", "faster", "show-desk"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 800, `${id} is in sight`);
    }
});

await on(guards, "the table is sorted, and filtered by an expression", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    const distance = await page.evaluate(() => play.explorer.table.columns.findIndex(({name}) => name === "distance"));
    const sorted = async (down) => (await run.get(`agents?sort=distance&down=${down}&count=10`)).rows.map(({id}) => id.toLocaleString("en"));
    for (const down of [0, 1]) {
        await page.click("#grid-head .plain-head:has-text('distance')");
        await page.waitForFunction((to) => play.explorer.table.sort.down === to, Boolean(down));
        const wanted = await sorted(down);
        await page.waitForFunction((ids) => document.querySelector("#grid .rows .grid-row").children[0].textContent === ids[0], wanted);
        assert.deepEqual((await column(page, 0)).slice(0, 10), wanted);
    }
    await page.fill("#expression", "distance < 40");
    const {total} = await run.get("agents?filter=distance%3C40&count=1");
    assert.ok(total > 0 && total < 1000);
    await page.waitForFunction((count) => document.getElementById("table-count").textContent.startsWith(`${count} `), total);
    assert.ok((await column(page, distance)).every((text) => parseFloat(text) < 40));
    forgiven.add("400");
    await page.fill("#expression", "distanc < 40");
    await page.waitForFunction(() => /distanc/.test(document.getElementById("no-agents").textContent));
    assert.ok(await page.isVisible("#no-agents"));
});

await on(guards, "its nodes are stepped, and its steps walked through, forth and back", async (page, run) => {
    await page.keyboard.press("ArrowRight");
    await stands(page, 1);
    await page.click("#grid .rows .grid-row >> nth=5");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 5);
    assert.ok(await page.isVisible("#unwatched"));
    await page.click("#into");
    await page.waitForFunction(() => play.hands.walk);
    const {steps, tick} = await run.get("steps"), {nodes} = (await run.get("describe")).groups[0];
    assert.equal(await page.textContent("#steps-tick"), `steps of tick ${tick}`);
    const says = () => page.textContent("#walk-says");
    const at = (place) => `${place + 1} of ${steps.length}: ${nodes[steps[place].node].label}: ${steps[place].kind}`;
    assert.ok((await says()).startsWith(at(0)));
    await page.click("#walk-forth");
    assert.ok((await says()).startsWith(at(1)), await says());
    assert.equal(await page.locator("#steps [aria-current=step]").count(), 1);
    assert.equal(await page.$eval("#nodes .node.walked", (row) => row.node), steps[1].node);
    await page.keyboard.press(".");
    assert.ok((await says()).startsWith(at(2)), await says());
    await page.keyboard.press(",");
    assert.ok((await says()).startsWith(at(1)), await says());
    await page.keyboard.press("e");
    await stands(page, 3);
    await page.waitForFunction((before) => document.getElementById("steps-tick").textContent !== before, `steps of tick ${tick}`);
    await picture(page, "live-walk");
});

await on(guards, "keys are written, agents come, go and are cancelled; what is wrong is said", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.click("#grid .rows .grid-row >> nth=7");
    await page.waitForSelector("#written input[aria-label=health]");
    await page.fill("#written input[aria-label=health]", "12.5");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => play.explorer.panel.agent?.values.includes(12.5));
    assert.ok((await run.get("agent?id=7")).values.includes(12.5));
    assert.equal(await page.inputValue("#written input[aria-label=health]"), "12.5");
    await page.fill("#written input[aria-label=health]", "much");
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#trouble"), /much/);
    await page.click("#close-notice");
    assert.ok(await page.isHidden("#notice"));
    await page.click("#cancel");
    await page.waitForFunction(() => play.explorer.panel.agent?.nodes.length === 0);
    forgiven.add("400"); // the first time that it has gone
    const before = (await stateOf(page)).tick;
    await page.click("#despawn");
    await page.waitForFunction(() => play.source.state.agents === 999 && play.explorer.panel.agent === null);
    await page.waitForFunction(() => document.getElementById("why-state").textContent === "has gone");
    let asked = 0; // who has gone is not asked for again
    page.on("request", (request) => { asked += request.url().includes("agent?"); });
    await page.click("#forth");
    await stands(page, before + 1);
    await page.waitForFunction(() => play.explorer.panel.agentFrame === play.source.frame);
    assert.equal(asked, 0);
    await page.keyboard.press("m");
    await page.fill("#spawn-count", "21");
    await page.click("#spawn");
    await page.waitForFunction(() => play.source.state.agents === 1020);
    const log = await (await fetch(`${run.link}log`)).text();
    assert.deepEqual(log.trim().split("\n").slice(1).map((line) => JSON.parse(line).do), ["write", "cancel", "despawn", "spawn", "end"]);
});

await on(guards, "breakpoints stop the run, and say which one it was", async (page, run) => {
    await page.click("#show-desk");
    await page.click("#nodes .node:has-text('wait 2 s')");
    await page.click("#add-break");
    await page.waitForSelector("#breaks li");
    const [one] = await run.get("breaks");
    assert.equal(one.when, "enter");
    assert.match(await page.textContent("#breaks li"), /an agent enters “wait 2 s”/);
    await page.click("#play");
    await page.waitForFunction(() => play.source.state.stop === "broken");
    assert.match(await page.textContent("#state"), /stopped by breakpoint \d+, agent \d+/);
    await page.waitForSelector("#breaks li.hit");
    await page.click("#breaks button");
    await page.waitForFunction(() => document.querySelectorAll("#breaks li").length === 0);
    await page.selectOption("#break-when", "true");
    await page.fill("#break-if", "nothing < 3");
    forgiven.add("400");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /nothing/.test(document.getElementById("trouble").textContent));
    await picture(page, "live-breaks");
});

await on(guards, "a file that is saved changes the tree at once; errors are shown while it runs on", async (page, run) => {
    const file = path.join(run.place, "guard.json"), text = fs.readFileSync(file, "utf-8"), document = JSON.parse(text);
    const save = (words) => {
        fs.writeFileSync(`${file}~`, words);
        fs.renameSync(`${file}~`, file);
    };
    await page.click("#play");
    await page.waitForFunction(() => play.source.state.tick > 20);
    save(text.replace("{", "{ nonsense"));
    await page.waitForSelector("#trouble:not(:empty)");
    const {tick} = await stateOf(page);
    await page.waitForFunction((from) => play.isPlaying && play.source.state.tick > from, tick);
    const nodes = await page.evaluate(() => play.explorer.panel.tree.nodes.length);
    document.root = {type: "sequence", children: [{type: "wait", name: "ponder", ticks: 2}, document.root]};
    save(JSON.stringify(document));
    await page.waitForSelector("#report:not(:empty)");
    assert.equal(await page.textContent("#trouble"), "");
    await page.waitForFunction((count) => play.explorer.panel.tree.nodes.length === count, nodes + 2);
    await page.waitForSelector("#nodes .node:has-text('ponder')");
    assert.ok(await page.isVisible("#tree-edit"));
    const {tick: edited} = await run.get("notice");
    assert.equal(await page.textContent("#tree-edit"), `edited at tick ${edited.toLocaleString("en")}`);
    await page.keyboard.press(" ");
    await page.waitForFunction(() => !play.isPlaying);
    await picture(page, "live-edit");
    await page.keyboard.press("Home"); // before the edit it is undone
    await stands(page, 0);
    await page.waitForFunction((count) => play.explorer.panel.tree.nodes.length === count, nodes);
});

await on(() => live(["scenes/wolf-sheep.json", "scenes/wolf-sheep"]), "a scene has its world, with agents to pick", async (page, run) => {
    assert.ok(await page.isVisible("#stage"));
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.waitForFunction(() => play.world?.frame.step === 10);
    const {agents} = await run.get("state");
    assert.equal(await page.evaluate(() => play.world.frame.count), agents);
    await page.keyboard.press("n");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === play.picked);
    assert.ok(await page.isVisible("#panel"));
    await page.click("#play");
    await page.waitForFunction(() => play.world?.frame.step > 30);
    await page.click("#play");
    await page.waitForFunction(() => !play.isPlaying && play.world.frame.step === play.source.state.tick);
    await picture(page, "live-scene");
    await page.keyboard.press("m");
    assert.ok(await page.isVisible("#setting"));
    assert.ok(await page.isHidden("#spawning"));
    await page.keyboard.press("v");
    await page.selectOption("#tree-group", {label: "wolves"});
    await page.waitForFunction((count) => document.getElementById("table-count").textContent.startsWith(`${count} `),
                               await page.evaluate(() => play.source.state.groups[2].total.toLocaleString("en")));
    await page.keyboard.press("v");
    await page.waitForFunction(() => play.explorer.view === "graph" && play.explorer.graph.graph.boxes.length > 0);
    await page.keyboard.press("v");
    await page.waitForFunction(() => play.explorer.view === "map" && play.explorer.panel.history?.most > 0);
});

const dragged = async (page, slider, part) => {
    const box = await page.locator(slider).boundingBox();
    await page.mouse.move(box.x + 4, box.y + box.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= 6; i++)
        await page.mouse.move(box.x + box.width * part * i / 6, box.y + box.height / 2);
    await page.mouse.up();
};

await on(() => live(["scenes/swarm.json"]), "values of a scene have sliders: a change counts from the beginning, and the run comes back", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.keyboard.press("m");
    await page.waitForSelector("[aria-label='birds, slider']");
    const values = (await run.get("values")).values;
    assert.deepEqual(await page.$$eval("#values-list .name", (all) => all.map((one) => one.textContent)), values.map(({path}) => path));
    const acts = [];
    page.on("request", (request) => request.method() === "POST" && acts.push(JSON.parse(request.postData())));
    await dragged(page, "[aria-label='birds, slider']", 0.75);
    await page.waitForFunction(() => play.source.state.agents > 150);
    await stands(page, 10);
    assert.equal(acts.filter((act) => act.do === "tune").length, 1, "a drag is one change");
    const {agents} = await run.get("state");
    assert.ok(agents > 150 && agents < 210, `${agents} birds`);
    assert.equal(await page.inputValue("input[aria-label=birds]"), String(agents));
    // A typed value beyond the slider widens it.
    await page.fill("input[aria-label=birds]", "400");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => play.source.state.agents === 400);
    await stands(page, 10);
    assert.ok(await page.$eval("[aria-label='birds, slider']", (range) => Number(range.value) > 0 && Number(range.value) < 1000));
    // Keys: several presses are one change.
    await page.focus("[aria-label='whim, slider']");
    acts.length = 0;
    for (let i = 0; i < 5; i++)
        await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => play.source.about.settings.some(({path}) => path === "whim"));
    await stands(page, 10);
    assert.equal(acts.length, 1, JSON.stringify(acts));
    const whim = Number((await run.get("describe")).settings.find(({path}) => path === "whim").value);
    assert.ok(whim > 0.6 && whim < 0.62, `${whim}`);
    forgiven.add("400");
    await page.fill("input[aria-label='world.dt']", "-3"); // it is refused, and shown as it was
    await page.keyboard.press("Enter");
    await page.waitForSelector("#trouble:not(:empty)");
    await page.waitForFunction(() => document.querySelector("input[aria-label='world.dt']").value === "0.1");
    assert.equal((await run.get("state")).tick, 10);
    await picture(page, "live-sliders");
});

await on(guards, "keys of all agents have sliders, which write while they are dragged", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.click("#show-desk");
    assert.ok(await page.isHidden("#setting"));
    await page.waitForSelector("[aria-label='distance, slider']");
    const mean = (await run.get("keys")).keys.find(({name}) => name === "distance").mean;
    assert.ok(Math.abs(Number(await page.inputValue("input[aria-label=distance] >> visible=true")) - mean) < 0.01);
    await dragged(page, "[aria-label='distance, slider']", 0.25);
    await page.waitForFunction(async () => { const {keys} = await live_live_source_js.query("keys"); return keys[1].deviation === 0 && keys[1].mean > 15 && keys[1].mean < 40; });
    const {keys} = await run.get("keys");
    await page.waitForFunction((value) => Math.abs(Number(document.querySelector("#keys-list input[aria-label=distance]").value) - value) < 0.01, keys[1].mean);
    await page.focus("[aria-label='ammo, slider']");
    await page.keyboard.press("End");
    await page.waitForFunction(async () => (await live_live_source_js.query("keys")).keys[2].mean === 60);
});

await on(guards, "a chart of a key over time, which an edit takes away", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.selectOption("#chart-column", {label: "distance"});
    assert.equal(await page.inputValue("#chart-by"), "group");
    await page.waitForFunction(() => Number.isFinite(play.explorer.charts.series?.lines?.[0]?.mean.at(-1)));
    for (let tick = 20; tick <= 60; tick += 10) {
        await page.keyboard.press("Shift+ArrowRight");
        await stands(page, tick);
    }
    await page.waitForFunction(() => play.explorer.charts.series.frames.length === 61 && Number.isFinite(play.explorer.charts.series.lines[0].mean[60]));
    const {groups: [wanted]} = await run.get("series?key=distance");
    const found = await page.evaluate(() => { const [line] = play.explorer.charts.series.lines; return [line.count, line.mean, line.low, line.high, line.deviation].map((all) => all.at(-1)); });
    assert.deepEqual(found, [wanted.count, wanted.mean, wanted.low, wanted.high, wanted.deviation].map((all) => all.at(-1)));
    const box = await page.locator("#chart").boundingBox();
    await page.mouse.move(box.x + box.width - 20, box.y + 40);
    assert.match(await page.textContent("#chart-note"), /agents [\d.]+ ± [\d.]+ \([\d.]+ to [\d.]+\)/);
    await picture(page, "live-chart");
    // Keys move a mark; Enter goes there.
    await page.focus("#chart");
    await page.keyboard.press("Home");
    assert.equal(await page.getAttribute("#chart", "aria-valuenow"), "0");
    for (const key of ["ArrowRight", "Shift+ArrowRight", "ArrowRight", "ArrowLeft"])
        await page.keyboard.press(key);
    assert.equal(await page.getAttribute("#chart", "aria-valuenow"), "11");
    assert.match(await page.getAttribute("#chart", "aria-valuetext"), /^1\.1 s: agents/);
    assert.ok(await page.isVisible("#chart-mark"));
    assert.equal((await run.get("state")).tick, 60, "a mark moves nothing else");
    await page.keyboard.press("Enter");
    await stands(page, 11);
    await page.click("#view-map");
    await page.waitForFunction(() => play.explorer.panel.history?.most > 0);
    await page.focus("#map");
    for (const key of ["Home", "ArrowDown", "ArrowRight", "ArrowRight"])
        await page.keyboard.press(key);
    const rows = await page.evaluate(() => play.explorer.map.rows);
    assert.match(await page.textContent("#map-note"), /: \S+( known)? agents at /);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => play.explorer.panel.chosen.node), rows[1]);
    await page.keyboard.press("Enter");
    await stands(page, 2);
    const file = path.join(run.place, "guard.json");
    fs.writeFileSync(file, fs.readFileSync(file, "utf-8").replaceAll("distance", "span"));
    await page.waitForSelector("#chart-legend :text('any more')");
    await page.waitForFunction(() => document.getElementById("chart-column").selectedOptions[0].text === "distance (gone)");
    await page.selectOption("#chart-column", {label: "agents"});
    assert.equal(await page.inputValue("#chart-by"), "node");
});

await on(guards, "the table is sorted by the root's answer and by the live leaf", async (page, run) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    for (const [name, sort] of [["root", ".answer"], ["live leaf", ".leaf"]])
        for (const down of [0, 1]) {
            await page.click(`#grid-head .plain-head:has-text('${name}')`);
            const wanted = (await run.get(`agents?sort=${sort}&down=${down}&count=5`)).rows.map(({id}) => id.toLocaleString("en"));
            await page.waitForFunction((ids) => ids.every((id, i) => document.querySelectorAll("#grid .rows .grid-row")[i]?.children[0].textContent === id), wanted);
        }
});

await on(() => live(["scenes/swarm.json"]), "other values of a scene are set by their path", async (page, run) => {
    await page.click("#show-desk");
    await page.fill("#set-path", "birds.count");
    await page.fill("#set-value", "60");
    await page.click("#set");
    await page.waitForFunction(() => play.source.state.agents === 60 && play.world.frame.count === 60);
    await page.waitForSelector("#settings :text('birds.count = 60')");
    forgiven.add("400");
    await page.fill("#set-path", "birds.nothing");
    await page.click("#set");
    await page.waitForSelector("#trouble:not(:empty)");
    await page.keyboard.press("t");
});

await on(() => live(["scenes/swarm.json"]), "all controls and all of the state are in sight, whatever the width", async (page) => {
    await page.keyboard.press("Shift+ArrowRight");
    await stands(page, 10);
    await page.click("#back");
    await stands(page, 9);
    assert.match(await page.textContent("#state"), /discards the later ticks/);
    for (const width of [1280, 1000, 900, 760, 390, 320]) {
        await page.setViewportSize({width, height: 800});
        const hidden = await page.$$eval("#views button, footer button, footer input, #state", (all) => all.filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || one.scrollWidth > one.clientWidth + 1 ||
                one.scrollHeight > one.clientHeight + 1);
        }).map((one) => one.id));
        assert.deepEqual(hidden, [], `${width} wide`);
    }
    await page.click("#view-agents");
    assert.ok(await page.evaluate(() => document.querySelector(".plain-head").getBoundingClientRect().height >= 44));
});

await on(guards, "a breakpoint is about one agent alone, and says so", async (page, run) => {
    await page.click("#show-desk");
    assert.ok(await page.isHidden("#break-one"));
    await page.click("#grid .rows .grid-row >> nth=7");
    await page.waitForFunction(() => document.getElementById("break-who").textContent === "only agent 7");
    await page.check("#break-only");
    await page.click("#add-break");
    await page.waitForSelector("#breaks li:has-text('agent 7 enters')");
    assert.equal((await run.get("breaks"))[0].agent, 7);
    await page.selectOption("#break-when", "above");
    assert.ok(await page.isHidden("#break-one"));
    await page.click("#play");
    await page.waitForFunction(() => play.source.state.stop === "broken");
    assert.equal(await page.textContent("#state"), "stopped by breakpoint 1, agent 7");
});

await on(() => live(["scenes/traffic/blocks-lights.json", "scenes/traffic/car.json"]), "a scene opens in the colours that tell most", async (page) => {
    assert.equal(await page.$eval("#color", (select) => select.selectedOptions[0].text), "phase");
    await page.waitForSelector("#legend :text('drives')");
});

await on(guards, "a breakpoint's hit selects its agent, shows its node and is described at the top", async (page) => {
    await page.setViewportSize({width: 1280, height: 640});
    await page.click("#show-desk");
    await page.click("#nodes .node:has-text('survive') .twist");
    await page.evaluate(() => play.explorer.panel.fold(9, true)); // the node of the breakpoint is in a closed one
    await page.evaluate(() => play.act({do: "break", when: "enter", group: 0, node: 13, agent: 412}));
    await page.waitForSelector("#breaks li");
    await page.click("#close-tree");
    await page.click("#play");
    await page.waitForSelector("#hit:not([hidden])");
    const {tick} = await stateOf(page);
    assert.equal(await page.textContent("#hit-name"), "Breakpoint 1");
    assert.equal(await page.textContent("#hit-says"), `agent 412 entered “wait 2 s”; stopped before tick ${tick}`);
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 412);
    assert.ok(await page.isVisible("#trees"));
    await page.waitForFunction(() => {
        const row = $("node-13")?.getBoundingClientRect(), box = $("nodes").getBoundingClientRect();
        return row && row.height > 0 && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
    });
    assert.ok(await page.$eval("#node-13", (row) => row.classList.contains("stopped")));
    const {y} = await page.locator("#hit").boundingBox();
    assert.ok(y < 100, "it is above the panels");
    await picture(page, "live-hit");
    for (const width of [390, 320]) {
        await page.setViewportSize({width, height: 800});
        const box = await page.locator("#hit").boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width);
        assert.deepEqual(await page.$$eval("#hit button", (all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map(({id}) => id)), []);
        await picture(page, `live-hit-${width}`);
    }
    await page.click("#hit-remove");
    await page.waitForFunction(() => play.source.breaks.length === 0 && $("hit-remove").disabled);
    await page.click("#hit-run");
    await page.waitForFunction(() => play.isPlaying && $("hit").hidden);
    assert.equal(await page.locator("#nodes .node.stopped:not([hidden])").count(), 0);
});

await on(() => live(["guard-burst.json"], "--agents=1000"), "a condition that became true is described with its values", async (page) => {
    await page.keyboard.press("ArrowRight");
    await stands(page, 1);
    await page.evaluate(() => play.act({do: "break", when: "true", group: 0, if: "ammo < 4"}));
    await page.waitForFunction(() => play.source.breaks.length === 1);
    await page.click("#play");
    await page.waitForSelector("#hit:not([hidden])");
    assert.match(await page.textContent("#hit-says"), /^“ammo < 4” became true for agent [\d,]+;/);
    await page.waitForFunction(() => /^ammo -?\d$/.test($("hit-values").textContent));
    assert.equal(await page.locator("#nodes .node.stopped:not([hidden])").count(), 0, "a condition has no node");
    await page.click("#close-hit");
    assert.ok(await page.isHidden("#hit"));
});

await on(guards, "while nodes are stepped, the node of the step is in view, even in a closed node", async (page) => {
    await page.setViewportSize({width: 1280, height: 560});
    await page.keyboard.press("ArrowRight");
    await stands(page, 1);
    await page.click("#grid .rows .grid-row >> nth=5");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 5);
    await page.click("#into");
    await page.waitForFunction(() => play.hands.walk);
    await page.evaluate(() => { play.explorer.panel.fold(9, true); $("nodes").style.flex = "none"; $("nodes").style.height = "72px"; });
    const count = await page.evaluate(() => play.hands.walk.steps.length);
    const seen = new Set();
    for (let i = 0; i < count; i++) {
        const node = await page.evaluate(() => play.hands.walk.steps[play.hands.place].node);
        seen.add(node);
        await page.waitForFunction((wanted) => {
            const row = $(`node-${wanted}`)?.getBoundingClientRect(), box = $("nodes").getBoundingClientRect();
            return row && row.height > 0 && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
        }, node, {timeout: 5000});
        await page.keyboard.press(".");
    }
    assert.ok(seen.size > 5);
});

await on(guards, "a condition with an error leaves no rows below the message", async (page) => {
    await page.waitForSelector("#grid .rows .grid-row:not([hidden])");
    forgiven.add("400");
    await page.fill("#expression", "healthy < 10");
    await page.waitForSelector("#no-agents:not([hidden])");
    assert.match(await page.textContent("#no-agents"), /healthy/);
    assert.equal(await page.locator("#grid .rows .grid-row:not([hidden])").count(), 0);
    await page.fill("#expression", "health < 1000");
    await page.waitForFunction(() => document.querySelectorAll("#grid .rows .grid-row:not([hidden])").length > 5);
    assert.ok(await page.isHidden("#no-agents"));
});

await on(() => live(["scenes/wolf-sheep.json", "scenes/wolf-sheep"]), "the table has only the keys of its group", async (page) => {
    await page.keyboard.press("v");
    const heads = () => page.$$eval("#grid-head .plain-head", (all) => all.map((one) => one.textContent));
    const wanted = () => page.evaluate(() => play.source.about.groups[play.explorer.panel.group].keys.map(({name}) => name));
    const seen = new Set();
    for (const label of ["grass", "sheep", "wolves"]) {
        await page.selectOption("#tree-group", {label});
        await page.waitForFunction(() => play.explorer.panel.tree);
        assert.deepEqual((await heads()).slice(3), await wanted(), label);
        seen.add((await wanted()).join());
    }
    assert.ok(seen.size > 1, "the groups differ");
});

await on(guards, "vectors fit into their columns", async (page) => {
    await page.evaluate(() => play.act({do: "write", group: 0, key: "post", value: [-12345.67, 23456.78]}));
    await page.waitForFunction(() => play.explorer.table.window.rows[0]?.values.flat().includes(-12345.67));
    await page.setViewportSize({width: 900, height: 800});
    await page.waitForFunction(() => document.querySelector("#grid .rows .grid-row").textContent.includes("-12346, 23457"));
    const cut = await page.$$eval("#grid .rows .grid-row:not([hidden]) .cell", (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
    assert.deepEqual(cut, []);
});

await on(guards, "on a phone, controls are in one row, and a tapped agent is shown", async (page) => {
    for (const width of [390, 320]) {
        await page.setViewportSize({width, height: 800});
        await page.evaluate(() => play.explorer.setPanel(false));
        const tops = await page.$$eval("footer > button, footer > .group > button", (all) => all.filter((one) => one.offsetHeight)
            .map((one) => { const box = one.getBoundingClientRect(); return Math.round(box.top + box.height / 2); }));
        assert.ok(tops.length >= 4);
        assert.ok(Math.max(...tops) - Math.min(...tops) <= 2, `${width} wide: ${tops}`);
        assert.ok((await page.locator("footer").boundingBox()).height < 100, "a row, and the state");
        await page.click("#more");
        const out = await page.$$eval("#controls button, #controls input", (all) => all.filter((one) => one.offsetHeight).filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight;
        }).map(({id}) => id));
        assert.deepEqual(out, []);
        await picture(page, `live-more-${width}`);
        await page.click("#more");
        assert.equal(await page.getAttribute("#more", "aria-expanded"), "false");
        await page.click(`#grid .rows .grid-row >> nth=${width === 390 ? 2 : 4}`);
        await page.waitForFunction((id) => play.explorer.panel.agent?.id === id && !$("why").hidden, width === 390 ? 2 : 4);
        const who = await page.locator("#why-who").boundingBox();
        assert.ok(who && who.y > 0 && who.y + who.height < 740, "its name and state are in view");
        await picture(page, `live-tapped-${width}`);
    }
    await page.click("#more");
    await page.click("#show-desk");
    assert.ok(await page.isVisible("#desk"));
    assert.ok(await page.isHidden("#trees"), "there is room for one of them");
});

await on(guards, "a chosen speed is kept; a refused value is explained until a good one is written", async (page, run) => {
    await page.keyboard.press("ArrowRight");
    await stands(page, 1);
    await page.goto("about:blank");
    await open(page, run, {paced: true});
    assert.match(await page.textContent("#speed"), /as fast.*as possible/, "who has chosen a speed keeps it");
    await page.click("#show-desk");
    assert.equal(await page.textContent("#show-desk"), "breakpoints");
    await page.click("#grid .rows .grid-row >> nth=7");
    await page.waitForSelector("#written input[aria-label=ammo]");
    await page.fill("#written input[aria-label=ammo]", "3.5");
    await page.keyboard.press("Enter");
    assert.equal(await page.textContent("#trouble"), "ammo takes a whole number, not “3.5”");
    assert.equal(await page.getAttribute("#written input[aria-label=ammo]", "aria-invalid"), "true");
    await page.fill("#written input[aria-label=ammo]", "3");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => $("notice").hidden);
    assert.equal(await page.getAttribute("#written input[aria-label=ammo]", "aria-invalid"), "false");
});

const shared = {gestalt: 1, name: "shared", blackboard: {alarm: {type: "bool", shared: true}, energy: {type: "float", init: 5}},
                root: {type: "sequence", children: ["energy > 0", {type: "wait", name: "first pause", ticks: 3}, {type: "wait", name: "second pause", ticks: 2}, "alarm"]}};
const made = async () => {
    fs.writeFileSync(path.join(folder, "shared.json"), JSON.stringify(shared));
    return live([path.join(folder, "shared.json")], "--agents=20");
};

await on(made, "shared keys are marked, an edit names the nodes that went, agents at no node are on the chart", async (page, run) => {
    await page.keyboard.press("ArrowRight");
    await stands(page, 1);
    await page.click("#show-desk");
    await page.click("#grid .rows .grid-row >> nth=1");
    await page.waitForSelector("#written .badge");
    assert.deepEqual(await page.$$eval("#written label:has(.badge)", (all) => all.map((one) => one.firstChild.firstChild.textContent)), ["alarm"]);
    await page.waitForSelector("#keys-list .slider:has(.badge) [aria-label='alarm, slider']");
    assert.equal(await page.locator("#keys-list .badge").count(), 1);
    assert.equal(await page.getAttribute("#expression", "placeholder"), "energy < 10", "the example has a key of these agents");
    for (let tick = 2; tick <= 12; tick++) { // each agent is without a live node after its round
        await page.keyboard.press("ArrowRight");
        await stands(page, tick);
    }
    await page.waitForFunction(() => play.explorer.charts.series?.frames.length >= 12);
    const state = await run.get("state?counts=1");
    const moments = (await run.get("history")).moments, idle = moments.map(({groups, agents}) => groups[0] - agents[0]);
    assert.ok(idle.some((count) => count > 0), JSON.stringify(state.groups));
    await page.waitForFunction(() => play.explorer.charts.shown.at(-1)?.name === "at no node");
    await page.waitForFunction((wanted) => play.explorer.charts.series.lines.at(-1).count.some((count) => count === wanted), Math.max(...idle));
    await picture(page, "live-shared");
    const edited = structuredClone(shared);
    edited.root.children.splice(1, 1);
    fs.writeFileSync(path.join(run.place, "shared.json~"), JSON.stringify(edited));
    fs.renameSync(path.join(run.place, "shared.json~"), path.join(run.place, "shared.json"));
    await page.waitForSelector("#report:has-text('nodes that are gone: first pause')");
});

await on(() => live(["guard-burst.json"], "--agents=10"), "labels at tick 0 are written once; keys of a world are listed only if there is one", async (page) => {
    const marks = await page.evaluate(() => model_time_marks_js.timeMarks(play.source.frameCount));
    assert.equal(marks.length, 1);
    const texts = await page.evaluate(() => play.explorer.charts.svg().match(/>0\.0 s</g).length);
    assert.equal(texts, 1);
    await page.keyboard.press("?");
    assert.ok(await page.isHidden("#keys :text('pan')"));
    assert.ok(await page.isVisible("#keys :text('search nodes')"));
});

await test("a run that nobody has started is set to real time", async (page) => {
    const run = await guards();
    try {
        await open(page, run, {paced: true});
        await page.waitForFunction(() => play.source.state.per_second === 10);
        assert.match(await page.textContent("#speed"), /^10.*real time$/);
        for (const width of [390, 320]) {
            await page.setViewportSize({width, height: 800});
            await page.emulateMedia({colorScheme: "dark"});
            await page.click("#more");
            await picture(page, `live-dark-more-${width}`);
            await page.click("#more");
        }
    } finally {
        await page.goto("about:blank");
        await run.end();
    }
});

await on(guards, "a page says that its command has ended", async (page, run) => {
    forgiven.add("ERR_CONNECTION_REFUSED");
    forgiven.add("ERR_CONNECTION_RESET"); // asked while the command ended
    process.kill(run.child.pid, "SIGINT");
    await page.waitForFunction(() => /the command has ended/.test(document.getElementById("state").textContent));
    await page.click("#forth");
    await page.waitForFunction(() => /the command has ended/.test(document.getElementById("trouble").textContent));
});

await finish();
