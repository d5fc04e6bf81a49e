# SPDX-License-Identifier: MIT
"""Draws the pictures of scenes: runs each, and plots a moment of it, or what happened.

usage: scenes.py [FOLDER [GESTALT]]
"""

import pathlib
import subprocess
import sys
import tempfile

top = pathlib.Path(__file__).resolve().parents[2]

# The picture, its scene, and the options of `gestalt run` and `gestalt plot`.
pictures = (
    ("blocks", "traffic/blocks-lights", ["--steps=600", "--every=600"],
     ["--frame=600", "--color-by=phase", "--window=55,55,395,395", "--title=Nine of 100 crossings with lights"]),
    ("airport", "airport", ["--steps=9000", "--every=9000"],
     ["--frame=9000", "--title=An airport"]),
    ("rooms", "rooms", ["--steps=3000", "--every=3000"],
     ["--frame=3000", "--title=Sixty people in a house"]),
    ("crowd", "crowd", ["--steps=1200", "--every=1200"],
     ["--frame=1200", "--title=Two streams of 1,000 pedestrians"]),
)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__)
    folder = folder if folder.is_dir() else folder.parent
    gestalt = sys.argv[2] if len(sys.argv) > 2 else str(top / "build/gestalt")
    with tempfile.TemporaryDirectory() as work:
        recording = f"{work}/recording.gsr"
        for name, scene, run, plot in pictures:
            scene = str(top / f"examples/scenes/{scene}.json")
            subprocess.run([gestalt, "run", "-q", scene, f"--record={recording}", *run], check=True)
            subprocess.run([gestalt, "plot", recording, *plot, f"--output={folder}/{name}.svg"],
                           check=True)


main()
