// SPDX-License-Identifier: MIT
#include "transfer.h"

#include "columns.h"
#include "deferred.h"
#include "launch.h"
#include "live.h"
#include "nodes.h"
#include "walk.h"

#include <string.h>

// ---- planning: nodes

static node_view transfer_view(const plan *p, uint32_t id)
{
    return walk_node(p->shape->items, p->shape->nodes[id]);
}

static uint32_t transfer_limit(const plan *p, const node_view *v)
{
    return (uint32_t)p->shape->items[v->raw];
}

static int64_t transfer_duration(const plan *p, const node_view *v)
{
    return (int64_t)p->shape->items[v->raw];
}

static bool transfer_same_unit(const node_view *was, const node_view *is)
{
    return (was->flags & ITEM_VARIANT) == (is->flags & ITEM_VARIANT);
}

static void copies_add(transfer_copies *copies, transfer_copy copy)
{
    copies->list[copies->count++] = copy;
}

static void transfer_add_restart(transfer *t, const node_view *is, uint32_t new_id,
                                 transfer_restart r)
{
    r.to = is->argument;
    r.node = new_id;
    r.counts_ticks = is->flags & ITEM_VARIANT;
    r.duration = transfer_duration(t->to, is);
    r.is_evaluated = is->expression != 0;
    t->restarts[t->restart_count++] = r;
}

// Rule of docs/editing.md: the due time does not change if either duration is an expression.
static int64_t transfer_longer(const transfer *t, const node_view *was, const node_view *is)
{
    if (was->expression || is->expression)
        return 0;
    return transfer_duration(t->to, is) - transfer_duration(t->from, was);
}

// Matching children that have finished keep their results.
static void transfer_add_parallel(transfer *t, uint32_t slot, const node_view *was,
                                  const node_view *is)
{
    const uint64_t *items = t->from->shape->items;
    uint32_t from = was->argument;
    for (uint32_t child = was->first_child; child < was->end;
         child = item_end(items[child]), from += 2) {
        uint32_t new_id = t->match->new_of[t->from->node_ids[child]], number = 0;
        if (new_id == SHAPE_NONE)
            continue;
        const uint64_t *others = t->to->shape->items;
        uint32_t item = t->to->shape->nodes[new_id], other = is->first_child;
        for (; other != item; other = item_end(others[other]))
            number++;
        for (uint32_t k = 0; k < 2; k++)
            copies_add(&t->bits, (transfer_copy){.slot = slot,
                                                 .from = from + k,
                                                 .to = is->argument + 2 * number + k});
    }
}

static void transfer_add_order(transfer *t, uint32_t slot, const node_view *was,
                               const node_view *is)
{
    if (node_shuffles(was) && node_shuffles(is))
        copies_add(&t->longs,
                   (transfer_copy){.slot = slot,
                                   .from = item_argument(t->from->shape->items[was->order]),
                                   .to = item_argument(t->to->shape->items[is->order])});
}

// Copy the tick at which a pause ends. In a loop that had no pause, the column of the new shape is
// 0, and the next round starts in the coming tick.
static void transfer_add_pause(transfer *t, uint32_t slot, const node_view *was,
                               const node_view *is)
{
    if (!was->pause || !is->pause)
        return;
    uint64_t before = t->from->shape->items[was->pause], after = t->to->shape->items[is->pause];
    copies_add(&t->longs,
               (transfer_copy){.slot = slot,
                               .from = pause_slot(before),
                               .to = pause_slot(after),
                               .more = (int64_t)pause_ticks(after) - (int64_t)pause_ticks(before)});
}

// Plan the copies of the values of a live node.
static void transfer_add_kept(transfer *t, uint32_t slot, const node_view *was, const node_view *is,
                              uint32_t new_id)
{
    transfer_copy copy = {.slot = slot, .from = was->argument, .to = is->argument};
    transfer_add_pause(t, slot, was, is);
    switch (node_table[was->type].operands[0]) {
    case 'l':
        if (node_has_clock(was->type) && !transfer_same_unit(was, is)) {
            transfer_add_restart(t, is, new_id, (transfer_restart){.slot = slot});
        } else if (node_has_clock(was->type)) {
            copy.more = transfer_longer(t, was, is);
            copies_add(&t->longs, copy);
        } else {
            transfer_add_order(t, slot, was, is);
        }
        break;
    case 'w': // a for_each has no limit: its list ends it
        if (was->list || (transfer_limit(t->from, was) && transfer_limit(t->to, is)))
            copies_add(&t->words, copy);
        break;
    case 'b':
        if (!node_has(was->type, 'H')) {
            copies_add(&t->bits, copy);
            break;
        }
        transfer_add_parallel(t, slot, was, is);
        transfer_add_order(t, slot, was, is);
        break;
    default: break;
    }
}

