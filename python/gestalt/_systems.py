# SPDX-License-Identifier: MIT
"""Game systems: requests of agents to launch or cancel deferred actions, and reports of their statuses."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import name_of, whole
from ._library import lib, raw
from ._part import Array, Part, structs_at, texts_of, to_ids
from .values import from_value

#: The fields of a request.
REQUEST = np.dtype([("agent", np.uint64), ("node", np.uint32), ("group", np.uint16), ("launch", np.bool_),
                    ("launch_id", np.uint32), ("name", object), ("resource", object)])
#: The fields of a launch: a deferred action that is not over.
LAUNCH = np.dtype([("agent", np.uint64), ("node", np.uint32), ("group", np.uint16), ("launch_id", np.uint32),
                   ("name", object), ("resource", object), ("status", np.uint8)])

_CHUNK = 8192


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a launch."""

    #: The value at the launch; that of a key is its value now.
    value: Any
    #: The name of the key, or of its component such as `home.x`, if the argument is a key.
    key: str | None
    is_list: bool


def _named(raw: Array, dtype: np.dtype[Any]) -> Array:
    """Return rows with texts instead of pointers."""
    rows = np.empty(len(raw), dtype)
    # The names belong to the node.
    nodes = int(raw["node"].max()) + 1 if len(raw) else 0
    keys = raw["group"].astype(np.intp) * nodes + raw["node"]
    for name in dtype.names or ():
        rows[name] = texts_of(raw[name], keys) if dtype[name] == object else raw[name]
    return rows


def to_statuses(statuses: Any, count: int) -> npt.NDArray[np.uint32]:
    """Return a status for each row. True is success, and False is failure."""
    given = np.asarray(statuses)
    if given.dtype == np.bool_:
        given = np.where(given, _c.GESTALT_SUCCESS, _c.GESTALT_FAILURE)
    if given.dtype.kind not in "iu" or ((given < 0) | (given > _c.GESTALT_RUNNING)).any():
        raise errors.BadArgument("a status must be SUCCESS, FAILURE, RUNNING or a bool")
    if given.shape not in ((), (count,)):
        raise errors.BadArgument(f"there are {given.size} statuses for {count} launches")
    return np.broadcast_to(given, (count,)).astype(np.uint32)


