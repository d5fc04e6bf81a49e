# SPDX-License-Identifier: MIT
"""Reading recordings of worlds and of trees."""
import csv
import io
import subprocess

import gestalt
import numpy as np
import pytest
from test_worlds import BREEDERS, WALKERS, command


@pytest.fixture
def recording(tmp_path):
    with gestalt.World(WALKERS) as world, world.record(tmp_path / "walk.gsr", every=2):
        world.step(10)
    return tmp_path / "walk.gsr"


def test_the_command_records_the_same(examples, tmp_path):
    scene = examples / "scenes" / "swarm.json"
    for parts in ("world", "both"):
        command("run", scene, "--steps=100", "-q", f"--record={tmp_path}/c.gsr", f"--record-parts={parts}", "--every=20")
        with gestalt.World(scene) as world, world.record(tmp_path / "p.gsr", every=20, parts=parts):
            world.run(100)
        assert (tmp_path / "c.gsr").read_bytes() == (tmp_path / "p.gsr").read_bytes(), parts


def test_frames_are_those_of_export(recording):
    rows = list(csv.DictReader(io.StringIO(command("export", recording))))
    table = gestalt.Recording(recording).table()
    assert len(rows) == len(table) == 6 * 100
    for name in ("step", "agent", "x", "y", "speed"):
        dtype = np.float32 if name in ("x", "y", "speed") else np.int64
        assert (np.asarray(table[name]).astype(dtype) == np.array([row[name] for row in rows]).astype(dtype)).all()
    assert set(table["group"]) == {"walkers"}


def test_frames_are_the_agents(recording):
    reading = gestalt.Recording(recording)
    assert reading.is_complete is None
    frames = list(reading)
    assert reading.is_complete and [f.step for f in frames] == [0, 2, 4, 6, 8, 10]
    assert [f.step for f in reading] == [0, 2, 4, 6, 8, 10]  # again, from the start
    with gestalt.World(WALKERS) as world:
        world.step(8)
        low, high = reading.description.low[0], reading.description.high[0]
        assert np.allclose(frames[4].position, world.position, atol=(high - low) / 65535)
        assert (frames[4].ids == world.ids).all() and frames[4].in_group("walkers").all()
        assert np.allclose(frames[4]["speed"], np.linalg.norm(world.velocity, axis=1), atol=1e-5)
    assert reading.at(9).step == 8
    with pytest.raises(gestalt.BadArgument):
        frames[0]["height"]
    steps = reading.steps()
    assert list(steps["step"]) == [0, 2, 4, 6, 8, 10] and set(steps["agents"]) == {100}


@pytest.mark.parametrize("kind", [gestalt.Recording, gestalt.TreeRecording])
def test_sources_agree_and_damage_is_found(kind, tmp_path):
    file = io.BytesIO()
    with gestalt.World(BREEDERS) as world, world.record(file, parts="both"):
        world.step(6)
    data = file.getvalue()
    (tmp_path / "r.gsr").write_bytes(data)

    def summary(source):
        reading = kind(source)
        return [(getattr(f, "step", getattr(f, "tick", None)), f.time) for f in reading], reading.is_complete, reading.offset

    expected = summary(data)
    assert expected == summary(tmp_path / "r.gsr") == summary(io.BytesIO(data)) == summary(str(tmp_path / "r.gsr"))
    assert len(expected[0]) == 7 and expected[1] is True
    cut = kind(data[:len(data) * 2 // 3])
    assert 0 < len(list(cut)) < 7 and cut.is_complete is False
    damaged = bytearray(data)
    damaged[len(data) // 2] ^= 255
    with pytest.raises(gestalt.BadFile) as caught:
        list(kind(bytes(damaged)))
    assert caught.value.offset > 0
    with pytest.raises(gestalt.BadFile):
        kind(b"nothing of this kind")
    with pytest.raises(gestalt.FileError):
        kind(tmp_path / "none.gsr")


def test_a_growing_file_is_followed():
    file = io.BytesIO()
    with gestalt.World(WALKERS) as world, world.record(file, every=1):
        data = io.BytesIO(file.getvalue())
        reading = gestalt.Recording(data)
        assert [f.step for f in reading] == [0] and reading.is_complete is False
        world.step(2)
        at = data.tell()
        data.seek(0, 2)
        data.write(file.getvalue()[at:])
        data.seek(at)
        assert [f.step for f in reading] == [1, 2]
        with pytest.raises(gestalt.Misuse):
            reading.steps()


def test_exceptions_of_files_are_raised():
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise ZeroDivisionError

    for kind in (gestalt.Recording, gestalt.TreeRecording):
        with pytest.raises(ZeroDivisionError):
            kind(Broken())


def test_limits_hold(recording):
    with pytest.raises(gestalt.Limit):
        list(gestalt.Recording(recording, agents=99))
    assert len(list(gestalt.Recording(recording, agents=100))) == 6
    with pytest.raises(gestalt.BadArgument):
        gestalt.Recording(recording, birds=3)


def test_closed_recordings_expire(recording):
    with gestalt.Recording(recording) as reading:
        frames = iter(reading)
        first = next(frames)
    with pytest.raises(gestalt.Expired):
        next(frames)
    with pytest.raises(gestalt.Expired):
        list(reading)
    assert len(first["x"]) == 100  # frames are copies


def test_words_and_lights(examples):
    file = io.BytesIO()
    with gestalt.World(examples / "scenes" / "airport.json") as world, world.record(file, every=50):
        world.step(200)
    reading = gestalt.Recording(file.getvalue())
    worded = [c for c in reading.description.columns if c.words]
    assert worded
    frame = reading.at(200)
    known = set(worded[0].words) | {None}
    assert set(frame.words(worded[0].name)) <= known
    assert reading.description.geometry


def test_open_recording_finds_the_kind(recording):
    assert isinstance(gestalt.open_recording(recording), gestalt.Recording)
    file = io.BytesIO()
    with gestalt.World(WALKERS) as world, world.record(file, parts="trees"):
        pass
    assert isinstance(gestalt.open_recording(file.getvalue()), gestalt.TreeRecording)