// Plan the copies of persistent values, live or not.
static void transfer_add_persistent(transfer *t, const node_view *was, const node_view *is,
                                    uint32_t new_id)
{
    char letter = node_table[was->type].operands[0];
    if (letter == 'o')
        t->statuses[is->argument].from = was->argument;
    if (letter != 't')
        return;
    t->has_time[is->argument] = true;
    if (transfer_same_unit(was, is))
        copies_add(&t->times, (transfer_copy){.from = was->argument,
                                              .to = is->argument,
                                              .more = transfer_longer(t, was, is)});
    else
        transfer_add_restart(t, is, new_id,
                             (transfer_restart){.slot = SHAPE_NONE, .from = was->argument});
}

// Return how a value of one type is converted to another. Enums are given by their numbers, from 1.
static transfer_column transfer_number(const transfer *t, unsigned was_type, unsigned was_words,
                                       unsigned is_type, unsigned is_words)
{
    transfer_column k = {.form = TRANSFER_SAME};
    if (was_type == KEY_INT && is_type == KEY_FLOAT) {
        k.form = TRANSFER_INT_TO_FLOAT;
    } else if (was_words && is_words &&
               !shape_same_words(t->from->shape, was_words, t->to->shape, is_words)) {
        k.form = TRANSFER_WORDS;
        k.was_enum = (uint16_t)(was_words - 1);
        k.is_enum = (uint16_t)(is_words - 1);
    }
    return k;
}

// Plan the copy of a launch's argument from the old shape's argument of the same name.
static void transfer_add_argument(transfer *t, const transfer_deferred *d, const char *name,
                                  const launch_argument *wanted)
{
    const gestalt_shape *shape = t->from->shape;
    launch_argument a = {0};
    while (launch_next_argument(shape, t->from->deferred_items[d->from], &a)) {
        bool same = a.info->type == wanted->info->type;
        transfer_column k = transfer_number(t, a.info->type, a.info->words, wanted->info->type,
                                            wanted->info->words);
        bool widens = a.info->type == KEY_VEC2 && wanted->info->type == KEY_VEC3;
        bool fits = same || widens || k.form == TRANSFER_INT_TO_FLOAT;
        if (strcmp(shape_string(shape, a.info->name), name) != 0 || !fits)
            continue;
        k.keeps_number = true;
        if (wanted->info->type == ARGUMENT_TEXT)
            k.form = TRANSFER_TEXTS;
        for (uint32_t i = 0; i < a.words && i < wanted->words; i++) {
            k.from = launch_word_column(t->from, d->from) + a.word + i;
            k.to = launch_word_column(t->to, d->to) + wanted->word + i;
            t->deferred.values[t->deferred.value_count++] = k;
        }
        return;
    }
}

static void transfer_add_values(transfer *t, transfer_deferred *d)
{
    const gestalt_shape *shape = t->to->shape;
    launch_argument wanted = {0};
    d->first_value = t->deferred.value_count;
    while (launch_next_argument(shape, t->to->deferred_items[d->to], &wanted))
        transfer_add_argument(t, d, shape_string(shape, wanted.info->name), &wanted);
    d->value_count = t->deferred.value_count - d->first_value;
}

static void transfer_add_deferred(transfer *t, uint32_t slot, uint32_t old_id, uint32_t new_id)
{
    transfer_deferred *d = &t->deferred.list[t->deferred.count++];
    *d = (transfer_deferred){.slot = slot,
                             .from = t->from->deferred[t->from->shape->nodes[old_id]],
                             .to = t->to->deferred[t->to->shape->nodes[new_id]]};
    transfer_add_values(t, d);
}

// Return whether a matched node can be live in both shapes.
static bool transfer_can_live(const transfer *t, uint32_t old_id, uint32_t new_id)
{
    return t->from->slots[old_id] != PLAN_NO_SLOT && t->to->slots[new_id] != PLAN_NO_SLOT &&
           t->to->can_be_live[t->to->shape->nodes[new_id]];
}

// Add a pair of matched nodes. Pairs come in the order of new ids.
static void transfer_add_pair(transfer *t, uint32_t old_id, uint32_t new_id)
{
    node_view was = transfer_view(t->from, old_id), is = transfer_view(t->to, new_id);
    uint32_t slot = t->from->slots[old_id];
    transfer_add_persistent(t, &was, &is, new_id);
    if (!transfer_can_live(t, old_id, new_id))
        return;
    if (node_is(was.type, NODE_IS_LAUNCHING))
        transfer_add_deferred(t, slot, old_id, new_id);
    if (!t->match->may_stay[old_id])
        return;
    uint32_t to = t->to->slots[new_id];
    if (t->to->owners[to] == new_id)
        copies_add(&t->lives, (transfer_copy){.slot = slot, .to = to});
    transfer_add_kept(t, slot, &was, &is, new_id);
}

// ---- states that the new shape cannot reach by itself

