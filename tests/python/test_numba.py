# SPDX-License-Identifier: MIT
"""Leaves that numba compiles: the same results as by NumPy, for values of all types."""
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
