// SPDX-License-Identifier: MIT
// Compares the decoder of recordings of trees with the output of `gestalt export`.

import assert from "node:assert/strict";
import test from "node:test";

import {LANES, readSteps} from "../decode/tree_frames.js";
import {TreeDecoder} from "../decode/tree_state.js";
import {listAgents} from "../model/rows.js";
import {bytesOf, editedWatchman, example, exported, recordingOf, run, runBoth, treesOf} from "./recordings.js";

const recordings = {
    "watched, with keys": run("watch", example("watchman"), "--agents=300", "--ticks=60", "--watch=3,17", "--keys=energy,distance"),
    "a tree that is edited": run("edit", example("watchman"), "--agents=200", "--ticks=40", `--edit=20:${editedWatchman()}`, "--watch=3"),
    "groups with births and deaths": runBoth("sheep", example("scenes/wolf-sheep"), "--steps=40", "--watch=2501", "--keys=energy"),
};
const ANSWER_NAMES = ["failure", "running", "success", null];

for (const [name, file] of Object.entries(recordings))
    test(`agents, counts and steps are those that are exported: ${name}`, () => {
        const recording = treesOf(file), decoder = new TreeDecoder(recording);
        const agents = exported(file, "--trees"), nodes = exported(file, "--nodes"), steps = exported(file, "--watched");
        let agentAt = 0, nodeAt = 0;
        const answered = new Map(); // number of agents with each status of the root, by tick and group
        for (const {tick, group, answer} of agents) {
            const key = `${tick} ${group}`, counts = answered.get(key) ?? [0, 0, 0, 0];
            counts[ANSWER_NAMES.indexOf(answer)]++;
            answered.set(key, counts);
        }
        recording.frames.forEach((frame, index) => decoder.at(index).forEach((state) => {
            const {tree} = state, counts = state.counted();
            assert.deepEqual(counts.answers, answered.get(`${frame.tick} ${tree.name}`) ?? [0, 0, 0, 0]);
            tree.nodes.forEach((_, node) => {
                const line = nodes[nodeAt++];
                assert.deepEqual([frame.tick, tree.name, node, counts.agents[node], ...(counts.ran ?? []).slice(4 * node, 4 * node + 4)],
                                 [line.tick, line.group, line.node, line.agents, line.succeeded, line.failed, line.running, line.abandoned]);
            });
            for (let lane = 0; lane < state.blocks * LANES; lane++) {
                if (!state.has(lane))
                    continue;
                const line = agents[agentAt++];
                assert.deepEqual([frame.tick, state.ids[lane], tree.name, ANSWER_NAMES[state.answerOf(lane)], state.nodesOf(lane)],
                                 [line.tick, line.agent, line.group, line.answer, line.nodes]);
                for (const key of tree.keys)
                    assert.equal(state.valueOf(key, lane), Math.fround(line[key.name]));
            }
        }));
        assert.deepEqual([agentAt, nodeAt], [agents.length, nodes.length]);
        assert.deepEqual(recording.watched.flatMap((chunk) => readSteps(chunk, recording.asked.length).map((step) => [chunk.tick, step.id, step.node])),
                         steps.map((line) => [line.tick, line.agent, line.node]));
        assert.ok(steps.length > 20 && recordingOf(file).isComplete);
    });

test("frames of trees can be decoded in any order", () => {
    for (const file of Object.values(recordings)) {
        const recording = treesOf(file), last = recording.frames.length - 1, decoder = new TreeDecoder(recording);
        const all = () => decoder.groups.map((state) => [[...listAgents([state]).ids], [...state.lanes.slice(0, 2 * state.blocks)],
            [...state.masks.slice(0, 2 * state.tree.maskCount * state.blocks)]]);
        const inOrder = recording.frames.map((_, i) => { decoder.at(i); return all(); });
        for (const i of [last, 3, 30, 29, last - 1, 33, 0, 32, 31, 20]) {
            decoder.at(i);
            assert.deepEqual(all(), inOrder[i]);
        }
    }
});

test("an edit makes another tree from its frame on", () => {
    const recording = treesOf(recordings["a tree that is edited"]);
    const [before, after] = recording.trees[0];
    assert.deepEqual([before.first, after.first], [0, 21]);
    assert.equal(after.nodes.length, before.nodes.length + 3);
    assert.equal(recording.treeAt(0, 20), before);
    assert.equal(recording.treeAt(0, 21), after);
    assert.equal(recording.lastFrame(0, before.version), 20);
    assert.equal(recording.lastFrame(0, after.version), recording.frames.length - 1);
});

test("nodes know their depth and where those below them end", () => {
    const {nodes} = treesOf(recordings["watched, with keys"]).trees[0][0];
    nodes.forEach((node, i) => {
        assert.equal(node.depth, i ? nodes[node.parent].depth + 1 : 0);
        assert.ok(node.end > i && (i === 0 || node.end <= nodes[node.parent].end));
    });
    assert.equal(nodes[0].end, nodes.length);
});

test("an agent is found by its id", () => {
    const decoder = new TreeDecoder(treesOf(recordings["groups with births and deaths"]));
    for (const index of [30, 5, 40]) {
        decoder.at(index);
        for (const state of decoder.groups)
            for (let lane = 0; lane < state.blocks * LANES; lane++)
                if (state.has(lane))
                    assert.equal(decoder.find(state.ids[lane]).lane, lane);
    }
    assert.equal(decoder.find(1e6), null);
});

test("the steps of an agent are those of its last tick", () => {
    const recording = treesOf(recordings["watched, with keys"]);
    const found = recording.stepsOf(3, -1, 1e9);
    assert.ok(found && found.steps.every((step) => step.id === 3));
    assert.equal(recording.stepsOf(4, -1, 1e9), null, "nobody watched it");
    assert.equal(recording.stepsOf(3, found.tick, 1e9), null, "there are none after that");
});

// ---- damage

test("of a recording of trees that was cut, the whole frames are there", () => {
    const bytes = bytesOf(recordings["a tree that is edited"]), whole = treesOf(bytes);
    for (let size = 0; size < bytes.length; size += 499) {
        const part = recordingOf(bytes.subarray(0, size)), recording = part.trees, last = (recording?.frames.length ?? 0) - 1;
        assert.ok(!part.isComplete);
        if (last >= 0)
            assert.deepEqual(new TreeDecoder(recording).at(last)[0].counted(), new TreeDecoder(whole).at(last)[0].counted());
    }
});

test("bytes of trees can come in pieces", () => {
    const bytes = bytesOf(recordings["watched, with keys"]), whole = treesOf(bytes), recording = recordingOf(new Uint8Array(0));
    for (let at = 0; at < bytes.length; at += 1001)
        recording.add(bytes.subarray(at, at + 1001));
    assert.equal(recording.trees.frames.length, whole.frames.length);
    assert.equal(recording.trees.watched.length, whole.watched.length);
});

test("a recording has a world, trees, or both", () => {
    const alone = recordingOf(run("alone", example("scenes/wolf-sheep"), "--steps=5")), both = recordingOf(runBoth("two", example("scenes/wolf-sheep"), "--steps=5"));
    assert.ok(alone.world && !alone.trees && both.world && both.trees);
    assert.equal(recordingOf(recordings["watched, with keys"]).world, null);
    assert.deepEqual([both.world.frames.length, both.trees.frames.length], [6, 6]);
    assert.deepEqual([...both.world.frame(5).ids], [...alone.world.frame(5).ids]);
});
