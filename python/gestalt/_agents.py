# SPDX-License-Identifier: MIT
"""Adding and removing agents."""
from __future__ import annotations

import ctypes
from typing import Any, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import whole
from ._library import lib
from ._part import Part, pointer_to, to_ids
from .columns import Column, Rows
from .lists import Lists, Ragged
from .values import to_value

# Up to this many values of new agents are written one by one: finding their columns takes time for all agents.
_FEW = 256


class Agents(Part):
    """Adding, removing and listing agents."""

    def spawn(self, count: int | None = None, group: int = 0, *, first: int | None = None,
              parents: npt.ArrayLike | None = None, values: Mapping[str, Any] | None = None, **columns: Any) -> range:
        """Add agents to a group, and return their ids.

        Pass keys as arguments, with one value for each agent or one for all: `spawn(health=array)`.
        Keys whose names are not valid in Python go into the dict `values`. With `parents`, each agent
        first gets a copy of its parent's blackboard. Ids begin at `first`, by default at `next_id`.
        Without `count`, arrays decide how many agents there are; without arrays, it is one.

        >>> import gestalt
        >>> sheep = gestalt.compile({"gestalt": 1, "blackboard": {"age": {"type": "int", "host": True}},
        ...                          "root": {"type": "wait", "ticks": 9}}, name="sheep")
        >>> flock = gestalt.Population(sheep)
        >>> flock.spawn(age=[3, 1, 4])
        range(0, 3)
        >>> flock.spawn(parents=[2])
        range(3, 4)
        >>> flock.read(3, "age")
        4
        """
        self._check_group(group)
        ids = None if parents is None else self._existing(parents)
        given = [_Given(self, group, name, v) for name, v in {**(values or {}), **columns}.items()]
        counts = {g.count for g in given if g.count is not None} | ({len(ids)} if ids is not None else set())
        if count is None:
            count = counts.pop() if counts else 1
        count = whole(count, "the number of agents")
        if counts - {count}:
            raise errors.BadArgument(f"there are {max(counts | {count})} and {min(counts | {count})} values: "
                                     "pass one value for each agent, or one for all")
        for g in given:
            g.check(count)
        agents = self._add(count, group, first)
        if ids is not None:
            lib.gestalt_population_inherit(self._handle, pointer_to(ids, ctypes.c_uint64), agents.start, count)
        if given and count:
            _write_all(self, group, agents, given)
        return agents

    def _add(self, count: int, group: int, first: int | None) -> range:
        number = ctypes.c_uint64()
        if first is None:
            lib.gestalt_population_spawn(self._handle, group, count, ctypes.byref(number))
        else:
            number.value = whole(first, "an id")
            lib.gestalt_population_spawn_as(self._handle, group, number, count)
        self._changes()
        return range(number.value, number.value + count)

    def _existing(self, agents: npt.ArrayLike) -> npt.NDArray[np.uint64]:
        """Return ids as an array, or raise an error if an agent does not exist."""
        ids = to_ids(agents)
        nodes = np.empty(len(ids), np.uint32)
        lib.gestalt_population_live_nodes(self._handle, pointer_to(ids, ctypes.c_uint64), len(ids),
                                          pointer_to(nodes, ctypes.c_uint32))
        return ids

    @property
    def next_id(self) -> int:
        """The id that the next new agent gets."""
        self._check_open()
        return int(lib.gestalt_population_next_id(self._handle))

    @next_id.setter
    def next_id(self, agent: int) -> None:
        self._check_open()
        lib.gestalt_population_set_next_id(self._handle, whole(agent, "an id"))

    def inherit(self, parents: npt.ArrayLike, first: int) -> None:
        """Copy the blackboards of `parents` to as many agents, with ids from `first` on."""
        self._check_open()
        ids = self._existing(parents)
        self._existing(np.arange(len(ids), dtype=np.uint64) + np.uint64(whole(first, "an id")))
        lib.gestalt_population_inherit(self._handle, pointer_to(ids, ctypes.c_uint64), first, len(ids))

    def despawn(self, agents: int | npt.ArrayLike) -> None:
        """Remove an agent or several. If one of them does not exist, none is removed."""
        self._check_open()
        ids = to_ids(agents)
        lib.gestalt_population_despawn_many(self._handle, pointer_to(ids, ctypes.c_uint64), len(ids))
        self._changes()

    def cancel(self, agent: int) -> None:
        """Cancel everything that the agent is doing. Its tree starts at the root in the next tick."""
        self._check_open()
        lib.gestalt_population_cancel(self._handle, whole(agent, "an id"))

    def compact(self) -> None:
        """Move agents together in memory, after many have been removed."""
        self._moves("compacting")
        lib.gestalt_population_compact(self._handle)

    def __len__(self) -> int:
        self._check_open()
        return int(lib.gestalt_population_count(self._handle))

    def __contains__(self, agent: int) -> bool:
        self._check_open()
        return bool(lib.gestalt_population_has(self._handle, whole(agent, "an id")))

    def next_agent(self, agent: int = 0) -> int | None:
        """Return the smallest id of an agent that is at least `agent`, or None."""
        self._check_open()
        found = lib.gestalt_population_next(self._handle, whole(agent, "an id"))
        return None if found == 2**64 - 1 else int(found)

    def __iter__(self) -> Iterator[int]:
        """Iterate over the ids of all agents in ascending order. Agents may be added and removed during the loop."""
        agent = self.next_agent()
        while agent is not None:
            yield agent
            agent = self.next_agent(agent + 1)

    def ids(self, group: int = 0) -> npt.NDArray[np.uint64]:
        """Return the ids of a group's agents, in the order of its columns."""
        return self._rows(self._check_group(group)).agents


