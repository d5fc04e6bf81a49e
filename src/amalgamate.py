#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes gestalt.c and gestalt.h, which contain the engine and the compiler, and gestalt_lanes.h for programs that use
vector instructions: amalgamate.py FOLDER

The sources are those that the meson.build files list, in the same order. Headers come first, each once. Two sources may
use the same name for different private things. Such a name is a macro within its source, which adds the name of the
file. Sources that set macros before they include a header, as kernels and interpreters do, get their own copy of the
header. The script gets the names from the preprocessor of the compiler (CC), including the kernels of x86-64, so CC must
compile for x86-64.
"""
import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

top = pathlib.Path(__file__).resolve().parent.parent
folders = ["base", "json", "shape", "compiler", "actor", "native", "nodes", "interp", "population"]
includes = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>).*\n', re.M)
tokens = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\d[\w.]*|\S')
directive = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|endif|define)\b[ \t]*(\w*)")
attributes = {"__attribute__", "_Alignas", "_Static_assert", "__extension__", "__asm__"}


def read(path):
    return path.read_text("utf-8")


def version():
    return re.search(r"version: '([\d.]+)'", read(top / "meson.build"))[1]


def header_text(path):
    """Return the text of a header. The header of the version is filled in as Meson does it."""
    text = read(path)
    for name, value in zip(("version", "major", "minor", "patch"), [version(), *version().split(".")]):
        text = text.replace(f"@{name}@", value)
    return text


def listed():
    """Return the sources, each with the flags for its instruction set."""
    found = {}
    for folder in folders:
        build = top / "src" / folder / "meson.build"
        text = read(build) if build.exists() else ""  # a folder may contain only headers
        for block in re.findall(r"^\w+_sources = files\(([^)]*)\)", text, re.M):
            for name in re.findall(r"'([^']+)'", block):
                found[top / "src" / folder / name] = []
    sets = re.search(r"kernel_sets = \{\n(.*?)\}", read(top / "src/interp/meson.build"), re.S)[1]
    for name, flags in re.findall(r"'(\w+)': \[(.*?)\]", sets, re.S):
        found[top / f"src/interp/kernels_{name}.c"] = re.findall(r"'([^']+)'", flags)
    return found


def find(path, quoted, system):
    """Return the file of this repository that an include names, or None."""
    if system:
        path = top / "include" / system
        return path.with_name("version.h.in") if path.name == "version.h" and "gestalt" in system else \
            path if path.exists() else None
    for folder in [path.parent, *(top / "src" / name for name in folders)]:
        if (folder / quoted).exists():
            return folder / quoted
    raise SystemExit(f"{path}: there is no {quoted}")


def included(path):
    """Return the files of this repository that a file includes directly."""
    files = (find(path, *match) for match in includes.findall(read(path)))
    return [file for file in files if file]


def reached(path, known):
    """Add a file to `known`, after all files that it includes, each once."""
    for file in included(path):
        if file not in known:
            reached(file, known)
    known[path] = True
    return known


def sets_up(path):
    """Return whether a source defines macros before its includes."""
    text = read(path)
    first = text.find("#include")
    return "#define" in text[:first]


def private_names(path, flags, shared, made):
    """Return the private names of a source, and the names that shared headers declare, from the preprocessed source.
    `made` is a folder with the header of the version."""
    command = [*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-E", "-D_GNU_SOURCE", "-DGESTALT_X86", *flags,
               f"-I{top}/include", f"-I{made}", *(f"-I{top}/src/{name}" for name in folders), str(path)]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    own, others, keep = [], [], None
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            file = pathlib.Path(os.path.normpath(marker[1]))
            if file.suffix != ".def":  # rows of tables belong to the file that includes them
                keep = others if file in shared else own if top in file.parents else None
        elif keep is not None:
            keep.append(line)
    # A header may declare a struct whose members only its source defines.
    opened = set(re.findall(r"\btypedef struct (\w+)", "\n".join(others)))
    return declared("\n".join(own)) - opened, declared("\n".join(others), True)


def statements(text):
    """Yield the tokens of each declaration outside of functions, each token with its depth of braces."""
    words, depth, result = tokens.findall(text), 0, []
    for i, word in enumerate(words):
        depth -= word == "}"
        result.append((word, depth))
        depth += word == "{"
        ends_body = word == "}" and depth == 0 and is_function(result)
        if depth == 0 and (word == ";" or ends_body):
            yield result
            result = []


def is_function(statement):
    """Return whether the braces of a declaration are the body of a function."""
    flat = [word for word, depth in statement if depth == 0]
    body = flat.index("{")
    return "=" not in flat[:body] and body > 0 and flat[body - 1] == ")"


def without_attributes(words):
    """Return the tokens of a declaration without attributes."""
    result, inside = [], 0
    for before, word in zip(["", *words], words):
        if inside or before in attributes:
            inside += (word == "(") - (word == ")")
        elif word not in attributes:
            result.append(word)
    return result


def name_of(words):
    """Return the name that a declaration declares: the token before parameters, dimensions, a value or the end."""
    words = without_attributes(words)
    for before, word, behind in zip(["", *words], words, [*words[1:], ";", ";"]):
        if word == "*" and before == "(":
            return behind
        if word in ("(", "[", "=", ";") and re.match(r"[A-Za-z_]", before) and behind != "*":
            return before
    return None


def declared(text, everything=False):
    """Return the private names that declarations outside of functions declare, or all names."""
    names = set()
    for statement in statements(text):
        flat = [word for word, depth in statement if depth == 0]
        names.update(flat[i + 1] for i, word in enumerate(flat[:-2])
                     if word in ("struct", "union", "enum") and flat[i + 2] == "{")
        if "enum" in flat:
            names.update(constants(statement))
        if everything or "static" in flat or "typedef" in flat:
            body = flat.index("{") if "{" in flat and is_function(statement) else len(flat)
            braces = [word for word in flat[:body] + [";"] if word not in ("{", "}")]
            names.add(name_of(braces))
    return names - {None}


def constants(statement):
    """Return the constants of an enum."""
    inside = [word for word, depth in statement if depth == 1]
    return {word for before, word in zip([",", *inside], inside) if before in (",", "{") and re.match(r"[A-Za-z_]", word)}


def spread(path, shared, hoisted):
    """Return the text of a file without includes of shared files, and with other includes replaced by their text. System
    headers are added to `hoisted`, unless it is None."""
    depth, lines = 0, []
    first = 1 if path.suffix == ".h" else 0
    for line in header_text(path).splitlines(keepends=True):
        match = includes.match(line)
        word = directive.match(line)
        if word:
            depth += {"if": 1, "ifdef": 1, "ifndef": 1, "endif": -1}.get(word[1], 0)
        if not match:
            lines.append(line)
            continue
        file = find(path, *match.groups())
        if file is None and hoisted is None:
            lines.append(line)
        elif file is None and depth <= first:
            hoisted.add(match[2])
        elif file is None:  # inside a conditional
            lines.append(f"#pragma GCC visibility push(default)\n{line}#pragma GCC visibility pop\n")
        elif file not in shared:
            lines.append(spread(file, shared, hoisted))
    return "".join(lines)


def public_header(names=("gestalt.h",)):
    """Return the text of some public headers with all their includes, and the set of these files."""
    order = {}
    for name in names:
        reached(top / "include/gestalt" / name, order)
    hoisted = set()
    parts = [spread(path, order, hoisted) for path in order]
    return "".join(f"#include <{name}>\n" for name in sorted(hoisted)) + "\n" + "\n".join(parts), set(order)


def sources(listing, public, made):
    """Return the parts of gestalt.c. Headers that are included by a source that defines no macros for them are shared."""
    shared = {}
    for path in listing:
        if not sets_up(path):
            for file in reached(path, {}):
                if file.suffix == ".h" or file.name == "version.h.in":
                    shared[file] = True
    own, every = {}, set()
    for path, flags in listing.items():
        own[path], others = private_names(path, flags, shared, made)
        every |= others
    counts = collections.Counter(name for names in [every, *own.values()] for name in names)
    hoisted, parts = set(), []
    for path in shared:
        if path not in public:
            parts.append(f"// ---- {path.relative_to(top)}\n" + spread(path, shared, hoisted))
    for path, flags in listing.items():
        names = sorted(name for name in own[path] if counts[name] > 1)
        parts.append(one_source(path, flags, names, spread(path, shared, hoisted)))
    return hoisted, parts


def one_source(path, flags, names, text):
    """Return a source, between the macros that rename its private names and their #undefs."""
    title = f"// ---- {path.relative_to(top)}\n"
    macros = sorted(set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)))
    head = "".join(f"#define {name} {name}_of_{path.stem}\n" for name in names)
    tail = "".join(f"#undef {name}\n" for name in [*names, *macros])
    if not flags:
        return title + head + text + tail
    target = ",".join(flag[2:] for flag in flags)
    for_clang = ",".join(flag[2:] for flag in flags if "prefer" not in flag)
    return (f"{title}#if defined(GESTALT_X86)\n#if defined(__clang__)\n"
            f'#pragma clang attribute push(__attribute__((target("{for_clang}"))), apply_to = function)\n'
            f'#else\n#pragma GCC push_options\n#pragma GCC target("{target}")\n#endif\n'
            f"{head}{text}{tail}"
            "#if defined(__clang__)\n#pragma clang attribute pop\n#else\n#pragma GCC pop_options\n#endif\n#endif\n")


