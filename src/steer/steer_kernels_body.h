// SPDX-License-Identifier: MIT
// The kernels, compiled once for each instruction set: included by steer_kernels_*.c after the
// set's lanes.
//
// Agents at consecutive places in a row of cells form a block, one for each lane. All agents in the
// bounding box around the block are copied into a list, with images already shifted; then each of
// them is compared with all lanes at once. So a lane meets its neighbours in the grid's order, and
// it does not matter which agents share its block.
#include "driver_kernel.h"
#include "find_kernel.h"
#include "grid_runs.h"
#include "grid_sort.h"
#include "steer_kernels.h"
#include "threats_kernel.h"
#include "ways_kernel.h"
#include "wide.h"

enum { LIST_ROOM = 512 };

typedef struct block {
    uint32_t begin, count; // places
    wide position;
    lanes_ints place;
    vectors carried; // by place
} block;

// The agents that may be neighbours of an agent in the block.
typedef struct list {
    uint32_t count;
    float position[STEER_DIMENSIONS][LIST_ROOM];
    uint32_t place[LIST_ROOM];
} list;

// A kernel's work on the agents of the list; inlined, since the argument is a constant.
typedef void meet(const block *b, const list *near, const void *model, void *sums);

// Add LANES places to the list; return its new count, which was `count`.
static inline __attribute__((always_inline)) uint32_t
add_to_list(list *near, uint32_t count, const grid *g, const grid_run *run, uint32_t place,
            const wide *low, const wide *high)
{
    uint32_t left = run->end - place;
    lanes_mask in = lanes_first(left < LANES ? left : LANES);
    wide position;
    EACH_DIMENSION (d) {
        position.at[d] =
            lanes_add(lanes_load(g->position.at[d] + place), lanes_all(run->shift.at[d]));
        in = lanes_both(in, lanes_both(lanes_at_most(low->at[d], position.at[d]),
                                       lanes_at_most(position.at[d], high->at[d])));
    }
    EACH_DIMENSION (d)
        lanes_compress(near->position[d] + count, in, position.at[d]);
    lanes_compress_ints(near->place + count, in, lanes_count_from(place));
    return count + lanes_number(in);
}

static inline __attribute__((always_inline)) void meet_neighbours(const grid *g, const block *b,
                                                                  float reach, meet *each,
                                                                  const void *model, void *sums)
{
    vector low, high;
    float margin = reach + grid_margin(g, reach);
    lanes_mask present = lanes_first(b->count);
    EACH_DIMENSION (d) {
        lanes x = b->position.at[d], none = lanes_all(INFINITY);
        low.at[d] = lanes_lowest(lanes_select(present, x, none)) - margin;
        none = lanes_all(-INFINITY);
        high.at[d] = lanes_highest(lanes_select(present, x, none)) + margin;
    }
    wide wide_low = wide_all(low), wide_high = wide_all(high);
    list near;
    uint32_t count = 0;
    grid_runs runs = grid_runs_in(g, low, high);
    for (grid_run run; grid_runs_next(&runs, &run);)
        for (uint32_t place = run.begin; place < run.end; place += LANES) {
            if (count > LIST_ROOM - LANES) {
                near.count = count;
                each(b, &near, model, sums);
                count = 0;
            }
            count = add_to_list(&near, count, g, &run, place, &wide_low, &wide_high);
        }
    near.count = count;
    each(b, &near, model, sums);
}

// Return the place after the row of cells of an agent. If a window continues beyond the border, the
// row of its cells has a gap and ends there, so that agents of a block are near each other.
static inline uint32_t row_end_of(const grid *g, uint32_t place)
{
    uint32_t along = (uint32_t)g->window.cells[0], cell = g->cell_of[g->agent[place]];
    uint32_t row = cell / along * along, beyond = (uint32_t)g->beyond[0];
    return g->start[row + (cell - row < beyond ? beyond : along)];
}

// Return the number of agents from a place on that are ghosts, or that are not.
static inline uint32_t count_ghosts(const grid *g, uint32_t begin, uint32_t end, bool are_ghosts)
{
    uint32_t place = begin;
    while (place < end && (g->agent[place] >= g->own) == are_ghosts)
        place++;
    return place - begin;
}

