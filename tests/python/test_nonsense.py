# SPDX-License-Identifier: MIT
"""Arguments of wrong types and values raise errors that say what is wrong, and objects are not copied by accident."""
import copy
import gc
import inspect
import pickle
import types

import numpy as np
import pytest

import gestalt

TREE = {"gestalt": 1, "blackboard": {"n": {"type": "int", "host": True}, "home": {"type": "vec2", "host": True}},
        "actions": {"walk": {"kind": "deferred", "args": {"to": "vec2"}}},
        "root": {"type": "sequence", "children": [
            {"type": "set", "key": "n", "to": "n + 1"}, {"type": "deferred", "do": "walk", "args": {"to": "home"}}]}}
SCENE = {"scene": 1, "world": {"size": [9, 9], "periodic": True, "dt": 0.1}, "groups": [
    {"name": "birds", "count": 3, "tree": {"gestalt": 1, "root": {"type": "action", "do": "wander"}}}]}


@pytest.fixture
def population():
    found = gestalt.Population(gestalt.compile(TREE), host=gestalt.Host(), agents=5)
    found.tick()
    return found


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_owns_memory_of_the_engine_is_not_copied(population, copied, tmp_path):
    world = gestalt.World(SCENE)
    owners = [population, population["n"], world, world.scene, world.population, world["birds"],
              gestalt.Expression("a + 1", a="float"), gestalt.Recorder(population, tmp_path / "run.gsr")]
    for owner in owners:
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            copied(owner)
    del owners, owner
    gc.collect()
    population.tick()  # a copy would have destroyed the population
    world.step()


def test_shapes_are_copied_and_pickled():
    shape = gestalt.compile(TREE)
    others = [copy.copy(shape), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))]
    assert {other.hash for other in others} == {shape.hash}
    del others
    gc.collect()
    assert gestalt.Population(shape, host=gestalt.Host(), agents=2).shape() is shape
    assert pickle.loads(pickle.dumps(gestalt.Scene(SCENE).groups["birds"].shape)).node_count == 1


def test_shapes_are_made_by_compile():
    for wrong in (5, TREE, "guard.json"):
        with pytest.raises(TypeError, match="made by `compile`"):
            gestalt.Shape(wrong)


def test_documents_have_values_of_numpy():
    shape = gestalt.compile({"gestalt": 1, "blackboard": {"at": {"type": "vec2", "init": np.ones(2), "host": True}},
                             "root": {"type": "wait", "ticks": np.int64(3)}})
    assert gestalt.Population(shape, agents=1).read(0, "at") == (1, 1)
    assert gestalt.Scene({**SCENE, "world": {"size": np.array([9, 9])}}).agents == 3
    with pytest.raises(TypeError, match="a value of type set"):
        gestalt.compile({"gestalt": 1, "root": {1, 2}})
    for wrong in (None, 5, [], b"{}"):
        with pytest.raises(TypeError, match="a document is a path"):
            gestalt.compile(wrong)
        with pytest.raises(TypeError, match="a document is a path"):
            gestalt.World(wrong)


def test_values_of_a_wrong_shape_name_the_key(population):
    with pytest.raises(gestalt.BadArgument, match=r"shape \(3,\) cannot be written to `n`, .* shape \(5,\)"):
        population["n"] = [1, 2, 3]
    with pytest.raises(gestalt.BadArgument, match=r"to `home`, .* shape \(2, 2\)"):
        population["home"][1:3] = np.zeros((3, 2))


def test_columns_behave_like_arrays(population):
    with pytest.raises(ValueError, match="ambiguous"):
        bool(population["n"] > 0)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(population["n"])
    with pytest.raises(AttributeError, match="a column has no attribute `median`"):
        population["n"].median
    assert "mean" in dir(population["n"]) and "labels" in dir(population["n"])


@pytest.mark.parametrize("wrong", [None, 5, [1], {}])
def test_paths_and_bytes(population, wrong):
    for call in (population.save, population.load, population.shape().save, gestalt.load_shape,
                 gestalt.World(SCENE).save, gestalt.World(SCENE).load):
        with pytest.raises(TypeError, match="must be a str or a path"):
            call(wrong)
    for call in (population.insert, population.check_actor):
        with pytest.raises(TypeError, match="an actor must be bytes"):
            call(wrong)
    with pytest.raises(TypeError, match="take_many"):
        population.insert_many(wrong)
    with pytest.raises(TypeError, match="written to a path or a file"):
        gestalt.World(SCENE).record(wrong)


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_paths_that_no_file_has(population, path):
    for call in (population.save, population.load, population.shape().save, gestalt.load_shape, gestalt.compile,
                 gestalt.World(SCENE).record, gestalt.World(SCENE).save):
        with pytest.raises(gestalt.BadArgument, match="zero byte|not valid Unicode"):
            call(path)


@pytest.mark.parametrize("wrong", [5, "x", ["n"], 1.5])
def test_dicts(population, wrong):
    for call in (lambda: population.begin_edit(population.shape(), renames=wrong),
                 lambda: population.load(b"", renames=wrong), lambda: gestalt.World(SCENE).edit(wrong),
                 lambda: gestalt.World(SCENE, set=wrong), lambda: gestalt.World(SCENE, trees=wrong)):
        with pytest.raises(TypeError, match="must be a dict"):
            call()


