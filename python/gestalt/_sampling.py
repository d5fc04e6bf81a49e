# SPDX-License-Identifier: MIT
"""Tables of reports and measures of a run."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import errors
from .tables import table

if TYPE_CHECKING:
    from .world import World


class Sampler:
    """Samples reports and measures during a run."""

    def __init__(self, world: World, names: Sequence[str], every: int | None) -> None:
        if every is not None and every < 1:
            raise errors.BadArgument("`every` must be at least 1")
        reports = world.scene.reports
        self._world, self._names = world, names
        self._indices = {name: i for i, name in enumerate(reports) if name in names}
        self._every = {name: every if every is not None else reports[name].every if name in reports else 0
                       for name in names}
        self._rows: list[list[float]] = []

    def sample(self, is_last: bool) -> None:
        """Add a row if anything is sampled in this step."""
        step = self._world.steps
        chosen = [name for name in self._names if is_last or self._every[name] and step % self._every[name] == 0]
        if not chosen and not is_last:
            return
        measures = self._world.measure() if any(name not in self._indices for name in chosen) else {}
        row = [float(step), self._world.time]
        for name in self._names:
            if name not in chosen:
                row.append(float("nan"))
            elif name in self._indices:
                row.append(self._world.report(name))
            else:
                row.append(float(measures[name]))
        self._rows.append(row)

    def table(self) -> Any:
        values = np.array(self._rows, np.float64).reshape(len(self._rows), 2 + len(self._names))
        columns: dict[str, Any] = {"step": values[:, 0].astype(np.int64), "time": values[:, 1]}
        columns.update({name: values[:, 2 + i] for i, name in enumerate(self._names)})
        return table(columns)
