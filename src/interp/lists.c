// SPDX-License-Identifier: MIT
// Lists: the nodes that change them, the loop over one, and their inits. A list is a column of
// counts, then a column for each component of each element (columns.h). What lies after the count
// of a lane has no meaning.
//
// Elements are moved element by element for all lanes at once.
#include "columns.h"
#include "formula_lists.h"
#include "interp_machine.h"
#include "shape_limits.h"
#include "sleep.h"

// Columns can be read as another type than they were written.
typedef uint32_t list_word __attribute__((may_alias));

// The columns of a list. `step` is the distance between the values of two lanes: 0 for a shared
// list, which is the same for all.
typedef struct list_columns {
    list_word *counts, *elements;
    uint32_t stride, step, width, capacity;
} list_columns;

static list_columns list_columns_at(const interp *t, const link_list *l, bool is_shared,
                                    uint32_t offset)
{
    uint32_t stride = is_shared ? 1 : t->layout.stride;
    list_word *counts =
        (list_word *)(void *)(t->formulas.frame
                                  .memory[is_shared ? MEMORY_SHARED_NUMBERS : MEMORY_COHORT] +
                              offset);
    return (list_columns){counts, counts + stride, stride, !is_shared, l->width, l->capacity};
}

static const link_list *list_of(const interp *t, uint32_t operand)
{
    return &t->linked->lists[t->items[operand]];
}

static list_columns columns_of(const interp *t, const link_list *l)
{
    return list_columns_at(t, l, l->is_shared, l->counts);
}

static uint32_t count_of(const list_columns *c, unsigned lane)
{
    return list_count(c->counts[lane * c->step], c->capacity);
}

// Return the column of a component of an element.
static list_word *element_column(const list_columns *c, uint32_t place, uint32_t component)
{
    return c->elements + ((size_t)place * c->width + component) * c->stride;
}

static list_word *element_of(const list_columns *c, uint32_t place, uint32_t component,
                             unsigned lane)
{
    return element_column(c, place, component) + lane * c->step;
}

// Assign an element to a key, which has the type of the elements.
static void element_take(const interp *t, const link_list *l, const list_columns *c, uint32_t place,
                         unsigned lane)
{
    if (l->is_bool) {
        uint64_t *key = cohort_part(t->c, l->key), bit = UINT64_C(1) << lane;
        *key = *element_of(c, place, 0, lane) ? *key | bit : *key & ~bit;
        return;
    }
    list_word *key = cohort_part(t->c, l->key);
    for (uint32_t k = 0; k < c->width; k++)
        key[k * t->layout.stride + lane] = *element_of(c, place, k, lane);
}

// ---- the values of a node

// Places, and the element to store there; all are columns by lane.
typedef struct list_change {
    uint32_t places[COHORT_LANES_MAX];
    list_word ones[COHORT_LANES_MAX]; // values of a bool expression
    uint64_t fits;                    // lanes in which the node succeeds
} list_change;

// Return whether this is a dry tick. Whatever changes a list keeps agents awake.
static bool list_stirs(const interp *t)
{
    if (t->watching.dry)
        t->watching.dry->stirs = 1;
    return t->watching.dry;
}

// Evaluate the place, which is before the value. Without one, it is `missing` or, if that is NULL,
// 0.
static void change_find_places(const interp *t, const link_list *l, list_change *change,
                               const list_word *missing, uint64_t lanes)
{
    const list_word *places = l->at ? evaluate_number(t, l->at, lanes) : missing;
    unsigned lane;
    EACH_LANE (lane, lanes)
        change->places[lane] = places ? places[lane] : 0;
}

// Evaluate an element. The columns of its components are valid until the next evaluation.
static const list_word *change_evaluate(interp *t, const link_list *l, uint32_t value,
                                        list_word *ones, uint64_t lanes)
{
    if (!l->is_bool)
        return evaluate_number(t, value, lanes);
    t->kernels->ones_int(ones, evaluate_bool(t, value, lanes), t->layout.stride);
    return ones;
}

// Keep the lanes whose place is below a limit, which is the count, or one more for an insertion.
static answer change_limit(const list_columns *c, list_change *change, bool inserts, uint64_t lanes)
{
    uint64_t fits = 0;
    unsigned lane;
    EACH_LANE (lane, lanes) {
        uint32_t count = count_of(c, lane);
        bool has_room = !inserts || count < c->capacity;
        fits |= (uint64_t)(has_room && change->places[lane] < count + inserts) << lane;
    }
    change->fits = fits;
    return (answer){fits, lanes & ~fits};
}

