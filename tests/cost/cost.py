#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for inputs that cost more than their size allows:
cost.py GESTALT [--maker=PROGRAM] [--long] [--seconds=S] [--seed=N] [--sizes=BYTES,...] [FAMILY...]

No input of n bytes may take more than 0.5 s + 2 us * n of processor time and 64 MB + 100 * n of memory; a tree of another system of 1 MB,
not more than 100 MB. Each family is generated in
several sizes. For each command, the system reports the processor time, which hardly depends on other load, and the peak memory of the
process. The worst results are printed. An input that exceeds a bound, or a command that dies by a signal, is a failure.

The long form has more sizes and commands. After the named families, it repeats mistakes in every member of documents and scenes
(members.py), and enlarges each part of each golden document. All of these would take more than a day, so they run in random order until
the time is over. The family `members` stands for all of members.py.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

import documents
import files as others
import imports
import members

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

top = pathlib.Path(__file__).resolve().parent.parent.parent
seconds_base, seconds_per_byte = 0.5, 2e-6
memory_base, memory_per_byte = 64e6, 100.0
time_slack = 4.0  # factor for slower processors, for processors with other load, and for debug builds

# The first command reports the errors of a document. If there are any, other commands that compile it would report the same and are skipped.
document_commands = [["check"], ["compile", "-o", "out.gst"], ["show"], ["fmt"], ["schema"]]
compiling = ("compile", "show")
# Quadratic searches are noticeable only in large inputs, so the short form has these families in one large size.
large = ("unknown_types_and_trees", "trees_without_roots", "strange_members", "long_words", "names_alike", "scene_no_groups", "scene_empty_groups",
         "scene_strange_groups", "scene_report_groups", "scene_report_keys", "scene_recorded_reports")
large_size = 2000000
import_size = 1000000
member_commands = [["check"], ["check", "--limits=untrusted"], ["fmt"]]
more_document_commands = [["check", "--limits=untrusted"], ["check", "--diagnostics=json"], ["check", "--diagnostics=short"], ["check", "--json"], ["compile", "--as=c", "-o", "out.c"],
                          ["show", "--as=asm"], ["show", "--as=dot"], ["show", "--as=mermaid"], ["show", "--as=json"],
                          ["show", "--as=linked"]]


class Measure:
    """The cost of one command on one input, relative to its bounds."""

    def __init__(self, family, size, command, status, seconds, memory, declared):
        self.name, self.status = f"{family}, {size} bytes: gestalt {' '.join(command)}", status
        self.seconds, self.memory = seconds, memory
        self.of_time = seconds / (seconds_base + seconds_per_byte * size + declared[0])
        self.of_memory = memory / (memory_base + memory_per_byte * size + declared[1])
        self.bad = []
        if os.WIFSIGNALED(status):
            self.bad.append(f"died by signal {os.WTERMSIG(status)}")
        if self.of_time > time_slack:
            self.bad.append("takes too long")
        if self.of_memory > 1:
            self.bad.append("takes too much memory")

    def __str__(self):
        return f"{self.seconds:7.2f} s {self.of_time:6.2f}  {self.memory / 1e6:8.1f} MB {self.of_memory:6.2f}  {self.name}"


