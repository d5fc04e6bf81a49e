// SPDX-License-Identifier: MIT
// The node functions without hooks.
#define TRACED 0
#include "run_body.h"

answer run_plain(interp *t, uint32_t item, uint64_t lanes)
{
    return run(t, item, lanes);
}

uint64_t run_alone(interp *t, uint32_t item, uint64_t lanes)
{
    item_type type = item_type_of(t->items[item]);
    if (type == NODE_DELAY)
        return clock_due(t, item, lanes);
    if (node_table[type].group != GROUP_LEAF)
        return lanes;      // a loop that was at its bound
    t->live[item] = lanes; // all of them resume
    t->known[item] = run_leaf_itself(t, item, lanes);
    t->live[item] = 0;
    return finished(t->known[item]);
}
