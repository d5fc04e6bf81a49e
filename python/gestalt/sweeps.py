# SPDX-License-Identifier: MIT
"""Sweeps: a scene with all combinations of some values, and many seeds."""
from __future__ import annotations

import concurrent.futures
import contextlib
import csv
import io
import itertools
import json
import os
import threading
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence, Union

import numpy as np

from . import command, errors
from ._arguments import path_of, whole
from .progress import Progress
from .scene import Scene, SceneHost, setting_text
from .shape import Document, document_text
from .tables import as_printed, column_of, table
from .world import World

#: The values of a setting: one, or a list of them.
Values = Union[Any, Sequence[Any]]
#: Runs a world, and may return more results by name.
Each = Callable[[World], Union[Mapping[str, float], None]]


def _listed(values: Values) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping, os.PathLike)) or not hasattr(values, "__iter__"):
        return [values]
    return list(values)


def _axis_text(value: Any) -> str:
    """Return a value as `--set` of a sweep reads it: commas separate values."""
    text = setting_text(value)
    return json.dumps(text) if isinstance(value, str) and any(c in text for c in ",[]{}()\"'") else text


def sweep(scene: Scene | Document, *, set: Mapping[str, Values] | None = None,
          trees: Mapping[str, Values] | None = None, seeds: int = 1, seed: int | None = None, steps: int | None = None,
          report: str | Iterable[str] | None = None, threads: int | None = None, host: SceneHost | None = None,
          each: Each | None = None, output: str | os.PathLike[str] | None = None, resume: bool = False,
          plot: str | os.PathLike[str] | None = None, plugin: str | os.PathLike[str] | None = None,
          progress: bool | None = None) -> Any:
    """Run a scene with all combinations of the values of `set` and `trees`, with `seeds` seeds each.

    Returns a table with a row for each run: its values, seed, number of steps, results and error message.
    `report` lists the results: names of reports and measures, or `NAME=EXPRESSION`. The command
    `gestalt sweep` executes the runs. It saves the table in the file `output`; with `resume`, it executes
    only runs that are not in this file yet. `plot` is a file for a picture as SVG.

    With `host` or `each`, the runs share this process. `each` is a function that gets each new world, has
    to run it, and may return a dict with more columns. `output`, `resume`, `plot` and `plugin` are then not
    supported, and only the C code of different runs runs in parallel.
    """
    axes = [(path, _listed(values)) for path, values in (set or {}).items()]
    tree_axes = [(group, _listed(values)) for group, values in (trees or {}).items()]
    for path, values in axes + tree_axes:
        if not values:
            raise errors.BadArgument(f"`{path}` has no values")
    reports = [report] if isinstance(report, str) else None if report is None else list(report)
    count = whole(seeds, "`seeds`", 100_000, 1)
    total = count
    for _, values in axes + tree_axes:
        total *= len(values)
    with Progress(total, "runs", progress) as bar:
        if host is None and each is None:
            arguments = _arguments(axes, tree_axes, reports, {"--seeds": count, "--seed": seed, "--steps": steps,
                                                              "--threads": threads, "-o": output, "--plot": plot,
                                                              "--plugin": plugin})
            return _by_command(scene, arguments + (["--resume"] if resume else []), output, bar)
        if output or resume or plot or plugin:
            raise errors.BadArgument("`output`, `resume`, `plot` and `plugin` are for sweeps without `host` and `each`")
        runs = _Runs(scene, axes, tree_axes, reports, host, each)
        return runs.table(count, seed, steps, threads or 1, bar)


def _arguments(axes: Sequence[tuple[str, list[Any]]], tree_axes: Sequence[tuple[str, list[Any]]],
               reports: Sequence[str] | None, options: Mapping[str, Any]) -> list[str]:
    arguments = []
    for path, values in axes:
        arguments += ["--set", f"{path}={','.join(_axis_text(v) for v in values)}"]
    for group, values in tree_axes:
        if any(isinstance(v, Mapping) for v in values):
            raise errors.BadArgument("trees of a sweep are files; a tree that is a dict can be a value of "
                                     f"`{group}.tree` in `set`")
        arguments += ["--tree", f"{group}={','.join(os.path.abspath(v) for v in values)}"]
    for name in reports or []:
        arguments += ["--report", name]
    for option, value in options.items():
        if value is not None:
            is_path = option in ("-o", "--plot", "--plugin")
            arguments += [option, os.path.abspath(value) if is_path else str(whole(value, f"`{option.lstrip('-')}`"))]
    return arguments


def _by_command(scene: Scene | Document, arguments: list[str], output: Any, bar: Progress) -> Any:
    text, folder, path = None, None, "-"
    if isinstance(scene, Scene):
        if scene.host is not None or scene._how[1]:
            raise errors.BadArgument("a Scene object with a host or other trees needs `each` or `host`")
        text, folder = scene.text, scene._how[2] or None
    elif (text := document_text(scene)) is None:
        path = os.fsdecode(path_of(scene))
    lines = itertools.count()  # the first one has the names
    # The exit status is 1 if runs have failed, or if there is no table because the scene has errors.
    said = command.run(["sweep", path, *arguments], input=text, folder=folder, accept=(0, 1), needs_text=output is None,
                       on_line=lambda line: bar.update(next(lines)))
    if output is not None:
        with open(output, encoding="utf-8", newline="") as file:
            said = file.read()
    return _read(said)


