#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The golden documents: golden.py [--update] GESTALT bad|good|codes

bad    every tests/golden/bad/X.json is checked in that folder; what the command prints, and its
       exit status, is X.err. Options that it needs for that are in X.args.
good   every tests/golden/good/X.json is checked without an error, and shown as X.asm and X.outline, and as
       X.show.json, X.dot and X.mermaid where there is such a file. Its warnings, if any, are X.warn.
codes  every code that `gestalt explain` knows stands in some .err or .warn.

Only the documents of the folders themselves count: those in folders below are what they include.
"""
import difflib
import pathlib
import re
import sys

import tap

golden = pathlib.Path(__file__).resolve().parent / "golden"


def compare(name, path, actual, update):
    """Reports whether a golden file is what the command printed; or makes it so."""
    expected = path.read_text("utf-8", "surrogateescape") if path.exists() else ""
    if update and (actual != expected or not path.exists()):
        path.write_text(actual, "utf-8", "surrogateescape")
        expected = actual
    problem = "".join(difflib.unified_diff(
        expected.splitlines(True), actual.splitlines(True), path.name, "now"))
    if not path.exists() and not problem:
        problem = f"there is no {path.name}: make it with ./dev update"
    tap.report(name, problem)


def orphans(folder):
    """Reports golden files whose document is gone."""
    for path in sorted(folder.glob("*")):
        if path.is_file() and not (folder / (path.name.split(".")[0] + ".json")).exists():
            tap.report(path.name, "belongs to no document")


def bad(gestalt, update):
    folder = golden / "bad"
    orphans(folder)
    for document in sorted(folder.glob("*.json")):
        extra = document.with_suffix(".args")
        options = extra.read_text("utf-8").split() if extra.exists() else []
        out, err, status = tap.run(
            [gestalt, "check", "--color=never", *options, document.name], folder)
        actual = f"{out}{err}exit: {status}\n"
        if status != 1:
            tap.report(document.stem, f"exit status {status} instead of 1\n{actual}")
        else:
            compare(document.stem, document.with_suffix(".err"), actual, update)


def good(gestalt, update):
    folder = golden / "good"
    orphans(folder)
    for document in sorted(folder.glob("*.json")):
        if document.name.endswith(".show.json"):
            continue
        out, err, status = tap.run([gestalt, "check", "--color=never", document.name], folder)
        if status != 0:
            tap.report(f"{document.stem}: check", f"{out}{err}exit: {status}")
            continue
        warnings = document.with_suffix(".warn")
        if err or warnings.exists():
            compare(f"{document.stem}: warnings", warnings, err, update and warnings.exists())
        for form in ("asm", "outline", "dot", "mermaid", "json"):
            path = document.with_suffix(".show.json" if form == "json" else f".{form}")
            if form in ("asm", "outline") or path.exists():
                out, err, status = tap.run(
                    [gestalt, "show", "--color=never", "--as", form, document.name], folder)
                if status != 0:
                    tap.report(f"{document.stem}: {form}", f"{err}exit: {status}")
                else:
                    compare(f"{document.stem}: {form}", path, out, update)


def codes(gestalt):
    listed = re.findall(r"^([EW]\d{4})\b", tap.run([gestalt, "explain"])[0], re.M)
    seen = set()
    for path in [*(golden / "bad").glob("*.err"), *(golden / "good").glob("*.warn")]:
        seen.update(re.findall(r"\[([EW]\d{4})\]", path.read_text("utf-8", "surrogateescape")))
    if not listed:
        tap.report("list of codes", "`gestalt explain` lists no code")
    for code in listed:
        tap.report(code, None if code in seen else f"no golden document shows {code}")


def main(arguments):
    update = "--update" in arguments
    gestalt, *parts = [argument for argument in arguments if argument != "--update"]
    gestalt = str(pathlib.Path(gestalt).resolve())
    for part in parts:
        if part == "bad":
            bad(gestalt, update)
        elif part == "good":
            good(gestalt, update)
        elif part == "codes":
            codes(gestalt)
        else:
            sys.exit(f"golden.py: there is no part {part}")
    tap.finish()


main(sys.argv[1:])
