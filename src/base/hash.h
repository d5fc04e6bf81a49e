// SPDX-License-Identifier: MIT
// XXH3, 64 bits: the only hash.
#ifndef HASH_H
#define HASH_H

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

#endif
