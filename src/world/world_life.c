// SPDX-License-Identifier: MIT
// Agents come and go. In a tick each says for itself that it dies or has a child; at the end of the
// step, when all have moved, that is done at once:
//
//     who has a child      lots decide when a group has not room for all
//     the population       children are spawned, in the order of their parents' indexes, and take
//                          their blackboards; then the dead are despawned
//     columns              gathered by `from`: who is left of a group, then its newborns
//     what follows         groups' ranges, tables from ids to indexes, constants of groups
//
// Ids only grow, so groups stay in the order of ids. A step in which nobody comes or goes does
// nothing.
#include "world_state.h"

#include "lottery.h"

#include <string.h>

typedef struct world_life {
    uint32_t *into;  // by index, of who breeds: the group of its child
    uint32_t is_due; // somebody has asked
    lot *births;     // of one group after the other
    lot *spare;
    uint64_t *parents; // ids
    uint32_t *from;    // by index to be: the index until now, or the parent's
    void *column;      // room for one
    // By group.
    uint64_t *counts, *first_id;
    uint32_t *deaths, *wanted, *born, *first_birth;
} world_life;

// ---- in a tick

void world_die(world *w, uint32_t index)
{
    w->asks[index] |= WORLD_DIES;
    __atomic_store_n(&w->life->is_due, 1, __ATOMIC_RELAXED);
}

static uint32_t count_of(const world_group *group)
{
    return group->end - group->begin;
}

bool world_breed(world *w, uint32_t index, uint32_t number)
{
    world_life *life = w->life;
    if (!w->varies || number >= w->group_count || (w->asks[index] & WORLD_BREEDS))
        return false;
    const world_group *group = &w->groups[number];
    if (!group->varies)
        return false;
    if (count_of(group) >= scene_room(group->scene)) {
        __atomic_fetch_add(&group->census->refused, 1, __ATOMIC_RELAXED);
        return false;
    }
    life->into[index] = number;
    w->asks[index] |= WORLD_BREEDS;
    __atomic_store_n(&life->is_due, 1, __ATOMIC_RELAXED);
    return true;
}

// ---- finding

uint32_t world_find_in(const world *w, const world_group *group, uint64_t agent)
{
    if (!group->varies) {
        uint64_t number = agent - group->scene->first;
        return number < count_of(group) ? group->begin + (uint32_t)number : UINT32_MAX;
    }
    const uint64_t *id = w->all.id;
    uint32_t index = group->index_of[agent & group->index_mask];
    if (index >= group->begin && index < group->end && id[index] == agent)
        return index;
    // Somebody younger has its place in the table.
    uint32_t low = group->begin, high = group->end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (id[middle] < agent)
            low = middle + 1;
        else
            high = middle;
    }
    return low < group->end && id[low] == agent ? low : UINT32_MAX;
}

static void fill(float *column, const world_group *group, float value)
{
    for (uint32_t i = group->begin; i < group->end; i++)
        column[i] = value;
}

void world_index_agents(world *w, uint32_t first_group)
{
    for (uint32_t g = first_group; w->varies && g < w->group_count; g++) {
        const world_group *group = &w->groups[g];
        const scene_vehicle *body = &group->scene->vehicle;
        fill(w->all.mass, group, body->mass);
        fill(w->all.radius, group, body->radius);
        fill(w->all.max_speed, group, body->max_speed);
        fill(w->all.max_force, group, body->max_force);
        if (w->least_speed)
            fill(w->least_speed, group, body->min_speed);
        for (uint32_t i = group->begin; group->varies && i < group->end; i++)
            group->index_of[w->all.id[i] & group->index_mask] = i;
    }
}

// ---- who comes and goes

// The next index from `i` on where somebody asks for something.
static uint32_t next_asking(const uint8_t *asks, uint32_t i, uint32_t end)
{
    while (i < end && asks[i] == 0) {
        uint64_t eight = 0;
        while (i + 8 <= end && (memcpy(&eight, asks + i, sizeof eight), eight == 0))
            i += 8;
        i += i < end && asks[i] == 0;
    }
    return i;
}

#define EACH_ASKING(i, w, group)                                                                   \
    for (uint32_t i = next_asking((w)->asks, (group)->begin, (group)->end); i < (group)->end;      \
         i = next_asking((w)->asks, i + 1, (group)->end))

static void count_asking(world *w)
{
    world_life *life = w->life;
    memset(life->deaths, 0, w->group_count * sizeof *life->deaths);
    memset(life->wanted, 0, w->group_count * sizeof *life->wanted);
    for (uint32_t g = 0; g < w->group_count; g++)
        EACH_ASKING(i, w, &w->groups[g])
        {
            life->deaths[g] += (w->asks[i] & WORLD_DIES) != 0;
            if (w->asks[i] & WORLD_BREEDS)
                life->wanted[life->into[i]]++;
        }
}

