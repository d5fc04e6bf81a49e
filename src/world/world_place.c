// SPDX-License-Identifier: MIT
// The initial positions and velocities of agents. All random numbers come from an agent's own
// stream.
#define XXH_INLINE_ALL
#include "crowd_scene.h"
#include "memory.h"
#include "random.h"
#include "world_state.h"

#include <string.h>
#include <xxhash.h>

// Makes this stream differ from that of the agent's tree.
#define STREAM_SALT UINT64_C(0x5354454552494E47)

static uint64_t stream_of(uint64_t id, uint64_t seed)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(id >> 8 * i);
    return XXH3_64bits_withSeed(bytes, sizeof bytes, seed ^ STREAM_SALT);
}

// Return a random number in [0, 1).
static float place_draw(uint64_t *random)
{
    return (float)(random_next(random) >> 40) * 0x1p-24f;
}

static float draw_between(uint64_t *random, float low, float high)
{
    return low + (high - low) * place_draw(random);
}

static vector draw_direction(uint64_t *random)
{
    for (;;) {
        vector v;
        EACH_DIMENSION (d)
            v.at[d] = draw_between(random, -1, 1);
        float squared = vector_length_squared(v);
        if (squared > 1e-4f && squared <= 1)
            return vector_unit(v);
    }
}

// A separate random stream per (agent, key, step), so that drawing here does not disturb the
// agent's own stream.
#define VALUE_SALT UINT64_C(0x53455456414C5545)

static uint64_t value_stream(const world *w, uint32_t index, const char *key)
{
    uint64_t parts[3] = {w->all.id[index], w->step, XXH3_64bits(key, strlen(key))};
    unsigned char bytes[sizeof parts];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(parts[i / 8] >> 8 * (i % 8));
    return XXH3_64bits_withSeed(bytes, sizeof bytes, w->seed ^ VALUE_SALT);
}

gestalt_value world_value_of(const world *w, const scene_key *key, uint32_t index)
{
    gestalt_value set = key->set;
    if (!key->drawn[0] && !key->drawn[1] && !key->drawn[2])
        return set;
    uint64_t random = value_stream(w, index, key->name);
    const gestalt_expression_moment moment = {.time = (float)((double)w->step * w->dt),
                                              .dt = w->dt,
                                              .tick = (int32_t)(uint32_t)w->step,
                                              .agent = (int32_t)(uint32_t)w->all.id[index],
                                              .random = &random};
    for (int i = 0; i < 3; i++) {
        if (!key->drawn[i])
            continue;
        gestalt_value value = gestalt_expression_compute(key->drawn[i], NULL, &moment);
        if (set.type == GESTALT_VEC2 || set.type == GESTALT_VEC3)
            set.vector[i] = value.number;
        else
            set = value;
    }
    return set;
}

enum { PLACE_TRIALS = 1000 };

// The pedestrians placed so far, in lists by cell, so that random positions do not overlap.
typedef struct placed {
    uint32_t counts[STEER_DIMENSIONS]; // number of cells, each as long as two touching bodies
    uint32_t *first;                   // by cell: index of the last one placed there + 1, or 0
    uint32_t *next;                    // by index: index of the one placed before + 1, or 0
    vector *at; // positions by index; a copy, since number_by_place changes indexes later
    uint32_t agents;
} placed;

typedef struct placing {
    world *w;
    const world_group *group;
    const scene_start *start;
    placed *people; // NULL: positions may overlap
    vector low, high;
    uint32_t counts[STEER_DIMENSIONS]; // rows and columns of a grid
} placing;

static void find_box(placing *p)
{
    const scene_space *s = &p->w->scene->space;
    EACH_DIMENSION (d) {
        p->low.at[d] = p->start->has_low ? p->start->low.at[d] : s->low.at[d];
        p->high.at[d] = p->start->has_high ? p->start->high.at[d] : s->low.at[d] + s->size.at[d];
    }
}

static uint64_t places_in(const placing *p)
{
    uint64_t product = 1;
    EACH_DIMENSION (d)
        product *= p->counts[d];
    return product;
}

