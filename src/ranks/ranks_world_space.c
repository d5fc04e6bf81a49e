// SPDX-License-Identifier: MIT
// Who owns which part of space: boxes, the ghosts near them, and the agents that move between them.
#include "array.h"
#include "error.h"
#include "ranks_world.h"
#include "sort.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// Cells along the longest side of a world: enough for boxes of nearly equal cost.
enum { CELLS_IN_PLANE = 1024, CELLS_IN_SPACE = 128 };

// Agents for which there is room among the marks, besides those of the agent that is marked last.
enum { MARKS = 4096 };

// Agents that can leave a rank at once, besides a sixteenth of its agents.
enum { MOVES = 16384 };

static void exchange_clear(exchange *x)
{
    memset(x->out, 0, x->job->size * sizeof *x->out);
}

// ---- boxes

// The boxes need not have the cells of the world's grid: that has its own window around a box.
static gestalt_result space_cells(const gestalt_ranks_world *w, cell_space *space)
{
    const gestalt_scene_facts *f = &w->facts;
    float longest = fmaxf(fmaxf(f->size[0], f->size[1]), f->size[2]);
    float cell = longest / (float)(f->dimensions == 2 ? CELLS_IN_PLANE : CELLS_IN_SPACE);
    return cell_space_divide(space, f->dimensions, f->low, f->size, f->periodic,
                             fmaxf(cell, gestalt_world_reach(w->own) / 4));
}

static cell_position cell_of(const gestalt_ranks_world *w, const gestalt_world_columns *c,
                             uint32_t row)
{
    cell_position cell = {{0}};
    for (uint32_t axis = 0; axis < w->facts.dimensions; axis++)
        cell.at[axis] = cell_along(&w->space.boxes.space, axis, c->position[axis][row]);
    return cell;
}

// Add up the costs of all ranks. Agents of a rank have equal parts of the time of its steps, in
// sixteenths of microseconds, so that their sum over all ranks is not too large for boxes_divide.
static void space_costs(gestalt_ranks_world *w)
{
    gestalt_world_columns c = gestalt_world_columns_of(w->own);
    uint32_t bins = bin_count(&w->space.boxes.space);
    uint64_t each =
        w->space.steps > 0 && c.count > 0 ? 16 * (w->space.busy / w->space.steps) / c.count : 0;
    memset(w->space.cost, 0, bins * sizeof *w->space.cost);
    for (uint32_t i = 0; i < c.count; i++)
        w->space.cost[bin_of(&w->space.boxes.space, cell_of(w, &c, i))] += each + 1;
    job_time begin = job_now();
    MPI_Allreduce(MPI_IN_PLACE, w->space.cost, (int)bins, MPI_UINT64_T, MPI_SUM,
                  w->job.communicator);
    job_waited(&w->job, begin);
}

static gestalt_result space_window(gestalt_ranks_world *w, gestalt_error *error)
{
    const cell_space *space = &w->space.boxes.space;
    const cell_box *box = &w->space.boxes.box[w->job.rank];
    float low[BOX_AXES] = {0}, high[BOX_AXES] = {0};
    for (uint32_t axis = 0; axis < space->dimensions; axis++) {
        double edge = (double)space->size[axis] / space->cells[axis];
        low[axis] = (float)(space->low[axis] + box->low[axis] * edge);
        high[axis] = (float)(space->low[axis] + box->high[axis] * edge);
    }
    return gestalt_world_set_window(w->own, low, high, error);
}

