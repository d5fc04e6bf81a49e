#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares native code of every node type with the interpreter: native_rows.py GESTALT [--document TYPE]

For each row of src/shape/nodes.def, generates a document with nodes of that type: one for each value of each attribute,
both inside a parallel that rolls back when it fails and outside of it. Runs the document with native code and with the
interpreter, and checks that hashes and final blackboards are equal and that each of these nodes has run. A type without
native code must be in `not_written`, with the reason. With --document, prints the document of a type.
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

import tap

top = pathlib.Path(__file__).resolve().parent.parent
agents, ticks = 70, 300  # a full cohort and a small one; with --lanes=1, lone agents

# Types that the interpreter runs and native_functions.c does not write, each with the reason.
not_written = {}

blackboard = {"n": "int", "x": {"type": "float", "init": "rand() * 4"}, "b": "bool", "home": "vec2",
              "mode": {"type": ["idle", "chase", "flee"], "init": "chase"}, "spot": "vec3", "place": "int",
              "counts": {"type": {"list": "int"}, "capacity": 3, "init": [7, "agent"]},
              "sizes": {"type": {"list": "float"}, "capacity": 3}, "flags": {"type": {"list": "bool"}, "capacity": 3},
              "route": {"type": {"list": "vec2"}, "capacity": 3}, "other": {"type": {"list": "vec2"}, "capacity": 2, "init": [[1, 2]]},
              "spots": {"type": {"list": "vec3"}, "capacity": 3},
              "modes": {"type": {"list": ["idle", "chase", "flee"]}, "capacity": 3, "init": ["flee"]}}
elements = {"counts": "n", "sizes": "x", "flags": "b", "route": "home", "other": "home", "spots": "spot", "modes": "mode"}  # a key of the type
assigned = {"n": "n * 3 + agent", "x": "x * 0.5 + rand()", "b": "!b && tick % 3 == 0", "home": ["x + 1", "home.x - dt"],
            "home.x": "sqrt(x) + n % 7", "mode": "(agent + tick) % 3 == 0 ? 'flee' : 'idle'", "spot": "vec3(x, sizes[0], find(sizes, x)) - spot",
            "counts": ["n", "count(route)", "counts[1] * 3"], "flags": ["find(flags, b) == 1"], "modes": [], "spots": ["spots[1] * 2"],
            "route": "other", "sizes": ["rand()", "sizes[count(sizes) - 1]"]}
stubs = ("act=2:success", "act_with=1:failure", "go=3:success", "go_with=2:failure", "sees=success", "sees_with=failure")


class Unknown(Exception):
    """Raised for a kind of attribute that this script does not know."""


def changing(number):
    """Return a condition whose result depends on agent and tick."""
    return f"(agent * 7 + tick * 3 + {number}) % 5 < 3"


def child(number):
    """Return a small tree that changes a key, runs for zero or more ticks, and succeeds or fails."""
    last = ({"type": "condition", "if": changing(number)},
            {"type": "sequence", "children": [{"type": "wait", "ticks": number % 3 + 1},
                                              {"type": "condition", "if": changing(number)}]},
            {"type": "action", "do": "act"})[number % 3]
    return {"type": "sequence", "children": [{"type": "set", "key": "n", "to": f"n * 31 + {number}"}, last]}


