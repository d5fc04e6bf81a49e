#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts the player into one page and writes it as C: embed.py OUTPUT PAGE PART... STYLE... SCRIPT...

The header has two arrays: the page up to where the recording goes, and the rest. Of scripts, those that end with `.def`
are tables that C includes, too: `PALETTE(blue, 2f6fdb)` in palette.def becomes an element of the array
`PALETTE_TABLE`, `["blue", "2f6fdb"]`. Parts are HTML: `time.html` takes the place of `@TIME@`, and where the page
has a place for which there is no part, nothing is put in. `@HASH@` becomes that of the script, as a
Content-Security-Policy names it: the browser then runs no other.
"""
import base64
import hashlib
import json
import pathlib
import re
import sys


def c_array(name, text):
    numbers = text.encode()
    lines = (",".join(map(str, numbers[at:at + 24])) for at in range(0, len(numbers), 24))
    return f"static const unsigned char {name}[] = {{\n" + ",\n".join(lines) + "\n};\n"


def table(name, text):
    """The rows of a table as an array: each is the list of its operands."""
    rows = [re.findall(r"[^\s,\"]+", row) for row in re.findall(r"^[A-Z]+\(([^)]*)\)", text, re.M)]
    return f"const {name.upper()}_TABLE = {json.dumps(rows)};\n"


def main(output, page, *parts):
    def read(path):
        text = pathlib.Path(path).read_text("utf-8")
        if path.endswith(".def"):
            return table(pathlib.Path(path).stem, text)
        # One licence line for the whole page is enough.
        return re.sub(r"\A(?:(?://|/\*|<!--) SPDX.*\n)", "", text)

    style = "\n".join(read(path).rstrip() for path in parts if path.endswith(".css"))
    script = "\n".join(read(path) for path in parts if not path.endswith((".css", ".html")))
    pieces = {pathlib.Path(path).stem.upper(): read(path) for path in parts if path.endswith(".html")}
    before, after = pathlib.Path(page).read_text("utf-8").split("@RECORDING@\n")
    before = re.sub(r"^@([A-Z]+)@\n", lambda m: m[0] if m[1] in ("STYLE", "SCRIPT") else pieces.get(m[1], ""), before, flags=re.M)
    script = script.rstrip()
    digest = hashlib.sha256(f"\n{script}\n".encode()).digest()
    before = before.replace("@HASH@", f"sha256-{base64.b64encode(digest).decode()}")
    before = before.replace("@STYLE@", style).replace("@SCRIPT@", script)
    pathlib.Path(output).write_text(
        "// SPDX-License-Identifier: MIT\n// The player's page, made by embed.py.\n"
        + c_array("player_before", before) + c_array("player_after", after), "utf-8")


main(*sys.argv[1:])
