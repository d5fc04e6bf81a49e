// SPDX-License-Identifier: MIT
// Random trees of mistreevous, printed in both of its syntaxes, and run by the original.
import { BehaviourTree, State } from "mistreevous";

import { answer, guard } from "./leaves.mjs";

const COMPOSITES = ["sequence", "selector", "parallel", "race", "all", "sequence", "selector"];
const DECORATORS = ["flip", "succeed", "fail", "repeat", "retry"];

/** Makes random trees with one numbering of leaves. */
class Maker {
    constructor(chance, names) {
        this.chance = chance;
        this.names = names; // roots that branches may name
        this.count = 0;
    }

    call(name) {
        const call = { call: name, args: [++this.count] };
        if (this.chance.happens(15))
            call.args.push(this.chance.one([true, 2.5, -3, "two words", null]));
        return call;
    }

    attributes(node) {
        for (const [name, likely] of [["while", 8], ["until", 8]])
            if (this.chance.happens(likely)) {
                node[name] = this.call("G");
                if (this.chance.happens(40))
                    node[name].succeedOnAbort = true;
            }
        for (const [name, likely] of [["entry", 10], ["step", 8]])
            if (this.chance.happens(likely))
                node[name] = this.call("E");
        if (this.chance.happens(20))
            node.exit = this.call("X");
        return node;
    }

    leaf() {
        const drawn = this.chance.below(20);
        if (drawn < 10)
            return { type: "action", ...this.call("L") };
        if (drawn < 15)
            return { type: "condition", ...this.call("C") };
        if (drawn < 17 && this.names.length)
            return { type: "branch", ref: this.chance.one(this.names) };
        return this.chance.happens(30) ? { type: "wait" } : { type: "wait", duration: 50 * this.chance.below(6) };
    }

    node(depth) {
        let node;
        if (depth === 0 || this.chance.happens(15)) {
            node = this.leaf();
        } else if (this.chance.happens(55)) {
            const children = Array.from({ length: 1 + this.chance.below(4) }, () => this.node(depth - 1));
            node = { type: this.chance.one(COMPOSITES), children };
        } else {
            node = { type: this.chance.one(DECORATORS), child: this.node(depth - 1) };
            const count = this.chance.below(4);
            if (node.type === "repeat" && this.chance.happens(80))
                node.iterations = this.chance.happens(20) ? [count, count] : count;
            if (node.type === "retry" && this.chance.happens(80))
                node.attempts = this.chance.happens(20) ? [count, count] : count;
        }
        return node.type === "branch" ? node : this.attributes(node);
    }
}

/** Return a definition: a list of roots, of which the first one runs. */
export function makeMistreevous(chance) {
    const names = ["Flee", "Approach"].slice(0, chance.below(3));
    const main = new Maker(chance, names);
    const roots = [main.attributes({ type: "root", child: main.node(4) })];
    names.forEach((id, i) => {
        const maker = new Maker(chance, names.slice(i + 1)); // no tree contains itself
        maker.count = 1000 * (i + 1);
        roots.push(maker.attributes({ type: "root", id, child: maker.node(2) }));
    });
    return roots;
}

// ---- MDSL

const printArguments = values => values.map(value => JSON.stringify(value)).join(", ");
const printCall = call => `${call.call}${call.args.length ? ", " : ""}${printArguments(call.args)}`;

function printAttributes(node) {
    let text = "";
    for (const name of ["while", "until", "entry", "step", "exit"])
        if (node[name])
            text += ` ${name}(${printCall(node[name])})${node[name].succeedOnAbort ? " then succeed" : ""}`;
    return text;
}

function printHead(node) {
    if (node.call)
        return ` [${printCall(node)}]`;
    const number = node.duration ?? node.iterations ?? node.attempts ?? node.ref ?? node.id;
    return number === undefined ? "" : ` [${[number].flat().join(", ")}]`;
}

/** Return a definition in MDSL. */
export function printMDSL(roots) {
    const print = (node, indent) => {
        const children = node.children ?? (node.child ? [node.child] : []);
        const head = `${indent}${node.type}${printHead(node)}${printAttributes(node)}`;
        if (!children.length)
            return `${head}\n`;
        return `${head} {\n${children.map(child => print(child, `${indent}  `)).join("")}${indent}}\n`;
    };
    return roots.map(root => print(root, "")).join("");
}

// ---- running

/** Run a definition, and return its log. */
export function runMistreevous(definition, seed, ticks, clock) {
    const log = [], calls = new Map();
    const drawn = (kind, id) => {
        const n = calls.get(id) ?? 0;
        calls.set(id, n + 1);
        const status = answer(kind, seed, id, n);
        log.push(`${clock.tick} ${kind}${id} call ${status}`);
        return status;
    };
    const agent = {
        L: id => ({ S: State.SUCCEEDED, F: State.FAILED, R: State.RUNNING })[drawn("L", id)],
        C: id => drawn("C", id) === "S",
        G: id => guard(seed, id, clock.tick),
        E: id => void log.push(`${clock.tick} E${id} call`),
        X: (result, id) => void log.push(`${clock.tick} X${id} exit ${result.aborted ? "aborted" : Number(result.succeeded)}`),
    };
    const tree = new BehaviourTree(definition, agent);
    for (clock.tick = 0; clock.tick < ticks; clock.tick++) {
        tree.step();
        log.push(`${clock.tick} root ${{ [State.SUCCEEDED]: "S", [State.FAILED]: "F", [State.RUNNING]: "R" }[tree.getState()]}`);
    }
    return log;
}