// Divide space by the costs. The ranks have yet to agree, and agents have yet to move.
static gestalt_result space_divide(gestalt_ranks_world *w, gestalt_error *error)
{
    halo divided;
    space_costs(w);
    boxes_divide(&w->space.boxes,
                 w->space.cost); // costs that are too large leave the boxes as they are
    w->space.steps = w->space.busy = 0;
    gestalt_result result = halo_create(&divided, &w->allocator, &w->space.boxes, w->job.rank,
                                        gestalt_world_reach(w->own));
    if (result == GESTALT_NO_MEMORY)
        return error_no_memory(error);
    if (result != GESTALT_OK)
        return error_set(error, result, 0, "the world has too many cells: use more ranks");
    halo_destroy(&w->space.halo, &w->allocator);
    w->space.halo = divided;
    return space_window(w, error);
}

// Return whether to divide again. All ranks find the same.
static bool space_is_uneven(const gestalt_ranks_world *w)
{
    uint64_t slowest = w->space.busy, sum = w->space.busy;
    if (w->space.steps % BOXES_STEPS != 0)
        return false;
    job_time begin = job_now();
    MPI_Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_UINT64_T, MPI_MAX, w->job.communicator);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, w->job.communicator);
    job_waited(&w->job, begin);
    return boxes_are_uneven(w->space.steps, slowest, sum, w->job.size);
}

// ---- ghosts

// Mark the agents that others need, and count them.
static gestalt_result ghosts_mark(gestalt_ranks_world *w, gestalt_error *error)
{
    gestalt_world_columns c = gestalt_world_columns_of(w->own);
    const float *const position[BOX_AXES] = {c.position[0], c.position[1], c.position[2]};
    size_t size = gestalt_world_ghost_size(w->own), count = 0;
    for (uint32_t next = 0; next < c.count;) {
        if (!ARRAY_RESERVE(&w->allocator, w->ghosts.marks, w->ghosts.marks_room,
                           count + w->space.halo.rank_count + MARKS))
            return error_no_memory(error);
        size_t room = w->ghosts.marks_room - count;
        count += halo_find(&w->space.halo, position, &next, c.count, w->ghosts.marks + count,
                           room < UINT32_MAX ? (uint32_t)room : UINT32_MAX);
        if (count > INT_MAX)
            return error_set(error, GESTALT_LIMIT, 0, "others need more than 2^31 - 1 ghosts");
    }
    if (!ARRAY_RESERVE(&w->allocator, w->ghosts.shown, w->ghosts.shown_room, count) ||
        !ARRAY_RESERVE(&w->allocator, w->ghosts.shown_bytes, w->ghosts.shown_bytes_room,
                       count * size))
        return error_no_memory(error);
    w->ghosts.mark_count = (uint32_t)count;
    for (uint32_t i = 0; i < count; i++)
        w->ghosts.exchange.out[w->space.halo.rank[w->ghosts.marks[i].to]]++;
    return GESTALT_OK;
}

// Refuse rows for which there is no room. `what` describes them.
static gestalt_result rows_fit(const gestalt_ranks_world *w, uint64_t count, const char *what,
                               gestalt_error *error)
{
    uint64_t own = gestalt_world_columns_of(w->own).count;
    if (own + count <= w->capacity)
        return GESTALT_OK;
    return error_set(error, GESTALT_LIMIT, 0,
                     "rank %u has no room for %llu %s after %llu agents: the option `capacity` is "
                     "%u",
                     (unsigned)w->job.rank, (unsigned long long)count, what,
                     (unsigned long long)own, (unsigned)w->capacity);
}

static gestalt_result ghosts_receive(gestalt_ranks_world *w, gestalt_error *error)
{
    uint64_t count = w->ghosts.exchange.in_count;
    gestalt_result result = rows_fit(w, count, "ghosts", error);
    if (result != GESTALT_OK)
        return result;
    return ARRAY_RESERVE(&w->allocator, w->ghosts.bytes, w->ghosts.bytes_room,
                         count * gestalt_world_ghost_size(w->own))
               ? GESTALT_OK
               : error_no_memory(error);
}

