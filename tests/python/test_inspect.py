# SPDX-License-Identifier: MIT
"""Inspecting agents, counting and timing nodes, stepping and watching."""
import gestalt
import numpy as np
import pytest

TREE = {"gestalt": 1,
        "blackboard": {"n": "int", "mood": {"type": ["calm", "angry"], "init": "angry"},
                       "path": {"type": {"list": "int"}, "capacity": 4}, "all": {"type": "int", "shared": True}},
        "root": {"type": "sequence", "children": [
            {"type": "set", "key": "n", "to": "n + 1 + all"},
            {"type": "selector", "children": [
                {"type": "condition", "if": "agent % 2 == 0"}, {"type": "wait", "ticks": 3}]},
            {"type": "wait", "seconds": 2},
            {"type": "push", "key": "path", "value": "n"},
            {"type": "debug", "message": "done", "child": {"type": "condition", "if": "mood == 'angry'"}}]}}
# The nodes: 0 sequence, 1 set, 2 selector, 3 condition, 4 wait of ticks, 5 wait of seconds, 6 push, 7 debug,
# 8 condition

pytestmark = pytest.mark.filterwarnings("ignore::gestalt.CompileWarning")


@pytest.fixture(scope="module")
def shape():
    return gestalt.compile(TREE, name="t")


@pytest.fixture(params=["sparse", "masks"])
def population(shape, request):
    found = gestalt.Population(shape, agents=101, lanes=7, states=request.param)
    found.despawn([3, 50])
    return found


def test_live_nodes_of_many_agents(population):
    assert set(population.live_nodes().tolist()) == {-1}
    assert set(population.statuses().tolist()) == {gestalt.RUNNING}
    population.tick(0)
    ids = population.ids().astype(int)
    assert population.live_nodes().tolist() == np.where(ids % 2, 4, 5).tolist()
    assert population.live_nodes([4, 1]).tolist() == [5, 4] and population.live_nodes(2).tolist() == [5]
    assert population.is_live(4).tolist() == (ids % 2 == 1).tolist()
    assert population.is_live(0).all() and not population.is_live(1).any()
    assert population.live_count == len(population) == 99
    assert population.live_path(1) == [0, 2, 4] and population.live_path(2) == [0, 5]
    with pytest.raises(gestalt.BadArgument):
        population.live_nodes([3])
    with pytest.raises(gestalt.BadArgument):
        population.live_path(3)
    with pytest.raises(gestalt.BadArgument):
        population.is_live(99)


def test_statuses_of_many_agents(population):
    population.tick(0)
    population.write(2, "mood", "calm")
    population.tick(2_000_000)
    ids = population.ids().astype(int)
    expected = np.where(ids % 2, gestalt.RUNNING, np.where(ids == 2, gestalt.FAILURE, gestalt.SUCCESS))
    assert population.statuses().tolist() == expected.tolist()
    assert population.statuses().tolist() == [population.status(agent) for agent in ids.tolist()]


def test_values_and_clocks_of_an_agent(population):
    population.tick(1000)
    assert population.values(4) == {"n": 1, "mood": "angry", "path": 0, "all": 0}
    assert population.due(4, 5) == 2_001_000 and population.due(1, 4) == 3
    assert population.due(4, 1) is None and population.due(3, 5) is None
    with pytest.raises(gestalt.BadArgument):
        population.values(3)


def test_nodes_are_counted(population):
    with pytest.raises(gestalt.BadArgument):
        population.node_counts()
    population.count_nodes()
    population.tick(0)
    counts = population.node_counts()
    assert counts.dtype == gestalt.NODE_COUNTS and len(counts) == population.shape().node_count
    assert counts["succeeded"][1] == 99 and counts["failed"][3] == 49 and counts["running"][4] == 49
    population.cancel(1)
    population.tick(0)
    assert population.node_counts()["abandoned"][4] == 1 and population.node_counts()["succeeded"][1] == 100
    assert population.node_counts(last_tick=True)["succeeded"][1] == 1
    population.count_nodes(False)
    with pytest.raises(gestalt.BadArgument):
        population.node_counts()


@pytest.mark.parametrize("clock", [None, iter(range(10**9)).__next__], ids=["nanoseconds", "own clock"])
def test_nodes_are_timed(population, clock):
    assert not population.is_timed
    population.time_nodes(clock=clock)
    assert population.is_timed
    population.tick(0)
    times = population.node_times()
    assert times.dtype == gestalt.NODE_TIMES
    assert times["agents"][1] == 99 and times["time"][1] > 0 and times["answers"][1] >= 15
    if clock:
        assert times["time"][1] == times["answers"][1]
    population.time_nodes(0)
    with pytest.raises(gestalt.BadArgument):
        population.node_times()
    population.tick(0)


