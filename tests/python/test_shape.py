# SPDX-License-Identifier: MIT
"""Compiling: documents, errors, images."""
import json

import gestalt
import pytest

WAIT = {"gestalt": 1, "root": {"type": "wait", "ticks": 3}}


def test_sources_agree(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text('{"gestalt": 1, "root": {"type": "wait", "ticks": 3}}')
    shapes = [gestalt.compile(source, name="tree") for source in (WAIT, path, str(path), path.read_text())]
    assert len({shape.show("json") for shape in shapes}) == 1
    assert [shape.name for shape in shapes] == ["tree"] * 4


def test_errors_carry_diagnostics():
    with pytest.raises(gestalt.CompileError) as caught:
        gestalt.compile('{"gestalt": 1, "root": {"type": "wiat"}}')
    (entry,) = caught.value.diagnostics
    assert entry["line"] == 1 and "wiat" in str(entry["message"])
    assert "wiat" in str(caught.value)


def test_errors_name_a_document_without_a_file():
    document = {"gestalt": 1, "name": "guard", "root": {"type": "wiat"}}
    for source, name, expected in [(document, None, "guard"), (document, "tower", "tower"),
                                   ({**document, "name": 3}, None, "document"), (json.dumps(document), None, "document")]:
        with pytest.raises(gestalt.CompileError) as caught:
            gestalt.compile(source, name=name)
        assert str(caught.value).startswith(f"{expected}:1:")
    with pytest.raises(gestalt.CompileError, match="^sea:1:"):
        gestalt.Scene({"scene": 2}, name="sea")


def test_images_are_loaded(tmp_path):
    shape = gestalt.compile(WAIT)
    shape.save(tmp_path / "tree.gst")
    assert gestalt.load_shape(tmp_path / "tree.gst").image() == gestalt.load_shape(shape.image()).image() == shape.image()


def test_damaged_images_are_refused():
    image = bytearray(gestalt.compile(WAIT).image())
    image[40] ^= 1
    with pytest.raises(gestalt.BadFile):
        gestalt.load_shape(bytes(image))


def test_needs_of_a_population():
    shape = gestalt.compile(WAIT)
    needs = shape.needs()
    assert needs["visits"] == 1 and needs["stack_size"] > 0 and shape.needs(lanes=1)["scratch_size"] <= needs["scratch_size"]
    calls = gestalt.compile({"gestalt": 1, "root": {"type": "action", "do": "work"}})
    host = gestalt.Host()
    host.action(lambda: True, name="work")
    assert calls.needs(host)["visits"] == 1
    with pytest.raises(gestalt.BadArgument):
        shape.needs(lanes=65)


def test_calls_of_functions(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text("""{"gestalt": 1, "blackboard": {"n": "int"},
      "actions": {"go": {"args": {"far": "float", "times": "int", "gait": ["trot", "gallop"]}}},
      "root": {"type": "sequence", "children": [{"type": "condition", "if": "n == 0"},
        {"type": "action", "do": "go", "args": {"far": 2.5, "times": "n + 1", "gait": "'gallop'"}}]}}""")
    shape = gestalt.compile(path)
    assert shape.functions["go"].words == {"gait": ("trot", "gallop")}
    (call,) = shape.calls
    assert (call.function, call.constants) == ("go", {"far": 2.5, "gait": 1})
