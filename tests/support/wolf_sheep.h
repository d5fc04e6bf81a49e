// SPDX-License-Identifier: MIT
// Wolves, sheep and grass in plain C, following docs/wolf-sheep.md, for comparison with the scene.
// It uses no part of Gestalt.
#ifndef WOLF_SHEEP_H
#define WOLF_SHEEP_H

#include <stdint.h>

typedef struct wolf_sheep_counts {
    double sheep, wolves;
} wolf_sheep_counts;

/// Run the model on `edge` x `edge` patches with `sheep` and `wolves` animals at the start.
/// `counts[i]` is the state after `steps[i]` steps. `steps` increases.
void wolf_sheep_run(uint64_t seed, int edge, int sheep, int wolves, const int *steps, int count,
                    wolf_sheep_counts *counts);

#endif
