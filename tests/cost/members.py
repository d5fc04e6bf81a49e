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
    """A JSON Schema: what stands where, with a valid value for each place."""

    def __init__(self, gestalt, *options):
        self.root = json.loads(subprocess.run([gestalt, "schema", *options], capture_output=True, check=True).stdout)

    def resolved(self, part):
        """The schema itself, where it is a reference or one with a description."""
        while "$ref" in part or list(part.get("allOf", [{}])[0]) == ["$ref"]:
            part = self.root["definitions"][part.get("$ref", part.get("allOf", [part])[0].get("$ref")).rsplit("/", 1)[1]]
        return part

    def forms(self, part):
        """What a value can be: one schema, or each of several. What can be a node as well as another value is the other value here."""
        part = self.resolved(part)
        return [form for one in part.get("anyOf", []) if "required" not in one or "type" in one
                for form in self.forms(one) if not self.is_node(form)] or [part]

    def is_node(self, part):
        return part is self.root.get("definitions", {}).get("node")

    def members(self, form):
        """The steps that lead further, and what stands there."""
        for name, part in form.get("properties", {}).items():
            if isinstance(part, dict):
                yield name, part
        for step, key in ((LIST, "items"), (MAP, "additionalProperties")):
            if isinstance(form.get(key), dict):
                yield step, form[key]

    def places(self, part=None, above=(), seen=()):
        """Paths to all places: rows of steps, each with the form that it leads on from."""
        part = self.root if part is None else part
        whole = self.resolved(part)
        if id(whole) in seen:
            return
        forms = self.forms(part)
        if self.is_node(whole) and above[0][1] != "root":  # those of the root are enough
            return
        if self.is_node(whole):  # many nodes of each type, as children of one
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
        """A valid value, with names of its own for each number, as text."""
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
        """An object with what it has to have, and one member."""
        required = form.get("required") or next((one["required"] for one in form.get("oneOf", []) if "required" in one), [])
        members = {name: self.sample(form["properties"][name], number) for name in required if name != step and name in form.get("properties", {})}
        if step:  # where a word says which member counts, as "how" of a start, it is this one
            members.update((name, json.dumps(step)) for name, part in form["properties"].items() if isinstance(part, dict) and step in part.get("enum", []))
            members[step] = inner
        return "{" + ",".join(f'"{name}":{text}' for name, text in members.items()) + "}"

    def written(self, path, hole, number):
        """The text from the beginning of a path to its end, where the hole is."""
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
        """All lists and objects of the file itself, full of what is right, by their names."""
        many = [(name, step, inner, self.forms(part)[0]) for name, part in self.root["properties"].items()
                for step, inner in self.members(self.forms(part)[0]) if step in (LIST, MAP)]
        return {name: entries(step, lambda number, inner=inner: self.sample(inner, number), size // len(many),
                              form.get("maxItems", form.get("maxProperties", size))) for name, step, inner, form in many}


def entries(step, entry, size, most=None):
    """As many entries of a list or an object as there is room for."""
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
    """Nearly those of other things."""
    return f'"{word(number, 19)}z"'


def unknown_calls(number):
    """Many names in one expression, of groups among them."""
    return '"' + "+".join(f"mean({word(k, 19)}z,{word(k, 18)}zz)" for k in range(number * 1300, number * 1300 + 1300)) + '"'


strange = ",".join(f'"{word(number, 4)}":0' for number in range(70))
wrong = ["0", '""', "[]", "{}", "true", "null", "-1e30", "[0,[]]", '"1+"', "{%s}" % strange]


def wrong_values(number):
    """Of each kind, so that it is another one than the place takes; and of each length."""
    return wrong[number % len(wrong)] if number % 50 or number < 50 else f'"{word(number) * 40}"'


mistakes = {"names": unknown_names, "calls": unknown_calls, "values": wrong_values}


def file_of(schema, members, is_whole):
    """The text of a file with such members, and all else that it has to have."""
    root = schema.root["properties"]
    needed = schema.root["required"] + [name for name in ("root",) if is_whole and name in root]
    members = {name: schema.sample(root[name], 0) for name in needed} | members
    return {"m.json": "{" + ",".join(f'"{name}":{text}' for name, text in members.items()) + "}"}


def repeated_at(schema, path, mistake):
    """A family: the mistake at the end of a path, again and again. Where there can be but one, it is long itself."""
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
    """A step, as names of families have it: that of a node with its type."""
    kind = step[0].get("properties", {}).get("type", {}).get("const")
    return f"{kind}.{step[1]}" if kind else step[1]


def families(gestalt):
    """All of them, by name."""
    for kind, options in (("document", []), ("scene", ["--scenes"])):
        schema = Schema(gestalt, *options)
        for path in schema.places():
            for name, mistake in mistakes.items():
                yield f"{kind}:{'.'.join(map(called, path))}:{name}", repeated_at(schema, path, mistake)
