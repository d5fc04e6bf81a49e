# SPDX-License-Identifier: MIT
"""What notebooks show."""
import re
import xml.etree.ElementTree

import gestalt
import pytest

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def guard(examples):
    return gestalt.compile(examples / "guard.json")


def test_the_picture_has_each_node_once(guard):
    root = xml.etree.ElementTree.fromstring(guard.picture())
    titles = [title.text for title in root.iter(SVG + "title")]
    assert len(titles) == guard.node_count == len(list(root.iter(SVG + "g")))
    assert titles[0] == "priority" and "condition\nhealth < 30.0" in titles
    assert len(list(root.iter(SVG + "path"))) == guard.node_count - 1


def test_nodes_do_not_overlap(guard):
    root = xml.etree.ElementTree.fromstring(guard.picture())
    boxes = []
    for group in root.iter(SVG + "g"):
        form = group[1]
        if form.tag == SVG + "rect":
            x, y, w, h = (float(form.get(name)) for name in ("x", "y", "width", "height"))
        else:
            points = [tuple(map(float, pair.split(","))) for pair in form.get("points").split()]
            xs, ys = zip(*points)
            x, y, w, h = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
        boxes.append((x, y, x + w, y + h))
    for i, a in enumerate(boxes):
        assert 0 <= a[0] and a[2] <= float(root.get("width")) and a[3] <= float(root.get("height"))
        for b in boxes[i + 1:]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_a_shape_shows_picture_and_outline(guard):
    page = guard._repr_html_()
    assert "<svg" in page and "14 nodes, 58 items" in page and "<script" not in page


def test_texts_are_escaped():
    shape = gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 1, "name": "<script>\"&'"}})
    xml.etree.ElementTree.fromstring(shape.picture())
    assert "<script" not in shape._repr_html_()


def test_a_population_shows_its_first_agents(examples):
    shape = gestalt.compile(examples / "crossing.json")
    with gestalt.Population(shape, agents=1234) as population:
        population.tick()
        page = population._repr_html_()
        assert len(re.findall("<tr>", page)) == 11 and "and 1,224 more" in page
        for name in shape.keys:
            assert f"<th>{name}</th>" in page
    assert "closed" in population._repr_html_()


def test_a_world_shows_where_its_agents_are(examples):
    with gestalt.World(examples / "scenes/swarm.json") as world:
        before = world.hash()
        world.step(3)
        first = world.picture()
        assert first.startswith("<svg") and world.picture() == first and "step 3" in world._repr_html_()
        world.step()
        assert world.picture() != first and before != world.hash()
    assert "closed" in world._repr_html_()


def test_a_recording_shows_the_player(examples, tmp_path):
    path = tmp_path / "swarm.gsr"
    with gestalt.World(examples / "scenes/swarm.json") as world, world.record(path, every=1):
        world.step(5)
    for source in (path, path.read_bytes()):
        with gestalt.Recording(source) as recording:
            page = recording._repr_html_()
            assert page.startswith("<iframe") and "srcdoc" in page and "<script" not in page
            assert recording.plot(frame=5).startswith("<svg")
    with open(path, "rb") as file, gestalt.Recording(file) as recording, pytest.raises(gestalt.BadArgument, match="open file"):
        recording._repr_html_()


def test_a_recording_of_trees_shows_the_player(examples, tmp_path):
    path = tmp_path / "run.gsr"
    shape = gestalt.compile(examples / "crossing.json")
    with gestalt.Population(shape, agents=10) as population, gestalt.Recorder(population, path) as recorder:
        for tick in range(5):
            population.tick(tick * 100_000)
            recorder.tick()
    recording = gestalt.TreeRecording(path)
    assert recording._repr_html_().startswith("<iframe") and recording.plot().startswith("<svg")