def measure(gestalt, folder, family, size, command, file, declared=(0, 0)):
    """Run a command on a file, for at most ten times its time limit. A family can declare more seconds and memory."""
    def limit():
        most = int(10 * (seconds_base + seconds_per_byte * size + declared[0])) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        bytes_ = int(10 * (memory_base + memory_per_byte * size + declared[1]))
        if not os.environ.get("ASAN_OPTIONS"):
            resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
    # Meson sets MALLOC_PERTURB_, which writes to memory that the program never uses.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    with open(os.devnull, "r+b") as nothing:
        process = subprocess.Popen([gestalt, *command, file], cwd=folder, env=environment, stdin=nothing, stdout=nothing, stderr=nothing,
                                   preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return Measure(family, size, command, status, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, declared)


def measure_all(small, gestalt, folder, family, size, commands, file):
    """Measure all commands on a file. A small process starts them."""
    measures, is_rejected = [], False
    for command in commands:
        if is_rejected and command[0] in compiling:
            continue
        declared = (0, 100e6 - memory_base - memory_per_byte * size) if family.startswith("import_") else others.declared(gestalt, folder, command, file)
        measures.append(small.submit(measure, gestalt, folder, family, size, command, file, declared).result())
        is_rejected = is_rejected or (command == ["check"] and os.waitstatus_to_exitcode(measures[-1].status) == 1)
    return measures


def enlarged(chosen):
    """Yield families that enlarge parts of golden documents."""
    for path in sorted((top / "tests/golden").glob("*/*.json")):
        if path.parent.name in ("good", "bad") and (not chosen or path.stem in chosen):
            for name, make in documents.amplified(path.read_text("utf-8", "replace")):
                yield f"{path.stem}:{name}", make, [["check"], ["show", "--as=linked"]]


def inputs(long, chosen, gestalt, maker, seed):
    """Yield families with their commands."""
    commands = document_commands + (more_document_commands if long else [])
    for number, (name, make) in enumerate(documents.all_families.items()):
        # The short form has one other command besides `check`, in turn.
        if not long and not chosen and not os.environ.get("GESTALT_THOROUGH"):
            commands = [document_commands[0], document_commands[1 + number % (len(document_commands) - 1)]]
        if not chosen or name in chosen:
            yield name, make, commands
    for name, make, commands in [*others.families(gestalt, maker), *imports.families()]:
        if not chosen or name in chosen:
            yield name, make, commands
    if long or chosen:
        wanted = [one for one in members.families(gestalt) if not chosen or "members" in chosen or one[0] in chosen]
        random.Random(seed).shuffle(wanted)
        for name, make in wanted:
            yield name, make, member_commands
        parts = list(enlarged(chosen))
        if not chosen:
            random.Random(seed).shuffle(parts)
            print(f"# {len(parts)} parts of golden documents, in the order of --seed={seed}")
        yield from parts


def write(folder, files):
    """Write an input, and return its size in bytes."""
    size = 0
    for name, content in files.items():
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        (pathlib.Path(folder) / name).write_bytes(data)
        size += len(data)
    return size


def main():
    # The peak memory of a process starts with the memory of its parent. This process grows with its inputs, so a small process that is
    # created now starts the measured commands.
    with concurrent.futures.ProcessPoolExecutor(max_workers=1) as small:
        small.submit(int).result()
        search(small)


def search(small):
    parser = argparse.ArgumentParser()
    parser.add_argument("gestalt")
    parser.add_argument("families", nargs="*")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--sizes")
    parser.add_argument("--maker", help="make_costly, without which there are no recordings")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long; 0 is never")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the order of parts of golden documents")
    options = parser.parse_intermixed_args()
    gestalt = str(pathlib.Path(options.gestalt).resolve())
    sizes = [int(size) for size in options.sizes.split(",")] if options.sizes else [10000, 300000, 3000000] if options.long else [120000]
    measures, begin = [], time.monotonic()
    maker = options.maker and str(pathlib.Path(options.maker).resolve())
    for name, make, commands in inputs(options.long, options.families, gestalt, maker, options.seed):
        family = []
        many = [import_size] if name.startswith("import_") else sizes
        if not options.long and name in large:
            commands = commands[:1]
        for size in sizes[-1:] if commands is member_commands else [large_size] if not options.long and name in large else many:
            with tempfile.TemporaryDirectory() as folder:
                files = make(size)
                if not files:
                    continue  # the original document exceeds a limit
                written = write(folder, files)
                file = next(iter(files))
                del files
                family += measure_all(small, gestalt, folder, name, written, commands, file)
            if family and family[-1].bad:
                break
        measures += family
        tap.report(name, "\n".join(f"{one}: {', '.join(one.bad)}" for one in family if one.bad))
        if options.seconds and time.monotonic() - begin > options.seconds:
            break
    for title, key in (("time", lambda one: one.of_time), ("memory", lambda one: one.of_memory)):
        print(f"# the worst of {title}: seconds, share of the bound, memory, share of the bound")
        for one in sorted(measures, key=key, reverse=True)[:12]:
            print(f"# {one}")
    tap.finish()


main()
