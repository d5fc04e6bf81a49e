# SPDX-License-Identifier: MIT
"""The values of agents: columns, lists, shared keys, values of single agents, and tables."""
from __future__ import annotations

import ctypes
import importlib
from typing import Any, Sequence

import numpy as np

from . import _c, errors
from ._arguments import list_of_names, name_of, whole
from ._library import lib
from ._part import Part, to_ids
from .columns import Column
from .lists import Lists
from .shape import Key, Shape
from .values import Shared, elements_of, from_value, list_of, to_value


class Values(Part):
    """Reading and writing keys."""

    def _shape(self, group: int) -> Shape:
        return self._shapes[self._check_group(group)]

    def _view(self, name: str, group: int) -> Column | Lists:
        shape, text = self._shape(group), name_of(name, "the name of a key")
        key = _c.gestalt_key()
        if not lib.gestalt_population_key(self._handle, group, text, ctypes.byref(key)):
            raise errors.BadArgument(f"there is no key `{name}`; the keys are {', '.join(shape._keys) or 'none'}")
        if key.shared:
            raise errors.BadArgument(f"the key `{name}` is shared: use `shared`")
        found = shape._keys.get(name)
        words = found.words if found else ()
        return Lists(self, group, name, key, words) if key.capacity else Column(self, group, name, key, words)

    def column(self, name: str, group: int = 0) -> Column:
        """Return a view of a key, or of a component such as `home.x`, for all agents of a group."""
        found = self._view(name, group)
        if isinstance(found, Lists):
            raise errors.BadArgument(f"the key `{name}` is a list: use `lists`")
        return found

    def lists(self, name: str, group: int = 0) -> Lists:
        """Return a view of a list key for all agents of a group."""
        found = self._view(name, group)
        if isinstance(found, Column):
            raise errors.BadArgument(f"the key `{name}` is not a list: use `column`")
        return found

    def shared(self, group: int = 0) -> Shared:
        """Return the shared keys of a group, by name."""
        self._check_group(group)
        return Shared(self, group)

    def __getitem__(self, name: str) -> Any:
        """Return the view of a key of the first group: a Column, or Lists if it is a list."""
        return self._view(name, 0)

    def __setitem__(self, name: str, values: Any) -> None:
        view = self._view(name, 0)
        # `population["n"] += 1` has changed the column already.
        if not (isinstance(values, Column) and values._population is self and values._name == name):
            view._check_writing()
            view._assign(..., values._read() if isinstance(values, Column) and values._population is self else values)

    # ---- one agent

    def _key_of(self, agent: int, name: str) -> tuple[int, bytes, Key | None]:
        """Return the id of an agent that exists, and the key, unless the name is that of a component."""
        self._check_open()
        number, text, group = whole(agent, "an id"), name_of(name, "the name of a key"), ctypes.c_uint32()
        if not lib.gestalt_actor_group(self._handle, number, ctypes.byref(group)):
            raise errors.BadArgument(f"there is no agent {number}")
        return number, text, self._shapes[group.value]._keys.get(name)

    def read(self, agent: int, name: str) -> Any:
        """Return the value of a key, which may be shared, of one agent. The value of an enum is a word."""
        number, text, key = self._key_of(agent, name)
        if key and key.capacity:
            return list_of(lambda *to: lib.gestalt_population_read_list(self._handle, number, text, *to),
                           key.capacity, key)
        value = _c.gestalt_value()
        lib.gestalt_population_read(self._handle, number, text, ctypes.byref(value))
        return from_value(value, key.words if key else ())

    def write(self, agent: int, name: str, value: Any) -> None:
        """Set a key of one agent."""
        number, text, key = self._key_of(agent, name)
        if key and key.capacity:
            elements = elements_of(value, key)
            lib.gestalt_population_write_list(self._handle, number, text, *elements)
            return
        old = _c.gestalt_value()
        lib.gestalt_population_read(self._handle, number, text, ctypes.byref(old))
        lib.gestalt_population_write(self._handle, number, text, to_value(value, old.type, key.words if key else ()))

    def persistent(self, agent: int, name: str) -> int:
        """Return a persistent status of an agent."""
        self._check_open()
        status = ctypes.c_uint()
        lib.gestalt_population_persistent(self._handle, whole(agent, "an id"), name_of(name), ctypes.byref(status))
        return status.value

    def set_persistent(self, agent: int, name: str, status: int) -> None:
        """Set a persistent status of an agent."""
        self._check_open()
        lib.gestalt_population_set_persistent(self._handle, whole(agent, "an id"), name_of(name),
                                              whole(status, "a status", _c.GESTALT_RUNNING))

    # ---- announced writes

    def _touched(self, group: int) -> None:
        """Announce that keys of a group were written through its memory."""
        if self._announces_writes:
            for block in range(lib.gestalt_population_block_count(self._handle, group)):
                lib.gestalt_population_touch_block(self._handle, group, block)

    def touch(self, agents: Any = None) -> None:
        """Announce writes to arrays of `blocks`, for some agents or for all. Needed with `announces_writes`."""
        self._check_open()
        if agents is None:
            for group in range(len(self._shapes)):
                self._touched(group)
            return
        for agent in to_ids(agents).tolist():
            lib.gestalt_population_touch(self._handle, agent)

    # ---- tables

    def frame(self, keys: Sequence[str] | None = None, group: int = 0, *, pandas: bool | None = None) -> Any:
        """Return the values of keys, by default of all that are not shared, as a table with a row for each agent.

        The table is a DataFrame, whose index has the ids, if pandas is installed; otherwise, and with
        `pandas=False`, it is a structured array. In a DataFrame, enums are categories, and a vector is
        a column for each component. A list is an array.
        """
        shape, found = self._shape(group), _pandas() if pandas is not False else None
        if pandas and not found:
            raise errors.BadArgument("pandas is not installed")
        names = [n for n, key in shape._keys.items() if not key.shared] if keys is None else list_of_names(keys, "`keys`")
        views = {name: self._view(name, group) for name in names}
        ids = self._rows(group).agents
        return _structured(views, ids) if found is None else _data_frame(found, views, ids)


def _pandas() -> Any:
    try:
        return importlib.import_module("pandas")
    except ImportError:
        return None


def _data_frame(pandas: Any, views: dict[str, Column | Lists], ids: Any) -> Any:
    columns: dict[str, Any] = {}
    for name, view in views.items():
        if isinstance(view, Lists):
            columns[name] = view._objects()
        elif view.words:
            columns[name] = pandas.Categorical.from_codes(view._read(), view.words)
        elif view._width:
            values = view._read()
            columns.update({f"{name}.{'xyz'[i]}": values[:, i] for i in range(view._width)})
        else:
            columns[name] = view._read()
    return pandas.DataFrame(columns, index=pandas.Index(ids, name="id"))


def _structured(views: dict[str, Column | Lists], ids: Any) -> Any:
    fields: list[Any] = [("id", np.uint64)]
    columns: dict[str, Any] = {"id": ids}
    for name, view in views.items():
        if isinstance(view, Lists):
            columns[name] = view._objects()
        else:
            values = view._read()
            columns[name] = np.array(view.words)[values] if view.words else values
        fields.append((name, columns[name].dtype, columns[name].shape[1:]))
    rows = np.empty(len(ids), fields)
    for name, values in columns.items():
        rows[name] = values
    return rows
