# SPDX-License-Identifier: MIT
"""Hosts of the engine that are made of a `Host` for a shape."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Iterable

from . import _c, errors
from ._failures import Failures
from ._library import Collected, lib
from ._life import Life, Unique
from .leaf_calls import Caller, Memories, Parameter
from .numba_leaves import CompiledLeaf, compile_leaf
from .shape import Shape

if TYPE_CHECKING:
    from .host import Host, Leaf
    from .plugin import Plugin

_Function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def _text(shape: int, place: int) -> str:
    """Return a text of a shape."""
    size = ctypes.c_size_t()
    text = lib.gestalt_shape_text(shape, place, ctypes.byref(size))
    return ctypes.string_at(text, size.value).decode(errors="replace")


class Binding(Unique):
    """A host of the engine with the functions that a shape calls."""

    def __init__(self, host: Host, shape: Shape) -> None:
        self._handle = 0
        self._kept: list[Any] = []
        self._memories = Memories()
        self.failures = Failures()
        handle = ctypes.c_void_p()
        lib.gestalt_host_create(None, ctypes.byref(handle))
        self._handle = handle.value or 0
        if host._limits:
            lib.gestalt_host_set_limits(self._handle, ctypes.byref(host._limits))
        self._plugins: list[Plugin] = list(host._plugins)
        kept = self._kept  # what the engine calls
        kept += self._plugins

        destroy_host = lib.gestalt_host_destroy  # at the interpreter's exit, modules lose their members first

        def destroy(handle: int) -> None:
            destroy_host(handle)
            kept.clear()

        self._life = Life(self._handle, destroy, shape._life)
        for plugin in self._plugins:
            plugin.add(self._handle)
        keys = {k.name.decode(): k for k in (lib.gestalt_shape_key_at(shape._handle, i)
                                             for i in range(lib.gestalt_shape_key_count(shape._handle)))}
        for number, f in enumerate(shape.functions.values()):
            leaf = host._leaves.get(f.name)
            if leaf:
                self._add(shape, number, leaf, keys)
            elif f.kind == "deferred" and not lib.gestalt_host_find(self._handle, f.name.encode()):
                self._register(f.name, _c.GESTALT_DEFERRED, _passed(shape, number), [], None)

    def __del__(self) -> None:
        if getattr(self, "_life", None):
            self._handle = 0
            self._life.release()

    def check(self, shape: Shape) -> Binding:
        """Raise an error that lists all differences."""
        lines = self.misfits(shape)
        if lines:
            raise errors.BadArgument("\n  ".join([f"the host does not fit {shape!r}:", *lines]))
        return self

    def misfits(self, shape: Shape) -> list[str]:
        """Return a line for each difference between the host and what the shape calls."""
        text = Collected()
        lib.gestalt_host_misfits(self._handle, shape._handle, text.writer)
        return text.text().splitlines()

    # ---- registering

    def _register(self, name: str, kind: int, arguments: list[Any], keys: list[Any], leaf: Callable[[Any], None] | None) -> None:
        function = _c.gestalt_function(
            name=name.encode(), kind=kind, arguments=(_c.gestalt_parameter * max(len(arguments), 1))(*arguments),
            argument_count=len(arguments), keys=(_c.gestalt_parameter * max(len(keys), 1))(*keys), key_count=len(keys))
        if leaf:
            leaf(function)
        lib.gestalt_host_add(self._handle, ctypes.byref(function))

    def _add(self, shape: Shape, number: int, leaf: Leaf, keys: dict[str, Any]) -> None:
        arguments = leaf.arguments if leaf.arguments is not None else _passed(shape, number)
        indices = {a.name.decode(): i for i, a in enumerate(arguments)}
        own: list[Any] = []
        own_names: dict[str, int] = {}

        def resolve(name: str, writes: bool) -> Parameter:
            if name in indices:
                a = arguments[indices[name]]
                if writes and not a.by_key:
                    raise errors.BadArgument(f"`{leaf.name}` writes its argument `{name}`, but {shape!r} passes a value: declare "
                                             f'it as `"key {_word(a.type)}"` in the document')
                return Parameter(name, indices[name], True, a.type, writes, a.is_list)
            if name not in keys:
                raise errors.BadArgument(f"`{leaf.name}` has a parameter `{name}`, which is neither an argument of its nodes "
                                         f"({', '.join(indices) or 'none'}) nor a key of {shape!r}")
            key = keys[name]
            if name not in own_names:
                own_names[name] = len(own)
                own.append(_c.gestalt_parameter(name=name.encode(), type=key.type, is_list=key.capacity > 0))
            return Parameter(name, own_names[name], False, key.type, writes, key.capacity > 0)

        self._register(leaf.name, leaf.kind, arguments, own, self._prepare(leaf, resolve, own))

    def _prepare(self, leaf: Leaf, resolve: Callable[[str, bool], Parameter], own: list[Any]) -> Callable[[Any], None] | None:
        """Find the columns of a leaf's parameters. Returns what completes the function for the engine."""
        if leaf.kind == _c.GESTALT_DEFERRED:
            return None
        if isinstance(leaf.function, CompiledLeaf):
            return self._compile(leaf, resolve)
        main = self._caller(leaf, leaf.function, leaf.writes, leaf.parameters, resolve)
        cancel = None
        if leaf.cancel:
            cancel = self._caller(leaf, leaf.cancel.function, leaf.cancel.writes, leaf.cancel.parameters, resolve)

        def complete(function: Any) -> None:
            gathered = _Function(self._entry(leaf.name, main, cancel))
            self._kept.append(gathered)
            function.gathered = ctypes.cast(gathered, _c.gestalt_gathered_function)
        return complete

    def _compile(self, leaf: Leaf, resolve: Callable[[str, bool], Parameter]) -> Callable[[Any], None]:
        """Let numba compile a leaf."""
        main = leaf.function
        cancel = leaf.cancel.function if leaf.cancel else None
        assert isinstance(main, CompiledLeaf) and (cancel is None or isinstance(cancel, CompiledLeaf))
        parameters = [resolve(name, name in leaf.writes) for name, _ in leaf.parameters if name != "call"]
        of_cancel = [resolve(name, name in leaf.cancel.writes) for name, _ in leaf.cancel.parameters if name != "call"] \
            if leaf.cancel else []
        compiled = compile_leaf(leaf.name, leaf.kind == _c.GESTALT_IMMEDIATE, main, parameters, cancel, of_cancel)
        self._kept.append(compiled)

        def complete(function: Any) -> None:
            function.batch = ctypes.cast(compiled.address, _c.gestalt_batch_function)
        return complete

    def _caller(self, leaf: Leaf, function: Callable[..., Any], writes: Iterable[str], names: tuple[tuple[str, bool], ...],
                resolve: Callable[[str, bool], Parameter]) -> Caller:
        parameters = [None if name == "call" else resolve(name, name in writes) for name, _ in names]
        keywords = [name for name, by_name in names if by_name]
        return Caller(leaf.name, leaf.kind == _c.GESTALT_IMMEDIATE, function, parameters, keywords, self._memories, _text)

    def _entry(self, name: str, main: Caller, cancel: Caller | None) -> Callable[[int], None]:
        cancelling = _c.gestalt_gathered_call.cancelling.offset

        def entry(address: int) -> None:
            caller = main
            try:
                if ctypes.c_bool.from_address(address + cancelling).value:
                    if cancel is None:
                        return
                    caller = cancel
                if not self.failures.stops(address):
                    caller.call(address)
            except BaseException as failure:  # raised by the call that ticks
                self.failures.add(address, name, failure)
        return entry


def _passed(shape: Shape, number: int) -> list[Any]:
    """Return the arguments that a shape passes to a function."""
    count = lib.gestalt_shape_function_at(shape._handle, number).argument_count
    return [lib.gestalt_shape_argument(shape._handle, number, i) for i in range(count)]


def _word(kind: int) -> str:
    from .shape import TYPES
    return TYPES[kind]
