// SPDX-License-Identifier: MIT
// Tools for tests that damage the bytes of recordings.
#ifndef RECORD_BYTES_H
#define RECORD_BYTES_H

#include <stddef.h>

/// Correct all hashes, as far as the chunks can be found.
void repair_recording(unsigned char *bytes, size_t size);

#endif
