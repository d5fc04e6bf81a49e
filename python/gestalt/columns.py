# SPDX-License-Identifier: MIT
"""Views of the engine's memory.

A `Column` is the values of a key of all agents of a group: a sequence in the order of `ids`. What is
read is a copy; what is written goes to the agents at once. For work without copies, `Column.blocks`
returns arrays over the engine's own memory.

Views expire when agents are added, removed or moved: using one afterwards raises `Expired`. While
arrays of `blocks` exist, calls that would free or move their memory raise `Expired` instead.
"""
from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import _c, errors
from ._library import lib

if TYPE_CHECKING:
    from .population import Population

_DTYPES = {_c.GESTALT_FLOAT: np.dtype(np.float32), _c.GESTALT_INT: np.dtype(np.int32),
           _c.GESTALT_VEC2: np.dtype(np.float32), _c.GESTALT_VEC3: np.dtype(np.float32)}
_WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}


class _Memory:
    """Memory of the engine, to which arrays refer as long as they exist."""

    __slots__ = ("__array_interface__", "__weakref__", "population")

    def __init__(self, population: Population, address: int, shape: tuple[int, ...], strides: tuple[int, ...],
                 dtype: np.dtype[Any]) -> None:
        self.population = population
        self.__array_interface__ = {"version": 3, "shape": shape, "strides": strides, "typestr": dtype.str,
                                    "data": (address, False)}


class Rows:
    """The blocks of a group that are adjacent in memory, and their agents."""

    def __init__(self, population: Population, group: int) -> None:
        self.generation = population._generation
        self.first: list[int] = []
        self.count: list[int] = []
        self.stride = 0
        self.lanes = population.lanes
        index = 0
        stride = ctypes.c_size_t()
        while count := lib.gestalt_population_adjacent_blocks(population._handle, group, index, ctypes.byref(stride)):
            self.first.append(index)
            self.count.append(count)
            self.stride = stride.value
            index += count
        self.ids = np.empty((index, self.lanes), np.uint64)
        self.occupied = np.empty(index, np.uint64)
        if index:
            lib.gestalt_population_block_agents(
                population._handle, group, 0, index, self.occupied.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64)),
                self.ids.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64)))
        self.there = self.ids != np.uint64(2**64 - 1)
        self.agents: npt.NDArray[np.uint64] = self.ids[self.there]
        self.is_dense = bool(self.there.reshape(-1)[:len(self.agents)].all())


def masks_to_bools(masks: npt.NDArray[np.uint64], lanes: int) -> npt.NDArray[np.bool_]:
    """Return a bool for each lane of each mask."""
    bits = np.unpackbits(np.ascontiguousarray(masks).view(np.uint8), bitorder="little")
    return bits.reshape(-1, 64)[:, :lanes].view(np.bool_)


