# SPDX-License-Identifier: MIT
"""Scenes: what worlds are created from."""
from __future__ import annotations

import ctypes
import dataclasses
import json
import os
import warnings as python_warnings
from typing import Any, Callable, Mapping, Protocol, Union

import numpy as np

from . import _c, errors
from ._arguments import mapping_of, path_of
from ._library import Collected, lib
from ._life import Life, Unique
from .limits import limits_to_c
from .shape import TYPES, CompileWarning, Document, Shape, document_text

#: Values that replace those of a scene, by their paths.
Settings = Mapping[str, Any]
#: Trees that replace those of groups: paths or dicts.
Trees = Mapping[str, Union[str, "os.PathLike[str]", Mapping[str, Any]]]


class SceneHost(Protocol):
    """What has functions and parts for scenes: a WorldHost or a WorldPlugin."""

    def _give(self, options: Any) -> object:
        """Set the functions and parts of the options, and return what must outlive the scene."""

    def _adopt(self, world: int, life: Life) -> None:
        """Learn how long a world lives."""

    def _take_failure(self, world: int, message: str) -> BaseException | None:
        """Return what a function of a world has raised, and forget it. `message` is the error of a step, or empty."""


def _leave(handle: int) -> None:
    """Destroy nothing: the object belongs to another one."""


def _destroying(kept: object) -> Callable[[int], None]:
    """Return what destroys a scene. It keeps what the engine calls, also if the host itself is garbage."""
    destroy_scene = lib.gestalt_scene_destroy  # at the interpreter's exit, modules lose their members first
    held = [kept]

    def destroy(handle: int) -> None:
        destroy_scene(handle)
        held.clear()
    return destroy


class _GroupShape(Shape):
    """The shape of a group, which belongs to a scene."""

    def __init__(self, handle: int, scene: Scene) -> None:
        self._handle = handle
        self._life = Life(handle, _leave, scene._life)


@dataclasses.dataclass(frozen=True)
class SceneGroup:
    """A group of agents."""

    name: str
    shape: Shape
    #: The number of agents at the start.
    count: int
    #: The most agents at the same time.
    most: int


@dataclasses.dataclass(frozen=True)
class Report:
    """A named expression over groups."""

    name: str
    value: str
    type: str
    #: Steps between samples; 0: only at the end.
    every: int


def setting_text(value: Any) -> str:
    """Return a setting as the command reads it: JSON, or else a text."""
    if isinstance(value, str):
        return value
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    return json.dumps(value)


def change(text: bytes, settings: list[tuple[str, str]]) -> bytes:
    """Return the text of a scene with other values."""
    if not settings:
        return text
    for pair in settings:
        if any("\0" in part for part in pair):
            raise errors.BadArgument(f"the setting `{pair[0]}` has a zero byte")
    listed = (_c.gestalt_scene_setting * len(settings))(
        *[_c.gestalt_scene_setting(p.encode(), v.encode()) for p, v in settings])
    changed = Collected()
    lib.gestalt_scene_change(text, len(text), listed, len(settings), None, changed.writer)
    return changed.bytes()


