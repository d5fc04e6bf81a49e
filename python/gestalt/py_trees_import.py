# SPDX-License-Identifier: MIT
"""Trees of py_trees, which are objects of Python: `from_py_trees` makes a document of them.

The nodes of py_trees become nodes or small trees of them, so that leaves are called in the same order
with the same answers. Any other behaviour is a leaf of the host: an action with the name of its
class. Attributes of the object that are numbers, bools or texts are its arguments.

This module does not import py_trees, but goes by the names of its classes (version 2.2).
"""
from __future__ import annotations

import keyword
import operator
import re
from typing import Any, Callable, Mapping, Sequence

from . import errors
from .importing import Imported, Report

Node = dict[str, Any]

#: Attributes that every behaviour has, which are never arguments.
_COMMON = {"name", "qualified_name", "feedback_message", "blackbox_level", "status", "iterator", "logger", "children", "parent",
           "blackboards", "decorated"}
_OPERATORS: dict[Any, str] = {operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">",
                              operator.ge: ">="}
_LOGIC: dict[Any, str] = {operator.and_: "&&", operator.or_: "||", operator.xor: "!="}
_STATUSES = {"SUCCESS": 0, "FAILURE": 1, "RUNNING": 2}
#: Most children of a `parallel`.
_MOST = 32


# ---- nodes


def _node(kind: str, *children: Node | str, **attributes: Any) -> Node:
    return {"type": kind, **attributes, **({"children": list(children)} if children else {})}


def _over(kind: str, child: Node | str, **attributes: Any) -> Node:
    return {"type": kind, **attributes, "child": child}


def _set(key: str, to: Any) -> Node:
    return {"type": "set", "key": key, "to": to}


def _if(condition: str, then: Node | str, other: Node | str, reactive: bool = False) -> Node:
    return {"type": "decide", "if": condition, **({"reactive": True} if reactive else {}), "then": then, "else": other}


SUCCESS, FAILURE, RUNNING = {"type": "success"}, {"type": "failure"}, {"type": "running"}
_FIXED = [SUCCESS, FAILURE, RUNNING]


def _answer(key: str) -> Node:
    """Return a node that answers by an int key: 0 success, 1 failure, 2 running; asked in every tick."""
    return _if(f"{key} == 2", RUNNING, f"{key} == 0", reactive=True)


def _each_tick(child: Node) -> Node:
    """Return a node that never finishes, and starts a child that has finished again in the next tick."""
    return _over("repeat", child, pause=1)


def _number_of(status: Any) -> int:
    return _STATUSES[status.name]


def _identifier(text: str) -> str:
    name = re.sub(r"\W", "_", text, flags=re.ASCII) or "_"
    return "_" + name if name[0].isdigit() else name + "_" if keyword.iskeyword(name) else name


