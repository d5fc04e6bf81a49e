# SPDX-License-Identifier: MIT
"""Inspection: which nodes are live, what agents have, and how often and how long nodes ran."""
from __future__ import annotations

import ctypes
import time
from typing import Any, Callable

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import whole
from ._library import lib
from ._part import Array, Part, pointer_to, struct_dtype, structs_at, to_ids
from .values import from_value

#: The fields of counts: how often a node returned each status, and how often it was abandoned.
NODE_COUNTS = struct_dtype(_c.gestalt_node_counts)
#: The fields of times: the time that a node took, the number of its answers, and of agents in them.
NODE_TIMES = struct_dtype(_c.gestalt_node_times)

_NO_NODE = 2**32 - 1
_NEVER_NOW, _NEVER_TICK = 2**63 - 1, 2**64 - 1
_CLOCK: Any = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)


def _clock_of(clock: Callable[[], int] | None) -> Any:
    """Return a clock for C: by default that of Python, called without Python where its library has it."""
    if clock is None:
        for name in ("_PyTime_GetPerfCounter", "_PyTime_PerfCounterUnchecked"):
            if hasattr(ctypes.pythonapi, name):
                return ctypes.cast(getattr(ctypes.pythonapi, name), _CLOCK)
        clock = time.perf_counter_ns
    read = clock
    return _CLOCK(lambda user: read())


