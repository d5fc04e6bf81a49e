# SPDX-License-Identifier: MIT
"""Populations: any number of agents that are ticked together."""
from __future__ import annotations

import ctypes
from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._library import lib
from ._snapshots import Snapshots
from ._systems import Systems
from .columns import Column, Pins, Rows, _Memory
from .host import Host
from .shape import Shape

Value = Union[bool, int, float, "tuple[float, ...]"]

#: The statuses of a tree.
SUCCESS, FAILURE, RUNNING = _c.GESTALT_SUCCESS, _c.GESTALT_FAILURE, _c.GESTALT_RUNNING

_STATES = {"auto": _c.GESTALT_STATES_AUTO, "sparse": _c.GESTALT_STATES_SPARSE, "masks": _c.GESTALT_STATES_MASKS}


def to_value(value: Any, kind: int) -> Any:
    """Return a value for the engine, of a type."""
    v = _c.gestalt_value(type=kind)
    if kind == _c.GESTALT_BOOL:
        v.boolean = bool(value)
    elif kind == _c.GESTALT_INT:
        v.integer = int(value)
    elif kind == _c.GESTALT_FLOAT:
        v.number = float(value)
    else:
        for i, part in enumerate(value):
            v.vector[i] = float(part)
    return v


def from_value(v: Any) -> Value:
    """Return a value of the engine for Python."""
    if v.type == _c.GESTALT_BOOL:
        return bool(v.boolean)
    if v.type == _c.GESTALT_INT:
        return int(v.integer)
    if v.type == _c.GESTALT_FLOAT:
        return float(v.number)
    return tuple(v.vector[:2 if v.type == _c.GESTALT_VEC2 else 3])


