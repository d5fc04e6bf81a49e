#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests `gestalt live` over HTTP: live.py GESTALT [NAME...]

Tests each route of a tree and of a scene; going back, edits, breakpoints and steps; replays of logs, compared by the hash of
all agents; hostile requests, slow readers, and 10,000 connections one after another.
"""
import contextlib
import json
import os
import pathlib
import re
import resource
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
# Keys of all types, some without a value. Ticks have steps of all kinds, and one tick in four abandons nodes.
kinds = {"gestalt": 1,
         "blackboard": {"calm": "bool", "steps": "int", "odd": {"type": "float", "init": "sqrt(rand() - 0.5)"},
                        "none": {"type": "float", "init": "sqrt(rand() - 2)"}, "place": "vec2", "home": "vec3",
                        "mood": {"type": ["idle", "flee"]}, "heat": {"type": "float", "shared": True},
                        "alarm": {"type": "bool", "shared": True}},
         "root": {"type": "timeout", "ticks": 3, "child": {"type": "sequence", "children": [
             {"type": "force_success", "child": {"type": "selector", "children": [
                 {"type": "persistent", "key": "agreed", "init": "failure"},
                 {"type": "concurrent", "children": [{"type": "signal", "key": "agreed", "to": "success"}, {"type": "failure"}]}]}},
             {"type": "set", "key": "calm", "to": "!calm"},
             {"type": "set", "key": "place", "to": ["place.x + 1", "2"]},
             {"type": "set", "key": "home", "to": ["1", "2", "home.z + 3"]},
             {"type": "debug", "message": "on the way", "child": {"type": "running"}}]}}}
moods = {"gestalt": 1, "blackboard": {"mood": {"type": ["idle", "flee"]}, "calm": "bool", "heat": {"type": "int", "shared": True}},
         "root": {"type": "sequence", "children": [{"type": "wait", "ticks": 3}, {"type": "set", "key": "mood", "to": "'flee'"},
                                                   {"type": "wait", "ticks": 3}, {"type": "set", "key": "mood", "to": "'idle'"}]}}
patience = 120  # seconds after which something counts as hanging


class Live:
    """A running `gestalt live`, or another program that serves the page, in its own folder."""

    def __init__(self, folder, *arguments, program=None, **more):
        self.folder = folder
        self.process = subprocess.Popen([*(program or [gestalt, "live"]), *arguments], cwd=folder, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.link = self.process.stdout.readline().strip()
        if not self.link:
            raise AssertionError(f"no link: {self.process.communicate()[1]}")
        self.host, self.token = self.link.split("/")[2:4]
        self.port = int(self.host.split(":")[1])

    def open(self, path, body=None, headers=None):
        """Send a request, and return the status and the bytes of the response."""
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

    def refused(self, path, *needles):
        """Send an invalid query, and check that the error message explains it."""
        status, answer = self.open(path)
        assert status == 400, f"{path}: {status} {answer[:200]}"
        text = json.loads(answer)["error"]
        assert all(needle in text for needle in needles), f"{path}: {text}"

    def cannot(self, act, *needles, **members):
        """Send an action that is rejected, and check that the error message explains it."""
        text = self.do(act, 400, **members)["error"]
        assert all(needle in text for needle in needles), f"{act} {members}: {text}"

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

    def raw(self, text, is_all=False):
        """Send bytes, and return the response until the server closes. If these are all bytes, close the sending side, so that the server need not wait."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as s:
            s.sendall(text)
            if is_all:
                with contextlib.suppress(OSError):
                    s.shutdown(socket.SHUT_WR)
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
        """Check that replaying the log leads to the same agents, to the bit, with any number of threads."""
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
def running(name, *arguments, **more):
    """Run `gestalt live` with a log and the files of the examples. Kill it at the end if it still runs."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for file in (top / "examples").glob("*.json"):
            shutil.copy(file, folder)
        for file in ("wolf-sheep.json", "swarm.json"):
            shutil.copy(top / "examples/scenes" / file, folder)
        for part in ("lib", "scenes/wolf-sheep"):
            shutil.copytree(top / "examples" / part, folder / pathlib.Path(part).name)
        (folder / "moods.json").write_text(json.dumps(moods))
        shutil.copy(top / "tests/cli/files/guard.json", folder / "plugged.json")
        shutil.copy(top / "tests/cli/files/tour.json", folder)
        (folder / "kinds.json").write_text(json.dumps(kinds))
        live = Live(folder, name, "--log=log.jsonl", *arguments, **more)
        try:
            yield live
        finally:
            if live.process.poll() is None:
                live.process.kill()
            live.process.communicate()


def guard(*more, **how):
    return running("guard.json", "--agents=200", *stubs, *more, **how)


def save(path, text):
    """Save a file as editors do: write a new file, and rename it to replace the old one."""
    beside = path.with_name(path.name + "~")
    beside.write_text(text)
    beside.rename(path)


def failing_plugin():
    """Return the option for a plugin whose `look` reports errors from tick 3 on."""
    return f"--plugin={pathlib.Path(gestalt).parent}/tests/failing_plugin.so"


def save_and_wait(live, name, text, is_error=False):
    before = live.get("state")["notice"]
    save(live.folder / name, text)
    # On a busy machine, a file can be read twice while it is saved, which makes a second notice about the old text.
    live.until(lambda s: s["notice"] > before and live.get("notice")["error"] == is_error, "an error" if is_error else "an edit")
    return live.get("notice")["text"]


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
        same(live.get("state", agent=17)["agent"], live.get("agent", id=17), "an agent with the state")
        same((live.get("state", agent=200)["agent"], "agent" in live.get("state")), (None, False), "an agent that is not there")
        live.refused("state?agent=x", "`agent` is a number")
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
        assert 0 < len(moments) <= 40 and all(len(m["agents"]) == len(nodes) for m in moments), "history"
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


# ---- actions, and going back

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
        # Without one of the actions the result differs, so the hash depends on the actions.
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


# ---- running and stopping

def test_speed():
    with guard() as live:
        live.cannot("speed", "up to 1000000", per_second=1000001)
        live.do("speed", per_second=50)
        begin = time.monotonic()
        live.do("run")
        live.cannot("goto", "`tick` has to be a number", tick=-1)
        state = live.until(lambda s: s["tick"] >= 9, "ticks")
        assert time.monotonic() - begin > 0.12, "nine ticks at fifty in a second"
        same((state["per_second"], state["running"]), (50, True), "the state")
        live.do("speed", per_second=0)
        live.until(lambda s: s["tick"] > 300, "as fast as can be")
        live.do("pause")
        same(live.stand()["stop"], "paused", "why it stands")
        live.end()


def test_warnings():
    """Warnings of the running document are printed once to standard error, also after an edit."""
    for option, count in (("--diagnostics=short", 2), ("-q", 0), ("-Wno-W0104", 0)):
        with running("moods.json", "--agents=3", option) as live:
            save_and_wait(live, "moods.json", json.dumps({**moods, "name": "other"}))
            err = live.end()
            same(err.count("[W0104]"), count, f"warnings with {option}: {err}")
    with tempfile.TemporaryDirectory() as place:
        (pathlib.Path(place) / "moods.json").write_text(json.dumps(moods))
        out, err, status = tap.run([gestalt, "live", "moods.json", "-Werror"], place)
        same((out, status, err.count("[W0104, -Werror]")), ("", 1, 2), err)


def test_what_waits_for_the_goal():
    """While it goes to a tick, a run rejects actions, and an edit by saving a file waits."""
    with guard() as live:
        changed = (live.folder / "guard.json").read_text().replace("health < 30", "health < 60")
        live.do("goto", tick=10 ** 9)
        for act, members in (("run", {}), ("step", {}), ("into", {"agent": 3}), ("spawn", {"count": 1}), ("edit", {})):
            live.cannot(act, "going to tick 1000000000", **members)
        save(live.folder / "guard.json", changed)
        live.until(lambda s: s["tick"] > 500, "ticks")
        same(live.get("state")["version"], 0, "the edit waits")
        live.do("pause")
        live.until(lambda s: s["version"] == 1 and not s["going"], "the edit")
        live.end_and_replay("guard.json")


def test_interrupted_in_a_tick():
    with running("crossing.json", "--agents=200000") as live:
        live.do("run")
        live.until(lambda s: s["tick"] > 0, "a tick")
        live.end()


def test_errors_of_functions():
    """A run stops at a tick with an error. The error occurs again when the run goes there again, and a replay continues after it."""
    with running("plugged.json", "--agents=9", failing_plugin(), "--dt=1") as live:
        live.do("run")
        state = live.stand()
        same(state["stop"], "failed", "why it stands")
        notice = live.get("notice")
        assert notice["error"] and "the camera is" in notice["text"], notice
        tick = state["tick"]
        live.ticks(2)
        ends = everybody(live)
        live.go(0)
        live.go(live.get("state")["end"])
        same(everybody(live), ends, "there again")
        assert live.get("state")["tick"] > tick, "it went on"
        hash_ = live.get("hash")["hash"]
        live.end()
        same(replayed(live.folder, "plugged.json", failing_plugin()), hash_, "the replay")


def test_the_end_of_time():
    with guard("--start=4611686018420s", "--dt=1s") as live:
        live.do("run")
        state = live.stand()
        same((state["stop"], state["tick"]), ("failed", 7), "the last tick that there is")
        assert "would be out of range" in live.get("notice")["text"], live.get("notice")
        live.go(2)
        live.go(7)
        live.end_and_replay("guard.json")


def test_on_from_a_snapshot():
    with tempfile.TemporaryDirectory() as place:
        for name in ("guard.json", "scenes/swarm.json"):
            shutil.copy(top / "examples" / name, place)
        gestalt_run(place, "guard.json", "-q", "--agents=200", "--ticks=20", "--save=guard.gss", *stubs)
        gestalt_run(place, "swarm.json", "-q", "--steps=20", "--save=swarm.gss")
        for name, more in (("guard", stubs), ("swarm", [])):
            live = Live(pathlib.Path(place), f"{name}.json", f"--resume={name}.gss", *more)
            same(live.get("state")["tick"], 20, "where it begins")
            live.cannot("goto", "the run began with tick 20", tick=19)
            if name == "swarm":
                live.cannot("tune", "the run began with a snapshot", path="whim", value="0.1")
            live.ticks(5)
            live.go(20)
            live.go(25)
            got = live.get("hash")["hash"]
            live.end()
            how = ["--ticks=5"] if name == "guard" else ["--steps=5"]
            same(got, gestalt_run(place, f"{name}.json", *how, f"--resume={name}.gss", "--hash", *more), f"{name}: as by `run`")
        for arguments, needle in ((["swarm.json", "--resume=guard.gss"], "guard.gss"),
                                  (["swarm.json", "--resume=swarm.gss", "--seed=2"], "exclude each other")):
            out, err, status = tap.run([gestalt, "live", *arguments], place)
            assert status and not out and needle in err, f"{arguments}: {status} {err}"


def test_a_log_that_cannot_be_written():
    """An action that cannot be logged, because the disk is full, is not carried out. When there is space again, actions are logged and carried out."""
    def little():
        resource.setrlimit(resource.RLIMIT_FSIZE, (40000, resource.RLIM_INFINITY))

    with guard(preexec_fn=little, restore_signals=False) as live:
        size = (live.folder / "log.jsonl").stat().st_size
        for _ in range(40000):
            status, answer = live.open("do", json.dumps({"do": "write", "group": 0, "key": "health", "value": 5, "tick": 0}).encode(),
                                       {"Content-Type": "application/json"})
            if status != 200:
                break
        assert status == 400 and b"cannot write" in answer, f"{status} {answer}"
        log = live.folder / "log.jsonl"
        full = log.read_bytes()
        assert size < len(full) <= 40000 and full.endswith(b"}\n"), "whole lines, as many as there is room for"
        live.ticks(3)
        live.cannot("write", "cannot write", agent=3, key="health", value=7, tick=0)
        same(live.values(3)[0], 5, "the deed was not done")
        text = (live.folder / "guard.json").read_text()
        assert "cannot write" in save_and_wait(live, "guard.json", text + "\n", is_error=True), "an edit"
        same(live.get("state")["version"], 0, "the edit was not done")
        same(log.read_bytes(), full, "the log")
        live.go(1)
        said = save_and_wait(live, "guard.json", text + "\n\n", is_error=True)
        assert "cannot write" in said, said
        same(live.get("state")["end"], 3, "the future is still there")
        live.go(3)
        same(log.read_bytes(), full, "the log behind the past")
        resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        live.cannot("write", "no agent 300", agent=300, key="health", value=7)
        same(log.read_bytes(), full, "the log after a deed that was refused")
        live.do("write", agent=3, key="health", value=7)
        same(live.values(3)[0], 7, "a deed behind it")
        live.ticks(2)
        live.do("edit")
        same(live.get("state")["version"], 1, "the edit was done")
        live.end_and_replay("guard.json")


def test_torn_logs():
    """A line of the log that a crash has truncated is skipped, with a note."""
    with guard() as live:
        live.ticks(3)
        live.do("write", agent=3, key="health", value=1)
        live.ticks(3)
        live.do("write", agent=4, key="health", value=1)
        text = (live.folder / "log.jsonl").read_text()
        live.process.kill()
        live.process.wait()
        lines = text.splitlines(keepends=True)
        same(len(lines), 3, "lines")

        def hash_of(log):
            (live.folder / "torn.jsonl").write_text(log)
            out, err, status = tap.run([gestalt, "run", "guard.json", "--replay=torn.jsonl", "--hash"], live.folder)
            same(status, 0, err)
            return out, err

        whole, err = hash_of(lines[0] + lines[1])
        same(err, "", "nothing is left out")
        for size in (1, 10, len(lines[2]) - 2, len(lines[2]) - 1):
            out, err = hash_of(lines[0] + lines[1] + lines[2][:size])
            same(out, whole, f"{size} bytes of a line")
            assert "torn.jsonl: the last line is cut off, and is ignored" in err, err
        (live.folder / "torn.jsonl").write_text(lines[0][:-1])
        out, err, status = tap.run([gestalt, "run", "guard.json", "--replay=torn.jsonl", "--hash"], live.folder)
        assert status == 1 and "the first line of the log is cut off" in err, err


def test_texts_that_are_too_large():
    """A run reads at most 64 MiB of text and 1,000 files."""
    def document(parts):
        trees = {f"t{i}": {"include": f"parts/{i}.json"} for i in range(parts)}
        return json.dumps({"gestalt": 1, "trees": trees, "root": {"type": "sequence", "children": [{"type": "subtree", "tree": name} for name in trees]}})

    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "parts").mkdir()
        part = json.dumps({"gestalt": 1, "root": {"type": "wait", "ticks": 1}})
        for i in range(1000):
            (folder / f"parts/{i}.json").write_text(part)
        (folder / "few.json").write_text(document(999))
        (folder / "many.json").write_text(document(1000))
        live = Live(folder, "few.json")
        live.ticks(1)
        live.end()
        out, err, status = tap.run([gestalt, "live", "many.json"], place)
        assert not out and status == 1 and "more than 1000 files, or 64 MiB" in err, f"{status} {err}"
        for i in range(2):
            (folder / f"parts/{i}.json").write_text(part + " " * (33 << 20))
        (folder / "two.json").write_text(document(2))
        out, err, status = tap.run([gestalt, "live", "two.json"], place)
        assert not out and status == 1 and "more than 1000 files, or 64 MiB" in err, f"{status} {err}"


def test_what_cannot_be_served():
    with guard() as live:
        shutil.copy(top / "examples/guard.json", live.folder / "other.json")
        out, err, status = tap.run([gestalt, "live", "other.json", f"--port={live.port}", *stubs], live.folder)
        same((out, status), ("", 3), err)
        assert f"cannot serve on 127.0.0.1, port {live.port}: " in err, err
        with open("/dev/full", "wb") as full:
            done = subprocess.run([gestalt, "live", "other.json", *stubs], cwd=live.folder, stdout=full, stderr=subprocess.PIPE,
                                  timeout=patience, check=False)
        same(done.returncode, 3, "a link that nobody gets")
        out, err, status = tap.run([gestalt, "live", "other.json", "--log=nowhere/log.jsonl", *stubs], live.folder)
        assert status == 3 and "cannot write `nowhere/log.jsonl`" in err, err
        tap.run([gestalt, "compile", "other.json"], live.folder)
        out, err, status = tap.run([gestalt, "live", "other.gst", *stubs], live.folder)
        assert status == 2 and "other.gst is an image" in err, err
        live.end()


# ---- edits

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
        save_and_wait(live, "guard.json", changed)  # save the same text again
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
        # A replay does not read the file on disk.
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
        counted = live.get("state", counts=1)["groups"][0]["agents"]
        same([(m["tick"], m["agents"]) for m in live.get("history")["moments"]], [(4, counted)], "the present, behind an edit")
        live.ticks(30)
        ends = everybody(live)
        live.go(20)
        same([m["tick"] for m in live.get("history")["moments"]], list(range(5, 35)), "moments, when it has gone back")
        live.go(34)
        live.go(4, before=True)
        live.go(34)
        same(everybody(live), ends, "there again")
        live.end_and_replay("sentry.json")


def test_saving_a_tree_of_a_scene():
    with running("wolf-sheep.json") as live:
        path = live.folder / "wolf-sheep/wolf.json"
        text = path.read_text()
        live.ticks(5)
        assert "before tick 5: the scene was read again" in save_and_wait(live, "wolf-sheep/wolf.json", text + "\n"), live.get("notice")
        document = json.loads(text)
        document["root"] = {"type": "sequence", "name": "another one", "children": [document["root"]]}
        edited = json.dumps(document)
        assert "before tick 5, group `wolves`: " in save_and_wait(live, "wolf-sheep/wolf.json", edited), live.get("notice")
        same([g["group"] for g in live.get("edit")["groups"]], [2], "groups that have another tree")
        live.ticks(5)
        later = [everybody(live, g) for g in range(3)]
        live.go(5, before=True)
        same(live.get("state")["version"], 0, "before the edit")
        live.go(10)
        same([everybody(live, g) for g in range(3)], later, "there again")
        scene = (live.folder / "wolf-sheep.json").read_text()
        said = save_and_wait(live, "wolf-sheep.json", scene.replace('"periodic": true', '"periodic": false'), is_error=True)
        assert "only the trees of a scene can change while it runs" in said, said
        said = save_and_wait(live, "wolf-sheep.json", "no scene", is_error=True)
        assert "wolf-sheep.json" in said, said
        (live.folder / "wolf-sheep.json").unlink()
        live.cannot("edit", "the messages describe")
        same(live.get("state")["version"], 2, "the old one runs on")
        (live.folder / "wolf-sheep.json").write_text(scene)
        live.end_and_replay("wolf-sheep.json")


def test_other_groups():
    """Before the first tick, an edit can change the groups of a scene. Breakpoints of removed groups are removed."""
    with running("wolf-sheep.json") as live:
        scene = json.loads((live.folder / "wolf-sheep.json").read_text())
        live.do("break", when="enter", node=0, group="wolves")
        live.do("break", when="true", group="sheep", **{"if": "energy < 0"})
        live.cannot("break", "no such group", when="enter", node=0, group="bears")
        live.ticks(3)
        fewer = {**scene, "groups": scene["groups"][:2]}
        said = save_and_wait(live, "wolf-sheep.json", json.dumps(fewer), is_error=True)
        assert "the groups have changed" in said, said
        save_and_wait(live, "wolf-sheep.json", json.dumps(scene))
        live.go(0)
        save_and_wait(live, "wolf-sheep.json", json.dumps(fewer))
        same([g["name"] for g in live.get("describe")["groups"]], ["grass", "sheep"], "groups")
        same([b["gone"] for b in live.get("breaks")], [True, False], "breakpoints")
        live.ticks(3)
        live.refused("agents?group=2", "`group` is a number up to 1")
        same(len(live.get("state", counts=1)["groups"]), 2, "counts")
        live.go(0, before=True)
        same(len(live.get("describe")["groups"]), 3, "before")
        live.go(3)
        live.end_and_replay("wolf-sheep.json")


def test_names_of_files():
    """Files below the folder belong to the run, whatever the spelling of their paths. Trees whose names look like files do not."""
    odd = ["/etc/passwd", "../x", "..", ".", "a/../../b", "a//b", "...", ".x", "x.", "n" * 255, "lib/nothing.json", ".env", "id_rsa"]
    with running("guard.json", "--agents=3", *stubs) as live:
        deep = live.folder / "deep"
        deep.mkdir()
        for secret in (".env", "id_rsa", "deep/.env", "deep/id_rsa"):
            (live.folder / secret).write_bytes(b"PASSWORD\xff\0\n" + bytes(range(256)))
        name = "./more/../part.json"
        (deep / "more").mkdir()
        (deep / "part.json").write_text(json.dumps({"gestalt": 1, "root": {"type": "wait", "ticks": 2}}))

        def document(part):
            """Return a document with short and long expressions that look like file names."""
            long, sum_ = {"type": "subtree", "tree": "sum", "with": {"tree": "1" + " + 1" * 400}}, {"params": {"tree": 1}, "root": "tree > 0"}
            short, most = {**long, "with": {"tree": "9 / 3"}}, {**long, "with": {"tree": "1" + " / 1" * 249}}
            trees = {**{n: {"root": {"type": "wait", "ticks": 1}} for n in odd}, "sum": sum_, "part": {"include": part}}
            return json.dumps({"gestalt": 1, "trees": trees, "root": {"type": "sequence", "children": [
                long, short, most, *({"type": "subtree", "tree": n} for n in [*odd, "part"])]}})

        (deep / "main.json").write_text(document(name))
        (live.folder / "main.json").write_text(document("deep/./more/../../deep//part.json"))
        for path, wanted in (("main.json", ["main.json", "deep/part.json"]), ("deep/main.json", ["main.json", "part.json"])):
            other = Live(live.folder, path, "--log=other.jsonl")
            head = json.loads((live.folder / "other.jsonl").read_text().splitlines()[0])
            same([f["name"] for f in head["files"]], wanted, f"files of {path}")
            part = (deep / "part.json").read_text()
            save_and_wait(other, "deep/part.json", part.replace('"ticks": ', '"ticks": 1'))
            same(other.get("state")["version"], 1, "an edit of an included file")
            other.end()
            (live.folder / "other.jsonl").unlink()
        live.end()


def test_setting_values():
    with running("swarm.json") as live:
        live.ticks(10)
        first = everybody(live)
        live.do("set", 400, path="room", value="25")  # the size of the world depends on this param
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
    """Each listed path is valid for --set. Setting it to its listed value changes nothing."""
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
        # With the listed values, the run is the same.
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


def test_odd_values():
    """Tests names that hide others, lists without names, and more numbers than the server lists."""
    scene = {"scene": 1, "params": {"birds": 3, "room": 30.0, "size": 2, "scene": 4, "world": 5, "low": 1},
             "world": {"size": ["room", 30], "dt": 0.1},
             "groups": [{"name": "birds", "count": "birds", "velocity": {"how": "still"}, "set": {"energy": "size", "count": 7, "most": 2, "low": 0.5},
                         "tree": {"gestalt": 1, "blackboard": {"energy": "float", "count": "int", "most": "int", "low": "float"},
                                  "root": {"type": "running"}}},
                        {"name": "world", "count": 2, "velocity": {"how": "still"}}]}
    vehicle = {"max_speed": 2, "min_speed": 0, "max_force": 8, "radius": 0.1}
    many = {**scene, "groups": [{"name": f"g{i}", "count": 1, "velocity": {"how": "still"}, "vehicle": vehicle} for i in range(250)]}
    with tempfile.TemporaryDirectory() as place:
        for text, count in ((scene, None), (many, 1000)):
            (pathlib.Path(place) / "odd.json").write_text(json.dumps(text))
            live = Live(pathlib.Path(place), "odd.json")
            answer = live.get("values")
            paths = {v["path"]: v for v in answer["values"]}
            same(len(paths), len(answer["values"]), "paths are different")
            if count:
                same((len(paths), answer["count"] > 1200), (count, True), "so many are told")
            else:
                assert {"birds", "room", "size", "low", "world.count", "birds.set.count", "birds.low"} <= set(paths), list(paths)
                same([paths[p]["whole"] for p in ("birds", "room")], [True, False], "as they are written")
                assert "world.dt" not in paths and "birds.set.energy" not in paths, "a group is called so; an expression"
                for path, value in paths.items():
                    live.do("tune", path=path, value=json.dumps(value["value"]))
                    live.stand()
                same(live.get("describe")["settings"][-1]["path"], list(paths)[-1], "each can be set")
            live.end()


def test_tuning_values():
    """A tuned value applies from the beginning of the run, which then returns to the current tick."""
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
        # Actions after the first tick belong to another future and are dropped. Actions at the first tick stay.
        live.do("cancel", agent=agent)
        live.do("run")
        live.until(lambda s: s["tick"] > 20, "ticks")
        live.do("tune", path="whim", value="0.2")
        live.until(lambda s: s["running"] and s["tick"] > 25, "it runs on")
        live.do("pause")
        same(live.stand()["acts"], 2, "acts")
        live.end_and_replay("swarm.json")


def test_tuning_the_seed():
    with running("swarm.json") as live:
        live.ticks(5)
        first = live.get("hash")["hash"]
        live.do("tune", path="world.seed", value="9")
        live.stand()
        now = live.get("hash")["hash"]
        assert now != first, "another seed"
        same(now, gestalt_run(live.folder, "swarm.json", "--set=world.seed=9", "--steps=5", "--hash"), "as by --set")


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
        # The past is recorded again when the run repeats it. Another future starts with an empty past.
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
        # An edit removes the key: its recorded past stays, until other keys replace it.
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
    """Sorts by the status of the root and by the first live leaf, and compares with the values in the rows."""
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
    """The result of a filter is cached until the run changes, also for queries in another order."""
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


def test_agents_without_values():
    """Agents without a number for a key come last, and do not count in means."""
    with running("kinds.json", "--agents=130") as live:
        keys = [k["name"] for k in live.get("describe")["groups"][0]["keys"]]
        live.ticks(1)
        odd = {row["id"]: row["values"][keys.index("odd")] for row in everybody(live)["rows"]}
        numbers = sorted(v for v in odd.values() if v is not None)
        assert 20 < len(numbers) < 110, "half of them have a number"
        for down in (0, 1):
            rows = live.get("agents", sort="odd", down=down, count=500)["rows"]
            got = [row["values"][keys.index("odd")] for row in rows]
            same(got, sorted(numbers, reverse=bool(down)) + [None] * (130 - len(numbers)), "an order")
            none = [row["id"] for row in rows[len(numbers):]]
            same(none, sorted(none), "those without are in the order of ids")
        same(live.get("agents", down=1, count=3, ids=1)["ids"], [129, 128, 127], "the last ids")
        same(live.get("agents", sort="place", count=0)["total"], 130, "no window")
        same(live.get("agents", sort="alarm", ids=1, count=2)["ids"], [0, 1], "a shared key")
        spread = {k["name"]: k for k in live.get("keys")["keys"]}
        same(spread["odd"]["count"], len(numbers), "numbers")
        same((spread["none"]["count"], spread["none"]["mean"]), (0, None), "of none")
        assert abs(spread["odd"]["mean"] - sum(numbers) / len(numbers)) < 1e-5, spread["odd"]
        same(live.get("series", key="none")["groups"][0]["mean"], [None], "a series of none")
        live.do("write", group=0, key="alarm", value=True)
        same(live.get("keys")["keys"][-1], {"name": "alarm", "count": 130, "mean": 1, "low": 1, "high": 1, "deviation": 0}, "a shared bool")
        few = live.get("agents", filter="steps == 0", count=1)["total"]
        live.do("write", agent=3, key="steps", value=1)
        same(live.get("agents", filter="steps == 0", count=1)["total"], few - 1, "another moment of the same condition")
        for wrong in ("odds", "home.w", "x" * 300):
            live.refused(f"agents?sort={wrong}", "to sort by")
        live.end()


def test_series_of_many():
    """With many agents, the past is recorded less often, so that ticks get most of the time."""
    with running("kinds.json", "--agents=30000") as live:
        live.get("series", key="steps")
        live.do("run")
        live.until(lambda s: s["tick"] > 60, "ticks")
        live.do("pause")
        series = live.get("series", key="steps")
        assert 1 < len(series["ticks"]) < 61 and series["ticks"] == sorted(series["ticks"]), series["ticks"]
        same(set(series["groups"][0]["count"]), {30000}, "each has all agents")
        live.end()


def test_nine_charts():
    """The server records the past of eight keys. A ninth key replaces the least recently requested one."""
    with running("kinds.json", "--agents=9") as live:
        document = {**kinds, "blackboard": {**kinds["blackboard"], **{f"k{i}": "int" for i in range(9)}}}
        save_and_wait(live, "kinds.json", json.dumps(document))
        for i in range(8):
            live.get("series", key=f"k{i}")
        live.ticks(4)
        live.get("series", key="k0")
        live.get("series", key="k8")
        same([len(live.get("series", key=f"k{i}")["ticks"]) for i in (0, 2, 8)], [5, 5, 1], "moments")
        same(len(live.get("series", key="k1")["ticks"]), 1, "it begins anew")
        live.end()


def test_agents_that_come_and_go():
    """Tests blocks without agents, and new agents in the lanes of despawned ones."""
    with guard() as live:
        live.ticks(2)
        for agent in [*range(3), *range(64, 128)]:
            live.do("despawn", agent=agent)
        for agent in (2, 100):
            live.cannot("despawn", f"there is no agent {agent}", agent=agent)
            live.cannot("write", f"there is no agent {agent}", agent=agent, key="health", value=1)
            live.cannot("cancel", f"there is no agent {agent}", agent=agent)
            live.cannot("into", f"there is no agent {agent}", agent=agent)
            live.refused(f"agent?id={agent}", f"there is no agent {agent}")
        same(live.get("agents", filter="health > 0", count=1)["total"], 133, "a filter")
        live.do("spawn", count=5)
        same(live.get("agents", filter="health > 0", sort=".leaf", count=1)["total"], 138, "with new ones")
        rows = live.get("agents", sort=".answer", down=1, count=6)["rows"]
        same([row["answer"] for row in rows], ["none"] * 5 + ["running"], "new ones have no answer yet")
        same(live.get("agent", id=rows[0]["id"])["answer"], "none", "one of them")
        state = live.get("state", counts=1)["groups"][0]
        same((state["total"], state["answers"][3]), (138, 5), "counts")
        live.ticks(3)
        live.end_and_replay("guard.json")
    with running("moods.json", "--agents=200") as live:
        for agent in range(3):
            live.do("despawn", agent=agent)
        live.do("spawn", count=5)  # the new agents get the lanes of the despawned ones
        live.do("break", when="true", **{"if": "mood == 'flee'"})
        live.do("break", when="true", **{"if": "mood == 'flee' && agent > 100"})
        live.do("run")
        state = live.stand()
        same((state["stop"], state["hit"]["agent"]), ("broken", 3), "the first of all for whom it turns true")
        live.end_and_replay("moods.json")


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


def test_lists():
    with running("tour.json", "--agents=3", "--stub=walk=9:success") as live:
        keys = live.get("describe")["groups"][0]["keys"]
        same([(k["type"], k.get("elements"), k.get("capacity")) for k in keys],
             [("list", "int", 4), ("list", "vec3", 2), ("list", "int", 3), ("list", "bool", 3), ("list", "float", 2), ("int", None, None)], "types")
        same((keys[2]["words"], keys[4]["shared"]), (["calm", "afraid"], True), "words, and whether a list is shared")
        same(live.values(2), [[5, 6], [[2, 2, 0.5]], [1], [], [0.25], 0], "values at the start")
        live.ticks(1)
        same(live.values(2), [[7, 6, 1], [[2, 2, 0.5], [0.25, 1, 2]], [0, 1], [True], [0.25], 0], "values")
        live.cannot("write", "is a list", agent=2, key="route", value=3)
        live.cannot("write", "is a list", group=0, key="moods", value="calm")
        live.do("write", agent=1, key="last", value=3)
        same([k["name"] for k in live.get("keys", group=0)["keys"]], ["last"], "keys with numbers")
        live.refused("agents?filter=route%20%3E%203", "`route` is a list")
        live.cannot("break", "`route` is a list", when="true", **{"if": "route > 3"})
        live.ticks(8)
        live.do("into", agent=2)
        live.stand()
        changes = [change for step in live.get("steps")["steps"] for change in step["changes"]]
        same(changes, [[0, 2], [5, 7], [1, 0]], "numbers of elements, and the value of another key, after each step")
        same(live.get("agents", sort="route", ids=1)["ids"], [0, 1, 2], "an order by the number of elements")
        live.end_and_replay("tour.json")


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


def test_breakpoints_of_all_kinds():
    with running("kinds.json", "--agents=70") as live:
        nodes = [n["type"] for n in live.get("describe")["groups"][0]["nodes"]]
        waits, fails, first = nodes.index("running"), nodes.index("failure"), nodes.index("set")

        def hit(**how):
            """Set a breakpoint and run. Return the tick at which the run stops, and the agent that hit the breakpoint."""
            live.do("break", **how)
            live.do("run")
            state = live.stand()
            live.do("unbreak", id=live.get("breaks")[-1]["id"])
            return state["stop"], state["tick"], state["hit"]["agent"]

        same(hit(when="fail", node=fails), ("broken", 1, 0), "somebody fails")
        same(hit(when="leave", node=waits, agent=66), ("broken", 4, 66), "who is abandoned leaves")
        same(hit(when="enter", node=first, agent=7), ("broken", 5, 7), "who enters")
        same(hit(when="below", node=waits, bound=0), ("broken", 8, None), "nobody is there any more")
        same(hit(when="above", node=waits, bound=70, group="agents"), ("broken", 9, None), "all are there")
        same(hit(when="fail", node=0, agent=69), ("broken", 12, 69), "a root that fails")
        live.do("break", when="leave", node=waits, agent=1000)
        live.do("run")
        live.do("break", when="true", **{"if": "steps == 0"})  # the condition is true already
        live.until(lambda s: s["tick"] > 60, "ticks beside them")
        live.do("pause")
        for how, needle in (({"when": 3, "node": 1}, "`when` has to be"), ({"when": "enter" * 9, "node": 1}, "`when` has to be"),
                            ({"when": "enter", "node": 1, "bound": 2}, "unknown member"), ({"when": "above", "node": 1}, "`bound` has to be"),
                            ({"when": "true", "if": "steps == 0 || " * 80 + "calm"}, "at most 1000 bytes"), ({"when": "true", "if": 1}, "an expression"),
                            ({"when": "true", "if": "steps"}, "`steps`"), ({"when": "enter", "node": 1, "group": 0.5}, "`group` has to be"),
                            ({"when": "enter", "node": 1, "group": "nobody"}, "no such group"),
                            ({"when": "enter", "node": 1, "agent": "x"}, "`agent` has to be"),
                            ({"when": "enter"}, "`node` has to be"), ({"when": "enter", "node": 99}, "no such node")):
            live.cannot("break", needle, **how)
        # An edit removes a node and a key.
        live.do("unbreak", id=live.get("breaks")[0]["id"])
        live.do("break", when="leave", node=fails)
        document = json.loads(json.dumps(kinds))
        del document["blackboard"]["steps"]
        document["root"]["child"]["children"][0]["child"]["children"].pop()
        save_and_wait(live, "kinds.json", json.dumps(document))
        same([b["gone"] for b in live.get("breaks")], [True, True], "what they are about is gone")
        live.ticks(9)
        same(live.get("state")["stop"], "arrived", "they do not stop it")
        live.go(10)
        same([b["gone"] for b in live.get("breaks")], [True, True], "they stay so")
        live.end()


def test_steps_of_all_kinds():
    with running("kinds.json", "--agents=3") as live:
        nodes = [n["type"] for n in live.get("describe")["groups"][0]["nodes"]]
        keys = [k["name"] for k in live.get("describe")["groups"][0]["keys"]]
        live.do("into", agent=1)
        live.stand()
        steps = live.get("steps")["steps"]
        got = {(nodes[s["node"]], s["kind"]) for s in steps}
        for wanted in (("timeout", "entered"), ("failure", "failed"), ("concurrent", "failed"), ("set", "succeeded"), ("debug", "logged"),
                       ("running", "runs"), ("timeout", "runs"), ("concurrent", "rolled back")):
            assert wanted in got, f"no {wanted} in {got}"
        changes = [(keys[key], value) for s in steps for key, value in s["changes"]]
        same(changes, [("calm", True), ("place", [1, 2]), ("home", [1, 2, 3])], "changes")
        for kind in ("resumed", "resumed", "abandoned"):
            live.do("into", agent=1)
            live.stand()
            got = [s["kind"] for s in live.get("steps")["steps"]]
            assert kind in got, f"no {kind} in {got}"
        same(live.get("agent", id=1)["answer"], "failed", "behind the time that it has")
        live.ticks(1)
        same(live.get("steps"), None, "another tick has none")
        document = {**kinds, "root": {"type": "repeat", "count": 12000, "per_tick": 12000, "child": {"type": "set", "key": "steps", "to": "steps + 1"}}}
        save_and_wait(live, "kinds.json", json.dumps(document))
        live.do("into", agent=2)
        live.stand()
        steps = live.get("steps")
        same((steps["cut"], len(steps["steps"])), (True, 20000), "more steps than are kept")
        assert live.values(2)[keys.index("steps")] == 12000, "the tick is a whole one"
        live.end()


# ---- hostile requests

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
            answer = live.raw(text, is_all=True)
            assert not answer.startswith(b"HTTP/1.1 200"), answer[:60]
        answer = live.raw((get + close).encode()).decode().lower()
        for header in ("content-security-policy: default-src 'none'", "x-content-type-options: nosniff",
                       "referrer-policy: no-referrer", "cache-control: no-store"):
            assert header in answer, f"no {header} in {answer}"
        same(live.get("state")["acts"], 0, "acts that strangers did")
        live.end()


def test_bodies_and_questions():
    with running("kinds.json", "--agents=9") as live:
        run = b'{"do": "pause"}'
        for type_, status in (("application/json", 200), ("application/json; charset=utf-8", 200), ("application/jsonl", 415), ("", 415)):
            same(live.open("do", run, {"Content-Type": type_})[0], status, type_)
        for method, path, wanted in (("PUT", "do", 405), ("DELETE", "state", 405), ("HEAD", "state", 405), ("POST", "nothing", 404),
                                     ("GET", "state?counts", 200)):
            answer = live.raw(f"{method} /{live.token}/{path} HTTP/1.1\r\nHost: {live.host}\r\nContent-Type: application/json\r\n"
                              f"Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
            same(int(answer.split()[1]), wanted, f"{method} {path}")
        answer = live.raw(f"POST /{live.token}/do HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}".encode())
        same(int(answer.split()[1]), 415, "a body without a type")
        same(int(live.raw(f"OPTIONS * HTTP/1.1\r\nHost: {live.host}\r\nConnection: close\r\n\r\n".encode()).split()[1]), 404, "OPTIONS *")
        with socket.create_connection(("127.0.0.1", live.port)) as one:  # the client disconnects in the middle of the body
            one.sendall(f"POST /{live.token}/do HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: 9\r\n\r\n{{".encode())
        for act, members, needle in (
                ("write", {"agent": 1, "key": "place", "value": 3}, "`place` takes a list of two numbers"),
                ("write", {"agent": 1, "key": "place", "value": [1, "x"]}, "` takes "),
                ("write", {"agent": 1, "key": "home", "value": [1, 2]}, "` takes "),
                ("write", {"agent": 1, "key": "home", "value": [1, 2, 1e300]}, "` takes "),
                ("write", {"agent": 1, "key": "calm", "value": 1}, "` takes "), ("write", {"agent": 1, "key": "odd", "value": "x"}, "` takes "),
                ("write", {"agent": 1, "key": "steps", "value": -3000000000}, "` takes "),
                ("write", {"agent": 1, "key": "steps", "value": "idle"}, "` takes "),
                ("write", {"agent": 1, "key": "steps", "value": [1]}, "` takes "), ("write", {"agent": 1, "key": "mood", "value": "i" * 300}, "` takes "),
                ("write", {"agent": 1, "key": "mood"}, "` takes "), ("write", {"agent": 1, "key": 7, "value": 1}, "`key` has to be"),
                ("write", {"agent": 1, "key": "k" * 300, "value": 1}, "`key` has to be"),
                ("write", {"group": "nobody", "key": "calm", "value": True}, "no such group"),
                ("write", {"group": [], "key": "calm", "value": True}, "`group` has to be"), ("spawn", {"count": 0}, "from 1 to"),
                ("spawn", {"count": 1, "group": "nobody"}, "no such group"), ("spawn", {"count": "x"}, "`count` has to be"),
                ("spawn", {"a name that is longer than any member": 1}, "unknown member"), ("despawn", {}, "`agent` has to be"),
                ("cancel", {"agent": 0.5}, "`agent` has to be"),
                ("unbreak", {"id": "x"}, "`id` has to be"), ("set", {"path": "a", "value": "1"}, "for scenes"), ("into", {}, "`agent` has to be")):
            live.cannot(act, needle, **members)
        for value in (False, True):
            live.do("write", agent=1, key="calm", value=value)
            same(live.values(1)[0], value, "a bool")
        live.do("write", agent=2, key="home", value=[1, 2, 3.5])
        live.do("write", group="agents", key="steps", value=4)
        keys = [k["name"] for k in live.get("describe")["groups"][0]["keys"]]
        same([live.values(2)[keys.index(k)] for k in ("home", "steps")], [[1, 2, 3.5], 4], "values")
        # An action is one line of the log, whatever white space the body has.
        body = b'{"do":\n"write",\t"agent": 3,\r\n"key": "st\\u0065ps", "value": 5}'
        same(live.open("do", body, {"Content-Type": "application/json"})[0], 200, "with spaces")
        live.ticks(3)
        live.end_and_replay("kinds.json")


def test_values_of_a_scene_that_are_refused():
    with running("swarm.json") as live:
        live.ticks(3)
        for members in ({"path": "", "value": "1"}, {"path": "x" * 1001, "value": "1"}, {"path": 1, "value": "1"}):
            live.cannot("set", "have to be strings", **members)
            live.cannot("tune", "have to be strings", **members)
        live.cannot("spawn", "creates and removes its agents itself", count=1)
        live.cannot("despawn", "creates and removes its agents itself", agent=0)
        status, answer = live.open("places?most=0")
        same(status, 200, "no places")
        (live.folder / "none.gsr").write_bytes(answer)
        same(len(tap.run([gestalt, "export", "none.gsr"], live.folder)[0].splitlines()), 1, "a frame without agents")
        live.refused("places?most=50001", "`most` is a number up to 50000")
        # A slider is moved while the run goes to a tick.
        live.do("goto", tick=10 ** 9)
        live.do("tune", path="whim", value="0.2")
        state = live.get("state")
        same((state["going"], state["goal"]), (True, 10 ** 9), "it goes where it was to go")
        live.do("pause")
        live.go(5)
        live.do("run")
        live.do("tune", path="whim", value="0.3")
        live.do("tune", path="whim", value="0.4")
        live.until(lambda s: s["running"] and s["tick"] > 8, "it runs on")
        live.do("pause")
        live.end_and_replay("swarm.json")


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
            s.sendall(request * 50 if i % 2 else request[:-3])  # a client that does not read responses, or one whose request never ends
        live.do("run")
        before = live.get("state")["tick"]
        live.until(lambda s: s["tick"] > before + 50, "ticks beside slow readers")
        live.do("pause")
        live.stand()
        for s in slow:
            s.close()
        live.end()


def test_strangers():
    """A connection that has not sent the token must do so within seconds, and is closed first if there are too many."""
    with guard() as live:
        half = b"GET /x HTTP/1.1\r\nHo"
        for _ in range(200):
            with socket.create_connection(("127.0.0.1", live.port), timeout=patience) as s:
                s.sendall(half)
        before = time.monotonic()
        live.get("state")
        trickling = [socket.create_connection(("127.0.0.1", live.port), timeout=patience) for _ in range(200)]
        for s in trickling:
            s.sendall(half)
        live.get("state")
        assert time.monotonic() - before < 25, "questions beside strangers"
        end = time.monotonic() + patience
        while trickling and time.monotonic() < end:
            for s in list(trickling):
                try:
                    s.sendall(b"x")
                except OSError:
                    trickling.remove(s)
                    s.close()
            live.get("state")
            time.sleep(0.2)
        same(len(trickling), 0, "connections that never end a request")
        live.end()


def test_pipes_in_place_of_files():
    """A run continues when one of its files is replaced by a FIFO that no process writes to."""
    def pipe_and_wait(live, name, needle):
        text, before = (live.folder / name).read_text(), live.get("state")["notice"]
        os.mkfifo(live.folder / "pipe")
        (live.folder / "pipe").rename(live.folder / name)
        live.until(lambda s: s["notice"] > before, "a notice")
        notice = live.get("notice")
        assert notice["error"] and needle in notice["text"], notice
        live.ticks(2)
        (live.folder / name).unlink()
        save_and_wait(live, name, text)

    with running("sentry.json", "--agents=3") as live:
        pipe_and_wait(live, "sentry.json", "sentry.json: live needs a file")
        pipe_and_wait(live, "lib/travel.json", "it is not a regular file")
        live.end()
    with running("wolf-sheep.json") as live:
        pipe_and_wait(live, "wolf-sheep.json", "wolf-sheep.json: live needs a file")
        pipe_and_wait(live, "wolf-sheep/wolf.json", "it is not a regular file")
        live.end()
    with tempfile.TemporaryDirectory() as place:
        os.mkfifo(f"{place}/pipe")
        out, err, status = tap.run([gestalt, "live", "pipe"], place)
        assert (out, status) == ("", 3) and "live needs a file" in err, err


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
            # Ignore differences in the length of numbers.
            sizes.append([len(re.sub(rb"-?[\d.]+(e-?\d+)?", b"0", answer)) for answer in asked])
            live.end()
    same(sizes[0], sizes[1], "bytes for a thousand and a million")


# ---- handwritten logs

def with_folder(place, body):
    """Call a function with another folder for temporary files."""
    before = os.environ["TMPDIR"]
    os.environ["TMPDIR"] = place
    try:
        body()
    finally:
        os.environ["TMPDIR"] = before


def test_interrupted_replay():
    with guard() as live:
        live.ticks(1)
        live.end()
        lines = (live.folder / "log.jsonl").read_text().splitlines()
        (live.folder / "log.jsonl").write_text("\n".join([lines[0], '{"tick": 1000000000, "do": "end"}']) + "\n")
        replay = subprocess.Popen([gestalt, "run", "guard.json", "--replay=log.jsonl", "--hash"], cwd=live.folder, stdout=subprocess.PIPE, text=True)
        live_folder = pathlib.Path(tempfile.gettempdir())
        end = time.monotonic() + patience
        while not list(live_folder.glob("gestalt-replay-*/guard.json")) and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(0.1)  # wait until the replay is running
        replay.send_signal(signal.SIGINT)
        out = replay.communicate(timeout=patience)[0]
        same((replay.returncode, len(out.strip())), (130, 16), "its hash so far")
        same(list(live_folder.glob("gestalt-replay-*")), [], "folders that are left")


def test_replays_of_scenes():
    with running("swarm.json", "--seed=3") as live:
        live.do("tune", path="birds", value="20")
        live.stand()
        live.ticks(4)
        live.end()
        hash_ = replayed(live.folder, "swarm.json")
        gestalt_run(live.folder, "swarm.json", "-q", "--replay=log.jsonl", "--save=end.gss", "--final=end.csv")
        same(len((live.folder / "end.csv").read_text().splitlines()), 21, "birds")
        edited = ["--seed=3", "--set=birds=20"]
        same(gestalt_run(live.folder, "swarm.json", *edited, "--steps=4", "--hash"), hash_, "as by --set")
        same(gestalt_run(live.folder, "swarm.json", "--set=birds=20", "--resume=end.gss", "--steps=0", "--hash"), hash_, "what was saved")
        for option in ("--save=nowhere/end.gss", "--final=nowhere/end.csv"):
            out, err, status = tap.run([gestalt, "run", "swarm.json", "-q", "--replay=log.jsonl", option], live.folder)
            same((out, status), ("", 3), err)
            assert "nowhere/end" in err, err


def test_bad_logs():
    with guard() as live:
        live.ticks(3)
        live.do("write", agent=3, key="health", value=1)
        live.ticks(3)
        live.end()
        good = (live.folder / "log.jsonl").read_text().splitlines()
        head = json.loads(good[0])

        def wrong(lines, *needles, status=1):
            (live.folder / "bad.jsonl").write_text("".join((l if isinstance(l, str) else json.dumps(l)) + "\n" for l in lines))
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
        wrong([head, {"tick": 5, "do": "end"}, {"tick": 5, "do": "cancel", "agent": 1}], "after its end")
        wrong([{**head, "gestalt_live": 2}], "newer version")
        wrong([{**head, "more": 2}], "unknown member")
        wrong([{**head, "hash": "0" * 16}], "another state", status=2)
        for name in ("../guard.json", "/etc/x", "", "a/../guard.json", "./guard.json", "a//b"):
            wrong([{**head, "files": head["files"] + [{"name": name, "text": ""}]}], "below the first one's folder")
        for option in ("--plugin=x.so", "--resume=x", "--log=x", "--agents", "-n5", "--", "--port=3"):
            wrong([{**head, "options": [option]}], "no log has this option")
        wrong([{**head, "options": ["--agents=x"]}], "agents")
        wrong([{**head, "options": [3]}], "an option is a string")
        wrong([{**head, "options": 3}], "`options` an array")
        wrong([{**head, "hash": "0"}], "has to be 16 digits")
        wrong([{**head, "hash": 0}], "has to be 16 digits")
        wrong([{**head, "gestalt_live": 1.5}], "newer version")
        wrong([{**head, "tick": "x"}], "`tick` has to be")
        wrong([{**head, "tick": 1}], "another state", status=2)
        first = head["files"][0]
        for files, needle in (([], "with the document first"), ({}, "with the document first"), ([3], "an object with `name` and `text`"),
                              ([{**first, "more": 1}], "an object with"), ([{"name": 1, "text": ""}], "an object with"),
                              ([{"name": "x", "text": 1}], "an object with"),
                              ([first, first], "was given before"), ([{**first, "name": "lib/guard.json"}], "lies in the folder itself"),
                              ([first, {"name": "x" * 300, "text": ""}], "below the first one's folder"),
                              ([first, {"name": "x/" * 501 + "x", "text": ""}], "below"),
                              ([first, {"name": "x\0y", "text": ""}], "a line of a log")):
            wrong([{**head, "files": files}], needle)
        wrong([{**head, "files": [first, {"name": "x", "text": ""}, {"name": "x/y", "text": ""}]}], "cannot write", status=3)
        wrong([head, {"tick": "x", "do": "end"}], "bad.jsonl:2:10: `tick` has to be")
        wrong([head, {"tick": 3, "do": "edit", "files": [{**first, "name": "other.json"}]}], "another name than before")
        wrong([head, {"tick": 3, "do": "set", "path": "a", "value": "1"}], "for scenes")
        wrong([{**head, "files": [{"name": "other.json", "text": "{}"}]}], "not of `guard.json`", status=2)
        wrong([head, {"tick": 3, "do": "edit", "files": [{"name": "guard.json", "text": "{}"}]}], "guard.json")
        for option, needle in (("--agents=3", "exclude each other"), ("--save=-", "--save needs a file"), ("--final=-", "only one of")):
            out, err, status = tap.run([gestalt, "run", "guard.json", "--replay=log.jsonl", "--hash", option], live.folder)
            same(status, 2, err)
            assert needle in err, err
        out, err, status = tap.run([gestalt, "run", "guard.json", "--replay=log.jsonl", "--ticks=2"], live.folder)
        assert status == 1 and "more than --ticks after the beginning" in err, err
        assert " agents, 6 ticks, 1 act; hash " in gestalt_run(live.folder, "guard.json", "--replay=log.jsonl"), "a summary"
        same(gestalt_run(live.folder, "guard.json", "--replay=log.jsonl", "-q", "--save=end.gss"), "", "nothing")
        same(gestalt_run(live.folder, "guard.json", "--resume=end.gss", "--ticks=0", "--hash", *stubs), replayed(live.folder, "guard.json"),
             "what was saved")
        with_folder("/nowhere", lambda: wrong([head], "cannot make a folder for the files of the log in /nowhere", status=3))
        with_folder("", lambda: replayed(live.folder, "guard.json"))
        same(list(pathlib.Path(tempfile.gettempdir()).glob("gestalt-replay-*")), [], "folders that are left")


def test_misplaced_options():
    for arguments, needle in ((["-"], "a file"), (["guard.json", "--set=a=1", *stubs], "for scenes"),
                              (["wolf-sheep.json", "--agents=3"], "not for scenes"), (["nothing.json"], "nothing.json"),
                              (["guard.json", "--address=localhost", *stubs], "the address"),
                              (["guard.json", *stubs, "--log=guard.json"], "exists already"), (["guard.json"], "stub")):
        with tempfile.TemporaryDirectory() as place:
            shutil.copy(top / "examples/guard.json", place)
            shutil.copy(top / "examples/scenes/wolf-sheep.json", place)
            shutil.copytree(top / "examples/scenes/wolf-sheep", pathlib.Path(place) / "wolf-sheep")
            out, err, status = tap.run([gestalt, "live", *arguments], place)
            assert status in (1, 2, 3) and out == "", f"{arguments}: {status} {out}"
            assert needle in err, f"{arguments}: no `{needle}` in {err}"


def test_every_tick_has_a_moment():
    """The past has every tick, even ticks in which all agents sleep, which take less time than counting agents."""
    with running("guard.json", "--agents=100k", *stubs) as live:
        live.do("step", ticks=40)
        live.stand()
        same([moment["tick"] for moment in live.get("history")["moments"]], list(range(1, 41)), "ticks")
        state = live.get("state")
        same((live.get("describe")["dt"], state["time"]), (0.1, 4), "times")


def test_values_that_do_not_fit():
    keys = {"on": "bool", "n": "int", "f": "float", "v": "vec2", "w": "vec3", "mode": ["idle", "flee"]}
    wrong = {"on": (1, "`on` takes true or false"), "n": (1.5, "`n` takes a whole number of 32 bits"), "f": (1e39, "`f` takes a number that a float can hold"),
             "v": (1, "`v` takes a list of two numbers"), "w": ([1, 2], "`w` takes a list of three numbers"),
             "mode": ("fled", "`mode` takes one of idle, flee, or its place")}
    with tempfile.TemporaryDirectory() as place:
        blackboard = {name: {"type": kind} for name, kind in keys.items()}
        (pathlib.Path(place) / "keys.json").write_text(json.dumps({"gestalt": 1, "blackboard": blackboard, "root": {"type": "running"}}))
        live = Live(place, "keys.json")
        try:
            for key, (value, sentence) in wrong.items():
                same(live.do("write", 400, agent=0, key=key, value=value)["error"], sentence, key)
        finally:
            live.process.kill()
            live.process.communicate()
        out, err, status = tap.run([gestalt, "live", "keys.json", "--log=no/such/log.jsonl"], place)
        assert "no/such/log.jsonl" in err and status == 3, f"a log that cannot be: {status} {err}"


def main(tests, command, *names):
    """Run the named tests, or all tests."""
    global gestalt
    gestalt = str(pathlib.Path(command).resolve())
    # Check that replays remove their temporary folders, in a separate folder for temporary files.
    with tempfile.TemporaryDirectory() as own:
        os.environ["TMPDIR"] = tempfile.tempdir = own
        run_tests(tests, names)
        tempfile.tempdir = None
    tap.finish()


def run_tests(tests, names):
    for name, test in list(tests.items()):
        if not name.startswith("test_") or (names and name not in names):
            continue
        try:
            test()
            tap.report(name)
        except (AssertionError, OSError, ValueError, KeyError, IndexError, subprocess.TimeoutExpired) as error:
            tap.report(name, f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main(globals(), *sys.argv[1:])
