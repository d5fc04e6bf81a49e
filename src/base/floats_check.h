// SPDX-License-Identifier: MIT
// A self-test of the arithmetic of this build on this machine, before agents depend on it:
// contraction, flushing of denormals, rounding. Kernels for other instruction sets are compiled
// with other flags, so each set is tested.
#ifndef FLOATS_CHECK_H
#define FLOATS_CHECK_H

#include <gestalt/arithmetic.h>
#include <gestalt/base.h>

/// Computes GESTALT_NATIVE_CHECK, a number that only correct arithmetic yields.
typedef uint32_t floats_compute(void);

/// Return GESTALT_BAD_ARGUMENT, with a message, when this build or `kernels` computes another
/// number.
gestalt_result floats_check(floats_compute *kernels, gestalt_error *error);

#endif
