# SPDX-License-Identifier: MIT
"""Views: columns, lists and shared keys, and when they expire."""
import gc
import sys
import threading
import time

import gestalt
import numpy as np
import pytest

KEYS = {
    "gestalt": 1,
    "blackboard": {name: {**key, "host": True} for name, key in {
        "n": {"type": "int"}, "health": {"type": "float", "init": 1.0}, "ok": {"type": "bool"},
        "home": {"type": "vec2"}, "place": {"type": "vec3"}, "mood": {"type": ["calm", "angry", "afraid"]},
        "way": {"type": {"list": "vec2"}, "capacity": 4}, "marks": {"type": {"list": "bool"}, "capacity": 3},
        "moods": {"type": {"list": ["calm", "angry"]}, "capacity": 3},
        "rate": {"type": "float", "init": 0.5, "shared": True},
        "season": {"type": ["spring", "summer"], "shared": True},
        "stops": {"type": {"list": "int"}, "capacity": 4, "init": [7, 8], "shared": True},
    }.items()},
    "root": {"type": "set", "key": "n", "to": "n + 1"},
}

# Both forms of a group's memory (lone agents, cohorts), a row with a gap, and several rows.
SIZES = [(1, 5), (3, 10), (64, 1), (64, 200)]


@pytest.fixture(scope="module")
def shape():
    return gestalt.compile(KEYS, name="keys")


def populate(shape, lanes, agents, **options):
    """Return a population with gaps between its agents, in several rows of memory."""
    population = gestalt.Population(shape, agents=agents, lanes=lanes, **options)
    population.spawn(agents)
    population.despawn(list(range(0, agents, 3)))
    return population


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def population(shape, request):
    return populate(shape, *request.param)


# ---- columns

@pytest.mark.parametrize("name, values", [
    ("n", lambda n: np.arange(n, dtype=np.int32)), ("health", lambda n: np.linspace(0, 1, n, dtype=np.float32)),
    ("ok", lambda n: np.arange(n) % 3 == 0), ("home", lambda n: np.arange(2 * n, dtype=np.float32).reshape(n, 2)),
    ("place", lambda n: np.arange(3 * n, dtype=np.float32).reshape(n, 3)), ("mood", lambda n: np.arange(n) % 3),
    ("home.y", lambda n: np.arange(n, dtype=np.float32))])
def test_what_is_written_is_read(population, name, values):
    column = population[name]
    written = values(len(population))
    column[...] = written
    np.testing.assert_array_equal(np.asarray(column), written)
    assert column.shape == written.shape and len(column) == len(written) == len(column.ids)
    words = column.words
    for index, agent in enumerate(column.ids.tolist()):
        value = population.read(agent, name)
        value = words.index(value) if words else value
        np.testing.assert_array_equal(value, written[index])
        np.testing.assert_array_equal(column[index], written[index])
        np.testing.assert_array_equal(column[index - len(written)], written[index])


def test_parts_of_columns_are_written(population):
    column = population["health"]
    column[0] = 5
    column[1::2] = 7
    column[np.asarray(column) > 6] *= 2
    expected = np.where(np.arange(len(column)) % 2, 14, 1)
    expected[0] = 5
    np.testing.assert_array_equal(column, expected)
    home = population["home"]
    home[:, 1] = 3
    home[0] = (1, 2)
    assert population.read(int(home.ids[0]), "home") == (1, 2)
    np.testing.assert_array_equal(population["home.y"][1:], 3)


@pytest.mark.parametrize("name", ["n", "ok", "home", "place", "home.y"])
@pytest.mark.parametrize("has_gaps", [False, True])
def test_random_slices_are_written(shape, name, has_gaps):
    random = np.random.default_rng(7)
    for lanes, agents in (*SIZES, (5, 73)):
        population = populate(shape, lanes, agents)
        if not has_gaps:
            population = gestalt.Population(shape, agents=agents, lanes=lanes)
        column = population[name]
        expected = np.asarray(column)
        for _ in range(40):
            step = [None, 1, 2, -1][random.integers(0, 4)]
            ends = random.integers(-agents, agents + 9, 2).tolist()
            index = slice(*(i if random.integers(0, 4) else None for i in ends), step)
            part = expected[index]
            values = random.integers(0, 2, part.shape if random.integers(0, 4) else part.shape[1:])
            values = values.astype(expected.dtype)
            column[index] = values
            expected[index] = values
            np.testing.assert_array_equal(column, expected)
        with pytest.raises(gestalt.BadArgument, match="need shape"):
            column[:-1] = np.zeros((3, len(column) + 7), expected.dtype)


