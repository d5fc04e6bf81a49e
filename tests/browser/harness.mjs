// SPDX-License-Identifier: MIT
// The tests of a page of `gestalt plot --as=html` share a headless Chromium, and pages that they open:
//
//   SCRIPT.mjs GESTALT MAKE_RECORDING BROWSER [FOLDER for screenshots]
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {chromium} from "playwright-core";

export const [gestalt, maker, browser, pictures] = process.argv.slice(2);
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gestalt-player-"));
const problems = []; // what the browser complains of, and what it asks the network for
export const served = new Set(); // links of servers that pages may ask
export const forgiven = new Set(); // texts of complaints that a test expects
let number = 0, hasFailed = false;

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader",
               "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"];
export const context = await chromium.launchPersistentContext(path.join(folder, "profile"), {
    executablePath: browser, headless: true, viewport: {width: 1280, height: 800}, args: flags});
await context.addInitScript(() => { globalThis.$ = (id) => document.getElementById(id); });

export async function test(name, run) {
    problems.length = 0;
    forgiven.clear();
    number++;
    let page;
    try {
        page = await context.newPage();
        page.on("console", (message) => message.type() === "error" &&
            ![...forgiven].some((text) => message.text().includes(text)) && problems.push(message.text()));
        page.on("pageerror", (error) => problems.push(error.stack));
        page.on("request", (request) => /^(file|data|blob):/.test(request.url()) ||
            [...served].some((link) => request.url().startsWith(link)) || problems.push(request.url()));
        const note = await run(page);
        assert.deepEqual(problems, []);
        console.log(`ok ${number} - ${name}`);
        if (note)
            console.log(`# ${note}`);
    } catch (error) {
        hasFailed = true;
        console.log(`not ok ${number} - ${name}`);
        console.log(String(error.stack).replace(/^/gm, "# "));
    }
    await page?.close();
}

// A page of a recording of some kind. The recording is kept beside it.
export function make(name, kind, agents, steps, ...options) {
    const recording = path.join(folder, `${name}.gsr`), page = path.join(folder, `${name}.html`);
    execFileSync(maker, [kind, String(agents), String(steps), recording]);
    execFileSync(gestalt, ["plot", recording, "--as=html", "-o", page, ...options]);
    return {recording, url: `file://${page}`};
}

// A page of a recording of a scene of examples/scenes, or of a document.
export function record(name, scene, ...options) {
    const recording = path.join(folder, `${name}.gsr`), page = path.join(folder, `${name}.html`);
    let file = new URL(`../../examples/scenes/${scene}.json`, import.meta.url).pathname;
    if (typeof scene === "object") {
        file = path.join(folder, `${name}.json`);
        fs.writeFileSync(file, JSON.stringify(scene));
    }
    execFileSync(gestalt, ["run", "-q", file, `--record=${recording}`, ...options]);
    execFileSync(gestalt, ["plot", recording, "--as=html", "-o", page]);
    return {recording, url: `file://${page}`};
}

export async function open(page, made, hash = "") {
    await page.goto(made.url + hash);
    await page.waitForFunction(() => play.isOpen && play.isDone && play.shown >= 0);
}

export async function paused(page, made, hash = "") {
    await open(page, made, hash);
    await page.evaluate(() => { play.setPlaying(false); play.seek(0); });
    await frames(page, 2);
}

// Lets the page draw.
export async function frames(page, count) {
    await page.evaluate((n) => new Promise((done) => {
        const next = () => n-- > 0 ? requestAnimationFrame(next) : done();
        next();
    }), count);
}

export async function picture(page, name) {
    if (pictures)
        await page.screenshot({path: path.join(pictures, `${name}.png`)});
}

// Ends the tests of a script.
export async function finish() {
    console.log(`1..${number}`);
    await context.close();
    fs.rmSync(folder, {recursive: true, force: true});
    process.exit(hasFailed ? 1 : 0);
}

/// The best of some stretches of playing: frames a second, and milliseconds of the page's own work for one. Time is not asked
/// of a machine that has other work: there, frames are late, and most are interrupted; so a quarter of them tells of the work.
/// The first stretch that is good enough is the last.
export async function pace(page) {
    const best = {rate: 0, work: Infinity}, isGood = () => best.rate >= 30 || best.work <= 16;
    for (let i = 0; i < 5 && !isGood(); i++) {
        const [rate, work] = await page.evaluate(() => new Promise((done) => {
            const start = performance.now(), times = [], {render} = play;
            play.render = () => {
                const began = performance.now();
                render.call(play);
                times.push(performance.now() - began);
            };
            const next = (now) => {
                if (now - start < 2000)
                    return requestAnimationFrame(next);
                delete play.render;
                done([times.length * 1000 / (now - start), times.sort((a, b) => a - b)[times.length >> 2]]);
            };
            requestAnimationFrame(next);
        }));
        best.rate = Math.max(best.rate, rate);
        best.work = Math.min(best.work, work);
    }
    assert.ok(isGood(), `${best.rate.toFixed(1)} frames a second, ${best.work.toFixed(1)} ms for each`);
    return `${best.rate.toFixed(0)} frames a second, ${best.work.toFixed(1)} ms for each`;
}
