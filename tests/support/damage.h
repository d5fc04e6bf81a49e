// SPDX-License-Identifier: MIT
// Damage files for fuzz targets. Each 4 bytes of input describe one change: the first byte selects
// the kind of damage, the next two the position, and the last one the value.
#ifndef DAMAGE_H
#define DAMAGE_H

#include "snapshot_bytes.h"

#include <stdint.h>

enum { DAMAGE_STEP = 4 };

/// Called before bytes are inserted or removed at `place`, so that sizes stored in the file can be
/// updated. May be NULL.
typedef void damage_resize(byte_buffer *b, size_t place, size_t more);

/// Return a damaged copy, which may be empty. The caller frees it.
byte_buffer damaged(const byte_buffer *base, const uint8_t *input, size_t size,
                    damage_resize *resize);

#endif