static inline bool has_ghost(const grid *g, uint32_t begin, uint32_t count)
{
    uint32_t any = 0;
    for (uint32_t place = begin; place < begin + count; place++)
        any |= g->agent[place] >= g->own;
    return any;
}

// Get the next block: as many agents as lanes, from one row of cells, without ghosts. Returns false
// at the end.
static inline bool next_block(const grid *g, uint32_t begin, uint32_t end, uint32_t *row_end,
                              block *b)
{
    bool has_ghosts = g->own < g->count;
    if (has_ghosts)
        begin += count_ghosts(g, begin, end, true);
    if (begin >= end)
        return false;
    if (begin >= *row_end)
        *row_end = row_end_of(g, begin);
    end = end < *row_end ? end : *row_end;
    b->begin = begin;
    b->count = end - begin < LANES ? end - begin : LANES;
    if (has_ghosts && has_ghost(g, begin, b->count))
        b->count = count_ghosts(g, begin, begin + b->count, false);
    b->position = wide_get(&g->position, begin, b->count);
    b->place = lanes_count_from(begin);
    b->carried = g->carried;
    return true;
}

// Return the offset from each lane to an agent of the list.
static inline wide offset_to(const block *b, const list *near, uint32_t i)
{
    wide h;
    EACH_DIMENSION (d)
        h.at[d] = lanes_subtract(lanes_all(near->position[d][i]), b->position.at[d]);
    return h;
}

static inline wide carried_by(const block *b, const list *near, uint32_t i)
{
    wide carried;
    EACH_DIMENSION (d)
        carried.at[d] = lanes_all(b->carried.at[d][near->place[i]]);
    return carried;
}

// Prefetch the values of the agents two blocks ahead in a column that is too long for the caches,
// where they are scattered. `agents` are those of the current block.
static inline void fetch_ahead(const grid *g, const vectors *column, const uint32_t *agents,
                               bool to_write)
{
    enum { AHEAD = 2 * LANES, MANY = 1 << 17 };
    for (uint32_t lane = 0; g->count > MANY && lane < LANES; lane++)
        EACH_DIMENSION (d) {
            const float *place = column->at[d] + agents[AHEAD + lane];
            if (to_write)
                __builtin_prefetch(place, 1, 3);
            else
                __builtin_prefetch(place, 0, 3);
        }
}

// ---- the grid: cells and copies

static inline lanes cells_along(const grid *g, int d, lanes x)
{
    lanes zero = lanes_all(0), last = lanes_all((float)(g->cells[d] - 1));
    lanes cell =
        lanes_multiply(lanes_subtract(x, lanes_all(g->world.low.at[d])), lanes_all(g->scale.at[d]));
    cell = lanes_select(lanes_at_most(zero, cell), cell, zero);
    return lanes_select(lanes_less(cell, last), cell, last);
}

// Return the positions of cells in the window, counted from its lower corner; beyond its number of
// cells for those outside.
static inline lanes lanes_in_window(const grid *g, int d, lanes cell)
{
    lanes at = lanes_subtract(lanes_floor(cell), lanes_all((float)g->window.low[d]));
    lanes beyond = lanes_add(at, lanes_all((float)g->cells[d]));
    return lanes_select(lanes_less(at, lanes_all(0)), beyond, at);
}

// Return the cells at positions in the window: those beyond the border come first.
static inline lanes lanes_turned(const grid *g, int d, lanes at)
{
    lanes cells = lanes_all((float)g->window.cells[d]);
    at = lanes_add(at, lanes_all((float)g->beyond[d]));
    return lanes_select(lanes_less(at, cells), at, lanes_subtract(at, cells));
}

