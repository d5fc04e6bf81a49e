#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Use views at random, before and after what lets them expire.

    random_views.py [OPERATIONS] [--seed=N]

Views and arrays of populations are kept and used later: after agents were spawned and despawned,
after compaction, loading and edits, and after the population was closed. Each use has the result that
`expected` computes: a view that has expired raises `Expired`, and what would move memory of arrays
raises as well. With the sanitizer, a use of freed memory by the engine ends the program; NumPy is not
built with it, so the memory of arrays is looked up before each use.
"""
import argparse
import ctypes
import gc
import random
import sys
import threading
import warnings

import gestalt
import numpy as np

KEYS = {"n": {"type": "int"}, "health": {"type": "float", "init": 1.0}, "ok": {"type": "bool"},
        "home": {"type": "vec2"}, "mood": {"type": ["calm", "angry"]}, "way": {"type": {"list": "vec2"}, "capacity": 3},
        "rate": {"type": "float", "shared": True}}
COLUMNS, LISTS = ("n", "health", "ok", "home", "home.y", "mood"), ("way",)


def document(step: int, more: dict) -> dict:
    return {"gestalt": 1, "blackboard": {name: {**key, "host": True} for name, key in {**more, **KEYS}.items()},
            "root": {"type": "set", "key": "n", "to": f"n + {step}"}}


def check_memory(array) -> None:
    """Raise an error if the sanitizer knows that memory of an array was freed."""
    is_poisoned = getattr(ctypes.CDLL(None), "__asan_region_is_poisoned", None)
    if is_poisoned and array.size:
        is_poisoned.restype, is_poisoned.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t]
        size = sum((n - 1) * stride for n, stride in zip(array.shape, array.strides)) + array.itemsize
        if is_poisoned(array.ctypes.data, size):
            raise AssertionError("the memory of an array was freed")


class Kept:
    """A view or an array, and whether it has expired."""

    def __init__(self, what, owner) -> None:
        self.what, self.owner, self.changes = what, owner, owner.changes

    @property
    def is_expired(self) -> bool:
        return self.owner.population is None or self.changes != self.owner.changes


class Owner:
    """A population, and how often views of it have expired."""

    def __init__(self, population) -> None:
        self.population, self.changes = population, 0
        self.arrays = 0  # kept ones


def expected(error, call) -> None:
    """Call, and raise an error unless this raises what is expected: a class of errors, or None."""
    try:
        call()
    except gestalt.Error as found:
        if error is None or not isinstance(found, error):
            raise
    except TypeError:
        if error is not TypeError:
            raise
    else:
        if error:
            raise AssertionError(f"{error.__name__} was expected")


class Run:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.shapes = [gestalt.compile(document(step, more), name="agents")
                           for step, more in [(1, {}), (2, {}), (1, {"extra": {"type": "vec3"}})]]
        self.views: list[Kept] = []
        self.arrays: list[Kept] = []
        self.snapshot = b""
        self.done: dict[str, int] = {}
        self.create()

    def create(self) -> None:
        # The old population ends here, or when its last array is deleted.
        lanes = self.random.choice([1, 3, 64])
        states = self.random.choice(["auto", "masks"])
        self.owner = Owner(gestalt.Population(self.random.choices(self.shapes, k=2), lanes=lanes, states=states,
                                              agents=self.random.randrange(300)))
        self.snapshot = b""

    @property
    def population(self):
        return self.owner.population

    def agent(self) -> int:
        return self.population.next_agent(self.random.randrange(max(self.population.next_id, 1))) or 0

    def moves(self, call) -> bool:
        """Do what moves memory of the population, or fails if there are arrays. Returns whether it was done."""
        if self.owner.arrays:
            expected(gestalt.Expired, call)
            return False
        self.owner.changes += 1
        call()
        return True

    # ---- changes

    def do_spawn(self) -> None:
        count = self.random.choice([0, 1, 2, 30, 200])
        columns = {"n": np.arange(count), "health": 0.5, "ok": np.arange(count) % 2 == 0, "mood": "angry",
                   "home": np.ones((count, 2)), "way": [[(1, 2)] * self.random.randrange(4)] * count}
        chosen = {name: columns[name] for name in self.random.sample(list(columns), self.random.randrange(4))}
        group = self.random.randrange(2)
        if len(self.population) < 4000:
            self.owner.changes += 1
            agents = self.population.spawn(count, group, **chosen)
            if count:
                i = self.random.randrange(count)
                for name in chosen:
                    value = columns[name] if isinstance(columns[name], (str, float)) else columns[name][i]
                    assert np.array_equal(self.population.read(agents[i], name), value), name

    def do_despawn(self) -> None:
        ids = self.population.ids(self.random.randrange(2))
        chosen = self.random.sample(ids.tolist(), self.random.randrange(len(ids) + 1))
        self.owner.changes += 1
        self.population.despawn(chosen)

    def do_compact(self) -> None:
        self.moves(self.population.compact)

    def do_save(self) -> None:
        self.snapshot = self.population.snapshot()

    def do_load(self) -> None:
        if self.snapshot:
            self.moves(lambda: self.population.load(self.snapshot))

    def do_load_damaged(self) -> None:
        damaged = bytearray(self.population.snapshot())
        damaged[self.random.randrange(len(damaged))] ^= 1 << self.random.randrange(8)
        if self.owner.arrays:
            expected(gestalt.Expired, lambda: self.population.load(bytes(damaged)))
        else:
            self.owner.changes += 1
            expected(gestalt.BadFile, lambda: self.population.load(bytes(damaged)))

    def do_edit(self) -> None:
        group, shape = self.random.randrange(2), self.random.choice(self.shapes)
        if self.moves(lambda: self.population.edit(shape, group=group)):
            self.snapshot = b""

    def do_groups(self) -> None:
        def add_and_remove() -> None:
            self.population.remove_group(self.population.add_group(self.shapes[0]))

        self.moves(add_and_remove)

    def do_move(self) -> None:
        """Let an agent leave, and come back."""
        agent = self.population.next_agent()
        if agent is not None:
            self.owner.changes += 1
            n, group = self.population.read(agent, "n"), self.population.group_of(agent)
            actor = self.population.take(agent)
            self.population.remove(agent)
            assert self.population.read(self.population.insert(actor, group), "n") == n

    def do_tick(self) -> None:
        self.population.tick()

    def do_close(self) -> None:
        if self.random.randrange(10) == 0 and self.moves(self.population.close):
            self.owner.population = None
            self.create()

    def do_abandon(self) -> None:
        if self.random.randrange(20) == 0:
            self.create()

    # ---- views

    def do_view(self) -> None:
        group = self.random.randrange(2)
        if self.random.randrange(3):
            view = self.population.column(self.random.choice(COLUMNS), group)
        else:
            view = self.population.lists("way", group)
        self.views.append(Kept(view, self.owner))
        if len(self.views) > 20:
            del self.views[self.random.randrange(20)]

    def use(self, view) -> None:
        index = self.random.randrange(max(len(view), 1)) if self.random.randrange(2) else -1
        agent = view.ids[index] if len(view) else None
        population, name = view._population, view._name
        if isinstance(view, gestalt.Lists):
            assert sum(map(len, view)) == view.counts.sum() == len(view.values)
            if agent is not None:
                view[index] = [(agent, 2)] * self.random.randrange(4)
                assert len(population.read(agent, name)) == len(view[index])
            return
        for block in view.blocks():
            check_memory(block)
        block = None
        values = np.asarray(view)
        assert len(values) == len(view) == view.occupied.sum()
        view[...] = values
        if agent is not None:
            read = population.read(agent, name)
            assert np.array_equal(view.words.index(read) if view.words else read, values[index], equal_nan=True)
            view[index] = values[self.random.randrange(len(values))]

    def do_use(self) -> None:
        if self.views:
            kept = self.random.choice(self.views)
            view = kept.what
            call = self.random.choice([
                lambda: self.use(view), lambda: view.values if isinstance(view, gestalt.Lists) else view[:],
                lambda: len(view), lambda: view.ids, view.blocks, lambda: iter(view),
                lambda: view.__setitem__(0, view[0])])
            if kept.is_expired:
                expected(gestalt.Expired, call)
            elif len(view):
                call()

    def do_arrays(self) -> None:
        views = [v for v in self.views if not v.is_expired]
        if views:
            kept = self.random.choice(views)
            for found in kept.what.blocks()[:3]:
                for array in found if isinstance(found, tuple) else (found,):
                    self.arrays.append(Kept(array, kept.owner))
                    kept.owner.arrays += 1

    def do_use_array(self) -> None:
        if self.arrays:
            array = self.random.choice(self.arrays).what
            check_memory(array)
            total = array.sum(dtype=np.float64)
            if array.flags.writeable:
                array[...] = array if array.dtype == np.uint64 or self.random.randrange(2) else array[::-1].copy()
                assert array.dtype != np.int32 or total == array.sum(dtype=np.float64)

    def do_delete(self) -> None:
        for kept in self.arrays if self.random.randrange(2) else self.arrays[:len(self.arrays) // 2]:
            kept.owner.arrays -= 1
            kept.what = None
        self.arrays = [kept for kept in self.arrays if kept.what is not None]

    # ---- what is wrong

    def do_wrong(self) -> None:
        p, agent = self.population, self.agent()
        call, error = self.random.choice([
            (lambda: p.column("none"), gestalt.BadArgument), (lambda: p.column("n", 2), gestalt.BadArgument),
            (lambda: p.read(10**12, "n"), gestalt.BadArgument), (lambda: p.read(-1, "n"), gestalt.BadArgument),
            (lambda: p.read("x", "n"), TypeError), (lambda: p.read(0, None), TypeError),
            (lambda: p.despawn([agent, 10**12]), gestalt.BadArgument), (lambda: p.spawn(group=5), gestalt.BadArgument),
            (lambda: p.spawn(2, n=[1, 2, 3]), gestalt.BadArgument), (lambda: p.spawn(n="x"), TypeError),
            (lambda: p.shared()["n"], gestalt.BadArgument),
            (lambda: p.tick("x"), TypeError), (lambda: p.status(None), TypeError),
            (lambda: p.spawn(first=-1), gestalt.BadArgument)])
        expected(error, call)

    def do_other_thread(self) -> None:
        """Tick in another thread. Uses in this one are misuse meanwhile."""
        if self.random.randrange(10):
            return
        thread = threading.Thread(target=self.tick_at_leisure)
        thread.start()
        while thread.is_alive():
            try:
                np.asarray(self.population["n"])
            except gestalt.Misuse:
                pass
        thread.join()

    def tick_at_leisure(self) -> None:
        for _ in range(10):
            try:
                self.population.tick()
            except gestalt.Misuse:
                pass

    def do_collect(self) -> None:
        if self.random.randrange(20) == 0:
            gc.collect()

    def step(self) -> None:
        name = self.random.choice(OPERATIONS)
        self.done[name] = self.done.get(name, 0) + 1
        getattr(self, name)()


OPERATIONS = [name for name in dir(Run) if name.startswith("do_")]
OPERATIONS += ["do_use"] * 8 + ["do_view"] * 4 + ["do_use_array"] * 3


def run(operations: int, seed: int) -> dict[str, int]:
    r = Run(seed)
    for i in range(operations):
        try:
            r.step()
        except BaseException:
            print(f"operation {i} of --seed={seed} failed", file=sys.stderr)
            raise
    return r.done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("operations", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done = run(options.operations, options.seed)
    print(", ".join(f"{name[3:].replace('_', ' ')} {count}" for name, count in sorted(done.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