// Choose the number of rows and columns so that their distances are about equal.
static void find_counts(placing *p)
{
    EACH_DIMENSION (d)
        p->counts[d] = 1;
    while (places_in(p) < p->group->end - p->group->begin) {
        int widest = 0;
        float widths[STEER_DIMENSIONS];
        EACH_DIMENSION (d) {
            widths[d] = (p->high.at[d] - p->low.at[d]) / (float)p->counts[d];
            widest = widths[d] > widths[widest] ? d : widest;
        }
        p->counts[widest]++;
    }
}

static vector place_in_grid(const placing *p, uint32_t number)
{
    vector at;
    EACH_DIMENSION (d) {
        float cell = (float)(number % p->counts[d]) + 0.5f;
        number /= p->counts[d];
        at.at[d] = p->low.at[d] + (p->high.at[d] - p->low.at[d]) * cell / (float)p->counts[d];
    }
    return at;
}

static vector place_on_path(const placing *p, uint32_t number, vector *direction)
{
    const pathway *way = &p->w->terrain.paths[p->start->path];
    float spacing = p->start->spacing;
    if (spacing == 0)
        spacing = way->length / (float)(p->group->end - p->group->begin);
    path_point at = path_at(way, p->start->from + spacing * (float)number);
    *direction = at.direction;
    return vector_add_scaled(at.position, vector_right(at.direction), p->start->offset);
}

// Return the centre of the square that contains a coordinate, if the start has squares.
static float to_raster(const placing *p, int d, float x)
{
    float edge = p->start->raster, low = p->low.at[d];
    return edge > 0 ? low + edge * (floorf((x - low) / edge) + 0.5f) : x;
}

static uint32_t placed_along(const placed *p, const space *in, int d, float x)
{
    float cell = floorf((x - in->low.at[d]) / in->size.at[d] * (float)p->counts[d]);
    return cell > 0 ? (uint32_t)fminf(cell, (float)(p->counts[d] - 1)) : 0;
}

static uint32_t placed_cell(const placed *p, const space *in, vector at)
{
    return placed_along(p, in, 1, at.at[1]) * p->counts[0] + placed_along(p, in, 0, at.at[0]);
}

// Return whether a body overlaps one of those placed in a cell.
static bool placed_meets(const placing *p, uint32_t cell, vector at)
{
    const world *w = p->w;
    float radius = crowd_body_radius(p->group->scene);
    for (uint32_t i = p->people->first[cell]; i > 0; i = p->people->next[i - 1]) {
        vector other = space_nearest(&w->space, at, p->people->at[i - 1]);
        if (vector_distance(other, at) < radius + w->all.radius[i - 1])
            return true;
    }
    return false;
}

// Return whether a position is free. Cells beyond the border wrap around, which is harmless in a
// bounded world.
static bool placed_is_free(const placing *p, vector at)
{
    const placed *people = p->people;
    uint32_t x = placed_along(people, &p->w->space, 0, at.at[0]);
    uint32_t y = placed_along(people, &p->w->space, 1, at.at[1]);
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t column = (x + people->counts[0] + i % 3 - 1) % people->counts[0];
        uint32_t row = (y + people->counts[1] + i / 3 - 1) % people->counts[1];
        if (placed_meets(p, row * people->counts[0] + column, at))
            return false;
    }
    return true;
}

static void placed_add(const placing *p, uint32_t index)
{
    placed *people = p->people;
    people->at[index] = vectors_get(&p->w->all.position, index);
    uint32_t cell = placed_cell(people, &p->w->space, people->at[index]);
    people->next[index] = people->first[cell];
    people->first[cell] = index + 1;
}

static bool is_free_place(const placing *p, vector at)
{
    if (p->w->terrain.barriers.solid_count > 0 && !world_is_free(p->w, p->group, at))
        return false;
    return !p->people || placed_is_free(p, space_wrap(&p->w->space, at));
}

// Draw a random position outside of walls and pedestrians; gives up after many attempts.
static vector draw_place(const placing *p, uint64_t *random)
{
    vector at;
    bool is_free = false;
    for (int trial = 0; trial < PLACE_TRIALS && !is_free; trial++) {
        EACH_DIMENSION (d)
            at.at[d] = to_raster(p, d, draw_between(random, p->low.at[d], p->high.at[d]));
        is_free = is_free_place(p, at);
    }
    return at;
}

