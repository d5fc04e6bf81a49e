// SPDX-License-Identifier: MIT
// Sharing a world out (gestalt/worlds/share.h): which scenes allow it, ghosts, births and
// migration.
//
// A share's columns have its own agents, then its ghosts, which live from the halo to the end of
// the motion. All state that is not by agent, such as the census, has the values of all shares
// together after each step.
#include "aggregate.h"
#include "error.h"
#include "lottery.h"
#include "memory.h"
#include "misuse.h"
#include "search.h"
#include "sort.h"
#include "world_state.h"

#include <gestalt/actor.h>
#include <math.h>
#include <string.h>

// ---- scenes

// An iteration over the calls of all trees.
typedef struct call_walk {
    const scene *scene;
    uint32_t group;
    const gestalt_shape *shape;
    gestalt_shape_call call;
    const gestalt_world_function *function; // NULL: not a function of worlds
} call_walk;

static bool call_walk_next(call_walk *c)
{
    for (; c->group < c->scene->groups.count; c->group++, c->call = (gestalt_shape_call){0}) {
        c->shape = scene_group_at(c->scene, c->group)->shape;
        if (!gestalt_shape_next_call(c->shape, &c->call))
            continue;
        c->function = world_find_function(
            c->scene, gestalt_shape_function_at(c->shape, c->call.function).name);
        return true;
    }
    return false;
}

static bool is_of_host(const scene *s, const gestalt_world_function *f)
{
    for (const gestalt_world_function *own = s->host.functions; own && own->name; own++)
        if (own == f)
            return true;
    return false;
}

static bool is_see(const gestalt_world_function *f)
{
    return strcmp(f->name, "see") == 0;
}

// Widen the reach to the radii that a call passes. Return whether one of them has no limit.
static bool reaches_anywhere(const call_walk *c, float *reach)
{
    bool any = false;
    float sight = c->scene->space.sight;
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && c->function->arguments[i].name; i++) {
        float value;
        if (!c->function->arguments[i].is_reach)
            continue;
        if (!world_constant(c->shape, &c->call, &c->function->arguments[i], &value))
            value = INFINITY;
        if (sight > 0)
            value = fminf(value, sight);
        any |= value == INFINITY;
        *reach = value < INFINITY ? fmaxf(*reach, value) : *reach;
    }
    return any;
}

// Widen the reach to the radii that trees pass. Return why the trees forbid sharing, or NULL.
static const char *calls_unshared(const scene *s, float *reach)
{
    const char *why = NULL;
    for (call_walk c = {.scene = s}; call_walk_next(&c);) {
        if (reaches_anywhere(&c, reach))
            why = "a tree computes how far an agent sees: limit it by `sight` in `world`";
        if (is_see(c.function) && s->space.sight == 0)
            why = "a tree calls `see`, which finds agents at any distance: limit it by `sight` in "
                  "`world`";
        if (is_see(c.function))
            *reach = fmaxf(*reach, s->space.sight);
        if (is_of_host(s, c.function) && !c.function->is_shared)
            why = "a tree calls a function of the host, which does not declare what it sees";
    }
    return why;
}

static const char *parts_unshared(const scene *s, float *reach)
{
    for (int i = 0; i < SCENE_PARTS_LISTED; i++) {
        const world_part *part = world_part_of(s, i);
        const char *why = part && part->scene.unshared ? part->scene.unshared(s) : NULL;
        if (why)
            return why;
        if (part && part->scene.reach)
            *reach = fmaxf(*reach, part->scene.reach(s));
    }
    for (int i = 0; i < GESTALT_WORLD_PARTS && s->host.parts[i]; i++) {
        if (!s->host.parts[i]->is_shared)
            return "the host adds a part, which does not declare what it sees";
        *reach = fmaxf(*reach, s->host.parts[i]->reach);
    }
    return NULL;
}

