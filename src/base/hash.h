// SPDX-License-Identifier: MIT
// XXH3, 64 bits: the only hash. Its functions are compiled in hash.c, with a prefix that keeps them
// apart from other copies of XXH3 in a program. A file that hashes a few bytes very often defines
// XXH_INLINE_ALL first.
#ifndef HASH_H
#define HASH_H

#ifndef XXH_INLINE_ALL
#define XXH_NAMESPACE           hash_
#define XXH_STATIC_LINKING_ONLY // declares the state struct, whose size callers need
#endif
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

#endif
