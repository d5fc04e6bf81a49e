#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the suites run of src: coverage.py BUILD PROFILES [FOLDER|FILE...]

Without names, a table of folders; a folder below its bounds is an error. With names, the places that are missed there.
Headers that are compiled for several instruction sets count for each set by itself.

A line with `// unreachable: why` does not count, and what belongs to it does not either: the block that it opens, or the
next line where it ends in no statement.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parent.parent
LINES, BRANCHES = 97, 92
# Sources that read untrusted files: a test must show for each condition that it alone changes the result of its decision.
DECISIONS = ("src/shape/verify.c", "src/shape/verify_stream.c", "src/shape/verifier.c", "src/shape/image.c",
             "src/population/snapshot_load.c", "src/recording/record_parse.c", "src/json/json_read.c")
TOOLS = os.environ.get("LLVM_SUFFIX", "-19")
# Decisions that report an error end in a call of one of these functions, which always returns the same value.
TOLD = {"true": re.compile(r"misuse_tell\w*\("), "false": re.compile(r"(\w+_)?(refuse|bad)\(")}
SETS = ("plain", "avx2", "avx512", "neon")


def tool(name, *words):
    done = subprocess.run([name + TOOLS, *map(str, words)], stdout=subprocess.PIPE, check=True)
    return done.stdout


def marked_lines(lines):
    """Return the numbers of the lines that the source marks as unreachable."""
    found = set()
    for number, line in enumerate(lines, 1):
        if not re.search(r"// unreachable: \w", line):
            continue
        found.add(number)
        code = line.split("//")[0].rstrip()
        if code.endswith("{"):
            indent = re.match(r"\s*", line)[0]
            end = next((n for n in range(number, len(lines)) if re.match(indent + r"\S", lines[n])), number)
            found.update(range(number, end + 2))
        elif not code.endswith(";"):
            found.add(number + 1)
    return found


def line_counts(segments):
    """Return how often each line with code ran, from the segments of a file."""
    by_line = collections.defaultdict(list)
    for segment in segments:
        by_line[segment[0]].append(segment)
    counts, wrapped = {}, None
    for line in range(min(by_line), max(by_line) + 1) if by_line else ():
        here = by_line.get(line, [])
        starts = [s for s in here if s[3] and s[4] and not (len(s) > 5 and s[5])]
        skipped = here and not here[0][3] and here[0][4]
        if not skipped and (starts or (wrapped and wrapped[3])):
            counts[line] = max([wrapped[2] if wrapped and wrapped[3] else 0] + [s[2] for s in starts])
        if here:
            wrapped = here[-1]
    return counts


class File:
    """The lines, branch sides and conditions of a file: the position of each, and whether it was covered."""

    def __init__(self, name, record):
        self.name = name
        self.source = (top / name).read_text(encoding="utf-8").split("\n")
        self.unreachable = marked_lines(self.source)
        self.lines, self.branches, self.decisions = {}, {}, {}
        self.add(record)

    def see(self, where, place, seen):
        if place[0] not in self.unreachable:
            where[place] = where.get(place, False) or seen

    def add(self, record):
        if not self.name.endswith(".def"):  # tables
            for line, count in line_counts(record["segments"]).items():
                self.see(self.lines, (line,), count > 0)
        for branch in record.get("branches", ()):
            if self.is_constant(*branch):
                continue
            for side, count in (("true", branch[4]), ("false", branch[5])):
                if self.told(branch) in (None, side):
                    self.see(self.branches, (*branch[:4], side), count > 0)
        for decision in record.get("mcdc_records", ()):
            seen = next(part for part in decision if isinstance(part, list))
            parts = sorted({tuple(branch[:4]) for branch in record["branches"]
                            if decision[:2] <= branch[:2] and branch[2:4] <= decision[2:4]})
            for number, is_seen in enumerate(seen):
                if len(parts) != len(seen) or not self.told(parts[number]):
                    self.see(self.decisions, (*decision[:4], number + 1), bool(is_seen))

    def told(self, place):
        """Return the side of a condition that reports an error, or None."""
        text = self.text(*place[:4])
        return next((side for side, pattern in TOLD.items() if pattern.match(text)), None)

    def missed(self):
        """Return lines of text that describe what was not covered."""
        runs = []
        for line in sorted(place[0] for place, seen in self.lines.items() if not seen):
            if runs and line == runs[-1][1] + 1:
                runs[-1][1] = line
            else:
                runs.append([line, line])
        for first, last in runs:
            yield first, f"not run{f' to {last}' if last > first else ''}"
        for (line, column, to, to_column, side), seen in self.branches.items():
            if not seen and self.lines.get((line,), True):
                yield line, f"never {side}: {self.text(line, column, to, to_column)}"
        for (line, column, to, to_column, number), seen in self.decisions.items():
            if not seen and self.name in DECISIONS:
                yield line, f"condition {number} never decides: {self.text(line, column, to, to_column)}"

    def is_constant(self, line, column, to, to_column, true, false, *_):
        """Return whether a branch is constant for the compiler: from its words, and in a macro if neither side was covered."""
        in_macro = self.source[line - 1].endswith("\\") and true == 0 and false == 0
        return in_macro or re.fullmatch(r"!?[A-Z_0-9]+( [<>=!]+ [A-Z_0-9]+)?", self.text(line, column, to, to_column))

    def text(self, line, column, to, to_column):
        return self.source[line - 1][column - 1:to_column - 1 if to == line else None]


