# SPDX-License-Identifier: MIT
"""What functions in Python raise while the engine calls them.

The engine ends a tick with the error of the lowest agent, whatever the threads. So each exception of
a function gets a number, which is a part of its text for the engine; the text that the engine
returns then says which exception to raise.
"""
from __future__ import annotations

import ctypes
import itertools
import re
from typing import Any

from .leaf_calls import set_error

_STOPPED = ctypes.create_string_buffer(b"the tick was stopped by an exception")


class Failures:
    """The exceptions of a tick."""

    _numbers = itertools.count(1)  # of all exceptions: several hosts can raise some in one tick

    def __init__(self) -> None:
        self._raised: dict[int, tuple[BaseException, Any]] = {}
        self._is_stopped = False

    def stops(self, address: int) -> bool:
        """Return whether a function is not to be called, since another one has raised KeyboardInterrupt or the like."""
        if self._is_stopped:
            set_error(address, _STOPPED)
        return self._is_stopped

    def add(self, address: int, name: str, failure: BaseException) -> None:
        """Make an exception the error of a gathered call."""
        if isinstance(failure, ValueError) and "read-only" in str(failure):
            failure.add_note(f"a leaf declares what it writes: writes=[...] of `{name}`")
        self._is_stopped |= not isinstance(failure, Exception)
        number = next(self._numbers)
        text = ctypes.create_string_buffer(f"exception {number} of leaf `{name}`: {type(failure).__name__}".encode()[:200])
        self._raised[number] = (failure, text)
        set_error(address, text)

    def find(self, message: str) -> BaseException | None:
        """Return the exception that an error of a tick stands for, if it is one of these."""
        stopping = [failure for failure, _ in self._raised.values() if not isinstance(failure, Exception)]
        if stopping:
            return stopping[0]
        found = re.search(r"exception (\d+) of leaf ", message)
        return self._raised.get(int(found[1]), (None, None))[0] if found else None

    def forget(self) -> None:
        """Forget the exceptions of a tick that has ended."""
        self._raised, self._is_stopped = {}, False
