# SPDX-License-Identifier: MIT
"""Actions, sensors and parts of worlds in Python, and plugins of worlds."""
import gc
import json
import os
import pathlib
import re
import shutil
import subprocess

import gestalt
import numpy as np
import pytest
from test_worlds import WALKERS, command

top = pathlib.Path(__file__).resolve().parents[2]
FIREFLIES = json.loads("".join(re.findall(r'^    "(.*)"', re.search(r"scene\[\] =\n(.*?);\n", (
    top / "examples/fireflies.c").read_text("utf-8"), re.S)[1].replace('"\n    "\\"rand', '\\"rand'), re.M)).replace('\\"', '"'))


def fireflies():
    """The host of examples/fireflies.c."""
    host = gestalt.WorldHost("lights")
    host.column("flashes", np.uint8, kept=False)
    host.column("flashed", np.uint8)
    host.number("flashes")
    host.number("most_at_once")

    @host.action
    def flash(call):
        call["flashes"][call.rows] = not call.cancelling

    @host.sensor(writes=["count"], reach=["radius"])
    def see_flashes(call, radius: float = 4.0, count: int = 0):
        flashed = call["flashed"]
        count[:] = [flashed[rows].sum() - flashed[own] for own, rows in zip(call.rows, call.near(radius))]

    @host.after
    def after(state):
        count = int(state["flashes"].sum())
        state["flashed"] = state["flashes"]
        state["flashes"] = 0
        state.numbers["flashes"] += count
        state.numbers["most_at_once"] = max(count, state.numbers["most_at_once"])

    return host


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    compiler, build = shutil.which("cc"), os.environ.get("GESTALT_BUILD")
    if not compiler or not build:
        pytest.skip("needs a C compiler, and the folder of a build")
    path = tmp_path_factory.mktemp("plugin") / "fireflies.so"
    subprocess.run([compiler, "-shared", "-fPIC", top / "examples/fireflies.c", f"-I{top}/include", f"-I{build}/include",
                    "-o", path], check=True)
    return path


def test_plugins_run_as_in_the_command(plugin, tmp_path):
    (tmp_path / "fireflies.json").write_text(json.dumps(FIREFLIES))
    said = json.loads(command("run", tmp_path / "fireflies.json", "--plugin", plugin, "--steps=150", "--json"))
    with gestalt.World(FIREFLIES, host=gestalt.WorldPlugin(plugin)) as world:
        world.step(150)
        assert f"{world.hash():016x}" == said["hash"] and world.measure() == said["outcome"]
    with gestalt.World(FIREFLIES, host=fireflies()) as world:  # the same in Python
        world.step(150)
        assert world.measure() == said["outcome"] and said["outcome"]["flashes"] > 100


def test_wrong_plugins_are_refused(tmp_path):
    with pytest.raises(gestalt.FileError, match="cannot load"):
        gestalt.WorldPlugin(tmp_path / "none.so")
    with pytest.raises(gestalt.BadFile, match="not a plugin"):
        gestalt.WorldPlugin(pathlib.Path(os.environ["GESTALT_LIBRARIES"]) / "libgestalt.so.2")


def test_parts_are_in_snapshots():
    with gestalt.World(FIREFLIES, host=fireflies()) as world, gestalt.World(FIREFLIES, host=fireflies(), threads=2) as other:
        world.step(40)
        other.load(world.snapshot())
        assert other.measure()["flashes"] == world.measure()["flashes"] > 0
        world.step(40)
        other.step(40)
        assert other.hash() == world.hash() and other.measure() == world.measure()


def test_a_part_goes_on_after_new_reports():
    with gestalt.World(FIREFLIES, host=fireflies()) as world, gestalt.World(FIREFLIES, host=fireflies()) as other:
        other.step(50)
        world.step(40)
        table = world.run(10, report="bright=count(flies, charge > 0.5)")
        assert world.hash() == other.hash() and len(table) == 1


