#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines of each folder, now and at a commit: lines.py COMMIT

Golden files, pages and copies of headers do not count.
"""
import collections
import subprocess
import sys

import style

counted = (".c", ".h", ".def", ".py", ".sh", ".js", ".mjs", "meson.build", ".in")
apart = ("golden/",)


def git(*words):
    return subprocess.run(["git", "-C", style.top, *words], check=True, stdout=subprocess.PIPE).stdout


def lines(commit):
    """Return the number of lines by folder."""
    found = collections.Counter()
    for row in git("ls-tree", "-r", commit, "src", "include", "tests", "bench", "examples").decode().splitlines():
        name, path = row.split()[2], row.split("\t")[1]
        if path.endswith(counted) and not any(part in path for part in apart):
            parts = path.split("/")[:-1]
            found["/".join(parts[:2] if parts[0] in ("src", "tests") else parts[:1])] += git("cat-file", "blob", name).count(b"\n")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    then, now = lines(sys.argv[1]), lines("HEAD")
    for folder in sorted(then.keys() | now.keys()):
        print(f"{folder:24} {then[folder]:7} {now[folder]:7} {now[folder] - then[folder]:+7}")
    print(f"{'all':24} {then.total():7} {now.total():7} {now.total() - then.total():+7}")


if __name__ == "__main__":
    main()
