# SPDX-License-Identifier: MIT
"""Native code of shapes."""
import pathlib
import shutil
import subprocess

import gestalt
import numpy as np
import pytest

TREE = {"gestalt": 1, "blackboard": {"n": "int", "x": "float"},
        "root": {"type": "sequence", "children": [
            {"type": "set", "key": "n", "to": "n + 1"}, {"type": "set", "key": "x", "to": "x * 0.5 + n"},
            {"type": "wait", "ticks": 2}]}}

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


@pytest.fixture(scope="module")
def shape():
    return gestalt.compile(TREE, name="steps")


@pytest.fixture(scope="module")
def native(shape):
    return shape.native()


def ticked(population, count=7):
    for _ in range(count):
        population.tick()
    return population.hash()


def test_shapes_are_written_as_c(shape):
    assert "steps_native" in shape.write_c() and "walk_native" in shape.write_c(name="walk")
    assert "<gestalt/native.h>" in shape.write_c()
    assert '"leaves.h"' in shape.write_c(leaves="leaves.h")
    with pytest.raises(gestalt.Limit):
        shape.write_c(node_limit=2)


@needs_compiler
def test_results_are_the_same(shape, native):
    interpreted = gestalt.Population(shape, agents=1000)
    expected = ticked(interpreted)
    assert ticked(gestalt.Population(shape, agents=1000, native=native)) == expected
    switched = gestalt.Population(shape, agents=1000)
    switched.set_native(native)
    ticked(switched, 3)
    switched.set_native(None)
    assert ticked(switched, 4) == expected


@needs_compiler
def test_code_of_another_shape_is_refused(native):
    other = gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 1}})
    with pytest.raises(gestalt.BadArgument):
        gestalt.Population(other, native=native)
    population = gestalt.Population(other, agents=1)
    with pytest.raises(gestalt.BadArgument):
        population.set_native(native)
    population.tick()


@needs_compiler
def test_edits_have_native_code(shape, native):
    population = gestalt.Population(gestalt.compile(TREE, name="steps"), agents=10)
    expected = gestalt.Population(shape, agents=10)
    population.edit(shape, native=native)
    assert ticked(population) == ticked(expected)


@needs_compiler
def test_compiled_files_are_loaded(shape, tmp_path):
    source = tmp_path / "steps.c"
    source.write_text(shape.write_c())
    include = pathlib.Path(__file__).parents[2] / "include"
    subprocess.run(["cc", "-std=c17", "-O1", "-shared", "-fPIC", "-ffp-contract=off", f"-I{include}", str(source), "-o",
                    str(tmp_path / "steps.so"), "-lm"], check=True)
    native = gestalt.load_native(tmp_path / "steps.so", shape)
    assert repr(native) == "<gestalt.Native 'steps'>"
    population = gestalt.Population(shape, agents=10, native=native)
    population.tick()
    assert set(np.asarray(population["n"]).tolist()) == {1}
    with pytest.raises(gestalt.BadFile, match="has no code"):
        gestalt.load_native(tmp_path / "steps.so", gestalt.compile(TREE, name="other"))
    with pytest.raises(gestalt.FileError):
        gestalt.load_native(tmp_path / "nothing.so", shape)


def test_a_compiler_that_is_missing_or_fails(shape, monkeypatch):
    with pytest.raises(gestalt.FileError, match="there is no C compiler `no-such-cc`"):
        shape.native(compiler="no-such-cc -O1")
    if shutil.which("cc"):
        with pytest.raises(gestalt.Rejected, match="cannot compile"):
            shape.native(flags=["-Dinline=5"])
