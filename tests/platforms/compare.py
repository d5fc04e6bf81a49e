#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the command of this machine with that of another platform: compare.py HOST [--short] TARGET...

TARGET is a command, with its emulator if it needs one. Both commands do the same in separate folders:
they compile, show, run, trace, save, record, export and plot. Exit statuses, output and files must be
the same, byte by byte. Then each command continues from the other's snapshots and reads the other's
images and recordings, and the results must be the same again.
"""
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

top = pathlib.Path(__file__).resolve().parents[2]
values = ("0:success", "2:success", "1:failure", "3:running", "0:failure", "4:success")
threads = "--threads=2"
counts = {"commands": 0, "files": 0, "hashes": 0}
hashes = set()


def run(command, words, folder):
    """Run a command, and return its status and output, but not its run time."""
    done = subprocess.run([*command, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    return done.returncode, done.stdout, done.stderr


class Pair:
    """Runs the same commands in two folders."""

    def __init__(self, host, target, folder):
        self.sides = [(host, folder / "host"), (target, folder / "target")]
        for _, side in self.sides:
            side.mkdir()
            (side / "examples").symlink_to(top / "examples")
            (side / "good").symlink_to(top / "tests/golden/good")

    def files(self, side):
        return {path.name: path.read_bytes() for path in side.iterdir() if path.is_file()}

    def clear(self):
        for _, side in self.sides:
            for path in side.iterdir():
                if path.is_file():
                    path.unlink()

    def exchange(self):
        """Exchange the files of the two sides."""
        (_, host), (_, target) = self.sides
        spare = host.parent / "spare"
        host.rename(spare)
        target.rename(host)
        spare.rename(target)

    def do(self, line):
        """Run one command line on both sides. Return a message if the results differ."""
        counts["commands"] += 1
        said = [run(command, line, folder) for command, folder in self.sides]
        for what, mine, other in zip(("status", "output", "messages"), *said):
            if mine != other:
                return f"{' '.join(line)}: {what}\n  {mine!r:.600}\n  {other!r:.600}"
        if said[0][0] not in (0, 1):
            return f"{' '.join(line)}: {said[0][2].decode()}"
        hashes.update(re.findall(rb"^[0-9a-f]{16}$", said[0][1], re.M))
        mine, other = (self.files(folder) for _, folder in self.sides)
        if mine != other:
            names = [name for name in mine.keys() | other.keys() if mine.get(name) != other.get(name)]
            return f"{' '.join(line)}: files differ: {', '.join(names)}"
        counts["files"] += len(mine)
        return None

    def all(self, name, lines):
        problems = []
        for line in lines:
            if line == "exchange":
                self.exchange()
                continue
            problem = self.do(line)
            if problem:
                problems.append(problem)
                break
        self.clear()
        tap.report(name, "\n".join(problems))


def stubs(host, path):
    """Return the stubs that the command suggests, with other values."""
    _, _, err = run(host, ["run", path, "--ticks=0", "-q"], top)
    names = re.findall(r"^  --stub '?(.*?)=\d+:success'?  ", err.decode(), re.M)
    return [f"--stub={name}={value}" for name, value in zip(names, itertools.cycle(values))]


def document(pair, path, given, is_short):
    """Return commands for an image and its text, for a run with a snapshot in the middle, and for events."""
    how = [*given, "-q", "--agents=70", "--dt=250ms", "--seed=7", threads]
    lines = [["compile", "-q", path, "-o", "image.gst"],
             ["run", path, *how, "--ticks=12", "--hash", "--save=half.gss", "--events=events"],
             "exchange",
             ["run", "image.gst", *given, "-q", "--resume=half.gss", "--ticks=9", "--hash", "--final=final"]]
    if not is_short:
        lines += [["show", path, "--as=asm"], ["show", "image.gst", "--as=json"], ["check", "-q", path]]
    return lines


def scene(path, steps):
    return [["run", path, "-q", threads, f"--steps={steps}", "--hash", "--save=half.gss", "--record=r.gsr"],
            "exchange",
            ["run", path, "-q", threads, f"--steps={steps}", "--hash", "--resume=half.gss"],
            ["export", "r.gsr", "-o", "r.csv"],
            ["plot", "r.gsr", "-o", "r.svg"],
            ["plot", "r.gsr", "--as=html", "-o", "r.html"]]


def documents(is_short):
    paths = [f"examples/{path.name}" for path in sorted((top / "examples").glob("*.json")) if path.stem != "broken"]
    good = sorted((top / "tests/golden/good").glob("*.json"))
    return paths + [f"good/{path.name}" for path in (good[::40] if is_short else good)]


def scenes(is_short):
    if is_short:
        return [("examples/scenes/flock.json", 5), ("examples/scenes/wolf-sheep.json", 5)]
    large = ("million", "large", "20000")
    folder = top / "examples/scenes"
    found = [path for path in [*folder.glob("*.json"), *(folder / "traffic").glob("*.json")]
             if b'"scene"' in path.read_bytes() and not any(word in path.stem for word in large)]
    return [(str(path.relative_to(top)), 40) for path in sorted(found)]


def main(host, *target):
    is_short = target[0] == "--short"
    host, target = [str(pathlib.Path(host).resolve())], list(target[is_short:])
    target[-1] = str(pathlib.Path(target[-1]).resolve())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gestalt-platform-"))
    try:
        pair = Pair(host, target, folder)
        for path in documents(is_short):
            real = top / path.replace("good/", "tests/golden/good/", 1) if path.startswith("good/") else top / path
            pair.all(path, document(pair, path, stubs(host, real), is_short))
        for path, steps in scenes(is_short):
            pair.all(path, scene(path, steps))
    finally:
        shutil.rmtree(folder)
    print(f"# {counts['commands']} commands, {counts['files']} files, {len(hashes)} different hashes: the same")
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
