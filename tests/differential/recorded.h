// SPDX-License-Identifier: MIT
// A recording of a population that is read while it grows. After each tick, it must contain the
// same state for every agent as the population.
#ifndef RECORDED_H
#define RECORDED_H

#include <gestalt/recorder/recorder.h>

enum { RECORDED_TEXT_SIZE = 512 };

typedef struct recorded recorded;

/// Record a frame every `every` ticks, with all keys that can be recorded.
recorded *recorded_start(gestalt_population *population, uint32_t every);
/// `r` may be NULL.
void recorded_stop(recorded *r);

/// Return whether the recording agrees with its population after a tick. If not, describe the
/// difference.
bool recorded_agrees(recorded *r, char difference[RECORDED_TEXT_SIZE]);

/// Number of live nodes and of frames compared so far.
extern uint64_t recorded_nodes, recorded_frames;

#endif
