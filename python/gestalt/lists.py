# SPDX-License-Identifier: MIT
"""Views of list keys: a list of each agent of a group.

    ways = population["way"]       # a list of vec2
    ways.counts                    # elements of each agent
    ways.values, ways.offsets      # all elements, and where those of each agent begin
    ways[5]                        # the elements of one agent, as an array
    ways[5] = [(1, 2), (3, 4)]
"""
from __future__ import annotations

import ctypes
import itertools
from typing import Any, Iterator, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._library import lib
from .columns import DTYPES, Column, View, array_over
from .values import WIDTHS


class Ragged(NamedTuple):
    """Several lists, one after the other."""

    #: (elements, width)
    elements: npt.NDArray[Any]
    counts: npt.NDArray[np.int64]


class Lists(View):
    """The lists of a key for all agents of a group, in the order of `ids`.

    Reading returns copies. Writing changes the agents immediately.
    """

    __slots__ = ()

    @property
    def capacity(self) -> int:
        """The maximum number of elements of a list."""
        return int(self._key.capacity)

    @property
    def _width(self) -> int:
        return WIDTHS.get(self._key.type, 1)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements, or of their components."""
        return np.dtype(np.bool_) if self._key.type == _c.GESTALT_BOOL else DTYPES[self._key.type]

    # ---- memory

    def _arrays(self, only: int | None = None) -> Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        """Return arrays over the memory of each row of blocks, or of one block: counts, and elements."""
        rows = self._rows
        kind = DTYPES.get(self._key.type, np.dtype(np.int32))
        for first, count in zip(rows.first, rows.count) if only is None else [(only, 1)]:
            found = lib.gestalt_population_list(self._population._handle, self._group, first, self._key)
            counts, elements = (ctypes.cast(p, ctypes.c_void_p).value or 0 for p in (found.counts, found.ints))
            step = found.stride * 4
            yield (array_over(self._population, counts, (count, rows.lanes), (rows.stride, 4), np.dtype(np.int32)),
                   array_over(self._population, elements, (count, found.capacity, found.width, rows.lanes),
                              (rows.stride, step * found.width, step, 4), kind))

    def blocks(self) -> list[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        """Return arrays over the engine's memory: counts (blocks, lanes) and elements (blocks, capacity, width, lanes).

        Only the elements below the count have a value. The arrays are read-only: a wrong count would make
        the engine read other memory. As long as they exist, calls that would move their memory raise `Expired`.
        """
        with self._turn:
            self._check()
            found = list(self._arrays())
        for pair in found:
            for array in pair:
                array.flags.writeable = False
        return found

    # ---- values

    @property
    def counts(self) -> npt.NDArray[np.int32]:
        """The number of elements of each agent."""
        with self._turn:
            self._check()
            return self._counts()

    def _counts(self) -> npt.NDArray[np.int32]:
        parts = [counts for counts, _ in self._arrays()]
        whole = np.concatenate(parts) if parts else np.empty((0, self._rows.lanes), np.int32)
        found: npt.NDArray[np.int32] = whole[self._rows.there]
        return found

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The index in `values` of the first element of each agent, and last, the number of all elements."""
        return np.concatenate([[0], np.cumsum(self.counts, dtype=np.int64)])

    @property
    def values(self) -> npt.NDArray[Any]:
        """All elements, agent by agent: (elements,), or (elements, 2) or (elements, 3) for vectors."""
        with self._turn:
            self._check()
            return self._values()

    def _values(self) -> npt.NDArray[Any]:
        parts: list[npt.NDArray[Any]] = []
        block = 0
        for counts, elements in self._arrays():
            there = self._rows.there[block:block + len(counts)]
            block += len(counts)
            used = np.where(there, counts, 0)[..., None] > np.arange(self.capacity)
            parts.append(elements.transpose(0, 3, 1, 2)[used])  # by block, lane, element
        kind = DTYPES.get(self._key.type, np.dtype(np.int32))
        return self._shown(np.concatenate(parts) if parts else np.empty((0, self._width), kind))

    def _shown(self, elements: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return elements with the type and the shape that callers see."""
        typed: npt.NDArray[Any] = elements != 0 if self._key.type == _c.GESTALT_BOOL else elements
        shown: npt.NDArray[Any] = typed if self._key.type in WIDTHS else typed[:, 0]
        return shown

    def __getitem__(self, index: int) -> npt.NDArray[Any]:
        with self._turn:
            self._check()
            block, lane = self._rows.position(_index(index))
            counts, elements = next(self._arrays(block))
            return self._shown(elements[0, :counts[0, lane], :, lane].copy())

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        with self._turn:
            self._check()
            return iter(self._each())

    def _each(self) -> list[npt.NDArray[Any]]:
        """Return the elements of each agent."""
        values, ends = self._values(), np.cumsum(self._counts()).tolist()
        return [values[first:end] for first, end in zip([0, *ends], ends)]

    def _objects(self) -> npt.NDArray[np.object_]:
        """Return an array with the elements of each agent."""
        each = self._each()
        return np.fromiter(each, object, len(each))

    def _converted(self, values: Any) -> npt.NDArray[Any]:
        """Return the elements of one list, or raise an error if they do not fit."""
        given = np.asarray(values) if len(values) else np.empty((0, self._width), np.int32)
        wanted = (len(given), self._width) if self._key.type in WIDTHS or not len(given) else (len(given),)
        if given.shape != wanted:
            raise errors.BadArgument(f"elements of `{self._name}` have shape {wanted[1:]}, not {given.shape[1:]}")
        if len(given) > self.capacity:
            raise errors.BadArgument(f"`{self._name}` has room for {self.capacity} elements, not for {len(given)}")
        return self._elements(given)

    def _elements(self, given: npt.NDArray[Any]) -> npt.NDArray[Any]:
        column = Column(self._population, self._group, self._name, self._key, self._words)
        elements = column.converted(given).reshape(len(given), self._width)
        return elements.astype(np.int32) if self._key.type == _c.GESTALT_BOOL else elements

    def _all_converted(self, values: Any) -> Ragged:
        """Return the elements of several lists."""
        each = [_sequence(v, self._name) for v in _sequence(values, self._name)]
        counts = np.fromiter(map(len, each), np.int64, len(each))
        together = _together(each) if self._key.type not in WIDTHS and (counts <= self.capacity).all() else None
        if together is not None:
            return Ragged(self._elements(together), counts)
        parts = [self._converted(v) for v in each]
        return Ragged(np.concatenate(parts) if parts else self._elements(np.empty((0, self._width), np.int32)), counts)

    def _write_all(self, places: npt.NDArray[np.intp], ragged: Ragged, order: npt.NDArray[np.intp]) -> None:
        """Write lists to places, block * lanes + lane, which ascend. `order` is the number of each one's list."""
        counts, starts = ragged.counts[order], (np.cumsum(ragged.counts) - ragged.counts)[order]
        lanes, begin = self._rows.lanes, 0
        for all_counts, memory in self._arrays():
            first, last = np.searchsorted(places, [begin * lanes, (begin + len(all_counts)) * lanes])
            block, lane = np.divmod(places[first:last] - begin * lanes, lanes)
            own = counts[first:last]
            which = np.repeat(np.arange(len(own)), own)  # by element: its list
            element = np.arange(len(which)) - (np.cumsum(own) - own)[which]
            memory[block[which], element, :, lane[which]] = ragged.elements[starts[first:last][which] + element]
            all_counts[block, lane] = own
            begin += len(all_counts)

    def _write(self, position: tuple[int, int], elements: npt.NDArray[Any]) -> None:
        block, lane = position
        counts, memory = next(self._arrays(block))
        memory[0, :len(elements), :, lane] = elements
        counts[0, lane] = len(elements)

    def __setitem__(self, index: int | slice, values: Any) -> None:
        """Write the list of one agent, or of several: a sequence of lists."""
        with self._turn:
            self._check_writing()
            self._assign(index, values)

    def _assign(self, index: Any, values: Any) -> None:
        if index is Ellipsis or isinstance(index, slice):
            lists = self._all_converted(values)
            chosen = np.arange(len(self._rows.agents))[index]
            if len(lists.counts) != len(chosen):
                raise errors.BadArgument(f"there are {len(lists.counts)} lists for {len(chosen)} agents")
            places = chosen if self._rows.is_dense else self._rows.places[chosen]
            order = np.argsort(places, kind="stable")
            self._write_all(places[order], lists, order)
        else:
            elements = self._converted(_sequence(values, self._name))
            self._write(self._rows.position(_index(index)), elements)
        self._population._touched(self._group)

    def __repr__(self) -> str:
        try:
            return f"<gestalt.Lists {self._name!r}: {len(self)} lists of at most {self.capacity} elements>"
        except errors.Error as error:
            return f"<gestalt.Lists {self._name!r}: {error}>"


def _together(each: list[Any]) -> npt.NDArray[Any] | None:
    """Return the elements of all lists as one array, unless they have different types."""
    if all(type(v) is np.ndarray for v in each):
        same = len({v.dtype for v in each}) == 1 and all(v.ndim == 1 for v in each)
        return np.concatenate(each) if same else None
    if all(type(v) in (list, tuple) for v in each):
        flat = list(itertools.chain.from_iterable(each))
        if not flat:
            return np.empty(0, np.int32)
        if set(map(type, flat)) in ({int}, {float}, {bool}, {str}, {int, float}):
            return np.array(flat)
    return None


def _index(index: Any) -> int:
    if not isinstance(index, (int, np.integer)) or isinstance(index, bool):
        raise TypeError(f"the index of lists must be an int or a slice, not {type(index).__name__}")
    return int(index)


def _sequence(values: Any, name: str) -> Any:
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise TypeError(f"the value of `{name}` must be a sequence, not {type(values).__name__}")
    return values
