# SPDX-License-Identifier: MIT
"""Whatever a caller passes to worlds, recordings and steering, it gets an exception or a result."""
import inspect
import io

import gestalt
import pytest
from test_worlds import WALKERS
from test_wrong_arguments import ALLOWED, VALUES

SMALL = {**WALKERS, "groups": [{**WALKERS["groups"][0], "count": 5}]}


def recorded():
    file = io.BytesIO()
    with gestalt.World(SMALL) as world, world.record(file, parts="both"):
        world.step(2)
    return file.getvalue()


def vehicles():
    steering = gestalt.Steering((9, 9), 50)
    steering.add(range(9))
    return steering


def waiting():
    return gestalt.Population(gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 1}}), agents=3)


PLANE = gestalt.Description(low=(0, 0), high=(9, 9), columns=[gestalt.RecordColumn("x"), gestalt.RecordColumn("y")],
                            groups=[gestalt.RecordGroup("a")])
MAKERS = {
    "World": lambda: gestalt.World(SMALL), "WorldGroup": lambda: gestalt.World(SMALL)["walkers"],
    "Scene": lambda: gestalt.Scene(SMALL), "WorldRecorder": lambda: gestalt.World(SMALL).record(io.BytesIO(), parts="both"),
    "Recorder": lambda: gestalt.Recorder(waiting(), io.BytesIO()), "WorldHost": gestalt.WorldHost,
    "ColumnRecorder": lambda: gestalt.ColumnRecorder(PLANE, io.BytesIO()), "Steering": vehicles,
    "Recording": lambda: gestalt.Recording(recorded()), "TreeRecording": lambda: gestalt.TreeRecording(recorded()),
    "Frame": lambda: next(iter(gestalt.Recording(recorded()))),
    "TreeGroup": lambda: next(iter(gestalt.TreeRecording(recorded()))).groups["walkers"]}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", MAKERS)
def test_no_argument_is_a_crash(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    thing = MAKERS[kind]()
    for name in [n for n in dir(thing) if not n.startswith("_") or n in ("__getitem__", "__setitem__")]:
        member = inspect.getattr_static(type(thing), name, None)
        for first in VALUES:
            if name in ("step", "run", "resize") and isinstance(first, int) and first > 100:
                continue  # as many steps or vehicles as there is time or memory for
            for values in ([first], [first, 1]):
                if getattr(thing, "_handle", 1) == 0:
                    thing = MAKERS[kind]()
                try:
                    if isinstance(member, property):
                        setattr(thing, name, first)
                    elif callable(getattr(thing, name)):
                        getattr(thing, name)(*values)
                except ALLOWED:
                    pass


@pytest.mark.filterwarnings("ignore")
def test_no_option_is_a_crash():
    for value in VALUES:
        for make in (gestalt.World, gestalt.Scene, gestalt.Recording, gestalt.TreeRecording, gestalt.open_recording,
                     gestalt.WorldPlugin, gestalt.WorldHost, gestalt.is_scene):
            with pytest.raises(ALLOWED):
                make(value)
                raise gestalt.BadArgument("some of these values are right")
        for option in ("seed", "lanes", "kernels", "host", "set", "trees"):
            try:
                gestalt.World(SMALL, **{option: value})
            except ALLOWED:
                pass
        for option in ("paths", "obstacles", "threads", "window", "reach", "low", "push", "kernels"):
            try:
                gestalt.Steering((9, 9), 9, **{option: value})
            except ALLOWED:
                pass
