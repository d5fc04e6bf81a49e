#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests names with odd characters: odd_names.py GESTALT

Adds odd characters to every string of a scene and of its trees, one after another, and to the names of the files. Either the
command rejects the name, or the run can be recorded, and recordings and compiled files can be read again.
"""
import json
import pathlib
import sys
import tempfile

import tap

characters = ["\u0085", "\ufffe", "x" * 256]
tree = {"gestalt": 1, "name": "tree", "doc": "a doc", "blackboard": {"k": "float", "mood": {"type": ["calm", "wild"], "doc": "how"}},
        "actions": {"go": {"doc": "goes"}},
        "root": {"type": "sequence", "name": "all", "doc": "does all", "children": [
            {"type": "persistent", "key": "kept", "name": "keeps", "init": "success"},
            {"type": "debug", "message": "on the way", "child": {"type": "running", "name": "runs"}}]}}
scene = {"scene": 1, "name": "scene", "params": {"fast": 1.0}, "world": {"size": [20, 20], "dt": 0.5, "steps": 2},
         "paths": [{"name": "walk", "points": [[1, 1], [2, 2]], "radius": 1}],
         "obstacles": [{"name": "rock", "at": [5, 5], "radius": 1}],
         "recording": {"keys": ["k", "mood"]},
         "groups": [{"name": "birds", "count": 2, "vehicle": {"max_speed": 1}, "set": {"k": "fast"}, "tree": "tree.json"}],
         "reports": [{"name": "many", "value": "count(birds)"}]}


def places(value, path=()):
    """Yield the paths of all strings of a document and of all keys of objects. Paths of keys end in None."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key, None)
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))
    elif isinstance(value, str):
        yield path


def changed(value, path, odd):
    """Return the document with odd characters added to a string or key."""
    if not path:
        return value + odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    if path[1:] == (None,):
        return {key + odd if key == path[0] else key: inner for key, inner in value.items()}
    copy[path[0]] = changed(copy[path[0]], path[1:], odd)
    return copy


def problem_of(gestalt, folder, name, one_tree, one_scene, must=False):
    """Run the scene and the tree. If the command accepts them, return which of its files cannot be read again."""
    folder = pathlib.Path(folder)
    (folder / "tree.json").write_text(json.dumps(one_tree))
    (folder / name).write_text(json.dumps(one_scene))
    scene_file = "./" + name
    _, said, code = tap.run([gestalt, "run", scene_file, "-q", "--record=s.gsr", "--record-parts=both", "--keys=k,mood", "--save=s.gss"], folder)
    if code in (1, 2, 4) and said and not must:
        return ""
    commands = [["export", "s.gsr"], ["export", "s.gsr", "--trees"], ["run", scene_file, "-q", "--resume=s.gss", "--steps=1"],
                ["compile", "tree.json", "-o", "t.gst"], ["show", "t.gst"]]
    for command in [] if code else commands:
        _, said, code = tap.run([gestalt, *command], folder)
        if code:
            return f"{command[0]} {command[1]}: {code}, {said}"
    return f"run: {code}, {said}" if code else ""


def main(gestalt):
    gestalt = str(pathlib.Path(gestalt).resolve())
    with tempfile.TemporaryDirectory() as folder:
        tap.report("without odd names", problem_of(gestalt, folder, "s.json", tree, scene, must=True))
        for odd in characters:
            problems = []
            for path in places(tree):
                problems.append(problem_of(gestalt, folder, "s.json", changed(tree, path, odd), scene) and f"tree {path}")
            for path in places(scene):
                problems.append(problem_of(gestalt, folder, "s.json", tree, changed(scene, path, odd)) and f"scene {path}")
            if len(odd) == 1:
                unnamed = {key: value for key, value in scene.items() if key != "name"}
                problems.append(problem_of(gestalt, folder, f"s{odd}.json", tree, unnamed) and "the file's name")
            tap.report(f"names with {odd[:1]!r}", "\n".join(filter(None, problems)))
    tap.finish()


main(*sys.argv[1:])
