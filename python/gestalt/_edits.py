# SPDX-License-Identifier: MIT
"""Edits: new shapes for the agents of a group, which continue where the new shape has the same nodes."""
from __future__ import annotations

import ctypes
import dataclasses
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Tuple, Union

import numpy as np

from . import _c, errors
from ._arguments import mapping_of, name_of
from ._library import lib
from ._life import Unique, takes_turns
from ._part import Array, Part, structs_at
from ._systems import request_rows
from .native import Native, to_address

if TYPE_CHECKING:
    from ._life import Life
    from .host import Host
    from .leaf_binding import Binding
    from .population import Population
    from .shape import Shape

#: A shape that agents had before, alone or with the host for its actions that are cancelled.
OldShape = Union["Shape", Tuple["Shape", "Host"]]

#: The fields of a node in the report of an edit. Nodes of the old shape come by number; `new_node` is -1 if the node
#: has no counterpart, and `may_stay` says whether agents can continue in it.
EDIT_NODE = np.dtype([("new_node", np.int64), ("reason", object), ("may_stay", np.bool_)])

_NO_NODE = 2**32 - 1
_FATES = {_c.GESTALT_EDIT_KEY_KEPT: "kept", _c.GESTALT_EDIT_KEY_CONVERTED: "converted",
          _c.GESTALT_EDIT_KEY_NEW: "new", _c.GESTALT_EDIT_KEY_GONE: "gone"}
_KEY_KINDS = {_c.GESTALT_EDIT_KEY: "key", _c.GESTALT_EDIT_SHARED_KEY: "shared key",
              _c.GESTALT_EDIT_PERSISTENT: "persistent status"}


@dataclasses.dataclass(frozen=True)
class EditKey:
    """What an edit does with a key, or with a persistent status."""

    #: None for a key that is new.
    old_name: str | None
    #: None for a key that is gone.
    new_name: str | None
    #: `kept`, `converted`, `new` or `gone`.
    fate: str
    #: `key`, `shared key` or `persistent status`.
    kind: str


@dataclasses.dataclass(frozen=True)
class EditCounts:
    """The effect of an edit on the agents of its group."""

    agents: int
    #: Live states that continue.
    kept: int
    #: Live states that were dropped.
    dropped: int
    #: Immediate actions that were cancelled.
    cancels: int
    #: Requests to cancel a deferred action.
    requests: int


class EditReport:
    """What an edit does to nodes, keys and agents."""

    def __init__(self, handle: int) -> None:
        count = ctypes.c_uint32()
        found = lib.gestalt_edit_report_nodes(handle, ctypes.byref(count))
        raw = structs_at(found, count.value, _c.gestalt_edit_node)
        #: The nodes of the old shape, by number, with the fields of `gestalt.EDIT_NODE`.
        self.nodes: Array = np.empty(len(raw), EDIT_NODE)
        reasons = np.array([lib.gestalt_edit_reason_text(i).decode() for i in range(_c.GESTALT_EDIT_BELOW + 1)], object)
        self.nodes["new_node"] = np.where(raw["new_node"] == _NO_NODE, -1, raw["new_node"].astype(np.int64))
        self.nodes["reason"] = reasons[raw["reason"]]
        self.nodes["may_stay"] = raw["may_stay"]
        keys = lib.gestalt_edit_report_keys(handle, ctypes.byref(count))
        #: The keys of the new shape, then those of the old shape that are gone.
        self.keys = [EditKey(_text(k.old_name), _text(k.new_name), _FATES[k.fate], _KEY_KINDS[k.kind])
                     for k in keys[:count.value]]
        counts = lib.gestalt_edit_report_counts(handle)
        self.counts = EditCounts(*(getattr(counts, f.name) for f in dataclasses.fields(EditCounts)))
        size = ctypes.c_uint64()
        requests = lib.gestalt_edit_report_requests(handle, ctypes.byref(size))
        #: The requests to cancel deferred actions that the edit caused, with numbers of old nodes.
        self.requests: Array = request_rows(requests, size.value if requests else 0)

    def new_node(self, old_node: int) -> int | None:
        """Return the number that an old node has in the new tree, or None."""
        if not 0 <= old_node < len(self.nodes):
            return None
        new = int(self.nodes["new_node"][old_node])
        return None if new < 0 else new

    def old_node(self, new_node: int) -> int | None:
        """Return the number that a new node had in the old tree, or None."""
        found = np.nonzero(self.nodes["new_node"] == new_node)[0]
        return int(found[0]) if len(found) and new_node >= 0 else None

    def __repr__(self) -> str:
        c = self.counts
        return (f"<gestalt.EditReport: {int((self.nodes['new_node'] >= 0).sum())} of {len(self.nodes)} nodes continue; "
                f"{c.agents:,} agents, {c.kept:,} states kept, {c.dropped:,} dropped>")


