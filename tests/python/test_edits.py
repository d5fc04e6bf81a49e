# SPDX-License-Identifier: MIT
"""Edits: reports, renames, what agents keep, and hosts of edited groups."""
import gc
import subprocess
import sys
import weakref

import gestalt
import numpy as np
import pytest

pytestmark = pytest.mark.filterwarnings("ignore::gestalt.CompileWarning")


def tree(*children, keys=("n",), **more):
    return {"gestalt": 1, "blackboard": {key: "int" for key in keys}, **more,
            "root": {"type": "sequence", "children": list(children)}}


COUNT = {"type": "set", "key": "n", "to": "n + 1"}
WAIT = {"type": "wait", "ticks": 3, "name": "rest"}
ACT = {"type": "deferred", "do": "walk", "name": "walk"}


def compiled(*children, **more):
    return gestalt.compile(tree(*children, **more), name="t")


@pytest.fixture
def population():
    found = gestalt.Population(compiled(COUNT, WAIT), agents=100)
    found.tick()
    return found


def test_agents_continue_where_they_are(population):
    report = population.edit(compiled(COUNT, WAIT, COUNT))
    assert report.nodes.dtype == gestalt.EDIT_NODE
    assert report.nodes["new_node"].tolist() == [0, 1, 2] and report.nodes["may_stay"].all()
    assert report.nodes["reason"][1] == "the node and everything below it are the same"
    assert (report.counts.agents, report.counts.kept, report.counts.dropped) == (100, 100, 0)
    assert report.keys == [gestalt.EditKey("n", "n", "kept", "key")]
    for _ in range(3):
        population.tick()
    assert set(population["n"][...].tolist()) == {2}
    assert "100 agents" in repr(report)


def test_states_are_dropped_with_their_nodes(population):
    report = population.edit(compiled(COUNT))
    assert report.counts.dropped == 100 and report.new_node(2) is None and report.old_node(1) == 1
    assert report.new_node(-1) is None and report.new_node(99) is None and report.old_node(-1) is None
    population.tick()
    assert set(population["n"][...].tolist()) == {2}


def test_a_dry_run_changes_nothing(population):
    before, view = population.hash(), population["n"]
    report = population.edit(compiled(COUNT), dry_run=True)
    assert report.counts.dropped == 100
    assert population.hash() == before
    assert len(view) == 100
    population.tick()
    assert set(population["n"][...].tolist()) == {1}


def test_renames_keep_values(population):
    new = compiled({"type": "set", "key": "m", "to": "m + 10"}, {**WAIT, "name": "pause"}, keys=("m",))
    report = population.edit(new, renames={"n": "m", "rest": "pause"})
    assert report.keys == [gestalt.EditKey("n", "m", "kept", "key")]
    assert set(population["m"][...].tolist()) == {1}
    with pytest.raises(gestalt.BadArgument):
        population.edit(new, renames={"nothing": "m"})


def test_keys_come_and_go(population):
    report = population.edit(compiled(WAIT, keys=("k",)))
    assert {(k.old_name, k.new_name, k.fate) for k in report.keys} == {(None, "k", "new"), ("n", None, "gone")}
    with pytest.raises(gestalt.BadArgument, match="the keys are k"):
        population["n"]


def test_views_expire(population):
    view = population["n"]
    population.edit(compiled(COUNT, WAIT, COUNT))
    with pytest.raises(gestalt.Expired):
        view[0]
    blocks = population["n"].blocks()
    with pytest.raises(gestalt.Expired):
        population.edit(compiled(COUNT))
    with population.begin_edit(compiled(COUNT)) as edit:
        with pytest.raises(gestalt.Expired):
            edit.commit()
        del blocks
        edit.commit()


def test_requests_to_cancel_are_in_the_report():
    host = gestalt.Host()
    population = gestalt.Population(compiled(ACT, actions={"walk": {"kind": "deferred"}}), host=host, agents=10)
    population.tick()
    report = population.edit(compiled(COUNT))
    assert report.counts.requests == 10
    assert report.requests["agent"].tolist() == list(range(10)) and not report.requests["launch"].any()
    assert set(report.requests["name"]) == {"walk"}


def test_edits_are_committed_or_abandoned(population):
    before = population.hash()
    with population.begin_edit(compiled(COUNT)) as edit:
        assert population.hash() == before
        with pytest.raises(gestalt.Misuse):
            population.tick()
        report = edit.commit()
    assert report.counts.dropped == 100
    changed = population.hash()
    with pytest.raises(ZeroDivisionError):
        with population.begin_edit(compiled(COUNT, WAIT)):
            1 / 0
    assert population.hash() == changed
    with population.begin_edit(compiled(COUNT, WAIT)):
        pass
    assert population.edit(compiled(COUNT, WAIT), dry_run=True).new_node(2) == 2
    with pytest.raises(gestalt.Expired):
        edit.commit()
    with pytest.raises(gestalt.Expired):
        edit.abandon()


