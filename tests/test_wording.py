#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests wording.py and the check of links: each banned word and wide lines are found, and good sentences are not."""
import pathlib
import re
import sys
import tempfile

import style
import tap
import wording

# A sentence for each rule, in the order of the rules. The test fails if a rule has none.
wrong = (
    "Go back and mend the condition.",
    "A tick stops behind any node.",
    "Checks that are made ahead cost nothing.",
    "The time is beside that of handwritten C.",
    "The actions of agents that are under way.",
    "A table stands above the text.",
    "The keys lie side by side.",
    "The population tells where an agent lives.",
    "Earlier children are asked again.",
    "The row says which slot the node has.",
    "The list is sorted whenever somebody reads it.",
    "The stack is private, so nobody waits.",
    "The agents for whom a condition holds.",
    "The table is made anew in each step.",
    "The run goes on in the new tree.",
    "The list is looked at once.",
    "A stub runs in the place of the function.",
    "Every node has a slot of its own, and a cell of its.",
    "Nothing is known of the tick.",
    "It runs till the end.",
    "The speed is lowered, and thereby the noise.",
    "A loop without a count runs for ever.",
    "A tree that holds itself by way of others.",
    "The shape is, as it were, the program.",
    "It is small and, most of all, fast.",
    "A live node answers running.",
    "A failure is no mistake.",
    "Whoever calls it owns the block.",
    "The function gives back the old value.",
    "The node starts afresh.",
    "A block for so many agents is allocated.",
)
good = (
    "Prefetch the memory that the next tick of a sleeping cohort reads first.",
    "The hash tells apart shapes that differ in names.",
    "The pass runs ahead of time.",
    'Write "after", not "behind".',
    "The type `behind` is a column.",
    "See [the table](behind.md#told).",
    "A tick is a run of the root.",
    "There is no such key.",
    'The message is "no key: it is no finite number".',
)


def found(name, text):
    return wording.wrong_words(name, text).splitlines()


def main():
    if len(wrong) != len(wording.words):
        tap.report("each word has a sentence", f"{len(wording.words)} words, {len(wrong)} sentences")
    for sentence, (pattern, better, _) in zip(wrong, wording.words):
        problems = found("docs/page.md", f"# Behind\n\n{sentence}\n")
        hit = any(f"write {better}: {sentence}" in problem for problem in problems)
        tap.report(sentence, None if hit else f"{pattern} does not find it: {problems}")
    for sentence in good:
        tap.report(sentence, "\n".join(found("docs/page.md", sentence + "\n")) or None)

    car = "The car behind brakes.\n"
    tap.report("cars may be behind others", "\n".join(found("docs/traffic.md", car)) or None)
    code = 'char *a = "told"; // the name\n    uint32_t slot; // of its live lanes\n// Nobody asks.\n'
    tap.report("comments, and no strings", None if len(found("src/a.c", code)) == 2 else str(found("src/a.c", code)))
    split = '// no "key: it is told"\nput("the key was "\n    "told\\nagain", "told");\n'
    texts = wording.wrong_texts("src/a.c", split).splitlines()
    tap.report("string literals, joined, without those in comments", None if len(texts) == 1 and "was told again" in texts[0] else str(texts))
    table = wording.cells_of("told\n\n| key | told |\n|---|---|\n")
    tap.report("cells of tables", None if len(found("docs/page.md", table)) == 1 else table)
    fenced = "```text\nit was told\n```\n\n| told |\n\n    told\n\n## Told\n"
    tap.report("no code, tables and headings", "\n".join(found("docs/page.md", fenced)) or None)
    halves = "It was told\nto\nnobody. It\nis anew.\n"
    tap.report("sentences over several lines", None if len(found("docs/page.md", halves)) == 3 else "not all are found")

    long = "word " * 21
    page = f"{long}\n```\n{long}\n```\n| {long}|\n    {long}\n[a](https://{'x' * 100})\n{long}\n<!-- table a -->\n{long}\n<!-- end -->\n"
    lines = [line.split(" has")[0] for line in wording.wide_lines(page).splitlines()]
    tap.report("wide lines, without code, tables and links", None if lines == ["line 1", "line 8"] else str(lines))

    with tempfile.TemporaryDirectory() as folder:
        page, other = pathlib.Path(folder, "page.md"), pathlib.Path(folder, "other.md")
        page.write_text("# A page\n\n[a](#a-page) [b](#b) [c](other.md) [d](other.md#the-end) [e](other.md#end) [f](none.md)\n", "utf-8")
        other.write_text("# Other\n\n```sh\n# end\n```\n\n## `The` end\n", "utf-8")
        session = "```console\n$ build/examples/none\nhello\n```\n"
        run = pathlib.Path(folder, "run.md")
        run.write_text(session, "utf-8")
        problem = style.check_sessions(run, pathlib.Path(folder), True)
        tap.report("an update without the programs of a page", None if
                   "needs build/examples/none" in problem and run.read_text("utf-8") == session else problem)
        lost = re.findall(r"^links to (\S+?),", style.check_links(page), re.M)
        tap.report("links and headings that are not there", None if lost == ["#b", "other.md#end", "none.md"] else str(lost))

    sample = [sys.executable, str(pathlib.Path(__file__).with_name("sample_words.py"))]
    first, second, other = (tap.run([*sample, seed])[0] for seed in ("1", "1", "2"))
    count = len(re.findall(r"^\d+\. \S+:\d+$", first, re.M))
    tap.report("a sample of 60 comments and 40 sentences", None if count == 100 else f"it has {count}")
    tap.report("the same sample for the same seed", None if first == second != other else "it is another")
    tap.finish()


main()
