# SPDX-License-Identifier: MIT
"""Leaf functions in Python.

A leaf is called once for many agents, with arrays of shape (blocks, lanes): one value for each
agent. Its parameters are named like the arguments of its node, or like keys of the blackboard:

    host = gestalt.Host()

    @host.predicate
    def is_hurt(health):
        return health < 0.5

    @host.action(writes=["way"])
    def walk(way, speed):
        way += speed
        return gestalt.RUNNING

A parameter `call` gets the `Call`: time, agents, and which agents start. Arrays also have values for
agents that are not in the call (`call.mask`); what is computed or written for these is ignored. So a
leaf computes each value from those of the same agent, and what it returns does not depend on which
agents are called together.
"""
from __future__ import annotations

import ctypes
import dataclasses
import inspect
from typing import Any, Callable, Iterable

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._library import lib
from ._life import Life
from .columns import bools_to_masks, masks_to_bools
from .shape import KINDS, Shape

_DTYPES = {_c.GESTALT_FLOAT: np.dtype(np.float32), _c.GESTALT_INT: np.dtype(np.int32)}
_WIDTHS = {_c.GESTALT_VEC2: 2, _c.GESTALT_VEC3: 3}
_FULL = np.uint64(2**64 - 1)


class _View:
    __slots__ = ("__array_interface__",)

    def __init__(self, address: int, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str, readonly: bool) -> None:
        self.__array_interface__ = {"version": 3, "shape": shape, "strides": strides, "typestr": dtype,
                                    "data": (address, readonly)}


def _array(address: int, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str, readonly: bool = True) -> npt.NDArray[Any]:
    return np.asarray(_View(address, shape, strides, dtype, readonly))


