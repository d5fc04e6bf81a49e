#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the style of the sources: style.py PART..., from any folder. Parts:

sources             licence lines, opening comments, words, layers, lengths of functions, sizes of structs,
                    clang-format
scripts             shellcheck
pages               links, words, that documents compile, the output of commands, tables of arguments, and
                    that generated pages and pictures are up to date (needs --gestalt)
--page PAGE         with pages: check only this page (repeated), and nothing that is generated
--no-pictures       with pages: draw no pictures, because their scenes run for a long time
headers             each public header compiles on its own, as C17 and as C++17 (needs --include)
symbols             libraries export what the public headers declare (needs --library, repeated)
--update            with pages: write the generated pages and the output of commands
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import tap
import wording

top = pathlib.Path(__file__).resolve().parent.parent
layers = tuple(top / name for name in (
    "src/base", "src/json", "src/import", "src/shape", "src/compiler", "src/actor", "src/native", "src/nodes", "src/interp",
    "src/population", "src/recording", "src/steer", "src/world/scene", "src/world", "src/live", "src/ranks", "src/tool/base", "src/tool/input", "src/tool/team", "src/tool/compile", "src/tool/edit", "src/tool/native", "src/tool/run",
    "src/tool/trace", "src/tool/recording", "src/tool/plot", "src/tool/live", "src/tool/bench", "src/tool/help", "src/tool", "bench"))
longest_function = 60
longest_loop = 160  # for the interpreter's loop, the only function that may be long
most_members = 25  # of a struct
# Pages and folders whose text uses the terms of the field and of docs/glossary.md. These pages are also
# wrapped. The list grows as pages and comments are rewritten; in the end it will be complete.
done_pages = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "bench/results/README.md",
    "docs/actors.md",
    "docs/airport.md",
    "docs/architecture.md",
    "docs/building.md",
    "docs/command.md",
    "docs/crowd.md",
    "docs/editing.md",
    "docs/embedding.md",
    "docs/errors.md",
    "docs/experiments.md",
    "docs/expressions.md",
    "docs/glossary.md",
    "docs/index.md",
    "docs/language.md",
    "docs/libraries.md",
    "docs/limits.md",
    "docs/live-reference.md",
    "docs/live.md",
    "docs/machine.md",
    "docs/measuring.md",
    "docs/native.md",
    "docs/nodes.md",
    "docs/performance.md",
    "docs/platforms.md",
    "docs/ranks.md",
    "docs/recordings.md",
    "docs/reliability.md",
    "docs/running.md",
    "docs/scene-reference.md",
    "docs/scenes.md",
    "docs/shape-format.md",
    "docs/snapshots.md",
    "docs/steering.md",
    "docs/traffic.md",
    "docs/walls.md",
    "docs/wolf-sheep.md",
    "docs/worlds.md",
)
done_sources = (
    "bench/",
    "examples/",
    "include/",
    "src/actor/",
    "src/base/",
    "src/tool/",
    "src/compiler/",
    "src/import/",
    "src/interp/",
    "src/json/",
    "src/native/",
    "src/nodes/",
    "src/population/",
    "src/ranks/",
    "src/recording/",
    "src/shape/",
    "src/steer/",
    "src/world/",
    "tests/",
)
# Sources whose string literals, the texts that users read, use these terms as well.
done_texts = tuple(f"src/{name}/" for name in (
    "actor", "base", "compiler", "import", "interp", "json", "native", "nodes", "population", "ranks", "recording", "shape", "steer", "tool/base",
    "tool/bench", "tool/compile", "tool/edit", "tool/help", "tool/input", "tool/live", "tool/native", "tool/plot", "tool/recording", "tool/run",
    "tool/sweep", "tool/trace", "world")) + ("bench/", "src/tool/command_", "src/tool/options.def")
# Pages that the command generates from its own tables.
generated = {
    "docs/nodes.md": ["nodes", "--markdown"],
    "docs/scene-reference.md": ["nodes", "--scenes"],
    "docs/errors.md": ["explain", "--markdown"],
    "docs/command.md": ["help", "--markdown"],
}