// Agents outside of the window are in the cell after those of the window.
static void cells_in_window(const grid *g, uint32_t begin, uint32_t count, const wide *position)
{
    lanes_mask inside = lanes_first(LANES);
    wide at;
    EACH_DIMENSION (d) {
        at.at[d] = lanes_in_window(g, d, cells_along(g, d, position->at[d]));
        inside = lanes_both(inside, lanes_less(at.at[d], lanes_all((float)g->window.cells[d])));
    }
    lanes_ints cell = lanes_whole(lanes_all(0));
    for (int d = STEER_DIMENSIONS - 1; d >= 0; d--) {
        bool is_last = d == STEER_DIMENSIONS - 1;
        lanes after = lanes_all(is_last ? (float)g->window.cells[d] : 0);
        lanes along = lanes_select(inside, lanes_turned(g, d, at.at[d]), after);
        cell = lanes_count_on(lanes_whole(along), cell, g->window.cells[d]);
    }
    lanes_set_ints(g->cell_of + begin, count, cell);
}

static void grid_cells(const grid *g, const vectors *positions, uint32_t begin, uint32_t end)
{
    for (uint32_t count; begin < end; begin += count) {
        count = end - begin < LANES ? end - begin : LANES;
        wide position = wide_wrap(&g->world, wide_get(positions, begin, count));
        if (g->is_partial) {
            cells_in_window(g, begin, count, &position);
            continue;
        }
        lanes_ints cell = lanes_whole(lanes_all(0));
        for (int d = STEER_DIMENSIONS - 1; d >= 0; d--)
            cell =
                lanes_count_on(lanes_whole(cells_along(g, d, position.at[d])), cell, g->cells[d]);
        lanes_set_ints(g->cell_of + begin, count, cell);
    }
}

static void grid_sort(const grid *g, const uint64_t *key, uint32_t begin, uint32_t end)
{
    grid_sort_few(g, key, begin, end);
}

static void grid_copy(const grid *g, const vectors *positions, const vectors *carried,
                      uint32_t begin, uint32_t end)
{
    for (uint32_t count; begin < end; begin += count) {
        count = end - begin < LANES ? end - begin : LANES;
        const uint32_t *agents = g->agent + begin;
        if (end - begin >= 3 * LANES) { // other threads may still be sorting later agents
            fetch_ahead(g, positions, agents, false);
            fetch_ahead(g, carried, agents, false);
        }
        wide position = wide_wrap(&g->world, wide_gather(positions, agents, count));
        EACH_DIMENSION (d) {
            // Agents whose position is NaN are invisible to all others: a NaN would break the
            // bounding boxes of its neighbours.
            lanes x = position.at[d];
            position.at[d] = lanes_select(lanes_at_most(x, x), x, lanes_all(INFINITY));
        }
        wide_set(&g->position, begin, count, position);
        wide_set(&g->carried, begin, count, wide_gather(carried, agents, count));
    }
}

// ---- the flocking model

typedef struct flock_sums {
    wide offset, apart, along;
    lanes count;
} flock_sums;

static inline void flock_meet(const block *b, const list *near, const void *model, void *sums)
{
    const flock_model *m = model;
    lanes radius_squared = lanes_all(m->radius * m->radius);
    lanes apart_squared = lanes_all(m->apart * m->apart);
    flock_sums s = *(flock_sums *)sums;
    for (uint32_t i = 0; i < near->count; i++) {
        wide h = offset_to(b, near, i);
        lanes squared = wide_dot(h, h);
        lanes_mask seen = lanes_both(lanes_at_most(squared, radius_squared),
                                     lanes_differ(b->place, near->place[i]));
        s.offset = wide_add_where(seen, s.offset, h);
        s.along = wide_add_where(seen, s.along, carried_by(b, near, i));
        s.count = lanes_add_where(seen, s.count, lanes_all(1));
        lanes_mask close = lanes_both(seen, lanes_less(squared, apart_squared));
        s.apart = wide_add_where(close, s.apart, h);
    }
    *(flock_sums *)sums = s;
}

