// SPDX-License-Identifier: MIT
// Small recordings of a world and of trees: a flock, and next to it a population of
// tree_recordings.h.
#ifndef BOTH_RECORDINGS_H
#define BOTH_RECORDINGS_H

#include "tree_recordings.h"

enum { BOTH_RECORDINGS = TREE_RECORDINGS, BOTH_TICKS = 10 };

/// Record one kind of run. A frame of the flock and what the trees need for the same tick take
/// turns. If `trees` is NULL, both are written to `world` as one recording.
void both_record(unsigned kind, byte_buffer *world, byte_buffer *trees);

/// Return a recording of both. It is made by the first call.
const byte_buffer *both_recording_at(unsigned kind);

#endif