def test_columns_are_operands(population):
    n = population["n"]
    population["n"] = np.arange(len(n))
    population["n"] += 2
    n *= 3
    expected = 3 * (np.arange(len(n)) + 2)
    np.testing.assert_array_equal(n, expected)
    np.testing.assert_array_equal(-n + n / 2, -expected / 2)
    assert n.max() == expected.max() and n.mean() == expected.mean() and np.sum(n) == expected.sum()
    np.add(n, 1, out=n, where=np.asarray(n) > 6)
    np.add.at(n, [0, 0], 1)
    expected[expected > 6] += 1
    expected[0] += 2
    np.testing.assert_array_equal(n, expected)
    with pytest.raises(ValueError):
        n.fill(3)  # of a copy
    population["health"] = population["health"] * 2
    population["health"] = population["home.x"]
    population.write(int(n.ids[0]), "place", (1, 2, 3))
    assert population.read(int(n.ids[0]), "place") == (1, 2, 3)
    assert not np.any(population["health"])


def test_enums_are_words(population):
    mood = population["mood"]
    mood[...] = "angry"
    mood[0] = "afraid"
    assert mood.words == ("calm", "angry", "afraid")
    assert (mood == "angry").sum() == len(mood) - 1 and mood[0] == 2
    assert mood.labels()[0] == "afraid"
    assert population.read(int(mood.ids[0]), "mood") == "afraid"
    population.write(int(mood.ids[0]), "mood", "calm")
    mood[1:3] = ["calm", "afraid"][:len(mood) - 1]
    assert mood.labels()[:2].tolist() == ["calm", "calm"][:len(mood)]
    for wrong in ("furious", 3, -1):
        with pytest.raises(gestalt.BadArgument):
            mood[...] = wrong
        with pytest.raises(gestalt.BadArgument):
            population.write(int(mood.ids[0]), "mood", wrong)
    with pytest.raises(gestalt.BadArgument):
        population["n"].labels()


def test_blocks_are_the_memory(population):
    health, ok = population["health"], population["ok"]
    health[...] = np.arange(len(health))
    blocks = health.blocks()
    whole = np.concatenate(blocks)
    np.testing.assert_array_equal(whole[health.occupied], health)
    for block in blocks:
        block += 1
    np.testing.assert_array_equal(health, np.arange(len(health)) + 1)
    ok[...] = True
    for masks in ok.blocks():
        masks ^= masks
    assert not np.any(ok)
    np.testing.assert_array_equal(np.concatenate(population["home"].blocks(1))[health.occupied], 0)
    with pytest.raises(gestalt.BadArgument):
        population["home"].blocks(2)


@pytest.mark.parametrize("name, wrong", [
    ("n", 1.5), ("n", "x"), ("n", True), ("health", "x"), ("health", None), ("health", 1j), ("ok", 1), ("home", "x")])
def test_values_of_other_types_are_refused(population, name, wrong):
    before = population.hash()
    for call in (lambda: population[name].__setitem__(..., wrong), lambda: population.spawn(**{name: wrong}),
                 lambda: population.write(population.next_agent(), name, wrong)):
        with pytest.raises(TypeError):
            call()
    assert population.hash() == before


