# SPDX-License-Identifier: MIT
"""What the test scripts share: results as TAP, and running a command with a small environment."""
import os
import subprocess
import sys

failed = False
number = 0


def report(name, problem=None):
    """One test: passed, or what was wrong."""
    global failed, number
    number += 1
    print(f"{'not ok' if problem else 'ok'} {number} - {name}")
    for line in (problem or "").splitlines():
        print(f"# {line}")
    failed = failed or bool(problem)


def finish():
    """The end. A script that found nothing to test has failed."""
    if number == 0:
        report("tests", "there are none")
    print(f"1..{number}")
    sys.exit(failed)


def of_build():
    """What a build with sanitizers, or one that measures coverage, is told by the environment; and where temporary files go."""
    names = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE", "TMPDIR")
    return {name: os.environ[name] for name in names if name in os.environ}


def run(command, folder=None, stdin=b""):
    """Standard output, standard error and exit status. The environment says nothing of the host."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", **of_build()}
    done = subprocess.run(command, cwd=folder, input=stdin, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return (done.stdout.decode("utf-8", "surrogateescape"),
            done.stderr.decode("utf-8", "surrogateescape"), done.returncode)
