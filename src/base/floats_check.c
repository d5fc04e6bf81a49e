// SPDX-License-Identifier: MIT
#include "floats_check.h"

#include "error.h"
#include "floats.h"

GESTALT_NATIVE_CHECK(floats_compute_here)

gestalt_result floats_check(floats_compute *kernels, gestalt_error *error)
{
    floats_environment floats;
    floats_begin(&floats);
    bool is_right =
        floats_compute_here() == GESTALT_NATIVE_GOLDEN && kernels() == GESTALT_NATIVE_GOLDEN;
    floats_end(&floats);
    if (is_right)
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     "the library's float arithmetic does not give the promised results: compile "
                     "it with -ffp-contract=off, and without -ffast-math and similar options");
}
