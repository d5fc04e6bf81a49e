# SPDX-License-Identifier: MIT
"""docs/python_calls.md lists each C function once, with a method that exists or a reason."""
import functools
import inspect
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
    """Return an attribute of a module or class, or a name for one that objects of the class get, or a parameter."""
    if hasattr(found, name):
        return getattr(found, name)
    if inspect.isclass(found) and re.search(rf"\bself\.{name}\b|^    {name}:", inspect.getsource(found), re.M):
        return name
    raise AttributeError(name)


def exists(dotted):
    try:
        functools.reduce(member, dotted.split("."), gestalt)
    except AttributeError:
        return False
    return True


def is_parameter(name, names):
    """Return whether it is a parameter of a method in the same row."""
    found = (functools.reduce(member, dotted.split("."), gestalt) for dotted in names if exists(dotted))
    return any(callable(method) and name in inspect.signature(method).parameters for method in found)


def test_methods_exist():
    missing = []
    for name, text in rows():
        names = re.findall(r"`(?:gestalt\.)?([A-Za-z_][\w.]*)(?:\(.*?\))?`", text)
        for dotted in names:
            if dotted not in _c.functions and not exists(dotted) and not is_parameter(dotted, names):
                missing.append(f"{name}: {dotted}")
    assert not missing, "\n".join(missing)