def files(*patterns):
    """Return the project's own files: files that git tracks, and new files that it does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=top, check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
    return sorted({top / name for name in listed if name and (top / name).exists()})


def name_of(path):
    return str(path.relative_to(top))


def check_licence(path):
    first = path.read_text("utf-8").splitlines()[:2]
    if not any("SPDX-License-Identifier: MIT" in line for line in first):
        return "has no line SPDX-License-Identifier: MIT at its start"
    return None


def opens_with_comment(path):
    lines = path.read_text("utf-8").splitlines()
    return len(lines) > 1 and lines[1].startswith("//")


def check_opening(path):
    """Check that a module describes what it owns at the start of its header or of its source."""
    if opens_with_comment(path):
        return None
    header = path.with_suffix(".h")
    if path.suffix == ".c" and header.exists() and opens_with_comment(header):
        return None
    return "does not say at its start what it owns"


def layer_of(path):
    """Return the number of the layer that a file belongs to, in its folder or in a subfolder; or None."""
    return next((number for number, layer in enumerate(layers) if layer in path.parents), None)


def check_includes(path):
    """Check that quoted includes name a file of the same layer or a lower one, without a path."""
    layer = layer_of(path)
    allowed = {found.name for lower in layers[:layer + 1] for found in lower.rglob("*.*")}
    problems = [f"includes \"{include}\", which is in no layer below"
                for include in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text("utf-8"), re.M)
                if include not in allowed]
    return "\n".join(problems)


def check_words(path):
    """Check that finished pages and sources use the terms of the field, and that finished pages are wrapped."""
    name, text = name_of(path), path.read_text("utf-8")
    if path.suffix != ".md":
        return "\n".join(filter(None, [
            wording.wrong_words(name, text) if name.startswith(done_sources) else None,
            wording.wrong_texts(name, text) if name.startswith(done_texts) else None]))
    if not name.startswith(done_pages):
        return None
    cells = wording.wrong_words(name, wording.cells_of(text)) if name in generated else None
    return "\n".join(filter(None, [wording.wrong_words(name, text), cells, wording.wide_lines(text)]))


def check_plurals(path):
    """Check that plurals after a count come from text_plural."""
    found = re.findall(r'[!=]= 1 \? "\w*" : "\w*"', path.read_text("utf-8"))
    return "\n".join(f"use text_plural: {text}" for text in found)


def longest_for(path):
    return longest_loop if path.name == "machine_body.h" else longest_function


def check_functions(path):
    """Check the lengths of functions. Sources are formatted, so the braces of a function are alone in the first column."""
    problems = []
    start = 0
    lines = path.read_text("utf-8").splitlines()
    for index, line in enumerate(lines):
        if line == "{":
            start = index
            while start > 0 and lines[start - 1] and not lines[start - 1].startswith(("}", "//", "#")):
                start -= 1
        elif line == "}" and index - start + 1 > longest_for(path):
            problems.append(f"line {start + 1}: a function of {index - start + 1} lines")
    return "\n".join(problems)


def members_of(body):
    """Return the number of members in the body of a struct, without comments: declarators, with those in structs
    and unions that have no name."""
    while nested := re.search(r"\b(?:struct|union)\s*\{([^{}]*)\}\s*;", body):
        body = body[:nested.start()] + nested[1] + body[nested.end():]
    while re.search(r"[({\[][^(){}\[\]]*[)}\]]", body):
        body = re.sub(r"[({\[][^(){}\[\]]*[)}\]]", "", body)
    declarations = (re.sub(r"^\s*#.*", "", declaration, flags=re.M) for declaration in body.split(";"))
    return sum(1 + declaration.count(",") for declaration in declarations if declaration.strip())


def check_structs(path):
    """Check the numbers of members. The brace that ends a struct is in the first column, as sources are formatted."""
    problems = []
    text = re.sub(r"//.*", "", path.read_text("utf-8"))
    for name, body in re.findall(r"^(?:typedef )?struct (\w+) \{\n(.*?)^\}", text, re.M | re.S):
        count = members_of(body)
        if count > most_members:
            problems.append(f"struct {name} has {count} members, more than {most_members}")
    return "\n".join(problems)


def check_format(paths):
    """Return the messages of clang-format by file, from one run for all files: starting it takes longer than most files."""
    found = {path: [] for path in paths}
    said = tap.run(["clang-format", "--dry-run", "--Werror", *map(str, paths)])[1]
    path = None
    for line in said.splitlines():
        start = re.match(r"(/[^:]+):\d+:\d+: ", line)
        path = pathlib.Path(start[1]) if start else path
        found.setdefault(path, []).append(line)
    return {path: "\n".join(lines) for path, lines in found.items()}


def sources(_):
    formats = check_format(files("*.c", "*.h"))
    if None in formats:
        tap.report("clang-format runs", formats[None])
    for path in files("*.c", "*.h", "*.h.in", "*.def", "*.py", "*.sh", "*.slurm", "*meson.build",
                      "*.js", "*.mjs", "*.css", "*.html", "meson_options.txt", "dev", ".ci/run"):
        problems = [check_licence(path)]
        if path.suffix in (".c", ".h", ".def"):
            problems.append(check_words(path))
        if layer_of(path) is not None and path.suffix in (".c", ".h", ".def"):
            problems += [check_opening(path), check_includes(path), check_functions(path),
                         check_structs(path), check_plurals(path)]
        problems.append(formats.get(path))
        tap.report(name_of(path), "\n".join(filter(None, problems)))


def scripts(_):
    for path in files("*.sh", "*.slurm", "dev", ".ci/run"):
        tap.report(name_of(path), tap.run(["shellcheck", str(path)], top)[0])


def anchors_of(path):
    """Return the anchors of a page's headings, in the form that hosts of repositories generate."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def check_links(path):
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
    problems = []
    for link, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text):
        target = path.parent / link if link else path
        if "://" in link:
            continue
        if not target.exists():
            problems.append(f"links to {link}, which is not there")
        elif anchor and target.suffix == ".md" and anchor not in anchors_of(target):
            problems.append(f"links to {link}#{anchor}, and there is no such heading")
    return "\n".join(problems)


