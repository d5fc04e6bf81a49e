// SPDX-License-Identifier: MIT
// Damaging files for fuzz targets: of each 4 bytes of input, the first selects the kind of damage,
// the next two the position, and the last one the value.
#ifndef DAMAGE_H
#define DAMAGE_H

#include "snapshot_bytes.h"

#include <stdint.h>

enum { DAMAGE_STEP = 4 };

/// Called before bytes come in or go at a place: for sizes that stand in the file. May be NULL.
typedef void damage_resize(byte_buffer *b, size_t place, size_t more);

/// A copy with all that the input says done to it; to be freed. May have become empty.
byte_buffer damaged(const byte_buffer *base, const uint8_t *input, size_t size,
                    damage_resize *resize);

#endif
