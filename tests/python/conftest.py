# SPDX-License-Identifier: MIT
"""What all tests of the Python package share."""
import pathlib

import pytest

top = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def examples() -> pathlib.Path:
    """The folder with the example documents and scenes."""
    return top / "examples"
