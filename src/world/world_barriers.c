// SPDX-License-Identifier: MIT
// The barriers of a world: its obstacles, walls and border, and which agents they hold back.
#include "crowd_scene.h"
#include "walls_scene.h"
#include "world_state.h"

static vector barrier_place(const scene_point *p)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = p->at[d];
    return v;
}

static uint32_t count_barriers(const scene *s)
{
    const scene_list *walls = scene_walls_of(s);
    uint32_t count = s->obstacles.count + (s->space.border == BORDER_SOLID ? 4 : 0);
    for (uint32_t i = 0; i < walls->count; i++)
        count += scene_wall_segments(&((const scene_wall *)walls->list)[i]);
    return count;
}

static barrier *add_obstacles(const scene *s, barrier *to)
{
    const scene_obstacle *from = s->obstacles.list;
    for (uint32_t i = 0; i < s->obstacles.count; i++, to++) {
        to->from = to->to = barrier_place(&from[i].at);
        to->radius = from[i].radius;
        to->is_solid = from[i].solid;
    }
    return to;
}

static barrier *add_walls(const scene *s, barrier *to)
{
    const scene_wall *walls = scene_walls_of(s)->list;
    for (uint32_t i = 0; i < scene_walls_of(s)->count; i++)
        for (uint32_t k = 0; k < scene_wall_segments(&walls[i]); k++)
            *to++ = (barrier){.from = barrier_place(&walls[i].points.list[k]),
                              .to = barrier_place(scene_wall_end(&walls[i], k)),
                              .radius = walls[i].width / 2,
                              .is_solid = walls[i].solid};
    return to;
}

// Add the four walls of the border; in space there is none.
static void add_border(const world *w, barrier *to)
{
    vector corner = w->space.low;
    for (int i = 0; i < 4; i++) {
        int d = i % 2;
        to[i].from = corner;
        corner.at[d] = i < 2 ? w->space.low.at[d] + w->space.size.at[d] : w->space.low.at[d];
        to[i].to = corner;
        to[i].is_solid = true;
    }
}

gestalt_result world_barriers_make(world *w)
{
    const scene *s = w->scene;
    uint32_t count = count_barriers(s);
    barrier *list = world_allocate(w, count * sizeof *list);
    if (!list)
        return GESTALT_NO_MEMORY;
    barrier *rest = add_walls(s, add_obstacles(s, list));
    if (s->space.border == BORDER_SOLID)
        add_border(w, rest);
    return barriers_create(&w->terrain.barriers, &w->allocator, &w->space, list, count);
}

vector world_held(const world *w, uint32_t index, vector at, vector step, bool all)
{
    return barriers_step(&w->terrain.barriers, space_wrap(&w->space, at), step,
                         w->all.radius[index], all);
}

bool world_is_free(const world *w, const world_group *group, vector at)
{
    const crowd_group *crowd = group->scene->parts[SCENE_PART_CROWD];
    if (w->scene->space.border == BORDER_SOLID)
        EACH_DIMENSION (d) {
            float low = w->space.low.at[d];
            if (!(at.at[d] > low && at.at[d] < low + w->space.size.at[d]))
                return false;
        }
    // Half of the skin is reserved for rounding of positions.
    float radius = crowd_body_radius(group->scene) - 0.5f * w->terrain.barriers.skin;
    bool all = scene_given(crowd->stream.place);
    return w->terrain.barriers.count == 0 ||
           barriers_nearest(&w->terrain.barriers, at, radius, all).index == UINT32_MAX;
}

void world_hold_back(const world *w, uint32_t index, vector was)
{
    vector at = vectors_get(&w->all.position, index);
    if (vector_is_zero(vector_subtract(at, was)))
        return; // it stands, or is lost
    vector step = vector_scale(vectors_get(&w->all.velocity, index), w->dt);
    vector can = world_held(w, index, was, step, false);
    if (vector_is_zero(vector_subtract(can, step)))
        return;
    vector velocity = vector_scale(can, 1 / w->dt), unit = vector_unit(velocity);
    vectors_set(&w->all.position, index, space_wrap(&w->space, vector_add(was, can)));
    vectors_set(&w->all.velocity, index, velocity);
    if (!vector_is_zero(unit))
        vectors_set(&w->all.heading, index, unit);
}
