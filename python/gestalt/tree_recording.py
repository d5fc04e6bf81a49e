# SPDX-License-Identifier: MIT
"""Reading recordings of trees."""
from __future__ import annotations

import ctypes
import dataclasses
import os
from typing import Any, Callable, Iterator

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import whole
from ._library import lib
from .columns import masks_to_bools
from .record_description import _text, _words
from .recorder import Sink, _Handle, _Output
from .recording import Opened, Reader, Source, copied
from .shape import TYPES
from .values import Value, from_value

_LANES = 64
_NO_NODE = 2**32 - 1

#: The status of agents before their first tick.
NOT_TICKED = 3

#: The kinds of steps of watched agents.
STEPS = ("entered", "resumed", "succeeded", "failed", "running", "abandoned", "rolled back")
_STEP = np.dtype([("agent", np.uint64), ("group", np.uint32), ("node", np.uint32), ("kind", np.uint32)])
_COUNTS = [field[0] for field in _c.gestalt_node_counts._fields_]


@dataclasses.dataclass(frozen=True)
class TreeNode:
    """A node of a recorded tree."""

    id: int
    type: str
    name: str
    label: str
    #: The parent's id; None: the root.
    parent: int | None
    _mask: int = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class TreeKey:
    """A recorded key: a bool, an int or a float."""

    name: str
    type: str
    words: tuple[str, ...]
    _index: int = dataclasses.field(repr=False)


class TreeGroup:
    """The agents of a group in a frame. All arrays are in the order of `ids`."""

    def __init__(self, reader: int, index: int, raw: Any) -> None:
        self.name, self.tree = _text(raw.name), _text(raw.tree)
        #: The version of the tree, from 1.
        self.version = int(lib.gestalt_tree_recording_version(reader, index))
        self.nodes = [TreeNode(i, _text(n.type), _text(n.name), _text(n.label),
                               None if n.parent == _NO_NODE else n.parent, n.mask)
                      for i, n in enumerate(raw.nodes[:raw.node_count])]
        self.keys = {_text(k.name): TreeKey(_text(k.name), TYPES[k.type], _words(k.words, k.word_count), k.index)
                     for k in raw.keys[:raw.key_count]}
        self.shared = dict(_shared(reader, index))
        #: For each node, the counts since the previous frame, by name; None: not counted.
        self.counts: dict[str, npt.NDArray[np.uint64]] | None = None
        if raw.counts:
            counts = copied(raw.counts, raw.node_count, np.dtype([(name, np.uint64) for name in _COUNTS]))
            self.counts = {name: counts[name] for name in _COUNTS}
        self._read_blocks(reader, index, raw)
        self.at = np.zeros(raw.node_count, np.uint64)
        if raw.node_count:
            pointer = self.at.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64))
            lib.gestalt_tree_recording_at(reader, index, pointer, raw.node_count)

    def _read_blocks(self, reader: int, index: int, raw: Any) -> None:
        count = raw.block_count
        ids = np.empty((count, _LANES), np.uint64)
        lanes = np.empty(count, np.uint64)
        self._masks = np.empty((count, raw.mask_count), np.uint64)
        self._columns = np.empty((count, raw.column_count, _LANES), np.uint32)
        block = _c.gestalt_tree_block()
        for i in range(count):
            lib.gestalt_tree_recording_block(reader, index, i, ctypes.byref(block))
            lanes[i] = block.lanes
            for to, pointer in ((ids[i], block.agents), (self._masks[i], block.masks), (self._columns[i], block.columns)):
                if to.size:
                    ctypes.memmove(to.ctypes.data, pointer, to.nbytes)
        self._there = masks_to_bools(lanes, _LANES)
        self.ids: npt.NDArray[np.uint64] = ids[self._there]

    def __len__(self) -> int:
        return len(self.ids)

    def _bools(self, mask: int) -> npt.NDArray[np.bool_]:
        return masks_to_bools(self._masks[:, mask], _LANES)[self._there]

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """Return the values of a key."""
        key = self.keys.get(name)
        if key is None:
            raise errors.BadArgument(f"the key `{name}` was not recorded; it has {', '.join(self.keys) or 'no keys'}")
        if key.type == "bool":
            return self._bools(key._index)
        values: npt.NDArray[Any] = self._columns[:, key._index][self._there]
        return values.view(np.float32 if key.type == "float" else np.int32)

    def words(self, name: str) -> npt.NDArray[np.object_]:
        """Return the words of an enum."""
        values, known = self[name], self.keys[name].words
        found = np.full(len(values), None, object)
        has = (values >= 0) & (values < len(known))
        found[has] = np.array(known, object)[values[has]]
        return found

    def is_live(self, node: int) -> npt.NDArray[np.bool_]:
        """Return a bool for each agent: whether a node is live."""
        if not 0 <= node < len(self.nodes):
            raise errors.BadArgument(f"there is no node {node}")
        mask = self.nodes[node]._mask
        return np.zeros(len(self), np.bool_) if mask == _NO_NODE else self._bools(mask)

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        """The statuses of the roots: SUCCESS, FAILURE, RUNNING, or NOT_TICKED."""
        found = np.full(len(self), _c.GESTALT_FAILURE, np.uint8)
        succeeded, running = self._bools(_c.GESTALT_MASK_SUCCEEDED), self._bools(_c.GESTALT_MASK_RUNNING)
        found[succeeded] = _c.GESTALT_SUCCESS
        found[running] = _c.GESTALT_RUNNING
        found[succeeded & running] = NOT_TICKED
        return found

    def __repr__(self) -> str:
        return f"<gestalt.TreeGroup {self.name!r}: {len(self):,} agents, {len(self.nodes)} nodes>"


