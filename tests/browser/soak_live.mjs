// SPDX-License-Identifier: MIT
// The page of `gestalt live` for a long time, on a run that goes on: memory must not grow. The long form has
// 100,000 agents.
import {finish, frames, test} from "./harness.mjs";
import {live, stubs} from "./live_run.mjs";
import {minutes, soak} from "./memory.mjs";

// Does what a person does, in some order, while the run goes on.
async function useRun(page, round) {
    await page.setViewportSize({width: [1280, 390, 900][round % 3], height: 800});
    await page.evaluate(async (turn) => {
        const next = () => new Promise((done) => requestAnimationFrame(done));
        const idle = async () => { while (play.acts.length) await next(); };
        const {explorer} = play, {panel, table} = explorer;
        play.setPlaying(true);
        await idle();
        for (let i = 0; i < 12; i++) {
            play.pickNext(i % 2 ? 7 : 11);
            panel.choose((turn + i) % panel.tree.nodes.length);
            if (i % 4 === 0)
                table.sortBy(table.columns.filter((column) => column.column)[(turn + i) % 3].id);
            explorer.setView(["agents", "map"][i % 2]);
            explorer.setChart(i % 3 > 0);
            await next();
            await next();
        }
        panel.choose(null);
        play.setPlaying(false);
        await idle();
        play.hands.stepInto();
        await idle();
        for (let i = 0; i < 20; i++)
            play.hands.move(1);
        play.seek(Math.max(0, play.source.frame - 3 - turn % 7));
        await idle();
        while ((await live_live_source_js.query("state")).going)
            await next();
        play.act({do: "write", group: 0, key: "distance", value: 5 + turn % 50});
        play.act({do: "break", when: "above", group: 0, node: 1, bound: 1e9});
        await idle();
        await play.source.lookBack();
        for (const one of play.source.breaks)
            play.act({do: "unbreak", id: one.id});
        await idle();
        play.pick(null);
        play.nextTheme();
        play.setPlaying(true);
        await idle();
    }, round);
    for (const key of ["b", "b", "v", "v", "g", "g", "m", "m"])
        await page.keyboard.press(key);
    await frames(page, 20);
}

await test("memory does not grow: a run that goes on", async (page) => {
    const run = await live(["guard.json", "lib"], `--agents=${minutes ? 100000 : 1000}`, ...stubs);
    try {
        await page.goto(run.link);
        await page.waitForFunction(() => play.isOpen && play.explorer.isOpen && play.source.past);
        return await soak(page, (round) => useRun(page, round), 1, 2 * 128); // 128 to 256 moments, of two arrays each
    } finally {
        await page.goto("about:blank"); // it asks no more
        await run.end();
    }
});

await finish();
