# SPDX-License-Identifier: MIT
"""A program's own actions, sensors and parts of worlds, in Python or from a plugin.

    host = gestalt.WorldHost()
    host.column("charge", np.float32)
    host.number("flashes")

    @host.action
    def flash(call):
        call["charge"][call.rows] = 0
        call.numbers["flashes"] += len(call.rows)

    @host.sensor(writes=["count"])
    def count_near(call, radius: float = 4.0, count: int = 0):
        count[:] = [len(rows) - 1 for rows in call.near(radius)]

    @host.after
    def charge(state):
        state["charge"] += 0.1

Functions are called for the agents of a cohort, at most 64, with an array for each parameter, whose
type is its annotation: bool, int, float, "vec2" or "vec3". Trees call them without declaring them.
"""
from __future__ import annotations

import ctypes
import dataclasses
import inspect
import os
import pathlib
from typing import Any, Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import function_of, name_of
from ._library import library, lib
from ._life import Life, Unique
from .columns import bools_to_masks, masks_to_bools

_TYPES = {"bool": _c.GESTALT_BOOL, "int": _c.GESTALT_INT, "float": _c.GESTALT_FLOAT, "vec2": _c.GESTALT_VEC2,
          "vec3": _c.GESTALT_VEC3}
_WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}
_PART: dict[str, Any] = {field[0]: field[1] for field in _c.gestalt_world_part._fields_}
_NOBODY = 2**32 - 1

Array = npt.NDArray[Any]


@dataclasses.dataclass(frozen=True)
class _Argument:
    name: str
    type: int
    otherwise: Any
    is_required: bool
    writes: bool


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


class WorldState:
    """A world as a part sees it during a step, and its own columns: `state["name"]`, a value for each row."""

    def __init__(self, host: WorldHost, world: int) -> None:
        self._host, self._world = host, world
        self._addresses: dict[str, int] = {}
        self._life: Life | None = None
        self._numbers = 0

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

    def _copy(self, name: str) -> Array:
        columns = lib.gestalt_world_columns_of(self._world)
        found = getattr(columns, name)
        members = [m for m in found if m] if isinstance(found, ctypes.Array) else [found]
        dtype = np.uint64 if name == "id" else np.float32
        arrays = [np.array(_memory(m, dtype, columns.count)) for m in members]
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
        reach = np.broadcast_to(np.asarray(radius, np.float32), (len(places),)).tolist()
        found, capacity = [], 64
        for place, own in zip(places, reach):
            pointer = place.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
            while True:
                rows = np.empty(capacity, np.uint32)
                count = lib.gestalt_world_near(self._world, pointer, own,
                                               rows.ctypes.data_as(ctypes.POINTER(ctypes.c_uint32)), capacity)
                if count <= capacity:
                    break
                capacity = count
            found.append(rows[:count])
        return found


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
    """A call of a function by trees: the agents of one cohort. Its arrays have a value for each of them."""

    def __init__(self, state: WorldState, raw: Any) -> None:
        self.__dict__.update(state.__dict__)
        self._raw = raw
        self._lanes = masks_to_bools(np.array([raw.lanes], np.uint64), raw.lane_count)[0]
        self.node, self.now, self.tick = int(raw.node), int(raw.now), int(raw.tick)
        #: Whether an action is cancelled; what the function returns is ignored then.
        self.cancelling = bool(raw.cancelling)

    @property
    def agents(self) -> Array:
        """The ids of the agents."""
        raw, lanes = self._raw, np.flatnonzero(self._lanes)
        if raw.agents:
            agents: Array = _memory(raw.agents, np.uint64, raw.lane_count)[lanes]
            return agents
        return np.uint64(raw.first_agent) + lanes.astype(np.uint64)

    @property
    def starting(self) -> Array:
        """Which agents start the action; the others resume it."""
        starting: Array = masks_to_bools(np.array([self._raw.starting], np.uint64), self._raw.lane_count)[0]
        chosen: Array = starting[self._lanes]
        return chosen

    @property
    def rows(self) -> Array:
        """The rows of the agents in all columns."""
        agents, lanes, pointer = self.agents, np.flatnonzero(self._lanes), ctypes.byref(self._raw)
        low, high = int(agents.argmin()), int(agents.argmax())
        first, last = (lib.gestalt_world_row(pointer, int(lanes[i])) for i in (low, high))
        # Rows are in the order of ids. If as many rows as ids lie between two agents, no id is missing there.
        if last - first == int(agents[high] - agents[low]):
            rows: Array = (agents - agents[low]).astype(np.int64) + first
            return rows
        return np.array([lib.gestalt_world_row(pointer, lane) for lane in lanes.tolist()], np.int64)

    def near(self, radius: Any, points: Any = None) -> list[Array]:  # type: ignore[override]
        """Return the rows of agents within a radius of each agent, which is one of them, or of each point."""
        return super().near(self.position[self.rows] if points is None else points, radius)


