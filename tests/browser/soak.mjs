// SPDX-License-Identifier: MIT
// The page of a scene for a long time: everything is used again and again, and memory must not grow.
import {execFileSync} from "node:child_process";
import path from "node:path";
import {finish, folder, frames, gestalt, open, record, test} from "./harness.mjs";
import {examples, stubs} from "./live_run.mjs";
import {soak} from "./memory.mjs";

const wolves = record("wolves", "wolf-sheep", "--steps=150");
const cars = record("cars", "traffic/blocks-lights", "--steps=100");

// All that a page can do, in some order.
async function useAll(page, round) {
    await page.setViewportSize({width: [1280, 390, 900][round % 3], height: 800});
    await page.evaluate(async (turn) => {
        const next = () => new Promise((done) => requestAnimationFrame(done));
        const select = $("color");
        for (let i = 0; i < select.options.length; i++) {
            play.world.legend.setColor(+select.options[i].value);
            play.seek((turn * 37 + i * 13) % play.frameCount);
            await next();
        }
        for (let i = 0; i < 20; i++) {
            play.pickNext(i % 2 ? 7 : 11);
            play.world.setFollowing(i % 3 === 0);
            play.step(1);
            await next();
        }
        play.world.setHot(true);
        for (let i = 0; i < 10; i++) {
            play.step(5);
            await next();
        }
        play.world.setHot(false);
        for (const row of document.querySelectorAll("#legend .row:not([hidden])")) {
            row.click();
            await next();
        }
        play.pick(null);
        play.nextTheme();
        play.world.fit();
        select.selectedIndex = 0;
        play.world.legend.setColor(+select.value);
        play.setPlaying(true);
    }, round);
    for (const key of ["+", "w", "a", "-", "g", "g", "c", "t", "0", "Home", "End", "Space"])
        await page.keyboard.press(key);
    await frames(page, 30);
}

for (const [name, made] of [["births and deaths", wolves], ["cars", cars]])
    await test(`memory does not grow: ${name}`, async (page) => {
        await open(page, made);
        return soak(page, (round) => useAll(page, round), 1 / 2);
    });

// The page of a recording of trees: its panel, table, map and chart.
async function useTrees(page, round) {
    await page.setViewportSize({width: [1280, 390, 900][round % 3], height: 800});
    await page.evaluate(async (turn) => {
        const next = () => new Promise((done) => requestAnimationFrame(done));
        const {panel, table, charts} = play.explorer;
        for (let i = 0; i < 20; i++) {
            play.seek((turn * 37 + i * 13) % play.frameCount);
            play.pickNext(i % 2 ? 7 : 11);
            panel.choose((turn + i) % panel.tree.nodes.length);
            table.sortBy(table.columns[(turn + i) % table.columns.length].id);
            play.explorer.setView(["agents", "map"][i % 2]);
            play.explorer.setChart(i % 3 > 0);
            await next();
        }
        table.filter("id", `<${turn * 10 + 50}`);
        charts.load();
        await next();
        table.filter("id", "");
        panel.choose(null);
        play.pick(null);
        play.nextTheme();
        play.setPlaying(true);
    }, round);
    for (const key of ["b", "b", "v", "v", "g", "g", "/", "Escape", "Home", "End", "Space"])
        await page.keyboard.press(key);
    await frames(page, 30);
}

await test("memory does not grow: trees", async (page) => {
    const recording = path.join(folder, "trees.gsr"), made = path.join(folder, "trees.html");
    execFileSync(gestalt, ["run", "-q", path.join(examples, "guard.json"), "--agents=1000", "--ticks=200", ...stubs, `--record=${recording}`]);
    execFileSync(gestalt, ["plot", recording, "--as=html", "-o", made]);
    await open(page, {url: `file://${made}`});
    return soak(page, (round) => useTrees(page, round), 1 / 2);
});

await finish();
