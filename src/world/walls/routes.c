// SPDX-License-Identifier: MIT
#include "routes.h"

#include "carve.h"

enum { ROUTE_WAYS = 8, ROUTE_STRAIGHT = 5, ROUTE_DIAGONAL = 7, ROUTE_COUNTS = 8 };
#define ROUTE_NONE UINT32_MAX

static const int32_t neighbours[ROUTE_WAYS][2] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                                  {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

// ---- cells

static double cells_along(const space *world, int d, float edge)
{
    double along = ceil((double)world->size.at[d] / (double)edge);
    return along > 1 ? along : 1;
}

double route_cells(const space *world, float edge)
{
    return cells_along(world, 0, edge) * cells_along(world, 1, edge);
}

static vector route_centre(const route *r, uint32_t cell)
{
    uint32_t columns = (uint32_t)r->cells[0];
    vector at = r->world.low;
    at.at[0] += ((float)(cell % columns) + 0.5f) * r->edge.at[0];
    at.at[1] += ((float)(cell / columns) + 0.5f) * r->edge.at[1];
    return at;
}

// Return the cell at an offset from another, or ROUTE_NONE outside of the world.
static uint32_t cell_beside(const route *r, uint32_t cell, int32_t right, int32_t up)
{
    int32_t x = (int32_t)(cell % (uint32_t)r->cells[0]) + right;
    int32_t y = (int32_t)(cell / (uint32_t)r->cells[0]) + up;
    bool is_there = x >= 0 && y >= 0 && x < r->cells[0] && y < r->cells[1];
    return is_there ? (uint32_t)y * (uint32_t)r->cells[0] + (uint32_t)x : ROUTE_NONE;
}

static uint32_t route_cell_of(const route *r, vector at)
{
    int32_t cell[2];
    for (int d = 0; d < 2; d++) {
        float along = floorf((at.at[d] - r->world.low.at[d]) / r->edge.at[d]);
        if (!(along >= 0 && along < (float)r->cells[d]))
            return ROUTE_NONE;
        cell[d] = (int32_t)along;
    }
    return (uint32_t)cell[1] * (uint32_t)r->cells[0] + (uint32_t)cell[0];
}

static bool is_straight(const route *r, vector from, vector to)
{
    return barriers_share(r->around, from, vector_subtract(to, from), r->room, true) == 1;
}

// ---- shortest paths, from the target outwards, in the order of lengths. Lengths grow by less than
// ROUTE_COUNTS per step, so a ring of ROUTE_COUNTS lists holds all open cells

typedef struct route_search {
    route *r;
    uint32_t first[ROUTE_COUNTS]; // first cell of each list
    uint32_t *before, *after;     // neighbours in a list, by cell
    uint32_t waiting;
} route_search;

static void search_leave(route_search *s, uint32_t cell)
{
    uint32_t before = s->before[cell], after = s->after[cell];
    if (before == ROUTE_NONE)
        s->first[s->r->far[cell] % ROUTE_COUNTS] = after;
    else
        s->after[before] = after;
    if (after != ROUTE_NONE)
        s->before[after] = before;
    s->waiting--;
}

static void search_enter(route_search *s, uint32_t cell, uint32_t far, uint8_t next)
{
    uint32_t *first = &s->first[far % ROUTE_COUNTS];
    s->r->far[cell] = far;
    s->r->next[cell] = next;
    s->before[cell] = ROUTE_NONE;
    s->after[cell] = *first;
    if (*first != ROUTE_NONE)
        s->before[*first] = cell;
    *first = cell;
    s->waiting++;
}

static void search_spread(route_search *s, uint32_t cell)
{
    const route *r = s->r;
    vector centre = route_centre(r, cell);
    for (uint8_t i = 0; i < ROUTE_WAYS; i++) {
        uint32_t from = cell_beside(r, cell, -neighbours[i][0], -neighbours[i][1]);
        uint32_t far = r->far[cell] + (i < 4 ? ROUTE_STRAIGHT : ROUTE_DIAGONAL);
        if (from == ROUTE_NONE || r->far[from] <= far ||
            !is_straight(r, route_centre(r, from), centre))
            continue;
        if (barriers_nearest(r->around, route_centre(r, from), r->room, true).index != UINT32_MAX)
            continue;
        if (r->far[from] != ROUTE_NONE)
            search_leave(s, from);
        search_enter(s, from, far, i);
    }
}

static void search_all(route_search *s)
{
    for (int i = 0; i < ROUTE_COUNTS; i++)
        s->first[i] = ROUTE_NONE;
    for (uint32_t i = 0; i < s->r->cell_count; i++)
        s->r->far[i] = ROUTE_NONE;
    uint32_t end = route_cell_of(s->r, s->r->to);
    if (end == ROUTE_NONE ||
        barriers_nearest(s->r->around, s->r->to, s->r->room, true).index != UINT32_MAX)
        return;
    search_enter(s, end, 0, 0);
    for (uint32_t count = 0; s->waiting > 0; count++)
        while (s->first[count % ROUTE_COUNTS] != ROUTE_NONE) {
            uint32_t cell = s->first[count % ROUTE_COUNTS];
            search_leave(s, cell);
            search_spread(s, cell);
        }
}

static void carve_route(route *r, carving *from)
{
    r->far = carving_take(from, r->cell_count, sizeof *r->far);
    r->next = carving_take(from, r->cell_count, sizeof *r->next);
}

gestalt_result route_create(route *r, const gestalt_allocator *allocator, const barriers *around,
                            const space *world, vector to, float edge, float room)
{
    *r = (route){0};
    route made = {.around = around, .world = *world, .to = to, .room = room};
    route_search s = {.r = &made};
    void *lists;
    size_t size;
    for (int d = 0; d < 2; d++) {
        made.cells[d] = (int32_t)cells_along(world, d, edge);
        made.edge.at[d] = world->size.at[d] / (float)made.cells[d];
    }
    made.cell_count = (uint32_t)made.cells[0] * (uint32_t)made.cells[1];
    carving from = CARVE_COLUMNS, more = CARVE_COLUMNS;
    carve_route(&made, &from);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_route(&made, &from);
    for (int i = 0; i < 2; i++) {
        s.before = carving_take(&more, made.cell_count, sizeof *s.before);
        s.after = carving_take(&more, made.cell_count, sizeof *s.after);
        if (i == 0 && !carve_block(&more, allocator, &lists, &size)) {
            carve_release(allocator, made.memory, made.memory_size);
            return GESTALT_NO_MEMORY;
        }
    }
    search_all(&s);
    carve_release(allocator, lists, size);
    *r = made;
    return GESTALT_OK;
}

void route_destroy(route *r, const gestalt_allocator *allocator)
{
    carve_release(allocator, r->memory, r->memory_size);
    *r = (route){0};
}

// ---- following a route

// Return the cell near a position that is visible from there and has the shortest path, or
// ROUTE_NONE.
static uint32_t first_cell(const route *r, vector at)
{
    uint32_t best = ROUTE_NONE, here = route_cell_of(r, at);
    for (int32_t y = -2; y <= 2 && here != ROUTE_NONE; y++)
        for (int32_t x = -2; x <= 2; x++) {
            uint32_t cell = cell_beside(r, here, x, y);
            if (cell != ROUTE_NONE && r->far[cell] != ROUTE_NONE &&
                (best == ROUTE_NONE || r->far[cell] < r->far[best]) &&
                is_straight(r, at, route_centre(r, cell)))
                best = cell;
        }
    return best;
}

static uint32_t cell_ahead(const route *r, uint32_t cell, uint32_t steps)
{
    for (uint32_t i = 0; i < steps && r->far[cell] > 0; i++)
        cell = cell_beside(r, cell, neighbours[r->next[cell]][0], neighbours[r->next[cell]][1]);
    return cell;
}

bool route_next(const route *r, vector at, vector *point, float *left)
{
    *point = r->to;
    *left = 0;
    if (is_straight(r, at, r->to))
        return true;
    uint32_t cell = first_cell(r, at);
    if (cell == ROUTE_NONE)
        return false;
    // Look 1, 2, 4, ... cells ahead, while these are visible, and then in ever smaller steps.
    bool grows = true;
    for (uint32_t steps = 1; steps > 0; steps = grows ? steps * 2 : steps / 2) {
        uint32_t ahead = cell_ahead(r, cell, steps);
        if (ahead != cell && is_straight(r, at, route_centre(r, ahead)))
            cell = ahead;
        else
            grows = false;
    }
    *point = route_centre(r, cell);
    *left = (float)r->far[cell] / ROUTE_STRAIGHT * r->edge.at[0];
    return true;
}