class _Given:
    """The values of a key for new agents."""

    def __init__(self, population: Any, group: int, name: str, values: Any) -> None:
        self.name = name
        self.view: Column | Lists = population._view(name, group)
        self.lists: Ragged | None = None
        self.array: npt.NDArray[Any] = np.empty(0)
        self.count: int | None
        if isinstance(self.view, Lists):
            self.lists = self.view._all_converted(values)
            self.count = len(self.lists.counts)
        else:
            self.array = self.view.converted(np.asarray(values) if isinstance(values, Column) else values)
            self.tail = (self.view._width,) if self.view._width else ()
            self.count = len(self.array) if self.array.ndim > len(self.tail) else None

    def check(self, count: int) -> None:
        """Raise an error unless there is one value for each agent, or one for all."""
        if isinstance(self.view, Lists):
            return
        try:
            self.array = np.broadcast_to(self.array, (count, *self.tail))
        except ValueError:
            raise errors.BadArgument(f"values of `{self.name}` have shape {self.array.shape}: it must be "
                                     f"{(count, *self.tail)}") from None


def _write_all(population: Any, group: int, agents: range, given: list[_Given]) -> None:
    """Write the values of new agents."""
    if len(agents) * len(given) <= _FEW and not any(g.lists is not None for g in given):
        for g in given:
            kind, name = g.view._key.type, g.name.encode()
            for agent, value in zip(agents, g.array.tolist()):
                lib.gestalt_population_write(population._handle, agent, name, to_value(value, kind))
        return
    rows: Rows = population._rows(group)
    numbers = rows.ids.reshape(-1) - np.uint64(agents.start)  # ids below the first one become large
    places = np.flatnonzero(numbers < len(agents))
    order = numbers[places].astype(np.intp)
    is_in_order = bool((order == np.arange(len(order))).all())
    is_row = is_in_order and int(places[-1] - places[0]) == len(places) - 1
    for g in given:
        view = population._view(g.name, group)
        if g.lists is not None:
            view._write_all(places, g.lists, order)
        else:
            for component in range(view._width or 1):
                values = g.array[:, component] if view._width else g.array
                if is_row and view._key.type != _c.GESTALT_BOOL:
                    view._write_range(component, int(places[0]), values)
                else:
                    view._write_places(component, places, values if is_in_order else values[order])
    population._touched(group)
