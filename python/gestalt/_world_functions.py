# SPDX-License-Identifier: MIT
"""Functions of a WorldHost: their parameters, and how the trees of a group call them."""
from __future__ import annotations

import dataclasses
import inspect
from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._world_state import WorldCall, WorldState
from .leaf_calls import Call, Caller, Memories, Parameter

Array = npt.NDArray[Any]

_TYPES = {"bool": _c.GESTALT_BOOL, "int": _c.GESTALT_INT, "float": _c.GESTALT_FLOAT, "vec2": _c.GESTALT_VEC2,
          "vec3": _c.GESTALT_VEC3}
_DTYPES: dict[int, Any] = {_c.GESTALT_BOOL: np.bool_, _c.GESTALT_INT: np.int32}
_WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}


@dataclasses.dataclass(frozen=True)
class WorldArgument:
    """A parameter of a function."""

    name: str
    type: int
    otherwise: Any
    is_required: bool
    writes: bool

    @property
    def number(self) -> float:
        """The default for C."""
        return 0.0 if self.is_required or self.type in _WIDTHS else float(self.otherwise)

    def array(self, count: int) -> Array:
        """Return the default for some agents, whose tree omits the argument."""
        if self.type in _WIDTHS:
            return np.zeros((count, _WIDTHS[self.type]), np.float32)
        return np.full(count, self.otherwise, _DTYPES.get(self.type, np.float32))


def arguments_of(function: Callable[..., Any], writes: frozenset[str]) -> list[WorldArgument]:
    """Return the arguments of a function, without the call."""
    found = []
    parameters = list(inspect.signature(function).parameters.values())[1:]
    if len(parameters) > _c.GESTALT_WORLD_ARGUMENTS:
        raise errors.BadArgument(f"`{function.__name__}` has more than {_c.GESTALT_WORLD_ARGUMENTS} parameters")
    for p in parameters:
        kind = getattr(p.annotation, "__name__", p.annotation)
        kind = kind.strip("\"'") if isinstance(kind, str) else kind
        if kind not in _TYPES:
            raise errors.BadArgument(f"the parameter `{p.name}` of `{function.__name__}` needs a type: bool, int, "
                                     "float, \"vec2\" or \"vec3\"")
        is_required = p.default is inspect.Parameter.empty and p.name not in writes
        default = 0 if p.default is inspect.Parameter.empty else p.default
        found.append(WorldArgument(p.name, _TYPES[kind], default, is_required, p.name in writes))
    return found


class WorldFunction:
    """A function that trees call."""

    def __init__(self, name: str, uses: int, function: Callable[..., Any], arguments: Sequence[WorldArgument]) -> None:
        self.name, self.uses, self.function, self.arguments = name, uses, function, arguments

    def bind(self, state: WorldState, binding: Any, memories: Memories) -> Caller:
        """Return what calls the function for the trees of one group, which may omit arguments."""
        parameters: list[Parameter | None] = [None]  # the call
        given: list[tuple[str, bool]] = []
        omitted: list[WorldArgument] = []
        for i, a in enumerate(self.arguments):
            position, is_int = int(binding.position[i]), bool(binding.is_int[i])
            if position < 0:
                omitted.append(a)
                continue
            parameters.append(Parameter(a.name, position, True, _c.GESTALT_INT if is_int else a.type, a.writes, False))
            given.append((a.name, is_int))

        def run(call: Call, *arrays: Array) -> Any:
            values = {name: array.astype(np.float32) if is_int else array
                      for (name, is_int), array in zip(given, arrays)}
            values.update({a.name: a.array(len(call)) for a in omitted})
            return self.function(WorldCall(state, call), **values)

        is_action = self.uses != _c.GESTALT_WORLD_PREDICATE
        return Caller(self.name, is_action, run, parameters, (), memories, lambda shape, place: "")