// All that are wanted, by group, each in the order of its parents.
static void list_births(world *w)
{
    world_life *life = w->life;
    uint32_t next = 0;
    for (uint32_t g = 0; g < w->group_count; g++) {
        life->first_birth[g] = next;
        next += life->wanted[g];
        life->born[g] = 0;
    }
    for (uint32_t g = 0; g < w->group_count; g++)
        EACH_ASKING(i, w, &w->groups[g])
        {
            uint32_t into = life->into[i];
            if (w->asks[i] & WORLD_BREEDS)
                life->births[life->first_birth[into] + life->born[into]++] = (lot){i, i};
        }
}

// Lots decide who of these has a child, when there is only room for `room`.
static void draw_lots(const world *w, lot *births, uint32_t count, uint32_t room)
{
    lot *spare = w->life->spare;
    for (uint32_t i = 0; i < count; i++) // other lots than those of meals
        births[i].key = lottery_key(~w->seed, w->step, w->all.id[births[i].index]);
    lottery_sort(births, spare, count);
    for (uint32_t i = 0; i < room; i++)
        births[i].key = births[i].index;
    lottery_sort(births, spare, room);
}

static void refuse_births(world *w)
{
    world_life *life = w->life;
    for (uint32_t g = 0; g < w->group_count; g++) {
        world_group *group = &w->groups[g];
        uint64_t left = count_of(group) - life->deaths[g];
        uint32_t room = (uint32_t)(scene_room(group->scene) - left);
        if (life->wanted[g] <= room)
            continue;
        draw_lots(w, life->births + life->first_birth[g], life->wanted[g], room);
        group->census->refused += life->wanted[g] - room;
        life->born[g] = room;
    }
}

// ---- the population

static gestalt_result spawn(world *w, uint32_t g, uint64_t *first, gestalt_error *error)
{
    world_life *life = w->life;
    uint32_t count = life->born[g];
    const lot *births = life->births + life->first_birth[g];
    gestalt_result result = gestalt_population_spawn(w->population, g, count, first, error);
    for (uint32_t i = 0; i < count; i++)
        life->parents[i] = w->all.id[births[i].index];
    return result == GESTALT_OK
               ? gestalt_population_inherit(w->population, life->parents, *first, count, error)
               : result;
}

static gestalt_result despawn(world *w, const world_group *group, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    EACH_ASKING(i, w, group)
    if (result == GESTALT_OK && (w->asks[i] & WORLD_DIES))
        result = gestalt_population_despawn(w->population, w->all.id[i], error);
    return result;
}

// Whether most lanes of the population's cohorts are empty.
static bool is_sparse(const world *w)
{
    const uint64_t few = 4096;
    uint64_t lanes = 0;
    gestalt_block block;
    for (uint32_t g = 0; g < w->group_count; g++)
        if (gestalt_population_block(w->population, g, 0, &block))
            lanes += gestalt_population_block_count(w->population, g) * block.lane_count;
    return lanes > 2 * (uint64_t)w->all.count + few;
}

// ---- columns

typedef struct gathering {
    char *from, *to;
    size_t stride;
} gathering;

static inline void gather(const gathering *g, const uint32_t *from, size_t stride, uint32_t begin,
                          uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        memcpy(g->to + i * stride, g->from + from[i] * stride, stride);
}

static void gather_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const gathering *g = user;
    const uint32_t *from = w->life->from;
    switch (g->stride) {
    case 1: gather(g, from, 1, begin, end); break;
    case 4: gather(g, from, 4, begin, end); break;
    case 8: gather(g, from, 8, begin, end); break;
    default: gather(g, from, g->stride, begin, end);
    }
}

static void put_back_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)w;
    const gathering *g = user;
    memcpy(g->from + begin * g->stride, g->to + begin * g->stride, (end - begin) * g->stride);
}

// The first group in which anybody comes or goes: what lies before stays where it is.
static uint32_t first_changed(const world_life *life)
{
    uint32_t g = 0;
    while (life->deaths[g] == 0 && life->born[g] == 0)
        g++;
    return g;
}

// Where everybody from that group on will be, and how many of each group.
static uint32_t plan_columns(world *w, uint32_t first_group)
{
    world_life *life = w->life;
    uint32_t next = w->groups[first_group].begin;
    for (uint32_t g = 0; g < w->group_count; g++) {
        const world_group *group = &w->groups[g];
        life->counts[g] = count_of(group) - life->deaths[g] + life->born[g];
        if (g < first_group)
            continue;
        for (uint32_t i = group->begin; i < group->end; i++) {
            life->from[next] = i;
            next += !(w->asks[i] & WORLD_DIES);
        }
        for (uint32_t i = 0; i < life->born[g]; i++)
            life->from[next++] = life->births[life->first_birth[g] + i].index;
    }
    return next;
}

static void gather_columns(world *w, uint32_t begin, uint32_t end)
{
    for (uint32_t i = 0; i < w->kept.count; i++) {
        const world_memory *kept = &w->kept.list[i];
        gathering g = {kept->bytes, w->life->column, kept->stride};
        if (kept->stride == 0)
            continue;
        world_parallel(w, begin, end, gather_range, &g);
        world_parallel(w, begin, end, put_back_range, &g);
    }
}