def values(kind):
    """Return values for an attribute of a kind. A value is a function if it depends on other attributes of the node."""
    known = {
        "BOOL_EXPRESSION": [changing(1)], "PREDICATE": ["sees"], "IMMEDIATE": ["act"], "DEFERRED": ["go"], "RESOURCE": ["legs"],
        "ARGUMENTS": [{"count": "tick % 4", "speed": "x + 1.5"}], "PERSISTENT": ["p"], "STATUS": ["success", "failure", "running"],
        "BLACKBOARD_KEY": list(assigned),
        "VALUE_EXPRESSION": [lambda node: assigned[elements[node["key"]] if "at" in node else node["key"]]],
        "SECONDS": [0.3, 0, "0.1 * (agent % 4)"], "TICKS": [2, 0, "agent % 3"], "COUNT": [3], "PER_TICK": [2],
        "UNTIL": ["success", "failure"], "PAUSE": [2, 0],
        "LIST_KEY": list(elements), "ELEMENT_KEY": [lambda node: elements[node["key"]]], "INDEX_KEY": ["place"],
        "ELEMENT": [lambda node: assigned[elements[node["key"]]]], "AT": ["(agent + tick) % 5 - 1", "count(counts) - 1"],
        "PROBABILITY": [0.5, 0, 1], "MESSAGE": ["here"], "ORDER": ["random", "fixed"], "VERDICT": ["each", "end"],
        "THRESHOLD": [1, 2, "all", "any"],
        "WEIGHTS": [[1, 2.5, 0]], "SCORES": [["x", "tick % 4", "rand() * 3"]], "REACTIVE": [True, False], "MARGIN": [0.25],
        "CHOICE_EXPRESSION": ["(agent + tick) % 5 - 1", "mode"], "CHILD": [lambda node: child(len(node))],
        "CHILDREN": [lambda node: [child(i) for i in range(3)]],
        "CASES": [lambda node: {word: child(i) for i, word in enumerate(("idle", "flee") if node["on"] == "mode" else "013")}],
    }
    if kind not in known:
        raise Unknown(f"no value is known for attributes of kind {kind}: add it to `values` in tests/native_rows.py")
    return known[kind]


def rows():
    """Yield the name of each type that is not expanded, and its attributes: name, kind, need, doc."""
    text = (top / "src/shape/nodes.def").read_text("utf-8")
    for enumerator, name, group, rest in re.findall(r"^NODE\((\w+), (\w+), (\w+),(.*)", text, re.M):
        if group != "COPY" and "SETS" not in rest:  # documents do not tell the forms of `set` apart
            yield name, re.findall(rf'^ATTRIBUTE\({enumerator}, "(\w+)", (\w+), (\w+), "[^"]*", "(.*)"\)', text, re.M)


def finish(node, attributes):
    """Add the attribute that another one requires, and compute values that depend on other attributes."""
    for name, _, _, doc in attributes:
        other = re.search(r"only with `(\w+)`", doc)
        if name in node and other:
            need = next(attribute for attribute in attributes if attribute[0] == other[1])
            if need[2] == "ONE_OF":
                node = {key: value for key, value in node.items() if not any(key == a[0] and a[2] == "ONE_OF" for a in attributes)}
            node[need[0]] = values(need[1])[0]
    if node["type"] == "set" and "at" in node:
        node["key"] = ("counts", "route")[node["at"] == values("AT")[0]]
    for name, kind, _, _ in attributes:
        if callable(node.get(name)):
            node[name] = node[name](node)
        # A function has one list of arguments, and a persistent value has one initial value. Variants get another name.
        if kind in ("PREDICATE", "IMMEDIATE", "DEFERRED") and "args" in node and name in node:
            node[name] += "_with"
    if node["type"] == "persistent" and "init" in node:
        node["key"] += f"_{node['init']}"
    return node


def variants(name, attributes):
    """Nodes of a type: with required attributes only, with each value of each attribute, and with all attributes."""
    one_of = [attribute for attribute in attributes if attribute[2] == "ONE_OF"]
    base = {"type": name, **{a: values(kind)[0] for a, kind, need, _ in attributes if need == "REQUIRED"},
            **{a: values(kind)[0] for a, kind, _, _ in one_of[:1]}}
    chosen = [base]
    for a, kind, need, _ in attributes:
        without = {key: value for key, value in base.items() if need != "ONE_OF" or key not in [other[0] for other in one_of]}
        chosen += [{**without, a: value} for value in values(kind)]
    chosen.append({**base, **{a: values(kind)[-1] for a, kind, need, _ in attributes if need == "OPTIONAL"}})
    unique = {json.dumps(node): node for node in (finish(dict(node), attributes) for node in chosen)}
    return list(unique.values())


