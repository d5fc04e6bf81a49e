# SPDX-License-Identifier: MIT
"""Rows of requests and launches: structured arrays of numbers, which look up names when they are asked for.

A million rows with names would have two million references to Python objects, and each copy would count them. The rows
have one table instead, by group and node.
"""
from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from . import errors
from ._part import Array

_NAMES = ("name", "resource")


class Names:
    """The names of the actions and resources of nodes."""

    __slots__ = ("_nodes", "_pointers")

    def __init__(self, nodes: int) -> None:
        """Begin without names. Nodes are less than `nodes`."""
        self._nodes = nodes
        self._pointers: dict[str, npt.NDArray[np.uint64]] = {name: np.zeros(0, np.uint64) for name in _NAMES}

    def _keys(self, rows: Array) -> npt.NDArray[np.intp]:
        keys: npt.NDArray[np.intp] = rows["node"].astype(np.intp)
        keys += rows["group"].astype(np.intp) * self._nodes
        return keys

    def add(self, raw: Array) -> None:
        """Add the names to which structs of C point."""
        if not len(raw):
            return
        keys = self._keys(raw)
        for name, table in self._pointers.items():
            room = int(keys.max()) + 1 - len(table)
            self._pointers[name] = table = np.concatenate([table, np.zeros(max(room, 0), np.uint64)])
            table[keys] = raw[name]

    def read(self) -> dict[str, npt.NDArray[np.object_]]:
        """Return the text of each node, or None."""
        texts = {}
        for name, table in self._pointers.items():
            texts[name] = np.empty(len(table), object)
            for i in np.nonzero(table)[0].tolist():
                texts[name][i] = ctypes.string_at(int(table[i])).decode()
        return texts

    def rows(self, numbers: Array) -> LaunchRows:
        """Return rows that have these names."""
        rows = numbers.view(LaunchRows)
        rows._texts, rows._nodes = self.read(), self._nodes
        return rows


class LaunchRow(np.void):
    """A row of `LaunchRows`."""

    _rows: LaunchRows | None = None

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str) and key in _NAMES and self._rows is not None:
            return self._rows._text_of(key, self)
        return super().__getitem__(key)


class LaunchRows(np.ndarray[Any, Any]):
    """A structured array, whose fields `name` and `resource` are looked up when they are read."""

    _texts: dict[str, npt.NDArray[np.object_]] | None
    _nodes: int

    def __array_finalize__(self, source: Any) -> None:
        self._texts, self._nodes = getattr(source, "_texts", None), getattr(source, "_nodes", 0)

    def _text_of(self, name: str, row: Any) -> Any:
        if self._texts is None:
            raise errors.BadArgument(f"these rows have no `{name}`: only parts and copies of `requests()` and "
                                     "`launches()` have")
        key = np.asarray(row["node"]).astype(np.intp) + np.asarray(row["group"]).astype(np.intp) * self._nodes
        return self._texts[name][key]

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._text_of(key, self) if key in _NAMES else np.asarray(super().__getitem__(key))
        if isinstance(key, np.ndarray) and key.dtype == np.bool_ and key.shape == self.shape == (len(self),):
            return self.take(np.flatnonzero(key))  # NumPy copies rows one by one otherwise
        found = super().__getitem__(key)
        if isinstance(found, LaunchRow):
            found._rows = self
        return found

    def named(self, name: str) -> LaunchRows:
        """Return the rows of the actions with a name."""
        assert self._texts is not None
        has_name: npt.NDArray[np.bool_] = self._texts["name"] == name
        if has_name.all():
            return self
        chosen = has_name[self["node"].astype(np.intp) + self["group"].astype(np.intp) * self._nodes]
        rows: LaunchRows = self[chosen]
        return rows


def row_type(*fields: tuple[str, Any]) -> np.dtype[Any]:
    """Return the type of rows with these fields."""
    return np.dtype((LaunchRow, np.dtype(list(fields), align=True)))


def numbers_of(raw: Array, dtype: np.dtype[Any]) -> Array:
    """Return the fields of structs of C that rows have."""
    rows = np.empty(len(raw), dtype)
    for name in dtype.names or ():
        rows[name] = raw[name]
    return rows
