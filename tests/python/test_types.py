# SPDX-License-Identifier: MIT
"""What can be checked without running anything: type hints, and the declarations of the C interface."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

top = pathlib.Path(__file__).resolve().parents[2]


def test_type_hints_are_complete(tmp_path):
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", "gestalt",
                           "../tests/python/typed.py"], cwd=top / "python",
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("clang"), reason="needs clang")
def test_declarations_are_those_of_the_headers():
    build = pathlib.Path(os.environ["GESTALT_BUILD"])
    done = subprocess.run([sys.executable, top / "python/declare.py", build / "include", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_is_quick():
    """Only the modules that are used are loaded, and none of pandas, matplotlib and numba."""
    code = "import sys, gestalt; print(' '.join(sorted(m for m in sys.modules if m in ('numpy', 'pandas', 'matplotlib', 'numba'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    code = code.replace("import sys, gestalt", "import sys, gestalt; gestalt.compile, gestalt.Population, gestalt.Host")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "numpy"


def test_every_file_is_in_the_suite():
    listed = re.search(r"python_tests = \[(.*?)\]", (top / "tests/python/meson.build").read_text("utf-8"), re.S)[1]
    assert re.findall(r"'(\w+)'", listed) == sorted(path.stem[5:] for path in (top / "tests/python").glob("test_*.py"))
