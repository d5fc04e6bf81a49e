# SPDX-License-Identifier: MIT
"""Worlds: runs and their figures, agents, snapshots, edits, interrupts, lifetimes."""
import csv
import gc
import io
import math
import os
import signal
import subprocess
import sys
import threading
import time

import gestalt
import numpy as np
import pytest

WALKERS = {"scene": 1, "name": "walkers", "world": {"size": [20, 20], "periodic": True, "dt": 0.1, "steps": 30, "seed": 5},
           "groups": [{"name": "walkers", "count": 100, "vehicle": {"max_speed": 1},
                       "tree": {"gestalt": 1, "blackboard": {"n": "int", "brave": {"type": "bool", "init": True, "host": True}},
                                "root": {"type": "concurrent", "children": [
                                    {"type": "action", "do": "wander"}, {"type": "set", "key": "n", "to": "n + 1"}]}}}],
           "reports": [{"name": "speed", "value": "mean(walkers, speed)", "every": 10}]}
# All agents have a newborn at the third step, and die.
BREEDERS = {"scene": 1, "world": {"size": [20, 20], "periodic": True, "dt": 1, "steps": 9},
            "groups": [{"name": "mice", "count": 10, "most": 500, "tree": {
                "gestalt": 1, "blackboard": {"age": "int"},
                "root": {"type": "sequence", "children": [
                    {"type": "set", "key": "age", "to": "age + 1"}, "age == 3", {"type": "action", "do": "breed"}]}}}]}


