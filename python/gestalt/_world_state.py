# SPDX-License-Identifier: MIT
"""Worlds as the functions of a WorldHost see them."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import name_of
from ._failures import Failures
from ._library import lib
from ._life import Life, Unique
from ._part import pointer_to
from .leaf_calls import Call, Caller

if TYPE_CHECKING:
    from .world_host import WorldHost

Array = npt.NDArray[Any]


class _Memory(Unique):
    """Memory that lives as long as the world, which the array keeps."""

    def __init__(self, life: Life | None, address: int, count: int, dtype: np.dtype[Any]) -> None:
        self._life = life
        if life:
            life.keep()
        self.__array_interface__ = {"version": 3, "shape": (count,), "typestr": dtype.str, "data": (address, False)}

    def __del__(self) -> None:
        if self._life:
            self._life.release()


def _memory(pointer: Any, dtype: Any, count: int) -> Array:
    address = ctypes.cast(pointer, ctypes.c_void_p).value or 0
    return np.asarray(_Memory(None, address, count, np.dtype(dtype)))


class WorldState:
    """A world as a part sees it during a step, and its own columns: `state["name"]`, a value for each row."""

    def __init__(self, host: WorldHost, world: int) -> None:
        self._host, self._world = host, world
        self._addresses: dict[str, int] = {}
        self._life: Life | None = None
        self._numbers = 0
        self._failures = Failures()  # of functions that trees call
        self._failure: BaseException | None = None  # of functions of the part
        self._callers: dict[int, Caller] = {}  # by the address of their binding

    def _make(self) -> bool:
        """Create the columns and numbers. Return False if memory runs out."""
        for name, (dtype, kept) in self._host._columns.items():
            self._addresses[name] = lib.gestalt_world_make_column(self._world, dtype.itemsize, kept) or 0
        size = 8 * len(self._host._numbers)
        self._numbers = lib.gestalt_world_allocate(self._world, size) or 0 if size else 0
        if size and not (self._numbers and lib.gestalt_world_keep(self._world, self._numbers, size)):
            return False
        return all(self._addresses.values())

    def __getitem__(self, name: str) -> Array:
        """Return a column, for reading and writing."""
        if name not in self._addresses:
            raise errors.BadArgument(f"the host has no column `{name}`; it has {', '.join(self._addresses) or 'none'}")
        return np.asarray(_Memory(self._life, self._addresses[name], len(self), self._host._columns[name][0]))

    def __setitem__(self, name: str, values: Any) -> None:
        self[name][...] = values

    @property
    def numbers(self) -> _Numbers:
        """The numbers of the host by name, for reading and writing."""
        return _Numbers(self)

    def __len__(self) -> int:
        """Return the number of agents, which are the rows."""
        return int(lib.gestalt_world_columns_of(self._world).count)

    @property
    def steps(self) -> int:
        """The number of steps since the start."""
        return int(lib.gestalt_world_steps(self._world))

    @property
    def capacity(self) -> int:
        """The most agents at the same time."""
        return int(lib.gestalt_world_capacity(self._world))

    def _copy(self, name: str, rows: Any = slice(None)) -> Array:
        columns = lib.gestalt_world_columns_of(self._world)
        found = getattr(columns, name)
        members = [m for m in found if m] if isinstance(found, ctypes.Array) else [found]
        dtype = np.uint64 if name == "id" else np.float32
        arrays = [np.array(_memory(m, dtype, columns.count)[rows]) for m in members]
        values: Array = np.stack(arrays, axis=1) if isinstance(found, ctypes.Array) else arrays[0]
        return values

    @property
    def ids(self) -> Array:
        """The ids of the agents."""
        return self._copy("id")

    @property
    def position(self) -> Array:
        """The positions of all agents, by row: (agents, dimensions)."""
        return self._copy("position")

    @property
    def velocity(self) -> Array:
        """The velocities, as vectors."""
        return self._copy("velocity")

    @property
    def heading(self) -> Array:
        """The directions in which agents look, as vectors of length 1."""
        return self._copy("heading")

    @property
    def radius(self) -> Array:
        """The radii."""
        return self._copy("radius")

    def set(self, key: str, rows: Iterable[int], values: Any) -> None:
        """Set a key of some agents, in `before` and `after`. Trees without such a key are left alone."""
        name, chosen = name_of(key), np.atleast_1d(np.asarray(rows, np.int64))
        array = np.broadcast_to(np.asarray(values), chosen.shape)
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < len(self):
            raise errors.BadArgument("there are no such rows")
        call = lib.gestalt_world_set_int if array.dtype.kind in "iub" else lib.gestalt_world_set_float
        for row, value in zip(chosen.tolist(), array.tolist()):
            call(self._world, row, name, value)

    def near(self, points: Any, radius: Any) -> list[Array]:
        """Return the rows of agents within a radius of each point, in `ticked` and in calls of trees."""
        places = np.ascontiguousarray(points, np.float32)
        dimensions = sum(map(bool, lib.gestalt_world_columns_of(self._world).position))
        if places.ndim != 2 or places.shape[1] != dimensions:
            raise errors.BadArgument(f"points are an array of shape (points, {dimensions}), not {places.shape}")
        reach = np.ascontiguousarray(np.broadcast_to(np.asarray(radius, np.float32), (len(places),)))
        ends, capacity = np.empty(len(places), np.uint64), 16 * len(places)
        while True:
            rows = np.empty(capacity, np.uint32)
            total = lib.gestalt_world_near_many(
                self._world, pointer_to(places, ctypes.c_float), pointer_to(reach, ctypes.c_float), len(places),
                pointer_to(ends, ctypes.c_uint64), pointer_to(rows, ctypes.c_uint32), capacity)
            if total <= capacity:
                break
            capacity = total
        bounds = [0, *ends.tolist()]
        return [rows[begin:end] for begin, end in zip(bounds, bounds[1:])]


class _Numbers:
    def __init__(self, state: WorldState) -> None:
        self._state = state

    def _array(self) -> Array:
        state = self._state
        return np.asarray(_Memory(state._life, state._numbers, len(state._host._numbers), np.dtype(np.int64)))

    def _index(self, name: str) -> int:
        if name not in self._state._host._numbers:
            raise errors.BadArgument(f"the host has no number `{name}`")
        return self._state._host._numbers.index(name)

    def __getitem__(self, name: str) -> int:
        return int(self._array()[self._index(name)])

    def __setitem__(self, name: str, value: int) -> None:
        self._array()[self._index(name)] = value


class WorldCall(WorldState):
    """A call of a function by trees: one node, for many agents. Its arrays have a value for each of them."""

    def __init__(self, state: WorldState, call: Call) -> None:
        self.__dict__.update(state.__dict__)
        self._call = call
        self.node, self.now, self.tick = call.node, call.now, call.tick
        #: Whether an action is cancelled; what the function returns is ignored then.
        self.cancelling = call.cancelling

    @property
    def agents(self) -> Array:
        """The ids of the agents."""
        return self._call.agents

    @property
    def starting(self) -> Array:
        """Which agents start the action; the others resume it."""
        return self._call.starting

    @property
    def rows(self) -> Array:
        """The rows of the agents in all columns."""
        rows = np.empty(len(self._call), np.uint32)
        pointer = ctypes.cast(self._call._open(), ctypes.POINTER(_c.gestalt_gathered_call))
        lib.gestalt_world_gathered_rows(pointer, pointer_to(rows, ctypes.c_uint32))
        return rows.astype(np.int64)

    def near(self, radius: Any, points: Any = None) -> list[Array]:  # type: ignore[override]
        """Return the rows of agents within a radius of each agent, which is one of them, or of each point."""
        return super().near(self._copy("position", self.rows) if points is None else points, radius)
