# SPDX-License-Identifier: MIT
"""Ticks of selected agents, ticks of single agents step by step, and functions that watch ticks."""
from __future__ import annotations

import ctypes
import dataclasses
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy.typing as npt

from . import _c, errors
from ._arguments import whole
from ._library import lib
from ._life import Unique, takes_turns
from ._part import to_ids
from ._ticks import Ticks

if TYPE_CHECKING:
    from .population import Population

_PHASES = {_c.GESTALT_LOG_START: "start", _c.GESTALT_LOG_SUCCESS: "success", _c.GESTALT_LOG_FAILURE: "failure",
           _c.GESTALT_LOG_ABANDON: "abandon"}


@dataclasses.dataclass(frozen=True)
class Persistent:
    """A persistent value: a status with a name, or the value of a `once` or `cooldown` node."""

    name: str | None
    node: int | None


@dataclasses.dataclass(frozen=True)
class Guard:
    """An inner node on the stack of an agent's tick."""

    node: int
    #: Its live child comes later; earlier children are evaluated first.
    is_waiting: bool
    #: It rolls back changes if it fails.
    can_roll_back: bool
    #: Of a loop, the number of the round in this tick, from 1.
    round: int
    #: The index of the first of the step's changes that it would roll back; None: none.
    first_change: int | None


@dataclasses.dataclass(frozen=True)
class Step:
    """The state of an agent's tick right after a node has returned its status."""

    node: int
    status: int
    #: The stack, from the root to the node's parent.
    guards: tuple[Guard, ...]
    #: Changes of persistent values that can still be rolled back.
    changes: tuple[Persistent, ...]


def _persistent(kept: Any) -> Persistent:
    if kept.name is not None:
        return Persistent(kept.name.decode(), None)
    return Persistent(None, int(kept.node))


def _step(raw: Any) -> Step:
    changes = tuple(_persistent(raw.changes[i]) for i in range(raw.change_count))
    guards = []
    for i in range(raw.guard_count):
        g = raw.guards[i]
        first = None if g.change_begin == raw.change_count else int(g.change_begin)
        guards.append(Guard(int(g.node), bool(g.waiting), bool(g.can_roll_back), int(g.round), first))
    return Step(int(raw.node), int(raw.status), tuple(guards), changes)


def _with_last(function: Callable[..., object], convert: Callable[[Any], Any]) -> Callable[..., object]:
    """Return a function that converts its last argument."""
    return lambda *arguments: function(*arguments[:-1], convert(arguments[-1]))


@takes_turns("steps")
class PartialTick(Unique):
    """A tick of selected agents. It ends with its `with` block; all other agents skip it."""

    def __init__(self, population: Population) -> None:
        self._population, self._turn = population, population._turn
        self._is_open = True

    def _check(self) -> int:
        self._population._check_open()
        if not self._is_open:
            raise errors.Expired("the tick has ended")
        return self._population._handle

    def agents(self, agents: int | npt.ArrayLike) -> None:
        """Tick an agent or several. Each agent can be ticked once."""
        for agent in to_ids(agents).tolist():
            lib.gestalt_actor_tick(self._check(), agent)

    def block(self, index: int, group: int = 0) -> None:
        """Tick all agents of a block."""
        group = self._population._check_group(group)
        lib.gestalt_population_tick_block(self._check(), group, whole(index, "a block"))

    def steps(self, agent: int) -> Iterator[Step]:
        """Tick an agent, and yield the state of its tick after each node. Leaving the loop finishes its tick."""
        self._turn.call(self._begin_steps, agent)
        return self._steps()

    def _begin_steps(self, agent: int) -> None:
        lib.gestalt_actor_step_begin(self._check(), whole(agent, "an id"))

    def _steps(self) -> Iterator[Step]:
        try:
            while step := self._turn.call(self._next_step):
                yield step
        finally:
            self._turn.call(self._end_steps)

    def _next_step(self) -> Step | None:
        raw = _c.gestalt_step()
        return _step(raw) if lib.gestalt_actor_step(self._check(), ctypes.byref(raw)) else None

    def _end_steps(self) -> None:
        if self._population._handle and self._is_open:
            lib.gestalt_actor_step_end(self._population._handle)

    def end(self) -> None:
        """End the tick, and count it."""
        handle = self._check()
        self._is_open = False
        try:
            lib.gestalt_population_end(handle)
        except errors.Rejected as error:
            self._population._raise_failure(error)
            raise
        finally:
            self._population._forget_failures()
            self._population._raise_watcher_failure()

    def __enter__(self) -> PartialTick:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._is_open and self._population._handle:
            self.end()


class Steps(Ticks):
    """Ticks of selected agents, and functions that watch ticks."""

    _hooks: Any = None

    def begin_tick(self, now: int | None = None) -> PartialTick:
        """Begin a tick of selected agents: `with population.begin_tick() as tick: tick.agents([1, 2])`."""
        self._check_open()
        lib.gestalt_population_begin(self._handle, self._time(now))
        population: Any = self
        return PartialTick(population)

    def step(self, agent: int, now: int | None = None) -> list[Step]:
        """Tick only one agent, and return the state of its tick after each node."""
        with self.begin_tick(now) as tick:
            return list(tick.steps(agent))

    def watch(self, *, enter: Callable[[int, int, bool], object] | None = None,
              leave: Callable[[int, int, int], object] | None = None,
              cancel: Callable[[int, int], object] | None = None,
              log: Callable[[int, int, str], object] | None = None,
              range: Callable[[int, int, int, int], object] | None = None,
              roll_back: Callable[[int, int, Persistent], object] | None = None) -> None:
        """Call functions for each node of each agent in the following ticks. Without arguments, remove the functions.

        Each function gets the agent, the node, and a third argument. For `enter`, this is whether the node
        resumes; for `leave`, its status; for `log`, the phase of a `debug` node (`start`, `success`,
        `failure`, `abandon`). `range` gets the first abandoned node and the one after the last.
        `roll_back` gets what is rolled back. If a function raises an exception, `tick` raises it at
        its end.
        """
        self._check_open()
        given: dict[str, Callable[..., object]] = {name: function for name, function in [
            ("enter", enter), ("leave", leave), ("cancel", cancel), ("range", range)] if function}
        if log:
            given["log"] = _with_last(log, _PHASES.__getitem__)
        if roll_back:
            given["roll_back"] = _with_last(roll_back, _persistent)
        if not given:
            lib.gestalt_population_hooks(self._handle, None)
            self._hooks = None
            return
        hooks = _c.gestalt_hooks()
        fields: Any = _c.gestalt_hooks._fields_
        for name, kind in fields:
            if name in given:
                setattr(hooks, name, kind(self._guarded(given[name])))
        lib.gestalt_population_hooks(self._handle, ctypes.byref(hooks))
        self._hooks = hooks

    def _guarded(self, function: Callable[..., object]) -> Callable[..., None]:
        """Return a function for C, which keeps the first exception for the caller of the tick."""
        def call(user: int, *arguments: Any) -> None:
            try:
                function(*arguments)
            except BaseException as failure:
                if self._watcher_failure is None:
                    self._watcher_failure = failure
        return call
