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
    return {link, get: async (route) => (await fetch(link + route)).json(), errors: () => errors,
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

const shows = (page, frame) => page.waitForFunction((at) => play.isOpen && play.shown === at && play.explorer.frame === at, frame);
const says = (page, text) => page.waitForFunction((wanted) => document.getElementById("loading").textContent.includes(wanted), text);
const file = path.join(folder, "grows.gsr"), whole = path.join(folder, "whole.gsr");
record(whole, 200);
const bytes = fs.readFileSync(whole);

await on([file, "--follow"], "a recording that is not there yet, grows, is looked back at, and begins anew", async (page, made) => {
    await says(page, "waits for the recording");
    fs.writeFileSync(file, bytes.subarray(0, 20)); // not even its beginning
    await says(page, "waits for the recording");
    fs.appendFileSync(file, bytes.subarray(20, 30000));
    await page.waitForFunction(() => play.isOpen && play.shown > 10 && play.shown === play.frameCount - 1);
    await says(page, "grows: ");
    fs.appendFileSync(file, bytes.subarray(30000, bytes.length - 40)); // it lacks its end
    await shows(page, 200);
    await page.waitForFunction(() => /300 agents/.test(document.getElementById("tree-sum").textContent));
    await page.waitForFunction(() => document.querySelector("#nodes .node .agents").textContent === "300");
    // Going back holds while more comes.
    await page.keyboard.press("ArrowLeft");
    await shows(page, 199);
    await page.evaluate(() => play.seek(42));
    await shows(page, 42);
    await page.click("#grid .grid-row[role=row]:not(#grid-head)");
    await page.waitForFunction(() => play.explorer.panel.agent?.nodes.length > 0);
    assert.equal(await page.evaluate(() => play.isDone), false);
    fs.appendFileSync(file, bytes.subarray(bytes.length - 40));
    await page.waitForFunction(() => play.isDone);
    await shows(page, 42);
    assert.ok(await page.isHidden("#loading"));
    await page.waitForFunction(() => play.source.wholePast.jobs.length === 0 && play.source.history(0, play.source.tree(0, 0).version));
    // A new run writes the same name: the page begins anew.
    record(file, 20);
    await shows(page, 20);
    assert.equal(await page.evaluate(() => play.frameCount), 21);
    // A damaged one says where it is wrong, and the frames before stay.
    const broken = Buffer.from(bytes), beside = path.join(folder, "beside.gsr");
    broken[bytes.length >> 1] ^= 1;
    fs.writeFileSync(beside, broken);
    fs.renameSync(beside, file);
    await page.waitForFunction(() => play.isOpen && /damaged/.test(document.getElementById("message").textContent));
    assert.match(made.errors(), /byte \d+: the recording is damaged/);
    assert.ok(await page.evaluate(() => play.frameCount) > 10);
});

await on([path.join(folder, "killed.gsr"), "--follow"], "a program that is killed", async (page, made) => {
    const killed = path.join(folder, "killed.gsr");
    const writer = spawn(gestalt, ["run", "-q", guard, "--agents=100", "--ticks=100000000", ...stubs, `--record=${killed}`], {stdio: "ignore"});
    await page.waitForFunction(() => play.isOpen && play.shown > 100);
    const gone = new Promise((done) => writer.once("exit", done));
    writer.kill("SIGKILL");
    await gone;
    await page.waitForFunction(() => play.shown === play.frameCount - 1);
    const state = await made.get("state");
    assert.deepEqual([state.complete, state.grows, state.error], [false, true, null]);
    fs.rmSync(killed);
});

const both = path.join(folder, "wolves.gsr");
execFileSync(gestalt, ["run", "-q", path.join(examples, "scenes/wolf-sheep.json"), "--steps=60", `--record=${both}`, "--record-parts=both"]);

await on([both], "a scene with its trees, without --follow", async (page) => {
    await page.waitForFunction(() => play.isOpen && play.explorer.isOpen && play.isDone);
    assert.ok(await page.isVisible("#stage"));
    await page.evaluate(() => { play.setPlaying(false); play.seek(30); });
    await shows(page, 30);
    await page.waitForFunction(() => play.explorer.panel.counts?.total > 0);
    assert.ok(await page.evaluate(() => play.world.frame.count) > 2500);
    await page.click("#view-agents");
    await page.waitForFunction(() => document.querySelectorAll("#grid .rows .grid-row:not([hidden])").length > 5);
});

await finish();
