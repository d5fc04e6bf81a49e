#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills one rank of a job by SIGKILL while all save over the same file, again and again.

    killed.py SAVING RUN.SH [KILLS]

Each job continues from the file that the one before has left. After each kill, the file must be a complete snapshot: the last
one that was reported (old), or the next one (new). Temporary files of killed jobs stay, and must not disturb later jobs."""
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

RANKS, TICKS, PATIENCE = 3, 200, 120


def number_in(path):
    """Return the number in a file, or None."""
    bytes_ = path.read_bytes() if path.exists() else b""
    return struct.unpack("=Q", bytes_)[0] if len(bytes_) == 8 else None


def end_group(job):
    """End mpirun and everything that it has started."""
    try:
        os.killpg(job.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    job.wait()


def kill_one(saving, run_sh, folder):
    """Run a job, and kill one of its ranks some time after it has saved. Returns whether it was killed before its end."""
    begun = number_in(folder / "told")
    for path in folder.glob("pid.*"):
        path.unlink()
    job = subprocess.Popen(["bash", run_sh, str(RANKS), saving], cwd=folder, start_new_session=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE
        while number_in(folder / "told") == begun and job.poll() is None:
            assert time.monotonic() < end, "the job does not save"
            time.sleep(0.002)
        time.sleep(random.random() * 0.05)
        victim = number_in(folder / f"pid.{random.randrange(RANKS)}")
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            pass  # the job has ended
        return job.wait(timeout=PATIENCE) != 0
    finally:
        end_group(job)


def check(saving, folder):
    done = subprocess.run([saving, "check"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, f"the file is no snapshot of the job: {done.stderr or done.returncode}"
    return int(done.stdout)


def kill_all(saving, run_sh, folder, kills):
    counts, killed, temporary = [0, 0], 0, set()
    while killed < kills:
        was_killed = kill_one(saving, run_sh, folder)
        told, found = number_in(folder / "told"), check(saving, folder)
        assert found in (told, told + 1), f"the file is of tick {found}, but tick {told} was saved"
        temporary |= {path.name for path in folder.glob(".gestalt-*.tmp")}
        if was_killed:
            killed += 1
            counts[found - told] += 1
        if not was_killed or found > TICKS - 60:
            for name in ("s", "told"):
                (folder / name).unlink()
    print(f"# {killed} kills: {counts[0]} old files, {counts[1]} new ones, {len(temporary)} temporary files")
    assert set(os.listdir(folder)) <= {"s", "told"} | {f"pid.{i}" for i in range(RANKS)} | temporary


def main(saving, run_sh, kills=4):
    if not shutil.which("mpirun") and "CI" not in os.environ:
        print("1..0 # SKIP there is no mpirun: ./dev ranks gets it")
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            kill_all(str(pathlib.Path(saving).resolve()), str(pathlib.Path(run_sh).resolve()), pathlib.Path(folder), int(kills))
            problem = ""
        except AssertionError as error:
            problem = str(error)
        tap.report(f"{kills} killed ranks lose no snapshot", problem)
    tap.finish()


main(*sys.argv[1:])
