// SPDX-License-Identifier: MIT
// Measures how often the page of `gestalt live` shows something new while very many agents tick, and how much that slows them:
//
//   run.sh GESTALT MAKE_RECORDING updates.mjs [FOLDER]      GESTALT_AGENTS=1M GESTALT_SECONDS=10
//   run.sh GESTALT MAKE_RECORDING updates.mjs [FOLDER]      GESTALT_SCENE=wolf-sheep-large.json
//
// It is no test: nothing is asserted but that the run goes on.
import assert from "node:assert/strict";
import {finish, guards, live, open, test} from "./live_harness.mjs";

const scene = process.env.GESTALT_SCENE, agents = process.env.GESTALT_AGENTS || "1M", seconds = Number(process.env.GESTALT_SECONDS || 10);
const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function ticksOf(run) {
    const from = await run.get("state"), begin = performance.now();
    await rest(seconds * 1000);
    const to = await run.get("state");
    return (to.tick - from.tick) / ((performance.now() - begin) / 1000);
}

await test(`updates of a page on ${scene || `${agents} agents`}`, async (page) => {
    const more = (process.env.GESTALT_MORE || "").split(" ").filter(Boolean);
    const run = scene ? await live([`scenes/${scene}`, "scenes/wolf-sheep"], ...more) : await guards(`--agents=${agents}`, ...more);
    await page.goto(run.link);
    await open(page, run);
    await page.click("#play");
    await page.waitForFunction(() => play.isPlaying && play.source.state.tick > 10);
    await page.goto("about:blank");
    await rest(500);
    const alone = await ticksOf(run);
    await open(page, run);
    if (!scene)
        await page.click("#grid .rows .grid-row >> nth=3"); // an agent is followed, the tree is open
    await page.evaluate(() => {
        window.updates = window.looks = 0;
        const look = play.source.look.bind(play.source), show = play.explorer.show.bind(play.explorer);
        play.explorer.show = (frame) => { window.updates++; show(frame); };
        play.source.look = () => { window.looks++; return look(); };
    });
    const [beside, looks, updates] = [await ticksOf(run), ...await page.evaluate(() => [window.looks, window.updates])];
    await page.goto("about:blank");
    await run.end();
    assert.ok(updates > 0 && beside > 0);
    return `${(looks / seconds).toFixed(1)} looks a second, ${(updates / seconds).toFixed(1)} of them with something new; ${alone.toFixed(0)} ticks a second alone, ${beside.toFixed(0)} beside the page`;
});

await finish();