static void flock_block(const flock_model *m, const grid *g, const vehicles *all, const block *b)
{
    flock_sums s = {0};
    meet_neighbours(g, b, m->radius, flock_meet, m, &s);
    wide change = wide_subtract(wide_scale(s.offset, lanes_all(m->cohere)),
                                wide_scale(s.apart, lanes_all(m->separate)));
    change = wide_add(change, wide_scale(s.along, lanes_all(m->match)));
    lanes one = lanes_all(1);
    lanes divisor = lanes_select(lanes_less(s.count, one), one, s.count);
    change = wide_scale(change, lanes_divide(one, divisor));
    wide velocity = wide_add(wide_get(&g->carried, b->begin, b->count), change);
    velocity = wide_with_length(velocity, lanes_all(m->speed), (wide){0});
    wide position = wide_wrap(&g->world, wide_add(b->position, velocity));
    const uint32_t *agents = g->agent + b->begin;
    wide_scatter(&all->position, agents, b->count, position);
    wide_scatter(&all->velocity, agents, b->count, velocity);
}

static void flock_step(const flock_model *model, const grid *g, const vehicles *all, uint32_t begin,
                       uint32_t end)
{
    uint32_t row_end = 0;
    for (block b; next_block(g, begin, end, &row_end, &b); begin = b.begin + b.count) {
        fetch_ahead(g, &all->position, g->agent + b.begin, true);
        fetch_ahead(g, &all->velocity, g->agent + b.begin, true);
        flock_block(model, g, all, &b);
    }
}

// ---- sums over visible neighbours, with a radius and an angle for each kind

typedef struct looking {
    wide heading;
    lanes radius_squared[NEIGHBOURS_KINDS];
    lanes cosine_squared[NEIGHBOURS_KINDS]; // with the sign of the cosine
    lanes reach_squared;                    // largest radius, squared
} looking;

typedef struct look_sums {
    wide apart, offset, along;
    lanes count[NEIGHBOURS_KINDS];
} look_sums;

static inline lanes times_abs(lanes a)
{
    return lanes_multiply(a, lanes_abs(a));
}

// Return the push away from a neighbour at offset h; none when h is zero.
static inline wide vehicles_push(wide h, lanes squared, neighbours_falloff falloff)
{
    if (falloff == NEIGHBOURS_UNIT)
        return wide_scale(h, lanes_divide(lanes_all(-0.5f), lanes_sqrt(squared)));
    if (falloff == NEIGHBOURS_INVERSE)
        return wide_scale(h, lanes_divide(lanes_all(-1), squared));
    return wide_scale(h, lanes_all(-1));
}

static inline __attribute__((always_inline)) void look_meet(const block *b, const list *near,
                                                            const void *model, void *sums,
                                                            neighbours_falloff falloff)
{
    const looking *m = model;
    look_sums s = *(look_sums *)sums;
    for (uint32_t i = 0; i < near->count; i++) {
        wide h = offset_to(b, near, i);
        lanes squared = wide_dot(h, h);
        lanes_mask in_reach = lanes_both(lanes_at_most(squared, m->reach_squared),
                                         lanes_differ(b->place, near->place[i]));
        if (!lanes_any(in_reach))
            continue;
        // Test forward > cosine * |h|, squared without losing the signs.
        lanes forward = times_abs(wide_dot(h, m->heading));
        lanes_mask seen[NEIGHBOURS_KINDS];
        for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
            lanes needed = lanes_multiply(m->cosine_squared[kind], squared);
            seen[kind] = lanes_both(lanes_both(in_reach, lanes_at_most(needed, forward)),
                                    lanes_at_most(squared, m->radius_squared[kind]));
            s.count[kind] = lanes_add_where(seen[kind], s.count[kind], lanes_all(1));
        }
        lanes_mask pushing =
            lanes_both(seen[NEIGHBOURS_SEPARATION], lanes_less(lanes_all(0), squared));
        if (lanes_any(pushing))
            s.apart = wide_add_where(pushing, s.apart, vehicles_push(h, squared, falloff));
        s.offset = wide_add_where(seen[NEIGHBOURS_COHESION], s.offset, h);
        s.along = wide_add_where(seen[NEIGHBOURS_ALIGNMENT], s.along, carried_by(b, near, i));
    }
    *(look_sums *)sums = s;
}

static inline void look_unit(const block *b, const list *near, const void *model, void *sums)
{
    look_meet(b, near, model, sums, NEIGHBOURS_UNIT);
}