static vector place_of(const placing *p, uint32_t number, uint64_t *random, vector *direction)
{
    vector at = vector_zero();
    switch ((scene_placing)p->start->how) {
    case PLACE_UNIFORM: at = draw_place(p, random); break;
    case PLACE_GRID: at = place_in_grid(p, number); break;
    case PLACE_PATH: at = place_on_path(p, number, direction); break;
    case PLACE_LIST:
        EACH_DIMENSION (d)
            at.at[d] = p->start->points.list[number].at[d];
        break;
    }
    return space_wrap(&p->w->space, at);
}

static vector velocity_of(const scene_going *going, uint64_t *random, vector direction)
{
    vector v = vector_zero();
    switch ((scene_going_how)going->how) {
    case GOING_STILL: break;
    case GOING_ANYWHERE:
        v = vector_scale(direction, draw_between(random, going->least, going->most));
        break;
    case GOING_BOX:
        EACH_DIMENSION (d)
            v.at[d] = draw_between(random, -going->most, going->most);
        break;
    case GOING_FIXED:
        EACH_DIMENSION (d)
            v.at[d] = going->fixed.at[d];
        break;
    }
    return v;
}

// Place the agent with that id, in a row.
static void place_agent(const placing *p, uint32_t id, uint32_t index)
{
    vehicles *all = &p->w->all;
    const scene_group *from = p->group->scene;
    uint64_t random = stream_of(id, p->w->seed);
    vector direction = draw_direction(&random), velocity, unit;
    vector at = place_of(p, id - p->group->begin, &random, &direction);
    velocity = velocity_of(&from->going, &random, direction);
    unit = vector_unit(velocity);
    vectors_set(&all->position, index, at);
    vectors_set(&all->velocity, index, velocity);
    vectors_set(&all->heading, index, vector_is_zero(unit) ? direction : unit);
    vectors_set(&all->wander, index, draw_direction(&random));
    all->mass[index] = from->vehicle.mass;
    all->radius[index] = crowd_body_radius(from);
    all->max_speed[index] = from->vehicle.max_speed;
    all->max_force[index] = from->vehicle.max_force;
    all->id[index] = id;
    all->random[index] = random;
    if (p->people)
        placed_add(p, index);
}

void world_begin_life(world *w, uint32_t index, const scene_vehicle *body)
{
    vehicles *all = &w->all;
    uint64_t random = stream_of(all->id[index], w->seed);
    vector heading = draw_direction(&random);
    float speed = vector_length(vectors_get(&all->velocity, index));
    if (speed > 0 && speed < body->min_speed)
        speed = body->min_speed;
    if (speed > body->max_speed)
        speed = body->max_speed;
    vectors_set(&all->heading, index, heading);
    vectors_set(&all->velocity, index, vector_scale(heading, speed));
    vectors_set(&all->wander, index, draw_direction(&random));
    all->random[index] = random;
}

// Number agents with random positions by their position, so that neighbours are stored near each
// other in memory. This lasts long, since agents move little in a step. Only positions are
// exchanged.
static gestalt_result number_by_place(const placing *p)
{
    world *w = p->w;
    grid g;
    vectors here;
    uint32_t count = p->group->end - p->group->begin;
    float reach = w->sight.reach > 0 ? w->sight.reach : w->space.size.at[0];
    grid_def def = {.world = w->space,
                    .cell = grid_good_cell(&w->space, reach, count),
                    .capacity = count,
                    .kernels = &w->kernels->grid};
    EACH_DIMENSION (d)
        here.at[d] = w->all.position.at[d] + p->group->begin;
    gestalt_result result = grid_create(&g, &w->allocator, &def);
    if (result != GESTALT_OK)
        return result;
    grid_build(&g, &(grid_input){count, here, here, NULL});
    for (uint32_t i = 0; i < count; i++)
        vectors_set(&w->motion.forces, i, vectors_get(&here, g.agent[i]));
    for (uint32_t i = 0; i < count; i++)
        vectors_set(&here, i, vectors_get(&w->motion.forces, i));
    EACH_DIMENSION (d)
        memset(w->motion.forces.at[d], 0, count * sizeof(float));
    grid_destroy(&g, &w->allocator);
    return GESTALT_OK;
}