def test_values_that_do_not_fit_are_refused(population):
    before, agent = population.hash(), population.next_agent()
    for wrong in (2**31, -2**31 - 1):
        with pytest.raises(gestalt.BadArgument):
            population["n"][0] = wrong
        with pytest.raises(gestalt.BadArgument):
            population.write(agent, "n", wrong)
    with pytest.raises(gestalt.BadArgument):
        population.write(agent, "home", (1, 2, 3))
    with pytest.raises(ValueError):
        population["home"][...] = np.zeros((len(population), 3))
    with pytest.raises(ValueError):
        population["n"][...] = np.zeros(len(population) + 2, int)
    with pytest.raises(IndexError):
        population["n"][len(population)]
    for name in ("", "m", "home.z", "n.x", "way.x", "n\0"):
        with pytest.raises(gestalt.BadArgument):
            population[name]
        with pytest.raises(gestalt.BadArgument):
            population.read(agent, name)
    for wrong in (None, 3, b"n"):
        with pytest.raises(TypeError):
            population[wrong]
        with pytest.raises(TypeError):
            population.read(agent, wrong)
    for wrong in (-1, 2**64, 2**64 - 1, 10**6):
        with pytest.raises(gestalt.BadArgument):
            population.read(wrong, "n")
        with pytest.raises(gestalt.BadArgument):
            population.despawn(wrong)
    for wrong in (1.0, "0", None):
        with pytest.raises(TypeError):
            population.read(wrong, "n")
        with pytest.raises(TypeError):
            population.status(wrong)
    assert population.hash() == before


# ---- lists

def test_lists_are_ragged(population):
    ways = population["way"]
    count = len(ways)
    written = [[(i, k) for k in range(i % 5)] for i in range(count)]
    ways[:] = written
    assert ways.counts.tolist() == [i % 5 for i in range(count)]
    assert len(ways.values) == ways.offsets[-1] == sum(ways.counts) and ways.values.shape[1:] == (2,)
    for i, found in enumerate(ways):
        assert found.tolist() == [list(p) for p in written[i]]
        np.testing.assert_array_equal(ways[i], found)
        np.testing.assert_array_equal(ways.values[ways.offsets[i]:ways.offsets[i + 1]], found)
        assert population.read(int(ways.ids[i]), "way") == written[i]
    ways[0] = [(5, 6)]
    assert population.read(int(ways.ids[0]), "way") == [(5, 6)]
    population.write(int(ways.ids[0]), "way", [(1, 2), (3, 4)])
    assert ways[0].tolist() == [[1, 2], [3, 4]]
    ways[-1] = []
    assert len(ways[-1]) == 0


def test_lists_of_bools_and_words(population):
    marks, moods = population["marks"], population["moods"]
    marks[0] = [True, False]
    moods[0] = ["angry", "calm"]
    agent = int(marks.ids[0])
    assert marks[0].dtype == np.bool_ and marks[0].tolist() == [True, False]
    assert population.read(agent, "marks") == [True, False]
    assert moods[0].tolist() == [1, 0] and moods.words == ("calm", "angry")
    assert population.read(agent, "moods") == ["angry", "calm"]
    population.write(agent, "moods", ["calm"])
    assert moods[0].tolist() == [0]


@pytest.mark.parametrize("name, element", [("marks", bool), ("moods", ["calm", "angry"].__getitem__), ("moods", int),
                                           ("way", lambda k: (k, 2 * k))])
def test_random_lists_are_written(population, name, element):
    random = np.random.default_rng(3)
    view = population[name]
    expected = [v.tolist() for v in view]
    for round in range(12):
        ends, step = random.integers(-len(view), len(view) + 5, 2).tolist(), [None, 2, -1][random.integers(0, 3)]
        index = slice(*ends, step)
        least = 0 if round % 3 else view.capacity
        lists = [[element(int(k)) for k in random.integers(0, 2, random.integers(least, view.capacity + 1))]
                 for _ in expected[index]]
        view[index] = [np.array(v) for v in lists] if round % 2 and all(lists) else lists
        words = {"calm": 0, "angry": 1}
        expected[index] = [[list(k) if isinstance(k, tuple) else words.get(k, k) for k in v] for v in lists]
        assert [v.tolist() for v in view] == expected
        agents = view.ids.tolist()
        for i in random.integers(0, len(agents), 3).tolist():
            assert [words.get(k, k) if isinstance(k, str) else k for k in population.read(agents[i], name)] == \
                [tuple(k) if isinstance(k, list) else k for k in expected[i]]
        assert [v.tolist() for v in population.frame([name], pandas=False)[name]] == expected


