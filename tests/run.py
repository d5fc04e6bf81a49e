#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `gestalt run` with the reference: run.py GESTALT REFERENCE

Runs every document of examples/ and tests/golden/good with stubs for all functions. Events and final
blackboards must be the same as in the reference, for any number of lanes and threads. A trace must
show the same statuses as the events.

Also compares native code with the interpreter: run.py GESTALT --native [scenes]. The whole output must
be the same except measured times, for these documents or for the scenes of examples/.
"""
import itertools
import os
import pathlib
import re
import sys
import tempfile

import tap

top = pathlib.Path(__file__).resolve().parent.parent
values = ("0:success", "2:success", "1:failure", "3:running", "0:failure", "4:success")
agents, ticks, dt, start, seed = 70, 12, 250000, 1500000, 7


def stubs(gestalt, path):
    """Return the stubs that the command suggests, with other values."""
    _, err, _ = tap.run([gestalt, "run", path, "--ticks=0", "-q"])
    names = re.findall(r"^  --stub '?(.*?)=\d+:success'?  ", err, re.M)
    return [f"{name}={value}" for name, value in zip(names, itertools.cycle(values))]


def command(gestalt, path, given, *more):
    return tap.run([gestalt, "run", path, "-q", f"--agents={agents}", f"--ticks={ticks}", f"--dt={dt}us",
                    f"--start={start}us", f"--seed={seed}", *more,
                    *(f"--stub={stub}" for stub in given)])


def compare(gestalt, reference, path):
    given = stubs(gestalt, path)
    judge = [reference, path, str(agents), str(ticks), str(dt), str(start), str(seed)]
    for what in ("events", "final"):
        expected, err, status = tap.run([*judge, what, *given])
        if status:
            return err or f"the reference ends with {status}"
        for lanes, threads in ((64, 1), (3, 2), (1, 1)):
            out, err, status = command(gestalt, path, given, f"--{what}=-", f"--lanes={lanes}",
                                       f"--threads={threads}")
            if status or err:
                return f"status {status}: {err}"
            if out != expected:
                return first_difference(what, lanes, expected, out)
    return check_trace(gestalt, path, given)


def leaves(text, pattern):
    """Return the nodes that are leaves, with their statuses, sorted."""
    return sorted(re.findall(pattern, text, re.M))


def check_trace(gestalt, path, given):
    """Return the leaves of one agent in a trace, and the events of that agent."""
    agent = agents // 2
    out, err, status = tap.run([gestalt, "trace", path, "-q", f"--agent={agent}", f"--to={ticks - 1}",
                                f"--dt={dt}us", f"--start={start}us", f"--seed={seed}",
                                *(f"--stub={stub}" for stub in given)])
    if status or err:
        return f"the trace ends with {status}: {err}"
    events, _, _ = command(gestalt, path, given, "--events=-")
    told = leaves(events, rf'"agent":{agent},"event":"leaf","node":(\d+),"status":"(\w+)"')
    nodes = {node for node, _ in told}
    shown = [visit for visit in
             leaves(out, r"^ +(\d+)  (?!.*\blog \").*  (success|failure|running)\b")
             if visit[0] in nodes]
    return None if shown == told else f"the trace shows {shown}, the events {told}"


def first_difference(what, lanes, expected, out):
    for number, (want, have) in enumerate(
            itertools.zip_longest(expected.splitlines(), out.splitlines()), 1):
        if want != have:
            return f"{what}, {lanes} lanes, line {number}:\n- {want}\n+ {have}"
    return f"{what}: another end"


# ---- native code

def printed(gestalt, cache, path, *options):
    """Run a document. Return its output without measured times, and its messages. -O0 compiles faster."""
    out, err, status = tap.run(["env", f"XDG_CACHE_HOME={cache}", "CFLAGS=-O0 -DTREE_SMALL", gestalt,
                                "run", path, "-q", "--hash", "--json", *options])
    return re.sub(r'"(nanoseconds|agent_ticks|updates)_per.*', "", out), err, status


def compare_native(gestalt, cache, path, *options):
    expected, _, status = printed(gestalt, cache, path, *options)
    if status:
        return f"status {status}"
    out, err, status = printed(gestalt, cache, path, "--native", *options)
    if status or (err and "there is no native code for nodes" not in err):
        return f"status {status}: {err}"
    return None if out == expected else first_difference("native", "all", expected, out)


def compare_native_scene(gestalt, cache, path):
    return compare_native(gestalt, cache, path, "--steps=25")


def compare_native_document(gestalt, cache, path):
    options = [f"--agents={agents}", f"--ticks={ticks}", f"--dt={dt}us", f"--seed={seed}", "--final="]
    options += [f"--stub={stub}" for stub in stubs(gestalt, path)]
    with tempfile.TemporaryDirectory() as folder:
        options[4] += f"{folder}/final"
        problem = compare_native(gestalt, cache, path, *options, "--lanes=1", "--threads=1")
        final = pathlib.Path(folder, "final").read_bytes()
        problem = problem or compare_native(gestalt, cache, path, *options)
        if not problem and pathlib.Path(folder, "final").read_bytes() != final:
            return "other blackboards with one lane"
    return problem


def compare_natives(gestalt, paths, one, least):
    """Compare each path, and check that native code was generated for enough of them."""
    with tempfile.TemporaryDirectory() as cache:
        for path in paths:
            tap.report(f"native {path.relative_to(top)}", one(gestalt, cache, str(path)))
        made = len(list(pathlib.Path(cache, "gestalt").glob("*.so")))
        tap.report("native code", None if made >= least else f"there is code of {made} trees only")


def main(gestalt, reference, part="documents"):
    documents = [path for path in
                 sorted([*top.glob("examples/*.json"), *top.glob("tests/golden/good/*.json")])
                 if not path.name.endswith(".show.json")
                 and not tap.run([gestalt, "check", "-q", str(path)])[2]]
    scenes = [path for path in sorted(top.glob("examples/scenes/**/*.json"))
              if '"scene":' in path.read_text() and "large" not in path.name]
    if reference == "--native" and part == "scenes":
        compare_natives(gestalt, scenes, compare_native_scene, 5)
    elif reference == "--native":
        # Only some documents: compiling them takes as long as all comparisons of the interpreter.
        step = 3 if os.environ.get("GESTALT_THOROUGH") else 6
        compare_natives(gestalt, documents[::step], compare_native_document, 60 // step)
    else:
        for path in documents:
            tap.report(str(path.relative_to(top)), compare(gestalt, reference, str(path)))
    tap.finish()


main(*sys.argv[1:])
