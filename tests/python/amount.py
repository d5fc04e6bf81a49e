# SPDX-License-Identifier: MIT
"""Sizes of long tests, which are smaller with sanitizers, as in tests/support/amount.h."""
import os


def amount_of(all_of_them: int, part: int) -> int:
    """Return a number of agents or operations, or a part of it if tests are to be short."""
    is_small = os.environ.get("GESTALT_SMALL") and not os.environ.get("GESTALT_THOROUGH")
    return all_of_them // part if is_small else all_of_them
