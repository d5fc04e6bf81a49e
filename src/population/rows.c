// SPDX-License-Identifier: MIT
// Rows of agents in the host's columns: finding rows, and changing all of them at once.
//
//     births               lots decide if a group does not have enough room
//     the population       children are spawned, in the order of their parents' rows, and get
//                          their parents' blackboards; then leaving agents are despawned
//     columns              gathered by `from`: a group's remaining agents, then its newborns
//     derived data         ranges of groups, tables from ids to rows
//
// Ids only grow, so groups stay in the order of ids.
#include "actor_lists.h"
#include "agents.h"
#include "arena.h"
#include "array.h"
#include "error.h"
#include "given_ids.h"
#include "lottery.h"
#include "memory.h"
#include "place.h"
#include "population_state.h"
#include "row_places.h"
#include "search.h"
#include "sort.h"

#include <gestalt/rows.h>
#include <string.h>

enum { ROW_LEAVES = 1, ROW_BREEDS = 2 };

enum { PIECE = 2048, WORTH_THREADS = 4096 }; // rows in a piece; least rows for threads

typedef struct row_group {
    uint32_t begin, end;
    uint32_t room;      // 0 if the size is fixed
    uint64_t elsewhere; // agents in other populations
    // unless no agent comes or goes: by the low bits of an id, the row of an agent with such an id
    bool has_table;
    uint32_t table_for; // agents that the table has room for from the start
    uint32_t *index_of; // NULL: there is no table, or no memory for it
    uint32_t index_mask;
} row_group;

typedef struct row_column {
    char *bytes;
    size_t stride;
    bool is_inherited;
} row_column;

// Lists of one change, which has the phases above. The caller of gestalt_rows_change reads some of
// them.
typedef struct row_change {
    lot *births; // sorted by group
    lot *spare;
    uint64_t *parents;         // ids of the parents
    gestalt_rows_birth *asked; // if the host gives ids: the births
    uint64_t *ids;             // ids that it gives, by birth
    uint32_t *from;            // by new row: the current row, or the parent's row
    char *column;              // buffer for one column
    size_t column_size;
    // Arrays by group.
    uint64_t *counts, *first_id;
    uint32_t *gone, *wanted, *born, *refused, *first_birth;
} row_change;

struct gestalt_rows {
    arena memory;
    gestalt_allocator allocator;
    gestalt_population *population;
    uint64_t *ids;
    uint32_t count, capacity;
    row_group *groups;
    uint32_t group_count;
    row_column *columns;
    uint32_t column_count, column_capacity;
    row_places places; // if agents can migrate

    uint8_t *notes;                       // by row: ROW_LEAVES, ROW_BREEDS; zero between changes
    uint32_t *into;                       // by row, if the agent breeds: the group of its child
    uint32_t is_due;                      // true if any row has a note
    gestalt_rows_births_function *births; // or NULL
    void *user;                           // of `births`
    row_change change;
};

// ---- finding

uint32_t gestalt_rows_count(const gestalt_rows *r)
{
    return MISUSE_NULL(r, "rows", NULL) ? 0 : r->count;
}

uint32_t gestalt_rows_capacity(const gestalt_rows *r)
{
    return MISUSE_NULL(r, "rows", NULL) ? 0 : r->capacity;
}

// Refuse a group that does not exist.
#define ROWS_NO_GROUP(r, number) MISUSE_BEYOND(number, (r)->group_count, "group", NULL)

void gestalt_rows_group(const gestalt_rows *r, uint32_t number, uint32_t *begin, uint32_t *end)
{
    if (MISUSE_NULL(r, "rows", NULL) || MISUSE_NULL(begin, "begin", NULL) ||
        MISUSE_NULL(end, "end", NULL) || ROWS_NO_GROUP(r, number))
        return;
    *begin = r->groups[number].begin;
    *end = r->groups[number].end;
}

uint32_t gestalt_rows_find_in(const gestalt_rows *r, uint32_t number, uint64_t agent)
{
    if (MISUSE_NULL(r, "rows", NULL) || ROWS_NO_GROUP(r, number))
        return 0;
    const row_group *g = &r->groups[number];
    const uint64_t *id = r->ids;
    uint32_t row = g->index_of ? g->index_of[agent & g->index_mask] : g->begin;
    if (row >= g->begin && row < g->end && id[row] == agent)
        return row;
    // The entry of the table belongs to a younger agent, or there is no table: search all rows.
    SEARCH_FIRST(row, g->begin, g->end, id[row] >= agent);
    return row < g->end && id[row] == agent ? row : UINT32_MAX;
}

uint32_t gestalt_rows_find(const gestalt_rows *r, uint64_t agent)
{
    if (MISUSE_NULL(r, "rows", NULL))
        return 0;
    for (uint32_t g = 0; g < r->group_count; g++) {
        uint32_t row = gestalt_rows_find_in(r, g, agent);
        if (row != UINT32_MAX)
            return row;
    }
    return UINT32_MAX;
}

uint64_t gestalt_rows_block_of(const gestalt_rows *r, uint32_t number, const gestalt_call *call)
{
    if (MISUSE_NULL(r, "rows", NULL) || ROWS_NO_GROUP(r, number) || MISUSE_NULL(call, "call", NULL))
        return 0;
    const group_agents *agents = &r->population->groups[number].agents;
    uint64_t index = slabs_index(&agents->cohorts, call->memory);
    return index < agents->cohort_count ? index : UINT64_MAX;
}