def bools_to_masks(bools: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Return a mask for each row of bools, of which there are at most 64."""
    count, lanes = bools.shape
    if lanes < 64:
        wide = np.zeros((count, 64), np.bool_)
        wide[:, :lanes] = bools
        bools = wide
    return np.packbits(bools, bitorder="little").view(np.uint64)


class Column(NDArrayOperatorsMixin):
    """The values of a key of all agents of a group, in the order of `ids`."""

    __slots__ = ("_population", "_group", "_key", "_name", "_rows", "_words")

    def __init__(self, population: Population, group: int, name: str, key: Any, words: tuple[str, ...]) -> None:
        self._population, self._group, self._key, self._name, self._words = population, group, key, name, words
        self._rows = population._rows(group)

    def _check(self) -> None:
        self._population._check_open()
        if self._rows.generation != self._population._generation:
            raise errors.Expired(f"agents were added, removed or moved since this view of `{self._name}` was made: "
                                 "make another one")

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents, in the order of the values."""
        self._check()
        return self._rows.agents

    @property
    def words(self) -> tuple[str, ...]:
        """The words of an enum, by value."""
        return self._words

    def __len__(self) -> int:
        self._check()
        return len(self._rows.agents)

    # ---- memory

    def _arrays(self, component: int) -> Iterator[npt.NDArray[Any]]:
        """Return arrays over the memory of each row of blocks: one value for each lane, or masks."""
        rows = self._rows
        is_bool = self._key.type == _c.GESTALT_BOOL
        for first, count in zip(rows.first, rows.count):
            column = lib.gestalt_population_column(self._population._handle, self._group, first, self._key)
            address = [ctypes.cast(p, ctypes.c_void_p).value for p in (column.floats, column.y, column.z)][component]
            if is_bool:
                memory = _Memory(self._population, address or 0, (count,), (rows.stride,), np.dtype(np.uint64))
            else:
                dtype = _DTYPES[self._key.type]
                memory = _Memory(self._population, address or 0, (count, rows.lanes), (rows.stride, dtype.itemsize), dtype)
            self._population._pin(memory)
            yield np.asarray(memory)

    def blocks(self, component: int = 0) -> list[npt.NDArray[Any]]:
        """Return arrays over the engine's memory: (blocks, lanes) for numbers, masks (blocks,) for bools.

        Lanes without an agent have any value: see `occupied`. The arrays are for reading and writing
        between ticks. As long as they exist, calls that would move their memory raise `Expired`.
        """
        self._check()
        return list(self._arrays(component))

    @property
    def occupied(self) -> npt.NDArray[np.bool_]:
        """For each block and lane, whether it has an agent."""
        self._check()
        return self._rows.there

    # ---- values

    def _read(self, component: int) -> npt.NDArray[Any]:
        parts = list(self._arrays(component))
        if self._key.type == _c.GESTALT_BOOL:
            masks = np.concatenate(parts) if parts else np.empty(0, np.uint64)
            return masks_to_bools(masks, self._rows.lanes)[self._rows.there]
        if not parts:
            return np.empty(0, _DTYPES[self._key.type])
        whole = np.concatenate(parts) if len(parts) > 1 else parts[0]
        count = len(self._rows.agents)
        if self._rows.is_dense:
            return np.array(whole).reshape(-1)[:count]
        values: npt.NDArray[Any] = whole[self._rows.there]
        return values

    def __array__(self, dtype: Any = None) -> npt.NDArray[Any]:
        self._check()
        width = _WIDTHS.get(self._key.type, 1)
        values = self._read(0) if width == 1 else np.stack([self._read(i) for i in range(width)], axis=1)
        return values if dtype is None else np.asarray(values, dtype)

    def _write(self, component: int, values: npt.NDArray[Any]) -> None:
        there, begin = self._rows.there, 0
        block = 0
        for part in self._arrays(component):
            own = there[block:block + len(part)]
            count = int(own.sum())
            if self._key.type == _c.GESTALT_BOOL:
                wide = np.zeros(own.shape, np.bool_)
                wide[own] = values[begin:begin + count]
                part[...] = bools_to_masks(wide)
            else:
                part[own] = values[begin:begin + count]
            begin += count
            block += len(part)
        self._population._touch(self._group)

    def __getitem__(self, index: Any) -> Any:
        return np.asarray(self)[index]

    def __setitem__(self, index: Any, values: Any) -> None:
        self._check()
        whole = np.asarray(self)
        whole[index] = values
        if whole.ndim == 1:
            self._write(0, whole)
        else:
            for component in range(whole.shape[1]):
                self._write(component, whole[:, component])

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **more: Any) -> Any:
        plain = [np.asarray(i) if isinstance(i, Column) else i for i in inputs]
        if out is None:
            return getattr(ufunc, method)(*plain, **more)
        result = getattr(ufunc, method)(*plain, **more)
        for target in out:
            target[...] = result
        return out[0] if len(out) == 1 else out

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(np.bool_) if self._key.type == _c.GESTALT_BOOL else _DTYPES[self._key.type]

    @property
    def shape(self) -> tuple[int, ...]:
        width = _WIDTHS.get(self._key.type)
        return (len(self), width) if width else (len(self),)

    def copy(self) -> npt.NDArray[Any]:
        """Return the values as an array of NumPy, of which calls such as `mean` are known."""
        return np.asarray(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(np.asarray(self), name)

    def __repr__(self) -> str:
        try:
            return f"<gestalt.Column {self._name!r}: {np.asarray(self)!r}>"
        except errors.Error as error:
            return f"<gestalt.Column {self._name!r}: {error}>"


class Pins:
    """The memory to which arrays refer."""

    def __init__(self) -> None:
        self._all: set[weakref.ref[_Memory]] = set()

    def add(self, memory: _Memory) -> None:
        self._all.add(weakref.ref(memory, self._all.discard))

    def check(self, what: str) -> None:
        """Raise an error if any array exists over memory that is about to move."""
        if self._all:
            raise errors.Expired(f"{what} would move memory to which {len(self._all)} arrays of `Column.blocks` refer: "
                                 "delete them first")
