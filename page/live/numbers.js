// SPDX-License-Identifier: MIT
// Sliders that change numbers of a run: values of the scene, which apply from its first tick on, and keys of all
// agents of a group, which apply from now on.

import {$, element} from "../draw/dom.js";
import {Asker} from "../model/source.js";
import {grouped} from "../model/text.js";
import {query} from "./live_source.js";
import {Slider} from "./sliders.js";
/** @import {LivePlayer} from "./live_player.js" */

const KEYS_EVERY = 1000;  // milliseconds between requests of keys
const VALUES_SHOWN = 40;  // maximum number of scene values shown without a search

/** @typedef {{path: string, value: number, least: number | null, most: number | null, whole: boolean, doc?: string}} SceneValue */
/** @typedef {{name: string, mean: number | null}} GroupKey */

export class Numbers {
    /** @param {LivePlayer} player */
    constructor(player) {
        this.player = player;
        this.asker = new Asker();
        this.isShown = false;
        this.count = 0;          // number of all values of the scene
        this.settingsKey = this.keysKey = this.listed = this.keysListed = ""; // identify what is shown
        /** @type {Map<string, Slider>} */
        this.sliders = new Map(); // sliders, by path or key
        /** @type {SceneValue[]} */
        this.values = [];
        this.keysAt = -KEYS_EVERY;
        $("set").addEventListener("click", () => this.tune($("set-path").value, $("set-value").value));
        $("set-value").addEventListener("keydown", (event) => event.key === "Enter" && this.tune($("set-path").value, $("set-value").value));
        $("find-value").addEventListener("input", () => this.listValues());
    }

    get source() { return this.player.source; }

    get group() { return this.player.explorer.panel.group; }

    /** @param {boolean} isShown */
    setShown(isShown) {
        this.isShown = isShown;
        this.show();
    }

    // Request the values and keys that are shown, and no others.
    show() {
        const {isScene} = this.player, {about, state} = this.source;
        $("setting").hidden = !isScene;
        if (!this.isShown)
            return;
        const settings = JSON.stringify([about.version, about.settings, state.notice]); // includes the notice, since a rejected value must be reset
        if (isScene && settings !== this.settingsKey) {
            this.settingsKey = settings;
            $("settings").replaceChildren(...about.settings.map((/** @type {{path: string, value: unknown}} */ {path, value}) => element("p", "note", `${path} = ${value}`)));
            this.asker.ask("values", () => query("values"), (answer) => this.takeValues(answer));
        }
        const keys = `${this.group} ${this.source.version} ${state.changes}`, now = performance.now();
        if (keys === this.keysKey || now - this.keysAt < KEYS_EVERY)
            return;
        this.keysKey = keys;
        this.keysAt = now;
        const {group} = this, {version} = this.source;
        this.asker.ask("keys", () => query("keys", {group}), (answer) => this.takeKeys(answer, version));
    }

    // ---- values of a scene

    /** @param {{values: SceneValue[], count: number}} options */
    takeValues({values, count}) {
        this.values = values;
        this.count = count;
        $("find-value").hidden = values.length <= VALUES_SHOWN;
        this.listValues();
    }

    listValues() {
        const words = $("find-value").value.toLowerCase().split(/\s+/), fits = this.values.filter(({path, doc}) =>
            words.every((word) => `${path} ${doc ?? ""}`.toLowerCase().includes(word)));
        const shown = fits.slice(0, VALUES_SHOWN), list = $("values-list"), key = shown.map(({path}) => path).join("\n");
        if (key !== this.listed) {
            this.listed = key;
            list.replaceChildren(...shown.map((value) => this.sliderOf(`set ${value.path}`, () => this.makeValue(value)).box));
        }
        for (const {path, value} of shown)
            this.sliders.get(`set ${path}`)?.take(value);
        const more = fits.length - shown.length + (this.count - this.values.length);
        $("more-values").textContent = more ? `${grouped(more)} more: find them by a part of their names` : fits.length ? "" : "no value is called so";
    }

    /** @param {string} name @param {() => Slider} make */
    sliderOf(name, make) {
        const slider = this.sliders.get(name) ?? make();
        this.sliders.set(name, slider);
        return slider;
    }

    /** @param {SceneValue} options */
    makeValue({path, value, least, most, whole, doc}) {
        /** @param {number} number */
        const text = (number) => whole || /[.e]/.test(String(number)) ? String(number) : number.toFixed(1); // keep a decimal point, so that a float param stays a float
        return new Slider({name: path, title: doc ? `${path}: ${doc}` : path, value, least, most, whole},
                          (number) => this.tune(path, text(number)));
    }

    /** @param {string} path @param {string} value */
    tune(path, value) { this.player.act({do: "tune", path, value}); }

    // ---- keys of a group

    /** @param {{group: number, keys: GroupKey[]}} options @param {number} version */
    takeKeys({group, keys}, version) {
        const known = this.source.about.groups[group]?.keys ?? [], isOther = `${group} ${version} ${keys.map(({name}) => name)}`;
        if (isOther !== this.keysListed) {
            this.keysListed = isOther;
            for (const name of [...this.sliders.keys()].filter((one) => one.startsWith("key ")))
                this.sliders.delete(name);
            $("giving-group").textContent = this.source.groups[group];
            $("keys-list").replaceChildren(...keys.map((key) => this.sliderOf(`key ${key.name}`, () =>
                this.makeKey(group, key, known.find(({name}) => name === key.name)?.type)).box));
            $("giving").hidden = keys.length === 0;
        }
        for (const {name, mean} of keys)
            if (mean !== null)
                this.sliders.get(`key ${name}`)?.take(mean);
    }

    // Create a slider for a key. It shows the mean over all agents; a written value is rounded to the type of the key.
    /** @param {number} group @param {GroupKey} options @param {string | undefined} type */
    makeKey(group, {name, mean}, type) {
        /** @param {number} value */
        const write = (value) => this.player.act({do: "write", group, key: name,
            value: type === "bool" ? value >= 0.5 : type === "int" ? Math.round(value) : value});
        const limits = type === "bool" ? {least: 0, most: 1} : {};
        return new Slider({name, value: mean ?? 0, eager: true, shared: this.source.isShared(group, name), ...limits}, write);
    }
}
