#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gestalt live, over HTTP: live.py GESTALT [NAME...]

Each route of a tree and of a scene; going back, edits, breakpoints and steps; replays of what was done, by the hash
of all agents; hostile requests, slow readers, and 10,000 connections one after another.
"""
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import tap

top = pathlib.Path(__file__).resolve().parent.parent
gestalt = ""
stubs = ["--stub=flee=4:success", "--stub=fire=2:success", "--stub=look=0:failure", "--stub=go=7:success"]
moods = {"gestalt": 1, "blackboard": {"mood": {"type": ["idle", "flee"]}, "calm": "bool", "heat": {"type": "int", "shared": True}},
         "root": {"type": "sequence", "children": [{"type": "wait", "ticks": 3}, {"type": "set", "key": "mood", "to": "'flee'"},
                                                   {"type": "wait", "ticks": 3}, {"type": "set", "key": "mood", "to": "'idle'"}]}}
patience = 120  # seconds until something is taken to hang


class Live:
    """A command that serves, in a folder of its own."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.process = subprocess.Popen([gestalt, "live", *arguments], cwd=folder, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.link = self.process.stdout.readline().strip()
        if not self.link:
            raise AssertionError(f"no link: {self.process.communicate()[1]}")
        self.host, self.token = self.link.split("/")[2:4]
        self.port = int(self.host.split(":")[1])

    def open(self, path, body=None, headers=None):
        """Status and bytes."""
        request = urllib.request.Request(self.link + path, body, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=patience) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def get(self, path, **query):
        status, answer = self.open(path + ("?" + urllib.parse.urlencode(query) if query else ""))
        assert status == 200, f"{path} {query}: {status} {answer}"
        return json.loads(answer)

    def do(self, act, expected=200, **members):
        status, answer = self.open("do", json.dumps({"do": act, **members}).encode(),
                                   {"Content-Type": "application/json"})
        assert status == expected, f"{act} {members}: {status} {answer}"
        return json.loads(answer)

    def until(self, holds, what):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            state = self.get("state")
            if holds(state):
                return state
            time.sleep(0.005)
        raise AssertionError(f"{what} never came: {state}")

    def stand(self):
        return self.until(lambda s: not s["running"] and not s["going"], "a stand")

    def ticks(self, count):
        self.do("step", ticks=count)
        return self.stand()

    def go(self, tick, **more):
        self.do("goto", tick=tick, **more)
        state = self.stand()
        same(state["tick"], tick, "where it went")
        return state

    def values(self, agent):
        return self.get("agent", id=agent)["values"]

    def raw(self, text):
        """What a server says to these bytes, until it closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as s:
            s.sendall(text)
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := s.recv(1 << 16):
                    answer += piece
            return answer

    def end(self):
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=patience)
        assert self.process.returncode == 130, f"ended with {self.process.returncode}: {err}"
        return err

    def end_and_replay(self, name):
        """The log gives the same agents, to the bit, with any number of threads."""
        hash_ = self.get("hash")["hash"]
        err = self.end()
        for threads in (1, 2):
            same(replayed(self.folder, name, f"--threads={threads}"), hash_, f"the replay on {threads} threads")
        return err


def same(got, wanted, what):
    assert got == wanted, f"{what}: {got!r}, not {wanted!r}"


def gestalt_run(folder, *arguments):
    out, err, status = tap.run([gestalt, "run", *arguments], folder)
    assert status == 0, f"run {arguments}: {status} {err}"
    return out.strip()


def replayed(folder, name, *more):
    return gestalt_run(folder, name, "--replay=log.jsonl", "--hash", *more)


@contextlib.contextmanager
def running(name, *arguments):
    """One with a log, and the files of the examples. It is ended if it still runs."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for file in (top / "examples").glob("*.json"):
            shutil.copy(file, folder)
        for file in ("wolf-sheep.json", "swarm.json"):
            shutil.copy(top / "examples/scenes" / file, folder)
        for more in ("lib", "scenes/wolf-sheep"):
            shutil.copytree(top / "examples" / more, folder / pathlib.Path(more).name)
        (folder / "moods.json").write_text(json.dumps(moods))
        live = Live(folder, name, "--log=log.jsonl", *arguments)
        try:
            yield live
        finally:
            if live.process.poll() is None:
                live.process.kill()
            live.process.communicate()


def guard(*more):
    return running("guard.json", "--agents=200", *stubs, *more)


def save(path, text):
    """As editors do: a new file, in the place of the old one."""
    beside = path.with_name(path.name + "~")
    beside.write_text(text)
    beside.rename(path)


def save_and_wait(live, name, text, is_error=False):
    before = live.get("state")["notice"]
    save(live.folder / name, text)
    live.until(lambda s: s["notice"] > before, "a notice")
    notice = live.get("notice")
    same(notice["error"], is_error, notice["text"])
    return notice["text"]


# ---- routes