// List the rows of marked agents by rank.
static void ghosts_list(gestalt_ranks_world *w)
{
    int *first = w->ghosts.exchange.out + w->job.size;
    for (uint32_t i = 0; i < w->ghosts.mark_count; i++)
        w->ghosts.shown[first[w->space.halo.rank[w->ghosts.marks[i].to]]++] =
            w->ghosts.marks[i].agent;
    for (uint32_t rank = 0; rank < w->job.size; rank++)
        first[rank] -= w->ghosts.exchange.out[rank];
}

gestalt_result ranks_world_halo(void *user, gestalt_world *own, gestalt_error *error)
{
    gestalt_ranks_world *w = user;
    agreement a = {0};
    if (!ranks_world_meet(w))
        return ranks_world_failed(w, error);
    exchange_clear(&w->ghosts.exchange);
    a.result = ghosts_mark(w, &a.error);
    bool is_possible = exchange_count(&w->ghosts.exchange);
    if (a.result == GESTALT_OK)
        a.result = is_possible ? ghosts_receive(w, &a.error)
                               : error_set(&a.error, GESTALT_LIMIT, 0,
                                           "a rank needs more than 2^31 - 1 ghosts");
    gestalt_result result = ranks_world_agree(w, &a, error);
    if (result == GESTALT_OK) {
        ghosts_list(w);
        gestalt_world_take_ghosts(own, w->ghosts.shown, w->ghosts.mark_count,
                                  w->ghosts.shown_bytes);
        exchange_send(&w->ghosts.exchange, gestalt_world_ghost_size(own), w->ghosts.shown_bytes,
                      w->ghosts.bytes);
        result = gestalt_world_set_ghosts(own, w->ghosts.bytes,
                                          (uint32_t)w->ghosts.exchange.in_count, error);
        w->counts.ghosts += w->ghosts.exchange.in_count;
        w->counts.ghost_bytes += w->ghosts.exchange.in_count * gestalt_world_ghost_size(own);
    }
    return result;
}

// Send the values in pieces that fit into the memory of ghosts.
void ranks_world_refresh(void *user, gestalt_world *own, void *column, size_t stride)
{
    gestalt_ranks_world *w = user;
    size_t most = gestalt_world_ghost_size(own), size;
    if (!ranks_world_meet(w))
        return;
    for (size_t at = 0; at < stride; at += size) {
        size = stride - at < most ? stride - at : most;
        unsigned char *from = (unsigned char *)column + at;
        for (uint32_t i = 0; i < w->ghosts.mark_count; i++)
            memcpy(w->ghosts.shown_bytes + i * size, from + w->ghosts.shown[i] * stride, size);
        exchange_send(&w->ghosts.exchange, size, w->ghosts.shown_bytes, w->ghosts.bytes);
        w->counts.ghost_bytes += w->ghosts.exchange.in_count * size;
        from += gestalt_world_columns_of(own).count * stride;
        for (uint64_t i = 0; i < w->ghosts.exchange.in_count; i++)
            memcpy(from + i * stride, w->ghosts.bytes + i * size, size);
    }
}

// ---- migrants

static bool move_is_before(const void *one, const void *other, const void *user)
{
    const ranks_move *a = one, *b = other;
    (void)user;
    return a->to != b->to ? a->to < b->to : a->row < b->row;
}

static void moves_release(gestalt_ranks_world *w)
{
    const gestalt_allocator *a = &w->allocator;
    world_migrants *m = &w->migrants;
    ARRAY_RELEASE(a, m->moves, m->moves_room);
    ARRAY_RELEASE(a, m->leaving, m->leaving_room);
    ARRAY_RELEASE(a, m->moved, m->moved_room);
    ARRAY_RELEASE(a, m->out, m->out_room);
    ARRAY_RELEASE(a, m->in, m->in_room);
    m->moves = NULL;
    m->leaving = m->moved = NULL;
    m->out = m->in = NULL;
    m->moves_room = m->leaving_room = m->moved_room = m->out_room = m->in_room = 0;
}

