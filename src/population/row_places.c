// SPDX-License-Identifier: MIT
#include "row_places.h"

#include "array.h"
#include "place.h"

// Make room for all lanes of a group. Returns false when memory runs out.
static bool places_reserve(row_places *places, const group *g, const gestalt_allocator *allocator)
{
    row_places_group *of = &places->groups[g->number];
    uint64_t lanes = (uint64_t)g->agents.cohort_count * g->layout.lanes;
    return lanes < UINT32_MAX && ARRAY_RESERVE(allocator, of->row, of->room, lanes);
}

static uint32_t place_number(const place *at)
{
    return at->index * at->group->layout.lanes + at->lane;
}

void row_places_list(row_places *places, const gestalt_population *p,
                     const gestalt_allocator *allocator, uint32_t *first_row)
{
    uint64_t id;
    place at;
    agents_walk walk = {.population = p};
    places->relocations = p->users.relocations;
    places->are_known = places->exist;
    for (uint32_t g = 0; g < p->group_count && places->are_known; g++)
        places->are_known = places_reserve(places, &p->groups[g], allocator);
    while (places->are_known && agents_walk_next(&walk, &id, &at)) {
        uint32_t row = first_row[at.group->number]++, number = place_number(&at);
        places->of[row] = number;
        places->groups[at.group->number].row[number] = row;
    }
}

void row_places_add(row_places *places, const gestalt_population *p,
                    const gestalt_allocator *allocator, uint64_t agent, uint32_t row)
{
    place at;
    if (!row_places_hold(places, p))
        return;
    places->are_known =
        population_find(p, agent, &at) && places_reserve(places, at.group, allocator);
    if (places->are_known)
        places->of[row] = place_number(&at);
}

void row_places_move(const row_places *places, uint32_t number, uint32_t begin, uint32_t end)
{
    uint32_t *row = places->groups[number].row;
    for (uint32_t i = begin; i < end; i++)
        row[places->of[i]] = i;
}

bool row_places_hold(const row_places *places, const gestalt_population *p)
{
    return places->are_known && places->relocations == p->users.relocations;
}

const uint32_t *row_places_of(const row_places *places, const gestalt_population *p,
                              uint32_t number, uint64_t block)
{
    const group *g = &p->groups[number];
    if (!row_places_hold(places, p) || block >= g->agents.cohort_count)
        return NULL;
    return places->groups[number].row + block * g->layout.lanes;
}

void row_places_release(row_places *places, uint32_t group_count,
                        const gestalt_allocator *allocator)
{
    for (uint32_t g = 0; places->groups && g < group_count; g++)
        ARRAY_RELEASE(allocator, places->groups[g].row, places->groups[g].room);
}
