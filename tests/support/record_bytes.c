// SPDX-License-Identifier: MIT
#include "record_bytes.h"

#include "hash.h"
#include "record_format.h"

#include <string.h>

void repair_recording(unsigned char *bytes, size_t size)
{
    record_header h;
    record_chunk c;
    size_t at = sizeof h, hashed = offsetof(record_header, version);
    if (size < sizeof h)
        return;
    uint64_t hash = hash_bytes(bytes + hashed, sizeof h - hashed);
    memcpy(bytes + offsetof(record_header, hash), &hash, sizeof hash);
    for (hashed = offsetof(record_chunk, kind); size - at >= sizeof c;) {
        memcpy(&c, bytes + at, sizeof c);
        if (c.size > size - at - sizeof c)
            return;
        size_t whole = sizeof c + (size_t)c.size;
        hash = XXH3_64bits_withSeed(bytes + at + hashed, whole - hashed, hash);
        memcpy(bytes + at, &hash, sizeof hash);
        at += whole;
    }
}