static inline void look_inverse(const block *b, const list *near, const void *model, void *sums)
{
    look_meet(b, near, model, sums, NEIGHBOURS_INVERSE);
}

static inline void look_linear(const block *b, const list *near, const void *model, void *sums)
{
    look_meet(b, near, model, sums, NEIGHBOURS_LINEAR);
}

// The variant for agents that see all around: only distances count. With `same`, cohesion and
// alignment have the same radius.
static inline __attribute__((always_inline)) void even_meet(const block *b, const list *near,
                                                            const void *model, void *sums,
                                                            neighbours_falloff falloff, bool same)
{
    const looking *m = model;
    look_sums s = *(look_sums *)sums;
    lanes one = lanes_all(1);
    for (uint32_t i = 0; i < near->count; i++) {
        wide h = offset_to(b, near, i);
        lanes squared = wide_dot(h, h);
        lanes_mask other = lanes_differ(b->place, near->place[i]);
        lanes_mask seen[NEIGHBOURS_KINDS];
        for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
            bool known = same && kind == NEIGHBOURS_ALIGNMENT;
            seen[kind] = known ? seen[NEIGHBOURS_COHESION]
                               : lanes_both(other, lanes_at_most(squared, m->radius_squared[kind]));
            if (!known)
                s.count[kind] = lanes_add_where(seen[kind], s.count[kind], one);
        }
        lanes_mask pushing =
            lanes_both(seen[NEIGHBOURS_SEPARATION], lanes_less(lanes_all(0), squared));
        if (falloff == NEIGHBOURS_LINEAR || lanes_any(pushing))
            s.apart = wide_add_where(pushing, s.apart, vehicles_push(h, squared, falloff));
        s.offset = wide_add_where(seen[NEIGHBOURS_COHESION], s.offset, h);
        s.along = wide_add_where(seen[NEIGHBOURS_ALIGNMENT], s.along, carried_by(b, near, i));
    }
    if (same)
        s.count[NEIGHBOURS_ALIGNMENT] = s.count[NEIGHBOURS_COHESION];
    *(look_sums *)sums = s;
}

static inline __attribute__((always_inline)) void even_unit(const block *b, const list *near,
                                                            const void *model, void *sums)
{
    even_meet(b, near, model, sums, NEIGHBOURS_UNIT, false);
}

static inline __attribute__((always_inline)) void even_inverse(const block *b, const list *near,
                                                               const void *model, void *sums)
{
    even_meet(b, near, model, sums, NEIGHBOURS_INVERSE, false);
}

static inline __attribute__((always_inline)) void even_linear(const block *b, const list *near,
                                                              const void *model, void *sums)
{
    even_meet(b, near, model, sums, NEIGHBOURS_LINEAR, false);
}

static inline __attribute__((always_inline)) void even_flock(const block *b, const list *near,
                                                             const void *model, void *sums)
{
    even_meet(b, near, model, sums, NEIGHBOURS_LINEAR, true);
}

// Return whether all agents see all around, with the same radii. The cosine must be well below -1,
// so that rounding cannot hide a neighbour straight behind.
static bool is_even(const neighbours_view *view)
{
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        const number_column *radius = &view->radius[kind], *cosine = &view->cosine[kind];
        bool sees_nobody = !radius->column && radius->value < 0;
        if (radius->column || (!sees_nobody && (cosine->column || !(cosine->value < -1.01f))))
            return false;
    }
    return true;
}

static inline lanes numbers_of(const number_column *n, const uint32_t *agents, uint32_t count)
{
    return n->column ? lanes_gather(n->column, agents, count) : lanes_all(n->value);
}

// A radius below 0 sees nothing, so its square must not become positive.
static inline lanes square_of_radius(lanes radius)
{
    lanes zero = lanes_all(0);
    return lanes_select(lanes_less(radius, zero), lanes_all(-1), lanes_multiply(radius, radius));
}

