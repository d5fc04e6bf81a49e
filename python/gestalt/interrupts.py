# SPDX-License-Identifier: MIT
"""Ctrl-C during calls of C.

Python runs its signal handlers after a call of C has returned. So that a call that can be
interrupted need not run to its end, a thread waits for the signal and calls a function at once.
"""
from __future__ import annotations

import os
import signal
import socket
import threading
from types import FrameType
from typing import Any, Callable


_MARK = b"\0"  # no signal has this number


class _Listener:
    """A thread that calls a function when a signal comes."""

    def __init__(self) -> None:
        self._read, self.write = socket.socketpair()
        self.write.setblocking(False)
        self._lock = threading.Lock()
        self._target: Callable[[], Any] | None = None
        self._called = False
        self.forward_to = -1  # where other signals, and later users, expect the signal's byte
        self.process = os.getpid()
        self._is_idle = threading.Event()
        threading.Thread(target=self._listen, name="gestalt-interrupts", daemon=True).start()

    def _listen(self) -> None:
        while numbers := self._read.recv(64):
            with self._lock:
                signals = numbers.replace(_MARK, b"")
                if self.forward_to >= 0 and signals:
                    try:
                        os.write(self.forward_to, signals)
                    except OSError:
                        pass  # the reader is full or gone
                if self._target and signal.SIGINT in numbers:
                    self._called = True
                    self._target()
            if _MARK in numbers:
                self._is_idle.set()

    def begin(self, target: Callable[[], Any]) -> None:
        with self._lock:
            self._target, self._called = target, False

    def drain(self) -> None:
        """Wait until all signals so far were seen: a late one would interrupt the next call."""
        self._is_idle.clear()
        self.write.setblocking(True)
        self.write.send(_MARK)
        self.write.setblocking(False)
        self._is_idle.wait()

    def end(self) -> bool:
        with self._lock:
            self._target = None
            return self._called


_listener: _Listener | None = None


class Interruptible:
    """While entered, Ctrl-C calls a function of C, such as an interrupt; afterwards it raises KeyboardInterrupt.

    Does nothing in threads that do not get signals, nor if the program handles Ctrl-C in C, or ignores it.
    """

    def __init__(self, interrupt: Callable[[], Any]) -> None:
        self._interrupt = interrupt
        self._is_active = False
        #: Whether the function was called.
        self.was_called = False
        #: Whether Ctrl-C was pressed.
        self.came = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.came = True

    def __enter__(self) -> Interruptible:
        global _listener
        handler = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(handler):
            return self
        if _listener is None or _listener.process != os.getpid():
            _listener = _Listener()
        self._handler = handler
        signal.signal(signal.SIGINT, self._note)
        _listener.begin(self._interrupt)
        self._old = signal.set_wakeup_fd(_listener.write.fileno(), warn_on_full_buffer=False)
        _listener.forward_to = self._old
        self._is_active = True
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if not self._is_active or _listener is None:
            return
        signal.set_wakeup_fd(self._old, warn_on_full_buffer=False)
        self._is_active = False
        signal.signal(signal.SIGINT, self._handler)  # first calls _note for a signal that has just come
        if self.came:
            _listener.drain()
        self.was_called = _listener.end()
        if self.came:
            self._handler(signal.SIGINT, None)  # raises KeyboardInterrupt, unless the program has its own handler
