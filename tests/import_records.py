#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Imports recorded trees of other systems and runs them: import_records.py [OPTIONS] [FILE...]

A record is a tree with the log of a run by the system that its format belongs to. This program
imports the tree, runs the document with leaves that follow the same rule, and compares the logs.

FILEs are *.jsonl.gz or *.jsonl, one record per line. Options:

--gestalt PATH   the command (default: build/gestalt)
--runner PATH    the program run_leaves (default: build/tests/run_leaves)
--stdin          read records from standard input, and write for each a line `== ID VERDICT` and the log, for a judge
                 of its own
--limit N        only the first N records of each file
--show N         how many differences to print for each file (default: 3)
"""
import argparse
import gzip
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

top = pathlib.Path(__file__).resolve().parent.parent
SUFFIX = {"btcpp": ".xml", "behavior3": ".json", "mistreevous": ".json"}


class Runner:
    """The program that runs documents. One process runs all of them."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, record, document):
        functions = []
        for name, action in document.get("actions", {}).items():
            kind = "predicate" if action.get("kind") == "predicate" else "action"
            words = [f"{argument}:{argument_type(declared)}" for argument, declared in action.get("args", {}).items()]
            functions.append(" ".join([kind, name, *words]))
        text = json.dumps(document).encode()
        head = f"run {record['leaves']['seed']} {record['ticks']} {record['tick_us']} {len(functions)} {len(text)}\n"
        self.process.stdin.write(head.encode() + "".join(f"{line}\n" for line in functions).encode() + text)
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().decode()) not in ("\n", ""):
            lines.append(line.rstrip("\n"))
        return lines


def argument_type(declared):
    """Return the type of an argument in the form that the runner reads, such as `int` or `key-int`."""
    if isinstance(declared, dict):
        declared = declared.get("type", f"key {declared.get('key')}")
    return declared.replace(" ", "-")


def set_keys(document, keys):
    """Let keys start with the values that the host has set before the first tick."""
    blackboard = document.get("blackboard", {})
    for name, value in keys.items():
        if name not in blackboard:
            continue
        key = blackboard[name]
        key = {"type": key} if isinstance(key, str) else key
        key["init"] = value != 0 if key["type"] == "bool" else value
        blackboard[name] = key


def import_mdsl(gestalt, folder, record):
    """Return the document of the same tree in MDSL."""
    source = folder / "tree.mdsl"
    source.write_text(record["mdsl"], "utf-8")
    return subprocess.run([gestalt, "import", *record["options"], source.name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False).stdout


def run_record(gestalt, runner, folder, record):
    """Return the verdict, the reason, and the log."""
    source = folder / ("tree" + SUFFIX.get(record["format"], ".txt"))
    text = record["source"]
    source.write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
    made = subprocess.run([gestalt, "import", "--diagnostics=json", *record["options"], source.name], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    found = [json.loads(line) for line in made.stderr.decode().splitlines() if line.startswith("{")]
    if made.returncode != 0:
        reasons = [one["message"] for one in found if one["code"].startswith("E")]
        return "refused", (reasons or [made.stderr.decode()])[0], []
    document = json.loads(made.stdout)
    if record.get("mdsl") and import_mdsl(gestalt, folder, record) != made.stdout:
        return "exact", "the document of the MDSL is another one", []
    set_keys(document, record["keys"])
    reasons = [one["message"] for one in found if one["code"] == "W0901"]
    log = runner.run(record, document)
    return ("approximate" if reasons else "exact"), (reasons or [""])[0], log


def comparable(record, log):
    """Return the lines of a log in the form in which they must be equal."""
    lines = [line.replace("root K", "root S") for line in log]
    if record["format"] == "mistreevous":
        lines = [line.replace(" start ", " call ").replace(" resume ", " call ") for line in lines if " halt" not in line]
    if record["compare"] == "halts-as-set":
        halts = sorted(line for line in lines if line.endswith(" halt"))
        lines = [line for line in lines if not line.endswith(" halt")] + halts
    return lines


def read_records(path):
    with (gzip.open(path, "rt") if path.endswith(".gz") else open(path, encoding="utf-8")) as lines:
        for line in lines:
            yield json.loads(line)


def judge_file(options, runner, folder, path):
    """Compare all records of a file. Returns the number that fail."""
    counts = {"exact": 0, "approximate": 0, "refused": 0}
    failed = shown = 0
    for record in itertools.islice(read_records(path), options.limit):
        verdict, reason, log = run_record(options.gestalt, runner, folder, record)
        counts[verdict] += 1
        expected, actual = comparable(record, record["log"].splitlines()), comparable(record, log)
        differs = verdict != "refused" and expected != actual
        is_wrong = differs and (verdict == "exact" or record["expect"] == "exact")
        is_wrong |= verdict == "refused" and record["expect"] == "exact"
        failed += is_wrong
        if is_wrong and shown < options.show:
            shown += 1
            at = next((i for i, (a, b) in enumerate(zip(expected, actual)) if a != b), min(len(expected), len(actual)))
            print(f"# {record['id']}: {verdict} {reason}\n#   expected {expected[at:at + 3]}\n#   but got  {actual[at:at + 3]}")
    name = pathlib.Path(path).name
    print(f"{'not ok' if failed else 'ok'} - {name}: {failed} failed; "
          + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()), flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--gestalt", default=str(top / "build/gestalt"))
    parser.add_argument("--runner", default=str(top / "build/tests/run_leaves"))
    parser.add_argument("--stdin", action="store_true")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    options.gestalt = os.path.abspath(options.gestalt)
    runner = Runner(options.runner)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.stdin:
            for line in sys.stdin:
                record = json.loads(line)
                verdict, reason, log = run_record(options.gestalt, runner, folder, record)
                reason = " ".join(reason.split())
                print(f"== {record['id']} {verdict} {reason}".rstrip())
                print("".join(f"{line}\n" for line in log), end="", flush=True)
            return 0
        print(f"1..{len(options.files)}")
        failed = sum(judge_file(options, runner, folder, path) for path in options.files)
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
