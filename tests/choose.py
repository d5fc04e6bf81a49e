#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds the tests that names mean: choose.py BUILD NAME...

A name is the name of a suite, the name of a test of any suite, or the file of a test, such as tests/unit/test_roads.c.
Prints three lines: the suites, the other tests, and the ninja targets that both need. An unknown name is an error, which
lists similar names.
"""
import difflib
import json
import os
import pathlib
import subprocess
import sys


class Unknown(Exception):
    """Raised if no suite and no test has a name."""


class Choice:
    """All tests of a build folder, as Meson lists them."""

    def __init__(self, build):
        done = subprocess.run(["meson", "introspect", build, "--tests", "--targets"], check=True, stdout=subprocess.PIPE)
        found = json.loads(done.stdout)
        self.build = build
        self.tests = [(test["name"], {suite.split(":")[-1] for suite in test["suite"]}, test["depends"])
                      for test in found["tests"]]
        self.files = {target["id"]: target["filename"] for target in found["targets"]}
        self.suites = set().union(*(suites for _, suites, _ in self.tests))
        self.names = {name for name, _, _ in self.tests}

    def find(self, given):
        """Return the suite or test that a name means."""
        known = self.suites | self.names
        stem = pathlib.PurePath(given).stem
        for name in (given, stem, stem.removeprefix("test_")):
            if name in known:
                return name
        near = difflib.get_close_matches(stem.removeprefix("test_"), sorted(known), 3)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise Unknown(f"there is no suite or test `{given}`{hint}")

    def needs(self, chosen):
        """Return the targets that some suites and tests need."""
        return sorted({os.path.relpath(file, self.build) for name, suites, depends in self.tests
                       if name in chosen or suites & set(chosen)
                       for target in depends for file in self.files.get(target, [])})

    def lines(self, wanted):
        chosen = [self.find(given) for given in wanted]
        of_suites = [name for name in chosen if name in self.suites]
        others = [name for name in chosen if name not in self.suites]
        return [" ".join(line) for line in (of_suites, others, self.needs(chosen))]


def main(build, *wanted):
    choice = Choice(build)
    try:
        print("\n".join(choice.lines(wanted)))
    except Unknown as error:
        sys.exit(f"./dev test: {error}\nSuites are {' '.join(sorted(choice.suites))}; "
                 f"`meson test -C {build} --list` lists tests.")


if __name__ == "__main__":
    main(*sys.argv[1:])
