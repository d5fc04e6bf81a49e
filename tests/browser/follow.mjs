// SPDX-License-Identifier: MIT
// The page of `gestalt live RECORDING --follow`: a recording while it grows, of trees and of a scene.
import assert from "node:assert/strict";
import {execFileSync, spawn} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {finish, folder, gestalt, served, test} from "./harness.mjs";
import {examples, stubs} from "./live_run.mjs";

const guard = path.join(examples, "guard.json");
const record = (file, ticks, ...more) => execFileSync(gestalt, ["run", "-q", guard, "--agents=300", `--ticks=${ticks}`, ...stubs, `--record=${file}`, ...more]);

async function follow(...options) {
    const child = spawn(gestalt, ["live", ...options], {stdio: ["ignore", "pipe", "pipe"]});
    let errors = "";
    child.stderr.on("data", (bytes) => { errors += bytes; });
    const link = await new Promise((done, fail) => {
        child.stdout.once("data", (bytes) => done(String(bytes).trim()));
        child.once("exit", (code) => fail(new Error(`gestalt live ended with ${code}: ${errors}`)));
    });
    served.add(link);
    const act = async (object) => (await fetch(`${link}do`, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(object)})).json();
    return {link, act, get: async (route) => (await fetch(link + route)).json(), errors: () => errors,
            end: () => new Promise((done) => { child.once("exit", done); child.kill("SIGINT"); })};
}

async function on(options, name, body) {
    await test(name, async (page) => {
        page.setDefaultTimeout(10000);
        const served = await follow(...options);
        try {
            await page.goto(served.link);
            return await body(page, served);
        } finally {
            await page.goto("about:blank"); // it asks no more
            await served.end();
        }
    });
}

const shows = (page, frame) => page.waitForFunction((at) => play.isOpen && play.source.frame === at && play.explorer.panel.frame === at, frame);
const file = path.join(folder, "grows.gsr"), whole = path.join(folder, "whole.gsr");
record(whole, 200);
const bytes = fs.readFileSync(whole);

await on([file, "--follow"], "a recording that is not there yet, grows, is looked back at, and begins anew", async (page, made) => {
    await page.waitForFunction(() => /waits for the file/.test(document.getElementById("state").textContent));
    fs.writeFileSync(file, bytes.subarray(0, 20)); // not even its beginning
    await page.waitForFunction(() => /waits for the beginning/.test(document.getElementById("state").textContent));
    fs.appendFileSync(file, bytes.subarray(20, 30000));
    await page.waitForFunction(() => play.isOpen && play.source.frame > 10 && play.source.frame === play.source.frameCount - 1);
    const first = await page.evaluate(() => play.source.frame);
    fs.appendFileSync(file, bytes.subarray(30000, bytes.length - 40)); // it lacks its end
    await shows(page, 200);
    assert.ok(first < 200);
    await page.waitForFunction(() => /300 agents/.test(document.getElementById("tree-sum").textContent));
    await page.waitForFunction(() => document.querySelector("#nodes .node .agents").textContent === "300");
    assert.ok(await page.isHidden("#show-desk"));
    assert.ok(await page.isHidden("#despawn"));
    assert.match((await made.act({do: "spawn", count: 1})).error, /cannot be changed/);
    // Going back holds while more comes.
    await page.click("#back");
    await shows(page, 199);
    await page.fill("#goal", "42");
    await page.click("#go");
    await shows(page, 42);
    await page.click("#grid .grid-row[role=row]:not(#grid-head)");
    await page.waitForFunction(() => play.explorer.panel.agent?.nodes.length > 0);
    fs.appendFileSync(file, bytes.subarray(bytes.length - 40));
    await page.waitForFunction(() => play.source.state.complete);
    await shows(page, 42);
    assert.match(await page.textContent("#state"), /stands: frame 43 of 201; complete/);
    await page.click("#play");
    await shows(page, 200);
    // A new run writes the same name.
    record(file, 20);
    await shows(page, 20);
    await page.waitForFunction(() => play.source.frameCount === 21);
    // A hostile one says where it is wrong, and the frames before stay.
    const broken = Buffer.from(bytes);
    broken[bytes.length >> 1] ^= 1;
    fs.writeFileSync(file, broken);
    await page.waitForFunction(() => play.isOpen && /damaged/.test(document.getElementById("trouble").textContent));
    assert.match(made.errors(), /byte \d+: the recording is damaged/);
    const {frame, frames} = await made.get("state");
    assert.equal(frame, frames - 1);
    assert.ok(frame > 10);
});

await on([path.join(folder, "killed.gsr"), "--follow"], "a program that is killed", async (page, made) => {
    const killed = path.join(folder, "killed.gsr");
    const writer = spawn(gestalt, ["run", "-q", guard, "--agents=100", "--ticks=100000000", ...stubs, `--record=${killed}`], {stdio: "ignore"});
    await page.waitForFunction(() => play.isOpen && play.source.frame > 100);
    const gone = new Promise((done) => writer.once("exit", done));
    writer.kill("SIGKILL");
    await gone;
    await page.waitForFunction(() => /no frame came for/.test(document.getElementById("state").textContent));
    const state = await made.get("state");
    assert.equal(state.frame, state.frames - 1);
    assert.equal(state.damaged, false);
    fs.rmSync(killed);
});

const scene = path.join(folder, "wolves.gsr"), trees = path.join(folder, "wolves-trees.gsr");
execFileSync(gestalt, ["run", "-q", path.join(examples, "scenes/wolf-sheep.json"), "--steps=60", `--record=${scene}`, `--record-trees=${trees}`]);

await on([scene, `--trees=${trees}`], "a scene with its trees, without --follow", async (page, made) => {
    await page.waitForFunction(() => play.isOpen && play.explorer.isOpen && play.source.past);
    assert.equal((await made.get("state")).frame, 0);
    assert.ok(await page.isVisible("#stage"));
    await page.fill("#goal", "30");
    await page.click("#go");
    await shows(page, 30);
    await page.waitForFunction(() => play.explorer.panel.counts?.total > 0);
    const {total, rows} = await made.get("agents?group=0&count=3");
    assert.equal(rows.length, 3);
    assert.ok(total > 3 && rows.every((row) => row.nodes.length > 0));
    const found = await page.evaluate(() => play.world.frame.count);
    assert.equal(found, (await made.get("state")).agents);
    await page.click("#view-agents");
    await page.waitForFunction(() => document.querySelectorAll("#grid .rows .grid-row:not([hidden])").length > 5);
});

await finish();
