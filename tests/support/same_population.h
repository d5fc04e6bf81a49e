// SPDX-License-Identifier: MIT
// Checks that two populations are the same: their agents, hashes and snapshots. For tests with
// cmocka; include this after its header.
#ifndef SAME_POPULATION_H
#define SAME_POPULATION_H

#include "snapshot_bytes.h"

#include <stdlib.h>

static inline uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    assert_int_equal(gestalt_population_hash(p, &hash, NULL), GESTALT_OK);
    return hash;
}

static inline void expect_equal(gestalt_population *a, gestalt_population *b)
{
    byte_buffer one = save_or_abort(a), other = save_or_abort(b);
    assert_int_equal(gestalt_population_count(a), gestalt_population_count(b));
    assert_true(hash_of(a) == hash_of(b));
    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.bytes, other.bytes, one.size);
    free(one.bytes);
    free(other.bytes);
}

#endif