def command(*arguments):
    done = subprocess.run([gestalt.program(), *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def swarm(examples):
    return examples / "scenes" / "swarm.json"


def test_runs_have_the_figures_of_the_command(swarm):
    text = command("run", swarm, "--steps=120", "--reports=-", "-q", "--set", "whim=0.2")
    rows = list(csv.DictReader(io.StringIO(text)))
    with gestalt.World(swarm, set={"whim": 0.2}) as world:
        table = world.run(120)
        assert f"{world.hash():016x}" == command("run", swarm, "--steps=120", "--hash", "-q", "--set", "whim=0.2").strip()
    assert list(table) == list(rows[0]) and len(table) == len(rows) == 4
    for name in rows[0]:
        for value, cell in zip(table[name], (row[name] for row in rows)):
            if cell == "":
                assert math.isnan(value)
            else:  # the command prints floats with the digits that a float needs
                assert value == float(cell) or np.float32(value) == np.float32(cell)


def test_measures_are_those_of_the_command(examples):
    import json
    scene = examples / "scenes" / "wolf-sheep.json"
    said = json.loads(command("run", scene, "--steps=40", "--json"))
    with gestalt.World(scene, threads=2) as world:
        world.step(40)
        assert world.measure() == said["outcome"]
        assert f"{world.hash():016x}" == said["hash"]


def test_until_ends_a_run(swarm):
    text = command("run", swarm, "--set", "whim=0.1", "--set", "until=agreement > 0.3", "--reports=-", "-q")
    with gestalt.World(swarm, set={"whim": 0.1}) as world:
        world.run(until="agreement > 0.3")
        assert world.is_done and world.steps == int(text.splitlines()[-1].split(",")[0]) < 600
    with gestalt.World(swarm) as world:
        world.run(until=lambda w: w.steps == 7)
        assert world.steps == 7


def test_reports_are_chosen_and_added():
    with gestalt.World(WALKERS) as world:
        before = world.hash()
        table = world.run(10, report=["polarisation", "far=count(walkers, position.x > 10)"], every=4)
        assert list(table) == ["step", "time", "polarisation", "far"]
        assert [int(step) for step in table["step"]] == [0, 4, 8, 10]
        assert table["far"][3] == (world["walkers"].position[:, 0] > 10).sum() == world.report("far")
    with gestalt.World(WALKERS) as world:
        assert world.hash() == before  # a report is no part of the state
        with pytest.raises(gestalt.BadArgument, match="reports no `spede`.*polarisation"):
            world.run(1, report="spede")
        with pytest.raises(gestalt.CompileError, match="walkrs"):
            world.run(1, report="x=count(walkrs)")
        assert world.steps == 0
        assert world.run(0, report={"top": "max(walkers, speed)"})["top"][0] == world.report("top")


def test_tables_without_pandas_are_structured(monkeypatch):
    with gestalt.World(WALKERS) as world:
        frame = world.run(10)
        monkeypatch.setattr("gestalt.tables.has_pandas", lambda: False)
        world.load(gestalt.World(WALKERS).snapshot())
        rows = world.run(10)
    assert rows.dtype.names == tuple(frame) and rows["speed"].tolist() == list(frame["speed"])


def test_agents_are_arrays():
    with gestalt.World(WALKERS) as world:
        group = world["walkers"]
        assert group.position.shape == group.velocity.shape == group.heading.shape == (100, 2)
        assert len(world) == len(group) == 100 and world.row(7) == 7
        old = group.position
        world.step()
        moved = np.linalg.norm(group.position - old, axis=1)
        near = moved < 10  # the others have crossed the border
        assert np.allclose(moved[near], np.linalg.norm(group.velocity, axis=1)[near] * 0.1, atol=1e-4)
        assert (group["n"].copy() == 1).all() and group["brave"].copy().all()
        group["n"] += 5
        world.step()
        assert set(group.frame(["n"])["n"]) == {7}
        with pytest.raises(gestalt.BadArgument, match="no group `x`.*walkers"):
            world["x"]
        with pytest.raises(gestalt.BadArgument, match="no agent 100"):
            world.row(100)


def test_views_expire_when_agents_are_born():
    with gestalt.World(BREEDERS) as world:
        world.step(2)
        ages = world["mice"]["age"]
        blocks = ages.blocks()
        with pytest.raises(gestalt.Expired):
            world.step()
        del blocks
        assert world.steps == 2
        world.step(2)
        assert len(world) == 20
        with pytest.raises(gestalt.Expired):
            ages.copy()
        assert len(world["mice"].frame(["age"])) == 20


def test_the_world_owns_its_population():
    plain = gestalt.Population(gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 1}}))
    own = gestalt.World(WALKERS).population
    assert set(vars(plain)) <= set(vars(own))
    refused = {name for name in dir(plain) if getattr(type(own), name, 0) is not getattr(type(plain), name, 0)}
    changing = {"tick", "spawn", "despawn", "inherit", "insert", "insert_many", "remove", "remove_many", "compact", "load",
                "edit", "begin_edit", "begin_tick", "step", "add_group", "remove_group", "keep", "keep_nothing", "interrupt",
                "close"}
    assert changing & set(dir(plain)) <= refused
    with gestalt.World(WALKERS) as world:
        for call in (lambda p: p.tick(), lambda p: p.spawn(3), lambda p: p.despawn(0), lambda p: p.compact(),
                     lambda p: p.close()):
            with pytest.raises(gestalt.Misuse, match="World"):
                call(world.population)
        assert world.population.hash() and len(world.population) == 100
        world.step()


@pytest.mark.parametrize("form", ["bytes", "path"])
def test_snapshots(form, tmp_path):
    with gestalt.World(WALKERS) as world, gestalt.World(WALKERS, threads=2, seed=9) as other:
        world.step(5)
        if form == "path":
            world.save(tmp_path / "w.gss")
        other.load(world.snapshot() if form == "bytes" else tmp_path / "w.gss")
        assert other.steps == 5 and other.hash() == world.hash()
        world.step(5)
        other.step(5)
        assert other.hash() == world.hash()
        with pytest.raises(gestalt.BadFile):
            world.load(b"GSTS" + bytes(100))
        with pytest.raises(gestalt.FileError):
            world.load(tmp_path / "none.gss")
        assert other.hash() == world.hash()


