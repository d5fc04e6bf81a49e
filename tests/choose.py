#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tests that names mean: choose.py BUILD NAME...

A name is a suite's, a test's (of whatever suite), or the file of a test, as tests/unit/test_roads.c. Prints three
lines: the suites, the other tests, and the ninja targets that both need. A name of nothing is an error that tells
which names are near.
"""
import difflib
import json
import os
import pathlib
import subprocess
import sys


def introspect(build, what):
    done = subprocess.run(["meson", "introspect", build, f"--{what}"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def main(build, *wanted):
    listed = [(test["name"], [suite.split(":")[-1] for suite in test["suite"]], test)
              for test in introspect(build, "tests")]
    suites = {suite for _, of, _ in listed for suite in of}
    names = {name for name, _, _ in listed}
    chosen = []
    for given in wanted:
        name = pathlib.PurePath(given).stem
        name = name if name in names else name.removeprefix("test_")
        chosen.append(given if given in suites or given in names else name)
        if chosen[-1] not in suites | names:
            near = difflib.get_close_matches(chosen[-1], sorted(suites | names), 3)
            near = near or sorted(known for known in names if chosen[-1] in known)[:5]
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            sys.exit(f"./dev test: there is no suite or test `{given}`{hint}\n"
                     f"Suites are {' '.join(sorted(suites))}; `meson test -C {build} --list` lists tests.")
    of_suites = [name for name in chosen if name in suites]
    others = [name for name in chosen if name not in suites]
    files = {target["id"]: target["filename"] for target in introspect(build, "targets")}
    needed = {os.path.relpath(file, build) for name, of, test in listed
              if name in others or set(of) & set(of_suites)
              for target in test["depends"] for file in files.get(target, [])}
    for line in (of_suites, others, sorted(needed)):
        print(*line)


main(*sys.argv[1:])