def set_of(path):
    """Return the instruction set for which an object was compiled, or an empty string."""
    found = re.search(r"_([a-z0-9]+)\.c\.o$", path.name)
    return found[1] if found and found[1] in SETS else ""


def records(profile, objects):
    """Return the records of the files from which some objects were compiled, by name."""
    others = [word for path in objects[1:] for word in ("-object", path)]
    data = json.loads(tool("llvm-cov", "export", "-skip-functions", "-skip-expansions", f"-instr-profile={profile}",
                           objects[0], *others))
    named = ((os.path.relpath(record["filename"], top), record) for record in data["data"][0]["files"])
    return {name: record for name, record in named if name.startswith("src/")}


def measured(build, profile):
    """Return the files of src by instruction set and name. Only files that nothing but kernels includes belong to a set."""
    groups = collections.defaultdict(list)
    for path in sorted((build / "src").rglob("*.o")):
        groups[set_of(path)].append(path)
    elsewhere = records(profile, groups[""]).keys()
    every = records(profile, [path for objects in groups.values() for path in objects])
    files = {("", name): File(name, every[name]) for name in elsewhere}
    for which in groups.keys() - {""}:
        for name, record in records(profile, groups[which]).items():
            if name not in elsewhere:
                files[which, name] = File(name, record)
    return files


def share(places):
    seen = sum(places.values())
    return (f"{seen:6} of {len(places):6} {100 * seen / len(places):6.1f} %" if places else f"{'':25}"), \
        100 * seen / len(places) if places else 100


def report(files):
    """Print a table of folders. Return the folders that are below their bounds."""
    folders, low = collections.defaultdict(list), []
    for (which, name), file in files.items():
        folders[os.path.dirname(name) + (f", {which}" if which else "")].append(file)
    print(f"{'':28}{'lines':>25}{'branches':>26}")
    for folder, parts in sorted(folders.items()):
        lines, part_of_lines = share({(f.name, *p): seen for f in parts for p, seen in f.lines.items()})
        branches, part_of_branches = share({(f.name, *p): seen for f in parts for p, seen in f.branches.items()})
        below = part_of_lines < LINES or part_of_branches < BRANCHES
        low += [folder] * below
        print(f"{folder:28}{lines} {branches}{'  too few' if below else ''}")
    print("\nconditions that decide alone (MC/DC)")
    for name in DECISIONS:
        text, part = share(files["", name].decisions)
        low += [name] * (part < 100)
        print(f"{name:32}{text}{'  too few' if part < 100 else ''}")
    marks = sum(len(re.findall(r"// unreachable: ", "\n".join(f.source))) for (which, _), f in files.items() if not which)
    print(f"\n{marks} places are marked as unreachable; bounds: {LINES} % of lines, {BRANCHES} % of branches, all conditions")
    return low


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, profiles = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    raw = sorted(profiles.glob("*.profraw"))
    if not raw:
        sys.exit(f"coverage.py: {profiles} has no profile: run the suites first")
    tool("llvm-profdata", "merge", "-sparse", *raw, "-o", profiles / "all.profdata")
    files = measured(build, profiles / "all.profdata")
    if len(sys.argv) == 3:
        low = report(files)
        sys.exit(f"below their bounds: {'; '.join(low)}" if low else 0)
    wanted_names = [name.rstrip("/") for name in sys.argv[3:]]
    for (which, name), file in sorted(files.items()):
        if name in wanted_names or os.path.dirname(name) in wanted_names:
            for line, text in sorted(file.missed()):
                print(f"{name}:{line}{f' ({which})' if which else ''}: {text}")


main()