def test_routes_of_a_tree():
    with guard() as live:
        about = live.get("describe")
        same(about["kind"], "tree", "kind")
        nodes = about["groups"][0]["nodes"]
        same(nodes[0]["parent"], -1, "the root's parent")
        assert all(nodes[n["parent"]]["end"] >= n["end"] for n in nodes[1:]), "nodes end before their parents"
        same([k["name"] for k in about["groups"][0]["keys"]], ["health", "distance", "enemy", "post", "ammo"], "keys")
        live.ticks(40)
        state = live.get("state", counts=1)
        same(state["groups"][0]["total"], 200, "agents")
        same(sum(state["groups"][0]["answers"]), 200, "answers")
        for node in (0, 9):
            asked = live.get("agents", node=node, ids=1, count=500)
            same(len(asked["ids"]), state["groups"][0]["agents"][node], f"ids at node {node}")
            for id in asked["ids"][:5]:
                assert node in live.get("agent", id=id)["nodes"], f"agent {id} is at node {node}"
        rows = live.get("agents", sort="distance", down=1, count=200)["rows"]
        distances = [row["values"][1] for row in rows]
        same(distances, sorted(distances, reverse=True), "an order")
        near = live.get("agents", filter="distance < 40 && health > 5", sort="distance", count=500)
        same(near["total"], sum(d < 40 for d in distances), "a filter")
        same([r["id"] for r in near["rows"]],
             [r["id"] for r in live.get("agents", sort="distance", count=near["total"])["rows"]], "windows")
        second = live.get("agents", sort="distance", down=1, count=10, **{"from": 20})["rows"]
        same([r["id"] for r in second], [r["id"] for r in rows[20:30]], "a window in the middle")
        moments = live.get("history")["moments"]
        assert len(moments) > 3 and all(len(m["agents"]) == len(nodes) for m in moments), "history"
        same(live.get("breaks"), [], "breakpoints")
        same(live.get("steps"), None, "steps")
        status, page = live.open("")
        same(status, 200, "the page")
        assert b"<h1" in page and b"//" not in re.sub(rb"http://www\.w3\.org[^\"]*|// |//\n", b"", page).split(b"<script>")[0]
        same(live.open("places")[0], 400, "places of a tree")
        log = live.open("log")[1].decode().splitlines()
        same(json.loads(log[-1]), {"tick": 40, "do": "end"}, "the log's end")
        live.end()


def test_routes_of_a_scene():
    with running("wolf-sheep.json") as live:
        about = live.get("describe")
        same([g["name"] for g in about["groups"]], ["grass", "sheep", "wolves"], "groups")
        live.ticks(20)
        state = live.get("state", counts=1)
        same(sum(g["total"] for g in state["groups"]), state["agents"], "agents of groups")
        wolves = live.get("agents", group=2, count=500)
        same(wolves["total"], state["groups"][2]["total"], "wolves")
        one = live.get("agent", id=wolves["rows"][0]["id"])
        same(len(one["position"]), 2, "a place")
        for most, least in ((50000, state["agents"]), (100, 1)):
            status, bytes_ = live.open(f"places?most={most}")
            same(status, 200, "places")
            (live.folder / "places.gsr").write_bytes(bytes_)
            lines = tap.run([gestalt, "export", "places.gsr"], live.folder)[0].splitlines()[1:]
            assert least <= len(lines) <= min(most, state["agents"]), f"{len(lines)} places of {most}"
        live.do("spawn", 400, count=3)
        live.do("write", agent=one["id"], key="energy", value=3.5)
        same(live.values(one["id"])[[k["name"] for k in about["groups"][2]["keys"]].index("energy")], 3.5, "a key")
        live.do("cancel", agent=one["id"])
        live.ticks(10)
        live.end_and_replay("wolf-sheep.json")


# ---- acts, and the way back

def test_acts_are_replayed():
    with guard() as live:
        live.ticks(5)
        live.do("write", agent=3, key="health", value=12.1)
        live.do("write", agent=4, key="post", value=[1, -2.5])
        live.do("write", group="agents", key="ammo", value=7)
        live.ticks(7)
        live.do("spawn", count=10)
        live.do("despawn", agent=0)
        live.do("cancel", agent=7)
        same(live.get("state")["agents"], 209, "agents")
        same(live.values(3)[4], 7, "ammo of the group")
        live.ticks(20)
        wanted = [live.get("agent", id=id) for id in (1, 3, 4, 7, 205)]
        live.end_and_replay("guard.json")
        with_final = gestalt_run(live.folder, "guard.json", "--replay=log.jsonl", "--final=-").splitlines()
        same(len(with_final), 210, "agents of the replay")
        row = dict(zip(with_final[0].split(","), with_final[4 - 1].split(",")))
        same(float(row["health"]), wanted[1]["values"][0], "health of agent 3 in the replay")
        lines = (live.folder / "log.jsonl").read_text().splitlines()
        same([json.loads(line).get("do") for line in lines[1:]],
             ["write", "write", "write", "spawn", "despawn", "cancel", "end"], "the log")
        # Without an act, something else comes out: the hash is one of what was done.
        (live.folder / "log.jsonl").write_text("\n".join(lines[:1] + lines[2:]) + "\n")
        other = replayed(live.folder, "guard.json")
        (live.folder / "log.jsonl").write_text("\n".join(lines) + "\n")
        assert replayed(live.folder, "guard.json") != other, "the hash does not depend on the log"