// The newborns of a group lie behind the others, and have their parents' columns.
static void begin_lives(world *w, const world_group *group, uint32_t count, uint64_t first)
{
    uint32_t begin = group->end - count;
    for (uint32_t i = 0; i < w->kept.count; i++) {
        const world_memory *kept = &w->kept.list[i];
        if (kept->stride && !kept->is_inherited)
            memset((char *)kept->bytes + begin * kept->stride, 0, count * kept->stride);
    }
    for (uint32_t i = 0; i < count; i++) {
        w->all.id[begin + i] = first + i;
        world_begin_life(w, begin + i, &group->scene->vehicle);
    }
}

// Parents touch their children from the beginning: that is no collision.
static void touch_children(world *w)
{
    const world_life *life = w->life;
    for (uint32_t g = 0; g < w->group_count; g++)
        for (uint32_t i = 0; i < life->born[g]; i++)
            w->touching[life->births[life->first_birth[g] + i].index] = 1;
}

// ---- at the end of a step

static gestalt_result change_population(world *w, gestalt_error *error)
{
    world_life *life = w->life;
    gestalt_result result = GESTALT_OK;
    for (uint32_t g = 0; g < w->group_count && result == GESTALT_OK; g++)
        if (life->born[g] > 0)
            result = spawn(w, g, &life->first_id[g], error);
    for (uint32_t g = 0; g < w->group_count && result == GESTALT_OK; g++)
        if (life->deaths[g] > 0)
            result = despawn(w, &w->groups[g], error);
    return result == GESTALT_OK && is_sparse(w) ? gestalt_population_compact(w->population, error)
                                                : result;
}

static void set_groups(world *w, const uint64_t *counts)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < w->group_count; i++) {
        w->groups[i].begin = next;
        next += (uint32_t)counts[i];
        w->groups[i].end = next;
    }
    w->all.count = next;
}

static void change_columns(world *w)
{
    world_life *life = w->life;
    uint32_t first_group = first_changed(life), before = w->all.count;
    uint32_t begin = w->groups[first_group].begin, end = plan_columns(w, first_group);
    touch_children(w);
    gather_columns(w, begin, end);
    memset(w->asks, 0, before);
    set_groups(w, life->counts);
    for (uint32_t g = first_group; g < w->group_count; g++)
        if (life->born[g] > 0)
            begin_lives(w, &w->groups[g], life->born[g], life->first_id[g]);
    world_index_agents(w, first_group);
}

gestalt_result world_live(world *w, gestalt_error *error)
{
    world_life *life = w->life;
    if (!w->varies || !life->is_due)
        return GESTALT_OK;
    life->is_due = 0;
    count_asking(w);
    list_births(w);
    refuse_births(w);
    gestalt_result result = change_population(w, error);
    if (result != GESTALT_OK)
        return result;
    for (uint32_t g = 0; g < w->group_count; g++)
        if (w->groups[g].varies) {
            w->groups[g].census->births += life->born[g];
            w->groups[g].census->deaths += life->deaths[g];
        }
    change_columns(w);
    return GESTALT_OK;
}

// ---- making it

static bool make_table(world *w, world_group *group)
{
    const uint64_t spread = 4;
    uint64_t size = 64;
    while (size < spread * scene_room(group->scene))
        size *= 2;
    group->index_mask = (uint32_t)(size - 1);
    group->index_of = world_allocate(w, size * sizeof *group->index_of);
    group->census = world_allocate(w, sizeof *group->census);
    return group->index_of && group->census && world_keep(w, group->census, sizeof *group->census);
}

static bool make_lists(world *w, world_life *life)
{
    size_t room = (size_t)w->capacity + 1, groups = w->group_count;
    return (w->asks = world_allocate(w, room)) &&
           (life->into = world_allocate(w, room * sizeof *life->into)) &&
           (life->births = world_allocate(w, room * sizeof *life->births)) &&
           (life->spare = world_allocate(w, room * sizeof *life->spare)) &&
           (life->parents = world_allocate(w, room * sizeof *life->parents)) &&
           (life->from = world_allocate(w, room * sizeof *life->from)) &&
           (life->counts = world_allocate(w, groups * sizeof *life->counts)) &&
           (life->first_id = world_allocate(w, groups * sizeof *life->first_id)) &&
           (life->deaths = world_allocate(w, groups * sizeof *life->deaths)) &&
           (life->wanted = world_allocate(w, groups * sizeof *life->wanted)) &&
           (life->born = world_allocate(w, groups * sizeof *life->born)) &&
           (life->first_birth = world_allocate(w, groups * sizeof *life->first_birth));
}

bool world_life_start(world *w)
{
    size_t widest = 1;
    if (!w->varies)
        return true;
    w->life = world_allocate(w, sizeof *w->life);
    for (uint32_t i = 0; i < w->kept.count; i++)
        widest = w->kept.list[i].stride > widest ? w->kept.list[i].stride : widest;
    if (!w->life || !make_lists(w, w->life) ||
        !(w->life->column = world_allocate(w, ((size_t)w->capacity + 1) * widest)))
        return false;
    for (uint32_t g = 0; g < w->group_count; g++)
        if (w->groups[g].varies && !make_table(w, &w->groups[g]))
            return false;
    world_index_agents(w, 0);
    return true;
}