def check_tables(path):
    """Check that each row of a table has as many cells as its head."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
    problems = []
    for table in re.findall(r"(?:^\|.*\n?)+", text, re.M):
        rows = table.splitlines()
        counts = [len(re.findall(r"(?<!\\)\|", row)) for row in rows]
        problems += [f"has {count - 1} cells in a table of {counts[0] - 1}: {row}" for row, count in zip(rows, counts) if count != counts[0]]
        if len(rows) < 2 or not re.fullmatch(r"[ |:-]+", rows[1]):
            problems.append(f"has a table without a head: {rows[0]}")
    return "\n".join(problems)


def save_documents(path, folder):
    """Save the documents of a page, each under its name, and yield them with the codes of errors and
    warnings that the paragraph above names."""
    text = path.read_text("utf-8")
    for number, block in enumerate(re.finditer(r"^```json\n(.*?)^```", text, re.M | re.S)):
        if '"root":' not in block[1]:
            continue
        name = re.match(r'\{\s*"gestalt": \d+,\s*"name": "(\w+)"', block[1])
        document = folder / f"{name[1] if name else f'block{number}'}.json"
        if document.exists():
            raise ValueError(f"{name_of(path)} has two documents {document.name}")
        document.write_text(block[1], "utf-8")
        above = text[:block.start()].rstrip().rsplit("\n\n", 1)[-1]
        yield document, re.findall(r"\b[EW]\d{4}\b", above)


def check_documents(path, folder, gestalt):
    problems = []
    for document, announced in list(save_documents(path, folder)):
        _, err, _ = tap.run([gestalt, "check", "-q", "--diagnostics=json", document.name], folder)
        found = re.findall(r'"code":\s*"(\w+)"', err)
        if sorted(found) != sorted(announced):
            problems += [f"{document.name} must have {announced or 'no errors'}, and has:", err]
    return "\n".join(problems)


def check_sessions(path, folder, update):
    """Run the command lines of ```console blocks, and compare their output with the lines below them. A
    line [...] matches any lines."""
    problems = []

    def run(session):
        command, expected = session.groups()
        # The output of a command whose programs are missing must not get into the page.
        missing = [name for name in re.findall(r"\bbuild/(?:examples|tests)/[\w.]+", command) if not (folder / name).exists()]
        if missing:
            problems.append(f"`{command}` needs {', '.join(missing)}: build everything first")
            return session[0]
        out, _, _ = tap.run(["bash", "-c", f"PATH=$PWD/build:$PATH; {command} 2>&1"], folder)
        pattern = ".*".join(map(re.escape, expected.split("[...]\n")))
        if re.fullmatch(pattern, out, re.S):
            return session[0]
        if update and "[...]\n" not in expected:
            return f"$ {command}\n{out}"
        problems.extend([f"`{command}` prints:", out])
        return session[0]

    def run_block(block):
        return re.sub(r"^\$ (.*)\n((?:(?!\$ |```).*\n)*)", run, block[0], flags=re.M)

    old = path.read_text("utf-8")
    new = re.sub(r"^```console\n.*?^```", run_block, old, flags=re.M | re.S)
    if new != old:
        path.write_text(new, "utf-8")
    return "\n".join(problems)


