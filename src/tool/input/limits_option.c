// SPDX-License-Identifier: MIT
#include "limits_option.h"

bool limits_are_strict(const options *o)
{
    enum { USUAL, UNTRUSTED };
    return options_choice(o, OPTION_LIMITS) == UNTRUSTED;
}

gestalt_limits limits_option(const options *o)
{
    gestalt_limits limits;
    if (limits_are_strict(o))
        gestalt_limits_untrusted(&limits, sizeof limits);
    else
        gestalt_limits_default(&limits, sizeof limits);
    if (options_is_given(o, OPTION_MAX_SIZE))
        limits.bytes = options_number(o, OPTION_MAX_SIZE);
    if (options_is_given(o, OPTION_MAX_NODES))
        limits.nodes = options_number(o, OPTION_MAX_NODES);
    if (options_is_given(o, OPTION_MAX_VISITS))
        limits.visits = options_number(o, OPTION_MAX_VISITS);
    return limits;
}
