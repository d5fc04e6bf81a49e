// SPDX-License-Identifier: MIT
// A recording of a population that is read while it grows: behind each tick it must tell of every
// agent what the population does.
#ifndef RECORDED_H
#define RECORDED_H

#include <gestalt/recorder/recorder.h>

enum { RECORDED_TEXT_SIZE = 512 };

typedef struct recorded recorded;

/// Frames come every so many ticks. All keys that can be are kept.
recorded *recorded_start(gestalt_population *population, uint32_t every);
/// May be NULL.
void recorded_stop(recorded *r);

/// Return whether the recording agrees with its population, behind a tick; if not, the difference
/// in words.
bool recorded_agrees(recorded *r, char difference[RECORDED_TEXT_SIZE]);

/// Live nodes that were compared so far, and frames.
extern uint64_t recorded_nodes, recorded_frames;

#endif
