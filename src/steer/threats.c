// SPDX-License-Identifier: MIT
#include "threats.h"

void threats_begin(threat_walk *walk, threats_filter_function *filter, const grid *g,
                   const vehicles *all, uint32_t index, float radius, float time)
{
    walk->filter = filter;
    walk->all = all;
    walk->index = index;
    walk->me = vehicles_get(all, index);
    walk->time = time;
    walk->at = walk->count = 0;
    grid_walk_begin(&walk->others, g, space_wrap(&g->world, walk->me.position), radius);
}

bool threats_next(threat_walk *walk, threat_near *near)
{
    const grid_walk *others = &walk->others;
    do {
        while (walk->at < walk->count) {
            uint32_t i = walk->which[walk->at++];
            vector offset;
            if (others->agent[i] == walk->index)
                continue;
            EACH_DIMENSION (d)
                offset.at[d] = others->position[d][i] - others->centre.at[d];
            near->agent = others->agent[i];
            near->other = vehicles_get(walk->all, near->agent);
            near->other.position = vector_add(walk->me.position, offset);
            return true;
        }
        walk->at = walk->count = 0;
        if (!grid_walk_find(&walk->others))
            return false;
        walk->filter(walk);
    } while (true);
}
