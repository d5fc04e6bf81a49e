// SPDX-License-Identifier: MIT
// The floating-point environment that the language's arithmetic needs: round to nearest, no traps,
// nothing flushed to zero, whatever the host has set up. That is one register where all arithmetic
// is SSE's; elsewhere saving and restoring costs as much as ticking many agents. So it is done once
// for as many as possible.
#ifndef FLOATS_H
#define FLOATS_H

#ifdef __SSE2_MATH__

#include <xmmintrin.h>

typedef unsigned floats_environment;

static inline void floats_begin(floats_environment *host)
{
    enum { ALL_MASKED_TO_NEAREST = 0x1f80 };
    *host = _mm_getcsr();
    _mm_setcsr(ALL_MASKED_TO_NEAREST);
}

static inline void floats_end(const floats_environment *host)
{
    _mm_setcsr(*host);
}

#else

#include <fenv.h>

typedef fenv_t floats_environment;

static inline void floats_begin(floats_environment *host)
{
    fegetenv(host);
    fesetenv(FE_DFL_ENV);
}

static inline void floats_end(const floats_environment *host)
{
    fesetenv(host);
}

#endif

#endif
