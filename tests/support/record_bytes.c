// SPDX-License-Identifier: MIT
#include "record_bytes.h"

#include "hash.h"
#include "record_format.h"

#include <string.h>

void repair_recording(unsigned char *bytes, size_t size)
{
    record_header h;
    record_chunk c;
    if (size < sizeof h)
        return;
    memcpy(&h, bytes, sizeof h);
    size_t at = sizeof h;
    if (h.description_size <= size - at) {
        h.description_hash = hash_bytes(bytes + at, (size_t)h.description_size);
        at += (size_t)h.description_size;
    }
    h.hash = hash_bytes((const unsigned char *)&h + offsetof(record_header, version),
                        sizeof h - offsetof(record_header, version));
    memcpy(bytes, &h, sizeof h);
    for (uint64_t hash = h.hash; size - at >= sizeof c; hash = c.hash) {
        memcpy(&c, bytes + at, sizeof c);
        if (c.size > size - at - sizeof c)
            return;
        size_t hashed = offsetof(record_chunk, kind), whole = sizeof c + (size_t)c.size;
        c.hash = XXH3_64bits_withSeed(bytes + at + hashed, whole - hashed, hash);
        memcpy(bytes + at, &c.hash, sizeof c.hash);
        at += whole;
    }
}
