# SPDX-License-Identifier: MIT
"""A web page about a population or a world that a program ticks: a debugger in the browser."""
from __future__ import annotations

import ctypes
import dataclasses
import html
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal

from . import _c, errors
from ._arguments import path_of, whole
from ._library import lib
from ._life import Unique

if TYPE_CHECKING:
    import os

    from .population import Population
    from .world import World

Right = Literal["pace", "speed", "write", "spawn", "back"]
_RIGHTS = {"pace": _c.GESTALT_LIVE_PACE, "speed": _c.GESTALT_LIVE_SPEED, "write": _c.GESTALT_LIVE_WRITE,
           "spawn": _c.GESTALT_LIVE_SPAWN, "back": _c.GESTALT_LIVE_GO_BACK}
_MOVING = _c.GESTALT_LIVE_SPAWN | _c.GESTALT_LIVE_GO_BACK  # rights by which a poll may add, remove or move agents
_WISHES: dict[int, Literal["tick", "wait", "repeat"]] = {
    _c.GESTALT_LIVE_TICK: "tick", _c.GESTALT_LIVE_WAIT: "wait", _c.GESTALT_LIVE_REPEAT: "repeat"}
_REASONS = {_c.GESTALT_LIVE_BEGUN: "begun", _c.GESTALT_LIVE_PAUSED: "paused", _c.GESTALT_LIVE_ARRIVED: "arrived",
            _c.GESTALT_LIVE_BROKEN: "breakpoint", _c.GESTALT_LIVE_STOPPED: "stopped"}


@dataclasses.dataclass(frozen=True)
class LiveState:
    """Whether a run waits, and why."""

    #: Whether it waits: neither runs nor goes to a tick.
    waits: bool
    #: Why it waits, or last waited: "begun", "paused", "arrived", "breakpoint" or "stopped".
    reason: str
    #: The agent, group and node that a breakpoint has hit; None if the hit is about none.
    agent: int | None
    group: int
    node: int | None


def _function(member: str) -> Any:
    return next(field[1] for field in _c.gestalt_live_keeper._fields_ if field[0] == member)


