#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests `gestalt live` with recordings, over HTTP: follow.py GESTALT [NAME...]

Tests recordings that grow, are damaged or are replaced. Responses about any frame must equal those of a live run at that
tick. Also tests invalid requests, and actions that recordings do not support.
"""
import contextlib
import json
import pathlib
import random
import shutil
import sys
import tempfile
import time

import live as runs
import tap
from live import Live, gestalt_run, kinds, same, stubs, top

# Agents without a tree, and agents with keys of all types. Some keys are columns of the scene, others are recorded with the trees.
zoo = {"scene": 1, "world": {"size": [20, 20], "dt": 0.5, "steps": 30},
       "groups": [{"name": "stones", "count": 3, "velocity": {"how": "still"}},
                  {"name": "flies", "count": 20, "most": 40, "velocity": {"how": "still"}, "tree": {
                      "gestalt": 1, "name": "fly",
                      "blackboard": {"age": "int", "calm": "bool", "mood": {"type": ["idle", "flee"]}, "own": {"type": "int", "init": "agent % 3"},
                                     "far": {"type": "float", "init": "sqrt(rand() - 0.5)"}, "lit": {"type": "bool", "init": "agent % 2 == 0"}},
                      "root": {"type": "sequence", "children": [
                          {"type": "set", "key": "age", "to": "age + agent"}, {"type": "set", "key": "calm", "to": "age % 2 == 0"},
                          {"type": "set", "key": "mood", "to": "age % 3 == 0 ? 'flee' : 'idle'"}, "own + far > -5 || lit || true",
                          {"type": "wait", "ticks": 2},
                          {"type": "force_success", "child": {"type": "sequence", "children": ["age > 60", {"type": "action", "do": "die"}]}}]}}}],
       "recording": {"every": 1, "keys": ["age", "calm", "mood", "far"]}}


def recording(place, name, *options):
    """Record guards, and return the bytes of the recording."""
    shutil.copy(top / "examples/guard.json", place)
    gestalt_run(place, "guard.json", "--agents=70", "--ticks=40", f"--record={name}", *stubs, *options)
    return (pathlib.Path(place) / name).read_bytes()


@contextlib.contextmanager
def following(place, name, *options):
    """Run `gestalt live` on a recording, with --follow or with other options."""
    live = Live(pathlib.Path(place), name, *(options or ["--follow"]))
    try:
        if options:
            live.until(lambda s: s["complete"], "all of it")
        yield live
    finally:
        live.process.kill()
        live.process.communicate()


def test_following_what_grows():
    with tempfile.TemporaryDirectory() as place:
        whole = recording(place, "whole.gsr", "--keys=health,ammo", "--watch=3", "--watch-values=health * 2")
        path = pathlib.Path(place) / "run.gsr"
        with following(place, "run.gsr") as live:
            same(live.get("state")["end"], 0, "the end of nothing")
            ends = []
            for part in (1, 3, 5, 8, 9, 10):
                path.write_bytes(whole[:len(whole) * part // 10])
                time.sleep(0.2)
                state = live.until(lambda s: not s["going"], "a stand")
                ends.append(state["end"])
            same(ends, sorted(ends), "ends that grow")
            same(live.until(lambda s: s["tick"] == 40, "the last frame")["end"], 40, "the end")
            same(live.get("agents", count=3)["total"], 70, "its agents")
            live.do("goto", tick=7)
            same(live.until(lambda s: s["tick"] == 7 and not s["going"], "tick 7")["tick"], 7, "where it went")
            same(live.get("agent", id=3)["id"], 3, "an agent of it")
            for act in ({"do": "write", "agent": 3, "key": "health", "value": 1}, {"do": "spawn", "count": 1}, {"do": "edit"}):
                status, answer = live.open("do", json.dumps(act).encode(), {"Content-Type": "application/json"})
                assert status == 400 and b"cannot be changed" in answer, f"{act}: {status} {answer}"
            live.end()


def test_following_what_is_damaged():
    """Replace the file by one damaged file after another. The intact part must be visible, and the command must keep running."""
    drawn = random.Random(1)
    with tempfile.TemporaryDirectory() as place:
        whole = [recording(place, "plain.gsr"), recording(place, "wide.gsr", "--keys=health,ammo", "--watch=3", "--watch-values=health * 2", "--every=3")]
        path = pathlib.Path(place) / "run.gsr"
        path.write_bytes(whole[0])
        with following(place, "run.gsr") as live:
            for i in range(60):
                bytes_ = bytearray(whole[i % 2])
                for _ in range(1 + i % 3):
                    at = drawn.randrange(200) if i % 4 == 0 else drawn.randrange(len(bytes_))
                    bytes_[at] = drawn.choice((0, 255, 128, bytes_[at] ^ 1))
                if i % 5 == 0:
                    del bytes_[drawn.randrange(len(bytes_)):]
                other = path.with_suffix(".new")
                other.write_bytes(bytes_)
                other.replace(path)
                time.sleep(0.06)
                for route in ("describe", "state?counts=1", "agents?count=9&sort=.leaf", "agents?filter=health>1", "agent?id=3", "steps?agent=3",
                              "history", "series?key=health", "notice", "places"):
                    assert live.open(route)[0] in (200, 400), f"{route} of {i}: {live.open(route)}"
                live.do("goto", frame=drawn.randrange(50))
            path.write_bytes(whole[0])
            live.do("run")
            live.until(lambda s: s["tick"] == 40 and s["end"] == 40, "a whole one behind all of them")
            live.end()


def rows_of(live, **query):
    """Return agents in an order, with their values by the names of keys."""
    group = query.get("group", 0)
    keys = [k["name"] for k in live.get("describe")["groups"][group]["keys"]]
    return [(row["id"], row["answer"], row["nodes"], dict(zip(keys, row["values"]))) for row in live.get("agents", count=500, **query)["rows"]]


def watched(count):
    return "--watch=" + ",".join(map(str, range(count)))


def have_come(live, moments):
    """Wait for the trees of a scene, which are read after the scene."""
    live.until(lambda s: len(live.get("history")["moments"]) == moments, "all of the trees")


def at(live, tick):
    live.do("goto", tick=tick)
    return live.until(lambda s: s["tick"] == tick and not s["going"], f"tick {tick}")


def test_answers_are_those_of_a_run():
    """Any order and condition must return the same agents as the run itself at that tick."""
    keys = ["calm", "steps", "odd", "mood"]
    queries = [{"sort": sort, "down": down} for sort in ["id", ".answer", ".leaf", *keys] for down in (0, 1)]
    queries += [{"filter": "calm && mood == 'idle'"}, {"filter": "odd > 0.3", "sort": "odd"}, {"filter": "steps > 3"}]
    queries += [{"node": 12, "sort": "odd"}, {"node": 3}]
    with tempfile.TemporaryDirectory() as place, runs.running("kinds.json", "--agents=100") as run:
        (pathlib.Path(place) / "kinds.json").write_text(json.dumps(kinds))
        gestalt_run(place, "kinds.json", "-q", "--agents=100", "--ticks=9", "--record=run.gsr", f"--keys={','.join(keys)}")
        with following(place, "run.gsr", "--limits=default") as live:
            names = [k["name"] for k in live.get("describe")["groups"][0]["keys"]]
            same(names, keys, "keys")
            same(live.get("describe")["groups"][0]["keys"][3]["words"], ["idle", "flee"], "words")
            same(live.get("describe")["groups"][0]["nodes"][12]["depth"], 3, "a node")
            for tick in (1, 3, 4, 9, 2):
                run.go(tick) if tick <= run.get("state")["end"] else run.ticks(tick - run.get("state")["tick"])
                at(live, tick)
                for query in queries:
                    wanted = [(i, answer, nodes, {k: v[k] for k in keys}) for i, answer, nodes, v in rows_of(run, **query)]
                    same(rows_of(live, **query), wanted, f"{query} at {tick}")
                state, other = live.get("state", counts=1), run.get("state", counts=1)
                same(state["groups"], other["groups"], f"counts at {tick}")
                same(live.get("agents", ids=1, down=1, count=3, **{"from": 2})["ids"], [97, 96, 95], "a window")
                same(live.get("agent", id=7)["answer"], run.get("agent", id=7)["answer"], "an agent")
            live.refused("agents?filter=steps", "`steps`")
            live.refused("agents?filter=stepz>1", "unknown name `stepz`")
            live.refused("agents?filter=mood=='idel'%20%7C%7C%20mood=='fle'", "did you mean `'idle'`")
            live.refused("agents?filter=" + "nothing%20%2B%20nobody", "nothing")
            live.refused("agents?sort=place", "no key `place` to sort by")
            live.refused("agents?group=1", "`group` is a number up to 0")
            live.refused("agents?count=501", "`count` is a number up to 500")
            live.refused("agents?node=x", "`node` is a number")
            live.refused("agents?from=1000000", "`from` is a number up to 100000")
            same(live.get("state", agent=7)["agent"], live.get("agent", id=7), "an agent with the state")
            same(live.get("state", agent=100)["agent"], None, "an agent that is not there")
            live.refused("state?agent=-1", "`agent` is a number")
            live.refused("agent?id=100", "there is no agent 100")
            live.refused("agent?id=-1", "`id` is a number")
            live.refused("steps?agent=x", "`agent` is a number")
            live.refused("places", "there are no places")
            live.refused("places?most=x", "`most` is a number")
            live.refused("series", "no group has a key ``")
            live.refused("series?key=place", "no group has a key `place`")
            odd = live.get("series", key="odd")
            values = [v["odd"] for _, _, _, v in rows_of(live) if v["odd"] is not None]
            spread = odd["groups"][0]
            same((spread["count"][-1], odd["ticks"]), (len(values), list(range(10))), "numbers over time")
            assert abs(spread["mean"][-1] - sum(values) / len(values)) < 1e-5, spread["mean"]
            same(live.get("series", key="calm")["groups"][0]["mean"][:2], [0, 1], "a bool over time")
            for what in ("keys", "values", "edit", "breaks", "hash", "log"):
                live.refused(what, f"a recording has no `{what}`")
            live.end()
        run.end()


def test_scenes_and_their_trees():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "zoo.json").write_text(json.dumps(zoo))
        gestalt_run(place, "zoo.json", "-q", "--steps=20", "--record=zoo.gsr", "--record-trees=trees.gsr", "--keys=own,lit,age")
        gestalt_run(place, "zoo.json", "-q", "--steps=20", "--record=seldom.gsr", "--record-trees=rare.gsr", "--every=4")
        gestalt_run(place, "zoo.json", "-q", "--steps=3", "--record-trees=short.gsr", "--keys=own")
        recording(place, "guards.gsr")
        with following(place, "zoo.gsr", "--trees=trees.gsr") as live:
            have_come(live, 21)
            keys = {k["name"]: k for k in live.get("describe")["groups"][1]["keys"]}
            same([k for k in keys if k not in ("x", "y", "speed")], ["age", "calm", "mood", "far", "own", "lit"],
                 "columns, then keys that none is called as")
            same([keys[k]["type"] for k in ("age", "calm", "mood", "far", "own", "lit")], ["int", "bool", "int", "float", "int", "bool"], "types")
            same(keys["mood"]["words"], ["idle", "flee"], "words")
            for tick in (0, 4, 20, 7):
                at(live, tick)
                rows = rows_of(live, group=1)
                assert len(rows) > 3, rows
                for id_, answer, _, values in rows:
                    same(values["own"], id_ % 3, f"a key of the tree of {id_}")
                    same(values["lit"], id_ % 2 == 0, f"a bool of the tree of {id_}")
                    assert tick == 0 or values["calm"] == (values["age"] % 2 == 0), values
                    assert answer in ("running", "none", "succeeded"), answer
                for text, holds in (("age > 20 && own == 1", lambda v: v["age"] > 20 and v["own"] == 1), ("mood == 'flee'", lambda v: v["mood"] == 1),
                                    ("!lit || far > 0.4", lambda v: not v["lit"] or (v["far"] or 0) > 0.4)):
                    same([r[0] for r in rows_of(live, group=1, filter=text)], [r[0] for r in rows if holds(r[3])], f"{text} at {tick}")
                for sort in ("age", "own", "lit", "far", "calm"):
                    got = [r[3][sort] for r in rows_of(live, group=1, sort=sort) if r[3][sort] is not None]
                    same(got, sorted(got), f"by {sort} at {tick}")
                same(len(rows_of(live, group=0)), 3, "stones")
                same(live.get("state")["agents"], 3 + len(rows), "agents")
            live.do("run")
            live.do("step")
            same(live.until(lambda s: not s["going"], "a stand")["running"], False, "a step stands")
            live.do("run")
            live.cannot("step", "`ticks` has to be", ticks="x")
            same(live.get("series", key="own")["groups"][0]["count"][0], 0, "stones have no such key")
            same(live.get("series", key="own")["groups"][1]["count"][0], 20, "flies have")
            same(len(live.get("series", key="age")["groups"]), 2, "a column")
            same([len(m["groups"]) for m in live.get("history")["moments"]], [2] * 21, "moments")
            live.end()
        # Without trees, with the trees of another run, and with trees that have fewer frames.
        for name, trees, answers, frames in (("zoo.gsr", None, ["unknown"], 21), ("zoo.gsr", "guards.gsr", ["unknown"], 21),
                                             ("zoo.gsr", "short.gsr", ["succeeded"], 4), ("seldom.gsr", "rare.gsr", ["running"], 6)):
            with following(place, name, f"--trees={trees}" if trees else "--limits=default") as live:
                have_come(live, frames)
                about = live.get("describe")
                same(about["trees"], answers != ["unknown"], f"trees of {trees}")
                for tick in (20, 0, 16, 4):
                    at(live, tick)
                rows = rows_of(live, group=1)
                same({r[1] for r in rows}, set(answers), f"answers by {trees}")
                same([r[0] for r in rows_of(live, group=1, node=0)], [r[0] for r in rows if 0 in r[2]], "agents at a node")
                same([r[0] for r in rows_of(live, group=1, sort="age", down=1)],
                     [r[0] for r in sorted(rows, key=lambda r: (-r[3]["age"], r[0]))], "an order")
                same([r[0] for r in rows_of(live, group=1, sort=".answer")], [r[0] for r in rows], "by answers")
                same(len(rows_of(live, group=1, filter="calm")), sum(r[3]["calm"] for r in rows), "a condition")
                same(live.get("agent", id=7)["values"], next(r for r in live.get("agents", group=1)["rows"] if r["id"] == 7)["values"], "one agent")
                live.refused("agent?id=12345", "there is no agent 12345")
                same(live.get("steps", agent=7), None, "steps that nobody watched")
                same(len(live.get("history")["moments"][0]["groups"]), 2, "moments")
                state = live.get("state", counts=1)
                same([g["total"] for g in state["groups"]], [3, len(rows)] if about["trees"] else [0, 0], "counts")
                status, bytes_ = live.open("places?most=5")
                same(status, 200, "places")
                (folder / "some.gsr").write_bytes(bytes_)
                out = tap.run([runs.gestalt, "export", "some.gsr"], place)[0].splitlines()
                assert 2 <= len(out) <= 6, out
                live.end()


def test_moving_through_it():
    with tempfile.TemporaryDirectory() as place:
        recording(place, "run.gsr", "--every=2")
        with following(place, "run.gsr", "--limits=default") as live:
            state = live.get("state")
            same((state["frame"], state["frames"], state["running"], state["waits"], state["complete"]), (0, 21, False, False, True), "where it begins")
            live.do("step")
            live.do("step", ticks=3)
            same(live.until(lambda s: not s["going"], "a stand")["frame"], 4, "steps are frames")
            live.do("goto", frame=9)
            same(live.until(lambda s: not s["going"], "a stand")["tick"], 18, "a frame")
            live.do("goto", tick=7)
            same(live.until(lambda s: not s["going"], "a stand")["tick"], 6, "the frame before a tick")
            live.do("step", ticks=1000)
            same(live.until(lambda s: not s["going"], "a stand")["frame"], 20, "the last one")
            live.do("goto", frame=1000)
            same(live.until(lambda s: not s["going"], "a stand")["frame"], 20, "the last one")
            live.do("goto", frame=0)
            live.do("speed", per_second=100)
            begin = time.monotonic()
            live.do("run")
            assert live.get("state")["running"], "it plays"
            state = live.until(lambda s: not s["running"], "the end")
            assert state["frame"] == 20 and time.monotonic() - begin > 0.12, "so many frames a second"
            live.do("speed", per_second=10 ** 9)
            same(live.get("state")["per_second"], 1000000, "the most")
            live.do("goto", frame=0)
            live.do("speed", per_second=1)
            live.do("run")
            live.do("pause")
            assert live.get("state")["frame"] <= 1, "it stands"
            for act, members, needle in (("goto", {}, "`frame` has to be"), ("goto", {"tick": -1}, "`tick` has to be"),
                                         ("goto", {"frame": "x"}, "`frame` has to be"),
                                         ("goto", {"frame": 1, "before": True}, "no such member"), ("speed", {}, "`per_second` has to be"),
                                         ("step", {"ticks": "x"}, "`ticks` has to be"), (3, {}, "`do` is missing"), ("fly", {}, "cannot be changed")):
                live.cannot(act, needle, **members)
            for body, needle in ((b"{", "JSON object"), (b"[]", "JSON object"), (b"{}", "`do` is missing")):
                status, answer = live.open("do", body, {"Content-Type": "application/json"})
                assert status == 400 and needle in json.loads(answer)["error"], answer
            same(live.open("nothing")[0], 404, "no route")
            same(live.open("describe?x=1")[0], 400, "an argument")
            same(live.get("notice")["number"], 0, "nothing was said")
            live.end()


def test_going_where_nothing_was_read():
    """A recording can be viewed while it is still being read. A request for a later tick is carried out when the tick arrives."""
    with tempfile.TemporaryDirectory() as place:
        shutil.copy(top / "examples/guard.json", place)
        gestalt_run(place, "guard.json", "--agents=5", "--ticks=30000", "--record=long.gsr", *stubs)
        for tick, options in ((30000, []), (10 ** 18, []), (30000, ["--follow"])):
            live = Live(pathlib.Path(place), "long.gsr", *options)
            live.do("goto", tick=tick)
            state = live.get("state")
            assert state["going"] or state["tick"] == 30000, state
            same(live.until(lambda s: not s["going"], "the tick")["tick"], 30000, f"tick {tick} {options}")
            live.end()
        with open(pathlib.Path(place) / "long.gsr", "r+b") as file:
            file.truncate(file.seek(0, 2) - 100)
        live = Live(pathlib.Path(place), "long.gsr", "--follow")
        live.do("goto", tick=30001)
        state = live.until(lambda s: not s["going"], "the end of what was cut")
        same((state["tick"], state["complete"]), (29999, False), "the last whole frame")
        live.end()


def test_edits_and_steps_that_were_recorded():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        text = (top / "examples/guard.json").read_text()
        document = json.loads(text)
        document["root"]["children"].insert(0, "ammo > 1000")
        (folder / "other.json").write_text(json.dumps(document))
        recording(place, "run.gsr", "--edit=20:other.json", watched(70), "--keys=health")
        with following(place, "run.gsr", "--limits=default") as live:
            at(live, 10)
            before = live.get("describe")
            same([before["groups"][0][k] for k in ("first", "last")], [0, 20], "frames of the first tree")
            moments = live.get("history")["moments"]
            same([m["tick"] for m in moments], list(range(21)), "moments of the first tree")
            steps = live.get("steps", agent=69)
            same((steps["agent"], steps["tick"], steps["cut"]), (69, 10, False), "steps of an agent")
            same(steps["steps"][0]["node"], 0, "from the root on")
            at(live, 30)
            behind = live.get("describe")
            same([behind["groups"][0][k] for k in ("first", "last")], [21, 40], "frames of the second tree")
            assert behind["version"] > before["version"] and len(behind["groups"][0]["nodes"]) == len(before["groups"][0]["nodes"]) + 1, "the trees"
            same([m["tick"] for m in live.get("history")["moments"]], list(range(21, 41)), "moments of the second tree")
            same(len(live.get("series", key="health")["ticks"]), 41, "a key that both have")
            live.end()
        # With a scene, frames are those of the scene.
        scenes = top / "examples/scenes"
        gestalt_run(place, scenes / "wolf-sheep.json", "-q", "--steps=12", "--record=wolves.gsr")
        gestalt_run(place, scenes / "wolf-sheep.json", "-q", "--steps=12", "--record-trees=trees.gsr", f"--edit=6:wolves:{scenes}/wolf-sheep/sheep.json")
        with following(place, "wolves.gsr", "--trees=trees.gsr") as live:
            have_come(live, 7)
            live.until(lambda s: live.get("describe")["groups"][2]["last"] == 6, "the frames of the first tree")
            at(live, 9)
            same([live.get("describe")["groups"][2][k] for k in ("first", "last")], [7, 12], "frames of the second tree")
            live.end()
        # There are more steps between two frames than the server stores.
        gestalt_run(place, "guard.json", "-q", "--agents=200", "--ticks=80", "--every=80", "--record=many.gsr", watched(200), *stubs)
        with following(place, "many.gsr", "--limits=default") as live:
            live.do("goto", frame=1)
            live.until(lambda s: s["frame"] == 1 and not s["going"], "the last frame")
            assert live.get("steps", agent=3)["cut"], "there were more"
            live.end()


def test_files_that_come_and_go():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        whole = recording(place, "whole.gsr")
        path = folder / "run.gsr"
        with following(place, "run.gsr") as live:
            def waits(what):
                live.until(lambda s: s["awaited"] and what in s["awaited"], f"wait for {what}")

            waits("the file")
            live.refused("agents", "there is no frame yet")
            live.do("goto", tick=3)
            live.do("step")
            same(live.get("describe")["groups"], [], "no groups")
            same(live.get("history")["moments"], [], "no moments")
            path.write_bytes(whole[:30])
            waits("the beginning")
            path.write_bytes(whole[:45])
            waits("the first frame")
            path.write_bytes(whole)
            state = live.until(lambda s: s["complete"] and s["tick"] == 40 and not s["going"], "all of it")
            same((state["awaited"], state["damaged"]), (None, False), "nothing is awaited")
            live.do("goto", tick=5)
            live.until(lambda s: s["tick"] == 5, "tick 5")
            # Replace the file by a folder, by a file that is not a recording, and by another run.
            path.unlink()
            path.mkdir()
            live.until(lambda s: s["damaged"], "an error")
            assert "has to be a file" in live.get("notice")["text"], live.get("notice")
            generation = live.get("state")["generation"]
            time.sleep(0.2)  # the server checks the file once or twice
            same(live.get("state")["generation"], generation, "it is said once")
            path.rmdir()
            path.write_text("no recording")
            live.until(lambda s: "this is no recording" in live.get("notice")["text"], "an error")
            path.write_bytes(recording(place, "other.gsr", "--every=2"))
            state = live.until(lambda s: s["complete"] and s["frames"] == 21 and s["tick"] == 40 and not s["running"], "the other one, to its end")
            same(state["damaged"], False, "it is whole")
            assert "no recording" in live.end(), "it is said to the terminal, too"


def test_options_of_recordings():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "zoo.json").write_text(json.dumps(zoo))
        gestalt_run(place, "zoo.json", "-q", "--steps=2", "--record=zoo.gsr", "--record-trees=trees.gsr")
        damaged = bytearray(recording(place, "run.gsr"))
        damaged[30] ^= 64
        (folder / "damaged.gsr").write_bytes(damaged)
        for words, status, needle in ((["run.gsr", "--agents=3"], 2, "--agents is not for recordings"),
                                      (["run.gsr", "--follow", "--log=x"], 2, "--log is not for recordings"),
                                      (["-", "--follow"], 2, "standard input cannot be looked at again"),
                                      (["nothing.gsr", "--trees=trees.gsr"], 3, "there is no recording yet; --follow waits"),
                                      (["zoo.gsr", "--trees=nothing.gsr"], 3, "nothing.gsr: there is no recording yet"),
                                      (["run.gsr", "--trees=trees.gsr"], 2, "run.gsr has trees itself"),
                                      (["zoo.gsr", "--trees=zoo.gsr"], 2, "zoo.gsr is the recording of a scene"),
                                      (["zoo.json", "--trees=trees.gsr", "--seed=1"], 2, "--trees goes with the recording of a scene, and zoo.json is no recording"),
                                      (["zoo.json", "--follow"], 1, "this is no recording"),
                                      (["damaged.gsr"], 1, "damaged"), (["zoo.gsr", "--trees=zoo.json"], 1, "this is no recording"),
                                      ([".", "--follow"], 3, "has to be a file"),
                                      (["run.gsr", "--address=x"], 2, "--address cannot be `x`")):
            out, err, got = tap.run([runs.gestalt, "live", *words], place)
            assert (out, got) == ("", status) and needle in err, f"{words}: {got} {err}"
        live = Live(folder, "run.gsr", "--follow")
        live.until(lambda s: s["complete"] and not s["going"], "the end")
        live.end()


def test_trees_of_another_run():
    with tempfile.TemporaryDirectory() as place:
        recording(place, "other.gsr")
        gestalt_run(place, top / "examples/scenes/wolf-sheep.json", "--steps=5", "--record=w.gsr", "--record-trees=trees.gsr")
        for trees, notices in (("trees.gsr", 0), ("other.gsr", 1)):
            live = Live(place, "w.gsr", f"--trees={trees}")
            try:
                live.do("goto", tick=5)
                state = live.until(lambda s: s["tick"] == 5 and not s["going"], "tick 5")
                same((state["notice"], live.get("describe")["trees"]), (notices, not notices), trees)
                assert not notices or "its groups are others" in live.get("notice")["text"], live.get("notice")
            finally:
                live.process.kill()
                live.process.communicate()


if __name__ == "__main__":
    runs.main(globals(), *sys.argv[1:])
