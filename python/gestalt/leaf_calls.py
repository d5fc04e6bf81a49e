# SPDX-License-Identifier: MIT
"""Calls of leaf functions with NumPy arrays.

The engine calls a leaf for many cohorts at once. It copies the values of all agents in the call to
arrays, and what the leaf has written back. So no array that a leaf gets refers to memory of the
engine, and none has values of other agents. What a call needs and is the same each time, such as
the memory of arrays, is kept for the next one.
"""
from __future__ import annotations

import ctypes
import itertools
import struct
import sys
from typing import Any, Callable, Dict, Sequence

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
_FLOATS = (_c.GESTALT_FLOAT, _c.GESTALT_VEC2, _c.GESTALT_VEC3)
_BOOLS = np.dtype(np.bool_)
_STARTING_AT: int = _c.gestalt_gathered_call.starting.offset


class Memory:
    """Memory for the arrays of one call: rows of 4 bytes for each agent. All arrays of the rows refer to `owner`."""

    __slots__ = ("rows", "room", "owner", "address", "layouts", "references")

    def __init__(self, rows: int, room: int) -> None:
        self.rows = rows
        #: The number of agents for which there is room.
        self.room = room
        self.owner = np.empty(rows * room, np.int32)
        self.address: int = self.owner.ctypes.data
        #: By number of the leaf function: arrays and addresses of its parameters, and of the two masks that it returns.
        self.layouts: dict[int, tuple[tuple[Any, ...], tuple[int, ...]]] = {}
        self.references = sys.getrefcount(self.owner)

    def lay_out(self, number: int, parameters: Sequence[Parameter]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        """Divide the rows among the parameters of a function, and its results."""
        arrays: list[Any] = []
        addresses = []
        row = 0
        for p in parameters:
            array: Any = self.owner[row * self.room:(row + p.width) * self.room]
            if p.type == _c.GESTALT_BOOL:
                array = array.view(np.bool_)[:self.room]
            elif p.type in _FLOATS:
                array = array.view(np.float32)
            if p.width > 1:  # by component, as in the engine; the leaf sees it by agent
                array = array.reshape(p.width, self.room).T
            array.flags.writeable = p.writes
            arrays.append(array)
            addresses.append(self.address + 4 * self.room * row)
            row += p.width
        for _ in range(2):
            arrays.append(self.owner[row * self.room:(row + 1) * self.room].view(np.bool_)[:self.room])
            addresses.append(self.address + 4 * self.room * row)
            row += 1
        found = self.layouts[number] = (tuple(arrays), tuple(addresses))
        array = None
        self.references = sys.getrefcount(self.owner)
        return found


class Memories:
    """Memory that no call uses now. The latest is used first, since it is in the cache."""

    def __init__(self) -> None:
        self._free: list[Memory] = []
        self._rows = 0
        # glibc returns large blocks to the kernel, which then clears the memory of each temporary array of a leaf. A block
        # that is freed raises this limit to its size, up to 32 MiB.
        np.empty(30 << 20, np.uint8)

    def reserve(self, rows: int) -> None:
        """Let memory have at least these rows."""
        if rows > self._rows:
            self._rows = rows
            self._free.clear()

    def take(self, room: int) -> Memory:
        """Return memory with room for some agents."""
        try:
            while True:
                found = self._free.pop()
                if found.room >= room:
                    return found
        except IndexError:
            return Memory(self._rows, max(room, 64))

    def give(self, memory: Memory) -> None:
        """Give memory back, unless the leaf has kept an array of it, or it has too few rows by now."""
        if sys.getrefcount(memory.owner) == memory.references and memory.rows == self._rows:
            self._free.append(memory)


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

    __slots__ = ("node", "now", "tick", "cancelling", "count", "_address")

    def __init__(self, address: int, count: int, node: int, now: int, tick: int, cancelling: bool) -> None:
        #: The id of the calling node.
        self.node = node
        #: The time of the tick, in microseconds.
        self.now = now
        self.tick = tick
        #: Whether the action is cancelled: what the leaf returns is ignored.
        self.cancelling = cancelling
        #: The number of agents in the call.
        self.count = count
        self._address = address

    def __len__(self) -> int:
        return self.count

    def _open(self) -> int:
        if not self._address:
            raise errors.Expired("the call has ended: use `call` only before the leaf returns")
        return self._address

    @property
    def starting(self) -> npt.NDArray[np.bool_]:
        """A bool for each agent: whether it starts the action."""
        address = self._open()
        found = np.empty(self.count, np.bool_)
        column = ctypes.c_void_p.from_address(address + _STARTING_AT).value or 0
        _copies.take(address, _ROWS[1].pack(column, 8, _address(found), 1), 1)
        return found

    @property
    def resuming(self) -> npt.NDArray[np.bool_]:
        """A bool for each agent: whether it resumes the action."""
        return ~self.starting

    @property
    def agents(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents."""
        count, lanes, lanes_at, _, _, _, _, _, first_at, agents_at, *_ = _FIELDS.unpack(_CALL.from_address(self._open()))
        own = _words(agents_at, count)
        ids = _words(first_at, count)[:, None] + np.arange(lanes, dtype=np.uint64)
        for i in np.flatnonzero(own).tolist():
            ids[i] = _words(int(own[i]), lanes)
        bits = np.unpackbits(_words(lanes_at, count).view(np.uint8), bitorder="little").view(np.bool_)
        wanted: Any = bits.reshape(count, 64)[:, :lanes]
        return np.asarray(ids[wanted])


def _words(address: int, count: int) -> npt.NDArray[np.uint64]:
    """Return a copy of words of the engine."""
    memory: Any = (ctypes.c_uint64 * count).from_address(address)
    return np.array(memory, np.uint64)


def _address(array: Array) -> int:
    """Return the address of an array. This is faster than `array.ctypes`."""
    address: int = array.__array_interface__["data"][0]
    return address


class _Rows(Dict[int, struct.Struct]):
    """By their number: what packs structs gestalt_packing."""

    def __missing__(self, count: int) -> struct.Struct:
        found = self[count] = struct.Struct(f"@{4 * count}Q")
        return found


_ROWS = _Rows()


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


class _List:
    """A list parameter in one call."""

    def __init__(self, p: Parameter, addresses: Sequence[int], stride: int, room: int) -> None:
        counts_at, elements_at, end = addresses
        lane_stride = elements_at - counts_at
        components = (end - elements_at) // lane_stride
        self.p, self.capacity = p, components // p.width
        self.array = np.empty((components + 1, room), np.int32)
        address = _address(self.array)
        self.rows: list[int] = []
        for i in range(components + 1):
            self.rows += (counts_at + lane_stride * i, stride, address + 4 * room * i, 0)
        self.counts = self.array[0]

    def given(self, members: int) -> AgentLists:
        p, values = self.p, self.array[1:]
        self.counts = self.counts[:members]
        if p.type in _FLOATS:
            values = values.view(np.float32)
        values = values.reshape(self.capacity, p.width, -1)[:, :, :members]
        elements = values.transpose(2, 0, 1) if p.width > 1 else values[:, 0].T
        counts = self.counts[:]
        counts.flags.writeable = elements.flags.writeable = p.writes
        return AgentLists(counts, elements)

    def check(self) -> None:
        """Check what a leaf has written."""
        counts = self.counts
        if len(counts) and not 0 <= counts.min() <= counts.max() <= self.capacity:
            raise ValueError(f"the counts of `{self.p.name}` must be from 0 to {self.capacity}, the capacity of the list")


class Caller:
    """Calls one leaf for the engine: `call(address)` makes the call at an address."""

    _numbers = itertools.count()

    def __init__(self, name: str, is_action: bool, function: Callable[..., Any], parameters: Sequence[Parameter | None],
                 keywords: Sequence[str], memories: Memories, text: Callable[[int, int], str]) -> None:
        self.name, self.is_action, self.number = name, is_action, next(self._numbers)
        #: Parameters with a row of memory, or several.
        self.kept = [p for p in parameters if p and not p.is_list and p.type != _c.GESTALT_TEXT]
        memories.reserve(sum(p.width for p in self.kept) + 2)
        names: dict[str, Any] = {
            "caller": self, "function": function, "take_memory": memories.take, "give_memory": memories.give, "text": text,
            "number": self.number, "lay_out": self._lay_out, "answer": self._answer, "fields": _FIELDS.unpack,
            "field_bytes": _CALL.from_address, "Call": Call, "List": _List, "rows": _ROWS, "int_at": ctypes.c_int32.from_address,
            "copies": _copies, "parameters": parameters}
        exec(compile(_source(parameters, keywords, names), f"<calls of {name}>", "exec"), names)
        self.call: Callable[[int], None] = names["call_leaf"]

    def _lay_out(self, memory: Memory) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        return memory.lay_out(self.number, self.kept)

    # ---- results

    def _answer(self, result: Any, members: int, succeeded: Array, failed: Array) -> bool:
        """Store what a leaf has returned in masks; agents of no mask keep running. Returns whether `failed` is used."""
        if not self.is_action:
            if isinstance(result, (Statuses, type(None))):
                raise TypeError(f"`{self.name}` is a predicate, so it returns bools, not {type(result).__name__}")
            self._mask(succeeded, result, members)
            return False
        if isinstance(result, Statuses):
            self._mask(succeeded, result.succeeded, members)
            if result.failed is False:
                return False
            self._mask(failed, result.failed, members)
            failed[:members] &= ~succeeded[:members]
            return True
        value = np.asarray(_c.GESTALT_SUCCESS if result is None else result)
        if value.dtype == _BOOLS:
            self._mask(succeeded, value, members)
            self._mask(failed, ~value, members)
            return True
        if value.dtype.kind not in "iu":
            raise TypeError(f"`{self.name}` has returned {type(result).__name__}: an action returns statuses or bools")
        if value.size and not ((value >= _c.GESTALT_SUCCESS) & (value <= _c.GESTALT_RUNNING)).all():
            raise ValueError(f"`{self.name}` has returned a value that is not a status")
        self._mask(succeeded, value == _c.GESTALT_SUCCESS, members)
        self._mask(failed, value == _c.GESTALT_FAILURE, members)
        return True

    def _mask(self, own: Array, value: Any, members: int) -> None:
        array = np.asarray(value)
        if array.dtype != _BOOLS:
            raise TypeError(f"`{self.name}` has returned {array.dtype} as a mask; masks are bools")
        if array.shape not in ((members,), ()):
            raise ValueError(f"`{self.name}` has returned an array of shape {array.shape}; the call has {members} agents")
        own[:members] = array


def _unpacker(names: dict[str, Any], name: str, form: str, address: str) -> str:
    """Return an expression that reads numbers of the engine."""
    found = struct.Struct(form)
    names[f"{name}_form"], names[f"{name}_bytes"] = found.unpack, (ctypes.c_char * found.size).from_address
    return f"{name}_form({name}_bytes({address}))"


_TEMPLATE = """
def call_leaf(address):
    (count, lanes, _, _, cancelling, node, now, tick, _, _, arguments_at, strides_at, places_at, memory, stride, _,
     succeeded_at, failed_at, _, shape) = fields(field_bytes(address))
    used = take_memory(count * lanes)
    call = result = None
    try:
        ({names}), ({addresses}) = used.layouts.get(number) or lay_out(used)
        {before}
        read = {read}
        members = copies.take(address, rows[read].pack({reads}), read)
        {make_call}
        result = function({passed})
        masks = ()
        if not cancelling:
            masks = (succeeded_at, 8, succeeds, 1)
            if answer(result, members, succeeded, failed):
                masks += (failed_at, 8, fails, 1)
        {checks}
        written = {written} + len(masks) // 4
        copies.put(address, rows[written].pack({writes}), written)
    finally:
        if call:
            call._address = 0
        result = None
        give_memory(used)
"""


def _source(parameters: Sequence[Parameter | None], keywords: Sequence[str], names: dict[str, Any]) -> str:
    """Return the source of what makes the calls of a leaf: it does what its parameters need, and nothing else.

    A call takes some microseconds, so a loop over the parameters would take as long as the leaf.
    """
    arguments = [p.index for p in parameters if p and p.is_argument]
    keys = [p.index for p in parameters if p and not p.is_argument]
    given, before, reads, writes, checks, views, addresses = [], [], [], [], [], [], []
    if arguments:
        before.append("columns = " + _unpacker(names, "columns", f"@{3 * (max(arguments) + 1)}P", "arguments_at"))
        before.append("strides = " + _unpacker(names, "strides", f"@{max(arguments) + 1}Q", "strides_at"))
    if keys:
        before.append("places = " + _unpacker(names, "places", f"@{3 * (max(keys) + 1)}I", "places_at"))
    counts = {True: 0, False: 0}
    for i, p in enumerate(parameters):
        if p is None:
            given.append("call")
            continue
        at = [f"columns[{3 * p.index + k}]" if p.is_argument else f"memory + places[{3 * p.index + k}]" for k in range(3)]
        stride = f"strides[{p.index}]" if p.is_argument else "stride"
        if p.type == _c.GESTALT_TEXT:
            given.append(f"text(shape, int_at({at[0]}).value)")
            continue
        if p.is_list:
            before.append(f"list{i} = List(parameters[{i}], ({', '.join(at)}), {stride}, count * lanes)")
            row = [f"*list{i}.rows"]
            given.append(f"list{i}.given(members)")
            checks += [f"list{i}.check()"] if p.writes else []
        else:
            views.append(f"view{i}")
            addresses.append(f"address{i}")
            step = "" if p.width == 1 else " + 4 * used.room * {}"
            row = [f"{at[k]}, {stride}, address{i}{step.format(k)}, {int(p.type == _c.GESTALT_BOOL)}" for k in range(p.width)]
            given.append(f"view{i}[:members]")
        reads += row
        writes += row if p.writes else []
        for writing in (False, True) if p.writes else (False,):
            counts[writing] += 0 if p.is_list else p.width
    plain = len(given) - len(keywords)
    passed = given[:plain] + [f"{name}={value}" for name, value in zip(keywords, given[plain:])]
    lists = {writing: "".join(f" + len(list{i}.rows) // 4" for i, p in enumerate(parameters)
                              if p and p.is_list and (p.writes or not writing)) for writing in (False, True)}
    return _TEMPLATE.format(
        names=", ".join([*views, "succeeded", "failed"]), addresses=", ".join([*addresses, "succeeds", "fails"]),
        before="; ".join(before) or "pass", read=f"{counts[False]}{lists[False]}", reads=", ".join(reads),
        make_call="call = Call(address, members, node, now, tick, cancelling)" if None in parameters else "pass",
        passed=", ".join(passed), checks="; ".join(checks) or "pass", written=f"{counts[True]}{lists[True]}",
        writes=", ".join([*writes, "*masks"]))


def set_error(address: int, text: Any) -> None:
    """Set the error of a call. The text, a ctypes array, must outlive the tick."""
    ctypes.c_void_p.from_address(address + _ERROR_AT).value = ctypes.addressof(text)
