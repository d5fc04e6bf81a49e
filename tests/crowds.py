#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the claims of docs/crowd.md that pedestrians walk as measured in experiments: crowds.py GESTALT [SEEDS] [NAME...]

Runs the scenes of examples/scenes/crowd with many seeds, and prints a table with the minimum, median and maximum of each row,
and the bounds of the row. Exits with 1 if a row is out of its bounds.

As in experiments, the flow through a door is measured in the steady part, from the time when a tenth of the people are out
until four fifths are out. Before that, people are still on their way to the door; after that, there is no crowd any more.
"""
import json
import math
import statistics
import subprocess
import sys

folder = "examples/scenes/crowd/"


def weidmann(density):
    return 1.34 * (1 - math.exp(-1.913 * (1 / density - 1 / 5.4)))


def rows_of():
    """Yield rows: name, scene, parameters, measure, unit (by which the value is divided), and the bounds of the value."""
    for density in 0.25, 0.5, 1.0, 2.0, 3.0, 4.0:
        yield "one way", "one-way", {"density": density}, "pace", weidmann(density), 0.85, 1.15
    for density in 1.0, 2.0:
        yield "counterflow", "counter", {"density": density}, "pace", weidmann(density), 0.75, 1.1
    for radius in 0.15, 0.2, 0.25:
        for width in 0.8, 1.2, 2.4, 3.6:
            parameters = {"people": 400, "width": width, "radius": radius}
            yield "door", "door", parameters, "flow", width, 1.52, 2.28
            yield "door", "door", parameters | {"share": 1.0}, "out", 400, 1, 1
    for scene in "cross", "four", "tee":
        for density in 0.6, 1.0, 1.5:
            yield scene, scene, {"density": density}, "longest_stand", 1, 0, 30
    for density in 0.6, 1.0, 1.5:
        for width in 2.0, 4.0, 8.0:
            yield "corridor", "counter", {"density": density, "width": width}, "longest_stand", 1, 0, 30
    # Ten minutes, so that an agent that never moves again stands much longer than the two minutes that are allowed.
    for scene in "cross", "four", "tee":
        yield scene, scene, {"density": 2.5, "steps": 6000}, "longest_stand", 1, 0, 120
    for width in 2.0, 4.0, 8.0:
        yield "corridor", "counter", {"density": 2.5, "width": width, "steps": 6000}, "longest_stand", 1, 0, 120


def gestalt(command, scene, parameters, *options):
    """Run a scene, and return its outcome. `steps` is an option; all others are parameters of the scene."""
    sets = [f"--{name}={value}" if name == "steps" else f"--set={name}={value}" for name, value in parameters.items()]
    text = subprocess.run([command, "run", folder + scene + ".json", *sets, *options, "--json"],
                          check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def steady_flows(command, scene, parameters, seeds):
    """Return persons per second. The runs of one seed differ only in the time at which they end."""
    begin, end, flows = 0.1, 0.8, []
    for seed in range(1, seeds + 1):
        runs = [gestalt(command, scene, parameters | {"share": share}, f"--seed={seed}") for share in (begin, end)]
        out = [r["outcome"]["out"] for r in runs]
        flows.append((out[1] - out[0]) / (runs[1]["steps"] - runs[0]["steps"]) * 10)
        if not all(r["done"] for r in runs):
            flows[-1] = 0
    return {"flow": {"least": min(flows), "median": statistics.median(flows), "most": max(flows)}, "collisions": {"most": 0}}


def run(command, scene, parameters, seeds, measure):
    if measure == "flow":
        return steady_flows(command, scene, parameters, seeds)
    return gestalt(command, scene, parameters, "--repeats", str(seeds))["outcome"]


def main():
    command, seeds, names = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20, sys.argv[3:]
    good, known = True, {}
    print(f"{'':12}{'parameters':42}{'measure':>14}{'least':>8}{'median':>8}{'most':>8}  must be")
    for name, scene, parameters, measure, unit, low, high in rows_of():
        if names and name not in names:
            continue
        key = scene + json.dumps(parameters) + (measure if measure == "flow" else "")
        known[key] = known.get(key) or run(command, scene, parameters, seeds, measure)
        out = known[key]
        least, median, most = (out[measure][k] / unit for k in ("least", "median", "most"))
        # Compare the medians of speeds and flows, and the extremes of all others.
        holds = low <= median <= high if measure in ("pace", "flow") else low <= least and most <= high
        holds = holds and out["collisions"]["most"] == 0
        good = good and holds
        what = " ".join(f"{k}={v}" for k, v in parameters.items())
        print(f"{name:12}{what:42}{measure:>14}{least:8.3g}{median:8.3g}{most:8.3g}  {low} to {high}{'' if holds else '  NO'}",
              flush=True)
    sys.exit(0 if good else 1)


main()
