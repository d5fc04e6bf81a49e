// SPDX-License-Identifier: MIT
// A caller's gestalt_limits as options of the compiler.
#include "given_limits.h"
#include "misuse.h"
#include "shape_limits.h"

#include <gestalt/compiler.h>

// Return the lower of a limit and an option, whose default is 0; at least 1.
static uint64_t option_within(uint64_t option, uint64_t limit)
{
    uint64_t lower = option && option < limit ? option : limit;
    return lower ? lower : 1;
}

void gestalt_limits_compile(const gestalt_limits *given, gestalt_compile_options *options)
{
    if (MISUSE_NULL(given, "limits", NULL) || MISUSE_NULL(options, "options", NULL))
        return;
    const gestalt_limits limits = limits_of(given);
    options->size_limit = (size_t)option_within(options->size_limit, limits.bytes);
    options->depth_limit =
        (uint32_t)option_within(options->depth_limit, limits.nesting < 256 ? limits.nesting : 256);
    options->node_budget = (uint32_t)option_within(
        options->node_budget, limits.nodes < LIMIT_NODES ? limits.nodes : LIMIT_NODES);
}
