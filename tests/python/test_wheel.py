# SPDX-License-Identifier: MIT
"""The wheel, in a virtual environment that has nothing but NumPy."""
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

pytest.importorskip("pip")
pytest.importorskip("ensurepip")
top = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """
import gestalt, pathlib
shape = gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 3}})
population = gestalt.Population(shape, agents=1000)
population.tick()
native = shape.native()
print(len(population), pathlib.Path(gestalt.__file__).parent)
"""


def run(*command, **more):
    hidden = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GESTALT"))}
    done = subprocess.run(command, capture_output=True, text=True, env=hidden, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of `./dev wheel`, or one with the libraries of this build."""
    if "GESTALT_WHEEL" in os.environ:
        return pathlib.Path(os.environ["GESTALT_WHEEL"])
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", f"--config-settings=build={os.environ['GESTALT_BUILD']}", "-w", folder, top / "python")
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_is_complete(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    sources = {f"gestalt/{path.name}" for path in (top / "python/gestalt").glob("*.py")}
    assert sources <= set(names) and "gestalt/_libraries/gestalt" in names and "gestalt/py.typed" in names
    assert {"gestalt/_include/gestalt/native.h", "gestalt/_include/gestalt/version.h"} <= set(names)
    assert re.fullmatch(r"gestalt-\d+\.\d+\.\d+-py3-none-linux_\w+\.whl", wheel.name)


def test_wheel_works_in_an_empty_environment(wheel, tmp_path):
    run(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv")
    run(tmp_path / "venv/bin/pip", "install", "--no-index", wheel)
    python = tmp_path / "venv/bin/python"
    assert run(python, "-c", PROGRAM, cwd=tmp_path).split() == ["1000", str(next((tmp_path / "venv/lib").glob("python3*")) / "site-packages/gestalt")]
    assert run(python, "-m", "gestalt", "help").startswith("Gestalt compiles")
    assert run(tmp_path / "venv/bin/gestalt", "help").startswith("Gestalt compiles")


def test_metadata_needs_no_build(wheel, tmp_path):
    script = f"import backend; print(backend.prepare_metadata_for_build_wheel({str(tmp_path)!r}))"
    info = tmp_path / run(sys.executable, "-c", script, cwd=top / "python", timeout=20).strip()
    names = {path.name for path in info.iterdir()}
    assert names == {"METADATA", "entry_points.txt"}
    with zipfile.ZipFile(wheel) as built:
        assert all(built.read(f"{info.name}/{name}") == (info / name).read_bytes() for name in names)


def test_missing_tools_are_named(tmp_path):
    done = subprocess.run([sys.executable, "-c", "import backend; backend.run('no-such-tool')"], cwd=top / "python", capture_output=True, text=True)
    assert done.returncode == 1 and "`no-such-tool` is missing" in done.stderr
