// SPDX-License-Identifier: MIT
// Names that all have the same hash. An attacker could choose such names, since XXH3 is public.
#ifndef COLLIDING_H
#define COLLIDING_H

#include "hash.h"

#include <stdint.h>
#include <time.h>

enum { COLLIDING_SIZE = 8 };

typedef char colliding_name[COLLIDING_SIZE + 1];

/// Fill `names` with different names of eight letters. The lowest `bits` bits of all their hashes
/// are 0.
static inline void colliding_names(colliding_name *names, uint32_t count, unsigned bits)
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < count; number++) {
        uint64_t rest = number;
        for (int k = 0; k < COLLIDING_SIZE; k++, rest /= 26)
            names[i][k] = (char)('a' + rest % 26);
        names[i][COLLIDING_SIZE] = '\0';
        i += (hash_bytes(names[i], COLLIDING_SIZE) & ((UINT64_C(1) << bits) - 1)) == 0;
    }
}

/// Return the processor time used so far, in seconds.
static inline double colliding_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
