# SPDX-License-Identifier: MIT
"""Random uses of views. `random_views.py` does more, also with the address sanitizer."""
import pytest

import random_views


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_views(seed):
    done = random_views.run(2000, seed)
    assert min(done.values()) > 20
