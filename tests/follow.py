#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests `gestalt live` with recordings, over HTTP: follow.py GESTALT [NAME...]

The page decodes the recording itself. The server gives it bytes, after it has verified them: of recordings that grow, are
damaged, or are replaced. Also tests invalid requests and options.
"""
import contextlib
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

import live as runs
import tap
from live import Live, gestalt_run, same, stubs, top

wolves = top / "examples/scenes/wolf-sheep.json"


def recording(place, name, *options):
    """Record guards, and return the bytes of the recording."""
    shutil.copy(top / "examples/guard.json", place)
    gestalt_run(place, "guard.json", "--agents=70", "--ticks=40", f"--record={name}", *stubs, *options)
    return (pathlib.Path(place) / name).read_bytes()


def world(place, name, *options):
    gestalt_run(place, wolves, "-q", "--steps=12", f"--record={name}", *options)
    return (pathlib.Path(place) / name).read_bytes()


@contextlib.contextmanager
def following(place, name, *options):
    live = Live(pathlib.Path(place), name, *options)
    try:
        yield live
    finally:
        live.process.kill()
        live.process.communicate()


def bytes_of(live, state):
    """Return all verified bytes."""
    found = b""
    while len(found) < state["size"]:
        status, more = live.open(f"bytes?generation={state['generation']}&from={len(found)}")
        assert status == 200 and more, f"{status} at {len(found)} of {state}"
        found += more
    return found


def ends_of(whole):
    """Return the ends of all chunks of a recording."""
    at, ends = 24, {0}
    while at < len(whole):
        at += 48 + int.from_bytes(whole[at + 16:at + 24], "little")
        ends.add(at)
    return ends


def test_following_what_grows():
    with tempfile.TemporaryDirectory() as place:
        for whole in (recording(place, "guards.gsr", "--keys=health", "--watch=3"), world(place, "world.gsr"),
                      world(place, "both.gsr", "--record-parts=both")):
            ends, path = ends_of(whole), pathlib.Path(place) / "run.gsr"
            path.unlink(missing_ok=True)
            with following(place, "run.gsr", "--follow") as live:
                same([live.get("state")[name] for name in ("size", "complete", "grows", "error")], [0, False, True, None], "the state of nothing")
                sizes, cuts = [], [len(whole) * part // 10 for part in range(1, 10)]
                for before, cut in zip([0] + cuts, cuts):
                    with path.open("ab") as file:
                        file.write(whole[before:cut])
                    least = max(end for end in ends if end <= cut)
                    state = live.until(lambda s: s["size"] >= least, f"byte {least}")
                    assert state["size"] in ends and not state["complete"] and state["error"] is None, state
                    sizes.append(state["size"])
                same(sizes, sorted(sizes), "sizes that grow")
                with path.open("ab") as file:
                    file.write(whole[cuts[-1]:])
                state = live.until(lambda s: s["complete"], "the end")
                same([state["generation"], state["grows"]], [1, False], "one recording")
                assert bytes_of(live, state) == whole
                live.end()


def test_a_recording_that_does_not_grow():
    with tempfile.TemporaryDirectory() as place:
        whole = recording(place, "run.gsr")
        with following(place, "run.gsr") as live:
            state = live.until(lambda s: s["complete"], "all of it")
            assert bytes_of(live, state) == whole
            status, page = live.open("")
            assert status == 200 and b"FollowedPlayer" in page
            live.end()
        (pathlib.Path(place) / "cut.gsr").write_bytes(whole[:-60])
        with following(place, "cut.gsr") as live:
            state = live.until(lambda s: s["size"] > len(whole) // 2, "its frames")
            same([state["complete"], state["grows"], state["error"]], [False, False, None], "a recording that was cut")
            live.end()


def test_what_is_damaged():
    """Only bytes before the first wrong one are served. The command says what is wrong, and goes on with the next file."""
    drawn = random.Random(1)
    with tempfile.TemporaryDirectory() as place:
        whole = [recording(place, "plain.gsr"), world(place, "both.gsr", "--record-parts=both")]
        path = pathlib.Path(place) / "run.gsr"
        path.write_bytes(whole[0])
        with following(place, "run.gsr", "--follow") as live:
            generation = live.until(lambda s: s["complete"], "a whole one")["generation"]
            for i in range(60):
                good = whole[i % 2]
                bytes_ = bytearray(good)
                at = drawn.randrange(200) if i % 4 == 0 else drawn.randrange(len(bytes_))
                bytes_[at] ^= 1 + drawn.randrange(255)
                if i % 5 == 0:
                    del bytes_[at + drawn.randrange(len(bytes_) - at):]
                first = next((k for k, (a, b) in enumerate(zip(bytes_, good)) if a != b), len(bytes_))
                other = path.with_suffix(".new")
                other.write_bytes(bytes_)
                other.replace(path)
                live.until(lambda s: s["generation"] > generation and s["size"] + len(s["error"] or "") > 0 or first < 80, f"damage at {at} of {len(bytes_)}")
                time.sleep(0.06)  # a wrong size can be that of a chunk that is still to come
                state = live.get("state")
                generation = state["generation"]
                assert state["size"] <= first, f"byte {first} is wrong, and {state['size']} were verified"
                assert bytes_of(live, state) == good[:state["size"]]
            path.with_suffix(".new").write_bytes(whole[1])
            path.with_suffix(".new").replace(path)
            state = live.until(lambda s: s["complete"] and s["generation"] > generation, "a whole one after all of them")
            assert bytes_of(live, state) == whole[1]
            live.end()


def test_files_that_come_and_go():
    with tempfile.TemporaryDirectory() as place:
        whole, path = recording(place, "whole.gsr"), pathlib.Path(place) / "run.gsr"
        with following(place, "run.gsr", "--follow") as live:
            path.write_bytes(whole)
            live.until(lambda s: s["complete"], "the first one")
            path.unlink()
            time.sleep(0.2)
            assert bytes_of(live, live.get("state")) == whole, "a file that was removed can still be read"
            path.write_bytes(whole[:len(whole) // 2])  # shorter, under the same name
            state = live.until(lambda s: s["generation"] == 2 and s["size"] > 0, "the second one")
            assert not state["complete"]
            with path.open("r+b") as file:  # the same file, emptied and written again
                file.truncate(0)
                time.sleep(0.2)
                file.write(whole)
            live.until(lambda s: s["complete"] and s["generation"] > 2, "the third one")
            path.unlink()
            path.mkdir()
            time.sleep(0.2)
            live.get("state")
            live.end()


def test_requests():
    with tempfile.TemporaryDirectory() as place:
        whole = recording(place, "run.gsr")
        with following(place, "run.gsr") as live:
            live.until(lambda s: s["complete"], "all of it")
            live.refused("bytes?generation=2", "another recording")
            live.refused(f"bytes?from={len(whole) + 1}", "another recording")
            live.refused("bytes?from=-1", "from")
            live.refused("bytes?until=3", "unknown argument")
            same(live.open(f"bytes?from={len(whole)}"), (200, b""), "nothing after the end")
            same(live.open("bytes?from=5")[1], whole[5:], "from a byte on")
            for path in ("do", "describe", "agents", "state/", "../state"):
                same(live.open(path)[0], 404, path)
            same(live.open("state", b"{}", {"Content-Type": "application/json"})[0], 405, "an act")
            live.end()


def test_options():
    with tempfile.TemporaryDirectory() as place:
        whole = recording(place, "run.gsr")
        (pathlib.Path(place) / "begun.gsr").write_bytes(whole[:30])
        (pathlib.Path(place) / "text.gsr").write_text("not a recording")
        os.mkfifo(pathlib.Path(place) / "pipe")
        for arguments, needle in ((["run.gsr", "--agents=3"], "--agents is not for recordings"), (["-", "--follow"], "live needs a file"),
                                  (["run.gsr", "--seed=3"], "--seed is not for recordings"), (["begun.gsr"], "cut off here"),
                                  (["text.gsr", "--follow"], "this is not a recording"), (["pipe", "--follow"], "it is not a file"),
                                  (["--limits=untrusted", "--follow", "guard.json"], "not a recording")):
            _, said, code = tap.run([runs.gestalt, "live", *arguments], place)
            assert needle in said and code != 0, f"{arguments}: {code} {said}"


if __name__ == "__main__":
    runs.main(globals(), *sys.argv[1:])
