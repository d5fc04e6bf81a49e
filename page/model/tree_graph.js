// SPDX-License-Identifier: MIT
// Places the nodes of a tree for a graph, so that no two boxes overlap, parents are centred over their children, and equal
// subtrees look equal. The method is that of Reingold and Tilford ("Tidier drawings of trees", 1981): subtrees are moved
// together until their contours touch. Children between two subtrees that touch are spread evenly, as Buchheim, Jünger and
// Leipert do ("Improving Walker's algorithm to run in linear time", 2002). Boxes have different sizes, so contours are edges
// of boxes rather than positions of nodes.

import {linesOf} from "./tree_lines.js";
/** @import {Node} from "./source.js" */

/**
 * The box of a node. `hidden` is the number of nodes below it that are folded away.
 *
 * @typedef {{node: number, x: number, y: number, width: number, height: number, hidden: number, level: number, parent: GraphBox | null,
 *     children: GraphBox[]}} GraphBox
 */
/** @typedef {{boxes: GraphBox[], width: number, height: number, byNode: Map<number, GraphBox>}} Graph boxes are in preorder */

/** Distances: between siblings, between other boxes of a level, and between two levels, at least and at most. */
export const GRAPH_GAPS = {siblings: 8, others: 16, levels: 48, levelsMost: 260};
const SLIMMEST = 0.2; // proportion of a graph from which levels are further apart, so that it is not a ribbon

/**
 * The edges of a subtree on each level, relative to the middle of its root, and the child that each edge belongs to.
 *
 * @typedef {{low: number[], high: number[], lowOf: number[], highOf: number[]}} Contour
 */

/**
 * Place the nodes that are not below a closed node.
 *
 * @param {Node[]} nodes
 * @param {Set<number>} closed
 * @param {boolean} isDown levels go from top to bottom, otherwise from left to right
 * @param {(node: number) => {width: number, height: number}} sizeOf
 * @returns {Graph}
 */
export function graphOf(nodes, closed, isDown, sizeOf) {
    /** @type {Map<number, GraphBox>} */
    const byNode = new Map();
    const boxes = linesOf(nodes, closed).map((node) => {
        const parent = byNode.get(nodes[node].parent) ?? null, isClosed = closed.has(node);
        /** @type {GraphBox} */
        const box = {node, x: 0, y: 0, ...sizeOf(node), hidden: isClosed ? nodes[node].end - node - 1 : 0, level: parent ? parent.level + 1 : 0, parent, children: []};
        parent?.children.push(box);
        byNode.set(node, box);
        return box;
    });
    const places = placesOf(boxes, (box) => isDown ? box.width : box.height);
    const levels = levelsOf(boxes, (box) => isDown ? box.height : box.width, SLIMMEST * (Math.max(0, ...places) - Math.min(0, ...places)));
    boxes.forEach((box, i) => {
        box.x = isDown ? places[i] - box.width / 2 : levels[box.level];
        box.y = isDown ? levels[box.level] : places[i] - box.height / 2;
    });
    const left = Math.min(0, ...boxes.map(({x}) => x)), top = Math.min(0, ...boxes.map(({y}) => y));
    for (const box of boxes) {
        box.x -= left;
        box.y -= top;
    }
    return {boxes, byNode, width: Math.max(0, ...boxes.map(({x, width}) => x + width)), height: Math.max(0, ...boxes.map(({y, height}) => y + height))};
}

// Return where each level begins. Together they should be as long as wanted.
/** @param {GraphBox[]} boxes @param {(box: GraphBox) => number} depthOf @param {number} wanted */
function levelsOf(boxes, depthOf, wanted) {
    /** @type {number[]} */
    const most = [];
    for (const box of boxes)
        most[box.level] = Math.max(most[box.level] ?? 0, depthOf(box));
    const gap = (wanted - most.reduce((sum, depth) => sum + depth, 0)) / Math.max(1, most.length - 1);
    let at = 0;
    return most.map((depth) => {
        const begin = at;
        at += depth + Math.min(GRAPH_GAPS.levelsMost, Math.max(GRAPH_GAPS.levels, gap));
        return begin;
    });
}

