#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures until the figures hold: steady.py [--most=RUNS] [--spread=PART] FOLDER NAME COMMAND...

Runs COMMAND --json --csv=FILE, which is gestalt-bench, several times. Of each run, only ratios count: the time of each row
beside the row that is measured with it, in turn (the first of its workload and number of agents). Runs are steady when there are
three whose ratios all differ by no more than the spread, 5 %. The middle one of them, as it was, is written to FOLDER/NAME.json,
.csv and, if the command makes one, .svg. When there are no such three after eight runs, the machine was too busy: rows that
did not hold are listed, nothing is written, and the exit status is 1.
"""
import itertools
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

names = ("workload", "world", "agents", "engine", "form", "lanes", "threads", "tree", "shapes", "first_step")
times = ("ns_per_tick", "ns_per_update")
wanted = 3


def ratios(result):
    """Return for each row, by name, its time relative to the first row of its group."""
    found, first = {}, {}
    for table, rows in result.items():
        for row in rows if isinstance(rows, list) else []:
            time = next((row[key] for key in times if row.get(key)), None)
            if time is None:
                continue
            # All rows of a growth sweep are measured together, with any number of agents.
            group = (table, row.get("workload", row.get("world")), row.get("agents") if table == "results" else None)
            name = (table, *(row.get(key) for key in names))
            found[name] = time / first.setdefault(group, time)
    return found


def differences(runs):
    """Return for each row, by name, the largest relative difference of its ratio between runs."""
    return {name: (max(values) - min(values)) / statistics.median(values)
            for name in runs[0] for values in [[run[name] for run in runs]]}


def middle(runs):
    """Return the index of the run that is nearest to the medians."""
    def off(run):
        return sum(abs(run[name] / statistics.median(other[name] for other in runs) - 1) for name in run)
    return min(range(len(runs)), key=lambda k: off(runs[k]))


def steadiest(runs):
    """Return the three runs that differ least, and their differences by row."""
    def worst(some):
        return max(differences([runs[k] for k in some]).values(), default=0)
    best = min(itertools.combinations(range(len(runs)), wanted), key=worst)
    return best, differences([runs[k] for k in best])


def option(words, name, otherwise):
    for word in [word for word in words[:2] if word.startswith(f"--{name}=")]:
        words.remove(word)
        otherwise = float(word.split("=")[1])
    return otherwise


def write(folder, name, made, runs, spread):
    text = (made / f"{name}.json").read_text("utf-8")
    result = json.loads(text)
    result["machine"].update(runs=runs, spread=round(spread, 4))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    for end in ("csv", "svg"):
        if (made / f"{name}.{end}").exists():
            shutil.copy(made / f"{name}.{end}", folder)


def main():
    words = sys.argv[1:]
    most, limit = int(option(words, "most", 8)), option(words, "spread", 0.05)
    if len(words) < 3 or most < wanted:
        sys.exit(__doc__)
    folder, name, command = pathlib.Path(words[0]), words[1], words[2:]
    runs = []
    with tempfile.TemporaryDirectory() as made:
        for number in range(most):
            here = pathlib.Path(made) / str(number)
            here.mkdir()
            drawn = [f"--plot={here}/{name}.svg"] if "--growth" in command else []
            with open(here / f"{name}.json", "wb") as out:
                subprocess.run([*command, *drawn, "--json", f"--csv={here}/{name}.csv"], check=True, stdout=out)
            runs.append(ratios(json.loads((here / f"{name}.json").read_text("utf-8"))))
            if len(runs) < wanted:
                continue
            chosen, by_row = steadiest(runs)
            spread = max(by_row.values(), default=0)
            print(f"{name}: of {len(runs)} runs, {wanted} differ by {spread:.1%}", file=sys.stderr)
            if spread <= limit:
                write(folder, name, pathlib.Path(made) / str(chosen[middle([runs[k] for k in chosen])]), len(runs), spread)
                return
    print(f"{name}: this machine is too busy, nothing is written. These differ by more than {limit:.0%}:", file=sys.stderr)
    for row, part in sorted(by_row.items(), key=lambda item: -item[1]):
        if part > limit:
            print(f"  {part:6.1%}  " + " ".join(str(word) for word in row if word is not None), file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
