# SPDX-License-Identifier: MIT
"""Leaves that numba compiles: functions of one agent's values, which become batch functions of the engine.

    @host.action
    @gestalt.leaf
    def walk(call, way, speed):
        if call.starting:
            way = 0.0
        way += speed
        return gestalt.SUCCESS if way > 100 else gestalt.RUNNING

A parameter that the function assigns to is written. The function is rewritten so that it has no
branches and returns the new values as well. A loop over the lanes of a cohort is written around it,
which LLVM turns into vector instructions:

    for lane in range(32):
        status, way = walk(starting[lane], ways[lane], speeds[lane])
        ways[lane] = way if lanes[lane] else ways[lane]
        ...  # the same for lane + 32
"""
from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any, Callable, Iterable, Sequence, overload

from . import _c, errors
from .leaf_calls import Parameter

_CALL_MEMBERS = {"starting": "bool", "agent": "uint64", "now": "int64", "tick": "uint64", "node": "int64"}
#: Functions of numba_kernels that convert a value to that of a column.
_CASTS = {_c.GESTALT_BOOL: "_bool", _c.GESTALT_INT: "_int32", _c.GESTALT_FLOAT: "_float32", _c.GESTALT_VEC2: "_vec2",
          _c.GESTALT_VEC3: "_vec3"}


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


@overload
def leaf(function: Callable[..., Any], *, writes: Iterable[str] | None = None) -> CompiledLeaf: ...


@overload
def leaf(function: None = None, *, writes: Iterable[str] | None = None) -> Callable[[Callable[..., Any]], CompiledLeaf]: ...


