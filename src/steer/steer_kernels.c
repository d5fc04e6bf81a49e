// SPDX-License-Identifier: MIT
#include "steer_kernels.h"

#include <stddef.h>
#include <string.h>

const steer_kernels *const steer_kernels_all[] = {
    &steer_kernels_plain,
#ifdef GESTALT_X86
    &steer_kernels_avx2,
    &steer_kernels_avx512,
#endif
    NULL,
};

const steer_kernels *steer_kernels_best(void)
{
    const steer_kernels *best = steer_kernels_all[0];
    for (size_t i = 0; steer_kernels_all[i]; i++)
        if (steer_kernels_all[i]->is_supported())
            best = steer_kernels_all[i];
    return best;
}

const steer_kernels *steer_kernels_named(const char *name)
{
    for (size_t i = 0; name && steer_kernels_all[i]; i++)
        if (strcmp(steer_kernels_all[i]->name, name) == 0 && steer_kernels_all[i]->is_supported())
            return steer_kernels_all[i];
    return steer_kernels_best();
}
