#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Suites that take long, and whose result changes only when certain files do.

    rarely.py due             the suites whose files have changed since they last passed, one a line
    rarely.py rest            the others
    rarely.py passed SUITE... note that these have passed with the files as they are

tests/rarely.json has a hash for each suite: that of its files when it passed. It is committed with the change, so that a clean
clone knows what has to run. `./dev test SUITE` and `./dev nightly` write it; .ci/run only reads it.
"""
import hashlib
import json
import pathlib
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parent.parent
noted = top / "tests/rarely.json"
page = ["page", "src/live", "src/tool/live", "src/tool/plot", "src/recording", "tests/browser"]

# For each suite, pathspecs of git for the files whose contents matter, then for the files of which only the names matter.
suites = {
    # Complete builds in other ways: CMake, a subproject, the amalgamation, the recipes of the documentation.
    "builds": (["*meson.build", "meson_options.txt", "CMakeLists.txt", "include", "src/cmake", "src/library.sh", "src/amalgamate.py",
                "src/base/*.h", "src/interp/*.h", "src/steer/*.h", "tests/builds.py", "tests/recipes.py", "examples/*.c",
                "docs/building.md", "docs/native.md"], ["src"]),
    "contributing": (["CONTRIBUTING.md", "src/nodes", "src/shape", "src/actor", "src/interp", "src/steer", "src/compiler",
                      "tests/contributing.py", "tests/reference", "tests/differential"], []),
    "benchmarks": (["bench", "include", "src/native", "src/tool/bench", "src/tool/base", "tests/cli/workloads.test"], []),
    "browser": (page, []),
    "soak": (page, []),
    "platforms": (["meson.build", "src/meson.build", "src/base", "src/shape", "src/actor", "src/interp", "src/population", "src/steer",
                   "tests/platforms"], []),
}


def listed(*paths):
    out = subprocess.run(["git", "ls-files", "-z", "--", *paths], cwd=top, check=True, stdout=subprocess.PIPE).stdout
    return sorted(name for name in out.decode().split("\0") if name and (top / name).is_file())


def hash_of(suite):
    """Return a hash of all files that a suite depends on. New files count as soon as git knows them."""
    contents, names = suites[suite]
    h = hashlib.sha256()
    for name in listed(*contents):
        h.update(name.encode() + b"\0" + hashlib.sha256((top / name).read_bytes()).digest())
    for name in listed(*names) if names else []:
        h.update(name.encode() + b"\0")
    return h.hexdigest()[:16]


def main(command, *given):
    passed = json.loads(noted.read_text("utf-8")) if noted.exists() else {}
    if command == "passed":
        passed |= {suite: hash_of(suite) for suite in given if suite in suites}
        noted.write_text(json.dumps(passed, indent=2, sort_keys=True) + "\n", "utf-8")
        return
    for suite in suites:
        if (passed.get(suite) != hash_of(suite)) == (command == "due"):
            print(suite)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("due", "rest", "passed"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