// Most agents that leave a rank at once, so that the memory for moving stays small.
static uint32_t moves_most(const gestalt_ranks_world *w)
{
    return w->migrants.most + gestalt_world_columns_of(w->own).count / 16;
}

static bool row_is_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

// Add an agent to the list of those that other ranks shall own, unless this rank shall, or the list
// is full.
static bool moves_add(gestalt_ranks_world *w, const gestalt_world_columns *c, uint32_t row)
{
    uint32_t count = w->migrants.leaving_count;
    uint32_t to = w->space.homes ? owner_of(*w->space.homes, c->id[row])
                                 : boxes_find(&w->space.boxes, cell_of(w, c, row));
    if (to == w->job.rank)
        return true;
    w->migrants.are_more = count == moves_most(w);
    if (w->migrants.are_more)
        return true;
    if (!ARRAY_RESERVE(&w->allocator, w->migrants.moves, w->migrants.moves_room, count + 1) ||
        !ARRAY_RESERVE(&w->allocator, w->migrants.leaving, w->migrants.leaving_room, count + 1))
        return false;
    w->migrants.leaving[count] = row;
    w->migrants.moves[count] = (ranks_move){to, row};
    w->migrants.leaving_count++;
    return true;
}

// Set limits within which agents are certainly in the rank's box: a cell away from its sides, which
// is more than rounding can move them.
static void moves_limit(const gestalt_ranks_world *w, float low[BOX_AXES], float high[BOX_AXES])
{
    const cell_space *space = &w->space.boxes.space;
    const cell_box *box = &w->space.boxes.box[w->job.rank];
    for (uint32_t axis = 0; axis < space->dimensions; axis++) {
        double edge = (double)space->size[axis] / space->cells[axis];
        bool is_whole = box->high[axis] - box->low[axis] == space->cells[axis];
        low[axis] = is_whole ? -INFINITY : (float)(space->low[axis] + (box->low[axis] + 1) * edge);
        high[axis] = is_whole ? INFINITY : (float)(space->low[axis] + (box->high[axis] - 1) * edge);
    }
}

// Set a byte for each agent that may have to move.
static void moves_sift(const gestalt_ranks_world *w, const gestalt_world_columns *c, uint32_t begin,
                       uint32_t count, uint8_t is_outside[HALO_SIFTED])
{
    float low[BOX_AXES], high[BOX_AXES];
    const float *const position[BOX_AXES] = {c->position[0], c->position[1], c->position[2]};
    moves_limit(w, low, high);
    if (w->space.homes)
        memset(is_outside, 1, HALO_SIFTED);
    else
        halo_sift(w->facts.dimensions, low, high, position, begin, count, is_outside);
}

static bool moves_find_in(gestalt_ranks_world *w, uint32_t begin, uint32_t end)
{
    gestalt_world_columns c = gestalt_world_columns_of(w->own);
    uint8_t is_outside[HALO_SIFTED];
    for (; begin < end && !w->migrants.are_more; begin += HALO_SIFTED) {
        uint32_t agents = end - begin < HALO_SIFTED ? end - begin : HALO_SIFTED;
        moves_sift(w, &c, begin, agents, is_outside);
        for (uint32_t i = halo_next_outside(is_outside, 0, agents); i < agents;
             i = halo_next_outside(is_outside, i + 1, agents))
            if (!moves_add(w, &c, begin + i))
                return false;
    }
    return true;
}

