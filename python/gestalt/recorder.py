# SPDX-License-Identifier: MIT
"""Writing recordings: of populations, of worlds, and of a program's own columns."""
from __future__ import annotations

import ctypes
import functools
import os
from typing import IO, TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import name_of, path_of, whole
from ._library import lib
from ._life import Life, Unique, takes_turns
from .population import Population
from .record_description import LIGHTS, TYPES, Description, to_c

if TYPE_CHECKING:
    from .world import World

#: Where a recording goes: a path, or a file that is open for writing bytes.
Sink = Union[str, "os.PathLike[str]", IO[bytes]]


class _Output:
    """A gestalt_writer over a file."""

    def __init__(self, sink: Sink) -> None:
        self.failure: BaseException | None = None
        self._is_own = isinstance(sink, (str, os.PathLike))
        if self._is_own:
            path_of(sink)
        elif not hasattr(sink, "write"):
            raise TypeError(f"a recording is written to a path or a file, not to {type(sink).__name__}")
        try:
            self._file: Any = open(sink, "wb") if self._is_own else sink  # type: ignore[arg-type]
        except OSError as error:
            raise errors.FileError(f"cannot write {os.fspath(sink)}: "  # type: ignore[arg-type]
                                   f"{error.strerror or error}") from error
        function: Any = _c.gestalt_writer._fields_[0][1]
        self._write = function(self._take)
        self.writer = _c.gestalt_writer(self._write, None)

    def _take(self, user: int, text: int, size: int) -> bool:
        try:
            self._file.write(ctypes.string_at(text, size))
            if self._is_own:
                self._file.flush()  # readers may follow the file
        except BaseException as error:
            self.failure = error
            return False
        return True

    def close(self) -> None:
        if self._is_own:
            self._file.close()

    def call(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function that writes. Raise the exception of the file, if it has raised one."""
        try:
            function(*arguments)
        except errors.FileError:
            if self.failure is None:
                raise
            failure, self.failure = self.failure, None
            raise failure from None


def _destroy_with(destroy: Callable[[int], Any], output: _Output, handle: int) -> None:
    destroy(handle)


class _Handle(Unique):
    """A recorder of C. It lives until `end`, and keeps what it needs."""

    def __init__(self, handle: int, kind: str, output: _Output, *needs: Life) -> None:
        self._handle, self._finish = handle, getattr(lib, f"gestalt_{kind}_finish")
        destroy = getattr(lib, f"gestalt_{kind}_destroy")
        # C may call the output as long as the recorder exists.
        self.life = Life(handle, functools.partial(_destroy_with, destroy, output), *needs)

    @property
    def value(self) -> int:
        if not self._handle:
            raise errors.Expired("the recorder is closed")
        return self._handle

    @property
    def is_open(self) -> bool:
        return bool(self._handle)

    def finish(self) -> None:
        self._finish(self.value)

    def end(self) -> None:
        if self._handle:
            self._handle = 0
            self.life.release()


class _Closing(Unique):
    """A context manager. The end of its `with` block completes the recording."""

    _handle: _Handle
    _output: _Output

    def close(self) -> None:
        """Complete the recording, and close the file."""
        if self._handle.is_open:
            try:
                self._output.call(self._handle.finish)
            finally:
                self._abandon()

    def _abandon(self) -> None:
        """Close the recording without the mark."""
        raise NotImplementedError

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close()


class ColumnRecorder(_Closing):
    """Records agents that your own program moves, in the format of recordings of worlds.

    >>> import io
    >>> from gestalt.record_description import RecordColumn, RecordGroup
    >>> file = io.BytesIO()
    >>> description = Description(low=(0, 0), high=(9, 9), columns=[RecordColumn("x"), RecordColumn("y")],
    ...                           groups=[RecordGroup("ants")])
    >>> with ColumnRecorder(description, file) as recorder:
    ...     recorder.frame(0, ids=[4, 7], columns={"x": [1, 2], "y": [3, 4]})
    """

    def __init__(self, description: Description, sink: Sink) -> None:
        self.description = description
        given = to_c(description)
        self._output = _Output(sink)
        handle = ctypes.c_void_p()
        try:
            self._output.call(lib.gestalt_recorder_create, ctypes.byref(given), self._output.writer, None,
                              ctypes.byref(handle))
        except BaseException:
            self._output.close()
            raise
        self._handle = _Handle(handle.value or 0, "recorder", self._output)

    def wants(self, step: int) -> bool:
        """Return whether a step is recorded."""
        return bool(lib.gestalt_recorder_wants(self._handle.value, step))

    def frame(self, step: int, ids: npt.ArrayLike, columns: Mapping[str, npt.ArrayLike], *,
              groups: npt.ArrayLike | None = None, lights: Sequence[str] = (), time: float | None = None) -> None:
        """Write a frame. Steps must increase. For columns with words, values may be words."""
        own = np.ascontiguousarray(ids, np.uint64).reshape(-1)
        group = np.zeros(len(own), np.uint32) if groups is None else np.ascontiguousarray(groups, np.uint32)
        values = [self._column(i, columns, len(own)) for i in range(len(self.description.columns))]
        if group.shape != own.shape:
            raise errors.BadArgument(f"there are {len(own)} ids, but {len(group)} groups")
        expected = sum(thing.kind == "light" for thing in self.description.geometry)
        if len(lights) != expected or any(light not in LIGHTS for light in lights):
            raise errors.BadArgument(f"`lights` has {expected} words, each one of {', '.join(LIGHTS)}")
        shown = (ctypes.c_uint8 * max(expected, 1))(*[LIGHTS.index(light) for light in lights])
        pointers = (ctypes.c_void_p * max(len(values), 1))(*[v.ctypes.data for v in values])
        frame = _c.gestalt_record_frame(
            step=step, time=round((step * self.description.dt if time is None else time) * 1e6), count=len(own),
            ids=own.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64)),
            groups=group.ctypes.data_as(ctypes.POINTER(ctypes.c_uint32)), columns=pointers, lights=shown)
        self._output.call(lib.gestalt_recorder_frame, self._handle.value, ctypes.byref(frame))

    def _column(self, index: int, columns: Mapping[str, npt.ArrayLike], count: int) -> npt.NDArray[Any]:
        column = self.description.columns[index]
        if column.name not in columns:
            raise errors.BadArgument(f"the column `{column.name}` is missing")
        given: npt.NDArray[Any] = np.asarray(columns[column.name])
        if given.dtype.kind in "UO" and column.words:
            known = {word: i for i, word in enumerate(column.words)}
            given = np.array([known.get(word, -1) for word in given.tolist()], np.int32)
        values: npt.NDArray[Any] = np.ascontiguousarray(given, TYPES[column.type][1])
        if values.shape != (count,):
            raise errors.BadArgument(f"the column `{column.name}` has shape {values.shape} for {count} agents")
        return values

    def _abandon(self) -> None:
        self._handle.end()
        self._output.close()

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self._abandon()


def _check_population(population: Any) -> None:
    from .population import Population
    if not isinstance(population, Population):
        raise TypeError(f"this must be a Population, not {type(population).__name__}")
    population._check_open()


def _texts(texts: Sequence[str]) -> Any:
    return (ctypes.c_char_p * max(len(texts), 1))(*[name_of(t) for t in texts])


def _create_trees(population: Population, output: _Output, *, into: _Handle | None = None, name: str | None = None,
                  groups: Sequence[str] = (), every: int = 0, keys: Sequence[str] = (),
                  expressions: Sequence[str] = ()) -> _Handle:
    """Create a recorder of trees in C."""
    if groups and len(groups) != len(population._shapes):
        raise errors.BadArgument(f"there are {len(population._shapes)} groups, but {len(groups)} names")
    options = _c.gestalt_tree_recorder_options(
        population=population._handle, sink=output.writer, recorder=into.value if into else None,
        name=None if name is None else name_of(name), groups=_texts(groups) if groups else None,
        every=whole(every, "`every`", 2**32 - 1), keys=_texts(keys), key_count=len(keys))
    handle = ctypes.c_void_p()
    output.call(lib.gestalt_tree_recorder_create_asking, ctypes.byref(options), _texts(expressions), len(expressions),
                ctypes.byref(handle))
    return _Handle(handle.value or 0, "tree_recorder", output, population._life, *([into.life] if into else []))


class _Watching(_Closing):
    """Watches agents."""

    _output: _Output

    def _trees(self) -> int:
        """Return the recorder of trees of C."""
        raise NotImplementedError

    def _agents(self) -> Population:
        raise NotImplementedError

    def watch(self, agent: int) -> None:
        """Record every step of an agent from the next tick on."""
        trees = self._trees()
        if agent not in self._agents():
            raise errors.BadArgument(f"there is no agent {agent}")
        self._output.call(lib.gestalt_tree_recorder_watch, trees, agent)

    def watch_if(self, condition: str) -> None:
        """Watch the first agent for which a condition such as `health < 10` is true."""
        self._output.call(lib.gestalt_tree_recorder_watch_if, self._trees(), name_of(condition, "a condition"))

    def watch_node(self, node: str | int) -> None:
        """Watch the first agent that enters a node, given by its number, name or label."""
        self._output.call(lib.gestalt_tree_recorder_watch_node, self._trees(), name_of(str(node)))


@takes_turns()
class Recorder(_Watching):
    """Records the trees of a population: live nodes, statuses, selected keys and counts, frame by frame.

    Call `tick` after each tick of the population. `every` is the number of ticks between frames.
    `keys` selects keys, or components such as `home.x`. `expressions` are recorded at each step of
    watched agents. With `into`, the trees become a part of another recording. Unless `count_nodes` is False,
    the recorder turns on counting of nodes.
    """

    def __init__(self, population: Population, sink: Sink | None = None, *, every: int = 1, keys: Iterable[str] = (),
                 expressions: Iterable[str] = (), name: str | None = None, groups: Sequence[str] = (),
                 into: ColumnRecorder | None = None, count_nodes: bool = True) -> None:
        if (sink is None) == (into is None):
            raise errors.BadArgument("pass either a file or `into`")
        _check_population(population)
        if count_nodes:
            lib.gestalt_population_count_nodes(population._handle, True)
        self._population, self._into, self._turn = population, into, population._turn
        self._output = into._output if into else _Output(sink)  # type: ignore[arg-type]
        try:
            self._handle = _create_trees(population, self._output, into=into._handle if into else None, name=name,
                                         groups=groups, every=every, keys=list(keys), expressions=list(expressions))
        except BaseException:
            if into is None:
                self._output.close()
            raise

    def _trees(self) -> int:
        self._population._check_open()
        if self._into:
            self._into._handle.value  # raise if closed
        return self._handle.value

    def _agents(self) -> Population:
        return self._population

    def tick(self) -> None:
        """Record a tick of the population."""
        self._output.call(lib.gestalt_tree_recorder_tick, self._trees())

    def frame(self) -> None:
        """Write a frame of the current state, unless it has been written already. Call this before an edit."""
        self._output.call(lib.gestalt_tree_recorder_frame, self._trees())

    def follow(self, population: Population) -> None:
        """Continue the recording with another population that has the same agents."""
        _check_population(population)
        self._output.call(lib.gestalt_tree_recorder_follow, self._trees(), population._handle)
        self._handle.life.needs_also(population._life)
        self._population, self._turn = population, population._turn

    def _abandon(self) -> None:
        self._handle.end()
        if self._into is None:
            self._output.close()

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self._abandon()


@takes_turns()
class WorldRecorder(_Watching):
    """Records a world: a frame after each step. `World.record` creates it."""

    def __init__(self, world: World, sink: Sink, *, every: int, parts: str, keys: Iterable[str]) -> None:
        if parts not in ("world", "trees", "both"):
            raise errors.BadArgument(f"`parts` cannot be {parts!r}: use one of world, trees, both")
        chosen = list(keys)
        if chosen and parts == "world":
            raise errors.BadArgument("`keys` selects keys of trees: pass `parts=\"both\"` as well")
        self._world, self._turn = world, world._turn
        self._frames: _Handle | None = None  # of the world
        self._steps: _Handle | None = None  # of its trees
        own = world._open()
        self._output = _Output(sink)
        try:
            self._begin(own, parts, whole(every, "`every`", 2**32 - 1), chosen)
        except BaseException:
            self._abandon()
            raise
        world._recorders.append(self)

    def _begin(self, own: int, parts: str, every: int, keys: Sequence[str]) -> None:
        scene, population = self._world.scene, self._world._population
        if parts != "trees":
            handle = ctypes.c_void_p()
            self._output.call(lib.gestalt_world_record, own, every, self._output.writer, ctypes.byref(handle))
            self._frames = _Handle(handle.value or 0, "recorder", self._output)
        if parts != "world":
            lib.gestalt_population_count_nodes(population._handle, True)
            self._steps = _create_trees(population, self._output, into=self._frames, name=scene.name,
                                        groups=list(scene.groups), every=every, keys=keys)
        self._write_frame()

    def _write_frame(self) -> None:
        if self._frames:
            self._output.call(lib.gestalt_world_frame, self._world._open(), self._frames.value)

    def _stepped(self) -> None:
        """Record a step."""
        self._write_frame()
        if self._steps:
            self._output.call(lib.gestalt_tree_recorder_tick, self._steps.value)

    def _trees(self) -> int:
        self._world._open()
        if self._steps is None:
            raise errors.BadArgument("the recording has no trees: pass `parts=\"both\"` to `record`")
        return self._steps.value

    def _agents(self) -> Population:
        return self._world.population

    def close(self) -> None:
        if self in self._world._recorders:
            try:
                for handle in (self._steps, self._frames):
                    if handle:
                        self._output.call(handle.finish)
            finally:
                self._abandon()

    def _abandon(self) -> None:
        for handle in (self._steps, self._frames):
            if handle:
                handle.end()
        self._output.close()
        if self in self._world._recorders:
            self._world._recorders.remove(self)

    def __del__(self) -> None:
        if hasattr(self, "_output"):
            self._abandon()
