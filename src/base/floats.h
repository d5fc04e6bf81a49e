// SPDX-License-Identifier: MIT
// The floating-point environment that the language's arithmetic needs: round to nearest, no traps,
// no flushing to zero, whatever the host has set. On machines with SSE arithmetic, this is a single
// register; elsewhere saving and restoring costs as much as ticking many agents. So callers set the
// environment once around as much work as possible.
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

/// The whole environment: when the C library prints numbers, it depends on more than that register.
/// For rare calls.
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

/// Set the environment permanently, in a program: a library loaded before may have changed it.
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