def _text(text: bytes | None) -> str | None:
    return None if text is None else text.decode()


def take_report(report: ctypes.c_void_p) -> EditReport | None:
    """Return a report of C, and destroy that."""
    if not report.value:
        return None
    try:
        return EditReport(report.value)
    finally:
        lib.gestalt_edit_report_destroy(report)


def report_of(report: ctypes.c_void_p) -> EditReport:
    found = take_report(report)
    assert found
    return found


def to_renames(renames: Mapping[str, str] | None) -> tuple[Any, int]:
    """Return an array of renames for C, and their number."""
    pairs = [(name_of(old), name_of(new)) for old, new in mapping_of(renames, "`renames`").items()]
    return (_c.gestalt_rename * max(len(pairs), 1))(*(_c.gestalt_rename(*pair) for pair in pairs)), len(pairs)


def match(old: Shape, new: Shape, renames: Mapping[str, str] | None = None) -> EditReport:
    """Return the report of an edit from one shape to another, without a population."""
    check_shape(old)
    check_shape(new)
    array, count = to_renames(renames)
    report = ctypes.c_void_p()
    lib.gestalt_shape_match(old._handle, new._handle, array, count, None, ctypes.byref(report))
    return report_of(report)


@takes_turns()
class Edit(Unique):
    """An edit that `begin_edit` has prepared. It has changed nothing yet, and the population can only be read.

    At the end of its `with` block, it is committed, or abandoned after an exception.
    """

    def __init__(self, population: Population, handle: int, used: _Used) -> None:
        self._population, self._handle, self._used, self._turn = population, handle, used, population._turn
        population._editing = handle

    def _end(self) -> int:
        self._population._check_open()
        if not self._handle or self._population._editing != self._handle:
            raise errors.Expired("the edit has ended")
        self._population._editing = 0
        return self._handle

    def commit(self) -> EditReport:
        """Carry out the edit, and return its report."""
        if self._handle == self._population._editing:
            self._population._moves("an edit")
        report = ctypes.c_void_p()
        lib.gestalt_population_edit_commit(self._end(), ctypes.byref(report))
        self._population._edited(self._used)
        self._handle = 0
        return report_of(report)

    def abandon(self) -> None:
        """Drop the edit. The population stays unchanged."""
        lib.gestalt_population_edit_abandon(self._end())
        self._population._drop(self._used)
        self._handle = 0

    def __enter__(self) -> Edit:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._handle and kind is None:
            self.commit()
        elif self._handle:
            self.abandon()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0) and self._population._handle:
            self.abandon()


@dataclasses.dataclass
class _Used:
    """What a group uses."""

    group: int
    shape: Shape
    host: Host | None
    binding: Binding | None
    native: Native | None


