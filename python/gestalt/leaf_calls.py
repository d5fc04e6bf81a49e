# SPDX-License-Identifier: MIT
"""Calls of leaf functions with NumPy arrays.

The engine calls a leaf for many cohorts at once. It copies the values of all agents in the call to
arrays, and what the leaf has written back. So no array that a leaf gets refers to memory of the
engine, and none has values of other agents. What a call needs and is the same each time, such as
the memory of arrays, is kept for the next one.
"""
from __future__ import annotations

import ctypes
import struct
import sys
from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._library import library

Array = npt.NDArray[Any]

_CODES: dict[Any, str] = {ctypes.c_uint32: "I", ctypes.c_int64: "q", ctypes.c_uint64: "Q", ctypes.c_size_t: "Q",
                          ctypes.c_bool: "?"}
_FIELDS = struct.Struct("@" + "".join(_CODES.get(f[1], "P") for f in _c.gestalt_gathered_call._fields_))
_CALL = ctypes.c_char * ctypes.sizeof(_c.gestalt_gathered_call)
_ERROR_AT: int = _c.gestalt_gathered_call.error.offset
_WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}
_BOOLS = np.dtype(np.bool_)


class Buffer:
    """Memory for the values of a column, which may be any numbers of 4 bytes."""

    __slots__ = ("array", "floats", "bools", "address")

    def __init__(self, count: int) -> None:
        self.array = np.empty(count, np.int32)
        self.floats = self.array.view(np.float32)
        self.bools = self.array.view(np.bool_)
        self.address: int = self.array.ctypes.data

    def is_kept(self) -> bool:
        """Return whether anybody has kept an array of this memory: arrays of it refer to `array`, or to the views."""
        return sys.getrefcount(self.array) > 4 or sys.getrefcount(self.floats) > 2 or sys.getrefcount(self.bools) > 2


class Buffers:
    """Buffers that no call uses now."""

    def __init__(self) -> None:
        self._free: list[Buffer] = []

    def take(self, count: int) -> Buffer:
        while self._free:
            found = self._free.pop()
            if len(found.array) >= count:
                return found
        return Buffer(max(count, 64))

    def give(self, taken: list[Buffer]) -> None:
        while taken:
            buffer = taken.pop()
            if not buffer.is_kept():
                self._free.append(buffer)


class Parameter:
    """A parameter of a leaf: an argument of its nodes, or a key."""

    __slots__ = ("name", "index", "is_argument", "type", "writes", "is_list", "width")

    def __init__(self, name: str, index: int, is_argument: bool, kind: int, writes: bool, is_list: bool) -> None:
        self.name, self.index, self.is_argument, self.type = name, index, is_argument, kind
        self.writes, self.is_list = writes, is_list
        self.width = _WIDTHS.get(kind, 1)


class AgentLists:
    """A list key of the agents in a call.

    `counts` has the number of elements of each agent, and `elements` the elements: an array of shape
    (agents, capacity), or (agents, capacity, 2 or 3) for vectors. Only the first `counts` elements
    have a value. Elements of type bool are ints.
    """

    def __init__(self, counts: Array, elements: Array) -> None:
        self.counts, self.elements = counts, elements

    @property
    def capacity(self) -> int:
        """The most elements of a list."""
        return int(self.elements.shape[1])

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """A bool for each agent and element: whether the list has this element."""
        return np.asarray(np.arange(self.capacity) < self.counts[:, None])

    def append(self, values: npt.ArrayLike, where: npt.ArrayLike = True) -> None:
        """Append a value to the list of each agent of a mask. Full lists do not change."""
        chosen = np.logical_and(where, self.counts < self.capacity)
        values = np.broadcast_to(np.asarray(values), self.counts.shape + self.elements.shape[2:])
        self.elements[chosen, self.counts[chosen]] = values[chosen]
        self.counts += chosen


class Statuses:
    """What an action returns for agents of which some keep running. Made by `statuses`."""

    __slots__ = ("succeeded", "failed")

    def __init__(self, succeeded: Any, failed: Any) -> None:
        self.succeeded, self.failed = succeeded, failed