def everybody(live, group=0):
    return live.get("agents", group=group, count=500)


def test_going_back():
    with guard() as live:
        live.ticks(30)
        at30 = everybody(live)
        live.do("write", agent=3, key="health", value=1)
        written = everybody(live)
        live.ticks(60)
        at90 = everybody(live)
        for _ in range(2):
            live.go(30, before=True)
            same(everybody(live), at30, "before the act")
            state = live.go(30)
            same(everybody(live), written, "behind the act")
            same(state["end"], 90, "the end")
            live.go(90)
            same(everybody(live), at90, "the end again")
        state = live.go(20)
        same((state["acts"], state["acts_behind"]), (0, 1), "acts behind")
        live.ticks(70)
        state = live.get("state")
        same((state["end"], state["acts_behind"]), (90, 0), "another future")
        assert everybody(live) != at90, "the act is undone"
        live.do("write", agent=5, key="health", value=2)
        future = everybody(live)
        live.do("goto", 400, tick="x")
        live.go(0)
        live.go(90)
        same(everybody(live), future, "the other future")
        live.end_and_replay("guard.json")
        lines = (live.folder / "log.jsonl").read_text().splitlines()
        same([(l.get("do"), l.get("agent")) for l in map(json.loads, lines[1:])], [("write", 5), ("end", None)], "the log")


def test_going_back_in_a_scene():
    with running("wolf-sheep.json") as live:
        live.ticks(40)
        at40 = [everybody(live, g) for g in range(3)]
        live.do("write", agent=at40[2]["rows"][0]["id"], key="energy", value=99)
        live.ticks(40)
        at80 = [everybody(live, g) for g in range(3)]
        live.go(40, before=True)
        same([everybody(live, g) for g in range(3)], at40, "back")
        live.go(80)
        same([everybody(live, g) for g in range(3)], at80, "there again")
        live.end_and_replay("wolf-sheep.json")


def test_saving_edits():
    with guard() as live:
        original = (live.folder / "guard.json").read_text()
        changed = original.replace("health < 30", "health < 60")
        assert changed != original
        live.ticks(10)
        before = everybody(live)
        assert "before tick 10: " in save_and_wait(live, "guard.json", changed)
        state = live.get("state")
        same((state["version"], state["acts"]), (1, 1), "an edit")
        same(live.get("edit")["groups"][0]["group"], 0, "its report")
        live.do("write", group=0, key="health", value=45)
        live.ticks(5)
        edited = everybody(live)
        text = save_and_wait(live, "guard.json", changed[:-40], is_error=True)
        assert "guard.json" in text, text
        same(live.get("state")["version"], 1, "the old tree runs on")
        live.ticks(5)
        same(live.get("notice")["text"], text, "what was said stays, with more ticks")
        text = save_and_wait(live, "guard.json", changed.replace('"do": "fire"', '"do": "shoot"'), is_error=True)
        assert "shoot" in text, text
        save_and_wait(live, "guard.json", changed)  # it says what it said
        same(live.get("state")["acts"], 2, "no other edit")
        live.go(10, before=True)
        same((everybody(live), live.get("state")["version"]), (before, 0), "before the edit")
        live.go(15)
        same((everybody(live), live.get("state")["version"]), (edited, 1), "behind the edit")
        live.go(5)
        live.ticks(3)
        same(live.get("state")["acts_behind"], 0, "the edit is undone")
        save_and_wait(live, "guard.json", original.replace("health < 30", "health < 70"))
        live.ticks(9)
        err = live.end_and_replay("guard.json")
        assert "before tick 10: " in err and "before tick 8: " in err, err
        one = replayed(live.folder, "guard.json")
        # The file on disk is not asked.
        (live.folder / "guard.json").unlink()
        same(replayed(live.folder, "guard.json"), one, "the replay without the file")
        same(list(pathlib.Path(tempfile.gettempdir()).glob("gestalt-replay-*")), [], "folders that are left")


def test_saving_an_include():
    with running("sentry.json", "--agents=20") as live:
        path = live.folder / "lib/travel.json"
        live.ticks(4)
        text = path.read_text()
        numbers = re.sub(r'"speed": (\d+)', lambda m: f'"speed": {int(m[1]) + 1}', text, count=1)
        assert numbers != text, "nothing to change in lib/travel.json"
        save_and_wait(live, "lib/travel.json", numbers)
        same(live.get("state")["version"], 1, "an edit")
        live.ticks(30)
        ends = everybody(live)
        live.go(4, before=True)
        live.go(34)
        same(everybody(live), ends, "there again")
        live.end_and_replay("sentry.json")


def test_setting_values():
    with running("swarm.json") as live:
        live.ticks(10)
        first = everybody(live)
        live.do("set", 400, path="room", value="25")  # the world depends on it
        assert live.get("notice")["error"], "it is told"
        live.go(0)
        live.do("set", 400, path="nothing.at.all", value="25")
        live.do("set", path="whim", value="0.1")
        same(live.get("describe")["settings"], [{"path": "whim", "value": "0.1"}], "settings")
        live.ticks(10)
        assert everybody(live) != first, "the value counts"
        same(everybody(live)["total"], 120, "agents")
        live.end()
        hash_ = replayed(live.folder, "swarm.json")
        same(hash_, gestalt_run(live.folder, "swarm.json", "--set=whim=0.1", "--steps=10", "--hash"), "as by --set")


