# SPDX-License-Identifier: MIT
"""The agents of a world: its population and groups, between two steps."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np
import numpy.typing as npt

from . import errors
from ._arguments import list_of_names
from ._library import lib
from ._life import Unique, takes_turns
from .columns import Column, Pins
from .population import Population
from .tables import table

if TYPE_CHECKING:
    from .world import World


class WorldPopulation(Population):
    """The population of a world: for reading agents, and for writing blackboards between steps.

    The world itself ticks it, and adds and removes agents.
    """

    def __init__(self, world: World) -> None:
        self._turn, self._pins, self._generation = world._turn, Pins(), 0
        self._row_cache = {}
        self._shapes = [group.shape for group in world.scene.groups.values()]
        count = len(self._shapes)
        self._hosts, self._natives, self._bindings = [None] * count, [None] * count, [None] * count
        self._retired, self._announces_writes, self.lanes = [], False, world._lanes
        self._is_interruptible, self._is_asked_to_stop = False, False
        self._world, self._life = world, world._life
        self._handle = lib.gestalt_world_population(world._handle)
        self._seen = self._agents_known()

    def __del__(self) -> None:
        """The world destroys the population."""

    def _agents_known(self) -> tuple[int, int]:
        """Return numbers that change when agents are born or die."""
        return (lib.gestalt_population_count(self._handle), lib.gestalt_population_next_id(self._handle))

    def _stepped(self) -> None:
        known = self._agents_known()
        if known != self._seen:
            self._seen = known
            self._changes()

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise errors.Misuse("the world does this with its population: use methods of World")

    def close(self) -> None:
        """Close the world instead."""
        self._refuse()

    if not TYPE_CHECKING:
        tick = spawn = despawn = inherit = compact = load = insert = remove = edit = begin_edit = _refuse
        add_group = remove_group = keep = keep_nothing = interrupt = begin_tick = step = insert_many = _refuse
        cancel = take_many = _refuse


@takes_turns("frame", "__setitem__")  # they use views, which take turns
class WorldGroup(Unique):
    """A group of a world's agents. What it returns are copies, as of the last step, ordered by id."""

    def __init__(self, world: World, index: int, name: str) -> None:
        self._world, self._index, self.name, self._turn = world, index, name, world._turn

    def _rows(self) -> slice:
        begin, end = ctypes.c_uint32(), ctypes.c_uint32()
        lib.gestalt_world_group(self._world._open(), self._index, ctypes.byref(begin), ctypes.byref(end))
        return slice(begin.value, end.value)

    def __len__(self) -> int:
        rows = self._rows()
        return int(rows.stop - rows.start)

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents."""
        return self._world.ids[self._rows()]

    @property
    def position(self) -> npt.NDArray[np.float32]:
        """The positions: (agents, dimensions)."""
        return self._world.position[self._rows()]

    @property
    def velocity(self) -> npt.NDArray[np.float32]:
        """The velocities, as vectors."""
        return self._world.velocity[self._rows()]

    @property
    def heading(self) -> npt.NDArray[np.float32]:
        """The directions of the velocities, or the last ones while agents stand: unit vectors."""
        return self._world.heading[self._rows()]

    @property
    def radius(self) -> npt.NDArray[np.float32]:
        """The radii."""
        return self._world.radius[self._rows()]

    @property
    def max_speed(self) -> npt.NDArray[np.float32]:
        """The highest speeds that agents can have."""
        return self._world.max_speed[self._rows()]

    def __getitem__(self, key: str) -> Column:
        """Return a view of a key of the blackboard, in the order of the view's `ids`."""
        return self._world.population.column(key, self._index)

    def __setitem__(self, key: str, values: Any) -> None:
        # `group["n"] += 1` has changed the column already.
        if not (isinstance(values, Column) and values._population is self._world._population and values._name == key):
            self._world.population.column(key, self._index)[...] = values

    def frame(self, keys: Iterable[str] = ()) -> Any:
        """Return a table of the agents, with their positions, velocities and the keys. Enums are words."""
        columns: dict[str, Any] = {"agent": self.ids}
        for name, values in (("", self.position), ("v", self.velocity)):
            for i in range(values.shape[1]):
                columns[name + "xyz"[i]] = values[:, i]
        for key in list_of_names(keys, "`keys`"):
            view = self[key]
            values = (view.labels() if view.words else np.asarray(view))[np.argsort(view.ids)]
            if values.ndim == 1:
                columns[key] = values
            else:
                columns.update({f"{key}.{'xyz'[i]}": values[:, i] for i in range(values.shape[1])})
        return table(columns)

    def __repr__(self) -> str:
        return f"<gestalt.WorldGroup {self.name!r}: {len(self):,} agents>"
