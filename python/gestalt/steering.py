# SPDX-License-Identifier: MIT
"""Steering without trees: vehicles are arrays, and behaviours move them."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import name_of, whole
from ._library import lib
from ._life import Life, Turn, Unique, takes_turns
from .population import Population

_COMBINERS = {"sum": _c.GESTALT_COMBINE_SUM, "priority": _c.GESTALT_COMBINE_PRIORITY, "fill": _c.GESTALT_COMBINE_FILL,
              "dither": _c.GESTALT_COMBINE_DITHER}
_PUSHES = {"unit": _c.GESTALT_PUSH_UNIT, "inverse": _c.GESTALT_PUSH_INVERSE, "linear": _c.GESTALT_PUSH_LINEAR}
_VECTORS = ("position", "velocity", "heading", "wander")
_NOBODY = 2**32 - 1

#: A number for all vehicles, or an array with one for each.
Number = Union[float, npt.ArrayLike]
#: A box: its lower corner and its size.
Box = tuple[Sequence[float], Sequence[float]]


def behaviours() -> list[str]:
    """Return the names of all behaviours."""
    return [lib.gestalt_behaviour_name(i).decode() for i in range(_c.GESTALT_STEER_COUNT)]


@dataclasses.dataclass
class Urge:
    """A behaviour for some vehicles. docs/steering.md has the formula of each one.

    `points`, `vehicles`, `path` and `numbers` are its arguments, in the order of gestalt_behaviour in
    gestalt/worlds/steer.h: for example, `arrive` takes a point and the seconds of braking. A point is
    one for all vehicles, or an array (vehicles, dimensions); vehicles are rows.
    """

    behaviour: str
    points: Sequence[npt.ArrayLike] = ()
    vehicles: Sequence[Any] = ()
    path: Any = 0
    numbers: Sequence[Number] = ()
    weight: Number = 1.0
    #: The probability of being chosen, with the combiner `dither`.
    probability: Number = 1.0
    #: For each vehicle, whether the behaviour is live; None: for all.
    live: npt.ArrayLike | None = None


@dataclasses.dataclass
class SteeringPath:
    """A path to follow: points (count, dimensions)."""

    points: npt.ArrayLike
    #: Half its width.
    radius: float = 0.0
    closed: bool = False


class _Given:
    """The arguments of a step for C, which hold their arrays."""

    def __init__(self, count: int, dimensions: int) -> None:
        self.count, self.dimensions = count, dimensions
        self.kept: list[Any] = []

    def _column(self, values: Any, dtype: Any, kind: Any, what: str) -> Any:
        column = np.ascontiguousarray(values, dtype)
        if column.shape != (self.count,):
            raise errors.BadArgument(f"{what} has shape {column.shape}: give one value, or one for each of "
                                     f"{self.count} vehicles")
        self.kept.append(column)
        return column.ctypes.data_as(ctypes.POINTER(kind))

    def number(self, to: Any, value: Any, what: str) -> None:
        if np.ndim(value):
            to.column = self._column(value, np.float32, ctypes.c_float, what)
        else:
            to.value = float(value)

    def index(self, to: Any, value: Any, what: str) -> None:
        if np.ndim(value):
            to.column = self._column(value, np.uint32, ctypes.c_uint32, what)
        else:
            to.value = whole(value, what, 2**32 - 1)

    def point(self, to: Any, value: Any, what: str) -> None:
        array = np.asarray(value, np.float32)
        if array.shape == (self.dimensions,):
            to.value[:self.dimensions] = array.tolist()
        elif array.shape == (self.count, self.dimensions):
            for i in range(self.dimensions):
                to.column[i] = self._column(array[:, i], np.float32, ctypes.c_float, what)
        else:
            raise errors.BadArgument(f"{what} has shape {array.shape}: give one point, or one for each of "
                                     f"{self.count} vehicles")

    def urge(self, to: Any, urge: Urge) -> None:
        to.type = lib.gestalt_behaviour_find(name_of(urge.behaviour, "a behaviour"))
        if to.type == _c.GESTALT_STEER_COUNT:
            raise errors.BadArgument(f"there is no behaviour `{urge.behaviour}`: use one of {', '.join(behaviours())}")
        for name, most in (("points", 2), ("vehicles", 2), ("numbers", 3)):
            if len(getattr(urge, name)) > most:
                raise errors.BadArgument(f"a behaviour has at most {most} {name}")
        for i, point in enumerate(urge.points):
            self.point(to.points[i], point, "a point")
        for i, vehicle in enumerate(urge.vehicles):
            self.index(to.vehicles[i], vehicle, "a vehicle")
        for i, number in enumerate(urge.numbers):
            self.number(to.numbers[i], number, "a number")
        self.index(to.path, urge.path, "the path")
        self.number(to.weight, urge.weight, "the weight")
        self.number(to.probability, urge.probability, "the probability")
        if urge.live is not None:
            bools = np.zeros(-(-self.count // 64) * 64, np.bool_)
            bools[:self.count] = np.broadcast_to(np.asarray(urge.live, np.bool_), (self.count,))
            masks = np.packbits(bools, bitorder="little").view(np.uint64)
            self.kept.append(masks)
            to.live = masks.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64))


def _chosen(table: dict[str, int], name: str, what: str) -> int:
    if name not in table:
        raise errors.BadArgument(f"there is no {what} {name!r}: use one of {', '.join(table)}")
    return table[name]


def _box(box: Box | None, dimensions: int) -> Any:
    if box is None:
        return None
    made = _c.gestalt_steer_box()
    for to, given in ((made.low, box[0]), (made.size, box[1])):
        to[:dimensions] = [float(v) for v in given]
    return ctypes.pointer(made)


@takes_turns()
class Steering(Unique):
    """Vehicles that behaviours move, without trees.

    Attributes such as `position`, `velocity` and `mass` return copies. Assigning to them writes the values of
    all vehicles.

    >>> pond = Steering(size=(20, 20), capacity=100, periodic=True)
    >>> rows = pond.add(range(50), seed=7)
    >>> pond.step([Urge("seek", points=[(10, 10)])], dt=0.1)
    >>> pond.velocity.shape
    (50, 2)
    """

    def __init__(self, size: Sequence[float], capacity: int, *, low: Sequence[float] | None = None,
                 periodic: bool = False, reach: float = 0.0, push: str = "unit", drive_left: bool = False,
                 paths: Sequence[SteeringPath] = (), obstacles: Sequence[tuple[Sequence[float], float]] = (),
                 kernels: str | None = None, threads: Population | None = None, window: Box | None = None,
                 agents_of_all: int = 0) -> None:
        self._handle, self._turn, self._d = 0, Turn(), len(size)
        if self._d not in (2, 3) or (low is not None and len(low) != self._d):
            raise errors.BadArgument("`size` and `low` have 2 or 3 numbers each")
        options = _c.gestalt_steering_options(
            dimensions=self._d, periodic=bool(periodic), capacity=whole(capacity, "`capacity`", 2**32 - 1), reach=reach,
            push=_chosen(_PUSHES, push, "push"), drive_left=bool(drive_left), path_count=len(paths),
            obstacle_count=len(obstacles), kernels=None if kernels is None else name_of(kernels, "`kernels`"),
            window=_box(window, self._d), agents_of_all=whole(agents_of_all, "`agents_of_all`", 2**32 - 1))
        options.size[:self._d] = [float(v) for v in size]
        options.low[:self._d] = [float(v) for v in low or [0.0] * self._d]
        options.paths = self._paths(paths)
        options.obstacles = (_c.gestalt_steer_obstacle * max(len(obstacles), 1))()
        for i, (centre, radius) in enumerate(obstacles):
            options.obstacles[i].centre[:self._d] = [float(v) for v in centre]
            options.obstacles[i].radius = float(radius)
        if threads is not None:
            threads._check_open()
            options.threads = threads._handle
        handle = ctypes.c_void_p()
        lib.gestalt_steering_create(ctypes.byref(options), ctypes.byref(handle))
        self._handle = handle.value or 0
        self._life = Life(self._handle, lib.gestalt_steering_destroy, *([threads._life] if threads is not None else []))

    def _paths(self, paths: Sequence[SteeringPath]) -> Any:
        made = (_c.gestalt_steer_path * max(len(paths), 1))()
        for to, path in zip(made, paths):
            points = np.ascontiguousarray(path.points, np.float32)
            if points.ndim != 2 or points.shape[1] != self._d:
                raise errors.BadArgument(f"the points of a path have shape {points.shape}: it must be (count, {self._d})")
            to.points = (ctypes.c_float * points.size)(*points.reshape(-1).tolist())
            to.point_count, to.radius, to.closed = len(points), float(path.radius), bool(path.closed)
        return made

    def close(self) -> None:
        """Free the vehicles. Using the object raises `Expired` afterwards."""
        if self._handle:
            self._handle = 0
            self._life.release()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self._handle = 0
            self._life.release()

    def _open(self) -> int:
        if not self._handle:
            raise errors.Expired("the steering is closed")
        return self._handle

    # ---- vehicles

    def add(self, ids: int | Sequence[int] | range, seed: int = 0) -> Any:
        """Add a vehicle or several with these ids, and return its row or their rows."""
        if not isinstance(ids, int) and hasattr(ids, "__iter__"):
            return [self._add(one, seed) for one in ids]
        return self._add(ids, seed)

    def _add(self, number: Any, seed: int) -> int:
        row = int(lib.gestalt_steering_add(self._open(), whole(number, "an id"), whole(seed, "`seed`")))
        if row == _NOBODY:
            raise errors.Limit("there is no room for more vehicles: resize the steering")
        return row

    def remove(self, row: int) -> None:
        """Remove a vehicle. The last one moves to its row."""
        if whole(row, "a row", _NOBODY) >= self.own:
            raise errors.BadArgument(f"there is no vehicle in row {row}")
        lib.gestalt_steering_remove(self._open(), row)

    def set_ghosts(self, count: int) -> None:
        """Set the number of ghosts: vehicles in the last rows, which others see, and which steps do not move."""
        lib.gestalt_steering_set_ghosts(self._open(), whole(count, "the number of ghosts", 2**32 - 1))

    def resize(self, capacity: int, agents_of_all: int = 0) -> None:
        """Change the maximum number of vehicles."""
        lib.gestalt_steering_resize(self._open(), whole(capacity, "`capacity`", 2**32 - 1),
                                    whole(agents_of_all, "`agents_of_all`", 2**32 - 1))

    def set_window(self, window: Box | None) -> None:
        """Change the box that contains everything that vehicles see. None: the whole world."""
        lib.gestalt_steering_set_window(self._open(), _box(window, self._d))

    def _vehicles(self) -> Any:
        return lib.gestalt_steering_vehicles(self._open())

    def __len__(self) -> int:
        return int(self._vehicles().count)

    @property
    def own(self) -> int:
        """The number of vehicles that are not ghosts."""
        return int(self._vehicles().own)

    def _column(self, pointer: Any, count: int) -> npt.NDArray[Any]:
        return np.ctypeslib.as_array(pointer, (count,))  # used before the memory can move

    def _get(self, name: str) -> npt.NDArray[Any]:
        vehicles = self._vehicles()
        found = getattr(vehicles, name)
        if name in _VECTORS:
            return np.stack([self._column(found[i], vehicles.count) for i in range(self._d)], axis=1)
        return np.array(self._column(found, vehicles.count))

    def _set(self, name: str, values: Any) -> None:
        vehicles = self._vehicles()
        found = getattr(vehicles, name)
        if name not in _VECTORS:
            kind = np.uint64 if name in ("id", "random") else np.float32
            try:
                array = np.asarray(values, kind)
            except OverflowError:
                raise errors.BadArgument(f"`{name}` has values that are too large") from None
            self._column(found, vehicles.count)[...] = np.broadcast_to(array, (vehicles.count,))
            return
        vectors = np.broadcast_to(np.asarray(values, np.float32), (vehicles.count, self._d))
        for i in range(self._d):
            self._column(found[i], vehicles.count)[...] = vectors[:, i]

    # ---- values

    @property
    def position(self) -> npt.NDArray[np.float32]:
        """The positions: (vehicles, dimensions)."""
        return self._get("position")

    @position.setter
    def position(self, values: npt.ArrayLike) -> None:
        self._set("position", values)

    @property
    def velocity(self) -> npt.NDArray[np.float32]:
        """The velocities."""
        return self._get("velocity")

    @velocity.setter
    def velocity(self, values: npt.ArrayLike) -> None:
        self._set("velocity", values)

    @property
    def heading(self) -> npt.NDArray[np.float32]:
        """The directions as unit vectors. A vehicle that stops keeps its last direction."""
        return self._get("heading")

    @heading.setter
    def heading(self, values: npt.ArrayLike) -> None:
        self._set("heading", values)

    @property
    def mass(self) -> npt.NDArray[np.float32]:
        """The masses, greater than 0."""
        return self._get("mass")

    @mass.setter
    def mass(self, values: npt.ArrayLike) -> None:
        self._set("mass", values)

    @property
    def radius(self) -> npt.NDArray[np.float32]:
        """The radii of the bodies."""
        return self._get("radius")

    @radius.setter
    def radius(self, values: npt.ArrayLike) -> None:
        self._set("radius", values)

    @property
    def max_speed(self) -> npt.NDArray[np.float32]:
        """The greatest speeds."""
        return self._get("max_speed")

    @max_speed.setter
    def max_speed(self, values: npt.ArrayLike) -> None:
        self._set("max_speed", values)

    @property
    def max_force(self) -> npt.NDArray[np.float32]:
        """The greatest forces."""
        return self._get("max_force")

    @max_force.setter
    def max_force(self, values: npt.ArrayLike) -> None:
        self._set("max_force", values)

    @property
    def min_speed(self) -> npt.NDArray[np.float32]:
        """The least speeds; 0: vehicles can stop."""
        return self._get("min_speed")

    @min_speed.setter
    def min_speed(self, values: npt.ArrayLike) -> None:
        self._set("min_speed", values)

    @property
    def id(self) -> npt.NDArray[np.uint64]:
        """The ids, all different."""
        return self._get("id")

    @id.setter
    def id(self, values: npt.ArrayLike) -> None:
        self._set("id", values)

    @property
    def wander(self) -> npt.NDArray[np.float32]:
        """The state of `wander`: unit vectors."""
        return self._get("wander")

    @wander.setter
    def wander(self, values: npt.ArrayLike) -> None:
        self._set("wander", values)

    @property
    def random(self) -> npt.NDArray[np.uint64]:
        """The states of the random streams."""
        return self._get("random")

    @random.setter
    def random(self, values: npt.ArrayLike) -> None:
        self._set("random", values)

    # ---- steps

    def step(self, urges: Sequence[Urge], dt: float, combiner: str = "sum") -> None:
        """Advance by `dt` seconds: compute the forces of all urges in their order, combine them, and move.

        `combiner` is `sum`, `priority`, `fill` or `dither`. If the new position of a vehicle would not be
        finite, it does not move, and the call raises Rejected; `lost` is the vehicle's row.
        """
        given = _Given(len(self), self._d)
        listed = (_c.gestalt_urge * max(len(urges), 1))()
        for to, urge in zip(listed, urges):
            given.urge(to, urge)
        result = lib.gestalt_steering_step(self._open(), _chosen(_COMBINERS, combiner, "combiner"), listed, len(urges), dt)
        if result == _c.GESTALT_REJECTED:
            raise errors.Rejected(f"the vehicle in row {self.lost} cannot move: its position or velocity would not be finite")
        if result == _c.GESTALT_BAD_ARGUMENT:
            raise errors.BadArgument(f"the vehicle in row {self.lost} is outside of the window")
        if result:
            errors.throw(result, "")

    @property
    def lost(self) -> int | None:
        """The first row that did not move in the last step, or None."""
        row = int(lib.gestalt_steering_lost(self._open()))
        return None if row == _NOBODY else row

    def near(self, point: npt.ArrayLike, radius: float) -> npt.NDArray[np.uint32]:
        """Return the rows of vehicles within a radius of a point, as of the start of the last step."""
        place = np.ascontiguousarray(point, np.float32)
        if place.shape != (self._d,):
            raise errors.BadArgument(f"a point has {self._d} numbers")
        rows = np.empty(max(len(self), 1), np.uint32)
        count = lib.gestalt_steering_near(self._open(), place.ctypes.data_as(ctypes.POINTER(ctypes.c_float)), radius,
                                          rows.ctypes.data_as(ctypes.POINTER(ctypes.c_uint32)), len(rows))
        return rows[:count]

    def __repr__(self) -> str:
        return f"<gestalt.Steering: {len(self):,} vehicles>" if self._handle else "<gestalt.Steering: closed>"
