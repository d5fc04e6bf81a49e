# SPDX-License-Identifier: MIT
"""Whatever a caller passes to a population, it gets an exception or a result, and the population still ticks."""
import inspect

import gestalt
import numpy as np
import pytest

TREE = {"gestalt": 1, "blackboard": {"n": "int", "all": {"type": {"list": "int"}, "capacity": 3}},
        "actions": {"walk": {"kind": "deferred"}},
        "root": {"type": "sequence", "children": [
            {"type": "set", "key": "n", "to": "n + 1"}, {"type": "deferred", "do": "walk"}]}}
VALUES = [None, True, 0, 3, -1, 2**31, 2**32, 2**63, 2**64, 1.5, float("nan"), "n", "a\0b", "\ud800", b"bytes", (),
          [1, 1], [-1], ["a"], {"n": 1}, {1: 2}, np.array([1.5]), np.zeros((2, 2), int), np.zeros(3, [("agent", "u8")]),
          object(), len, slice(2)]
ALLOWED = (gestalt.Error, TypeError, ValueError, LookupError, AttributeError, MemoryError)
SPECIAL = ["__contains__", "__getitem__", "__setitem__", "__delitem__"]


@pytest.fixture(scope="module")
def shape():
    return gestalt.compile(TREE, silence=["W0104"])


def ticked(shape):
    population = gestalt.Population(shape, host=gestalt.Host(), agents=20, lanes=3)
    population.tick()
    return population


def attempt(population, name, values):
    member = inspect.getattr_static(type(population), name)
    try:
        if isinstance(member, property):
            setattr(population, name, values[0])
            return
        result = getattr(population, name)(*values)
        if hasattr(result, "__exit__"):
            with result:
                pass
    except ALLOWED:
        pass


@pytest.mark.parametrize("name", [n for n in dir(gestalt.Population) if not n.startswith("_") or n in SPECIAL])
def test_no_argument_is_a_crash(shape, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    population = ticked(shape)
    for first in VALUES:
        if name == "spawn" and isinstance(first, int) and first > 2**30:
            continue  # as many agents as there is memory for
        for values in ([first], [first, 1], [0, first], [1, "n", first]):
            if population._handle == 0 or population.is_interrupted:
                population = ticked(shape)
            attempt(population, name, values)
    if population._handle == 0:
        population = ticked(shape)
    population.watch()
    ticks = population.ticks
    population.tick()
    assert population.ticks == ticks + 1