@pytest.mark.parametrize("wrong", [5, "n", [5], {"n": 1}, len])
def test_lists_of_names(population, wrong):
    for call in (population.frame, gestalt.World(SCENE)["birds"].frame):
        with pytest.raises(TypeError, match="list of names|must be a str"):
            call(wrong)


@pytest.mark.parametrize("node", [-1, 2**32, 1 << 70])
def test_nodes(population, node):
    for call in (population.shape().label, lambda n: population.finish_node([1], n, True),
                 lambda n: population.launch_arguments(1, n)):
        with pytest.raises(gestalt.BadArgument, match=f"a node cannot be {node}"):
            call(node)


def test_functions():
    for wrong in (5, "roam", []):
        for call in (gestalt.Host().action, gestalt.Host().predicate, gestalt.WorldHost().action, gestalt.WorldHost().sensor):
            with pytest.raises(TypeError, match="function, not"):
                call(wrong)
    with pytest.raises(TypeError, match="is a list of names"):
        gestalt.Host().action(lambda at: True, writes="at")


def test_recorders_need_populations(population, tmp_path):
    with pytest.raises(TypeError, match="must be a Population, not int"):
        gestalt.Recorder(5, tmp_path / "run.gsr")
    with gestalt.Recorder(population, tmp_path / "run.gsr") as recorder, pytest.raises(TypeError, match="not str"):
        recorder.follow("x")


def test_one_value_is_written_without_the_others():
    keys = {"n": "int", "b": "bool", "at": "vec2", "mood": ["calm", "angry"]}
    shape = gestalt.compile({"gestalt": 1, "blackboard": {name: {"type": kind, "host": True} for name, kind in keys.items()},
                             "root": {"type": "wait", "ticks": 1}})
    population = gestalt.Population(shape, agents=100, lanes=7)
    population.despawn([3, 50])
    n, b, at, mood = (population[name] for name in keys)
    n[-1], n[4], b[96], b[1], at[5], mood[2] = 9, 8, True, True, (1, 2), "angry"
    b[1] = False
    expected = np.zeros(98, np.int32)
    expected[[-1, 4]] = 9, 8
    assert (np.asarray(n) == expected).all() and np.flatnonzero(b).tolist() == [96]
    assert at[5].tolist() == [1, 2] and np.asarray(at).sum() == 3 and np.flatnonzero(mood).tolist() == [2]
    with pytest.raises(gestalt.BadArgument, match="a value of shape"):
        n[1] = [1, 2]
    with pytest.raises(gestalt.BadArgument, match="a value of shape"):
        at[1] = [1, 2, 3]
    with pytest.raises(IndexError):
        n[98] = 1
    read = []
    original = type(n)._arrays
    try:
        type(n)._arrays = lambda self, component, only=None: (read.append(only), original(self, component, only))[1]
        n[7] = 1
    finally:
        type(n)._arrays = original
    assert read == [n._rows.position(7)[0]]


def test_many_words_are_written_at_once():
    shape = gestalt.compile({"gestalt": 1, "blackboard": {"mood": {"type": ["calm", "angry"], "host": True}},
                             "root": {"type": "wait", "ticks": 1}})
    population = gestalt.Population(shape, agents=100)
    population["mood"] = np.array(["calm", "angry"] * 50)
    assert np.asarray(population["mood"]).tolist() == [0, 1] * 50
    with pytest.raises(gestalt.BadArgument, match="there is no word `glad`"):
        population["mood"] = np.array(["calm", "glad"] * 50)


def test_trees_that_call_functions_need_a_host():
    with pytest.raises(gestalt.BadArgument, match="calls walk: pass a Host"):
        gestalt.Population(gestalt.compile(TREE))


def test_tables_of_worlds_have_vectors_and_words():
    tree = {"gestalt": 1, "blackboard": {"home": {"type": "vec2", "init": [1, 2], "host": True},
                                         "mood": {"type": ["calm", "angry"], "host": True}},
            "root": {"type": "action", "do": "wander"}}
    world = gestalt.World({**SCENE, "groups": [{"name": "birds", "count": 3, "tree": tree}]})
    table = world["birds"].frame(["home", "mood"])
    assert list(table["home.x"]) == [1] * 3 and list(table["home.y"]) == [2] * 3 and list(table["mood"]) == ["calm"] * 3


def test_sweeps_of_a_wrong_key_have_the_errors_of_the_scene():
    with pytest.raises(gestalt.Error, match="has no blackboard key `coun`"):
        gestalt.sweep(SCENE, set={"birds.coun": [1, 2]}, steps=1, progress=False)


def test_everything_public_has_a_docstring():
    bare = []
    for name in gestalt.__all__:
        cls = getattr(gestalt, name)
        if inspect.isclass(cls) or inspect.isfunction(cls):
            bare += [] if cls.__doc__ else [name]
        for member in dir(cls) if inspect.isclass(cls) else ():
            found = inspect.getattr_static(cls, member)
            if not member.startswith("_") and isinstance(found, (property, types.FunctionType)) and not inspect.getdoc(found):
                bare.append(f"{name}.{member}")
    assert bare == []
