// SPDX-License-Identifier: MIT
#include "record_bytes.h"

#include "hash.h"
#include "record_format.h"
#include "tree_format.h"

#include <stdbool.h>
#include <string.h>

// Repair the hashes of the header and the description. Return the position of the first chunk.
static size_t repair_description(unsigned char *bytes, size_t size, uint64_t *hash)
{
    record_header h;
    if (size < sizeof h)
        return size;
    memcpy(&h, bytes, sizeof h);
    size_t at = sizeof h;
    if (h.description_size <= size - at) {
        h.description_hash = hash_bytes(bytes + at, (size_t)h.description_size);
        at += (size_t)h.description_size;
    }
    *hash = h.hash = hash_bytes((const unsigned char *)&h + offsetof(record_header, version),
                                sizeof h - offsetof(record_header, version));
    memcpy(bytes, &h, sizeof h);
    return at;
}

// The same for a recording of trees.
static size_t repair_name(unsigned char *bytes, size_t size, uint64_t *hash)
{
    const size_t hashed = offsetof(tree_header, version);
    tree_header h;
    memcpy(&h, bytes, sizeof h);
    if (h.name_size > size - sizeof h)
        return size;
    *hash = hash_bytes(bytes + hashed, sizeof h - hashed + h.name_size);
    memcpy(bytes + offsetof(tree_header, hash), hash, sizeof *hash);
    return sizeof h + h.name_size;
}

void repair_recording(unsigned char *bytes, size_t size)
{
    record_chunk c;
    uint64_t hash = 0;
    uint32_t version = 0;
    if (size < sizeof(tree_header))
        return;
    memcpy(&version, bytes + offsetof(tree_header, version), sizeof version);
    bool is_of_trees = version == TREE_VERSION || version == TREE_VERSION_WIDE;
    size_t at =
        is_of_trees ? repair_name(bytes, size, &hash) : repair_description(bytes, size, &hash);
    for (; size - at >= sizeof c; hash = c.hash) {
        memcpy(&c, bytes + at, sizeof c);
        if (c.size > size - at - sizeof c)
            return;
        size_t hashed = offsetof(record_chunk, kind), whole = sizeof c + (size_t)c.size;
        c.hash = XXH3_64bits_withSeed(bytes + at + hashed, whole - hashed, hash);
        memcpy(bytes + at, &c.hash, sizeof c.hash);
        at += whole;
    }
}
