// SPDX-License-Identifier: MIT
// Runs of `gestalt live` that pages of tests are about.
import {spawn} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {folder, gestalt, served} from "./harness.mjs";

export const examples = new URL("../../examples/", import.meta.url).pathname;
export const stubs = ["flee=4:success", "fire=2:success", "look=0:failure", "go=7:success"].map((stub) => `--stub=${stub}`);

// A run in a folder of its own, with copies of files of the examples; the link is the first line that it prints.
export const live = (files, ...options) => serve([gestalt, "live"], files, ...options);

// Like `live`, of another command that prints a link.
export async function serve([program, ...words], files, ...options) {
    const place = fs.mkdtempSync(path.join(folder, "live-"));
    for (const file of files)
        fs.cpSync(path.resolve(examples, file), path.join(place, path.basename(file)), {recursive: true});
    const child = spawn(program, [...words, path.basename(files[0]), ...options], {cwd: place, stdio: ["ignore", "pipe", "pipe"]});
    child.stderr.resume();
    const link = await new Promise((done, fail) => {
        child.stdout.once("data", (bytes) => done(String(bytes).trim()));
        child.once("exit", (code) => fail(new Error(`${program} ended with ${code}`)));
    });
    served.add(link);
    const get = async (route) => (await fetch(link + route)).json();
    const end = () => new Promise((done) => {
        if (child.exitCode !== null)
            return done();
        child.once("exit", done);
        child.kill("SIGINT");
    });
    return {link, place, child, get, end};
}
