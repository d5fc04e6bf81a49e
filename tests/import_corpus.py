#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Imports files of projects, and compares the verdicts: import_corpus.py [OPTIONS] FOLDER

FOLDER/table.tsv has a line for each file, after a head line. Its columns are:

repository      OWNER/NAME; its files are in FOLDER/OWNER+NAME
file            path in the repository
tree            tree to import
verdict         `exact`, `approximate`, `refused`, or `no tree`: the file by itself has none
missing trees   trees, separated by `; `, that are in none of the repository's files: the import must be refused,
                and with --leaf-trees it must have the verdict, apart from these trees

A file is imported together with all other files of its repository. Each document that is written must also
pass `gestalt check`. Options:

--gestalt PATH  the command (default: build/gestalt)
--known FILE    verdicts that differ from those of the table, in a table with the columns `repository`, `file`,
                `verdict` and `reason`
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import tempfile

import tap

top = pathlib.Path(__file__).resolve().parent.parent


def read_table(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


class Judge:
    def __init__(self, gestalt, corpus, folder):
        self.gestalt = gestalt
        self.corpus = corpus
        self.document = folder / "document.json"

    def run(self, *arguments):
        return subprocess.run([self.gestalt, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              check=False)

    def import_row(self, row, *options):
        """Return the verdict of the importer, and the reasons."""
        repository = self.corpus / row["repository"].replace("/", "+")
        files = [repository / row["file"]]
        if row["verdict"] != "no tree":
            files += [repository, f"--tree={row['tree']}"]
        self.document.unlink(missing_ok=True)
        made = self.run("import", "--diagnostics=json", *options, *files, "-o", self.document)
        found = [json.loads(line) for line in made.stderr.decode().splitlines() if line.startswith("{")]
        errors = [one for one in found if one["code"].startswith("E")]
        if made.returncode == 1 and errors:
            is_treeless = errors[0]["message"] == "there is no tree in these files"
            return ("no tree" if is_treeless else "refused"), [errors[0]["message"]]
        if made.returncode != 0:
            return f"status {made.returncode}", [made.stderr.decode().strip()]
        checked = self.run("check", "-q", self.document)
        if checked.returncode != 0:
            return "rejected by check", [checked.stderr.decode().strip()]
        missing = [f"the tree `{tree}` is in none" for tree in row["missing trees"].split("; ") if tree]
        reasons = [one["message"] for one in found if one["code"] == "W0901"]
        reasons = [reason for reason in reasons if not any(reason.startswith(tree) for tree in missing)]
        return ("approximate" if reasons else "exact"), reasons

    def judge(self, row, known):
        """Return how the verdict differs from the expected one."""
        options = []
        if row["missing trees"] and row["verdict"] != "refused":
            options = ["--leaf-trees"]
            verdict, reasons = self.import_row(row)
            if verdict != "refused":
                return f"{verdict} without --leaf-trees"
        verdict, reasons = self.import_row(row, *options)
        expected = known["verdict"] if known else row["verdict"]
        if verdict == expected:
            return ""
        return f"expected {expected}, but it is {verdict}" + "".join(f"\n{reason}" for reason in reasons[:3])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--gestalt", default=str(top / "build/gestalt"))
    parser.add_argument("--known")
    options = parser.parse_args()
    corpus = pathlib.Path(options.folder).absolute()
    known = {(row["repository"], row["file"]): row for row in read_table(options.known)} if options.known else {}
    with tempfile.TemporaryDirectory() as name:
        judge = Judge(os.path.abspath(options.gestalt), corpus, pathlib.Path(name))
        for row in read_table(corpus / "table.tsv"):
            other = known.pop((row["repository"], row["file"]), None)
            problem = judge.judge(row, other)
            suffix = f" instead of {row['verdict']}: {other['reason']}" if other else ""
            tap.report(f"{row['repository']} {row['file']}: {(other or row)['verdict']}{suffix}", problem)
    for repository, file in known:
        tap.report(f"{repository} {file}", "the known verdict is about a file that the table does not have")
    tap.finish()


if __name__ == "__main__":
    main()
