# SPDX-License-Identifier: MIT
"""The command: `python3 -m gestalt run guard.json --agents=1M`."""
import os
import sys
from typing import NoReturn

from .command import program


def main() -> NoReturn:
    """Become the program, with the arguments of this process."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
