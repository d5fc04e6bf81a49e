# SPDX-License-Identifier: MIT
"""What compiled leaves call: pointers, columns, and masks of lanes. Needs numba."""
# mypy: ignore-errors
from __future__ import annotations

import functools

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from . import _c

_KINDS = {"words": types.uint64, "shorts": types.uint32, "ints": types.int32, "floats": types.float32}


def _pointer(kind):
    """Return a function that loads a pointer and adds bytes to it."""
    @intrinsic
    def pointer(typing, base, index, offset):
        def generate(context, builder, signature, arguments):
            byte = context.get_value_type(types.uint8).as_pointer()
            place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), byte.as_pointer())
            return builder.bitcast(builder.gep(builder.load(place), [arguments[2]]), context.get_value_type(kind).as_pointer())
        return types.CPointer(kind)(types.CPointer(types.uint64), types.int64, types.uint64), generate
    return pointer


@intrinsic
def pick(typing, condition, yes, no):
    """Return one of two values without a branch, so that the loop becomes vector instructions."""
    kind = typing.unify_types(yes, no)

    def generate(context, builder, signature, arguments):
        one = context.cast(builder, arguments[1], yes, kind)
        other = context.cast(builder, arguments[2], no, kind)
        is_true = context.cast(builder, arguments[0], condition, types.boolean)
        if not isinstance(kind, types.BaseTuple):
            return builder.select(is_true, one, other)
        pairs = zip(cgutils.unpack_tuple(builder, one), cgutils.unpack_tuple(builder, other))
        return context.make_tuple(builder, kind, [builder.select(is_true, *pair) for pair in pairs])
    return kind(condition, yes, no), generate


@numba.njit(error_model="numpy")
def vec2(v):
    """Return a vector as it is stored."""
    return numba.float32(v[0]), numba.float32(v[1])


@numba.njit(error_model="numpy")
def vec3(v):
    """Return a vector as it is stored."""
    return numba.float32(v[0]), numba.float32(v[1]), numba.float32(v[2])


# ---- masks: of 32 lanes, with nothing but 32-bit numbers, and of 64


@intrinsic
def low(typing, mask):
    """Return the lower half of a mask."""
    def generate(context, builder, signature, arguments):
        return builder.trunc(arguments[0], context.get_value_type(types.uint32))
    return types.uint32(types.uint64), generate


@intrinsic
def high(typing, mask):
    """Return the upper half of a mask."""
    def generate(context, builder, signature, arguments):
        return builder.trunc(builder.lshr(arguments[0], arguments[0].type(32)), context.get_value_type(types.uint32))
    return types.uint32(types.uint64), generate


@intrinsic
def joined(typing, low_half, high_half):
    """Return the mask of two halves."""
    def generate(context, builder, signature, arguments):
        kind = context.get_value_type(types.uint64)
        lower, upper = [builder.zext(a, kind) for a in arguments]
        return builder.or_(lower, builder.shl(upper, kind(32)))
    return types.uint64(types.uint32, types.uint32), generate


@intrinsic
def no_lanes(typing):
    """Return an empty half."""
    def generate(context, builder, signature, arguments):
        return context.get_constant(types.uint32, 0)
    return types.uint32(), generate


@intrinsic
def first_lane(typing, mask):
    """Return the first lane of a mask, which is not empty."""
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
    return types.int64(types.uint64), generate


@intrinsic
def number_of(typing, mask):
    """Return the number of lanes."""
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])
    return types.int64(types.uint64), generate


def _bit(builder, mask, lane):
    return builder.shl(mask.type(1), lane if mask.type.width == 64 else builder.trunc(lane, mask.type))


@intrinsic
def bit(typing, mask, lane):
    """Return whether a lane is in a mask."""
    def generate(context, builder, signature, arguments):
        found = builder.and_(arguments[0], _bit(builder, *arguments))
        return builder.icmp_unsigned("!=", found, found.type(0))
    return types.boolean(mask, types.int64), generate


