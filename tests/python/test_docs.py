# SPDX-License-Identifier: MIT
"""Runs the code of docs/python.md and README.md of the package, block by block. The blocks of a section share their names.

Blocks with `>>>` must print what they show. The working folder has the examples.
"""
import doctest
import pathlib
import re
import shutil

import pytest

top = pathlib.Path(__file__).resolve().parents[2]


def sections():
    for page in (top / "docs/python.md", top / "python/README.md"):
        for section in re.split(r"^(?=## )", page.read_text("utf-8"), flags=re.M):
            blocks = re.findall(r"^```python\n(.*?)^```", section, re.M | re.S)
            if blocks:
                title = re.match(r"## (.*)", section)
                yield pytest.param(blocks, id=f"{page.name}: {title[1] if title else ''}")


@pytest.mark.parametrize("blocks", sections())
def test_code_of_the_documentation_runs(blocks, tmp_path, monkeypatch, capsys):
    shutil.copytree(top / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*.c"))
    for path in (tmp_path / "examples").glob("*.json"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for block in blocks:
        if ">>> " in block:
            test = doctest.DocTestParser().get_doctest(block, names, "block", "docs/python.md", 0)
            report = []
            runner.run(test, out=report.append, clear_globs=False)
            names = test.globs
            assert not report, "".join(report)
        else:
            exec(compile(block, "docs/python.md", "exec"), names)