static unsigned transfer_flags(const plan *p, uint32_t id)
{
    return item_flags(p->shape->items[p->shape->nodes[id]]);
}

// Return whether a node may have stored results, its child's or its own, that are impossible in the
// new shape.
static bool transfer_keeps_odd(const plan *from, const plan *to, uint32_t old_id, uint32_t new_id)
{
    return transfer_flags(from, old_id) & ~transfer_flags(to, new_id) &
           (ITEM_CAN_SUCCEED | ITEM_CAN_FAIL);
}

// Return the same for children whose results a node stores or relies on. (A `while` whose child can
// no longer succeed cannot be at rest either.)
static bool transfer_has_odd_child(const plan *from, const plan *to, const shape_match *match,
                                   const node_view *was)
{
    const uint64_t *items = from->shape->items;
    bool looks = node_has(was->type, 'H') || node_shuffles(was);
    for (uint32_t child = was->first_child; looks && child < was->end;
         child = item_end(items[child])) {
        uint32_t new_id = match->new_of[from->node_ids[child]];
        if (new_id != SHAPE_NONE && transfer_keeps_odd(from, to, from->node_ids[child], new_id))
            return true;
    }
    return false;
}

// Return the bound of the number that a loop stores: its limit, or the capacity of its list. 0: the
// node is not a loop, or has no limit.
static uint32_t transfer_bound(const plan *p, const node_view *v)
{
    if (!node_has(v->type, 'w'))
        return 0;
    return v->list ? list_capacity(list_operand_place(p->shape->items[v->list]))
                   : transfer_limit(p, v);
}

static bool transfer_is_odd(const plan *from, const plan *to, const shape_match *match,
                            uint32_t old_id)
{
    uint32_t new_id = match->new_of[old_id];
    uint32_t was_at = from->shape->nodes[old_id], is_at = to->shape->nodes[new_id];
    node_view was = walk_node(from->shape->items, was_at);
    node_view is = walk_node(to->shape->items, is_at);
    if (node_has(was.type, 't') && was.expression && !is.expression)
        return true; // its due time does not change
    if (node_has(was.type, 'o') && transfer_keeps_odd(from, to, old_id, new_id))
        return true;
    if (!match->may_stay[old_id])
        return false;
    if (from->can_be_live[was_at] &&
        (!to->can_be_live[is_at] || (plan_can_rest(from, was_at) && !plan_can_rest(to, is_at))))
        return true;
    uint32_t limit = transfer_bound(to, &is);
    if (limit && limit < transfer_bound(from, &was))
        return true;
    return transfer_has_odd_child(from, to, match, &was);
}

bool transfer_needs_edited(const plan *from, const plan *to, const shape_match *match)
{
    if (from->shape->is_edited)
        return true;
    for (uint32_t id = 0; id < from->shape->specification->node_count; id++)
        if (match->new_of[id] != SHAPE_NONE && transfer_is_odd(from, to, match, id))
            return true;
    return false;
}

// ---- planning: slots

// A slot stays if the node that owns it may stay, since then all nodes above may.
static void transfer_plan_slots(transfer *t)
{
    const plan *p = t->from;
    for (uint32_t slot = 0; slot < p->slot_count; slot++) {
        uint32_t id = p->owners[slot], new_id = t->match->new_of[id];
        item_type type = item_type_of(p->shape->items[p->slot_items[slot]]);
        t->may_stay[slot] = t->match->may_stay[id] && transfer_can_live(t, id, new_id);
        t->is_call[slot] = node_is(type, NODE_IS_LAUNCHING)      ? 2
                           : node_table[type].operands[0] == 'h' ? 1
                                                                 : 0;
    }
}

// ---- planning: keys

static void transfer_add_list(transfer *t, const transfer_column *column, const image_key *was,
                              const image_key *is)
{
    transfer_list *l = &t->blackboard.lists[t->blackboard.list_count++];
    *l = (transfer_list){.column = *column,
                         .was_width = (uint8_t)key_width(was->type),
                         .is_width = (uint8_t)key_width(is->type),
                         .was_capacity = was->capacity,
                         .is_capacity = is->capacity};
    l->column.from = was->column;
    l->column.to = is->column;
    t->blackboard.is_new[is->column] = false;
}

static void transfer_add_key(transfer *t, const image_key *was, const image_key *is)
{
    transfer_column column = transfer_number(t, was->type, was->words, is->type, is->words);
    t->blackboard.has_words |= column.form == TRANSFER_WORDS;
    if (key_is_list(is)) {
        transfer_add_list(t, &column, was, is);
        return;
    }
    for (uint32_t k = 0; k < columns_width(is); k++) {
        t->blackboard.is_new[is->column + k] = false;
        column.from = was->column + k;
        column.to = is->column + k;
        if (k < columns_width(was)) // a third component is 0 if the old key had two
            t->blackboard.columns[t->blackboard.column_count++] = column;
    }
}

