// SPDX-License-Identifier: MIT
#include "baselines.h"

#include <string.h>

extern const baselines baselines_plain;
#ifdef GESTALT_X86
extern const baselines baselines_avx2, baselines_avx512;
#endif

const baselines *baselines_find(const char *set)
{
    static const baselines *const all[] = {
        &baselines_plain,
#ifdef GESTALT_X86
        &baselines_avx2,
        &baselines_avx512,
#endif
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->set, set) == 0)
            return all[i];
    return NULL;
}
