#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The names that `./dev test` takes: test_choose.py BUILD"""
import pathlib
import sys

import tap

here = pathlib.Path(__file__).resolve().parent


def check(build, wanted, expected):
    """What is printed, or the first line of the error."""
    out, err, status = tap.run([sys.executable, str(here / "choose.py"), build, *wanted])
    said = err.splitlines()[:1] if status else out.splitlines()
    tap.report(" ".join(wanted), None if said == expected else f"prints {said}, not {expected}")


def main(build):
    check(build, ["differential"], ["differential", "", "tests/test_determinism tests/test_differential"])
    check(build, ["roads"], ["", "roads", "tests/test_roads"])
    check(build, ["tests/unit/test_roads.c", "json"], ["", "roads json", "gestalt tests/fuzz/fuzz_json tests/test_json tests/test_roads"])
    check(build, ["style", "test_json"],
          ["style", "json", tap.run([sys.executable, str(here / "choose.py"), build, "style", "json"])[0].splitlines()[2]])
    nothing = "./dev test: there is no suite or test"
    check(build, ["rods"], [f"{nothing} `rods`; did you mean roads, crowd, codes?"])
    check(build, ["crowd", "uint"], [f"{nothing} `uint`; did you mean unit?"])
    check(build, ["zzzzz"], [f"{nothing} `zzzzz`"])
    tap.finish()


main(*sys.argv[1:])
