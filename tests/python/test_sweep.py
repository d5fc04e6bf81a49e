# SPDX-License-Identifier: MIT
"""Sweeps, by the program and in this process, and the program itself."""
import csv
import io
import os
import signal
import subprocess
import sys
import threading
import time

import gestalt
import numpy as np
import pytest
from gestalt import command as program
from test_worlds import WALKERS, command


def rows_of(table):
    names = list(table.dtype.names if hasattr(table, "dtype") else table)
    return [{name: table[name][i] for name in names} for i in range(len(table))]


def same(a, b):
    return a == b or (isinstance(a, float) and isinstance(b, float) and a != a and b != b)


@pytest.fixture
def swarm(examples):
    return examples / "scenes" / "swarm.json"


def run(world):
    world.run(40)


def test_tables_are_those_of_the_command(swarm):
    said = command("sweep", swarm, "--set", "sight=1,2", "--set", "whim=0.2,0.8", "--seeds=3", "--steps=40")
    expected = list(csv.DictReader(io.StringIO(said)))
    settings = {"set": {"sight": [1, 2], "whim": [0.2, 0.8]}, "seeds": 3, "steps": 40}
    by_command = rows_of(gestalt.sweep(swarm, **settings))
    here = rows_of(gestalt.sweep(swarm, **settings, each=run))
    threads = rows_of(gestalt.sweep(swarm, **settings, each=run, threads=2))
    assert len(expected) == len(by_command) == len(here) == len(threads) == 12
    for cells, row, own, other in zip(expected, by_command, here, threads):
        assert list(cells) == list(row) and list(cells)[:-1] == list(own)
        for name, cell in cells.items():
            value = row[name]
            assert value == cell if isinstance(value, str) else value == float(cell) if cell else value != value
            if name != "sweep":
                assert same(row[name], own[name]) and same(row[name], other[name]), name


def test_a_run_is_that_of_a_world(swarm):
    row = rows_of(gestalt.sweep(swarm, set={"whim": 0.2}, seed=7, steps=60, report=["agreement", "slow=count(birds, speed < 1)"]))[0]
    with gestalt.World(swarm, set={"whim": 0.2}, seed=7) as world:
        table = world.run(60)
        assert row["steps"] == world.steps and row["seed"] == 7 and row["slow"] == 0
        assert np.float32(row["agreement"]) == np.float32(list(table["agreement"])[-1])


def test_scenes_of_all_kinds(tmp_path, swarm):
    settings = {"set": {"walkers.count": [5, 10]}, "steps": 5, "report": "speed"}
    import json
    (tmp_path / "walkers.json").write_text(json.dumps(WALKERS))
    by = [rows_of(gestalt.sweep(source, **settings)) for source in
          (WALKERS, json.dumps(WALKERS), tmp_path / "walkers.json", gestalt.Scene(WALKERS))]
    assert all([r["speed"] for r in rows] == [r["speed"] for r in by[0]] for rows in by) and len(by[0]) == 2
    assert [r["walkers.count"] for r in by[0]] == [5, 10]


def test_each_has_python_in_the_loop():
    def each(world):
        while not world.is_done and world.steps < 6:
            world["walkers"]["n"] += 10
            world.step()
        return {"most": int(world["walkers"]["n"].max()), "agents": len(world)}

    rows = rows_of(gestalt.sweep(WALKERS, set={"walkers.count": [3, 4]}, seeds=2, report="speed", each=each))
    assert [r["most"] for r in rows] == [66] * 4 and [r["agents"] for r in rows] == [3, 3, 4, 4]
    assert [r["seed"] for r in rows] == [5, 6, 5, 6]


def test_trees_are_swept(tmp_path):
    import json
    (tmp_path / "calm.json").write_text('{"gestalt": 1, "root": {"type": "wait", "ticks": 1}}')
    (tmp_path / "wild.json").write_text(json.dumps(WALKERS["groups"][0]["tree"]))
    (tmp_path / "scene.json").write_text(json.dumps(WALKERS))
    trees = {"walkers": [tmp_path / "calm.json", tmp_path / "wild.json"]}
    rows = rows_of(gestalt.sweep(tmp_path / "scene.json", trees=trees, steps=20, report="speed"))
    here = rows_of(gestalt.sweep(tmp_path / "scene.json", trees=trees, report="speed", each=lambda w: w.step(20)))
    assert [r["speed"] for r in rows] == [r["speed"] for r in here] and rows[0]["speed"] != rows[1]["speed"]
    assert os.path.basename(rows[0]["walkers"]) == "calm.json" and rows[0]["walkers"] == here[0]["walkers"]


