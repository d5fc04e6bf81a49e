# SPDX-License-Identifier: MIT
"""Checks of what callers pass: ctypes would cut numbers and texts, or accept them as something else."""
from __future__ import annotations

import operator
import os
from typing import Any, Callable, Iterable, Mapping

from . import errors


def whole(value: Any, what: str, most: int = 2**64 - 1, least: int = 0) -> int:
    """Return an int that fits."""
    if isinstance(value, bool):
        raise TypeError(f"{what} must be an int, not a bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an int, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise errors.BadArgument(f"{what} cannot be {number}: it must be from {least} to {most}")
    return number


def name_of(value: Any, what: str = "a name") -> bytes:
    """Return a name for the engine."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    try:
        text = value.encode()
    except UnicodeEncodeError:
        raise errors.BadArgument(f"{what} cannot be {value!r}: it is not valid Unicode") from None
    if b"\0" in text:
        raise errors.BadArgument(f"{what} cannot be {value!r}: it has a zero byte")
    return text


def data_of(value: Any, what: str) -> bytes:
    """Return bytes, of which `bytes` would also make some from numbers and lists."""
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{what} must be bytes, not {type(value).__name__}")
    return bytes(value)


def path_of(value: Any, what: str = "a path") -> bytes:
    """Return a path for the engine."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{what} must be a str or a path, not {type(value).__name__}")
    try:
        text = os.fsencode(value)
    except UnicodeEncodeError:
        raise errors.BadArgument(f"{what} cannot be {value!r}: it is not valid Unicode") from None
    if b"\0" in text:
        raise errors.BadArgument(f"{what} cannot be {value!r}: it has a zero byte")
    return text


def mapping_of(value: Any, what: str) -> Mapping[str, Any]:
    """Return a dict, which is empty for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a dict, not {type(value).__name__}")
    return value


def list_of_names(value: Any, what: str) -> list[str]:
    """Return a list of names, which a single one is not."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable) or getattr(value, "ndim", 1) != 1:
        raise TypeError(f"{what} must be a list of names, not {type(value).__name__}")
    names = list(value)
    for name in names:
        name_of(name, f"a name in {what}")
    return names


def function_of(value: Any, what: str) -> Callable[..., Any]:
    """Return a function."""
    if not callable(value):
        raise TypeError(f"{what} must be a function, not {type(value).__name__}")
    return value  # type: ignore[no-any-return]
