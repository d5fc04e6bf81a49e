#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws flow over density for docs/traffic.md: fundamental.py FOLDER GESTALT, by default the folder
that it is in and build/gestalt. The page's command does the same with more seeds, and for longer."""
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
top = here.parent.parent
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here).resolve()
gestalt = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else top / "build" / "gestalt").resolve()
with tempfile.TemporaryDirectory() as work:
    subprocess.run([gestalt, "sweep", "examples/scenes/traffic/fundamental.json",
                    "--set=cars.count=10,20,30,40,50,60,80,100,120,140,160,180,200",
                    "--set=roads.driver.acceleration=1.5,0.73", "--seeds=3", "--steps=9000",
                    "--report=flow", "-o", pathlib.Path(work) / "fundamental.csv",
                    f"--plot={folder}/fundamental.svg"], check=True, cwd=top)
