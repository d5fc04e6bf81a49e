#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds duplicated code: repeated.py [LEAST] [FOLDER...]

Lists passages of C that are the same in several places, token by token, except for names and numbers that differ consistently.
The longest passages come first. A passage has at least LEAST tokens (70). Includes, comments and tables of strings do not
count. The script fails for no result, since code may be similar by chance. It helps to find code to merge.
"""
import collections
import re
import sys

import style

token = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\w+|[^\s\w]", re.S)
keywords = set("if else for while do return switch case default break continue static const struct enum sizeof".split())


def tokens_of(path):
    """Return the tokens of a file, each with its line."""
    text = path.read_text("utf-8")
    text = re.sub(r"^[ \t]*#[ \t]*include.*$", "", text, flags=re.M)
    line, at, found = 1, 0, []
    for match in token.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        word = match[0]
        if word.startswith(("//", "/*")):
            continue
        found.append(("S" if word[0] in "\"'" else word, line))
    return found


def shape(words):
    """Return a window with names replaced by numbers in order of occurrence. Code that differs only in names becomes equal."""
    numbers = {}
    return tuple(word if not (word[0].isalnum() or word[0] == "_") or word in keywords
                 else numbers.setdefault(word, len(numbers)) for word in words)


def is_code(words):
    """Return whether a passage is code rather than a table, which has no statements."""
    return words.count(";") * 35 >= len(words)


def grown(files, a, b, size):
    """Return the number of tokens that two positions have in common."""
    names = ({}, {})
    (f, i), (g, j) = a, b
    count = 0
    while i + count < len(files[f]) and j + count < len(files[g]) and (f != g or i + count < j):
        x, y = files[f][i + count][0], files[g][j + count][0]
        if shape((x,)) != shape((y,)):
            break
        if x != y and names[0].setdefault(x, y) != y or x != y and names[1].setdefault(y, x) != x:
            break
        count += 1
    return count if count >= size else 0


def main():
    least = int(sys.argv[1]) if len(sys.argv) > 1 else 70
    folders = sys.argv[2:] or ["src", "tests", "bench"]
    paths = [path for path in style.files("*.c", "*.h")
             if str(path.relative_to(style.top)).startswith(tuple(folders))]
    files = [tokens_of(path) for path in paths]
    places = collections.defaultdict(list)
    for number, words in enumerate(files):
        for at in range(0, len(words) - least + 1):
            window = [word for word, _ in words[at:at + least]]
            if is_code(window):
                places[hash(shape(window))].append((number, at))
    seen, found = set(), []
    for group in places.values():
        for k, b in enumerate(group[1:], 1):
            a = group[0]
            if (a, b) in seen:
                continue
            count = grown(files, a, b, least)
            seen.update(((a[0], a[1] + i), (b[0], b[1] + i)) for i in range(count))
            if count:
                found.append((count, a, b))
    for count, *pair in sorted(found, reverse=True):
        print(f"{count:5} tokens  " + "  ".join(
            f"{paths[f].relative_to(style.top)}:{files[f][at][1]}-{files[f][at + count - 1][1]}" for f, at in pair))


if __name__ == "__main__":
    main()
