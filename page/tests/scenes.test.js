// SPDX-License-Identifier: MIT
// Compares the decoder of recordings of scenes with the output of `gestalt export`.

import assert from "node:assert/strict";
import test from "node:test";

import {valueOf} from "../decode/values.js";
import {bytesOf, example, exported, made, recordingOf, run, worldOf} from "./recordings.js";

const churn = made("churn", 90, 80);

/** @param {import("../decode/world_frames.js").Frame} frame */
const wordsOf = (frame) => [[...frame.ids], [...frame.groups], frame.words.map((words) => [...words])];

for (const [kind, agents, steps] of /** @type {[string, number, number][]} */ ([["churn", 90, 80], ["exact", 30, 40], ["flock", 200, 20]]))
    test(`each value is the one that is exported: ${kind}`, () => {
        const file = made(kind, agents, steps), lines = exported(file), whole = recordingOf(file), recording = whole.world;
        const {columns, groups} = recording.description;
        let n = 0;
        assert.ok(whole.isComplete);
        recording.frames.forEach((_, index) => {
            const frame = recording.frame(index);
            for (let i = 0; i < frame.count; i++, n++) {
                const line = lines[n];
                assert.deepEqual([frame.step, frame.ids[i], groups[frame.groups[i]].name], [line.step, line.agent, line.group]);
                columns.forEach((column, c) => {
                    const value = valueOf(column, frame.words[c][i]), wanted = line[column.name];
                    if (column.type === "node")
                        assert.equal(value, wanted ?? 0xffffffff);
                    else if (column.words.length)
                        assert.equal(column.words[value] ?? value, wanted);
                    else // the exported number has only the decimals of a 32-bit float
                        assert.equal(value, column.type === "float" ? Math.fround(wanted) : Number(wanted), `${column.name} of agent ${frame.ids[i]}`);
                });
            }
        });
        assert.equal(n, lines.length);
    });

test("a scene of the examples is decoded as it is exported", () => {
    const file = run("wolves", example("scenes/wolf-sheep"), "--steps=30");
    const recording = worldOf(file), lines = exported(file);
    const found = recording.frames.flatMap((_, index) => {
        const frame = recording.frame(index);
        return Array.from(frame.ids, (id, i) => [frame.step, id, valueOf(recording.description.columns[0], frame.words[0][i])]);
    });
    assert.deepEqual(found, lines.map((line) => [line.step, line.agent, Math.fround(line.x)]));
    assert.deepEqual(recording.description.groups.map(({name}) => name), ["grass", "sheep", "wolves"]);
});

test("lights show what they showed", () => {
    const recording = worldOf(made("lights", 40, 12));
    for (const step of [0, 3, 7, 10])
        assert.deepEqual([...recording.frame(step).lights], [0, 1, 2, 3, 4].map((i) => (Math.floor(step / 3) + i) % 4));
});

test("frames can be decoded in any order", () => {
    const recording = worldOf(churn), inOrder = recording.frames.map((_, i) => wordsOf(recording.frame(i)));
    for (const i of [79, 3, 40, 39, 41, 64, 0, 63, 32, 31]) {
        recording.cache.clear();
        assert.deepEqual(wordsOf(recording.frame(i)), inOrder[i]);
    }
});

test("a few decoded frames are kept", () => {
    const recording = worldOf(churn);
    for (let i = 0; i < 20; i++)
        recording.frame(i);
    assert.ok(recording.cache.size < 10);
    assert.equal(recording.frame(19), recording.frame(19));
});

test("bytes can come in pieces of any size", () => {
    const bytes = bytesOf(churn), whole = worldOf(churn);
    for (const size of [1, 7, 47, 48, 1000]) {
        const recording = recordingOf(new Uint8Array(0));
        for (let at = 0; at < bytes.length; at += size)
            recording.add(bytes.subarray(at, at + size));
        assert.equal(recording.world.frames.length, whole.frames.length);
        assert.deepEqual(wordsOf(recording.world.frame(50)), wordsOf(whole.frame(50)));
        assert.ok(recording.isComplete);
    }
});

// ---- damage

test("another file and another version are refused", () => {
    const bytes = bytesOf(churn);
    const other = bytes.slice();
    other[0] ^= 1;
    assert.throws(() => recordingOf(other), /This is not a recording/);
    const later = bytes.slice();
    later[16] = 9;
    assert.throws(() => recordingOf(later), /The recording has version 9, and this page reads 5/);
});

test("of a recording that was cut, the whole frames are there", () => {
    const bytes = bytesOf(churn), whole = worldOf(bytes);
    let last = 0;
    for (let size = 0; size < bytes.length; size += 997) {
        const part = recordingOf(bytes.subarray(0, size)), recording = part.world ?? {frames: []};
        assert.ok(!part.isComplete);
        assert.ok(recording.frames.length >= last && recording.frames.length <= whole.frames.length);
        last = recording.frames.length;
        if (last > 0)
            assert.deepEqual(wordsOf(recording.frame(last - 1)), wordsOf(whole.frame(last - 1)));
    }
    assert.ok(last > 70);
});

// The command verifies hashes, so a page never gets such bytes from it. Even so, the decoder must terminate.
test("changed bytes never hang the decoder", () => {
    const bytes = bytesOf(churn), begin = performance.now();
    for (let at = 24; at < bytes.length; at += 211) {
        const changed = bytes.slice();
        changed[at] ^= 0x5a;
        try {
            const recording = worldOf(changed);
            for (let i = 0; i < (recording?.frames.length ?? 0); i += 13)
                recording.frame(i);
        } catch (error) {
            assert.ok(error instanceof Error);
        }
        assert.ok(performance.now() - begin < 60000, `byte ${at}`);
    }
});
