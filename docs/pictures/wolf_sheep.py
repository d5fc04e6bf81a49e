#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the picture of docs/wolf-sheep.md: wolf_sheep.py FOLDER GESTALT, by default the folder that
it is in and build/gestalt. The page shows the commands."""
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here).resolve()
gestalt = sys.argv[2] if len(sys.argv) > 2 else here.parent.parent / "build" / "gestalt"
with tempfile.TemporaryDirectory() as work:
    recording = pathlib.Path(work) / "ws.gsr"
    subprocess.run([gestalt, "run", here.parent.parent / "examples/scenes/wolf-sheep.json", "-q",
                    f"--record={recording}", "--every=5"], check=True)
    subprocess.run([gestalt, "plot", recording, "--over-time=agents", "--agents=2500-1000000",
                    "--title=Sheep and wolves", "-o", folder / "wolf_sheep.svg"], check=True)
