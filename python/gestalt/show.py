# SPDX-License-Identifier: MIT
"""What notebooks show: pictures of shapes and worlds, the table of a population, the player of a recording.

The picture of a shape comes from the drawing that the engine makes for Graphviz (`Shape.show("dot")`), which has
each node's text and colours; only the places of the nodes are computed here, so Graphviz is not needed.
"""
from __future__ import annotations

import contextlib
import dataclasses
import html
import os
import re
import tempfile
import textwrap
from typing import TYPE_CHECKING, Any, Iterator

from . import command
from .command import options_of

if TYPE_CHECKING:
    from .population import Population
    from .shape import Shape
    from .world import World

_CHARACTER = 6.3  # the mean width of a character, in pixels
_LINE = 14
_WIDE = 26  # most characters of a line
_LINES = 3  # most lines of a node
_GAP, _RISE = 14, 34  # between neighbours, and between a node and its children
_ESCAPES = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}


@dataclasses.dataclass
class _Box:
    """A node of the picture."""

    text: str
    form: str
    fill: str
    line: str
    children: list[_Box] = dataclasses.field(default_factory=list)
    edges: list[str] = dataclasses.field(default_factory=list)
    x: float = 0
    y: float = 0

    def __post_init__(self) -> None:
        lines = [part for line in self.text.split("\n") for part in textwrap.wrap(line, _WIDE) or [""]]
        self.lines = lines[:_LINES]
        if len(lines) > _LINES:
            self.lines[-1] = self.lines[-1][:_WIDE - 1] + "…"
        self.width = max(len(line) for line in self.lines) * _CHARACTER + 18
        self.height = len(self.lines) * _LINE + 10


def _attribute(text: str, name: str) -> str:
    found = re.search(rf'\b{name}=(?:"((?:[^"\\]|\\.)*)"|(\w+))', text)
    if not found:
        return ""
    plain = re.sub(r'\\[n"\\]', lambda escape: _ESCAPES[escape[0]], found[1] or found[2] or "")
    return html.unescape(plain)


def _boxes(dot: str) -> list[_Box]:
    """Return the nodes of a drawing for Graphviz, with their children."""
    boxes: dict[str, _Box] = {}
    for line in dot.splitlines():
        if edge := re.match(r"\s*(n\d+) -> (n\d+)(.*)", line):
            boxes[edge[1]].children.append(boxes[edge[2]])
            boxes[edge[1]].edges.append(_attribute(edge[3], "label"))
        elif node := re.match(r"\s*(n\d+) \[(.*)\]$", line):
            form = "rounded" if "rounded" in node[2] else _attribute(node[2], "shape")
            boxes[node[1]] = _Box(_attribute(node[2], "label"), form, _attribute(node[2], "fillcolor"), _attribute(node[2], "color"))
    return list(boxes.values())


def _place(boxes: list[_Box]) -> tuple[float, float]:
    """Place all nodes, a parent over the middle of its children, and return the size of the picture."""
    widths: dict[int, float] = {}
    for box in reversed(boxes):  # children come after their parents
        below = sum(widths[id(child)] for child in box.children) + _GAP * max(len(box.children) - 1, 0)
        widths[id(box)] = max(box.width, below)
    left = {id(boxes[0]): 8.0}
    height = 0.0
    for box in boxes:
        own = left[id(box)]
        below = sum(widths[id(child)] for child in box.children) + _GAP * max(len(box.children) - 1, 0)
        at = own + (widths[id(box)] - below) / 2
        box.x = own + widths[id(box)] / 2
        for child in box.children:
            left[id(child)] = at
            at += widths[id(child)] + _GAP
            child.y = box.y + box.height + _RISE
        height = max(height, box.y + box.height)
    return widths[id(boxes[0])] + 16, height + 16


def _outline(box: _Box) -> str:
    """Return the line around a node."""
    x, y, w, h = box.x - box.width / 2, box.y + 8, box.width, box.height
    paint = f'fill="{box.fill}" stroke="{box.line}"'
    if box.form == "ellipse":
        return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{h / 2:.1f}" {paint}/>'
    if box.form == "hexagon":
        points = [(x, y + h / 2), (x + 7, y), (x + w - 7, y), (x + w, y + h / 2), (x + w - 7, y + h), (x + 7, y + h)]
        return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" {paint}/>'
    corner = ' rx="6"' if box.form == "rounded" else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"{corner} {paint}/>'