def test_failed_runs_have_their_errors(swarm):
    settings = {"set": {"sight": [1, "wrong("]}, "steps": 3, "report": "agreement"}
    with pytest.warns(gestalt.CompileWarning, match="1 of 2 runs failed"):
        rows = rows_of(gestalt.sweep(swarm, **settings))
    here = rows_of(gestalt.sweep(swarm, **settings, each=lambda w: w.step(3)))
    for found in (rows, here):
        assert found[0]["error"] == "" and "E0" in found[1]["error"]
        assert found[1]["agreement"] != found[1]["agreement"] and found[0]["agreement"] > 0
    assert [r["sight"] for r in rows] == [r["sight"] for r in here]


def test_output_is_kept_and_resumed(swarm, tmp_path):
    settings = {"set": {"sight": [1, 2]}, "steps": 5, "report": "agreement", "output": tmp_path / "t.csv"}
    first = rows_of(gestalt.sweep(swarm, **settings, plot=tmp_path / "p.svg"))
    assert (tmp_path / "p.svg").read_text().startswith("<svg")
    more = rows_of(gestalt.sweep(swarm, **settings, seeds=2, resume=True))
    assert len(first) == 2 and len(more) == 4 and more[0] == first[0]
    with pytest.raises(gestalt.BadArgument, match="`each`"):
        gestalt.sweep(swarm, **settings, each=run)


def test_mistakes_are_errors(swarm, monkeypatch, tmp_path):
    with pytest.raises(gestalt.Error, match="reports no `agrement`; did you mean `agreement`[^\n]*$"):
        gestalt.sweep(swarm, report="agrement")
    with pytest.raises(gestalt.BadArgument, match="reports no `agrement`"):
        gestalt.sweep(swarm, report="agrement", each=run)
    for bad in ({"seeds": 0}, {"set": {"sight": []}}, {"trees": {"birds": [{}]}}):
        with pytest.raises(gestalt.BadArgument):
            gestalt.sweep(swarm, **bad)
    with pytest.raises(TypeError):
        gestalt.sweep(swarm, seeds="3")
    with pytest.raises(gestalt.Error, match="none.json"):
        gestalt.sweep("none.json")
    monkeypatch.setenv("GESTALT_PROGRAM", "/no/such/program")
    with pytest.raises(gestalt.FileError, match="/no/such/program"):
        gestalt.sweep(swarm)
    monkeypatch.delenv("GESTALT_PROGRAM")
    monkeypatch.setenv("PATH", "/")
    monkeypatch.setattr(gestalt.command, "__file__", str(tmp_path / "command.py"))  # a package without a program
    with pytest.raises(gestalt.FileError, match="set GESTALT_PROGRAM"):
        gestalt.sweep(swarm)


def test_exceptions_of_each_are_raised(swarm):
    for threads in (1, 2):
        with pytest.raises(ZeroDivisionError):
            gestalt.sweep(swarm, seeds=4, each=lambda w: 1 / 0, threads=threads)


def test_progress_counts_runs(swarm, capsys, monkeypatch):
    from gestalt import progress
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "PERIOD", 0)
    for more in ({}, {"each": run}):
        gestalt.sweep(swarm, seeds=3, steps=40, progress=True, **more)
        assert "3 of 3 runs" in capsys.readouterr().err
        gestalt.sweep(swarm, seeds=3, steps=40, **more)
        assert capsys.readouterr().err == ""


def test_ctrl_c_ends_the_program(swarm):
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gestalt.sweep(swarm, seeds=1000, set={"birds": 4000}, steps=1000)
    assert time.monotonic() - begun < 20


def test_the_program_is_run():
    assert program.run(["--version"]).startswith("gestalt ")
    assert '"gestalt"' in program.run(["fmt", "-"], input='{"gestalt": 1, "root": {"type": "wait", "ticks": 3}}')
    with pytest.raises(gestalt.Error, match="help"):
        program.run(["nothing"])
    assert subprocess.run([sys.executable, "-m", "gestalt", "--version"], capture_output=True, text=True).stdout == \
        program.run(["--version"])