static void look_evenly(const neighbours_view *view, const grid *g, const block *b, looking *m,
                        look_sums *s)
{
    bool same = view->radius[NEIGHBOURS_COHESION].value == view->radius[NEIGHBOURS_ALIGNMENT].value;
    if (view->falloff == NEIGHBOURS_LINEAR && same)
        meet_neighbours(g, b, view->reach, even_flock, m, s);
    else if (view->falloff == NEIGHBOURS_LINEAR)
        meet_neighbours(g, b, view->reach, even_linear, m, s);
    else if (view->falloff == NEIGHBOURS_UNIT)
        meet_neighbours(g, b, view->reach, even_unit, m, s);
    else
        meet_neighbours(g, b, view->reach, even_inverse, m, s);
}

// Return the headings of a block: those that the grid carries, or by index.
static inline wide headings_of(const grid *g, const vectors *column, const block *b)
{
    if (!column)
        return wide_get(&g->carried, b->begin, b->count);
    return wide_gather(column, g->agent + b->begin, b->count);
}

// `headings` may be NULL if the grid carries them.
static void look_block(const neighbours_view *view, const grid *g, const vectors *headings,
                       const block *b, look_sums *s)
{
    s->apart = s->offset = s->along = wide_all(vector_zero());
    const uint32_t *agents = g->agent + b->begin;
    looking m;
    m.reach_squared = lanes_all(-1);
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        s->count[kind] = lanes_all(0);
        m.radius_squared[kind] =
            square_of_radius(numbers_of(&view->radius[kind], agents, b->count));
        m.cosine_squared[kind] = times_abs(numbers_of(&view->cosine[kind], agents, b->count));
        m.reach_squared = lanes_select(lanes_less(m.reach_squared, m.radius_squared[kind]),
                                       m.radius_squared[kind], m.reach_squared);
    }
    if (is_even(view)) {
        look_evenly(view, g, b, &m, s);
        return;
    }
    m.heading = headings_of(g, headings, b);
    switch (view->falloff) {
    case NEIGHBOURS_UNIT: meet_neighbours(g, b, view->reach, look_unit, &m, s); break;
    case NEIGHBOURS_INVERSE: meet_neighbours(g, b, view->reach, look_inverse, &m, s); break;
    case NEIGHBOURS_LINEAR: meet_neighbours(g, b, view->reach, look_linear, &m, s); break;
    }
}

static void neighbours_sum(const grid *g, const vehicles *all, const neighbours_view *view,
                           const neighbours_sums *sums, uint32_t begin, uint32_t end)
{
    uint32_t row_end = 0;
    for (block b; next_block(g, begin, end, &row_end, &b); begin = b.begin + b.count) {
        look_sums s;
        look_block(view, g, &all->heading, &b, &s);
        const uint32_t *agents = g->agent + b.begin;
        wide_scatter(&sums->apart, agents, b.count, s.apart);
        wide_scatter(&sums->offset, agents, b.count, s.offset);
        wide_scatter(&sums->along, agents, b.count, s.along);
        for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
            lanes_scatter(sums->count[kind], agents, b.count, s.count[kind]);
    }
}

// ---- flocks driven by urges: the forces of urges.c and the sum of combine.c

// Return `a` / count, or zero if count is 0.
static inline wide mean_of(wide a, lanes count)
{
    lanes_mask any = lanes_less(lanes_all(0), count);
    return wide_select(any, wide_scale(a, lanes_divide(lanes_all(1), count)),
                       wide_all(vector_zero()));
}

// Return `a` / count, or `a` if count is 0.
static inline wide share_of(wide a, lanes count)
{
    lanes one = lanes_all(1);
    count = lanes_select(lanes_less(count, one), one, count);
    return wide_scale(a, lanes_divide(one, count));
}

static inline wide cohesion_of(const look_sums *s, const vehicles *all, const uint32_t *agents,
                               uint32_t count)
{
    lanes seen = s->count[NEIGHBOURS_COHESION];
    wide position = wide_gather(&all->position, agents, count);
    wide velocity = wide_gather(&all->velocity, agents, count);
    wide target = wide_add(position, wide_scale(s->offset, lanes_divide(lanes_all(1), seen)));
    wide wanted =
        wide_with_length(wide_subtract(target, position),
                         lanes_gather(all->max_speed, agents, count), wide_all(vector_zero()));
    return wide_select(lanes_less(lanes_all(0), seen), wide_subtract(wanted, velocity),
                       wide_all(vector_zero()));
}