def check_code(path):
    """Check that blocks of C are parts of the examples, which are compiled and run, or of the public headers."""
    sources = [source.read_text("utf-8").splitlines()
               for source in files("examples/*.c", "include/gestalt/*.h")]
    problems = []
    for block in re.findall(r"^```c\n(.*?)^```", path.read_text("utf-8"), re.M | re.S):
        wanted = block.splitlines()
        first = wanted[0].lstrip()
        for lines in sources:
            starts = (at for at, line in enumerate(lines) if line.lstrip() == first)
            if any(textwrap.dedent("\n".join(lines[at:at + len(wanted)])).strip()
                   == textwrap.dedent(block).strip() for at in starts):
                break
        else:
            problems.append(f"has C that is in no example: {first}")
    return "\n".join(problems)


def functions_of(reference):
    """Return the arguments of the functions of scenes: the rows of the last table of the reference, by function."""
    rows = {}
    for line in reference.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 5 and cells[0].startswith("`"):
            name = cells[0].strip("`")
            rows[name] = []
        elif len(cells) == 5 and cells[1].startswith("`"):
            rows[name].append(f"| {' | '.join(cells[1:])} |\n")
    return rows


def check_arguments(path, options):
    """Check each table below <!-- arguments of NAME -->. It has the arguments of that function of scenes, except
    `weight` and `probability`, which all functions have."""
    old = path.read_text("utf-8")
    if "<!-- arguments of " not in old:
        return None
    rows = functions_of(tap.run([options.gestalt, "nodes", "--scenes"])[0])

    def table(found):
        own = [row for row in rows.get(found[1], ["no such function"])
               if not row.startswith(("| `weight`", "| `probability`"))]
        head = "| argument | type | default | |\n|---|---|---|---|\n"
        return f"<!-- arguments of {found[1]} -->\n" + (head if own else "") + "".join(own)

    new = re.sub(r"^<!-- arguments of (\w+) -->\n((?:\|.*\n)*)", table, old, flags=re.M)
    if options.update and new != old:
        path.write_text(new, "utf-8")
    return None if options.update or new == old else "a table of arguments is old: run ./dev update"


def pictures(options):
    """Check that each script in docs/pictures draws the same files as those next to it."""
    drawn = set()
    for script in files("docs/pictures/*.py"):
        with tempfile.TemporaryDirectory() as work:
            folder = script.parent if options.update else pathlib.Path(work)
            _, err, status = tap.run([sys.executable, str(script), str(folder),
                                      str(pathlib.Path(options.gestalt).resolve())])
            names = {found.name for found in folder.glob("*.svg")}
            old = [name for name in sorted(names) if not (script.parent / name).exists()
                   or (script.parent / name).read_bytes() != (folder / name).read_bytes()]
        drawn |= names
        tap.report(f"the pictures of {name_of(script)} are up to date",
                   err if status else f"run ./dev update: {', '.join(old)}" if old else None)
    spare = [name_of(path) for path in files("docs/pictures/*.svg") if path.name not in drawn]
    tap.report("all pictures are drawn", f"by no script: {', '.join(spare)}" if spare else None)


def check_page(path, options):
    """Check links, documents, C and commands. Commands run in a folder with the page's documents, `examples` and `library`."""
    gestalt = pathlib.Path(options.gestalt).resolve()
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        (folder / "build").mkdir()
        (folder / "build" / "gestalt").symlink_to(gestalt)
        for name in ("examples", "tests"):
            (folder / "build" / name).symlink_to(gestalt.parent / name)
        for name in ("examples", "library"):
            (folder / name).symlink_to(top / name)
        # Sessions with a server need a build with the server.
        has_server = "live" not in path.stem or "no `gestalt live`" not in tap.run([str(gestalt), "live", "x"])[1]
        checked = "" if name_of(path) in generated else check_documents(path, folder, gestalt)
        return "\n".join(filter(None, [
            check_links(path), check_tables(path), check_words(path), check_code(path), checked, check_arguments(path, options),
            check_sessions(path, folder, options.update) if has_server else None]))