def _read(text: str) -> Any:
    """Return the table of the program."""
    rows = list(csv.reader(io.StringIO(text)))
    texts = ("error", "sweep")
    return table({name: np.array([row[i] for row in rows[1:]], object) if name in texts
                  else column_of([row[i] for row in rows[1:]]) for i, name in enumerate(rows[0])})


class _Runs:
    """Runs in this process, and the same table as the program's."""

    def __init__(self, scene: Scene | Document, axes: Sequence[tuple[str, list[Any]]],
                 tree_axes: Sequence[tuple[str, list[Any]]], reports: Sequence[str] | None, host: SceneHost | None,
                 each: Each | None) -> None:
        if isinstance(scene, Scene) and (axes or tree_axes or host or reports):
            raise errors.BadArgument("`set`, `trees`, `host` and `report` need a path or dict, not a Scene object")
        self._scene, self._axes, self._tree_axes, self._host, self._each = scene, axes, tree_axes, host, each
        self._reports = None if reports is None else [r.partition("=")[0] for r in reports]
        self._added = [r for r in reports or [] if "=" in r]
        self._scenes: dict[int, Scene] = {}
        self._lock = threading.Lock()
        self._running: list[World] = []

    def _read_scene(self, number: int, chosen: Sequence[Any]) -> Scene:
        """Return the scene of a combination, which is read once for all seeds."""
        if isinstance(self._scene, Scene):
            return self._scene
        with self._lock:
            if number not in self._scenes:
                settings = dict(zip((path for path, _ in self._axes), chosen))
                trees = dict(zip((group for group, _ in self._tree_axes), chosen[len(self._axes):]))
                scene = Scene(self._scene, set=settings, trees=trees, host=self._host)
                added = [(name, value) for name, _, value in (r.partition("=") for r in self._added)]
                self._scenes[number] = scene.changed(
                    [("reports.+", json.dumps({"name": n, "value": v})) for n, v in added]) if added else scene
            return self._scenes[number]

    def _run(self, number: int, chosen: Sequence[Any], seed: int, steps: int | None) -> tuple[int, dict[str, Any], str]:
        """Return the steps, the results and the error of a run."""
        try:
            with World(self._read_scene(number, chosen), seed=seed) as world, self._interruptible(world):
                more: Mapping[str, float] | None = None
                if self._each is not None:
                    more = self._each(world)
                else:
                    world.run(steps, report=[], progress=False)
                known = world.measure()
                wanted = list(known) if self._reports is None else self._reports
                for name in wanted:
                    if name not in known:
                        raise errors.BadArgument(f"the scene reports no `{name}`; it has {', '.join(known)}")
                results = {name: known[name] if isinstance(known[name], int) else as_printed(known[name])
                           for name in wanted}
                results.update(more or {})
                return world.steps, results, ""
        except errors.BadArgument:
            raise
        except errors.Error as error:
            return 0, {}, str(error).splitlines()[0]

    @contextlib.contextmanager
    def _interruptible(self, world: World) -> Iterator[None]:
        """Let other threads interrupt a world, as long as it is open."""
        with self._lock:
            self._running.append(world)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(world)

    def table(self, seeds: int, seed: int | None, steps: int | None, threads: int, bar: Progress) -> Any:
        """Do all runs, and return their table."""
        combinations = list(itertools.product(*(values for _, values in [*self._axes, *self._tree_axes])))
        first = self._read_scene(0, combinations[0]).seed if seed is None else whole(seed, "`seed`")
        jobs = [(i, chosen, first + k) for i, chosen in enumerate(combinations) for k in range(seeds)]
        done = itertools.count(1)

        def job(number: int, chosen: Sequence[Any], own: int) -> tuple[int, dict[str, Any], str]:
            result = self._run(number, chosen, own, steps)
            bar.update(next(done))
            return result

        if threads == 1:
            results = [job(*j) for j in jobs]
        else:
            with concurrent.futures.ThreadPoolExecutor(threads) as pool:
                try:
                    results = list(pool.map(lambda j: job(*j), jobs))
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    with self._lock:
                        for world in self._running:
                            world.interrupt()
                    raise
        return self._columns(jobs, results)

    def _columns(self, jobs: Sequence[tuple[int, Sequence[Any], int]],
                 results: Sequence[tuple[int, dict[str, Any], str]]) -> Any:
        columns: dict[str, Any] = {"run": np.arange(len(jobs))}
        for i, (path, _) in enumerate([*self._axes, *self._tree_axes]):
            columns[path] = column_of([_axis_text(os.fspath(c[i]) if isinstance(c[i], os.PathLike) else c[i])
                                       for _, c, _ in jobs])
        columns["seed"] = np.array([own for _, _, own in jobs])
        has_failed = any(error for _, _, error in results)
        columns["steps"] = np.array([float("nan") if error else count for count, _, error in results])
        for name in dict.fromkeys(name for _, found, _ in results for name in found):
            cells = [found.get(name, float("nan")) for _, found, _ in results]
            columns[name] = np.array(cells, np.float64) if has_failed else np.array(cells)
        columns["error"] = np.array([error for _, _, error in results], object)
        return table(columns)