def _shared(reader: int, group: int) -> Iterator[tuple[str, Value]]:
    key, index = _c.gestalt_tree_shared(), 0
    while lib.gestalt_tree_recording_shared(reader, group, index, ctypes.byref(key)):
        yield _text(key.name), from_value(key.value)
        index += 1


@dataclasses.dataclass(frozen=True, eq=False)
class TreeFrame:
    """The agents after a tick; or, if `steps` is not None, the steps of watched agents in that tick."""

    tick: int
    #: The time in seconds.
    time: float
    agents: int
    #: Agents since the previous frame.
    born: int
    gone: int
    #: The number of groups with another tree than in the previous frame.
    edits: int
    #: The groups, by name. Empty if these are steps.
    groups: dict[str, TreeGroup]
    #: A structured array with the agent, group, node and kind (an index of STEPS) of each step.
    steps: npt.NDArray[Any] | None
    #: The values of the recorded expressions right after each step, or None.
    values: dict[str, list[Value | None]]


class TreeRecording(Opened):
    """A recording of trees: iterate over its frames, and the steps of watched agents between them.

    For files that you do not trust, set limits of `agents`, `nodes` and `keys`.
    """

    def __init__(self, source: Source, **limits: int) -> None:
        super().__init__("tree_recording", source, limits)
        found = lib.gestalt_tree_recording_description(self._reader.value).contents
        self.name, self.every, self._group_count = _text(found.name), int(found.every), int(found.group_count)

    def _raw(self) -> Iterator[tuple[int, Any]]:
        self._reader.value  # raise if closed
        if not self._is_fresh and isinstance(self._source, (str, os.PathLike, bytes)):
            self._reader = Reader("tree_recording", self._source, self._limits)
        self._is_fresh = False
        reader = self._reader
        while True:
            frame = _c.gestalt_tree_frame()
            found = reader.next(lib.gestalt_tree_recording_next, frame)
            if found in (_c.GESTALT_TREE_AT_END, _c.GESTALT_TREE_CUT):
                self.is_complete = found == _c.GESTALT_TREE_AT_END
                return
            yield found, frame

    def __iter__(self) -> Iterator[TreeFrame]:
        for found, raw in self._raw():
            groups: dict[str, TreeGroup] = {}
            steps: npt.NDArray[Any] | None = None
            values: dict[str, list[Value | None]] = {}
            if found == _c.GESTALT_TREE_HAS_STEPS:
                steps, values = self._steps(raw)
            else:
                groups = self._groups()
            yield TreeFrame(raw.tick, raw.time / 1e6, raw.agents, raw.born, raw.gone, raw.edits, groups, steps, values)

    def _groups(self) -> dict[str, TreeGroup]:
        groups, raw = {}, _c.gestalt_tree_group()
        for i in range(self._group_count):
            lib.gestalt_tree_recording_group(self._reader.value, i, ctypes.byref(raw))
            group = TreeGroup(self._reader.value, i, raw)
            groups[group.name if group.name not in groups else f"{group.name} {i}"] = group
        return groups

    def _steps(self, raw: Any) -> tuple[npt.NDArray[Any], dict[str, list[Value | None]]]:
        steps = np.zeros(raw.step_count, _STEP)
        for i, step in enumerate(raw.steps[:raw.step_count]):
            steps[i] = (step.agent, step.group, step.node, step.kind)
        values: dict[str, list[Value | None]] = {}
        value = _c.gestalt_value()
        for k, text in enumerate(self._expressions()):
            values[text] = [from_value(value) if lib.gestalt_tree_recording_asked_value(
                self._reader.value, i, k, ctypes.byref(value)) else None for i in range(raw.step_count)]
        return steps, values

    def _expressions(self) -> Iterator[str]:
        index = 0
        while found := lib.gestalt_tree_recording_asked(self._reader.value, index):
            yield found.decode()
            index += 1

    def frames(self) -> Iterator[TreeFrame]:
        """Iterate over the frames, without the steps of watched agents."""
        return (frame for frame in self if frame.steps is None)

    def at(self, tick: int) -> TreeFrame:
        """Return the frame of a tick, or the last one before it. This reads the file from its start."""
        last, tick = None, whole(tick, "a tick", 2**63 - 1, -2**63)
        for frame in self.frames():
            if frame.tick > tick:
                break
            last = frame
        if last is None:
            raise errors.BadArgument(f"there is no frame at or before tick {tick}")
        return last

    def copy(self, sink: Sink, *, agents: Callable[[int], bool] | None = None, every: int = 1) -> None:
        """Write a shorter recording: only some agents, or one of `every` frames. This reads the file from its start."""
        every = whole(every, "`every`", least=1)
        copier = _Copier(self, sink, agents)
        try:
            number = 0
            for found, raw in self._raw():
                is_frame = found == _c.GESTALT_TREE_HAS_FRAME
                copier.take(found, raw, is_frame and number % every != 0)
                number += is_frame
            copier.close()
        finally:
            copier._abandon()

    def __repr__(self) -> str:
        return f"<gestalt.TreeRecording {self.name!r}: {self._group_count} groups>"


