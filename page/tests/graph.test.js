// SPDX-License-Identifier: MIT
// Tests of what the graph of a tree computes.

import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import {NODE_KINDS, kindOf, kindsIn} from "../model/node_kinds.js";

test("each node type of the language has a kind, and each kind its own colour and icon", () => {
    const rows = fs.readFileSync(new URL("../../src/shape/nodes.def", import.meta.url), "utf-8").matchAll(/^NODE\((\w+), (\w+), (\w+)/gm);
    const other = NODE_KINDS[NODE_KINDS.length - 1];
    for (const [, , type, group] of rows)
        assert.equal(kindOf(type) === other, group === "COPY", type);
    assert.equal(kindOf("unheard_of"), other);
    assert.equal(new Set(NODE_KINDS.map(({path}) => path)).size, NODE_KINDS.length);
    const types = NODE_KINDS.flatMap((one) => one.types.split(" ").filter(Boolean));
    assert.equal(new Set(types).size, types.length);
});

test("a legend has the types that occur, by kind", () => {
    const legend = kindsIn(["wait", "sequence", "priority", "selector", "sequence"].map((type) => ({type})));
    assert.deepEqual(legend.map(({types}) => types), [["sequence"], ["priority", "selector"], ["wait"]]);
});