class Live(Unique):
    """A page about a population or a world. `Population.live` and `World.live` create it.

    The server works only during `poll`, so call this once before each tick. `run` is a loop that does so.

    >>> import gestalt
    >>> shape = gestalt.compile({"gestalt": 1, "root": {"type": "running"}}, name="guard")
    >>> population = gestalt.Population(shape, agents=10)
    >>> with population.live() as live:
    ...     live.link.startswith("http://127.0.0.1:")
    ...     live.run(population.tick, ticks=5)
    True
    >>> population.ticks
    5
    """

    _instead = "`Population.live` creates another one"

    def __init__(self, of: Population | World, population: Population, *, rights: Iterable[Right] | Literal["all"],
                 paused: bool, name: str | None, port: int, address: str | None, token: str | None, dt: float,
                 save: Callable[[], bytes] | None, load: Callable[[bytes], object] | None,
                 log: str | os.PathLike[str] | None) -> None:
        self._population, self._handle = population, 0
        population._check_open()
        self._rights = _rights_of(rights)
        options = _c.gestalt_live_options(
            name=None if name is None else name.encode(), rights=self._rights, starts_paused=bool(paused),
            dt=round(dt * 1e6), address=None if address is None else address.encode(), port=whole(port, "`port`", 65535),
            token=None if token is None else token.encode(), log=None if log is None else path_of(log))
        if of is population:
            options.population = population._handle
        else:
            options.world = of._handle
        self._keep(options, save, load)
        handle = ctypes.c_void_p()
        try:
            lib.gestalt_live_create(ctypes.byref(options), ctypes.byref(handle))
        except errors.Error:
            if self._failure is not None:
                raise self._failure from None
            raise
        self._handle = handle.value or 0
        # The debugger needs the agents and their trees, also if the program edits or closes them meanwhile.
        self._lives = [of._life, *(shape._life for shape in population._shapes)]
        for life in self._lives:
            life.keep()

    def _keep(self, options: Any, save: Callable[[], bytes] | None, load: Callable[[bytes], object] | None) -> None:
        """Let the callbacks of the program save and load what it has besides its agents."""
        self._failure: BaseException | None = None
        if (save is None) != (load is None):
            raise errors.BadArgument("pass both `save` and `load`, or none")
        if save is None or load is None:
            return
        saves, loads = save, load

        def on_save(user: int, writer: Any, error: Any) -> int:
            try:
                data = bytes(saves())
            except BaseException as failure:  # raised by `poll`
                return self._fails(failure, error)
            return 0 if writer.write(writer.user, data, len(data)) else int(_c.GESTALT_NO_MEMORY)

        def on_load(user: int, data: int, size: int, error: Any) -> int:
            try:
                loads(ctypes.string_at(data, size))
            except BaseException as failure:  # raised by `poll`
                return self._fails(failure, error)
            return 0

        self._callbacks = (_function("save")(on_save), _function("load")(on_load))
        options.keeper.save, options.keeper.load = self._callbacks

    def _fails(self, failure: BaseException, error: Any) -> int:
        self._failure = failure
        error[0].message = f"{type(failure).__name__}: {failure}".encode()[:200]
        return int(_c.GESTALT_REJECTED)

    def _open(self) -> int:
        if not self._handle:
            raise errors.Expired("the page is closed")
        self._population._check_open()
        return self._handle

    @property
    def link(self) -> str:
        """The address of the page. It contains a token: only those who know the link can use the page."""
        return str(lib.gestalt_live_link(self._open()).decode())

    def poll(self, seconds: float = 0) -> Literal["tick", "wait", "repeat"]:
        """Answer requests of pages, for up to `seconds`, and return what to do next.

        - "tick": tick as usual.
        - "wait": do not tick. Someone has paused the run, or a breakpoint was hit.
        - "repeat": tick at once, without showing anything: someone goes back to a tick that was done before.

        If the page may spawn agents or go back, views of columns expire.
        """
        handle = self._open()
        if self._rights & _MOVING:
            self._population._moves("a poll of the page, which may spawn agents or go back,")
        milliseconds = min(round(max(seconds, 0) * 1000), 1_000_000)
        wish = self._population._turn.call(self._poll, handle, milliseconds)
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        if wish not in _WISHES:
            raise errors.NoMemory("memory ran out while the page changed agents, which are lost")
        return _WISHES[wish]

    @staticmethod
    def _poll(handle: int, milliseconds: int) -> int:
        return int(lib.gestalt_live_poll(handle, milliseconds))

    def run(self, tick: Callable[[], object], ticks: int | None = None) -> None:
        """Call `tick` whenever the page lets the run continue: until Ctrl-C, or until `ticks` more were done.

        If `tick` raises an exception, the page shows it, the run waits, and `run` raises it as well.
        Going back and forth does not count.
        """
        done = 0
        try:
            while ticks is None or done < ticks:
                wish = self.poll(0.1)
                if wish == "wait":
                    continue
                try:
                    tick()
                except Exception as error:
                    self.stop(f"{type(error).__name__}: {error}")
                    raise
                done += wish == "tick"
        except KeyboardInterrupt:
            if ticks is not None:
                raise

    def stop(self, message: str) -> None:
        """Stop the run, and show a message on the page."""
        lib.gestalt_live_stop(self._open(), message.encode())

    def changed(self) -> None:
        """Report that your program has changed agents while the run waits, so that the page shows it."""
        lib.gestalt_live_changed(self._open())

    @property
    def is_watched(self) -> bool:
        """Whether a page is open."""
        return bool(lib.gestalt_live_is_watched(self._open()))

    @property
    def state(self) -> LiveState:
        """Whether the run waits, and why."""
        found = lib.gestalt_live_now(self._open())
        return LiveState(waits=bool(found.waits), reason=_REASONS[found.reason],
                         agent=None if found.agent == 2**64 - 1 else int(found.agent), group=int(found.group),
                         node=None if found.node == 2**32 - 1 else int(found.node))

    def close(self) -> None:
        """Stop serving the page. The agents stay as they are."""
        handle, self._handle = self._handle, 0
        if not handle:
            return
        try:
            lib.gestalt_live_destroy(handle)
        finally:
            for life in self._lives:
                life.release()

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        if getattr(self, "_handle", 0) and not is_finalizing():
            self.close()

    def __enter__(self) -> Live:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def _repr_html_(self) -> str:
        if not self._handle:
            return "<p>a page that is closed</p>"
        link = html.escape(self.link)
        return f'<p><a href="{link}" target="_blank">{link}</a></p>'

    def __repr__(self) -> str:
        return f"<gestalt.Live: {self.link}>" if self._handle else "<gestalt.Live: closed>"


def _rights_of(rights: Iterable[str] | str) -> int:
    names = list(_RIGHTS) if rights == "all" else [rights] if isinstance(rights, str) else list(rights)
    wrong = [name for name in names if name not in _RIGHTS]
    if wrong:
        raise errors.BadArgument(f"there is no right {wrong[0]!r}: the rights are {', '.join(_RIGHTS)}, or pass \"all\"")
    return sum({_RIGHTS[name] for name in names})