def _texts(box: _Box) -> str:
    return "".join(f'<text x="{box.x:.1f}" y="{box.y + 22 + i * _LINE:.1f}">{html.escape(line)}</text>' for i, line in enumerate(box.lines))


def picture(shape: Shape) -> str:
    """Return a picture of a shape's tree as SVG. The pointer over a node shows its whole text."""
    boxes = _boxes(shape.show("dot"))
    width, height = _place(boxes)
    parts = []
    for box in boxes:
        for child, edge in zip(box.children, box.edges):
            y, middle = box.y + box.height + 8, box.y + box.height + 8 + _RISE / 2
            parts.append(f'<path d="M{box.x:.1f} {y:.1f}C{box.x:.1f} {middle:.1f} {child.x:.1f} {middle:.1f} {child.x:.1f} {child.y + 8:.1f}" '
                         'fill="none" stroke="#888"/>')
            if edge:
                parts.append(f'<text x="{(box.x + child.x) / 2:.1f}" y="{middle + 4:.1f}" fill="#666">{html.escape(edge)}</text>')
    for box in boxes:
        parts.append(f"<g><title>{html.escape(box.text)}</title>{_outline(box)}{_texts(box)}</g>")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'font-family="sans-serif" font-size="11" text-anchor="middle"><rect width="100%" height="100%" fill="#fff"/>'
            f'{"".join(parts)}</svg>')


def shape_page(shape: Shape) -> str:
    """Return what a notebook shows for a shape: its picture, and its outline to unfold."""
    return (f'<div style="overflow:auto;max-height:40em">{picture(shape)}</div>'
            f"<details><summary>{html.escape(shape.name)}: outline</summary><pre>{html.escape(shape.show())}</pre></details>")


def _plain(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _cell(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"<td>{html.escape(', '.join(_plain(one) for one in value))}</td>"
    return f"<td>{html.escape(_plain(value))}</td>"


def table(names: list[str], rows: list[list[Any]]) -> str:
    """Return a table."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


#: Most agents of a group in the table of a population.
MOST_AGENTS = 10


def population_page(population: Population) -> str:
    """Return what a notebook shows for a population: the first agents of each group, with status and keys."""
    parts = [f"<p>{html.escape(repr(population))}</p>"]
    for group in range(population.group_count):
        shape = population.shape(group)
        keys = [key for key in shape.keys.values() if not key.shared]
        agents = [int(agent) for agent in population.ids(group)[:MOST_AGENTS]]
        rows = [[agent, ("success", "failure", "running")[population.status(agent)],
                 *(population.read(agent, key.name) for key in keys)] for agent in agents]
        more = len(population.ids(group)) - len(agents)
        parts.append(f"<p><b>{html.escape(shape.name)}</b></p>" + table(["agent", "status", *(key.name for key in keys)], rows)
                     + (f"<p>and {more:,} more</p>" if more else ""))
    return "".join(parts)


# ---- recordings and worlds, drawn by the command


def player(source: str | os.PathLike[str] | bytes, height: int = 600) -> str:
    """Return the page that plays a recording, in a frame of its own."""
    with _file_of(source) as path:
        page = command.run(["plot", path, "--as=html", "-o", "-"])
    return (f'<iframe style="width:100%;height:{height}px;border:0" sandbox="allow-scripts" '
            f'srcdoc="{html.escape(page)}"></iframe>')


def plot(source: str | os.PathLike[str] | bytes, **options: Any) -> str:
    """Return a picture of a recording as SVG. The options are those of `gestalt plot`: `over_time="speed"`, `frame=500`."""
    with _file_of(source) as path:
        return command.run(["plot", path, *options_of(options), "-o", "-"])


def world_picture(world: World) -> str:
    """Return a picture of a world as it is now, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "now.gsr")
        world.record(path, every=1).close()
        return plot(path, frame=world.steps)


def world_page(world: World) -> str:
    """Return what a notebook shows for a world."""
    return f"<p>{html.escape(repr(world))}</p>{world_picture(world)}"


@contextlib.contextmanager
def _file_of(source: str | os.PathLike[str] | bytes) -> Iterator[str]:
    """Return the path of a recording. If its bytes are given, they are written to a temporary file."""
    if not isinstance(source, bytes):
        yield os.fspath(source)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recording.gsr")
        with open(path, "wb") as file:
            file.write(source)
        yield path