class Systems(Part):
    """Requests, launches and statuses."""

    def requests(self, name: str | None = None, *, group: int | None = None) -> Array:
        """Return the requests of the last tick, sorted by agent: for all actions, or for the action `name`.

        The result has the fields of `gestalt.REQUEST`. A request whose `launch` is false cancels the
        launch with the same agent, node and `launch_id`.
        """
        self._check_open()
        found, count = ctypes.POINTER(_c.gestalt_request)(), ctypes.c_uint64()
        lib.gestalt_population_requests(self._handle, ctypes.byref(found), ctypes.byref(count))
        rows = _named(structs_at(found, count.value, _c.gestalt_request), REQUEST)
        return _chosen(rows, name, group)

    def launches(self, name: str | None = None, *, group: int | None = None) -> Array:
        """Return all active deferred actions, sorted by agent and node.

        After a snapshot was loaded, this is all that a game system needs to continue. The result has
        the fields of `gestalt.LAUNCH`; `status` is what its game system has reported last.
        """
        self._check_open()
        cursor, count = _c.gestalt_launch_cursor(), ctypes.c_size_t(_CHUNK)
        room = (_c.gestalt_launch * _CHUNK)()
        parts = []
        while count.value == _CHUNK:
            lib.gestalt_population_launches(self._handle, ctypes.byref(cursor), room, _CHUNK, ctypes.byref(count))
            parts.append(structs_at(ctypes.addressof(room), count.value, _c.gestalt_launch))
        return _chosen(_named(np.concatenate(parts), LAUNCH), name, group)

    def finish(self, launches: npt.ArrayLike, statuses: Any) -> npt.NDArray[np.bool_]:
        """Report the statuses of launches, which are rows of `requests` or `launches`: an array, or one status for all.

        Returns which launches were still alive. The others are over: they were cancelled, or the agent is gone.
        Rows of requests to cancel are ignored.
        """
        self._check_open()
        rows = _to_rows(launches)
        wanted = to_statuses(statuses, len(rows))
        launched = rows["launch"] if "launch" in (rows.dtype.names or ()) else np.ones(len(rows), np.bool_)
        alive = np.zeros(len(rows), np.bool_)
        call = raw("gestalt_population_finish_launch")
        columns = zip(np.nonzero(launched)[0].tolist(), rows["agent"][launched].tolist(),
                      rows["node"][launched].tolist(), rows["launch_id"][launched].tolist(),
                      wanted[launched].tolist())
        for i, agent, node, launch, status in columns:
            result = call(self._handle, agent, node, launch, status, None)
            if result == _c.GESTALT_OK:
                alive[i] = True
            elif result != _c.GESTALT_STALE:
                lib.gestalt_population_finish_launch(self._handle, agent, node, launch, status)
        return alive

    def finish_node(self, agents: int | npt.ArrayLike, node: int, statuses: Any) -> None:
        """Report the statuses of the current launch of a node of each agent, for systems that handle cancels first."""
        self._check_open()
        ids = to_ids(agents)
        whole(node, "a node", 2**32 - 1)
        for agent, status in zip(ids.tolist(), to_statuses(statuses, len(ids)).tolist()):
            lib.gestalt_population_finish(self._handle, agent, node, status)

    def launch_arguments(self, agent: int, node: int) -> dict[str, Argument]:
        """Return the arguments of a launch, by name."""
        self._check_open()
        agent, node = whole(agent, "an id"), whole(node, "a node", 2**32 - 1)
        arguments: dict[str, Argument] = {}
        argument = _c.gestalt_argument()
        while lib.gestalt_population_launch_argument_at(self._handle, agent, node, len(arguments),
                                                        ctypes.byref(argument)):
            key = argument.key.decode() if argument.key is not None else None
            if key and argument.component != b"\0":
                key += "." + argument.component.decode()
            arguments[argument.name.decode()] = Argument(self._from_value(argument.value, agent), key, argument.is_list)
        return arguments

    def argument(self, launches: npt.ArrayLike, name: str) -> Array:
        """Return an argument of launches, which must be active, as an array."""
        self._check_open()
        text = name_of(name)
        rows = _to_rows(launches)
        value = _c.gestalt_value()
        values = []
        for agent, node in zip(rows["agent"].tolist(), rows["node"].tolist()):
            if not lib.gestalt_population_launch_argument(self._handle, agent, node, text, ctypes.byref(value)):
                raise errors.BadArgument(f"agent {agent} has no launch of node {node} with an argument `{name}`")
            values.append(self._from_value(value, agent))
        if values and isinstance(values[0], str):
            return np.array(values, object)
        if values and not isinstance(values[0], (bool, int)):
            return np.array(values, np.float32)
        return np.array(values)

    def _from_value(self, value: Any, agent: int) -> Any:
        """Return a value of the engine for Python: of a text argument, the text."""
        if value.type != _c.GESTALT_TEXT:
            return from_value(value)
        group = ctypes.c_uint32()
        lib.gestalt_actor_group(self._handle, agent, ctypes.byref(group))
        shape = lib.gestalt_population_shape(self._handle, group.value)
        text = lib.gestalt_shape_text(shape, value.integer, None)
        return str(text.decode())


def _to_rows(launches: npt.ArrayLike) -> Array:
    rows: Array = np.atleast_1d(np.asarray(launches))
    if rows.dtype.names is None or not {"agent", "node", "launch_id"} <= set(rows.dtype.names):
        raise TypeError("launches must be rows of `requests` or `launches`")
    return rows


def _chosen(rows: Array, name: str | None, group: int | None) -> Array:
    if name is not None:
        rows = rows[rows["name"] == name_of(name).decode()]
    if group is not None:
        rows = rows[rows["group"] == whole(group, "a group")]
    return rows
