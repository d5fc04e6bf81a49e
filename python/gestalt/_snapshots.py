# SPDX-License-Identifier: MIT
"""Snapshots and hashes."""
from __future__ import annotations

import ctypes
import os
import weakref
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import data_of
from ._edits import EditReport, Loading, OldShape
from ._arguments import path_of
from ._library import Collected, lib
from ._part import Array, Part, to_ids


class Loaded:
    """A snapshot that `load` has read, before it takes effect."""

    def __init__(self, handle: int) -> None:
        size = ctypes.c_size_t()
        found = lib.gestalt_population_attached(handle, ctypes.byref(size))
        #: The attached bytes, or None.
        self.attached = ctypes.string_at(found, size.value) if found else None
        self.count = int(lib.gestalt_population_count(handle))
        self.ticks = int(lib.gestalt_population_ticks(handle))
        self.now = int(lib.gestalt_population_now(handle))


class Kept:
    """A value for each agent, indexed by id. Snapshots and hashes contain the values. New agents have zeros.

    >>> import gestalt
    >>> population = gestalt.Population(gestalt.compile({"gestalt": 1, "root": {"type": "success"}}), agents=4)
    >>> gold = population.keep("f8")
    >>> gold[[1, 3]] = 2.5
    >>> gold[population.ids()].tolist()
    [0.0, 2.5, 0.0, 2.5]
    """

    def __init__(self, dtype: npt.DTypeLike, population: Snapshots) -> None:
        self._population = weakref.ref(population)
        self._dtype = np.dtype(dtype)
        if self._dtype.hasobject:
            raise errors.BadArgument("values that are kept in snapshots cannot be Python objects")
        self._values = np.zeros(0, self._dtype)
        self._coming = self._values
        types: dict[str, Any] = dict(_c.gestalt_kept_values._fields_)  # type: ignore[arg-type]
        self._callbacks = _c.gestalt_kept_values(
            size=self._dtype.itemsize, take=types["take"](self._take), begin=types["begin"](self._begin),
            put=types["put"](self._put), end=types["end"](self._end))

    def __getitem__(self, agents: int | npt.ArrayLike) -> Any:
        """Return the values of agents."""
        places = self._places(agents)
        values = self._values[places]
        return values[0] if np.ndim(agents) == 0 else values

    def __setitem__(self, agents: int | npt.ArrayLike, values: Any) -> None:
        places = self._places(agents)
        self._values[places] = values

    def _places(self, agents: int | npt.ArrayLike) -> npt.NDArray[np.uint64]:
        """Return the ids of agents, for which there is room."""
        ids = to_ids(agents)
        end = int(ids.max()) + 1 if len(ids) else 0
        population = self._population()
        if population is None:
            raise errors.Expired("the population was destroyed")
        if end > population.next_id:
            raise errors.BadArgument(f"there has been no agent {end - 1}")
        self._values = _grown(self._values, end)
        return ids

    # ---- called by C, on any thread

    def _take(self, user: int, group: int, first: int, count: int, records: int) -> None:
        own = np.zeros(count, self._dtype)
        there = self._values[first:first + count]
        own[:len(there)] = there
        ctypes.memmove(records, own.ctypes.data, own.nbytes)

    def _begin(self, user: int, read: int, error: Any) -> int:
        self._coming = np.zeros(0, self._dtype)
        return int(_c.GESTALT_OK)

    def _put(self, user: int, read: int, group: int, first: int, count: int, records: int, error: Any) -> int:
        self._coming = _grown(self._coming, first + count)
        own = ctypes.string_at(records, count * self._dtype.itemsize)
        self._coming[first:first + count] = np.frombuffer(own, self._dtype)
        return int(_c.GESTALT_OK)

    def _end(self, user: int, is_loaded: bool) -> None:
        if is_loaded:
            self._values = self._coming


def _grown(values: Array, size: int) -> Array:
    """Return an array with at least a number of values."""
    if size <= len(values):
        return values
    larger = np.zeros(max(size, len(values) * 2), values.dtype)
    larger[:len(values)] = values
    return larger


