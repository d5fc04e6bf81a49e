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

Functions are called for many agents at once, with an array for each parameter, whose type is its
annotation: bool, int, float, "vec2" or "vec3". Trees call them without declaring them.
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
from ._failures import Failures
from ._library import library, lib
from ._life import Life, Unique
from .leaf_calls import Buffers, Call, Caller, Parameter

_TYPES = {"bool": _c.GESTALT_BOOL, "int": _c.GESTALT_INT, "float": _c.GESTALT_FLOAT, "vec2": _c.GESTALT_VEC2,
          "vec3": _c.GESTALT_VEC3}
_DTYPES: dict[int, Any] = {_c.GESTALT_BOOL: np.bool_, _c.GESTALT_INT: np.int32}
_WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}
_PART: dict[str, Any] = {field[0]: field[1] for field in _c.gestalt_world_part._fields_}
_Gathered = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_USER_AT: int = _c.gestalt_gathered_call.user.offset

Array = npt.NDArray[Any]


@dataclasses.dataclass(frozen=True)
class _Argument:
    name: str
    type: int
    otherwise: Any
    is_required: bool
    writes: bool

    def array(self, count: int) -> Array:
        """Return the default for some agents, whose tree omits the argument."""
        if self.type in _WIDTHS:
            return np.zeros((count, _WIDTHS[self.type]), np.float32)
        return np.full(count, self.otherwise, _DTYPES.get(self.type, np.float32))


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
        pointer = ctypes.cast(self._call._open().address, ctypes.POINTER(_c.gestalt_gathered_call))
        lib.gestalt_world_gathered_rows(pointer, rows.ctypes.data_as(ctypes.POINTER(ctypes.c_uint32)))
        return rows.astype(np.int64)

    def near(self, radius: Any, points: Any = None) -> list[Array]:  # type: ignore[override]
        """Return the rows of agents within a radius of each agent, which is one of them, or of each point."""
        return super().near(self._copy("position", self.rows) if points is None else points, radius)


class WorldHost:
    """A program's own functions for the trees of scenes, and a part, which runs in every step."""

    def __init__(self, name: str = "host") -> None:
        self._name = name_of(name)
        self._columns: dict[str, tuple[np.dtype[Any], bool]] = {}
        self._numbers: list[str] = []
        self._functions: list[Any] = []
        self._stages: dict[str, Callable[[WorldState], Any]] = {}
        self._measure: Callable[[WorldState], Any] | None = None
        self._states: dict[int, WorldState] = {}
        self._buffers = Buffers()
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
        gathered = _Gathered(self._entry(_Function(name, uses, function, arguments)))
        self._kept.append(gathered)
        raw.gathered = ctypes.cast(gathered, _c.gestalt_gathered_function)
        self._functions.append(raw)

    def _entry(self, function: _Function) -> Callable[[int], None]:
        def entry(address: int) -> None:
            user = ctypes.c_void_p.from_address(address + _USER_AT).value or 0
            binding = ctypes.cast(user, ctypes.POINTER(_c.gestalt_world_binding)).contents
            state = self._states[binding.world]
            try:
                if state._failures.stops(address):
                    return
                caller = state._callers.get(user)
                if caller is None:
                    caller = state._callers[user] = function.bind(state, binding, self._buffers)
                caller.call(address)
            except BaseException as failure:  # raised by the call that steps
                state._failures.add(address, function.name, failure)
        return entry

    def _give(self, options: Any) -> object:
        functions = (_c.gestalt_world_function * (len(self._functions) + 1))(*self._functions)
        part = _c.gestalt_world_part(name=self._name, functions=functions, start=_PART["start"](self._start),
                                     stop=_PART["stop"](lambda world: self._states.pop(world, None)),
                                     outcome=_PART["outcome"](lambda world, outcome: self._guard(world, self._report, outcome)))
        for stage, function in self._stages.items():
            setattr(part, stage, _PART[stage](lambda world, function=function: self._guard(world, function)))
        parts = (ctypes.POINTER(_c.gestalt_world_part) * 2)(ctypes.pointer(part))
        options.parts = parts
        self._kept.append((functions, part, parts))
        return self

    def _start(self, world: int, error: Any) -> int:
        state = self._states[world] = WorldState(self, world)
        return int(_c.GESTALT_OK if state._make() else _c.GESTALT_NO_MEMORY)

    def _guard(self, world: int, function: Callable[..., Any], *more: Any) -> None:
        state = self._states[world]
        try:
            function(state, *more)
        except BaseException as failure:  # raised by the call of C
            state._failure = state._failure or failure

    def _report(self, state: WorldState, outcome: Any) -> None:
        measures: dict[str, Any] = {name: state.numbers[name] for name in self._numbers}
        if self._measure:
            measures.update(self._measure(state))
        for name, value in measures.items():
            if isinstance(value, (int, np.integer)) and value >= 0:
                lib.gestalt_outcome_count(outcome, None, name.encode(), int(value))
            else:
                lib.gestalt_outcome_number(outcome, None, name.encode(), float(value))

    def _take_failure(self, world: int, message: str) -> BaseException | None:
        """Return what a function has raised, and forget it. `message` is the error of the step, if it has one."""
        state = self._states[world]
        failure = state._failure or state._failures.find(message)
        state._failure = None
        state._failures.forget()
        return failure

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


class _Function:
    """A function that trees call."""

    def __init__(self, name: str, uses: int, function: Callable[..., Any], arguments: Sequence[_Argument]) -> None:
        self.name, self.uses, self.function, self.arguments = name, uses, function, arguments

    def bind(self, state: WorldState, binding: Any, buffers: Buffers) -> Caller:
        """Return what calls the function for the trees of one group, which may omit arguments."""
        parameters: list[Parameter | None] = [None]  # the call
        given: list[tuple[str, bool]] = []
        omitted: list[_Argument] = []
        for i, a in enumerate(self.arguments):
            position, is_int = int(binding.position[i]), bool(binding.is_int[i])
            if position < 0:
                omitted.append(a)
                continue
            parameters.append(Parameter(a.name, position, True, _c.GESTALT_INT if is_int else a.type, a.writes, False))
            given.append((a.name, is_int))

        def run(call: Call, *arrays: Array) -> Any:
            values = {name: array.astype(np.float32) if is_int else array for (name, is_int), array in zip(given, arrays)}
            values.update({a.name: a.array(len(call)) for a in omitted})
            return self.function(WorldCall(state, call), **values)

        is_action = self.uses != _c.GESTALT_WORLD_PREDICATE
        return Caller(self.name, is_action, run, parameters, (), buffers, lambda shape, place: "")


class WorldPlugin:
    """Functions and parts of scenes in a shared object, as for `gestalt run --plugin`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
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

    def _take_failure(self, world: int, message: str) -> BaseException | None:
        """Plugins raise no exceptions of Python."""
        return None

    def __repr__(self) -> str:
        return f"<gestalt.WorldPlugin {self.path.name}>"
