# SPDX-License-Identifier: MIT
"""Limits on the cost of files and trees."""
from __future__ import annotations

import ctypes
from typing import Any, Mapping

from . import _c, errors
from ._arguments import whole
from ._library import lib


class Limits:
    """Limits on files and trees. `Limits(nodes=1000)` changes one limit and keeps the default values of the others.

    The limits are `bytes` of a document or image, `nesting` of JSON, `nodes`, `items` and `depth` of a tree,
    `keys` of a blackboard, `visits` of leaves in a tick, and `agents` of a population. With `untrusted`, the
    limits that you do not set are lower, for files of unknown origin.

    >>> Limits(nodes=10).nodes, Limits(untrusted=True).nesting <= Limits().nesting
    (10, True)
    """

    names = tuple(field[0] for field in _c.gestalt_limits._fields_ if field[0] != "struct_size")

    bytes: int
    nesting: int
    nodes: int
    items: int
    depth: int
    keys: int
    visits: int
    agents: int

    def __init__(self, *, untrusted: bool = False, **limits: int) -> None:
        self._raw = _c.gestalt_limits()
        fill = lib.gestalt_limits_untrusted if untrusted else lib.gestalt_limits_default
        fill(ctypes.byref(self._raw), ctypes.sizeof(self._raw))
        for name, value in limits.items():
            if name not in self.names:
                raise errors.BadArgument(f"there is no limit `{name}`; the limits are {', '.join(self.names)}")
            setattr(self._raw, name, whole(value, f"`{name}`"))

    def __getattr__(self, name: str) -> Any:
        if name not in type(self).names:
            raise AttributeError(name)
        return int(getattr(self._raw, name))

    def __repr__(self) -> str:
        return f"Limits({', '.join(f'{name}={getattr(self, name)}' for name in self.names)})"


def limits_to_c(limits: Limits | Mapping[str, int]) -> Any:
    """Return limits for C: those given, or the default ones except for those that are given by name."""
    given: Any = limits
    return (given if isinstance(given, Limits) else Limits(**given))._raw
