# SPDX-License-Identifier: MIT
"""Trees of py_trees without py_trees: objects of classes with its names and attributes, from the descriptions in records.

Set `PY_TREES=1` to make the objects by the real package, if it is installed.
"""
import functools
import importlib
import os

#: Attributes whose names differ from those of the constructor's arguments.
RENAMED = {("Periodic", "n"): "period", ("SuccessEveryN", "n"): "every_n"}
STATUSES = ("SUCCESS", "FAILURE", "RUNNING")


class Status:
    def __init__(self, name):
        self.name = name


STATUS = {name: Status(name) for name in STATUSES}
ONE_SHOT = {"ON_COMPLETION": [STATUS["SUCCESS"], STATUS["FAILURE"]], "ON_SUCCESSFUL_COMPLETION": [STATUS["SUCCESS"]]}


class Policy:
    def __init__(self, value):
        self.value = value


@functools.cache
def stand_in(path):
    """Return a class such as `composites.Sequence`, whose objects have their arguments as attributes."""
    module, name = path.rsplit(".", 1)
    behaviour = type("Behaviour", (), {"__module__": "py_trees.behaviour"})
    return type(name, (behaviour,), {"__module__": "py_trees." + module})


def construct(path, **arguments):
    if os.environ.get("PY_TREES"):
        *parts, name = path.split(".")
        home = importlib.import_module("py_trees." + parts[0])
        for part in parts[1:]:
            home = getattr(home, part)
        return getattr(home, name)(**arguments)
    made = stand_in(path)()
    if "child" in arguments:
        arguments["children"] = [arguments.pop("child")]
    for name, value in arguments.items():
        setattr(made, RENAMED.get((type(made).__name__, name), name), value)
    return made


def leaf_class(name):
    """Return a class of behaviours of one's own."""
    base = importlib.import_module("py_trees.behaviour").Behaviour if os.environ.get("PY_TREES") else object
    return type(name, (base,), {})


LEAVES = {name: leaf_class(name) for name in "LC"}


class Guard:
    """A condition of an EternalGuard, which answers as a leaf."""

    def __init__(self, number):
        self.id = number

    def C(self):
        raise NotImplementedError("only its name matters")


def argument(value, children):
    if isinstance(value, list):
        return [argument(one, children) for one in value]
    if not isinstance(value, dict):
        return value
    if "class" in value:
        return construct(value["class"], **{k: argument(v, children) for k, v in value["args"].items()})
    if "of_this" in value:
        return [children[i] for i in value["of_this"]]
    if "function" in value:
        return getattr(Guard(value["id"]), value["function"])
    name = value["value"].rsplit(".", 1)[1]
    if os.environ.get("PY_TREES"):
        common = importlib.import_module("py_trees.common")
        return getattr(common.Status if "Status" in value["value"] else common.OneShotPolicy, name)
    return STATUS[name] if name in STATUS else Policy(ONE_SHOT[name])


def tree(described):
    """Return the objects for a description."""
    if "leaf" in described:
        made = LEAVES[described["leaf"]]()
        made.id = described["id"]
        made.name = f"{described['leaf']}{described['id']}"
        return made
    children = [tree(child) for child in described.get("children", [])]
    given = {name: argument(value, children) for name, value in described.get("args", {}).items()}
    if "child" in described:
        given["child"] = tree(described["child"])
    if described["class"].startswith("composites."):
        given["children"] = children
    return construct(described["class"], **given)
