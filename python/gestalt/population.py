# SPDX-License-Identifier: MIT
"""Populations: any number of agents that are ticked together."""
from __future__ import annotations

import ctypes
import html
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Sequence

from . import _c, errors
from ._actors import Movers
from ._agents import Agents
from ._arguments import name_of, whole
from ._groups import Groups
from ._inspect import Inspection
from ._library import lib
from ._life import Life, Turn, takes_turns
from ._snapshots import Snapshots
from ._steps import Steps
from ._systems import Systems
from ._values import Values
from .columns import Pins, Rows
from .host import Host
from .native import Native, to_address
from .shape import Shape

if TYPE_CHECKING:
    from .live import Live, Right

#: The statuses of a tree.
SUCCESS, FAILURE, RUNNING = _c.GESTALT_SUCCESS, _c.GESTALT_FAILURE, _c.GESTALT_RUNNING

_STATES = {"auto": _c.GESTALT_STATES_AUTO, "sparse": _c.GESTALT_STATES_SPARSE, "masks": _c.GESTALT_STATES_MASKS}


@takes_turns("interrupt")
class Population(Agents, Values, Steps, Systems, Groups, Inspection, Movers, Snapshots):
    """Agents of one shape, or of several (`groups`), that are ticked together.

    >>> import gestalt
    >>> counter = gestalt.compile({"gestalt": 1, "blackboard": {"n": "int"},
    ...                            "root": {"type": "set", "key": "n", "to": "n + 1"}}, name="counter")
    >>> population = gestalt.Population(counter, agents=1000)
    >>> for tick in range(3):
    ...     population.tick()
    >>> int(population["n"].sum())
    3000
    """

    def __init__(self, shape: Shape | Sequence[Shape], *, host: Host | Sequence[Host | None] | None = None,
                 agents: int = 0, seed: int = 0, lanes: int = 64, threads: int = 1, grain: int = 0,
                 stack_size: int = 0, start: int = 0, states: str = "auto", kernels: str | None = None,
                 capacity: int = 0, interruptible: bool = False, never_sleeps: bool = False,
                 announces_writes: bool = False, native: Native | Sequence[Native | None] | None = None) -> None:
        """Create a population, with `agents` agents of the first shape.

        With `announces_writes`, more agents sleep. After writing to arrays of `blocks`, call `touch`.
        """
        shapes, hosts, natives = _groups_of(shape, host, native)
        if states not in _STATES:
            raise errors.BadArgument(f"`states` cannot be {states!r}: use one of {', '.join(_STATES)}")
        options = _c.gestalt_population_options(
            group_count=len(shapes), lanes=whole(lanes, "`lanes`", 64, 1),
            threads=whole(threads, "`threads`", 2**32 - 1, 1),
            grain=whole(grain, "`grain`", 2**32 - 1), stack_size=whole(stack_size, "`stack_size`"),
            seed=whole(seed, "`seed`"), start=whole(start, "`start`", 2**62, -2**62), states=_STATES[states],
            kernels=None if kernels is None else name_of(kernels, "`kernels`"), capacity=whole(capacity, "`capacity`"),
            interruptible=bool(interruptible), never_sleeps=bool(never_sleeps), announces_writes=bool(announces_writes))
        whole(agents, "the number of agents")
        self._turn, self._pins, self._generation = Turn(), Pins(), 0
        self._row_cache: dict[int, Rows] = {}
        self._shapes, self._hosts, self._natives = shapes, hosts, natives
        self._retired = []
        self._is_interruptible, self._is_asked_to_stop = bool(interruptible), False
        self._bindings = [h._bind(s) if h is not None else None for s, h in zip(shapes, hosts)]
        self._announces_writes = options.announces_writes
        self.lanes = int(options.lanes)
        groups = (_c.gestalt_group * len(shapes))()
        for i, (s, binding) in enumerate(zip(shapes, self._bindings)):
            groups[i].shape = s._handle
            groups[i].host = binding._handle if binding else None
            groups[i].native = to_address(natives[i])
        options.groups = groups
        handle = ctypes.c_void_p()
        try:
            lib.gestalt_population_create(ctypes.byref(options), ctypes.byref(handle))
        except errors.BadArgument:
            _check_hosts(shapes, hosts)
            raise
        self._handle = handle.value or 0
        self._life = Life(self._handle, lib.gestalt_population_destroy, *(s._life for s in shapes),
                          *(b._life for b in self._bindings if b))
        if agents:
            self.spawn(agents)

    def close(self) -> None:
        """Free the population. Using it or its views raises `Expired` afterwards."""
        if not self._handle:
            return
        self._pins.check("closing the population")
        with self._turn.ending:
            handle, self._handle = self._handle, 0
        try:
            self._life.release()
        except errors.Error:
            self._handle = handle
            raise
        self._changes()

    def __del__(self) -> None:
        # Arrays over its memory keep the population, so that usually none exists now.
        if getattr(self, "_handle", 0) and not self._pins:
            self._abandon_edit()
            self._handle = 0
            self._life.release()

    def __enter__(self) -> Population:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def live(self, *, rights: Iterable[Right] | Literal["all"] = ("pace", "write"), paused: bool = False,
             name: str | None = None, port: int = 0, address: str | None = None, token: str | None = None,
             dt: float = 0, save: Callable[[], bytes] | None = None, load: Callable[[bytes], object] | None = None,
             log: str | os.PathLike[str] | None = None) -> Live:
        """Serve a page about the population, a debugger in the browser, on this machine.

        `rights` are what the page may do besides looking: "pace" (pause, step, breakpoints), "speed"
        (ticks per second), "write" (keys), "spawn" (also despawn and cancel) and "back" (go to
        earlier ticks). For "back", `save` and `load` add the state of your program to snapshots.
        With `paused`, the run begins when someone starts it. `dt` is the usual time between two
        ticks, in seconds. `log` is a new file for what people do. Needs libmicrohttpd.
        """
        from .live import Live
        return Live(self, self, rights=rights, paused=paused, name=name, port=port, address=address, token=token,
                    dt=dt, save=save, load=load, log=log)

    def _check_open(self) -> None:
        if not self._handle:
            raise errors.Expired("the population is closed")

    def _changes(self) -> None:
        """Let all views expire: agents are added, removed or moved."""
        self._generation += 1
        self._row_cache.clear()

    def _moves(self, what: str) -> None:
        self._check_open()
        self._pins.check(what)
        self._changes()

    def _rows(self, group: int) -> Rows:
        self._check_open()
        rows = self._row_cache.get(group)
        if rows is None:
            rows = self._row_cache[group] = Rows(self, group)
        return rows

    def _repr_html_(self) -> str:
        from .show import population_page
        return population_page(self) if self._handle else f"<p>{html.escape(repr(self))}</p>"

    def __repr__(self) -> str:
        if not self._handle:
            return "<gestalt.Population: closed>"
        names = ", ".join(s.name for s in self._shapes)
        try:
            return f"<gestalt.Population of {names}: {len(self):,} agents, tick {self.ticks}>"
        except errors.Misuse:
            return f"<gestalt.Population of {names}: used by another thread>"


