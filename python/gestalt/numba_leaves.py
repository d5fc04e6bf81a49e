# SPDX-License-Identifier: MIT
"""Leaves that numba compiles: functions of one agent's values, which become batch functions of the engine.

    @host.action
    @gestalt.leaf
    def walk(call, way, speed):
        if call.starting:
            way = 0.0
        way += speed
        return gestalt.SUCCESS if way > 100 else gestalt.RUNNING

A parameter that the function assigns to is written. The function is rewritten so that it returns the
new values as well, and a loop over the lanes of a cohort is written around it, which LLVM turns into
vector instructions:

    for lane in range(64):
        status, way = walk(starting[lane], ways[lane], speeds[lane])
        new_ways[lane] = way if lanes[lane] else ways[lane]
"""
from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any, Callable, Iterable, Sequence

from . import _c, errors
from .leaf_calls import Parameter

_CALL_MEMBERS = {"starting": "bool", "agent": "uint64", "now": "int64", "tick": "uint64", "node": "int64"}
_TYPES = {_c.GESTALT_BOOL: "bool", _c.GESTALT_INT: "int32", _c.GESTALT_FLOAT: "float32", _c.GESTALT_VEC2: "float32",
          _c.GESTALT_VEC3: "float32"}


class CompiledLeaf:
    """A function of one agent's values. `leaf` makes it; a host takes it like any function."""

    def __init__(self, function: Callable[..., Any], writes: Iterable[str] | None) -> None:
        self.function = function
        self.__name__, self.__doc__ = getattr(function, "__name__", ""), function.__doc__
        self.__wrapped__ = function  # for `inspect.signature`
        self._tree = _parse(function)
        assigned = {n.id for n in ast.walk(self._tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = [a.arg for a in self._tree.args.args]
        self.writes = frozenset(assigned.intersection(names) if writes is None else writes)
        missing = sorted(self.writes - set(names))
        if missing:
            raise errors.BadArgument(f"`{self.__name__}` writes `{missing[0]}`, which is none of its parameters")

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        """Call the function itself, for tests."""
        return self.function(*arguments, **more)


def leaf(function: Callable[..., Any] | None = None, *, writes: Iterable[str] | None = None) -> Any:
    """Let numba compile a function of one agent's values, for `Host.action`, `Host.predicate` and `Host.cancel`.

    Parameters that the function assigns to are written; `writes` names them instead. A vector is a tuple.
    """
    if isinstance(writes, str):
        raise TypeError(f"`writes` is a list of names: [{writes!r}]")
    if function is None:
        return lambda f: CompiledLeaf(f, writes)
    return CompiledLeaf(function, writes)


def _parse(function: Callable[..., Any]) -> ast.FunctionDef:
    try:
        found = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise errors.BadArgument(f"the source of {function!r} is not known: define it in a file or notebook") from None
    if not isinstance(found, ast.FunctionDef):
        raise errors.BadArgument(f"{function!r} is no function that was defined by `def`")
    a = found.args
    if a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs or a.defaults:
        raise errors.BadArgument(f"`{found.name}` has parameters that are not plain names")
    found.decorator_list = []
    found.returns = None
    for argument in a.args:
        argument.annotation = None
    return found


class _Rename(ast.NodeTransformer):
    """Use other names for variables."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def _calls(node: ast.AST) -> bool:
    return any(isinstance(n, ast.NamedExpr) or (isinstance(n, ast.Call) and ast.unparse(n.func) != "_status")
               for n in ast.walk(node))


def _returns(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Return) for n in ast.walk(node))


def _with_one_exit(body: list[ast.stmt]) -> list[ast.stmt]:
    """Assign what is returned to `_result`: what follows a branch that returns becomes the other branch."""
    for i, s in enumerate(body):
        if isinstance(s, ast.Return):
            value = ast.unparse(s.value) if s.value else "None"
            return body[:i] + ast.parse(f"_result = _status({value})").body
        if isinstance(s, ast.If) and _returns(s):
            rest = ast.Module(body[i + 1:], [])
            branches = [_with_one_exit(b + ast.parse(ast.unparse(rest)).body) for b in (s.body, s.orelse)]
            return [*body[:i], ast.If(s.test, *branches)]
    return body


def _assignments(body: list[ast.stmt]) -> list[tuple[str, ast.expr]] | None:
    """Return the names and values of statements, or None if any is no plain assignment."""
    found: list[tuple[str, ast.expr]] = []
    for s in body:
        if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name):
            name, value = s.targets[0].id, s.value
        elif isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
            name, value = s.target.id, ast.BinOp(ast.Name(s.target.id, ast.Load()), s.op, s.value)
        else:
            return None
        if _calls(value):
            return None
        found.append((name, value))
    return found


class _Rewrite(ast.NodeTransformer):
    """Return the status and the new values; get the members of `call` as parameters."""

    def __init__(self, name: str, results: list[str], known: set[str]) -> None:
        self.name, self.results, self.known, self.used, self.count = name, results, known, set[str](), 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        raise errors.BadArgument(f"`{self.name}` defines a function inside")

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        raise errors.BadArgument(f"`{self.name}` defines a function inside")

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id == "call":
            if node.attr not in _CALL_MEMBERS:
                raise errors.BadArgument(f"`{self.name}` uses call.{node.attr}; a compiled leaf has {', '.join(_CALL_MEMBERS)}")
            self.used.add(node.attr)
            return ast.Name("call_" + node.attr, ast.Load())
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        """Write assignments that depend on a condition without a branch: both values are computed."""
        self.generic_visit(node)
        branches = [_assignments(node.body), _assignments(node.orelse)]
        if branches[0] is None or branches[1] is None or _calls(node.test):
            return node
        self.count += 1
        number, lines, names = self.count, [f"_c{self.count} = bool({ast.unparse(node.test)})"], dict[str, list[str]]()
        for side, branch in enumerate(branches):
            own: dict[str, str] = {}
            for name, value in branch or ():
                text = ast.unparse(_Rename(own).visit(value))
                own[name] = f"_t{number}_{side}_{name}"
                lines.append(f"{own[name]} = {text}")
            for name, made in own.items():
                names.setdefault(name, [name, name])[side] = made
        if not set(names) <= self.known:  # a variable that may be new
            return node
        lines += [f"{name} = _pick(_c{number}, {yes}, {no})" for name, (yes, no) in names.items()]
        return ast.parse("\n".join(lines)).body

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        value = ast.unparse(node.value) if node.value else "None"
        return ast.parse(f"return (_status({value}), {', '.join(self.results)})").body[0]


def _rewritten(made: CompiledLeaf, parameters: Sequence[Parameter]) -> tuple[Callable[..., Any], list[str]]:
    """Return the rewritten function, and the members of the call that it takes after the parameters."""
    by_name = {p.name: p for p in parameters}
    results = []
    for name in (a.arg for a in made._tree.args.args):
        if name in made.writes:
            p = by_name[name]
            cast = "_" + _TYPES[p.type]
            parts = [f"{name}[{i}]" for i in range(p.width)] if p.width > 1 else [name]
            results += [f"{cast}({part})" for part in parts]
    rewrite = _Rewrite(made.__name__, results, {"_result", *(p.name for p in parameters if p.width == 1)})
    tree = _copied(made._tree)
    tree.body.append(ast.Return(ast.Constant(None)))
    if not any(_returns(n) for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While, ast.With, ast.Try))):
        first = ast.parse(f"_result = {_c.GESTALT_SUCCESS}").body
        tree.body = [*first, *_with_one_exit(tree.body), ast.Return(ast.Name("_result", ast.Load()))]
    body: list[Any] = []
    for statement in tree.body:
        found = rewrite.visit(statement)
        body += found if isinstance(found, list) else [found]
    members = [m for m in _CALL_MEMBERS if m in rewrite.used]
    names = [a.arg for a in made._tree.args.args if a.arg != "call"] + ["call_" + m for m in members]
    text = f"def function({', '.join(names)}):\n" + textwrap.indent("\n".join(ast.unparse(s) for s in body), "    ")
    scope = dict(inspect.getclosurevars(made.function).nonlocals)
    scope = {**getattr(made.function, "__globals__", {}), **scope}
    from . import numba_kernels
    scope.update(numba_kernels.names())  # type: ignore[no-untyped-call]
    exec(compile(text, f"<leaf {made.__name__}>", "exec"), scope)
    result: Callable[..., Any] = scope["function"]
    return result, members


def _copied(tree: ast.FunctionDef) -> ast.FunctionDef:
    found = ast.parse(ast.unparse(tree)).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


# ---- the loop over lanes


class _Loop:
    """Writes the code of a loop over the lanes of a cohort that calls a function for each."""

    def __init__(self, function: str, parameters: Sequence[Parameter], members: list[str], is_action: bool) -> None:
        self.function, self.parameters, self.members, self.is_action = function, parameters, members, is_action
        self.before: list[str] = ["lanes = call[LANES]"]
        self.inside: list[str] = []
        self.after: list[str] = []
        self.copies: list[str] = []
        self.results: list[str] = ["status"]
        self.stores: list[str] = []
        arguments = [self._parameter(i, p) for i, p in enumerate(parameters)]
        if "starting" in members:
            self.before.append("starting = call[STARTING]")
        if "agent" in members:
            self.before += ["first = call[FIRST]", "ids = words(call, AGENTS, uint64(0))", "has_ids = call[AGENTS] != 0"]
        values = {"starting": "bit(starting, lane)", "agent": "(ids[lane] if has_ids else first + uint64(lane))",
                  "now": "int64(call[NOW])", "tick": "call[TICK]", "node": "int64(call[NODE] & 0xffffffff)"}
        arguments += [values[m] for m in members]
        self.inside.append(f"{', '.join(self.results)}, = {function}({', '.join(arguments)})")

    def _address(self, p: Parameter, component: int) -> str:
        at = 3 * p.index + component
        return f"arguments, {at}, uint64(0)" if p.is_argument else f"call, MEMORY, uint64(places[{at}])"

    def _parameter(self, number: int, p: Parameter) -> str:
        """Add the code for a parameter. Returns what the function gets."""
        if p.type == _c.GESTALT_BOOL:
            return self._bool(number, p)
        kind, cast = ("ints", "_int32") if p.type == _c.GESTALT_INT else ("floats", "_float32")
        values = []
        for i in range(p.width):
            name = f"v{number}_{i}"
            self.before.append(f"c_{name} = {kind}({self._address(p, i)})")
            self.inside.append(f"{name} = c_{name}[lane]")
            values.append(name)
            if p.writes:
                self.before.append(f"n_{name} = local_{kind}()")
                self.results.append(f"r_{name}")
                self.stores.append(f"n_{name}[lane] = _pick(bit(lanes, lane), {cast}(r_{name}), {name})")
                self.copies.append(f"c_{name}[at] = n_{name}[at]")
        return values[0] if p.width == 1 else f"({', '.join(values)})"

    def _bool(self, number: int, p: Parameter) -> str:
        name = f"v{number}"
        self.before += [f"c_{name} = words({self._address(p, 0)})", f"m_{name} = c_{name}[0]"]
        if p.writes:
            self.before.append(f"b_{name} = local_bools()")
            self.results.append(f"r_{name}")
            self.stores.append(f"b_{name}[lane] = r_{name}")
            self.after.append(f"c_{name}[0] = (c_{name}[0] & ~lanes) | (pack(b_{name}) & lanes)")
        return f"bit(m_{name}, lane)"

    def lines(self, stores_results: bool) -> list[str]:
        before, after, stores = list(self.before), list(self.after), list(self.stores)
        if stores_results:
            before += ["succeeds = local_bools()", "fails = local_bools()"]
            stores += ["succeeds[lane] = status == 0"] + ["fails[lane] = status == 1"] * self.is_action
            after += ["call[SUCCEEDED] = pack(succeeds) & lanes"] + ["call[FAILED] = pack(fails) & lanes"] * self.is_action
        if self.copies:
            after += ["for at in range(count):", *("    " + line for line in self.copies)]
        return [*before, "for lane in range(count):", *("    " + line for line in self.inside + stores), *after]


_cache: dict[Any, Any] = {}


def compile_leaf(name: str, is_action: bool, main: CompiledLeaf, parameters: Sequence[Parameter],
                 cancel: CompiledLeaf | None, cancel_parameters: Sequence[Parameter]) -> Any:
    """Return a C function for the engine, as numba's object, whose `address` is that of the function."""
    key = (main, cancel, is_action, *(tuple((p.name, p.index, p.is_argument, p.type, p.writes) for p in some)
                                      for some in (parameters, cancel_parameters)))
    if key not in _cache:
        for p in (*parameters, *cancel_parameters):
            if p.is_list or p.type not in _TYPES:
                raise errors.BadArgument(f"`{name}` takes `{p.name}`, a {'list' if p.is_list else 'text'}, which a compiled leaf "
                                         "cannot have: leave out `@gestalt.leaf`")
        _cache[key] = _compile(name, is_action, main, parameters, cancel, cancel_parameters)
    return _cache[key]


def _compile(name: str, is_action: bool, main: CompiledLeaf, parameters: Sequence[Parameter],
             cancel: CompiledLeaf | None, cancel_parameters: Sequence[Parameter]) -> Any:
    try:
        import numba  # type: ignore[import]
    except ImportError:
        raise ImportError(f"`{name}` is compiled by numba, which is not installed: leave out `@gestalt.leaf`") from None
    from . import numba_kernels
    scope = numba_kernels.names()  # type: ignore[no-untyped-call]
    function, members = _rewritten(main, parameters)
    scope["main"] = numba.njit(error_model="numpy")(function)
    lines = ["count = int64(call[2] >> 32)"]
    if not all(p.is_argument for p in (*parameters, *cancel_parameters)):
        lines.append("places = shorts(call, PLACES, uint64(0))")
    lines.append("arguments = words(call, ARGUMENTS, uint64(0))")
    lines.append("if call[2] & 0xff:")
    if cancel:
        stopping, stop_members = _rewritten(cancel, cancel_parameters)
        scope["cancel"] = numba.njit(error_model="numpy")(stopping)
        lines += ["    " + line for line in _Loop("cancel", cancel_parameters, stop_members, is_action).lines(False)]
    lines.append("    return")
    loop = _Loop("main", parameters, members, is_action)
    # For a constant number of lanes, LLVM would unroll the loop before it finds vector instructions.
    lines += loop.lines(True)
    text = "def batch(call):\n" + textwrap.indent("\n".join(lines), "    ")
    exec(compile(text, f"<loop of leaf {name}>", "exec"), scope)
    try:
        return numba.cfunc(numba.types.void(numba.types.CPointer(numba.types.uint64)), error_model="numpy")(scope["batch"])
    except numba.core.errors.NumbaError as error:
        raise errors.BadArgument(f"numba cannot compile `{name}`: {error}") from None
