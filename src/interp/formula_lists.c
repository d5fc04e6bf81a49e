// SPDX-License-Identifier: MIT
#include "formula_lists.h"

#include "cohort.h"
#include "guard.h"
#include "scalar.h"

#include <string.h>

// All memory is words; a column can be read as another type than it was written.
typedef uint32_t list_word __attribute__((may_alias));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// A list, as a step sees it. `step` is the distance between the values of two lanes.
typedef struct list_operand {
    const list_word *counts, *elements;
    uint32_t stride, step, capacity;
} list_operand;

ALWAYS_INLINE list_operand list_operand_of(const formula_step *s, const formula_frame *f,
                                           bool is_flat)
{
    uint32_t stride = is_flat ? 1 : s->count;
    const list_word *counts = formula_at(f, s->b);
    return (list_operand){counts, counts + stride, stride, is_flat ? 0 : 1, s->code};
}

ALWAYS_INLINE bool list_contains(const list_operand *l, uint32_t place, unsigned lane)
{
    return place < list_count(l->counts[lane * l->step], l->capacity);
}

// ---- elements

ALWAYS_INLINE void element_store(const list_operand *l, uint32_t place, uint32_t width,
                                 unsigned lane, list_word *to, uint32_t distance)
{
    const list_word *from = l->elements + (size_t)place * width * l->stride + lane * l->step;
    bool is_there = list_contains(l, place, lane);
    for (uint32_t k = 0; k < width; k++)
        to[(size_t)k * distance] = is_there ? from[(size_t)k * l->stride] : 0;
}

// The elements at the places in a column. The column may be where the first results go.
ALWAYS_INLINE uint64_t element_run(const formula_step *s, const formula_frame *f, uint64_t lanes,
                                   uint32_t width, bool is_flat)
{
    list_operand l = list_operand_of(s, f, is_flat);
    const list_word *places = formula_at(f, s->a);
    list_word *result = formula_at(f, s->result);
    unsigned lane;
    EACH_LANE (lane, lanes)
        element_store(&l, places[lane], width, lane, result + lane, s->count);
    return 0;
}

// The elements at one place, for all lanes.
ALWAYS_INLINE uint64_t element_run_single(const formula_step *s, const formula_frame *f,
                                          uint32_t width)
{
    list_operand l = list_operand_of(s, f, false);
    uint32_t place = *(const list_word *)formula_at(f, s->a), stride = l.stride;
    list_word *result = formula_at(f, s->result);
    if (place >= l.capacity) {
        memset(result, 0, (size_t)width * stride * sizeof *result);
        return 0;
    }
    const list_word *from = l.elements + (size_t)place * width * stride;
    for (uint32_t k = 0; k < width; k++)
        for (uint32_t lane = 0; lane < stride; lane++)
            result[k * stride + lane] = place < l.counts[lane] ? from[k * stride + lane] : 0;
    return 0;
}

// One element of a flat list, as a single value.
ALWAYS_INLINE uint64_t element_run_one(const formula_step *s, const formula_frame *f,
                                       uint32_t width)
{
    list_operand l = list_operand_of(s, f, true);
    element_store(&l, *(const list_word *)formula_at(f, s->a), width, 0, formula_at(f, s->result),
                  1);
    return 0;
}

ALWAYS_INLINE uint64_t element_run_bool(const formula_step *s, const formula_frame *f,
                                        uint64_t lanes, bool is_flat, bool is_single)
{
    list_operand l = list_operand_of(s, f, is_flat);
    const list_word *places = formula_at(f, s->a);
    uint64_t yes = 0;
    unsigned lane;
    EACH_LANE (lane, lanes) {
        uint32_t element;
        element_store(&l, places[is_single ? 0 : lane], 1, lane, &element, 1);
        yes |= (uint64_t)(element != 0) << lane;
    }
    return yes;
}

