#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds cyclic dependencies between modules.

A module is NAME.h and NAME.c of one folder. It depends on another module if one of its files includes the header of that
module. Modules that all depend on one another are a cycle, and cannot be understood or tested separately. Few cycles are
allowed, and none across folders. Each is printed with a shortest path around it.

    cycles.py          checks this
    cycles.py --list   prints the cycles
"""
import collections
import re
import sys

import style
import tap

most = 2


def module_of(path):
    return path.with_suffix("")


def includes(paths):
    """Return for each module the modules that it depends on, each with the include that causes the dependency."""
    headers = collections.defaultdict(list)
    for path in paths:
        if path.suffix == ".h":
            headers[path.name].append(path)
    found = collections.defaultdict(dict)
    for path in paths:
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text("utf-8"), re.M):
            nearest = sorted(headers[name], key=lambda header: header.parent != path.parent)
            if nearest and module_of(nearest[0]) != module_of(path):
                found[module_of(path)].setdefault(module_of(nearest[0]), f"{style.name_of(path)} includes {name}")
    return found


def ways_from(graph, start):
    """Return the predecessor of each module that can be reached from `start`, on a shortest path. `start` itself is included only if it is in a cycle."""
    before = {}
    queue = collections.deque([start])
    while queue:
        module = queue.popleft()
        for other in graph.get(module, {}):
            if other not in before:
                before[other] = module
                queue.append(other)
    return before


def way_around(graph, ways, start):
    steps = []
    module = start
    while module != start or not steps:
        steps.insert(0, graph[ways[start][module]][module])
        module = ways[start][module]
    return steps


def cycles(graph):
    """Return each cycle as its modules, in order, and the includes of a shortest path around it."""
    ways = {module: ways_from(graph, module) for module in graph}
    members = {tuple(sorted(other for other in ways[module] if module in ways.get(other, ())))
               for module in graph if module in ways[module]}
    for cycle in sorted(members):
        yield cycle, min((way_around(graph, ways, module) for module in cycle), key=len)


def main():
    graph = includes(style.files("src/*.[ch]", "bench/*.[ch]"))
    lines = []
    over_folders = []
    found = list(cycles(graph))
    for number, (cycle, way) in enumerate(found, 1):
        folders = sorted({style.name_of(module.parent) for module in cycle})
        text = [f"cycle {number}, {len(cycle)} modules of {' and '.join(folders)}: {' '.join(module.name for module in cycle)}",
                *(f"    {step}" for step in way)]
        lines += text
        over_folders += text if len(folders) > 1 else []
    if "--list" in sys.argv[1:]:
        print("\n".join(lines) or "none")
        return
    tap.report(f"{len(found)} cycles of modules, of {len(graph)} that include others",
               "\n".join([f"more than {most}:", *lines]) if len(found) > most else None if graph else "no module includes any")
    tap.report("no cycle goes over folders", "\n".join(over_folders))
    tap.finish()


if __name__ == "__main__":
    main()
