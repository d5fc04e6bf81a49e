# SPDX-License-Identifier: MIT
"""What compiled leaves call: pointers, local arrays of 64 values, and masks. Needs numba."""
# mypy: ignore-errors
from __future__ import annotations

import functools

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from . import _c

_KINDS = {"words": types.uint64, "shorts": types.uint32, "ints": types.int32, "floats": types.float32}


def _pointer(kind):
    """Return a function that loads a pointer and adds bytes to it.

    LLVM knows that a loaded pointer is not that of a local array. Of a pointer made of a number it does not.
    """
    @intrinsic
    def pointer(typing, base, index, offset):
        def generate(context, builder, signature, arguments):
            byte = context.get_value_type(types.uint8).as_pointer()
            place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), byte.as_pointer())
            return builder.bitcast(builder.gep(builder.load(place), [arguments[2]]), context.get_value_type(kind).as_pointer())
        return types.CPointer(kind)(types.CPointer(types.uint64), types.int64, types.uint64), generate
    return pointer


def _local(kind):
    """Return a function that makes an array of 64 values on the stack."""
    @intrinsic
    def local(typing):
        def generate(context, builder, signature, arguments):
            return cgutils.alloca_once(builder, context.get_value_type(kind), size=64)
        return types.CPointer(kind)(), generate
    return local


@intrinsic
def _as_words(typing, bools):
    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], context.get_value_type(types.uint64).as_pointer())
    return types.CPointer(types.uint64)(types.CPointer(types.uint8)), generate


@intrinsic
def pick(typing, condition, yes, no):
    """Return one of two values without a branch, so that the loop becomes vector instructions."""
    kind = typing.unify_types(yes, no)

    def generate(context, builder, signature, arguments):
        one = context.cast(builder, arguments[1], yes, kind)
        other = context.cast(builder, arguments[2], no, kind)
        is_true = context.cast(builder, arguments[0], condition, types.boolean)
        return builder.select(is_true, one, other)
    return kind(condition, yes, no), generate


@numba.njit(error_model="numpy")
def bit(mask, lane):
    """Return a bit of a mask. LLVM makes vectors of this, but not of an array of bools that was just written."""
    return (mask >> numba.uint64(lane)) & numba.uint64(1) != numba.uint64(0)


@numba.njit(error_model="numpy")
def pack(bools):
    """Return a mask of the lowest bits of 64 bytes."""
    words = _as_words(bools)
    mask = numba.uint64(0)
    for i in range(8):
        mask |= (((words[i] & numba.uint64(0x0101010101010101)) * numba.uint64(0x0102040810204080)) >> numba.uint64(56)) << numba.uint64(8 * i)
    return mask


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
    found |= {"local_" + name: _local(kind) for name, kind in _KINDS.items()}
    found["local_bools"] = _local(types.uint8)
    found |= {"bit": bit, "pack": pack, "_status": _status, "_pick": pick, "_int32": numba.int32, "_float32": numba.float32, "_bool": bool,
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
