# SPDX-License-Identifier: MIT
"""Ctrl-C while C code runs on the main thread.

Python runs its signal handlers between two steps of its own code, which C code of seconds keeps it
from. So a thread waits for signals at the file to which Python reports each one at once
(`signal.set_wakeup_fd`), and interrupts the C code.
"""
from __future__ import annotations

import os
import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Callable


_MARK = b"\0"  # no signal has this number


class _Watcher:
    """The thread that waits for signals. There is one for the whole process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.interrupt: Callable[[], None] | None = None
        self.is_idle = threading.Event()
        self.forward = -1  # the file to which Python reported signals before
        self.read_end, self.write_end = os.pipe()
        os.set_blocking(self.write_end, False)
        threading.Thread(target=self.run, name="gestalt-signals", daemon=True).start()

    def run(self) -> None:
        while signals := os.read(self.read_end, 64):
            with self.lock:
                if self.interrupt and signal.SIGINT in signals:
                    self.interrupt()
                others = signals.replace(_MARK, b"")
                if self.forward >= 0 and others:
                    try:
                        os.write(self.forward, others)
                    except OSError:
                        pass  # its reader is gone, or has enough to wake up for
            if _MARK in signals:
                self.is_idle.set()

    def drain(self) -> None:
        """Wait until all signals so far were seen: a late one would interrupt the next call."""
        self.is_idle.clear()
        while True:
            try:
                os.write(self.write_end, _MARK)
                break
            except BlockingIOError:
                time.sleep(0.001)
        self.is_idle.wait()


_watcher: _Watcher | None = None


def _forget_watcher() -> None:
    """The child of a fork does not have the thread."""
    global _watcher
    _watcher = None


os.register_at_fork(after_in_child=_forget_watcher)


class Interruptible:
    """A context in which Ctrl-C calls `interrupt`, from another thread; then `finish` calls Python's handler.

    On other threads than the main one, and if Ctrl-C has no handler in Python, it changes nothing.
    """

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._is_on = False
        self._caught: tuple[int, FrameType | None] | None = None

    def __enter__(self) -> Interruptible:
        global _watcher
        self._handler: Any = signal.getsignal(signal.SIGINT)
        if not callable(self._handler) or threading.current_thread() is not threading.main_thread():
            return self
        _watcher = watcher = _watcher or _Watcher()
        self._is_on = True
        with watcher.lock:
            watcher.interrupt = self._interrupt
        signal.signal(signal.SIGINT, self._catch)
        watcher.forward = signal.set_wakeup_fd(watcher.write_end, warn_on_full_buffer=False)
        return self

    def _catch(self, number: int, frame: FrameType | None) -> None:
        # Python functions of a tick must not see the exception: it would end the tick as their own.
        self._caught = (number, frame)
        self._interrupt()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if not self._is_on or not _watcher:
            return
        self._is_on = False
        signal.set_wakeup_fd(_watcher.forward)
        signal.signal(signal.SIGINT, self._handler)  # first calls _catch for a signal that has just come
        if self.came:
            _watcher.drain()
        with _watcher.lock:
            _watcher.interrupt, _watcher.forward = None, -1

    @property
    def came(self) -> bool:
        """Whether there was a Ctrl-C."""
        return self._caught is not None

    def finish(self) -> bool:
        """If there was a Ctrl-C, call its handler, which by default raises KeyboardInterrupt; return whether so."""
        caught, self._caught = self._caught, None
        if caught:
            self._handler(*caught)
        return caught is not None