def test_wrong_lists_among_others_change_nothing(population):
    marks, moods = population["marks"], population["moods"]
    before = population.hash()
    right, last = [[True]] * (len(marks) - 1), len(marks)
    for wrong in ([[1]], [[0.5]], [["a"]], [[None]], [3], ["x"]):
        with pytest.raises(TypeError):
            marks[:] = right + wrong
    for wrong in ([[True] * (marks.capacity + 1)], [[[True, False]]]):
        with pytest.raises(gestalt.BadArgument):
            marks[:] = right + wrong
    for wrong in (["furious"], [2], [-1]):
        with pytest.raises(gestalt.BadArgument):
            moods[:last] = [["calm"]] * (len(marks) - 1) + [wrong]
    with pytest.raises(TypeError):
        moods[:] = [[1]] * (len(marks) - 1) + [[True]]
    assert population.hash() == before


def test_new_agents_have_lists(shape):
    population = populate(shape, 5, 30)
    marks = [[k % 2 == 0] * (k % 3) for k in range(25)]
    agents = population.spawn(marks=marks, n=range(25))
    assert [population.read(agent, "marks") for agent in agents] == marks
    assert [population.read(agent, "n") for agent in agents] == list(range(25))


def test_lists_that_do_not_fit_are_refused(population):
    before = population.hash()
    ways, marks = population["way"], population["marks"]
    for wrong in ([(1, 2)] * 5, [(1, 2, 3)], [1, 2], [[]]):
        with pytest.raises(gestalt.BadArgument):
            ways[0] = wrong
    for wrong in (3, "x", [("a", "b")], None):
        with pytest.raises(TypeError):
            ways[0] = wrong
    with pytest.raises(TypeError):
        marks[0] = [1, 0]
    with pytest.raises(gestalt.BadArgument):
        ways[:] = [[]] * (len(ways) + 1)
    with pytest.raises(TypeError):
        ways["a"]
    with pytest.raises(IndexError):
        ways[len(ways)]
    with pytest.raises(gestalt.BadArgument):
        population.column("way")
    with pytest.raises(gestalt.BadArgument):
        population.lists("n")
    (counts, elements), *_ = ways.blocks()
    for array in (counts, elements):
        with pytest.raises(ValueError):
            array[...] = 100
    assert population.hash() == before


# ---- shared keys, tables

def test_shared_keys(shape):
    population = gestalt.Population([shape, shape], agents=3)
    shared = population.shared(1)
    assert dict(shared) == {"rate": 0.5, "season": "spring", "stops": [7, 8]}
    shared.update(rate=2, season="summer", stops=[1])
    assert dict(population.shared(1)) == {"rate": 2, "season": "summer", "stops": [1]}
    assert population.shared(0)["rate"] == 0.5
    for name, wrong, error in [("rate", "x", TypeError), ("season", "winter", gestalt.BadArgument),
                               ("stops", [1] * 5, gestalt.BadArgument), ("n", 1, gestalt.BadArgument),
                               ("none", 1, gestalt.BadArgument), (3, 1, TypeError)]:
        with pytest.raises(error):
            shared[name] = wrong
    with pytest.raises(TypeError):
        del shared["rate"]
    for group in (2, -1):
        with pytest.raises(gestalt.BadArgument):
            population.shared(group)
    with pytest.raises(gestalt.BadArgument):
        population["rate"]
    population.close()
    with pytest.raises(gestalt.Expired):
        shared["rate"]


def test_frames(population):
    pandas = pytest.importorskip("pandas")
    population["mood"] = np.arange(len(population)) % 3
    population["way"][0] = [(1, 2)]
    frame = population.frame()
    assert frame.index.name == "id" and (frame.index == population.ids()).all()
    assert list(frame) == ["n", "health", "ok", "home.x", "home.y", "place.x", "place.y", "place.z", "mood", "way",
                           "marks", "moods"]
    assert isinstance(frame["mood"].dtype, pandas.CategoricalDtype) and frame["mood"].iloc[0] == "calm"
    assert frame["way"].iloc[0].tolist() == [[1, 2]]
    assert list(population.frame(["n"])) == ["n"]