def test_values_that_can_be_set():
    """Each path that is listed is one of --set: with the value that stands there, nothing changes."""
    scenes = ["swarm", "wolf-sheep", "crowd", "rooms", "birds", "routes", "posts3d", "airport", "traffic/blocks-lights", "traffic/ring"]
    for scene in scenes:
        path = top / f"examples/scenes/{scene}.json"
        with tempfile.TemporaryDirectory() as place:
            live = Live(place, str(path))
            try:
                answer = live.get("values")
            finally:
                live.end()
        values = answer["values"]
        same(answer["count"], len(values), f"values of {scene}")
        same(len({v["path"] for v in values}), len(values), f"paths of {scene}")
        assert {"world.dt"} <= {v["path"] for v in values} and "scene" not in [v["path"] for v in values], scene
        for v in values:
            assert v["least"] is None or v["least"] <= v["value"], v
            assert v["most"] is None or v["most"] >= v["value"], v
            assert not v["whole"] or v["value"] == int(v["value"]), v
        # With the values that stand there, the run is the same.
        sets = [f"--set={v['path']}={json.dumps(v['value'])}" for v in values]
        same(gestalt_run(top, path, "-q", *sets, "--steps=2", "--hash"), gestalt_run(top, path, "-q", "--steps=2", "--hash"), scene)
    with running("swarm.json") as live:
        paths = [v["path"] for v in live.get("values")["values"]]
        for path in ("birds", "whim", "world.dt", "birds.vehicle.max_speed"):
            assert path in paths, f"no {path} in {paths}"
        assert "birds.count" not in paths, "an expression"
        live.end()
    with guard() as live:
        same(live.open("values")[0], 400, "values of a tree")
        live.do("tune", 400, path="a", value="1")
        live.end()


def test_tuning_values():
    """As if the value had been so from the beginning; the run comes back to where it was."""
    with running("swarm.json") as live:
        live.ticks(10)
        first = everybody(live)
        agent = first["rows"][0]["id"]
        for wrong in ({"path": "nothing.at.all", "value": "2"}, {"path": "birds", "value": "1e9"}, {"path": "birds"}, {"value": "1"},
                      {"path": "birds", "value": 3}, {"path": "birds", "value": "2", "more": 1}):
            live.do("tune", 400, **wrong)
            same(everybody(live), first, f"what was refused: {wrong}")
            same(live.get("state")["end"], 10, "the future stays")
        for birds in ("50", "80", "90"):
            live.do("tune", path="birds", value=birds)
            same((live.stand()["tick"], live.get("state")["agents"]), (10, int(birds)), "it comes back")
        same(live.get("state")["acts"], 1, "a slider that is moved again does not fill the log")
        live.do("tune", path="whim", value="0.1")
        live.stand()
        same(live.get("describe")["settings"], [{"path": "birds", "value": "90"}, {"path": "whim", "value": "0.1"}], "settings")
        same(next(v for v in live.get("values")["values"] if v["path"] == "whim")["value"], 0.1, "the value is told")
        same(live.get("hash")["hash"], gestalt_run(live.folder, "swarm.json", "--set=birds=90", "--set=whim=0.1", "--steps=10", "--hash"),
             "as by --set")
        # Acts behind the beginning are of another future; those at the beginning stay.
        live.do("cancel", agent=agent)
        live.do("run")
        live.until(lambda s: s["tick"] > 20, "ticks")
        live.do("tune", path="whim", value="0.2")
        live.until(lambda s: s["running"] and s["tick"] > 25, "it runs on")
        live.do("pause")
        same(live.stand()["acts"], 2, "acts")
        live.end_and_replay("swarm.json")