class Call:
    """A call of a leaf: one node, for many agents."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._lanes: npt.NDArray[np.uint64] = _array(_address(raw.lanes), (raw.count,), (8,), "<u8")

    @property
    def node(self) -> int:
        return int(self._raw.node)

    @property
    def now(self) -> int:
        """The time of the tick, in microseconds."""
        return int(self._raw.now)

    @property
    def tick(self) -> int:
        return int(self._raw.tick)

    @property
    def cancelling(self) -> bool:
        """Whether the action is cancelled: what it returns is ignored."""
        return bool(self._raw.cancelling)

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Which agents are in the call."""
        return masks_to_bools(self._lanes, self._raw.lane_count)

    @property
    def starting(self) -> npt.NDArray[np.bool_]:
        """Which of them start the action; the others resume it."""
        return masks_to_bools(_array(_address(self._raw.starting), (self._raw.count,), (8,), "<u8"), self._raw.lane_count)

    @property
    def agents(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents; those of lanes without an agent have any value."""
        raw = self._raw
        first: npt.NDArray[np.uint64] = _array(_address(raw.first_agents), (raw.count,), (8,), "<u8")
        ids = first[:, None] + np.arange(raw.lane_count, dtype=np.uint64)
        for i, own in enumerate(_array(_address(raw.agents), (raw.count,), (8,), "<u8").tolist()):
            if own:
                ids[i] = _array(own, (raw.lane_count,), (8,), "<u8")
        return ids


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


@dataclasses.dataclass
class Leaf:
    """A function that a host has."""

    name: str
    kind: int
    function: Callable[..., Any]
    writes: frozenset[str]
    parameters: tuple[str, ...]


@dataclasses.dataclass
class _Parameter:
    """Where the values of a parameter come from."""

    name: str
    index: int
    is_argument: bool
    type: int
    writes: bool


class Host:
    """A table of leaf functions and deferred actions, for populations."""

    def __init__(self) -> None:
        self._leaves: dict[str, Leaf] = {}

    def _add(self, kind: int, function: Callable[..., Any], name: str | None, writes: Iterable[str]) -> Callable[..., Any]:
        name = name or function.__name__
        if name in self._leaves:
            raise errors.BadArgument(f"the host has a function `{name}` already")
        parameters = tuple(inspect.signature(function).parameters)
        missing = set(writes) - set(parameters)
        if missing:
            raise errors.BadArgument(f"`{name}` writes `{missing.pop()}`, which is none of its parameters")
        self._leaves[name] = Leaf(name, kind, function, frozenset(writes), parameters)
        return function

    def _decorate(self, kind: int, function: Callable[..., Any] | None, name: str | None, writes: Iterable[str]) -> Any:
        if function is not None:
            return self._add(kind, function, name, writes)
        return lambda f: self._add(kind, f, name, writes)

    def action(self, function: Callable[..., Any] | None = None, *, name: str | None = None, writes: Iterable[str] = ()) -> Any:
        """Add an action. It returns statuses: an array of bools (success or failure) or of statuses, or one for all."""
        return self._decorate(_c.GESTALT_IMMEDIATE, function, name, writes)

    def predicate(self, function: Callable[..., Any] | None = None, *, name: str | None = None, writes: Iterable[str] = ()) -> Any:
        """Add a predicate, which returns an array of bools."""
        return self._decorate(_c.GESTALT_PREDICATE, function, name, writes)

    def _bind(self, shape: Shape) -> Binding:
        return Binding(self, shape)


class Binding:
    """A host of the engine with the functions that a shape calls."""

    def __init__(self, host: Host, shape: Shape) -> None:
        self.failure: BaseException | None = None
        self._kept: list[Any] = []
        handle = ctypes.c_void_p()
        lib.gestalt_host_create(None, ctypes.byref(handle))
        self._handle = handle.value or 0
        # The engine calls what `_kept` has.
        kept = self._kept

        def destroy(handle: int) -> None:
            lib.gestalt_host_destroy(handle)
            kept.clear()

        self._life = Life(self._handle, destroy, shape._life)
        for number, f in enumerate(shape.functions.values()):
            if f.kind == "deferred":
                self._add(shape, number, f.name, _c.GESTALT_DEFERRED, None)
            elif f.name in host._leaves:
                self._add(shape, number, f.name, host._leaves[f.name].kind, host._leaves[f.name])
            else:
                raise errors.BadArgument(f"the host has no function `{f.name}` for {shape!r}")
            leaf = host._leaves.get(f.name)
            if leaf and KINDS[leaf.kind] != ("immediate" if f.kind == "immediate" else f.kind):
                raise errors.BadArgument(f"`{f.name}` is {f.kind} in the document, and {KINDS[leaf.kind]} in the host")

    def __del__(self) -> None:
        if getattr(self, "_life", None):
            self._handle = 0
            self._life.release()

    def _add(self, shape: Shape, number: int, name: str, kind: int, leaf: Leaf | None) -> None:
        count = lib.gestalt_shape_function_at(shape._handle, number).argument_count
        arguments = (_c.gestalt_parameter * max(count, 1))()
        for i in range(count):
            arguments[i] = lib.gestalt_shape_argument(shape._handle, number, i)
        names = {arguments[i].name.decode(): i for i in range(count)}
        types = {lib.gestalt_shape_key_at(shape._handle, i).name.decode(): lib.gestalt_shape_key_at(shape._handle, i)
                 for i in range(lib.gestalt_shape_key_count(shape._handle))}
        keys: list[Any] = []
        parameters: list[_Parameter] = []
        for parameter in leaf.parameters if leaf else ():
            writes = parameter in leaf.writes if leaf else False
            if parameter == "call":
                continue
            if parameter in names:
                a = arguments[names[parameter]]
                parameters.append(_Parameter(parameter, names[parameter], True, a.type, writes))
            elif parameter in types:
                parameters.append(_Parameter(parameter, len(keys), False, types[parameter].type, writes))
                keys.append(_c.gestalt_parameter(name=parameter.encode(), type=types[parameter].type))
            else:
                raise errors.BadArgument(f"`{name}` has a parameter `{parameter}`, which is neither an argument of its "
                                         f"nodes nor a key of {shape!r}")
        key_list = (_c.gestalt_parameter * max(len(keys), 1))(*keys)
        function = _c.gestalt_function(name=name.encode(), kind=kind, arguments=arguments, argument_count=count,
                                       keys=key_list, key_count=len(keys))
        if leaf:
            function.gathered = self._wrap(leaf, parameters)
            self._kept.append(function.gathered)
        lib.gestalt_host_add(self._handle, ctypes.byref(function))

    def _wrap(self, leaf: Leaf, parameters: list[_Parameter]) -> Any:
        wants_call = "call" in leaf.parameters
        is_action = leaf.kind == _c.GESTALT_IMMEDIATE

        def called(pointer: Any) -> None:
            raw = pointer.contents
            try:
                values = {p.name: _column(raw, p) for p in parameters}
                if wants_call:
                    values["call"] = Call(raw)
                given = {name: column.values for name, column in values.items() if name != "call"}
                if wants_call:
                    given["call"] = values["call"]
                result = leaf.function(**given)
                lanes = _array(_address(raw.lanes), (raw.count,), (8,), "<u8")
                for column in values.values():
                    if isinstance(column, _Column) and column.parameter.writes:
                        column.write(lanes, raw.lane_count)
                _store(raw, lanes, result, is_action, leaf.name)
            except BaseException as failure:  # goes to the caller of the tick
                if self.failure is None:
                    self.failure = failure
                raw.error = b"a leaf function has raised an exception"

        return _c.gestalt_gathered_function(called)


class _Column:
    """The values of a parameter in a call."""

    def __init__(self, parameter: _Parameter, values: Any, targets: list[npt.NDArray[Any]]) -> None:
        self.parameter, self.values, self._targets = parameter, values, targets

    def write(self, lanes: npt.NDArray[np.uint64], lane_count: int) -> None:
        """Write the values of the agents in the call back."""
        if self.parameter.type == _c.GESTALT_BOOL:
            target = self._targets[0]
            target[...] = (target & ~lanes) | (bools_to_masks(self.values) & lanes)
            return
        chosen = masks_to_bools(lanes, lane_count)
        # Choosing bits is much faster than assigning where a mask is true.
        bits = np.negative(chosen.view(np.int8)).astype(np.int32)
        for i, target in enumerate(self._targets):
            new = (self.values if len(self._targets) == 1 else self.values[..., i]).view(np.int32)
            old = target.view(np.int32)
            old ^= (old ^ new) & bits


def _column(raw: Any, p: _Parameter) -> _Column:
    """Return the values of a parameter: a copy if the leaf writes them."""
    count, lanes = raw.count, raw.lane_count
    if p.is_argument:
        column, stride = raw.arguments[p.index], raw.argument_strides[p.index]
        addresses = [_address(column.floats), _address(column.y), _address(column.z)]
    else:
        place, stride = raw.places[p.index], raw.stride
        addresses = [raw.memory + place.first, raw.memory + place.y, raw.memory + place.z]
    if p.type == _c.GESTALT_BOOL:
        masks = _array(addresses[0], (count,), (stride,), "<u8", not p.writes)
        return _Column(p, masks_to_bools(masks, lanes), [masks])
    dtype = _DTYPES.get(p.type, np.dtype(np.float32))
    targets = [_array(a, (count, lanes), (stride, 4), dtype.str, not p.writes) for a in addresses[:_WIDTHS.get(p.type, 1)]]
    values = targets[0] if len(targets) == 1 else np.stack(targets, axis=-1)
    return _Column(p, values.copy() if p.writes and len(targets) == 1 else values, targets)


def _store(raw: Any, lanes: npt.NDArray[np.uint64], result: Any, is_action: bool, name: str) -> None:
    """Store what a leaf has returned."""
    succeeded = _array(_address(raw.succeeded), (raw.count,), (8,), "<u8", False)
    failed = _array(_address(raw.failed), (raw.count,), (8,), "<u8", False)
    if raw.cancelling:
        return
    value = np.asarray(_c.GESTALT_SUCCESS if result is None else result)
    wanted = (raw.count, raw.lane_count)
    if value.shape not in ((), wanted):
        raise ValueError(f"`{name}` has returned an array of shape {value.shape}; its arrays have shape {wanted}")
    if value.shape == () or value.dtype == np.bool_:
        if value.dtype == np.bool_:
            yes = (_FULL if value else np.uint64(0)) if value.shape == () else bools_to_masks(value)
            succeeded[...] = yes & lanes
            if is_action:
                failed[...] = ~yes & lanes
        elif int(value) == _c.GESTALT_SUCCESS:
            succeeded[...] = lanes
        elif int(value) == _c.GESTALT_FAILURE:
            failed[...] = lanes if is_action else 0
        elif int(value) != _c.GESTALT_RUNNING or not is_action:
            raise ValueError(f"`{name}` has returned {value}, which is not a status")
        return
    succeeded[...] = bools_to_masks(value == _c.GESTALT_SUCCESS) & lanes
    failed[...] = bools_to_masks(value == _c.GESTALT_FAILURE) & lanes
