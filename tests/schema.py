#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the JSON Schema with documents: schema.py GESTALT

Every good document and example must be valid, and the schema must find every mistake below. Without
python3-jsonschema the tests are skipped.
"""
import json
import os
import pathlib
import sys
import tempfile

import tap

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP python3-jsonschema is not installed")
    sys.exit(0)

top = pathlib.Path(__file__).resolve().parent.parent

# Nodes with a mistake that an editor should underline.
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
    '{"type": "switch", "on": "a", "cases": {}}',
    '{"type": "switch", "on": "a", "cases": {"a b": "a"}}',
    '{"type": "switch", "cases": {"1": "a"}}',
    '{"type": "switch", "on": "a", "cases": {"1": "a"}, "default": 3}',
    '{"type": "service", "seconds": 1, "child": "a"}',
    '{"type": "service", "do": "a", "child": "a"}',
    '{"type": "service", "seconds": 1, "do": 3, "child": "a"}',
    '{"type": "push", "key": "a"}',
    '{"type": "push", "key": "a", "value": [1]}',
    '{"type": "push", "key": "a", "value": 1, "at": 0.5}',
    '{"type": "pop", "key": "a", "to": 3}',
    '{"type": "clear"}',
    '{"type": "set", "key": "a", "to": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]}',
    '{"type": "for_each", "key": "a", "child": "a"}',
    '{"type": "for_each", "key": "a", "item": "b", "per_tick": 0, "child": "a"}',
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
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": {"list": "int"}}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"list": "int"}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": {"list": "intt"}, "capacity": 4}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": {"list": {"list": "int"}}, "capacity": 4}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": {"list": "int"}, "capacity": 257}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": {"list": "int"}, "capacity": 4, "init": 3}}}',
    '{"gestalt": 1, "root": "a", "blackboard": {"a": {"type": "int", "capacity": 4}}}',
    '{"gestalt": 1, "root": "a", "actions": {"a": {"args": {"b": {"list": "int"}}}}}',
    '{"gestalt": 1, "root": "a", "trees": {"t": {}}}',
    '{"gestalt": 1, "root": "a", "trees": {"t": {"root": "a", "include": "b"}}}',
]


# A document whose names are in its own schema, and mistakes in its root that only this schema finds.
own_document = """{"gestalt": 1,
  "blackboard": {"home": "vec3", "flat": "vec2", "ammo": "int", "wind": {"type": "float", "shared": true},
                 "mood": {"type": ["calm", "afraid"], "init": INIT}, "gait": ["walk", "run"], "twice": ["a", "b"],
                 "hidden": ["a", "b"], "route": {"type": {"list": "int"}, "capacity": 4},
                 "plan": {"type": {"list": "int"}, "capacity": 4, "shared": true},
                 "path": {"type": {"list": "vec3"}, "capacity": 4},
                 "moods": {"type": {"list": ["calm", "afraid"]}, "capacity": 4, "init": ["afraid", INIT]}},
  "actions": {"go": {"args": {"to": "vec3", "speed": "float", "hits": "key int"}}, "seen": {"kind": "predicate"},
              "walk": {"args": {"way": {"key": {"list": "vec3"}}, "moods": {"key": {"list": ["calm", "afraid"]}}}},
              "feel": {"args": {"how": ["calm", "afraid"], "into": {"key": ["calm", "afraid"]}}}},
  "trees": {"fight": {"params": {"range": 10, "target": {"key": "vec3"}, "body": {"node": true}},
                      "blackboard": {"count": "int"},
                      "root": {"type": "sequence", "children": [
                          {"type": "set", "key": "target.z", "to": 1}, {"type": "set", "key": "count", "to": "count + 1"},
                          {"type": "given", "node": "body"}]}},
            "add": {"params": {"what": {"key": {"list": "int"}}}, "root": {"type": "clear", "key": "what"}},
            "pick": {"params": {"like": {"key": ["walk", "run"]}, "hidden": 3},
                     "blackboard": {"twice": "int", "step": {"type": ["on", "off"], "init": "off"}},
                     "root": {"type": "set", "key": "step", "to": "'on'"}}},
  "root": ROOT}"""
own_good = [
    '{"type": "set", "key": "home", "to": ["home.x", 1, 2]}',
    '{"type": "set", "key": "home.z", "to": 1}',
    '{"type": "action", "do": "go", "args": {"to": "home", "speed": 1, "hits": "ammo"}}',
    '{"type": "action", "do": "other", "args": {"any": 1}}',
    '{"type": "condition", "call": "seen"}',
    '{"type": "subtree", "tree": "fight", "with": {"target": "home", "range": "2 + 3", "body": "ammo > 3"}}',
    '{"type": "set", "key": "mood", "to": "\'calm\'"}',
    '{"type": "set", "key": "mood", "to": "ammo > 3 ? \'calm\' : mood"}',
    '{"type": "set", "key": "twice", "to": 3}',
    '{"type": "action", "do": "feel", "args": {"how": "\'afraid\'", "into": "mood"}}',
    '{"type": "switch", "on": "mood", "cases": {"calm": "ammo > 3"}, "default": "ammo < 3"}',
    '{"type": "switch", "on": "gait == \'run\' ? 1 : 2", "cases": {"1": "ammo > 3", "-2": "ammo < 3"}, "reactive": true}',
    '{"type": "switch", "on": "ammo", "cases": {"0": "ammo > 3"}}',
    '{"type": "switch", "on": "twice", "cases": {"a": "ammo > 3"}}',
    '{"type": "switch", "on": "twice", "cases": {"1": "ammo > 3"}}',
    '{"type": "switch", "on": "hidden", "cases": {"3": "ammo > 3"}}',
    '{"type": "subtree", "tree": "pick", "with": {"like": "gait"}}',
    '{"type": "service", "seconds": "ammo * 0.5", "do": {"type": "action", "do": "feel", "args": {"how": "mood", "into": "mood"}}, '
    '"child": {"type": "running"}}',
    '{"type": "push", "key": "route", "value": "ammo", "at": "count(route)"}',
    '{"type": "push", "key": "path", "value": ["ammo", 1, 2]}',
    '{"type": "push", "key": "moods", "value": "\'calm\'"}',
    '{"type": "pop", "key": "path", "to": "home"}',
    '{"type": "pop", "key": "moods", "at": 1, "to": "mood"}',
    '{"type": "clear", "key": "moods"}',
    '{"type": "set", "key": "route", "to": "plan"}',
    '{"type": "set", "key": "route", "to": [1, "ammo"]}',
    '{"type": "set", "key": "path", "at": 1, "to": [1, 2, 3]}',
    '{"type": "for_each", "key": "plan", "item": "ammo", "child": "ammo > 3"}',
    '{"type": "for_each", "key": "path", "item": "home", "index": "ammo", "child": "ammo > 3"}',
    '{"type": "action", "do": "walk", "args": {"way": "path", "moods": "moods"}}',
    '{"type": "subtree", "tree": "add", "with": {"what": "route"}}',
]
own_bad = [
    '{"type": "push", "key": "ammo", "value": 1}',
    '{"type": "push", "key": "plan", "value": 1}',
    '{"type": "pop", "key": "route", "to": "home"}',
    '{"type": "pop", "key": "moods", "to": "gait"}',
    '{"type": "clear", "key": "home"}',
    '{"type": "for_each", "key": "plan", "item": "wind", "child": "ammo > 3"}',
    '{"type": "for_each", "key": "route", "item": "ammo", "index": "home", "child": "ammo > 3"}',
    '{"type": "action", "do": "walk", "args": {"way": "home", "moods": "moods"}}',
    '{"type": "action", "do": "walk", "args": {"way": "path", "moods": "route"}}',
    '{"type": "subtree", "tree": "add", "with": {"what": "path"}}',
    '{"type": "subtree", "tree": "add", "with": {"what": "ammo"}}',
    '{"type": "set", "key": "path.x", "to": 1}',
    '{"type": "switch", "on": "ammo", "cases": {"route": "ammo > 3"}}',
    '{"type": "set", "key": "hom", "to": "home"}',
    '{"type": "set", "key": "home.w", "to": 1}',
    '{"type": "set", "key": "flat.z", "to": 1}',
    '{"type": "set", "key": "wind", "to": 1}',
    '{"type": "action", "do": "go", "args": {"to": ["flat.x", 1], "speed": 1, "hits": "ammo"}}',
    '{"type": "action", "do": "go", "args": {"to": "home", "sped": 1, "hits": "ammo"}}',
    '{"type": "action", "do": "go", "args": {"to": "home", "speed": 1, "hits": "amo"}}',
    '{"type": "action", "do": "go", "args": {"to": "home", "speed": true, "hits": "ammo"}}',
    '{"type": "action", "do": "go", "args": {"to": "home"}}',
    '{"type": "subtree", "tree": "figt"}',
    '{"type": "subtree", "tree": "fight", "with": {"rang": 3}}',
    '{"type": "subtree", "tree": "fight", "with": {"target": "flat"}}',
    '{"type": "subtree", "tree": "fight", "with": {"body": 3}}',
    '{"type": "given", "node": "bdy"}',
    '{"type": "set", "key": "mood", "to": 1}',
    '{"type": "action", "do": "feel", "args": {"how": 1, "into": "mood"}}',
    '{"type": "action", "do": "feel", "args": {"how": "mood", "into": "gait"}}',
    '{"type": "subtree", "tree": "pick", "with": {"like": "mood"}}',
    '{"type": "switch", "on": "mood", "cases": {"calmm": "ammo > 3"}}',
    '{"type": "switch", "on": "mood", "cases": {"0": "ammo > 3"}}',
    '{"type": "switch", "on": "ammo", "cases": {"calm": "ammo > 3"}}',
    '{"type": "switch", "on": "step", "cases": {"on": "ammo > 3", "of": "ammo > 4"}}',
    '{"type": "switch", "on": true, "cases": {"calm": "ammo > 3"}}',
    '{"type": "service", "ticks": 3, "do": {"type": "action", "do": "feel", "args": {"haw": "mood"}}, "child": {"type": "running"}}',
]
# Valid values for `init` of the enum `mood`, and invalid ones.
own_inits = (['"calm"', '"ammo > 3 ? \'calm\' : \'afraid\'"'], ["1", "true"])
# Completions of an editor: a node, a member, and an item of the enum there.
own_offers = [
    ('{"type": "set", "key": "mood", "to": ""}', "to", "'afraid'"),
    ('{"type": "set", "key": "step", "to": ""}', "to", "'off'"),
    ('{"type": "set", "key": "like", "to": ""}', "to", "'run'"),
    ('{"type": "set", "key": "mood", "to": ""}', "to", "mood"),
    ('{"type": "action", "do": "feel", "args": {"how": ""}}', "how", "'calm'"),
    ('{"type": "push", "key": "moods", "value": ""}', "value", "'afraid'"),
    ('{"type": "switch", "on": ""}', "on", "mood"),
    ('{"type": "switch", "on": ""}', "on", "ammo"),
]


bad_scenes = [
    '{"scene": 1, "world": {"size": [9, 9]}}',
    '{"scene": 1, "world": {"size": [9, 9], "sed": 1}, "groups": [{"name": "a", "count": 1}]}',
    '{"scene": 1, "world": {"size": [9, 9]}, "groups": [{"name": "a", "count": -1}]}',
    '{"scene": 1, "world": {"size": [9, 9]}, "groups": [{"name": "a", "count": true}]}',
    '{"scene": 1, "world": {"size": [9, 9]}, "params": {"a": [1]}, "groups": [{"name": "a", "count": 1}]}',
    '{"scene": 1, "world": {"size": [9, 9]}, "groups": [{"name": "a", "count": 1, "combiner": "sums"}]}',
    '{"scene": 1, "world": {"size": [9, 9]}, "groups": [{"name": "a", "count": 1, "set": {"x": [1, 2, 3, 4]}}]}',
]


def check_scenes(gestalt):
    """Test the schema of scenes: all examples are valid, and mistakes are found."""
    schema = json.loads(tap.run([gestalt, "schema", "--scenes"])[0])
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sorted((top / "examples").rglob("*.json")):
        scene = {} if path.stem == "broken" else json.loads(path.read_text("utf-8"))
        if "scene" in scene:
            tap.report(f"{path.relative_to(top)} is valid", first_error(validator, scene))
    for text in bad_scenes:
        found = first_error(validator, json.loads(text))
        tap.report(f"found: {text}", None if found else "it is valid")


def own_validator(gestalt, path, is_checked=True):
    schema = json.loads(tap.run([gestalt, "schema", path])[0])
    if is_checked:
        jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def check_own(gestalt):
    """Test the schemas of single documents: of good documents, and of one with mistakes."""
    number = 0
    for path in sorted([*(top / "tests/golden/good").glob("*.json"), *(top / "examples").glob("*.json")]):
        document = json.loads(path.read_text("utf-8"))
        if path.stem in ("broken", "deep") or path.name.endswith(".show.json") or "scene" in document:
            continue
        # Checking the schemas themselves takes most of the time, and they differ only in names: check every fourth.
        validator = own_validator(gestalt, path, number % 4 == 0 or os.environ.get("GESTALT_THOROUGH"))
        number += 1
        formatted = json.loads(tap.run([gestalt, "fmt", path])[0])
        tap.report(f"{path.relative_to(top)} is valid for its own schema",
                   first_error(validator, document) or (formatted != document and first_error(validator, formatted)))
    check_slips(gestalt)


def own_text(node, init='"calm"'):
    return own_document.replace("ROOT", node).replace("INIT", init)


def check_slips(gestalt):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "own.json"
        path.write_text(own_text(own_good[0]), "utf-8")
        validator = own_validator(gestalt, path)
        for node in own_good:
            tap.report(f"fine: {node}", first_error(validator, json.loads(own_text(node))))
        for node in own_bad:
            found = first_error(validator, json.loads(own_text(node)))
            tap.report(f"found: {node}", None if found else "it is valid")
        for init in own_inits[0]:
            tap.report(f"fine: init {init}", first_error(validator, json.loads(own_text(own_good[0], init))))
        for init in own_inits[1]:
            found = first_error(validator, json.loads(own_text(own_good[0], init)))
            tap.report(f"found: init {init}", None if found else "it is valid")
        for node, member, word in own_offers:
            offers = offered(validator.schema, json.loads(node), member)
            tap.report(f"offers {word} in {node}", None if word in offers else f"only {offers}")
        path.write_text(own_text(own_bad[0]), "utf-8")
        found = first_error(own_validator(gestalt, path), json.loads(path.read_text("utf-8")))
        tap.report("a document with errors has a schema", None if found else "it is valid")


def offered(schema, node, member):
    """Return all words that the schema lists for a member of a node, found as editors do."""
    found = []
    for part in schema["definitions"]["own"]["allOf"][1:]:
        if not jsonschema.Draft7Validator(part["if"]).is_valid(node):
            continue
        properties = part["then"]["properties"]
        properties = {**properties, **properties.get("args", {}).get("properties", {})}
        for choice in properties.get(member, {}).get("anyOf", []):
            found += choice.get("enum", []) if choice else []
    return found


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
    check_own(gestalt)
    check_scenes(gestalt)
    tap.finish()


main(sys.argv[1])