static void transfer_plan_keys(transfer *t, const key_match *keys)
{
    const gestalt_shape *was = t->from->shape, *is = t->to->shape;
    for (uint32_t i = 0; i < is->key_count; i++)
        if (keys->old_keys[i] != SHAPE_NONE)
            transfer_add_key(t, &was->keys[keys->old_keys[i]], &is->keys[i]);
    for (uint32_t i = 0; i < is->persistent_count; i++)
        t->statuses[i] = (transfer_status){keys->old_persistents[i], is->persistents[i].init};
}

uint32_t transfer_columns_of(const gestalt_specification *spec)
{
    return spec->number_columns + spec->bool_columns + spec->shared_number_columns +
           spec->shared_bool_columns;
}

static void transfer_allocate(transfer *t, arena *a)
{
    const gestalt_specification *from = t->from->shape->specification;
    const gestalt_specification *to = t->to->shape->specification;
    uint32_t pairs = from->node_count < to->node_count ? from->node_count : to->node_count;
    uint32_t values = 0;
    for (uint32_t i = 0; i < t->to->deferred_count; i++)
        values += launch_word_count(t->to->shape, t->to->deferred_items[i]);
    t->may_stay = ARENA_ARRAY(a, bool, t->from->slot_count);
    t->is_call = ARENA_ARRAY(a, uint8_t, t->from->slot_count);
    t->lives.list = ARENA_ARRAY(a, transfer_copy, pairs);
    t->longs.list = ARENA_ARRAY(a, transfer_copy, pairs);
    t->words.list = ARENA_ARRAY(a, transfer_copy, pairs);
    t->bits.list = ARENA_ARRAY(a, transfer_copy, 3 * (size_t)pairs);
    t->times.list = ARENA_ARRAY(a, transfer_copy, pairs);
    t->restarts = ARENA_ARRAY(a, transfer_restart, pairs);
    t->statuses = ARENA_ARRAY(a, transfer_status, to->persistent_statuses);
    t->has_time = ARENA_ARRAY(a, bool, to->persistent_times);
    t->deferred.list = ARENA_ARRAY(a, transfer_deferred, t->to->deferred_count);
    t->deferred.values = ARENA_ARRAY(a, transfer_column, values);
    t->blackboard.columns = ARENA_ARRAY(a, transfer_column, transfer_columns_of(to));
    t->blackboard.lists = ARENA_ARRAY(a, transfer_list, t->to->shape->key_count);
    t->blackboard.is_new = ARENA_ARRAY(a, bool, transfer_columns_of(to));
}

transfer *transfer_make(arena *a, const plan *from, const cohort_layout *old_layout, const plan *to,
                        const cohort_layout *new_layout, const shape_match *match,
                        const key_match *keys)
{
    transfer *t = ARENA_NEW(a, transfer);
    *t = (transfer){.from = from,
                    .to = to,
                    .old_layout = old_layout,
                    .new_layout = new_layout,
                    .match = match,
                    .blackboard.all_words = keys->words};
    const gestalt_specification *spec = to->shape->specification;
    transfer_allocate(t, a);
    for (uint32_t i = 0; i < transfer_columns_of(spec); i++)
        t->blackboard.is_new[i] = true;
    for (uint32_t i = 0; i < spec->persistent_statuses; i++)
        t->statuses[i] = (transfer_status){SHAPE_NONE, GESTALT_RUNNING};
    transfer_plan_keys(t, keys);
    transfer_plan_slots(t);
    for (uint32_t id = 0; id < spec->node_count; id++)
        if (match->old_of[id] != SHAPE_NONE)
            transfer_add_pair(t, match->old_of[id], id);
    return t;
}

// ---- one cohort: states that stay

static uint64_t count_lanes(uint64_t lanes)
{
    return (uint64_t)__builtin_popcountll(lanes);
}

static void transfer_count_drop(const transfer *t, const cohort *c, uint32_t slot, uint64_t lanes,
                                transfer_counts *counts)
{
    if (t->is_call[slot] == 1) {
        counts->cancels += count_lanes(lanes);
    } else if (t->is_call[slot] == 2) {
        uint32_t number = t->from->deferred[t->from->slot_items[slot]];
        counts->requests += count_lanes(lanes & ~deferred_get(t->old_layout, c, number).ended);
    }
}

