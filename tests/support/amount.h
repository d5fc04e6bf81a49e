// SPDX-License-Identifier: MIT
// Sizes of long tests. Sanitizers make tests about seven times as slow, so tests have fewer steps
// and cases there (GESTALT_SMALL, which the build sets). A claim about the outcome of a complete
// run is only checked without sanitizers. `./dev nightly` sets GESTALT_THOROUGH: all steps, and
// three times as many random cases.
#ifndef AMOUNT_H
#define AMOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline bool amount_is_thorough(void)
{
    const char *set = getenv("GESTALT_THOROUGH");
    return set && *set;
}

/// Return whether tests are to be short.
static inline bool amount_is_small(void)
{
    return getenv("GESTALT_SMALL") && !amount_is_thorough();
}

/// Return a number of steps or cases: `all`, or a part if tests are to be short.
static inline uint32_t amount_of(uint32_t all, uint32_t part)
{
    return amount_is_small() ? all / part : all;
}

/// Return the distance from a failure to the next one, in tests that let each allocation fail.
/// Short tests skip most of them after the first ones.
static inline size_t amount_step(size_t at)
{
    return amount_is_small() && at >= 24 ? 5 : 1;
}

/// Return the number of random cases in a program's argument, or three times as many.
static inline uint64_t amount_read(const char *argument)
{
    return strtoull(argument, NULL, 10) * (amount_is_thorough() ? 3 : 1);
}

#endif
