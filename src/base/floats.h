// SPDX-License-Identifier: MIT
// The floating-point environment that the language's arithmetic needs: round to nearest, no traps,
// nothing flushed to zero, whatever the host has set up. That is one register where all arithmetic
// is SSE's; elsewhere saving and restoring costs as much as ticking many agents. So it is done once
// for as many as possible.
#ifndef FLOATS_H
#define FLOATS_H

#include <gestalt/arithmetic.h>

#ifdef __SSE2_MATH__

#include <fenv.h>
#include <xmmintrin.h>

typedef unsigned floats_environment;

static inline void floats_begin(floats_environment *before)
{
    enum { ALL_MASKED_TO_NEAREST = 0x1f80 };
    *before = _mm_getcsr();
    _mm_setcsr(ALL_MASKED_TO_NEAREST);
}

static inline void floats_end(const floats_environment *before)
{
    _mm_setcsr(*before);
}

#else

#include <fenv.h>

typedef fenv_t floats_environment;

static inline void floats_begin(floats_environment *before)
{
    fegetenv(before);
    fesetenv(FE_DFL_ENV);
}

static inline void floats_end(const floats_environment *before)
{
    fesetenv(before);
}

#endif

/// All of the environment: the C library looks at more than that register when it writes numbers as
/// text. For calls that come seldom.
typedef struct floats_whole {
    fenv_t all;
    floats_environment computing;
} floats_whole;

static inline void floats_begin_whole(floats_whole *before)
{
    fegetenv(&before->all);
    fesetenv(FE_DFL_ENV);
    floats_begin(&before->computing);
}

/// Sets up the environment for good, in a program: a library that was loaded may have changed it.
static inline void floats_reset(void)
{
    floats_whole before;
    floats_begin_whole(&before);
}

static inline void floats_end_whole(const floats_whole *before)
{
    floats_end(&before->computing);
    fesetenv(&before->all);
}

#endif
