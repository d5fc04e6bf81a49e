// SPDX-License-Identifier: MIT
// The page of a program that decides what the page may do: examples/live_host.c, whose path is in LIVE_HOST.
import assert from "node:assert/strict";
import {finish, on, open, picture, stands} from "./live_harness.mjs";
import {serve} from "./live_run.mjs";

const host = (...options) => () => serve([process.env.LIVE_HOST], ["guard.json"], ...options);
const visible = (page, ...selectors) => page.evaluate((all) => all.filter((one) => [...document.querySelectorAll(one)].some((found) => found.checkVisibility())), selectors);
const sizes = [[1280, 800], [390, 800]];
const deeds = (page) => { // names of the actions that the page sends
    const all = [];
    page.on("request", (request) => request.method() === "POST" && all.push(JSON.parse(request.postData()).do));
    return all;
};
const pickThird = async (page) => {
    await page.click("#grid .rows .grid-row >> nth=3");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 3 && document.querySelector("#written label"));
};
// Open the page again in a window of another size.
const resize = async (page, run, width, height) => {
    await page.setViewportSize({width, height});
    await page.goto("about:blank");
    await open(page, run);
};
// Press keys, each of which would act on a run.
const pressAll = async (page, ...keys) => {
    for (const key of keys)
        await page.keyboard.press(key);
};

for (const [width, height] of sizes)
    await on(host("0", "look"), `a program that only lets the page look, ${width} wide`, async (page, run) => {
        const sent = deeds(page);
        await resize(page, run, width, height);
        assert.equal(await page.textContent("#title"), "two hundred guards");
        assert.equal(await page.title(), "two hundred guards");
        assert.equal(await page.textContent("#state"), "the program ticks by itself");
        const {tick} = await run.get("state");
        await page.waitForFunction((from) => play.source.state.tick > from, tick);
        await pickThird(page);
        assert.deepEqual(await visible(page, "#play", "#back", "#into", "#cancel", "#despawn", "#written input"), []);
        assert.deepEqual(await visible(page, "#written output", "#agent-rights"), ["#written output", "#agent-rights"]);
        assert.equal(await page.textContent("#agent-rights"),
                     "This program does not let the page write values, step its nodes, or cancel its actions or despawn it.");
        await page.waitForFunction(() => document.querySelector("#written output").value !== "");
        await pressAll(page, " ", "ArrowRight", "ArrowLeft", "Home", "End", "ArrowUp", "ArrowDown", "e", "F9");
        await page.click("#nodes .node >> nth=2");
        await pressAll(page, "F9", "r");
        await picture(page, `look-agent-${width}`);
        if (width < 720)
            await page.click("#more");
        assert.deepEqual(await visible(page, "#back", "#forth", "#go", "#goal", "#slower", "#faster", "#speed"), []);
        assert.equal(await page.textContent("#time-rights"), "This program does not let the page choose the speed, or go back in time.");
        assert.ok(await page.isVisible("#time-rights"));
        await picture(page, `look-controls-${width}`);
        await page.click("#show-desk");
        assert.deepEqual(await visible(page, "#desk .form", "#desk input", "#desk select", "#desk button"), []);
        const notes = await page.$$eval("#desk .note", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
        for (const words of [/ticks by itself/, /does not let the page write keys/, /spawn or despawn/, /edit trees/])
            assert.ok(notes.some((note) => words.test(note)), `${words} in ${notes}`);
        await picture(page, `look-desk-${width}`);
        await pressAll(page, "?");
        assert.deepEqual(await visible(page, "#keys [data-right]"), []);
        assert.ok(await page.isHidden("#keys dd:text('faster or slower')"));
        await pressAll(page, "Escape");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.deepEqual(sent, []);
    });

await on(host("0", "look"), "a click into a chart marks a time that can only be watched", async (page) => {
    const sent = deeds(page);
    await page.waitForFunction(() => play.source.state.tick > 20 && play.explorer.charts.series?.frames.length > 20);
    const box = await page.locator("#chart").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => !document.getElementById("chart-mark").hidden);
    const marked = await page.evaluate(() => play.explorer.charts.markedFrame), text = await page.textContent("#chart-note");
    assert.ok(marked > 5 && text.length > 5, `${marked}: ${text}`);
    await page.waitForFunction((from) => play.source.frameCount > 2 * from && play.explorer.charts.frames.length > 2 * from, marked + 20);
    assert.equal(await page.evaluate(() => play.explorer.charts.frameOf(play.explorer.charts.mark)), marked, "the mark stays at its time");
    await page.keyboard.press("Enter");
    await page.click("#view-map");
    await page.waitForFunction(() => play.explorer.panel.history?.most > 0);
    const map = await page.locator("#map").boundingBox();
    await page.mouse.click(map.x + map.width * 0.7, map.y + 1.5 * await page.evaluate(() => play.explorer.map.rowHeight));
    await page.waitForFunction(() => !document.getElementById("map-mark").hidden && play.explorer.map.mark.row === 1);
    assert.ok(await page.evaluate(() => play.explorer.map.mark.span) > 5);
    await picture(page, "look-map");
    assert.deepEqual(sent, []);
});

for (const [width, height] of sizes)
    await on(host("100000"), `a program that lets the page do most things, ${width} wide`, async (page, run) => {
        await resize(page, run, width, height);
        await page.click("#forth");
        await stands(page, 1);
        await pickThird(page);
        const shown = ["#play", "#back", "#forth", "#into", "#written input", "#agent-rights"];
        assert.deepEqual(await visible(page, ...shown, "#cancel", "#despawn", "#written output"), shown);
        assert.equal(await page.textContent("#agent-rights"), "This program does not let the page cancel its actions or despawn it.");
        await page.fill("#written input[aria-label=health]", "12.5");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => play.explorer.panel.agent?.values.includes(12.5));
        assert.ok((await run.get("agent?id=3")).values.includes(12.5));
        await page.keyboard.press("ArrowUp"); // would choose another speed
        await page.click("#back");
        await stands(page, 0);
        if (width < 720)
            await page.click("#more");
        assert.deepEqual(await visible(page, "#go", "#goal", "#speed", "#slower"), ["#go", "#goal"]);
        assert.equal(await page.textContent("#time-rights"), "This program does not let the page choose the speed.");
        await page.click("#show-desk");
        assert.deepEqual(await visible(page, "#add-break", "#keys-list input", "#spawn", "#setting"), ["#add-break", "#keys-list input"]);
        assert.ok(await page.isVisible("#spawning [data-without]"));
        assert.ok(await page.isHidden("#desk [data-without=pace]"));
        assert.equal(await page.textContent("#trouble"), "");
        await picture(page, `most-${width}`);
    });

await finish();
