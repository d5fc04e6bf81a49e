# SPDX-License-Identifier: MIT
"""The shared libraries, and calls of their functions.

`lib.gestalt_x(...)` calls a C function. A function that ends with a `gestalt_error *` is called
without it, and raises what it reports. Wrong use of the C interface raises `Misuse` as well, also
from functions without an error: the libraries report it to a handler, which this module sets.

The libraries are those in the folder $GESTALT_LIBRARIES; otherwise those of this package, if it was
installed as a wheel; otherwise those that the system finds.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
import threading
from typing import Any, Callable

from . import _c, errors

SONAME = "so.2"

_loaded: dict[str, ctypes.CDLL] = {}


class _Misuses(threading.local):
    """What was reported to this thread during its call."""

    def __init__(self) -> None:
        self.list: list[tuple[str, str]] = []


_misuses = _Misuses()


def _paths(name: str) -> list[str]:
    file = f"lib{name}.{SONAME}"
    folder = os.environ.get("GESTALT_LIBRARIES")
    if folder:
        return [str(pathlib.Path(folder) / file)]
    own = pathlib.Path(__file__).parent / "_libraries" / file
    return [str(own)] if own.exists() else [file]


def library(part: str) -> ctypes.CDLL:
    """Load a library: `gestalt`, `recorder`, `worlds` or `live`, with those that it needs."""
    if part in _loaded:
        return _loaded[part]
    for needed in {"recorder": ["gestalt"], "worlds": ["gestalt", "recorder"], "live": ["gestalt", "recorder", "worlds"]}.get(part, []):
        library(needed)
    name = "gestalt" if part == "gestalt" else f"gestalt-{part}"
    last: OSError | None = None
    for path in _paths(name):
        try:
            # Other libraries must find the symbols of this one.
            _loaded[part] = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
            break
        except OSError as error:
            last = error
    else:
        raise ImportError(f"cannot load lib{name}: {last}; install Gestalt, or set GESTALT_LIBRARIES to the "
                          f"folder of its libraries") from last
    if part == "gestalt":
        _check_version(_loaded[part])
        _watch_misuse(_loaded[part])
    return _loaded[part]


def _check_version(loaded: ctypes.CDLL) -> None:
    loaded.gestalt_version.restype = ctypes.c_char_p
    version = loaded.gestalt_version().decode()
    if version != _c.VERSION:
        raise ImportError(f"this package is for Gestalt {_c.VERSION}, but the library is {version}: install both "
                          "from the same version")


@_c.gestalt_misuse_handler  # type: ignore[misc]
def _note_misuse(user: int, function: int, message: int) -> None:
    _misuses.list.append((ctypes.string_at(function).decode(), ctypes.string_at(message).decode()))


def _watch_misuse(loaded: ctypes.CDLL) -> None:
    loaded.gestalt_on_misuse.restype = None
    loaded.gestalt_on_misuse(_note_misuse, None)


def _raise_misuse() -> None:
    function, message = _misuses.list[0]
    _misuses.list.clear()
    raise errors.Misuse(f"{function}: {message}")


def _with_error(function: Any) -> Callable[..., None]:
    def call(*arguments: Any, misuses: _Misuses = _misuses) -> None:
        error = _c.gestalt_error()
        try:
            result = function(*arguments, ctypes.byref(error))
        except ctypes.ArgumentError as wrong:
            raise TypeError(f"{function.__name__}: {wrong}") from None
        if result:
            misuses.list.clear()
            errors.throw(result, error.message.decode(errors="replace"), error.offset)
    return call


def _plain(function: Any) -> Callable[..., Any]:
    # Finalizers call this also after the modules have lost their members.
    def call(*arguments: Any, misuses: _Misuses = _misuses) -> Any:
        try:
            result = function(*arguments)
        except ctypes.ArgumentError as wrong:
            raise TypeError(f"{function.__name__}: {wrong}") from None
        if misuses.list:
            _raise_misuse()
        return result
    return call


class _Functions:
    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in _c.functions:
            raise AttributeError(name)
        part, restype, argtypes, raises = _c.functions[name]
        function = getattr(library(part), name)
        function.restype = restype
        function.argtypes = argtypes
        call = _with_error(function) if raises else _plain(function)
        setattr(self, name, call)
        return call


lib = _Functions()


class Collected:
    """A gestalt_writer that collects text."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self._write = type(self).function(self._take)  # kept alive as long as the writer
        self.writer = _c.gestalt_writer(self._write, None)

    function: Any = _c.gestalt_writer._fields_[0][1]

    def _take(self, user: int, text: int, size: int) -> bool:
        self.pieces.append(ctypes.string_at(text, size))
        return True

    def bytes(self) -> bytes:
        return b"".join(self.pieces)

    def text(self) -> str:
        return self.bytes().decode(errors="replace")
