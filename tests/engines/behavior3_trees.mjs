// SPDX-License-Identifier: MIT
// Random trees of behavior3, as its editor writes them, run by the original.
import { createRequire } from "node:module";

import { answer } from "./leaves.mjs";

const b3 = createRequire(import.meta.url)("behavior3js");
globalThis.b3 = b3; // its `Repeater` needs this

const STATUS = { S: b3.SUCCESS, F: b3.FAILURE, R: b3.RUNNING };
const MEMORY = ["MemSequence", "MemPriority"];
const REACTIVE = ["Sequence", "Priority"];
const LOOPS = ["Repeater", "RepeatUntilSuccess", "RepeatUntilFailure"];

class Maker {
    constructor(chance, isReactive) {
        this.chance = chance;
        this.composites = isReactive ? [...MEMORY, ...REACTIVE, ...REACTIVE] : MEMORY;
        this.decorators = ["Inverter", "Limiter", ...LOOPS, ...(isReactive ? ["MaxTime"] : [])];
        this.nodes = {};
        this.count = 0;
    }

    add(name, properties, more) {
        const id = `n${++this.count}`;
        const title = this.chance.happens(20) ? `${name} of ${id}` : name;
        this.nodes[id] = { id, name, title, description: "", properties, ...more, display: { x: 0, y: 0 } };
        return id;
    }

    leaf() {
        const drawn = this.chance.below(20);
        if (drawn < 11)
            return this.add("L", { id: this.count + 1 });
        if (drawn < 15)
            return this.add("C", { id: this.count + 1, note: this.chance.one(["a", "b"]) });
        if (drawn < 17)
            return this.add("Wait", { milliseconds: this.chance.one([0, 50, 100, "150", 200, 250]) });
        return this.add(this.chance.one(["Succeeder", "Failer", "Runner"]), {});
    }

    // A child that can run on: below an endless loop, others would never come back.
    decorator(name, depth) {
        const child = this.node(depth - 1);
        if (name === "MaxTime")
            return this.add(name, { maxTime: this.chance.one([50, 100, "200"]) }, { child });
        if (name === "Inverter")
            return this.add(name, {}, { child });
        if (name === "Limiter")
            return this.add(name, { maxLoop: 1 + this.chance.below(3) }, { child });
        return this.add(name, { maxLoop: this.chance.one([1, 2, 3, "2", 1.5]) }, { child });
    }

    node(depth) {
        if (depth === 0 || this.chance.happens(15))
            return this.leaf();
        if (this.chance.happens(35))
            return this.decorator(this.chance.one(this.decorators), depth);
        const children = Array.from({ length: this.chance.below(5) }, () => this.node(depth - 1));
        return this.add(this.chance.one(this.composites), {}, { children });
    }

    // An endless loop over a leaf that seldom keeps the loop in one tick for long.
    endless() {
        const child = this.add("L", { id: this.count + 1 });
        return this.add(this.chance.one(LOOPS), { maxLoop: this.chance.one([-1, "1e999", 0]) }, { child });
    }
}

/** Return a tree. With `isReactive`, some of its nodes can only be imported approximately. */
export function makeBehavior3(chance, isReactive) {
    const maker = new Maker(chance, isReactive);
    const root = chance.happens(10) ? maker.endless() : maker.node(4);
    const leaf = (name, category, properties) => ({ version: "0.3.0", scope: "node", name, category, title: "", properties });
    return {
        version: "0.3.0", scope: "tree", id: "tree-1", title: "A random tree", description: "", root, properties: {}, nodes: maker.nodes,
        display: { camera_x: 0, camera_y: 0, camera_z: 1 },
        custom_nodes: [leaf("L", "action", { id: 0 }), leaf("C", "condition", { id: 0, note: "" })],
    };
}

/** Run a tree, and return its log. */
export function runBehavior3(definition, seed, ticks, clock) {
    const log = [], calls = new Map(), live = new Set();
    const drawn = (kind, node) => {
        const id = node.properties.id, n = calls.get(id) ?? 0;
        calls.set(id, n + 1);
        const status = answer(kind, seed, id, n);
        log.push(`${clock.tick} ${kind}${id} ${live.has(id) ? "resume" : "start"} ${status}`);
        status === "R" ? live.add(id) : live.delete(id);
        return STATUS[status];
    };
    const L = b3.Class(b3.Action, {
        name: "L",
        tick() {
            return drawn("L", this);
        },
        close() {
            if (live.delete(this.properties.id))
                log.push(`${clock.tick} L${this.properties.id} halt`);
        },
    });
    const C = b3.Class(b3.Condition, {
        name: "C",
        tick() {
            return drawn("C", this);
        },
    });
    const tree = new b3.BehaviorTree(), blackboard = new b3.Blackboard();
    tree.load(definition, { L, C });
    for (clock.tick = 0; clock.tick < ticks; clock.tick++) {
        const status = tree.tick({}, blackboard);
        log.push(`${clock.tick} root ${Object.keys(STATUS).find(one => STATUS[one] === status)}`);
    }
    return log;
}
