# SPDX-License-Identifier: MIT
"""Actors: the state of agents as bytes, to move them to other populations."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Iterable, Mapping

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import data_of, whole
from ._edits import Loading, OldShape
from ._library import lib
from ._part import Part, pointer_to, to_ids


@dataclasses.dataclass(frozen=True)
class Actors:
    """The states of many agents: actor `i` is in the bytes from `offsets[i]` to `offsets[i + 1]`."""

    data: bytes
    offsets: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, chosen: slice) -> Actors:
        """Return some adjacent actors."""
        if not isinstance(chosen, slice):
            raise TypeError("the bytes of actors cannot be taken apart: use a slice, such as actors[3:4]")
        begin, end, step = chosen.indices(len(self))
        if step != 1:
            raise errors.BadArgument("actors can only be sliced with step 1")
        offsets = self.offsets[begin:max(begin, end) + 1]
        return Actors(self.data[int(offsets[0]):int(offsets[-1])], offsets - offsets[0])

    def __add__(self, others: Actors) -> Actors:
        return Actors(self.data + others.data, np.concatenate([self.offsets, others.offsets[1:] + self.offsets[-1]]))


class Movers(Part):
    """Moving agents between populations."""

    _retired: list[Any]

    def take(self, agent: int) -> bytes:
        """Return the state of an agent, for `insert`. The agent stays in this population until you `remove` it."""
        self._check_open()
        group = ctypes.c_uint32()
        if not lib.gestalt_actor_group(self._handle, whole(agent, "an id"), ctypes.byref(group)):
            raise errors.BadArgument(f"there is no agent {agent}")
        room = ctypes.create_string_buffer(lib.gestalt_actor_size_max(self._handle, group.value))
        size = ctypes.c_size_t()
        lib.gestalt_actor_take(self._handle, agent, room, len(room), ctypes.byref(size))
        return room.raw[:size.value]

    def check_actor(self, actor: bytes, group: int = 0) -> None:
        """Raise BadFile if a group cannot accept an actor."""
        data = data_of(actor, "an actor")
        lib.gestalt_actor_check(self._handle, self._check_group(group), data, len(data))

    def insert(self, actor: bytes, group: int = 0, *, agent: int | None = None,
               old_shapes: Iterable[OldShape] = (), renames: Mapping[str, str] | None = None) -> int:
        """Add an agent that continues from an actor's state, and return its id: `agent`, or the next one.

        If the actor has one of the `old_shapes`, it is edited to the group's shape, as by `load`.
        """
        data, group = data_of(actor, "an actor"), self._check_group(group)
        loading = Loading(old_shapes, renames, 0)
        if agent is not None:
            if loading.options.old_shape_count:
                raise errors.BadArgument("an actor of an old shape gets the next id: do not pass `agent`")
            lib.gestalt_population_insert_as(self._handle, group, data, len(data), whole(agent, "an id"))
            self._changes()
            return agent
        loading.options.reports = None
        found = ctypes.c_uint64()
        lib.gestalt_population_insert_with(self._handle, group, data, len(data), ctypes.byref(loading.options),
                                           ctypes.byref(found))
        self._retired += loading.bindings
        self._changes()
        return found.value

    def remove(self, agents: int | npt.ArrayLike) -> None:
        """Remove agents that continue elsewhere. Their actions are not cancelled. All are removed, or none."""
        self._check_open()
        ids = to_ids(agents)
        lib.gestalt_population_remove_many(self._handle, pointer_to(ids, ctypes.c_uint64), len(ids))
        self._changes()

    def take_many(self, agents: npt.ArrayLike) -> Actors:
        """Return the states of many agents, for `insert_many`. Do not change the bytes: they are not checked."""
        self._check_open()
        ids = to_ids(agents)
        groups = range(lib.gestalt_population_group_count(self._handle))
        most = max(lib.gestalt_actor_size_max(self._handle, group) for group in groups)
        room, offsets = np.empty(most * len(ids), np.uint8), np.zeros(len(ids) + 1, np.uint64)
        lib.gestalt_actor_take_many(self._handle, pointer_to(ids, ctypes.c_uint64), len(ids), room.ctypes.data,
                                    len(room), pointer_to(offsets, ctypes.c_size_t))
        return Actors(room[:int(offsets[-1])].tobytes(), offsets)

    def insert_many(self, actors: Actors, groups: int | npt.ArrayLike = 0, *,
                    agents: npt.ArrayLike | None = None) -> npt.NDArray[np.uint64]:
        """Add an agent for each actor, and return their ids: `agents`, or the next ones. All are added, or none."""
        self._check_open()
        if not isinstance(actors, Actors):
            raise TypeError(f"actors must come from `take_many`, and not be {type(actors).__name__}")
        count = len(actors)
        given = to_ids(groups) if np.ndim(groups) else np.array(whole(groups, "a group", 2**32 - 1))
        if given.shape not in ((), (count,)) or (given >= 2**32).any():
            raise errors.BadArgument(f"pass one group, or one for each of the {count} actors")
        group_of = np.ascontiguousarray(np.broadcast_to(given, count), np.uint32)
        ids = None if agents is None else to_ids(agents)
        if ids is not None and len(ids) != count:
            raise errors.BadArgument(f"there are {len(ids)} ids for {count} actors")
        first = int(lib.gestalt_population_next_id(self._handle))
        data = actors.data or b"\0"
        lib.gestalt_population_insert_many(
            self._handle, pointer_to(group_of, ctypes.c_uint32), data, pointer_to(actors.offsets, ctypes.c_size_t),
            None if ids is None else pointer_to(ids, ctypes.c_uint64), count)
        self._changes()
        return np.arange(first, first + count, dtype=np.uint64) if ids is None else ids
