# SPDX-License-Identifier: MIT
"""Reading recordings of worlds and of trees."""
from __future__ import annotations

import ctypes
import dataclasses
import os
from typing import Any, IO, Iterable, Iterator, Self, Union

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import list_of_names, path_of, whole
from ._library import lib
from ._life import Unique
from .limits import limits_to_c
from .record_description import LIGHTS, TYPES, Description, _text, from_c
from .tables import table

#: A recording: a path, its bytes, or a file that is open for reading bytes.
Source = Union[str, "os.PathLike[str]", bytes, IO[bytes]]


class Reader(Unique):
    """An open recording of C, of a world or of trees."""

    def __init__(self, kind: str, source: Source, limits: dict[str, int]) -> None:
        self._handle, self._kind, self.failure = 0, kind, None
        self.kept: list[Any] = []
        handle = ctypes.c_void_p()
        opened = f"gestalt_{kind}_open"
        if isinstance(source, (str, os.PathLike)):
            getattr(lib, opened)(path_of(source), None, ctypes.byref(handle))
        elif isinstance(source, bytes):
            self.kept.append(source)
            getattr(lib, opened + "_memory")(source, len(source), None, ctypes.byref(handle))
        else:
            self._open_file(source, getattr(lib, opened + "_source"), handle)
        self._handle = handle.value or 0
        if limits:
            self._set_limits(limits_to_c(limits))

    failure: BaseException | None

    def _open_file(self, file: IO[bytes], function: Any, handle: Any) -> None:
        def read(user: int, to: int, size: int, count: Any, error: Any) -> int:
            try:
                found = file.read(size)
                ctypes.memmove(to, found, len(found))
                count[0] = len(found)
            except BaseException as failure:
                self.failure = failure
                return int(_c.GESTALT_IO)
            return int(_c.GESTALT_OK)

        kind: Any = _c.gestalt_record_source._fields_[0][1]
        callback = kind(read)
        self.kept.append(callback)
        try:
            function(_c.gestalt_record_source(callback, None), None, ctypes.byref(handle))
        except errors.FileError:
            self._raise()
            raise

    def _raise(self) -> None:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure

    def _set_limits(self, limits: Any) -> None:
        getattr(lib, f"gestalt_{self._kind}_set_limits")(self._handle, ctypes.byref(limits))

    @property
    def value(self) -> int:
        if not self._handle:
            raise errors.Expired("the recording is closed")
        return self._handle

    def next(self, function: Any, frame: Any) -> int:
        """Read on, and return what was found."""
        found = ctypes.c_uint()
        try:
            function(self.value, ctypes.byref(found), ctypes.byref(frame))
        except errors.FileError:
            self._raise()
            raise
        return found.value

    def offset(self) -> int:
        return int(getattr(lib, f"gestalt_{self._kind}_offset")(self.value))

    def close(self) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            getattr(lib, f"gestalt_{self._kind}_close")(handle)

    def __del__(self) -> None:
        self.close()


def copied(pointer: Any, count: int, dtype: Any) -> npt.NDArray[Any]:
    """Return a copy of an array of C."""
    found = np.empty(count, dtype)
    if count:
        ctypes.memmove(found.ctypes.data, pointer, found.nbytes)
    return found


@dataclasses.dataclass(frozen=True, eq=False)
class Frame:
    """The agents of a world at a step. All arrays are sorted by id."""

    step: int
    #: The time in seconds.
    time: float
    ids: npt.NDArray[np.uint64]
    #: The group of each agent: an index of the description's groups.
    groups: npt.NDArray[np.uint32]
    #: The columns by name.
    columns: dict[str, npt.NDArray[Any]]
    #: The states of the lights, in the order of the geometry.
    lights: tuple[str, ...]
    description: Description

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, column: str) -> npt.NDArray[Any]:
        self.description.column(column)
        return self.columns[column]

    @property
    def position(self) -> npt.NDArray[np.float32]:
        """The positions: (agents, dimensions)."""
        names = [c.name for c in self.description.columns[:self.description.dimensions]]
        return np.stack([self.columns[name] for name in names], axis=1)

    def words(self, column: str) -> npt.NDArray[np.object_]:
        """Return the words of a column. Values without a word are None."""
        known = self.description.columns[self.description.column(column)].words
        values = self.columns[column]
        found = np.full(len(values), None, object)
        has = (values >= 0) & (values < len(known))
        found[has] = np.array(known, object)[values[has]]
        return found

    def in_group(self, name: str) -> npt.NDArray[np.bool_]:
        """Return a bool for each agent: whether it is in a group."""
        names = [g.name for g in self.description.groups]
        if name not in names:
            raise errors.BadArgument(f"there is no group `{name}`; the groups are {', '.join(names)}")
        found: npt.NDArray[np.bool_] = self.groups == names.index(name)
        return found


