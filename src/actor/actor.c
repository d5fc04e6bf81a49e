// SPDX-License-Identifier: MIT
#include "actor.h"

#include "analyse.h"
#include "columns.h"
#include "deferred.h"
#include "launch.h"
#include "live.h"
#include "nodes.h"
#include "random.h"
#include "scalar.h"
#include "search.h"
#include "shape_limits.h"

#include <string.h>

// Writing and reading share one description of the format: functions move a value between the
// cohort and the bytes, in either direction. The bytes are not trusted, so everything is checked on
// the way.
typedef enum direction { TAKE, PUT } direction;

typedef struct mover {
    direction direction;
    const plan *p;
    const cohort_layout *layout;
    cohort *c;
    unsigned lane;
    unsigned char *out;
    const unsigned char *in;
    size_t used, size;
    const unsigned char *live; // items of the live states, in the bytes
    uint32_t live_count;
    const char *wrong;
} mover;

static void actor_complain(mover *m, const char *what)
{
    if (!m->wrong)
        m->wrong = what;
}

// Move `size` bytes to or from a value in memory.
static void actor_move(mover *m, void *value, size_t size)
{
    if (m->direction == TAKE) {
        memcpy(m->out + m->used, value, size);
    } else if (size > m->size - m->used) {
        actor_complain(m, "it ends too early");
        memset(value, 0, size);
        return;
    } else {
        memcpy(value, m->in + m->used, size);
    }
    m->used += size;
}

static uint32_t move_u32(mover *m, uint32_t value)
{
    actor_move(m, &value, sizeof value);
    return value;
}

static uint8_t move_u8(mover *m, uint8_t value, uint8_t most, const char *what)
{
    actor_move(m, &value, sizeof value);
    if (value > most) {
        actor_complain(m, what);
        value = 0;
    }
    return value;
}

// ---- lanes of columns and masks

static void move_column(mover *m, uint32_t offset, uint32_t column, size_t width)
{
    unsigned char *place = cohort_part(m->c, offset);
    actor_move(m, place + ((size_t)column * m->layout->stride + m->lane) * width, width);
}

static bool get_bit(const mover *m, const uint64_t *mask)
{
    return *mask >> m->lane & 1;
}

static void put_bit(const mover *m, uint64_t *mask, bool value)
{
    uint64_t bit = UINT64_C(1) << m->lane;
    *mask = value ? *mask | bit : *mask & ~bit;
}

// Move a value from 0 to 3 that is stored in two masks.
static uint8_t move_pair(mover *m, uint64_t *low, uint64_t *high, uint8_t most, const char *what)
{
    uint8_t value = 0;
    if (m->direction == TAKE)
        value = (uint8_t)(get_bit(m, low) | get_bit(m, high) << 1);
    value = move_u8(m, value, most, what);
    if (m->direction == PUT) {
        put_bit(m, low, value & 1);
        put_bit(m, high, value >> 1 & 1);
    }
    return value;
}

// Move a status that is stored in two masks, succeeded and failed; in neither it is running.
static uint8_t move_status(mover *m, uint64_t *succeeded, uint64_t *failed)
{
    uint8_t value = GESTALT_RUNNING;
    if (m->direction == TAKE)
        value = get_bit(m, succeeded) ? GESTALT_SUCCESS
                : get_bit(m, failed)  ? GESTALT_FAILURE
                                      : GESTALT_RUNNING;
    value = move_u8(m, value, GESTALT_RUNNING, "a persistent status does not exist");
    if (m->direction == PUT) {
        put_bit(m, succeeded, value == GESTALT_SUCCESS);
        put_bit(m, failed, value == GESTALT_FAILURE);
    }
    return value;
}

// Return whether a node with these flags cannot return that result. An actor that claims it did
// would violate the shape's specification.
static bool is_impossible(const mover *m, unsigned flags, bool succeeded)
{
    return !m->p->shape->is_edited && !(flags & (succeeded ? ITEM_CAN_SUCCEED : ITEM_CAN_FAIL));
}

// ---- skipping

void actor_clear(const cohort_layout *l, cohort *c, uint64_t lanes)
{
    deferred_clear(l, c, lanes);
    live_clear(l, c, lanes);
    cohort_set_running(l, c, cohort_running(l, c) & ~lanes);
    cohort_set_succeeded(l, c, cohort_succeeded(l, c) & ~lanes);
}

