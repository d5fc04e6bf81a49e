# SPDX-License-Identifier: MIT
"""Functions of worlds are called for many cohorts at once: the worlds are those of calls for each cohort."""
import os
import signal

import gestalt
import numpy as np
import pytest
from test_world_host import FIREFLIES, fireflies

def when(condition, then):
    return {"type": "decide", "reactive": True, "if": condition, "then": then, "else": {"type": "running"}}


# Agents charge and flash; they count others around them. Some have newborns, some die.
COUNT = {"type": "action", "do": "count", "args": {"radius": 3, "count": "seen"}}
GLOW = [{"type": "action", "do": "glow", "args": {"speed": "agent % 7", "charge": "charge", "way": "way"}},
        {"type": "condition", "call": "is_odd"}]
LIVES = [when("age == 3 && agent % 4 == 1", {"type": "action", "do": "breed"}),
         when("age == 5 && agent % 9 == 0", {"type": "action", "do": "die"})]


def scene_of(count, side, *children):
    return {"scene": 1, "world": {"size": [side, side], "periodic": True, "dt": 0.5}, "groups": [
        {"name": "few", "count": 9},
        {"name": "flies", "count": count, "most": 2 * count, "vehicle": {"max_speed": 2}, "tree": {
            "gestalt": 1, "blackboard": {"charge": "float", "age": "int", "seen": {"type": "int", "host": True},
                                            "way": {"type": "vec2", "host": True}},
            "root": {"type": "concurrent", "children": [
                {"type": "action", "do": "wander"},
                {"type": "repeat", "per_tick": 1, "child": {"type": "selector", "children": [
                    {"type": "sequence", "children": [
                        {"type": "set", "key": "age", "to": "age + 1"}, "(agent + tick) % 5 > 0", *children]},
                    {"type": "success"}]}},
                *LIVES]}}}]}


FLIES = scene_of(700, 60, COUNT, *GLOW)


def host_of_flies(called=lambda call: None):
    host = gestalt.WorldHost()
    host.column("glows", np.int32)

    @host.sensor(writes=["count"], reach=["radius"])
    def count(call, radius: float = 1, count: int = 0):
        glows = call["glows"]
        count[:] = [min(len(rows), 40) for rows in call.near(radius)]
        assert (call.ids[call.rows] == call.agents).all() and len(glows) == len(call)

    @host.action(writes=["charge", "way"])
    def glow(call, speed: float, charge: float = 0, way: "vec2" = 0, bonus: float = 0.5):
        called(call)
        charge += speed + bonus
        way[:, 1] = charge
        call["glows"][call.rows] += charge > 20
        return gestalt.statuses(succeeded=charge > 9, failed=charge < 3)

    @host.predicate
    def is_odd(call):
        return call.agents % 2 == 1

    return host


def end_of(scene, host, counts=False, steps=9, **how):
    """Return what a world is after some steps. With counts of nodes, each cohort is called alone."""
    with gestalt.World(scene, host=host, **how) as world:
        world.population.count_nodes(counts)
        world.step(steps)
        return world.hash(), len(world), world.measure()


@pytest.mark.parametrize("how", [{}, {"threads": 2}, {"threads": 3}, {"threads": 4}, {"lanes": 7}, {"lanes": 1, "threads": 2}])
def test_worlds_are_those_of_calls_for_each_cohort(how):
    alone, together = [], []
    single = end_of(FLIES, host_of_flies(lambda call: alone.append(len(call.agents))), counts=True)
    assert end_of(FLIES, host_of_flies(lambda call: together.append(len(call.agents))), **how) == single and single[1] > 800
    assert sum(alone) == sum(together) and len(alone) > 9 * 10 and max(alone) <= 64
    assert len(together) <= 9 * 6 and max(together) > 200
    lights = end_of(FIREFLIES, fireflies(), counts=True, steps=60)
    assert end_of(FIREFLIES, fireflies(), steps=60, **how) == lights


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
def test_the_exception_is_that_of_the_lowest_agent(threads):
    host = gestalt.WorldHost()

    @host.action
    def act(call):
        raise ValueError(f"call of agent {call.agents.min()}")

    root = {"type": "sequence", "children": ["agent >= 100", {"type": "action", "do": "act"}]}
    scene = {"scene": 1, "world": {"size": [60, 60], "dt": 1}, "groups": [
        {"name": "a", "count": 20000, "tree": {"gestalt": 1, "root": root}}]}
    with gestalt.World(scene, host=host, threads=threads) as world:
        with pytest.raises(ValueError, match="^call of agent 100$"):
            world.step()


