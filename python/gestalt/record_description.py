# SPDX-License-Identifier: MIT
"""The description of a recording: space, columns, groups and static objects."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

from . import _c, errors

#: Types of columns, and of their arrays.
TYPES: dict[str, tuple[int, Any]] = {"float": (_c.GESTALT_RECORD_FLOAT, np.dtype(np.float32)),
                                     "int": (_c.GESTALT_RECORD_INT, np.dtype(np.int32)),
                                     "bool": (_c.GESTALT_RECORD_BOOL, np.dtype(np.uint32)),
                                     "node": (_c.GESTALT_RECORD_NODE, np.dtype(np.uint32))}
CODINGS = {"exact": _c.GESTALT_RECORD_EXACT, "range": _c.GESTALT_RECORD_RANGE, "cycle": _c.GESTALT_RECORD_CYCLE}
SHAPES = {"any": _c.GESTALT_RECORD_SHAPE_ANY, "circle": _c.GESTALT_RECORD_SHAPE_CIRCLE,
          "square": _c.GESTALT_RECORD_SHAPE_SQUARE, "triangle": _c.GESTALT_RECORD_SHAPE_TRIANGLE,
          "car": _c.GESTALT_RECORD_SHAPE_CAR, "plane": _c.GESTALT_RECORD_SHAPE_PLANE,
          "person": _c.GESTALT_RECORD_SHAPE_PERSON}
KINDS = {"path": _c.GESTALT_RECORD_PATH, "loop": _c.GESTALT_RECORD_LOOP, "circle": _c.GESTALT_RECORD_CIRCLE,
         "polygon": _c.GESTALT_RECORD_POLYGON, "edge": _c.GESTALT_RECORD_EDGE, "place": _c.GESTALT_RECORD_PLACE,
         "light": _c.GESTALT_RECORD_LIGHT}
LIGHTS = ("off", "green", "yellow", "red")


def _name_of(table: dict[str, int], number: int) -> str:
    return next(name for name, value in table.items() if value == number)


def _look_up(table: dict[str, Any], name: str, what: str) -> Any:
    if name not in table:
        raise errors.BadArgument(f"there is no {what} {name!r}: use one of {', '.join(table)}")
    return table[name]


def _text(text: bytes | None) -> str:
    return text.decode(errors="replace") if text else ""


def _words(pointer: Any, count: int) -> tuple[str, ...]:
    return tuple(_text(pointer[i]) for i in range(count)) if pointer else ()


@dataclasses.dataclass(frozen=True)
class RecordColumn:
    """A column of a recording: a value for each agent of a frame."""

    name: str
    #: `float`, `int`, `bool`, or `node`: the id of a live node.
    type: str = "float"
    unit: str = ""
    #: Of floats: `exact`; `range` or `cycle`: 16 bits from `low` to `high`.
    coding: str = "exact"
    low: float = 0
    high: float = 0
    #: Words for the values 0, 1, ... of an int.
    words: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class RecordGroup:
    """A group of agents, and how it is drawn."""

    name: str
    radius: float = 0
    #: The labels of the nodes of its tree, by id.
    nodes: tuple[str, ...] = ()
    shape: str = "any"
    #: The number of a colour of the palette; 0: chosen by the viewer. Or red, green and blue as 0x80cc3333.
    color: int = 0


@dataclasses.dataclass(frozen=True, eq=False)
class Geometry:
    """A static object: a path, loop, circle, polygon, edge, place or light."""

    kind: str
    #: The coordinates: (points, dimensions).
    points: npt.NDArray[np.float32]
    name: str = ""
    radius: float = 0


@dataclasses.dataclass(frozen=True)
class Description:
    """What holds for every frame of a recording. The first 2 or 3 columns are the position."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    columns: Sequence[RecordColumn]
    groups: Sequence[RecordGroup]
    name: str = ""
    periodic: tuple[bool, ...] = ()
    #: The time step, in seconds.
    dt: float = 0.1
    seed: int = 0
    #: Steps between frames.
    every: int = 1
    #: Agents whose id is a multiple of this are recorded.
    every_agent: int = 1
    geometry: Sequence[Geometry] = ()

    @property
    def dimensions(self) -> int:
        """The number of dimensions: 2 or 3."""
        return len(self.low)

    def column(self, name: str) -> int:
        """Return the index of a column."""
        for i, column in enumerate(self.columns):
            if column.name == name:
                return i
        raise errors.BadArgument(f"there is no column `{name}`; the columns are "
                                 f"{', '.join(c.name for c in self.columns)}")