class Population(Systems, Snapshots):
    """Agents of one shape, or of several (`groups`), that are ticked together.

    >>> import gestalt
    >>> counter = gestalt.compile({"gestalt": 1, "blackboard": {"n": "int"},
    ...                            "root": {"type": "set", "key": "n", "to": "n + 1"}}, name="counter")
    >>> population = gestalt.Population(counter, agents=1000)
    >>> for tick in range(3):
    ...     population.tick()
    >>> int(population["n"].sum())
    3000
    """

    def __init__(self, shape: Shape | Sequence[Shape], *, host: Host | Sequence[Host | None] | None = None, agents: int = 0, seed: int = 0, lanes: int = 64,
                 threads: int = 1, start: int = 0, states: str = "auto", kernels: str | None = None, capacity: int = 0,
                 interruptible: bool = False, never_sleeps: bool = False) -> None:
        self._handle = 0
        shapes = [shape] if isinstance(shape, Shape) else list(shape)
        hosts = list(host) if isinstance(host, (list, tuple)) else [host] * len(shapes)
        if states not in _STATES:
            raise errors.BadArgument(f"`states` cannot be {states!r}: use one of {', '.join(_STATES)}")
        self._generation = 0
        self._pins = Pins()
        self._row_cache: dict[int, Rows] = {}
        self._shapes = shapes
        self._bindings = [h._bind(s) if h is not None else None for s, h in zip(shapes, hosts)]
        groups = (_c.gestalt_group * len(shapes))()
        for i, (s, binding) in enumerate(zip(shapes, self._bindings)):
            groups[i].shape = s._handle
            groups[i].host = binding._handle if binding else None
        options = _c.gestalt_population_options(
            groups=groups, group_count=len(shapes), lanes=lanes, threads=threads, seed=seed, start=start,
            states=_STATES[states], kernels=kernels.encode() if kernels else None, capacity=capacity,
            interruptible=interruptible, never_sleeps=never_sleeps)
        handle = ctypes.c_void_p()
        lib.gestalt_population_create(ctypes.byref(options), ctypes.byref(handle))
        self._handle = handle.value or 0
        self.lanes = lanes
        if agents:
            self.spawn(agents)

    def close(self) -> None:
        """Free the population. Views and other uses raise `Expired` afterwards."""
        if self._handle:
            self._pins.check("closing the population")
            lib.gestalt_population_destroy(self._handle)
            self._handle = 0

    def __del__(self) -> None:
        # Arrays over its memory hold the population, so none exists now.
        if getattr(self, "_handle", 0):
            lib.gestalt_population_destroy(self._handle)
            self._handle = 0

    def __enter__(self) -> Population:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if not self._handle:
            raise errors.Expired("the population is closed")

    def _changes(self) -> None:
        """Let all views expire: agents are added, removed or moved."""
        self._generation += 1
        self._row_cache.clear()

    def _moves(self, what: str) -> None:
        self._check_open()
        self._pins.check(what)
        self._changes()

    def _pin(self, memory: _Memory) -> None:
        self._pins.add(memory)

    def _rows(self, group: int) -> Rows:
        self._check_open()
        rows = self._row_cache.get(group)
        if rows is None:
            rows = self._row_cache[group] = Rows(self, group)
        return rows

    def _touch(self, group: int) -> None:
        """The population does not rely on announced writes."""

    # ---- agents

    def spawn(self, count: int = 1, group: int = 0) -> range:
        """Add agents, and return their ids."""
        self._check_open()
        first = ctypes.c_uint64()
        lib.gestalt_population_spawn(self._handle, group, count, ctypes.byref(first))
        self._changes()
        return range(first.value, first.value + count)

    def despawn(self, agents: int | npt.ArrayLike) -> None:
        """Remove an agent, or several: all or none."""
        self._check_open()
        ids = np.atleast_1d(np.asarray(agents, np.uint64))
        if len(np.unique(ids)) < len(ids):
            raise errors.BadArgument("an agent is in the list twice")
        pointer = ids.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64))
        lib.gestalt_population_reserve_despawns(self._handle, pointer, len(ids))
        for agent in ids.tolist():
            lib.gestalt_population_despawn(self._handle, agent)
        self._changes()

    def cancel(self, agent: int) -> None:
        """Abandon what the agent does; its tree starts fresh in the next tick."""
        self._check_open()
        lib.gestalt_population_cancel(self._handle, agent)

    def compact(self) -> None:
        """Move agents together after many have been removed."""
        self._moves("compacting")
        lib.gestalt_population_compact(self._handle)

    def __len__(self) -> int:
        self._check_open()
        return int(lib.gestalt_population_count(self._handle))

    def __contains__(self, agent: int) -> bool:
        self._check_open()
        return bool(lib.gestalt_population_has(self._handle, agent))

    def ids(self, group: int = 0) -> npt.NDArray[np.uint64]:
        """Return the ids of a group's agents, in the order of its columns."""
        return self._rows(group).agents

    # ---- ticks

    def tick(self, now: int | None = None) -> None:
        """Tick all agents once, at a time in microseconds; by default that of the last tick."""
        self._check_open()
        try:
            lib.gestalt_population_tick(self._handle, self.now if now is None else now)
        except errors.Rejected:
            self._raise_failure()
            raise

    def _raise_failure(self) -> None:
        """Raise the exception of a leaf function, if one has raised any."""
        for binding in self._bindings:
            if binding and binding.failure:
                failure, binding.failure = binding.failure, None
                raise failure

    @property
    def ticks(self) -> int:
        """The number of the coming tick."""
        self._check_open()
        return int(lib.gestalt_population_ticks(self._handle))

    @property
    def now(self) -> int:
        """The time of the coming tick, in microseconds."""
        self._check_open()
        return int(lib.gestalt_population_now(self._handle))

    @now.setter
    def now(self, now: int) -> None:
        self._check_open()
        lib.gestalt_population_set_now(self._handle, now)

    def status(self, agent: int) -> int:
        """Return the status of an agent's root after the last tick."""
        self._check_open()
        return int(lib.gestalt_population_status(self._handle, agent))

    # ---- values

    def column(self, name: str, group: int = 0) -> Column:
        """Return a view of a key, or of a component such as `home.x`, of all agents of a group."""
        self._check_open()
        key = _c.gestalt_key()
        if not lib.gestalt_population_key(self._handle, group, name.encode(), ctypes.byref(key)):
            known = ", ".join(self._shapes[group].keys)
            raise errors.BadArgument(f"there is no key `{name}`; the keys are {known or 'none'}")
        if key.shared:
            raise errors.BadArgument(f"the key `{name}` is shared: use `shared`")
        if key.capacity:
            raise errors.BadArgument(f"the key `{name}` is a list: use `read` and `write`")
        found = self._shapes[group].keys.get(name)
        return Column(self, group, name, key, found.words if found else ())

    def __getitem__(self, name: str) -> Column:
        return self.column(name)

    def __setitem__(self, name: str, values: Any) -> None:
        if not (isinstance(values, Column) and values._population is self and values._name == name):
            self.column(name)[...] = values

    def read(self, agent: int, name: str) -> Value:
        """Return the value of a key of one agent."""
        self._check_open()
        value = _c.gestalt_value()
        lib.gestalt_population_read(self._handle, agent, name.encode(), ctypes.byref(value))
        return from_value(value)

    def write(self, agent: int, name: str, value: Any) -> None:
        """Set a key of one agent."""
        self._check_open()
        old = _c.gestalt_value()
        lib.gestalt_population_read(self._handle, agent, name.encode(), ctypes.byref(old))
        lib.gestalt_population_write(self._handle, agent, name.encode(), to_value(value, old.type))

    def __repr__(self) -> str:
        if not self._handle:
            return "<gestalt.Population: closed>"
        names = ", ".join(s.name for s in self._shapes)
        return f"<gestalt.Population of {names}: {len(self):,} agents, tick {self.ticks}>"
