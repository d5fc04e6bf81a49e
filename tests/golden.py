#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests with golden documents: golden.py [--update] GESTALT bad|scenes|good|codes|roundtrip

bad    check every tests/golden/bad/X.json, and the trees of other systems there, in that folder. X.err is the
       output of the command and its exit status. X.args has options, if any are needed.
scenes run every tests/golden/scenes/X.json in that folder. X.err is the output of the command and its
       exit status.
good   check every tests/golden/good/X.json without errors. X.asm and X.outline are its output, and also
       X.show.json, X.dot, X.mermaid, X.btcpp and X.linked if such a file exists. X.warn has its warnings,
       if any. The XML of BehaviorTree.CPP must have all nodes and a model of each custom node.
codes  every code that `gestalt explain` knows must occur in some .err or .warn.
roundtrip   for every good document, the JSON that `show` prints and the formatted document must compile to the
       same stripped image, the image must show the same text as the document, and formatting twice must
       change nothing.

Documents in subfolders are included by these documents, and are not tested themselves.
"""
import difflib
import pathlib
import re
import shutil
import sys
import tempfile
import xml.etree.ElementTree

import tap

golden = pathlib.Path(__file__).resolve().parent / "golden"


def compare(name, path, actual, update):
    """Report whether a golden file equals the output of the command; with --update, write it."""
    expected = path.read_text("utf-8", "surrogateescape") if path.exists() else ""
    if update and (actual != expected or not path.exists()):
        path.write_text(actual, "utf-8", "surrogateescape")
        expected = actual
    problem = "".join(difflib.unified_diff(
        expected.splitlines(True), actual.splitlines(True), path.name, "now"))
    if not path.exists() and not problem:
        problem = f"there is no {path.name}: make it with ./dev update"
    tap.report(name, problem)


def orphans(folder):
    """Report golden files whose document does not exist any more."""
    for path in sorted(folder.glob("*")):
        stem = path.name.split(".")[0]
        if path.is_file() and not any((folder / (stem + suffix)).exists() for suffix in (".json", ".xml", ".mdsl")):
            tap.report(path.name, "belongs to no document")


def bad(gestalt, update):
    folder = golden / "bad"
    orphans(folder)
    for document in sorted([*folder.glob("*.json"), *folder.glob("*.xml"), *folder.glob("*.mdsl")]):
        extra = document.with_suffix(".args")
        options = extra.read_text("utf-8").split() if extra.exists() else []
        out, err, status = tap.run(
            [gestalt, "check", "--color=never", *options, document.name], folder)
        actual = f"{out}{err}exit: {status}\n"
        if status != 1:
            tap.report(document.stem, f"exit status {status} instead of 1\n{actual}")
        else:
            compare(document.stem, document.with_suffix(".err"), actual, update)


def scenes(gestalt, update):
    folder = golden / "scenes"
    orphans(folder)
    for scene in sorted(folder.glob("*.json")):
        out, err, status = tap.run([gestalt, "run", "--color=never", scene.name], folder)
        compare(scene.stem, scene.with_suffix(".err"), f"{out}{err}exit: {status}\n", update)


def good(gestalt, update):
    folder = golden / "good"
    orphans(folder)
    for document in sorted(folder.glob("*.json")):
        if document.name.endswith(".show.json"):
            continue
        out, err, status = tap.run([gestalt, "check", "--color=never", document.name], folder)
        if status != 0:
            tap.report(f"{document.stem}: check", f"{out}{err}exit: {status}")
            continue
        warnings = document.with_suffix(".warn")
        if err or warnings.exists():
            compare(f"{document.stem}: warnings", warnings, err, update and warnings.exists())
        for form in ("asm", "outline", "dot", "mermaid", "json", "btcpp", "linked"):
            path = document.with_suffix(".show.json" if form == "json" else f".{form}")
            if form in ("asm", "outline") or path.exists():
                out, err, status = tap.run(
                    [gestalt, "show", "--color=never", "--as", form, document.name], folder)
                if status != 0:
                    tap.report(f"{document.stem}: {form}", f"{err}exit: {status}")
                else:
                    compare(f"{document.stem}: {form}", path, out, update)
        view(gestalt, document)


def problem_of_xml(text, node_count):
    """Return what is wrong with the XML of BehaviorTree.CPP, as expat reads it, or None."""
    if "not for running" not in text.splitlines()[1]:
        return "the first comment does not say that this is a view"
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        return str(error)
    models = {(model.tag, model.get("ID")): {port.get("name") for port in model} for model in root.find("TreeNodesModel")}
    nodes = list(root.find("BehaviorTree").iter())[1:]
    if len(nodes) != node_count:
        return f"there are {len(nodes)} nodes, not {node_count}"
    if len({identifier for _, identifier in models}) != len(root.find("TreeNodesModel")):
        return "two models have the same ID"
    for node in nodes:
        unknown = set(node.keys()) - {"ID", "name", "_description"} - models.get((node.tag, node.get("ID")), set())
        if node.get("ID") and unknown:
            return f"the model of {node.tag} {node.get('ID')} lacks {', '.join(sorted(unknown))}"
    return None


def view(gestalt, document):
    """Check the XML for Groot2."""
    folder = document.parent
    text = output_of([gestalt, "show", "--color=never", "--as=btcpp", document.name], folder)
    outline = output_of([gestalt, "show", "--color=never", document.name], folder)
    count = int(re.search(r"(\d+) nodes?, \d+ items?;", outline)[1])
    tap.report(f"{document.stem}: view", problem_of_xml(text, count))


def codes(gestalt):
    listed = re.findall(r"^([EW]\d{4})\b", tap.run([gestalt, "explain"])[0], re.M)
    seen = set()
    for path in [*(golden / "bad").glob("*.err"), *(golden / "scenes").glob("*.err"),
                 *(golden / "good").glob("*.warn")]:
        seen.update(re.findall(r"\[([EW]\d{4})(?:, -Werror)?\]", path.read_text("utf-8", "surrogateescape")))
    if not listed:
        tap.report("list of codes", "`gestalt explain` lists no code")
    for code in listed:
        tap.report(code, None if code in seen else f"no golden document shows {code}")


class Failure(Exception):
    """Raised if a command fails that should have succeeded."""


def output_of(command, folder):
    out, err, status = tap.run(command, folder)
    if status != 0:
        raise Failure(f"{' '.join(command)}\n{out}{err}exit: {status}")
    return out


def stripped_image(gestalt, document):
    image = document.with_suffix(".gst")
    output_of([gestalt, "compile", "-q", "--strip", document.name, "-o", image.name], document.parent)
    return image.read_bytes()


def roundtrip_of(gestalt, document):
    """Convert a document to other forms and back. Yield each difference."""
    folder = document.parent
    show = [gestalt, "show", "--as", "json"]
    image = stripped_image(gestalt, document)
    shown = output_of([*show, document.name], folder)
    shown_path = folder / f"shown-{document.name}"
    shown_path.write_text(shown, "utf-8")
    if stripped_image(gestalt, shown_path) != image:
        yield "its JSON compiles to another image"
    if output_of([*show, shown_path.name], folder) != shown:
        yield "its JSON is shown as other JSON"
    output_of([gestalt, "compile", "-q", document.name], folder)
    if output_of([*show, document.with_suffix(".gst").name], folder) != shown:
        yield "its image is shown as other JSON"
    output_of([gestalt, "fmt", "-q", "-i", document.name], folder)
    if stripped_image(gestalt, document) != image:
        yield "formatted, it compiles to another image"
    formatted = document.read_bytes()
    output_of([gestalt, "fmt", "-q", "-i", document.name], folder)
    if document.read_bytes() != formatted:
        yield "formatted again, it changes again"


def roundtrip(gestalt):
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work, "good")
        shutil.copytree(golden / "good", folder)
        for path in sorted((golden / "good").glob("*.json")):
            if path.name.endswith(".show.json"):
                continue
            try:
                problem = "\n".join(roundtrip_of(gestalt, folder / path.name))
            except Failure as failure:
                problem = str(failure)
            tap.report(path.stem, problem)


def main(arguments):
    update = "--update" in arguments
    gestalt, *parts = [argument for argument in arguments if argument != "--update"]
    gestalt = str(pathlib.Path(gestalt).resolve())
    for part in parts:
        if part == "bad":
            bad(gestalt, update)
        elif part == "scenes":
            scenes(gestalt, update)
        elif part == "good":
            good(gestalt, update)
        elif part == "codes":
            codes(gestalt)
        elif part == "roundtrip":
            roundtrip(gestalt)
        else:
            sys.exit(f"golden.py: there is no part {part}")
    tap.finish()


main(sys.argv[1:])