// List the agents that other ranks shall own, or some of them. Rows are by id, so each rank begins
// with agents for the next rank: then all ranks get about as many as they send.
static gestalt_result moves_find(gestalt_ranks_world *w, gestalt_error *error)
{
    uint32_t all = gestalt_world_columns_of(w->own).count;
    uint32_t first = (uint32_t)((uint64_t)all * (w->job.rank + 1) / w->job.size);
    if (!moves_find_in(w, first, all) || !moves_find_in(w, 0, first))
        return error_no_memory(error);
    uint32_t count = w->migrants.leaving_count;
    if (!ARRAY_RESERVE(&w->allocator, w->migrants.moved, w->migrants.moved_room, count))
        return error_no_memory(error);
    sort_heap(w->migrants.moves, count, sizeof *w->migrants.moves, move_is_before, NULL);
    sort_heap(w->migrants.leaving, count, sizeof *w->migrants.leaving, row_is_before, NULL);
    for (uint32_t i = 0; i < count; i++)
        w->migrants.moved[i] = w->migrants.moves[i].row;
    return GESTALT_OK;
}

// Write the agents that move, rank by rank.
static gestalt_result moves_take(gestalt_ranks_world *w, gestalt_error *error)
{
    enum { WORD = sizeof *w->migrants.out };
    size_t used = 0, size;
    for (uint32_t begin = 0, end; begin < w->migrants.leaving_count; begin = end) {
        uint32_t to = w->migrants.moves[begin].to;
        for (end = begin; end < w->migrants.leaving_count && w->migrants.moves[end].to == to;)
            end++;
        size_t room = gestalt_world_migrants_size(w->own, end - begin);
        if (!ARRAY_RESERVE(&w->allocator, w->migrants.out, w->migrants.out_room,
                           used + room / WORD + 1))
            return error_no_memory(error);
        gestalt_result result =
            gestalt_world_take_migrants(w->own, w->migrants.moved + begin, end - begin,
                                        w->migrants.out + used, room, &size, error);
        if (result != GESTALT_OK)
            return result;
        if (used + size / WORD + 1 > INT_MAX)
            return error_set(error, GESTALT_LIMIT, 0, "too many agents leave rank %u",
                             (unsigned)w->job.rank);
        w->migrants.counts[to] = (int)(end - begin);
        w->migrants.exchange.out[to] = (int)((size + WORD - 1) / WORD);
        used += (size + WORD - 1) / WORD;
    }
    return GESTALT_OK;
}

// Return the number of agents that arrive.
static uint64_t moves_count(const gestalt_ranks_world *w)
{
    const int *arriving = w->migrants.counts + w->job.size;
    uint64_t count = 0;
    MPI_Alltoall(w->migrants.counts, 1, MPI_INT, w->migrants.counts + w->job.size, 1, MPI_INT,
                 w->job.communicator);
    for (uint32_t rank = 0; rank < w->job.size; rank++)
        count += (uint64_t)arriving[rank];
    return count;
}

static gestalt_result moves_receive(gestalt_ranks_world *w, gestalt_error *error)
{
    uint64_t count = moves_count(w);
    if (!exchange_count(&w->migrants.exchange))
        return error_set(error, GESTALT_LIMIT, 0, "too many agents arrive at rank %u",
                         (unsigned)w->job.rank);
    gestalt_result result = rows_fit(w, count, "arriving agents", error);
    if (result != GESTALT_OK)
        return result;
    return ARRAY_RESERVE(&w->allocator, w->migrants.in, w->migrants.in_room,
                         w->migrants.exchange.in_count)
               ? GESTALT_OK
               : error_no_memory(error);
}

static gestalt_result moves_arrive(gestalt_ranks_world *w, gestalt_error *error)
{
    const int *words = w->migrants.exchange.in, *first = words + w->job.size;
    uint32_t count = 0;
    exchange_send(&w->migrants.exchange, sizeof *w->migrants.out, w->migrants.out, w->migrants.in);
    for (uint32_t rank = 0; rank < w->job.size; rank++)
        if (words[rank] > 0)
            w->migrants.arriving[count++] = (gestalt_world_migrants){
                w->migrants.in + first[rank], (size_t)words[rank] * sizeof *w->migrants.in};
    return gestalt_world_migrate(w->own, w->migrants.leaving, w->migrants.leaving_count,
                                 w->migrants.arriving, count, error);
}

