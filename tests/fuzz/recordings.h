// SPDX-License-Identifier: MIT
// Some small recordings that fuzz targets damage: all codings and dimensions, agents that are born
// and die, lights.
#ifndef RECORDINGS_H
#define RECORDINGS_H

#include "snapshot_bytes.h"

enum { RECORDINGS = 6 };

/// Return a recording. The first call makes all of them.
const byte_buffer *recording_at(unsigned index);

#endif
