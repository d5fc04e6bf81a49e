# SPDX-License-Identifier: MIT
"""Documents: options of the compiler, formats, schemas, explanations, limits, expressions, nodes."""
import json

import gestalt
import pytest

MAIN = ('{"gestalt": 1, "trees": {"walk": {"include": "parts/legs.json"}}, '
        '"root": {"type": "subtree", "tree": "walk"}}')
LEGS = '{"gestalt": 1, "root": {"type": "wait", "ticks": 3}}'
UNUSED = {"gestalt": 1, "blackboard": {"n": "int"}, "root": {"type": "wait", "ticks": 3}}


# ---- compiling


def test_included_documents_come_from_a_dict_or_a_function():
    assert gestalt.compile(MAIN, include={"parts/legs.json": LEGS}).node_count == 1
    asked = []

    def read(path):
        asked.append(path)
        return LEGS.encode()

    gestalt.compile(MAIN, include=read)
    assert asked == ["parts/legs.json"]
    with pytest.raises(gestalt.CompileError, match="there is no such document"):
        gestalt.compile(MAIN, include={"other.json": LEGS})
    with pytest.raises(ZeroDivisionError):
        gestalt.compile(MAIN, include=lambda path: 1 / 0)
    with pytest.raises(gestalt.CompileError):
        gestalt.compile(MAIN, forbid_includes=True)
    with pytest.raises(gestalt.CompileError):
        gestalt.compile(MAIN, include=lambda path: "")


def test_included_files_are_read(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "legs.json").write_text(LEGS)
    (tmp_path / "main.json").write_text(MAIN)
    heard = []
    shape = gestalt.compile(tmp_path / "main.json", listener=lambda path, text: heard.append((path, text)))
    assert shape.name == "main" and [text for _, text in heard] == [MAIN, LEGS]
    with pytest.raises(LookupError):
        gestalt.compile(tmp_path / "main.json", listener=lambda path, text: {}[path])


def test_warnings_are_issued_silenced_or_errors():
    with pytest.warns(gestalt.CompileWarning, match="W0104"):
        gestalt.compile(UNUSED)
    gestalt.compile(UNUSED, silence=["w0104"])
    gestalt.compile(UNUSED, silence=["W0104"], warnings_are_errors=True)
    with pytest.raises(gestalt.CompileError) as caught:
        gestalt.compile(UNUSED, warnings_are_errors=True)
    assert [entry["code"] for entry in caught.value.diagnostics] == ["W0104"]
    with pytest.raises(gestalt.BadArgument, match="no warning has the code 'E0101'"):
        gestalt.compile(UNUSED, silence=["E0101"])


def test_functions_may_write_keys_without_a_declaration():
    tree = {"gestalt": 1, "blackboard": {"goal": "vec2"},
            "root": {"type": "action", "do": "walk", "args": {"to": "goal"}}}
    asked = []

    def key_argument(function, argument):
        asked.append((function, argument))
        return "vec2"

    shape = gestalt.compile(tree, key_argument=key_argument)
    assert asked[0] == ("walk", "to") and shape.functions["walk"].arguments == {"to": "key vec2"}
    with pytest.raises(KeyError):
        gestalt.compile(tree, key_argument=lambda function, argument: "vec9")


def test_a_part_of_a_text_has_positions_of_the_whole():
    text = "tree:\n  " + json.dumps(UNUSED) + "\nend é"
    begin, end = text.index("{"), text.rindex("}") + 1
    shape = gestalt.compile_part(text, begin, end, path="all.yaml", silence=["W0104"])
    assert shape.node_count == 1 and shape.nodes[0].place == ("all.yaml", 2, text.index('{"type"') - 5)
    with pytest.raises(gestalt.CompileError, match="all.yaml:2:"):
        gestalt.compile_part(text.replace("wait", "wiat"), begin, end, path="all.yaml", silence=["W0104"])
    with pytest.raises(gestalt.BadArgument):
        gestalt.compile_part(text, 5, 1000)


