// SPDX-License-Identifier: MIT
// The loops of bandwidth.c for each instruction set, compiled from one source (bandwidth_body.h).
#ifndef BANDWIDTH_KERNELS_H
#define BANDWIDTH_KERNELS_H

#include <stddef.h>

/// Each function processes `count` floats per array; `count` is a multiple of 16.
typedef struct bandwidth_kernels {
    void (*copy)(float *to, const float *from, size_t count);
    void (*triad)(float *to, const float *a, const float *b, size_t count);
    void (*update)(float *values, size_t count);
} bandwidth_kernels;

extern const bandwidth_kernels bandwidth_kernels_plain, bandwidth_kernels_avx2,
    bandwidth_kernels_avx512;

#endif