class _Walk:
    """The import of one tree."""

    def __init__(self, arguments: Sequence[str] | None) -> None:
        self.arguments = arguments
        self.keys: dict[str, Any] = {}
        self.actions: dict[str, Any] = {}
        self.report: Report = []
        self.path: list[str] = []
        self.above: set[int] = set()
        self.owners: dict[str, object] = {}  # by name of a host function: what it stands for

    # ---- what the document declares

    def key(self, stem: str, kind: str, init: Any = None) -> str:
        """Declare a key of the tree's own."""
        number = 1
        while f"{stem}_{number}" in self.keys:
            number += 1
        name = f"{stem}_{number}"
        self.keys[name] = kind if init is None else {"type": kind, "init": init}
        return name

    def variable(self, variable: str, value: Any) -> tuple[str, str]:
        """Declare a blackboard variable. Returns its key, and that of whether it exists."""
        name = "bb_" + _identifier(variable.lstrip("/"))
        kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, (int, str)) else "float"
        old = self.keys.get(name)
        if old == "int" and kind == "float" or old == "float" and kind == "int":
            kind = "float"
        elif old is not None and old != kind:
            self.refuse(f"the variable `{variable}` has values of different types")
        self.keys[name] = kind
        self.keys.setdefault(name + "_exists", "bool")
        return name, name + "_exists"

    def constant(self, value: Any, what: str) -> Any:
        """Return a value as a constant or an expression of the language."""
        if isinstance(value, str):
            if "'" in value:
                self.refuse(f"{what} is a text with a quote")
            return f"text('{value}')"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, (int, float)):
            return repr(value)
        self.refuse(f"{what} is neither a number nor a bool nor a text")
        raise AssertionError

    def function(self, name: str, owner: object, **declared: Any) -> str:
        """Declare a function of the host, with a number behind its name if another one has the name."""
        base = name = _identifier(name)
        number = 1
        while self.owners.setdefault(name, owner) is not owner:
            number += 1
            name = f"{base}_{number}"
        old = self.actions.get(name)
        if old is None:
            self.actions[name] = declared
        else:
            for argument, kind in declared.get("args", {}).items():
                known = old.setdefault("args", {}).setdefault(argument, kind)
                if {known, kind} == {"int", "float"}:
                    old["args"][argument] = "float"
                elif known != kind:
                    self.refuse(f"the attribute `{argument}` is {kind} here, and {known} in another `{name}`")
        return name

    # ---- the report

    def where(self) -> str:
        return "/".join(self.path)

    def note(self, text: str) -> None:
        self.report.append({"verdict": "approximate", "code": "W0901", "node": self.where(), "text": text})

    def refuse(self, text: str) -> None:
        raise errors.Rejected(f"{self.where()}: {text}")

    # ---- the tree

    def walk(self, node: Any) -> Node:
        """Return the document's node for an object."""
        name = str(getattr(node, "name", type(node).__name__))
        if id(node) in self.above:
            self.refuse(f"`{name}` contains itself")
        self.path.append(name)
        self.above.add(id(node))
        made = dict(self.convert(node))
        self.above.remove(id(node))
        self.path.pop()
        made.setdefault("name", name)
        return made

    def convert(self, node: Any) -> Node:
        for kind in type(node).__mro__:
            if kind.__module__.split(".")[0] != "py_trees" or kind.__name__ in ("Behaviour", "Composite", "Decorator"):
                continue
            part = kind.__module__.split(".")[-1]
            found: Callable[[_Walk, Any], Node] | None = _TABLE.get(f"{part}.{kind.__name__}")
            if found is None:
                self.refuse(f"`{kind.__module__}.{kind.__name__}` cannot be imported")
            elif kind is not type(node) and any(m in vars(type(node)) for m in ("update", "tick")):
                self.refuse(f"`{type(node).__name__}` changes what `py_trees.{part}.{kind.__name__}` does")
            else:
                return found(self, node)
        if getattr(node, "children", None):
            self.refuse(f"`{type(node).__name__}` has children, but is none of the composites and decorators of py_trees")
        return self.leaf(node)

    def leaf(self, node: Any) -> Node:
        own = {name: value for name, value in vars(node).items()
               if name not in _COMMON and not name.startswith("_") and isinstance(value, (bool, int, float, str))}
        if self.arguments is not None:
            missing = [name for name in self.arguments if not hasattr(node, name)]
            own = {name: getattr(node, name) for name in self.arguments if name not in missing}
        kinds = {name: "bool" if isinstance(v, bool) else "int" if isinstance(v, int) else "text" if isinstance(v, str)
                 else "float" for name, v in own.items()}
        action = self.function(type(node).__name__, type(node), **({"args": kinds} if kinds else {}))
        return {"type": "action", "do": action, **({"args": own} if own else {})}

    def child(self, node: Any) -> Node:
        return self.walk(node.children[0])

    def children(self, node: Any) -> list[Node]:
        return [self.walk(child) for child in node.children]

    # ---- composites

    def sequence(self, node: Any) -> Node:
        parts = self.children(node)
        return _node("sequence" if node.memory else "reactive_sequence", *parts) if parts else SUCCESS

    def selector(self, node: Any) -> Node:
        parts = self.children(node)
        return _node("selector" if node.memory else "priority", *parts) if parts else FAILURE

    def parallel(self, node: Any) -> Node:
        parts, policy = self.children(node), node.policy
        if not parts:
            return SUCCESS
        if len(parts) > _MOST - 1:
            self.refuse(f"a Parallel with more than {_MOST - 1} children cannot be imported")
        form = type(policy).__name__
        if form == "SuccessOnOne":
            return _node("parallel", *parts, success=1, failure="any", verdict="end")
        if form == "SuccessOnAll":
            chosen = [True] * len(parts)
        else:
            selected = {id(child) for child in policy.children}
            chosen = [id(child) in selected for child in node.children]
        if policy.synchronise:
            kept = [part if wanted else _node("sequence", part, RUNNING) for part, wanted in zip(parts, chosen)]
            return _node("parallel", *kept, success=sum(chosen), failure="any", verdict="end")
        # Each tick runs every child, also one that has finished before, and counts anew.
        failed, count = self.key("failed", "bool"), self.key("succeeded", "int")
        runs = [_each_tick(_node("selector", _node("sequence", part, _set(count, f"{count} + 1")) if wanted else part,
                                 _set(failed, True))) for part, wanted in zip(parts, chosen)]
        verdict = _if(failed, FAILURE, _if(f"{count} == {sum(chosen)}", SUCCESS, RUNNING, reactive=True), reactive=True)
        return _node("sequence", _set(failed, False), _node("race", _each_tick(_set(count, 0)), *runs, verdict))

    # ---- decorators

    def repeat(self, node: Any) -> Node:
        count = {"count": node.num_success} if node.num_success > 0 else {}
        return _over("repeat", self.child(node), **count, until="failure", pause=1)

    def retry(self, node: Any) -> Node:
        return _over("retry", self.child(node), attempts=max(node.num_failures, 1), pause=1)

    def one_shot(self, node: Any) -> Node:
        done, kept = self.key("done", "bool"), self.key("kept", "bool")
        finished = _node("sequence", self.child(node), _set(done, True), _set(kept, True))
        if "FAILURE" in [status.name for status in node.policy.value]:
            finished = _node("selector", finished, _node("sequence", _set(done, True), FAILURE))
        return _if(done, kept, finished)

    def eternal_guard(self, node: Any) -> Node:
        asked = node.condition
        given = {}
        if hasattr(asked, "__self__") or hasattr(asked, "id"):
            owner = getattr(asked, "__self__", asked)
            given = {k: v for k, v in vars(owner).items() if not k.startswith("_") and isinstance(v, (bool, int, float))}
        name = getattr(asked, "__name__", None) or type(getattr(asked, "func", asked)).__name__
        if name == "<lambda>":
            self.note("the condition is a lambda, which the host has to provide as a predicate `condition`")
            name = "condition"
        kinds = {k: "bool" if isinstance(v, bool) else "int" if isinstance(v, int) else "float" for k, v in given.items()}
        owner = getattr(asked, "__func__", asked) if not given else name
        call = self.function(name, owner, kind="predicate", **({"args": kinds} if kinds else {}))
        return {"type": "decide", "call": call, **({"args": given} if given else {}), "reactive": True,
                "then": self.child(node), "else": FAILURE}

    def timeout(self, node: Any) -> Node:
        # The original looks at the clock when its child has run, and needs strictly more than the time.
        wait = {"type": "wait", "seconds": round(node.duration + 1e-6, 6)}
        return _node("race", self.child(node), _node("sequence", wait, FAILURE))

    def condition(self, node: Any) -> Node:
        wanted = _number_of(node.succeed_status)
        if wanted == 2:
            return _over("retry", _node("race", _over("force_failure", self.child(node)), SUCCESS), pause=1)
        if wanted == 0:
            return _over("retry", self.child(node), pause=1)
        return _over("invert", _over("repeat", self.child(node), until="failure", pause=1))

    def status_to_blackboard(self, node: Any) -> Node:
        key, exists = self.variable(node.variable_name, 0)
        kept = [_node("sequence", _set(key, status), _set(exists, True)) for status in range(3)]
        finished = _node("selector", _node("sequence", self.child(node), kept[0]), _node("sequence", kept[1], FAILURE))
        return _node("race", finished, _each_tick(kept[2]))

    # ---- behaviours

    def fixed(self, node: Any) -> Node:
        return {"Success": SUCCESS, "Failure": FAILURE}.get(type(node).__name__, RUNNING)

    def tick_counter(self, node: Any) -> Node:
        answer = _FIXED[_number_of(node.completion_status)]
        return _node("sequence", {"type": "wait", "ticks": node.duration}, answer) if node.duration > 0 else answer

    def periodic(self, node: Any) -> Node:
        count, response = self.key("count", "int"), self.key("response", "int", 2)
        over = f"{count} > {node.period}"
        return _node("reactive_sequence", _set(count, f"{count} + 1"),
                     _set(response, f"{over} ? ({response} + 1) % 3 : {response}"), _set(count, f"{over} ? 0 : {count}"), _answer(response))

    def status_queue(self, node: Any) -> Node:
        queue = [_number_of(status) for status in node.queue]
        if not queue and node.eventually is None:
            self.refuse("the StatusQueue is empty")
        at, answer = self.key("at", "int"), self.key("answer", "int")
        last = queue[-1] if node.eventually is None else _number_of(node.eventually)
        chosen = " : ".join([*(f"{at} == {i} ? {status}" for i, status in enumerate(queue)), str(last)])
        after = f"({at} + 1) % {len(queue)}" if node.eventually is None else f"min({at} + 1, {len(queue)})"
        return _node("reactive_sequence", _set(answer, chosen), _set(at, after), _answer(answer))

    def success_every_n(self, node: Any) -> Node:
        count = self.key("count", "int")
        return _node("sequence", _set(count, f"({count} + 1) % {node.every_n}"), f"{count} == 0")

    def probabilistic(self, node: Any) -> Node:
        self.note("the chances are the same, but drawn from another stream")
        drawn = self.key("drawn", "float")
        first, second, third = (float(w) for w in node._weights)
        total = first + second + third
        return _node("reactive_sequence", _set(drawn, f"rand() * {total!r}"),
                     _if(f"{drawn} >= {first + second!r}", RUNNING, f"{drawn} < {first!r}", reactive=True))

    # ---- the blackboard

    def shared(self, node: Any) -> None:
        self.note("leaves that use the blackboard of py_trees have to read and write the key of the same name")

    def exists(self, node: Any) -> Node:
        self.shared(node)
        known = "bb_" + _identifier(node.variable_name.lstrip("/")) + "_exists"
        self.keys.setdefault(known, "bool")
        return _node("sequence", known)

    def wait_exists(self, node: Any) -> Node:
        return _if(self.exists(node)["children"][0], SUCCESS, RUNNING, reactive=True)

    def unset(self, node: Any) -> Node:
        known = "bb_" + _identifier(node.key.lstrip("/")) + "_exists"
        self.keys.setdefault(known, "bool")
        return _set(known, False)

    def set_variable(self, node: Any) -> Node:
        generator = node.variable_value_generator
        if not getattr(generator, "__qualname__", "").startswith("SetBlackboardVariable."):
            self.refuse(f"the value of `{node.variable_name}` is a function: write an action of the host that sets the key")
        value = generator()
        constant = self.constant(value, f"the value of `{node.variable_name}`")
        key, known = self.variable(node.variable_name, value)
        self.shared(node)
        assign = _node("sequence", _set(key, constant), _set(known, True))
        return assign if node.overwrite else _if(known, FAILURE, assign)

    def comparison(self, check: Any) -> tuple[str, str]:
        """Return a comparison, and whether its variable exists, as expressions."""
        if check.operator not in _OPERATORS:
            self.refuse(f"the operator {check.operator!r} of a comparison is unknown here")
        constant = self.constant(check.value, f"the value compared with `{check.variable}`")
        key, known = self.variable(check.variable, check.value)
        return f"{key} {_OPERATORS[check.operator]} {constant}", known

    def check_value(self, node: Any) -> Node:
        self.shared(node)
        compared, known = self.comparison(node.check)
        return _node("sequence", f"{known} && {compared}")

    def wait_value(self, node: Any) -> Node:
        return _if(self.check_value(node)["children"][0], SUCCESS, RUNNING, reactive=True)

    def check_values(self, node: Any) -> Node:
        self.shared(node)
        if node.operator not in _LOGIC or node.blackboard_results is not None:
            self.refuse("results of comparisons that are written to the blackboard cannot be imported")
        pairs = [self.comparison(check) for check in node.checks]
        joined = f" {_LOGIC[node.operator]} ".join(f"({compared})" for compared, _ in pairs)
        return _node("sequence", " && ".join([*(known for _, known in pairs), f"({joined})"]))

    def blackboard_status(self, node: Any) -> Node:
        key, _ = self.variable(node.variable_name, 0)
        return _answer(key)


