#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures leaves in Python: W1H (docs/performance.md) with leaves in C by a plugin, in NumPy, and by numba.

    GESTALT_LIBRARIES=build/src PYTHONPATH=python python3 bench/python_leaves.py --include build/include

Each round ticks all populations in turn, so that other programs on the machine slow down all of them. The times are
those of the processor. A line has the least time and the median of its ratios to C within a round. The program fails
if the populations do not end with the same hash.
"""
import argparse
import ctypes
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

import gestalt

bench = pathlib.Path(__file__).resolve().parent


def build(folder, include):
    """Compile the plugin."""
    path = pathlib.Path(folder) / "w1h.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-std=gnu17", "-O3", "-march=native", "-ffp-contract=off",
                    "-falign-functions=64", *(f"-I{i}" for i in (bench, bench.parent / "include", *include)),
                    bench / "python_plugin.c", bench / "workload.c", "-o", path], check=True)
    return path


# ---- predicates, for arrays of agents (NumPy) and for one agent (numba)


def low_health(health, work):
    work += 1
    return health < 25


def visible(visible, work):
    work += 3
    return visible


def in_range(dist, work):
    work += 5
    return dist < 2


def tired(fatigue, work):
    work += 7
    return fatigue > 60


PREDICATES = [low_health, visible, in_range, tired]


# ---- leaves in NumPy


def numpy_host():
    host = gestalt.Host()

    def begin(call, cur, timer, number, ticks):
        """Start the action where it starts, and return for which agents it goes on."""
        starting = call.starting
        cur[starting] = number
        timer[starting] = ticks
        busy = timer > 0
        timer -= busy
        return busy

    def end(cur, done, over):
        cur *= ~over
        done += over
        return gestalt.statuses(succeeded=over)

    for predicate in PREDICATES:
        host.predicate(predicate, writes=["work"])

    @host.action(writes=["cur", "done", "timer", "health", "dist"])
    def flee(call, cur, done, timer, health, dist):
        busy = begin(call, cur, timer, 1, 5)
        health += busy * np.float32(6)
        dist += busy * np.float32(0.5)
        return end(cur, done, ~busy)

    @host.action(writes=["cur", "done", "timer", "work", "dist"])
    def attack(call, cur, done, timer, work, dist):
        busy = begin(call, cur, timer, 2, 3)
        work += busy * np.int32(11)
        dist += ~busy * np.float32(3)
        return end(cur, done, ~busy)

    @host.action(writes=["cur", "done", "dist", "fatigue"])
    def chase(call, cur, done, dist, fatigue):
        cur[call.starting] = 3
        dist -= np.float32(0.75)
        over = dist < 1
        fatigue += ~over * np.float32(0.5)
        return end(cur, done, over)

    @host.action(writes=["cur", "done", "timer", "fatigue"])
    def patrol(call, cur, done, timer, fatigue):
        busy = begin(call, cur, timer, 4, 10)
        fatigue += busy
        return end(cur, done, ~busy)

    @host.action(writes=["cur", "done", "fatigue"])
    def idle(cur, done, fatigue):
        fatigue -= (fatigue > 8) * np.float32(8)
        cur[...] = 0
        done += 1

    for name in "flee", "attack", "chase", "patrol":
        @host.cancel(name, writes=["aborts"])
        def cancelled(aborts):
            aborts += 1
    return host


# ---- leaves by numba


def numba_host():
    host = gestalt.Host()

    for predicate in PREDICATES:
        host.predicate(gestalt.leaf(predicate))

    @host.action
    @gestalt.leaf
    def flee(call, cur, done, timer, health, dist):
        if call.starting:
            cur = 1
            timer = 5
        if timer > 0:
            timer -= 1
            health += 6
            dist += 0.5
            return gestalt.RUNNING
        cur = 0
        done += 1
        return gestalt.SUCCESS

    @host.action
    @gestalt.leaf
    def attack(call, cur, done, timer, work, dist):
        if call.starting:
            cur = 2
            timer = 3
        if timer > 0:
            timer -= 1
            work += 11
            return gestalt.RUNNING
        dist += 3
        cur = 0
        done += 1
        return gestalt.SUCCESS

    @host.action
    @gestalt.leaf
    def chase(call, cur, done, dist, fatigue):
        if call.starting:
            cur = 3
        dist -= 0.75
        if dist < 1:
            cur = 0
            done += 1
            return gestalt.SUCCESS
        fatigue += 0.5
        return gestalt.RUNNING

    @host.action
    @gestalt.leaf
    def patrol(call, cur, done, timer, fatigue):
        if call.starting:
            cur = 4
            timer = 10
        if timer > 0:
            timer -= 1
            fatigue += 1
            return gestalt.RUNNING
        cur = 0
        done += 1
        return gestalt.SUCCESS

    @host.action
    @gestalt.leaf
    def idle(cur, done, fatigue):
        if fatigue > 8:
            fatigue -= 8
        cur = 0
        done += 1

    for name in "flee", "attack", "chase", "patrol":
        @host.cancel(name)
        @gestalt.leaf
        def cancelled(aborts):
            aborts += 1
    return host


# ---- measuring


class Contender:
    """A population, and how it is ticked."""

    def __init__(self, name, host, by_c, helper, shape, agents):
        self.name, self.helper, self.by_c = name, helper, by_c
        self.population = gestalt.Population(shape, host=host, agents=agents)
        self.rngs = np.zeros(agents + 1, np.uint32)
        self.times = []
        helper.python_plugin_start(self.population._handle, self.rngs.ctypes.data)

    def round(self, now):
        self.helper.python_plugin_move(self.population._handle, self.rngs.ctypes.data)
        if self.by_c:
            self.times.append(self.helper.python_plugin_tick(self.population._handle, now))
            return
        begin = time.thread_time()
        self.population.tick(now)
        self.times.append(time.thread_time() - begin)


def contenders(names, plugin, helper, agents):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gestalt.CompileWarning)  # keys that only leaves use
        shape = gestalt.compile(bench / "trees" / "w1h.json")
    by_plugin = gestalt.Host()
    by_plugin.plugin(plugin)
    hosts = {"C": lambda: by_plugin, "plugin": lambda: by_plugin, "numpy": numpy_host, "numba": numba_host}
    return [Contender(name, hosts[name](), name == "C", helper, shape, agents) for name in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=1_000_000)
    parser.add_argument("--ticks", type=int, default=30)
    parser.add_argument("--include", action="append", default=[], help="more folders of headers: BUILD/include")
    parser.add_argument("--only", nargs="*", default=["plugin", "numpy", "numba"], help="contenders beside C")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plugin = build(folder, given.include)
        gestalt.Host().plugin(plugin)  # with the engine's library, which the helper needs
        helper = ctypes.CDLL(str(plugin))
        for function in helper.python_plugin_start, helper.python_plugin_move:
            function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_void_p], None
        helper.python_plugin_tick.argtypes, helper.python_plugin_tick.restype = [ctypes.c_void_p, ctypes.c_int64], ctypes.c_double
        all_of_them = contenders(["C", *given.only], plugin, helper, given.agents)
        for tick in range(given.ticks):
            for c in all_of_them:
                c.round(tick)
        report(all_of_them, given.agents)


def report(all_of_them, agents):
    own = all_of_them[0]
    print(f"W1H, {agents:,} agents, {len(own.times)} ticks, one thread\n")
    print("| leaves | ns per agent | against C |\n|---|---|---|")
    for c in all_of_them:
        # The first tick touches memory, and starts all actions.
        ratios = [time / reference for time, reference in zip(c.times[1:], own.times[1:])]
        print(f"| {c.name} | {min(c.times[1:]) / agents * 1e9:.2f} | {statistics.median(ratios):.2f} |")
    hashes = {c.name: c.population.hash() for c in all_of_them}
    if len(set(hashes.values())) > 1:
        sys.exit(f"the populations differ: {hashes}")


if __name__ == "__main__":
    main()
