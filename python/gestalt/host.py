# SPDX-License-Identifier: MIT
"""Leaf functions in Python.

A leaf is called once for many agents, with an array for each parameter: a value for each agent. The
parameters are named like the arguments of its node, or like keys of the blackboard:

    host = gestalt.Host()

    @host.predicate
    def is_hurt(health):
        return health < 0.5

    @host.action(writes=["way"])
    def walk(way, speed):
        way += speed
        return gestalt.RUNNING

    @host.cancel("walk", writes=["way"])
    def stop(way):
        way[...] = 0

A parameter `call` gets the `Call`: time, agents, and which agents start. A leaf computes each value
from those of the same agent: which agents are called together differs from machine to machine.
"""
from __future__ import annotations

import dataclasses
import inspect
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, TypeVar, Union, overload

from . import _c, errors
from .limits import Limits, limits_to_c
from .leaf_binding import Binding
from .leaf_calls import AgentLists as AgentLists, Call as Call, statuses as statuses
from .numba_leaves import CompiledLeaf
from .shape import TYPES, Shape

if TYPE_CHECKING:
    from .plugin import Plugin

#: The type of an argument, as in the function tables of documents: "float", "key int", ["flee", "idle"].
ArgumentType = Union[str, "list[str]", Mapping[str, Any]]

_KINDS = {word: kind for kind, word in TYPES.items()}
_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclasses.dataclass
class Cancel:
    """What is called instead of an action that is cancelled."""

    function: Callable[..., Any]
    writes: frozenset[str]
    parameters: tuple[tuple[str, bool], ...]


@dataclasses.dataclass
class Leaf:
    """A function that a host has."""

    name: str
    kind: int
    function: Callable[..., Any]
    writes: frozenset[str]
    parameters: tuple[tuple[str, bool], ...]
    #: The declared arguments, as gestalt_parameter, or None.
    arguments: list[Any] | None
    declared: dict[str, ArgumentType]
    cancel: Cancel | None = None


def parameter_names(name: str, function: Callable[..., Any]) -> tuple[tuple[str, bool], ...]:
    """Return the names of a leaf's parameters, and whether they are passed by name."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise TypeError(f"`{name}` must be a function with named parameters, not {function!r}") from None
    names = []
    for p in found:
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
            raise errors.BadArgument(f"`{name}` takes `{p}`: a leaf names the arguments and keys that it takes")
        if p.default is p.empty:
            names.append((p.name, p.kind == p.KEYWORD_ONLY))
    return tuple(names)


def argument(name: str, kind: ArgumentType) -> Any:
    """Return a gestalt_parameter for an argument of a document's function table."""
    by_key = is_list = False
    if isinstance(kind, str) and kind.startswith("key "):
        by_key, kind = True, kind[4:]
    elif isinstance(kind, Mapping) and "key" in kind:
        by_key, kind = True, kind["key"]
        if isinstance(kind, Mapping) and "list" in kind:
            is_list, kind = True, kind["list"]
    elif isinstance(kind, Mapping) and "type" in kind:
        kind = kind["type"]
    if isinstance(kind, (list, tuple)):  # the words of an enum
        kind = "int"
    if not isinstance(kind, str) or kind not in _KINDS:
        raise errors.BadArgument(f"the argument `{name}` has the unknown type {kind!r}; types are {', '.join(_KINDS)}, "
                                 '"key T", {"key": {"list": T}} and lists of words')
    return _c.gestalt_parameter(name=name.encode(), type=_KINDS[kind], by_key=by_key, is_list=is_list)


