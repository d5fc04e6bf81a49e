# SPDX-License-Identifier: MIT
"""Unique values of the engine, and the shared keys of a group.

A bool, an int and a float are those of Python, a vector is a tuple of floats, a value of an enum is
its word, and a list is a list of these.
"""
from __future__ import annotations

import ctypes
import numbers
from typing import TYPE_CHECKING, Any, Iterator, MutableMapping, Union

import numpy as np

from . import _c, errors
from ._arguments import name_of, whole
from ._library import lib
from ._life import Unique
from .shape import TYPES, Key, Shape

if TYPE_CHECKING:
    from ._part import Part

Value = Union[bool, int, float, str, "tuple[float, ...]", "list[Any]"]

WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}
KINDS_OF = {name: kind for kind, name in TYPES.items()}
_INT_LEAST, _INT_MOST = -2**31, 2**31 - 1


def _number(value: Any, what: str) -> float:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (numbers.Real, np.number)):
        raise TypeError(f"{what} must be a number, not {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise errors.BadArgument(f"{what} cannot be {value}: it is too large") from None


def to_value(value: Any, kind: int, words: tuple[str, ...] = ()) -> Any:
    """Return a value for the engine, of a type. A value of an enum is one of its words, or the word's index."""
    v = _c.gestalt_value(type=kind)
    what = "the value of " + ("an enum" if words else f"a {TYPES[kind]}")
    if kind == _c.GESTALT_BOOL:
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{what} must be a bool, not {type(value).__name__}")
        v.boolean = bool(value)
    elif kind == _c.GESTALT_INT:
        v.integer = index_of_word(value, words) if isinstance(value, str) and words else whole(
            value, what, len(words) - 1 if words else _INT_MOST, 0 if words else _INT_LEAST)
    elif kind == _c.GESTALT_FLOAT:
        v.number = _number(value, what)
    else:
        parts = list(value) if isinstance(value, (tuple, list, np.ndarray)) else None
        if parts is None:
            raise TypeError(f"{what} must be a tuple of numbers, not {type(value).__name__}")
        if len(parts) != WIDTHS[kind]:
            raise errors.BadArgument(f"{what} has {WIDTHS[kind]} numbers, not {len(parts)}")
        for i, part in enumerate(parts):
            v.vector[i] = _number(part, what)
    return v


def index_of_word(word: str, words: tuple[str, ...]) -> int:
    """Return the value of a word of an enum."""
    if word not in words:
        raise errors.BadArgument(f"there is no word `{word}`: use one of {', '.join(words)}")
    return words.index(word)


def from_value(v: Any, words: tuple[str, ...] = ()) -> Any:
    """Return a value of the engine for Python."""
    if v.type == _c.GESTALT_BOOL:
        return bool(v.boolean)
    if v.type == _c.GESTALT_INT:
        return words[v.integer] if 0 <= v.integer < len(words) else int(v.integer)
    if v.type == _c.GESTALT_FLOAT:
        return float(v.number)
    return tuple(v.vector[:WIDTHS[v.type]])


def key_of(shape: Shape, name: str) -> tuple[bytes, Key | None]:
    """Return the name of a key for the engine, and the key, unless the name is that of a component such as `home.x`."""
    text = name_of(name, "the name of a key")
    return text, shape._keys.get(name)


def list_of(call: Any, count: int, key: Key) -> list[Any]:
    """Return the list that a function of the engine reads."""
    elements, found = (_c.gestalt_value * max(count, 1))(), ctypes.c_size_t()
    call(elements, count, ctypes.byref(found))
    return [from_value(elements[i], key.words) for i in range(found.value)]


def elements_of(values: Any, key: Key) -> Any:
    """Return the elements of a list for the engine, and their number."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"the value of a list must be a sequence, not {type(values).__name__}")
    parts = [to_value(v, KINDS_OF[key.type], key.words) for v in values]
    return (_c.gestalt_value * max(len(parts), 1))(*parts), len(parts)


class Shared(Unique, MutableMapping[str, Any]):
    """The shared keys of a group, by name: one value for all of its agents.

    The object expires when a group is removed or edited.
    """

    def __init__(self, population: Part, group: int) -> None:
        self._population, self._group = population, group
        self._shape, self._changes = population._shapes[group], population._group_changes
        self._turn = population._turn

    def _check(self) -> int:
        self._population._check_open()
        if self._changes != self._population._group_changes:
            raise errors.Expired("groups were removed or edited after `shared` had returned these keys: call "
                                 "`shared` again")
        return self._population._handle

    def _key(self, name: str) -> tuple[bytes, Key | None]:
        text, key = key_of(self._shape, name)
        if key and not key.shared:
            raise errors.BadArgument(f"the key `{name}` is not shared: each agent has its own value")
        return text, key

    def _get(self, name: str) -> Any:
        handle = self._check()
        text, key = self._key(name)
        if key and key.capacity:
            return list_of(lambda *to: lib.gestalt_population_read_shared_list(handle, self._group, text, *to),
                           key.capacity, key)
        value = _c.gestalt_value()
        lib.gestalt_population_read_shared(handle, self._group, text, ctypes.byref(value))
        return from_value(value, key.words if key else ())

    def _set(self, name: str, value: Any) -> None:
        handle = self._check()
        text, key = self._key(name)
        if key and key.capacity:
            lib.gestalt_population_write_shared_list(handle, self._group, text,
                                                     *elements_of(value, key))
            return
        kind = KINDS_OF[key.type] if key else _c.GESTALT_FLOAT
        lib.gestalt_population_write_shared(handle, self._group, text, to_value(value, kind, key.words if key else ()))

    def __getitem__(self, name: str) -> Any:
        return self._turn.call(self._get, name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._turn.call(self._set, name, value)

    def __delitem__(self, name: str) -> None:
        raise TypeError("the keys of a shape cannot be deleted")

    def __iter__(self) -> Iterator[str]:
        self._check()
        return iter([name for name, key in self._shape._keys.items() if key.shared])

    def __len__(self) -> int:
        self._check()
        return sum(key.shared for key in self._shape._keys.values())

    def __repr__(self) -> str:
        try:
            return f"<gestalt.Shared: {dict(self)!r}>"
        except errors.Error as error:
            return f"<gestalt.Shared: {error}>"