def test_limits_are_checked():
    tree = {"gestalt": 1, "root": {"type": "sequence", "children": [{"type": "success"}] * 20}}
    strict = gestalt.Limits(nodes=10)
    with pytest.raises(gestalt.Error):
        gestalt.compile(tree, limits=strict)
    with pytest.raises(gestalt.Limit):
        gestalt.compile(tree, limits={"visits": 5})
    shape = gestalt.compile(tree, limits=gestalt.Limits(untrusted=True))
    with pytest.raises(gestalt.Limit):
        shape.check(strict)
    with pytest.raises(gestalt.Limit):
        gestalt.load_shape(shape.image(), limits=gestalt.Limits(items=3))
    with pytest.raises(gestalt.BadArgument, match="there is no limit `node`"):
        gestalt.Limits(node=3)
    assert "nodes=10" in repr(strict) and gestalt.Limits(untrusted=True).agents < gestalt.Limits().agents
    assert gestalt.load_shape(shape.image(), limits=gestalt.Limits()).node_count == 21


def test_hosts_have_limits():
    shape = gestalt.compile({"gestalt": 1, "root": {"type": "sequence", "children": [{"type": "success"}] * 5}})
    population = gestalt.Population(shape, host=gestalt.Host(limits={"agents": 10}), agents=10)
    with pytest.raises(gestalt.Limit):
        population.spawn(1)
    with pytest.raises(gestalt.Limit):
        gestalt.Population(shape, host=gestalt.Host(limits=gestalt.Limits(visits=3)))
    with pytest.raises(gestalt.BadArgument):
        gestalt.Host(limits={"agent": 1})


def test_files_above_the_limits_are_not_read(tmp_path):
    path = tmp_path / "tree.gst"
    gestalt.compile({"gestalt": 1, "root": {"type": "success"}}).save(path)
    with pytest.raises(gestalt.Limit):
        gestalt.load_shape(path, limits={"bytes": 10})


def test_needs_of_ticks():
    tree = {"gestalt": 1, "root": {"type": "sequence", "children": [{"type": "wait", "ticks": 1}] * 3}}
    needs = gestalt.compile(tree).needs(lanes=8)
    assert needs["guards"] == 1 and needs["visits"] == 3 and needs["scratch_size"] > 0
    with pytest.raises(gestalt.BadArgument):
        gestalt.compile(tree).needs(lanes=65)


# ---- shapes


def test_nodes_of_a_shape():
    shape = gestalt.compile('{"gestalt": 1,\n "root": {"type": "invert", "name": "no",\n'
                            '  "child": {"type": "success"}}}')
    top, leaf = shape.nodes
    assert (top.type, top.name, top.parent, top.depth, top.end) == ("invert", "no", None, 0, 2)
    assert (leaf.type, leaf.name, leaf.parent, leaf.depth, leaf.end) == ("success", None, 0, 1, 2)
    assert top.place[1:] == (2, 10) and leaf.place[1:] == (3, 12)
    stripped = gestalt.compile({"gestalt": 1, "root": {"type": "success", "name": "a"}}, strip=True)
    assert stripped.nodes[0].name is None and stripped.nodes[0].place is None


def test_texts_of_a_shape():
    shape = gestalt.compile({"gestalt": 1, "actions": {"say": {"args": {"what": "text"}}}, "root": {
        "type": "sequence",
        "children": [{"type": "action", "do": "say", "args": {"what": word}} for word in ("hi", "bye")]}})
    assert sorted(shape.texts) == ["bye", "hi"]
    assert shape.texts[shape.find_text("bye")] == "bye" and shape.find_text("hello") is None
    with pytest.raises(gestalt.BadArgument):
        shape.log_text(5)


# ---- texts