const char *world_scene_sharing(const scene *s, float *reach)
{
    float widest = 0, most = INFINITY;
    *reach = s->measures.neighbours;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        *reach = fmaxf(*reach, group->reach);
        widest = fmaxf(widest, world_reach_of_body(&group->vehicle));
    }
    if (s->measures.collisions)
        *reach = fmaxf(*reach, 2 * widest);
    const char *why_trees = calls_unshared(s, reach), *why_parts = parts_unshared(s, reach);
    EACH_DIMENSION (d)
        if (s->space.periodic)
            most = fminf(most, s->space.size.at[d] * WORLD_MOST_OF_IT);
    *reach = fminf(*reach, most);
    return why_parts ? why_parts : why_trees;
}

// ---- births

// What the shares add up, by group.
typedef struct census_sums {
    int64_t agents, deaths, wanted, full;
} census_sums;

static int64_t room_of(const world_group *group, const census_sums *sums)
{
    int64_t room = (int64_t)scene_room(group->scene) - (sums->agents - sums->deaths);
    return group->varies && room > 0 ? room : 0;
}

static void add_up(world *w, const gestalt_rows_births *births)
{
    census_sums *sums = w->share.sums;
    for (uint32_t g = 0; g < w->group_count; g++) {
        sums[g] = (census_sums){.agents = w->groups[g].end - w->groups[g].begin,
                                .deaths = births->gone[g],
                                .full = (int64_t)w->share.full[g]};
        w->share.full[g] = 0;
    }
    for (uint32_t i = 0; i < births->count; i++)
        sums[births->list[i].group].wanted++;
    world_sum(w, &sums->agents, w->group_count * (uint32_t)(sizeof *sums / sizeof(int64_t)));
}

// Draw lots for the births `begin` to `end` - 1, all of one group, of which there are too many in
// all shares. `ids` has the position of each among all births. Lots are those of
// gestalt_rows_change in a world that has all agents: equal keys keep the order of births.
static void draw_lots(world *w, const gestalt_rows_births *births, uint32_t begin, uint32_t end,
                      uint64_t first, int64_t room)
{
    uint64_t last = 0, *lots = w->share.lots;
    for (uint32_t i = begin; i < end; i++)
        lots[i] = (uint64_t)lottery_key(~w->seed, w->step, births->list[i].parent) << 32 |
                  (uint32_t)(births->ids[i] - first);
    if (room > 0)
        last = aggregate_key_at(&w->share.with, lots + begin, end - begin, (uint64_t)room - 1);
    for (uint32_t i = begin; i < end; i++)
        if (room == 0 || lots[i] > last)
            births->ids[i] = (uint64_t)GESTALT_ROWS_REFUSED;
}

// Refuse births of groups that have too many. Returns whether any share refuses one.
static bool refuse_births(world *w, const gestalt_rows_births *births)
{
    bool any = false;
    uint32_t begin = 0;
    uint64_t first = 0;
    for (uint32_t g = 0; g < w->group_count; g++) {
        const census_sums *sums = &w->share.sums[g];
        uint32_t end = begin;
        while (end < births->count && births->list[end].group == g)
            end++;
        int64_t room = room_of(&w->groups[g], sums);
        if (sums->wanted > room) {
            draw_lots(w, births, begin, end, first, room);
            any = true;
        }
        first += (uint64_t)sums->wanted;
        begin = end;
    }
    return any;
}

// Find the positions of the births that are left, among those of all shares.
static gestalt_result order_again(world *w, const gestalt_rows_births *births, gestalt_error *error)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < births->count; i++)
        if (births->ids[i] != (uint64_t)GESTALT_ROWS_REFUSED)
            w->share.accepted[count++] = births->list[i];
    gestalt_result result =
        w->share.with.order(w->share.with.user, w->share.accepted, count, w->share.lots, error);
    for (uint32_t i = 0, k = 0; i < births->count && result == GESTALT_OK; i++)
        if (births->ids[i] != (uint64_t)GESTALT_ROWS_REFUSED)
            births->ids[i] = w->share.lots[k++];
    return result;
}