#define ELEMENT_STEPS(width)                                                                       \
    static uint64_t element_flat_##width(const formula_step *s, const formula_frame *f,            \
                                         uint64_t lanes)                                           \
    {                                                                                              \
        return element_run(s, f, lanes, width, true);                                              \
    }                                                                                              \
    static uint64_t element_own_##width(const formula_step *s, const formula_frame *f,             \
                                        uint64_t lanes)                                            \
    {                                                                                              \
        return element_run(s, f, lanes, width, false);                                             \
    }                                                                                              \
    static uint64_t element_flat_single_##width(const formula_step *s, const formula_frame *f,     \
                                                uint64_t lanes)                                    \
    {                                                                                              \
        (void)lanes;                                                                               \
        return element_run_one(s, f, width);                                                       \
    }                                                                                              \
    static uint64_t element_own_single_##width(const formula_step *s, const formula_frame *f,      \
                                               uint64_t lanes)                                     \
    {                                                                                              \
        (void)lanes;                                                                               \
        return element_run_single(s, f, width);                                                    \
    }
ELEMENT_STEPS(1)
ELEMENT_STEPS(2)
ELEMENT_STEPS(3)

#define ELEMENT_BOOL_STEP(name, is_flat, is_single)                                                \
    static uint64_t name(const formula_step *s, const formula_frame *f, uint64_t lanes)            \
    {                                                                                              \
        return element_run_bool(s, f, lanes, is_flat, is_single);                                  \
    }
ELEMENT_BOOL_STEP(element_flat_bool, true, false)
ELEMENT_BOOL_STEP(element_own_bool, false, false)
ELEMENT_BOOL_STEP(element_flat_single_bool, true, true)
ELEMENT_BOOL_STEP(element_own_single_bool, false, true)

// ---- finding

// How elements are compared.
typedef enum find_kind { FIND_WORDS, FIND_FLOATS, FIND_INTS_AS_FLOATS } find_kind;

ALWAYS_INLINE float float_of(list_word word)
{
    float result;
    memcpy(&result, &word, sizeof result);
    return result;
}

ALWAYS_INLINE bool find_matches(list_word element, list_word x, find_kind kind)
{
    if (kind == FIND_WORDS)
        return element == x;
    float number = kind == FIND_FLOATS ? float_of(element) : (float)scalar_wrap(element);
    return number == float_of(x);
}

ALWAYS_INLINE int32_t find_flat(const list_operand *l, uint32_t x, find_kind kind)
{
    uint32_t count = list_count(l->counts[0], l->capacity);
    for (uint32_t i = 0; i < count; i++)
        if (find_matches(l->elements[i], x, kind))
            return (int32_t)i;
    return -1;
}

ALWAYS_INLINE uint64_t find_run_flat(const formula_step *s, const formula_frame *f, uint64_t lanes,
                                     find_kind kind)
{
    list_operand l = list_operand_of(s, f, true);
    const list_word *x = formula_at(f, s->a);
    int32_t *result = formula_at(f, s->result);
    unsigned lane;
    EACH_LANE (lane, lanes)
        result[lane] = find_flat(&l, x[lane], kind);
    return 0;
}

ALWAYS_INLINE uint64_t find_run_one(const formula_step *s, const formula_frame *f, find_kind kind)
{
    list_operand l = list_operand_of(s, f, true);
    uint32_t x = *(const list_word *)formula_at(f, s->a);
    *(list_word *)formula_at(f, s->result) = (uint32_t)find_flat(&l, x, kind);
    return 0;
}

// Return the number of elements in the longest list.
static uint32_t longest_of(const list_operand *l)
{
    uint32_t longest = 0;
    for (uint32_t lane = 0; lane < l->stride; lane++)
        longest = l->counts[lane] > longest ? l->counts[lane] : longest;
    return list_count(longest, l->capacity);
}

// Compare one element of all lists with a value for each lane. The elements are compared from the
// last to the first, so that the first one that is equal stays.
ALWAYS_INLINE void find_in_column(const list_operand *l, uint32_t place, const list_word *x,
                                  bool is_single, find_kind kind, int32_t *found)
{
    const list_word *elements = l->elements + (size_t)place * l->stride;
    for (uint32_t lane = 0; lane < l->stride; lane++) {
        bool is_equal = find_matches(elements[lane], x[is_single ? 0 : lane], kind);
        found[lane] = place < l->counts[lane] && is_equal ? (int32_t)place : found[lane];
    }
}