class Edits(Part):
    """Edits of a population."""

    _hosts: list[Host | None]
    _natives: list[Native | None]
    _retired: list[Any]
    _life: Life
    _editing: int = 0  # the edit that is prepared

    def edit(self, shape: Shape, *, host: Host | None = None, group: int = 0,
             renames: Mapping[str, str] | None = None, dry_run: bool = False,
             native: Native | None = None) -> EditReport:
        """Replace the shape of a group. Agents continue at nodes that the new shape still has.

        Read the requests of the last tick first: an edit discards them. `renames` maps old names of keys,
        persistent statuses and nodes to new ones. A dry run changes nothing and returns the report.
        Without `host`, the group keeps its host.
        """
        edit, used = self._to_edit(shape, host, group, renames, native)
        if not dry_run:
            self._moves("an edit")
        edit.dry_run = bool(dry_run)
        report = ctypes.c_void_p()
        lib.gestalt_population_edit(self._handle, ctypes.byref(edit), ctypes.byref(report))
        if not dry_run:
            self._hold(used)
            self._edited(used)
        return report_of(report)

    def begin_edit(self, shape: Shape, *, host: Host | None = None, group: int = 0,
                   renames: Mapping[str, str] | None = None, native: Native | None = None) -> Edit:
        """Prepare an edit like that of `edit`, without changing anything. Commit or abandon it later."""
        edit, used = self._to_edit(shape, host, group, renames, native)
        handle = ctypes.c_void_p()
        lib.gestalt_population_edit_begin(self._handle, ctypes.byref(edit), ctypes.byref(handle))
        self._hold(used)
        population: Any = self
        return Edit(population, handle.value or 0, used)

    def _to_edit(self, shape: Shape, host: Host | None, group: int, renames: Mapping[str, str] | None,
                 native: Native | None) -> tuple[Any, _Used]:
        group = self._check_group(group)
        check_shape(shape)
        host = self._hosts[group] if host is None else host
        binding = bound(host, shape)
        edit = _c.gestalt_edit(group=group, shape=shape._handle, host=binding._handle if binding else None,
                               native=to_address(native))
        edit.renames, edit.rename_count = to_renames(renames)
        return edit, _Used(group, shape, host, binding, native)

    # The engine uses shapes and hosts of a population, in whatever order Python finalizes the objects.

    def _hold(self, used: _Used) -> None:
        self._life.needs_also(used.shape._life)
        if used.binding:
            self._life.needs_also(used.binding._life)

    def _drop(self, used: _Used) -> None:
        if used.binding:
            self._life.needs_no_longer(used.binding._life)
        self._life.needs_no_longer(used.shape._life)

    def _edited(self, new: _Used) -> None:
        """Note what the group uses now. The exception of an action that was cancelled is raised by the next tick."""
        i = new.group
        old = _Used(i, self._shapes[i], self._hosts[i], self._bindings[i], self._natives[i])
        self._retired.append(old.binding)
        self._group_changes += 1
        self._shapes[i], self._hosts[i] = new.shape, new.host
        self._bindings[i], self._natives[i] = new.binding, new.native
        self._drop(old)

    def _abandon_edit(self) -> None:
        """End an edit whose population is about to be destroyed."""
        if self._editing:
            lib.gestalt_population_edit_abandon(self._editing)
            self._editing = 0


def check_shape(shape: Any) -> None:
    from .shape import Shape
    if not isinstance(shape, Shape):
        raise TypeError(f"this must be a Shape, not {type(shape).__name__}: see `gestalt.compile`")


def bound(host: Host | None, shape: Shape) -> Binding | None:
    """Return the binding of a host, if there is one, to a shape."""
    from .host import Host
    if host is None:
        return None
    if not isinstance(host, Host):
        raise TypeError(f"`host` must be a Host, not {type(host).__name__}")
    return host._bind(shape)


class Loading:
    """Options of loading, and the reports that it fills in."""

    def __init__(self, old_shapes: Iterable[OldShape], renames: Mapping[str, str] | None, report_count: int) -> None:
        pairs = [given if isinstance(given, tuple) else (given, None) for given in old_shapes]
        for shape, _ in pairs:
            check_shape(shape)
        self.bindings = [bound(host, shape) for shape, host in pairs]
        groups = (_c.gestalt_group * max(len(pairs), 1))()
        for group, (shape, _), binding in zip(groups, pairs, self.bindings):
            group.shape, group.host = shape._handle, binding._handle if binding else None
        self._reports = (ctypes.c_void_p * max(report_count, 1))()
        self._shapes = pairs
        self.options = _c.gestalt_load_options(old_shapes=groups, old_shape_count=len(pairs), reports=self._reports)
        self.options.renames, self.options.rename_count = to_renames(renames)

    def take_reports(self) -> list[EditReport | None]:
        return [take_report(ctypes.c_void_p(report)) for report in self._reports]