// Take the census of all shares. Returns the number of births.
static uint64_t take_census(world *w)
{
    uint64_t all = 0;
    for (uint32_t g = 0; g < w->group_count; g++) {
        const census_sums *sums = &w->share.sums[g];
        int64_t room = room_of(&w->groups[g], sums);
        int64_t born = sums->wanted < room ? sums->wanted : room;
        w->share.totals[g] = (uint64_t)(sums->agents - sums->deaths + born);
        all += (uint64_t)born;
        if (!w->groups[g].varies)
            continue;
        w->groups[g].census->births += (uint64_t)born;
        w->groups[g].census->deaths += (uint64_t)sums->deaths;
        w->groups[g].census->refused += (uint64_t)(sums->wanted - born + sums->full);
    }
    return all;
}

gestalt_result world_share_births(void *user, const gestalt_rows_births *births,
                                  gestalt_error *error)
{
    world *w = user;
    uint64_t next = gestalt_population_next_id(w->population);
    gestalt_result result = GESTALT_OK;
    int64_t wanted = 0;
    add_up(w, births);
    for (uint32_t g = 0; g < w->group_count; g++)
        wanted += w->share.sums[g].wanted;
    if (wanted > 0)
        result = w->share.with.order(w->share.with.user, births->list, births->count, births->ids,
                                     error);
    if (result == GESTALT_OK && refuse_births(w, births))
        result = order_again(w, births, error);
    for (uint32_t i = 0; i < births->count; i++)
        births->ids[i] += births->ids[i] != (uint64_t)GESTALT_ROWS_REFUSED ? next : 0;
    w->share.next_id = next + take_census(w);
    return result;
}

// Pass the numbers of agents of other shares to the rows.
static void count_elsewhere(world *w)
{
    for (uint32_t g = 0; g < w->group_count; g++)
        gestalt_rows_set_elsewhere(w->life.rows, g,
                                   w->share.totals[g] - (w->groups[g].end - w->groups[g].begin));
}

uint64_t world_share_total(const world *w, const world_group *group)
{
    return w->life.varies ? w->share.totals[group->number] : group->scene->count;
}

void world_share_loaded(world *w)
{
    if (!w->life.varies)
        return;
    for (uint32_t g = 0; g < w->group_count; g++)
        w->share.totals[g] = (uint64_t)w->saved.before.totals[g];
    memset(w->share.full, 0, w->group_count * sizeof *w->share.full);
    count_elsewhere(w);
}

gestalt_result world_check_loaded(world *w, gestalt_error *error)
{
    const int64_t *totals = w->saved.before.totals;
    int64_t *counts = (int64_t *)w->life.row_counts;
    if (!totals)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "no snapshot is being loaded: first call gestalt_loading_finish");
    for (uint32_t g = 0; g < w->group_count; g++)
        counts[g] = w->groups[g].end - w->groups[g].begin;
    world_sum(w, counts, w->group_count);
    return memcmp(counts, totals, w->group_count * sizeof *counts) == 0
               ? GESTALT_OK
               : error_set(error, GESTALT_BAD_FILE, 0,
                           "the agents of the snapshot's world are not those of its trees");
}

// ---- start

gestalt_result world_share_check(world *w, const gestalt_world_options *options,
                                 gestalt_error *error)
{
    float reach, extent = 0;
    if (!options->share)
        return GESTALT_OK;
    const char *why = world_scene_sharing(w->scene, &reach);
    if (why)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "worlds of this scene cannot be shared out: %s", why);
    if (options->share->end - options->share->first > options->share->capacity)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the share has %u rows, but %llu agents at the start",
                         (unsigned)options->share->capacity,
                         (unsigned long long)(options->share->end - options->share->first));
    w->share.is_shared = w->head.is_shared = true;
    w->share.with = *options->share;
    w->share.block_room = options->share->capacity / (options->lanes ? options->lanes : 64) + 1;
    EACH_DIMENSION (d)
        extent = fmaxf(extent, fabsf(w->space.low.at[d]) + w->space.size.at[d]);
    w->share.reach = reach + fmaxf(reach, extent) * 0x1p-16f; // more than rounding moves agents
    return GESTALT_OK;
}

static bool calls_see(const scene *s)
{
    bool any = false;
    for (call_walk c = {.scene = s}; call_walk_next(&c);)
        any |= is_see(c.function);
    return any;
}

