#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the names that `./dev test` accepts: test_choose.py BUILD"""
import sys

import choose
import tap


def check(choice, wanted, expected):
    """Return the output, or the error."""
    try:
        said = choice.lines(wanted)
    except choose.Unknown as error:
        said = str(error)
    tap.report(" ".join(wanted), None if said == expected else f"prints {said}, not {expected}")


def main(build):
    choice = choose.Choice(build)
    nothing = "there is no suite or test"
    check(choice, ["differential"],
          ["differential", "", "tests/test_determinism tests/test_differential tests/test_edit_pairs tests/test_native tests/test_watch"])
    check(choice, ["roads"], ["", "roads", "tests/test_roads"])
    check(choice, ["tests/unit/test_roads.c", "json"],
          ["", "roads json", "gestalt tests/fuzz/fuzz_json tests/test_json tests/test_roads"])
    check(choice, ["style", "test_slabs"], ["style", "slabs", " ".join(choice.needs(["style", "slabs"]))])
    check(choice, ["differentail"], f"{nothing} `differentail`; did you mean differential?")
    check(choice, ["crowd", "roundtirp"], f"{nothing} `roundtirp`; did you mean roundtrip?")
    check(choice, ["zzzzz"], f"{nothing} `zzzzz`")
    tap.finish()


main(*sys.argv[1:])
