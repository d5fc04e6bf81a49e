# SPDX-License-Identifier: MIT
"""Plugins of worlds: functions and parts in C."""
from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any

from . import _c, errors
from ._library import library
from ._life import Life


class WorldPlugin:
    """Functions and parts of scenes in a shared object, as for `gestalt run --plugin`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path).absolute()  # with a slash, so that the system does not search for the file
        library("worlds")  # the plugin finds the engine's functions in it
        try:
            self._object = ctypes.CDLL(str(self.path))
        except OSError as error:
            raise errors.FileError(f"cannot load the plugin: {error}") from None
        try:
            entry = self._object.gestalt_world_plugin_entry
        except AttributeError:
            raise errors.BadFile(f"{self.path}: this is not a plugin of worlds: it has no function "
                                 "gestalt_world_plugin_entry") from None
        entry.restype = ctypes.POINTER(_c.gestalt_world_plugin)
        found = entry()
        if not found or found.contents.abi != _c.GESTALT_WORLD_PLUGIN_ABI:
            raise errors.BadFile(f"{self.path}: the plugin was built for another version of gestalt")
        self._entry = found.contents

    def _give(self, options: Any) -> object:
        options.functions, options.parts = self._entry.functions, self._entry.parts
        return self

    def _adopt(self, world: int, life: Life) -> None:
        """The plugin has its own memory."""

    def _take_failure(self, world: int, message: str) -> BaseException | None:
        """Plugins raise no exceptions of Python."""
        return None

    def __repr__(self) -> str:
        return f"<gestalt.WorldPlugin {self.path.name}>"
