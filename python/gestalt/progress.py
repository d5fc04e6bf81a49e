# SPDX-License-Identifier: MIT
"""Progress bars: on a terminal, a line of standard error; in a notebook, a bar below the cell."""
from __future__ import annotations

import importlib
import sys
import time
from typing import Any

#: Seconds before a bar appears, and between its updates.
PATIENCE, PERIOD = 0.5, 0.1
_WIDTH = 30


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    found = shell.get_ipython() if shell and hasattr(shell, "get_ipython") else None
    return found is not None and hasattr(found, "kernel")


def _time(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"


class Progress:
    """A bar for `total` pieces of work. `shown` is None: on terminals and in notebooks only."""

    def __init__(self, total: int, unit: str, shown: bool | None = None) -> None:
        self.total, self.unit, self.done = total, unit, 0
        self._notebook = _is_notebook()
        self._shown = shown if shown is not None else self._notebook or sys.stderr is not None and sys.stderr.isatty()
        self._begun = time.monotonic()
        self._next = self._begun + PATIENCE
        self._display: Any = None
        self._is_visible = False

    def update(self, done: int) -> None:
        """Show how much is done."""
        self.done = done
        if not self._shown:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + PERIOD
        self._draw(now - self._begun)

    def _text(self, seconds: float) -> str:
        rest = f", {_time(seconds * (self.total - self.done) / self.done)} left" if 0 < self.done < self.total else ""
        return f"{self.done:,} of {self.total:,} {self.unit}, {_time(seconds)}{rest}"

    def _draw(self, seconds: float) -> None:
        self._is_visible = True
        if self._notebook:
            self._draw_in_notebook(self._text(seconds))
            return
        filled = _WIDTH * self.done // max(self.total, 1)
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._text(seconds)}\x1b[K")
        sys.stderr.flush()

    def _draw_in_notebook(self, text: str) -> None:
        # IPython need not be installed.
        module: Any = importlib.import_module("IPython.display")
        bar = module.HTML(f'<progress value="{self.done}" max="{max(self.total, 1)}"></progress> {text}')
        if self._display is None:
            self._display = module.display(bar, display_id=True)
        else:
            self._display.update(bar)

    def close(self) -> None:
        """Remove the line on a terminal; in a notebook, show the last state."""
        if not self._is_visible:
            return
        if self._notebook:
            self._draw(time.monotonic() - self._begun)
        else:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
