#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures functions of a WorldHost: a world of 100,000 agents whose trees call an action in Python in each step.

    GESTALT_LIBRARIES=build/src PYTHONPATH=python python3 bench/python_worlds.py

Three worlds step in turn: one with calls for many cohorts, one in which each cohort is called alone, since the engine
counts visits of nodes there, and one that calls nothing. A line has the least time of a step on the processor, and the
median, for an agent, of what a step takes longer than that of the world that calls nothing. The program fails if the
first two worlds do not end with the same hash.
"""
import argparse
import statistics
import sys
import time

import numpy as np

import gestalt


def scene(agents, leaf):
    side = int(3 * agents ** 0.5)
    return {"scene": 1, "world": {"size": [side, side], "periodic": True, "dt": 0.1}, "groups": [
        {"name": "flies", "count": agents, "vehicle": {"max_speed": 1}, "tree": {
            "gestalt": 1, "blackboard": {"charge": {"type": "float", "host": True}, "lit": {"type": "int", "host": True}},
            "root": {"type": "concurrent", "children": [{"type": "action", "do": "wander"}, leaf]}}}]}


def host_of_flies():
    """The host: agents charge, and flash when they are full."""
    host = gestalt.WorldHost()
    host.column("flashes", np.uint8, kept=False)
    host.column("flashed", np.int32)

    @host.action(writes=["charge", "lit"])
    def glow(call, speed: float, charge: float = 0, lit: int = 0):
        charge += speed
        full = charge > 1
        charge -= full
        lit += full
        call["flashes"][call.rows] = full

    @host.after
    def after(state):
        state["flashed"] += state["flashes"]
        state["flashes"] = 0

    return host


CALL = {"type": "action", "do": "glow", "args": {"speed": "float(agent % 7) / 10", "charge": "charge", "lit": "lit"}}


def world_of(agents, leaf, threads, counts=False):
    world = gestalt.World(scene(agents, leaf), host=host_of_flies(), threads=threads, interruptible=False)
    world.population.count_nodes(counts)
    return world


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=100_000)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    worlds = {"many cohorts": world_of(given.agents, CALL, given.threads),
              "each cohort": world_of(given.agents, CALL, given.threads, True),
              "no calls": world_of(given.agents, {"type": "success"}, given.threads)}
    times = {name: [] for name in worlds}
    for _ in range(given.steps):
        for name, world in worlds.items():
            begin = time.process_time()
            world.step()
            times[name].append(time.process_time() - begin)
    for name, own in times.items():
        of_calls = [a - b for a, b in zip(own, times["no calls"])]
        print(f"{name:14} {min(own) * 1e3:9.2f} ms a step, {statistics.median(of_calls) * 1e9 / given.agents:9.0f} ns an agent for calls")
    if worlds["many cohorts"].hash() != worlds["each cohort"].hash():
        sys.exit("the worlds do not end with the same hash")


if __name__ == "__main__":
    main()