bool transfer_judge(const transfer *t, const cohort *c, const transfer_masks *m,
                    transfer_counts *counts)
{
    const plan *p = t->from;
    uint64_t all = cohort_occupied(t->old_layout, c), any = 0;
    live_spread(p, t->old_layout, c, m->live);
    memset(m->stay, 0, p->slot_count * sizeof *m->stay);
    counts->agents += count_lanes(all);
    for (uint32_t slot = p->slot_count; slot-- > 0;) {
        uint64_t live = m->live[slot] & all;
        m->drop[slot] = 0;
        if (!live)
            continue;
        uint64_t rests = live_at_rest(p, m->live, slot) & all;
        uint64_t stay = t->may_stay[slot] ? rests | m->stay[slot] : 0;
        m->stay[slot] = stay;
        m->drop[slot] = live & ~stay;
        any |= m->drop[slot];
        counts->kept += count_lanes(rests & stay);
        counts->dropped += count_lanes(rests & ~stay);
        if (t->is_call[slot] && m->drop[slot])
            transfer_count_drop(t, c, slot, m->drop[slot], counts);
        if (p->slot_parents[slot] != PLAN_NO_SLOT)
            m->stay[p->slot_parents[slot]] |= stay;
    }
    return any;
}

// ---- one cohort: columns

static void column_copy_longs(const int64_t *from, int64_t *to, uint64_t lanes, uint64_t more)
{
    unsigned first = (unsigned)__builtin_ctzll(lanes);
    if (lanes >> first == ~UINT64_C(0) >> first) { // all lanes from the first on
        for (unsigned lane = first; lane < COHORT_LANES_MAX; lane++)
            to[lane] = (int64_t)((uint64_t)from[lane] + more);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        to[lane] = (int64_t)((uint64_t)from[lane] + more);
    }
}

static int64_t *long_column(const cohort_layout *l, cohort *c, uint32_t offset, uint32_t column)
{
    return (int64_t *)cohort_part(c, offset) + (size_t)column * l->stride;
}

static void transfer_columns(const transfer *t, cohort *from, cohort *to, const transfer_masks *m)
{
    const cohort_layout *was = t->old_layout, *is = t->new_layout;
    for (uint32_t i = 0; i < t->longs.count; i++) {
        const transfer_copy *l = &t->longs.list[i];
        if (m->stay[l->slot])
            column_copy_longs(long_column(was, from, was->longs, l->from),
                              long_column(is, to, is->longs, l->to), m->stay[l->slot],
                              (uint64_t)l->more);
    }
    const uint32_t *old_words = cohort_part(from, was->words);
    uint32_t *new_words = cohort_part(to, is->words);
    for (uint32_t i = 0; i < t->words.count; i++)
        for (uint64_t lanes = m->stay[t->words.list[i].slot]; lanes; lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(lanes);
            new_words[(size_t)t->words.list[i].to * is->stride + lane] =
                old_words[(size_t)t->words.list[i].from * was->stride + lane];
        }
    const uint64_t *old_bits = cohort_part(from, was->bits);
    uint64_t *new_bits = cohort_part(to, is->bits);
    for (uint32_t i = 0; i < t->bits.count; i++)
        new_bits[t->bits.list[i].to] |=
            old_bits[t->bits.list[i].from] & m->stay[t->bits.list[i].slot];
}

// ---- one cohort: deferred actions

// Convert enum values by their words. Returns the lanes whose words are missing in the new enum.
static uint64_t column_convert_words(const transfer *t, const transfer_column *k,
                                     const uint32_t *from, uint32_t *to, uint32_t stride)
{
    const image_enum *was = &t->from->shape->enums[k->was_enum];
    const image_enum *is = &t->to->shape->enums[k->is_enum];
    uint64_t lacking = 0;
    for (uint32_t lane = 0; lane < stride; lane++) {
        int32_t value = (int32_t)from[lane], found = 0;
        if (!word_match_find(t->blackboard.all_words, was, is, value, &found)) {
            lacking |= UINT64_C(1) << lane;
            found = k->keeps_number ? value : 0;
        }
        to[lane] = (uint32_t)found;
    }
    return lacking;
}

// Convert the places of texts in a launch, so that its game system reads the same texts as before.
static void column_convert_texts(const transfer *t, const uint32_t *from, uint32_t *to,
                                 uint32_t stride)
{
    const gestalt_shape *was = t->from->shape;
    for (uint32_t lane = 0; lane < stride; lane++) {
        bool is_there = from[lane] < was->texts.count;
        const char *text = is_there ? shape_string(was, was->texts.list[from[lane]]) : NULL;
        to[lane] = text ? shape_find_text(t->to->shape, text) : SHAPE_NONE;
    }
}

// Convert a column. Returns the lanes that have no value afterwards.
static uint64_t column_convert(const transfer *t, const transfer_column *k, const uint32_t *from,
                               uint32_t *to, uint32_t stride)
{
    if (k->form == TRANSFER_WORDS)
        return column_convert_words(t, k, from, to, stride);
    if (k->form == TRANSFER_TEXTS) {
        column_convert_texts(t, from, to, stride);
        return 0;
    }
    if (k->form == TRANSFER_SAME) {
        memcpy(to, from, stride * sizeof *to);
        return 0;
    }
    for (uint32_t lane = 0; lane < stride; lane++) {
        int32_t value;
        memcpy(&value, &from[lane], sizeof value);
        float number = (float)value;
        memcpy(&to[lane], &number, sizeof number);
    }
    return 0;
}