// Move agents to the ranks that own them.
static gestalt_result moves_make(gestalt_ranks_world *w, gestalt_error *error)
{
    agreement a = {0};
    a.result = moves_receive(w, &a.error);
    gestalt_result result = ranks_world_agree(w, &a, error);
    if (result != GESTALT_OK)
        return result;
    a = (agreement){0};
    a.result = moves_arrive(w, &a.error);
    result = ranks_world_agree(w, &a, error);
    w->is_lost |= result != GESTALT_OK; // agents have left some ranks only
    return result;
}

enum { MORE_SHIFT = 40 }; // in a sum over ranks: how many have more agents that shall leave

// Move agents, after space has been divided with some result. Not all may move at once.
static gestalt_result moves_round(gestalt_ranks_world *w, agreement *divided, gestalt_error *error)
{
    exchange_clear(&w->migrants.exchange);
    memset(w->migrants.counts, 0, w->job.size * sizeof *w->migrants.counts);
    w->migrants.leaving_count = 0;
    w->migrants.are_more = false;
    if (divided->result == GESTALT_OK)
        divided->result = moves_find(w, &divided->error);
    if (divided->result == GESTALT_OK && !ranks_world_homes_note(w))
        divided->result = error_no_memory(&divided->error);
    if (divided->result == GESTALT_OK)
        divided->result = moves_take(w, &divided->error);
    divided->sum = w->migrants.leaving_count + ((uint64_t)w->migrants.are_more << MORE_SHIFT);
    gestalt_result result = ranks_world_agree(w, divided, error);
    if (result != GESTALT_OK || divided->sum == 0)
        return result;
    result = moves_make(w, error);
    w->migrants.left += w->migrants.leaving_count;
    w->migrants.left_bytes += w->migrants.exchange.out_count * sizeof *w->migrants.out;
    return result;
}

// Move agents until all are where they belong.
static gestalt_result space_move(gestalt_ranks_world *w, agreement *divided, gestalt_error *error)
{
    w->migrants.left = w->migrants.left_bytes = 0;
    gestalt_result result = moves_round(w, divided, error);
    bool are_many = divided->sum >> MORE_SHIFT > 0;
    for (bool more = are_many; result == GESTALT_OK && more;) {
        agreement round = {0};
        result = moves_round(w, &round, error);
        more = round.sum >> MORE_SHIFT > 0;
    }
    if (are_many)
        moves_release(w);
    return result;
}

// Check that each rank has rows for all agents that it shall own.
static gestalt_result homes_fit(gestalt_ranks_world *w, gestalt_error *error)
{
    gestalt_world_columns c = gestalt_world_columns_of(w->own);
    agreement a = {0};
    memset(w->migrants.counts, 0, w->job.size * sizeof *w->migrants.counts);
    for (uint32_t i = 0; i < c.count; i++)
        w->migrants.counts[owner_of(*w->space.homes, c.id[i])]++;
    uint64_t count = moves_count(w);
    if (count > w->capacity)
        a.result =
            error_set(&a.error, GESTALT_LIMIT, 0,
                      "rank %u has no room for %llu agents, which it owns by their ids: the "
                      "option `capacity` is %u",
                      (unsigned)w->job.rank, (unsigned long long)count, (unsigned)w->capacity);
    return ranks_world_agree(w, &a, error);
}

gestalt_result ranks_world_move(gestalt_ranks_world *w, const ownership *homes,
                                gestalt_error *error)
{
    w->space.homes = homes;
    w->failure = GESTALT_OK;
    ranks_world_homes_forget(w);
    gestalt_result result = homes ? homes_fit(w, error) : GESTALT_OK;
    if (result == GESTALT_OK)
        result = space_move(w, &(agreement){0}, error);
    w->space.homes = NULL;
    w->failure = GESTALT_OK;                            // that of a step is another one
    if (result != GESTALT_OK && homes && !w->is_lost) { // some may have moved in earlier rounds
        w->is_lost = space_move(w, &(agreement){0}, NULL) != GESTALT_OK;
        w->failure = GESTALT_OK;
    }
    return result;
}