@intrinsic
def with_bit(typing, mask, condition, lane):
    """Return a mask, with one more lane if the condition is true."""
    def generate(context, builder, signature, arguments):
        is_true = context.cast(builder, arguments[1], condition, types.boolean)
        own = _bit(builder, arguments[0], arguments[2])
        return builder.or_(arguments[0], builder.select(is_true, own, own.type(0)))
    return mask(mask, condition, types.int64), generate


# ---- columns


@intrinsic
def same(typing, one, other):
    """Return whether two pointers are the same."""
    def generate(context, builder, signature, arguments):
        kind = context.get_value_type(types.uint64)
        return builder.icmp_unsigned("==", *(builder.ptrtoint(a, kind) for a in arguments))
    return types.boolean(one, other), generate


def _access(scope, count):
    """Return functions that load and store a value of a column.

    LLVM assumes that what is accessed by functions with different scopes does not overlap.
    """
    def mark(builder, instruction):
        if scope is not None:
            module = builder.module
            domain = module.add_metadata(["gestalt columns"])
            scopes = [module.add_metadata([f"gestalt column {i}", domain]) for i in range(count)]
            instruction.set_metadata("alias.scope", module.add_metadata([scopes[scope]]))
            instruction.set_metadata("noalias", module.add_metadata(scopes[:scope] + scopes[scope + 1:]))

    @intrinsic
    def get(typing, column, base, lane):
        def generate(context, builder, signature, arguments):
            value = builder.load(builder.gep(builder.gep(arguments[0], [arguments[1]]), [arguments[2]]))
            mark(builder, value)
            return value
        return column.dtype(column, types.int64, types.int64), generate

    @intrinsic
    def put(typing, column, base, lane, value):
        def generate(context, builder, signature, arguments):
            mark(builder, builder.store(arguments[3], builder.gep(builder.gep(arguments[0], [arguments[1]]), [arguments[2]])))
            return context.get_dummy_value()
        return types.void(column, types.int64, types.int64, column.dtype), generate
    return get, put


def accesses(count):
    """Return functions that load and store values of so many columns: of each half, and of single lanes."""
    found = {}
    for column in range(count):
        scopes = {"low": 2 * column, "high": 2 * column + 1, "each": None}
        for half, scope in scopes.items():
            found[f"{half}_get_{column}"], found[f"{half}_put_{column}"] = _access(scope, 2 * count)
    return found


def _status(value):
    """Return what a leaf has returned as a status."""


@overload(_status)
def _status_of(value):
    if isinstance(value, types.NoneType):
        return lambda value: _c.GESTALT_SUCCESS
    if isinstance(value, types.Boolean):
        return lambda value: 0 if value else 1
    if isinstance(value, types.Integer):
        return lambda value: value
    return None


@functools.lru_cache(None)
def _all_names():
    found = {name: _pointer(kind) for name, kind in _KINDS.items()}
    found |= {f.__name__: f for f in (low, high, joined, no_lanes, first_lane, number_of, bit, with_bit, same, _status)}
    found |= {"_pick": pick, "_int32": numba.int32, "_float32": numba.float32, "_bool": bool, "_vec2": vec2, "_vec3": vec3,
              "int64": numba.int64, "uint64": numba.uint64}
    words = {"LANES": "lanes", "STARTING": "starting", "NODE": "node", "NOW": "now", "TICK": "tick", "FIRST": "first_agent",
             "AGENTS": "agents", "ARGUMENTS": "arguments", "PLACES": "places", "MEMORY": "memory", "SUCCEEDED": "succeeded",
             "FAILED": "failed"}
    found |= {name: getattr(_c.gestalt_call, member).offset // 8 for name, member in words.items()}
    assert _c.gestalt_call.cancelling.offset == 16 and _c.gestalt_call.lane_count.offset == 20
    return found


def names():
    """Return what the code of compiled leaves refers to."""
    return dict(_all_names())
