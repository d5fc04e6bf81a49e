// SPDX-License-Identifier: MIT
// The trees of damaged recordings, for fuzz targets.
#ifndef READ_TREES_H
#define READ_TREES_H

#include "snapshot_bytes.h"

/// Read the trees of a recording, use everything that the reader returns, and copy it twice. Ends
/// the program if something is wrong: an error without an offset, a copy that cannot be read, or
/// memory much larger than the recording. Returns whether the recording was opened.
bool read_trees(const byte_buffer *b);

#endif
