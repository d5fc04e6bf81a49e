# SPDX-License-Identifier: MIT
"""Expressions of the language, for a program's own use."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Mapping, Sequence, Union

from . import _c, errors
from ._arguments import name_of
from ._library import lib
from ._life import Unique
from .values import from_value, to_value

#: The meaning of a name: a constant; the type of a variable, such as `float` or `vec2`; or the words of an enum.
Meaning = Union[bool, int, float, str, "Sequence[str]"]

_WANTED = {"any": _c.GESTALT_EXPRESSION_ANY, "bool": _c.GESTALT_EXPRESSION_BOOL, "int": _c.GESTALT_EXPRESSION_INT,
           "float": _c.GESTALT_EXPRESSION_FLOAT}


@dataclasses.dataclass(frozen=True)
class Finding:
    """An error in an expression, at some of its bytes."""

    code: str
    begin: int
    end: int
    message: str
    help: str | None


class ExpressionError(errors.Rejected):
    """An expression has errors, which are in `findings`."""

    def __init__(self, text: str, findings: list[Finding]) -> None:
        lines = [f"{f.message} [{f.code}]\n    {text}\n    {' ' * f.begin}{'^' * max(1, f.end - f.begin)}"
                 + (f"\n  help: {f.help}" if f.help else "") for f in findings]
        super().__init__("\n".join(lines))
        self.findings = findings


class Expression(Unique):
    """An expression, with the same meaning as in documents. Calling it computes its value.

    >>> reach = Expression("speed * 2 + bonus", speed="float", bonus=3)
    >>> reach(speed=1.25)
    5.5
    """

    def __init__(self, text: str, wanted: str = "any", words: Sequence[str] = (), **names: Meaning) -> None:
        """Compile an expression. `wanted` is the type of its result, or `any`. `words` are the words of an enum."""
        if wanted not in _WANTED:
            raise errors.BadArgument(f"the result cannot be {wanted!r}: use one of {', '.join(_WANTED)}")
        self._handle = 0
        self.text = text
        self._variables = [(name, meaning) for name, meaning in names.items() if _is_variable(meaning)]
        self._findings: list[Finding] = []
        self._kept: list[Any] = []
        options = _c.gestalt_expression_options(wanted=_WANTED[wanted], varies=True)
        options.lookup = _c.gestalt_expression_lookup(self._lookup_of(names))
        options.report = _c.gestalt_expression_report(self._report)
        if words:
            options.words, options.word_count = self._words_of(words), len(words)
        data, handle = name_of(text, "an expression"), ctypes.c_void_p()
        try:
            lib.gestalt_expression_compile(data, len(data), ctypes.byref(options), ctypes.byref(handle))
        except errors.Rejected:
            raise ExpressionError(text, self._findings) from None
        self._handle = handle.value or 0
        self._destroy = lib.gestalt_expression_destroy
        numbers = [lib.gestalt_expression_used(self._handle, i)
                   for i in range(lib.gestalt_expression_used_count(self._handle))]
        #: The variables that the expression uses, in the order of their first use.
        self.used = [self._variables[number][0] for number in numbers]
        self._used = [self._variables[number] for number in numbers]

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self._destroy(self._handle)

    def _words_of(self, words: Sequence[str]) -> Any:
        array = (ctypes.c_char_p * len(words))(*(name_of(word, "a word") for word in words))
        self._kept.append(array)
        return array

    def _lookup_of(self, names: Mapping[str, Meaning]) -> Any:
        numbers = {name: number for number, (name, _) in enumerate(self._variables)}
        meanings = {name_of(name): self._meaning(meaning, numbers.get(name, 0)) for name, meaning in names.items()}

        def look_up(user: int, name: int, found: Any) -> bool:
            meaning = meanings.get(ctypes.string_at(name))
            if meaning is None:
                return False
            ctypes.memmove(found, ctypes.byref(meaning), ctypes.sizeof(meaning))
            return True
        return look_up

    def _meaning(self, meaning: Meaning, number: int) -> Any:
        found = _c.gestalt_expression_name(number=number)
        kinds = _kinds()
        if isinstance(meaning, str):
            if meaning not in kinds:
                raise errors.BadArgument(f"there is no type {meaning!r}: use one of {', '.join(kinds)}")
            found.value.type = kinds[meaning]
        elif isinstance(meaning, (bool, int, float)):
            found.is_constant = True
            kind = "bool" if isinstance(meaning, bool) else "int" if isinstance(meaning, int) else "float"
            found.value = to_value(meaning, kinds[kind])
        elif isinstance(meaning, Sequence):
            found.value.type = _c.GESTALT_INT
            found.words, found.word_count = self._words_of(meaning), len(meaning)
        else:
            raise TypeError(f"a name must mean a number, a type or a list of words, not {type(meaning).__name__}")
        return found

    def _report(self, user: int, code: int, begin: int, end: int, message: int, help_text: int) -> None:
        self._findings.append(Finding(ctypes.string_at(code).decode(), begin, end, ctypes.string_at(message).decode(),
                                      ctypes.string_at(help_text).decode() if help_text else None))

    @property
    def type(self) -> str:
        """The type of the result: bool, int or float."""
        from .shape import TYPES
        return TYPES[lib.gestalt_expression_type(self._handle)]

    @property
    def constant(self) -> bool | int | float | None:
        """The value of a constant expression; otherwise None."""
        value = _c.gestalt_value()
        if not lib.gestalt_expression_constant(self._handle, ctypes.byref(value)):
            return None
        found: bool | int | float = from_value(value)
        return found

    @property
    def hash(self) -> int:
        """A hash of the computation: constants count by value, and variables by the order of their first use."""
        return int(lib.gestalt_expression_hash(self._handle))

    def __call__(self, *, time: float = 0, dt: float = 0, tick: int = 0, agent: int = 0, random: int | None = None,
                 **values: Any) -> bool | int | float:
        """Compute the value. `random` is the seed of rand(), which is 0 without one."""
        missing = [name for name in self.used if name not in values]
        if missing:
            raise TypeError(f"the expression needs a value of `{missing[0]}`")
        raw = (_c.gestalt_value * max(len(self._used), 1))()
        for i, (name, meaning) in enumerate(self._used):
            if isinstance(meaning, str):
                raw[i] = to_value(values[name], _kinds()[meaning])
            else:
                raw[i] = to_value(values[name], _c.GESTALT_INT, tuple(meaning))
        moment = _c.gestalt_expression_moment(time=time, dt=dt, tick=tick, agent=agent)
        if random is not None:
            moment.random = ctypes.pointer(ctypes.c_uint64(random))
        found: bool | int | float = from_value(lib.gestalt_expression_compute(self._handle, raw, ctypes.byref(moment)))
        return found

    def __repr__(self) -> str:
        return f"<gestalt.Expression {self.text!r}: {self.type}>"


def _is_variable(meaning: Meaning) -> bool:
    return not isinstance(meaning, (bool, int, float))


def _kinds() -> dict[str, int]:
    from .values import KINDS_OF
    return {name: kind for name, kind in KINDS_OF.items() if name != "text"}
