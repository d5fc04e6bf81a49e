// SPDX-License-Identifier: MIT
// The floating-point arithmetic that Gestalt and generated code need from the compiler: each
// operation is rounded once, to its own type. Compiler flags that relax this stop the build if a
// macro reveals them. For the other flags, GESTALT_NATIVE_CHECK computes a number that reveals them
// at run time.
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

/// The result of GESTALT_NATIVE_CHECK when arithmetic is correct.
#define GESTALT_NATIVE_GOLDEN UINT32_C(0x4a09e28f)

/// Define a function that computes a number which only correct arithmetic yields. Each of these
/// changes the number: operations that are fused, reordered, flushed to zero or done in a wider
/// type; reciprocals instead of divisions; lost signs of zero; conversions that keep excess
/// precision.
#define GESTALT_NATIVE_CHECK(name)                                                                 \
    static __attribute__((noinline)) uint32_t name(void)                                           \
    {                                                                                              \
        volatile float a = 0x1.000002p0f, b = 0x1.fffffcp-1f, big = 0x1p60f, small = 0x1.8p-127f;  \
        volatile float three = 3, minus = -0.0f;                                                   \
        volatile double other = 0x1.0000002p0;                                                     \
        volatile int32_t odd = 16777219;                                                           \
        float x = a, y = b, z = big, w = small, v = three, nought = minus, plus = nought * nought; \
        double d = other;                                                                          \
        float values[] = {x * y - 1,                                                               \
                          (x + z) - z,                                                             \
                          w * y,                                                                   \
                          x / v,                                                                   \
                          v * (1 / v),                                                             \
                          x - y * v,                                                               \
                          sqrtf(v),                                                                \
                          x / 3.0f,                                                                \
                          y / 10.0f,                                                               \
                          v / 7.0f,                                                                \
                          y / v,                                                                   \
                          (x + v) / v,                                                             \
                          1 / x,                                                                   \
                          1 / sqrtf(v),                                                            \
                          y / sqrtf(x + v),                                                        \
                          sqrtf(x) * sqrtf(y),                                                     \
                          sqrtf(x * y),                                                            \
                          x * x + y * y,                                                           \
                          x * y + v * v,                                                           \
                          x * (y + v) - x * y,                                                     \
                          (float)(d * d - 1.0),                                                    \
                          (float)(x * 0.1),                                                        \
                          (float)((double)x * d - (double)y),                                      \
                          w / v,                                                                   \
                          w + w,                                                                   \
                          w * z,                                                                   \
                          nought + 0.0f,                                                           \
                          plus - nought,                                                           \
                          0.0f - plus,                                                             \
                          nought * x,                                                              \
                          (float)odd,                                                              \
                          (float)(odd / 3) / 3.0f,                                                 \
                          (float)(int32_t)(v * 0x1.fffffep22f),                                    \
                          (float)(int32_t)-y,                                                      \
                          floorf(-y),                                                              \
                          (float)d};                                                               \
        uint32_t sum = 2166136261u;                                                                \
        for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {                            \
            uint32_t bits;                                                                         \
            memcpy(&bits, &values[i], sizeof bits);                                                \
            sum = (sum ^ bits) * 16777619u;                                                        \
            sum ^= sum >> 15; /* so that two signs that differ do not cancel */                    \
        }                                                                                          \
        return sum;                                                                                \
    }

#endif