static inline wide urged_by(behaviour type, const look_sums *s, const vehicles *all,
                            const uint32_t *agents, uint32_t count)
{
    switch (type) {
    case BEHAVIOUR_SPREAD: return share_of(s->apart, s->count[NEIGHBOURS_COHESION]);
    case BEHAVIOUR_GATHER: return share_of(s->offset, s->count[NEIGHBOURS_COHESION]);
    case BEHAVIOUR_MATCH: return share_of(s->along, s->count[NEIGHBOURS_ALIGNMENT]);
    case BEHAVIOUR_COHERE: return cohesion_of(s, all, agents, count);
    case BEHAVIOUR_ALIGN: return mean_of(s->along, s->count[NEIGHBOURS_ALIGNMENT]);
    default: return s->apart;
    }
}

static inline lanes_mask live_of(const uint64_t *live, const uint32_t *agents, uint32_t count)
{
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < count; lane++)
        bits |= (uint32_t)(live[agents[lane] / 64] >> agents[lane] % 64 & 1) << lane;
    return lanes_of_bits(bits);
}

static void flock_forces(const flock_urges *urges, const neighbours_view *view, const grid *g,
                         const vehicles *all, const vectors *forces, uint32_t begin, uint32_t end)
{
    uint32_t row_end = 0;
    for (block b; next_block(g, begin, end, &row_end, &b); begin = b.begin + b.count) {
        fetch_ahead(g, forces, g->agent + b.begin, true);
        look_sums s;
        look_block(view, g, &all->heading, &b, &s);
        const uint32_t *agents = g->agent + b.begin;
        wide total = wide_all(vector_zero());
        for (uint32_t i = 0; i < urges->count; i++) {
            wide force = urged_by(urges->list[i].type, &s, all, agents, b.count);
            force = wide_scale(force, lanes_all(urges->list[i].weight));
            if (urges->list[i].live)
                total = wide_add_where(live_of(urges->list[i].live, agents, b.count), total, force);
            else
                total = wide_add(total, force);
        }
        total = wide_clip(total, lanes_gather(all->max_force, agents, b.count));
        wide_scatter(forces, agents, b.count, total);
    }
}

// ---- motion

typedef struct body {
    wide position, velocity, heading;
    lanes mass, max_force, max_speed, min_speed;
} body;

static inline void vehicles_move(body *b, wide force, lanes dt)
{
    force = wide_divide(wide_clip(force, b->max_force), b->mass);
    wide velocity = wide_add(b->velocity, wide_scale(force, dt));
    lanes slow = lanes_multiply(b->min_speed, b->min_speed);
    lanes_mask is_slow = lanes_less(wide_dot(velocity, velocity), slow);
    velocity = wide_clip(velocity, b->max_speed);
    if (lanes_any(is_slow))
        velocity =
            wide_select(is_slow, wide_with_length(velocity, b->min_speed, velocity), velocity);
    b->velocity = velocity;
    b->position = wide_add(b->position, wide_scale(b->velocity, dt));
    b->heading = wide_with_length(b->velocity, lanes_all(1), b->heading);
}

static uint32_t motion_step(const vehicles *all, const vectors *forces, const space *world,
                            float dt, uint32_t begin, uint32_t end)
{
    uint32_t lost = MOTION_NONE;
    for (uint32_t count; begin < end; begin += count) {
        count = end - begin < LANES ? end - begin : LANES;
        body b = {.position = wide_get(&all->position, begin, count),
                  .velocity = wide_get(&all->velocity, begin, count),
                  .heading = wide_get(&all->heading, begin, count),
                  .mass = lanes_get(all->mass + begin, count),
                  .max_force = lanes_get(all->max_force + begin, count),
                  .max_speed = lanes_get(all->max_speed + begin, count),
                  .min_speed =
                      all->min_speed ? lanes_get(all->min_speed + begin, count) : lanes_all(0)};
        vehicles_move(&b, wide_get(forces, begin, count), lanes_all(dt));
        motion is = {wide_wrap(world, b.position), b.velocity, b.heading};
        lost = motion_set(all, begin, count, is, lost);
    }
    return lost;
}