gestalt_result ranks_world_divide(gestalt_ranks_world *w, gestalt_error *error)
{
    agreement a = {0};
    w->failure = GESTALT_OK;
    ranks_world_homes_forget(w);
    a.result = space_divide(w, &a.error);
    gestalt_result result = space_move(w, &a, error);
    w->failure = GESTALT_OK; // that of a step is another one
    return result;
}

gestalt_result ranks_world_migrate(void *user, gestalt_world *own, gestalt_error *error)
{
    gestalt_ranks_world *w = user;
    (void)own;
    agreement a = {0};
    if (!ranks_world_meet(w))
        return ranks_world_failed(w, error);
    if (space_is_uneven(w)) {
        a.result = space_divide(w, &a.error);
        w->counts.divisions++;
    }
    gestalt_result result = space_move(w, &a, error);
    w->counts.migrants += w->migrants.left;
    w->counts.migrant_bytes += w->migrants.left_bytes;
    return result;
}

// ---- start

static gestalt_result space_make(gestalt_ranks_world *w, gestalt_error *error)
{
    cell_space space;
    const gestalt_allocator *a = &w->allocator;
    gestalt_result result = space_cells(w, &space);
    if (result == GESTALT_OK)
        result = boxes_create(&w->space.boxes, a, &space, w->job.size);
    if (result == GESTALT_OK &&
        (!exchange_open(&w->ghosts.exchange, &w->job, w->allocator) ||
         !exchange_open(&w->migrants.exchange, &w->job, w->allocator) ||
         !ARRAY_RESERVE(a, w->migrants.arriving, w->migrants.arriving_room, w->job.size) ||
         !ARRAY_RESERVE(a, w->migrants.counts, w->migrants.counts_room, 2 * (size_t)w->job.size) ||
         !ARRAY_RESERVE(a, w->space.cost, w->space.cost_room, bin_count(&space))))
        result = GESTALT_NO_MEMORY;
    if (result == GESTALT_OK || result == GESTALT_NO_MEMORY)
        return result == GESTALT_OK ? result : error_no_memory(error);
    return error_set(error, result, 0, "the world cannot be divided into boxes for %u ranks",
                     (unsigned)w->job.size);
}

gestalt_result ranks_world_space_start(gestalt_ranks_world *w, gestalt_error *error)
{
    agreement a = {0};
    w->migrants.most = MOVES;
    a.result = space_make(w, &a.error);
    gestalt_result result = ranks_world_agree(w, &a, error);
    if (result != GESTALT_OK)
        return result;
    a = (agreement){0};
    a.result = space_divide(w, &a.error);
    return space_move(w, &a, error);
}

void ranks_world_space_stop(gestalt_ranks_world *w)
{
    const gestalt_allocator *a = &w->allocator;
    boxes_destroy(&w->space.boxes, a);
    halo_destroy(&w->space.halo, a);
    exchange_close(&w->ghosts.exchange);
    exchange_close(&w->migrants.exchange);
    ARRAY_RELEASE(a, w->space.cost, w->space.cost_room);
    ARRAY_RELEASE(a, w->ghosts.marks, w->ghosts.marks_room);
    ARRAY_RELEASE(a, w->ghosts.shown, w->ghosts.shown_room);
    ARRAY_RELEASE(a, w->ghosts.shown_bytes, w->ghosts.shown_bytes_room);
    ARRAY_RELEASE(a, w->ghosts.bytes, w->ghosts.bytes_room);
    moves_release(w);
    ARRAY_RELEASE(a, w->migrants.arriving, w->migrants.arriving_room);
    ARRAY_RELEASE(a, w->migrants.counts, w->migrants.counts_room);
}
