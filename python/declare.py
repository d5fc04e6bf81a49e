#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write gestalt/_c.py: what the public headers declare, for ctypes.

    declare.py GENERATED_INCLUDE [--check]

clang reads the headers. GENERATED_INCLUDE is the folder of a build with gestalt/version.h. With
--check, nothing is written, and a file that differs from the headers is an error.
"""
import json
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
public = here.parent / "include"
written = here / "gestalt" / "_c.py"

headers = ["gestalt/gestalt.h", "gestalt/live/live.h", "gestalt/recorder/recorder.h", "gestalt/recorder/recording.h",
           "gestalt/worlds/part.h", "gestalt/worlds/plugin.h", "gestalt/worlds/steer.h",
           "gestalt/worlds/world.h"]
libraries = {"live/": "live", "recorder/": "recorder", "worlds/": "worlds"}

scalars = {
    "_Bool": "c_bool", "bool": "c_bool", "char": "c_char", "double": "c_double", "float": "c_float", "int": "c_int",
    "int8_t": "c_int8", "int16_t": "c_int16", "int32_t": "c_int32", "int64_t": "c_int64", "long": "c_long",
    "ptrdiff_t": "c_ssize_t", "size_t": "c_size_t", "uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32",
    "uint64_t": "c_uint64", "unsigned": "c_uint", "unsigned char": "c_ubyte", "unsigned int": "c_uint",
    "unsigned long": "c_ulong", "unsigned long long": "c_ulonglong"}

# libffi gets a wrong place for structs with unions and arrays that are passed by value. Here the struct has plain
# members of the same classes, and its members are properties.
passed_by_value = {"gestalt_value": ("""class gestalt_value(Structure):
    boolean = property(lambda self: c_bool.from_buffer(self, 4).value,
                       lambda self, value: setattr(c_bool.from_buffer(self, 4), 'value', value))
    integer = property(lambda self: c_int32.from_buffer(self, 4).value,
                       lambda self, value: setattr(c_int32.from_buffer(self, 4), 'value', value))
    number = property(lambda self: self.x, lambda self, value: setattr(self, 'x', value))
    vector = property(lambda self: (c_float * 3).from_buffer(self, 4))""",
    "[('type', c_uint), ('x', c_float), ('y', c_float), ('z', c_float)]")}


def parse(generated):
    text = "".join(f"#include <{name}>\n" for name in headers)
    done = subprocess.run(
        ["clang", "-std=c17", f"-I{public}", f"-I{generated}", "-Xclang", "-ast-dump=json", "-fsyntax-only", "-xc", "-"],
        input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["inner"]


def with_headers(declarations):
    """Yield each declaration of the public headers, with its header."""
    file = None
    for d in declarations:
        places = [d.get("loc", {})]
        places += [places[0][k] for k in ("spellingLoc", "expansionLoc") if k in places[0]]
        for place in places:
            file = place.get("file", file)
        if file and "/gestalt/" in file:
            yield file.split("/gestalt/", 1)[1], d


class Writer:
    def __init__(self):
        self.enums, self.constants, self.structs, self.typedefs, self.functions = {}, {}, {}, {}, {}
        self.callbacks = {}  # function types by name
        self.world_plugin_abi = 0
        self.version = ""
        self.plugin_abi = 0

    def read(self, declarations):
        previous = None
        for header, d in with_headers(declarations):
            kind = d["kind"]
            if kind == "EnumDecl":
                self.read_enum(d)
            elif kind == "RecordDecl" and "inner" in d:
                if "name" in d:
                    self.structs[d["name"]] = d
                previous = d
            elif kind == "TypedefDecl":
                self.read_typedef(d, previous)
            elif kind == "FunctionDecl" and not d.get("inline"):
                self.functions[d["name"]] = (header, d)

    def read_enum(self, d):
        value = -1
        for c in d["inner"]:
            if c["kind"] != "EnumConstantDecl":
                continue
            inner = [i for i in c.get("inner", []) if "value" in i]
            value = int(inner[0]["value"]) if inner else value + 1
            self.constants[c["name"]] = value

    def read_typedef(self, d, previous):
        name, kind = d["name"], d["type"]["qualType"]
        owned = [i.get("ownedTagDecl", {}) for i in d.get("inner", [])]
        if any(o.get("kind") == "EnumDecl" for o in owned) or kind.startswith("enum "):
            self.enums[name] = True
        elif kind.startswith("struct ") and previous and any(o.get("id") == previous["id"] for o in owned):
            self.structs[name] = previous
        elif re.search(r"\)$", kind) and "(*)" not in kind:
            self.callbacks[name] = kind
        elif not kind.startswith("struct "):
            self.typedefs[name] = kind

    # ---- types

    def type_of(self, kind):
        kind = re.sub(r"\b(const|restrict|volatile|struct|enum)\b", "", kind)
        kind = re.sub(r"\s+", " ", kind).strip().replace("* *", "**")
        pointer = re.fullmatch(r"(.*?)\(\*\)\((.*)\)", kind)
        if pointer:
            return self.function_type(pointer[1], pointer[2])
        array = re.fullmatch(r"(.*?)((?:\[\d+\])+)", kind)
        if array:
            text = self.type_of(array[1])
            for size in reversed(re.findall(r"\d+", array[2])):
                text = f"{text} * {size}"
            return f"({text})"
        if kind.endswith("*"):
            return self.pointer_to(kind[:-1].strip())
        if kind in scalars:
            return scalars[kind]
        if kind in self.enums:
            return "c_uint"
        if kind in self.typedefs:
            return self.type_of(self.typedefs[kind])
        if kind in self.structs:
            return kind
        raise ValueError(f"unknown type: {kind}")

    def pointer_to(self, kind):
        if kind == "char":
            return "c_char_p"
        if kind in self.callbacks:
            return kind
        if kind == "void" or (kind not in scalars and kind not in self.enums and kind not in self.structs
                              and kind not in self.typedefs and not kind.endswith("*")):
            return "c_void_p"  # also objects of the libraries, whose structs are private
        return f"POINTER({self.type_of(kind)})"

    def function_type(self, result, arguments):
        # Texts that callbacks get need not end with a zero.
        kinds = ["None" if k == "void" else self.type_of(k) for k in [result.strip(), *self.split(arguments)]]
        return "CFUNCTYPE(" + ", ".join("c_void_p" if k == "c_char_p" else k for k in kinds) + ")"

    @staticmethod
    def split(arguments):
        parts, depth, begin = [], 0, 0
        for i, c in enumerate(arguments + ","):
            depth += (c == "(") - (c == ")")
            if c == "," and depth == 0:
                parts.append(arguments[begin:i].strip())
                begin = i + 1
        return [] if parts in ([""], ["void"]) else parts

    # ---- the file

    def fields(self, d):
        """Return the fields of a struct, and the names of those without a name."""
        fields, anonymous = [], []
        inner = d.get("inner", [])
        for i, f in enumerate(inner):
            if f["kind"] != "FieldDecl":
                continue
            name, kind = f.get("name"), f["type"]["qualType"]
            if "anonymous" in kind or "unnamed" in kind:
                record = next(r for r in reversed(inner[:i]) if r["kind"] == "RecordDecl")
                name = name or f"anonymous_{i}"
                anonymous += [name] if f.get("isImplicit") else []
                fields.append((name, self.nested(record)))
            else:
                fields.append((name, self.type_of(kind)))
        return fields, anonymous

    def nested(self, record):
        base = "Union" if record["tagUsed"] == "union" else "Structure"
        fields, anonymous = self.fields(record)
        return f"type('nested', ({base},), {self.body(fields, anonymous)})"

    @staticmethod
    def body(fields, anonymous):
        listed = ", ".join(f"({n!r}, {t})" for n, t in fields)
        first = f"'_anonymous_': {tuple(anonymous)!r}, " if anonymous else ""
        return f"{{{first}'_fields_': [{listed}]}}"

    def lines(self):
        yield "# SPDX-License-Identifier: MIT"
        yield '"""What the public C headers declare. Written by declare.py; do not edit."""'
        yield "# mypy: ignore-errors"
        yield "from ctypes import ("
        yield "    CFUNCTYPE, POINTER, Structure, Union, c_char_p, c_void_p,"
        yield "    " + ", ".join(sorted(set(scalars.values()))) + ")"
        yield ""
        yield f"VERSION = {self.version!r}"
        yield f"GESTALT_PLUGIN_ABI = {self.plugin_abi}"
        for name, value in self.constants.items():
            yield f"{name} = {value}"
        yield ""
        for name in self.structs:
            yield passed_by_value[name][0] if name in passed_by_value else f"class {name}(Structure): pass"
        yield ""
        for name, kind in self.callbacks.items():
            result, arguments = kind.split("(", 1)
            yield f"{name} = {self.function_type(result, arguments[:-1])}"
        yield ""
        for name, d in self.structs.items():
            if name in passed_by_value:
                yield f"{name}._fields_ = {passed_by_value[name][1]}"
                continue
            fields, anonymous = self.fields(d)
            if anonymous:
                yield f"{name}._anonymous_ = {tuple(anonymous)!r}"
            listed = ", ".join(f"({n!r}, {t})" for n, t in fields)
            yield f"{name}._fields_ = [{listed}]"
        yield ""
        yield f"GESTALT_WORLD_PLUGIN_ABI = {self.world_plugin_abi}"
        yield "# By name: the library, the result, the arguments, and whether an error was left out of these."
        yield "functions = {"
        for name, (header, d) in self.functions.items():
            result, arguments = d["type"]["qualType"].split("(", 1)
            kinds = self.split(arguments[:-1])
            library = next((v for k, v in libraries.items() if header.startswith(k)), "gestalt")
            restype = "None" if result.strip() == "void" else self.type_of(result)
            listed = "".join(self.type_of(k) + ", " for k in kinds)
            raises = result.strip() == "gestalt_result" and kinds[-1:] == ["gestalt_error *"]
            yield f"    {name!r}: ({library!r}, {restype}, ({listed}), {raises}),"
        yield "}"


def main():
    w = Writer()
    version = (pathlib.Path(sys.argv[1]) / "gestalt/version.h").read_text()
    w.version = re.search(r'GESTALT_VERSION +"(.*?)"', version)[1]
    of_worlds = (public / "gestalt/worlds/plugin.h").read_text()
    w.world_plugin_abi = int(re.search(r"GESTALT_WORLD_PLUGIN_ABI (\d+)", of_worlds)[1])
    plugin = (public / "gestalt/plugin.h").read_text()
    w.plugin_abi = int(re.search(r"GESTALT_PLUGIN_ABI (\d+)", plugin)[1])
    w.read(parse(sys.argv[1]))
    text = "\n".join(w.lines()) + "\n"
    if "--check" not in sys.argv:
        written.write_text(text)
    elif written.read_text() != text:
        sys.exit("python/gestalt/_c.py differs from the headers: run python/declare.py")


main()