def test_frames_without_pandas(population, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    population["mood"] = "angry"
    population["way"][0] = [(1, 2)]
    table = population.frame()
    assert table["id"].tolist() == population.ids().tolist() and table["home"].shape == (len(population), 2)
    assert set(table["mood"]) == {"angry"} and table["way"][0].tolist() == [[1, 2]]
    with pytest.raises(gestalt.BadArgument):
        population.frame(pandas=True)
    with pytest.raises(gestalt.BadArgument):
        population.frame(["none"])
    with pytest.raises(TypeError):
        population.frame("n")


# ---- agents

@pytest.mark.parametrize("count", [1, 7, 400])
def test_agents_are_spawned_with_columns(population, count):
    old = {agent: population.read(agent, "n") for agent in population}
    agents = population.spawn(
        n=np.arange(count), health=0.25, ok=np.arange(count) % 2 == 0, home=np.arange(2 * count).reshape(count, 2),
        place=(1, 2, 3), mood=["angry", "calm", "afraid"][:1] * count, way=[[(i, i)] * (i % 3) for i in range(count)],
        values={"marks": [[True]] * count})
    assert len(agents) == count
    for i, agent in enumerate(agents):
        read = [population.read(agent, name) for name in ("n", "health", "ok", "home", "place", "mood", "way", "marks")]
        assert read == [i, 0.25, i % 2 == 0, (2 * i, 2 * i + 1), (1, 2, 3), "angry", [(i, i)] * (i % 3), [True]]
    assert {agent: population.read(agent, "n") for agent in old} == old


def test_columns_that_do_not_fit_spawn_nobody(population):
    before = population.hash()
    for wrong in ({"n": [1, 2], "health": [1.0]}, {"n": [1, 2], "count": 3}, {"none": 1}, {"home": [(1, 2, 3)]},
                  {"way": [[(1, 2)] * 5]}, {"rate": [1.0]}, {"group": 1}, {"count": -1}, {"parents": [10**6]}):
        with pytest.raises(gestalt.BadArgument):
            population.spawn(**wrong)
    for wrong in ({"count": 1.0}, {"count": "x"}, {"group": "x"}, {"first": "x"}, {"parents": "x"}, {"way": 3}):
        with pytest.raises(TypeError):
            population.spawn(**wrong)
    assert population.hash() == before


def test_ids(population):
    assert list(population) == sorted(population.ids().tolist())
    first = population.next_id
    assert population.spawn(2, first=first + 5) == range(first + 5, first + 7)
    population.next_id = first + 20
    assert population.spawn() == range(first + 20, first + 21)
    assert first + 5 in population and first not in population
    assert population.next_agent(first) == first + 5 and population.next_agent(first + 21) is None
    with pytest.raises(gestalt.BadArgument):
        population.next_id = first
    with pytest.raises(gestalt.BadArgument):
        population.spawn(first=first + 5)
    with pytest.raises(ValueError):
        population.ids()[0] = 1


def test_a_population_without_agents(population):
    blocks = [population["n"].blocks() for _ in range(2)]
    population.despawn(list(population))
    del blocks
    for view in (population["n"], population["ok"], population["home"], population["way"]):
        assert len(view) == 0 and len(view.ids) == 0 and not view.occupied.any() and list(view) == []
    assert population["way"].values.shape == (0, 2) and population["home"].shape == (0, 2)
    assert len(population.frame(pandas=False)) == 0 and list(population) == []
    population.compact()
    assert len(population["n"]) == 0 and len(population["way"]) == 0 and population["n"].blocks() == []
    assert len(population.spawn()) == 1


def test_children_inherit(population):
    parents = population.ids()[:2]
    population["n"][:2] = [5, 6][:len(parents)]
    children = population.spawn(parents=parents, health=0.5)
    assert [population.read(c, "n") for c in children] == [5, 6][:len(parents)]
    assert [population.read(c, "health") for c in children] == [0.5] * len(parents)
    population["n"] = 9
    population.inherit(population.ids()[:1], children[-1])
    with pytest.raises(gestalt.BadArgument):
        population.inherit([0, 1], 10**6)


def test_persistent_statuses():
    counted = gestalt.compile({"gestalt": 1, "root": {"type": "selector", "children": [
        {"type": "persistent", "key": "seen", "init": "failure"}, {"type": "signal", "key": "seen", "to": "success"}]}})
    population = gestalt.Population(counted, agents=2)
    population.set_persistent(1, "seen", gestalt.SUCCESS)
    assert [population.persistent(a, "seen") for a in range(2)] == [gestalt.FAILURE, gestalt.SUCCESS]
    with pytest.raises(gestalt.BadArgument):
        population.persistent(0, "none")
    with pytest.raises(gestalt.BadArgument):
        population.set_persistent(0, "seen", 7)


def test_announced_writes_wake_agents():
    waits = gestalt.compile({"gestalt": 1, "blackboard": {"go": {"type": "bool", "host": True}},
                             "root": {"type": "concurrent", "children": [
                                 "!go", {"type": "wait", "ticks": 1000}]}})
    population = gestalt.Population(waits, agents=10, announces_writes=True)
    for _ in range(3):
        population.tick()
    assert population.status(3) == gestalt.RUNNING
    population["go"][3] = True
    population.tick()
    assert population.status(3) == gestalt.FAILURE and population.status(2) == gestalt.RUNNING
    for masks in population["go"].blocks():
        masks[...] = 2**64 - 1
    population.touch([4])
    population.touch()
    population.tick()
    assert population.status(4) == gestalt.FAILURE


# ---- expiry

def uses(population):
    """Return uses of views that exist now."""
    n, ways, ok = population["n"], population["way"], population["ok"]
    return [lambda: n[0], lambda: n[:], lambda: np.asarray(n), lambda: n + 1, lambda: len(n), lambda: n.ids,
            lambda: n.blocks(), lambda: n.occupied, lambda: n.shape, lambda: n.sum(), lambda: iter(n),
            lambda: n.__setitem__(0, 1), lambda: n.__iadd__(1), lambda: ok[0], lambda: ok.__setitem__(..., True),
            lambda: ways[0], lambda: ways.counts, lambda: ways.values, lambda: ways.offsets, lambda: ways.blocks(),
            lambda: iter(ways), lambda: ways.__setitem__(0, []), lambda: len(ways), lambda: ways.ids]


CHANGES = {
    "spawn": lambda p: p.spawn(), "despawn": lambda p: p.despawn(p.next_agent()), "compact": lambda p: p.compact(),
    "load": lambda p: p.load(p.snapshot()), "close": lambda p: p.close()}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_views_expire(population, change):
    old = uses(population)
    change(population)
    for use in old:
        with pytest.raises(gestalt.Expired):
            use()


@pytest.mark.parametrize("change", [CHANGES[name] for name in ("compact", "load", "close")],
                         ids=["compact", "load", "close"])
def test_memory_of_arrays_is_not_moved(population, change):
    before, count = population.hash(), len(population)
    for blocks in (population["n"].blocks(), population["ok"].blocks(), population["way"].blocks()):
        part = blocks[0][0][:1] if isinstance(blocks[0], tuple) else blocks[0][:1]
        del blocks
        with pytest.raises(gestalt.Expired):
            change(population)
        part = part.view(np.uint8)
        with pytest.raises(gestalt.Expired):
            change(population)
        del part
    assert population.hash() == before and len(population["n"]) == count
    change(population)


def test_arrays_stay_after_spawning(population):
    n = population["n"]
    n[...] = 4
    blocks = n.blocks()
    population.spawn(1000)
    population.despawn(population.next_agent())
    assert 4 in blocks[0]
    with pytest.raises(gestalt.Expired):
        n.blocks()


def test_ticks_do_not_let_views_expire(population):
    n = population["n"]
    blocks = n.blocks()
    population.tick()
    assert (np.asarray(n) == 1).all() and (np.concatenate(blocks)[n.occupied] == 1).all()


def test_views_are_read_only_before_an_edit_ends(population, shape):
    n, way = population["n"], population["way"]
    with population.begin_edit(shape) as edit:
        for use in (lambda: n.__setitem__(0, 1), lambda: way.__setitem__(0, []), lambda: population.__setitem__("n", 1),
                    lambda: n.__iadd__(1)):
            with pytest.raises(gestalt.Misuse):
                use()
        assert not n.any()
        edit.abandon()
    n[...] = 1
    blocks = n.blocks()
    edit = population.begin_edit(shape)
    with pytest.raises(gestalt.Expired):
        edit.commit()
    del blocks
    edit.commit()
    with pytest.raises(gestalt.Expired):
        n[0]
    assert population["n"].all()


def test_shared_keys_expire(shape):
    population = gestalt.Population([shape, shape, shape])
    shared = [population.shared(group) for group in range(3)]
    population.edit(gestalt.compile(KEYS), group=0)
    population.remove_group(1)
    for old in shared:
        with pytest.raises(gestalt.Expired):
            old["rate"]
    assert [population.shared(group)["rate"] for group in range(2)] == [0.5, 0.5]


def test_repr_of_what_has_expired(population):
    views = [population["n"], population["way"], population.shared()]
    assert "keys" in repr(population) and "'rate': 0.5" in repr(views[2])
    population.close()
    population.close()
    assert repr(population) == "<gestalt.Population: closed>"
    for view in views:
        assert "closed" in repr(view)


# ---- lifetimes

def test_arrays_keep_the_population(shape):
    blocks = gestalt.Population(shape, agents=100)["health"].blocks()
    gc.collect()
    assert (blocks[0][0] == 1).all()
    column = gestalt.Population(shape, agents=100)["health"]
    gc.collect()
    assert column.sum() == 100


def test_a_population_keeps_what_it_needs():
    host = gestalt.Host()

    @host.action
    def work():
        return gestalt.SUCCESS

    population = gestalt.Population(gestalt.compile({"gestalt": 1, "root": {"type": "action", "do": "work"}}),
                                    host=host, agents=10)
    del host, work
    gc.collect()
    population.tick()
    assert population.status(0) == gestalt.SUCCESS


def test_cycles_are_collected_in_any_order(capfd):
    class Owner:
        pass

    for order in range(6):
        owner = Owner()
        parts = {"shape": gestalt.compile(KEYS), "me": owner}
        parts["population"] = gestalt.Population(parts["shape"], agents=100)
        parts["column"] = parts["population"]["n"]
        for name in sorted(parts, key=lambda n: hash((n, order))):
            setattr(owner, name, parts[name])
        del owner, parts
        gc.collect()
    assert capfd.readouterr().err == ""


def test_explicit_finalizers_do_no_harm(shape):
    population = gestalt.Population(shape, agents=10)
    blocks = population["n"].blocks()
    population.__del__()
    assert blocks[0].shape == (1, 64)
    del blocks
    population.__del__()
    population.__del__()
    with pytest.raises(gestalt.Expired):
        population.tick()


# ---- threads

SLOW = {"gestalt": 1, "blackboard": {"n": {"type": "int", "host": True}}, "root": {"type": "action", "do": "work"}}


def slow(entered, leave, **options):
    host = gestalt.Host()

    @host.action
    def work(n):
        entered.set()
        leave.wait(10)
        return gestalt.SUCCESS

    return gestalt.Population(gestalt.compile(SLOW), host=host, agents=10, **options)


def test_calls_that_overlap_are_misuse():
    entered, leave = threading.Event(), threading.Event()
    population = slow(entered, leave)
    column, shared = population["n"], population.shared()
    thread = threading.Thread(target=population.tick)
    thread.start()
    entered.wait(10)
    calls = [population.tick, population.close, population.spawn, population.compact, population.snapshot,
             lambda: population["n"], lambda: population.read(0, "n"), lambda: population.write(0, "n", 1),
             lambda: len(population), lambda: population.ticks, lambda: setattr(population, "now", 5),
             lambda: 3 in population, lambda: population.frame(), lambda: population.__setitem__("n", 1),
             lambda: column[0], lambda: column.__setitem__(0, 1), lambda: column.blocks(), lambda: shared["x"]]
    for call in calls:
        with pytest.raises(gestalt.Misuse, match="another thread"):
            call()
    assert "another thread" in repr(population)
    leave.set()
    thread.join()
    assert column[0] == 0 and population.ticks == 1


def test_misuse_is_explained_in_terms_of_python():
    host = gestalt.Host()

    @host.action
    def work():
        population.spawn(3)

    shape = gestalt.compile({"gestalt": 1, "actions": {"work": {}}, "root": {"type": "action", "do": "work"}})
    population = gestalt.Population(shape, host=host, agents=3)
    with pytest.raises(gestalt.Misuse, match="`spawn` was called during `tick`, by a leaf .* after `tick` has returned"):
        population.tick()
    with population.begin_tick(), pytest.raises(gestalt.Misuse, match="^spawn: .* leave the `with` block of `begin_tick`$"):
        population.spawn(3)
    with population.begin_edit(shape), pytest.raises(gestalt.Misuse, match="^tick: .* `commit` or `abandon`$"):
        population.tick()


def test_what_belongs_to_a_population_takes_turns():
    entered, leave = threading.Event(), threading.Event()
    population = slow(entered, leave, interruptible=True)
    edit = population.begin_edit(population.shape())
    edit.abandon()
    with population.begin_tick() as tick:
        thread = threading.Thread(target=tick.agents, args=([1, 2],))
        thread.start()
        entered.wait(10)
        for call in (lambda: tick.agents(3), lambda: tick.block(1), tick.end, lambda: next(tick.steps(3)), edit.commit,
                     edit.abandon):
            with pytest.raises(gestalt.Misuse, match="another thread"):
                call()
        leave.set()
        thread.join()
        population.interrupt()
        with pytest.raises(gestalt.Interrupted):
            tick.block(0)


def test_interrupts_while_a_population_is_closed(shape, monkeypatch):
    """An interrupt may come at any time; the population must not end during it."""
    ended = []
    interrupt_now = gestalt.Population._interrupt_now

    def interrupt_late(self):
        handle = self._handle
        time.sleep(0.001)
        ended.append(self._handle != handle)
        interrupt_now(self)

    monkeypatch.setattr(gestalt.Population, "_interrupt_now", interrupt_late)
    for _ in range(50):
        population = gestalt.Population(shape, agents=10, interruptible=True)
        begun = threading.Event()

        def interrupt():
            begun.set()
            try:
                while True:
                    population.interrupt()
            except gestalt.Expired:
                pass

        thread = threading.Thread(target=interrupt)
        thread.start()
        begun.wait(10)
        population.close()
        thread.join()
    assert ended and not any(ended)


def test_every_public_call_takes_turns():
    for name, member in vars(gestalt.Population).items():
        if name.startswith("_") or isinstance(member, (type, staticmethod, classmethod)):
            continue
        function = member.fget if isinstance(member, property) else member
        if callable(function) and name not in ("interrupt",):
            assert getattr(function, "takes_turns", False), name


@pytest.mark.parametrize("threads", [1, 2])
def test_views_in_leaves_are_misuse(threads):
    found = []
    host = gestalt.Host()

    @host.action
    def work(n):
        for use in (lambda: column[0], lambda: column.__setitem__(0, 1), lambda: column.blocks(),
                    lambda: population.spawn(), lambda: population.close()):
            try:
                use()
            except Exception as error:
                found.append(type(error))
        return gestalt.SUCCESS

    population = gestalt.Population(gestalt.compile(SLOW), host=host, agents=1000, threads=threads)
    column = population["n"]
    population.tick()
    assert found and set(found) == {gestalt.Misuse}
    assert len(population) == 1000
    assert column[0] == 0


def test_populations_of_threads_are_independent(shape):
    """Each misuse is raised in the thread that has done it."""
    results = []

    def work(number):
        population = gestalt.Population(shape, agents=50, seed=number)
        for _ in range(200):
            population.tick()
            if number % 2:
                with pytest.raises(gestalt.Error):
                    population.spawn(group=7)
        results.append(population["n"].sum())

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [50 * 200] * 4


# ---- without a copy

def test_a_million_floats_are_seen_in_a_few_arrays(shape):
    population = gestalt.Population(shape, agents=1_000_000)
    blocks = population["health"].blocks()
    assert sum(block.size for block in blocks) == 1_000_000 and len(blocks) < 100
    assert not any(block.flags.owndata for block in blocks)
