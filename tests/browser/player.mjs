// SPDX-License-Identifier: MIT
// The world on the page of a recording, with real mouse and keys.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {context, finish, frames, gestalt, make, open, pace, paused, picture, record, test} from "./harness.mjs";

// The place of an agent on the page.
async function placeOf(page, id) {
    const [x, y] = await page.evaluate((agent) => {
        const [sx, sy] = play.world.view.toScreen(play.world.placeOf(decode_values_js.findAgent(play.world.frame, agent), play.position - play.shown));
        const box = $("stage").getBoundingClientRect();
        return [sx + box.left, sy + box.top];
    }, id);
    return {x, y};
}

const flock = make("flock", "flock", 2000, 60, "--title=a <b> & \"c\"");
const churn = make("churn", "churn", 90, 80);
const exact = make("exact", "exact", 30, 40);
const boids = make("boids", "boids", 300, 30, "--color-by=speed");
const lights = make("lights", "lights", 40, 12);
const crowd = make("crowd", "flock", 100000, 60);

await test("it loads, and plays at once", async (page) => {
    await open(page, flock);
    assert.equal(await page.title(), "a <b> & \"c\"");
    assert.equal(await page.textContent("#title"), "a <b> & \"c\"");
    assert.equal(await page.evaluate(() => play.frameCount), 60);
    const before = await page.evaluate(() => play.position);
    await page.waitForFunction((position) => play.position > position + 1, before);
    assert.match(await page.textContent("#stats"), /^2,000 agents · \d+ fps$/);
    assert.equal(await page.isHidden("#loading"), true);
    await picture(page, "flock-light");
});

await test("space pauses and plays", async (page) => {
    await open(page, flock);
    await page.keyboard.press("Space");
    const stopped = await page.evaluate(() => play.position);
    await frames(page, 10);
    assert.equal(await page.evaluate(() => play.position), stopped);
    assert.equal(await page.getAttribute("#play", "aria-label"), "play");
    await page.click("#play");
    await page.waitForFunction((position) => play.position !== position, stopped);
});

await test("the slider scrubs", async (page) => {
    await paused(page, flock);
    const box = await page.locator("#time").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await frames(page, 2);
    const position = await page.evaluate(() => play.position);
    assert.ok(Math.abs(position - 29.5) < 1.5, String(position));
    assert.equal(await page.textContent("#step"), `step ${Math.floor(position)}`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + 8, {steps: 8});
    await page.mouse.up();
    assert.ok(await page.evaluate(() => play.position) > 58);
});

