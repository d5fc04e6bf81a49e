// SPDX-License-Identifier: MIT
// Recordings of the trees of a job: libgestalt-ranks together with libgestalt-recorder. The bytes
// are those of one population with all agents, for any number of ranks. Rank 0 writes them, and
// needs memory for one frame.
#ifndef GESTALT_RANKS_RECORD_H
#define GESTALT_RANKS_RECORD_H

#include <gestalt/ranks/ranks.h>
#include <gestalt/recorder/recorder.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Create a recorder of a job; collective. It is that of gestalt_tree_recorder_create_asking, and
/// records `count` expressions. All options but those about where to write must be the same on all
/// ranks: only rank 0 uses `sink` and `recorder`. `population` and `share` must be NULL.
///
/// From then on, all functions of recorders (gestalt/recorder/recorder.h) are collective for this
/// one, except gestalt_tree_recorder_destroy: all ranks call them, with the same arguments, and get
/// the same results. After each tick, call gestalt_tree_recorder_tick. Agents that are watched may
/// belong to any rank. Destroy the recorder before the job.
GESTALT_API gestalt_result gestalt_ranks_record(gestalt_ranks *ranks,
                                                const gestalt_tree_recorder_options *options,
                                                const char *const *expressions, uint32_t count,
                                                gestalt_tree_recorder **recorder,
                                                gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
