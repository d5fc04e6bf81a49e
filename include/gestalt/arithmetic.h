// SPDX-License-Identifier: MIT
// The arithmetic that all code of Gestalt needs of a compiler, the library's and that of trees:
// each operation is rounded once, to the type that is written there. Flags that promise less stop
// the build; for what no macro tells of, there is a number to compute.
#ifndef GESTALT_ARITHMETIC_H
#define GESTALT_ARITHMETIC_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error                                                                                             \
    "Gestalt and code from trees must be compiled without -ffast-math: the same bits everywhere are promised."
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error                                                                                             \
    "Gestalt and code from trees need floats that are evaluated as floats: use -msse2 -mfpmath=sse."
#endif

/// The number that GESTALT_NATIVE_CHECK gives if arithmetic is as it has to be.
#define GESTALT_NATIVE_GOLDEN UINT32_C(0x31f09b3c)

/// Defines a function that computes a number which fused, reordered, flushed or wider arithmetic
/// would not give.
#define GESTALT_NATIVE_CHECK(name)                                                                 \
    static __attribute__((noinline)) uint32_t name(void)                                           \
    {                                                                                              \
        volatile float a = 0x1.000002p0f, b = 0x1.fffffcp-1f, big = 0x1p60f, small = 0x1.8p-127f;  \
        volatile float three = 3;                                                                  \
        float x = a, y = b, z = big, w = small, v = three;                                         \
        float values[] = {x * y - 1, (x + z) - z, w * y, x / v, v * (1 / v), x - y * v, sqrtf(v)}; \
        uint32_t sum = 2166136261u;                                                                \
        for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {                            \
            uint32_t bits;                                                                         \
            memcpy(&bits, &values[i], sizeof bits);                                                \
            sum = (sum ^ bits) * 16777619u;                                                        \
        }                                                                                          \
        return sum;                                                                                \
    }

#endif
