# SPDX-License-Identifier: MIT
"""Families of mistakes in every member of documents and scenes. They are generated from the JSON Schemas that `gestalt schema` prints,
which come from the same tables that documents and scenes are checked with. So new members are covered automatically.

A family repeats one mistake at one member, in the innermost list or object of the path to the member that can have many entries. All other
lists and objects of the file are full, so that a search through one of them for each mistake is noticed."""
import functools
import json
import subprocess

from documents import word

LIST, MAP = "[]", "{}"


class Schema:
    """A JSON Schema, with functions that find all positions for values and create valid values."""

    def __init__(self, gestalt, *options):
        self.root = json.loads(subprocess.run([gestalt, "schema", *options], capture_output=True, check=True).stdout)

    def resolved(self, part):
        """Return the schema that a reference means, also if the reference has a description."""
        while "$ref" in part or list(part.get("allOf", [{}])[0]) == ["$ref"]:
            part = self.root["definitions"][part.get("$ref", part.get("allOf", [part])[0].get("$ref")).rsplit("/", 1)[1]]
        return part

    def forms(self, part):
        """Return the alternatives of a schema. Nodes are left out if there is another alternative."""
        part = self.resolved(part)
        return [form for one in part.get("anyOf", []) if "required" not in one or "type" in one
                for form in self.forms(one) if not self.is_node(form)] or [part]

    def is_node(self, part):
        return part is self.root.get("definitions", {}).get("node")

    def members(self, form):
        """Yield the steps from a value to the values inside, with their schemas."""
        for name, part in form.get("properties", {}).items():
            if isinstance(part, dict):
                yield name, part
        for step, key in ((LIST, "items"), (MAP, "additionalProperties")):
            if isinstance(form.get(key), dict):
                yield step, form[key]

    def places(self, part=None, above=(), seen=()):
        """Yield the paths to all positions. A path is a list of steps, each with the schema that it starts from."""
        part = self.root if part is None else part
        whole = self.resolved(part)
        if id(whole) in seen:
            return
        forms = self.forms(part)
        if self.is_node(whole) and above[0][1] != "root":  # the nodes of the root are enough
            return
        if self.is_node(whole):  # many nodes of each type, as children of one node
            types = {rule["if"]["properties"]["type"]["const"]: self.resolved(rule["then"]) for rule in whole["allOf"]}
            forms = [{**form, "properties": {**form["properties"], "type": {"const": name}}} for name, form in types.items()]
            parent = forms[list(types).index("sequence")]
            above += ((parent, "children"), (parent["properties"]["children"], LIST))
        for form in forms:
            for step, inner in self.members(form):
                path = above + ((form, step),)
                yield path
                yield from self.places(inner, path, seen + (id(whole),))

    def sample(self, part, number):
        """Return a valid value as text, with different names for each number."""
        part = self.resolved(part)
        if self.is_node(part):
            return '"true"'
        form = self.forms(part)[0]
        if "const" in form or "enum" in form:
            return json.dumps(form["const"] if "const" in form else form["enum"][0])
        kind = form.get("type", "string")
        kind = next((one for one in kind if one != "string"), kind[0]) if isinstance(kind, list) else kind
        if kind == "object":
            return self.object(form, number)
        if kind == "array":
            return "[" + ",".join(self.sample(form.get("items", {}), number + k) for k in range(form.get("minItems", 1))) + "]"
        if kind in ("integer", "number"):
            return json.dumps(max(form.get("minimum", 0), min(1, form.get("maximum", 1))))
        return "true" if kind == "boolean" else json.dumps(word(number, 20))

    def object(self, form, number, step=None, inner=""):
        """Return an object with its required members and one more member."""
        required = form.get("required") or next((one["required"] for one in form.get("oneOf", []) if "required" in one), [])
        members = {name: self.sample(form["properties"][name], number) for name in required if name != step and name in form.get("properties", {})}
        if step:  # if a member such as "how" of a start selects other members, select this one
            members.update((name, json.dumps(step)) for name, part in form["properties"].items() if isinstance(part, dict) and step in part.get("enum", []))
            members[step] = inner
        return "{" + ",".join(f'"{name}":{text}' for name, text in members.items()) + "}"

    def written(self, path, hole, number):
        """Return the text for a path, with `hole` at its end."""
        for form, step in reversed(path):
            if step == LIST:
                hole = f"[{hole}]"
            elif step == MAP:
                hole = f'{{"{word(number, 20)}":{hole}}}'
            else:
                hole = self.object(form, number, step, hole)
        return hole

    @functools.lru_cache(maxsize=1)
    def full(self, size):
        """Return all lists and objects of the file, by name, filled with valid entries."""
        many = [(name, step, inner, self.forms(part)[0]) for name, part in self.root["properties"].items()
                for step, inner in self.members(self.forms(part)[0]) if step in (LIST, MAP)]
        return {name: entries(step, lambda number, inner=inner: self.sample(inner, number), size // len(many),
                              form.get("maxItems", form.get("maxProperties", size))) for name, step, inner, form in many}