class Inspection(Part):
    """What agents do, and what nodes cost."""

    _clock: Any = None

    # ---- live nodes

    def live_nodes(self, agents: int | npt.ArrayLike | None = None) -> npt.NDArray[np.int64]:
        """Return the live node of each agent: its first running leaf, waiting loop or delay. -1: no node is live.

        By default, the agents are those of the first group, in the order of `ids`.
        """
        ids = to_ids(self._rows(0).agents if agents is None else agents)
        self._check_open()
        nodes = np.empty(len(ids), np.uint32)
        lib.gestalt_population_live_nodes(self._handle, pointer_to(ids, ctypes.c_uint64), len(ids),
                                          pointer_to(nodes, ctypes.c_uint32))
        return np.where(nodes == _NO_NODE, -1, nodes.astype(np.int64))

    def live_path(self, agent: int) -> list[int]:
        """Return all live nodes of an agent, including inner nodes. The next tick continues there."""
        shape = self._shapes[self.group_of(agent)]
        nodes, count = (ctypes.c_uint32 * shape.node_count)(), ctypes.c_size_t()
        lib.gestalt_actor_live_nodes(self._handle, agent, nodes, len(nodes), ctypes.byref(count))
        return list(nodes[:count.value])

    def is_live(self, node: int, group: int = 0) -> npt.NDArray[np.bool_]:
        """Return a bool for each agent of a group, in the order of `ids`: whether a node is live."""
        group = self._check_group(group)
        nodes = self._shapes[group].node_count
        masks = (ctypes.c_uint32 * nodes)()
        lib.gestalt_population_masks(self._handle, group, masks, nodes)
        slot = masks[whole(node, "a node", nodes - 1)]
        if slot == _NO_NODE:
            return np.zeros(len(self._rows(group).agents), np.bool_)
        return self._by_agent(group, slot)[0]

    def statuses(self, group: int = 0) -> npt.NDArray[np.uint8]:
        """Return the status of each agent's root after the last tick, in the order of `ids`."""
        group = self._check_group(group)
        running, succeeded = self._by_agent(group, _c.GESTALT_MASK_RUNNING, _c.GESTALT_MASK_SUCCEEDED)
        found = np.where(succeeded, _c.GESTALT_SUCCESS, _c.GESTALT_FAILURE)
        # Agents that have not been ticked yet are in both.
        return np.where(running, _c.GESTALT_RUNNING, found).astype(np.uint8)

    def _by_agent(self, group: int, *slots: int) -> list[npt.NDArray[np.bool_]]:
        """Return bools for the agents of a group from some masks of its blocks."""
        rows = self._rows(group)
        nodes = self._shapes[group].node_count
        size = lib.gestalt_population_masks(self._handle, group, (ctypes.c_uint32 * nodes)(), nodes)
        blocks = int(lib.gestalt_population_block_count(self._handle, group))
        masks = np.zeros((blocks, size), np.uint64)
        for i in range(blocks):
            lib.gestalt_population_block_masks(self._handle, group, i, pointer_to(masks[i], ctypes.c_uint64), size)
        lanes = np.arange(self.lanes, dtype=np.uint64)
        chosen = [(masks[:, slot, None] >> lanes & np.uint64(1)).astype(np.bool_) for slot in slots]
        return [lanes_of[rows.there] for lanes_of in chosen]

    # ---- single agents

    def group_of(self, agent: int) -> int:
        """Return the group of an agent."""
        self._check_open()
        group = ctypes.c_uint32()
        if not lib.gestalt_actor_group(self._handle, whole(agent, "an id"), ctypes.byref(group)):
            raise errors.BadArgument(f"there is no agent {agent}")
        return group.value

    def place_of(self, agent: int) -> tuple[int, int, int]:
        """Return where an agent is: its group, and its block and lane, the first axes of `Column.blocks`."""
        self._check_open()
        place = _c.gestalt_place()
        if not lib.gestalt_actor_place(self._handle, whole(agent, "an id"), ctypes.byref(place)):
            raise errors.BadArgument(f"there is no agent {agent}")
        return place.group, place.block, place.lane

    def values(self, agent: int) -> dict[str, Any]:
        """Return the values of all keys of an agent, including shared ones. The value of a list is its length."""
        keys = self._shapes[self.group_of(agent)].keys
        values = (_c.gestalt_value * max(len(keys), 1))()
        lib.gestalt_actor_values(self._handle, agent, values, len(keys))
        return {key.name: from_value(v, () if key.capacity else key.words) for key, v in zip(keys.values(), values)}

    def due(self, agent: int, node: int) -> int | None:
        """Return when the timer of an agent's live node ends, in microseconds or as the number of a tick, or None."""
        self._check_open()
        due = ctypes.c_int64()
        found = lib.gestalt_actor_due(self._handle, whole(agent, "an id"), whole(node, "a node", _NO_NODE),
                                      ctypes.byref(due))
        return due.value if found else None

    @property
    def live_count(self) -> int:
        """The number of live states of all agents: running leaves, and waiting loops and delays."""
        self._check_open()
        return int(lib.gestalt_population_live_count(self._handle))

    # ---- sleep

    @property
    def sleeping_count(self) -> int:
        """The number of agents that are known to sleep in the next tick, which skips them."""
        self._check_open()
        return int(lib.gestalt_population_sleeping_count(self._handle))

    @property
    def slept_count(self) -> int:
        """The number of agents that the last tick skipped because they slept."""
        self._check_open()
        return int(lib.gestalt_population_slept_count(self._handle))

    def next_due(self) -> tuple[int | None, int | None]:
        """Return when the first agent wakes by itself: the time and the number of a tick. None means never."""
        self._check_open()
        now, tick = ctypes.c_int64(), ctypes.c_uint64()
        lib.gestalt_population_next_due(self._handle, ctypes.byref(now), ctypes.byref(tick))
        return (None if now.value == _NEVER_NOW else now.value, None if tick.value == _NEVER_TICK else tick.value)

    # ---- counts and times

    def count_nodes(self, on: bool = True, *, group: int | None = None) -> None:
        """Count how often nodes run, from the next tick on: in all groups, or in one. `False` stops counting."""
        self._check_open()
        if group is None:
            lib.gestalt_population_count_nodes(self._handle, bool(on))
        else:
            lib.gestalt_population_count_group(self._handle, self._check_group(group), bool(on))

    def node_counts(self, group: int = 0, *, last_tick: bool = False) -> Array:
        """Return the counts of a group's nodes, since `count_nodes` or of the last tick (`gestalt.NODE_COUNTS`)."""
        group = self._check_group(group)
        counts = (_c.gestalt_node_counts * self._shapes[group].node_count)()
        lib.gestalt_population_node_counts(self._handle, group, not last_tick, counts, len(counts))
        return structs_at(counts, len(counts), _c.gestalt_node_counts)

    def time_nodes(self, every: int = 1, clock: Callable[[], int] | None = None) -> None:
        """Measure how long nodes take, in one of `every` ticks; `every=0` stops.

        By default, times are nanoseconds. `clock` replaces the clock; it is called twice for each node and cohort.
        """
        self._check_open()
        if whole(every, "`every`", 2**32 - 1) == 0:
            lib.gestalt_population_time_nodes(self._handle, None)
            return
        function = _clock_of(clock)
        timing = _c.gestalt_timing(every=every)
        timing.clock = ctypes.cast(function, type(timing.clock))
        lib.gestalt_population_time_nodes(self._handle, ctypes.byref(timing))
        self._clock = function

    def node_times(self, group: int = 0) -> Array:
        """Return the times of a group's nodes since `time_nodes` (`gestalt.NODE_TIMES`)."""
        group = self._check_group(group)
        times = (_c.gestalt_node_times * self._shapes[group].node_count)()
        lib.gestalt_population_node_times(self._handle, group, times, len(times))
        return structs_at(times, len(times), _c.gestalt_node_times)

    @property
    def is_timed(self) -> bool:
        """Whether the coming tick is timed."""
        self._check_open()
        return bool(lib.gestalt_population_is_timed(self._handle))