// ---- values of live nodes

static bool is_bool(const unsigned char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word <= 1;
}

// Move a number; every NaN has the same bytes.
static void move_number(mover *m, uint32_t offset, uint32_t column, bool is_float)
{
    size_t place = m->used;
    move_column(m, offset, column, 4);
    if (m->direction != TAKE || !is_float)
        return;
    float value;
    memcpy(&value, m->out + place, sizeof value);
    uint32_t bits = scalar_canonical_bits(value);
    memcpy(m->out + place, &bits, sizeof bits);
}

// Move a launch's number and its stored arguments, in the order in which the node passes them.
static void move_launch(mover *m, uint32_t item, uint32_t number)
{
    launch_argument a = {0};
    move_column(m, m->layout->launches, launch_id_column(m->p, number), 4);
    while (launch_next_argument(m->p->shape, item, &a)) {
        uint8_t type = a.info->type;
        for (uint32_t i = 0; i < a.words; i++) {
            size_t place = m->used;
            move_number(m, m->layout->launches, launch_word_column(m->p, number) + a.word + i,
                        key_is_float(type));
            if (m->direction == PUT && type == KEY_BOOL && !m->wrong && !is_bool(m->in + place))
                actor_complain(m, "a bool of a launch is neither 0 nor 1");
        }
    }
}

static void move_deferred_state(mover *m, uint32_t item)
{
    uint32_t number = m->p->deferred[item];
    uint8_t value = 0;
    deferred_state s = deferred_get(m->layout, m->c, number);
    if (m->direction == TAKE) {
        // the outcome is meaningful only if the action has ended
        value = (uint8_t)(get_bit(m, &s.launched) | get_bit(m, &s.ended) << 1);
        value |= value & 2 && get_bit(m, &s.succeeded) ? 4 : 0;
    }
    value = move_u8(m, value, 7, "the state of a deferred action does not exist");
    if (value & 4 && !(value & 2))
        actor_complain(m, "a deferred action has succeeded without an end");
    if (m->direction == PUT) {
        put_bit(m, &s.launched, value & 1);
        put_bit(m, &s.ended, value >> 1 & 1);
        put_bit(m, &s.succeeded, value >> 2 & 1);
        deferred_put(m->layout, m->c, number, &s);
    }
    move_launch(m, item, number);
}

static void move_rounds(mover *m, uint32_t item, uint32_t slot)
{
    uint32_t limit = (uint32_t)m->p->shape->items[item + 1], rounds;
    if (limit == 0)
        return;
    size_t before = m->used;
    move_column(m, m->layout->words, slot, 4);
    if (m->direction == TAKE || m->wrong)
        return;
    memcpy(&rounds, m->in + before, sizeof rounds);
    if (rounds >= (m->p->shape->is_edited ? (uint32_t)LIMIT_COUNT : limit))
        actor_complain(m, "a loop has counted more rounds than it makes");
}

static void move_place(mover *m, uint32_t item, uint32_t slot)
{
    const uint64_t *items = m->p->shape->items;
    uint32_t capacity = list_capacity(list_operand_place(items[walk_node(items, item).list]));
    uint32_t place;
    size_t before = m->used;
    move_column(m, m->layout->words, slot, 4);
    if (m->direction == TAKE || m->wrong)
        return;
    memcpy(&place, m->in + before, sizeof place);
    if (place >= (m->p->shape->is_edited ? (uint32_t)LIMIT_LIST_CAPACITY : capacity))
        actor_complain(m, "a loop is at a place that its list can't have");
}

// Return the item of a loop's child.
static uint32_t loop_child(const mover *m, uint32_t item)
{
    return walk_node(m->p->shape->items, item).first_child;
}

static void move_while(mover *m, uint32_t item, uint32_t slot)
{
    uint64_t *bits = cohort_part(m->c, m->layout->bits);
    uint8_t value = m->direction == TAKE ? get_bit(m, bits + slot) : 0;
    value = move_u8(m, value, 1, "the state of a while does not exist");
    if (m->direction == PUT && value &&
        is_impossible(m, item_flags(m->p->shape->items[loop_child(m, item)]), true))
        actor_complain(m, "a while has stored a success that its child can't return");
    if (m->direction == PUT)
        put_bit(m, bits + slot, value);
}

