#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tests under valgrind and clang's memory sanitizer, without suppressions.

    memory.py BUILD [TEST...]      valgrind: programs of the suite `unit`, the command in the tests of tests/cli and in those of
                                   pages that it serves, and the suite `python`, by name: all that are not of those below, or some
    memory.py BUILD --sanitized    a build with -fsanitize=memory: the suites below

What reads memory that is not set or not its own, or leaks, is an error.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Report only definite leaks: the C library keeps stacks of threads that have ended, which look like possible leaks.
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite",
            "--num-callers=25", "--max-stackframe=8000000"]
# Proofs and races take hours. Floats fail because valgrind ignores the rounding and flushing modes that a host has set.
LEFT_OUT_UNITS = ("elementary", "elementary_exact", "world_threads", "floats", "steering")
# Tests that compile, run other programs, or time signals.
LEFT_OUT_PYTHON = ("python_docs", "python_doctests", "python_examples", "python_importing", "python_interrupts", "python_native",
                   "python_numba", "python_random_views", "python_sweep", "python_types", "python_wheel")
# Tests that time signals, compile, time ticks, or need a terminal.
LEFT_OUT_COMMANDS = ("bench", "interrupt", "native", "workloads")
SECONDS = 3000
SANITIZED_SUITES = ("alloc", "fuzz", "golden", "limit", "roundtrip", "unit")
# Tests with libraries that are not built with the sanitizer, so that it misses their writes: jansson, mpfr, microhttpd, and memory streams.
LEFT_OUT_SANITIZED = ("unit diagnostic", "unit elementary_exact", "unit explain", "unit format", "unit json", "unit node_docs",
                      "fuzz json", "golden live", "golden follow",
                      "limit stack", "golden command")  # the latter times signals; valgrind runs its commands
SERVING = ("live", "follow")  # tests/NAME.py: they start commands that serve pages


def programs_of(build, suites):
    """Return the programs of suites, by suite and name, with command, folder and environment."""
    listed = subprocess.run(["meson", "introspect", "--tests", build], stdout=subprocess.PIPE, check=True).stdout
    return {f"{suite.split(':')[-1]} {test['name']}": test for test in json.loads(listed) for suite in test["suite"]
            if suite.split(":")[-1] in suites}


def run_program(test, build, *before):
    return subprocess.run([*before, *test["cmd"]], cwd=test["workdir"] or build, env=os.environ | test["env"], timeout=SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def run_unit(test, build):
    return run_program(test, build, *VALGRIND)


def run_python(test, build):
    """Run tests of the Python package. Python itself never frees some of its memory, so leaks do not count."""
    watched = test | {"env": test["env"] | {"PYTHONMALLOC": "malloc", "GESTALT_SMALL": "1"}}
    return run_program(watched, build, *VALGRIND, "--leak-check=no", "--fair-sched=yes")


def run_command(name, build):
    """Run a file of tests/cli with a command that is the command under valgrind."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([sys.executable, HERE / "cli.py", watched_command(folder, build), name], timeout=SECONDS,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def run_serving(name, build):
    """Run a test program with such a command. The output of valgrind goes to files, since the program reads the output of
    commands. The program may fail if valgrind does not support a test (such as a missing folder for temporary files)."""
    with tempfile.TemporaryDirectory() as folder:
        # Without --fair-sched, a thread may wait for a lock forever while another one works.
        command = watched_command(folder, build, "--fair-sched=yes", f"--log-file={folder}/%p.said")
        done = subprocess.run([sys.executable, HERE / f"{name}.py", command], timeout=SECONDS,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        said = b"".join(path.read_bytes() for path in sorted(pathlib.Path(folder).glob("*.said")))
        end = re.search(rb"^1\.\.\d+$", done.stdout, re.M)
        return subprocess.CompletedProcess(done.args, done.returncode, said + (b"\n" + end[0] if end else done.stdout))


def watched_command(folder, build, *options):
    """Create a command that is the command under valgrind, in a folder with the files that tests expect next to the command."""
    for beside in ("bench", "examples", "tests"):
        (pathlib.Path(folder) / beside).symlink_to(build / beside)
    command = pathlib.Path(folder) / "gestalt"
    command.write_text(f"#!/bin/sh\nexec {' '.join([*VALGRIND, *options])} {build}/gestalt \"$@\"\n", encoding="utf-8")
    command.chmod(0o755)
    return command


def judge(name, run, *words):
    """Run a test. Return its failure, or nothing."""
    try:
        done = run(*words)
    except subprocess.TimeoutExpired:
        return f"{name}: it is not done after {SECONDS} seconds"
    said = done.stdout.decode("utf-8", "replace")
    found = re.findall(r"^.*==\d+== ?.*$|^ +#\d+ 0x.*$|^SUMMARY: .*$", said, re.M)
    if found:
        return f"{name}\n" + "\n".join(found[:60])
    # Output may contain bytes and milliseconds, so failed comparisons are ignored. But all tests must have run.
    failed = done.returncode != 0 if run in (run_program, run_unit, run_python) else not re.search(r"^1\.\.\d+$", said, re.M)
    return f"{name} fails\n{said[-2000:]}" if failed else None


def judge_all(jobs, by):
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for job, problem in zip(jobs, pool.map(lambda words: judge(*words), jobs)):
            print(problem or f"ok {job[0]}", flush=True)
            wrong += problem is not None
    print(f"{len(jobs)} tests, of which {by} has something to say about {wrong}")
    sys.exit(wrong > 0)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if names == ["--sanitized"]:
        judge_all([(name, run_program, test, build) for name, test in programs_of(build, SANITIZED_SUITES).items()
                   if name not in LEFT_OUT_SANITIZED], "the memory sanitizer")
    programs = {name.split()[1]: test for name, test in programs_of(build, ("unit",)).items()}
    snakes = {name.split()[1]: test for name, test in programs_of(build, ("python",)).items()}
    commands = [path.stem for path in sorted((HERE / "cli").glob("*.test"))]
    unknown = [name for name in names if name not in (*programs, *snakes, *commands, *SERVING)]
    if unknown:
        sys.exit(f"memory: there is no test {', '.join(unknown)}")
    jobs = [(name, run_serving, name, build) for name in SERVING if name in names or not names]
    jobs += [(name, run_unit, programs[name], build) for name in programs
             if name in names or (not names and name not in LEFT_OUT_UNITS)]
    jobs += [(f"command {name}", run_command, name, build) for name in commands
             if name in names or (not names and name not in LEFT_OUT_COMMANDS)]
    jobs += [(name, run_python, snakes[name], build) for name in snakes
             if name in names or (not names and name not in LEFT_OUT_PYTHON)]
    judge_all(jobs, "valgrind")


main()