@pytest.mark.parametrize("stops", [KeyboardInterrupt, SystemExit])
def test_no_function_is_called_after_an_exception_that_stops(stops):
    host, calls = gestalt.WorldHost(), []

    @host.action
    def act(call):
        calls.append(call.node)
        raise stops

    leaf = {"type": "action", "do": "act"}
    root = {"type": "decide", "if": "agent % 2 == 0", "then": leaf, "else": {"type": "sequence", "children": [leaf]}}
    scene = {"scene": 1, "world": {"size": [60, 60], "dt": 1}, "groups": [
        {"name": "a", "count": 200, "tree": {"gestalt": 1, "root": root}}]}
    with gestalt.World(scene, host=host) as world:
        with pytest.raises(stops):
            world.step()
    assert len(calls) == 1


# A tick of the first scene is stopped where it is. The second scene has many agents; its first step is undone after the tick.
LONG = scene_of(700, 60, COUNT, *GLOW, {"type": "repeat", "count": 2000, "per_tick": 2000, "child": {"type": "set", "key": "seen", "to": "seen + 1"}})
MANY = scene_of(17000, 400, *GLOW)


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
@pytest.mark.parametrize("scene", [LONG, MANY], ids=["long", "many"])
def test_interrupted_steps_are_undone(threads, scene):
    expected = end_of(scene, host_of_flies(), steps=4)

    seen = []

    def interrupt(call):
        """Interrupt the first step, and the third one, at the first call."""
        if call.tick in (0, 2) and call.tick not in seen:
            seen.append(call.tick)
            if call.tick:
                os.kill(os.getpid(), signal.SIGINT)
            else:
                world.interrupt()

    with gestalt.World(scene, host=host_of_flies(interrupt), threads=threads) as world:
        before = world.hash()
        with pytest.raises(gestalt.Interrupted, match="step 0 was interrupted"):
            world.step()
        assert world.steps == 0 and world.hash() == before
        world.step(2)
        with pytest.raises(KeyboardInterrupt):
            world.step(2)
        world.step(4 - world.steps)
        assert seen == [0, 2] and (world.hash(), len(world), world.measure()) == expected


def test_a_call_is_over_when_the_function_returns():
    host, kept = gestalt.WorldHost(), []

    @host.action(writes=["n"])
    def act(call, x: float, n: int = 0):
        n += 1
        kept.append((call, x, n, x.copy(), n.copy()))

    scene = {"scene": 1, "world": {"size": [60, 60], "dt": 1}, "groups": [{"name": "a", "count": 200, "tree": {
        "gestalt": 1, "blackboard": {"n": {"type": "int", "host": True}},
        "root": {"type": "action", "do": "act", "args": {"x": "tick + agent", "n": "n"}}}}]}
    with gestalt.World(scene, host=host) as world:
        world.step(3)
    for tick, (call, x, n, same_x, same_n) in enumerate(kept):
        assert call.tick == tick and (x == same_x).all() and (n == same_n).all() and (n == tick + 1).all()
        for use in (lambda: call.rows, lambda: call.agents, lambda: call.starting, lambda: call.near(1)):
            with pytest.raises(gestalt.Expired):
                use()


def test_functions_write_only_what_they_declare():
    host = gestalt.WorldHost()

    @host.action
    def act(call, x: float):
        x += 1

    scene = {"scene": 1, "world": {"size": [60, 60], "dt": 1}, "groups": [{"name": "a", "count": 9, "tree": {
        "gestalt": 1, "root": {"type": "action", "do": "act", "args": {"x": 1.5}}}}]}
    with gestalt.World(scene, host=host) as world, pytest.raises(ValueError, match="read-only") as raised:
        world.step()
    assert "writes=[...] of `act`" in raised.value.__notes__[0]