def scene(root, keys=None, count=70):
    return {**WALKERS, "reports": [], "groups": [{"name": "a", "count": count, "tree": {
        "gestalt": 1, "blackboard": keys or {}, "root": root}}]}


def test_arguments_of_all_types():
    host, seen = gestalt.WorldHost(), {}

    @host.action(writes=["out", "flag", "number"])
    def everything(call, b: bool, i: int, f: float, v: "vec2", more: float = 2.5, whole: "int" = 3, out: "vec2" = 0,
                   flag: bool = False, number: int = 0):
        if 0 in call.agents:
            seen.update(b=b.tolist()[0], i=i.tolist()[0], f=f.tolist()[0], v=v.tolist()[0], more=more.tolist()[0],
                        whole=whole.tolist()[0], tick=call.tick, starting=call.starting.all(), count=len(b))
        out[:] = v * 2
        flag[:] = call.agents % 2 == 1
        number[:] = call.agents + i

    keys = {"home": {"type": "vec2", "init": [1, 2]}, "two": "vec2", "odd": "bool", "n": "int"}
    args = {"b": "true", "i": 7, "f": 3, "v": "home", "out": "two", "flag": "odd", "number": "n"}
    with gestalt.World(scene({"type": "action", "do": "everything", "args": args}, keys), host=host) as world:
        world.step(2)
        assert seen == {"b": True, "i": 7, "f": 3.0, "v": [1.0, 2.0], "more": 2.5, "whole": 3, "tick": 1, "starting": True,
                        "count": 70}
        group = world["a"]
        assert (group["two"].copy() == [2, 4]).all()
        assert (group["odd"].copy() == (group["odd"].ids % 2 == 1)).all()
        assert (group["n"].copy() == group["n"].ids + 7).all()


def test_agents_that_are_not_in_a_call_stay():
    host = gestalt.WorldHost()

    @host.action(writes=["flag", "number"])
    def mark(call, flag: bool = False, number: float = 0):
        flag[:], number[:] = False, 5

    keys = {"flag": {"type": "bool", "init": True}, "x": {"type": "float", "init": 2}}
    root = {"type": "decide", "if": "agent % 3 == 0", "else": {"type": "success"},
            "then": {"type": "action", "do": "mark", "args": {"flag": "flag", "number": "x"}}}
    with gestalt.World(scene(root, keys), host=host) as world:
        world.step()
        group = world["a"]
        assert (group["flag"].copy() == (group["flag"].ids % 3 != 0)).all()
        assert (group["x"].copy() == np.where(group["x"].ids % 3, 2, 5)).all()


def test_statuses_and_predicates():
    host = gestalt.WorldHost()

    @host.action
    def choose(call):
        return np.array([gestalt.SUCCESS, gestalt.FAILURE, gestalt.RUNNING])[call.agents % 3]

    @host.predicate
    def is_even(call):
        return call.agents % 2 == 0

    with gestalt.World(scene({"type": "action", "do": "choose"}), host=host) as world:
        world.step()
        assert [world.population.status(agent) for agent in range(6)] == [0, 1, 2, 0, 1, 2]
    with gestalt.World(scene({"type": "condition", "call": "is_even"}), host=host) as world:
        world.step()
        assert [world.population.status(agent) for agent in range(4)] == [0, 1, 0, 1]


