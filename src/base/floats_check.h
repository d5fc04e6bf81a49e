// SPDX-License-Identifier: MIT
// A test of the arithmetic that this build does on this machine, before agents depend on it:
// contraction, flushing of denormals, rounding. Code for other instructions is compiled with other
// flags, so each set of kernels has its own.
#ifndef FLOATS_CHECK_H
#define FLOATS_CHECK_H

#include <gestalt/arithmetic.h>
#include <gestalt/base.h>

/// Computes a number that no other arithmetic gives (GESTALT_NATIVE_CHECK).
typedef uint32_t floats_compute(void);

/// GESTALT_BAD_ARGUMENT, with a sentence, when that or `kernels` computes something else.
gestalt_result floats_check(floats_compute *kernels, gestalt_error *error);

#endif