def test_edits_keep_agents(tmp_path):
    tree = {"gestalt": 1, "blackboard": {"n": "int"},
            "root": {"type": "set", "key": "n", "to": "n + 100"}}
    with gestalt.World(WALKERS) as world:
        world.step(3)
        view, places = world["walkers"]["n"], world.position
        world.save(tmp_path / "old.gss")
        reports = world.edit({"walkers": tree})
        assert list(reports) == ["walkers"] and reports["walkers"].counts.agents == 100
        assert world.steps == 3 and (world.position == places).all()
        with pytest.raises(gestalt.Expired):
            view.copy()
        world.step()
        assert set(world["walkers"]["n"].copy()) == {103}
        edited = world.hash()
        assert list(world.load(tmp_path / "old.gss", saved_with=gestalt.Scene(WALKERS))) == ["walkers"]
        world.step()
        assert world.hash() == edited
        with pytest.raises(gestalt.BadFile):
            world.edit(scene=gestalt.Scene(WALKERS, set={"world.size": [9, 9]}))
        assert world.hash() == edited


def test_errors_of_scenes():
    with pytest.raises(gestalt.CompileError) as caught:
        gestalt.World({"scene": 1, "world": {"size": [9, 9]}, "groups": [{"name": "a", "cuont": 1}]})
    assert caught.value.diagnostics[0]["code"].startswith("E")
    with pytest.raises(gestalt.BadArgument, match="did you mean `walkers`"):
        gestalt.Scene(WALKERS, set={"walker.count": 3})
    with pytest.raises(gestalt.FileError, match="none.json"):
        gestalt.World("none.json")
    with pytest.raises(gestalt.BadArgument):
        gestalt.World(WALKERS, kernels="sse9")
    with pytest.raises(gestalt.BadArgument):
        gestalt.World(gestalt.Scene(WALKERS), set={"a": 1})


def test_scenes_tell_facts():
    scene = gestalt.Scene(WALKERS, set={"walkers.count": 3, "world.size": [20, 30]})
    assert (scene.agents, scene.size, scene.dimensions, scene.steps, scene.seed, scene.dt) == (3, (20, 30), 2, 30, 5, 0.1)
    shape = scene.groups["walkers"].shape
    del scene
    gc.collect()
    assert shape.node_count == 3  # the shape keeps its scene alive
    assert gestalt.is_scene('{"scene": 1}') and not gestalt.is_scene('{"gestalt": 1}')
    assert "wander" in gestalt.scene_reference() and "$schema" in gestalt.scene_schema()


def test_limits():
    scene = gestalt.Scene(WALKERS)
    scene.set_limits(agents=50)
    with pytest.raises(gestalt.Limit):
        gestalt.World(scene)
    with pytest.raises(gestalt.BadArgument):
        scene.set_limits(birds=50)


def test_closed_worlds_expire():
    world = gestalt.World(WALKERS)
    population, group, view = world.population, world["walkers"], world["walkers"]["n"]
    blocks = view.blocks()
    with pytest.raises(gestalt.Expired):
        world.close()
    del blocks
    world.close()
    world.close()
    for use in (world.step, world.hash, lambda: world.steps, lambda: world.position, lambda: len(population),
                lambda: group.ids, view.copy, lambda: world.population, world.snapshot):
        with pytest.raises(gestalt.Expired):
            use()
    assert "closed" in repr(world)