// Decide what ghosts carry besides positions.
static void find_seen(world *w)
{
    w->share.finds = world_names_agents(w);
    w->share.meets |= w->share.finds;
    // Functions of hosts can fail, and their parts add numbers up.
    bool has_host = w->scene->host.functions || w->scene->host.parts[0];
    w->share.meets |= has_host;
    w->share.sees_velocities =
        !w->sight.sees_headings || w->share.finds || has_host || calls_see(w->scene);
    w->share.sees_headings = w->sight.sees_headings || has_host;
    for (uint32_t g = 0; g < w->group_count; g++) {
        const world_group *group = &w->groups[g];
        w->share.sees_headings |=
            w->scene->measures.collisions && scene_has_length(&group->scene->vehicle);
        for (uint32_t i = 0; i < group->urges.urge_count; i++)
            w->share.sees_headings |= group->urges.urges[i].type == BEHAVIOUR_AVOID_TRAFFIC;
    }
}

bool world_share_start(world *w)
{
    world_sharing *s = &w->share;
    find_seen(w);
    s->keys = w->group_count > 1 ? world_column(w, sizeof *s->keys) : w->all.id;
    s->by_id = calls_see(w->scene) ? world_column(w, sizeof *s->by_id) : NULL;
    if (!s->keys || (calls_see(w->scene) && !s->by_id))
        return false;
    if (!w->life.varies)
        return true;
    s->totals = world_allocate(w, w->group_count * sizeof *s->totals);
    s->full = world_allocate(w, w->group_count * sizeof *s->full);
    s->sums = world_allocate(w, w->group_count * sizeof *s->sums);
    s->lots = world_column(w, sizeof *s->lots);
    s->accepted = world_column(w, sizeof *s->accepted);
    if (!s->totals || !s->full || !s->sums || !s->lots || !s->accepted)
        return false;
    for (uint32_t g = 0; g < w->group_count; g++)
        s->totals[g] = w->groups[g].scene->count;
    count_elsewhere(w);
    return true;
}

float world_share_reach(const world *w)
{
    return w->share.reach;
}

gestalt_result world_share_window(world *w, const float *low, const float *high,
                                  gestalt_error *error)
{
    vector from, to;
    grid_window window = {0};
    for (int d = 0; low && d < STEER_DIMENSIONS; d++) {
        from.at[d] = low[d] - w->share.reach;
        to.at[d] = high[d] + w->share.reach;
    }
    if (low)
        window = grid_window_around(&w->space, world_cell(w), from, to);
    if (memcmp(&window, &w->share.window, sizeof window) == 0)
        return GESTALT_OK;
    grid old = w->sight.near;
    grid_window before = w->share.window;
    w->share.window = window;
    gestalt_result result = world_make_grid(w);
    if (result == GESTALT_OK) {
        grid_destroy(&old, &w->allocator);
        return GESTALT_OK;
    }
    w->sight.near = old;
    w->share.window = before;
    return result == GESTALT_NO_MEMORY
               ? error_no_memory(error)
               : error_set(error, result, 0, "the world has no such window");
}

// ---- the step

// Keys of results. What ends the step comes before agents that cannot move.
#define KEY_OF_AGENT UINT64_C(1)         // a leaf function failed: plus the agent's id
#define KEY_OF_LOST  (UINT64_C(1) << 63) // plus the group and the id
enum { KEY_GROUP_SHIFT = 48 };

// Agree with the other shares. The result is that with the least key, which `*key` becomes.
static gestalt_result agree(const world *w, uint64_t *key, gestalt_result result,
                            gestalt_error *error)
{
    gestalt_error own = {0};
    if (*key == UINT64_MAX && error)
        *error = own;
    return w->share.with.agree(w->share.with.user, key, result, error ? error : &own);
}

static uint64_t tick_key(const world *w, gestalt_result result)
{
    uint64_t failed = gestalt_population_failed_agent(w->population);
    if (result == GESTALT_OK)
        return UINT64_MAX;
    return result == GESTALT_REJECTED && failed < KEY_OF_LOST - 1 ? KEY_OF_AGENT + failed : 0;
}