// Store an element at the places.
static void change_store(const list_columns *c, const list_change *change, const list_word *value)
{
    unsigned lane;
    EACH_LANE (lane, change->fits)
        for (uint32_t k = 0; k < c->width; k++)
            *element_of(c, change->places[lane], k, lane) = value[k * c->stride + lane];
}

// ---- moving elements

// The elements to move: those from `first` up to `end` for some lanes.
typedef struct list_move {
    uint32_t first, end;
    uint64_t
        begins[LIMIT_LIST_CAPACITY + 1]; // by place from `first` to `end`: lanes with the place
} list_move;

static void list_move_prepare(list_move *m, const list_columns *c, const list_change *change)
{
    unsigned lane;
    m->first = c->capacity;
    m->end = 0;
    EACH_LANE (lane, change->fits) {
        uint32_t place = change->places[lane], count = count_of(c, lane);
        m->first = place < m->first ? place : m->first;
        m->end = count > m->end ? count : m->end;
    }
    memset(&m->begins[m->first], 0, (m->end + 1 - m->first) * sizeof *m->begins);
    EACH_LANE (lane, change->fits)
        m->begins[change->places[lane]] |= UINT64_C(1) << lane;
}

// Copy an element to another one in some lanes.
static void element_move(const interp *t, const list_columns *c, uint32_t from, uint32_t to,
                         uint64_t lanes)
{
    for (uint32_t k = 0; k < c->width; k++) {
        list_word *target = element_column(c, to, k);
        t->kernels->select(target, lanes, element_column(c, from, k), target, c->stride);
    }
}

// Make room at the places. Elements after the count of a lane may move as well.
static void list_move_up(const interp *t, const list_columns *c, const list_change *change)
{
    list_move m;
    uint64_t lanes = change->fits;
    list_move_prepare(&m, c, change);
    for (uint32_t i = m.end; i > m.first; i--) {
        lanes &= ~m.begins[i];
        element_move(t, c, i - 1, i, lanes);
    }
}

// Move the elements after the places there.
static void list_move_down(const interp *t, const list_columns *c, const list_change *change)
{
    list_move m;
    uint64_t lanes = 0;
    list_move_prepare(&m, c, change);
    for (uint32_t i = m.first; i + 1 < m.end; i++) {
        lanes |= m.begins[i];
        element_move(t, c, i + 1, i, lanes);
    }
}

static void list_add_to_counts(const list_columns *c, uint64_t lanes, uint32_t more)
{
    unsigned lane;
    EACH_LANE (lane, lanes)
        c->counts[lane] = count_of(c, lane) + more;
}

// ---- leaves

answer list_push(interp *t, uint32_t at, uint64_t lanes)
{
    const link_list *l = list_of(t, at + 1);
    list_columns c = columns_of(t, l);
    list_change change;
    if (list_stirs(t))
        return (answer){lanes, 0};
    change_find_places(t, l, &change, c.counts, lanes);
    const list_word *value = change_evaluate(t, l, l->value, change.ones, lanes);
    answer a = change_limit(&c, &change, true, lanes);
    if (l->at && a.succeeded)
        list_move_up(t, &c, &change);
    change_store(&c, &change, value);
    list_add_to_counts(&c, a.succeeded, 1);
    return a;
}

answer list_pop(interp *t, uint32_t at, uint64_t lanes)
{
    const link_list *l = list_of(t, at + 1);
    list_columns c = columns_of(t, l);
    list_change change;
    unsigned lane;
    if (list_stirs(t))
        return (answer){lanes, 0};
    change_find_places(t, l, &change, NULL, lanes);
    answer a = change_limit(&c, &change, false, lanes);
    EACH_LANE (lane, l->has_key ? a.succeeded : 0)
        element_take(t, l, &c, change.places[lane], lane);
    if (a.succeeded)
        list_move_down(t, &c, &change);
    list_add_to_counts(&c, a.succeeded, UINT32_MAX);
    return a;
}

answer list_clear(interp *t, uint32_t at, uint64_t lanes)
{
    list_columns c = columns_of(t, list_of(t, at + 1));
    unsigned lane;
    if (list_stirs(t))
        return (answer){lanes, 0};
    EACH_LANE (lane, lanes)
        c.counts[lane] = 0;
    return (answer){lanes, 0};
}

