# SPDX-License-Identifier: MIT
"""The code of docs/python.md: the blocks of each section run in order."""
import contextlib
import io
import pathlib
import re

import pytest

page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
sections = {part.split("\n", 1)[0]: re.findall(r"^```python\n(.*?)^```", part, re.M | re.S)
            for part in re.split(r"^## ", page.read_text(), flags=re.M)[1:]}


@pytest.mark.parametrize("title", [title for title, blocks in sections.items() if blocks])
def test_code_runs(title, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {"gestalt": __import__("gestalt")}
    for block in sections[title]:
        exec(compile(block, f"{page.name}: {title}", "exec"), names)


def test_the_first_lines_print_what_the_page_says():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(sections["Five lines to the first tick"][0], {})
    assert printed.getvalue() == "1000000\n"