def leaf(function: Callable[..., Any] | None = None, *, writes: Iterable[str] | None = None) -> Any:
    """Let numba compile a function of one agent's values, for `Host.action`, `Host.predicate` and `Host.cancel`.

    Parameters that the function assigns to are written back, or those that `writes` names. A vector is a tuple.
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


class _Rounding(ast.NodeTransformer):
    """Convert what is assigned to parameters to the types of their columns.

    So values are as with NumPy, and have 32 bits: with the 64 bits of numba's numbers, vectors have half as many.
    """

    def __init__(self, casts: dict[str, str]) -> None:
        self.casts = casts

    def _cast(self, name: str, value: ast.expr) -> ast.expr:
        return ast.Call(ast.Name(self.casts[name], ast.Load()), [value], [])

    def _casts_of(self, target: ast.AST) -> list[ast.stmt]:
        names = sorted({n.id for n in ast.walk(target) if isinstance(n, ast.Name) and n.id in self.casts})
        return [ast.Assign([ast.Name(n, ast.Store())], self._cast(n, ast.Name(n, ast.Load())), lineno=0) for n in names]

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name):
            if target.id in self.casts:
                node.value = self._cast(target.id, node.value)
            return node
        return [node, *self._casts_of(ast.Tuple(node.targets, ast.Store()))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return self.visit_Assign(ast.Assign([node.target], node.value, lineno=0)) if node.value else None

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        name = node.target.id
        return self.visit_Assign(ast.Assign([node.target], ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value), lineno=0))

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        node.body = [*self._casts_of(node.target), *node.body]
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        self.generic_visit(node)
        if node.target.id in self.casts:
            node.value = self._cast(node.target.id, node.value)
        return node


def _calls(node: ast.AST) -> bool:
    harmless = {"_status", *_CASTS.values()}
    return any(isinstance(n, ast.NamedExpr) or (isinstance(n, ast.Call) and ast.unparse(n.func) not in harmless)
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
        if not (isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)) or _calls(s.value):
            return None
        found.append((s.targets[0].id, s.value))
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
    casts = {p.name: _CASTS[p.type] for p in parameters}
    results = []
    for name in (a.arg for a in made._tree.args.args):
        if name in made.writes:
            width = next(p.width for p in parameters if p.name == name)
            results += [f"{name}[{i}]" for i in range(width)] if width > 1 else [name]
    rewrite = _Rewrite(made.__name__, results, {"_result", *casts})
    tree = _Rounding(casts).visit(_copied(made._tree))
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


#: Functions of modules that become vector instructions.
_VECTOR_FUNCTIONS = {"abs", "ceil", "fabs", "float32", "floor", "int32", "maximum", "minimum", "sqrt", "trunc"}


def _has_vectors(tree: ast.FunctionDef) -> bool:
    """Return whether the function has nothing that is computed for one agent after the other, or that may fail."""
    for n in ast.walk(tree):
        if isinstance(n, (ast.For, ast.While, ast.comprehension, ast.Try, ast.With, ast.Raise, ast.Assert)):
            return False
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr not in _VECTOR_FUNCTIONS:
            return False
    return True


class _Loop:
    """Writes the code that calls a function for each lane of a call.

    For 64 lanes it is a loop that LLVM turns into vector instructions. That needs a constant number of iterations, columns
    that do not overlap, and masks of 32 bits, which is the width of the values. So an iteration handles two lanes, one of
    the lower and one of the upper half. Calls for other cohorts or for few lanes handle the lanes in turn.
    """

    def __init__(self, made: CompiledLeaf, function: str, parameters: Sequence[Parameter], members: list[str],
                 is_action: bool) -> None:
        self.function, self.members, self.is_action = function, members, is_action
        self.has_vectors = _has_vectors(made._tree)
        self.before: list[str] = ["lanes = call[LANES]"]
        self.masks: list[str] = ["lanes"]
        self.arguments: list[str] = []
        self.results: list[str] = ["status"]
        self.loads: list[str] = []
        self.stores: list[str] = []
        self.collected: dict[str, str] = {}
        self.after: list[str] = []
        self.columns: list[tuple[str, Parameter]] = []
        for i, p in enumerate(parameters):
            self.arguments.append(self._bool(i, p) if p.type == _c.GESTALT_BOOL else self._numbers(i, p))
        self._members()

    def _members(self) -> None:
        if "starting" in self.members:
            self.before.append("starting = call[STARTING]")
            self.masks.append("starting")
        if "agent" in self.members:
            self.before += ["first = call[FIRST]", "ids = words(call, AGENTS, uint64(0))", "has_ids = call[AGENTS] != 0"]
        self.before.append("now, tick, node = int64(call[NOW]), call[TICK], int64(call[NODE] & 0xffffffff)")
        values = {"starting": "bit(HALF_starting, lane)",
                  "agent": "(ids[BASE + lane] if has_ids else first + uint64(BASE + lane))"}
        self.arguments += [values.get(m, m) for m in self.members]

    def _address(self, p: Parameter, component: int) -> str:
        at = 3 * p.index + component
        return f"arguments, {at}, uint64(0)" if p.is_argument else f"call, MEMORY, uint64(places[{at}])"

    def _numbers(self, number: int, p: Parameter) -> str:
        """Add the code for a parameter. Returns what the function gets."""
        kind = "ints" if p.type == _c.GESTALT_INT else "floats"
        values = []
        for i in range(p.width):
            name, column = f"v{number}_{i}", len(self.columns)
            self.columns.append((f"c_{name}", p))
            self.before.append(f"c_{name} = {kind}({self._address(p, i)})")
            self.loads.append(f"{name} = HALF_get_{column}(c_{name}, BASE, lane)")
            values.append(name)
            if p.writes:
                self.results.append(f"r_{name}")
                self.stores.append(f"HALF_put_{column}(c_{name}, BASE, lane, _pick(bit(HALF_lanes, lane), r_{name}, {name}))")
        return values[0] if p.width == 1 else f"({', '.join(values)})"

    def _bool(self, number: int, p: Parameter) -> str:
        name = f"v{number}"
        self.before += [f"c_{name} = words({self._address(p, 0)})", f"m_{name} = c_{name}[0]"]
        self.masks.append(f"m_{name}")
        if p.writes:
            self.results.append(f"r_{name}")
            self.collected[f"b_{name}"] = f"r_{name}"
            self.after.append(f"c_{name}[0] = (c_{name}[0] & ~lanes) | (b_{name} & lanes)")
        return f"bit(HALF_m_{name}, lane)"

    def _lane(self, half: str, base: int) -> list[str]:
        """Return the code for a lane."""
        found = [*self.loads, f"{', '.join(self.results)}, = {self.function}({', '.join(self.arguments)})", *self.stores,
                 *(f"HALF_{mask} = with_bit(HALF_{mask}, {condition}, lane)" for mask, condition in self.collected.items())]
        return ["    " + line.replace("HALF", half).replace("BASE", str(base)) for line in found]

    def _is_shared(self) -> str:
        """Return a condition: an argument is the same column as another one, and one of them is written."""
        pairs = [f"same({a}, {b})" for i, (a, p) in enumerate(self.columns) for b, q in self.columns[:i]
                 if (p.writes or q.writes) and (p.is_argument or q.is_argument)]
        return " or ".join(pairs) or "False"

    def lines(self, stores_results: bool) -> list[str]:
        if stores_results:
            self.collected["succeeded"] = "status == 0"
            self.after.append("call[SUCCEEDED] = succeeded & lanes")
            if self.is_action:
                self.collected["failed"] = "status == 1"
                self.after.append("call[FAILED] = failed & lanes")
        halves = [*(f"{half}_{m} = {half}({m})" for m in self.masks for half in ("low", "high")),
                  *(f"{half}_{m} = no_lanes()" for m in self.collected for half in ("low", "high")),
                  "for lane in range(32):", *self._lane("low", 0), *self._lane("high", 32),
                  *(f"{m} = joined(low_{m}, high_{m})" for m in self.collected)]
        each = [*(f"each_{m} = {m}" for m in self.masks), *(f"each_{m} = uint64(0)" for m in self.collected),
                "rest = lanes", "while rest != uint64(0):", "    lane = first_lane(rest)", "    rest &= rest - uint64(1)",
                *self._lane("each", 0), *(f"{m} = each_{m}" for m in self.collected)]
        if not self.has_vectors:
            return [*self.before, *each, *self.after]
        accesses = len(self.loads) + len(self.stores)
        few = accesses // 2 if accesses > 5 else 0  # for so many lanes, vector instructions for all 64 take longer
        return [*self.before, f"if count == 64 and number_of(lanes) > {few} and not ({self._is_shared()}):",
                *("    " + line for line in halves), "else:", *("    " + line for line in each), *self.after]


_cache: dict[Any, Any] = {}


def compile_leaf(name: str, is_action: bool, main: CompiledLeaf, parameters: Sequence[Parameter],
                 cancel: CompiledLeaf | None, cancel_parameters: Sequence[Parameter]) -> Any:
    """Return a C function for the engine, as numba's object, whose `address` is that of the function."""
    key = (main, cancel, is_action, *(tuple((p.name, p.index, p.is_argument, p.type, p.writes) for p in some)
                                      for some in (parameters, cancel_parameters)))
    if key not in _cache:
        for p in (*parameters, *cancel_parameters):
            if p.is_list or p.type not in _CASTS:
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
    loops = []
    if cancel:
        stopping, stop_members = _rewritten(cancel, cancel_parameters)
        scope["cancel"] = numba.njit(error_model="numpy")(stopping)
        loops.append(_Loop(cancel, "cancel", cancel_parameters, stop_members, is_action))
        lines += ["    " + line for line in loops[-1].lines(False)]
    lines.append("    return")
    loops.append(_Loop(main, "main", parameters, members, is_action))
    scope |= numba_kernels.accesses(max(len(l.columns) for l in loops))  # type: ignore[no-untyped-call]
    lines += loops[-1].lines(True)
    text = "def batch(call):\n" + textwrap.indent("\n".join(lines), "    ")
    exec(compile(text, f"<loop of leaf {name}>", "exec"), scope)
    try:
        signature = numba.types.void(numba.types.CPointer(numba.types.uint64))
        return numba.cfunc(signature, error_model="numpy", forceinline=True)(scope["batch"])
    except numba.core.errors.NumbaError as error:
        raise errors.BadArgument(f"numba cannot compile `{name}`: {error}") from None
