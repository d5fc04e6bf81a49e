// SPDX-License-Identifier: MIT
// Operations on columns: the arithmetic of scalar.h, for all lanes at once. The same source
// (kernels_body.h) is compiled once for each instruction set; all give the same bits. A column has
// `count` values: 1, or a multiple of 16 up to 64. Masks have a bit for each.
#ifndef KERNELS_H
#define KERNELS_H

#include "item.h"

typedef void kernel_numbers(void *result, const void *a, const void *b, const void *c,
                            uint32_t count);
typedef uint64_t kernel_compare(const void *a, const void *b, uint32_t count);

typedef struct kernels {
    const char *name;
    bool (*is_supported)(void);
    // By operation; NULL where it is none of that sort. Operands that an operation does not have
    // are NULL.
    kernel_numbers *numbers[OP_TYPE_END - OP_FIRST]; // numbers to numbers
    kernel_compare *compare[OP_TYPE_END - OP_FIRST]; // numbers to a mask
    // Bits where a mask is set, else bits of `b`.
    void (*select)(void *result, uint64_t mask, const void *a, const void *b, uint32_t count);
    void (*ones_float)(void *result, uint64_t mask, uint32_t count); // 0.0 or 1.0
    void (*ones_int)(void *result, uint64_t mask, uint32_t count);
    void (*fill)(void *result, uint32_t bits, uint32_t count);
} kernels;

/// All sets that this build has, the best last; ends with NULL. The first is plain C, which every
/// machine supports.
extern const kernels *const kernels_all[];

/// The best set that the machine supports.
const kernels *kernels_best(void);

#endif
