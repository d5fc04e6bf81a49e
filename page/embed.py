#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Joins the modules of the page into one file, and writes it as C:

    embed.py OUTPUT DEPFILE PAGE ENTRY PART... STYLE...

The C header has two arrays: the page up to the position where the recording is inserted, and the rest. DEPFILE lists all
files that were read, for Ninja. ENTRY is a JavaScript module. The script of the page consists of all modules that ENTRY
imports directly or indirectly. Each module follows the modules that it imports:

    // ---- model/colors.js
    const model_colors_js = (() => {
    const {PALETTE_TABLE} = palette_def;
    ...
    return {PALETTE, shade};
    })();

So each module has its own scope. The variables of the modules can be used in the browser's console.

Modules have a restricted form, so that no JavaScript parser is needed. The only form of import is
`import {a, b as c} from "./file.js";` at the beginning of a line. Each export declares one name: `export const`,
`export function`, `export async function` or `export class`. All other forms are errors, and so are missing files, missing
names and cyclic imports.

A C table, `FILE.def`, is a module too. `PALETTE(blue, 2f6fdb)` in palette.def becomes the element `["blue", "2f6fdb"]` of
the array `PALETTE_TABLE`. `embed.py --table FILE.def` prints this module.

Lines that contain only comments are left out, which makes the page a quarter smaller. So no line of a template literal may
begin with `//` or `/*`. A page larger than 400 KB is an error.

