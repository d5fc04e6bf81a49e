# SPDX-License-Identifier: MIT
"""Snapshots and hashes."""
from __future__ import annotations

import ctypes
import os

from ._library import Collected, lib
from ._part import Part


class Snapshots(Part):
    """The state of a population as bytes."""

    def hash(self) -> int:
        """Return a hash of the state of all agents, the same on all machines."""
        self._check_open()
        found = ctypes.c_uint64()
        lib.gestalt_population_hash(self._handle, ctypes.byref(found))
        return found.value

    def save(self, path: str | os.PathLike[str]) -> None:
        """Replace a file with a snapshot, at once."""
        self._check_open()
        lib.gestalt_population_save(self._handle, os.fsencode(path))

    def snapshot(self) -> bytes:
        """Return a snapshot as bytes."""
        self._check_open()
        text = Collected()
        lib.gestalt_population_save_to(self._handle, text.writer)
        return text.bytes()

    def load(self, source: str | os.PathLike[str] | bytes) -> None:
        """Restore the population from a file, or from the bytes of `snapshot`."""
        self._moves("loading a snapshot")
        if isinstance(source, bytes):
            lib.gestalt_population_load_memory(self._handle, source, len(source))
        else:
            lib.gestalt_population_load(self._handle, os.fsencode(source))