class WorldHost:
    """A program's own functions for the trees of scenes, and a part, which runs in every step."""

    def __init__(self, name: str = "host") -> None:
        self._name = name_of(name)
        #: What a function has raised during a call of C.
        self.failure: BaseException | None = None
        self._columns: dict[str, tuple[np.dtype[Any], bool]] = {}
        self._numbers: list[str] = []
        self._functions: list[Any] = []
        self._stages: dict[str, Callable[[WorldState], Any]] = {}
        self._measure: Callable[[WorldState], Any] | None = None
        self._states: dict[int, WorldState] = {}
        self._kept: list[Any] = []

    # ---- what a program adds

    def column(self, name: str, dtype: npt.DTypeLike = np.float32, *, kept: bool = True) -> None:
        """Add a column with a value for each agent, zero at first.

        If it is kept, the values follow their agents, and are in snapshots and hashes. Otherwise they
        are lost in each step with births or deaths.
        """
        found = np.dtype(dtype)
        if found.kind not in "iufb" or name in self._columns:
            raise errors.BadArgument(f"the column `{name}` cannot be added: it is there, or its type is not a number")
        self._columns[name] = (found, kept)

    def number(self, name: str) -> None:
        """Add an int, zero at first, which is in snapshots and hashes, and is a measure of the world."""
        if name in self._numbers:
            raise errors.BadArgument(f"the number `{name}` is there already")
        name_of(name)
        self._numbers.append(name)

    def before(self, function: Callable[[WorldState], Any]) -> Callable[[WorldState], Any]:
        """Call a function with the state at the start of each step."""
        return self._stage("before", function)

    def ticked(self, function: Callable[[WorldState], Any]) -> Callable[[WorldState], Any]:
        """Call a function after the tick of all trees, before agents move."""
        return self._stage("ticked", function)

    def after(self, function: Callable[[WorldState], Any]) -> Callable[[WorldState], Any]:
        """Call a function at the end of each step."""
        return self._stage("after", function)

    def measure(self, function: Callable[[WorldState], Any]) -> Callable[[WorldState], Any]:
        """Let a function return more measures of the world: a dict of ints and floats."""
        self._measure = function
        return function

    def action(self, function: Callable[..., Any] | None = None, *, writes: Iterable[str] = (),
               reach: Iterable[str] = ()) -> Any:
        """Add an action, which returns statuses as those of a Host do.

        `writes` has the parameters that are keys, to whose arrays the function writes. `reach` has those
        that are distances within which it looks for other agents.
        """
        return self._decorate(_c.GESTALT_WORLD_ACTION, function, writes, reach)

    def predicate(self, function: Callable[..., Any] | None = None, *, reach: Iterable[str] = ()) -> Any:
        """Add a predicate, which returns an array of bools."""
        return self._decorate(_c.GESTALT_WORLD_PREDICATE, function, (), reach)

    def sensor(self, function: Callable[..., Any] | None = None, *, writes: Iterable[str] = (),
               reach: Iterable[str] = ()) -> Any:
        """Add a function that trees call as an action or as a predicate."""
        return self._decorate(_c.GESTALT_WORLD_SENSOR, function, writes, reach)

    def _stage(self, stage: str, function: Callable[[WorldState], Any]) -> Callable[[WorldState], Any]:
        if stage in self._stages:
            raise errors.BadArgument(f"the host has a function for `{stage}` already")
        self._stages[stage] = function
        return function

    def _decorate(self, uses: int, function: Callable[..., Any] | None, writes: Iterable[str],
                  reach: Iterable[str]) -> Any:
        def add(given: Callable[..., Any]) -> Callable[..., Any]:
            self._add(uses, given, frozenset(writes), frozenset(reach))
            return given
        return add if function is None else add(function)

    # ---- for C

    def _add(self, uses: int, function: Callable[..., Any], writes: frozenset[str], reach: frozenset[str]) -> None:
        name = getattr(function_of(function, "a leaf"), "__name__", type(function).__name__)
        if any(f.name == name.encode() for f in self._functions):
            raise errors.BadArgument(f"the host has a function `{name}` already")
        arguments = _arguments_of(function, writes)
        for other in (writes | reach) - {a.name for a in arguments}:
            raise errors.BadArgument(f"`{name}` has no parameter `{other}`")
        doc = (inspect.getdoc(function) or name).splitlines()[0]
        raw = _c.gestalt_world_function(name=name.encode(), uses=uses, doc=doc.encode())
        for to, a in zip(raw.arguments, arguments):
            to.name, to.type, to.by_key, to.required = a.name.encode(), a.type, a.writes, a.is_required
            to.otherwise = 0.0 if a.is_required or a.type in _WIDTHS else float(a.otherwise)
            to.is_reach, to.doc = a.name in reach, a.name.encode()
        raw.body = _c.gestalt_batch_function(lambda pointer: self._call(pointer.contents, function, arguments, uses))
        self._functions.append(raw)

    def _call(self, raw: Any, function: Callable[..., Any], arguments: Sequence[_Argument], uses: int) -> None:
        try:
            binding = ctypes.cast(raw.user, ctypes.POINTER(_c.gestalt_world_binding)).contents
            call = WorldCall(self._states[binding.world], raw)
            values = {a.name: _read(raw, call._lanes, binding, i, a) for i, a in enumerate(arguments)}
            result = function(call, **values)
            for i, a in enumerate(arguments):
                if a.writes and binding.position[i] >= 0:
                    _write(raw, call._lanes, binding.position[i], a, values[a.name])
            _store(raw, call._lanes, result, function.__name__)
        except BaseException as failure:
            self.failure = self.failure or failure
            raw.error = b"a function in Python has raised an exception"

    def _give(self, options: Any) -> object:
        functions = (_c.gestalt_world_function * (len(self._functions) + 1))(*self._functions)
        part = _c.gestalt_world_part(name=self._name, functions=functions, start=_PART["start"](self._start),
                                     stop=_PART["stop"](lambda world: self._states.pop(world, None)),
                                     outcome=_PART["outcome"](self._outcome))
        for stage, function in self._stages.items():
            setattr(part, stage, _PART[stage](lambda world, function=function: self._guard(function, world)))
        parts = (ctypes.POINTER(_c.gestalt_world_part) * 2)(ctypes.pointer(part))
        options.parts = parts
        self._kept.append((functions, part, parts))
        return self

    def _start(self, world: int, error: Any) -> int:
        state = self._states[world] = WorldState(self, world)
        return int(_c.GESTALT_OK if state._make() else _c.GESTALT_NO_MEMORY)

    def _guard(self, function: Callable[[WorldState], Any], world: int) -> Any:
        try:
            return function(self._states[world])
        except BaseException as failure:
            self.failure = self.failure or failure
            return None

    def _outcome(self, world: int, outcome: Any) -> None:
        state = self._states[world]
        measures: dict[str, Any] = {name: state.numbers[name] for name in self._numbers}
        if self._measure:
            measures.update(self._guard(self._measure, world) or {})
        for name, value in measures.items():
            if isinstance(value, (int, np.integer)) and value >= 0:
                lib.gestalt_outcome_count(outcome, None, name.encode(), int(value))
            else:
                lib.gestalt_outcome_number(outcome, None, name.encode(), float(value))

    def _adopt(self, world: int, life: Life) -> None:
        """Let the arrays of a world keep it."""
        if world in self._states:
            self._states[world]._life = life


