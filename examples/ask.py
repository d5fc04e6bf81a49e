#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks a run of `gestalt live`, and acts on it (docs/live-reference.md): ask.py LINK ROUTE|DEED [NAME=VALUE...]

LINK is a file with the line that the run has printed, or the link itself. A route is asked for, as in `ask.py link agent
id=3`; `nodes` prints the tree with the agents at each node. Anything else is done: `ask.py link step ticks=100` waits until
the run stands, and says why; `notice number=2` waits until so many things were told.
"""
import json
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ROUTES = ("describe", "state", "agents", "agent", "history", "series", "keys", "values", "steps", "notice", "edit", "breaks", "hash")


TEXTS = ("when", "if", "path", "key")


def value_of(name, text):
    if name in TEXTS:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def fetch(link, path, body=None):
    request = urllib.request.Request(link + path, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        sys.exit(json.loads(error.read())["error"])


def stand(link):
    """Wait until the run has stopped, and print why."""
    while (state := fetch(link, "state"))["running"] or state["going"]:
        time.sleep(0.01)
    hit = state["hit"] if state["stop"] == "broken" else None
    print(f"tick {state['tick']}: {state['stop']}" + (f" by breakpoint {hit['id']}, agent {hit['agent']}" if hit else ""))


def show_nodes(link):
    group, counts = fetch(link, "describe")["groups"][0], fetch(link, "state?counts=1")["groups"][0]["agents"]
    for node, count in zip(group["nodes"], counts):
        print(f"{count:7}  {'  ' * node['depth']}{node['label']}" if node["canLive"] else f"{'':7}  {'  ' * node['depth']}{node['label']}")


def show_steps(link):
    steps, group = fetch(link, "steps"), fetch(link, "describe")["groups"][0]
    if not steps:
        sys.exit("nobody was stepped into in the last tick")
    print(f"tick {steps['tick']}, agent {steps['agent']}:", ", ".join(f"{k['name']} = {v}" for k, v in zip(group["keys"], steps["values"])))
    for step in steps["steps"]:
        changes = "".join(f", {group['keys'][key]['name']} = {value}" for key, value in step["changes"])
        print(f"{'  ' * group['nodes'][step['node']]['depth']}{group['nodes'][step['node']]['label']}: {step['kind']}{changes}")


def main(link, what, *words):
    place = pathlib.Path(link)
    for _ in range(1000):  # wait until the run has written its link
        if link.startswith("http:") or (place.exists() and place.read_text().endswith("\n")):
            break
        time.sleep(0.01)
    link = link if link.startswith("http:") else place.read_text().strip()
    wanted = dict(word.split("=", 1) for word in words)
    if what == "nodes":
        show_nodes(link)
    elif what == "steps":
        show_steps(link)
    elif what == "notice":
        while fetch(link, "state")["notice"] < int(wanted.get("number", 0)):
            time.sleep(0.01)
        print(fetch(link, "notice")["text"], end="")
    elif what in ROUTES:
        print(json.dumps(fetch(link, f"{what}?{urllib.parse.urlencode(wanted)}" if wanted else what)))
    else:
        fetch(link, "do", json.dumps({"do": what, **{name: value_of(name, text) for name, text in wanted.items()}}).encode())
        if what != "run":
            stand(link)


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