def from_c(d: Any) -> Description:
    """Return a description that C has verified."""
    size = d.dimension
    columns = [RecordColumn(_text(c.name), list(TYPES)[c.type], _text(c.unit), _name_of(CODINGS, c.coding), c.low, c.high,
                            _words(c.words, c.word_count)) for c in d.columns[:d.column_count]]
    groups = [RecordGroup(_text(g.name), g.radius, _words(g.nodes, g.node_count), list(SHAPES)[g.look >> 24 & 0x7f],
                          g.look & 0x80ffffff) for g in d.groups[:d.group_count]]
    geometry = [Geometry(_name_of(KINDS, g.kind), np.array(g.points[:g.point_count * size], np.float32).reshape(-1, size),
                         _text(g.name), g.radius) for g in d.geometry[:d.geometry_count]]
    return Description(tuple(d.low[:size]), tuple(d.high[:size]), columns, groups, _text(d.name),
                       tuple(d.periodic[:size]), d.dt / 1e6, d.seed, d.every or 1, d.every_agent or 1, geometry)


def _texts(texts: Sequence[str]) -> Any:
    return (ctypes.c_char_p * len(texts))(*[t.encode() for t in texts]) if texts else None


def to_c(d: Description) -> Any:
    """Return a description for C, which holds everything that it points to."""
    if not len(d.low) == len(d.high) in (2, 3):
        raise errors.BadArgument("`low` and `high` have 2 or 3 numbers each")
    columns = (_c.gestalt_record_column * max(len(d.columns), 1))()
    for column, to in zip(d.columns, columns):
        to.name, to.unit = column.name.encode(), column.unit.encode() or None
        to.type, to.coding = _look_up(TYPES, column.type, "type")[0], _look_up(CODINGS, column.coding, "coding")
        to.low, to.high = column.low, column.high
        to.words, to.word_count = _texts(column.words), len(column.words)
    groups = (_c.gestalt_record_group * max(len(d.groups), 1))()
    for group, to in zip(d.groups, groups):
        to.name, to.radius, to.nodes, to.node_count = group.name.encode(), group.radius, _texts(group.nodes), len(group.nodes)
        to.look = _look_up(SHAPES, group.shape, "shape") << 24 | group.color
    geometry = (_c.gestalt_record_geometry * max(len(d.geometry), 1))()
    for thing, to in zip(d.geometry, geometry):
        points = np.ascontiguousarray(thing.points, np.float32).reshape(-1, len(d.low))
        to.kind, to.name, to.radius = _look_up(KINDS, thing.kind, "kind"), thing.name.encode() or None, thing.radius
        to.points, to.point_count = (ctypes.c_float * points.size)(*points.reshape(-1).tolist()), len(points)
    size = len(d.low)
    made = _c.gestalt_record_description(
        name=d.name.encode(), dimension=size, dt=round(d.dt * 1e6), seed=d.seed, every=d.every, every_agent=d.every_agent,
        columns=columns, column_count=len(d.columns), groups=groups, group_count=len(d.groups), geometry=geometry,
        geometry_count=len(d.geometry))
    made.low[:size], made.high[:size] = list(map(float, d.low)), list(map(float, d.high))
    made.periodic[:size] = [bool(p) for p in d.periodic] or [False] * size
    return made
