#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the lines that name a node type, besides its row, the names of its functions, and the tests.

Properties of types that the engine needs are in src/shape/nodes.def. A developer who adds or changes a type has to find every
line elsewhere that names it, so few such lines are allowed: those that choose a faster op for certain types (linked.c), some
that cancel or resume live nodes, and some that distinguish the nodes that change lists. Native code is a second implementation
of all types, in its own folder. The view for BehaviorTree.CPP (show_btcpp.c) compares types with those of that library; a type
that it does not name becomes a custom node.

    node_names.py          checks that there are not too many
    node_names.py --list   prints them
"""
import re
import sys

import style
import tap

most = 48


def rows():
    """Return the enumerators of the rows."""
    return re.findall(r"^NODE\((\w+),", (style.top / "src/shape/nodes.def").read_text("utf-8"), re.M)


def places():
    """Return the file, number and text of each line that names a type."""
    named = re.compile(r"\bNODE_(?:%s)\b" % "|".join(rows()))
    for path in style.files("src/*.[ch]", "src/*.def", "include/*.h", "bench/*.[ch]"):
        if path.parent.name == "native" or path.name == "show_btcpp.c":
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if named.search(line):
                yield f"{style.name_of(path)}:{number}: {line.strip()}"


def main():
    found = list(places())
    if "--list" in sys.argv[1:]:
        print("\n".join(found))
        return
    text = "\n".join([f"{len(found)} places name a type of node, more than {most}:", *found])
    tap.report(f"{len(found)} places name a type of node", text if len(found) > most else None)
    tap.finish()


if __name__ == "__main__":
    main()
