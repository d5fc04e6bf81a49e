// SPDX-License-Identifier: MIT
// Tests of the page of `gestalt live`, each on a run of its own.
import {test} from "./harness.mjs";
import {live, stubs} from "./live_run.mjs";

export {finish, folder, forgiven, gestalt, picture, test} from "./harness.mjs";
export {live} from "./live_run.mjs";

export const guards = (...more) => live(["guard.json", "lib"], "--agents=1000", ...stubs, ...more);

export async function open(page, run, {paced = false} = {}) {
    await page.goto(run.link);
    await page.waitForFunction(() => play.isOpen && play.explorer.isOpen && play.source.past);
    if (!paced) { // tests do not wait for real time
        await page.evaluate(() => play.act({do: "speed", per_second: 0}));
        await page.waitForFunction(() => !play.acts.length);
    }
}

// Waits until the run stands at a tick, and the page shows it.
export const stands = (page, tick) => page.waitForFunction((at) => !play.isPlaying && !play.acts.length && play.source.state.tick === at &&
    play.explorer.panel.frame === play.source.frame, tick);

// A test of a page on a run.
export async function on(run, name, body) {
    await test(name, async (page) => {
        page.setDefaultTimeout(30000);
        const made = await run();
        try {
            await open(page, made);
            return await body(page, made);
        } finally {
            await page.goto("about:blank"); // it asks no more
            await made.end();
        }
    });
}
