// SPDX-License-Identifier: MIT
#include "kernels.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern const kernels kernels_plain;
#ifdef GESTALT_X86
extern const kernels kernels_avx2, kernels_avx512;
#endif

const kernels *const kernels_all[] = {
    &kernels_plain,
#ifdef GESTALT_X86
    &kernels_avx2,
    &kernels_avx512,
#endif
    NULL,
};

const kernels *kernels_best(void)
{
    const kernels *best = kernels_all[0];
    for (size_t i = 0; kernels_all[i]; i++)
        if (kernels_all[i]->is_supported())
            best = kernels_all[i];
    return best;
}

void kernels_list(char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; kernels_all[i]; i++) {
        size_t used = strlen(text);
        if (kernels_all[i]->is_supported())
            snprintf(text + used, size - used, "%s%s", used ? ", " : "", kernels_all[i]->name);
    }
}
