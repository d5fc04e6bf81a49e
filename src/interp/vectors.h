// SPDX-License-Identifier: MIT
// Vectors of VECTOR_LANES values, as a compiler extension: + - * / & work on each lane, words wrap
// around, and a comparison gives -1 or 0. Vectors need no alignment, and may alias anything.
#ifndef VECTORS_H
#define VECTORS_H

#include "kernels.h"
#include "scalar.h"

#define VECTOR __attribute__((vector_size(VECTOR_LANES * 4), aligned(4), may_alias))
typedef uint32_t words VECTOR;
typedef int32_t ints VECTOR;
typedef float floats VECTOR;

static inline words words_splat(const void *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    return (words){0} + bits;
}

#endif