def test_documents_are_formatted():
    text = '{"root":{"ticks":3,"type":"wait"},"gestalt":1}'
    once = gestalt.format_text(text)
    assert once == gestalt.format_text(once) and once.index("gestalt") < once.index("root")
    with pytest.raises(gestalt.CompileError, match="all.json:1:"):
        gestalt.format_text("{", path="all.json")


def test_schemas_know_the_names_of_a_document(tmp_path):
    assert gestalt.schema()["$schema"].startswith("http")
    text = json.dumps(UNUSED).replace('"n"', '"strength"')
    assert "strength" not in json.dumps(gestalt.schema()) and "strength" in json.dumps(gestalt.schema(text))
    (tmp_path / "tree.json").write_text(text)
    assert "strength" in json.dumps(gestalt.schema(tmp_path / "tree.json"))
    with pytest.raises(gestalt.CompileError):
        gestalt.schema("{")


def test_codes_are_explained():
    assert gestalt.explain("e0101").startswith("E0101")
    with pytest.raises(gestalt.BadArgument, match="did you mean E01"):
        gestalt.explain("E0191")
    with pytest.raises(gestalt.BadArgument):
        gestalt.explain("\n")
    codes = [entry["code"] for entry in gestalt.explanations()]
    assert "W0104" in codes and len(codes) == len(set(codes)) > 50


def test_node_types_are_described():
    names = {node["name"] for node in gestalt.node_types()["nodes"]}
    assert {"sequence", "wait", "parallel"} <= names
    assert "Decorators" in gestalt.node_types("text") and "| " in gestalt.node_types("markdown")
    with pytest.raises(gestalt.BadArgument):
        gestalt.node_types("xml")


def test_the_version_is_known():
    assert gestalt.version().count(".") == 2


# ---- expressions


def test_expressions_are_computed():
    reach = gestalt.Expression("speed * 2 + bonus", speed="float", bonus=3)
    assert reach(speed=1.25) == 5.5 and reach.type == "float" and reach.used == ["speed"] and reach.constant is None
    assert gestalt.Expression("2 + 3").constant == 5 and gestalt.Expression("1 < 2")() is True
    assert gestalt.Expression("home.x + home.y", home="vec2")(home=(1, 2)) == 3
    assert gestalt.Expression("mood == 'calm'", mood=["calm", "angry"])(mood="angry") is False
    assert gestalt.Expression("'angry'", wanted="int", words=["calm", "angry"])() == 1
    assert gestalt.Expression("time + dt + tick + agent")(time=1.5, dt=0.5, tick=3, agent=4) == 9
    draw = gestalt.Expression("rand()")
    assert draw() == 0 and draw(random=5) == draw(random=5) != draw(random=6)
    assert gestalt.Expression("a + 1", a="int").hash == gestalt.Expression("b + 1", b="int").hash
    assert gestalt.Expression("b + c", a="int", b="int", c="int").used == ["b", "c"]


def test_errors_of_expressions_have_positions():
    with pytest.raises(gestalt.ExpressionError) as caught:
        gestalt.Expression("1 + sped", speed="float")
    (finding,) = caught.value.findings
    assert (finding.begin, finding.end) == (4, 8) and finding.code.startswith("E")
    assert str(caught.value).splitlines()[2] == "        ^^^^"
    for text, options in [("1 +", {}), ("true", {"wanted": "float"}), ("", {})]:
        with pytest.raises(gestalt.ExpressionError):
            gestalt.Expression(text, **options)


def test_what_expressions_cannot_get_is_refused():
    reach = gestalt.Expression("speed", speed="float")
    with pytest.raises(TypeError, match="needs a value of `speed`"):
        reach()
    with pytest.raises(TypeError):
        reach(speed="fast")
    with pytest.raises(gestalt.BadArgument, match="there is no type 'double'"):
        gestalt.Expression("x", x="double")
    with pytest.raises(gestalt.BadArgument):
        gestalt.Expression("x", wanted="text")
    with pytest.raises(TypeError):
        gestalt.Expression("x", x=None)
    with pytest.raises(TypeError):
        gestalt.Expression(5)
