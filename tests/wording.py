# SPDX-License-Identifier: MIT
"""Checks the wording of pages and comments: finds words that are wrong for the field and lines of Markdown that are too wide, and splits
files into comments and paragraphs. docs/glossary.md has the terms to use."""
import re

page_width = 100

# Pages and folders about cars, pedestrians and planes, of which one can be behind or ahead of another.
spatial = ("docs/traffic.md", "docs/steering.md", "docs/airport.md", "docs/crowd.md", "docs/walls.md",
           "docs/scenes.md", "docs/scene-reference.md", "docs/wolf-sheep.md", "src/steer/", "src/world/",
           "include/gestalt/worlds/", "examples/", "bench/", "tests/support/traffic_run", "tests/unit/test_airport",
           "tests/unit/test_crowd", "tests/unit/test_roads", "tests/unit/test_steer",
           "tests/unit/test_traffic", "tests/unit/test_walls")

# A pattern, its replacement, and where the pattern is allowed. Patterns ignore case. Add a pattern only
# if nearly every match is wrong.
words = (
    (r"\bmend(s|ed|ing)?\b", "fix", ()),
    (r"\bbehind\b", "after", spatial),
    (r"\bahead\b(?! of time)", "before", spatial),
    (r"\bbeside\b", "next to, besides, compared with", spatial),
    (r"\bunder way\b", "running, in progress", spatial),
    (r"\b(stands?|standing) (in|at|on|there|above|below|alone|for itself)\b", "is, is listed, is stored", spatial),
    (r"\blies? (behind|beside|side by side)\b", "is stored after, is stored next to", spatial),
    (r"\b(tells?|told)\b(?! apart)", "return, report, contain, describe, know", ()),
    (r"\bask(s|ed)?( [\w`]+)? (again|anew)\b", "evaluate again, call again", ()),
    (r"\bsays? (so|what|which|who|how|where|when|whether|why|the same)\b", "describe, define, state", ()),
    (r"\bwhenever (some|any|every)body\b", "each time, when the caller", ()),
    (r"\b(some|any|no|every)body\b", "an agent, no agent, all agents, the caller", ()),
    (r"\bwhom\b", "name the agent or the caller", ()),
    (r"\banew\b", "again, from the start", ()),
    (r"\b(goes|go|going|went) on\b", "continue", spatial),
    (r"\b(is|are|was|were|be|been) looked (at|for|up)\b", "is read, is checked, is searched", ()),
    (r"\bin (the|its|their) place of\b", "instead of", ()),
    (r"\bof (its|theirs)\b(?=[,;.:)])", "name the thing", ()),
    (r"\bis known of\b", "name who knows what", ()),
    (r"\btill\b", "until", ()),
    (r"\b(thereof|thereby|therein|wherein|whereby)\b", "split the sentence", ()),
    (r"\bfor ever\b", "forever", ()),
    (r"\bby way of\b", "through", ()),
    (r"\bas it were\b", "leave it out", ()),
    (r"\bmost of all\b(?=[,.])", "leave it out", ()),
    (r"\banswers? (success|failure|running|as|for|with|true|false|what)\b|\b(its|their|has|have) answer(ed)?\b",
     "return, status", ()),
    (r"(?<!there )\b(is|are|was|were) no\b(?! (longer|more|less|fewer|slower|faster|such|way|better|headway))", "is not a", ()),
    (r"\bwhoever\b", "the caller, the agent that", ()),
    (r"\bg(ave|ives) back\b", "return, restore", ()),
    (r"\bafresh\b", "fresh", ()),
    (r"\bso many (agents|bytes|lanes|nodes|values|items)\b", "this number of", ()),
)

# A comment on a line of code starts with the noun, not with "of".
comment_words = (
    (r"^of (its|their|all|the|each|one|a|an)\b", "start with the noun: `// slot of the node`", ()),
)


def comments_of(text):
    """Return the comments of a source, blocks of lines and ends of lines, separated by empty lines."""
    def comment(line):
        found = re.match(r'\s*//[/<]*(.*)|[^"]*[^":]//[/<]*(.*)', line)
        return "" if not found else found[1] if found[2] is None else f"\n{found[2]}\n"
    return "\n".join(comment(line) for line in text.splitlines() if "SPDX" not in line)


def strings_of(text):
    """Return the string literals of a C source that contain a space. Adjacent literals are joined."""
    literal = r'"(?:[^"\\\n]|\\.)*"'
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
    joined = (re.sub(r'"\s*"', "", found)[1:-1] for found in re.findall(rf"{literal}(?:\s*{literal})*", text))
    return [" ".join(string.replace("\\n", " ").split()) for string in joined if " " in string.strip()]


def cells_of(text):
    """Return the cells of a page's tables, each followed by an empty line."""
    return "\n\n".join(cell for line in text.splitlines() if line.startswith("|") for cell in line.split("|"))


def hand_written(text):
    """Return a page with empty lines in place of code, and of generated parts: <!-- table NAME --> to <!-- end -->."""
    return re.sub(r"^```.*?^```|^<!-- table .*?^<!-- end -->", lambda found: "\n" * found[0].count("\n"), text,
                  flags=re.M | re.S)


def prose_of(text):
    """Return a page without code, tables and headings. Items of lists become paragraphs."""
    text = hand_written(text)
    text = re.sub(r"^( {4}|[|#<]).*$", "", text, flags=re.M)
    return re.sub(r"^ *([-*]|\d+\.) ", "\n\n", text, flags=re.M)


def paragraphs_of(name, text):
    """Return the paragraphs of a page's prose, or the comments of a source, each on one line."""
    text = prose_of(text) if name.endswith(".md") else comments_of(text)
    return [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip()]


def sentences_of(paragraph):
    return re.split(r"(?<=[.:!?])\s", paragraph)


def without_quotes(text):
    """Return the text without quotations, since a page may quote a word that it must not use."""
    text = re.sub(r"`[^`]*`", "``", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r'"[^"]*"', '""', text)


def wrong_words(name, text):
    """Return one line for each wrong word of a page's prose or a source's comments, with its replacement and its sentence."""
    return wrong_in(name, paragraphs_of(name, text), words if name.endswith(".md") else words + comment_words)


def wrong_texts(name, text):
    """Return the same for the texts that users read: the string literals of a source."""
    return wrong_in(name, strings_of(text), words)


def wrong_in(name, paragraphs, rules):
    rules = [(re.compile(pattern, re.I), better) for pattern, better, allowed in rules
             if not name.startswith(tuple(allowed))]
    problems = []
    for paragraph in paragraphs:
        for sentence in sentences_of(without_quotes(paragraph)):
            problems += [f"\"{found[0]}\": write {better}: {sentence}"
                         for pattern, better in rules for found in [pattern.search(sentence)] if found]
    return "\n".join(problems)


def wide_lines(text):
    """Return one message for each line of a page that is too wide. Code, tables and the targets of links do not count."""
    problems = []
    for number, line in enumerate(hand_written(text).splitlines(), 1):
        width = len(re.sub(r"\]\([^)]*\)", "]", line))
        if width > page_width and not line.startswith(("|", "    ", "<!--")):
            problems.append(f"line {number} has {width} columns, not {page_width} at most")
    return "\n".join(problems)
