# SPDX-License-Identifier: MIT
"""Writing recordings: of populations, and of a program's own columns."""
import gc
import io

import gestalt
import numpy as np
import pytest
from test_worlds import WALKERS, command

COUNTER = {"gestalt": 1, "blackboard": {"n": "int", "odd": "bool", "x": "float", "mood": {"type": ["calm", "wild"], "host": True},
                                        "team": {"type": "int", "shared": True, "init": 7, "host": True}},
           "root": {"type": "sequence", "children": [
               {"type": "set", "key": "n", "to": "n + 1"}, {"type": "set", "key": "odd", "to": "n % 2 == 1"},
               {"type": "set", "key": "x", "to": "n * 0.5"}, {"type": "wait", "ticks": 1, "name": "rest"}]}}


@pytest.fixture
def counters():
    with gestalt.Population(gestalt.compile(COUNTER, name="counter"), agents=200) as population:
        yield population


def record(population, ticks=6, watch=(), **options):
    file = io.BytesIO()
    with gestalt.Recorder(population, file, **options) as recorder:
        for agent in watch:
            recorder.watch(agent)
        for _ in range(ticks):
            population.tick()
            recorder.tick()
    return file.getvalue()


def test_frames_have_trees_and_keys(counters):
    data = record(counters, keys=["n", "odd", "x", "mood", "team"], name="counting", groups=["counters"])
    reading = gestalt.TreeRecording(data)
    assert reading.name == "counting"
    frames = list(reading.frames())
    assert reading.is_complete and [f.tick for f in frames] == [0, 1, 2, 3, 4, 5, 6]
    group = frames[6].groups["counters"]
    assert (group.ids == counters.ids()).all() and len(group) == 200
    assert (group["n"] == counters["n"].copy()).all() and group["n"].dtype == np.int32 and (group["n"] > 1).all()
    assert (group["x"] == group["n"] * np.float32(0.5)).all() and (group["odd"] == (group["n"] % 2 == 1)).all()
    assert set(group.words("mood")) == {"calm"} and group.shared == {"team": 7}
    assert set(frames[0].groups["counters"].status) == {3} and set(group.status) <= {0, 2}
    with pytest.raises(gestalt.BadArgument, match="it has n, odd"):
        group["health"]


def test_nodes_are_live_and_counted(counters):
    frames = list(gestalt.TreeRecording(record(counters)).frames())
    group = frames[1].groups["agents"]
    rest = next(node for node in group.nodes if node.name == "rest")
    assert rest.type == "wait" and group.nodes[rest.parent].type == "sequence" and group.nodes[0].parent is None
    assert group.at[rest.id] == group.is_live(rest.id).sum() == 200 and not group.is_live(1).any()
    assert group.counts["running"][rest.id] == 200 and group.counts["succeeded"][1] == 200


def test_watched_agents_have_steps(counters):
    data = record(counters, ticks=3, watch=[17], expressions=["n * 2"])
    steps = [f for f in gestalt.TreeRecording(data) if f.steps is not None]
    assert steps and {int(a) for f in steps for a in f.steps["agent"]} == {17}
    from gestalt.tree_recording import STEPS
    assert STEPS[steps[0].steps["kind"][0]] == "entered"
    assert steps[0].values["n * 2"][-1] == 2


def test_conditions_choose_agents(counters):
    counters["n"][5] = 40
    file = io.BytesIO()
    with gestalt.Recorder(counters, file) as recorder:
        recorder.watch_if("n > 30")
        recorder.watch_node("rest")
        for bad in ("n >", "nobody > 3"):
            with pytest.raises(gestalt.BadArgument):
                recorder.watch_if(bad)
        with pytest.raises(gestalt.BadArgument):
            recorder.watch_node("unrest")
        with pytest.raises(gestalt.BadArgument, match="no agent 999"):
            recorder.watch(999)
        for _ in range(3):
            counters.tick()
            recorder.tick()
    watched = {int(a) for f in gestalt.TreeRecording(file.getvalue()) if f.steps is not None for a in f.steps["agent"]}
    assert watched == {0, 5}


def test_export_agrees(counters, tmp_path):
    (tmp_path / "run.gsr").write_bytes(record(counters, keys=["n"]))
    lines = command("export", tmp_path / "run.gsr", "--from=6", "--to=6").splitlines()
    place = lines[0].split(",").index("n")
    last = list(gestalt.TreeRecording(tmp_path / "run.gsr").frames())[-1].groups["agents"]
    assert [int(line.split(",")[place]) for line in lines[1:]] == last["n"].tolist()


def test_copies_have_some_agents_and_frames(counters):
    reading = gestalt.TreeRecording(record(counters, keys=["n"]))
    file = io.BytesIO()
    reading.copy(file, agents=lambda agent: agent % 10 == 0, every=2)
    frames = list(gestalt.TreeRecording(file.getvalue()).frames())
    assert [f.tick for f in frames] == [0, 2, 4, 6] and frames[3].groups["agents"].ids.tolist() == list(range(0, 200, 10))
    whole = io.BytesIO()
    reading.copy(whole)
    assert whole.getvalue() == record_again(reading)
    with pytest.raises(ZeroDivisionError):
        reading.copy(io.BytesIO(), agents=lambda agent: 1 / 0)


def record_again(reading):
    return reading._source


def test_edits_are_followed(counters):
    file = io.BytesIO()
    other = gestalt.Population(gestalt.compile(COUNTER, name="counter"), agents=200)
    with gestalt.Recorder(counters, file) as recorder:
        counters.tick()
        recorder.tick()
        recorder.frame()
        counters.tick()
        other.load(counters.snapshot())
        recorder.follow(other)
        counters.close()
        other.tick()
        recorder.tick()
    assert [f.tick for f in gestalt.TreeRecording(file.getvalue()).frames()][-1] == 3