// Return the item of live state number `index`.
static uint32_t live_item(const mover *m, uint32_t index)
{
    uint32_t item;
    memcpy(&item, m->live + (size_t)index * sizeof item, sizeof item);
    return item;
}

// Return whether a node between the items `begin` and `end` is live.
static bool is_live_between(const mover *m, uint32_t begin, uint32_t end)
{
    uint32_t first;
    SEARCH_FIRST(first, 0, m->live_count, live_item(m, first) >= begin);
    return first < m->live_count && live_item(m, first) < end;
}

static void move_parallel(mover *m, uint32_t item, uint32_t slot)
{
    const uint64_t *items = m->p->shape->items;
    uint64_t *bits = cohort_part(m->c, m->layout->bits);
    uint32_t child = walk_node(items, item).first_child;
    for (; child < item_end(items[item]); child = item_end(items[child])) {
        uint8_t value = move_pair(m, bits + slot, bits + slot + 1, 3,
                                  "the state of a parallel's child does not exist");
        if (value == 2)
            actor_complain(m, "a parallel's child has succeeded without an end");
        if (m->direction == PUT && value && is_impossible(m, item_flags(items[child]), value & 2))
            actor_complain(m, "a parallel's child has a status that it can't return");
        if (m->direction == PUT && value && is_live_between(m, child, item_end(items[child])))
            actor_complain(m, "a parallel's child is live after its end");
        slot += 2;
    }
}

// Return the position of child number `child` of `count` in the permutation drawn from that random
// state.
static uint32_t turn_of(uint64_t state, uint32_t count, uint32_t child)
{
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = random_below(&state, i + 1);
        child = child == i ? j : child == j ? i : child;
    }
    return child;
}

// Check that no child that always ends the run comes before the live child in the order.
static void check_order(mover *m, uint32_t item, uint64_t state)
{
    const uint64_t *items = m->p->shape->items;
    unsigned on = node_table[item_type_of(items[item])].goes_on;
    uint32_t end = item_end(items[item]), count = 0, live = 0, i = 0;
    for (uint32_t child = item + 1; child < end; child = item_end(items[child]), count++)
        if (is_live_between(m, child, item_end(items[child])))
            live = count;
    uint32_t turn = turn_of(state, count, live);
    for (uint32_t child = item + 1; child < end; child = item_end(items[child]), i++)
        if (!(item_flags(items[child]) & on) && i != live && turn_of(state, count, i) < turn)
            actor_complain(m, "a random order continued after a child that ends it");
}

static void move_order(mover *m, uint32_t item)
{
    uint64_t state;
    size_t before = m->used;
    node_view v = walk_node(m->p->shape->items, item);
    if (!node_shuffles(&v))
        return;
    move_column(m, m->layout->longs, item_argument(m->p->shape->items[v.order]), 8);
    bool resumes = node_table[v.type].children == RUNS_IN_TURN;
    if (m->direction == TAKE || m->wrong || m->p->shape->is_edited || !resumes)
        return;
    memcpy(&state, m->in + before, sizeof state);
    check_order(m, item, state);
}

// The clock of a loop's pause runs only while no round does: then the loop itself is in the list.
static void move_pause(mover *m, uint32_t item)
{
    node_view v = walk_node(m->p->shape->items, item);
    if (v.pause && is_live_between(m, item, item + 1))
        move_column(m, m->layout->longs, pause_slot(m->p->shape->items[v.pause]), 8);
}

static void move_node(mover *m, uint32_t item)
{
    uint64_t head = m->p->shape->items[item];
    uint32_t slot = item_argument(head);
    item_type type = item_type_of(head);
    const char *operands = node_table[type].operands;
    switch (operands[0]) {
    case 'h':
        if (node_is(type, NODE_IS_LAUNCHING))
            move_deferred_state(m, item);
        break;
    case 'l':
        if (operands[1] == 'D')
            move_column(m, m->layout->longs, slot, 8);
        else
            move_order(m, item);
        break;
    case 'w':
        if (node_has(type, 'L'))
            move_place(m, item, slot);
        else
            move_rounds(m, item, slot);
        break;
    case 'b':
        if (operands[1] != 'H') {
            move_while(m, item, slot);
            break;
        }
        move_order(m, item);
        move_parallel(m, item, slot);
        break;
    default: break;
    }
    if (node_has(type, 'P') && (item_flags(head) & ITEM_VARIANT))
        move_pause(m, item);
}