// Copy a launch column for some lanes; other lanes may belong to another action.
static void transfer_launch_column(const transfer *t, cohort *from, cohort *to,
                                   const transfer_column *k, uint64_t lanes)
{
    const uint32_t *values = launch_column(t->old_layout, from, k->from);
    uint32_t *next = launch_column(t->new_layout, to, k->to);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        column_convert(t, k, values + lane, next + lane, 1);
    }
}

static void transfer_launches(const transfer *t, const transfer_deferred *d, cohort *from,
                              cohort *to, uint64_t stay, uint64_t cancelled)
{
    transfer_column id = {.from = launch_id_column(t->from, d->from),
                          .to = launch_id_column(t->to, d->to)};
    transfer_column cancelled_id = {.from = launch_cancelled_column(t->from, d->from),
                                    .to = launch_cancelled_column(t->to, d->to)};
    transfer_launch_column(t, from, to, &id, stay);
    transfer_launch_column(t, from, to, &cancelled_id, cancelled);
    for (uint32_t i = 0; i < d->value_count; i++)
        transfer_launch_column(t, from, to, &t->deferred.values[d->first_value + i], stay);
}

static void transfer_deferred_states(const transfer *t, cohort *from, cohort *to,
                                     const transfer_masks *m)
{
    for (uint32_t i = 0; i < t->deferred.count; i++) {
        const transfer_deferred *d = &t->deferred.list[i];
        deferred_state s = deferred_get(t->old_layout, from, d->from);
        uint64_t stay = m->stay[d->slot];
        s.launched &= stay;
        s.ended &= stay;
        s.succeeded &= stay;
        transfer_launches(t, d, from, to, stay, s.cancelled);
        if (deferred_says(&s))
            deferred_append(t->new_layout, to, d->to, &s);
    }
}

void transfer_states(const transfer *t, cohort *from, cohort *to, const transfer_masks *m)
{
    const cohort_layout *was = t->old_layout, *is = t->new_layout;
    to->first_id = from->first_id;
    cohort_set_occupied(is, to, cohort_occupied(was, from));
    cohort_set_running(is, to, cohort_running(was, from));
    cohort_set_succeeded(is, to, cohort_succeeded(was, from));
    if (cohort_occupied(was, from) != ~UINT64_C(0) >> (64 - is->lanes))
        cohort_set_next_open(is, to, cohort_next_open(was, from));
    memset(m->next, 0, t->to->slot_count * sizeof *m->next);
    for (uint32_t i = 0; i < t->lives.count; i++)
        m->next[t->lives.list[i].to] = m->stay[t->lives.list[i].slot];
    live_collect(t->to, is, to, m->next);
    transfer_columns(t, from, to, m);
    transfer_deferred_states(t, from, to, m);
}

// ---- one cohort: values

static void transfer_persistents(const transfer *t, cohort *from, cohort *to)
{
    const gestalt_specification *spec = t->to->shape->specification;
    const cohort_layout *was = t->old_layout, *is = t->new_layout;
    uint64_t(*old_statuses)[2] = cohort_part(from, was->statuses);
    uint64_t(*new_statuses)[2] = cohort_part(to, is->statuses);
    uint64_t all = cohort_occupied(is, to);
    for (uint32_t i = 0; i < spec->persistent_statuses; i++) {
        transfer_status s = t->statuses[i];
        new_statuses[i][0] = s.from != SHAPE_NONE        ? old_statuses[s.from][0]
                             : s.init == GESTALT_SUCCESS ? all
                                                         : 0;
        new_statuses[i][1] = s.from != SHAPE_NONE        ? old_statuses[s.from][1]
                             : s.init == GESTALT_FAILURE ? all
                                                         : 0;
    }
    for (uint32_t i = 0; i < spec->persistent_times; i++)
        for (uint32_t lane = 0; !t->has_time[i] && lane < is->stride; lane++)
            long_column(is, to, is->times, i)[lane] = INT64_MIN;
    for (uint32_t i = 0; i < t->times.count; i++) {
        const int64_t *old_times = long_column(was, from, was->times, t->times.list[i].from);
        int64_t *new_times = long_column(is, to, is->times, t->times.list[i].to);
        for (uint32_t lane = 0; lane < is->stride; lane++)
            new_times[lane] =
                old_times[lane] == INT64_MIN
                    ? INT64_MIN
                    : (int64_t)((uint64_t)old_times[lane] + (uint64_t)t->times.list[i].more);
    }
}

