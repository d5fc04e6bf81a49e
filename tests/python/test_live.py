# SPDX-License-Identifier: MIT
"""Pages about populations and worlds that Python ticks, asked over HTTP."""
import contextlib
import json
import pathlib
import threading
import urllib.error
import urllib.request

import gestalt
import pytest

scenes = pathlib.Path(__file__).resolve().parents[2] / "examples/scenes"
TREE = {"gestalt": 1, "name": "post", "blackboard": {"n": "int"},
        "root": {"type": "sequence", "children": [{"type": "set", "key": "n", "to": "n + 1"}, {"type": "success"}]}}


def ask(link, path, **act):
    body = json.dumps(act).encode() if act else None
    request = urllib.request.Request(link + path, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return json.loads(error.read())


@contextlib.contextmanager
def asking(live, *acts):
    """Send requests from another thread, while this one polls."""
    found = []
    link = live.link
    thread = threading.Thread(target=lambda: found.extend(
        ask(link, act) if isinstance(act, str) else ask(link, "do", **act) for act in acts))
    thread.start()
    yield found, thread
    thread.join()


def poll_while(live, thread, tick=lambda: None):
    while thread.is_alive():
        if live.poll(0.01) != "wait":
            tick()


@pytest.fixture
def population():
    return gestalt.Population(gestalt.compile(TREE), agents=10)


def test_the_page(population):
    with population.live(name="ten posts", dt=0.5) as live:
        assert not live.is_watched
        with asking(live, "describe", "state") as (found, thread):
            poll_while(live, thread, population.tick)
        assert live.is_watched
        assert found[0]["name"] == "ten posts" and found[0]["dt"] == 0.5
        assert found[0]["rights"] == ["pace", "write"]
        assert found[1]["agents"] == 10
        assert live.link in live._repr_html_() and live.link in repr(live)
    with pytest.raises(gestalt.Expired, match="the page is closed"):
        live.poll()
    assert repr(live) == "<gestalt.Live: closed>" and "closed" in live._repr_html_()
    live.close()


def test_steps_and_writes(population):
    with population.live(paused=True) as live:
        assert live.poll() == "wait" and live.state == gestalt.LiveState(True, "begun", None, 0, None)
        with asking(live, {"do": "step", "ticks": 3}) as (found, thread):
            poll_while(live, thread, population.tick)
        while live.poll() != "wait":
            population.tick()
        assert population.ticks == 3 and live.state.reason == "arrived"
        with asking(live, {"do": "write", "agent": 2, "key": "n", "value": 70}, {"do": "spawn", "count": 5}) as (found, thread):
            poll_while(live, thread)
        assert population["n"][2] == 70 and len(population) == 10
        assert found[0] == {"ok": True} and "does not let the page spawn" in found[1]["error"]


def test_breakpoints(population):
    with population.live(paused=True) as live:
        with asking(live, {"do": "break", "when": "true", "if": "n > 4"}, {"do": "run"}) as (found, thread):
            poll_while(live, thread, population.tick)
        while live.poll() != "wait":
            population.tick()
        assert found == [{"ok": True}, {"ok": True}]
        assert live.state == gestalt.LiveState(True, "breakpoint", 0, 0, None)
        assert population.ticks == 5


def test_going_back(population):
    own = {"days": 0}

    def tick():
        population.tick()
        own["days"] += 1

    with population.live(rights="all", paused=True, save=lambda: str(own["days"]).encode(),
                         load=lambda data: own.update(days=int(data))) as live:
        view = population["n"]
        for act in {"do": "step", "ticks": 7}, {"do": "spawn", "count": 5}, {"do": "goto", "tick": 3}:
            with asking(live, act) as (found, thread):
                poll_while(live, thread, tick)
            while live.poll() != "wait":
                tick()
            assert found == [{"ok": True}]
        assert population.ticks == 3 == own["days"] and len(population) == 10
        with pytest.raises(gestalt.Expired):
            view[0]


def test_failures_of_the_program(population):
    def fail():
        raise ZeroDivisionError("no wheels")

    with population.live() as live:
        with pytest.raises(ZeroDivisionError):
            live.run(fail)
        assert live.poll() == "wait" and live.state.reason == "stopped"
        with asking(live, "notice") as (found, thread):
            poll_while(live, thread)
        assert "ZeroDivisionError: no wheels" in found[0]["text"]
    saved = population.live(rights="all", save=lambda: b"", load=lambda data: 1 / 0)
    saved.run(population.tick, ticks=2)
    with asking(saved, {"do": "goto", "tick": 0}) as (found, thread), pytest.raises(ZeroDivisionError):
        poll_while(saved, thread, population.tick)
    saved.close()
    with pytest.raises(ZeroDivisionError):
        population.live(rights="back", save=lambda: 1 / 0, load=lambda data: None)


def test_edits_by_the_program(population):
    """Breakpoints of the old tree are lost, and nothing else goes wrong."""
    with population.live(paused=True) as live:
        with asking(live, {"do": "break", "when": "true", "if": "n > 4"}, {"do": "break", "when": "above", "node": 1, "bound": 3},
                    {"do": "break", "when": "enter", "node": 2}, "agents?filter=n%3E4", {"do": "step", "ticks": 2}) as (found, thread):
            poll_while(live, thread, population.tick)
        population.edit(gestalt.compile({"gestalt": 1, "root": {"type": "running"}}))
        with asking(live, "breaks", {"do": "run"}, "state?counts=1", "describe") as (found, thread):
            poll_while(live, thread, population.tick)
        assert all(one["gone"] for one in found[0]) and len(found[0]) == 3
        assert found[1] == {"ok": True} and len(found[3]["groups"][0]["nodes"]) == 1
        assert not live.state.waits


def test_a_closed_population(population):
    live = population.live()
    population.close()
    with pytest.raises(gestalt.Expired):
        live.poll()
    live.close()


def test_wrong_arguments(population):
    with pytest.raises(gestalt.BadArgument, match="there is no right 'fly'"):
        population.live(rights=["fly"])
    with pytest.raises(gestalt.BadArgument, match="both `save` and `load`"):
        population.live(save=bytes)
    with pytest.raises(gestalt.BadArgument, match="in digits"):
        population.live(address="localhost")
    with pytest.raises(gestalt.BadArgument, match="letters and digits"):
        population.live(token="x")
    with pytest.raises(gestalt.BadArgument):
        population.live(port=70000)


def test_a_world():
    world = gestalt.World(scenes / "swarm.json")
    with world.live(paused=True) as live:
        with asking(live, "describe", {"do": "step", "ticks": 2}) as (found, thread):
            poll_while(live, thread, world.step)
        while live.poll() != "wait":
            world.step()
        assert found[0]["kind"] == "scene" and world.steps == 2
