#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes documents and scenes as C arrays: embed.py EXAMPLES DOCUMENT|SCENE... >trees.c

If a scene refers to files with trees in the folder EXAMPLES, the trees become part of the scene.
"""
import json
import pathlib
import sys
import textwrap


def read(path, examples):
    """Return the name and the bytes of a document or scene."""
    text = path.read_bytes()
    document = json.loads(text)
    if "scene" not in document:
        return document["name"], text
    for group in document["groups"]:
        if isinstance(group.get("tree"), str):
            group["tree"] = json.loads((examples / group["tree"]).read_bytes())
    return document.get("name", path.stem), json.dumps(document).encode()


examples = pathlib.Path(sys.argv[1])
documents = [read(pathlib.Path(path), examples) for path in sys.argv[2:]]
print('// SPDX-License-Identifier: MIT\n// Made by embed.py from bench/trees and scenes.\n#include "trees.h"\n')
for number, (_, text) in enumerate(documents):
    print(f"static const char text{number}[] = {{")
    print(textwrap.fill(", ".join(map(str, text)), 100) + "};\n")
print("const bench_tree bench_trees[] = {")
for number, (name, _) in enumerate(documents):
    print(f'    {{"{name}", text{number}, sizeof text{number}}},')
print("    {0},\n};")