// Convert a blackboard column of the new shape. Returns the lanes that have no value afterwards.
static uint64_t transfer_column_of(const transfer *t, const transfer_column *k, cohort *from,
                                   cohort *to, const uint32_t *shared_numbers,
                                   const uint64_t *shared_bools)
{
    const gestalt_specification *was = t->from->shape->specification;
    const gestalt_specification *is = t->to->shape->specification;
    uint32_t stride = t->new_layout->stride, own = was->number_columns + was->bool_columns;
    uint32_t *numbers =
        (uint32_t *)cohort_part(to, t->new_layout->numbers) + (size_t)k->to * stride;
    uint64_t *bools =
        (uint64_t *)cohort_part(to, t->new_layout->bools) + k->to - is->number_columns;
    if (k->from < was->number_columns) {
        const uint32_t *values = cohort_part(from, t->old_layout->numbers);
        return column_convert(t, k, values + (size_t)k->from * stride, numbers, stride);
    } else if (k->from < own) {
        const uint64_t *values = cohort_part(from, t->old_layout->bools);
        *bools = values[k->from - was->number_columns];
    } else if (k->from < own + was->shared_number_columns) {
        uint32_t value;
        uint64_t lacking = column_convert(t, k, &shared_numbers[k->from - own], &value, 1);
        for (uint32_t lane = 0; lane < stride; lane++)
            numbers[lane] = value;
        return lacking ? ~UINT64_C(0) : 0;
    } else {
        *bools = shared_bools[k->from - own - was->shared_number_columns];
    }
    return 0;
}

// ---- one cohort: lists

// The columns of a list that is read or written, in a cohort or shared: that of the count, and the
// distance to the next.
typedef struct list_source {
    const uint32_t *counts;
    uint32_t stride;
} list_source;

typedef struct list_target {
    uint32_t *counts;
    uint32_t stride;
} list_target;

// Return the lanes in which a list has an element at that place.
static uint64_t list_reaches(const uint32_t *counts, uint32_t place, uint32_t lanes)
{
    uint64_t reaching = 0;
    for (uint32_t lane = 0; lane < lanes; lane++)
        reaching |= (uint64_t)(counts[lane] > place) << lane;
    return reaching;
}

// Convert a list, element by element. If one of the elements that stay has no conversion, the list
// becomes empty. Returns the lanes in which that is so.
static uint64_t transfer_convert_list(const transfer *t, const transfer_list *l, list_source from,
                                      list_target to, uint32_t lanes)
{
    uint64_t lacking = 0, reaching;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t count = from.counts[lane];
        to.counts[lane] = count < l->is_capacity ? count : l->is_capacity;
    }
    for (uint32_t i = 0; i < l->was_capacity; i++) {
        reaching = list_reaches(to.counts, i, lanes);
        if (!reaching)
            break;
        const uint32_t *element = from.counts + (1 + (size_t)i * l->was_width) * from.stride;
        uint32_t *made = to.counts + (1 + (size_t)i * l->is_width) * to.stride;
        for (uint32_t k = 0; k < l->was_width; k++) // a third component is 0 if the old had two
            lacking |= reaching & column_convert(t, &l->column, element + (size_t)k * from.stride,
                                                 made + (size_t)k * to.stride, lanes);
    }
    for (uint32_t lane = 0; lane < lanes; lane++)
        if (lacking >> lane & 1)
            to.counts[lane] = 0;
    return lacking;
}

// Give every agent the list of lane 0.
static void list_spread(list_target list, uint32_t width, uint32_t lanes)
{
    uint32_t columns = 1 + list.counts[0] * width;
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t lane = 1; lane < lanes; lane++)
            list.counts[(size_t)i * list.stride + lane] = list.counts[(size_t)i * list.stride];
}

// Convert a list of the agents. Returns the lanes that need its init.
static uint64_t transfer_own_list(const transfer *t, const transfer_list *l, cohort *from,
                                  cohort *to, const uint32_t *shared_numbers)
{
    const gestalt_specification *was = t->from->shape->specification;
    uint32_t stride = t->new_layout->stride, own = was->number_columns + was->bool_columns;
    uint32_t *numbers = cohort_part(to, t->new_layout->numbers);
    list_target made = {numbers + (size_t)l->column.to * stride, stride};
    if (l->column.from < own) {
        const uint32_t *values = cohort_part(from, t->old_layout->numbers);
        list_source given = {values + (size_t)l->column.from * stride, stride};
        return transfer_convert_list(t, l, given, made, stride);
    }
    list_source shared = {shared_numbers + (l->column.from - own), 1};
    uint64_t lacking = transfer_convert_list(t, l, shared, made, 1);
    list_spread(made, l->is_width, stride);
    return lacking ? ~UINT64_C(0) : 0;
}

