# SPDX-License-Identifier: MIT
"""A program's own actions, sensors and parts of worlds, in Python.

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
import inspect
from typing import Any, Callable, Iterable, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import function_of, name_of
from ._library import lib
from ._life import Life
from ._world_functions import WorldFunction, arguments_of
from ._world_state import WorldState
from .leaf_calls import Memories

_PART: dict[str, Any] = {field[0]: field[1] for field in _c.gestalt_world_part._fields_}
_Gathered = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_USER_AT: int = _c.gestalt_gathered_call.user.offset

_Function = TypeVar("_Function", bound=Callable[..., Any])


class WorldHost:
    """Functions of a program for the trees of scenes, and functions that run in every step."""

    def __init__(self, name: str = "host") -> None:
        self._name = name_of(name)
        self._columns: dict[str, tuple[np.dtype[Any], bool]] = {}
        self._numbers: list[str] = []
        self._functions: list[Any] = []
        self._stages: dict[str, Callable[[WorldState], Any]] = {}
        self._measure: Callable[[WorldState], Any] | None = None
        self._states: dict[int, WorldState] = {}
        self._memories = Memories()
        self._kept: list[Any] = []

    # ---- what a program adds

    def column(self, name: str, dtype: npt.DTypeLike = np.float32, *, kept: bool = True) -> None:
        """Add a column with a value for each agent, zero at first.

        If `kept`, values stay with their agents, and snapshots and hashes contain them. Otherwise, a step with
        births or deaths loses the values.
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
        """Add a function that returns more measures of the world, as a dict of ints and floats."""
        self._measure = function
        return function

    @overload
    def action(self, function: _Function, *, writes: Iterable[str] = (), reach: Iterable[str] = ()) -> _Function: ...

    @overload
    def action(self, function: None = None, *, writes: Iterable[str] = (),
               reach: Iterable[str] = ()) -> Callable[[_Function], _Function]: ...

    def action(self, function: Callable[..., Any] | None = None, *, writes: Iterable[str] = (),
               reach: Iterable[str] = ()) -> Any:
        """Add an action, which returns statuses like an action of a `Host`.

        `writes` names the parameters that are keys, to whose arrays the function writes. `reach` names the
        parameters that are distances: the function looks for other agents within them.
        """
        return self._decorate(_c.GESTALT_WORLD_ACTION, function, writes, reach)

    @overload
    def predicate(self, function: _Function, *, reach: Iterable[str] = ()) -> _Function: ...

    @overload
    def predicate(self, function: None = None, *, reach: Iterable[str] = ()) -> Callable[[_Function], _Function]: ...

    def predicate(self, function: Callable[..., Any] | None = None, *, reach: Iterable[str] = ()) -> Any:
        """Add a predicate, which returns an array of bools."""
        return self._decorate(_c.GESTALT_WORLD_PREDICATE, function, (), reach)

    @overload
    def sensor(self, function: _Function, *, writes: Iterable[str] = (), reach: Iterable[str] = ()) -> _Function: ...

    @overload
    def sensor(self, function: None = None, *, writes: Iterable[str] = (),
               reach: Iterable[str] = ()) -> Callable[[_Function], _Function]: ...

    def sensor(self, function: Callable[..., Any] | None = None, *, writes: Iterable[str] = (),
               reach: Iterable[str] = ()) -> Any:
        """Add a sensor: a function that trees call as an action or as a predicate."""
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
        arguments = arguments_of(function, writes)
        for other in (writes | reach) - {a.name for a in arguments}:
            raise errors.BadArgument(f"`{name}` has no parameter `{other}`")
        doc = (inspect.getdoc(function) or name).splitlines()[0]
        raw = _c.gestalt_world_function(name=name.encode(), uses=uses, doc=doc.encode())
        for to, a in zip(raw.arguments, arguments):
            to.name, to.type, to.by_key, to.required = a.name.encode(), a.type, a.writes, a.is_required
            to.otherwise = a.number
            to.is_reach, to.doc = a.name in reach, a.name.encode()
        gathered = _Gathered(self._entry(WorldFunction(name, uses, function, arguments)))
        self._kept.append(gathered)
        raw.gathered = ctypes.cast(gathered, _c.gestalt_gathered_function)
        self._functions.append(raw)

    def _entry(self, function: WorldFunction) -> Callable[[int], None]:
        def entry(address: int) -> None:
            user = ctypes.c_void_p.from_address(address + _USER_AT).value or 0
            binding = ctypes.cast(user, ctypes.POINTER(_c.gestalt_world_binding)).contents
            state = self._states[binding.world]
            try:
                if state._failures.stops(address):
                    return
                caller = state._callers.get(user)
                if caller is None:
                    caller = state._callers[user] = function.bind(state, binding, self._memories)
                caller.call(address)
            except BaseException as failure:  # raised by the call that steps
                state._failures.add(address, function.name, failure)
        return entry

    def _give(self, options: Any) -> object:
        functions = (_c.gestalt_world_function * (len(self._functions) + 1))(*self._functions)
        outcome = _PART["outcome"](lambda world, outcome: self._guard(world, self._report, outcome))
        part = _c.gestalt_world_part(name=self._name, functions=functions, start=_PART["start"](self._start),
                                     stop=_PART["stop"](lambda world: self._states.pop(world, None)), outcome=outcome)
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
