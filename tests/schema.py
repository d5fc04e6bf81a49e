#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The JSON Schema against documents: schema.py GESTALT

Every good document and example is valid, and every slip below is found. Without python3-jsonschema
the tests are skipped.
"""
import json
import pathlib
import sys

import tap

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP python3-jsonschema is not installed")
    sys.exit(0)

top = pathlib.Path(__file__).resolve().parent.parent

# What an editor should underline, as a node.
bad_nodes = [
    '{"type": "sequnce", "children": ["a"]}',
    '{"type": "sequence", "chldren": ["a"]}',
    '{"type": "sequence", "children": []}',
    '{"type": "sequence", "children": [{"type": "invert", "child": {"type": "sucess"}}]}',
    '{"type": "sequence", "order": "rndom", "children": ["a"]}',
    '{"type": "wait"}',
    '{"type": "wait", "seconds": 1, "ticks": 1}',
    '{"type": "wait", "seconds": -1}',
    '{"type": "wait", "ticks": 1.5}',
    '{"type": "condition"}',
    '{"type": "condition", "if": "a", "call": "b"}',
    '{"type": "condition", "if": "a", "args": {}}',
    '{"type": "invert"}',
    '{"type": "invert", "child": 3}',
    '{"type": "persistent", "key": "a", "init": "succes"}',
    '{"type": "repeat", "count": 0, "child": "a"}',
    '{"type": "while", "per_tick": 70000, "child": "a"}',
    '{"type": "chance", "p": 1.5, "child": "a"}',
    '{"type": "parallel", "success": 0, "children": ["a"]}',
    '{"type": "weighted", "weights": [-1], "children": ["a"]}',
    '{"type": "subtree"}',
    '{"type": "success", "child": "a"}',
    '[]',
    '""',
]
bad_documents = [
    '{"gestalt": 1}',
    '{"root": "a"}',
    '{"gestalt": 2, "root": "a"}',
    '{"gestalt": 1, "root": "a", "blackbord": {}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": "flot"}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": "vec2", "init": 3}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": "int", "init": [1, 2]}}}',
    '{"gestalt": 1, "root": "a", "actions": {"a": {"kind": "imediate"}}}',
    '{"gestalt": 1, "root": "a", "actions": {"a": {"args": {"b": "key"}}}}',
    '{"gestalt": 1, "root": "a", "actions": {"a": {"args": {"b": {"key": "intt"}}}}}',
    '{"gestalt": 1, "root": "a", "actions": {"a": {"args": {"b": ["c", "c"]}}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": []}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": ["b", "1c"]}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": ["b", 1]}}}',
    '{"gestalt": 1, "root": "a", "trees": {"t": {}}}',
    '{"gestalt": 1, "root": "a", "trees": {"t": {"root": "a", "include": "b"}}}',
]


def first_error(validator, document):
    error = next(validator.iter_errors(document), None)
    return f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" if error else None


def main(gestalt):
    sys.setrecursionlimit(20000)  # the validator recurses several times for each level
    schema = json.loads(tap.run([gestalt, "schema"])[0])
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    good = [*(top / "tests/golden/good").rglob("*.json"), *(top / "examples").rglob("*.json")]
    for path in sorted(good):
        if path.name != "broken.json":
            document = json.loads(path.read_text("utf-8"))
            if "scene" in document:
                continue
            tap.report(f"{path.relative_to(top)} is valid", first_error(validator, document))
    for text in [*bad_documents, *(f'{{"gestalt": 1, "root": {node}}}' for node in bad_nodes)]:
        found = first_error(validator, json.loads(text))
        tap.report(f"not valid: {text}", None if found else "is valid")
    tap.finish()


main(sys.argv[1])