await test("keys step, zoom, pan, and change speed, colour and theme", async (page) => {
    await paused(page, flock);
    const state = () => page.evaluate(() => ({position: play.position, scale: play.world.view.scale, x: play.world.view.camera[0],
        speed: $("speed").firstChild.textContent, color: play.world.legend.color, theme: document.documentElement.dataset.theme}));
    const press = async (...keys) => {
        for (const key of keys)
            await page.keyboard.press(key);
        return state();
    };
    const first = await state();
    assert.equal((await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")).position, 2);
    assert.equal((await press("Shift+ArrowRight")).position, 12);
    assert.equal((await press("End")).position, 59);
    assert.equal((await press("Home")).position, 0);
    assert.equal((await press("ArrowUp", "ArrowUp", "ArrowDown")).speed, "2×");
    assert.ok((await press("+")).scale > first.scale * 1.2);
    assert.ok((await press("d")).x > first.x);
    assert.deepEqual(await press("0", "ArrowDown").then(({scale, x, speed}) => [scale, x, speed]),
                     [first.scale, first.x, "1×"]);
    assert.notEqual((await press("c")).color, first.color);
    assert.equal((await press("t")).theme, "dark");
    assert.equal((await press("t")).theme, "light");
    await press("?");
    assert.ok(await page.isVisible("#keys"));
    await page.keyboard.press("Escape");
    assert.ok(!await page.isVisible("#keys"));
});

await test("dragging pans, and the wheel zooms where it is", async (page) => {
    await paused(page, flock);
    const before = await placeOf(page, 7);
    await page.mouse.move(640, 300);
    await page.mouse.down();
    await page.mouse.move(700, 340, {steps: 5});
    await page.mouse.up();
    const dragged = await placeOf(page, 7);
    assert.ok(Math.abs(dragged.x - before.x - 60) < 4 && Math.abs(dragged.y - before.y - 40) < 4);
    assert.equal(await page.evaluate(() => play.picked), null);
    const scale = await page.evaluate(() => play.world.view.scale);
    await page.mouse.move(dragged.x, dragged.y);
    await page.mouse.wheel(0, -600);
    await page.waitForFunction((old) => play.world.view.scale > old * 2, scale);
    const zoomed = await placeOf(page, 7);
    assert.ok(Math.hypot(zoomed.x - dragged.x, zoomed.y - dragged.y) < 3);
});

await test("a click picks an agent, and the panel shows its values", async (page) => {
    await paused(page, churn);
    const place = await placeOf(page, 30);
    await page.mouse.click(place.x, place.y);
    assert.equal(await page.evaluate(() => play.picked), 30);
    assert.equal(await page.textContent("#who"), "agent 30");
    const line = JSON.parse(execFileSync(gestalt, ["export", churn.recording, "--as=jsonl", "--agents=30", "--to=0"]));
    const shown = await page.$$eval("#values .value", (rows) =>
        Object.fromEntries(rows.map((row) => [row.querySelector(".key").textContent, row.querySelector("output").textContent])));
    assert.equal(shown.x, `${+line.x.toPrecision(5)} m`);
    assert.equal(shown.hops, String(line.hops));
    assert.equal(shown["live node"], "rest");
    await page.keyboard.press("n");
    assert.ok(await page.evaluate(() => play.picked) > 30);
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#panel"));
    await page.mouse.click(640, 790);
});

await test("a picked agent is followed, also when it goes away", async (page) => {
    await paused(page, churn);
    const place = await placeOf(page, 30);
    await page.mouse.click(place.x, place.y);
    await page.click("#follow");
    await page.evaluate(() => play.setSpeed(6));
    await page.keyboard.press("Space");
    let wasGone = false;
    for (let i = 0; i < 80; i++) {
        await frames(page, 2);
        wasGone = wasGone || await page.evaluate(() => $("panel").classList.contains("gone"));
    }
    assert.ok(wasGone);
    await page.evaluate(() => { play.setPlaying(false); play.seek(5); });
    await frames(page, 60);
    const at = await placeOf(page, 30), middle = await page.evaluate(() => {
        const box = $("stage").getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    });
    assert.ok(Math.hypot(at.x - middle[0], at.y - middle[1]) < 3, `${at.x} ${at.y}`);
    await picture(page, "follow");
});

await test("colours: categories can be hidden, and columns have a scale", async (page) => {
    await paused(page, flock);
    await page.keyboard.press("End");
    await frames(page, 3);
    const names = await page.$$eval("#legend .row:not([hidden]) .name", (rows) => rows.map((row) => row.textContent));
    assert.ok(names.includes("birds: flee") && names.includes("nothing is live"), names.join());
    const counts = await page.$$eval("#legend .row:not([hidden]) .count", (rows) =>
        rows.map((row) => +row.textContent.replace(",", "")));
    assert.equal(counts.reduce((a, b) => a + b), 2000);
    const lit = () => page.evaluate(() => {
        const canvas = play.world.view.painter.canvas, copy = document.createElement("canvas");
        copy.width = canvas.width;
        copy.height = canvas.height;
        play.world.view.painter.draw(play.world.view, 0);
        copy.getContext("2d").drawImage(canvas, 0, 0);
        const data = copy.getContext("2d").getImageData(0, 0, copy.width, copy.height).data;
        let n = 0;
        for (let i = 3; i < data.length; i += 4)
            n += data[i] > 60;
        return n;
    });
    const all = await lit();
    assert.ok(all > 2000);
    await page.click("#legend .row:not([hidden])");
    assert.ok(await lit() < all);
    await page.selectOption("#color", {label: "speed"});
    await frames(page, 2);
    assert.ok(await page.isVisible("#legend .scale"));
    assert.ok(await lit() >= all * 0.9);
});

// Each light is there in its colour, at any time; what nobody asked for is coloured by words.
await test("lights show what they showed, and words are words", async (page) => {
    await paused(page, lights);
    assert.equal(await page.$eval("#color", (select) => select.selectedOptions[0].text), "mood");
    const names = await page.$$eval("#legend .row:not([hidden]) .name", (rows) => rows.map((row) => row.textContent));
    assert.deepEqual(names, ["calm", "hungry, or so", "gone", "none"]);
    const texts = await page.evaluate(() => [0, -1, 3].map((value) =>
        model_text_js.textOf(play.world.d.columns.find((column) => column.name === "mood"), null, value)));
    assert.deepEqual(texts, ["calm", "none", "3"]);
    const shown = () => page.evaluate(() => play.world.d.geometry.filter((g) => g.kind === "light").map((g) => {
        const [a, b] = [g.points[0], g.points[g.points.length - 1]].map((p) => play.world.view.toScreen(p));
        const c = play.world.view.below, x = (a[0] + b[0]) / 2 * play.world.view.pixel, y = (a[1] + b[1]) / 2 * play.world.view.pixel;
        const [red, green, blue] = c.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
        const near = (name) => {
            const wanted = parseInt(play.world.view.style(name).slice(1), 16);
            return Math.abs(red - (wanted >> 16)) + Math.abs(green - (wanted >> 8 & 255)) + Math.abs(blue - (wanted & 255));
        };
        return ["--muted", "--go", "--amber", "--stop"].map(near).reduce((best, d, i, all) => d < all[best] ? i : best, 0);
    }));
    for (const step of [0, 3, 10, 7]) {
        await page.evaluate((to) => play.seek(to), step);
        await frames(page, 3);
        assert.deepEqual(await shown(), [0, 1, 2, 3, 4].map((i) => (Math.floor(step / 3) + i) % 4));
    }
    const lines = execFileSync(gestalt, ["export", lights.recording, "--lights", "--from=7", "--to=7"]).toString().trim().split("\n");
    assert.deepEqual(lines.slice(1).map((line) => line.split(",")[5]), ["yellow", "red", "off", "green", "yellow"]);
    await picture(page, "lights");
});

await test("both painters put agents at the same places", async (page) => {
    const sums = [];
    for (const hash of ["#webgl", "#pixels"]) {
        await page.goto("about:blank");
        await paused(page, exact, hash);
        sums.push(await page.evaluate(() => {
            const v = play.world.view, canvas = v.painter.canvas, copy = document.createElement("canvas");
            v.painter.draw(v, 0.5);
            copy.width = canvas.width;
            copy.height = canvas.height;
            const context = copy.getContext("2d");
            context.drawImage(canvas, 0, 0);
            const at = play.world.frame.ids.length;
            return {name: v.painter.constructor.name, lit: Array.from({length: at}, (_, i) => {
                const [x, y] = v.toScreen(play.world.placeOf(i, 0.5));
                return context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data[3] > 100;
            })};
        }));
    }
    assert.deepEqual(sums.map((sum) => sum.name), ["GraphicsPainter", "PixelPainter"]);
    for (const sum of sums)
        assert.ok(sum.lit.length === 30 && sum.lit.every(Boolean), `${sum.name}: ${sum.lit}`);
});

await test("a world of three dimensions turns", async (page) => {
    await paused(page, boids);
    assert.ok(await page.isVisible("#legend .scale"));
    const [low, high] = await page.evaluate(() => [0, 1000].map((z) => play.world.view.toScreen([500, 500, z])[1]));
    assert.ok(high < low - 100, "up is not up");
    const middle = () => page.evaluate(() => play.world.view.toScreen([500, 500, 500]).map(Math.round));
    const center = await middle(), before = await placeOf(page, 5);
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(740, 430, {steps: 4});
    await page.mouse.up();
    const after = await placeOf(page, 5);
    assert.ok(Math.hypot(after.x - before.x, after.y - before.y) > 5);
    assert.deepEqual(await middle(), center);
    await page.mouse.click(after.x, after.y);
    assert.equal(await page.isVisible("#panel"), true);
    await page.keyboard.press("End");
    await frames(page, 2);
    await picture(page, "boids");
});

await test("it fits a narrow window, and the dark", async (page) => {
    await page.emulateMedia({colorScheme: "dark"});
    await page.setViewportSize({width: 420, height: 700});
    await paused(page, flock);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 420, String(wide));
    assert.equal(await page.evaluate(() => play.isDark), true);
    await picture(page, "narrow-dark");
});

await test("who wants less motion gets none unasked", async (page) => {
    await page.emulateMedia({reducedMotion: "reduce"});
    await open(page, flock);
    assert.equal(await page.evaluate(() => play.isPlaying), false);
    const before = await page.evaluate(() => play.position);
    await frames(page, 10);
    assert.equal(await page.evaluate(() => play.position), before);
    await page.evaluate(() => { play.pick(play.world.frame.ids[9]); play.world.setFollowing(true); });
    await frames(page, 2);
    assert.ok(await page.evaluate(() => play.world.zoomTo === 0 && Math.abs(play.world.view.scale / play.world.view.fitted - 6) < 1e-6));
    await page.emulateMedia({reducedMotion: "no-preference"});
});

// As a screen reader has it: the browser's own tree of what is there.
await test("everything that can be used has a name, and says its state", async (page) => {
    await paused(page, flock);
    await page.evaluate(() => { play.pick(play.world.frame.ids[9]); play.world.setHot(true); });
    await frames(page, 3);
    const session = await context.newCDPSession(page);
    const {nodes} = await session.send("Accessibility.getFullAXTree");
    const used = nodes.filter((node) => !node.ignored &&
        ["button", "slider", "combobox", "searchbox", "tab", "img", "main", "dialog"].includes(node.role?.value));
    const nameless = used.filter((node) => !node.name?.value.trim()).map((node) => node.role.value);
    assert.deepEqual(nameless, []);
    const names = used.map((node) => node.name.value);
    for (const name of ["play", "time", "slower", "faster", "loop", "heat", "fit", "light or dark", "keys", "let go"])
        assert.ok(names.some((found) => found.startsWith(name)), `${name} is not among ${names.join()}`);
    const state = (name) => used.find((node) => node.name.value.startsWith(name)).properties
        .find((property) => property.name === "pressed")?.value.value;
    assert.deepEqual([state("heat"), state("loop")], ["true", "true"]);
    assert.match(await page.getAttribute("#time", "aria-valuetext"), /^\d.* s \/ 5\.9 s$/);
    return `${used.length} names`;
});

await test("100,000 agents play at 30 frames a second or better", async (page) => {
    await page.emulateMedia({colorScheme: "dark"});
    await open(page, crowd);
    await page.keyboard.press("f");
    const paced = await pace(page);
    await page.selectOption("#color", {label: "speed"});
    await frames(page, 5);
    await picture(page, "crowd-dark");
    const size = fs.statSync(crowd.url.slice(7)).size / 100000 / 60;
    return `${paced}; ${size.toFixed(1)} bytes of the page for an agent and frame`;
});

// ---- as a designer wants it

const blocks = record("blocks", "traffic/blocks-lights", "--steps=300");
const airport = record("airport", "airport", "--steps=1500", "--every=20");
const wolves = record("wolves", "wolf-sheep", "--steps=90");
const people = record("people", "crowd", "--steps=200", "--every=2");
const looks = record("looks", {
    scene: 1, world: {size: [100, 60], steps: 40},
    groups: [{name: "vans", count: 1, color: "#c33", shape: "car", start: {how: "list", points: [[30, 30]]},
              vehicle: {radius: 8}, velocity: {how: "fixed", fixed: [0, 1]}},
             {name: "kites", count: 1, color: "olive", shape: "triangle", start: {how: "list", points: [[70, 30]]},
              vehicle: {radius: 8}, velocity: {how: "fixed", fixed: [0, 1]}}],
});

await test("a run is played in half a minute to one at first, and the control says so", async (page) => {
    for (const [made, factor] of [[flock, 1], [blocks, 1], [people, 1], [wolves, 2], [airport, null]]) {
        await open(page, made);
        const [span, speed] = await page.evaluate(() => [play.span, model_pace_js.SPEEDS[play.speed]]);
        assert.ok(factor === null ? span / speed >= 30 && span / speed <= 60 : speed === factor, `${span} s, ${speed} times`);
        assert.ok((await page.textContent("#speed")).startsWith(`${speed.toLocaleString("en-US")}×all in `));
    }
    await page.keyboard.press("ArrowUp");
    const before = await page.evaluate(() => play.position);
    await page.waitForFunction((position) => play.position > position + 3, before);
    const steps = await page.evaluate(() => { play.setSpeed(99); return [model_pace_js.SPEEDS[play.speed], $("speed").title]; });
    assert.ok(steps[0] > 1e6);
    assert.match(steps[1], /^1,048,576 seconds of the run in one; all of it in /);
});

await test("groups have the colours that they ask for, and it opens behind the first tick", async (page) => {
    await open(page, wolves);
    assert.equal(await page.$eval("#color", (select) => select.selectedOptions[0].text), "group");
    const rows = await page.$$eval("#legend .row", (all) => all.map((row) =>
        [row.querySelector(".name").textContent, row.querySelector(".dot").style.background]));
    assert.deepEqual(rows.map(([name]) => name), ["grass", "sheep", "wolves"]);
    assert.equal(new Set(rows.map(([, color]) => color)).size, 3);
    await page.evaluate(() => { play.setPlaying(false); play.seek(play.begin); });
    assert.equal(await page.evaluate(() => play.recording.world.frames[play.begin].step), 1);
    await page.keyboard.press("Home");
    await frames(page, 2);
    assert.equal(await page.evaluate(() => play.world.frame.step), 0);
    await page.evaluate(() => { play.setPlaying(true); play.seek(1e9); });
    await page.waitForFunction(() => play.position < 40 && play.position >= 1);
    await picture(page, "wolves");
});

// The colour at a place of the world, of whichever painter.
async function colorAt(page, x, y) {
    return page.evaluate(([wx, wy]) => {
        const v = play.world.view, canvas = v.painter.canvas, copy = document.createElement("canvas");
        v.painter.draw(v, play.position - play.shown);
        [copy.width, copy.height] = [canvas.width, canvas.height];
        copy.getContext("2d").drawImage(canvas, 0, 0);
        const [sx, sy] = v.toScreen([wx, wy]);
        return [...copy.getContext("2d").getImageData(Math.floor(sx * v.pixel), Math.floor(sy * v.pixel), 1, 1).data];
    }, [x, y]);
}

await test("shapes have their outlines and headings, standing too, in both painters", async (page) => {
    for (const hash of ["#webgl", "#pixels"]) {
        await page.goto("about:blank");
        await paused(page, looks, hash);
        await page.evaluate(() => play.seek(play.frameCount - 1)); // there is no next frame to move to
        await frames(page, 2);
        const places = await page.evaluate(() => [0, 1].map((i) => play.world.placeOf(i, 0)));
        // A car of 16 by 8 that points up; a triangle whose tip is up.
        const lit = async (place, dx, dy) => (await colorAt(page, place[0] + dx, place[1] + dy))[3] > 100;
        const car = [[0, 0], [0, 7], [0, -7], [3, 0], [7, 0], [-7, 0]];
        const found = [];
        for (const [dx, dy] of car)
            found.push(await lit(places[0], dx, dy));
        assert.deepEqual(found, [true, true, true, true, false, false], hash);
        const kite = [await lit(places[1], 0, 6.5), await lit(places[1], 4, -5), await lit(places[1], 4, 5), await lit(places[1], 0, -7.5)];
        if (hash === "#pixels" || hash === "#webgl")
            assert.deepEqual(kite, [true, true, false, false], hash);
        const [red, green, blue] = await colorAt(page, ...places[0]);
        assert.ok(Math.abs(red - 0xcc) < 24 && Math.abs(green - 0x33) < 24 && Math.abs(blue - 0x33) < 24, `${red} ${green} ${blue}`);
    }
    await picture(page, "looks");
});

await test("cars and planes have headings, also before they move", async (page) => {
    await paused(page, blocks);
    const checked = await page.evaluate(() => {
        play.seek(250);
        play.render();
        let standing = 0, along = 0;
        const turns = play.world.turnsOf(play.world.frame), speed = play.world.d.columns.findIndex((column) => column.name === "speed");
        for (let i = 0; i < play.world.frame.count; i++)
            if (decode_values_js.valueOf(play.world.d.columns[speed], play.world.frame.words[speed][i]) === 0) {
                standing++;
                along += Math.abs(turns[i] * 4 - Math.round(turns[i] * 4)) < 0.1;
            }
        return [standing, along];
    });
    assert.ok(checked[0] > 50 && checked[1] > checked[0] * 0.95, checked.join());
    await picture(page, "blocks");
    await paused(page, airport);
    const parked = await page.evaluate(() => play.world.turnsOf(play.recording.world.frame(0)).filter((turn) => turn >= 0).length);
    assert.equal(parked, await page.evaluate(() => play.world.frame.count));
});

await test("words that mean standing are warm, no colour is a light's, and ids are categories", async (page) => {
    await paused(page, blocks);
    const colors = await page.evaluate(() => {
        const all = {};
        for (const [i, name] of play.world.legend.categories.names.entries())
            all[name] = [false, true].map((isDark) => model_colors_js.rgbOf(play.world.legend.categories.color(i, isDark)));
        const lights = ["light", "dark"].map((theme) => {
            document.documentElement.dataset.theme = theme;
            return ["--go", "--amber", "--stop"].map((name) => model_colors_js.rgbOf(play.world.view.style(name)));
        });
        return {all, lights};
    });
    for (const [name, both] of Object.entries(colors.all))
        both.forEach((rgb, theme) => {
            for (const light of colors.lights[theme])
                assert.ok(Math.hypot(...rgb.map((x, i) => x - light[i])) > 70, `${name} looks like a light: ${rgb}`);
            if (name === "stands" || name === "waits to cross")
                assert.ok(rgb[0] > rgb[2], `${name} is not warm: ${rgb}`);
            else if (name !== "null")
                assert.ok(rgb[2] > rgb[0], `${name} is warm: ${rgb}`);
        });
    await page.selectOption("#color", {label: "lane"});
    await frames(page, 2);
    assert.equal(await page.locator("#legend .scale").count(), 0);
    assert.equal(await page.locator("#legend .row:visible").count(), 12);
    assert.match(await page.textContent("#legend .others"), /^and \d+ more$/);
    const [name] = await page.$$eval("#legend .row:not([hidden]) .name", (rows) => rows.map((row) => row.textContent));
    const shown = () => page.evaluate((lane) => {
        const c = play.world.d.columns.findIndex((column) => column.name === "lane"), colors = play.world.colorsOf(play.world.frame);
        return play.world.frame.words[c].reduce((n, word, i) => n + (String(word | 0) === lane && colors[i] !== model_colors_js.HIDDEN), 0);
    }, name);
    assert.ok(await shown() > 0);
    await page.click("#legend .row:visible");
    assert.equal(await shown(), 0);
});

await test("what has no value is grey, and the legend says so", async (page) => {
    await paused(page, looks);
    const grey = await page.evaluate(() => {
        play.options.ranges[play.world.d.columns.findIndex((column) => column.name === "speed")] = [0, 2];
        play.world.legend.setColor(play.world.d.columns.findIndex((column) => column.name === "speed"));
        const hiddenFirst = $("no-value").hidden;
        const column = play.world.d.columns[play.world.legend.color];
        play.world.frame.words[play.world.legend.color] = play.world.frame.words[play.world.legend.color].slice();
        [column.bits, play.world.frame.words[play.world.legend.color][0]] = [32, 0x7fc00000];
        const colors = play.world.colorsOf(play.world.frame);
        return {hiddenFirst, place: colors[0], other: colors[1], rgb: [...play.world.legend.paint.colors.slice(model_colors_js.NO_VALUE * 4, model_colors_js.NO_VALUE * 4 + 3)],
                text: $("no-value").textContent, isShown: !$("no-value").hidden};
    });
    assert.deepEqual([grey.hiddenFirst, grey.place, grey.text, grey.isShown], [true, 255, "no value", true]);
    assert.ok(grey.other < 254);
    assert.ok(Math.max(...grey.rgb) - Math.min(...grey.rgb) < 32, grey.rgb.join());
});

await test("a heat shows how dense a crowd is, and loses nobody", async (page) => {
    await paused(page, people);
    await page.keyboard.press("h");
    await frames(page, 3);
    assert.equal(await page.getAttribute("#heat", "aria-pressed"), "true");
    assert.match(await page.textContent("#density"), /^agents per square metre0\d/);
    const [sum, count] = await page.evaluate(() => [play.world.heat.density.counts.reduce((a, b) => a + b), play.world.frame.count]);
    assert.ok(Math.abs(sum - count) < 0.01 * count, `${sum} of ${count}`);
    const place = await page.evaluate(() => play.world.placeOf(0, 0));
    assert.equal((await colorAt(page, ...place))[3] > 0, true); // agents are drawn by this call alone
    const heat = await page.evaluate((p) => {
        const [x, y] = play.world.view.toScreen(p).map((z) => Math.floor(z * play.world.view.pixel));
        const at = (dx) => $("heat-map").getContext("2d").getImageData(x + dx, y, 1, 1).data[3];
        return at(0);
    }, place);
    assert.ok(heat > 20, String(heat));
    await picture(page, "heat");
    await page.click("#heat");
    assert.ok(await page.isHidden("#density"));
    const left = await page.evaluate(() => $("heat-map").getContext("2d").getImageData(0, 0, $("heat-map").width, $("heat-map").height)
        .data.some(Boolean));
    assert.equal(left, false);
    await paused(page, boids);
    assert.ok(await page.isHidden("#heat"));
});

// Nothing that can be pressed is cut, too small or on something else, and nothing scrolls to the side.
async function checkLayout(page, least) {
    const wrong = await page.evaluate((size) => {
        const all = [...document.querySelectorAll("button, select, input, footer output, #clock, h1, #stats")]
            .filter((one) => !one.closest("dialog") && one.offsetParent !== null && !one.closest("#side"));
        const problems = [], boxes = all.map((one) => one.getBoundingClientRect());
        boxes.forEach((a, i) => {
            const name = all[i].id || all[i].textContent;
            if (a.left < 0 || a.top < 0 || a.right > innerWidth + 0.5 || a.bottom > innerHeight + 0.5)
                problems.push(`${name} is cut`);
            if (all[i].matches("button, select, input") && (a.height < size || (a.width < size)))
                problems.push(`${name} is small: ${a.width} x ${a.height}`);
            if (all[i].scrollWidth > all[i].clientWidth + 1 && all[i].clientWidth > 0 && !all[i].matches("input, h1"))
                problems.push(`${name} is cut inside`);
            boxes.forEach((b, k) => {
                if (k > i && a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5 &&
                    !all[i].contains(all[k]))
                    problems.push(`${name} is on ${all[k].id}`);
            });
        });
        const stage = $("stage").getBoundingClientRect();
        for (const one of ["head", "side", "colors"])
            if ($(one).getBoundingClientRect().bottom > stage.top + 0.5 && $(one).getBoundingClientRect().top < stage.bottom - 0.5 &&
                $(one).getBoundingClientRect().left < stage.right - 0.5)
                problems.push(`${one} covers the world`);
        if (stage.height < 180)
            problems.push(`the world has ${stage.height} pixels`);
        if (document.documentElement.scrollWidth > innerWidth || $("side").scrollWidth > $("side").clientWidth)
            problems.push("it scrolls to the side");
        return problems;
    }, least);
    assert.deepEqual(wrong, []);
}

await test("narrow screens keep every control, and nothing covers the world", async (page) => {
    for (const [width, height] of [[320, 640], [390, 844], [1280, 800], [900, 500]]) {
        await page.setViewportSize({width, height});
        for (const made of [airport, blocks, people]) {
            await paused(page, made);
            await page.evaluate(() => play.seek(20));
            await frames(page, 2);
            await checkLayout(page, width < 720 ? 44 : 0);
            for (const id of ["play", "time", "color"])
                assert.ok(await page.isVisible(`#${id}`), id);
            if (width < 720)
                await page.click("#more"); // the others are above the row of controls
            for (const id of ["slower", "speed", "faster", "loop", "heat", "fit", "theme", "help"])
                assert.ok(await page.isVisible(`#${id}`), id);
            if (width < 720)
                await page.click("#more");
            // The world is inside of what is shown of it.
            const corners = await page.evaluate(() => play.world.view.corners().map((corner) => play.world.view.toScreen(corner)));
            const stage = await page.locator("#stage").boundingBox(), ruler = await page.locator("#ruler").boundingBox();
            for (const [x, y] of corners)
                assert.ok(x >= 0 && x <= stage.width && y >= 0 && y + stage.y <= (ruler ? ruler.y : stage.y + stage.height), `${x} ${y}`);
        }
        await page.evaluate(() => { play.pick(play.world.frame.ids[3]); play.world.setHot(true); });
        await frames(page, 3);
        await checkLayout(page, width < 720 ? 44 : 0);
        const cards = await page.$$eval("#side .card", (all) => all.map((card) => {
            const box = card.getBoundingClientRect();
            return [box.top, box.bottom];
        }));
        assert.ok(cards.length === 2 && cards[1][0] >= cards[0][1] - 0.5, JSON.stringify(cards));
        await picture(page, `layout-${width}`);
        if (width < 720)
            await page.click("#more");
        await page.click("#help");
        const box = await page.locator("#keys").boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
        await page.keyboard.press("Escape");
    }
    await page.setViewportSize({width: 1280, height: 800});
});

await finish();