def _check_hosts(shapes: list[Shape], hosts: list[Host | None]) -> None:
    """Raise an error if a tree calls functions, and has no host."""
    for shape, host in zip(shapes, hosts):
        if host is None and shape.functions:
            raise errors.BadArgument(f"{shape!r} calls {', '.join(shape.functions)}: pass a Host that has "
                                     "them as `host`; for deferred actions, an empty Host is enough") from None


def _groups_of(shape: Any, host: Any, native: Any) -> tuple[list[Shape], list[Host | None], list[Native | None]]:
    """Return the shape, the host and the native code of each group."""
    shapes = [shape] if isinstance(shape, Shape) else list(shape) if isinstance(shape, (list, tuple)) else []
    if not shapes or not all(isinstance(s, Shape) for s in shapes):
        raise TypeError("the first argument must be a Shape or a list of shapes: see `gestalt.compile`")
    hosts = list(host) if isinstance(host, (list, tuple)) else [host] * len(shapes)
    if not all(h is None or isinstance(h, Host) for h in hosts):
        raise TypeError("`host` must be a Host, or a list with a Host or None for each shape")
    if len(hosts) != len(shapes):
        raise errors.BadArgument(f"there are {len(hosts)} hosts for {len(shapes)} shapes")
    natives = list(native) if isinstance(native, (list, tuple)) else [native] * len(shapes)
    if len(natives) != len(shapes):
        raise errors.BadArgument(f"`native` has {len(natives)} elements for {len(shapes)} shapes")
    return shapes, hosts, natives
