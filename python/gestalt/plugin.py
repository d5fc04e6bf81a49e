# SPDX-License-Identifier: MIT
"""Plugins: leaf functions and game systems in a shared object, as for `gestalt run --plugin`."""
from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any

from . import _c, errors
from ._library import _with_error, library, lib
from ._life import Unique

_ABI_WITHOUT_WHOLE = 2


class Plugin(Unique):
    """A loaded plugin. `Host.plugin` makes it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(os.fsdecode(path))
        self._is_started = False
        library("gestalt")  # the plugin finds the engine's functions in it
        try:
            # With a slash, so that the system does not search for the file.
            self._object = ctypes.CDLL(os.fsdecode(self.path.absolute()))
        except OSError as error:
            raise errors.FileError(f"cannot load the plugin: {error}") from None
        try:
            entry = self._object.gestalt_plugin_entry
        except AttributeError:
            raise errors.BadFile(f"{self.path}: this is not a plugin: it has no function gestalt_plugin_entry") from None
        entry.restype = ctypes.POINTER(_c.gestalt_plugin)
        found = entry()
        if not found:
            raise errors.BadFile(f"{self.path}: the plugin returns no entry")
        self._entry: Any = found.contents
        if not _ABI_WITHOUT_WHOLE <= self._entry.abi <= _c.GESTALT_PLUGIN_ABI:
            raise errors.BadFile(f"{self.path}: the plugin was built for plugin interface {self._entry.abi}, but this "
                                 f"gestalt has {_c.GESTALT_PLUGIN_ABI}")
        if not self._entry.add:
            raise errors.BadFile(f"{self.path}: the plugin registers nothing")

    def add(self, host: int) -> None:
        """Register the functions of the plugin with a host of the engine."""
        _with_error(self._entry.add)(host)
        self._is_started = True

    def after_tick(self, population: int) -> None:
        """Act as the game systems of a population that was ticked."""
        if self._entry.after_tick:
            _with_error(self._entry.after_tick)(population)
        if self._entry.abi > _ABI_WITHOUT_WHOLE and self._entry.whole:
            self._answer(population)

    def _answer(self, population: int) -> None:
        requests, count = ctypes.POINTER(_c.gestalt_request)(), ctypes.c_uint64()
        lib.gestalt_population_requests(population, ctypes.byref(requests), ctypes.byref(count))
        answers, answer_count = ctypes.POINTER(_c.gestalt_plugin_answer)(), ctypes.c_uint64()
        _with_error(self._entry.whole)(requests, count, ctypes.byref(answers), ctypes.byref(answer_count))
        for i in range(answer_count.value):
            a = answers[i]
            try:
                lib.gestalt_population_finish_launch(population, a.agent, a.node, a.launch_id, a.status)
            except errors.Stale:  # the launch is over
                pass

    def __del__(self) -> None:
        if getattr(self, "_is_started", False) and self._entry.stop:
            self._entry.stop()

    def __repr__(self) -> str:
        return f"<gestalt.Plugin {self.path.name}>"