def test_an_edit_that_is_forgotten_is_abandoned(population):
    population.begin_edit(compiled(COUNT))
    population.tick()
    edit = population.begin_edit(compiled(COUNT))
    with pytest.raises(gestalt.Misuse):
        population.close()
    del edit
    population.close()


def test_shapes_live_as_long_as_they_are_used(population):
    shape = compiled(COUNT, WAIT, COUNT)
    alive = weakref.ref(shape)
    population.edit(shape)
    del shape
    gc.collect()
    assert alive()
    population.tick()
    population.edit(compiled(COUNT))
    gc.collect()
    assert not alive()
    population.tick()


def test_groups_keep_their_host():
    host = gestalt.Host()
    seen = []

    @host.action
    def work():
        seen.append("work")
        return gestalt.RUNNING

    @host.cancel("work")
    def stop():
        seen.append("stop")

    @host.action
    def rest():
        seen.append("rest")

    actions = {"work": {}, "rest": {}}
    population = gestalt.Population(compiled({"type": "action", "do": "work"}, actions=actions), host=host, agents=3)
    population.tick()
    population.edit(compiled({"type": "action", "do": "rest"}, actions=actions))
    population.tick()
    assert seen == ["work", "stop", "rest"]


def test_an_exception_of_a_cancelled_action_comes_with_the_next_tick():
    host = gestalt.Host()

    @host.action
    def work():
        return gestalt.RUNNING

    @host.cancel("work")
    def stop():
        raise KeyError("cannot stop")

    shape = compiled({"type": "action", "do": "work"}, actions={"work": {}})
    population = gestalt.Population(shape, host=host, agents=3)
    population.tick()
    assert population.edit(compiled(COUNT), host=gestalt.Host()).counts.cancels == 3
    gc.collect()
    with pytest.raises(KeyError, match="cannot stop"):
        population.tick()
    population.tick()


def test_hosts_that_do_not_fit_are_refused(population):
    with pytest.raises(gestalt.BadArgument):
        population.edit(compiled({"type": "action", "do": "work"}, actions={"work": {}}))
    with pytest.raises(gestalt.BadArgument, match="there is no group 1"):
        population.edit(compiled(COUNT), group=1)
    with pytest.raises(gestalt.BadArgument, match="a group cannot be -1"):
        population.begin_edit(compiled(COUNT), group=-1)
    population.tick()


def test_shapes_are_compared_without_agents():
    report = gestalt.match(compiled(COUNT, WAIT), compiled(WAIT, COUNT))
    assert [report.new_node(i) for i in range(3)] == [0, 2, 1]
    assert report.counts.agents == 0 and len(report.requests) == 0
    stripped = gestalt.compile(tree(COUNT), strip=True)
    with pytest.raises(gestalt.BadArgument):
        gestalt.match(stripped, compiled(COUNT))


def test_hashes_say_what_can_be_loaded():
    one, other = compiled(COUNT, WAIT), compiled(COUNT, {**WAIT, "name": "pause"})
    assert one.hash == other.hash and one.edit_hash != other.edit_hash
    assert one.hash != compiled(COUNT).hash


def test_snapshots_of_old_shapes_are_loaded(population):
    saved = population.snapshot()
    old, new = compiled(COUNT, WAIT), compiled(COUNT, WAIT, COUNT)
    later = gestalt.Population(new)
    with pytest.raises(gestalt.BadFile):
        later.load(saved)
    (report,) = later.load(saved, old_shapes=[old])
    assert report.counts.kept == 100 and len(later) == 100
    same = gestalt.Population(old)
    assert same.load(saved) == [None]
    renamed = gestalt.Population(compiled({"type": "set", "key": "m", "to": "m + 1"}, WAIT, keys=("m",)))
    (report,) = renamed.load(saved, old_shapes=[old], renames={"n": "m"})
    assert set(renamed["m"][...].tolist()) == {1} and np.sum(renamed["m"]) == 100


LEFT_OPEN = """
import gc, sys, gestalt
shape = gestalt.compile({"gestalt": 1, "blackboard": {"n": "int"}, "root": {"type": "set", "key": "n", "to": "n + 1"}})
edited, stepped, watched = (gestalt.Population(shape, agents=5) for _ in range(3))
edit, tick = edited.begin_edit(shape), stepped.begin_tick()
steps = tick.steps(1)
next(steps)
kept = watched.keep("f8")
watched.watch(enter=lambda agent, node, is_resuming: None)
edited.me, stepped.me, watched.me = (edited, edit), (stepped, steps), watched
"""


@pytest.mark.parametrize("end", [
    "", "del edit, edited", "del stepped, tick", "del steps", "del shape, watched; gc.collect()",
    "del edited, edit, stepped, tick, steps, watched, kept; gc.collect()"])
def test_what_is_left_open_ends_with_the_interpreter(end):
    done = subprocess.run([sys.executable, "-X", "dev", "-c", LEFT_OPEN + end], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
