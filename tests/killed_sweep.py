#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills sweeps and resumes them: killed_sweep.py GESTALT [KILLS]

Runs one command with --resume again and again, and kills it by SIGKILL after a random time. Its seeds and values grow over time.
After each kill, the table must have all rows that it had before, and all runs that the progress on standard error has counted
as done, and no rows that a sweep without kills does not have. When the sweep ends, both tables must be the same, byte by byte.
"""
import os
import pathlib
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

import tap

scene = """{"scene": 1, "params": {"fast": 1.0}, "world": {"size": [20, 20], "dt": 0.5, "steps": 300, "seed": 3},
  "groups": [{"name": "a", "count": 60, "vehicle": {"max_speed": 9}, "velocity": {"least": "fast", "most": "fast * 2"},
  "tree": {"gestalt": 1, "root": {"type": "success"}}}], "reports": [{"name": "v", "value": "mean(a, speed)"}]}"""
# Arguments of the command, in the order in which they grow, and the number of runs.
stages = [(("1", "2"), 6), (("1", "2"), 9), (("4", "1", "2"), 9), (("4", "1", "-1", "2"), 14)]
patience = 120  # seconds after which a sweep counts as hanging


def command(gestalt, stage, table):
    values, seeds = stages[stage]
    return [gestalt, "sweep", "s.json", "--set", "a.count=" + ",".join(values), "--set", "fast=1,2", f"--seeds={seeds}", "-o", table,
            "--threads=3"]


def rows(table):
    """Return the rows of a table by values and seed, without their numbers. An incomplete last line is ignored."""
    if not table.exists():
        return {}
    lines = table.read_bytes().decode().split("\n")[1:-1]
    cells = [line.split(",") for line in lines]
    assert len({tuple(row[1:4]) for row in cells}) == len(cells), "a run has two rows"
    return {tuple(row[1:4]): row[1:] for row in cells}


def run_until(words, folder, seconds):
    """Kill a sweep after some time. Return the number of runs that it has reported as done, and whether it has ended by itself."""
    terminal, end = pty.openpty()
    told = b""
    with subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=end) as process:
        os.close(end)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([terminal], [], [], left)[0]:
                break
            try:
                told += os.read(terminal, 65536)
            except OSError:  # the command has ended
                break
        process.send_signal(signal.SIGKILL) if process.poll() is None and seconds < patience else process.wait()
        process.wait()
        while True:
            try:
                more = os.read(terminal, 65536)
            except OSError:
                break
            if not more:
                break
            told += more
    os.close(terminal)
    done = [int(count) for count in re.findall(rb"(\d+) of \d+ runs, ", told)]
    return max(done, default=0), process.returncode, told


def expect_table(table, reference, before, told):
    now = rows(table)
    assert all(now.get(run) == row for run, row in before.items()), "a row is lost"
    assert all(reference.get(run) == row for run, row in now.items()), "a row is not that of a whole sweep"
    assert len(now) >= len(before) + told, f"{told} runs were done, and {len(now) - len(before)} were kept"
    return now


def kill_sweeps(gestalt, folder, kills):
    folder = pathlib.Path(folder)
    (folder / "s.json").write_text(scene)
    wholes = []
    for stage in range(len(stages)):
        subprocess.run(command(gestalt, stage, f"whole{stage}.csv"), cwd=folder, check=False, stderr=subprocess.DEVNULL)
        wholes.append(folder / f"whole{stage}.csv")
    reference = rows(wholes[-1])
    table, count, whole, kept = folder / "t.csv", 0, 0, 0
    while count < kills or not whole:
        table.unlink(missing_ok=True)
        before, stage, code = {}, 0, -signal.SIGKILL
        while code == -signal.SIGKILL or stage < len(stages) - 1:
            seconds = random.random() * 0.12 if count < kills else patience
            told, code, said = run_until([*command(gestalt, stage, "t.csv"), "--resume"], folder, seconds)
            assert code in (-signal.SIGKILL, 0, 1), said.decode()
            count += code == -signal.SIGKILL
            now = expect_table(table, reference, before, told)
            kept += len(now) - len(before)
            before = now
            for left in folder.glob(".gestalt-*.tmp"):
                left.unlink()
            if code != -signal.SIGKILL:
                assert table.read_bytes() == wholes[stage].read_bytes(), "the table is not that of a whole sweep"
            if code != -signal.SIGKILL or random.random() < 0.2:
                stage = min(stage + 1, len(stages) - 1)
        whole += 1
    print(f"# {count} kills, {kept} runs, {whole} whole sweeps")
    assert kept > 0


def main(gestalt, kills=20):
    with tempfile.TemporaryDirectory() as folder:
        try:
            kill_sweeps(str(pathlib.Path(gestalt).resolve()), folder, int(kills))
            problem = ""
        except AssertionError as error:
            problem = str(error)
        tap.report(f"{kills} kills lose no run that was done", problem)
    tap.finish()


main(*sys.argv[1:])