def _arguments_of(function: Callable[..., Any], writes: frozenset[str]) -> list[_Argument]:
    """Return the arguments of a function, without the call."""
    found = []
    parameters = list(inspect.signature(function).parameters.values())[1:]
    if len(parameters) > _c.GESTALT_WORLD_ARGUMENTS:
        raise errors.BadArgument(f"`{function.__name__}` has more than {_c.GESTALT_WORLD_ARGUMENTS} parameters")
    for p in parameters:
        kind = getattr(p.annotation, "__name__", p.annotation)
        kind = kind.strip("\"'") if isinstance(kind, str) else kind
        if kind not in _TYPES:
            raise errors.BadArgument(f"the parameter `{p.name}` of `{function.__name__}` needs a type: bool, int, "
                                     "float, \"vec2\" or \"vec3\"")
        is_required = p.default is inspect.Parameter.empty and p.name not in writes
        default = 0 if p.default is inspect.Parameter.empty else p.default
        found.append(_Argument(p.name, _TYPES[kind], default, is_required, p.name in writes))
    return found


def _memory(pointer: Any, dtype: Any, count: int) -> Array:
    address = ctypes.cast(pointer, ctypes.c_void_p).value or 0
    return np.asarray(_Memory(None, address, count, np.dtype(dtype)))