const uint32_t *gestalt_rows_of_block(const gestalt_rows *r, uint32_t number, uint64_t block)
{
    if (MISUSE_NULL(r, "rows", NULL) || ROWS_NO_GROUP(r, number))
        return NULL;
    return row_places_of(&r->places, r->population, number, block);
}

static size_t table_size(const row_group *g)
{
    return g->index_of ? (size_t)g->index_mask + 1 : 0;
}

static void table_release(const gestalt_rows *r, row_group *g)
{
    memory_release(&r->allocator, g->index_of, table_size(g) * sizeof *g->index_of);
    g->index_of = NULL;
}

// Widen the table of a group that has grown. Returns whether the table is a new one. Without
// memory, the old table remains: fewer searches find their row in it.
static bool table_widen(const gestalt_rows *r, row_group *g)
{
    const uint64_t spread = 4;
    uint64_t count = g->end - g->begin, size = 64;
    count = count > g->table_for ? count : g->table_for;
    if (!g->has_table || (g->index_of && table_size(g) >= spread / 2 * count))
        return false;
    while (size < spread * count)
        size *= 2;
    uint32_t *wider = memory_new_zeroed(&r->allocator, size * sizeof *wider);
    if (!wider)
        return false;
    table_release(r, g);
    g->index_of = wider;
    g->index_mask = (uint32_t)(size - 1);
    return true;
}

// Enter the rows from `first` on into the tables of groups.
static void rows_index(gestalt_rows *r, uint32_t first_group, uint32_t first)
{
    bool have_places = row_places_hold(&r->places, r->population);
    for (uint32_t g = first_group; g < r->group_count; g++) {
        row_group *range = &r->groups[g];
        uint32_t moved = range->begin > first ? range->begin : first;
        if (have_places)
            row_places_move(&r->places, g, moved, range->end);
        bool is_new = table_widen(r, range);
        uint32_t begin = is_new ? range->begin : moved;
        for (uint32_t i = begin; range->index_of && i < range->end; i++)
            range->index_of[r->ids[i] & range->index_mask] = i;
    }
}

// Note where the population has all agents of the rows.
static void list_places(gestalt_rows *r)
{
    uint32_t *first = r->change.first_birth;
    for (uint32_t g = 0; g < r->group_count; g++)
        first[g] = r->groups[g].begin;
    row_places_list(&r->places, r->population, &r->allocator, first);
}

static void rows_set_counts(gestalt_rows *r, const uint64_t *counts)
{
    r->count = 0;
    for (uint32_t g = 0; g < r->group_count; g++) {
        r->groups[g].begin = r->count;
        r->count += (uint32_t)counts[g];
        r->groups[g].end = r->count;
    }
}

// Set an error and return true if groups are larger than their room.
static bool rows_are_too_many(const char *function, const gestalt_rows *r, const uint64_t *counts)
{
    uint64_t all = 0;
    for (uint32_t g = 0; g < r->group_count; g++) {
        uint64_t most = r->groups[g].room ? r->groups[g].room : r->capacity;
        all += counts[g] < r->capacity ? counts[g] : r->capacity;
        if (counts[g] > most || all > r->capacity)
            return misuse_tell(function, NULL,
                               "there is no room for %llu rows of group %u: its limit is %llu, and "
                               "%llu for all groups together (gestalt_rows_capacity)",
                               (unsigned long long)counts[g], (unsigned)g, (unsigned long long)most,
                               (unsigned long long)r->capacity) != GESTALT_OK;
    }
    return false;
}

void gestalt_rows_restore(gestalt_rows *r, const uint64_t *counts)
{
    if (MISUSE_NULL(r, "rows", NULL) || MISUSE_NULL(counts, "counts", NULL) ||
        rows_are_too_many(__func__, r, counts))
        return;
    memset(r->notes, 0, r->count);
    r->is_due = 0;
    rows_set_counts(r, counts);
    r->places.are_known = false; // the next change lists them
    rows_index(r, 0, 0);
}

// ---- notes

static uint32_t count_of(const row_group *g)
{
    return g->end - g->begin;
}

void gestalt_rows_set_elsewhere(gestalt_rows *r, uint32_t number, uint64_t count)
{
    if (!MISUSE_NULL(r, "rows", NULL) && !ROWS_NO_GROUP(r, number))
        r->groups[number].elsewhere = count;
}

void gestalt_rows_leave(gestalt_rows *r, uint32_t row)
{
    if (MISUSE_NULL(r, "rows", NULL) || MISUSE_BEYOND(row, r->count, "row", NULL))
        return;
    r->notes[row] |= ROW_LEAVES;
    __atomic_store_n(&r->is_due, 1, __ATOMIC_RELAXED);
}

bool gestalt_rows_is_leaving(const gestalt_rows *r, uint32_t row)
{
    if (MISUSE_NULL(r, "rows", NULL) || MISUSE_BEYOND(row, r->count, "row", NULL))
        return false;
    return (r->notes[row] & ROW_LEAVES) != 0;
}

gestalt_breeding gestalt_rows_breed(gestalt_rows *r, uint32_t row, uint32_t number)
{
    if (MISUSE_NULL(r, "rows", NULL) || MISUSE_BEYOND(row, r->count, "row", NULL))
        return (gestalt_breeding)0;
    if (number >= r->group_count || r->groups[number].room == 0)
        return GESTALT_BREEDING_FIXED;
    if (r->notes[row] & ROW_BREEDS)
        return GESTALT_BREEDING_ALREADY;
    if (count_of(&r->groups[number]) + r->groups[number].elsewhere >= r->groups[number].room)
        return GESTALT_BREEDING_FULL;
    r->into[row] = number;
    r->notes[row] |= ROW_BREEDS;
    __atomic_store_n(&r->is_due, 1, __ATOMIC_RELAXED);
    return GESTALT_BREEDING;
}

