#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles C of documents with hostile names: hostile.py GESTALT INCLUDES COMPILER COUNT [SEED]

Names are made of pieces that end comments, strings and lines, that begin directives, or that are long. The generated C must
compile, in one run for all documents, and must be the same bytes when it is generated again. The same is tested for images as
C and assembly source.
"""
import json
import pathlib
import random
import sys
import tempfile

import tap

pieces = ('"', "'", "\\", "*/", "/*", "//", "??/", "??=", "#error", "%s%n", "};", "int main(void){return 1;}",
          "\\u0041", "\U0001f600", "é", "`", "$(id)", "x" * 30, '_Pragma("x")', "__attribute__", "native", "for", "0", " ")
# Documents reject names with these.
more_pieces = ("\n", "\r", "\u2028", "\u202e", "\x7f", "\t", "\\\n", '"\n#error\n"', "\n#include </dev/null>\n", "x" * 300)


def hostile(rng, more=""):
    """Return a random name. `more` keeps the names of different kinds distinct."""
    return "".join(rng.choice(pieces) for _ in range(rng.randint(1, 6))).strip() + "." + more


def prose(rng):
    return "".join(rng.choice(pieces + more_pieces) for _ in range(rng.randint(1, 9)))


def document(rng):
    action, predicate, deferred = hostile(rng, "a"), hostile(rng, "p"), hostile(rng, "d")
    leaves = [{"type": "action", "do": action}, {"type": "condition", "call": predicate},
              {"type": "deferred", "do": deferred, "resource": hostile(rng)}, {"type": "condition", "if": "k < 1.5"},
              {"type": "set", "key": "k", "to": "k * 2 + rand()"}, {"type": "wait", "ticks": 2}]
    rng.shuffle(leaves)
    for leaf in leaves:
        leaf["name"] = hostile(rng)
        leaf["doc"] = prose(rng)
    log = {"type": "debug", "name": hostile(rng), "message": prose(rng), "child": leaves.pop()}
    root = {"type": "sequence", "name": hostile(rng),
            "children": [{"type": "selector", "name": hostile(rng), "children": leaves[:3]}, log, *leaves[3:]]}
    return {"gestalt": 1, "name": hostile(rng), "doc": prose(rng), "blackboard": {"k": "float"}, "root": root}


def write(gestalt, folder, number, rng):
    """Write one document as C, twice. Return an error message, or nothing."""
    path, code = folder / f"{number}.json", folder / f"t{number}.c"
    path.write_text(json.dumps(document(rng)))
    texts = []
    for _ in range(2):
        out, err, status = tap.run([gestalt, "compile", "-q", str(path), "--as=c", "-o", str(code)])
        if status:
            return f"status {status}: {err}"
        texts.append(code.read_bytes())
    for form, ending in ("c-array", "c"), ("assembly", "S"):
        out, err, status = tap.run([gestalt, "compile", "-q", str(path), f"--as={form}", "-o", str(folder / f"i{number}.{ending}")])
        if status:
            return f"{form}: status {status}: {err}"
    return None if texts[0] == texts[1] else "other bytes the second time"


def main(gestalt, includes, compiler, count, seed="1"):
    rng = random.Random(int(seed))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(int(count)):
            problem = write(gestalt, folder, number, rng)
            if problem:
                tap.report(f"document {number} of seed {seed}", problem)
        codes = sorted(map(str, folder.glob("*.c")))
        _, err, status = tap.run([*compiler.split(), "-std=c17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                  *includes.split(), *codes])
        problem = None if status == 0 and len(codes) == 2 * int(count) else f"{len(codes)} files, status {status}: {err[:2000]}"
        tap.report(f"{count} documents of seed {seed}", problem)
        for source in sorted(folder.glob("*.S")):
            _, err, status = tap.run([*compiler.split(), "-Wall", "-Werror", "-c", str(source), "-o", str(folder / "image.o")])
            if status:
                tap.report(f"{source.name} of seed {seed}", err[:2000])
    tap.finish()


main(*sys.argv[1:])
