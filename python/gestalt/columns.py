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
import functools
import operator
import weakref
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import _c, errors
from ._library import lib
from ._life import Unique
from .values import WIDTHS, index_of_word

if TYPE_CHECKING:
    from ._part import Part

DTYPES = {_c.GESTALT_FLOAT: np.dtype(np.float32), _c.GESTALT_INT: np.dtype(np.int32),
          _c.GESTALT_VEC2: np.dtype(np.float32), _c.GESTALT_VEC3: np.dtype(np.float32)}
_NOBODY = np.uint64(2**64 - 1)


class _Memory:
    """Memory of the engine, to which arrays refer as long as they exist."""

    __slots__ = ("__array_interface__", "__weakref__", "population")

    def __init__(self, population: Part, address: int, shape: tuple[int, ...], strides: tuple[int, ...],
                 dtype: np.dtype[Any], is_read_only: bool) -> None:
        self.population = population
        self.__array_interface__ = {"version": 3, "shape": shape, "strides": strides, "typestr": dtype.str,
                                    "data": (address, is_read_only)}


def array_over(population: Part, address: int, shape: tuple[int, ...], strides: tuple[int, ...],
               dtype: np.dtype[Any], is_read_only: bool = False) -> npt.NDArray[Any]:
    """Return an array over memory of a population. While the array exists, the memory is not moved."""
    memory = _Memory(population, address, shape, strides, dtype, is_read_only)
    population._pins.add(memory)
    return np.asarray(memory)


class Pins:
    """The memory to which arrays refer."""

    def __init__(self) -> None:
        self._all: set[weakref.ref[_Memory]] = set()

    def add(self, memory: _Memory) -> None:
        self._all.add(weakref.ref(memory, self._all.discard))

    def __len__(self) -> int:
        return len(self._all)

    def check(self, what: str) -> None:
        """Raise an error if any array exists over memory that is about to move."""
        if self._all:
            raise errors.Expired(f"{what} would free or move memory to which {len(self._all)} arrays of "
                                 "`Column.blocks` refer: delete these first")


class Rows:
    """The blocks of a group that are adjacent in memory, and their agents."""

    def __init__(self, population: Part, group: int) -> None:
        self._population, self._group = weakref.ref(population), group  # the population has its rows
        self.generation = population._generation
        self.first: list[int] = []
        self.count: list[int] = []
        self.stride = 0
        self.lanes = population.lanes
        self.blocks = 0
        stride = ctypes.c_size_t()
        while count := lib.gestalt_population_adjacent_blocks(population._handle, group, self.blocks,
                                                              ctypes.byref(stride)):
            self.first.append(self.blocks)
            self.count.append(count)
            self.stride = stride.value
            self.blocks += count

    @functools.cached_property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The id of the agent of each block and lane."""
        ids = np.empty((self.blocks, self.lanes), np.uint64)
        population = self._population()
        if self.blocks and population is not None:
            lib.gestalt_population_block_agents(population._handle, self._group, 0, self.blocks, None,
                                                ids.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64)))
        ids.flags.writeable = False
        return ids

    @functools.cached_property
    def there(self) -> npt.NDArray[np.bool_]:
        """Whether each block and lane has an agent."""
        there: npt.NDArray[np.bool_] = self.ids != _NOBODY
        there.flags.writeable = False
        return there

    @functools.cached_property
    def agents(self) -> npt.NDArray[np.uint64]:
        agents = self.ids[self.there]
        agents.flags.writeable = False
        return agents

    @functools.cached_property
    def is_dense(self) -> bool:
        """Whether only the last lanes are empty."""
        return bool(self.there.reshape(-1)[:len(self.agents)].all())

    @functools.cached_property
    def places(self) -> npt.NDArray[np.intp]:
        """By agent: block * lanes + lane."""
        return np.flatnonzero(self.there)

    def position(self, index: int) -> tuple[int, int]:
        """Return the block and the lane of an agent by its index."""
        count = len(self.agents)
        if not -count <= index < count:
            raise IndexError(f"there is no agent at {index}: the group has {count}")
        index += count if index < 0 else 0
        place = index if self.is_dense else int(self.places[index])
        return divmod(place, self.lanes)


class View(Unique):
    """A view of a key of a group. It expires when agents are added, removed or moved."""

    __slots__ = ("_population", "_group", "_key", "_name", "_rows", "_words", "_turn")

    _instead = "its values can, as `np.asarray(view)` or `list(view)`"

    def __init__(self, population: Part, group: int, name: str, key: Any, words: tuple[str, ...]) -> None:
        self._population, self._group, self._key, self._name, self._words = population, group, key, name, words
        self._rows = population._rows(group)
        self._turn = population._turn

    def _check(self) -> None:
        self._population._check_open()
        if self._rows.generation != self._population._generation:
            raise errors.Expired(f"agents were added, removed or moved after this view of `{self._name}` was created: "
                                 "make another one")

    def _check_writing(self) -> None:
        """Raise an error unless agents can change now. They cannot before an interrupted tick or an edit has ended."""
        self._check()
        handle = self._population._handle
        lib.gestalt_population_set_now(handle, lib.gestalt_population_now(handle))  # changes nothing

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents, in the order of the values."""
        with self._turn:
            self._check()
            return self._rows.agents

    @property
    def occupied(self) -> npt.NDArray[np.bool_]:
        """A bool for each block and lane: whether it has an agent."""
        with self._turn:
            self._check()
            return self._rows.there

    @property
    def words(self) -> tuple[str, ...]:
        """The words of an enum, by value."""
        return self._words

    def __len__(self) -> int:
        with self._turn:
            self._check()
            return len(self._rows.agents)


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