def _parts(raw: Any, position: int, type: int, is_int: bool) -> list[Array]:
    column = raw.arguments[position]
    pointers = [column.floats, column.y, column.z][:_WIDTHS.get(type, 1)]
    return [_memory(p, np.int32 if is_int else np.float32, raw.lane_count) for p in pointers]


def _read(raw: Any, lanes: Array, binding: Any, index: int, a: _Argument) -> Array:
    """Return the values of an argument, of the agents in the call."""
    position, count = binding.position[index], int(lanes.sum())
    if position < 0:
        if a.type in _WIDTHS:
            return np.zeros((count, _WIDTHS[a.type]), np.float32)
        dtypes: dict[int, Any] = {_c.GESTALT_BOOL: np.bool_, _c.GESTALT_INT: np.int32}
        return np.full(count, a.otherwise, dtypes.get(a.type, np.float32))
    if a.type == _c.GESTALT_BOOL:
        bools: Array = masks_to_bools(_memory(raw.arguments[position].floats, np.uint64, 1), raw.lane_count)[0][lanes]
        return bools
    is_int = a.type == _c.GESTALT_INT or binding.is_int[index]
    parts = [part[lanes] for part in _parts(raw, position, a.type, is_int)]
    if a.type in _WIDTHS:
        return np.stack(parts, axis=1)
    return parts[0].astype(np.float32) if a.type == _c.GESTALT_FLOAT else parts[0]


def _write(raw: Any, lanes: Array, position: int, a: _Argument, values: Array) -> None:
    if a.type == _c.GESTALT_BOOL:
        mask = _memory(raw.arguments[position].floats, np.uint64, 1)
        wide = np.zeros((1, raw.lane_count), np.bool_)
        wide[0, lanes] = values
        mask[...] = (mask & ~np.uint64(raw.lanes)) | bools_to_masks(wide)
        return
    for i, part in enumerate(_parts(raw, position, a.type, a.type == _c.GESTALT_INT)):
        part[lanes] = values[:, i] if a.type in _WIDTHS else values


def _store(raw: Any, lanes: Array, result: Any, name: str) -> None:
    """Store what a function has returned: nothing (success), bools or statuses."""
    if result is None:
        raw.succeeded = raw.lanes
        return
    found = np.broadcast_to(np.asarray(result), (int(raw.lanes).bit_count(),))
    if found.dtype == np.bool_:
        raw.succeeded = _mask(lanes, found)
        raw.failed = raw.lanes & ~raw.succeeded
        return
    if found.dtype.kind not in "iu" or (found < 0).any() or (found > _c.GESTALT_RUNNING).any():
        raise ValueError(f"`{name}` has returned something that is not a status")
    raw.succeeded = _mask(lanes, found == _c.GESTALT_SUCCESS)
    raw.failed = _mask(lanes, found == _c.GESTALT_FAILURE)


def _mask(lanes: Array, chosen: Array) -> int:
    """Return a mask of the agents in a call that were chosen."""
    wide = np.zeros(64, np.bool_)
    wide[np.flatnonzero(lanes)] = chosen
    return int(np.packbits(wide, bitorder="little").view(np.uint64)[0])


class WorldPlugin:
    """Functions and parts of scenes in a shared object, as for `gestalt run --plugin`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        #: Plugins raise no exceptions of Python.
        self.failure: BaseException | None = None
        self.path = pathlib.Path(path).absolute()  # with a slash, so that the system does not search for the file
        library("worlds")  # the plugin finds the engine's functions in it
        try:
            self._object = ctypes.CDLL(str(self.path))
        except OSError as error:
            raise errors.FileError(f"cannot load the plugin: {error}") from None
        try:
            entry = self._object.gestalt_world_plugin_entry
        except AttributeError:
            raise errors.BadFile(f"{self.path}: this is not a plugin of worlds: it has no function "
                                 "gestalt_world_plugin_entry") from None
        entry.restype = ctypes.POINTER(_c.gestalt_world_plugin)
        found = entry()
        if not found or found.contents.abi != _c.GESTALT_WORLD_PLUGIN_ABI:
            raise errors.BadFile(f"{self.path}: the plugin was built for another version of gestalt")
        self._entry = found.contents

    def _give(self, options: Any) -> object:
        options.functions, options.parts = self._entry.functions, self._entry.parts
        return self

    def _adopt(self, world: int, life: Life) -> None:
        """The plugin has its own memory."""

    def __repr__(self) -> str:
        return f"<gestalt.WorldPlugin {self.path.name}>"