// List the nodes that are live because `item` is, from the outermost one that the previous entry
// does not already imply. An ancestor that starts before `before` contains that entry, too.
static uint32_t live_path(const plan *p, uint32_t item, uint32_t before, uint32_t path[LIMIT_DEPTH])
{
    uint32_t count = 0, first = before == SHAPE_NONE ? 0 : before + 1;
    for (; item != SHAPE_NONE && item >= first; item = p->parents[item])
        path[count++] = item;
    return count;
}

// Check that two entries can be live together: their paths may part only at a node of which several
// children can be live.
static void check_parting(mover *m, uint32_t before, uint32_t item)
{
    const uint64_t *items = m->p->shape->items;
    while (item != SHAPE_NONE && item > before)
        item = m->p->parents[item];
    item_type type = item == SHAPE_NONE ? ITEM_INVALID : item_type_of(items[item]);
    if (!children_live_together(node_table[type].children) || item == before)
        actor_complain(m, "two nodes are live that can't be live together");
}

static bool is_node(const plan *p, uint32_t item)
{
    return item < p->shape->specification->tree_end && p->shape->nodes[p->node_ids[item]] == item;
}

static bool can_be_entry(const plan *p, uint32_t item)
{
    return is_node(p, item) && p->can_be_live[item] && plan_can_rest(p, item);
}

static void check_entry(mover *m, uint32_t before, uint32_t item)
{
    if (!can_be_entry(m->p, item))
        actor_complain(m, "a node is live that can't be live");
    else if (before != SHAPE_NONE && item <= before)
        actor_complain(m, "the live nodes are not in order");
    else if (before != SHAPE_NONE)
        check_parting(m, before, item);
}

// Move the list of live nodes at rest. Reading makes them live in the cohort.
static void move_live_items(mover *m)
{
    uint32_t before = SHAPE_NONE, count = 0;
    if (m->direction == TAKE) // their number comes first
        count = live_take(m->p, m->layout, m->c, m->lane, m->out + m->used + sizeof count);
    count = move_u32(m, count);
    if (m->wrong)
        return;
    m->live_count = count;
    m->live = (m->direction == TAKE ? m->out : m->in) + m->used;
    if (m->direction == TAKE)
        m->used += count * sizeof count;
    for (uint32_t i = 0; i < count && m->direction != TAKE && !m->wrong; i++) {
        uint32_t item = move_u32(m, SHAPE_NONE);
        check_entry(m, before, item);
        if (!m->wrong)
            live_add(m->p, m->layout, m->c, m->lane, item);
        before = item;
    }
}

// Move the values of the live nodes, whose items are already in the bytes.
static void move_live_nodes(mover *m)
{
    uint32_t before = SHAPE_NONE, path[LIMIT_DEPTH];
    for (uint32_t i = 0; i < m->live_count && !m->wrong; i++) {
        uint32_t item = live_item(m, i);
        for (uint32_t k = live_path(m->p, item, before, path); k > 0; k--)
            move_node(m, path[k - 1]);
        before = item;
    }
}

// Get the number of the lane's next cancelled action from `*at` on. Returns false when there is
// none.
static bool next_cancelled(const mover *m, uint32_t *at, uint32_t *number)
{
    deferred_state s;
    while (deferred_next(m->layout, m->c, at, number, &s))
        if (get_bit(m, &s.cancelled))
            return true;
    return false;
}

static void put_cancelled(const mover *m, uint32_t number)
{
    deferred_state s = deferred_get(m->layout, m->c, number);
    put_bit(m, &s.cancelled, true);
    deferred_put(m->layout, m->c, number, &s);
}

