# SPDX-License-Identifier: MIT
"""Runs a scene with several values and many seeds, and plots the median and the middle half of the runs.

    python3 examples/python/sweep.py [SEEDS] [FILE.svg]

It needs Matplotlib for the picture; without it, only the table is printed.
"""
import pathlib
import sys

import gestalt
import numpy as np

SCENE = pathlib.Path(__file__).resolve().parents[1] / "scenes" / "swarm.json"
SIGHTS = [1, 2, 3, 4]


def main(seeds, file):
    runs = gestalt.sweep(SCENE, set={"sight": SIGHTS}, seeds=seeds, report="agreement")
    sight, agreement = np.asarray(runs["sight"]), np.asarray(runs["agreement"])
    low, middle, high = np.array([np.percentile(agreement[sight == value], [25, 50, 75]) for value in SIGHTS]).T
    print("sight  median  middle half")
    for row in zip(SIGHTS, middle, low, high):
        print("%5g  %6.3f  %.3f to %.3f" % row)
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return
    figure, axes = plt.subplots()
    axes.plot(SIGHTS, middle, marker="o")
    axes.fill_between(SIGHTS, low, high, alpha=0.3)
    axes.set_xlabel("sight")
    axes.set_ylabel("agreement")
    figure.savefig(file)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2] if len(sys.argv) > 2 else "sweep.svg")
