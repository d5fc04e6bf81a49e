# SPDX-License-Identifier: MIT
"""What the parts of `Population` share: its members, and arrays of C structs."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np
import numpy.typing as npt

from . import errors
from ._arguments import whole
from ._library import lib
from ._life import Unique

if TYPE_CHECKING:
    from ._life import Turn
    from .columns import Pins, Rows
    from .leaf_binding import Binding
    from .shape import Shape

Array = npt.NDArray[Any]


class Part(Unique):
    """The base of the parts, which use these members of the population."""

    _instead = "use `snapshot` and `load`"

    _handle: int
    _shapes: list[Shape]
    _bindings: list[Binding | None]
    _generation: int
    _group_changes: int = 0  # removals and edits
    _announces_writes: bool
    _pins: Pins
    _turn: Turn
    lanes: int

    if TYPE_CHECKING:
        def _check_open(self) -> None: ...
        def _changes(self) -> None: ...
        def _moves(self, what: str) -> None: ...
        def _rows(self, group: int) -> Rows: ...
        def _touched(self, group: int) -> None: ...

    def _check_group(self, group: int) -> int:
        """Return the number of a group that exists."""
        self._check_open()
        count = lib.gestalt_population_group_count(self._handle)
        if not 0 <= whole(group, "a group", 2**32 - 1) < count:
            raise errors.BadArgument(f"there is no group {group}: the population has {count}")
        return int(group)


def struct_dtype(struct: type[ctypes.Structure]) -> np.dtype[Any]:
    """Return the dtype of a struct. Pointers are numbers."""
    names, formats, offsets = [], [], []
    for name, kind in ((f[0], f[1]) for f in struct._fields_):
        names.append(name)
        offsets.append(getattr(struct, name).offset)
        is_pointer = issubclass(kind, (ctypes.c_char_p, ctypes.c_void_p, ctypes._Pointer))
        formats.append("<u8" if is_pointer else np.dtype(kind))
    # mypy does not know this form.
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": ctypes.sizeof(struct)})


def structs_over(pointer: Any, count: int, struct: type[ctypes.Structure]) -> Array:
    """Return an array over structs in C's memory, to be read before C frees them."""
    dtype = struct_dtype(struct)
    if not count:
        return np.empty(0, dtype)
    address = ctypes.cast(pointer, ctypes.c_void_p).value or 0
    memory: Any = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
    found: Array = np.frombuffer(memory, dtype)
    return found


def structs_at(pointer: Any, count: int, struct: type[ctypes.Structure]) -> Array:
    """Return a copy of an array of structs in C's memory."""
    return structs_over(pointer, count, struct).copy()


def pointer_to(array: Array, kind: Any) -> Any:
    """Return a pointer to the values of an array, which the pointer keeps alive."""
    return array.ctypes.data_as(ctypes.POINTER(kind))


def to_ids(agents: int | Iterable[int] | npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return ids of agents as a flat array."""
    try:
        ids = np.atleast_1d(np.asarray(agents))
        if ids.dtype == object:  # too large for 64 bits
            ids = np.array([whole(agent, "an id") for agent in ids.reshape(-1).tolist()], np.uint64)
        if ids.size and ids.dtype.kind not in "iu":
            raise TypeError
        if ids.dtype.kind == "i" and (ids < 0).any():
            raise errors.BadArgument("the id of an agent cannot be negative")
        return np.ascontiguousarray(ids.reshape(-1), np.uint64)
    except (TypeError, ValueError) as error:
        if isinstance(error, errors.Error):
            raise
        raise TypeError("agents are given as an id, or as an array of ids") from None