Parts are HTML: `time.html` replaces `@TIME@`. A placeholder without a part is removed. `@HASH@` becomes the hash of the
script, in the form that a Content-Security-Policy contains, so that the browser runs no other script.
"""
import base64
import hashlib
import json
import os
import pathlib
import re
import sys

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"\n]+)";\n', re.M)
EXPORT = re.compile(r"^export (?:const|class|(?:async )?function\*?) ([\w$]+)", re.M)
WRONG = re.compile(r"^(?:import\b|export\b(?! (?:const|class|(?:async )?function\*?) [\w$])).*|(?<![\w.$])import\(.*", re.M)
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.M | re.S)
SIZE_MAX = 400_000  # of a page without a recording, in bytes
LICENCE = re.compile(r"\A(?:(?://|/\*|<!--) SPDX.*\n)")


class Failure(Exception):
    """An error in the sources. The text is the message."""


def table(name, text):
    """Return a table as a module. Each row becomes the list of its operands."""
    rows = [re.findall(r"[^\s,\"]+", row) for row in re.findall(r"^[A-Z]+\(([^)]*)\)", text, re.M)]
    return f"export const {name.upper()}_TABLE = {json.dumps(rows)};\n"


def without_comments(text):
    """Return the text with block comments replaced by blanks. Comments may contain imports of types."""
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


class Module:
    """A file: its text, its imports and its exports."""

    def __init__(self, path, root):
        self.path = path
        self.shown = os.path.relpath(path, root).replace(os.sep, "/")
        text = path.read_text("utf-8")
        self.text = table(path.stem, text) if path.suffix == ".def" else LICENCE.sub("", text)
        self.variable = re.sub(r"\W", "_", path.name if path.suffix == ".def" else self.shown)
        self.imports = []  # (path, [(exported name, local name)], line)
        first = text.count("\n") - self.text.count("\n") + 1 if path.suffix != ".def" else 1
        code = without_comments(self.text)
        for found in IMPORT.finditer(code):
            names = [re.split(r"\s+as\s+", name.strip()) for name in found[1].split(",") if name.strip()]
            line = code.count("\n", 0, found.start()) + first
            self.imports.append((path.parent / found[2], [(name[0], name[-1]) for name in names], line))
        wrong = WRONG.search(IMPORT.sub(lambda m: "\n" * m[0].count("\n"), code))
        if wrong:
            line = IMPORT.sub(lambda m: "\n" * m[0].count("\n"), code).count("\n", 0, wrong.start()) + first
            raise Failure(f"{self.shown}:{line}: embed.py does not join this form: {wrong[0].strip()}")
        self.exports = EXPORT.findall(code)

    def joined(self, modules):
        """Return the module as a statement that defines its variable."""
        lines = [f"// ---- {self.shown}", f"const {self.variable} = (() => {{"]
        for path, names, _ in self.imports:
            taken = ", ".join(there if there == here else f"{there}: {here}" for there, here in names)
            lines.append(f"const {{{taken}}} = {modules[path.resolve()].variable};")
        body = re.sub(r"^export (?=const|class|function|async)", "", IMPORT.sub("", COMMENT.sub("", self.text)), flags=re.M)
        lines += [re.sub(r"\n{3,}", "\n\n", body).strip(), f"return {{{', '.join(self.exports)}}};", "})();"]
        return "\n".join(lines)


def load(entry):
    """Return all modules that an entry needs, by path. Each module follows those that it imports."""
    root = entry.parent.resolve()
    done, open_ones = {}, {}

    def visit(path):
        if path in done:
            return
        module = open_ones[path] = Module(path, root)
        for wanted, names, line in module.imports:
            here, other = f"{module.shown}:{line}", wanted.resolve()
            shown = os.path.relpath(other, root).replace(os.sep, "/")
            if not other.is_file():
                raise Failure(f"{here}: there is no {shown}")
            if other in open_ones:
                chain = [each.shown for each in open_ones.values()]
                raise Failure(f"{here}: modules import each other: {' -> '.join(chain[chain.index(shown):] + [shown])}")
            visit(other)
            for name, _ in names:
                if name not in done[other].exports:
                    raise Failure(f"{here}: {shown} does not export {name}")
        done[path] = open_ones.pop(path)

    visit(entry.resolve())
    variables = {}
    for module in done.values():
        if variables.setdefault(module.variable, module) is not module:
            raise Failure(f"{module.shown}: {variables[module.variable].shown} has the same variable, {module.variable}")
    return done


def join(entry):
    """Return the script, and the paths of its modules."""
    modules = load(entry)
    script = '"use strict";\n' + "\n\n".join(module.joined(modules) for module in modules.values())
    if "</script" in script.lower():
        raise Failure(f"{entry.name}: its script contains </script, which would end it")
    return script, list(modules)


def c_array(name, text):
    numbers = text.encode()
    lines = (",".join(map(str, numbers[at:at + 24])) for at in range(0, len(numbers), 24))
    return f"static const unsigned char {name}[] = {{\n" + ",\n".join(lines) + "\n};\n"


def embed(output, depfile, page, entry, *parts):
    def read(path):
        return LICENCE.sub("", pathlib.Path(path).read_text("utf-8"))  # the page needs only one licence line

    entry = pathlib.Path(entry)
    script, modules = join(entry)
    style = "\n".join(read(path).rstrip() for path in parts if path.endswith(".css"))
    pieces = {pathlib.Path(path).stem.upper(): read(path) for path in parts if path.endswith(".html")}
    before, after = pathlib.Path(page).read_text("utf-8").split("@RECORDING@\n")
    before = re.sub(r"^@([A-Z]+)@\n", lambda m: m[0] if m[1] in ("STYLE", "SCRIPT") else pieces.get(m[1], ""), before, flags=re.M)
    digest = hashlib.sha256(f"\n{script}\n".encode()).digest()
    before = before.replace("@HASH@", f"sha256-{base64.b64encode(digest).decode()}")
    before = before.replace("@STYLE@", style).replace("@SCRIPT@", script)
    size = len((before + after).encode())
    if size > SIZE_MAX:
        raise Failure(f"{entry.name}: the page has {size} bytes, and may have {SIZE_MAX}")
    pathlib.Path(output).write_text(
        "// SPDX-License-Identifier: MIT\n// The player's page, made by embed.py.\n"
        + c_array("player_before", before) + c_array("player_after", after), "utf-8")
    needed = " ".join(str(path).replace(" ", "\\ ") for path in modules)
    pathlib.Path(depfile).write_text(f"{output}: {needed}\n", "utf-8")


def main(*arguments):
    if arguments[:1] == ("--table",):
        path = pathlib.Path(arguments[1])
        print(table(path.stem, path.read_text("utf-8")), end="")
        return
    try:
        embed(*arguments)
    except Failure as failure:
        sys.exit(f"embed.py: error: {failure}")


if __name__ == "__main__":
    main(*sys.argv[1:])
