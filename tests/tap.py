# SPDX-License-Identifier: MIT
"""Shared functions of the test scripts: print results as TAP, and run a command with a small environment."""
import os
import subprocess
import sys

failed = False
number = 0


def report(name, problem=None):
    """Print the result of one test: passed, or its failure."""
    global failed, number
    number += 1
    print(f"{'not ok' if problem else 'ok'} {number} - {name}")
    for line in (problem or "").splitlines():
        print(f"# {line}")
    failed = failed or bool(problem)


def finish():
    """Print the number of tests. A script without tests has failed."""
    if number == 0:
        report("tests", "there are none")
    print(f"1..{number}")
    sys.exit(failed)


def of_build():
    """Return the environment variables for sanitizers, for coverage, and for the folder of temporary files."""
    names = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE", "TMPDIR")
    return {name: os.environ[name] for name in names if name in os.environ}


def run(command, folder=None, stdin=b""):
    """Run a command. Return standard output, standard error and exit status. The environment does not depend on the host."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", **of_build()}
    done = subprocess.run(command, cwd=folder, input=stdin, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return (done.stdout.decode("utf-8", "surrogateescape"),
            done.stderr.decode("utf-8", "surrogateescape"), done.returncode)