def statuses(*, succeeded: npt.ArrayLike = False, failed: npt.ArrayLike = False) -> Statuses:
    """Return the result of an action: masks of agents that succeed and fail. The others keep running."""
    return Statuses(succeeded, failed)


class Call:
    """A call of a leaf, for one node and many agents. It ends when the leaf returns."""

    __slots__ = ("node", "now", "tick", "cancelling", "count", "_work")

    def __init__(self, work: _Work, node: int, now: int, tick: int, cancelling: bool) -> None:
        #: The id of the calling node.
        self.node = node
        #: The time of the tick, in microseconds.
        self.now = now
        self.tick = tick
        #: Whether the action is cancelled: what the leaf returns is ignored.
        self.cancelling = cancelling
        #: The number of agents in the call.
        self.count = work.members
        self._work: _Work | None = work

    def __len__(self) -> int:
        return self.count

    def _open(self) -> _Work:
        if self._work is None:
            raise errors.Expired("the call has ended: use `call` only before the leaf returns")
        return self._work

    @property
    def starting(self) -> npt.NDArray[np.bool_]:
        """A bool for each agent: whether it starts the action."""
        return self._open().starting()

    @property
    def resuming(self) -> npt.NDArray[np.bool_]:
        """A bool for each agent: whether it resumes the action."""
        return ~self.starting

    @property
    def agents(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents."""
        return self._open().agents()


class _Work:
    """What a call needs as long as it runs."""

    __slots__ = ("address", "buffers", "count", "lanes", "lanes_at", "starting_at", "first_at", "agents_at", "members", "taken",
                 "reads", "writes", "checks", "room")

    def __init__(self, address: int, buffers: Buffers) -> None:
        self.address, self.buffers = address, buffers
        self.count = self.lanes = self.lanes_at = self.starting_at = self.first_at = self.agents_at = 0
        self.members = self.room = 0
        self.taken: list[Buffer] = []
        self.reads: list[int] = []
        self.writes: list[int] = []
        self.checks: list[Callable[[], None]] = []

    def buffer(self) -> Buffer:
        found = self.buffers.take(self.room)
        self.taken.append(found)
        return found

    def take(self) -> None:
        """Copy what is to be read."""
        rows = struct.pack(f"@{len(self.reads)}Q", *self.reads)
        self.members = _copies.take(self.address, rows, len(self.reads) // 4)

    def put(self) -> None:
        """Copy what was written."""
        _copies.put(self.address, struct.pack(f"@{len(self.writes)}Q", *self.writes), len(self.writes) // 4)

    def starting(self) -> npt.NDArray[np.bool_]:
        buffer = self.buffer()
        _copies.take(self.address, struct.pack("@4Q", self.starting_at, 8, buffer.address, 1), 1)
        return buffer.bools[:self.members]

    def agents(self) -> npt.NDArray[np.uint64]:
        own = _words(self.agents_at, self.count)
        ids = _words(self.first_at, self.count)[:, None] + np.arange(self.lanes, dtype=np.uint64)
        for i in np.flatnonzero(own).tolist():
            ids[i] = _words(int(own[i]), self.lanes)
        bits = np.unpackbits(_words(self.lanes_at, self.count).view(np.uint8), bitorder="little").view(np.bool_)
        wanted: Any = bits.reshape(self.count, 64)[:, :self.lanes]
        return np.asarray(ids[wanted])


def _words(address: int, count: int) -> npt.NDArray[np.uint64]:
    """Return a copy of words of the engine."""
    memory: Any = (ctypes.c_uint64 * count).from_address(address)
    return np.array(memory, np.uint64)


class _Copies:
    """gestalt_gathered_take and gestalt_gathered_put, for addresses and packed structs."""

    take: Callable[[int, bytes, int], int]
    put: Callable[[int, bytes, int], None]

    def __getattr__(self, name: str) -> Any:
        function = getattr(library("gestalt"), "gestalt_gathered_" + name)
        function.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32)
        function.restype = ctypes.c_uint64 if name == "take" else None
        setattr(self, name, function)
        return function


_copies = _Copies()


class Caller:
    """Calls one leaf for the engine."""

    def __init__(self, name: str, is_action: bool, function: Callable[..., Any], parameters: Sequence[Parameter | None],
                 keywords: Sequence[str], buffers: Buffers, text: Callable[[int, int], str]) -> None:
        self.name, self.is_action, self.function = name, is_action, function
        #: By parameter of the function; None: the call.
        self.parameters, self.keywords = parameters, keywords
        self.buffers, self.text = buffers, text
        arguments = [p.index for p in parameters if p and p.is_argument]
        keys = [p.index for p in parameters if p and not p.is_argument]
        self._columns = struct.Struct(f"@{3 * (max(arguments) + 1)}P") if arguments else None
        self._strides = struct.Struct(f"@{max(arguments) + 1}Q") if arguments else None
        self._places = struct.Struct(f"@{3 * (max(keys) + 1)}I") if keys else None

    @staticmethod
    def _unpack(form: struct.Struct | None, address: int) -> tuple[int, ...]:
        return form.unpack((ctypes.c_char * form.size).from_address(address)) if form else ()

    def call(self, address: int) -> None:
        """Make a call of the engine, which is at an address."""
        work = _Work(address, self.buffers)
        (count, lanes, work.lanes_at, work.starting_at, cancelling, node, now, tick, work.first_at, work.agents_at,
         arguments_at, strides_at, places_at, memory, stride, _, succeeded_at, failed_at, _,
         shape) = _FIELDS.unpack(_CALL.from_address(address))
        work.count, work.lanes, work.room = count, lanes, count * lanes
        columns = self._unpack(self._columns, arguments_at)
        strides = self._unpack(self._strides, strides_at)
        places = self._unpack(self._places, places_at)
        makers: list[Callable[[], Any]] = []
        given: list[Any] = []
        call = None
        try:
            for p in self.parameters:
                if p is None:
                    makers.append(lambda: call)
                elif p.is_argument:
                    at = 3 * p.index
                    makers.append(self._value(work, p, columns[at:at + 3], strides[p.index], shape))
                else:
                    x, y, z = places[3 * p.index:3 * p.index + 3]
                    makers.append(self._value(work, p, (memory + x, memory + y, memory + z), stride, shape))
            work.take()
            call = Call(work, node, now, tick, cancelling)
            given = [make() for make in makers]
            makers.clear()
            self._answer(work, self._run(given), succeeded_at, 0 if cancelling else failed_at)
            for check in work.checks:
                check()
            work.put()
        finally:
            if call:
                call._work = None
            given.clear()
            makers.clear()
            work.checks.clear()
            check = None  # type: ignore[assignment]
            self.buffers.give(work.taken)

    def _value(self, work: _Work, p: Parameter, addresses: Sequence[int], stride: int, shape: int) -> Callable[[], Any]:
        """Plan to read a parameter, and to write it back. Returns what makes the leaf's array after reading."""
        if p.type == _c.GESTALT_TEXT:
            text = self.text(shape, ctypes.c_int32.from_address(addresses[0]).value)
            return lambda: text
        if p.is_list:
            return self._list(work, p, addresses, stride)
        if p.width > 1:
            return self._vector(work, p, addresses, stride)
        buffer = work.buffer()
        is_bool = p.type == _c.GESTALT_BOOL
        row = (addresses[0], stride, buffer.address, is_bool)
        work.reads += row
        if p.writes:
            work.writes += row
        whole = buffer.bools if is_bool else buffer.floats if p.type == _c.GESTALT_FLOAT else buffer.array
        return lambda: _given(whole[:work.members], p)

    def _vector(self, work: _Work, p: Parameter, addresses: Sequence[int], stride: int) -> Callable[[], Any]:
        room, work.room = work.room, work.room * p.width
        buffer = work.buffer()
        work.room = room
        for i in range(p.width):
            row = (addresses[i], stride, buffer.address + 4 * room * i, 0)
            work.reads += row
            if p.writes:
                work.writes += row
        # by component, as in the engine; the leaf sees it by agent
        return lambda: _given(buffer.floats[:room * p.width].reshape(p.width, room)[:, :work.members].T, p)

    def _list(self, work: _Work, p: Parameter, addresses: Sequence[int], stride: int) -> Callable[[], Any]:
        counts_at, elements_at, end = addresses
        lane_stride = elements_at - counts_at
        components = (end - elements_at) // lane_stride
        capacity = components // p.width
        room, work.room = work.room, work.room * (components + 1)
        buffer = work.buffer()
        work.room = room
        for i in range(components + 1):
            row = (counts_at + lane_stride * i, stride, buffer.address + 4 * room * i, 0)
            work.reads += row
            if p.writes:
                work.writes += row

        def make() -> AgentLists:
            counts = _given(buffer.array[:work.members], p)
            values = buffer.floats if p.type not in (_c.GESTALT_INT, _c.GESTALT_BOOL) else buffer.array
            values = values[room:room * (components + 1)].reshape(capacity, p.width, room)[:, :, :work.members]
            elements = values.transpose(2, 0, 1) if p.width > 1 else values[:, 0].T

            def check() -> None:
                if len(counts) and not 0 <= counts.min() <= counts.max() <= capacity:
                    raise ValueError(f"the counts of `{p.name}` must be from 0 to {capacity}, the capacity of the list")
            if p.writes:
                work.checks.append(check)
            return AgentLists(counts, _given(elements, p))
        return make

    def _run(self, given: list[Any]) -> Any:
        if not self.keywords:
            return self.function(*given)
        plain = len(given) - len(self.keywords)
        return self.function(*given[:plain], **dict(zip(self.keywords, given[plain:])))

    # ---- results

    def _answer(self, work: _Work, result: Any, succeeded_at: int, failed_at: int) -> None:
        """Plan to store what a leaf has returned. Nothing is stored for a cancelled action."""
        if not failed_at:
            return
        if not self.is_action:
            if isinstance(result, (Statuses, type(None))):
                raise TypeError(f"`{self.name}` is a predicate, so it returns bools, not {type(result).__name__}")
            self._mask(work, result, succeeded_at)
            return
        if isinstance(result, Statuses):
            self._mask(work, result.succeeded, succeeded_at)
            if result.failed is not False:
                self._mask(work, result.failed, failed_at, but=result.succeeded)
            return
        value = np.asarray(_c.GESTALT_SUCCESS if result is None else result)
        if value.dtype == _BOOLS:
            self._mask(work, value, succeeded_at)
            self._mask(work, ~value, failed_at)
            return
        if value.dtype.kind not in "iu":
            raise TypeError(f"`{self.name}` has returned {type(result).__name__}: an action returns statuses or bools")
        if value.size and not ((value >= _c.GESTALT_SUCCESS) & (value <= _c.GESTALT_RUNNING)).all():
            raise ValueError(f"`{self.name}` has returned a value that is not a status")
        self._mask(work, value == _c.GESTALT_SUCCESS, succeeded_at)
        self._mask(work, value == _c.GESTALT_FAILURE, failed_at)

    def _mask(self, work: _Work, value: Any, address: int, but: Any = None) -> None:
        array = np.asarray(value)
        if array.dtype != _BOOLS:
            raise TypeError(f"`{self.name}` has returned {array.dtype} as a mask; masks are bools")
        if array.shape not in ((), (work.members,)):
            raise ValueError(f"`{self.name}` has returned an array of shape {array.shape}; the call has {work.members} agents")
        buffer = work.buffer()
        own = buffer.bools[:work.members]
        own[...] = array
        if but is not None:
            own &= ~np.asarray(but)
        work.writes += (address, 8, buffer.address, 1)


def _given(array: Array, p: Parameter) -> Array:
    if not p.writes:
        array.flags.writeable = False
    return array


def set_error(address: int, text: Any) -> None:
    """Set the error of a call. The text, a ctypes array, must outlive the tick."""
    ctypes.c_void_p.from_address(address + _ERROR_AT).value = ctypes.addressof(text)