static void move_cancels(mover *m)
{
    const plan *p = m->p;
    uint32_t before = 0, at = 0, number = 0, count = 0;
    while (m->direction == TAKE && next_cancelled(m, &at, &number))
        count++;
    at = 0;
    count = move_u32(m, count);
    if (count > p->shape->specification->live_capacity || (count && p->deferred_count == 0))
        actor_complain(m, "more actions were cancelled than can be live");
    for (uint32_t i = 0; i < count && !m->wrong; i++) {
        uint32_t item = SHAPE_NONE;
        if (m->direction == TAKE && next_cancelled(m, &at, &number))
            item = p->deferred_items[number];
        item = move_u32(m, item);
        bool is_deferred =
            is_node(p, item) && node_is(item_type_of(p->shape->items[item]), NODE_IS_LAUNCHING);
        if (!is_deferred || (i > 0 && item <= before))
            actor_complain(m, "a node was cancelled that can't be cancelled");
        else if (i > 0)
            check_parting(m, before, item);
        if (!m->wrong && m->direction == PUT)
            put_cancelled(m, p->deferred[item]);
        if (!m->wrong)
            move_column(m, m->layout->launches, launch_cancelled_column(p, p->deferred[item]), 4);
        before = item;
    }
}

static void move_root(mover *m)
{
    // a lane in both masks has not been ticked yet: see cohort.h
    uint64_t running = cohort_running(m->layout, m->c);
    uint64_t succeeded = cohort_succeeded(m->layout, m->c);
    static const uint8_t status_of_masks[] = {GESTALT_FAILURE, GESTALT_RUNNING, GESTALT_SUCCESS, 3};
    static const uint8_t masks_of_status[] = {2, 0, 1, 3};
    uint8_t value = 0;
    if (m->direction == TAKE)
        value = status_of_masks[get_bit(m, &running) | get_bit(m, &succeeded) << 1];
    value = move_u8(m, value, 3, "the root's last status does not exist");
    if (m->direction == PUT) {
        put_bit(m, &running, masks_of_status[value] & 1);
        put_bit(m, &succeeded, masks_of_status[value] >> 1);
        cohort_set_running(m->layout, m->c, running);
        cohort_set_succeeded(m->layout, m->c, succeeded);
    }
}

// Move a list: its count, and as many elements.
static void move_list(mover *m, const image_key *key)
{
    uint32_t *counts = cohort_part(m->c, m->layout->numbers);
    uint32_t *own = &counts[(size_t)key->column * m->layout->stride + m->lane];
    uint32_t count = *own < key->capacity ? *own : key->capacity;
    count = move_u32(m, count);
    if (count > key->capacity) {
        actor_complain(m, "a list has more elements than its capacity");
        return;
    }
    if (m->direction == PUT)
        *own = count;
    for (uint32_t i = 0; i < count * key_width(key->type) && !m->wrong; i++) {
        size_t place = m->used;
        move_number(m, m->layout->numbers, key->column + 1 + i, key_is_float(key->type));
        if (m->direction == PUT && key->type == KEY_BOOL && !m->wrong && !is_bool(m->in + place))
            actor_complain(m, "a bool of a list is neither 0 nor 1");
    }
}

// Move the numbers of the columns from `first` up to `end`, most of an actor's bytes, in one loop.
static void move_numbers(mover *m, uint32_t first, uint32_t end)
{
    const size_t stride = m->layout->stride, size = (size_t)(end - first) * sizeof(uint32_t);
    uint32_t *number = cohort_part(m->c, m->layout->numbers);
    number += first * stride + m->lane;
    if (m->direction == TAKE) {
        unsigned char *to = m->out + m->used;
        for (uint32_t i = first; i < end; i++, number += stride, to += sizeof *number) {
            uint32_t bits = *number;
            float value;
            memcpy(&value, number, sizeof value);
            bits = m->p->is_float[i] ? scalar_canonical_bits(value) : bits;
            memcpy(to, &bits, sizeof bits);
        }
    } else if (size > m->size - m->used) {
        actor_complain(m, "it ends too early");
        return;
    } else {
        const unsigned char *from = m->in + m->used;
        for (uint32_t i = first; i < end; i++, number += stride, from += sizeof *number)
            memcpy(number, from, sizeof *number);
    }
    m->used += size;
}

static void move_bools(mover *m, uint32_t count)
{
    uint64_t *bools = cohort_part(m->c, m->layout->bools);
    if (m->direction == TAKE) {
        for (uint32_t i = 0; i < count; i++)
            m->out[m->used + i] = get_bit(m, bools + i);
    } else if (count > m->size - m->used) {
        actor_complain(m, "it ends too early");
        return;
    } else {
        for (uint32_t i = 0; i < count; i++) {
            uint8_t value = m->in[m->used + i];
            if (value > 1)
                actor_complain(m, "a bool is neither 0 nor 1");
            put_bit(m, bools + i, value & 1);
        }
    }
    m->used += count;
}

