#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long compilers take for native code: native_size.py GESTALT INCLUDES [NODES,... [COMPILER...]]

Generates trees with about NODES nodes, writes them as C, and compiles them with the flags of `gestalt run --native`.
`plain` trees have decorators, sequences, selectors and priorities over actions, waits and single comparisons. `mixed`
trees have all types and large expressions. `wide` trees are a switch over switches of 100 cases. Prints the number of
nodes, kilobytes of C, and for each compiler the processor time in seconds, megabytes of memory, and kilobytes of object
code.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

flags = "-std=c17 -O3 -march=native -ffp-contract=off -fno-math-errno -shared -fPIC".split()
keys = {**{f"k{i}": "float" for i in range(12)}, **{f"i{i}": "int" for i in range(6)}, **{f"b{i}": "bool" for i in range(4)}}


def number(rng, depth):
    """Return a random float expression."""
    kind = rng.randrange(8 if depth else 2)
    if kind == 0:
        return f"{rng.randint(0, 4000) / 8}"
    if kind < 4:
        return f"k{rng.randrange(12)}"
    a, b = number(rng, depth - 1), number(rng, depth - 1)
    return rng.choice((f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"min({a}, {b})", f"sqrt({a})", f"({a} / {b})",
                       f"sin({a})", f"rand()", f"abs({a})"))


def question(rng, depth):
    """Return a random bool expression."""
    kind = rng.randrange(7 if depth else 4)
    if kind == 0:
        return f"b{rng.randrange(4)}"
    if kind == 1:
        return f"i{rng.randrange(6)} % {rng.choice((2, 3, 8, 10))} == {rng.randrange(8)}"
    if kind < 5:
        return f"{number(rng, rng.randrange(2))} {rng.choice(('<', '>', '<=', '>='))} {number(rng, depth)}"
    return f"({question(rng, depth - 1)} {rng.choice(('&&', '||'))} {question(rng, depth - 1)})"


def leaf(rng):
    kind = rng.randrange(12)
    if kind < 4:
        return {"type": "condition", "if": question(rng, 2)}
    if kind < 6:
        return {"type": "action", "do": f"act{rng.randrange(40)}"}
    if kind < 8:
        return {"type": "set", "key": f"k{rng.randrange(12)}", "to": number(rng, 2)}
    return ({"type": "wait", "seconds": rng.randint(1, 100) / 10}, {"type": "deferred", "do": f"go{rng.randrange(10)}"},
            {"type": "condition", "call": f"sees{rng.randrange(20)}"},
            rng.choice(({"type": "signal", "key": "p", "to": "failure"}, {"type": "persistent", "key": "p"})))[kind - 8]


def decorator(rng, size):
    kind, child = rng.randrange(9), mixed(rng, size - 1)
    seconds = rng.randint(1, 100) / 10
    return ({"type": "invert", "child": child}, {"type": "force_success", "child": child},
            {"type": "timeout", "seconds": seconds, "child": child}, {"type": "cooldown", "seconds": seconds, "child": child},
            {"type": "once", "child": child}, {"type": "chance", "p": rng.randint(1, 99) / 100, "child": child},
            {"type": "repeat", "count": rng.randint(1, 9), "per_tick": 1, "child": child},
            {"type": "delay", "seconds": seconds, "child": child},
            {"type": "retry", "attempts": rng.randint(1, 9), "per_tick": 1, "child": child})[kind]


