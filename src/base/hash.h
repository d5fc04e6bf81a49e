// SPDX-License-Identifier: MIT
// XXH3, 64 bits: the only hash. Its functions are those of hash.c, under names that no other copy
// in a program has. A file that hashes a few bytes very often defines XXH_INLINE_ALL first.
#ifndef HASH_H
#define HASH_H

#ifndef XXH_INLINE_ALL
#define XXH_NAMESPACE           hash_
#define XXH_STATIC_LINKING_ONLY // the state's size
#endif
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

#endif
