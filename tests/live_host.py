#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests libgestalt-live in a program: live_host.py LIVE_HOST [NAME...], where LIVE_HOST is examples/live_host.c.

The program is a game with state of its own. The page pauses, steps, breaks, writes, goes back and edits; what the program
does not allow is refused. A game that was taken back and forth ends as one that was not.
"""
import contextlib
import pathlib
import shutil
import sys
import tempfile

import live
import tap
from live import same

top = pathlib.Path(__file__).resolve().parent.parent
program = ""
ticks = 300


@contextlib.contextmanager
def playing(count=ticks):
    """Start a game that ends after so many ticks. It begins paused."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(top / "examples/guard.json", folder)
        game = live.Live(folder, "guard.json", str(count), program=[program])
        try:
            yield game
        finally:
            game.process.kill()
            game.process.communicate()


def run_to_the_end(game):
    """Let the game run to its end, and return what it prints then."""
    game.do("run")
    out, err = game.process.communicate(timeout=live.patience)
    same((game.process.returncode, err), (0, ""), "end of the game")
    return out


def save(game, old, new):
    """Save the document with another text, and wait until the guards continue in it."""
    path = pathlib.Path(game.folder) / "guard.json"
    text = path.read_text("utf-8")
    assert old in text, old
    number = game.get("state")["notice"]
    path.write_text(text.replace(old, new), "utf-8")
    game.until(lambda state: state["notice"] > number, "a notice about the edit")
    return game.get("notice")


def test_what_the_page_shows():
    with playing() as game:
        shown = game.get("describe")
        same((shown["kind"], shown["name"], shown["dt"]), ("tree", "two hundred guards", 0.05), "description")
        same(shown["rights"], ["pace", "write", "edit", "back"], "rights")
        same([group["name"] for group in shown["groups"]], ["guard"], "groups")
        state = game.get("state", counts=1, agent=7)
        same((state["tick"], state["running"], state["stop"], state["agents"]), (0, False, "begun", 200), "state")
        same(state["agent"]["id"], 7, "agent")
        same(game.get("agents", filter="distance > 60", count=3)["total"] > 0, True, "agents")


def test_steps():
    with playing() as game:
        same(game.ticks(1)["tick"], 1, "one step")
        same(game.ticks(9)["tick"], 10, "nine steps")
        game.do("into", agent=3)
        game.stand()
        same((game.get("steps")["agent"], game.get("steps")["tick"]), (3, 10), "steps of an agent")
        game.do("run")
        game.until(lambda state: state["tick"] > 12, "the game")
        game.do("pause")
        same(game.stand()["stop"], "paused", "why it waits")


def test_the_end_is_the_same():
    """A game with detours ends as one without: the state of the game itself goes back too."""
    with playing() as game:
        wanted = run_to_the_end(game)
    with playing() as game:
        game.ticks(120)
        there = game.get("hash")
        game.go(37)
        assert game.get("hash") != there, "it did not go back"
        game.go(120)
        same(game.get("hash"), there, "hash of the tick that it returned to")
        game.go(60)
        same(run_to_the_end(game), wanted, "end of the game")


def test_breakpoints():
    with playing() as game:
        nodes = game.get("describe")["groups"][0]["nodes"]
        fire = next(i for i, node in enumerate(nodes) if node["label"].startswith("deferred fire") or "fire" in node["label"])
        game.do("break", when="enter", node=fire)
        game.do("run")
        state = game.stand()
        same(state["stop"], "broken", "why it waits")
        agent = game.get("agent", id=state["hit"]["agent"])
        same(state["hit"]["tick"], state["tick"] - 1, "tick of the hit")
        assert fire in agent["nodes"], f"{agent} is not at {fire}"
        game.do("unbreak", id=state["hit"]["id"])
        game.do("break", when="true", **{"if": "distance < 12"})
        game.do("run")
        same(game.stand()["stop"], "broken", "why it waits")


def test_writes():
    with playing() as game:
        game.ticks(5)
        game.do("write", agent=3, key="health", value=12)
        there = game.ticks(5)["tick"]
        hurt = game.get("hash")
        game.go(2)
        game.go(there)
        same(game.get("hash"), hurt, "the write is repeated")
        same(game.values(3)[0], 12, "health")


def test_edits():
    with playing() as game:
        game.ticks(50)
        notice = save(game, "health < 30", "health < 101")
        assert not notice["error"] and "nodes continue" in notice["text"], notice
        same(game.get("describe")["version"], 1, "version")
        game.ticks(1)
        labels = [node["label"] for node in game.get("describe")["groups"][0]["nodes"]]
        agent = game.get("agent", id=3)
        edited = game.get("hash")
        game.go(20)
        same(game.get("describe")["version"], 0, "version before the edit")
        game.go(51)
        same((game.get("hash"), game.get("agent", id=3)), (edited, agent), "after the edit again")
        assert any("101" in label for label in labels), labels
        notice = save(game, '"flee"', '"fle"')
        assert notice["error"] and "fle" in notice["text"], notice
        same(game.get("describe")["version"], 1, "version after a wrong edit")
        run_to_the_end(game)


def test_what_is_not_allowed():
    with playing() as game:
        game.cannot("spawn", "does not let the page spawn", count=3)
        game.cannot("despawn", "does not let the page spawn", agent=3)
        game.cannot("speed", "choose its speed", per_second=3)
        game.cannot("tune", "is for scenes", path="a", value="1")
        same(game.get("state")["agents"], 200, "agents")


def main(tests, path, *names):
    global program
    program = str(pathlib.Path(path).resolve())
    live.run_tests(tests, names)
    tap.finish()


if __name__ == "__main__":
    main(globals(), *sys.argv[1:])