// ---- births and departures

// Return the next row from `i` on that has a note.
static uint32_t next_noted(const uint8_t *notes, uint32_t i, uint32_t end)
{
    while (i < end && notes[i] == 0) {
        uint64_t eight = 0;
        while (i + 8 <= end && (memcpy(&eight, notes + i, sizeof eight), eight == 0))
            i += 8;
        i += i < end && notes[i] == 0;
    }
    return i;
}

#define EACH_NOTED(i, r, range)                                                                    \
    for (uint32_t i = next_noted((r)->notes, (range)->begin, (range)->end); i < (range)->end;      \
         i = next_noted((r)->notes, i + 1, (range)->end))

static void count_noted(gestalt_rows *r)
{
    memset(r->change.gone, 0, r->group_count * sizeof *r->change.gone);
    memset(r->change.wanted, 0, r->group_count * sizeof *r->change.wanted);
    for (uint32_t g = 0; g < r->group_count; g++)
        EACH_NOTED (i, r, &r->groups[g]) {
            r->change.gone[g] += (r->notes[i] & ROW_LEAVES) != 0;
            if (r->notes[i] & ROW_BREEDS)
                r->change.wanted[r->into[i]]++;
        }
}

// List all requested births, grouped by group and ordered by parent id.
static void list_births(gestalt_rows *r)
{
    uint32_t next = 0;
    for (uint32_t g = 0; g < r->group_count; g++) {
        r->change.first_birth[g] = next;
        next += r->change.wanted[g];
        r->change.born[g] = r->change.refused[g] = 0;
    }
    for (uint32_t g = 0; g < r->group_count; g++)
        EACH_NOTED (i, r, &r->groups[g]) {
            uint32_t into = r->into[i];
            if (r->notes[i] & ROW_BREEDS)
                r->change.births[r->change.first_birth[into] + r->change.born[into]++] =
                    (lot){i, i};
        }
}

typedef struct lot_source {
    uint64_t seed, round;
} lot_source;

// Draw lots to decide which agents have a child if there is only room for `room` of them.
static void draw_lots(const gestalt_rows *r, const lot_source *from, lot *births, uint32_t count,
                      uint32_t room)
{
    for (uint32_t i = 0; i < count; i++)
        births[i].key = lottery_key(from->seed, from->round, r->ids[births[i].index]);
    lottery_sort(births, r->change.spare, count);
    for (uint32_t i = 0; i < room; i++)
        births[i].key = births[i].index;
    lottery_sort(births, r->change.spare, room);
}

static void refuse_births(gestalt_rows *r, const lot_source *from)
{
    for (uint32_t g = 0; g < r->group_count; g++) {
        const row_group *range = &r->groups[g];
        uint32_t room = range->room ? range->room - (count_of(range) - r->change.gone[g]) : 0;
        if (r->change.wanted[g] <= room)
            continue;
        draw_lots(r, from, r->change.births + r->change.first_birth[g], r->change.wanted[g], room);
        r->change.refused[g] = r->change.wanted[g] - room;
        r->change.born[g] = room;
    }
}

// List the births for the host. Returns their number.
static uint32_t ask_births(gestalt_rows *r)
{
    uint32_t count = 0;
    for (uint32_t g = 0; g < r->group_count; g++)
        for (uint32_t i = 0; i < r->change.wanted[g]; i++, count++) {
            uint32_t row = r->change.births[count].index, from;
            SEARCH_FIRST(from, 0, r->group_count - 1, row < r->groups[from].end);
            r->change.asked[count] = (gestalt_rows_birth){g, from, r->ids[row]};
        }
    return count;
}

// Let the host give ids. Refused births are removed from the lists.
static gestalt_result give_ids(gestalt_rows *r, gestalt_error *error)
{
    row_change *c = &r->change;
    const gestalt_rows_births births = {c->asked, ask_births(r), c->gone, c->ids};
    gestalt_result result = r->births(r->user, &births, error);
    for (uint32_t g = 0; result == GESTALT_OK && g < r->group_count; g++) {
        uint32_t kept = c->first_birth[g], end = kept + c->wanted[g];
        for (uint32_t i = kept; i < end; i++)
            if (c->ids[i] != (uint64_t)GESTALT_ROWS_REFUSED) {
                c->births[kept] = c->births[i];
                c->ids[kept++] = c->ids[i];
            }
        c->born[g] = kept - c->first_birth[g];
        c->refused[g] = end - kept;
    }
    return result;
}

static gestalt_result check_room(const gestalt_rows *r, uint64_t count, gestalt_error *error)
{
    return count <= r->capacity ? GESTALT_OK
                                : error_set(error, GESTALT_LIMIT, 0,
                                            "there is no room for %llu rows: the capacity is %u",
                                            (unsigned long long)count, (unsigned)r->capacity);
}

static gestalt_result check_births(const gestalt_rows *r, gestalt_error *error)
{
    uint64_t count = r->count;
    for (uint32_t g = 0; g < r->group_count; g++)
        count += (uint64_t)r->change.born[g] - r->change.gone[g];
    return check_room(r, count, error);
}

// ---- changing the population

