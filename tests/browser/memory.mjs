// SPDX-License-Identifier: MIT
// Tells whether a page that is used for a long time grows: GESTALT_SOAK=10 uses one for ten minutes, and without
// it for some rounds.
import assert from "node:assert/strict";
import {context} from "./harness.mjs";

export const minutes = Number(process.env.GESTALT_SOAK || 0);
const ROUNDS = 12; // of the short form
const WARM = 3;    // rounds until all code has been compiled and all caches are full

// Bytes of the heap and counts of what is there, when all garbage is gone.
async function measure(session) {
    await session.send("HeapProfiler.collectGarbage");
    const {usedSize} = await session.send("Runtime.getHeapUsage");
    const {nodes, jsEventListeners} = await session.send("Memory.getDOMCounters");
    return {bytes: usedSize, nodes, listeners: jsEventListeners};
}

// Counts the objects of each kind in a heap snapshot.
async function snapshot(session) {
    const chunks = [], take = ({chunk}) => chunks.push(chunk);
    session.on("HeapProfiler.addHeapSnapshotChunk", take);
    await session.send("HeapProfiler.takeHeapSnapshot", {reportProgress: false});
    session.off("HeapProfiler.addHeapSnapshotChunk", take);
    const {snapshot: {meta}, nodes, strings} = JSON.parse(chunks.join("")), counts = new Map();
    const width = meta.node_fields.length, name = meta.node_fields.indexOf("name"), type = meta.node_fields.indexOf("type");
    for (let at = 0; at < nodes.length; at += width) {
        const kind = meta.node_types[type][nodes[at + type]];
        const key = `${kind} ${strings[nodes[at + name]].slice(0, 60)}`;
        if (kind === "object" || kind === "closure" || kind === "array") // native ones are the browser's own
            counts.set(key, (counts.get(key) || 0) + 1);
    }
    return counts;
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

// Calls `use` with the number of each round, for a part of the time, and compares what is there early and late. `varies`
// is how many things of a kind come and go by themselves.
export async function soak(page, use, part = 1, varies = 0) {
    const session = await context.newCDPSession(page), all = [], end = Date.now() + minutes * 60000 * part;
    let first = null, round = 0;
    for (; round < ROUNDS || Date.now() < end; round++) {
        await use(round);
        if (round === WARM)
            first = await snapshot(session);
        if (round >= WARM)
            all.push(await measure(session));
    }
    const third = Math.floor(all.length / 3), last = await snapshot(session);
    for (const what of ["bytes", "nodes", "listeners"]) {
        const before = middle(all.slice(0, third).map((one) => one[what]));
        const after = middle(all.slice(-third).map((one) => one[what]));
        const more = [...last].map(([kind, count]) => [kind, count - (first.get(kind) || 0)])
            .sort((a, b) => b[1] - a[1]).slice(0, 5).map(([kind, count]) => `${kind}: ${count}`).join(", ");
        assert.ok(after <= before * 1.1 + (what === "bytes" ? 1e6 : 20), `${what}: ${before}, then ${after}; ${more}`);
    }
    // No kind of thing has come to be with every round.
    const grown = [...last].filter(([kind, count]) => count - (first.get(kind) || 0) > 5 * (round - WARM) + 100 + varies);
    assert.deepEqual(grown.map(([kind, count]) => `${kind}: ${first.get(kind) || 0}, then ${count}`), []);
    return `${round} rounds, ${(all[0].bytes / 1e6).toFixed(2)} MB, then ${(all.at(-1).bytes / 1e6).toFixed(2)} MB`;
}
