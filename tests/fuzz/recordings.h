// SPDX-License-Identifier: MIT
// Some small recordings that fuzz targets damage: all codings, dimensions, agents that come and go,
// lights.
#ifndef RECORDINGS_H
#define RECORDINGS_H

#include "snapshot_bytes.h"

enum { RECORDINGS = 6 };

/// Makes them at the first call.
const byte_buffer *recording_at(unsigned index);

#endif