gestalt_result world_share_ticked(world *w, gestalt_result result, gestalt_error *error)
{
    if (!w->share.meets)
        return result;
    if (w->share.finds && result == GESTALT_OK)
        result = world_find_collect(w, error);
    uint64_t key = tick_key(w, result);
    result = agree(w, &key, result, error);
    return w->share.finds && result == GESTALT_OK ? world_find_far(w, error) : result;
}

gestalt_result world_share_join(world *w, gestalt_result result, gestalt_error *error)
{
    uint64_t key = result == GESTALT_OK ? UINT64_MAX : 0;
    return agree(w, &key, result, error);
}

gestalt_result world_share_agree(world *w, gestalt_result result, gestalt_result *moved,
                                 gestalt_error *error)
{
    uint64_t key = tick_key(w, result);
    if (result == GESTALT_OK && *moved != GESTALT_OK)
        key = KEY_OF_LOST + ((uint64_t)world_group_of(w, w->motion.lost) << KEY_GROUP_SHIFT |
                             w->all.id[w->motion.lost]);
    w->share.ghost_count = 0; // rows are going to change
    gestalt_result all = agree(w, &key, result == GESTALT_OK ? *moved : result, error);
    if (key < KEY_OF_LOST)
        return all;
    *moved = all;
    return GESTALT_OK;
}

gestalt_result world_share_migrate(world *w, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    if (w->share.with.migrate)
        result = w->share.with.migrate(w->share.with.user, w, error);
    if (w->life.varies)
        count_elsewhere(w);
    return result;
}

// ---- ghosts: id 8 | group 4, if there are several | position | velocity | heading |
// columns of parts

static uint32_t ghost_vectors(const world *w)
{
    return 1u + w->share.sees_velocities + w->share.sees_headings;
}

// Return the size of columns of parts.
static size_t seen_size(const world *w)
{
    size_t size = 0;
    for (uint32_t i = 0; i < w->share.seen.count; i++)
        size += w->share.seen.list[i].stride;
    return size;
}

size_t world_ghost_size(const world *w)
{
    return sizeof(uint64_t) + (w->group_count > 1 ? sizeof(uint32_t) : 0) +
           ghost_vectors(w) * STEER_DIMENSIONS * sizeof(float) + seen_size(w);
}

// Copy a number from or to a ghost.
static void ghost_copy(unsigned char **ghost, void *number, size_t size, bool is_taken)
{
    memcpy(is_taken ? *ghost : number, is_taken ? number : *ghost, size);
    *ghost += size;
}

// Write a ghost from a row, or a row from a ghost.
static void ghost_move(const world *w, unsigned char *ghost, uint32_t row, bool is_taken)
{
    const vectors *columns[] = {&w->all.position,
                                w->share.sees_velocities ? &w->all.velocity : NULL,
                                w->share.sees_headings ? &w->all.heading : NULL};
    ghost_copy(&ghost, &w->all.id[row], sizeof w->all.id[row], is_taken);
    if (w->group_count > 1)
        ghost_copy(&ghost, &w->life.group_of[row], sizeof w->life.group_of[row], is_taken);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        for (int d = 0; columns[i] && d < STEER_DIMENSIONS; d++)
            ghost_copy(&ghost, &columns[i]->at[d][row], sizeof(float), is_taken);
    for (uint32_t i = 0; i < w->share.seen.count; i++) {
        const world_memory *seen = &w->share.seen.list[i];
        ghost_copy(&ghost, (char *)seen->bytes + row * seen->stride, seen->stride, is_taken);
    }
}

void world_read_ghost(const world *w, unsigned char *ghost, uint32_t i, const vectors *position,
                      const vectors *velocity)
{
    ghost += sizeof(uint64_t) + (w->group_count > 1 ? sizeof(uint32_t) : 0);
    EACH_DIMENSION (d)
        ghost_copy(&ghost, &position->at[d][i], sizeof(float), false);
    EACH_DIMENSION (d)
        ghost_copy(&ghost, &velocity->at[d][i], sizeof(float), false);
}