def _simple(kind: str) -> Callable[[_Walk, Any], Node]:
    return lambda walk, node: _over(kind, walk.child(node))


def _only(walk: _Walk, node: Any) -> Node:
    return walk.child(node)


_TABLE: Mapping[str, Callable[[_Walk, Any], Node]] = {
    "composites.Sequence": _Walk.sequence,
    "composites.Selector": _Walk.selector,
    "composites.Parallel": _Walk.parallel,
    "decorators.Condition": _Walk.condition,
    "decorators.Count": _only,
    "decorators.EternalGuard": _Walk.eternal_guard,
    "decorators.FailureIsRunning": lambda walk, node: _over("retry", walk.child(node), pause=1),
    "decorators.FailureIsSuccess": _simple("force_success"),
    "decorators.Inverter": _simple("invert"),
    "decorators.OneShot": _Walk.one_shot,
    "decorators.PassThrough": _only,
    "decorators.Repeat": _Walk.repeat,
    "decorators.Retry": _Walk.retry,
    "decorators.RunningIsFailure": lambda walk, node: _node("race", walk.child(node), FAILURE),
    "decorators.RunningIsSuccess": lambda walk, node: _node("race", walk.child(node), SUCCESS),
    "decorators.StatusToBlackboard": _Walk.status_to_blackboard,
    "decorators.SuccessIsFailure": _simple("force_failure"),
    "decorators.SuccessIsRunning": lambda walk, node: _over("repeat", walk.child(node), until="failure", pause=1),
    "decorators.Timeout": _Walk.timeout,
    "behaviours.Success": _Walk.fixed,
    "behaviours.Failure": _Walk.fixed,
    "behaviours.Running": _Walk.fixed,
    "behaviours.Dummy": _Walk.fixed,
    "behaviours.TickCounter": _Walk.tick_counter,
    "behaviours.Periodic": _Walk.periodic,
    "behaviours.StatusQueue": _Walk.status_queue,
    "behaviours.SuccessEveryN": _Walk.success_every_n,
    "behaviours.ProbabilisticBehaviour": _Walk.probabilistic,
    "behaviours.BlackboardToStatus": _Walk.blackboard_status,
    "behaviours.CheckBlackboardVariableExists": _Walk.exists,
    "behaviours.WaitForBlackboardVariable": _Walk.wait_exists,
    "behaviours.UnsetBlackboardVariable": _Walk.unset,
    "behaviours.SetBlackboardVariable": _Walk.set_variable,
    "behaviours.CheckBlackboardVariableValue": _Walk.check_value,
    "behaviours.WaitForBlackboardVariableValue": _Walk.wait_value,
    "behaviours.CheckBlackboardVariableValues": _Walk.check_values,
}


def from_py_trees(root: Any, *, arguments: Sequence[str] | None = None, name: str | None = None) -> Imported:
    """Make a document from a tree of py_trees, given as its root or as a `BehaviourTree`.

    `arguments` names the attributes of your own behaviours that become arguments of their actions. By
    default, these are all numbers, bools and texts. Raises `Rejected` if a node cannot be imported.
    """
    root = getattr(root, "root", root)
    walk = _Walk(arguments)
    try:
        tree = walk.walk(root)
    except RecursionError:
        raise errors.Rejected("the tree is nested too deeply") from None
    document: dict[str, Any] = {"gestalt": 1, "name": name or _identifier(str(getattr(root, "name", "tree")))}
    if walk.keys:
        document["blackboard"] = walk.keys
    if walk.actions:
        document["actions"] = walk.actions
    document["root"] = tree
    return Imported(document, walk.report)