def test_keys_over_time():
    with guard() as live:
        keys = [k["name"] for k in live.get("describe")["groups"][0]["keys"]]
        live.ticks(10)
        live.open("series?key=post")
        for wrong in ("series", "series?key=", "series?key=post", "series?key=nothing", "keys?group=1"):
            same(live.open(wrong)[0], 400, wrong)

        def now(key):
            values = [row["values"][keys.index(key)] for row in everybody(live)["rows"]]
            mean = sum(values) / len(values)
            return [len(values), mean, min(values), max(values), (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5]

        def near(got, wanted, what):
            assert all(abs(g - w) <= 1e-4 * max(1, abs(w)) for g, w in zip(got, wanted, strict=True)), f"{what}: {got}, not {wanted}"

        def moment(series, tick):
            group, at = series["groups"][0], series["ticks"].index(tick)
            return [group[name][at] for name in ("count", "mean", "low", "high", "deviation")]

        for one in live.get("keys", group=0)["keys"]:
            near([one[name] for name in ("count", "mean", "low", "high", "deviation")], now(one["name"]), one["name"])
        same([one["name"] for one in live.get("keys")["keys"]], ["health", "distance", "ammo"], "keys that are numbers")
        first = live.get("series", key="distance")
        same((first["ticks"], first["gone"]), ([10], False), "it begins when somebody asks")
        near(moment(first, 10), now("distance"), "the present")
        live.do("write", group=0, key="distance", value=50)
        near(moment(live.get("series", key="distance"), 10), [200, 50, 50, 50, 0], "behind an act")
        for _ in range(20):
            live.ticks(1)
        at30 = now("distance")
        series = live.get("series", key="distance")
        assert len(series["ticks"]) > 5 and series["ticks"] == sorted(set(series["ticks"])), series["ticks"]
        near(moment(series, 30), at30, "later")
        # What lies before is known when the run goes through it once more; another future begins anew.
        live.go(0)
        live.go(9)
        live.go(30)
        assert min(live.get("series", key="distance")["ticks"]) < 10, "the past"
        live.go(20)
        live.ticks(1)
        same(max(live.get("series", key="distance")["ticks"]), 21, "the end of another future")
        live.ticks(2000)
        ticks = live.get("series", key="distance")["ticks"]
        assert len(ticks) <= 256, f"{len(ticks)} moments"
        # An edit drops the key: what there was stays. Other keys take the place of it.
        document = json.loads((live.folder / "guard.json").read_text().replace('"health"', '"life"').replace("health", "life"))
        live.get("series", key="health")
        save_and_wait(live, "guard.json", json.dumps(document))
        gone = live.get("series", key="health")
        assert gone["gone"] and gone["ticks"], gone
        same(live.get("series", key="life")["gone"], False, "the new one")
        live.go(100)
        same(live.get("series", key="health")["gone"], False, "before the edit")
        live.end()
    with running("moods.json", "--agents=9") as live:
        same(live.open("series?key=mood")[0], 400, "words are no numbers")
        live.do("write", agent=4, key="calm", value=True)
        live.do("write", group=0, key="heat", value=-3)
        live.get("series", key="calm")
        same([k["mean"] for k in live.get("keys")["keys"]], [1 / 9, -3], "a bool, and a shared key")
        live.end()
    with running("wolf-sheep.json") as live:
        live.ticks(5)
        groups = live.get("series", key="energy")["groups"]
        totals = [g["total"] for g in live.get("state", counts=1)["groups"]]
        same([g["count"] for g in groups], [[0], [totals[1]], [totals[2]]], "groups that have it")
        same(groups[0]["mean"], [None], "a group that has not")
        same(live.get("history")["moments"][-1]["groups"], totals, "agents of groups")
        live.end()


def test_orders_of_the_tree():
    """By the root's answer and by the first live leaf, as the rows themselves tell."""
    for name, group in (("guard.json", 0), ("wolf-sheep.json", 1)):
        with running(name, *(["--agents=200", *stubs] if group == 0 else [])) as live:
            live.ticks(28)
            for agent in range(3, 9) if group == 0 else ():
                live.do("write", agent=agent, key="distance", value=1)
            live.ticks(2)
            nodes = live.get("describe")["groups"][group]["nodes"]

            def leaf(row):
                live_ones = row["nodes"] + [len(nodes)]
                return next((n for n, after in zip(live_ones, live_ones[1:]) if after >= nodes[n]["end"]), -1)

            rank = {".answer": lambda row: ["failed", "running", "succeeded", "none"].index(row["answer"]), ".leaf": leaf}
            for sort, value in rank.items():
                for down in (0, 1):
                    rows = live.get("agents", group=group, sort=sort, down=down, count=500)["rows"]
                    wanted = sorted(rows, key=lambda row: (-value(row) if down else value(row), row["id"]))
                    same([r["id"] for r in rows], [r["id"] for r in wanted], f"{name} by {sort}")
                assert len({value(row) for row in rows}) > (sort == ".leaf"), f"{name}: {sort} is the same for all"
            live.end()


def test_filters_are_kept():
    """What was found stays until something changes, also in another order."""
    with guard() as live:
        live.ticks(5)
        few = live.get("agents", filter="distance < 40", count=500)
        same(live.get("agents", filter="distance < 40", sort="distance", down=1, count=500)["total"], few["total"], "in another order")
        live.do("write", agent=few["rows"][0]["id"], key="distance", value=99)
        same(live.get("agents", filter="distance < 40", count=500)["total"], few["total"] - 1, "behind an act")
        live.ticks(1)
        live.do("write", group=0, key="distance", value=1)
        same(live.get("agents", filter="distance < 40", count=1)["total"], 200, "all of them")
        same(live.get("agents", filter="distance > 40", count=1)["total"], 0, "another condition")
        live.end()


# ---- breakpoints and steps

def test_breakpoints():
    with guard() as live:
        nodes = live.get("describe")["groups"][0]["nodes"]
        fire = next(i for i, n in enumerate(nodes) if n["type"] == "deferred")
        flee = next(i for i, n in enumerate(nodes) if "flee" in n["label"])
        live.do("break", when="true", **{"if": "health < 20"})
        live.do("break", when="enter", node=flee, agent=9)
        live.ticks(4)
        same(live.get("state")["stop"], "arrived", "nothing has happened")
        live.do("write", agent=9, key="health", value=10)
        live.do("run")
        state = live.stand()
        same((state["stop"], state["hit"]["agent"], state["tick"]), ("broken", 9, 5), "it enters")
        same([b["when"] for b in live.get("breaks")], ["true", "enter"], "the list")
        for b in live.get("breaks"):
            live.do("unbreak", id=b["id"])
        live.do("unbreak", 400, id=77)
        live.do("break", when="true", **{"if": "ammo < 30"})
        live.do("break", when="above", node=fire, bound=3)
        for agent in (20, 21, 22):
            live.do("write", agent=agent, key="distance", value=1)
        live.do("run")
        state = live.stand()
        same((state["stop"], state["hit"]["agent"]), ("broken", None), "a count")
        live.do("break", 400, when="true", **{"if": "helth < 3"})
        live.do("break", 400, when="enter", node=99999)
        live.do("break", 400, when="sometimes", node=1)
        for _ in range(30):
            live.do("break", when="fail", node=0)
        live.do("break", 400, when="fail", node=0)
        live.end()


def test_words_and_shared_keys():
    with running("moods.json", "--agents=9") as live:
        same(live.get("describe")["groups"][0]["keys"][0]["words"], ["idle", "flee"], "words")
        live.do("write", agent=4, key="mood", value="flee")
        live.do("write", agent=4, key="calm", value=True)
        live.do("write", group=0, key="heat", value=-3)
        live.do("write", 400, agent=4, key="mood", value="bored")
        same(live.values(4), [1, True, -3], "values")
        same(live.values(5), [0, False, -3], "values of another one")
        same(live.get("agents", filter="mood == 'flee' && heat < 0", ids=1)["ids"], [4], "who flees")
        same(live.get("agents", sort="calm", down=1, ids=1, count=2)["ids"], [4, 0], "an order")
        live.do("break", when="true", **{"if": "mood == 'flee'"})
        live.do("run")
        state = live.stand()
        same((state["stop"], state["hit"]["agent"]), ("broken", 0), "somebody flees")
        live.end_and_replay("moods.json")


def test_breakpoints_follow_edits():
    with guard() as live:
        document = json.loads((live.folder / "guard.json").read_text())
        nodes = live.get("describe")["groups"][0]["nodes"]
        flee = next(i for i, n in enumerate(nodes) if "flee" in n["label"])
        live.do("break", when="enter", node=flee)
        live.ticks(3)
        document["root"]["children"].insert(0, {"type": "condition", "if": "ammo > 1000"})
        save_and_wait(live, "guard.json", json.dumps(document))
        same(live.get("breaks")[0]["node"], flee + 1, "the node behind the edit")
        live.go(2)
        live.ticks(1)
        same(live.get("breaks")[0]["node"], flee, "the node before the edit")
        live.end()


def test_steps():
    with guard() as live:
        live.ticks(3)
        live.do("write", agent=9, key="health", value=10)
        live.do("into", agent=9)
        live.stand()
        steps = live.get("steps")
        same((steps["agent"], steps["tick"]), (9, 3), "whose")
        kinds = [s["kind"] for s in steps["steps"]]
        assert kinds[0] in ("entered", "resumed") and steps["steps"][0]["node"] == 0, kinds
        same(kinds.count("entered") + kinds.count("resumed"),
             sum(k in ("succeeded", "failed", "runs") for k in kinds), "who is entered answers")
        after = live.values(9)
        values = steps["values"]
        for step in steps["steps"]:
            for key, value in step["changes"]:
                values[key] = value
        same(values, after, "values behind all steps")
        live.do("into", 400, agent=100000)
        live.end()


# ---- what strangers send

def test_hostile_requests():
    with guard() as live:
        get = f"GET /{live.token}/state HTTP/1.1\r\nHost: {live.host}\r\n"
        close = "Connection: close\r\n\r\n"

        def status(text):
            answer = live.raw(text.encode("latin-1"))
            return int(answer.split()[1]) if answer.startswith(b"HTTP/") else 0

        same(status(get + close), 200, "a good one")
        for host in ("localhost:1", "evil.example", f"localhost:{live.port}", "127.0.0.1"):
            same(status(get.replace(live.host, host) + close), 403, f"Host: {host}")
        same(status(f"GET /{live.token}/state HTTP/1.0\r\n\r\n"), 403, "no Host")
        for header in ("Origin: http://evil.example", "Origin: null", f"Origin: https://{live.host}",
                       "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"):
            same(status(get + header + "\r\n" + close), 403, header)
        same(status(get + f"Origin: http://{live.host}\r\nSec-Fetch-Site: same-origin\r\n" + close), 200, "our own")
        wrong = "0" * 32
        for path in ("/", "/state", f"/{wrong}/state", f"/{live.token}", f"/{live.token}x/state", f"/{live.token[:-1]}/state",
                     f"//{live.token}/state", f"/{live.token}/../state", f"/{live.token}/state/", 
                     f"/{live.token}/x%00y", f"/{live.token}/" + "x" * 5000, f"/{live.token}/STATE"):
            same(status(f"GET {path} HTTP/1.1\r\nHost: {live.host}\r\n" + close), 404, path[:60])
        same(live.open("do")[0], 405, "GET do")
        same(live.open("state", b"{}", {"Content-Type": "application/json"})[0], 405, "POST state")
        same(live.open("do", b'{"do": "run"}', {"Content-Type": "text/plain"})[0], 415, "a form's body")
        json_ = {"Content-Type": "application/json"}
        for body in (b"", b"{", b"[]", b"1", b'"run"', b'{"do": 1}', b'{"do": "fly"}', b'{"do": "run", "x": 1}', b"\0" * 100,
                     b"\xff\xfe", b"[" * 100000, b'{"do": "write"}', b'{"do": "write", "agent": -1, "key": "health", "value": 1}',
                     b'{"do": "write", "agent": 1e99, "key": "health", "value": 1}',
                     b'{"do": "write", "agent": 1, "key": "health", "value": 1e300}',
                     b'{"do": "write", "agent": 1, "key": "ammo", "value": 3000000000}',
                     b'{"do": "write", "agent": 1, "key": "ammo", "value": 1.5}',
                     b'{"do": "write", "agent": 1, "key": "post", "value": [1]}',
                     b'{"do": "write", "agent": 1, "key": "nothing", "value": 1}',
                     b'{"do": "spawn", "count": 99999999999}', b'{"do": "spawn", "group": 1}', b'{"do": "despawn", "agent": 999}',
                     b'{"do": "edit", "files": [{"name": "../x", "text": ""}]}', b'{"do": "set", "path": "a", "value": "1"}',
                     b'{"do": "goto", "tick": 99999999999999999999}', b'{"do": "speed", "per_second": 10000001}'):
            same(live.open("do", body, json_)[0], 400, body[:60])
        same(live.open("do", b" " * (1 << 20) + b"{}", json_)[0], 413, "a large body")
        for query in ("group=9", "count=501", "from=100001", "sort=nothing", "filter=1", "filter=health<", "filter=health",
                      "what=1", "count=x", "ids=1&count=10001", "&".join(f"a{i}=1" for i in range(100))):
            same(live.open("agents?" + query)[0], 400, query[:40])
        same(live.open("agent?id=200")[0], 400, "no agent")
        for text in (b"\0\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 70000 + b"\r\n\r\n",
                     b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                     b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
                     b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20000 + b"\r\n"):
            answer = live.raw(text)
            assert not answer.startswith(b"HTTP/1.1 200"), answer[:60]
        answer = live.raw((get + close).encode()).decode().lower()
        for header in ("content-security-policy: default-src 'none'", "x-content-type-options: nosniff",
                       "referrer-policy: no-referrer", "cache-control: no-store"):
            assert header in answer, f"no {header} in {answer}"
        same(live.get("state")["acts"], 0, "acts that strangers did")
        live.end()


def test_all_addresses():
    with guard("--address=0.0.0.0") as live:
        def status(host, more=""):
            text = f"GET /{live.token}/state HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n"
            return int(live.raw(text.encode()).split()[1])

        same(live.host, f"0.0.0.0:{live.port}", "the link")
        for host in (live.host, f"127.0.0.1:{live.port}", f"10.1.2.3:{live.port}"):
            same(status(host), 200, host)
            same(status(host, f"Origin: http://{host}\r\n"), 200, host)
            same(status(host, f"Origin: http://evil.example:{live.port}\r\n"), 403, host)
        for host in ("127.0.0.1", f"evil.example:{live.port}", f"localhost:{live.port}", f"1.2.3:{live.port}", f"127.0.0.1:{live.port}0",
                     f"127.0.0.1:{live.port - 1}", ":", "", f"{'1' * 40}:{live.port}"):
            same(status(host), 403, host)
        live.end()


def test_slow_readers():
    with guard() as live:
        request = f"GET /{live.token}/describe HTTP/1.1\r\nHost: {live.host}\r\n\r\n".encode()
        slow = [socket.create_connection(("127.0.0.1", live.port)) for _ in range(20)]
        for i, s in enumerate(slow):
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            s.sendall(request * 50 if i % 2 else request[:-3])  # nobody reads; or it never ends
        live.do("run")
        before = live.get("state")["tick"]
        live.until(lambda s: s["tick"] > before + 50, "ticks beside slow readers")
        live.do("pause")
        live.stand()
        for s in slow:
            s.close()
        live.end()


def test_many_connections():
    with guard() as live:
        request = f"GET /{live.token}/state HTTP/1.1\r\nHost: {live.host}\r\nConnection: close\r\n\r\n".encode()
        for i in range(10000):
            answer = live.raw(request)
            if not answer.startswith(b"HTTP/1.1 200"):
                raise AssertionError(f"connection {i}: {answer[:80]}")
        live.end()


def test_answers_do_not_grow():
    sizes = []
    for agents in (1000, 1000000):
        with running("crossing.json", f"--agents={agents}") as live:
            live.ticks(2)
            asked = [live.open(path)[1] for path in ("state?counts=1", "agents?count=50", "agents?count=20&ids=1",
                                                     "agent?id=7", "describe", "notice", "edit", "breaks", "keys")]
            # Longer numbers are no more answers.
            sizes.append([len(re.sub(rb"-?[\d.]+(e-?\d+)?", b"0", answer)) for answer in asked])
            live.end()
    same(sizes[0], sizes[1], "bytes for a thousand and a million")


# ---- logs that somebody has written

def test_bad_logs():
    with guard() as live:
        live.ticks(3)
        live.do("write", agent=3, key="health", value=1)
        live.ticks(3)
        live.end()
        good = (live.folder / "log.jsonl").read_text().splitlines()
        head = json.loads(good[0])

        def wrong(lines, *needles, status=1):
            (live.folder / "bad.jsonl").write_text("\n".join(l if isinstance(l, str) else json.dumps(l) for l in lines))
            out, err, got = tap.run([gestalt, "run", "guard.json", "--replay=bad.jsonl", "--hash"], live.folder)
            same(got, status, f"status of {str(lines)[-100:]}: {err}")
            for needle in needles:
                assert needle in err, f"no `{needle}` in {err}"

        wrong([], "is empty")
        wrong(["{"], "bad.jsonl:1:2: ")
        wrong([head, "[]"], "bad.jsonl:2:1: ")
        wrong([head, {"tick": 3, "do": "fly"}], "bad.jsonl:2:1: ")
        wrong([head, {"tick": 3, "do": "write", "agent": 3000, "key": "health", "value": 1}], "bad.jsonl:2:37: ", "no agent 3000")
        wrong([head, {"tick": 5, "do": "cancel", "agent": 1}, {"tick": 4, "do": "cancel", "agent": 1}], ":3:1: ", "before that")
        wrong([head, {"tick": 5, "do": "end"}, {"tick": 5, "do": "cancel", "agent": 1}], "behind its end")
        wrong([{**head, "gestalt_live": 2}], "newer version")
        wrong([{**head, "more": 2}], "no such member")
        wrong([{**head, "hash": "0" * 16}], "another state", status=2)
        for name in ("../guard.json", "/etc/x", "", "a/../guard.json", "./guard.json", "a//b"):
            wrong([{**head, "files": head["files"] + [{"name": name, "text": ""}]}], "below the first one's folder")
        for option in ("--plugin=x.so", "--resume=x", "--log=x", "--agents", "-n5", "--", "--port=3"):
            wrong([{**head, "options": [option]}], "no log has this option")
        wrong([{**head, "options": ["--agents=x"]}], "agents")
        wrong([{**head, "files": [{"name": "other.json", "text": "{}"}]}], "not of `guard.json`", status=2)
        wrong([head, {"tick": 3, "do": "edit", "files": [{"name": "guard.json", "text": "{}"}]}], "guard.json")
        out, err, status = tap.run([gestalt, "run", "guard.json", "--replay=log.jsonl", "--agents=3"], live.folder)
        same(status, 2, err)
        same(list(pathlib.Path(tempfile.gettempdir()).glob("gestalt-replay-*")), [], "folders that are left")


def recording(place, name, *options):
    """The bytes of a recording of guards."""
    shutil.copy(top / "examples/guard.json", place)
    gestalt_run(place, "guard.json", "--agents=70", "--ticks=40", f"--record={name}", *stubs, *options)
    return (pathlib.Path(place) / name).read_bytes()


@contextlib.contextmanager
def following(place, name):
    live = Live(place, name, "--follow")
    try:
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
    """Each damaged file in turn under the same name; what is whole of it can be seen, and the command goes on."""
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


def test_misplaced_options():
    for arguments, needle in ((["-"], "a file"), (["guard.json", "--set=a=1", *stubs], "for scenes"),
                              (["wolf-sheep.json", "--agents=3"], "not for scenes"), (["nothing.json"], "nothing.json"),
                              (["guard.json", "--address=localhost", *stubs], "--address"),
                              (["guard.json", *stubs, "--log=guard.json"], "there already"), (["guard.json"], "stub")):
        with tempfile.TemporaryDirectory() as place:
            shutil.copy(top / "examples/guard.json", place)
            shutil.copy(top / "examples/scenes/wolf-sheep.json", place)
            shutil.copytree(top / "examples/scenes/wolf-sheep", pathlib.Path(place) / "wolf-sheep")
            out, err, status = tap.run([gestalt, "live", *arguments], place)
            assert status in (1, 2, 3) and out == "", f"{arguments}: {status} {out}"
            assert needle in err, f"{arguments}: no `{needle}` in {err}"


def main(command, *names):
    global gestalt
    gestalt = str(pathlib.Path(command).resolve())
    # Replays leave no folders behind: nobody else's are looked at.
    with tempfile.TemporaryDirectory() as own:
        os.environ["TMPDIR"] = tempfile.tempdir = own
        run_tests(names)
        tempfile.tempdir = None
    tap.finish()


def run_tests(names):
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (names and name not in names):
            continue
        try:
            test()
            tap.report(name)
        except (AssertionError, OSError, ValueError, KeyError, IndexError, subprocess.TimeoutExpired) as error:
            tap.report(name, f"{type(error).__name__}: {error}")


main(*sys.argv[1:])