def document(name, attributes):
    """Return a document with all variants: in parallels for half of the agents, and in a sequence for the others."""
    nodes = variants(name, attributes)
    ended = [{"type": "timeout", "ticks": 5 + i % 3, "child": node} for i, node in enumerate(nodes)]
    judge = {"type": "condition", "if": changing(2)}  # if it fails, the parallel fails and rolls back
    beside = [{"type": "parallel", "failure": "all", "children": ended[at:at + 8] + [judge]} for at in range(0, len(ended), 8)]
    turns = [{"type": "force_success", "child": node} for node in ended]
    before = []
    if name == "signal":  # the status that a roll-back restores
        before = [{"type": "signal", "key": "p", "to": "failure"},
                  {"type": "force_success", "child": {"type": "persistent", "key": "p"}}]
    beside = before + [{"type": "force_success", "child": node} for node in beside]
    root = {"type": "decide", "if": "agent % 2 == 0", "then": {"type": "sequence", "children": beside},
            "else": {"type": "sequence", "children": turns}}
    if any(attribute[1] == "LIST_KEY" for attribute in attributes):  # lists that are full, in part, and empty
        pushes = [{"type": "push", "key": key, "value": assigned[element], "at": "0"} for key, element in elements.items()]
        pushes = [{"type": "force_success", "child": {"type": "decide", "if": changing(i), "then": push}} for i, push in enumerate(pushes)]
        root = {"type": "sequence", "children": pushes + [root]}
    return {"gestalt": 1, "name": name, "blackboard": blackboard, "root": root}


def wanted_stubs(text):
    return [f"--stub={stub}" for stub in stubs if f'"{stub.split("=")[0]}"' in text]


def run(gestalt, path, *options):
    """Run a document. Return the hash and the final blackboards, and an error message or None."""
    final = path.with_suffix(".csv")
    environment = ["CC=tcc"] if shutil.which("tcc") else ["CFLAGS=-O0 -DTREE_SMALL"]
    out, err, status = tap.run(["env", *environment, f"XDG_CACHE_HOME={path.parent}", gestalt, "run", str(path), "-q", "--hash",
                                f"--agents={agents}", f"--ticks={ticks}", "--dt=100ms", "--seed=5", f"--final={final}",
                                *wanted_stubs(path.read_text("utf-8")), *options])
    if status or err:
        return None, f"{' '.join(options)}: status {status}\n{err}"
    return (out, final.read_bytes()), None


def idle_nodes(gestalt, path, name):
    """Return messages about nodes of the type that have never run."""
    out, err, status = tap.run([gestalt, "run", str(path), "-q", "--counts", "--json", f"--agents={agents}", f"--ticks={ticks}",
                                "--dt=100ms", "--seed=5", *wanted_stubs(path.read_text("utf-8"))])
    if status:
        return [err]
    nodes = [node for node in json.loads(out)["groups"][0]["nodes"] if node["type"] == name]
    return [f"node {node['node']} has never run" for node in nodes if node["in_all"]["runs"] == 0] or \
        (["there is no such node"] if not nodes else [])


def compare(gestalt, path, name):
    _, err, status = tap.run([gestalt, "compile", "-q", str(path), "--as=c", "-o", str(path.with_suffix(".c"))])
    if f"no native code for nodes of type {name}" in err:
        return None if name in not_written else \
            f"{name} has no native code: write it in src/native/native_functions.c, or put it into `not_written`, with the reason"
    if status:
        return err
    if name in not_written:
        return f"{name} has native code: take it out of `not_written`"
    idle = idle_nodes(gestalt, path, name)
    if idle:
        return "\n".join(idle)
    expected, problem = run(gestalt, path)
    for options in (["--native"], ["--native", "--lanes=1"], ["--native", "--lanes=5"]):
        got, problem = (None, problem) if problem else run(gestalt, path, *options)
        if not problem and got != expected:
            problem = f"{' '.join(options)}: {got[0].strip()} instead of {expected[0].strip()}, the interpreter's"
    return problem


def main(gestalt, *arguments):
    if arguments:
        print(json.dumps(document(*next(row for row in rows() if row[0] == arguments[1])), indent=1))
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, attributes in rows():
            path = pathlib.Path(folder, f"{name}.json")
            try:
                path.write_text(json.dumps(document(name, attributes)), "utf-8")
                tap.report(name, compare(gestalt, path, name))
            except Unknown as unknown:
                tap.report(name, str(unknown))
        made = len(list(pathlib.Path(folder, "gestalt").glob("*.so")))
        most = len([name for name, _ in rows() if name not in not_written])
        tap.report("native code", None if made == most else f"there is code of {made} trees, not of {most}")
    for name in set(not_written) - {name for name, _ in rows()}:
        tap.report(name, "is in `not_written`, and no type")
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