// Create a column of minimum speeds, if any group has one.
static bool place_speeds(world *w)
{
    bool any = false;
    for (uint32_t i = 0; i < w->group_count; i++)
        any |= w->groups[i].scene->vehicle.min_speed > 0;
    if (!any)
        return true;
    float *column = world_column(w, sizeof *column);
    for (uint32_t i = 0; column && i < w->group_count; i++)
        for (uint32_t k = w->groups[i].begin; k < w->groups[i].end; k++)
            column[k] = w->groups[i].scene->vehicle.min_speed;
    w->all.min_speed = w->motion.least_speed = column;
    return column != NULL;
}

static size_t placed_cells(const placed *people)
{
    return (size_t)people->counts[0] * people->counts[1];
}

static bool has_people(const world_group *group)
{
    const crowd_group *part = group->scene->parts[SCENE_PART_CROWD];
    return STEER_DIMENSIONS == 2 && scene_given(part->stream.place);
}

// Create the lists of pedestrians, if any start at random positions. placed_forget frees them.
static gestalt_result placed_make(world *w, placed *people)
{
    float widest = 0;
    bool any = false;
    for (uint32_t i = 0; i < w->group_count; i++)
        if (has_people(&w->groups[i])) {
            any |= w->groups[i].scene->start.how == PLACE_UNIFORM;
            widest = fmaxf(widest, 2 * crowd_body_radius(w->groups[i].scene));
        }
    *people = (placed){0};
    if (!any)
        return GESTALT_OK;
    const float most = 2048; // cells along an edge
    EACH_DIMENSION (d)
        people->counts[d] =
            (uint32_t)fmaxf(fminf(floorf(w->space.size.at[d] / fmaxf(widest, 1e-3f)), most), 3);
    people->agents = w->all.count;
    size_t size = placed_cells(people) * sizeof *people->first;
    people->first = memory_new(&w->allocator, size);
    people->next = memory_new(&w->allocator, people->agents * sizeof *people->next);
    people->at = memory_new(&w->allocator, people->agents * sizeof *people->at);
    if (!people->first || !people->next || !people->at)
        return GESTALT_NO_MEMORY;
    memset(people->first, 0, size);
    return GESTALT_OK;
}

static void placed_forget(const world *w, placed *people)
{
    memory_release(&w->allocator, people->first, placed_cells(people) * sizeof *people->first);
    memory_release(&w->allocator, people->next, people->agents * sizeof *people->next);
    memory_release(&w->allocator, people->at, people->agents * sizeof *people->at);
}

static placing placing_start(world *w, const world_group *group)
{
    placing p = {.w = w, .group = group, .start = &group->scene->start};
    find_box(&p);
    if (p.start->how == PLACE_GRID)
        find_counts(&p);
    return p;
}

static gestalt_result place_group(world *w, const world_group *group, placed *people)
{
    placing p = placing_start(w, group);
    p.people = people->first && has_people(group) ? people : NULL;
    for (uint32_t k = group->begin; k < group->end; k++)
        place_agent(&p, k, k);
    if (p.start->how == PLACE_UNIFORM && group->begin < group->end)
        return number_by_place(&p);
    return GESTALT_OK;
}

static gestalt_result place_all(world *w, placed *people)
{
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; result == GESTALT_OK && i < w->group_count; i++)
        result = place_group(w, &w->groups[i], people);
    return result;
}

// ---- shares

// Fill the own rows of a share, group by group. `place` places agents of a group: those with the
// ids `first` to `end` - 1, from a row on.
typedef gestalt_result own_place(world *w, const world_group *group, uint32_t first, uint32_t end,
                                 uint32_t row, void *user);

static gestalt_result place_own(world *w, own_place *place, void *user)
{
    const gestalt_world_share *share = world_share(w);
    gestalt_result result = GESTALT_OK;
    uint32_t count = 0;
    for (uint32_t g = 0; result == GESTALT_OK && g < w->group_count; g++) {
        world_group *group = &w->groups[g];
        uint64_t first = share->first > group->begin ? share->first : group->begin;
        uint64_t end = share->end < group->end ? share->end : group->end;
        uint32_t own = first < end ? (uint32_t)(end - first) : 0;
        if (own > 0)
            result = place(w, group, (uint32_t)first, (uint32_t)end, count, user);
        group->begin = count;
        group->end = count += own;
        world_equip(w, group, group->begin, group->end);
    }
    w->all.count = count;
    return result;
}

