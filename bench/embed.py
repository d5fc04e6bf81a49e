#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes C that holds documents as bytes: embed.py DOCUMENT... >trees.c"""
import json
import pathlib
import sys
import textwrap

documents = [pathlib.Path(path).read_bytes() for path in sys.argv[1:]]
print('// SPDX-License-Identifier: MIT\n// Made by embed.py from bench/trees.\n#include "trees.h"\n')
for number, text in enumerate(documents):
    print(f"static const char text{number}[] = {{")
    print(textwrap.fill(", ".join(map(str, text)), 100) + "};\n")
print("const bench_tree bench_trees[] = {")
for number, text in enumerate(documents):
    print(f'    {{"{json.loads(text)["name"]}", text{number}, sizeof text{number}}},')
print("    {0},\n};")
