#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the headers that native code includes as C arrays: embed.py OUTPUT HEADER..."""
import pathlib
import sys


def c_array(name, data):
    lines = (",".join(map(str, data[at:at + 24])) for at in range(0, len(data), 24))
    return f"static const unsigned char {name}[] = {{\n" + ",\n".join(lines) + "\n};\n"


def main(output, *headers):
    headers = [pathlib.Path(header) for header in headers]
    text = "// SPDX-License-Identifier: MIT\n// The public headers of the engine, made by embed.py.\n"
    for number, header in enumerate(headers):
        text += c_array(f"native_header_{number}", header.read_bytes())
    text += "static const native_header native_headers[] = {\n"
    for number, header in enumerate(headers):
        text += f'    {{"{header.name}", native_header_{number}, sizeof native_header_{number}}},\n'
    pathlib.Path(output).write_text(text + "};\n", "utf-8")


main(*sys.argv[1:])