// Spawn newborns with the ids that the host has given, in runs of consecutive ids.
static gestalt_result rows_spawn_as(gestalt_rows *r, uint32_t g, const uint64_t *parents,
                                    gestalt_error *error)
{
    const uint64_t *ids = r->change.ids + r->change.first_birth[g];
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0, run; result == GESTALT_OK && i < r->change.born[g]; i += run) {
        id_loan loan;
        for (run = 1; i + run < r->change.born[g] && ids[i + run] == ids[i] + run;)
            run++;
        result = ids_lend(r->population, &r->population->groups[g], ids[i], run, &loan, error);
        if (result != GESTALT_OK)
            break;
        result = population_spawn(r->population, g, run, NULL, error);
        ids_take_back(r->population, &loan, result == GESTALT_OK);
        if (result == GESTALT_OK)
            result = gestalt_population_inherit(r->population, parents + i, ids[i], run, error);
    }
    return result;
}

static gestalt_result rows_spawn(gestalt_rows *r, uint32_t g, uint64_t *parents,
                                 gestalt_error *error)
{
    uint32_t count = r->change.born[g];
    const lot *births = r->change.births + r->change.first_birth[g];
    for (uint32_t i = 0; i < count; i++)
        parents[i] = r->ids[births[i].index];
    if (r->births)
        return rows_spawn_as(r, g, parents, error);
    gestalt_result result =
        population_spawn(r->population, g, count, &r->change.first_id[g], error);
    return result == GESTALT_OK ? gestalt_population_inherit(r->population, parents,
                                                             r->change.first_id[g], count, error)
                                : result;
}

static gestalt_result rows_despawn(gestalt_rows *r, const row_group *range, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    EACH_NOTED (i, r, range)
        if (result == GESTALT_OK && (r->notes[i] & ROW_LEAVES))
            result = population_despawn(r->population, r->ids[i], error);
    return result;
}

// Return whether most lanes of the population's cohorts are empty.
static bool is_sparse(const gestalt_rows *r)
{
    const uint64_t few = 4096;
    uint64_t lanes = 0;
    for (uint32_t g = 0; g < r->group_count; g++)
        lanes += (uint64_t)r->population->groups[g].agents.cohort_count * r->population->lanes;
    return lanes > 2 * (uint64_t)r->count + few;
}

static gestalt_result change_population(gestalt_rows *r, gestalt_error *error)
{
    uint64_t *parents = r->change.parents;
    gestalt_result result = GESTALT_OK;
    for (uint32_t g = 0; g < r->group_count && result == GESTALT_OK; g++)
        if (r->change.born[g] > 0) {
            result = rows_spawn(r, g, parents, error);
            parents += r->change.born[g];
        }
    for (uint32_t g = 0; g < r->group_count && result == GESTALT_OK; g++)
        if (r->change.gone[g] > 0)
            result = rows_despawn(r, &r->groups[g], error);
    return result == GESTALT_OK && is_sparse(r) ? gestalt_population_compact(r->population, error)
                                                : result;
}

// ---- columns

typedef struct gathering {
    const gestalt_rows *r;
    char *from, *to;
    size_t stride;
    uint32_t begin, end;
    bool is_put_back;
} gathering;

static inline void rows_gather(const gathering *g, const uint32_t *from, size_t stride,
                               uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        memcpy(g->to + i * stride, g->from + from[i] * stride, stride);
}

static void gather_range(const gathering *g, uint32_t begin, uint32_t end)
{
    const uint32_t *from = g->r->change.from;
    if (g->is_put_back) {
        memcpy(g->from + begin * g->stride, g->to + begin * g->stride, (end - begin) * g->stride);
        return;
    }
    switch (g->stride) {
    case 1: rows_gather(g, from, 1, begin, end); break;
    case 4: rows_gather(g, from, 4, begin, end); break;
    case 8: rows_gather(g, from, 8, begin, end); break;
    default: rows_gather(g, from, g->stride, begin, end);
    }
}

static void gather_piece(void *user, uint32_t thread, uint64_t piece)
{
    (void)thread;
    const gathering *g = user;
    uint64_t begin = g->begin + piece * PIECE, end = begin + PIECE;
    gather_range(g, (uint32_t)begin, (uint32_t)(end < g->end ? end : g->end));
}

static void gather_all(gathering *g)
{
    const gestalt_population *p = g->r->population;
    if (g->begin >= g->end)
        return;
    if (p->threads > 1 && g->end - g->begin >= WORTH_THREADS)
        pool_run(p->pool, ((uint64_t)g->end - g->begin + PIECE - 1) / PIECE, gather_piece, g);
    else
        gather_range(g, g->begin, g->end);
}

static void gather_column(const gestalt_rows *r, const row_column *column, uint32_t begin,
                          uint32_t end)
{
    gathering g = {r, column->bytes, r->change.column, column->stride, begin, end, false};
    gather_all(&g);
    g.is_put_back = true;
    gather_all(&g);
}

// Return the first group in which an agent arrives or leaves. The groups before it stay where they
// are.
static uint32_t first_changed(const gestalt_rows *r)
{
    uint32_t g = 0;
    while (g < r->group_count && r->change.gone[g] == 0 && r->change.born[g] == 0)
        g++;
    return g;
}

// Compute the new row of each agent from that group on, and the new size of each group.
static uint32_t plan_columns(gestalt_rows *r, uint32_t first_group)
{
    uint32_t next = r->groups[first_group].begin;
    for (uint32_t g = 0; g < r->group_count; g++) {
        const row_group *range = &r->groups[g];
        r->change.counts[g] = (uint64_t)count_of(range) - r->change.gone[g] + r->change.born[g];
        if (g < first_group)
            continue;
        for (uint32_t i = range->begin; i < range->end; i++) {
            r->change.from[next] = i;
            next += !(r->notes[i] & ROW_LEAVES);
        }
        for (uint32_t i = 0; i < r->change.born[g]; i++)
            r->change.from[next++] = r->change.births[r->change.first_birth[g] + i].index;
    }
    return next;
}

