# SPDX-License-Identifier: MIT
"""Ticks: of all agents, of some, interrupted ones, and sleep."""
from __future__ import annotations

from typing import Any

from . import errors
from ._arguments import whole
from ._interrupts import Interruptible
from ._library import lib
from ._part import Part


class Ticks(Part):
    """Ticks and their results."""

    _retired: list[Any]
    _is_interruptible: bool
    _is_asked_to_stop: bool
    _watcher_failure: BaseException | None = None  # of a function of `watch`

    def tick(self, now: int | None = None) -> None:
        """Tick all agents once. `now` is the time in microseconds; by default, that of the last tick.

        If the population is `interruptible`, Ctrl-C stops the tick: it raises KeyboardInterrupt, and
        the next tick continues with the remaining agents. `interrupt` does the same, but raises `Interrupted`.
        """
        self._check_open()
        when = self._time(now)
        try:
            if self._is_interruptible:
                self._tick_interruptibly(when)
            else:
                lib.gestalt_population_tick(self._handle, when)
        except errors.Rejected as error:
            self._raise_failure(error)
            raise
        finally:
            self._forget_failures()
            self._raise_watcher_failure()
        self._retired.clear()
        for binding in self._bindings:
            for plugin in binding._plugins if binding else ():
                plugin.after_tick(self._handle)

    def _time(self, now: int | None) -> int:
        """Return the time of a tick."""
        return self.now if now is None else whole(now, "`now`", 2**62, -2**62)

    def _tick_interruptibly(self, now: int) -> None:
        watch = Interruptible(self._interrupt_now)
        try:
            while True:
                try:
                    with watch:
                        lib.gestalt_population_tick(self._handle, now)
                    break
                except errors.Interrupted:
                    # A handler that returns lets the tick go on. So does a Ctrl-C that came too late for the last tick.
                    if not watch.finish() and self._is_asked_to_stop:
                        self._is_asked_to_stop = False
                        raise
        finally:
            watch.finish()

    def _interrupt_now(self) -> None:
        lib.gestalt_population_interrupt(self._handle)

    def interrupt(self) -> None:
        """Interrupt the running tick, or else the next one, which then raises `Interrupted`. Any thread may call this.

        The population must be `interruptible`. The tick after that continues the interrupted one.
        """
        with self._turn.ending:
            self._check_open()
            if not self._is_interruptible:
                raise errors.Misuse("only a population with `interruptible=True` can be interrupted")
            self._is_asked_to_stop = True
            self._interrupt_now()

    @property
    def is_interrupted(self) -> bool:
        """Whether the next tick continues one that was interrupted."""
        self._check_open()
        return bool(lib.gestalt_population_is_interrupted(self._handle))

    def is_done(self, agent: int) -> bool:
        """Whether an interrupted tick has already ticked an agent."""
        self._check_open()
        return bool(lib.gestalt_actor_is_done(self._handle, whole(agent, "an id")))

    def _raise_failure(self, error: errors.Rejected) -> None:
        """Raise the exception of a leaf function that an error of a tick stands for, if any."""
        failures = [binding.failures.find(str(error)) for binding in self._bindings + self._retired if binding]
        for failure in failures:
            if failure:
                raise failure from None

    def _forget_failures(self) -> None:
        """Forget the exceptions of a tick that has ended."""
        if not self.is_interrupted:
            for binding in self._bindings + self._retired:
                if binding:
                    binding.failures.forget()

    def _raise_watcher_failure(self) -> None:
        failure, self._watcher_failure = self._watcher_failure, None
        if failure:
            raise failure

    @property
    def failed_agent(self) -> int | None:
        """The agent whose leaf function has failed in the last tick, or None."""
        self._check_open()
        agent = int(lib.gestalt_population_failed_agent(self._handle))
        return None if agent == 2**64 - 1 else agent

    @property
    def ticks(self) -> int:
        """The number of the next tick."""
        self._check_open()
        return int(lib.gestalt_population_ticks(self._handle))

    @property
    def now(self) -> int:
        """The time of the next tick, in microseconds."""
        self._check_open()
        return int(lib.gestalt_population_now(self._handle))

    @now.setter
    def now(self, now: int) -> None:
        self._check_open()
        lib.gestalt_population_set_now(self._handle, whole(now, "`now`", 2**62, -2**62))

    def status(self, agent: int) -> int:
        """Return the status of an agent's root after the last tick."""
        self._check_open()
        return int(lib.gestalt_population_status(self._handle, whole(agent, "an id")))