def test_sleep_is_reported(shape):
    population = gestalt.Population(shape, agents=128, announces_writes=True)
    assert population.next_due() == (population.now, 0)
    population.tick(0)
    assert population.slept_count == 0
    assert population.sleeping_count == 128
    assert population.next_due() == (2_000_000, 3)
    population.tick(0)
    assert population.slept_count == 128
    walks = gestalt.compile({"gestalt": 1, "actions": {"walk": {"kind": "deferred"}},
                             "root": {"type": "deferred", "do": "walk"}})
    idle = gestalt.Population(walks, host=gestalt.Host(), agents=1)
    idle.tick()
    idle.tick()
    assert idle.next_due() == (None, None)


def test_a_tick_of_some_agents(population):
    with population.begin_tick(0) as tick:
        tick.agents([1, 2])
        tick.agents(4)
        tick.block(2)
        with pytest.raises(gestalt.Misuse):
            population.spawn(1)
    ticked = population["n"][...] == 1
    block = [agent for agent in range(14, 21)]
    assert population.ids()[ticked].tolist() == [1, 2, 4, *block] and population.ticks == 1
    with pytest.raises(gestalt.Expired):
        tick.agents(5)
    with pytest.raises(gestalt.BadArgument):
        with population.begin_tick() as tick:
            tick.agents(3)
    assert population.ticks == 2


def test_an_agent_is_ticked_step_by_step(population):
    steps = population.step(1, now=0)
    assert [(s.node, s.status) for s in steps] == [
        (1, gestalt.SUCCESS), (3, gestalt.FAILURE), (4, gestalt.RUNNING), (2, gestalt.RUNNING), (0, gestalt.RUNNING)]
    assert [g.node for g in steps[1].guards] == [0, 2] and not steps[1].guards[0].is_waiting
    assert steps[0].changes == ()
    with population.begin_tick() as tick:
        for step in tick.steps(2):
            assert step.node == 1
            break
    # The rest of the agent's tick has run.
    assert population.live_path(2) == [0, 5] and population.ticks == 2


def test_a_step_in_a_tick_that_has_ended_is_an_error(population):
    tick = population.begin_tick()
    steps = tick.steps(1)
    next(steps)
    population.close()
    with pytest.raises(gestalt.Expired):
        next(steps)
    with pytest.raises(gestalt.Expired):
        tick.end()


def test_ticks_are_watched(shape):
    population = gestalt.Population(shape, agents=2)
    seen = []
    population.watch(enter=lambda *event: seen.append(("enter", *event)),
                     leave=lambda *event: seen.append(("leave", *event)),
                     cancel=lambda *event: seen.append(("cancel", *event)),
                     log=lambda *event: seen.append(("log", *event)),
                     range=lambda *event: seen.append(("range", *event)))
    population.tick(0)
    mine = [event for event in seen if event[1] == 1]
    assert mine[0] == ("enter", 1, 0, False) and ("leave", 1, 3, gestalt.FAILURE) in mine
    assert mine[-1] == ("leave", 1, 0, gestalt.RUNNING)
    seen.clear()
    population.cancel(1)
    assert ("cancel", 1, 4) in seen
    seen.clear()
    population.tick(2_000_000)
    debug = next(node for event, _, node, *_ in seen if event == "log")
    assert ("log", 0, debug, "success") in seen
    assert population.shape().log_text(debug) == "done" and population.shape().log_text(0) is None
    seen.clear()
    population.watch()
    population.tick()
    assert seen == []


def test_roll_backs_are_watched():
    shape = gestalt.compile({"gestalt": 1, "root": {"type": "concurrent", "children": [
        {"type": "signal", "key": "seen", "to": "success"}, {"type": "failure"},
        {"type": "persistent", "key": "seen"}]}})
    assert shape.persistents == ["seen"]
    population = gestalt.Population(shape, agents=1)
    seen = []
    population.watch(roll_back=lambda *event: seen.append(event))
    population.tick()
    assert seen == [(0, 0, gestalt.Persistent("seen", None))]


def test_exceptions_of_watchers_are_raised_after_the_tick(shape):
    population = gestalt.Population(shape, agents=10)
    population.watch(enter=lambda agent, node, resuming: {}[agent])
    with pytest.raises(KeyError, match="0"):
        population.tick(0)
    assert population.ticks == 1
    with pytest.raises(KeyError):
        population.step(1)
    population.watch()
    population.tick()
    assert population.ticks == 3


def test_leaves_fail_in_parts_as_well():
    host = gestalt.Host()

    @host.action
    def work():
        raise LookupError("lost")

    shape = gestalt.compile({"gestalt": 1, "actions": {"work": {}}, "root": {"type": "action", "do": "work"}})
    population = gestalt.Population(shape, host=host, agents=5)
    with pytest.raises(LookupError, match="lost"):
        with population.begin_tick() as tick:
            tick.agents(3)
    assert population.failed_agent == 3 and population.ticks == 1
    with pytest.raises(LookupError):
        population.tick()
    assert population.failed_agent == 0
