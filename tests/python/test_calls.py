# SPDX-License-Identifier: MIT
"""docs/python_calls.md lists each C function once, with a method that exists or a reason."""
import functools
import pathlib
import re

import gestalt
from gestalt import _c

page = pathlib.Path(__file__).resolve().parents[2] / "docs/python_calls.md"


def rows():
    for line in page.read_text("utf-8").splitlines():
        found = re.fullmatch(r"\| `(gestalt_\w+)` \| (.*) \|", line)
        if found:
            yield found[1], found[2].strip()


def test_every_function_has_one_row():
    names = [name for name, _ in rows()]
    assert sorted(names) == sorted(_c.functions)


def test_every_row_says_what_to_do():
    assert [name for name, text in rows() if not text] == []


def member(found, name):
    """Return an attribute of a module or class, or the annotation of one that its objects have."""
    return getattr(found, name) if hasattr(found, name) else found.__annotations__[name]


def resolve(dotted):
    return functools.reduce(member, dotted.split("."), gestalt)


def test_methods_exist():
    missing = []
    for name, text in rows():
        for dotted in re.findall(r"`(?:gestalt\.)?([A-Za-z_][\w.]*)(?:\(.*?\))?`", text):
            try:
                resolve(dotted)
            except (AttributeError, KeyError):
                missing.append((name, dotted))
    assert missing == []
