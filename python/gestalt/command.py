# SPDX-License-Identifier: MIT
"""The program `gestalt`, run from Python.

The program is $GESTALT_PROGRAM; otherwise that of this package, if it was installed as a wheel;
otherwise the first one on the PATH.
"""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import warnings as python_warnings
from typing import Any, Callable, Iterable

from . import errors
from .shape import CompileWarning


def program() -> str:
    """Return the path of the program."""
    named = os.environ.get("GESTALT_PROGRAM")
    if named:
        return named
    own = pathlib.Path(__file__).parent / "_libraries" / "gestalt"
    found = str(own) if own.exists() else shutil.which("gestalt")
    if not found:
        raise errors.FileError("the program `gestalt` was not found: install Gestalt, or set GESTALT_PROGRAM to the "
                               "path of the program")
    return found


def _read(process: subprocess.Popen[str], on_line: Callable[[str], Any] | None) -> str:
    """Return what a program writes, and pass each line on when it comes."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if on_line:
            on_line(line)
    return "".join(lines)


def _end(process: subprocess.Popen[str]) -> None:
    """End a program as Ctrl-C does, and then by force."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(arguments: Iterable[str | os.PathLike[str]], *, input: str | None = None,
        folder: str | os.PathLike[str] | None = None, accept: Iterable[int] = (0,),
        needs_text: bool = False, on_line: Callable[[str], Any] | None = None) -> str:
    """Run the program and return its standard output.

    If the exit status is not in `accept`, or with `needs_text`, if it is not 0 and there is no output, raises
    Error with the text of standard error. Otherwise, that text is issued as CompileWarning. `on_line` is
    called immediately for each line of standard output.
    """
    command = [program(), *(os.fspath(a) for a in arguments)]
    with tempfile.TemporaryFile("w+", errors="replace") as messages, tempfile.TemporaryFile("w+") as given:
        given.write(input or "")
        given.seek(0)
        try:
            process = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=messages, text=True,
                                       cwd=folder)
        except OSError as error:
            raise errors.FileError(f"cannot run {command[0]}: {error}") from error
        try:
            text = _read(process, on_line)
            status = process.wait()
        except BaseException:
            _end(process)
            raise
        finally:
            assert process.stdout
            process.stdout.close()
        messages.seek(0)
        # Options of the command are not those of Python functions.
        said = re.sub(r"\ngestalt: `gestalt [^`]*-h` shows its usage$", "", messages.read().rstrip("\n"))
    if status not in accept or (status and needs_text and not text):
        raise errors.Error(said or f"`{' '.join(command)}` has ended with status {status}")
    if said:
        python_warnings.warn(said, CompileWarning, stacklevel=3)
    return text


def options_of(given: dict[str, Any]) -> Iterable[str]:
    """Return the options for keyword arguments: `over_time="speed"` is `--over-time=speed`."""
    for name, value in given.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            yield option
        elif value is not False and value is not None:
            for one in value if isinstance(value, (list, tuple)) else [value]:
                yield f"{option}={one}"
