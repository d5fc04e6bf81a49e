// SPDX-License-Identifier: MIT
// Recordings as bytes, for tests that damage them.
#ifndef RECORD_BYTES_H
#define RECORD_BYTES_H

#include <stddef.h>

/// Makes all hashes right, as far as a description and chunks can be found.
void repair_recording(unsigned char *bytes, size_t size);

#endif