static void transfer_shared_lists(transfer *t, const uint32_t *old_numbers, uint32_t *new_numbers)
{
    const gestalt_specification *was = t->from->shape->specification;
    const gestalt_specification *is = t->to->shape->specification;
    uint32_t old_own = was->number_columns + was->bool_columns;
    uint32_t new_own = is->number_columns + is->bool_columns;
    for (uint32_t i = 0; i < t->blackboard.list_count; i++) {
        const transfer_list *l = &t->blackboard.lists[i];
        if (l->column.to < new_own)
            continue;
        list_source from = {old_numbers + (l->column.from - old_own), 1};
        list_target to = {new_numbers + (l->column.to - new_own), 1};
        t->blackboard.is_new[l->column.to] = transfer_convert_list(t, l, from, to, 1);
    }
}

void transfer_values(const transfer *t, cohort *from, cohort *to, const transfer_masks *m,
                     const uint32_t *shared_numbers, const uint64_t *shared_bools)
{
    const gestalt_specification *was = t->from->shape->specification;
    const gestalt_specification *is = t->to->shape->specification;
    transfer_persistents(t, from, to);
    if (was->draws && is->draws)
        memcpy(cohort_part(to, t->new_layout->streams), cohort_part(from, t->old_layout->streams),
               t->new_layout->stride * sizeof(uint64_t));
    uint32_t own = is->number_columns + is->bool_columns;
    for (uint32_t i = 0; i < own; i++)
        m->inits[i] = t->blackboard.is_new[i] ? ~UINT64_C(0) : 0;
    for (uint32_t i = 0; i < t->blackboard.column_count; i++)
        if (t->blackboard.columns[i].to < own)
            m->inits[t->blackboard.columns[i].to] = transfer_column_of(
                t, &t->blackboard.columns[i], from, to, shared_numbers, shared_bools);
    for (uint32_t i = 0; i < t->blackboard.list_count; i++)
        if (t->blackboard.lists[i].column.to < own)
            m->inits[t->blackboard.lists[i].column.to] =
                transfer_own_list(t, &t->blackboard.lists[i], from, to, shared_numbers);
}

void transfer_shared(transfer *t, const uint32_t *old_numbers, const uint64_t *old_bools,
                     uint32_t *new_numbers, uint64_t *new_bools)
{
    const gestalt_specification *was = t->from->shape->specification;
    const gestalt_specification *is = t->to->shape->specification;
    uint32_t old_own = was->number_columns + was->bool_columns;
    uint32_t new_own = is->number_columns + is->bool_columns;
    for (uint32_t i = 0; i < t->blackboard.column_count; i++) {
        const transfer_column *k = &t->blackboard.columns[i];
        if (k->to < new_own)
            continue;
        uint32_t from = k->from - old_own, to = k->to - new_own;
        if (to < is->shared_number_columns)
            t->blackboard.is_new[k->to] =
                column_convert(t, k, &old_numbers[from], &new_numbers[to], 1);
        else
            new_bools[to - is->shared_number_columns] =
                old_bools[from - was->shared_number_columns];
    }
    transfer_shared_lists(t, old_numbers, new_numbers);
}

// ---- one cohort: clocks that start again

// Return the lanes whose cooldown is not yet due at the coming tick. In the other lanes it is
// cleared.
static uint64_t transfer_cooldown(const transfer *t, const transfer_restart *r, cohort *from,
                                  cohort *to, const transfer_moment *now)
{
    const int64_t *was = long_column(t->old_layout, from, t->old_layout->times, r->from);
    int64_t *is = long_column(t->new_layout, to, t->new_layout->times, r->to);
    int64_t old_clock = r->counts_ticks ? now->now : (int64_t)now->tick;
    uint64_t waits = 0;
    for (uint32_t lane = 0; lane < t->new_layout->stride; lane++) {
        waits |= (uint64_t)(was[lane] > old_clock) << lane;
        is[lane] = INT64_MIN;
    }
    return waits & cohort_occupied(t->new_layout, to);
}

static void transfer_clock(const transfer *t, const transfer_restart *r, cohort *from, cohort *to,
                           const transfer_masks *m, const transfer_moment *now)
{
    bool is_cooldown = r->slot == SHAPE_NONE;
    uint64_t lanes = is_cooldown ? transfer_cooldown(t, r, from, to, now) : m->stay[r->slot];
    int64_t *due = long_column(t->new_layout, to,
                               is_cooldown ? t->new_layout->times : t->new_layout->longs, r->to);
    if (r->is_evaluated && lanes)
        now->evaluate(now->user, to, r->node, lanes, due);
    for (; lanes && !r->is_evaluated; lanes &= lanes - 1)
        due[__builtin_ctzll(lanes)] =
            (r->counts_ticks ? (int64_t)now->tick : now->now) + r->duration;
}

void transfer_clocks(const transfer *t, cohort *from, cohort *to, const transfer_masks *m,
                     const transfer_moment *now)
{
    for (uint32_t i = 0; i < t->restart_count; i++)
        transfer_clock(t, &t->restarts[i], from, to, m, now);
}