answer list_set_element(interp *t, uint32_t at, uint64_t lanes)
{
    const link_list *l = list_of(t, at + 1);
    list_columns c = columns_of(t, l);
    list_change change;
    if (list_stirs(t))
        return (answer){lanes, 0};
    change_find_places(t, l, &change, NULL, lanes);
    const list_word *value = change_evaluate(t, l, l->value, change.ones, lanes);
    answer a = change_limit(&c, &change, false, lanes);
    change_store(&c, &change, value);
    return a;
}

// Copy another list of the same type, whose elements fit.
static void list_copy(const interp *t, const link_list *l, const list_columns *c, uint64_t lanes)
{
    list_columns from = list_columns_at(t, l, l->key_is_shared, l->key);
    unsigned lane;
    from.capacity = l->key_capacity;
    EACH_LANE (lane, lanes) {
        uint32_t count = count_of(&from, lane);
        for (uint32_t i = 0; i < count * c->width; i++)
            c->elements[i * c->stride + lane] = from.elements[i * from.stride + lane * from.step];
        c->counts[lane] = count;
    }
}

// Assign expressions to a whole list: all are evaluated before any is assigned.
static void list_assign(interp *t, const link_list *l, const list_columns *c, uint64_t lanes)
{
    size_t stride = c->stride, size = stride * c->width;
    uint32_t count = 0;
    list_word ones[COHORT_LANES_MAX], *elements = t->formulas.elements;
    unsigned lane;
    for (uint32_t value = l->value; value && value < l->end; value = item_end(t->items[value]))
        memcpy(elements + count++ * size, change_evaluate(t, l, value, ones, lanes),
               size * sizeof *elements);
    for (uint32_t i = 0; i < count * c->width; i++)
        t->kernels->select(c->elements + i * stride, lanes, elements + i * stride,
                           c->elements + i * stride, c->stride);
    EACH_LANE (lane, lanes)
        c->counts[lane] = count;
}

answer list_set(interp *t, uint32_t at, uint64_t lanes)
{
    const link_list *l = list_of(t, at + 1);
    list_columns c = columns_of(t, l);
    if (list_stirs(t))
        return (answer){lanes, 0};
    if (l->has_key)
        list_copy(t, l, &c, lanes);
    else
        list_assign(t, l, &c, lanes);
    return (answer){lanes, 0};
}

// ---- a loop over a list

// Return the operand with the list: it follows the rounds and, if there is one, the pause.
static uint32_t loop_list(const interp *t, uint32_t at)
{
    return at + (item_flags(t->items[at]) & ITEM_VARIANT ? 3 : 2);
}

static const list_word *loop_places(const interp *t, uint32_t at)
{
    const link_cell *cell = &t->cells[item_argument(t->items[at])];
    return t->columns.words + (size_t)cell->value * t->layout.stride;
}

uint64_t list_has_place(interp *t, uint32_t at, uint64_t lanes)
{
    list_columns c = columns_of(t, list_of(t, loop_list(t, at)));
    const list_word *places = loop_places(t, at);
    uint64_t result = 0;
    unsigned lane;
    if (t->watching.dry && lanes && !sleep_watch_row(t, at))
        return 0;
    EACH_LANE (lane, lanes)
        result |= (uint64_t)(places[lane] < count_of(&c, lane)) << lane;
    return result;
}

void list_take(interp *t, uint32_t at, uint64_t lanes)
{
    const link_list *l = list_of(t, loop_list(t, at));
    list_columns c = columns_of(t, l);
    const list_word *places = loop_places(t, at);
    list_word *index = l->index ? cohort_part(t->c, l->index) : NULL;
    unsigned lane;
    EACH_LANE (lane, lanes) {
        element_take(t, l, &c, places[lane], lane);
        if (index)
            index[lane] = places[lane];
    }
}

// ---- inits

void list_append(interp *t, uint32_t init, uint64_t lanes)
{
    const image_key *key = columns_key(t->plan->shape, item_argument(t->items[init]));
    link_list l = {.width = (uint8_t)key_width(key->type),
                   .capacity = key->capacity,
                   .is_bool = key->type == KEY_BOOL};
    list_columns c = list_columns_at(t, &l, false,
                                     t->layout.numbers + key->column * t->layout.stride *
                                                             (uint32_t)sizeof *c.counts);
    list_change change;
    unsigned lane;
    const list_word *value = change_evaluate(t, &l, init + 1, change.ones, lanes);
    EACH_LANE (lane, lanes)
        change.places[lane] = c.counts[lane];
    answer a = change_limit(&c, &change, true, lanes);
    change_store(&c, &change, value);
    list_add_to_counts(&c, a.succeeded, 1);
}
