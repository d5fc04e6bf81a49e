# SPDX-License-Identifier: MIT
"""Agents that move between populations."""
import gestalt
import numpy as np
import pytest

TREE = {"gestalt": 1, "blackboard": {"n": "int"}, "root": {"type": "sequence", "children": [
    {"type": "set", "key": "n", "to": "n + 1"}, {"type": "wait", "ticks": 2}]}}


@pytest.fixture(scope="module")
def shape():
    return gestalt.compile(TREE, name="t")


@pytest.fixture
def two(shape):
    one, other = (gestalt.Population(shape, agents=count, seed=1) for count in (100, 0))
    for agent in range(100):
        one.write(agent, "n", agent * 10)
    one.tick()
    other.tick()
    return one, other


def test_an_agent_moves(two):
    one, other = two
    actor = one.take(7)
    other.check_actor(actor)
    assert other.insert(actor) == 0
    assert other.insert(actor, agent=50) == 50
    one.remove(7)
    assert 7 not in one and other.read(0, "n") == other.read(50, "n") == 71
    # It continues to wait.
    assert other.live_path(0) == one.live_path(8) == [0, 2]
    with pytest.raises(gestalt.BadArgument):
        other.insert(actor, agent=50)
    with pytest.raises(gestalt.BadArgument):
        one.take(7)
    with pytest.raises(gestalt.BadArgument):
        one.remove([8, 7])
    assert 8 in one


def test_views_expire_when_agents_move(two):
    one, other = two
    view, there = one["n"], other["n"]
    actor = one.take(1)
    assert len(view) == 100
    other.insert(actor)
    one.remove(1)
    for expired in (view, there):
        with pytest.raises(gestalt.Expired):
            expired[0]


def test_damaged_actors_are_refused(two):
    one, other = two
    actor = bytearray(one.take(7))
    actor[len(actor) // 2] ^= 1
    for wrong in (bytes(actor), b"", actor[:10]):
        with pytest.raises(gestalt.BadFile):
            other.check_actor(wrong)
        with pytest.raises(gestalt.BadFile):
            other.insert(wrong)
    assert len(other) == 0


def test_many_agents_move_together(two):
    one, other = two
    actors = one.take_many(range(20, 30))
    assert len(actors) == 10 and len(actors.data) == actors.offsets[-1]
    assert other.insert_many(actors).tolist() == list(range(10))
    assert [other.read(agent, "n") for agent in range(10)] == [agent * 10 + 1 for agent in range(20, 30)]
    assert other.insert_many(actors[2:4], 0, agents=[99, 77]).tolist() == [99, 77]
    assert (other.read(99, "n"), other.read(77, "n")) == (221, 231)
    joined = actors[:1] + actors[9:]
    assert other.insert_many(joined, [0, 0]).tolist() == [100, 101]
    assert [other.read(agent, "n") for agent in (100, 101)] == [201, 291]
    one.remove(range(20, 30))
    assert len(one) == 90
    assert len(actors[5:5]) == 0 and other.insert_many(actors[5:5]).tolist() == []
    with pytest.raises(gestalt.BadArgument):
        actors[::2]
    for call in (lambda: actors[2], lambda: one.remove(actors), lambda: other.insert_many(actors.data),
                 lambda: other.insert(5)):
        with pytest.raises(TypeError):
            call()


def test_all_of_a_list_or_none(two):
    one, other = two
    actors = one.take_many([1, 2])
    with pytest.raises(gestalt.BadArgument):
        other.insert_many(actors, agents=[5, 5])
    with pytest.raises(gestalt.BadArgument, match="3 ids for 2 actors"):
        other.insert_many(actors, agents=[5, 6, 7])
    with pytest.raises(gestalt.Error):
        other.insert_many(actors, [0, 1])
    for groups in ([0, 2**32], [0, 0, 0], 2**32):
        with pytest.raises(gestalt.BadArgument):
            other.insert_many(actors, groups)
    assert len(other) == 0
    with pytest.raises(gestalt.BadArgument):
        one.take_many([1, 500])


def test_moving_all_agents_moves_everything(shape):
    one, other = gestalt.Population(shape, agents=500, seed=4), gestalt.Population(shape, seed=4)
    one.tick()
    other.tick()
    agents = np.array(list(range(500)))
    other.insert_many(one.take_many(agents), agents=agents)
    assert other.hash() == one.hash()


def test_actors_of_old_shapes_are_edited(two):
    one, _ = two
    new = gestalt.compile({"gestalt": 1, "blackboard": {"m": "int"}, "root": {"type": "sequence", "children": [
        {"type": "set", "key": "m", "to": "m + 1"}, {"type": "wait", "ticks": 2}]}})
    other = gestalt.Population(new)
    actor = one.take(3)
    with pytest.raises(gestalt.BadFile):
        other.insert(actor)
    agent = other.insert(actor, old_shapes=[one.shape()], renames={"n": "m"})
    assert other.read(agent, "m") == 31
    with pytest.raises(gestalt.BadArgument):
        other.insert(actor, agent=9, old_shapes=[one.shape()])
