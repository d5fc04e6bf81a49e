// SPDX-License-Identifier: MIT
// Floating-point environments that a host may have set: other rounding modes, and subnormal numbers
// flushed to zero. Include this after cmocka.h.
#ifndef FLOAT_WAYS_H
#define FLOAT_WAYS_H

#include <fenv.h>
#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

// An environment: the bits of MXCSR, and the part of them that fenv.h knows.
typedef struct way {
    const char *name;
    int rounding;
    unsigned bits;
} way;

static const way ways[] = {
    {"the usual", FE_TONEAREST, 0x1f80},    {"flushed results", FE_TONEAREST, 0x9f80},
    {"no denormals", FE_TONEAREST, 0x1fc0}, {"neither", FE_TONEAREST, 0x9fc0},
    {"upward", FE_UPWARD, 0x5f80},          {"downward", FE_DOWNWARD, 0x3f80},
    {"to zero", FE_TOWARDZERO, 0x7f80},
};

enum { STATUS_BITS = 0x3f };

static void way_set(const way *w)
{
    fesetround(w->rounding);
#ifdef __SSE2_MATH__
    _mm_setcsr(w->bits);
#endif
}

static void way_check(const way *w, const char *call)
{
    bool is_there = fegetround() == w->rounding;
#ifdef __SSE2_MATH__
    is_there = is_there && (_mm_getcsr() & ~(unsigned)STATUS_BITS) == w->bits;
#endif
    fesetenv(FE_DFL_ENV);
    if (!is_there)
        fail_msg("%s: %s has left floats set up otherwise", w->name, call);
}

// Make a call in that floating-point environment.
#define WITH(w, call)                                                                              \
    do {                                                                                           \
        way_set(w);                                                                                \
        gestalt_result result_of_it = (call);                                                      \
        way_check(w, #call);                                                                       \
        assert_int_equal(result_of_it, GESTALT_OK);                                                \
    } while (0)

#endif