def test_stages_and_keys():
    host, order = gestalt.WorldHost(), []

    @host.before
    def before(state):
        order.append("before")
        state.set("n", range(len(state)), state.ids * 2)
        state.set("x", [0, 1], [0.5, 1.5])
        with pytest.raises(gestalt.BadArgument):
            state.set("x", [70], 1.0)

    @host.ticked
    def ticked(state):
        order.append("ticked")
        places = state.position
        apart = np.abs(places - places[0])
        apart = np.linalg.norm(np.minimum(apart, 20 - apart), axis=1)  # the world is periodic
        assert set(state.near(places[:1], 6.0)[0]) == set(np.flatnonzero(apart <= 6)) and state.capacity >= 70
        one_by_one = [state.near(places[i:i + 1], i)[0].tolist() for i in range(70)]
        assert [rows.tolist() for rows in state.near(places, range(70))] == one_by_one and len(one_by_one[69]) > 50
        assert state.near(places[:0], 1) == []
        for wrong in places[0], places[:, :1], np.zeros((2, 3)):
            with pytest.raises(gestalt.BadArgument, match="points are"):
                state.near(wrong, 1)

    @host.measure
    def measure(state):
        return {"mean_x": float(state.position[:, 0].mean()), "agents": len(state)}

    keys = {"n": "int", "x": "float"}
    root = {"type": "sequence", "children": [{"type": "set", "key": "n", "to": "n + 1"},
                                             {"type": "set", "key": "x", "to": "x + 1"}]}
    with gestalt.World(scene(root, keys), host=host) as world:
        world.step()
        assert order == ["before", "ticked"] and (world["a"]["n"].copy() == world.ids * 2 + 1).all()
        assert world["a"]["x"].copy()[:3].tolist() == [1.5, 2.5, 1]
        assert world.measure()["agents"] == 70 and world.measure()["mean_x"] == world.position[:, 0].mean()


@pytest.mark.parametrize("threads", [1, 2])
def test_exceptions_end_the_step(threads):
    host = gestalt.WorldHost()
    bad = {"call": False, "after": False, "measure": False}

    @host.action
    def act(call):
        return 1 / 0 if bad["call"] else None

    @host.after
    def after(state):
        return 1 / 0 if bad["after"] else None

    @host.measure
    def measure(state):
        return {"x": 1 / 0} if bad["measure"] else {}

    with gestalt.World(scene({"type": "action", "do": "act"}, count=500), host=host, threads=threads) as world:
        bad["after"] = True
        with pytest.raises(ZeroDivisionError):
            world.step()
        bad["after"] = False
        world.step()
        bad["call"] = True
        with pytest.raises(ZeroDivisionError):
            world.step()
        bad["call"] = False
        with pytest.raises(gestalt.Misuse, match="can only be destroyed"):
            world.step()
        bad["measure"] = True
        with pytest.raises(ZeroDivisionError):
            world.measure()


def test_arrays_keep_the_world():
    host, kept = gestalt.WorldHost(), []
    host.column("c", np.float64)

    @host.after
    def after(state):
        state["c"] += 1
        kept.append(state["c"])

    world = gestalt.World(scene({"type": "wait", "ticks": 1}), host=host)
    world.step(3)
    world.close()
    del world
    gc.collect()
    assert (kept[0] == 3).all()


def test_arrays_keep_what_the_engine_calls():
    host = gestalt.WorldHost()
    kept = [host]
    host.column("c")
    host.after(lambda state: kept.append(state["c"]))
    kept.append(kept)
    gestalt.World(scene({"type": "wait", "ticks": 1}), host=host).step()
    del host, kept
    gc.collect()  # the host is garbage; an array is the last one that keeps the world


def test_mistakes_of_hosts():
    host = gestalt.WorldHost()
    host.column("c")
    host.number("n")
    with pytest.raises(gestalt.BadArgument):
        host.column("c")
    with pytest.raises(gestalt.BadArgument):
        host.column("d", object)
    with pytest.raises(gestalt.BadArgument):
        host.number("n")
    with pytest.raises(gestalt.BadArgument, match="needs a type"):
        host.action(lambda call, x: None)

    def act(call, x: int):
        return "what"

    with pytest.raises(gestalt.BadArgument, match="no parameter `y`"):
        host.action(act, writes=["y"])
    host.action(act)
    with pytest.raises(gestalt.BadArgument, match="already"):
        host.action(act)
    with pytest.raises(gestalt.CompileError, match="unheard"):
        gestalt.World(scene({"type": "action", "do": "unheard"}), host=host)
    with gestalt.World(scene({"type": "action", "do": "act", "args": {"x": 1}}), host=host) as world:
        with pytest.raises(TypeError, match="`act` has returned str"):
            world.step()