static void move_blackboard(mover *m)
{
    const plan *p = m->p;
    const gestalt_specification *spec = p->shape->specification;
    uint32_t next = 0;
    for (uint32_t i = 0; i < p->lists.count && !m->wrong; i++) {
        const image_key *list = p->lists.keys[i];
        move_numbers(m, next, list->column);
        if (!m->wrong)
            move_list(m, list);
        next = list->column + columns_width(list);
    }
    if (!m->wrong)
        move_numbers(m, next, spec->number_columns);
    if (!m->wrong)
        move_bools(m, spec->bool_columns);
}

// Check the value of a `once`: a result that its child can return, in which case the child must not
// be live.
static void check_once(mover *m, uint32_t item, uint8_t status)
{
    uint64_t head = m->p->shape->items[item];
    if (status == GESTALT_RUNNING)
        return;
    if (is_impossible(m, item_flags(head), status == GESTALT_SUCCESS))
        actor_complain(m, "a once has stored a status that it can't return");
    if (is_live_between(m, item, item_end(head)))
        actor_complain(m, "a once is live although its status is final");
}

static void move_persistents(mover *m)
{
    const gestalt_specification *spec = m->p->shape->specification;
    uint64_t(*statuses)[2] = cohort_part(m->c, m->layout->statuses);
    for (uint32_t i = 0; i < spec->persistent_statuses; i++) {
        uint8_t value = move_status(m, &statuses[i][0], &statuses[i][1]);
        if (m->direction == PUT && i >= spec->named_persistents)
            check_once(m, m->p->once_items[i], value);
    }
    for (uint32_t i = 0; i < spec->persistent_times; i++)
        move_column(m, m->layout->times, i, 8);
    if (spec->draws)
        move_column(m, m->layout->streams, 0, 8);
}

static void move_actor(mover *m)
{
    move_root(m);
    move_live_items(m);
    if (!m->wrong)
        move_live_nodes(m);
    if (!m->wrong)
        move_cancels(m);
    if (!m->wrong)
        move_persistents(m);
    if (!m->wrong)
        move_blackboard(m);
}

// ---- interface

size_t actor_size_max(const plan *p)
{
    const gestalt_specification *spec = p->shape->specification;
    size_t live = spec->live_capacity;
    size_t deferred = live < p->deferred_count ? live : p->deferred_count;
    // Nodes that can be live together have separate slots.
    size_t kept =
        (size_t)spec->long_slots * 8 + (size_t)spec->word_slots * 4 + (size_t)spec->bit_slots;
    size_t launches = (size_t)p->launch_slot_count * 4 + (size_t)p->launch_word_count * 4;
    size_t blackboard = (size_t)spec->number_columns * 4 + spec->bool_columns;
    size_t persistent = spec->persistent_statuses + (size_t)spec->persistent_times * 8;
    return 1 + 4 + live * 4 + kept + launches + 4 + deferred * (1 + 4 + 4) + persistent +
           (spec->draws ? 8 : 0) + blackboard;
}

size_t actor_size_min(const plan *p)
{
    const gestalt_specification *spec = p->shape->specification;
    uint32_t numbers = spec->number_columns;
    for (uint32_t i = 0; i < p->lists.count; i++) // an empty list has only its count
        numbers -= columns_width(p->lists.keys[i]) - 1;
    return 1 + 4 + 4 + spec->persistent_statuses + (size_t)spec->persistent_times * 8 +
           (spec->draws ? 8 : 0) + (size_t)numbers * 4 + spec->bool_columns;
}

size_t actor_take(const plan *p, const cohort_layout *layout, cohort *c, unsigned lane,
                  unsigned char *bytes)
{
    mover m = {.direction = TAKE, .p = p, .layout = layout, .c = c, .lane = lane, .out = bytes};
    move_actor(&m);
    return m.used;
}

const char *actor_put(const plan *p, const cohort_layout *layout, cohort *c, unsigned lane,
                      const unsigned char *bytes, size_t size)
{
    mover m = {.direction = PUT,
               .p = p,
               .layout = layout,
               .c = c,
               .lane = lane,
               .in = bytes,
               .size = size};
    move_actor(&m);
    if (!m.wrong && m.used != size)
        actor_complain(&m, "there are bytes after its end");
    return m.wrong;
}