// ---- boids: sums, force and motion

static inline wide boids_force(const boids_model *m, const look_sums *s, wide heading)
{
    lanes one = lanes_all(1);
    lanes met = s->count[NEIGHBOURS_ALIGNMENT];
    lanes_mask none = lanes_less(met, one);
    wide along = wide_subtract(wide_divide(s->along, met), heading);
    along = wide_select(none, (wide){0}, along);
    const wide wanted[NEIGHBOURS_KINDS] = {s->apart, s->offset, along};
    wide force = {0};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        wide unit = wide_with_length(wanted[kind], one, (wide){0});
        force = wide_add(force, wide_scale(unit, lanes_all(m->weight[kind])));
    }
    return force;
}

// Move boids that have left the sphere to the opposite side.
static inline wide into_sphere(const boids_model *m, wide position)
{
    wide offset = wide_subtract(position, wide_all(m->centre));
    wide across = wide_with_length(offset, lanes_all(2 * m->sphere), (wide){0});
    lanes_mask outside = lanes_less(lanes_all(m->sphere * m->sphere), wide_dot(offset, offset));
    return wide_select(outside, wide_subtract(position, across), position);
}

static void boids_block(const boids_model *m, const neighbours_view *view, const grid *g,
                        const vehicles *all, const block *b)
{
    const uint32_t *agents = g->agent + b->begin;
    look_sums s;
    look_block(view, g, NULL, b, &s);
    body moved = {.position = b->position,
                  .velocity = wide_gather(&all->velocity, agents, b->count),
                  .heading = wide_get(&g->carried, b->begin, b->count),
                  .mass = lanes_all(m->mass),
                  .max_force = lanes_all(m->max_force),
                  .max_speed = lanes_all(m->max_speed),
                  .min_speed = lanes_all(0)};
    vehicles_move(&moved, boids_force(m, &s, moved.heading), lanes_all(m->dt));
    wide position = m->sphere > 0 ? into_sphere(m, moved.position) : moved.position;
    wide_scatter(&all->position, agents, b->count, wide_wrap(&g->world, position));
    wide_scatter(&all->velocity, agents, b->count, moved.velocity);
    wide_scatter(&all->heading, agents, b->count, moved.heading);
}

static void flock_boids(const boids_model *model, const grid *g, const vehicles *all,
                        uint32_t begin, uint32_t end)
{
    neighbours_view view = {.falloff = NEIGHBOURS_INVERSE};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        float radius = model->radius[kind];
        view.radius[kind].value = radius;
        view.cosine[kind].value = model->cosine[kind];
        view.reach = radius > view.reach ? radius : view.reach;
    }
    uint32_t row_end = 0;
    for (block b; next_block(g, begin, end, &row_end, &b); begin = b.begin + b.count) {
        fetch_ahead(g, &all->position, g->agent + b.begin, true);
        fetch_ahead(g, &all->velocity, g->agent + b.begin, true);
        fetch_ahead(g, &all->heading, g->agent + b.begin, true);
        boids_block(model, &view, g, all, &b);
    }
}

static bool is_supported(void)
{
    return LANES_SUPPORTED;
}

GESTALT_NATIVE_CHECK(steer_compute)

const steer_kernels KERNELS_NAME = {
    .name = KERNELS_TEXT,
    .is_supported = is_supported,
    .compute = steer_compute,
    .grid = {grid_cells, grid_sort, grid_copy, grid_find},
    .neighbours_sum = neighbours_sum,
    .flock_step = flock_step,
    .flock_forces = flock_forces,
    .flock_boids = flock_boids,
    .motion_step = motion_step,
    .driver_accelerate = driver_accelerate,
    .driver_move = driver_move,
    .threats_filter = threats_filter,
    .ways_see = ways_see,
    .ways_weigh = ways_weigh,
    .ways_look = ways_look,
};
