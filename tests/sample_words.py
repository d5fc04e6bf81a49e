#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Comments and sentences to judge: sample_words.py SEED

Prints 60 comments drawn at random from include, src and page, and 40 sentences from the pages, each
with its file and line. Somebody who did not write them reads them, and counts those that need a second
reading: at most 3 of the 100. The same seed draws the same ones from the same files."""
import argparse
import random
import re

import style

comment_count = 60
sentence_count = 40
least_words = 3  # shorter comments are labels


def blocks(text):
    """Return the comments of a source: each block of lines that begin with //, and each comment at the end of a line."""
    found, start, block = [], 0, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        whole = re.match(r"\s*(?://[/<]*|\*(?!/)|/\*\*?)(?:\s|$)(.*)", line)
        if whole and "SPDX" not in line:
            start = start if block else number
            block.append(whole[1].rstrip(" */"))
            continue
        if block:
            found.append((start, "\n".join(block)))
            block = []
        end = re.match(r'[^"]*[^":]//[/<]*\s*(.*)', line)
        if end and "SPDX" not in line:
            found.append((number, f"{end[1]}\n    {line.strip()}"))
    return found


def comments():
    for path in style.files("include/*.h", "src/*.c", "src/*.h", "src/*.def", "src/*.js", "page/*.js", "page/*.mjs"):
        for number, text in blocks(path.read_text("utf-8")):
            if len(text.split("\n    ")[0].split()) >= least_words:
                yield f"{style.name_of(path)}:{number}", text


def sentences():
    for path in style.files("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md"):
        text = path.read_text("utf-8")
        kept = re.sub(r"^```.*?^```", lambda code: "\n" * code[0].count("\n"), text, flags=re.M | re.S)
        kept = re.sub(r"^( {4}|[|#<]).*$", "", kept, flags=re.M)
        for found in re.finditer(r"(?:^.+\n?)+", kept, re.M):
            number = kept.count("\n", 0, found.start()) + 1
            for item in re.split(r"^ *(?:[-*]|\d+\.) ", found[0], flags=re.M):
                for sentence in re.split(r"(?<=[.!?])\s", " ".join(item.split())):
                    if len(sentence.split()) >= least_words and not sentence.startswith("!["):
                        yield f"{style.name_of(path)}:{number}", sentence
                number += item.count("\n")


def show(title, found, count, draw):
    print(f"{title}\n")
    found = list(found)
    for number, (where, text) in enumerate(draw.sample(found, min(count, len(found))), 1):
        print(f"{number}. {where}")
        print("\n".join(f"    {line}" for line in text.splitlines()) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    draw = random.Random(parser.parse_args().seed)
    show(f"{comment_count} comments", comments(), comment_count, draw)
    show(f"{sentence_count} sentences", sentences(), sentence_count, draw)


if __name__ == "__main__":
    main()
