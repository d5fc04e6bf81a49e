# SPDX-License-Identifier: MIT
"""Finds the constants of a tree by random search: a thermostat that saves energy and keeps a house warm.

    python3 examples/python/search.py [ROUNDS]

Each agent is a house with constants of its own, so that one population tries 1,000 of them at a time.
Each round draws the next constants round the best tenth of the last one.
"""
import sys

import gestalt
import numpy as np

TREE = {
    "gestalt": 1,
    "name": "thermostat",
    "blackboard": {
        "inside": {"type": "float", "init": 18, "host": True},
        "low": {"type": "float", "host": True, "doc": "heats below this"},
        "high": {"type": "float", "host": True, "doc": "until this is reached"},
        "rest": {"type": "int", "host": True, "doc": "ticks between two times of heating"},
        "heats": {"type": "bool", "host": True},
    },
    "root": {
        "type": "repeat",
        "child": {"type": "sequence", "children": [
            {"type": "retry", "child": {"type": "sequence", "children": [{"type": "wait", "ticks": 1}, "inside < low"]}},
            {"type": "set", "key": "heats", "to": True},
            {"type": "retry", "child": {"type": "sequence", "children": [{"type": "wait", "ticks": 1}, "inside >= high"]}},
            {"type": "set", "key": "heats", "to": False},
            {"type": "wait", "ticks": "rest"},
        ]},
    },
}


def cost(shape, low, high, rest, days=3):
    """Return what each house costs: energy, and how far it is from 20 degrees."""
    with gestalt.Population(shape, seed=1) as houses:
        houses.spawn(len(low), low=low, high=high, rest=rest)
        inside, total = np.full(len(low), 18, np.float32), np.zeros(len(low))
        for minute in range(0, days * 1440, 5):
            outside = np.float32(5 - 5 * np.cos(2 * np.pi * minute / 1440))
            houses.tick(minute * 60_000_000)
            heats = np.asarray(houses["heats"])
            inside += (outside - inside) * np.float32(0.01) + heats * np.float32(0.4)
            houses["inside"] = inside
            total += heats * 1.0 + np.abs(inside - 20) * 0.5
    return total / days


def main(rounds):
    shape, rng, count = gestalt.compile(TREE), np.random.default_rng(1), 1000
    mean, spread = np.array([17.0, 22.0, 10.0]), np.array([3.0, 3.0, 8.0])
    for number in range(rounds):
        low, high, rest = (mean + rng.normal(size=(count, 3)) * spread).T
        low = low.astype(np.float32)
        high = np.maximum(high, low + 0.1).astype(np.float32)
        rest = np.maximum(rest, 0).astype(np.int32)
        costs = cost(shape, low, high, rest)
        best = np.argsort(costs, kind="stable")[:count // 10]
        chosen = np.column_stack([low, high, rest])[best]
        mean, spread = chosen.mean(axis=0), chosen.std(axis=0) + 0.05
        print(f"round {number}: cost {costs[best[0]]:.1f} a day with low {low[best[0]]:.2f}, high {high[best[0]]:.2f}, "
              f"rest {rest[best[0]]}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
