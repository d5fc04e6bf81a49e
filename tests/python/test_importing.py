# SPDX-License-Identifier: MIT
"""Files of other systems, by the command."""
import json

import gestalt
import pytest

XML = """<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence>
  <MoveTo goal="home"/><Inverter><IsFar/></Inverter>{more}
</Sequence></BehaviorTree></root>
"""


def test_a_file_becomes_a_document(tmp_path):
    path = tmp_path / "main.xml"
    path.write_text(XML.format(more=""))
    imported = gestalt.import_file(path, condition="IsFar")
    assert imported.is_exact
    shape = imported.compile()
    assert {name: f.kind for name, f in shape.functions.items()} == {"MoveTo": "immediate", "IsFar": "predicate"}
    imported.save(tmp_path / "main.json")
    assert json.loads((tmp_path / "main.json").read_text()) == imported.document


def test_what_differs_is_reported(tmp_path):
    path = tmp_path / "main.xml"
    path.write_text(XML.format(more='<UnsetBlackboard key="k"/>'))
    imported = gestalt.import_file(path, condition="IsFar")
    (entry,) = imported.report
    assert not imported.is_exact and entry["verdict"] == "approximate" and entry["line"] == 2


def test_what_is_refused_raises(tmp_path):
    path = tmp_path / "main.xml"
    path.write_text(XML.format(more="<ManualSelector/>"))
    with pytest.raises(gestalt.Rejected, match="ManualSelector"):
        gestalt.import_file(path)
    with pytest.raises(gestalt.BadArgument):
        gestalt.import_file()
