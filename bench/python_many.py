#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures calls for many agents from Python: a million agents are spawned, answered, read, written and removed.

    GESTALT_LIBRARIES=build/src PYTHONPATH=python python3 bench/python_many.py

Each call is made on several new populations; a line has the least time of the processor. The program fails if the
populations do not end with the hash of one that was changed by calls for single agents.
"""
import argparse
import sys
import time

import numpy as np

import gestalt

DOCUMENT = {
    "gestalt": 1,
    "blackboard": {"goal": {"type": "vec2", "init": [10, 20]}, "speed": {"type": "float", "init": 2}, "done": "int",
                   "route": {"type": {"list": "int"}, "capacity": 4, "host": True}},
    "actions": {"walk": {"kind": "deferred", "args": {"to": "key vec2", "speed": "float"}}},
    "root": {"type": "sequence", "children": [
        {"type": "deferred", "do": "walk", "resource": "legs", "args": {"to": "goal", "speed": "speed / 2"}},
        {"type": "set", "key": "done", "to": "done + 1"},
        {"type": "wait", "ticks": 1}]}}


class Times:
    """The least time of each call, in the order of the first ones."""

    def __init__(self):
        self.best = {}

    def measure(self, name, call):
        begun = time.process_time()
        result = call()
        taken = time.process_time() - begun
        self.best[name] = min(taken, self.best.get(name, taken))
        return result


def make():
    return gestalt.Population(gestalt.compile(DOCUMENT, name="walker"), host=gestalt.Host())


def round_of(times, count):
    """Make each call once, and return the hash of what they leave."""
    population = make()
    measure = times.measure
    measure("`spawn(n)`", lambda: population.spawn(count))
    population.tick()
    requests = measure("`requests()` after a tick", population.requests)
    measure('`requests()["name"]`', lambda: requests["name"])
    launches = measure("`launches()`", population.launches)
    measure("`finish(requests, True)`", lambda: population.finish(requests, True))
    measure("`finish_node(agents, node, True)`", lambda: population.finish_node(launches["agent"], 1, True))
    speeds = np.arange(count, dtype=np.float32)
    measure('`population["speed"]`, read', lambda: population["speed"][...])
    measure('`population["speed"][1:] = array`', lambda: population["speed"].__setitem__(slice(1, None), speeds[1:]))
    lists = [[1, 2, 3]] * count
    measure('`population["route"][:] = lists`', lambda: population["route"].__setitem__(slice(None), lists))
    measure('`frame(["route"])`', lambda: population.frame(["route"], pandas=False))
    gone = np.arange(0, count, 2)
    measure("`despawn(agents)`, of half", lambda: population.despawn(gone))
    measure('`population["speed"][1:] = array`, with gaps',
            lambda: population["speed"].__setitem__(slice(1, None), speeds[1:count // 2]))
    measure("`compact()`, of half", population.compact)
    population.tick()
    return population.hash()


def hash_of_single_calls(count):
    population = make()
    population.spawn(count)
    population.tick()
    for request in population.requests():
        population.finish(request, True)
    for agent in range(count):
        population.write(agent, "route", [1, 2, 3])
    for agent in range(1, count):
        population.write(agent, "speed", agent)
    for agent in range(0, count, 2):
        population.despawn(agent)
    for i, agent in enumerate(list(population)[1:]):
        population.write(agent, "speed", i + 1)
    population.tick()
    return population.hash()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    if round_of(Times(), 1000) != hash_of_single_calls(1000):
        sys.exit("calls for many agents differ from those for one")
    times = Times()
    for _ in range(given.rounds):
        round_of(times, given.agents)
    print(f"{given.agents:,} agents, one thread\n\n| call | ms |\n|---|---|")
    for name, seconds in times.best.items():
        print(f"| {name} | {seconds * 1e3:.1f} |")


if __name__ == "__main__":
    main()
