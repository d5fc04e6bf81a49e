// SPDX-License-Identifier: MIT
// Some small recordings that fuzz targets damage: all codings and dimensions, agents that are born
// and die, lights. The last two have trees as well.
#ifndef RECORDINGS_H
#define RECORDINGS_H

#include "snapshot_bytes.h"

enum { RECORDINGS_OF_WORLDS = 6, RECORDINGS = 8 };

/// Return a recording. The first call makes all of them.
const byte_buffer *recording_at(unsigned index);

#endif
