#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests bench/steady.py, with programs that print given times."""
import json
import pathlib
import subprocess
import sys
import tempfile

import tap

steady = pathlib.Path(__file__).resolve().parent.parent / "bench/steady.py"

# Prints a row of C and a row of Gestalt. In the n-th run, these are the n-th times of the list.
program = """import json, pathlib, sys
count = pathlib.Path(sys.argv[1])
n = int(count.read_text()) if count.exists() else 0
count.write_text(str(n + 1))
hand, own = json.loads(sys.argv[2])[n]
rows = [{"workload": "W1H", "agents": 10, "engine": engine, "ns_per_tick": ns} for engine, ns in (("hand", hand), ("own", own))]
print(json.dumps({"machine": {"repeats": 1}, "results": rows}))
"""


def measured(times):
    """Return the file that was written, or None, and the output."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "program.py").write_text(program, "utf-8")
        done = subprocess.run([sys.executable, steady, f"--most={len(times)}", folder / "out", "w", sys.executable,
                               folder / "program.py", folder / "count", json.dumps(times)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        made = folder / "out/w.json"
        assert (done.returncode == 0) == made.exists(), done.stdout
        return json.loads(made.read_text("utf-8")) if made.exists() else None, done.stdout


def ratios_count():
    """Runs agree if their ratios agree, even if the machine was twice as slow."""
    written, _ = measured([[10, 5], [20, 10.1], [40, 20], [1, 1]])
    assert written["machine"]["runs"] == 3 and written["machine"]["spread"] <= 0.02, written
    assert [row["ns_per_tick"] for row in written["results"]] == [10, 5], written


def a_disturbed_run_is_left_out():
    written, _ = measured([[10, 5], [10, 9], [10, 5.1], [10, 5.05], [1, 1]])
    assert written["machine"]["runs"] == 4, written
    assert written["results"][1]["ns_per_tick"] == 5.05, written


def noise_is_told():
    written, said = measured([[10, 5], [10, 9], [10, 2], [10, 20]])
    assert written is None and "too busy" in said and "W1H 10 own" in said, said


for test in (ratios_count, a_disturbed_run_is_left_out, noise_is_told):
    try:
        test()
        tap.report(test.__name__)
    except AssertionError as wrong:
        tap.report(test.__name__, str(wrong))
tap.finish()