class Host:
    """The leaf functions and deferred actions of a program, for populations.

    `limits` restricts the shapes of populations with this host, and the number of their agents.
    """

    def __init__(self, *, limits: Limits | Mapping[str, int] | None = None) -> None:
        self._limits = None if limits is None else limits_to_c(limits)
        self._leaves: dict[str, Leaf] = {}
        self._plugins: list[Plugin] = []

    # ---- registering

    def _add(self, kind: int, function: Callable[..., Any], name: str | None, writes: Iterable[str],
             args: Mapping[str, ArgumentType] | None) -> Callable[..., Any]:
        name = name or getattr(function, "__name__", "")
        if not isinstance(name, str) or not name:
            raise errors.BadArgument("a leaf needs a name")
        if name in self._leaves:
            raise errors.BadArgument(f"the host has a function `{name}` already")
        parameters = parameter_names(name, function)
        chosen = self._checked_writes(name, parameters, getattr(function, "writes", writes))
        arguments = None if args is None else [argument(n, kind_of) for n, kind_of in args.items()]
        for a in arguments or ():
            if a.name.decode() in chosen and not a.by_key:
                raise errors.BadArgument(f"`{name}` writes its argument `{a.name.decode()}`, which is a value: declare it "
                                         "as a key")
        self._leaves[name] = Leaf(name, kind, function, chosen, parameters, arguments, dict(args or {}))
        return function

    @staticmethod
    def _checked_writes(name: str, parameters: tuple[tuple[str, bool], ...], writes: Iterable[str]) -> frozenset[str]:
        if isinstance(writes, str):
            raise TypeError(f"`writes` of `{name}` is a list of names: [{writes!r}]")
        chosen = frozenset(writes)
        missing = sorted(chosen - {n for n, _ in parameters})
        if missing:
            raise errors.BadArgument(f"`{name}` writes `{missing[0]}`, but has no such parameter")
        return chosen

    def _decorate(self, kind: int, function: Callable[..., Any] | None, name: str | None, writes: Iterable[str],
                  args: Mapping[str, ArgumentType] | None) -> Any:
        if function is not None:
            if not callable(function):
                raise TypeError(f"a leaf must be a function, not {function!r}")
            return self._add(kind, function, name, writes, args)
        return lambda f: self._add(kind, f, name, writes, args)

    @overload
    def action(self, function: _Function, *, name: str | None = None, writes: Iterable[str] = (),
               args: Mapping[str, ArgumentType] | None = None) -> _Function: ...

    @overload
    def action(self, function: None = None, *, name: str | None = None, writes: Iterable[str] = (),
               args: Mapping[str, ArgumentType] | None = None) -> Callable[[_Function], _Function]: ...

    def action(self, function: Callable[..., Any] | None = None, *, name: str | None = None, writes: Iterable[str] = (),
               args: Mapping[str, ArgumentType] | None = None) -> Any:
        """Add an action, which returns the statuses of the agents.

        These are an array of bools (success or failure), an array of statuses, one bool or status for all agents, or
        `statuses(succeeded=..., failed=...)`. Returning nothing means success.

        `writes` names the parameters that the function changes: keys, and arguments that are keys. `args` declares
        arguments as documents do. A population of a shape that passes other arguments cannot be created. By default,
        the arguments are those that the shape passes.
        """
        return self._decorate(_c.GESTALT_IMMEDIATE, function, name, writes, args)

    @overload
    def predicate(self, function: _Function, *, name: str | None = None, writes: Iterable[str] = (),
                  args: Mapping[str, ArgumentType] | None = None) -> _Function: ...

    @overload
    def predicate(self, function: None = None, *, name: str | None = None, writes: Iterable[str] = (),
                  args: Mapping[str, ArgumentType] | None = None) -> Callable[[_Function], _Function]: ...

    def predicate(self, function: Callable[..., Any] | None = None, *, name: str | None = None, writes: Iterable[str] = (),
                  args: Mapping[str, ArgumentType] | None = None) -> Any:
        """Add a predicate, which returns an array of bools, or one bool for all agents."""
        return self._decorate(_c.GESTALT_PREDICATE, function, name, writes, args)

    def cancel(self, action: str, *, writes: Iterable[str] = ()) -> Callable[[_Function], _Function]:
        """Add a function that is called when a running action is cancelled."""
        leaf = self._leaves.get(action)
        if not leaf or leaf.kind != _c.GESTALT_IMMEDIATE:
            raise errors.BadArgument(f"the host has no action `{action}` that could be cancelled")

        def add(function: _Function) -> _Function:
            parameters = parameter_names(action, function)
            assert leaf is not None
            chosen = self._checked_writes(action, parameters, getattr(function, "writes", writes))
            if isinstance(function, CompiledLeaf) != isinstance(leaf.function, CompiledLeaf):
                raise errors.BadArgument(f"`{action}` and what cancels it must both be compiled by `gestalt.leaf`, or none")
            leaf.cancel = Cancel(function, chosen, parameters)
            return function
        return add

    def deferred(self, name: str, args: Mapping[str, ArgumentType]) -> None:
        """Declare the arguments of a deferred action. Without a declaration, a shape may pass any arguments."""
        if name in self._leaves:
            raise errors.BadArgument(f"the host has a function `{name}` already")
        arguments = [argument(n, kind) for n, kind in args.items()]
        self._leaves[name] = Leaf(name, _c.GESTALT_DEFERRED, lambda: None, frozenset(), (), arguments, dict(args))

    def plugin(self, path: str | os.PathLike[str]) -> Plugin:
        """Load a plugin (docs/embedding.md): add its functions to this host, and call it after each tick."""
        from .plugin import Plugin
        plugin = Plugin(path)
        self._plugins.append(plugin)
        return plugin

    # ---- declarations

    def declarations(self) -> dict[str, dict[str, Any]]:
        """Return the functions with declared arguments as the `actions` of a document.

        >>> host = Host()
        >>> @host.action(args={"speed": "float"})
        ... def walk(speed):
        ...     return speed > 0
        >>> host.declarations()
        {'walk': {'kind': 'immediate', 'args': {'speed': 'float'}}}
        """
        from .shape import KINDS
        return {leaf.name: {"kind": KINDS[leaf.kind], "args": dict(leaf.declared)} for leaf in self._leaves.values()
                if leaf.arguments is not None}

    def misfits(self, shape: Shape) -> list[str]:
        """Return a line for each difference between this host's functions and those that a shape calls."""
        return Binding(self, shape).misfits(shape)

    def __repr__(self) -> str:
        return f"<gestalt.Host: {', '.join(self._leaves) or 'no functions'}>"

    def _bind(self, shape: Shape) -> Binding:
        return Binding(self, shape).check(shape)
