#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the command as a user sees it: cli.py [--update] GESTALT [TEST...|-TEST...]

Runs all tests, some tests, or all tests except some.

tests/cli/TEST.test is a list of command lines with their output, standard output and standard error
together, and their exit status:

    # a comment
    $ gestalt chekc
      gestalt: there is no command `chekc`; did you mean `check`?
    = 2

Output is indented by two spaces. If the last line has no newline, it is followed by a line `\\`. A status of 0
is not written. All lines of a test run in bash, in one new folder with a copy of tests/cli/files, `examples`
and `library`, and
with empty standard input. The command, gestalt-bench, the built examples, make_costly and make_recording are in PATH.
"""
import concurrent.futures
import difflib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import tap

tests = pathlib.Path(__file__).resolve().parent / "cli"


# A command that hangs is killed with all its child processes. On a busy machine, under sanitizers, the slowest commands take a
# minute.
SECONDS_MOST = 250


def run(command, folder, gestalt):
    folders = ":".join(str(gestalt.parent / name) for name in (".", "bench", "examples", "tests"))
    environment = {"PATH": f"{folders}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TERM": "xterm", **tap.of_build()}
    with subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            out = process.communicate(timeout=SECONDS_MOST)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return f"it has not ended in {SECONDS_MOST} s\n", -signal.SIGKILL
    return out.decode("utf-8", "surrogateescape"), process.returncode


def result_lines(out, status):
    """Return output and status in the form of a test file."""
    lines = [f"  {line}\n" for line in out.split("\n")]
    if lines[-1] == "  \n":
        lines.pop()
    else:
        lines.append("\\\n")
    return lines + ([f"= {status}\n"] if status else [])


def is_result(line):
    return line.startswith("  ") or line.startswith("= ") or line == "\\\n"


def run_test(path, gestalt, update):
    """Run the tests of a file. Return each with its failure, if there is one."""
    old = path.read_text("utf-8", "surrogateescape").splitlines(True)
    new, results = [], []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(tests / "files", folder, dirs_exist_ok=True)
        for name in ("examples", "library"):
            (pathlib.Path(folder) / name).symlink_to(tests.parent.parent / name)
        at = 0
        while at < len(old):
            line = old[at]
            at += 1
            new.append(line)
            if not line.startswith("$ "):
                continue
            expected = []
            while at < len(old) and is_result(old[at]):
                expected.append(old[at])
                at += 1
            actual = result_lines(*run(line[2:], folder, gestalt))
            new += actual
            results.append((f"{path.stem}: {line[2:].strip()}", "" if update else "".join(
                difflib.unified_diff(expected, actual, "expected", "now"))))
    if update and new != old:
        path.write_text("".join(new), "utf-8", "surrogateescape")
    return results


def main(arguments):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup the signal is ignored, and commands would inherit that
    update = "--update" in arguments
    gestalt, *names = [argument for argument in arguments if argument != "--update"]
    some = [name for name in names if name[0] != "-"]
    chosen = [path for path in sorted(tests.glob("*.test")) if (not some or path.stem in some) and f"-{path.stem}" not in names]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for results in pool.map(lambda path: run_test(path, pathlib.Path(gestalt).resolve(), update), chosen):
            for name, problem in results:
                tap.report(name, problem)
    tap.finish()


main(sys.argv[1:])
