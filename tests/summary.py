#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the results of a meson test run: failures, then counts by suite: summary.py TESTLOG.json

Each test of a program that prints TAP is counted; other programs count as one test. A log without tests is a failure.
"""
import json
import re
import sys

def telling(stderr):
    """Return the first part of a sanitizer's report, otherwise the end of what a program wrote."""
    report = re.search(r"^.*(Sanitizer:|runtime error:)", stderr, re.M)
    return stderr[report.start():][:4000] + "\n" if report else stderr[-4000:]


def show_failure(test):
    """Print the failed tests of a program with their messages, or its whole output if it crashed."""
    print(f"\n{test['name']}: {test['result']}, exit status {test['returncode']}")
    blocks = re.findall(r"^not ok.*\n(?:#.*\n?)*", test.get("stdout", ""), re.M)
    print("".join(blocks) or test.get("stdout", "")[-4000:], end="")
    print(telling(test.get("stderr", "")), end="")


counts = {}
for line in open(sys.argv[1], encoding="utf-8"):
    test = json.loads(line)
    suite = re.match(r"(?:\w+:)?(\w+) / ", test["name"])
    row = counts.setdefault(suite.group(1) if suite else "tests", [0, 0])
    passed = len(re.findall(r"^ok\b", test.get("stdout", ""), re.M))
    failed = len(re.findall(r"^not ok\b", test.get("stdout", ""), re.M))
    if test["result"] == "SKIP":
        reason = re.search(r"# SKIP (.*)", test.get("stdout", ""))
        print(f"\nLEFT OUT: {test['name']}: {reason[1] if reason else 'no reason given'}")
        continue
    if test["result"] not in ("OK", "EXPECTEDFAIL"):
        failed = max(failed, 1)
        show_failure(test)
    elif passed == 0:
        passed = 1
    row[0] += passed
    row[1] += failed

print()
for suite, (passed, failed) in sorted(counts.items()):
    print(f"{suite:12}{passed:7} passed{failed:7} failed")
passed = sum(row[0] for row in counts.values())
failed = sum(row[1] for row in counts.values())
print(f"\n{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