class _Copier:
    def __init__(self, recording: TreeRecording, sink: Sink, agents: Callable[[int], bool] | None) -> None:
        self._recording, self._agents = recording, agents
        self._output = _Output(sink)
        self._handle: _Handle | None = None
        self._failure: BaseException | None = None

    def _wants(self, user: int, agent: int) -> bool:
        assert self._agents
        try:
            return bool(self._agents(agent))
        except BaseException as failure:
            self._failure = self._failure or failure
            return False

    def _create(self) -> _Handle:
        options = _c.gestalt_tree_copier_options(recording=self._recording._reader.value, sink=self._output.writer)
        if self._agents:
            self._callback = type(options.wants)(self._wants)
            options.wants = self._callback
        handle = ctypes.c_void_p()
        self._output.call(lib.gestalt_tree_copier_create, ctypes.byref(options), ctypes.byref(handle))
        return _Handle(handle.value or 0, "tree_copier", self._output)

    def take(self, found: int, raw: Any, skips: bool) -> None:
        if self._handle is None:
            self._handle = self._create()
        if skips:
            self._output.call(lib.gestalt_tree_copier_skip, self._handle.value)
        else:
            self._output.call(lib.gestalt_tree_copier_take, self._handle.value, found, ctypes.byref(raw))
        if self._failure:
            raise self._failure

    def close(self) -> None:
        if self._handle is None:
            self._handle = self._create()
        self._output.call(self._handle.finish)

    def _abandon(self) -> None:
        if self._handle:
            self._handle.end()
        self._output.close()