def to_codes(values: Any, words: tuple[str, ...]) -> Any:
    """Return values of an enum as numbers: words become their indices."""
    given = np.asarray(values)
    if given.dtype.kind not in "UO":
        return values
    if given.dtype.kind == "U" and given.size > len(words):
        codes = np.full(given.shape, -1, np.int32)
        for code, word in enumerate(words):
            codes[given == word] = code
        if (codes < 0).any():
            index_of_word(str(given[codes < 0][0]), words)  # raises the error
        return codes
    flat = [index_of_word(v, words) if isinstance(v, str) else v for v in given.reshape(-1).tolist()]
    return np.array(flat, np.int32).reshape(given.shape)


class Column(View, NDArrayOperatorsMixin):
    """The values of a key for all agents of a group, in the order of `ids`.

    Use a column like a NumPy array. Reading copies values, and writing changes the agents. The values of
    an enum are indices of its words; writing and comparing accepts words as well.
    """

    __slots__ = ()

    # ---- memory

    def _arrays(self, component: int, only: int | None = None) -> Iterator[npt.NDArray[Any]]:
        """Return arrays over the memory of each row of blocks, or of one block: a value for each lane, or masks."""
        rows = self._rows
        is_bool = self._key.type == _c.GESTALT_BOOL
        for first, count in zip(rows.first, rows.count) if only is None else [(only, 1)]:
            column = lib.gestalt_population_column(self._population._handle, self._group, first, self._key)
            address = [ctypes.cast(p, ctypes.c_void_p).value for p in (column.floats, column.y, column.z)][component]
            dtype: np.dtype[Any] = np.dtype(np.uint64) if is_bool else DTYPES[self._key.type]
            shape: tuple[int, ...] = (count,) if is_bool else (count, rows.lanes)
            yield array_over(self._population, address or 0, shape, (rows.stride, dtype.itemsize)[:len(shape)], dtype)

    def blocks(self, component: int = 0) -> list[npt.NDArray[Any]]:
        """Return arrays over the engine's memory: (blocks, lanes) for numbers, masks (blocks,) for bools.

        The values of lanes without an agent have no meaning: see `occupied`. Read and write the arrays only
        between ticks. As long as they exist, calls that would move their memory raise `Expired`.
        """
        width = WIDTHS.get(self._key.type, 1)
        if not 0 <= operator.index(component) < width:
            raise errors.BadArgument(f"there is no component {component} of `{self._name}`, which has {width}")
        with self._turn:
            self._check()
            return list(self._arrays(component))

    # ---- values

    @property
    def _width(self) -> int:
        return WIDTHS.get(self._key.type, 0)

    def _read_component(self, component: int) -> npt.NDArray[Any]:
        parts = list(self._arrays(component))
        if self._key.type == _c.GESTALT_BOOL:
            masks = np.concatenate(parts) if parts else np.empty(0, np.uint64)
            return masks_to_bools(masks, self._rows.lanes)[self._rows.there]
        if not parts:
            return np.empty(0, DTYPES[self._key.type])
        whole = np.concatenate(parts) if len(parts) > 1 else parts[0]
        count = len(self._rows.agents)
        if self._rows.is_dense:
            return np.array(whole).reshape(-1)[:count]
        values: npt.NDArray[Any] = whole[self._rows.there]
        return values

    def _read(self) -> npt.NDArray[Any]:
        if self._width:
            values = np.empty((len(self._rows.agents), self._width), self.dtype)
            for i in range(self._width):
                values[:, i] = self._read_component(i)
            return values
        return self._read_component(0)

    def _read_one(self, index: int) -> Any:
        block, lane = self._rows.position(index)
        if self._key.type == _c.GESTALT_BOOL:
            return np.bool_(int(next(self._arrays(0, block))[0]) >> lane & 1)
        parts = [next(self._arrays(i, block))[0, lane] for i in range(self._width or 1)]
        return np.array(parts) if self._width else parts[0]

    def _write_one(self, index: int, given: npt.NDArray[Any]) -> None:
        block, lane = self._rows.position(index)
        shape = (self._width,) if self._width else ()
        try:
            values = np.broadcast_to(given, shape)
        except ValueError:
            raise errors.BadArgument(f"a value of shape {given.shape} cannot be written to `{self._name}`, where it "
                                     f"needs shape {shape}") from None
        for component in range(self._width or 1):
            memory = next(self._arrays(component, block))
            if self._key.type == _c.GESTALT_BOOL:
                bit = np.uint64(1 << lane)
                memory[0] = memory[0] | bit if values else memory[0] & ~bit
            else:
                memory[0, lane] = values[component] if self._width else values
        self._population._touched(self._group)

    def _write_component(self, component: int, values: npt.NDArray[Any]) -> None:
        there, begin = self._rows.there, 0
        block = 0
        for part in self._arrays(component):
            own = there[block:block + len(part)]
            count = int(own.sum())
            if self._key.type == _c.GESTALT_BOOL:
                wide = np.zeros(own.shape, np.bool_)
                wide[own] = values[begin:begin + count]
                part[...] = bools_to_masks(wide)
            elif count == own.size:
                part[...] = values[begin:begin + count].reshape(own.shape)
            else:
                part[own] = values[begin:begin + count]
            begin += count
            block += len(part)

    def _write_places(self, component: int, places: npt.NDArray[np.intp], values: npt.NDArray[Any]) -> None:
        """Write values to places, block * lanes + lane, which ascend."""
        lanes, begin = self._rows.lanes, 0
        for part in self._arrays(component):
            first, last = np.searchsorted(places, [begin * lanes, (begin + len(part)) * lanes])
            own = places[first:last] - begin * lanes
            if self._key.type == _c.GESTALT_BOOL:
                chosen, wide = np.zeros((2, len(part) * lanes), np.bool_)
                chosen[own], wide[own] = True, values[first:last]
                chosen, wide = chosen.reshape(-1, lanes), wide.reshape(-1, lanes)
                part[...] = (part & ~bools_to_masks(chosen)) | bools_to_masks(wide)
            elif len(own) == part.size:
                part[...] = values[first:last].reshape(part.shape)
            else:
                block, lane = np.divmod(own, lanes)
                part[block, lane] = values[first:last]
            begin += len(part)

    def _write_range(self, component: int, first: int, values: npt.NDArray[Any]) -> None:
        """Write values of adjacent places, not of bools: whole blocks at once."""
        lanes, begin, end = self._rows.lanes, 0, first + len(values)
        for part in self._arrays(component):
            here, last = max(first, begin), min(end, begin + part.size)
            while here < last:
                block, lane = divmod(here - begin, lanes)
                blocks = max((last - here) // lanes, 1) if lane == 0 else 1
                count = min(blocks * lanes - lane, last - here)
                target = part[block:block + blocks] if count % lanes == 0 else part[block, lane:lane + count]
                target[...] = values[here - first:here - first + count].reshape(target.shape)
                here += count
            begin += part.size

    def _write_span(self, component: int, first: int, last: int, values: npt.NDArray[Any]) -> None:
        """Write values of the agents from one place to another one, among which there are gaps, or bools."""
        lanes, done, block = self._rows.lanes, 0, 0
        for part in self._arrays(component):
            begin, end = max(first // lanes - block, 0), min(last // lanes - block + 1, len(part))
            if begin < end:
                own = self._rows.there[block + begin:block + end].copy()
                own.reshape(-1)[:max(first - (block + begin) * lanes, 0)] = False
                own.reshape(-1)[last + 1 - (block + begin) * lanes:] = False
                target, count = part[begin:end], np.count_nonzero(own)
                if self._key.type == _c.GESTALT_BOOL:
                    wide = np.zeros(own.shape, np.bool_)
                    wide[own] = values[done:done + count]
                    target[...] = (target & ~bools_to_masks(own)) | bools_to_masks(wide)
                else:
                    target[own] = values[done:done + count]
                done += count
            block += len(part)

    def _write_slice(self, chosen: range, given: npt.NDArray[Any]) -> None:
        """Write values of adjacent agents."""
        shape = (len(chosen), self._width) if self._width else (len(chosen),)
        while given.ndim > len(shape) and given.shape[0] == 1:
            given = given[0]
        try:
            values = np.broadcast_to(given, shape)
        except ValueError:
            raise self._misfit(given, shape) from None
        has_gaps = not self._rows.is_dense
        for component in range((self._width or 1) if chosen else 0):
            own = values[:, component] if self._width else values
            if has_gaps or self._key.type == _c.GESTALT_BOOL:
                first, last = (int(self._rows.places[i]) if has_gaps else i for i in (chosen[0], chosen[-1]))
                self._write_span(component, first, last, own)
            else:
                self._write_range(component, chosen.start, own)

    def _misfit(self, given: npt.NDArray[Any], shape: tuple[int, ...]) -> errors.BadArgument:
        return errors.BadArgument(f"values of shape {given.shape} cannot be written to `{self._name}`, where they "
                                  f"need shape {shape}")

    def converted(self, values: Any) -> npt.NDArray[Any]:
        """Return values for the column with its type, or raise an error if they do not fit."""
        given = np.asarray(to_codes(values, self._words) if self._words else values)
        kinds = "b" if self._key.type == _c.GESTALT_BOOL else "iu" if self._key.type == _c.GESTALT_INT else "iuf"
        if given.dtype.kind not in kinds and given.size:
            raise TypeError(f"values of type {given.dtype} cannot be written to `{self._name}`, which has {self.dtype}")
        if self._key.type == _c.GESTALT_INT and given.size:
            most, least = (len(self._words) - 1, 0) if self._words else (2**31 - 1, -2**31)
            if int(given.max()) > most or int(given.min()) < least:
                raise errors.BadArgument(f"values of `{self._name}` are from {least} to {most}")
        return given.astype(self.dtype)

    def _assign(self, index: Any, values: Any) -> None:
        given = self.converted(values)
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            self._write_one(int(index), given)
            return
        is_all = index is Ellipsis or (isinstance(index, slice) and index == slice(None))
        width, count = self._width, len(self._rows.agents)
        if isinstance(index, slice) and not is_all and (index.step is None or index.step == 1):
            self._write_slice(range(count)[index], given)
            self._population._touched(self._group)
            return
        whole = np.empty((count, width) if width else (count,), self.dtype) if is_all else self._read()
        try:
            whole[index] = given
        except ValueError:
            raise self._misfit(given, whole[index].shape) from None
        for component in range(width or 1):
            self._write_component(component, whole[:, component] if width else whole)
        self._population._touched(self._group)

    def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("an array of all values is a copy: use `blocks` for arrays without a copy")
        with self._turn:
            self._check()
            values = self._read()
        return values if dtype is None else np.asarray(values, dtype)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            with self._turn:
                self._check()
                return self._read_one(int(index))
        return np.asarray(self)[index]

    def __setitem__(self, index: Any, values: Any) -> None:
        values = np.asarray(values) if isinstance(values, Column) else values
        with self._turn:
            self._check_writing()
            self._assign(index, values)

    def __iter__(self) -> Iterator[Any]:
        return iter(np.asarray(self))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **more: Any) -> Any:
        words = next((i._words for i in (*inputs, *(out or ())) if isinstance(i, Column) and i._words), ())
        plain = [np.asarray(i) if isinstance(i, Column) else to_codes(i, words) if words else i for i in inputs]
        if out is not None:
            more["out"] = tuple(np.asarray(o) if isinstance(o, Column) else o for o in out)
        result = getattr(ufunc, method)(*plain, **more)
        if method == "at" and isinstance(inputs[0], Column):
            inputs[0][...] = plain[0]
        for target, values in zip(out or (), more.get("out", ())):
            if isinstance(target, Column):
                target[...] = values
        return result if out is None else out[0] if len(out) == 1 else out

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values, or of the components of vectors."""
        return np.dtype(np.bool_) if self._key.type == _c.GESTALT_BOOL else DTYPES[self._key.type]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the values: (agents,), or (agents, 2) or (agents, 3) for vectors."""
        return (len(self), self._width) if self._width else (len(self),)

    def labels(self) -> npt.NDArray[Any]:
        """Return the words of an enum, one for each agent."""
        if not self._words:
            raise errors.BadArgument(f"`{self._name}` is not an enum")
        found: npt.NDArray[Any] = np.array(self._words)[np.asarray(self)]
        return found

    def copy(self) -> npt.NDArray[Any]:
        """Return the values as a NumPy array."""
        return np.asarray(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if not hasattr(np.ndarray, name):
            raise AttributeError(f"a column has no attribute `{name}`: it has those of a NumPy array")
        values = np.asarray(self)
        values.flags.writeable = False  # `fill` and `sort` would change the copy
        return getattr(values, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in dir(np.ndarray) if not name.startswith("_"))})

    def __bool__(self) -> bool:
        return bool(np.asarray(self))  # NumPy's error, if there is not just one value

    def __repr__(self) -> str:
        try:
            return f"<gestalt.Column {self._name!r}: {np.asarray(self)!r}>"
        except errors.Error as error:
            return f"<gestalt.Column {self._name!r}: {error}>"