// Set up the newborns of a group, which are after the other agents and have their parents' columns.
static void begin_lives(gestalt_rows *r, uint32_t g)
{
    uint32_t count = r->change.born[g], begin = r->groups[g].end - count;
    for (uint32_t i = 0; i < r->column_count; i++) {
        const row_column *c = &r->columns[i];
        if (!c->is_inherited)
            memset(c->bytes + begin * c->stride, 0, count * c->stride);
    }
    const uint64_t *given = r->births ? r->change.ids + r->change.first_birth[g] : NULL;
    for (uint32_t i = 0; i < count; i++)
        r->ids[begin + i] = given ? given[i] : r->change.first_id[g] + i;
}

// Move all columns as planned.
static void gather_columns(gestalt_rows *r, uint32_t begin, uint32_t end)
{
    const row_column ids = {(char *)r->ids, sizeof *r->ids, true};
    gather_column(r, &ids, begin, end);
    for (uint32_t i = 0; i < r->column_count; i++)
        gather_column(r, &r->columns[i], begin, end);
    memset(r->notes, 0, r->count);
    rows_set_counts(r, r->change.counts);
}

static void change_columns(gestalt_rows *r, uint32_t first_group)
{
    uint32_t begin = r->groups[first_group].begin;
    gather_columns(r, begin, plan_columns(r, first_group));
    for (uint32_t g = first_group; g < r->group_count; g++)
        if (r->change.born[g] > 0)
            begin_lives(r, g);
    rows_index(r, first_group, 0);
}

gestalt_result gestalt_rows_change(gestalt_rows *r, uint64_t seed, uint64_t round,
                                   gestalt_rows_changes *changes, gestalt_error *error)
{
    if (MISUSE_NULL(r, "rows", error) || MISUSE_NULL(changes, "changes", error) ||
        POPULATION_IS_WRONG(r->population, CALLS_CHANGING, error))
        return GESTALT_MISUSE;
    *changes = (gestalt_rows_changes){.born = r->change.born,
                                      .gone = r->change.gone,
                                      .refused = r->change.refused,
                                      .parents = r->change.parents};
    if (!r->is_due && !r->births)
        return GESTALT_OK;
    r->is_due = 0;
    count_noted(r);
    list_births(r);
    gestalt_result result = GESTALT_OK;
    if (r->births)
        result = give_ids(r, error);
    else
        refuse_births(r, &(lot_source){seed, round});
    if (result == GESTALT_OK)
        result = check_births(r, error);
    if (result == GESTALT_OK)
        result = change_population(r, error);
    if (result != GESTALT_OK)
        return result;
    changes->any = true;
    changes->first_group = first_changed(r);
    r->places.are_known &= changes->first_group == r->group_count;
    if (changes->first_group < r->group_count) {
        change_columns(r, changes->first_group);
        list_places(r);
    } else
        memset(r->notes, 0, r->count); // all births were refused
    return GESTALT_OK;
}

// ---- migration

static bool arrives_before(const void *one, const void *other, const void *user)
{
    const gestalt_rows_migration *m = user;
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return m->groups[a] != m->groups[b] ? m->groups[a] < m->groups[b] : m->ids[a] < m->ids[b];
}

// Sort the arriving agents by group and id; the list is in `into`, which only notes need.
static void sort_arrivals(gestalt_rows *r, const gestalt_rows_migration *m)
{
    for (uint32_t i = 0; i < m->arriving_count; i++)
        r->into[i] = i;
    sort_heap(r->into, m->arriving_count, sizeof *r->into, arrives_before, m);
}

// Count the arrivals and departures of each group.
static void count_migrants(gestalt_rows *r, const gestalt_rows_migration *m)
{
    memset(r->change.gone, 0, r->group_count * sizeof *r->change.gone);
    memset(r->change.born, 0, r->group_count * sizeof *r->change.born);
    for (uint32_t i = 0; i < m->arriving_count; i++)
        r->change.born[m->groups[i]]++;
    for (uint32_t g = 0, i = 0; g < r->group_count; g++)
        for (; i < m->leaving_count && m->leaving[i] < r->groups[g].end; i++)
            r->change.gone[g]++;
}

// Compute the new row of each agent from that group on: those who stay and those who arrive, merged
// by their ids.
static uint32_t plan_migration(gestalt_rows *r, const gestalt_rows_migration *m,
                               uint32_t first_group)
{
    uint32_t next = r->groups[first_group].begin, arrived = 0;
    for (uint32_t g = 0; g < r->group_count; g++) {
        const row_group *range = &r->groups[g];
        uint32_t last = arrived + r->change.born[g];
        r->change.counts[g] = (uint64_t)count_of(range) - r->change.gone[g] + r->change.born[g];
        if (g < first_group)
            continue;
        for (uint32_t i = range->begin; i < range->end; i++) {
            while (arrived < last && m->ids[r->into[arrived]] < r->ids[i])
                r->change.from[next++] = r->count + r->into[arrived++];
            r->change.from[next] = i;
            next += !(r->notes[i] & ROW_LEAVES);
        }
        while (arrived < last)
            r->change.from[next++] = r->count + r->into[arrived++];
    }
    return next;
}