def test_recorders_end_in_any_order():
    for order in ("population first", "recorder first", "dropped"):
        population = gestalt.Population(gestalt.compile(COUNTER), agents=70)
        recorder = gestalt.Recorder(population, io.BytesIO())
        recorder.watch(3)
        population.tick()
        if order == "population first":
            population.close()
            with pytest.raises(gestalt.Expired):
                recorder.tick()
        elif order == "recorder first":
            recorder.close()
            population.tick()
            with pytest.raises(gestalt.Expired):
                recorder.tick()
        del population, recorder
        gc.collect()


def test_exceptions_of_files_are_raised(counters):
    class Full(io.BytesIO):
        def write(self, data):
            raise OSError(28, "full")

    with pytest.raises(OSError, match="full"):
        gestalt.Recorder(counters, Full())
    with pytest.raises(gestalt.FileError, match="cannot write"):
        gestalt.Recorder(counters, "/no such folder/r.gsr")
    with pytest.raises(gestalt.BadArgument):
        gestalt.Recorder(counters)
    with pytest.raises(gestalt.BadArgument, match="nokey"):
        gestalt.Recorder(counters, io.BytesIO(), keys=["nokey"])


ANTS = gestalt.Description(
    low=(0, 0), high=(10, 10), name="ants", dt=0.5, periodic=(True, False), every=2,
    columns=[gestalt.RecordColumn("x"), gestalt.RecordColumn("y", coding="range", high=10),
             gestalt.RecordColumn("food", "int", words=("none", "leaf")), gestalt.RecordColumn("lost", "bool")],
    groups=[gestalt.RecordGroup("workers", radius=0.5, shape="triangle", color=3), gestalt.RecordGroup("queens")],
    geometry=[gestalt.Geometry("circle", np.array([[5, 5]], np.float32), "nest", 2),
              gestalt.Geometry("light", np.array([[1, 1]], np.float32))])


def test_own_columns_come_back():
    file = io.BytesIO()
    with gestalt.ColumnRecorder(ANTS, file) as recorder:
        assert recorder.wants(4) and not recorder.wants(3)
        recorder.frame(0, [9, 4], {"x": [1, 2], "y": [3, 4], "food": ["leaf", "none"], "lost": [True, False]},
                       groups=[0, 1], lights=["red"])
    reading = gestalt.Recording(file.getvalue())
    d = reading.description
    assert (d.name, d.dt, d.low, d.high, d.periodic, d.every) == ("ants", 0.5, (0, 0), (10, 10), (True, False), 2)
    assert d.columns == ANTS.columns and d.groups == ANTS.groups
    assert (d.geometry[0].kind, d.geometry[0].name, d.geometry[0].radius) == ("circle", "nest", 2)
    (frame,) = reading
    assert frame.ids.tolist() == [4, 9] and frame["x"].tolist() == [2, 1] and frame.groups.tolist() == [1, 0]
    assert frame.words("food").tolist() == ["none", "leaf"] and frame["lost"].tolist() == [0, 1]
    assert frame.lights == ("red",) and frame.in_group("queens").tolist() == [True, False]


@pytest.mark.parametrize("change, message", [
    ({"columns": {"x": [1], "y": [1], "food": [0]}}, "`lost` is missing"),
    ({"ids": [1, 2]}, "shape"), ({"lights": ["blue"]}, "lights"), ({"lights": []}, "lights"), ({"groups": [0, 1]}, "groups"),
    ({"groups": [7]}, "group")])
def test_wrong_frames_are_refused(change, message):
    good = {"ids": [1], "columns": {"x": [1], "y": [1], "food": [0], "lost": [0]}, "lights": ["off"], "groups": [0]}
    with gestalt.ColumnRecorder(ANTS, io.BytesIO()) as recorder:
        with pytest.raises(gestalt.BadArgument, match=message):
            recorder.frame(0, **{**good, **change})
        recorder.frame(0, **good)


def test_trees_are_a_part_of_own_columns(counters):
    file = io.BytesIO()
    host = gestalt.ColumnRecorder(gestalt.Description(low=(0, 0), high=(9, 9), groups=[gestalt.RecordGroup("agents")],
                                                      columns=[gestalt.RecordColumn("x"), gestalt.RecordColumn("y")]), file)
    trees = gestalt.Recorder(counters, into=host, keys=["n"])
    ids = counters.ids()
    host.frame(0, ids, {"x": ids * 0.01, "y": ids * 0.02})
    counters.tick()
    host.frame(1, ids, {"x": ids * 0.01, "y": ids * 0.02})
    trees.tick()
    trees.close()
    host.close()
    assert [f.step for f in gestalt.Recording(file.getvalue())] == [0, 1]
    assert list(gestalt.TreeRecording(file.getvalue()).frames())[-1].groups["agents"]["n"].tolist() == [1] * 200
    host = gestalt.ColumnRecorder(ANTS, io.BytesIO())
    trees = gestalt.Recorder(counters, into=host)
    host.close()
    with pytest.raises(gestalt.Expired):
        trees.tick()


def test_a_recorded_world_is_not_replaced():
    with gestalt.World(WALKERS) as world:
        recorder = world.record(io.BytesIO())
        with pytest.raises(gestalt.Misuse, match="close the recording"):
            world.edit({"walkers": {"gestalt": 1, "root": {"type": "wait", "ticks": 1}}})
        with pytest.raises(gestalt.BadArgument, match="no trees"):
            recorder.watch(3)
        recorder.close()
        world.edit({"walkers": {"gestalt": 1, "root": {"type": "wait", "ticks": 1}}})
        with pytest.raises(gestalt.BadArgument):
            world.record(io.BytesIO(), parts="all")
