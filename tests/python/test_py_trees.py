# SPDX-License-Identifier: MIT
"""Trees of py_trees: what the original did (tests/import/records), and what cannot be imported."""
import json
import os
import pathlib
import sys

import gestalt
import pytest
import stand_ins

top = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(top / "tests"))
import import_records  # noqa: E402

FILES = sorted((top / "tests/import/records").glob("py_trees*.jsonl.gz"))


@pytest.fixture(scope="module")
def runner():
    return import_records.Runner(pathlib.Path(os.environ["GESTALT_BUILD"]) / "tests/run_leaves")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_leaves_are_called_as_in_the_original(path, runner):
    differences = []
    for record in import_records.read_records(str(path)):
        imported = gestalt.from_py_trees(stand_ins.tree(json.loads(record["source"])))
        assert imported.is_exact or record["expect"] != "exact", record["id"]
        log = runner.run(record, imported.document)
        if import_records.comparable(record, log) != import_records.comparable(record, record["log"].splitlines()):
            differences.append(record["id"])
    assert differences == []


def test_a_document_compiles_and_runs():
    root = stand_ins.tree({"class": "composites.Sequence", "args": {"name": "walk there", "memory": True},
                           "children": [{"leaf": "L", "id": 1}, {"class": "behaviours.Success", "args": {"name": "done"}}]})
    imported = gestalt.from_py_trees(root, name="walker")
    shape = imported.compile()
    assert shape.name == "walker" and list(shape.functions) == ["L"]
    assert shape.functions["L"].arguments == {"id": "int"}


def test_attributes_become_arguments():
    class Move(object):
        def __init__(self, speed, goal):
            self.name, self.speed, self.goal, self.queue = "move", speed, goal, []

    imported = gestalt.from_py_trees(Move(1.5, "home"))
    assert imported.document["actions"] == {"Move": {"args": {"speed": "float", "goal": "text"}}}
    assert imported.document["root"]["args"] == {"speed": 1.5, "goal": "home"}
    assert gestalt.from_py_trees(Move(1.5, "home"), arguments=["goal"]).document["root"]["args"] == {"goal": "home"}


def test_what_is_unknown_is_refused():
    with pytest.raises(gestalt.Rejected, match="top/odd: .*Chooser"):
        gestalt.from_py_trees(stand_ins.construct(
            "composites.Selector", name="top", memory=False,
            children=[stand_ins.construct("composites.Chooser", name="odd", children=[])]))
    cyclic = stand_ins.construct("composites.Selector", name="s", memory=False, children=[])
    cyclic.children.append(cyclic)
    with pytest.raises(gestalt.Rejected, match="s: `s` contains itself"):
        gestalt.from_py_trees(cyclic)
    deep = stand_ins.construct("behaviours.Success", name="s")
    for _ in range(2000):
        deep = stand_ins.construct("decorators.Inverter", name="i", child=deep)
    with pytest.raises(gestalt.Rejected, match="nested too deeply"):
        gestalt.from_py_trees(deep)


@pytest.mark.parametrize("status, expected", [("SUCCESS", "R S"), ("FAILURE", "S"), ("RUNNING", "S")])
def test_condition_waits_for_a_status(status, expected, runner):
    """A Condition answers success when its child has the status, and running otherwise."""
    queue = {"SUCCESS": ["FAILURE", "SUCCESS"], "FAILURE": ["FAILURE"], "RUNNING": ["RUNNING"]}[status]
    root = stand_ins.construct("decorators.Condition", name="c", succeed_status=stand_ins.STATUS[status], child=stand_ins.construct(
        "behaviours.StatusQueue", name="q", queue=[stand_ins.STATUS[s] for s in queue], eventually=None))
    population = gestalt.Population(gestalt.from_py_trees(root).compile(), agents=1)
    seen = []
    for _ in expected.split():
        population.tick()
        seen.append("SFR"[population.status(0)])
    assert " ".join(seen) == expected


def test_a_timeout_needs_more_than_its_time():
    """The original compares the clock when its child has run: at 0.1 s, a timeout of 0.1 s is not over yet."""
    root = stand_ins.construct("decorators.Timeout", name="t", duration=0.1,
                               child=stand_ins.construct("behaviours.Running", name="r"))
    population = gestalt.Population(gestalt.from_py_trees(root).compile(), agents=1)
    seen = []
    for tick in range(3):
        population.tick(now=tick * 100_000)
        seen.append("SFR"[population.status(0)])
    assert seen == ["R", "R", "F"]