def entries(step, entry, size, most=None):
    """Return a list or object with as many entries as fit into a size."""
    count = 0

    def named(number):
        return f'"{word(number, 20)}":{entry(number)}' if step == MAP else entry(number)
    texts, used = [], 0
    while used < size and (most is None or count < most):
        texts.append(named(count))
        used += len(texts[-1]) + 1
        count += 1
    return step[0] + ",".join(texts) + step[1]


# ---- mistakes

def unknown_names(number):
    """Return a name that is similar to an existing name."""
    return f'"{word(number, 19)}z"'


def unknown_calls(number):
    """Return an expression with many names, including names of groups."""
    return '"' + "+".join(f"mean({word(k, 19)}z,{word(k, 18)}zz)" for k in range(number * 1300, number * 1300 + 1300)) + '"'


strange = ",".join(f'"{word(number, 4)}":0' for number in range(70))
wrong = ["0", '""', "[]", "{}", "true", "null", "-1e30", "[0,[]]", '"1+"', "{%s}" % strange]


def wrong_values(number):
    """Return values of all kinds and lengths, so that most of them are invalid at any position."""
    return wrong[number % len(wrong)] if number % 50 or number < 50 else f'"{word(number) * 40}"'


mistakes = {"names": unknown_names, "calls": unknown_calls, "values": wrong_values}


def file_of(schema, members, is_whole):
    """Return a file with these members and all required ones."""
    root = schema.root["properties"]
    needed = schema.root["required"] + [name for name in ("root",) if is_whole and name in root]
    members = {name: schema.sample(root[name], 0) for name in needed} | members
    return {"m.json": "{" + ",".join(f'"{name}":{text}' for name, text in members.items()) + "}"}


def repeated_at(schema, path, mistake):
    """Return a family that repeats a mistake at the end of a path. If the path has only one value, the mistake itself is long."""
    last = max((k for k, (_, step) in enumerate(path) if step in (LIST, MAP)), default=None)

    def make(size):
        if last is None:
            inner = entries(MAP if mistake is wrong_values else LIST, mistake, size // 2)
        else:
            form, step = path[last]
            most = None if mistake is wrong_values else form.get("maxItems", form.get("maxProperties"))
            inner = entries(step, lambda number: schema.written(path[last + 1:], mistake(number), number), size // 2, most)
        inner = schema.written(path[1:] if last is None else path[1:last], inner, 0)
        return file_of(schema, schema.full(size // 2) | {path[0][1]: inner}, mistake is not wrong_values)
    return make


def called(step):
    """Return the name of a step in the names of families. A step of a node has its type."""
    kind = step[0].get("properties", {}).get("type", {}).get("const")
    return f"{kind}.{step[1]}" if kind else step[1]


def families(gestalt):
    """Return all families, by name."""
    for kind, options in (("document", []), ("scene", ["--scenes"])):
        schema = Schema(gestalt, *options)
        for path in schema.places():
            for name, mistake in mistakes.items():
                yield f"{kind}:{'.'.join(map(called, path))}:{name}", repeated_at(schema, path, mistake)
