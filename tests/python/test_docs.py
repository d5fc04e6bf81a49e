# SPDX-License-Identifier: MIT
"""Runs the code of docs/python.md and of the package's README.md, block by block.

The blocks of a page share their names, and run in a folder with a copy of `examples`.
"""
import importlib.util
import os
import pathlib
import re
import shutil

import gestalt
import pytest

top = pathlib.Path(__file__).resolve().parents[2]
PAGES = {"docs/python.md": 10, "python/README.md": 1}  # at least so many blocks


def blocks_of(page):
    """Return the blocks of a page, each with the line that it begins in."""
    text = (top / page).read_text("utf-8")
    return [(text[:found.start(1)].count("\n"), found[1]) for found in re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S)]


@pytest.mark.parametrize("page", PAGES)
def test_code_runs(page, tmp_path, monkeypatch):
    shutil.copytree(top / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*.c"))
    monkeypatch.chdir(tmp_path)
    names = {"gestalt": gestalt}
    blocks = blocks_of(page)
    assert len(blocks) >= PAGES[page]
    for line, block in blocks:
        missing = [name for name in ("matplotlib", "pandas", "numba") if name in block and not importlib.util.find_spec(name)]
        if missing:
            assert not os.environ.get("CI"), f"CI must run all blocks, but {missing} is missing: ./dev python installs it"
            continue
        source = tmp_path / f"line_{line}.py"  # numba reads the source of leaves
        source.write_text("\n" * line + block, "utf-8")
        exec(compile(source.read_text("utf-8"), source, "exec"), names)


def test_the_first_lines_print_what_the_page_says(capsys):
    exec(blocks_of("docs/python.md")[0][1], {})
    assert capsys.readouterr().out == "1000000\n"