// Few migrants move the other rows in runs of consecutive ones, in place:
//
//     rows before    0 1 2 3 4 5 6 7      2 leaves, and x arrives, whose id is between those of 5
//     rows after     0 1 3 4 5 x 6 7      and 6: rows 3 to 5 move down, 6 and 7 stay
//
// Runs that move down are moved in ascending order, and those that move up in descending order.
// Two neighbours that move in different directions never overlap, because runs keep their order.
typedef struct row_run {
    uint32_t from, to, count;
} row_run;

typedef struct migrating {
    const gestalt_rows *r;
    row_run *runs; // in the memory of `change.from`
    uint32_t run_count;
    uint64_t *arrival_to; // by arrival, sorted: its row; in the memory of `change.parents`
    uint32_t arrival_count;
    uint32_t first_moved;
} migrating;

// Return whether there are so few migrants that moving runs pays, and the lists have room.
static bool has_few_migrants(const gestalt_rows *r, const gestalt_rows_migration *m)
{
    enum { RUN_WORDS = sizeof(row_run) / sizeof *r->change.from, FEW = 8 };
    size_t stride = sizeof *r->ids;
    uint64_t migrants = (uint64_t)m->leaving_count + m->arriving_count;
    for (uint32_t i = 0; i < r->column_count; i++)
        stride += r->columns[i].stride;
    return migrants * FEW <= r->count &&
           (migrants * 2 + r->group_count) * RUN_WORDS <= r->capacity &&
           m->arriving_count * stride <= r->change.column_size;
}

static void add_run(migrating *g, uint32_t from, uint32_t to, uint32_t count)
{
    if (count == 0 || from == to)
        return;
    uint32_t first = from < to ? from : to;
    g->first_moved = first < g->first_moved ? first : g->first_moved;
    g->runs[g->run_count++] = (row_run){from, to, count};
}

// Plan the moves of a group's rows, to those from `next` on. `leaving` is the first of the group's
// leaving rows. Returns the row after the group.
static uint32_t plan_group(migrating *g, const gestalt_rows_migration *m, uint32_t number,
                           const uint32_t *leaving, uint32_t next)
{
    const gestalt_rows *r = g->r;
    const row_group *range = &r->groups[number];
    uint32_t gone = r->change.gone[number], born = r->change.born[number];
    for (uint32_t at = range->begin; at < range->end || born > 0;) {
        uint32_t arrives = range->end, stop = gone > 0 ? *leaving : range->end;
        if (born > 0)
            SEARCH_FIRST(arrives, at, range->end,
                         r->ids[arrives] > m->ids[r->into[g->arrival_count]]);
        uint32_t end = born > 0 && arrives <= stop ? arrives : stop;
        add_run(g, at, next, end - at);
        next += end - at;
        at = end;
        if (born > 0 && arrives <= stop) {
            g->first_moved = next < g->first_moved ? next : g->first_moved;
            g->arrival_to[g->arrival_count++] = next++;
            born--;
        } else if (gone > 0) {
            g->first_moved = at < g->first_moved ? at : g->first_moved;
            at++;
            leaving++;
            gone--;
        }
    }
    return next;
}

static migrating plan_runs(gestalt_rows *r, const gestalt_rows_migration *m)
{
    migrating g = {.r = r,
                   .runs = (row_run *)(void *)r->change.from,
                   .arrival_to = r->change.parents,
                   .first_moved = UINT32_MAX};
    const uint32_t *leaving = m->leaving;
    uint32_t next = 0;
    for (uint32_t number = 0; number < r->group_count; number++) {
        uint32_t begin = next;
        next = plan_group(&g, m, number, leaving, next);
        r->change.counts[number] = next - begin;
        leaving += r->change.gone[number];
    }
    return g;
}

static void move_run(const row_run *run, const row_column *c)
{
    memmove(c->bytes + run->to * c->stride, c->bytes + run->from * c->stride,
            run->count * c->stride);
}

// Move the rows of a column. `arrived` has room for the values of arriving agents, which other rows
// may replace.
static void migrate_column(const migrating *g, const row_column *c, char *arrived)
{
    const gestalt_rows *r = g->r;
    memcpy(arrived, c->bytes + r->count * c->stride, g->arrival_count * c->stride);
    for (uint32_t begin = 0, end; begin < g->run_count; begin = end) {
        bool is_up = g->runs[begin].to > g->runs[begin].from;
        for (end = begin; end < g->run_count && (g->runs[end].to > g->runs[end].from) == is_up;)
            end++;
        for (uint32_t i = begin; i < end; i++)
            move_run(&g->runs[is_up ? begin + end - 1 - i : i], c);
    }
    for (uint32_t i = 0; i < g->arrival_count; i++)
        memcpy(c->bytes + g->arrival_to[i] * c->stride, arrived + r->into[i] * c->stride,
               c->stride);
}

// Move column `number`; the last one is that of ids.
static void migrate_number(void *user, uint32_t thread, uint64_t number)
{
    (void)thread;
    const migrating *g = user;
    const gestalt_rows *r = g->r;
    const row_column ids = {(char *)r->ids, sizeof *r->ids, true};
    size_t before = 0;
    for (uint32_t i = 0; i < number; i++)
        before += r->columns[i].stride;
    migrate_column(g, number < r->column_count ? &r->columns[number] : &ids,
                   r->change.column + g->arrival_count * before);
}