def limits_table(options):
    """Check that the table of docs/limits.md equals the output of `gestalt help limits`."""
    page, begin, end = top / "docs/limits.md", "<!-- limits -->\n", "<!-- end of limits -->"
    out, err, status = tap.run([options.gestalt, "help", "limits", "--markdown"])
    text = page.read_text("utf-8")
    before, rest = text.split(begin)
    wanted = before + begin + "\n" + out + "\n" + end + rest.split(end)[1]
    if status == 0 and options.update:
        page.write_text(wanted, "utf-8")
        text = wanted
    tap.report("docs/limits.md has the table of limits",
               err if status else None if text == wanted else "has not: run ./dev update")


def linked_sizes(options):
    """Check that the table of memory in docs/machine.md has the sizes that `gestalt show --as=linked` prints."""
    out, err, status = tap.run([options.gestalt, "show", "--as=linked", str(top / "examples/guard.json")])
    shown = dict(re.findall(r"^  (\w[\w ]*?) +\d+ x +(\d+) ", out, re.M))
    told = dict(re.findall(r"^\| ([\w ]+) \| (\d+) \|", (top / "docs/machine.md").read_text("utf-8"), re.M))
    wrong = [f"{name}: {told.get(name)} bytes, not {size}" for name, size in shown.items() if told.get(name) != size]
    tap.report("docs/machine.md has the sizes of the linked stream",
               err if status or not shown else "\n".join(wrong) or None)


def pages(options):
    for path in files(*(options.page or ["*.md"])):
        tap.report(name_of(path), check_page(path, options))
    if options.page:
        return
    linked_sizes(options)
    for name, arguments in generated.items():
        out, err, status = tap.run([options.gestalt, *arguments])
        if status == 0 and options.update:
            (top / name).write_text(out, "utf-8")
        current = (top / name).read_text("utf-8") if (top / name).exists() else None
        tap.report(f"{name} is up to date",
                   err if status else None if out == current else "is not: run ./dev update")
    limits_table(options)
    tables = [sys.executable, str(top / "bench/tables.py"), *(["--update"] if options.update else [])]
    out, err, status = tap.run(tables)
    tap.report("the tables of docs/performance.md are up to date", (out or err) if status else None)
    if not options.no_pictures:
        pictures(options)
    manual, err, status = tap.run([options.gestalt, "help", "--man"])
    mistakes = tap.run(["groff", "-man", "-ww", "-z", "-Tutf8"], stdin=manual.encode())[1]
    tap.report("the manual page has no mistakes", err if status else mistakes)


def headers(options):
    commands = (["cc", "-std=c17", "-xc"], ["c++", "-std=c++17", "-xc++"])
    for path in files("include/gestalt/*.h"):
        for command in commands:
            _, err, status = tap.run(
                [*command, "-fsyntax-only", "-pedantic", "-Wall", "-Wextra", "-Werror",
                 f"-I{top}/include", *(f"-I{folder}" for folder in options.include), "-"],
                stdin=f"#include <{path.relative_to(top / 'include')}>\n".encode())
            tap.report(f"{name_of(path)} as {command[1][5:]}", err if status else None)


def symbols(options):
    """Check that each library exports what its headers declare. Headers of libraries other than the engine are in subfolders."""
    declared_by = {"gestalt": set(), "recorder": set(), "worlds": set(), "live": set(), "ranks": set()}
    for path in files("include/gestalt/*.h"):
        text = re.sub(r"//.*", "", path.read_text("utf-8"))
        declared_by[path.parent.name].update(
            re.findall(r"\bGESTALT_API\b[^;(]*?\b(gestalt_\w+)\s*\(", text))
    for library in options.library:
        declared = declared_by[re.match(r"lib(?:gestalt-)?(\w+)", pathlib.Path(library).name)[1]]
        dynamic = ["-D"] if ".so" in library else []
        out, err, status = tap.run(["nm", "-g", "--defined-only", *dynamic, library])
        shown = {line.split()[-1] for line in out.splitlines() if re.match(r"[0-9a-f]+ \w ", line)}
        problems = [f"declared, not exported: {name}" for name in sorted(declared - shown)]
        problems += [f"exported, not declared: {name}" for name in sorted(shown - declared)]
        tap.report(pathlib.Path(library).name, err if status else "\n".join(problems))


def main():
    parts = {part.__name__: part for part in (sources, scripts, pages, headers, symbols)}
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="+", choices=parts)
    parser.add_argument("--gestalt")
    parser.add_argument("--page", action="append", default=[])
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    for part in options.parts:
        parts[part](options)
    tap.finish()


if __name__ == "__main__":
    main()
