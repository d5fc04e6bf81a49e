# SPDX-License-Identifier: MIT
"""The programs in examples/python."""
import pathlib
import re
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parents[2]


def run(name, *arguments):
    return subprocess.run([sys.executable, top / "examples/python" / name, *arguments], check=True, capture_output=True, text=True).stdout


def test_squads_fight_until_one_is_gone():
    said = run("squad.py", "60", "1")
    found = re.fullmatch(r"after (\d+) ticks: (\d+) and (\d+) of 60 are left\n", said)
    assert found and 0 in (int(found[2]), int(found[3])) and int(found[2]) + int(found[3]) > 0
    assert run("squad.py", "60", "1") == said


def test_search_finds_better_constants():
    costs = [float(cost) for cost in re.findall(r"cost ([\d.]+)", run("search.py", "4"))]
    assert len(costs) == 4 and costs[-1] < costs[0]


def test_sweep_prints_a_row_for_each_value(tmp_path):
    rows = run("sweep.py", "3", str(tmp_path / "sweep.svg")).splitlines()
    assert len(rows) == 5
    for row in rows[1:]:
        _, middle, low, _, high = row.split()
        assert 0 <= float(low) <= float(middle) <= float(high) <= 1
