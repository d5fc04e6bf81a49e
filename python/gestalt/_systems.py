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
from ._launch_rows import LaunchRows, Names, numbers_of, row_type
from ._library import lib
from ._part import Array, Part, pointer_to, struct_dtype, structs_over, to_ids
from .values import from_value

#: The fields of a request. Its rows have `name` and `resource` as well.
REQUEST = row_type(("agent", np.uint64), ("node", np.uint32), ("group", np.uint16), ("launch", np.bool_),
                   ("launch_id", np.uint32))
#: The fields of a launch: a deferred action that is not over. Its rows have `name` and `resource` as well.
LAUNCH = row_type(("agent", np.uint64), ("node", np.uint32), ("group", np.uint16), ("status", np.uint8),
                  ("launch_id", np.uint32))

_CHUNK = 8192
_REPORT = struct_dtype(_c.gestalt_launch_report)


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a launch."""

    #: The value at the launch; that of a key is its value now.
    value: Any
    #: The name of the key, or of its component such as `home.x`, if the argument is a key.
    key: str | None
    is_list: bool


def request_rows(pointer: Any, count: int) -> LaunchRows:
    """Return an array of C's requests as rows."""
    raw = structs_over(pointer, count, _c.gestalt_request)
    names = Names(int(raw["node"].max()) + 1 if count else 0)
    names.add(raw)
    return names.rows(numbers_of(raw, REQUEST))


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

    def requests(self, name: str | None = None, *, group: int | None = None) -> LaunchRows:
        """Return the requests of the last tick, sorted by agent: for all actions, or for the action `name`.

        The result is a structured array with the fields of `gestalt.REQUEST`, and with `name` and
        `resource`, which are looked up when they are read. A request whose `launch` is false cancels
        the launch with the same agent, node and `launch_id`.
        """
        self._check_open()
        found, count = ctypes.POINTER(_c.gestalt_request)(), ctypes.c_uint64()
        lib.gestalt_population_requests(self._handle, ctypes.byref(found), ctypes.byref(count))
        return _chosen(request_rows(found, count.value), name, group)

    def launches(self, name: str | None = None, *, group: int | None = None) -> LaunchRows:
        """Return all active deferred actions, sorted by agent and node.

        After loading a snapshot, a game system can continue from this array alone. The result has
        the fields of `gestalt.LAUNCH`, `name` and `resource`; `status` is the status that the game
        system reported last.
        """
        self._check_open()
        cursor, count = _c.gestalt_launch_cursor(), ctypes.c_size_t(_CHUNK)
        room = (_c.gestalt_launch * _CHUNK)()
        parts, names = [], Names(max(shape.node_count for shape in self._shapes))
        while count.value == _CHUNK:
            lib.gestalt_population_launches(self._handle, ctypes.byref(cursor), room, _CHUNK, ctypes.byref(count))
            raw = structs_over(room, count.value, _c.gestalt_launch)
            names.add(raw)
            parts.append(numbers_of(raw, LAUNCH))
        return _chosen(names.rows(np.concatenate(parts)), name, group)

    def finish(self, launches: npt.ArrayLike, statuses: Any) -> npt.NDArray[np.bool_]:
        """Report the statuses of launches, which are rows of `requests` or `launches`: an array, or one status for all.

        Returns True for each launch that was still active. The others were cancelled, or their agent was removed.
        Rows of requests to cancel are ignored. If a launch cannot have existed, no status is reported.
        """
        self._check_open()
        rows = _to_rows(launches)
        wanted = to_statuses(statuses, len(rows))
        reports = _reports(rows["agent"], rows["node"], wanted)
        reports["launch_id"] = rows["launch_id"]
        launched = rows["launch"] if "launch" in (rows.dtype.names or ()) else None
        if launched is not None and launched.all():
            launched = None
        if launched is not None:
            reports = reports[launched]
        alive = np.zeros(len(reports), np.bool_)
        lib.gestalt_population_finish_launches(self._handle, pointer_to(reports, _c.gestalt_launch_report),
                                               len(reports), pointer_to(alive, ctypes.c_bool))
        if launched is None:
            return alive
        all_alive = np.zeros(len(rows), np.bool_)
        all_alive[launched] = alive
        return all_alive

    def finish_node(self, agents: int | npt.ArrayLike, node: int, statuses: Any) -> None:
        """Report the statuses of the current launch of a node of each agent, for systems that handle cancels first."""
        self._check_open()
        ids = to_ids(agents)
        reports = _reports(ids, whole(node, "a node", 2**32 - 1), to_statuses(statuses, len(ids)))
        lib.gestalt_population_finish_many(self._handle, pointer_to(reports, _c.gestalt_launch_report), len(reports))

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


def _reports(agents: Array, nodes: Any, statuses: Array) -> Array:
    reports = np.zeros(len(agents), _REPORT)
    reports["agent"], reports["node"], reports["status"] = agents, nodes, statuses
    return reports


def _to_rows(launches: npt.ArrayLike) -> Array:
    rows: Array = np.atleast_1d(np.asarray(launches))
    if rows.dtype.names is None or not {"agent", "node", "launch_id"} <= set(rows.dtype.names):
        raise TypeError("launches must be rows of `requests` or `launches`")
    return rows


def _chosen(rows: LaunchRows, name: str | None, group: int | None) -> LaunchRows:
    if name is not None:
        rows = rows.named(name_of(name).decode())
    if group is not None:
        rows = rows[rows["group"] == whole(group, "a group")]
    return rows
