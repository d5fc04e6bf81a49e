# SPDX-License-Identifier: MIT
"""When objects of the engine are destroyed, and which threads use them.

Python finalizes objects that refer to each other in any order, for example a shape before its
population. A `Life` counts who needs an object of the engine, and destroys the object after all of
these are gone.

A `Turn` belongs to an object whose calls must not overlap: a call while another thread is in one
raises `Misuse`.
"""
from __future__ import annotations

import functools
import re
import threading
from typing import Any, Callable, NoReturn, TypeVar

from . import errors

# Finalizers can run inside of each other.
_lock = threading.RLock()


class Unique:
    """An object that cannot be copied: it has an object of the engine, which it destroys, or belongs to one."""

    __slots__ = ()

    #: What to do instead.
    _instead = ""

    def __reduce__(self) -> NoReturn:
        instead = f": {self._instead}" if self._instead else ""
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled{instead}")


class Life(Unique):
    """How long an object of the engine lives: until `release`, and as long as other objects need it."""

    __slots__ = ("handle", "_destroy", "_needs", "_users", "_lock", "__weakref__")

    def __init__(self, handle: int, destroy: Callable[[int], None], *needs: Life) -> None:
        self.handle, self._destroy, self._needs, self._users = handle, destroy, needs, 1
        self._lock = _lock  # at the interpreter's exit, modules lose their members first
        for need in needs:
            need.keep()

    def keep(self) -> None:
        """Add a user, who calls `release`."""
        with self._lock:
            self._users += 1

    def needs_also(self, other: Life) -> None:
        """Keep another object as long as this one."""
        other.keep()
        self._needs += (other,)

    def needs_no_longer(self, other: Life) -> None:
        """End what `needs_also`, or the beginning, has begun."""
        with self._lock:
            needs = list(self._needs)
            needs.remove(other)
            self._needs = tuple(needs)
        other.release()

    def release(self) -> None:
        """Remove a user, and destroy the object if that was the last one. If that fails, the user stays."""
        with self._lock:
            if self._users == 1:
                self._destroy(self.handle)
            self._users -= 1
            needs, self._needs = (self._needs, ()) if self._users == 0 else ((), self._needs)
        for need in needs:
            need.release()


_OVERLAP = ("another thread is using the object: calls must not overlap, so use a lock, or one object for each thread. "
            "Leaf functions must not call it at all: they get values as parameters")
#: What the libraries report if a function of the host calls them.
_INSIDE = ("agents are being ticked", "inside another call")
#: Functions that their messages name, in Python.
_CALLS = {"gestalt_population_end": "leave the `with` block of `begin_tick`", "gestalt_population_tick": "`tick`",
          "gestalt_actor_step_end": "leave the loop over `steps`", "gestalt_population_edit_commit": "`commit`",
          "gestalt_population_edit_abandon": "`abandon`"}


def _misuse_text(message: str, name: str, first: str) -> str:
    """Return the message of the libraries about a call of a method, which may be inside of another one, in terms of Python."""
    if first and any(text in message for text in _INSIDE):
        return (f"`{name}` was called during `{first}`, by a leaf or another of your functions: they may only read single "
                f"agents. Call it after `{first}` has returned")
    begin, text = re.fullmatch(r"(gestalt_\w+: )?(.*)", message, re.DOTALL).groups()  # type: ignore[union-attr]
    if not begin:
        return message
    for function, instead in _CALLS.items():
        text = text.replace(function, instead)
    return f"{name}: {text}"


class Turn:
    """Which thread uses an object. `with turn:` is a use of the memory of the object between two calls."""

    __slots__ = ("_lock", "_running", "ending")

    def __init__(self) -> None:
        self._lock = threading.RLock()
        #: Held by calls that may overlap, such as an interrupt, and when the object gets closed.
        self.ending = threading.RLock()
        #: The name of the function that is called, or of the first one if they call each other.
        self._running = ""

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise errors.Misuse(_OVERLAP)
        if self._running:
            self._lock.release()
            raise errors.Misuse("views cannot be used inside of a call: a leaf function gets values as parameters")

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def call(self, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Call a function of the object. Functions of the host may call others meanwhile, in the same thread."""
        if not self._lock.acquire(blocking=False):
            raise errors.Misuse(_OVERLAP)
        first = self._running
        name = function.__name__
        try:
            self._running = first or name
            return function(*arguments, **more)
        except errors.Misuse as error:
            error.args = (_misuse_text(str(error), name, first),)
            raise
        finally:
            self._running = first
            self._lock.release()


def _taking_turns(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(self: Any, *arguments: Any, **more: Any) -> Any:
        return self._turn.call(method, self, *arguments, **more)
    call.takes_turns = True  # type: ignore[attr-defined]
    return call


_Class = TypeVar("_Class", bound=type)

_OPERATORS = {"__len__", "__contains__", "__getitem__", "__setitem__"}


def takes_turns(*but: str) -> Callable[[_Class], _Class]:
    """Let public methods of a class, and of its bases, take turns (`_turn`), except for those named."""
    def decorate(cls: _Class) -> _Class:
        own = set(vars(cls))
        for owner in reversed(cls.__mro__[:-1]):
            for name, member in list(vars(owner).items()):
                if owner is not cls and name in own:
                    continue
                if name in but or (name.startswith("_") and name not in _OPERATORS):
                    continue
                if hasattr(member.fget if isinstance(member, property) else member, "takes_turns"):
                    continue
                if isinstance(member, property):
                    setter = _taking_turns(member.fset) if member.fset else None
                    setattr(cls, name, property(_taking_turns(member.fget), setter, None, member.__doc__)
                            if member.fget else member)
                elif callable(member) and not isinstance(member, (type, staticmethod, classmethod)):
                    setattr(cls, name, _taking_turns(member))
        return cls
    return decorate
