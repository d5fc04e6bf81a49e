# SPDX-License-Identifier: MIT
"""Tables: DataFrames if pandas is installed, else structured arrays."""
from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Mapping, Sequence

import numpy as np


def has_pandas() -> bool:
    return importlib.util.find_spec("pandas") is not None


def table(columns: Mapping[str, Any]) -> Any:
    """Return a table of columns, all of the same length: a DataFrame, or a structured array without pandas."""
    arrays = {name: np.asarray(values) for name, values in columns.items()}
    if has_pandas():
        return importlib.import_module("pandas").DataFrame(arrays)
    count = len(next(iter(arrays.values()))) if arrays else 0
    rows = np.empty(count, [(name, values.dtype) for name, values in arrays.items()])
    for name, values in arrays.items():
        rows[name] = values
    return rows


def column_of(cells: Sequence[str]) -> Any:
    """Return the cells of a CSV column as ints, floats (an empty cell is a NaN) or texts."""
    try:
        return np.array([int(cell) for cell in cells])
    except (ValueError, OverflowError):
        pass
    try:
        return np.array([float(cell or "nan") for cell in cells])
    except ValueError:
        return np.array(cells, object)


def as_printed(value: float) -> float:
    """Return a result of a world as the command prints it: a float with the digits that it needs."""
    with np.errstate(over="ignore"):
        short = np.float32(value)
    return float(str(short)) if float(short) == value else value