def test_worlds_end_in_any_order():
    code = """
import gestalt
world = gestalt.World(%r)
%s
"""
    ends = ["population = world.population; del world; len(population)", "view = world['walkers']['n']; del world; view.copy()",
            "b = world['walkers']['n'].blocks()", "import io; r = world.record(io.BytesIO()); world.step()",
            "import io; r = world.record(io.BytesIO(), parts='both'); world.step(); world.close(); r.close()",
            "world.me = world"]
    for end in ends:
        done = subprocess.run([sys.executable, "-c", code % (WALKERS, end)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), end


def test_calls_from_threads_do_not_overlap():
    errors = []
    with gestalt.World(WALKERS, set={"walkers.count": 20000}) as world:
        worker = threading.Thread(target=lambda: world.step(50))
        worker.start()
        while worker.is_alive():
            try:
                world.position
            except gestalt.Misuse as error:
                errors.append(str(error))
        worker.join()
        assert errors and world.steps == 50


def test_another_thread_interrupts():
    with gestalt.World(WALKERS) as world:
        caught = []

        def work():
            try:
                world.step(10**9)
            except gestalt.Interrupted as error:
                caught.append(error)

        worker = threading.Thread(target=work)
        worker.start()
        time.sleep(0.1)
        world.interrupt()
        worker.join(20)
        assert not worker.is_alive() and len(caught) == 1
        steps = world.steps
        with gestalt.World(WALKERS) as other:
            other.step(steps)
            world.step()
            other.step()
            assert world.hash() == other.hash()


# Each agent visits many leaves in a tick, so that a step takes long, and is undone.
SLOW = {"scene": 1, "world": {"size": [20, 20], "periodic": True, "dt": 0.1}, "groups": [
    {"name": "slow", "count": 60000, "tree": {"gestalt": 1, "blackboard": {"n": "int"}, "root": {
        "type": "repeat", "count": 10000, "per_tick": 10000, "child": {"type": "set", "key": "n", "to": "n * 3 + 1"}}}}]}


@pytest.mark.parametrize("scene, is_undone", [(WALKERS, False), (SLOW, True)])
def test_ctrl_c_ends_a_run_that_goes_on(scene, is_undone):
    with gestalt.World(scene) as world:
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            world.run(10**9)
        assert time.monotonic() - begun < 20
        timer.join()
        if is_undone:
            assert world.steps == 0
            return
        steps = world.steps
        world.step()
        assert world.steps == steps + 1
        with gestalt.World(scene) as other:
            other.step(steps + 1)
            assert other.hash() == world.hash()


def test_own_handlers_of_ctrl_c_are_called():
    came = []
    old = signal.signal(signal.SIGINT, lambda *_: came.append(1))
    try:
        with gestalt.World(WALKERS) as world:
            threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            with pytest.raises(gestalt.Interrupted, match="can be continued"):
                world.step(10**9)
            world.step(2)
        assert came == [1]
    finally:
        signal.signal(signal.SIGINT, old)


def test_progress_is_for_terminals(monkeypatch, capsys):
    from gestalt import progress
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "PERIOD", 0)
    with gestalt.World(WALKERS) as world:
        world.run(5)
        assert capsys.readouterr().err == ""
        world.run(5, progress=True)
        said = capsys.readouterr().err
        assert "4 of 5 steps" in said and said.endswith("\r\x1b[K")
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        world.run(5)
        assert "of 5 steps" in capsys.readouterr().err
        world.run(5, progress=False)
        assert capsys.readouterr().err == ""


def test_progress_in_notebooks(monkeypatch):
    import types
    shown = []
    display = types.SimpleNamespace(update=lambda bar: shown.append(bar))
    module = types.ModuleType("IPython")
    module.get_ipython = lambda: types.SimpleNamespace(kernel=1)
    parts = types.ModuleType("IPython.display")
    parts.HTML = lambda text: text
    parts.display = lambda bar, display_id: shown.append(bar) or display
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", parts)
    from gestalt import progress
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "PERIOD", 0)
    with gestalt.World(WALKERS) as world:
        world.run(3)
    assert len(shown) > 2 and shown[0].startswith('<progress value="0" max="3">')


def test_a_late_signal_interrupts_no_later_call():
    from gestalt._interrupts import Interruptible
    first, second = [], []
    for i in range(300):
        watch = Interruptible(lambda: first.append(1))
        with watch:
            os.kill(os.getpid(), signal.SIGINT)
            while not watch.came:  # under valgrind, a signal may come later
                time.sleep(0)
        with Interruptible(lambda: second.append(1)):
            pass
        with pytest.raises(KeyboardInterrupt):
            watch.finish()
    assert len(first) >= 300 and second == []
