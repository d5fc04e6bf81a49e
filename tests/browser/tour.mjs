// SPDX-License-Identifier: MIT
// The tour of docs/live.md, in the page; its pictures are those of the tour:
//
//   run.sh GESTALT MAKE_RECORDING tour.mjs docs/pictures     (`./dev pictures`)
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {finish, live, on, picture, stands} from "./live_harness.mjs";

const stubs = ["flee=4:success", "fire=20:success", "look=0:failure", "go=7:success"].map((stub) => `--stub=${stub}`);
const guards = () => live(["guard.json", "lib"], "--agents=100k", "--dt=0.05", ...stubs);
const goTo = async (page, tick) => {
    await page.fill("#goal", String(tick));
    await page.click("#go");
    await stands(page, tick);
};
const save = (run, name, from, to) => {
    const file = path.join(run.place, name), text = fs.readFileSync(file, "utf-8");
    assert.ok(text.includes(from));
    fs.writeFileSync(`${file}~`, text.replace(from, to));
    fs.renameSync(`${file}~`, file);
};
await on(guards, "a tree is tuned while it runs", async (page, run) => {
    const firing = async () => (await run.get("state?counts=1")).groups[0].agents[8];
    await goTo(page, 200);
    assert.equal(await firing(), 0);
    save(run, "guard.json", '"range": 15', '"range": 30');
    await page.waitForSelector("#report:has-text('before tick 200')");
    await goTo(page, 210);
    assert.equal(await firing(), 12668);
    save(run, "guard.json", '"range": 30', '"range": 60');
    await page.waitForSelector("#report:has-text('before tick 210')");
    await goTo(page, 220);
    assert.equal(await firing(), 50006);
    await page.selectOption("#chart-column", {label: "agents"});
    await page.click("#grid .rows .grid-row >> nth=3");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 3);
    await page.waitForTimeout(700); // until the chart has the last tick
    await picture(page, "live-tune");
});

await on(() => live(["guard-burst.json"], "--agents=100k"), "a fault is found by going back", async (page, run) => {
    await page.click("#show-desk");
    await page.selectOption("#break-when", "true");
    await page.fill("#break-if", "ammo < 0");
    await page.click("#add-break");
    await page.waitForSelector("#breaks li");
    await page.click("#play");
    await page.waitForFunction(() => play.source.state.stop === "broken" && !play.isPlaying);
    assert.match(await page.textContent("#state"), /, agent 83679$/);
    await page.click("#show-desk");
    await page.fill("#expression", "ammo < 0");
    await page.waitForFunction(() => document.getElementById("table-count").textContent.startsWith("1 "));
    await page.click("#grid .rows .grid-row >> nth=0");
    await page.waitForFunction(() => play.explorer.panel.agent?.id === 83679);
    await page.click("#back");
    await stands(page, 31);
    await page.click("#into");
    await page.waitForFunction(() => play.hands.walk?.tick === 31 && !play.isPlaying);
    const steps = (await run.get("steps")).steps, at = steps.findIndex(({changes}) => changes.some(([key, value]) => key === 1 && value === -1));
    for (let i = 0; i < at; i++)
        await page.click("#walk-forth");
    assert.match(await page.textContent("#walk-says"), /burst: succeeded; ammo = -1/);
    assert.equal(await page.textContent("#steps .step:has-text('no ammo') .values"), "ammo 1", "as it was when it was asked");
    await page.waitForFunction(() => document.querySelector("#grid .rows .grid-row:not([hidden])")?.textContent.startsWith("83,679"));
    await picture(page, "live-steps");
    await goTo(page, 31);
    save(run, "guard-burst.json", "ammo == 0", "ammo < 2");
    await page.waitForSelector("#report:has-text('before tick 31')");
    await goTo(page, 531);
    assert.equal((await run.get("agents?filter=ammo<0&count=1")).total, 0);
});

await on(() => live(["scenes/swarm.json"]), "numbers of a scene have sliders", async (page, run) => {
    await goTo(page, 100);
    await page.selectOption("#chart-column", {label: "sight"});
    await page.click("#show-desk");
    await page.waitForSelector("[aria-label='birds, slider']");
    await page.fill("input[aria-label=birds]", "200");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => play.source.state.agents === 200);
    await stands(page, 100);
    assert.equal((await run.get("state")).agents, 200);
    await page.waitForFunction(() => play.world?.frame.step === 100 && play.world.frame.count === 200);
    assert.equal(await page.inputValue("#color"), "-1", "speeds that differ by rounding alone are no colours");
    await page.locator("#setting").scrollIntoViewIfNeeded();
    await page.click("#close-tree");
    await picture(page, "live-values");
});

await finish();
