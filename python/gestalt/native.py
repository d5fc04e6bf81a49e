# SPDX-License-Identifier: MIT
"""Shapes as native code, which ticks faster, with the same results."""
from __future__ import annotations

import ctypes
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING, Sequence

from . import _c, errors
from ._library import Collected, lib
from ._life import Unique

if TYPE_CHECKING:
    from .shape import Shape

_FLAGS = ["-std=c17", "-O3", "-ffp-contract=off", "-fno-math-errno", "-shared", "-fPIC"]


class Native(Unique):
    """The native code of a shape, for `Population(native=...)`, `Population.set_native` and edits."""

    def __init__(self, library: ctypes.CDLL, address: int, name: str) -> None:
        self._library, self._address, self.name = library, address, name

    def __repr__(self) -> str:
        return f"<gestalt.Native {self.name!r}>"


def to_address(native: Native | None) -> int | None:
    """Return native code for C."""
    if native is not None and not isinstance(native, Native):
        raise TypeError(f"native code must be a Native, not {type(native).__name__}: see `Shape.native`")
    return native._address if native else None


def _include_flags() -> list[str]:
    """Return where the headers are: $GESTALT_INCLUDE, this package, its repository, or what pkg-config says."""
    here = pathlib.Path(__file__).resolve().parent
    for folder in (os.environ.get("GESTALT_INCLUDE"), here / "_include", here.parents[1] / "include"):
        if folder and (pathlib.Path(folder) / "gestalt" / "native.h").exists():
            return [f"-I{folder}"]
    try:
        found = subprocess.run(["pkg-config", "--cflags", "gestalt"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise errors.FileError("cannot find <gestalt/native.h>: set GESTALT_INCLUDE to the folder of the "
                               "headers") from None
    return shlex.split(found.stdout)


def write_c(shape: Shape, name: str | None = None, leaves: str | None = None, node_limit: int = 0) -> str:
    """Return a shape as C. See `Shape.write_c`."""
    options = _c.gestalt_c_options(name=name.encode() if name else None, leaves=leaves.encode() if leaves else None,
                                   node_limit=node_limit)
    text = Collected()
    lib.gestalt_shape_write_c(shape._handle, ctypes.byref(options), text.writer)
    return text.text()


def compile_native(shape: Shape, *, compiler: str | None = None, flags: Sequence[str] = (), leaves: str | None = None,
                   node_limit: int = 0) -> Native:
    """Compile a shape to native code. See `Shape.native`."""
    command = shlex.split(compiler or os.environ.get("CC") or "cc")
    if not shutil.which(command[0]):
        raise errors.FileError(f"there is no C compiler `{command[0]}`: install one, or set CC; without native code, "
                               "the interpreter ticks the agents")
    text = write_c(shape, "tree", leaves, node_limit)
    with tempfile.TemporaryDirectory(prefix="gestalt-") as folder:
        source, target = pathlib.Path(folder) / "tree.c", pathlib.Path(folder) / "tree.so"
        source.write_text(text)
        machine = ["-march=native"] if platform.machine() in ("x86_64", "i686") else []
        own = shlex.split(os.environ.get("CFLAGS", ""))
        done = subprocess.run([*command, *_FLAGS, *machine, *own, *flags, *_include_flags(), str(source), "-o",
                               str(target), "-lm"], capture_output=True, text=True)
        if done.returncode:
            raise errors.Rejected(f"`{' '.join(command)}` cannot compile the code of {shape!r}:\n{done.stderr}")
        return load_native(target, shape)


def load_native(path: str | os.PathLike[str], shape: Shape) -> Native:
    """Load native code of a shape from a shared library, compiled from the output of `Shape.write_c`."""
    try:
        library = ctypes.CDLL(os.path.abspath(path))
    except OSError as error:
        raise errors.FileError(f"cannot load {os.fspath(path)}: {error}") from None
    for name in (re.sub(r"\W", "_", shape.name, flags=re.ASCII), "tree"):
        try:
            return Native(library, ctypes.addressof(ctypes.c_char.in_dll(library, f"{name}_native")), shape.name)
        except ValueError:
            pass
    raise errors.BadFile(f"{os.fspath(path)} has no code of {shape!r}")
