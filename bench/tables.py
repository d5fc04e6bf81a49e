#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the tables of docs/performance.md from bench/results: tables.py [--update]

Without --update, prints the tables that are out of date, and exits with 1 if there are any. In the
page, a table is between a line <!-- table NAME --> and a line <!-- end -->.
"""
import json
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parent.parent
page = top / "docs/performance.md"
results = top / "bench/results"

# Targets: a name, the world, its form, threads, the value that is compared, its bound, and the aim.
# Bound and aim are minima; if they are negative, their absolute values are maxima.
targets = [
    ("flock, radius 5, fused, million updates/s", "flock-5", "fused", 1, "mega", 20, 50),
    ("flock, radius 15, fused, million updates/s", "flock-15", "fused", 1, "mega", 12, 30),
    ("flock, radius 5, as a tree, times as long as fused", "flock-5", "tree", 1, "ratio_first_form", -2, None),
    ("flock, radius 15, as a tree, times as long as fused", "flock-15", "tree", 1, "ratio_first_form", -2, None),
    ("boids in space, million updates/s", "boids", "fused", 1, "mega", 10, None),
    ("ring with 20,000 cars, million updates/s", "ring", "drivers", 1, "mega", 10, None),
    ("airport, seconds for 500 movements", "airport", "tree", 1, "seconds", -1, None),
    ("a million birds with trees, two threads, steps/s", "million", "tree", 2, "steps_per_second", None, 30),
    ("flock, radius 5, fused, two threads against one", "flock-5", "fused", 2, "ratio_one_thread", 1.8, None),
    ("flock, radius 5, as a tree, two threads against one", "flock-5", "tree", 2, "ratio_one_thread", 1.8, None),
    ("boids, two threads against one", "boids", "fused", 2, "ratio_one_thread", 1.8, None),
    ("ring, two threads against one", "ring", "drivers", 2, "ratio_one_thread", 1.8, None),
    ("crowd, two threads against one", "crowd", "tree", 2, "ratio_one_thread", 1.8, None),
    ("a million birds with trees, two threads against one", "million", "tree", 2, "ratio_one_thread", 1.8, None),
]
growth_most = 1.5  # maximum time per update with a million agents, relative to a thousand agents


def load(name, part):
    path = results / name
    return json.loads(path.read_text("utf-8"))[part] if path.exists() else []


def number(value):
    """Format a number with three significant digits."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def mega(row):
    return row["updates_per_second"] / 1e6


def times(value):
    return f"{value:.2f}x" if value is not None else ""


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def worlds():
    """Return a line for each form, with the values for all numbers of threads side by side."""
    rows = load("world.json", "results")
    lines = []
    for one in rows:
        if one["threads"] != 1:
            continue
        same = [row for row in rows if all(row[key] == one[key] for key in ("world", "agents", "form"))]
        most = max(same, key=lambda row: row["threads"])
        several = most if most["threads"] > 1 else None
        lines.append([
            one["world"], one["form"], f"{one['agents']:,}", f"{one['steps']:,}", f"**{number(mega(one))}**",
            number(one["ns_per_update"]), number(mega(several)) if several else "",
            times(several["ratio_one_thread"]) if several else "", times(one["ratio_hand"]),
            number(one["seconds"]), number(one["steps_per_second"]), number(one["bytes_per_agent"])])
    return table(["world", "form", "agents", "steps", "million updates/s", "ns", "several threads", "against one",
                  "against C", "seconds", "steps/s", "bytes"], lines) if lines else ""


def limit(value):
    return "" if value is None else f"at most {number(-value)}" if value < 0 else number(value)


def target_lines():
    rows = load("world.json", "results")
    for name, world, form, threads, what, least, aim in targets:
        for row in rows:
            if (row["world"], row["form"], row["threads"]) != (world, form, threads):
                continue
            value = mega(row) if what == "mega" else row[what]
            missed = least is not None and (value > -least if least < 0 else value < least)
            measured = number(value)
            yield [name, limit(least), limit(aim), f"**{measured}**" if missed else measured]


def growth_lines():
    rows = [row for row in load("world_growth.json", "growth") if row["threads"] == 1]
    for first in rows:
        last = max((row for row in rows if (row["world"], row["form"]) == (first["world"], first["form"])),
                   key=lambda row: row["agents"])
        if first["agents"] != 1000 or last["agents"] != 1000000 or first["form"] == "hand":
            continue
        value = last["ns_per_update"] / first["ns_per_update"]
        yield [f"{first['world']}, {first['form']}, time of an update with a million agents against a thousand",
               limit(-growth_most), "", f"**{value:.2f}**" if value > growth_most else f"{value:.2f}"]


def world_targets():
    lines = [*target_lines(), *growth_lines()]
    return table(["what", "must reach", "aim", "measured"], lines) if lines else ""


def machine():
    path = results / "world.json"
    if not path.exists():
        return "Not measured yet: `./dev results world`.\n"
    m = json.loads(path.read_text("utf-8"))["machine"]
    return (f"Measured by `./dev results world` on {m['processors']} processors, {m['processor']}, {m['instructions']}, "
            f"{m['compiler'].strip()}, {m['flags']}, commit {m['commit']}; medians of {m['repeats']} rounds.\n")


def picture():
    drawn = results / "world_growth.svg"
    return "![Growth of worlds](../bench/results/world_growth.svg)\n" if drawn.exists() else ""


def main(update):
    makers = {"world_machine": machine, "worlds": worlds, "world_targets": world_targets,
              "world_growth": picture}
    text = page.read_text("utf-8")

    def replace(found):
        return f"<!-- table {found[1]} -->\n{makers[found[1]]()}<!-- end -->\n"

    made = re.sub(r"<!-- table (\w+) -->\n.*?<!-- end -->\n", replace, text, flags=re.S)
    if made == text:
        return 0
    if update:
        page.write_text(made, "utf-8")
        return 0
    print("docs/performance.md does not show what is in bench/results: bench/tables.py --update")
    return 1


sys.exit(main("--update" in sys.argv[1:]))