// Agents with random positions are numbered by these (number_by_place), so the positions of a
// share's agents are those of certain places in the order of all. To find them without memory for
// all agents, all positions are drawn twice, in pieces: first their cells are counted, in bins of
// consecutive cells; then the positions in those bins are kept that have own agents.
enum { DRAWN = 65536, BINS = 4096 };

typedef struct own_positions {
    placing p;
    uint32_t count;      // agents of the group
    uint32_t first, end; // own agents, by number in the group
    grid cells;          // cells of the world; `position` and `cell_of` have the current piece
    uint32_t shift;      // a bin has 2^shift cells
    uint32_t *bins;      // positions in each bin
    uint32_t before;     // positions in bins before the kept ones
    uint32_t first_cell, end_cell; // cells of the kept bins
    uint32_t kept, room;
    uint32_t *cell; // by kept position
    vectors at;
    uint32_t *next; // by cell of the kept bins: next place
    float *coordinates;
} own_positions;

static void drawn_count(own_positions *o, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        o->bins[o->cells.cell_of[i] >> o->shift]++;
}

static void drawn_keep(own_positions *o, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = o->cells.cell_of[i];
        if (cell < o->first_cell || cell >= o->end_cell)
            continue;
        o->cell[o->kept] = cell - o->first_cell;
        vectors_set(&o->at, o->kept++, vectors_get(&o->cells.position, i));
    }
}

// Draw the positions of all agents of the group, in pieces.
static void draw_all(own_positions *o, void (*each)(own_positions *o, uint32_t count))
{
    for (uint32_t first = 0, count; first < o->count; first += count) {
        count = o->count - first < DRAWN ? o->count - first : DRAWN;
        for (uint32_t i = 0; i < count; i++) {
            uint64_t random = stream_of(o->p.group->begin + first + i, o->p.w->seed);
            vector direction = draw_direction(&random);
            vectors_set(&o->cells.position, i, place_of(&o->p, first + i, &random, &direction));
        }
        o->cells.kernels->cells(&o->cells, &o->cells.position, 0, count);
        each(o, count);
    }
}

// Find the bins that have own agents.
static void choose_bins(own_positions *o)
{
    uint32_t place = 0, bin = 0, first;
    for (; place + o->bins[bin] <= o->first; bin++)
        place += o->bins[bin];
    o->before = place;
    first = bin;
    for (; place < o->end; bin++)
        place += o->bins[bin];
    o->room = place - o->before;
    o->first_cell = first << o->shift;
    o->end_cell = bin << o->shift;
}

static bool make_kept(own_positions *o)
{
    const gestalt_allocator *a = &o->p.w->allocator;
    size_t cells = o->end_cell - o->first_cell;
    o->cell = memory_new(a, o->room * sizeof *o->cell);
    o->coordinates = memory_new(a, o->room * STEER_DIMENSIONS * sizeof(float));
    o->next = memory_new_zeroed(a, cells * sizeof *o->next);
    EACH_DIMENSION (d)
        o->at.at[d] = o->coordinates ? o->coordinates + (size_t)d * o->room : NULL;
    return o->cell && o->coordinates && o->next;
}

static void forget_kept(own_positions *o)
{
    const gestalt_allocator *a = &o->p.w->allocator;
    memory_release(a, o->cell, o->room * sizeof *o->cell);
    memory_release(a, o->coordinates, o->room * STEER_DIMENSIONS * sizeof(float));
    memory_release(a, o->next, (o->end_cell - o->first_cell) * sizeof *o->next);
    memory_release(a, o->bins, (BINS + 1) * sizeof *o->bins);
    grid_destroy(&o->cells, a);
}

