# SPDX-License-Identifier: MIT
"""Leaves that numba compiles: the same results as by NumPy, for values of all types."""
import math
import re

import gestalt
import numpy as np
import pytest

pytest.importorskip("numba")
# keys that only leaves use
pytestmark = pytest.mark.filterwarnings("ignore::gestalt.CompileWarning")

LIMIT = 7


def compiled(root, **blackboard):
    return gestalt.compile({"gestalt": 1, "blackboard": blackboard, "root": root}, name="t")


ACT = {"type": "action", "do": "act"}


@pytest.mark.parametrize("lanes", [64, 16, 3, 1])
def test_values_and_statuses(lanes):
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(call, n, x, yes, v, w):
        if call.starting:
            n = 5
        n += 1
        x += call.agent
        yes = not yes
        v = (v[0] + 1, v[1] * 2)
        w = (w[2], w[0], w[1])
        if n > LIMIT:
            return call.agent % 3 == 0
        return gestalt.RUNNING

    shape = compiled({"type": "sequence", "children": [{"type": "condition", "if": "agent % 5 != 0"}, ACT]}, n="int", x="float",
                     yes="bool", v={"type": "vec2", "init": [1, 2]}, w={"type": "vec3", "init": [1, 2, 3]})
    p = gestalt.Population(shape, host=host, agents=200, lanes=lanes)
    ids = np.arange(200)
    there = ids % 5 != 0
    for tick in range(3):
        p.tick()
        assert (p["n"] == np.where(there, 6 + tick, 0)).all()
        assert (p["x"] == np.where(there, ids * (tick + 1), 0)).all()
        assert (np.asarray(p["yes"]) == (there & (tick % 2 == 0))).all()
    assert (np.asarray(p["v"]) == np.where(there[:, None], [4, 16], [1, 2])).all()
    assert (np.asarray(p["w"]) == [1, 2, 3]).all()
    statuses = np.array([p.status(i) for i in range(200)])
    assert (statuses == np.where(there & (ids % 3 == 0), gestalt.SUCCESS, gestalt.FAILURE)).all()


def test_conditions_without_branches():
    """Assignments below `if` use earlier ones of the same branch, and others keep their values."""
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(a, b):
        if a % 2 == 0:
            a += 10
            b = a * 2
        elif a % 3 == 0:
            b = 1
            b += a
        else:
            a = 0

    p = gestalt.Population(compiled(ACT, a={"type": "int", "init": "agent"}, b={"type": "int", "init": 5}), host=host, agents=100)
    p.tick()
    a = np.arange(100)
    assert (p["a"] == np.where(a % 2 == 0, a + 10, np.where(a % 3 == 0, a, 0))).all()
    assert (p["b"] == np.where(a % 2 == 0, 2 * (a + 10), np.where(a % 3 == 0, 1 + a, 5))).all()


def test_values_of_columns():
    """What is assigned to a parameter is rounded to 32 bits at once, as with NumPy."""
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(x, y, n, m, v):
        x += 0.1
        y = x * 3
        n *= 65536
        n //= 65536
        m, x = n, x / 3
        v = (v[0] + 0.1, v[1] + y)
        y += v[1]

    p = gestalt.Population(compiled(ACT, x={"type": "float", "init": "agent * 0.7"}, y="float", n={"type": "int", "init": "agent * 999"},
                                    m="int", v={"type": "vec2", "init": [0.3, 0.7]}), host=host, agents=100)
    x = np.array(p["x"])
    n = np.array(p["n"])
    p.tick()
    x += np.float32(0.1)
    y = x * np.float32(3)
    wrapped = (n.astype(np.int64) * 65536).astype(np.int32) // 65536
    assert (wrapped != n).any() and (p["n"] == wrapped).all() and (p["m"] == wrapped).all()
    assert (p["x"] == x / np.float32(3)).all()
    v = np.float32([0.3, 0.7])
    assert (np.asarray(p["v"])[:, 0] == v[0] + np.float32(0.1)).all()
    assert (np.asarray(p["v"])[:, 1] == v[1] + y).all()
    assert (p["y"] == y + (v[1] + y)).all()