class Opened:
    """The base of recordings of worlds and trees: reading a source, and pictures of it by the command."""

    #: Whether the end was read, and the recording is complete; None: it was not read to its end.
    is_complete: bool | None = None

    def __init__(self, kind: str, source: Source, limits: dict[str, int]) -> None:
        self._source, self._limits = source, limits
        self._reader = Reader(kind, source, limits)
        self._is_fresh = True

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def offset(self) -> int:
        """The position up to which the source was read, in bytes."""
        return self._reader.offset()

    def _drawn(self) -> str | os.PathLike[str] | bytes:
        """Return the source, if the command can read it as well."""
        if isinstance(self._source, (str, os.PathLike, bytes)):
            return self._source
        raise errors.BadArgument("the command cannot draw from an open file: pass the path or the bytes to `Recording`")

    def plot(self, **options: Any) -> str:
        """Return a picture as SVG. The options are those of `gestalt plot`: `over_time="speed"`, `frame=500`."""
        from .show import plot
        return plot(self._drawn(), **options)

    def _repr_html_(self) -> str:
        from .show import player
        return player(self._drawn())


class Recording(Opened):
    """A recording of a world: iterate over its frames, as often as needed.

    Each iteration reads the recording from its start. If its writer is still running or has crashed, the
    iteration ends at the last complete frame, and `is_complete` is False. An open file as the source is
    read only once: a later iteration continues at the position where the last one ended, so it finds
    frames that were added. For files that you do not trust, set a limit such as `agents=1000`.
    """

    def __init__(self, source: Source, **limits: int) -> None:
        super().__init__("recording", source, limits)
        self._is_skimming = False
        self.description = from_c(lib.gestalt_recording_description(self._reader.value).contents)

    def _begin(self, skims: bool) -> Reader:
        self._reader.value  # raise if closed
        is_stream = not isinstance(self._source, (str, os.PathLike, bytes))
        if not self._is_fresh and not is_stream:
            self._reader = Reader("recording", self._source, self._limits)
        elif not self._is_fresh and skims != self._is_skimming:
            raise errors.Misuse("an open file cannot be read both with and without values: pass its path or bytes instead")
        self._is_fresh, self._is_skimming = False, skims
        return self._reader

    def _raw(self, skims: bool) -> Iterator[Any]:
        reader = self._begin(skims)
        function = lib.gestalt_recording_skim if skims else lib.gestalt_recording_next
        while True:
            frame = _c.gestalt_record_frame()
            found = reader.next(function, frame)
            if found != _c.GESTALT_RECORD_HAS_FRAME:
                self.is_complete = found == _c.GESTALT_RECORD_AT_END
                return
            yield frame

    def __iter__(self) -> Iterator[Frame]:
        light_count = sum(thing.kind == "light" for thing in self.description.geometry)
        for raw in self._raw(False):
            columns = {c.name: copied(raw.columns[i], raw.count, TYPES[c.type][1])
                       for i, c in enumerate(self.description.columns)}
            yield Frame(raw.step, raw.time / 1e6, copied(raw.ids, raw.count, np.uint64),
                        copied(raw.groups, raw.count, np.uint32), columns,
                        tuple(LIGHTS[n] for n in raw.lights[:light_count]), self.description)

    def steps(self) -> Any:
        """Return a table of all frames: step, time and number of agents. This is fast: no values are decoded."""
        rows = [(raw.step, raw.time / 1e6, raw.count) for raw in self._raw(True)]
        return table({"step": np.array([r[0] for r in rows], np.int64), "time": np.array([r[1] for r in rows]),
                      "agents": np.array([r[2] for r in rows], np.int64)})

    def at(self, step: int) -> Frame:
        """Return the frame of a step, or the last one before it. This reads the file from its start."""
        last, step = None, whole(step, "a step", 2**63 - 1, -2**63)
        for frame in self:
            if frame.step > step:
                break
            last = frame
        if last is None:
            raise errors.BadArgument(f"there is no frame at or before step {step}")
        return last

    def table(self, columns: Iterable[str] | None = None, *, every: int = 1) -> Any:
        """Return a table with a row for each agent of each frame: step, time, agent, group and columns.

        `every=10` uses only each tenth frame.
        """
        names = [c.name for c in self.description.columns] if columns is None else list_of_names(columns, "`columns`")
        every = whole(every, "`every`", least=1)
        for name in names:
            self.description.column(name)
        frames = [frame for i, frame in enumerate(self) if i % every == 0]
        groups = np.array([g.name for g in self.description.groups], object)
        found: dict[str, Any] = {
            "step": np.concatenate([np.empty(0, np.int64), *[np.full(len(f), f.step, np.int64) for f in frames]]),
            "time": np.concatenate([np.empty(0), *[np.full(len(f), f.time) for f in frames]]),
            "agent": np.concatenate([np.empty(0, np.uint64), *[f.ids for f in frames]]),
            "group": np.concatenate([np.empty(0, object), *[groups[f.groups] for f in frames]])}
        for name in names:
            column = self.description.columns[self.description.column(name)]
            values = [f.words(name) if column.words else f.columns[name] for f in frames]
            empty = np.empty(0, object if column.words else TYPES[column.type][1])
            found[name] = np.concatenate([empty, *values])
        return table(found)

    def __repr__(self) -> str:
        d = self.description
        return f"<gestalt.Recording {d.name!r}: {', '.join(c.name for c in d.columns)}>"


def open_recording(source: str | os.PathLike[str] | bytes, **limits: int) -> Any:
    """Open a recording of a world, or of trees alone."""
    from .tree_recording import TreeRecording
    try:
        return Recording(source, **limits)
    except errors.BadArgument:
        return TreeRecording(source, **limits)
