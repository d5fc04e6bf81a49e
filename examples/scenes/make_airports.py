#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes airport.json and airport-large.json. The layout of both airfields follows the same rules:
the large one is several copies of the small one, side by side. With --check, the script writes
nothing: it compares the files with what it would write."""
import json
import pathlib
import sys

folder = pathlib.Path(__file__).resolve().parent
ROWS = (-560, -680, -800, -920, -1040)  # y of the rows of stands, along each lane
LANES = (360, 720, 1080, 1440)
EXITS = (1560, 1920, 2280)
WIDE = 2760


class Field:
    def __init__(self):
        self.nodes, self.taxiways, self.runways, self.stands = [], [], [], []

    def node(self, name, x, y):
        self.nodes.append({"name": name, "at": [x, y]})
        return name

    def way(self, nodes, one_way=False, **more):
        self.taxiways.append({"nodes": nodes, **({"one_way": True} if one_way else {}), **more})


def terminal(f, p, x0):
    """Add a terminal: two runways, taxiways A and B along them, and lanes of stands below."""
    def at(name, x, y):
        return f.node(p + name, x0 + x, y)
    north = [at(f"n{x}", x, 260) for x in (0, *EXITS, WIDE)]
    south = [at(f"s{x}", x, 0) for x in (0, *EXITS, WIDE)]
    f.runways.append({"nodes": north, "use": "landing"})
    f.runways.append({"nodes": south, "use": "take_off"})
    a_at = sorted({0, 120, 240, *LANES, *range(480, 1441, 120), *EXITS, 1740, 2100})
    a = {x: at(f"a{x}", x, -250) for x in a_at}
    b = {x: at(f"b{x}", x, -400) for x in a_at if 240 <= x <= 1560}
    f.way([a[x] for x in reversed(a_at)], one_way=True)
    f.way([a[0], south[0]], one_way=True, speed=8)
    for i, x in enumerate(EXITS):
        f.way([north[i + 1], south[i + 1], a[x]], one_way=True, speed=14)
    f.way([b[x] for x in sorted(b)])
    f.way([b[240], a[240]])
    f.way([a[1560], b[1560]])
    for lane in LANES:
        f.way([a[lane], b[lane]])
        rows = [at(f"l{lane}_{-y}", lane, y) for y in ROWS]
        end = at(f"e{lane}", lane, -1160)
        f.way([b[lane], *rows, end])
        for number, (y, row) in enumerate(zip(ROWS, rows)):
            for side in (-1, 1):
                stand = at(f"{'ABCD'[LANES.index(lane)]}{2 * number + (3 + side) // 2}",
                           lane + side * 75, y)
                f.way([row, stand], speed=4)
                f.stands.append(stand)
    ends = [p + f"e{lane}" for lane in LANES]
    f.way(ends)
    return a, b, p


def scene(name, doc, terminals, planes, every, steps):
    f = Field()
    last = None
    for i in range(terminals):
        _, b, p = terminal(f, f"t{i}_" if terminals > 1 else "", i * 3240)
        if last:
            middle = [f.node(f"{p}m{k}", i * 3240 - 1680 + 240 * (k + 1), -400) for k in range(7)]
            f.way([last, *middle, b[240]], one_way=True)
            middle = [f.node(f"{p}c{k}", i * 3240 - 1800 + 240 * (k + 1), -1160) for k in range(8)]
            f.way([f"{p}e360", *reversed(middle), f"t{i - 1}_e1440"], one_way=True)
        last = b[1560]
    return {
        "scene": 1,
        "name": name,
        "doc": doc,
        "params": {"planes": planes},
        "world": {"low": [-240, -1400], "size": [terminals * 3240, 1900], "dt": 0.5, "seed": 1,
                  "steps": steps},
        "groups": [{"name": "planes", "count": "planes", "planes": True, "tree": "plane.json",
                    "vehicle": {"radius": 20, "max_speed": 80}, "velocity": {"how": "still"},
                    "set": {"every": every}}],
        "reports": [{"name": "gone", "value": "count(planes, phase == 'is_gone')", "every": 20}],
        "until": "gone == planes",
        "recording": {"every": 20},
        "airport": {"nodes": f.nodes, "taxiways": f.taxiways, "runways": f.runways,
                    "stands": f.stands},
    }


def text(s):
    """Return JSON with one line for each item of a list."""
    airport = s.pop("airport")
    head = json.dumps(s, indent=2)[:-2]
    rows = ",\n".join(
        f'    "{key}": [\n' + ",\n".join("      " + json.dumps(row) for row in airport[key]) +
        "\n    ]" for key in airport)
    return head + ',\n  "airport": {\n' + rows + "\n  }\n}\n"


scenes = {
    "airport.json": scene(
        "airport", "250 planes land, park and take off again: 500 movements on two runways, with "
        "lanes between the stands that are used in both directions.", 1, 250, 66, 80000),
    "airport-large.json": scene(
        "airport-large", "2500 planes on a field of four terminals and eight runways: 5000 "
        "movements. Planes may park at another terminal than the one where they land.",
        4, 2500, 17, 200000),
}
for name, s in scenes.items():
    path, is_now = folder / name, text(s)
    if "--check" in sys.argv:
        if path.read_text("utf-8") != is_now:
            sys.exit(f"{name} is not what make_airports.py writes")
    else:
        path.write_text(is_now, "utf-8")
