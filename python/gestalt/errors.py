# SPDX-License-Identifier: MIT
"""What goes wrong. Each class stands for a result of the C interface."""
from __future__ import annotations

from typing import NoReturn

from . import _c


class Error(Exception):
    """The base class of all errors of this package."""


class Rejected(Error):
    """A document has errors, or a leaf function has failed during a tick."""


class CompileError(Rejected):
    """A document has errors. Printed, it shows them as the command does."""

    #: The errors and warnings, each as a dict: code, message, file, line, column and more.
    diagnostics: list[dict[str, object]]

    def __init__(self, diagnostics: str, entries: list[dict[str, object]]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = entries


class BadFile(Error):
    """An image, snapshot or recording is damaged, or has an unknown format or version."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        #: The byte at which the error was found.
        self.offset = offset


class BadArgument(Error, ValueError):
    """An argument has a value that the call does not accept."""


class FileError(Error, OSError):
    """Reading or writing has failed."""


class Limit(Error):
    """A limit is exceeded."""


class NoMemory(Error, MemoryError):
    """Memory has run out. Nothing has changed."""


class Stale(Error):
    """The status of an action came too late: the action has ended already."""


class Misuse(Error):
    """The program called a function when this is not allowed, for example `spawn` during a tick."""


class Interrupted(Error):
    """A tick was interrupted. Call `tick` again to continue."""


class Expired(Error):
    """A view or another object was used after its population or world had changed or was closed."""


_classes: dict[int, type[Error]] = {
    _c.GESTALT_REJECTED: Rejected, _c.GESTALT_BAD_ARGUMENT: BadArgument, _c.GESTALT_IO: FileError,
    _c.GESTALT_LIMIT: Limit, _c.GESTALT_NO_MEMORY: NoMemory, _c.GESTALT_STALE: Stale, _c.GESTALT_MISUSE: Misuse,
    _c.GESTALT_INTERRUPTED: Interrupted}


def throw(result: int, message: str, offset: int = 0) -> NoReturn:
    """Raise the error for a result."""
    if result == _c.GESTALT_BAD_FILE:
        raise BadFile(f"{message} (at byte {offset})" if offset else message, offset)
    if not message:
        from ._library import lib
        message = lib.gestalt_result_text(result).decode()
    raise _classes[result](message)
