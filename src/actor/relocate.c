// SPDX-License-Identifier: MIT
#include "relocate.h"

#include "columns.h"
#include "deferred.h"
#include "live.h"

#include <string.h>

typedef struct relocation {
    const plan *p;
    const cohort_layout *layout;
    const cohort *from;
    cohort *to;
    uint64_t lanes;
    unsigned first; // first lane in `to`
    unsigned count;
    bool is_row;                       // the lanes are adjacent
    uint8_t sources[COHORT_LANES_MAX]; // the lanes in order
} relocation;

// Return the bits of a mask that belong to the lanes, at their new positions.
static uint64_t relocation_mask(const relocation *r, uint64_t mask)
{
    uint64_t moved = 0;
    mask &= r->lanes;
    if (!mask || r->is_row)
        return mask >> r->sources[0] << r->first;
    for (unsigned i = 0; i < r->count; i++)
        moved |= (mask >> r->sources[i] & 1) << i;
    return moved << r->first;
}

static void relocate_masks(const relocation *r, uint32_t offset, uint32_t count)
{
    const uint64_t *from = cohort_read(r->from, offset);
    uint64_t *to = cohort_part(r->to, offset);
    for (uint32_t i = 0; i < count; i++)
        to[i] |= relocation_mask(r, from[i]);
}

// Move `count` columns of 64-bit values.
static void relocate_longs(const relocation *r, uint32_t offset, uint32_t count)
{
    const uint32_t stride = r->layout->stride;
    const uint64_t *from = cohort_read(r->from, offset);
    uint64_t *to = (uint64_t *)cohort_part(r->to, offset) + r->first;
    for (; count > 0; count--, from += stride, to += stride)
        for (unsigned i = 0; i < r->count; i++)
            to[i] = from[r->sources[i]];
}

// Move the columns of 32-bit values from `begin` up to `end`.
static void relocate_words(const relocation *r, uint32_t offset, uint32_t begin, uint32_t end)
{
    const uint32_t stride = r->layout->stride;
    const uint32_t *from = (const uint32_t *)cohort_read(r->from, offset) + (size_t)begin * stride;
    uint32_t *to = (uint32_t *)cohort_part(r->to, offset) + (size_t)begin * stride + r->first;
    for (; begin < end; begin++, from += stride, to += stride)
        for (unsigned i = 0; i < r->count; i++)
            to[i] = from[r->sources[i]];
}

// ---- live states and action states

static void relocate_live(const relocation *r)
{
    const cohort_layout *l = r->layout;
    const uint32_t *items = cohort_read(r->from, l->live_items);
    for (uint32_t i = 0; i < l->slot_count; i++) {
        uint64_t lanes = relocation_mask(r, cohort_slot(l, r->from, i));
        cohort_set_slot(l, r->to, i, cohort_slot(l, r->to, i) | lanes);
    }
    for (uint32_t i = 0; i < cohort_live_count(l, r->from); i++) {
        uint64_t lanes = relocation_mask(r, live_lanes(l, r->from, i));
        if (lanes)
            live_add_entry(l, r->to, lanes, items[i]);
    }
}

static void relocate_deferred(const relocation *r)
{
    uint32_t at = 0, number;
    deferred_state s;
    while (deferred_next(r->layout, r->from, &at, &number, &s)) {
        deferred_state moved = {relocation_mask(r, s.launched), relocation_mask(r, s.ended),
                                relocation_mask(r, s.succeeded), relocation_mask(r, s.cancelled)};
        if (!deferred_says(&moved))
            continue;
        s = deferred_get(r->layout, r->to, number);
        s.launched |= moved.launched;
        s.ended |= moved.ended;
        s.succeeded |= moved.succeeded;
        s.cancelled |= moved.cancelled;
        deferred_put(r->layout, r->to, number, &s);
    }
}

// ---- the blackboard

// Return the number of columns of a list that contain elements of the actors.
static uint32_t relocation_list_width(const relocation *r, const image_key *key)
{
    const uint32_t *counts = cohort_read(r->from, r->layout->numbers);
    uint32_t most = 0;
    counts += (size_t)key->column * r->layout->stride;
    for (unsigned i = 0; i < r->count; i++)
        most = counts[r->sources[i]] > most ? counts[r->sources[i]] : most;
    return 1 + (most < key->capacity ? most : key->capacity) * key_width(key->type);
}

static void relocate_numbers(const relocation *r)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->p->lists.count; i++) {
        const image_key *list = r->p->lists.keys[i];
        relocate_words(r, r->layout->numbers, next, list->column + relocation_list_width(r, list));
        next = list->column + columns_width(list);
    }
    relocate_words(r, r->layout->numbers, next, r->p->shape->specification->number_columns);
}

// ---- all

// Move the only lane.
static void relocate_lone(const cohort_layout *layout, const cohort *from, cohort *to)
{
    const uint64_t id = to->first_id;
    memcpy(to, from, layout->size);
    to->first_id = id;
}

static void relocate_roots(const relocation *r)
{
    const cohort_layout *l = r->layout;
    uint64_t others = ~relocation_mask(r, r->lanes);
    cohort_set_running(l, r->to,
                       (cohort_running(l, r->to) & others) |
                           relocation_mask(r, cohort_running(l, r->from)));
    cohort_set_succeeded(l, r->to,
                         (cohort_succeeded(l, r->to) & others) |
                             relocation_mask(r, cohort_succeeded(l, r->from)));
}

void actors_relocate(const plan *p, const cohort_layout *layout, const cohort *from, uint64_t lanes,
                     cohort *to, unsigned first)
{
    const gestalt_specification *spec = p->shape->specification;
    if (cohort_is_lone(layout)) {
        relocate_lone(layout, from, to);
        return;
    }
    relocation r = {
        .p = p, .layout = layout, .from = from, .to = to, .lanes = lanes, .first = first};
    for (; lanes; lanes &= lanes - 1)
        r.sources[r.count++] = (uint8_t)__builtin_ctzll(lanes);
    r.is_row = r.sources[r.count - 1] - r.sources[0] + 1u == r.count;
    relocate_roots(&r);
    relocate_live(&r);
    relocate_deferred(&r);
    relocate_masks(&r, layout->bits, spec->bit_slots);
    relocate_masks(&r, layout->statuses, 2 * spec->persistent_statuses);
    relocate_masks(&r, layout->bools, spec->bool_columns);
    relocate_longs(&r, layout->longs, spec->long_slots);
    relocate_longs(&r, layout->times, spec->persistent_times);
    relocate_longs(&r, layout->streams, spec->draws ? 1 : 0);
    relocate_numbers(&r);
    relocate_words(&r, layout->words, 0, spec->word_slots);
    relocate_words(&r, layout->launches, 0, 2 * p->launch_slot_count + p->launch_word_count);
}