// Give own agents the positions that come at their places, in the order of cells.
static void give_positions(own_positions *o, uint32_t row)
{
    uint32_t place = o->before, cells = o->end_cell - o->first_cell;
    for (uint32_t i = 0; i < o->kept; i++)
        o->next[o->cell[i]]++;
    for (uint32_t cell = 0, count; cell < cells; cell++, place += count) {
        count = o->next[cell];
        o->next[cell] = place;
    }
    for (uint32_t i = 0; i < o->kept; i++) {
        uint32_t at = o->next[o->cell[i]]++;
        if (at >= o->first && at < o->end)
            vectors_set(&o->p.w->all.position, row + at - o->first, vectors_get(&o->at, i));
    }
}

static gestalt_result number_own(own_positions *o, uint32_t row)
{
    world *w = o->p.w;
    float reach = w->sight.reach > 0 ? w->sight.reach : w->space.size.at[0];
    grid_def def = {.world = w->space,
                    .cell = grid_good_cell(&w->space, reach, o->count),
                    .capacity = DRAWN,
                    .kernels = &w->kernels->grid};
    gestalt_result result = grid_create(&o->cells, &w->allocator, &def);
    if (result != GESTALT_OK)
        return result;
    while (o->cells.cell_count >> o->shift > BINS)
        o->shift++;
    o->bins = memory_new_zeroed(&w->allocator, (BINS + 1) * sizeof *o->bins);
    if (!o->bins)
        return GESTALT_NO_MEMORY;
    draw_all(o, drawn_count);
    choose_bins(o);
    if (!make_kept(o))
        return GESTALT_NO_MEMORY;
    draw_all(o, drawn_keep);
    give_positions(o, row);
    return GESTALT_OK;
}

static gestalt_result own_alone(world *w, const world_group *group, uint32_t first, uint32_t end,
                                uint32_t row, void *user)
{
    own_positions o = {.p = placing_start(w, group), .count = group->end - group->begin};
    gestalt_result result = GESTALT_OK;
    (void)user;
    for (uint32_t id = first; id < end; id++)
        place_agent(&o.p, id, row + id - first);
    o.first = first - group->begin;
    o.end = end - group->begin;
    if (o.p.start->how == PLACE_UNIFORM)
        result = number_own(&o, row);
    forget_kept(&o);
    return result;
}

static gestalt_result own_copy(world *w, const world_group *group, uint32_t first, uint32_t end,
                               uint32_t row, void *user)
{
    const vehicles *all = user;
    (void)group;
    for (uint32_t i = first; i < end; i++, row++) {
        vectors_set(&w->all.position, row, vectors_get(&all->position, i));
        vectors_set(&w->all.velocity, row, vectors_get(&all->velocity, i));
        vectors_set(&w->all.heading, row, vectors_get(&all->heading, i));
        vectors_set(&w->all.wander, row, vectors_get(&all->wander, i));
        w->all.id[row] = all->id[i];
        w->all.random[row] = all->random[i];
    }
    return GESTALT_OK;
}

// Place all agents of the scene, and keep the own ones: places of pedestrians depend on those of
// others.
static gestalt_result place_and_copy(world *w, placed *people)
{
    vehicles part = w->all, all;
    vectors forces = w->motion.forces;
    float *buffers[3];
    gestalt_result result =
        vehicles_create(&all, &w->allocator, (uint32_t)w->scene->agent_count + 1);
    if (result != GESTALT_OK)
        return result;
    all.count = (uint32_t)w->scene->agent_count;
    w->all = all;
    // A buffer is needed: these columns are set again for the own agents.
    buffers[0] = all.mass;
    buffers[1] = all.max_speed;
    buffers[2] = all.max_force;
    EACH_DIMENSION (d)
        w->motion.forces.at[d] = buffers[d];
    result = place_all(w, people);
    w->all = part;
    w->motion.forces = forces;
    if (result == GESTALT_OK)
        result = place_own(w, own_copy, &all);
    vehicles_destroy(&all, &w->allocator);
    return result;
}

gestalt_result world_place(world *w)
{
    placed people;
    gestalt_result result = placed_make(w, &people);
    if (result == GESTALT_OK)
        result = !w->share.is_shared ? place_all(w, &people)
                 : people.first      ? place_and_copy(w, &people)
                                     : place_own(w, own_alone, NULL);
    placed_forget(w, &people);
    return result == GESTALT_OK && !place_speeds(w) ? GESTALT_NO_MEMORY : result;
}