def test_few_and_many_agents():
    """Calls for few agents of a cohort, and for most of them."""
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(call, timer, x, done, yes):
        if call.starting:
            timer = call.agent % 3
        if timer > 0:
            timer -= 1
            x += 0.5
            return gestalt.RUNNING
        done += 1
        yes = not yes
        return call.agent % 2 == 0

    ids = np.arange(1000)
    period = ids % 3 + 1
    for every in (1, 2, 20, 50):
        shape = compiled({"type": "sequence", "children": [{"type": "condition", "if": f"agent % {every} == 0"}, ACT]}, timer="int",
                         x="float", done="int", yes="bool")
        p = gestalt.Population(shape, host=host, agents=1000)
        there = ids % every == 0
        for tick in range(1, 8):
            p.tick()
            assert (p["done"] == np.where(there, tick // period, 0)).all()
            assert (p["x"] == np.where(there, (tick - tick // period) * 0.5, 0)).all()
            assert (np.asarray(p["yes"]) == (there & (tick // period % 2 == 1))).all()
            ended = there & (tick % period == 0)
            statuses = np.array([p.status(i) for i in ids])
            assert ((statuses == gestalt.RUNNING) == (there & ~ended)).all()
            assert ((statuses == gestalt.SUCCESS) == (ended & (ids % 2 == 0))).all()


@pytest.mark.parametrize("lanes", [64, 16])
def test_arguments_that_are_the_same_column(lanes):
    """If two parameters are one column, all values are read before any is written, and the last one stays."""
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(way, far, other):
        way, far, other = math.sqrt(math.sqrt(other)), 7.0, far + way

    shape = gestalt.compile({
        "gestalt": 1, "blackboard": {"far": {"type": "float", "init": "agent"}, "other": {"type": "float", "init": 16}},
        "actions": {"act": {"args": {"way": "key float"}}},
        "root": {"type": "action", "do": "act", "args": {"way": "far"}}})
    p = gestalt.Population(shape, host=host, agents=100, lanes=lanes)
    p.tick()
    assert (p["far"] == 7).all() and (p["other"] == np.arange(100) * 2).all()


def test_only_straight_code_is_computed_for_agents_outside_of_the_call():
    """A loop runs for no agent that has not reached the leaf: for others it might never end."""
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(n, m):
        while n != 0:
            n -= 2
            m += 1

    shape = compiled({"type": "sequence", "children": [{"type": "condition", "if": "n % 2 == 0"}, ACT]},
                     n={"type": "int", "init": "agent"}, m="int")
    p = gestalt.Population(shape, host=host, agents=100)
    p.tick()
    ids = np.arange(100)
    assert (p["m"] == np.where(ids % 2 == 0, ids // 2, 0)).all()


def test_vector_instructions():
    """A leaf with a timer, conditions, and all members of a call becomes vector instructions."""
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(call, timer, x, yes, v):
        if call.starting:
            timer = 5
        if timer > 0 and yes:
            timer -= 1
            x += 0.5
            return gestalt.RUNNING
        v = (x * 0.1, math.sqrt(v[1]))
        yes = not yes
        return x > 3

    binding = host._bind(compiled(ACT, timer="int", x="float", yes="bool", v="vec2"))
    code = binding._kept[-1].inspect_llvm()
    assert len(re.findall(r"store <\d+ x i32>", code)) >= 2
    assert len(re.findall(r"store <\d+ x float>", code)) >= 6


def test_arguments_and_cancelling():
    host = gestalt.Host()

    @host.action
    @gestalt.leaf
    def act(way, speed):
        way += speed
        return gestalt.RUNNING

    @host.cancel("act")
    @gestalt.leaf
    def stop(call, m):
        m = call.now

    shape = gestalt.compile({
        "gestalt": 1, "blackboard": {"m": "int", "go": "bool", "far": "float", "n": {"type": "int", "init": "agent"}},
        "actions": {"act": {"args": {"way": "key float", "speed": "float"}}},
        "root": {"type": "priority", "children": [
            {"type": "sequence", "children": [{"type": "condition", "if": "go"}, {"type": "wait", "ticks": 1}]},
            {"type": "action", "do": "act", "args": {"way": "far", "speed": "n * 0.5"}}]}})
    p = gestalt.Population(shape, host=host, agents=100)
    p.tick(10)
    p.tick(20)
    p["go"][...] = True
    p.tick(30)
    assert (p["far"] == np.arange(100)).all() and (p["m"] == 30).all()


def test_predicates_and_declared_writes():
    host = gestalt.Host()

    @host.predicate(name="act")
    @gestalt.leaf(writes=["n"])
    def low(n, x):
        n += 1
        x = 3.0
        return n + x < 50

    p = gestalt.Population(compiled({"type": "condition", "call": "act"}, n={"type": "int", "init": "agent"}, x="float"), host=host,
                           agents=100)
    p.tick()
    assert [p.status(i) for i in (0, 45, 46)] == [gestalt.SUCCESS, gestalt.SUCCESS, gestalt.FAILURE]
    assert (p["x"] == 0).all() and (p["n"] == np.arange(100) + 1).all()
    assert low(1, 2) is True


def test_what_cannot_be_compiled():
    host = gestalt.Host()
    with pytest.raises(gestalt.BadArgument, match="plain names"):
        @gestalt.leaf
        def f(*a):
            pass
    with pytest.raises(gestalt.BadArgument, match="none of its parameters"):
        @gestalt.leaf(writes=["b"])
        def g(a):
            pass
    with pytest.raises(gestalt.BadArgument, match="source"):
        gestalt.leaf(len)

    @host.action
    @gestalt.leaf
    def act(l):
        return True

    shape = compiled(ACT, l={"type": {"list": "int"}, "capacity": 2, "host": True})
    with pytest.raises(gestalt.BadArgument, match="`act` takes `l`, a list"):
        gestalt.Population(shape, host=host)
    with pytest.raises(gestalt.BadArgument, match="must both be compiled"):
        host.cancel("act")(lambda: None)

    host = gestalt.Host()

    @host.action(name="act")
    @gestalt.leaf
    def member(call, n):
        return call.mask

    with pytest.raises(gestalt.BadArgument, match="uses call.mask; a compiled leaf has starting"):
        gestalt.Population(compiled(ACT, n="int"), host=host)