static void move_few_migrants(gestalt_rows *r, const gestalt_rows_migration *m)
{
    const gestalt_population *p = r->population;
    migrating g = plan_runs(r, m);
    if (p->threads > 1 && r->count >= WORTH_THREADS)
        pool_run(p->pool, (uint64_t)r->column_count + 1, migrate_number, &g);
    else
        for (uint32_t i = 0; i <= r->column_count; i++)
            migrate_number(&g, 0, i);
    rows_set_counts(r, r->change.counts);
    rows_index(r, 0, g.first_moved);
}

static void move_migrants(gestalt_rows *r, const gestalt_rows_migration *m)
{
    count_migrants(r, m);
    uint32_t first_group = first_changed(r);
    if (first_group == r->group_count)
        return;
    sort_arrivals(r, m);
    if (has_few_migrants(r, m)) {
        memcpy(r->ids + r->count, m->ids, m->arriving_count * sizeof *m->ids);
        move_few_migrants(r, m);
        return;
    }
    for (uint32_t i = 0; i < m->leaving_count; i++)
        r->notes[m->leaving[i]] |= ROW_LEAVES;
    memcpy(r->ids + r->count, m->ids, m->arriving_count * sizeof *m->ids);
    gather_columns(r, r->groups[first_group].begin, plan_migration(r, m, first_group));
    rows_index(r, first_group, 0);
}

static gestalt_result migrate_agents(gestalt_rows *r, const gestalt_rows_migration *m,
                                     gestalt_error *error)
{
    const actor_list arriving = {m->groups, m->actors, m->offsets, m->ids, m->arriving_count};
    for (uint32_t i = 0; i < m->leaving_count; i++)
        r->change.parents[i] = r->ids[m->leaving[i]];
    gestalt_result result = agents_insert_list(r->population, &arriving, error);
    return result == GESTALT_OK
               ? agents_remove_list(r->population, r->change.parents, m->leaving_count, error)
               : result;
}

// Refuse lists with groups or rows that do not exist, and rows that do not ascend.
static bool migration_is_wrong(const char *function, const gestalt_rows *r,
                               const gestalt_rows_migration *m, gestalt_error *error)
{
    if (r->is_due)
        return misuse_tell(function, error, "there are notes: call gestalt_rows_change before") !=
               GESTALT_OK;
    for (uint32_t i = 0; i < m->arriving_count; i++)
        if (m->groups[i] >= r->group_count)
            return misuse_tell(function, error, "there is no group %u", (unsigned)m->groups[i]) !=
                   GESTALT_OK;
    for (uint32_t i = 0; i < m->leaving_count; i++)
        if (m->leaving[i] >= r->count || (i > 0 && m->leaving[i] <= m->leaving[i - 1]))
            return misuse_tell(function, error, "rows that leave must exist and ascend") !=
                   GESTALT_OK;
    return false;
}

gestalt_result gestalt_rows_migrate(gestalt_rows *r, const gestalt_rows_migration *m,
                                    gestalt_error *error)
{
    if (MISUSE_NULL(r, "rows", error) || MISUSE_NULL(m, "migration", error) ||
        (m->leaving_count > 0 && MISUSE_NULL(m->leaving, "migration->leaving", error)) ||
        (m->arriving_count > 0 && (MISUSE_NULL(m->groups, "migration->groups", error) ||
                                   MISUSE_NULL(m->ids, "migration->ids", error) ||
                                   MISUSE_NULL(m->actors, "migration->actors", error) ||
                                   MISUSE_NULL(m->offsets, "migration->offsets", error))) ||
        POPULATION_IS_WRONG(r->population, CALLS_CHANGING, error) ||
        migration_is_wrong(__func__, r, m, error))
        return GESTALT_MISUSE;
    gestalt_result result = check_room(r, (uint64_t)r->count + m->arriving_count, error);
    if (result == GESTALT_OK)
        result = migrate_agents(r, m, error);
    if (result != GESTALT_OK)
        return result;
    for (uint32_t i = 0; i < m->arriving_count; i++)
        row_places_add(&r->places, r->population, &r->allocator, m->ids[i], r->count + i);
    move_migrants(r, m);
    if (is_sparse(r))
        result = gestalt_population_compact(r->population, error);
    if (!row_places_hold(&r->places, r->population))
        list_places(r);
    return result;
}

// ---- creating rows

static bool room_for(gestalt_rows *r, size_t stride)
{
    return ARRAY_RESERVE(&r->allocator, r->change.column, r->change.column_size,
                         ((size_t)r->capacity + 1) * stride);
}

bool gestalt_rows_add(gestalt_rows *r, void *column, size_t stride, bool inherited)
{
    if (MISUSE_NULL(r, "rows", NULL) || MISUSE_NULL(column, "column", NULL) ||
        MISUSE_NULL(stride, "stride", NULL))
        return false;
    if (setjmp(r->memory.escape) || !room_for(r, stride))
        return false;
    *ARENA_PUSH(&r->memory, r->columns, r->column_count, r->column_capacity) =
        (row_column){column, stride, inherited};
    return true;
}

