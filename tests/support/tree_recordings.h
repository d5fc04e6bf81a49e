// SPDX-License-Identifier: MIT
// Some small recordings of trees, for tests that read, truncate and damage them. They contain
// agents that are born and die, two groups, an edit, keys, counts, and watched agents.
#ifndef TREE_RECORDINGS_H
#define TREE_RECORDINGS_H

#include "snapshot_bytes.h"

#include <gestalt/recorder/recorder.h>

enum { TREE_RECORDINGS = 5 };

/// A population that can be recorded. Any mistake ends the program.
typedef struct tree_life {
    gestalt_shape *shapes[3];
    gestalt_population *population;
    uint64_t ticks;
    unsigned kind;
} tree_life;

void tree_life_start(tree_life *l, unsigned kind);
/// Change something between ticks, and tick.
void tree_life_tick(tree_life *l);
void tree_life_end(tree_life *l);

/// Options of a recorder for the population.
gestalt_tree_recorder_options tree_life_options(const tree_life *l, gestalt_writer sink);

/// Create a recorder for the population. The last kind records expressions, and watches the first
/// agent.
gestalt_result tree_life_record(const gestalt_tree_recorder_options *options, unsigned kind,
                                gestalt_tree_recorder **recorder);

/// Return a recording of the population. It is made by the first call.
const byte_buffer *tree_recording_at(unsigned kind);

#endif