class Scene(Unique):
    """A scene: a path, the text of a scene, or a dict.

    `set` replaces values, named by their paths as in `--set` of the command. `trees` replaces the trees of
    groups. Raises CompileError if the scene or one of its trees has errors.

    >>> scene = Scene({"scene": 1, "world": {"size": [9, 9]}, "groups": [{"name": "birds", "count": 3, "tree":
    ...                {"gestalt": 1, "root": {"type": "action", "do": "wander"}}}]}, set={"birds.count": 5})
    >>> scene.groups["birds"].count
    5
    """

    def __init__(self, source: Document, *, set: Settings | None = None, trees: Trees | None = None,
                 host: SceneHost | None = None, folder: str | os.PathLike[str] | None = None, name: str | None = None,
                 warnings_are_errors: bool = False) -> None:
        self._handle = 0
        document = document_text(source)
        if document is not None:
            text = document.encode()
            path = name or "scene"  # errors call it so
            folder = None if folder is None else os.path.join(folder, "")
        else:
            path = os.fsdecode(path_of(source))
            text = _read(path)
            folder = os.path.join(os.path.dirname(path) if folder is None else folder, "")
            name = name or os.path.splitext(os.path.basename(path))[0]
        trees, set = mapping_of(trees, "`trees`"), mapping_of(set, "`set`")
        files = [(group, tree) for group, tree in trees.items() if not isinstance(tree, Mapping)]
        inline = [(f"{group}.tree", tree) for group, tree in trees.items() if isinstance(tree, Mapping)]
        settings = [(p, setting_text(v)) for p, v in [*set.items(), *inline]]
        self._read(path, change(text, settings), files, folder, name, host, warnings_are_errors)

    def _read(self, path: str, text: bytes, trees: list[tuple[str, Any]], folder: str | os.PathLike[str] | None,
              name: str | None, host: SceneHost | None, warnings_are_errors: bool) -> None:
        self._how = (path, trees, folder, name, host, warnings_are_errors)
        self._text = text
        options = _c.gestalt_scene_options(name=name.encode() if name else None,
                                           folder=path_of(folder) if folder is not None else None)
        options.compile.warnings_are_errors = warnings_are_errors
        self._kept = host._give(options) if host is not None else None
        self.host = host
        handle, found = ctypes.c_void_p(), _c.gestalt_scene_findings()
        listed = (_c.gestalt_scene_tree * max(len(trees), 1))(
            *[_c.gestalt_scene_tree(g.encode(), path_of(p)) for g, p in trees])
        failed: errors.Error | None = None
        try:
            lib.gestalt_scene_read_edited(path_of(path), text, len(text), ctypes.byref(options), listed, len(trees),
                                          ctypes.byref(handle), ctypes.byref(found))
        except errors.Error as error:
            failed = error
        self._handle = handle.value or 0
        self._life = Life(self._handle, _destroying(self._kept))
        try:
            _tell(found, failed)
        finally:
            lib.gestalt_scene_findings_release(ctypes.byref(found), None)
        self._facts = lib.gestalt_scene_tell(self._handle)

    def changed(self, settings: list[tuple[str, str]]) -> Scene:
        """Return a scene with other values."""
        return self._with(change(self._text, settings), self._how[1])

    def _with(self, text: bytes, trees: list[tuple[str, Any]]) -> Scene:
        path, _, folder, name, host, warnings_are_errors = self._how
        other = Scene.__new__(Scene)
        other._handle = 0
        with python_warnings.catch_warnings():
            python_warnings.simplefilter("ignore", CompileWarning)  # they were issued for this scene
            other._read(path, text, trees, folder, name, host, warnings_are_errors)
        return other

    def edited(self, trees: Trees) -> Scene:
        """Return a scene with other trees for some groups."""
        mapping_of(trees, "`trees`")
        inline = [(f"{group}.tree", document_text(tree) or "") for group, tree in trees.items() if isinstance(tree, Mapping)]
        files = [(group, tree) for group, tree in trees.items() if not isinstance(tree, Mapping)]
        kept = [(group, tree) for group, tree in self._how[1] if group not in trees]
        return self._with(change(self._text, inline), kept + files)

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self._handle = 0
            self._life.release()

    # ---- facts

    @property
    def text(self) -> str:
        """The text of the scene, with the values of `set`."""
        return self._text.decode(errors="replace")

    @property
    def name(self) -> str:
        """The name of the scene."""
        return str(self._facts.name.decode())

    @property
    def dimensions(self) -> int:
        """The number of dimensions: 2 or 3."""
        return int(self._facts.dimensions)

    @property
    def agents(self) -> int:
        """The number of agents at the start."""
        return int(self._facts.agent_count)

    @property
    def steps(self) -> int:
        """The number of steps of a run."""
        return int(self._facts.steps)

    @property
    def seed(self) -> int:
        """The seed of the scene."""
        return int(self._facts.seed)

    @property
    def dt(self) -> float:
        """The time step, in seconds."""
        return float(self._facts.dt) / 1e6

    @property
    def low(self) -> tuple[float, ...]:
        """The lowest corner of the world."""
        return tuple(self._facts.low[:self.dimensions])

    @property
    def size(self) -> tuple[float, ...]:
        """The size of the world."""
        return tuple(self._facts.size[:self.dimensions])

    @property
    def periodic(self) -> bool:
        """Whether an agent that leaves the world on one side enters it on the opposite side."""
        return bool(self._facts.periodic)

    @property
    def reach(self) -> float:
        """The greatest distance at which agents see others, if it is known before the run."""
        return float(self._facts.reach)

    @property
    def until(self) -> str | None:
        """The expression that ends a run."""
        found = lib.gestalt_scene_until(self._handle)
        return found.decode() if found else None

    @property
    def groups(self) -> dict[str, SceneGroup]:
        """The groups of agents, by name."""
        groups = {}
        for i in range(self._facts.group_count):
            g = lib.gestalt_scene_group_at(self._handle, i)
            name = g.name.decode()
            groups[name] = SceneGroup(name, _GroupShape(g.shape, self), g.count, g.most)
        return groups

    @property
    def reports(self) -> dict[str, Report]:
        """The reports, by name."""
        reports = {}
        for i in range(lib.gestalt_scene_report_count(self._handle)):
            r = lib.gestalt_scene_report_at(self._handle, i)
            name = r.name.decode()
            reports[name] = Report(name, r.value.decode(), TYPES[r.type], r.every)
        return reports

    def set_limits(self, **limits: int) -> None:
        """Set limits for worlds that are created later, such as `visits` of a tick and `agents` of a group."""
        lib.gestalt_scene_set_limits(self._handle, ctypes.byref(limits_to_c(limits)))

    def __repr__(self) -> str:
        return f"<gestalt.Scene {self.name!r}: {self.agents:,} agents in {', '.join(self.groups)}>"


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise errors.FileError(f"cannot read {path}: {error.strerror or error}") from error


def _written(found: Any, form: int) -> str:
    text = Collected()
    lib.gestalt_scene_findings_write(ctypes.byref(found), form, False, text.writer)
    return text.text().rstrip("\n")


def _tell(found: Any, failed: errors.Error | None) -> None:
    """Raise the errors of a scene, and issue its warnings."""
    text = _written(found, _c.GESTALT_DIAGNOSTICS_HUMAN)
    if isinstance(failed, errors.Rejected) and text:
        entries = [json.loads(line) for line in _written(found, _c.GESTALT_DIAGNOSTICS_JSON).splitlines()]
        raise errors.CompileError(text, entries) from None
    if failed:
        raise failed
    if text:
        python_warnings.warn(text, CompileWarning, stacklevel=5)


def is_scene(text: str | bytes) -> bool:
    """Return whether a text is a scene, and not the document of a tree."""
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a text must be a str or bytes, not {type(text).__name__}")
    given = text.encode(errors="replace") if isinstance(text, str) else text
    return bool(lib.gestalt_scene_is(given, len(given)))


def scene_reference() -> str:
    """Return the reference of scenes, and of all functions for their trees, as Markdown."""
    text = Collected()
    lib.gestalt_scene_reference(text.writer)
    return text.text()


def scene_schema() -> dict[str, Any]:
    """Return the JSON Schema of scenes."""
    text = Collected()
    lib.gestalt_scene_schema(text.writer)
    schema: dict[str, Any] = json.loads(text.text())
    return schema
