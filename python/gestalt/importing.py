# SPDX-License-Identifier: MIT
"""Trees of other systems: what an import gives, and files that the command imports."""
from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import tempfile
import warnings
from typing import Any

from . import command, errors
from .shape import CompileWarning, Shape, compile

Report = list[dict[str, Any]]


@dataclasses.dataclass
class Imported:
    """The result of an import: a document made from a tree of another system."""

    #: The document, which `compile` takes.
    document: dict[str, Any]
    #: Where the document does something else than the original, each as a dict: verdict, code, text,
    #: node, and for files their place. Empty: the import is exact.
    report: Report

    @property
    def is_exact(self) -> bool:
        """Whether the document calls leaves in the same order as the original, in every tick."""
        return not self.report

    def compile(self, **options: Any) -> Shape:
        """Compile the document; the options are those of `gestalt.compile`."""
        return compile(self.document, **options)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the document to a file."""
        pathlib.Path(path).write_text(json.dumps(self.document, indent=2) + "\n", "utf-8")


def import_file(*paths: str | os.PathLike[str], **options: Any) -> Imported:
    """Import a tree of BehaviorTree.CPP (Groot2), nav2, behavior3 or mistreevous.

    The first file has the tree; further files and folders give trees and models that it names. Options
    are those of `gestalt import`: `tree="Main"`, `condition=["IsFar"]`, `from_="btcpp"`, `strict=True`.
    Raises `Rejected` with the report when something in the file cannot be imported.
    """
    if not paths:
        raise errors.BadArgument("pass the path of the file to import")
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.jsonl"
        given = ["import", f"--report={report}", *command.options_of(options), *(os.fspath(p) for p in paths)]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", CompileWarning)  # the report has them
                text = command.run(given)
        except errors.FileError:
            raise
        except errors.Error as error:
            raise errors.Rejected(str(error)) from None
        lines = [json.loads(line) for line in report.read_text("utf-8").splitlines()]
    return Imported(json.loads(text), [line for line in lines if "line" in line])
