// SPDX-License-Identifier: MIT
// Recordings for tests. The command writes them into a folder that is removed afterwards.

import {execFileSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {after} from "node:test";

import {Recording} from "../decode/recording.js";

const gestalt = process.env.GESTALT ?? "gestalt";
const maker = process.env.MAKE_RECORDING ?? "make_recording";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gestalt-page-"));

after(() => fs.rmSync(folder, {recursive: true, force: true}));

/** Return the path of an example. @param {string} name */
export const example = (name) => new URL(`../../examples/${name}.json`, import.meta.url).pathname;

/** Write a document. @param {string} name @param {unknown} document */
export function written(name, document) {
    const file = path.join(folder, `${name}.json`);
    fs.writeFileSync(file, JSON.stringify(document));
    return file;
}

/** Return a recording that make_recording writes. @param {string} kind @param {number} agents @param {number} steps */
export function made(kind, agents, steps) {
    const file = path.join(folder, `${kind}.gsr`);
    execFileSync(maker, [kind, String(agents), String(steps), file]);
    return file;
}

/** Return the recording of a run. @param {string} name @param {string} document @param {...string} options */
export function run(name, document, ...options) {
    const file = path.join(folder, `${name}.gsr`);
    execFileSync(gestalt, ["run", "-q", document, `--record=${file}`, ...options]);
    return file;
}

/** Return the recording of a scene with the trees of its agents. @param {string} name @param {string} document @param {...string} options */
export const runBoth = (name, document, ...options) => run(name, document, "--record-parts=both", ...options);

/** Return the lines that `gestalt export` prints, parsed as JSON. @param {string} file @param {...string} options @returns {any[]} */
export function exported(file, ...options) {
    const text = execFileSync(gestalt, ["export", file, "--as=jsonl", ...options], {maxBuffer: 1 << 28}).toString();
    return text.trim().split("\n").map((line) => JSON.parse(line));
}

/** @param {string} file */
export const bytesOf = (file) => new Uint8Array(fs.readFileSync(file));

/** Decode a file or bytes. @param {string | Uint8Array} from */
export function recordingOf(from) {
    const recording = new Recording();
    recording.add(typeof from === "string" ? bytesOf(from) : from);
    return recording;
}

/** @param {string | Uint8Array} from */
export const worldOf = (from) => recordingOf(from).world;

/** @param {string | Uint8Array} from */
export const treesOf = (from) => recordingOf(from).trees;

/** Write the example `watchman` with three more nodes. */
export function editedWatchman() {
    const document = JSON.parse(fs.readFileSync(example("watchman"), "utf-8"));
    document.root.children.splice(1, 0, {type: "sequence", name: "think", children: ["distance > 70", {type: "wait", name: "ponder", seconds: 1}]});
    return written("edited", document);
}
