// SPDX-License-Identifier: MIT
// Tests of what the graph of a tree computes.

import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import {NODE_KINDS, kindOf, kindsIn} from "../model/node_kinds.js";
import {GRAPH_GAPS, apart, boxNextTo, graphOf, shortCount} from "../model/tree_graph.js";
import {linesOf} from "../model/tree_lines.js";

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

// A tree as nodes in preorder, from a generator of numbers between 0 and 1.
function randomTree(random, most) {
    const nodes = [];
    const grow = (parent, depth) => {
        const at = nodes.length;
        nodes.push({type: "wait", name: "", label: "", parent, depth, end: 0, canLive: true});
        const children = depth < 3 ? 1 + Math.floor(random() * 6) : depth < 10 ? Math.floor(random() * 3) : 0;
        for (let i = 0; i < children && nodes.length < most; i++)
            grow(at, depth + 1);
        nodes[at].end = nodes.length;
    };
    grow(-1, 0);
    return nodes;
}

const randomFrom = (seed) => () => {
    seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((seed ^ seed >>> 13) >>> 0) / 2 ** 32;
};

// Check that boxes do not overlap, levels follow one another, and order and distances hold.
function check(graph, isDown) {
    const along = isDown ? ["y", "height"] : ["x", "width"], across = isDown ? ["x", "width"] : ["y", "height"];
    const {boxes} = graph, levels = new Map();
    for (const box of boxes)
        levels.set(box.level, [...levels.get(box.level) ?? [], box]);
    for (const [level, list] of levels) {
        for (let i = 1; i < list.length; i++) {
            const [a, b] = [list[i - 1], list[i]], gap = b[across[0]] - a[across[0]] - a[across[1]];
            assert.ok(gap >= (a.parent === b.parent ? GRAPH_GAPS.siblings : GRAPH_GAPS.others) - 1e-6, `${gap} between ${a.node} and ${b.node}`);
        }
        const end = Math.max(...list.map((box) => box[along[0]] + box[along[1]]));
        for (const next of levels.get(level + 1) ?? [])
            assert.ok(next[along[0]] >= end + GRAPH_GAPS.levels - 1e-6);
    }
    for (const box of boxes) {
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= graph.width + 1e-6 && box.y + box.height <= graph.height + 1e-6);
        const middle = (one) => one[across[0]] + one[across[1]] / 2, {children} = box;
        if (children.length)
            assert.ok(Math.abs(middle(box) - (middle(children[0]) + middle(children[children.length - 1])) / 2) < 1e-6);
    }
}

test("boxes of random trees do not overlap: both directions, open and folded, up to 300 nodes", () => {
    let largest = 0;
    for (let seed = 1; seed <= 120; seed++) {
        const random = randomFrom(seed), nodes = randomTree(random, 1 + Math.floor(random() * 300));
        largest = Math.max(largest, nodes.length);
        const sizes = nodes.map(() => ({width: 60 + random() * 160, height: 30 + Math.floor(random() * 3) * 8}));
        const closed = new Set(seed % 2 ? [] : nodes.map((_, i) => i).filter((i) => nodes[i].end > i + 1 && random() < 0.2));
        for (const isDown of [true, false]) {
            const graph = graphOf(nodes, closed, isDown, (node) => sizes[node]);
            check(graph, isDown);
            assert.deepEqual(graph.boxes.map(({node}) => node), linesOf(nodes, closed));
            for (const box of graph.boxes)
                assert.equal(box.hidden, closed.has(box.node) ? nodes[box.node].end - box.node - 1 : 0);
        }
    }
    assert.ok(largest > 250, `${largest} nodes`);
});

test("the layout is tidy: as narrow as it can be, equal subtrees look equal, and small ones between large ones are spread", () => {
    const node = (parent, depth, end) => ({type: "wait", name: "", label: "", parent, depth, end, canLive: true}), size = () => ({width: 100, height: 30});
    // a root with a subtree of three leaves, two leaves, and a subtree of three leaves
    const nodes = [node(-1, 0, 11), node(0, 1, 5), node(1, 2, 3), node(1, 2, 4), node(1, 2, 5), node(0, 1, 6), node(0, 1, 7),
                   node(0, 1, 11), node(7, 2, 9), node(7, 2, 10), node(7, 2, 11)];
    const graph = graphOf(nodes, new Set(), true, size), x = graph.boxes.map((box) => box.x);
    assert.equal(graph.width, 6 * 100 + 4 * GRAPH_GAPS.siblings + GRAPH_GAPS.others);
    assert.deepEqual([2, 3, 4].map((i) => x[i] - x[1]), [8, 9, 10].map((i) => x[i] - x[7]));
    assert.ok(Math.abs((x[5] - x[1]) - (x[6] - x[5])) < 1e-6 && Math.abs((x[6] - x[5]) - (x[7] - x[6])) < 1e-6, "evenly spread");
    const flat = Array.from({length: 101}, (_, i) => node(i ? 0 : -1, i ? 1 : 0, i ? i + 1 : 101));
    assert.equal(graphOf(flat, new Set(), true, size).height, 2 * 30 + GRAPH_GAPS.levelsMost, "a wide graph is no ribbon");
    const chain = Array.from({length: 3000}, (_, i) => node(i - 1, i, 3000));
    assert.equal(graphOf(chain, new Set(), false, size).width, 3000 * 100 + 2999 * GRAPH_GAPS.levels);
    assert.deepEqual(graphOf([], new Set(), true, size), {boxes: [], byNode: new Map(), width: 0, height: 0});
});

test("keys go to the parent, the first child, and along a level", () => {
    const nodes = randomTree(randomFrom(7), 60), graph = graphOf(nodes, new Set(), true, () => ({width: 80, height: 30}));
    const [root] = graph.boxes, child = boxNextTo(graph, root, "child");
    assert.equal(boxNextTo(graph, root, "parent"), null);
    assert.equal(child.node, 1);
    assert.equal(boxNextTo(graph, child, "parent"), root);
    const seen = [];
    for (let box = child; box; box = boxNextTo(graph, box, "after")) {
        seen.push(box.node);
        assert.ok(box === child || boxNextTo(graph, boxNextTo(graph, box, "before"), "after") === box);
    }
    assert.deepEqual(seen, nodes.map((_, i) => i).filter((i) => nodes[i].depth === 1));
});

test("labels that would overlap an earlier one are left out", () => {
    const area = (x, y) => ({x, y, width: 50, height: 14});
    const areas = [area(0, 0), area(30, 5), area(0, 14), area(200, 0), area(199, 13), area(49, 28)];
    assert.deepEqual(apart(areas, 9), [areas[0], areas[2], areas[3], areas[5]]);
    assert.deepEqual(apart(areas, 2), [areas[0], areas[2]]);
});

test("numbers of agents are short", () => {
    assert.deepEqual([0, 9999, 10000, 123456, 999499, 999500, 1e6, 12345678].map(shortCount), ["0", "9,999", "10k", "123k", "999k", "1.0M", "1.0M", "12.3M"]);
});