static void make_lists(gestalt_rows *r)
{
    arena *a = &r->memory;
    size_t room = (size_t)r->capacity + 1, groups = r->group_count;
    r->notes = ARENA_ARRAY(a, uint8_t, room);
    r->into = ARENA_ARRAY(a, uint32_t, room);
    r->change.births = ARENA_ARRAY(a, lot, room);
    r->change.spare = ARENA_ARRAY(a, lot, room);
    r->change.parents = ARENA_ARRAY(a, uint64_t, room);
    r->change.from = ARENA_ARRAY(a, uint32_t, room);
    r->places.of = r->places.exist ? ARENA_ARRAY(a, uint32_t, room) : NULL;
    r->places.groups = r->places.exist ? ARENA_ARRAY(a, row_places_group, groups) : NULL;
    r->change.counts = ARENA_ARRAY(a, uint64_t, groups);
    r->change.first_id = ARENA_ARRAY(a, uint64_t, groups);
    r->change.gone = ARENA_ARRAY(a, uint32_t, groups);
    r->change.wanted = ARENA_ARRAY(a, uint32_t, groups);
    r->change.born = ARENA_ARRAY(a, uint32_t, groups);
    r->change.refused = ARENA_ARRAY(a, uint32_t, groups);
    r->change.first_birth = ARENA_ARRAY(a, uint32_t, groups);
    if (!r->births)
        return;
    r->change.asked = ARENA_ARRAY(a, gestalt_rows_birth, room);
    r->change.ids = ARENA_ARRAY(a, uint64_t, room);
}

// Count the agents of each group. Returns the number of rows that there can be.
static uint64_t count_agents(gestalt_rows *r, const uint64_t *most)
{
    uint64_t capacity = 0, id;
    place at;
    agents_walk walk = {.population = r->population};
    while (agents_walk_next(&walk, &id, &at))
        r->groups[at.group->number].end++;
    for (uint32_t g = 0; g < r->group_count; g++) {
        uint64_t count = r->groups[g].end, room = most ? most[g] : 0;
        room = room && room < count ? count : room;
        capacity += room ? room : count;
        r->groups[g].room = (uint32_t)room;
        r->groups[g].begin = g ? r->groups[g - 1].end : 0;
        r->groups[g].end = r->groups[g].begin + (uint32_t)count;
    }
    return capacity;
}

static void list_agents(gestalt_rows *r)
{
    uint64_t id;
    place at;
    agents_walk walk = {.population = r->population};
    memset(r->change.wanted, 0, r->group_count * sizeof *r->change.wanted);
    while (agents_walk_next(&walk, &id, &at)) {
        uint16_t g = at.group->number;
        r->ids[r->groups[g].begin + r->change.wanted[g]++] = id;
    }
    r->count = r->groups[r->group_count - 1].end;
    list_places(r);
    rows_index(r, 0, 0);
}

static gestalt_result rows_make(gestalt_rows *r, const gestalt_rows_options *o,
                                gestalt_error *error)
{
    if (setjmp(r->memory.escape))
        return error_no_memory(error);
    r->groups = ARENA_ARRAY(&r->memory, row_group, r->group_count);
    uint64_t capacity = count_agents(r, o->most), count = r->groups[r->group_count - 1].end;
    capacity = o->capacity ? o->capacity : capacity;
    if (capacity >= UINT32_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "there can be at most 2^32 - 2 rows");
    r->capacity = (uint32_t)capacity;
    gestalt_result result = check_room(r, count, error);
    if (result != GESTALT_OK)
        return result;
    r->places.exist = o->capacity > 0;
    make_lists(r);
    for (uint32_t g = 0; g < r->group_count; g++) {
        row_group *range = &r->groups[g];
        range->has_table = (range->room > 0 || o->capacity > 0) && !o->seldom_found;
        range->table_for = o->capacity > 0 ? 0 : range->room;
    }
    if (!room_for(r, sizeof *r->ids) ||
        (r->places.exist && !gestalt_rows_add(r, r->places.of, sizeof *r->places.of, false)))
        return error_no_memory(error);
    list_agents(r);
    for (uint32_t g = 0; g < r->group_count; g++)
        if (r->groups[g].has_table && !r->groups[g].index_of)
            return error_no_memory(error);
    return GESTALT_OK;
}

void gestalt_rows_keep_agents(gestalt_population *p)
{
    if (!POPULATION_IS_WRONG(p, CALLS_CHANGING, NULL))
        p->users.rows++;
}

gestalt_result gestalt_rows_create(const gestalt_rows_options *options, gestalt_rows **made,
                                   gestalt_error *error)
{
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(made, "rows", error) ||
        MISUSE_NULL(options->ids, "options->ids", error) ||
        POPULATION_IS_WRONG(options->population, CALLS_CHANGING, error))
        return GESTALT_MISUSE;
    gestalt_allocator a = memory_allocator(&options->allocator);
    *made = NULL;
    gestalt_rows *r = memory_new(&a, sizeof *r);
    if (!r)
        return error_no_memory(error);
    memset(r, 0, sizeof *r);
    arena_start(&r->memory, a);
    r->allocator = a;
    r->population = options->population;
    holders_add(&r->population->users.holders);
    r->population->users.rows++;
    r->group_count = options->population->group_count;
    r->ids = options->ids;
    r->births = options->births;
    r->user = options->user;
    gestalt_result result = rows_make(r, options, error);
    if (result == GESTALT_OK)
        *made = r;
    else
        gestalt_rows_destroy(r);
    return result;
}

void gestalt_rows_destroy(gestalt_rows *r)
{
    if (!r)
        return;
    gestalt_allocator a = r->allocator;
    holders_remove(&r->population->users.holders);
    r->population->users.rows--;
    for (uint32_t g = 0; r->groups && g < r->group_count; g++)
        table_release(r, &r->groups[g]);
    row_places_release(&r->places, r->group_count, &r->allocator);
    arena_destroy(&r->memory);
    ARRAY_RELEASE(&a, r->change.column, r->change.column_size);
    memory_release(&a, r, sizeof *r);
}
