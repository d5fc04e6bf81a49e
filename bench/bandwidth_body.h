// SPDX-License-Identifier: MIT
// The loops of bandwidth.c for one instruction set. The including file defines BANDWIDTH_KERNELS,
// the name of the table of loops.
#include "bandwidth_kernels.h"

#include <gestalt/vectors.h>

static void bandwidth_copy(float *to, const float *from, size_t count)
{
    for (size_t i = 0; i < count; i += GESTALT_VECTOR_WIDTH)
        gestalt_floats_store(to + i, gestalt_floats_load(from + i));
}

static void bandwidth_triad(float *to, const float *a, const float *b, size_t count)
{
    const gestalt_floats factor = gestalt_floats_all(0.5f);
    for (size_t i = 0; i < count; i += GESTALT_VECTOR_WIDTH) {
        gestalt_floats scaled = gestalt_floats_multiply(factor, gestalt_floats_load(b + i));
        gestalt_floats_store(to + i, gestalt_floats_add(gestalt_floats_load(a + i), scaled));
    }
}

static void bandwidth_update(float *values, size_t count)
{
    const gestalt_floats one = gestalt_floats_all(1);
    for (size_t i = 0; i < count; i += GESTALT_VECTOR_WIDTH)
        gestalt_floats_store(values + i, gestalt_floats_add(gestalt_floats_load(values + i), one));
}

const bandwidth_kernels BANDWIDTH_KERNELS = {bandwidth_copy, bandwidth_triad, bandwidth_update};