class Snapshots(Part):
    """The state of a population as bytes."""

    _retired: list[Any]
    _check: Any = None
    _refusal: BaseException | None = None
    _kept: Kept | None = None

    if TYPE_CHECKING:
        @property
        def next_id(self) -> int: ...

    def hash(self) -> int:
        """Return a hash of the state of all agents, the same on all machines."""
        self._check_open()
        found = ctypes.c_uint64()
        lib.gestalt_population_hash(self._handle, ctypes.byref(found))
        return found.value

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a snapshot to a file. If the write fails, an existing file is unchanged."""
        self._check_open()
        lib.gestalt_population_save(self._handle, path_of(path))

    def snapshot(self) -> bytes:
        """Return a snapshot as bytes."""
        self._check_open()
        text = Collected()
        lib.gestalt_population_save_to(self._handle, text.writer)
        return text.bytes()

    def load(self, source: str | os.PathLike[str] | bytes, *, old_shapes: Iterable[OldShape] = (),
             renames: Mapping[str, str] | None = None) -> list[EditReport | None]:
        """Restore the population from a file, or from the bytes of `snapshot`.

        If a group had another shape when the snapshot was made, pass that shape in `old_shapes`: the
        group is then edited to its current shape. A pair of a shape and a host lets this host handle
        cancelled actions. Returns the reports of the edits, by group.
        """
        self._moves("loading a snapshot")
        count = lib.gestalt_population_group_count(self._handle)
        loading = Loading(old_shapes, renames, count)
        options = ctypes.byref(loading.options)
        try:
            if isinstance(source, (bytes, bytearray, memoryview)):
                data = bytes(source)
                lib.gestalt_population_load_memory_with(self._handle, data, len(data), options)
            else:
                lib.gestalt_population_load_with(self._handle, path_of(source), options)
        except errors.Error:
            self._raise_refusal()
            raise
        self._retired += loading.bindings
        return loading.take_reports()

    # ---- data of the host

    @property
    def attached(self) -> bytes | None:
        """Your own data in snapshots, as bytes, or None."""
        self._check_open()
        size = ctypes.c_size_t()
        found = lib.gestalt_population_attached(self._handle, ctypes.byref(size))
        return ctypes.string_at(found, size.value) if found else None

    @attached.setter
    def attached(self, data: bytes | None) -> None:
        self._check_open()
        data = b"" if data is None else data_of(data, "what is attached")
        lib.gestalt_population_attach(self._handle, data, len(data))

    def check_loaded(self, check: Callable[[Loaded], None] | None) -> None:
        """Call a function for each snapshot before it takes effect. An exception ends `load`, which changes nothing."""
        self._check_open()
        if check is not None and not callable(check):
            raise TypeError(f"`check` must be a function or None, not {type(check).__name__}")

        def run(user: int, read: int, error: Any) -> int:
            try:
                assert check
                check(Loaded(read))
                return int(_c.GESTALT_OK)
            except BaseException as refusal:  # goes to the caller of `load`
                self._refusal = refusal
                return int(_c.GESTALT_BAD_ARGUMENT)

        kind: Any = _c.gestalt_attached_check
        function = kind(run) if check is not None else kind()  # by default a null pointer
        lib.gestalt_population_check_attached(self._handle, function, None)
        self._check = function

    def _raise_refusal(self) -> None:
        refusal, self._refusal = self._refusal, None
        if refusal:
            raise refusal from None

    def keep(self, dtype: npt.DTypeLike) -> Kept:
        """Keep a value of a dtype for each agent. Snapshots and hashes contain the values.

        A new call replaces the values of the last one. A population that loads a snapshot must keep values of
        the same size.
        """
        self._check_open()
        kept = Kept(dtype, self)
        lib.gestalt_population_keep_values(self._handle, ctypes.byref(kept._callbacks))
        self._kept = kept
        return kept

    def keep_nothing(self) -> None:
        """Remove values that `keep` has added."""
        self._check_open()
        lib.gestalt_population_keep_values(self._handle, None)
        self._kept = None
