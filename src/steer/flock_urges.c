// SPDX-License-Identifier: MIT
#include "flock_urges.h"

bool flock_urges_make(const urge_group *group, flock_urges *made)
{
    if (group->how != COMBINE_SUM || group->urge_count == 0 || group->urge_count > FLOCK_URGES)
        return false;
    *made = (flock_urges){.count = group->urge_count};
    for (uint32_t i = 0; i < group->urge_count; i++) {
        const urge *u = &group->urges[i];
        neighbours_view view;
        if (u->weight.column || !urges_view(u, 1, &view))
            return false;
        made->list[i].type = u->type;
        made->list[i].weight = u->weight.value;
        made->list[i].live = u->live;
    }
    return true;
}
