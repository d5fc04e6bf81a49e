// SPDX-License-Identifier: MIT
// Icons of nodes, breakpoints on nodes, and the graph of a tree, with real mouse, touch and keys, on live runs and recordings.
import assert from "node:assert/strict";
import {finish, guards, on, picture, stands} from "./live_harness.mjs";

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
        await page.waitForFunction(() => !document.querySelector(".break-set, .break-hit"));
        assert.deepEqual(await run.get("breaks"), []);
        const box = await page.locator(`${rowOf("wait 2 s")} .gutter`).boundingBox();
        assert.ok(box.x >= 0 && box.width >= (width > 720 ? 20 : 30));
    });

await on(guards, "a key sets a breakpoint on the active node, and removes it", async (page, run) => {
    await page.focus("#nodes");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("o");
    await page.waitForSelector("#nodes .node.active.break-set");
    assert.equal((await run.get("breaks"))[0].node, 1);
    await page.keyboard.press("F9");
    await page.waitForFunction(() => !document.querySelector(".break-set"));
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
    await page.click(".node-legend summary");
    const legend = (await page.$$eval("#node-legend .entry", (all) => all.map((one) => one.textContent))).join(", ").split(", ").sort();
    assert.deepEqual(legend, [...new Set(nodes.map(({type}) => type))].sort());
    await stands(page, 0);
    await picture(page, "outline-legend");
});

await finish();
