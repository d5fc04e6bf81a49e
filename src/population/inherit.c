// SPDX-License-Identifier: MIT
// Copying blackboards between agents: children start with the values of their parents.
#include "columns.h"
#include "error.h"
#include "group.h"
#include "memory.h"
#include "place.h"
#include "population_state.h"

#include <string.h>

// A pair of columns, both of numbers or both of bools, each counted from 0. Numbers above `most`,
// counts of lists that do not fit, become `most`.
typedef struct column_pair {
    uint32_t from, to, most;
} column_pair;

// The columns that are copied from agents of one group to agents of another.
typedef struct heritage {
    const group *from, *to;
    column_pair *numbers, *bools; // in the same block, with room for `capacity` each
    uint32_t number_count, bool_count, capacity;
} heritage;

static uint32_t columns_of(const group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    return spec->number_columns + spec->bool_columns;
}

static void pair_all(heritage *h)
{
    const gestalt_specification *spec = h->from->shape->specification;
    h->number_count = spec->number_columns;
    h->bool_count = spec->bool_columns;
    for (uint32_t i = 0; i < h->number_count; i++)
        h->numbers[i] = (column_pair){i, i, UINT32_MAX};
    for (uint32_t i = 0; i < h->bool_count; i++)
        h->bools[i] = (column_pair){.from = i, .to = i};
}

static const image_key *find_key(const gestalt_shape *shape, const gestalt_shape *of,
                                 const image_key *as)
{
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *k = &shape->keys[i];
        if (k->type == as->type && !k->shared && key_is_list(k) == key_is_list(as) &&
            strcmp(shape_string(shape, k->name), shape_string(of, as->name)) == 0 &&
            shape_same_words(shape, k->words, of, as->words))
            return k;
    }
    return NULL;
}

// Pair the columns of a key. If a list does not fit, the last elements are left out.
static void pair_numbers(heritage *h, column_pair pair, const image_key *from, const image_key *to)
{
    bool drops = from->capacity > to->capacity;
    uint32_t count = columns_width(drops ? to : from);
    for (uint32_t k = 0; k < count; k++, pair.from++, pair.to++) {
        pair.most = drops && k == 0 ? to->capacity : UINT32_MAX;
        h->numbers[h->number_count++] = pair;
    }
}

static void pair_by_name(heritage *h)
{
    const gestalt_shape *from = h->from->shape, *to = h->to->shape;
    h->number_count = h->bool_count = 0;
    for (uint32_t i = 0; i < to->key_count; i++) {
        const image_key *wanted = &to->keys[i];
        const image_key *found = wanted->shared ? NULL : find_key(from, to, wanted);
        if (!found)
            continue;
        column_pair pair = {found->column, wanted->column, UINT32_MAX};
        if (wanted->type == KEY_BOOL && !key_is_list(wanted)) {
            pair.from -= from->specification->number_columns;
            pair.to -= to->specification->number_columns;
            h->bools[h->bool_count++] = pair;
            continue;
        }
        pair_numbers(h, pair, found, wanted);
    }
}

static void pair_columns(heritage *h, const group *from, const group *to)
{
    if (h->from == from && h->to == to)
        return;
    h->from = from;
    h->to = to;
    if (from == to)
        pair_all(h);
    else
        pair_by_name(h);
}

static void inherit_copy(const heritage *h, const place *from, const place *to)
{
    const cohort_layout *source = &from->group->layout, *target = &to->group->layout;
    group_wake(to->group, to->index);
    const uint32_t *numbers = cohort_part(from->cohort, source->numbers);
    uint32_t *to_numbers = cohort_part(to->cohort, target->numbers);
    for (uint32_t i = 0; i < h->number_count; i++) {
        uint32_t number = numbers[(size_t)h->numbers[i].from * source->stride + from->lane];
        to_numbers[(size_t)h->numbers[i].to * target->stride + to->lane] =
            number < h->numbers[i].most ? number : h->numbers[i].most;
    }
    const uint64_t *bools = cohort_part(from->cohort, source->bools);
    uint64_t *to_bools = cohort_part(to->cohort, target->bools);
    for (uint32_t i = 0; i < h->bool_count; i++) {
        uint64_t bit = bools[h->bools[i].from] >> from->lane & 1;
        uint64_t *mask = &to_bools[h->bools[i].to];
        *mask = (*mask & ~(UINT64_C(1) << to->lane)) | bit << to->lane;
    }
}

static bool inherit_reserve(gestalt_population *p, size_t size)
{
    inherit_memory *m = &p->inheriting;
    if (m->size >= size)
        return true;
    void *block = memory_resize(&p->memory.counting, m->block, m->size, size);
    if (block)
        *m = (inherit_memory){block, size};
    return block != NULL;
}

gestalt_result gestalt_population_inherit(gestalt_population *p, const uint64_t *parents,
                                          uint64_t first, uint64_t count, gestalt_error *error)
{
    heritage h = {0};
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result != GESTALT_OK || (count > 0 && MISUSE_NULL(parents, "parents", error)))
        return GESTALT_MISUSE;
    for (uint32_t i = 0; i < p->group_count; i++)
        h.capacity =
            columns_of(&p->groups[i]) > h.capacity ? columns_of(&p->groups[i]) : h.capacity;
    if (!inherit_reserve(p, 2 * ((size_t)h.capacity + 1) * sizeof *h.numbers))
        return error_no_memory(error);
    h.numbers = p->inheriting.block;
    h.bools = h.numbers + h.capacity + 1;
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++) {
        place from = {0}, to = {0};
        result = population_need(p, parents[i], &from, error);
        if (result == GESTALT_OK)
            result = population_need(p, first + i, &to, error);
        if (result != GESTALT_OK)
            break;
        pair_columns(&h, from.group, to.group);
        inherit_copy(&h, &from, &to);
    }
    return result;
}
