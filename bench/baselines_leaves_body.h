// SPDX-License-Identifier: MIT
// The leaves that are called through function pointers, compiled for one instruction set. The
// including file defines HAND_LEAVES, the name of the table.
#include "baselines.h"

#define CONDITION(name)                                                                            \
    static bool leaf_##name(agent *a)                                                              \
    {                                                                                              \
        return hand_##name(a);                                                                     \
    }
#define ACTION(name)                                                                               \
    static hand_status leaf_##name(agent *a, bool starting)                                        \
    {                                                                                              \
        return hand_##name(a, starting);                                                           \
    }

CONDITION(low_health)
CONDITION(visible)
CONDITION(in_range)
CONDITION(tired)
ACTION(flee)
ACTION(attack)
ACTION(chase)
ACTION(patrol)
ACTION(idle)
ACTION(deep)

static void leaf_cancel(agent *a)
{
    hand_cancel(a);
}

static bool leaf_wide(agent *a, uint32_t i)
{
    return hand_wide(a, i);
}

#define WIDE leaf_wide, leaf_wide, leaf_wide, leaf_wide, leaf_wide, leaf_wide, leaf_wide, leaf_wide
extern const hand_leaves HAND_LEAVES;
const hand_leaves HAND_LEAVES = {
    .low_health = leaf_low_health,
    .visible = leaf_visible,
    .in_range = leaf_in_range,
    .tired = leaf_tired,
    .flee = leaf_flee,
    .attack = leaf_attack,
    .chase = leaf_chase,
    .patrol = leaf_patrol,
    .idle = leaf_idle,
    .deep = leaf_deep,
    .cancel = leaf_cancel,
    .wide = {WIDE, WIDE, WIDE, WIDE, WIDE, WIDE, WIDE, WIDE},
};