// Return the middle of each box, across the levels. The root is at 0.
/** @param {GraphBox[]} boxes @param {(box: GraphBox) => number} breadthOf */
function placesOf(boxes, breadthOf) {
    /** @type {Map<GraphBox, Contour>} */
    const contours = new Map();
    /** @type {Map<GraphBox, number>} */
    const offsets = new Map(); // from the parent's middle
    for (const box of [...boxes].reverse()) { // children come before their parents
        const half = breadthOf(box) / 2, places = [0];
        const below = box.children.map((child) => /** @type {Contour} */ (contours.get(child)));
        /** @type {Contour} */
        const joined = {low: [], high: [], lowOf: [], highOf: []};
        below.forEach((contour, i) => join(joined, contour, i, places));
        const middle = (places[0] + places[places.length - 1]) / 2;
        box.children.forEach((child, i) => {
            offsets.set(child, places[i] - middle);
            contours.delete(child);
        });
        contours.set(box, {low: [-half, ...joined.low.map((x) => x - middle)], high: [half, ...joined.high.map((x) => x - middle)], lowOf: [], highOf: []});
    }
    /** @type {Map<GraphBox | null, number>} */
    const places = new Map();
    return boxes.map((box) => {
        const place = (places.get(box.parent) ?? 0) + (offsets.get(box) ?? 0);
        places.set(box, place);
        return place;
    });
}

// Place the subtree of child `i` after those of its siblings, and join its contour with theirs.
/** @param {Contour} joined @param {Contour} contour @param {number} i @param {number[]} places */
function join(joined, contour, i, places) {
    /** @type {number[]} */
    const needs = []; // the least place, with respect to each sibling
    let place = i ? -Infinity : 0, touched = i;
    for (let level = 0; level < Math.min(joined.high.length, contour.low.length); level++) {
        const need = joined.high[level] + (level ? GRAPH_GAPS.others : GRAPH_GAPS.siblings) - contour.low[level], other = joined.highOf[level];
        needs[other] = Math.max(needs[other] ?? -Infinity, need);
        if (need > place) {
            place = need;
            touched = other;
        }
    }
    places[i] = place;
    spread(joined, needs, touched, i, places);
    contour.low.forEach((x, level) => {
        if (joined.low[level] === undefined) {
            joined.low[level] = x + place;
            joined.lowOf[level] = i;
        }
        joined.high[level] = contour.high[level] + place;
        joined.highOf[level] = i;
    });
}

// Spread the children between two children that touch, as far as the contours allow it.
/** @param {Contour} joined @param {number[]} needs @param {number} from @param {number} to @param {number[]} places */
function spread(joined, needs, from, to, places) {
    let room = Infinity;
    for (let i = from + 1; i < to; i++)
        if (needs[i] !== undefined)
            room = Math.min(room, (places[to] - needs[i]) * (i === to - 1 ? 1 : (to - from) / (i - from)));
    if (!(room > 0 && room < Infinity))
        return;
    /** @param {number} i */
    const shift = (i) => i > from && i < to ? room * (i - from) / (to - from) : 0;
    for (let i = from + 1; i < to; i++)
        places[i] += shift(i);
    joined.low.forEach((_, level) => {
        joined.low[level] += shift(joined.lowOf[level]);
        joined.high[level] += shift(joined.highOf[level]);
    });
}

/** @typedef {{x: number, y: number, width: number, height: number}} Area */

/** Return those of the areas, in their order, that do not overlap an earlier one. @template {Area} T @param {T[]} areas @param {number} most @returns {T[]} */
export function apart(areas, most) {
    /** @type {T[]} */
    const kept = [];
    for (const one of areas) {
        if (kept.length === most)
            break;
        if (!kept.some((other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height))
            kept.push(one);
    }
    return kept;
}

/** Return the box next to a box: its parent, its first child, or the one before or after it on its level. @param {Graph} graph @param {GraphBox} box @param {"parent" | "child" | "before" | "after"} where */
export function boxNextTo(graph, box, where) {
    if (where === "parent")
        return box.parent;
    if (where === "child")
        return box.children[0] ?? null;
    const level = graph.boxes.filter((one) => one.level === box.level); // preorder is the order within a level, too
    return level[level.indexOf(box) + (where === "after" ? 1 : -1)] ?? null;
}

/** Return a number of agents in at most five characters. @param {number} count */
export function shortCount(count) {
    return count < 10000 ? count.toLocaleString("en") : count < 999500 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toPrecision(count < 9.95e6 ? 2 : 3)}M`;
}