ALWAYS_INLINE void find_in_columns(const formula_step *s, const formula_frame *f,
                                   const list_word *x, bool is_single, find_kind kind)
{
    list_operand l = list_operand_of(s, f, false);
    int32_t found[COHORT_LANES_MAX];
    for (uint32_t lane = 0; lane < l.stride; lane++)
        found[lane] = -1;
    for (uint32_t place = longest_of(&l); place-- > 0;)
        find_in_column(&l, place, x, is_single, kind, found);
    memcpy(formula_at(f, s->result), found, l.stride * sizeof *found);
}

static void bools_spread(uint64_t mask, list_word *to, uint32_t count)
{
    for (uint32_t lane = 0; lane < count; lane++)
        to[lane] = mask >> lane & 1;
}

#define FIND_STEPS(type, kind)                                                                     \
    static uint64_t find_flat_##type(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes)                                               \
    {                                                                                              \
        return find_run_flat(s, f, lanes, kind);                                                   \
    }                                                                                              \
    static uint64_t find_own_##type(const formula_step *s, const formula_frame *f, uint64_t lanes) \
    {                                                                                              \
        (void)lanes;                                                                               \
        find_in_columns(s, f, formula_at(f, s->a), false, kind);                                   \
        return 0;                                                                                  \
    }                                                                                              \
    static uint64_t find_flat_single_##type(const formula_step *s, const formula_frame *f,         \
                                            uint64_t lanes)                                        \
    {                                                                                              \
        (void)lanes;                                                                               \
        return find_run_one(s, f, kind);                                                           \
    }                                                                                              \
    static uint64_t find_own_single_##type(const formula_step *s, const formula_frame *f,          \
                                           uint64_t lanes)                                         \
    {                                                                                              \
        (void)lanes;                                                                               \
        find_in_columns(s, f, formula_at(f, s->a), true, kind);                                    \
        return 0;                                                                                  \
    }
FIND_STEPS(int, FIND_WORDS)
FIND_STEPS(float, FIND_FLOATS)
FIND_STEPS(int_as_float, FIND_INTS_AS_FLOATS)

static uint64_t find_flat_bool(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    list_operand l = list_operand_of(s, f, true);
    uint64_t x = *(const uint64_t *)formula_at(f, s->a);
    int32_t *result = formula_at(f, s->result);
    unsigned lane;
    EACH_LANE (lane, lanes)
        result[lane] = find_flat(&l, x >> lane & 1, FIND_WORDS);
    return 0;
}

static uint64_t find_own_bool(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    list_word x[COHORT_LANES_MAX];
    (void)lanes;
    bools_spread(*(const uint64_t *)formula_at(f, s->a), x, s->count);
    find_in_columns(s, f, x, false, FIND_WORDS);
    return 0;
}

// ---- choosing a step

enum { LIST_STEP_SINGLE = 1, LIST_STEP_FLAT = 2 };

#define ROW(op, name)                                                                              \
    [OP_##op - OP_ELEMENT_BOOL] = {element_own_##name, element_own_single_##name,                  \
                                   element_flat_##name, element_flat_single_##name}
#define FIND_ROW(op, name)                                                                         \
    [OP_##op - OP_ELEMENT_BOOL] = {find_own_##name, find_own_single_##name, find_flat_##name,      \
                                   find_flat_single_##name}

kernel *list_step(item_type op, bool is_flat, bool is_single)
{
    static kernel *const steps[][4] = {
        ROW(ELEMENT_BOOL, bool),
        ROW(ELEMENT_INT, 1),
        ROW(ELEMENT_FLOAT, 1),
        ROW(ELEMENT_ENUM, 1),
        ROW(ELEMENT_VEC2, 2),
        ROW(ELEMENT_VEC3, 3),
        [OP_FIND_BOOL - OP_ELEMENT_BOOL] = {find_own_bool, NULL, find_flat_bool, NULL},
        FIND_ROW(FIND_INT, int),
        FIND_ROW(FIND_INT_AS_FLOAT, int_as_float),
        FIND_ROW(FIND_FLOAT, float),
        FIND_ROW(FIND_ENUM, int),
    };
    return steps[op - OP_ELEMENT_BOOL]
                [(is_flat ? LIST_STEP_FLAT : 0) + (is_single ? LIST_STEP_SINGLE : 0)];
}
