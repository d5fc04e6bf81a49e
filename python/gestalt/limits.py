# SPDX-License-Identifier: MIT
"""Limits for what is created from files."""
from __future__ import annotations

import ctypes
from typing import Any, Mapping

from . import _c, errors
from ._library import lib


def limits_to_c(limits: Mapping[str, int]) -> Any:
    """Return limits for C: the default ones, except for those that are given by name."""
    made = _c.gestalt_limits()
    lib.gestalt_limits_default(ctypes.byref(made), ctypes.sizeof(made))
    names = [field[0] for field in made._fields_ if field[0] != "struct_size"]
    for name, value in limits.items():
        if name not in names:
            raise errors.BadArgument(f"there is no limit `{name}`; the limits are {', '.join(names)}")
        setattr(made, name, value)
    return made
