# SPDX-License-Identifier: MIT
"""Worlds: agents that steer by their trees, created from a scene."""
from __future__ import annotations

import ctypes
import html
import json
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _c, errors
from ._arguments import name_of, path_of, whole
from ._edits import EditReport, take_report, to_renames
from ._library import Collected, lib
from ._interrupts import Interruptible
from ._life import Life, Turn, Unique, takes_turns
from ._sampling import Sampler
from ._world_groups import WorldGroup, WorldPopulation
from .progress import Progress
from .scene import Scene, SceneHost, Settings, Trees
from .shape import Document

if TYPE_CHECKING:
    from .live import Live, Right
    from .recorder import WorldRecorder

#: Reports: names of reports and measures, and `NAME=EXPRESSION` for others; or a dict of names and expressions.
Reports = Union[str, Sequence[str], Mapping[str, str]]
#: What ends a run: an expression over groups, or a function of the world.
Until = Union[str, Callable[["World"], bool]]


# What calls functions of the program does not take a turn, so that these can use views.
@takes_turns("run", "step", "interrupt")
class World(Unique):
    """Agents that steer by their trees, created from a scene.

    >>> scene = {"scene": 1, "world": {"size": [9, 9], "periodic": True, "dt": 0.1}, "groups": [
    ...     {"name": "birds", "count": 30, "vehicle": {"max_speed": 1},
    ...      "tree": {"gestalt": 1, "root": {"type": "action", "do": "wander"}}}]}
    >>> with World(scene, seed=3) as world:
    ...     table = world.run(10, report="fast=count(birds, speed > 2)", every=5)
    ...     print(world.steps, [int(step) for step in table["step"]], [float(fast) for fast in table["fast"]])
    10 [0, 5, 10] [0.0, 0.0, 0.0]
    """

    def __init__(self, scene: Scene | Document, *, set: Settings | None = None, trees: Trees | None = None,
                 host: SceneHost | None = None, seed: int | None = None, threads: int = 1, lanes: int = 64,
                 kernels: str | None = None, interruptible: bool = True) -> None:
        self._handle = 0
        if isinstance(scene, Scene):
            if set or trees or host:
                raise errors.BadArgument("`set`, `trees` and `host` are arguments of the Scene, which was read before")
        else:
            scene = Scene(scene, set=set, trees=trees, host=host)
        self.scene = scene
        self._turn, self._lanes = Turn(), whole(lanes, "`lanes`", 64, 1)
        self._seed = None if seed is None else ctypes.c_uint64(whole(seed, "`seed`"))
        self._options = _c.gestalt_world_options(
            threads=whole(threads, "`threads`", 2**32 - 1, 1), lanes=lanes, interruptible=bool(interruptible),
            kernels=None if kernels is None else name_of(kernels, "`kernels`"),
            seed=ctypes.pointer(self._seed) if self._seed is not None else None)
        self._is_asked_to_stop = False
        self._recorders: list[WorldRecorder] = []
        handle = ctypes.c_void_p()
        lib.gestalt_world_create(scene._handle, ctypes.byref(self._options), ctypes.byref(handle))
        self._take(handle.value or 0)

    def _take(self, handle: int) -> None:
        """Make this the world, with a new population."""
        self._handle = handle
        self._life = Life(handle, lib.gestalt_world_destroy, self.scene._life)
        self._population = WorldPopulation(self)
        if self.scene.host is not None:
            self.scene.host._adopt(handle, self._life)

    # ---- lifetime

    def close(self) -> None:
        """Free the world. Views and other uses raise `Expired` afterwards."""
        if self._handle:
            self._population._pins.check("closing the world")
            self._leave()

    def _leave(self) -> None:
        """Use this world no longer."""
        with self._turn.ending:
            self._handle = self._population._handle = 0
        self._life.release()
        self._population._changes()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0) and not self._population._pins:
            self._handle = 0
            self._life.release()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def live(self, *, rights: Iterable[Right] | Literal["all"] = ("pace", "write"), paused: bool = False,
             name: str | None = None, port: int = 0, address: str | None = None, token: str | None = None,
             save: Callable[[], bytes] | None = None, load: Callable[[bytes], object] | None = None,
             log: str | os.PathLike[str] | None = None) -> Live:
        """Serve a page about the world. The parameters are those of `Population.live`.

        Call `Live.run(world.step)`, or `Live.poll` before each step.
        """
        from .live import Live
        self._open()
        return Live(self, self._population, rights=rights, paused=paused, name=name, port=port, address=address,
                    token=token, dt=self.scene.dt, save=save, load=load, log=log)

    def _open(self) -> int:
        if not self._handle:
            raise errors.Expired("the world is closed")
        return self._handle

    def _raise_failure(self, error: errors.Error | None = None) -> None:
        """Raise the exception of a function of the host, if one has raised any in a call of C, which had an error."""
        host = self.scene.host
        failure = host._take_failure(self._handle, str(error or "")) if host is not None else None
        if failure is not None:
            raise failure from None

    # ---- steps

    def step(self, count: int = 1) -> None:
        """Advance by some steps. Ctrl-C undoes or ends the current step, and raises KeyboardInterrupt."""
        self._steps(whole(count, "the number of steps"), lambda: False)

    def _steps(self, count: int, is_done: Callable[[], bool], before: Callable[[int], None] | None = None) -> int:
        """Step until a condition is true, and return the number of steps."""
        watch, done = Interruptible(self._interrupt_now), 0
        with watch:
            while done < count and not watch.came and not is_done():
                if before:
                    before(done)
                done += self._turn.call(self._step, watch)
        if watch.finish():
            raise errors.Interrupted(f"Ctrl-C ended the run after {done} steps: it can be continued")
        return done

    def _step(self, watch: Interruptible) -> bool:
        """Make a step. Return False if Ctrl-C has undone it."""
        self._open()
        self._population._pins.check("a step")
        try:
            while not self._try_step():
                if watch.came:
                    return False
                if self._is_asked_to_stop:
                    self._is_asked_to_stop = False
                    raise errors.Interrupted(f"step {self.steps} was interrupted and undone: step again to continue")
                # A Ctrl-C came too late for an earlier step.
        except errors.Rejected as error:
            self._raise_failure(error)
            raise
        finally:
            self._population._stepped()
        self._raise_failure()
        for recorder in self._recorders:
            recorder._stepped()
        return True

    def _try_step(self) -> bool:
        try:
            lib.gestalt_world_step(self._open())
        except errors.Interrupted:
            self._raise_failure()
            return False
        return True

    def _interrupt_now(self) -> None:
        if self._options.interruptible and self._handle:
            lib.gestalt_world_interrupt(self._handle)

    def interrupt(self) -> None:
        """Interrupt the running step, or else the next one, which then raises `Interrupted`. Any thread may call this.

        The world is then as it was before the step.
        """
        if not self._options.interruptible:
            raise errors.Misuse("only a world with `interruptible=True` can be interrupted")
        with self._turn.ending:
            self._is_asked_to_stop = True
            self._interrupt_now()

    @property
    def steps(self) -> int:
        """The number of steps since the start."""
        return int(lib.gestalt_world_steps(self._open()))

    @property
    def time(self) -> float:
        """The time since the start, in seconds."""
        return self.steps * int(self.scene._facts.dt) / 1e6

    # ---- runs

    def run(self, steps: int | None = None, *, until: Until | None = None, report: Reports | None = None,
            every: int | None = None, progress: bool | None = None) -> Any:
        """Run the world, and return a table of reports: a row at the start of each sampled step, and one at the end.

        By default, the number of steps, `until` and the reports are those of the scene, as in `gestalt run
        --reports`. A scene without reports has all measures. `until` is an expression, which replaces
        that of the scene from now on, or a function that gets the world. `report` lists names of reports
        and measures; `NAME=EXPRESSION` adds a report. `every` is the number of steps between samples; by
        default, each report has its own. Reports that were not sampled in a row are NaN.

        Ctrl-C ends a run. The next call of `run` continues it.
        """
        names = self._prepare(report, until if isinstance(until, str) else None)
        sampler = Sampler(self, names, every)
        count = self.scene.steps if steps is None else whole(steps, "the number of steps")

        def is_done() -> bool:
            return bool(until(self)) if callable(until) else self.is_done

        with Progress(count, "steps", progress) as bar:
            def before(done: int) -> None:
                bar.update(done)
                sampler.sample(False)

            self._steps(count, is_done, before)
        sampler.sample(True)
        return sampler.table()

    def _prepare(self, report: Reports | None, until: str | None) -> list[str]:
        """Add reports and `until` to the scene, and return the names of the chosen reports."""
        if report is None:
            pairs = [(name, "") for name in self.scene.reports] or [(name, "") for name in self.measure()]
        elif isinstance(report, Mapping):
            pairs = list(report.items())
        else:
            texts = [report] if isinstance(report, str) else list(report)
            pairs = [(t.partition("=")[0].strip(), t.partition("=")[2]) for t in texts]
        new = {name: value for name, value in pairs if value}
        if until is not None or any(self._needs(name, value) for name, value in new.items()):
            self._extend({n: v for n, v in new.items() if self._needs(n, v)}, until)
        known = None if all(name in self.scene.reports for name, _ in pairs) else self.measure()
        for name, _ in pairs:
            if known is not None and name not in known:
                raise errors.BadArgument(f"the world reports no `{name}`; it has {', '.join(known)}")
        return [name for name, _ in pairs]

    def _needs(self, name: str, value: str) -> bool:
        found = self.scene.reports.get(name)
        return found is None or found.value != value

    def _extend(self, reports: Mapping[str, str], until: str | None) -> None:
        """Continue with a scene that has more reports, or another `until`."""
        settings = [("reports.+", json.dumps({"name": name, "value": value})) for name, value in reports.items()]
        if until is not None:
            settings.append(("until", json.dumps(until)))
        scene = self.scene.changed(settings)
        self._replaceable("another `until` or more reports")
        handle, saved = ctypes.c_void_p(), self.snapshot()
        lib.gestalt_world_create(scene._handle, ctypes.byref(self._options), ctypes.byref(handle))
        try:
            lib.gestalt_world_load_memory(handle, saved, len(saved))
        except BaseException:
            lib.gestalt_world_destroy(handle)
            raise
        self._replace(handle.value or 0, scene)

    def _replaceable(self, what: str) -> None:
        self._population._pins.check(what)
        if self._recorders:
            raise errors.Misuse(f"{what} would change a world that is recorded: close the recording first")

    def _replace(self, handle: int, scene: Scene) -> None:
        self._leave()
        self.scene = scene
        self._take(handle)

    def report(self, name: str) -> float:
        """Return a report of the scene for the current state; NaN if it covers no agents."""
        names = list(self.scene.reports)
        if name not in names:
            raise errors.BadArgument(f"the scene has no report `{name}`; it has {', '.join(names) or 'none'}")
        return float(lib.gestalt_world_report(self._open(), names.index(name)))

    def reports(self) -> dict[str, float]:
        """Return all reports of the scene for the current state."""
        return {name: self.report(name) for name in self.scene.reports}

    def measure(self) -> dict[str, float]:
        """Return all measures, and the reports, by name: what `gestalt run` prints at the end."""
        outcome = _c.gestalt_outcome()
        lib.gestalt_world_measure(self._open(), ctypes.byref(outcome))
        self._raise_failure()
        rows = outcome.rows[:outcome.count]
        return {row.name.decode(): int(row.count) if row.is_count else float(row.number) for row in rows}

    @property
    def is_done(self) -> bool:
        """Whether the `until` of the scene is true, in a step in which its reports are sampled."""
        return bool(lib.gestalt_world_is_done(self._open()))

    # ---- agents

    @property
    def population(self) -> WorldPopulation:
        """The population, whose groups are those of the scene."""
        self._open()
        return self._population

    @property
    def groups(self) -> dict[str, WorldGroup]:
        """The groups of agents, by name."""
        return {name: WorldGroup(self, i, name) for i, name in enumerate(self.scene.groups)}

    def __getitem__(self, group: str) -> WorldGroup:
        found = self.groups.get(group)
        if found is None:
            raise errors.BadArgument(f"there is no group `{group}`; the groups are {', '.join(self.groups)}")
        return found

    def __len__(self) -> int:
        """Return the number of agents."""
        return int(lib.gestalt_world_columns_of(self._open()).count)

    def _values(self, members: Sequence[Any], count: int, dtype: type) -> npt.NDArray[Any]:
        arrays = [np.ctypeslib.as_array(m, (count,)) if count else np.empty(0, dtype) for m in members]
        return np.stack(arrays, axis=1) if len(arrays) > 1 else np.array(arrays[0])

    def _vectors(self, name: str) -> npt.NDArray[np.float32]:
        columns = lib.gestalt_world_columns_of(self._open())
        return self._values(getattr(columns, name)[:self.scene.dimensions], columns.count, np.float32)

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of all agents, group by group, in ascending order within a group."""
        columns = lib.gestalt_world_columns_of(self._open())
        return self._values([columns.id], columns.count, np.uint64)

    @property
    def position(self) -> npt.NDArray[np.float32]:
        """The positions of all agents after the last step, in the order of `ids`: (agents, dimensions)."""
        return self._vectors("position")

    @property
    def velocity(self) -> npt.NDArray[np.float32]:
        """The velocities, as vectors."""
        return self._vectors("velocity")

    @property
    def heading(self) -> npt.NDArray[np.float32]:
        """The directions of the velocities, or the last ones while agents stand: unit vectors."""
        return self._vectors("heading")

    @property
    def radius(self) -> npt.NDArray[np.float32]:
        """The radii."""
        columns = lib.gestalt_world_columns_of(self._open())
        return self._values([columns.radius], columns.count, np.float32)

    @property
    def max_speed(self) -> npt.NDArray[np.float32]:
        """The highest speeds that agents can have."""
        columns = lib.gestalt_world_columns_of(self._open())
        return self._values([columns.max_speed], columns.count, np.float32)

    def row(self, agent: int) -> int:
        """Return the index of an agent in `ids`, `position` and the like."""
        found = int(lib.gestalt_world_find(self._open(), whole(agent, "an id")))
        if found == 2**32 - 1:
            raise errors.BadArgument(f"there is no agent {agent}")
        return found

    # ---- snapshots

    def hash(self) -> int:
        """Return a hash of everything that the coming steps depend on, the same on all machines."""
        found = ctypes.c_uint64()
        lib.gestalt_world_hash(self._open(), ctypes.byref(found))
        return found.value

    def save(self, path: str | os.PathLike[str]) -> None:
        """Replace a file with a snapshot, at once."""
        lib.gestalt_world_save(self._open(), path_of(path))

    def snapshot(self) -> bytes:
        """Return a snapshot as bytes."""
        text = Collected()
        lib.gestalt_world_save_to(self._open(), text.writer)
        return text.bytes()

    def load(self, source: str | os.PathLike[str] | bytes, *, saved_with: Scene | None = None,
             renames: Mapping[str, str] | None = None) -> dict[str, EditReport]:
        """Restore the world from a file, or from the bytes of `snapshot`.

        If groups had other trees when the snapshot was saved, pass that scene as `saved_with`. `renames`
        then maps old names of keys and nodes to new ones. Returns a report for each group with another
        tree, by name.
        """
        handle, reports = self._open(), {}
        self._population._moves("loading a snapshot")
        if isinstance(source, bytes):
            if saved_with is not None:
                raise errors.BadArgument("the snapshot of another scene must be in a file")
            lib.gestalt_world_load_memory(handle, source, len(source))
        elif saved_with is not None:
            reports = self._load_with(handle, path_of(source), saved_with, renames)
        else:
            lib.gestalt_world_load(handle, path_of(source))
        self._population._seen = self._population._agents_known()
        return reports

    def _load_with(self, handle: int, path: bytes, scene: Scene, renames: Mapping[str, str] | None
                   ) -> dict[str, EditReport]:
        shapes = [group.shape for group in scene.groups.values()]
        old = (_c.gestalt_group * len(shapes))()
        for i, shape in enumerate(shapes):
            old[i].shape = shape._handle
        listed, count = to_renames(renames)
        reports = (ctypes.c_void_p * len(self.scene.groups))()
        options = _c.gestalt_load_options(old_shapes=old, old_shape_count=len(shapes), renames=listed,
                                          rename_count=count, reports=reports)
        lib.gestalt_world_load_with(handle, path, ctypes.byref(options))
        return self._reports_of(reports)

    def _reports_of(self, reports: Any) -> dict[str, EditReport]:
        found = zip(self.scene.groups, (take_report(ctypes.c_void_p(r)) for r in reports))
        return {name: report for name, report in found if report}

    def edit(self, trees: Trees | None = None, *, scene: Scene | None = None,
             renames: Mapping[str, str] | None = None) -> dict[str, EditReport]:
        """Continue with other trees for some groups, or with a scene in which only trees differ.

        Agents continue at nodes that the new trees still have. Views and groups of the old trees expire.
        Returns a report for each group with another tree, by name.
        """
        if (trees is None) == (scene is None):
            raise errors.BadArgument("give either `trees` or `scene`")
        new = self.scene.edited(trees) if trees is not None else scene
        if not isinstance(new, Scene):
            raise TypeError(f"`scene` must be a Scene, not {type(new).__name__}")
        self._replaceable("an edit")
        edited, (listed, count) = ctypes.c_void_p(), to_renames(renames)
        reports = (ctypes.c_void_p * len(self.scene.groups))()
        lib.gestalt_world_edit(self._open(), new._handle, ctypes.byref(self._options), listed, count,
                               ctypes.byref(edited), reports)
        self._replace(edited.value or 0, new)
        return self._reports_of(reports)

    # ---- recordings

    def record(self, path: str | os.PathLike[str], *, every: int = 0, parts: str = "world",
               keys: Iterable[str] = ()) -> WorldRecorder:
        """Record the world: one frame now, and one after each step until the result is closed.

        `every` is the number of steps between frames; by default, that of the scene. `parts` is
        `world` (positions, speeds and what the scene selects), `trees` (live nodes and the values of
        `keys`) or `both`.
        """
        from .recorder import WorldRecorder
        return WorldRecorder(self, path, every=every, parts=parts, keys=keys)

    def picture(self) -> str:
        """Return a picture of the world as it is now, as SVG."""
        from .show import world_picture
        return world_picture(self)

    def _repr_html_(self) -> str:
        from .show import world_page
        return world_page(self) if self._handle else f"<p>{html.escape(repr(self))}</p>"

    def __repr__(self) -> str:
        if not self._handle:
            return "<gestalt.World: closed>"
        return f"<gestalt.World {self.scene.name!r}: {len(self):,} agents, step {self.steps}>"