start_of_header = '''\
// SPDX-License-Identifier: MIT
// Gestalt {version}: the public headers of the engine and its compiler in one file. Made by amalgamate.py.
'''

start_of_source = '''\
// SPDX-License-Identifier: MIT
// Gestalt {version}: the engine and its compiler in one file. Made by amalgamate.py.
//
//   cc -O2 -c gestalt.c
//
// xxhash.h has to be there, gcc or clang, and Linux. Answers are the library's, to the last bit.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-tree-slp-vectorize")
#endif
#if defined(__x86_64__)
#define GESTALT_X86
#include <immintrin.h>
#endif
#define XXH_INLINE_ALL
'''


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: amalgamate.py FOLDER")
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    header, public = public_header()
    (out / "gestalt.h").write_text(start_of_header.format(version=version()) + header, "utf-8")
    lanes = [path for path in reached(top / "include/gestalt/lanes.h", {}) if path not in public]
    (out / "gestalt_lanes.h").write_text(
        '#include "gestalt.h"\n' + "\n".join(spread(path, {*lanes, *public}, None) for path in lanes), "utf-8")
    with tempfile.TemporaryDirectory() as made:
        (pathlib.Path(made) / "gestalt").mkdir()
        (pathlib.Path(made) / "gestalt/version.h").write_text(
            header_text(top / "include/gestalt/version.h.in"), "utf-8")
        hoisted, parts = sources(listed(), public, made)
    text = start_of_source.format(version=version())
    text += "".join(f"#include <{name}>\n" for name in sorted(hoisted - {"immintrin.h"}))
    text += '\n#include "gestalt.h"\n#pragma GCC visibility push(hidden)\n\n' + "\n".join(parts)
    (out / "gestalt.c").write_text(text + "#pragma GCC visibility pop\n", "utf-8")


if __name__ == "__main__":
    main()