void world_take_ghosts(const world *w, const uint32_t *rows, uint32_t count, void *ghosts)
{
    size_t size = world_ghost_size(w);
    for (uint32_t i = 0; i < count; i++)
        ghost_move(w, (unsigned char *)ghosts + i * size, rows[i], true);
}

gestalt_result world_set_ghosts(world *w, const void *ghosts, uint32_t count, gestalt_error *error)
{
    size_t size = world_ghost_size(w);
    if (count > w->capacity - w->all.count)
        return error_set(error, GESTALT_LIMIT, 0,
                         "there is no room for %u ghosts after %u agents: the share has %u rows",
                         (unsigned)count, (unsigned)w->all.count, (unsigned)w->capacity);
    w->share.ghost_count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = w->all.count + i;
        ghost_move(w, (unsigned char *)(uintptr_t)ghosts + i * size, row, false);
        uint32_t group = w->life.group_of ? w->life.group_of[row] : 0;
        if (group < w->group_count)
            world_equip(w, &w->groups[group], row, row + 1);
    }
    return GESTALT_OK;
}

void world_refresh(world *w, void *column, size_t stride)
{
    if (w->share.is_shared)
        w->share.with.refresh(w->share.with.user, w, column, stride);
}

void world_refresh_vectors(world *w, const vectors *columns)
{
    EACH_DIMENSION (d)
        world_refresh(w, columns->at[d], sizeof(float));
}

// Order agents by group and id.
static void order_agents(world *w)
{
    uint32_t bits = 1;
    while (bits < 48 && gestalt_population_next_id(w->population) >> bits)
        bits++;
    for (uint32_t i = 0; i < world_places(w); i++)
        w->share.keys[i] = (uint64_t)w->life.group_of[i] << bits | w->all.id[i];
}

static bool ghost_is_before(const void *a, const void *b, const void *user)
{
    const uint64_t *ids = user;
    return ids[*(const uint32_t *)a] < ids[*(const uint32_t *)b];
}

// Sort the rows of ghosts by their ids.
static void sort_ghosts(world *w)
{
    uint32_t *rows = w->share.by_id;
    for (uint32_t i = 0; i < w->share.ghost_count; i++)
        rows[i] = w->all.count + i;
    sort_heap(rows, w->share.ghost_count, sizeof *rows, ghost_is_before, w->all.id);
}

uint32_t world_find_seen(const world *w, uint64_t agent)
{
    const world_sharing *s = &w->share;
    uint32_t at, row = world_find(w, agent);
    if (row != UINT32_MAX || !s->is_shared)
        return row;
    SEARCH_FIRST(at, 0, s->ghost_count, w->all.id[s->by_id[at]] >= agent);
    return at < s->ghost_count && w->all.id[s->by_id[at]] == agent ? s->by_id[at] : UINT32_MAX;
}

gestalt_result world_share_look(world *w, gestalt_error *error)
{
    w->share.ghost_count = 0;
    gestalt_result result = w->share.with.halo(w->share.with.user, w, error);
    if (result == GESTALT_OK && w->share.ghost_count > 0 && w->group_count > 1)
        order_agents(w);
    if (result == GESTALT_OK && w->share.by_id)
        sort_ghosts(w);
    return result;
}

// ---- migrants: | count 8 | ids 8 each | groups 4 each | kept columns | offsets 8 each, and the
// end | actors |; padded so that numbers are aligned

// Return a column that follows its agents, or NULL after the last one.
static const world_memory *column_at(const world *w, uint32_t i)
{
    const world_memories *kept = &w->saved.memory, *moved = &w->life.moved;
    return i < kept->count                  ? &kept->list[i]
           : i < kept->count + moved->count ? &moved->list[i - kept->count]
                                            : NULL;
}

