// SPDX-License-Identifier: MIT
// Damaged recordings of trees: each is refused with an offset, or everything that the reader
// returns can be read, and memory is never much larger than the file. The first byte of the input
// chooses a recording; the rest describes the damage (damage.h). Hashes are repaired; otherwise
// nearly all recordings would be refused for their hash.
#include "accepted.h"
#include "damage.h"
#include "read_trees.h"
#include "record_bytes.h"
#include "tree_recordings.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    byte_buffer b = damaged(tree_recording_at(data[0]), data + 1, size - 1, NULL);
    read_trees(&b);
    repair_recording(b.bytes, b.size);
    accepted(read_trees(&b));
    free(b.bytes);
    return 0;
}