def mixed(rng, size):
    """Return a tree with about this number of nodes."""
    if size <= 1:
        return leaf(rng)
    if size == 2 or rng.randrange(6) == 0:
        return decorator(rng, size)
    count = min(size - 1, rng.randint(2, 6))
    cuts = sorted(rng.sample(range(1, size - 1), count - 1)) if count > 1 else []
    children = [mixed(rng, b - a) for a, b in zip([0, *cuts], [*cuts, size - 1])]
    kind = rng.choice(("sequence", "selector", "priority", "reactive_sequence") * 3 +
                      ("concurrent", "race", "parallel", "weighted", "utility", "switch", "decide", "random", "service"))
    if kind == "weighted":
        return {"type": kind, "weights": [rng.randint(1, 9) for _ in children], "children": children}
    if kind == "utility":
        return {"type": kind, "scores": [number(rng, 2) for _ in children], "reactive": rng.random() < 0.3, "children": children}
    if kind == "switch":
        cases = {str(i): c for i, c in enumerate(children)}
        return {"type": kind, "on": f"i{rng.randrange(6)} % 5", "reactive": rng.random() < 0.3, "cases": cases}
    if kind == "decide":
        return {"type": kind, "if": question(rng, 2), "reactive": rng.random() < 0.3, "then": children[0],
                "else": {"type": "selector", "children": children[1:]}}
    if kind == "service":
        return {"type": kind, "seconds": 1, "do": children[0], "child": {"type": "sequence", "children": children[1:]}}
    if kind == "random":
        return {"type": "selector", "order": "random", "children": children}
    return {"type": kind, "children": children}


def wide(rng, size):
    """Return a switch over switches with leaves."""
    def branch(i):
        return {"type": "sequence", "children": [{"type": "condition", "if": f"k{i % 12} < {rng.randint(1, 900) / 8}"},
                                                 {"type": "action", "do": f"act{rng.randrange(40)}"}]}
    inner = [{"type": "switch", "on": "i1", "cases": {str(i): branch(i) for i in range(100)}}
             for _ in range(max(1, size // 301))]
    return {"type": "switch", "on": "i0", "reactive": True, "cases": {str(i): c for i, c in enumerate(inner)}}


def plain(rng, size):
    """Return a tree of the node types that most trees consist of."""
    if size <= 1:
        kind = rng.randrange(6)
        if kind < 3:
            return {"type": "condition", "if": f"k{rng.randrange(12)} {rng.choice(('<', '>'))} {rng.randint(0, 4000) / 8}"}
        return {"type": "action", "do": f"act{rng.randrange(40)}"} if kind < 5 else {"type": "wait", "seconds": rng.randint(1, 100) / 10}
    if size == 2 or rng.randrange(6) == 0:
        kind, child = rng.randrange(4), plain(rng, size - 1)
        return ({"type": "invert", "child": child}, {"type": "timeout", "seconds": 3, "child": child},
                {"type": "cooldown", "seconds": 2, "child": child}, {"type": "repeat", "count": 3, "child": child})[kind]
    count = min(size - 1, rng.randint(2, 6))
    cuts = sorted(rng.sample(range(1, size - 1), count - 1))
    children = [plain(rng, b - a) for a, b in zip([0, *cuts], [*cuts, size - 1])]
    return {"type": rng.choice(("sequence", "selector", "priority", "reactive_sequence")), "children": children}


def run(command):
    """Run a command. Return its processor time in seconds and its peak memory in megabytes, or an error message."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, command))}: status {status}\n{message[:2000]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(gestalt, includes, folder, make, size, compilers):
    path, image, code = (folder / f"{make.__name__}.{end}" for end in ("json", "gst", "c"))
    document = {"gestalt": 1, "name": make.__name__, "blackboard": keys, "root": make(random.Random(7), size)}
    path.write_text(json.dumps(document))
    run([gestalt, "compile", "-q", path, "-o", image])
    count = subprocess.run([gestalt, "check", image], stdout=subprocess.PIPE, check=True, text=True).stdout
    count = next(line.split()[1] for line in count.splitlines() if line.split()[0] == "nodes")
    run([gestalt, "compile", "-q", image, "--as=c", "-o", code])
    print(f"{make.__name__}: {count} nodes, {code.stat().st_size / 1e3:.0f} KB of C", flush=True)
    for compiler in compilers:
        seconds, memory = run([*compiler.split(), *flags, *includes.split(), code, "-o", folder / "code.so"])
        print(f"  {compiler}: {seconds:.1f} s, {memory:.0f} MB, {(folder / 'code.so').stat().st_size / 1e3:.0f} KB of object",
              flush=True)


def main(gestalt, includes, sizes="125,250,500,1000", *compilers):
    with tempfile.TemporaryDirectory() as name:
        for size in sizes.split(","):
            for make in (plain, mixed, wide):
                measure(gestalt, includes, pathlib.Path(name), make, int(size), compilers or ("gcc", "clang"))


main(*sys.argv[1:])
