// SPDX-License-Identifier: MIT
#include "natives.h"

#define EACH_TREE(X, set)                                                                          \
    X(W1H, set) X(W1R, set) X(W1M, set) X(W2, set) X(W3, set) X(W1Hx, set) X(W2x, set)
#define DECLARE(tree, set) extern const gestalt_native tree##_##set;
#define ADDRESS(tree, set) &tree##_##set,

EACH_TREE(DECLARE, plain)
#ifdef GESTALT_X86
EACH_TREE(DECLARE, avx2)
EACH_TREE(DECLARE, avx512)
#endif

static const gestalt_native *const natives[] = {EACH_TREE(ADDRESS, plain)
#ifdef GESTALT_X86
                                                    EACH_TREE(ADDRESS, avx2)
                                                        EACH_TREE(ADDRESS, avx512)
#endif
};

const gestalt_native *natives_find(const char *tree, const char *set)
{
    for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
        if (strcmp(natives[i]->name, tree) == 0 && strcmp(natives[i]->instructions, set) == 0)
            return natives[i];
    return NULL;
}
