# SPDX-License-Identifier: MIT
"""Snapshots, hashes, and what hosts add to them."""
import gestalt
import numpy as np
import pytest

TREE = {"gestalt": 1, "blackboard": {"n": "int"}, "root": {"type": "sequence", "children": [
    {"type": "set", "key": "n", "to": "n + 1 + int(rand() * 5)"}, {"type": "wait", "ticks": 2}]}}


@pytest.fixture(scope="module")
def shape():
    return gestalt.compile(TREE, name="t")


@pytest.fixture
def population(shape):
    found = gestalt.Population(shape, agents=1000, seed=3)
    for _ in range(5):
        found.tick()
    return found


def test_files_and_bytes_are_the_same(shape, population, tmp_path):
    path = tmp_path / "all.gss"
    population.save(path)
    assert path.read_bytes() == population.snapshot()
    data = population.snapshot()
    for source in (path, str(path), data, bytearray(data), memoryview(data)):
        other = gestalt.Population(shape, lanes=7)
        assert other.load(source) == [None]
        assert other.hash() == population.hash() and other.ticks == 5
        other.tick()
    population.tick()
    assert other.hash() == population.hash()


def test_damaged_snapshots_change_nothing(population):
    before = population.hash()
    data = bytearray(population.snapshot())
    data[len(data) // 2] ^= 1
    for wrong in (bytes(data), bytes(data[:100]), b"", b"no snapshot"):
        with pytest.raises(gestalt.BadFile):
            population.load(wrong)
    with pytest.raises(gestalt.FileError):
        population.load("/nonexistent/file")
    with pytest.raises(gestalt.FileError):
        population.save("/nonexistent/file")
    assert population.hash() == before


def test_attached_bytes_travel_with_snapshots(shape, population):
    assert population.attached is None
    population.attached = b"day 3\0!"
    assert population.attached == b"day 3\0!"
    other = gestalt.Population(shape)
    other.load(population.snapshot())
    assert other.attached == b"day 3\0!"
    other.attached = None
    assert other.attached is None
    for wrong in ("text", 5, [1]):
        with pytest.raises(TypeError):
            population.attached = wrong


def test_snapshots_are_checked_before_they_take_effect(shape, population):
    population.attached = b"3"
    saved = population.snapshot()
    other = gestalt.Population(shape, agents=1)
    before = other.hash()

    def check(loaded):
        assert (loaded.count, loaded.ticks, loaded.now) == (1000, 5, 0)
        if loaded.attached != b"4":
            raise LookupError("the wrong day")

    other.check_loaded(check)
    with pytest.raises(LookupError, match="the wrong day"):
        other.load(saved)
    assert other.hash() == before
    population.attached = b"4"
    other.load(population.snapshot())
    other.check_loaded(None)
    other.load(saved)
    assert other.attached == b"3" and len(other) == 1000
    # An exception that no loading has raised is not left for the next one.
    with pytest.raises(gestalt.BadFile):
        other.load(b"no snapshot")


def test_values_are_kept_for_agents(shape, population):
    plain = population.hash()
    gold = population.keep([("coins", "i4"), ("weight", "f4")])
    assert population.hash() != plain
    gold[population.ids()] = np.array([(3, 0.5)], gold[0].dtype)
    gold[7] = (9, 1.5)
    changed = population.hash()
    saved = population.snapshot()
    other = gestalt.Population(shape, threads=2)
    with pytest.raises(gestalt.BadFile):
        other.load(saved)
    purse = other.keep([("coins", "i4"), ("weight", "f4")])
    with pytest.raises(gestalt.BadArgument, match="there has been no agent 5000"):
        purse[5000] = (1, 1)
    other.load(saved)
    assert other.hash() == changed
    assert purse[7].item() == (9, 1.5) and purse[[6, 8]]["coins"].tolist() == [3, 3]
    other.keep_nothing()
    assert other.hash() == plain
    population.keep_nothing()
    gold[1] = (5, 5)
    assert population.hash() == plain


def test_a_failed_loading_leaves_kept_values(shape, population):
    other = gestalt.Population(shape, agents=2)
    kept = other.keep("u1")
    kept[[0, 1]] = [4, 5]
    mine = population.keep("u1")
    mine[population.ids()] = 1
    other.check_loaded(lambda loaded: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        other.load(population.snapshot())
    assert kept[[0, 1]].tolist() == [4, 5]


def test_what_cannot_be_kept_is_refused(population):
    with pytest.raises(gestalt.BadArgument):
        population.keep(object)
    with pytest.raises(gestalt.Misuse):
        population.keep([("x", "f8", 9000)])
    with pytest.raises(TypeError):
        population.keep("f4")["x"]
    with pytest.raises(gestalt.BadArgument):
        population.keep("f4")[-1]
    kept = population.keep("f4")
    population.close()
    with pytest.raises(gestalt.Expired):
        kept[1]


def test_hashes_do_not_depend_on_lanes_and_threads(shape):
    hashes = set()
    for options in ({}, {"lanes": 1}, {"lanes": 13, "threads": 2}, {"states": "masks"}, {"kernels": "plain"}):
        with gestalt.Population(shape, agents=500, seed=9, **options) as population:
            population.tick()
            hashes.add(population.hash())
    assert len(hashes) == 1