#define EACH_COLUMN(c, w)                                                                          \
    for (uint32_t c##_at = 0; column_at(w, c##_at); c##_at++)                                      \
        for (const world_memory *c = column_at(w, c##_at); c; c = NULL)                            \
            if (c->stride && c->bytes && c->bytes != (w)->all.id)

// Positions of arrays in migrants.
typedef struct migrants_plan {
    size_t ids, groups, columns, offsets, actors;
} migrants_plan;

static size_t to_words(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

static migrants_plan plan_migrants(const world *w, size_t count)
{
    size_t kept_size = 0;
    EACH_COLUMN(kept, w)
    kept_size += kept->stride;
    migrants_plan plan = {.ids = sizeof(uint64_t)};
    plan.groups = plan.ids + count * sizeof(uint64_t);
    plan.columns = plan.groups + count * sizeof(uint32_t);
    plan.offsets = to_words(plan.columns + count * kept_size);
    plan.actors = plan.offsets + (count + 1) * sizeof(size_t);
    return plan;
}

size_t world_migrants_size(const world *w, uint32_t count)
{
    size_t most = 0;
    for (uint32_t g = 0; g < w->group_count; g++) {
        size_t size = gestalt_actor_size_max(w->population, g);
        most = size > most ? size : most;
    }
    return to_words(plan_migrants(w, count).actors + count * most);
}

gestalt_result world_take_migrants(const world *w, const uint32_t *rows, uint32_t count,
                                   void *bytes, size_t capacity, size_t *size, gestalt_error *error)
{
    unsigned char *to = bytes;
    migrants_plan plan = plan_migrants(w, count);
    if (capacity < plan.actors)
        return error_set(error, GESTALT_LIMIT, 0,
                         "%u migrants take at least %zu bytes: see gestalt_world_migrants_size",
                         (unsigned)count, plan.actors);
    memset(to, 0, plan.actors);
    memcpy(to, &(uint64_t){count}, sizeof(uint64_t));
    uint64_t *ids = (void *)(to + plan.ids);
    size_t *offsets = (void *)(to + plan.offsets);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = world_group_of(w, rows[i]);
        ids[i] = w->all.id[rows[i]];
        memcpy(to + plan.groups + i * sizeof group, &group, sizeof group);
    }
    unsigned char *column = to + plan.columns;
    EACH_COLUMN(kept, w)
    for (uint32_t i = 0; i < count; i++, column += kept->stride)
        memcpy(column, (const char *)kept->bytes + rows[i] * kept->stride, kept->stride);
    gestalt_result result = gestalt_actor_take_many(w->population, ids, count, to + plan.actors,
                                                    capacity - plan.actors, offsets, error);
    *size = result == GESTALT_OK ? to_words(plan.actors + offsets[count]) : 0;
    if (*size > capacity)
        *size = plan.actors + offsets[count];
    return result;
}

// Arriving agents of several shares, joined.
typedef struct arrivals {
    uint64_t *ids;
    size_t *offsets;
    uint32_t *groups;
    unsigned char *actors, *block;
    size_t count, actors_size, size;
} arrivals;

// Return whether bytes are migrants of such a world, and get their number.
static bool are_migrants(const world *w, const gestalt_world_migrants *m, size_t *count)
{
    uint64_t number;
    if (m->size < sizeof number)
        return false;
    memcpy(&number, m->bytes, sizeof number);
    if (number > UINT32_MAX)
        return false;
    *count = (size_t)number;
    migrants_plan plan = plan_migrants(w, *count);
    const unsigned char *from = m->bytes;
    size_t offset, before = 0;
    for (size_t i = 0; i <= *count && plan.actors <= m->size; i++, before = offset) {
        memcpy(&offset, from + plan.offsets + i * sizeof offset, sizeof offset);
        if (offset < before || offset > m->size - plan.actors)
            return false;
    }
    uint32_t group;
    for (size_t i = 0; i < *count && plan.actors <= m->size; i++) {
        memcpy(&group, from + plan.groups + i * sizeof group, sizeof group);
        if (group >= w->group_count)
            return false;
    }
    return plan.actors <= m->size;
}

static gestalt_result arrivals_make(const world *w, const gestalt_world_migrants *list,
                                    uint32_t list_count, arrivals *a, gestalt_error *error)
{
    *a = (arrivals){0};
    for (uint32_t k = 0; k < list_count; k++) {
        size_t count;
        if (!are_migrants(w, &list[k], &count))
            return error_set(error, GESTALT_BAD_FILE, 0,
                             "migrants are damaged, or of another scene");
        a->count += count;
        a->actors_size += list[k].size - plan_migrants(w, count).actors;
    }
    a->size =
        (a->count + 1) * (sizeof *a->ids + sizeof *a->offsets + sizeof *a->groups) + a->actors_size;
    a->block = memory_new(&w->allocator, a->size);
    if (!a->block)
        return error_no_memory(error);
    a->ids = (void *)a->block;
    a->offsets = (void *)(a->ids + a->count + 1);
    a->groups = (void *)(a->offsets + a->count + 1);
    a->actors = (void *)(a->groups + a->count + 1);
    return GESTALT_OK;
}

static size_t arrivals_of(const gestalt_world_migrants *m)
{
    uint64_t count;
    memcpy(&count, m->bytes, sizeof count);
    return (size_t)count;
}

// Add the agents of one share, from entry `at` on. Their columns go to rows after the last one.
static void arrivals_add(world *w, const gestalt_world_migrants *m, size_t at, size_t actors_at,
                         arrivals *a)
{
    size_t count = arrivals_of(m);
    const unsigned char *from = m->bytes;
    migrants_plan plan = plan_migrants(w, count);
    memcpy(a->ids + at, from + plan.ids, count * sizeof *a->ids);
    memcpy(a->groups + at, from + plan.groups, count * sizeof *a->groups);
    memcpy(a->offsets + at, from + plan.offsets, (count + 1) * sizeof *a->offsets);
    for (size_t i = 0; i <= count; i++)
        a->offsets[at + i] += actors_at;
    memcpy(a->actors + actors_at, from + plan.actors, a->offsets[at + count] - actors_at);
    const unsigned char *column = from + plan.columns;
    EACH_COLUMN(kept, w)
    {
        char *to = (char *)kept->bytes + (w->all.count + at) * kept->stride;
        memcpy(to, column, count * kept->stride);
        column += count * kept->stride;
    }
    if (w->life.group_of)
        memcpy(w->life.group_of + w->all.count + at, a->groups + at, count * sizeof *a->groups);
}

static gestalt_result migrate_rows(world *w, const uint32_t *leaving, uint32_t leaving_count,
                                   const gestalt_world_migrants *arriving, uint32_t arriving_count,
                                   arrivals *a, gestalt_error *error)
{
    size_t at = 0, actors_at = 0;
    if (a->count > w->capacity - w->all.count)
        return error_set(error, GESTALT_LIMIT, 0,
                         "there is no room for %zu arriving agents after %u: the share has %u rows",
                         a->count, (unsigned)w->all.count, (unsigned)w->capacity);
    for (uint32_t k = 0; k < arriving_count; k++) {
        arrivals_add(w, &arriving[k], at, actors_at, a);
        at += arrivals_of(&arriving[k]);
        actors_at = a->offsets[at];
    }
    const gestalt_rows_migration migration = {leaving, leaving_count, (uint32_t)a->count, a->groups,
                                              a->ids,  a->actors,     a->offsets};
    gestalt_result result = gestalt_rows_migrate(w->life.rows, &migration, error);
    if (result == GESTALT_OK)
        world_take_rows(w);
    return result;
}

gestalt_result world_migrate(world *w, const uint32_t *leaving, uint32_t leaving_count,
                             const gestalt_world_migrants *arriving, uint32_t arriving_count,
                             gestalt_error *error)
{
    arrivals a;
    w->share.ghost_count = 0;
    gestalt_result result = arrivals_make(w, arriving, arriving_count, &a, error);
    if (result == GESTALT_OK)
        result = migrate_rows(w, leaving, leaving_count, arriving, arriving_count, &a, error);
    memory_release(&w->allocator, a.block, a.size);
    if (result == GESTALT_OK && w->life.varies)
        count_elsewhere(w);
    return result;
}
