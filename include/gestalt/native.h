// SPDX-License-Identifier: MIT
// The runtime of generated C (gestalt_shape_write_c, `gestalt compile --as=c`): a generated file
// includes this header and nothing else. A program that runs the generated code needs two lines:
//
//     extern const gestalt_native guard_native;
//     options.group.native = &guard_native;
//
// The code does for all lanes of a cohort what the interpreter does, node by node, on the same
// memory: live masks, clocks, counters, columns. Rare work, and work that needs the host's table,
// is done by services of the library. A node returns two masks; lanes in neither mask are running.
#ifndef GESTALT_NATIVE_H
#define GESTALT_NATIVE_H

// Code for a whole cohort changes a column without testing first whether the mask is empty: a
// useless store costs less than a mispredicted branch.
#define GESTALT_LANES_SKIP(lanes) 0

#include <gestalt/arithmetic.h>
#include <gestalt/host.h>
#include <gestalt/native_ops.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of this interface. Generated code of another version is refused.
enum { GESTALT_NATIVE_VERSION = 3 };

typedef struct gestalt_native_answer {
    uint64_t succeeded, failed;
} gestalt_native_answer;

/// The layout of a cohort: offsets of its columns, in bytes from its beginning. Each column has
/// `stride` values.
typedef struct gestalt_native_layout {
    uint32_t lanes; ///< lanes of the cohort; if 1, masks of live nodes are bytes
    uint32_t stride;
    uint32_t bits, statuses, bools;
    uint32_t longs, times, streams;
    uint32_t numbers, words;
} gestalt_native_layout;

/// A host function as a node calls it.
typedef struct gestalt_native_call {
    gestalt_batch_function *batch;
    gestalt_lone_function *lone; ///< variant for agents that are ticked alone, or NULL
    gestalt_site site;
} gestalt_native_call;

/// The position in the roll-back log where a scope that can be rolled back begins.
typedef struct gestalt_native_mark {
    uint32_t begin, outer;
} gestalt_native_mark;

typedef struct gestalt_native_tick gestalt_native_tick;

/// Functions in expressions that only the library computes.
typedef enum gestalt_native_function {
    GESTALT_NATIVE_SIN,
    GESTALT_NATIVE_COS,
    GESTALT_NATIVE_ATAN2,
    GESTALT_NATIVE_EXP,
    GESTALT_NATIVE_LOG,
} gestalt_native_function;

/// Services of the library. Nodes with rare state or requests are identified by their items.
typedef struct gestalt_native_services {
    // Calls of host functions with arguments, which the service evaluates.
    gestalt_native_answer (*act)(gestalt_native_tick *t, uint32_t call, uint64_t lanes,
                                 uint64_t starting);
    uint64_t (*ask)(gestalt_native_tick *t, uint32_t call, uint64_t lanes);
    void (*note_error)(gestalt_native_tick *t);
    gestalt_native_answer (*defer)(gestalt_native_tick *t, uint32_t item, uint64_t lanes,
                                   uint64_t live);
    // Cancels everything live in the masks from `first` up to, but not including, `end`.
    void (*abandon)(gestalt_native_tick *t, uint32_t first, uint32_t end, uint64_t lanes);
    void (*open)(gestalt_native_tick *t, gestalt_native_mark *mark);
    void (*close)(gestalt_native_tick *t, const gestalt_native_mark *mark, uint64_t failed);
    void (*put_status)(gestalt_native_tick *t, uint32_t status, uint64_t lanes, uint64_t succeeded,
                       uint64_t failed);
    void (*put_times)(gestalt_native_tick *t, uint32_t time, uint64_t lanes, const int64_t *values);
    // Evaluates a duration for each agent, and returns when a clock started now is due.
    void (*due)(gestalt_native_tick *t, uint32_t item, uint64_t lanes, int64_t *due);
    void (*draw)(gestalt_native_tick *t, uint64_t lanes, float *column);
    void (*agents)(gestalt_native_tick *t, uint64_t lanes, int32_t *column);
    // Applies `f` to the column `x`, which is aligned to 64 bytes.
    void (*apply)(gestalt_native_tick *t, gestalt_native_function f, float *x, const float *y);
    // Random order. `order_begin` draws the order; `order_next` returns the next child and the
    // lanes that run it, or no lanes when all children have run. `through` are the lanes in which
    // the child that has just run allows the next one.
    void (*order_begin)(gestalt_native_tick *t, uint32_t item, uint64_t lanes, uint64_t live);
    uint64_t (*order_next)(gestalt_native_tick *t, uint32_t item, uint64_t *through,
                           uint32_t *child);
    // Runs a leaf that changes a list.
    gestalt_native_answer (*change_list)(gestalt_native_tick *t, uint32_t item, uint64_t lanes);
    // A loop over a list: `loop_left` returns the lanes whose place is in the list, and `loop_take`
    // assigns the element at that place to the keys of the loop.
    uint64_t (*loop_left)(gestalt_native_tick *t, uint32_t item, uint64_t lanes);
    void (*loop_take)(gestalt_native_tick *t, uint32_t item, uint64_t lanes);
} gestalt_native_services;

/// The tick of one cohort.
struct gestalt_native_tick {
    unsigned char *memory; ///< memory of the cohort
    void *live;            ///< masks of live nodes
    const gestalt_native_layout *layout;
    gestalt_call *call; ///< call struct with the members that all calls share
    const gestalt_native_call *calls;
    const gestalt_native_services *services;
    const uint32_t *shared_numbers;
    const uint64_t *shared_bools;
    int64_t now;
    int64_t ticks;
    float time, dt;
    void *engine; ///< private to the library
    /// Becomes nonzero when the tick is interrupted; its changes are then discarded.
    const int *stop;
};

typedef gestalt_native_answer gestalt_native_run(gestalt_native_tick *t,
                                                 const gestalt_native_layout *at, uint64_t lanes);

/// The code for one plan of live masks: the shape's own plan, or the plan for agents of other
/// shapes.
typedef struct gestalt_native_form {
    /// XXH3 of the plan for which the code was generated; the library's plan must match.
    uint64_t plan;
    const gestalt_native_layout *full, *lone; ///< layouts of cohorts with 64 lanes and with 1 lane
    gestalt_native_run *run_full, *run_lone, *run_any;
} gestalt_native_form;

/// A tree as native code.
struct gestalt_native {
    uint32_t version;
    uint32_t form_count;
    uint64_t shape; ///< gestalt_shape_hash of the shape
    const char *name;
    const char *instructions; ///< instruction set of the code: "plain", "avx2", "avx512"
    uint32_t (*check)(void);  ///< computes GESTALT_NATIVE_CHECK with the compiler's flags
    const gestalt_native_form *forms;
    const gestalt_native *const *better; ///< variants for other instruction sets, the best first;
                                         ///< entries may be NULL, and so may the list
    uint32_t better_count;
};

// ---- checks that compiler flags do not change results: see arithmetic.h

#if defined(__AVX512F__)
#define GESTALT_NATIVE_INSTRUCTIONS "avx512"
#elif defined(__AVX2__)
#define GESTALT_NATIVE_INSTRUCTIONS "avx2"
#else
#define GESTALT_NATIVE_INSTRUCTIONS "plain"
#endif

// ---- masks. `t` is the tick and `at` its layout, a constant when the number of lanes is one.

/// Return the live mask in a slot.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_live(const gestalt_native_tick *t,
                                                   const gestalt_native_layout *at, uint32_t slot)
{
    return at->lanes == 1 ? ((const uint8_t *)t->live)[slot] : ((const uint64_t *)t->live)[slot];
}

/// Update a live mask. Lanes that have run and have not finished are live.
GESTALT_NATIVE_INLINE void gestalt_native_keep(const gestalt_native_tick *t,
                                               const gestalt_native_layout *at, uint32_t slot,
                                               uint64_t lanes, uint64_t answered)
{
    if (at->lanes == 1) {
        ((uint8_t *)t->live)[slot] = (uint8_t)(lanes & ~answered);
    } else {
        uint64_t *mask = (uint64_t *)t->live + slot;
        *mask = (*mask & ~lanes) | (lanes & ~answered);
    }
}

/// Clear some lanes of a live mask. Returns the lanes that were live.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_take(const gestalt_native_tick *t,
                                                   const gestalt_native_layout *at, uint32_t slot,
                                                   uint64_t lanes)
{
    uint64_t hit = gestalt_native_live(t, at, slot) & lanes;
    if (at->lanes == 1)
        ((uint8_t *)t->live)[slot] &= (uint8_t)~hit;
    else
        ((uint64_t *)t->live)[slot] &= ~hit;
    return hit;
}

GESTALT_NATIVE_INLINE uint64_t *gestalt_native_bit(const gestalt_native_tick *t,
                                                   const gestalt_native_layout *at, uint32_t bit)
{
    return (uint64_t *)(void *)(t->memory + at->bits) + bit;
}

/// Return the two masks of a status: succeeded and failed.
GESTALT_NATIVE_INLINE uint64_t *gestalt_native_status(const gestalt_native_tick *t,
                                                      const gestalt_native_layout *at,
                                                      uint32_t status)
{
    return (uint64_t *)(void *)(t->memory + at->statuses) + 2 * (size_t)status;
}

/// Set a status outside any scope that could roll it back.
GESTALT_NATIVE_INLINE void gestalt_native_set_status(const gestalt_native_tick *t,
                                                     const gestalt_native_layout *at,
                                                     uint32_t status, uint64_t lanes,
                                                     uint64_t succeeded, uint64_t failed)
{
    uint64_t *masks = gestalt_native_status(t, at, status);
    masks[0] = (masks[0] & ~lanes) | (succeeded & lanes);
    masks[1] = (masks[1] & ~lanes) | (failed & lanes);
}

// ---- clocks

GESTALT_NATIVE_INLINE int64_t *gestalt_native_long(const gestalt_native_tick *t,
                                                   const gestalt_native_layout *at, uint32_t slot)
{
    return (int64_t *)(void *)(t->memory + at->longs) + (size_t)slot * at->stride;
}

GESTALT_NATIVE_INLINE int64_t *gestalt_native_time(const gestalt_native_tick *t,
                                                   const gestalt_native_layout *at, uint32_t time)
{
    return (int64_t *)(void *)(t->memory + at->times) + (size_t)time * at->stride;
}

GESTALT_NATIVE_INLINE void gestalt_native_start(int64_t *due, uint64_t lanes, int64_t time)
{
    for (; lanes; lanes &= lanes - 1)
        due[gestalt_native_lane(lanes)] = time;
}

/// Return the lanes whose clock is due.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_due(const int64_t *due, int64_t now, uint64_t lanes)
{
    uint64_t result = 0;
    for (uint64_t rest = lanes; rest; rest &= rest - 1)
        result |= (uint64_t)(now >= due[gestalt_native_lane(rest)]) << gestalt_native_lane(rest);
    return result;
}

// ---- loops

GESTALT_NATIVE_INLINE uint32_t *gestalt_native_word(const gestalt_native_tick *t,
                                                    const gestalt_native_layout *at, uint32_t slot)
{
    return (uint32_t *)(void *)(t->memory + at->words) + (size_t)slot * at->stride;
}

GESTALT_NATIVE_INLINE void gestalt_native_reset(uint32_t *rounds, uint64_t lanes)
{
    for (; lanes; lanes &= lanes - 1)
        rounds[gestalt_native_lane(lanes)] = 0;
}

/// Count a round for each lane. Returns the lanes that have reached their limit.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_count(uint32_t *rounds, uint64_t lanes,
                                                    uint32_t limit)
{
    uint64_t reached = 0;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        reached |= (uint64_t)(++rounds[lane] >= limit) << lane;
    }
    return reached;
}

/// Return the lanes that start another round in this tick. The lanes in `behind` have started one
/// round less than `started`.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_again(uint64_t lanes, uint64_t behind,
                                                    uint32_t started, uint32_t per_tick)
{
    return started < per_tick ? lanes : started == per_tick ? lanes & behind : 0;
}

/// Return whether the tick is interrupted. Checked after each round and each call of another
/// function of the tree.
GESTALT_NATIVE_INLINE bool gestalt_native_stops(const gestalt_native_tick *t)
{
#if defined(__GNUC__)
    return __builtin_expect(__atomic_load_n(t->stop, __ATOMIC_RELAXED) != 0, 0);
#else
    return *(const volatile int *)t->stop != 0;
#endif
}

#define GESTALT_NATIVE_STOP(t)                                                                     \
    do {                                                                                           \
        gestalt_native_answer nothing = {0, 0};                                                    \
        if (gestalt_native_stops(t))                                                               \
            return nothing;                                                                        \
    } while (0)

// ---- counters of children for each lane, as bit planes

typedef struct gestalt_native_counter {
    uint64_t planes[6];
} gestalt_native_counter;

GESTALT_NATIVE_INLINE void gestalt_native_add(gestalt_native_counter *c, uint64_t lanes)
{
    for (int i = 0; i < 6; i++) {
        uint64_t carry = c->planes[i] & lanes;
        c->planes[i] ^= lanes;
        lanes = carry;
    }
}

GESTALT_NATIVE_INLINE uint64_t gestalt_native_at_least(const gestalt_native_counter *c,
                                                       uint32_t limit)
{
    uint64_t greater = 0, equal = ~UINT64_C(0);
    for (int i = 5; i >= 0; i--) {
        uint64_t bit = limit >> i & 1 ? ~UINT64_C(0) : 0;
        greater |= equal & c->planes[i] & ~bit;
        equal &= ~(c->planes[i] ^ bit);
    }
    return greater | equal;
}

/// Clear the results of children for lanes that start fresh, and count the results of the others.
/// `ended` has two masks for each child: finished, and succeeded.
GESTALT_NATIVE_INLINE void gestalt_native_recount(uint64_t *ended, uint32_t children,
                                                  uint64_t lanes, uint64_t fresh,
                                                  gestalt_native_counter *succeeded,
                                                  gestalt_native_counter *failed)
{
    for (uint32_t i = 0; i < children; i++, ended += 2) {
        ended[0] &= ~fresh;
        gestalt_native_add(succeeded, lanes & ended[0] & ended[1]);
        gestalt_native_add(failed, lanes & ended[0] & ~ended[1]);
    }
}

// ---- choices

/// Choose a child for each lane from a drawn number: the first child whose running sum of weights
/// exceeds it, or else the last child with a positive weight.
GESTALT_NATIVE_INLINE void gestalt_native_weigh(const uint32_t *sums, const unsigned char *positive,
                                                uint32_t count, const float *drawn, uint64_t lanes,
                                                int32_t *chosen)
{
    float total = gestalt_native_float(sums[count - 1]);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        float limit = gestalt_float_multiply(drawn[lane], total);
        for (uint32_t i = 0; i < count; i++) {
            if (positive[i])
                chosen[lane] = (int32_t)i;
            if (gestalt_native_float(sums[i]) > limit)
                break;
        }
    }
}

/// Choose a child in lanes where its score is higher than the best score so far. Of equal scores
/// the first wins, and NaN is below all others.
GESTALT_NATIVE_INLINE void gestalt_native_compare(int32_t child, const float *scores,
                                                  uint64_t lanes, float *best, int32_t *chosen)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        float score = scores[lane], most = best[lane];
        if (child == 0 || score > most || (most != most && score == score)) {
            best[lane] = score;
            chosen[lane] = child;
        }
    }
}

/// Store the scores of live children; NaN counts as -inf.
GESTALT_NATIVE_INLINE void gestalt_native_score(const float *scores, uint64_t lanes, float *kept)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        kept[lane] = scores[lane] == scores[lane] ? scores[lane] : -INFINITY;
    }
}

/// Return the lanes whose best score exceeds that of their live child by more than the margin.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_better(const float *best, const float *kept,
                                                     float margin, uint64_t lanes)
{
    uint64_t better = 0;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        better |= (uint64_t)(best[lane] > kept[lane] + margin) << lane;
    }
    return better;
}

// ---- lists

/// The columns of a list: its counts, then the components of each element. In a shared list all
/// lanes have the same count and elements.
typedef struct gestalt_native_list {
    const unsigned char *columns;
    uint32_t stride; ///< values from one column to the next
    uint32_t step;   ///< values from one lane to the next: 1, or 0 in a shared list
    uint32_t width, capacity;
} gestalt_native_list;

GESTALT_NATIVE_INLINE gestalt_native_list gestalt_native_own_list(const gestalt_native_tick *t,
                                                                  const gestalt_native_layout *at,
                                                                  uint32_t column, uint32_t width,
                                                                  uint32_t capacity)
{
    gestalt_native_list list = {t->memory + at->numbers + (size_t)column * at->stride * 4,
                                at->stride, 1, width, capacity};
    return list;
}

GESTALT_NATIVE_INLINE gestalt_native_list gestalt_native_shared_list(const gestalt_native_tick *t,
                                                                     uint32_t column,
                                                                     uint32_t width,
                                                                     uint32_t capacity)
{
    gestalt_native_list list = {(const unsigned char *)(t->shared_numbers + column), 1, 0, width,
                                capacity};
    return list;
}

/// Return the bits of a value in a column of a list.
GESTALT_NATIVE_INLINE uint32_t gestalt_native_list_bits(const gestalt_native_list *list,
                                                        uint32_t column, unsigned lane)
{
    uint32_t bits;
    memcpy(&bits, list->columns + 4 * ((size_t)column * list->stride + lane * list->step),
           sizeof bits);
    return bits;
}

/// Return the number of elements. Hosts can store a count that is above the capacity.
GESTALT_NATIVE_INLINE uint32_t gestalt_native_list_count(const gestalt_native_list *list,
                                                         unsigned lane)
{
    uint32_t count = gestalt_native_list_bits(list, 0, lane);
    return count < list->capacity ? count : list->capacity;
}

/// Fill a column, of ints or floats, with a component of the elements at some places; 0 if there is
/// no such element.
GESTALT_NATIVE_INLINE void gestalt_native_element(gestalt_native_list list, const int32_t *places,
                                                  uint32_t component, uint64_t lanes, void *to)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        uint32_t place = (uint32_t)places[lane], bits = 0;
        if (place < gestalt_native_list_count(&list, lane))
            bits = gestalt_native_list_bits(&list, 1 + place * list.width + component, lane);
        memcpy((unsigned char *)to + 4 * (size_t)lane, &bits, sizeof bits);
    }
}

/// Find the first element of a list of ints that is equal to a value for each lane; -1 if there is
/// none.
GESTALT_NATIVE_INLINE void gestalt_native_find_int(gestalt_native_list list, const int32_t *x,
                                                   uint64_t lanes, int32_t *to)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        uint32_t count = gestalt_native_list_count(&list, lane);
        to[lane] = -1;
        for (uint32_t i = 0; i < count && to[lane] < 0; i++)
            if (gestalt_native_list_bits(&list, 1 + i, lane) == (uint32_t)x[lane])
                to[lane] = (int32_t)i;
    }
}

/// Do the same in a list of floats.
GESTALT_NATIVE_INLINE void gestalt_native_find_float(gestalt_native_list list, const float *x,
                                                     uint64_t lanes, int32_t *to)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        uint32_t count = gestalt_native_list_count(&list, lane);
        to[lane] = -1;
        for (uint32_t i = 0; i < count && to[lane] < 0; i++)
            if (gestalt_native_float(gestalt_native_list_bits(&list, 1 + i, lane)) == x[lane])
                to[lane] = (int32_t)i;
    }
}

/// Find the first element of a list of ints that is, as a float, equal to a float.
GESTALT_NATIVE_INLINE void gestalt_native_find_int_as_float(gestalt_native_list list,
                                                            const float *x, uint64_t lanes,
                                                            int32_t *to)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        uint32_t count = gestalt_native_list_count(&list, lane);
        to[lane] = -1;
        for (uint32_t i = 0; i < count && to[lane] < 0; i++)
            if ((float)(int32_t)gestalt_native_list_bits(&list, 1 + i, lane) == x[lane])
                to[lane] = (int32_t)i;
    }
}

// ---- calls

GESTALT_NATIVE_INLINE gestalt_call *gestalt_native_begin(const gestalt_native_tick *t,
                                                         uint32_t number, uint64_t lanes,
                                                         uint64_t starting)
{
    gestalt_call *call = t->call;
    const gestalt_native_call *c = &t->calls[number];
    call->lanes = lanes;
    call->starting = starting;
    call->node = c->site.node;
    call->places = c->site.places;
    call->user = c->site.user;
    call->succeeded = 0;
    call->failed = 0;
    return call;
}

GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_end(gestalt_native_tick *t,
                                                               const gestalt_call *call)
{
    if (__builtin_expect(call->error != NULL, 0)) {
        t->call->error = call->error;
        t->call->lanes = call->lanes;
        t->services->note_error(t);
    }
    uint64_t succeeded = call->succeeded & call->lanes;
    gestalt_native_answer result = {succeeded, call->failed & call->lanes & ~succeeded};
    return result;
}

/// Call the lone variant of an action.
GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_act_alone(gestalt_native_tick *t,
                                                                     const gestalt_native_call *c,
                                                                     uint64_t starting)
{
    uint32_t a = c->lone(t->call, &c->site, t->memory, starting != 0);
    if (__builtin_expect(t->call->error != NULL, 0))
        t->services->note_error(t);
    gestalt_native_answer result = {a & 1, a >> 1 & 1};
    return result;
}

/// Call an action without arguments through the host's table.
GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_act(gestalt_native_tick *t,
                                                               const gestalt_native_layout *at,
                                                               uint32_t number, uint64_t lanes,
                                                               uint64_t starting)
{
    if (at->lanes == 1 && t->calls[number].lone)
        return gestalt_native_act_alone(t, &t->calls[number], starting);
    gestalt_call *call = gestalt_native_begin(t, number, lanes, starting);
    t->calls[number].batch(call);
    return gestalt_native_end(t, call);
}

/// Call a predicate without arguments. Returns the lanes for which it is true.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_ask(gestalt_native_tick *t,
                                                  const gestalt_native_layout *at, uint32_t number,
                                                  uint64_t lanes)
{
    return gestalt_native_act(t, at, number, lanes, lanes).succeeded;
}

/// Declare `call` for a leaf function that is compiled with the tree: a copy, whose members the
/// compiler keeps in registers.
#define GESTALT_NATIVE_CALL(number, which, first)                                                  \
    gestalt_call call = *t->call;                                                                  \
    call.lanes = (which);                                                                          \
    call.starting = (first);                                                                       \
    call.cancelling = false;                                                                       \
    call.lane_count = at->lanes;                                                                   \
    call.node = t->calls[number].site.node;                                                        \
    call.places = t->calls[number].site.places;                                                    \
    call.user = t->calls[number].site.user;                                                        \
    call.succeeded = 0;                                                                            \
    call.failed = 0;                                                                               \
    call.error = NULL

// ---- expressions. Each expression is a macro over its operations, expanded once for one lane (V
// is GESTALT_NATIVE_ONE) and once for vectors of lanes (GESTALT_NATIVE_ALL). A bool is a mask with
// one bit for each value of a vector; higher bits are undefined.

#define GESTALT_NATIVE_ONE(name) gestalt_native_one_##name
#define GESTALT_NATIVE_ALL(name) gestalt_native_all_##name

#define GESTALT_NATIVE_WIDTH_BITS (~UINT64_C(0) >> (64 - GESTALT_VECTOR_WIDTH))

/// Declare the columns that operations read.
#define GESTALT_NATIVE_COLUMNS                                                                     \
    float *numbers = (float *)(void *)(t->memory + at->numbers);                                   \
    uint64_t *bools = (uint64_t *)(void *)(t->memory + at->bools);                                 \
    (void)numbers, (void)bools

#define GESTALT_NATIVE_COLUMN(column) (numbers + (size_t)(column)*at->stride)

/// Set `mask` to the lanes in which a bool expression is true.
#define GESTALT_NATIVE_ASK(mask, VALUE)                                                            \
    do {                                                                                           \
        mask = 0;                                                                                  \
        if (at->lanes == 1)                                                                        \
            mask = VALUE(GESTALT_NATIVE_ONE);                                                      \
        else                                                                                       \
            GESTALT_LANES_JOIN(at->stride, mask, i, part = VALUE(GESTALT_NATIVE_ALL);)             \
        for (uint32_t i = 0; i < at->stride; i += GESTALT_VECTOR_WIDTH)                            \
            mask |= (VALUE(GESTALT_NATIVE_ALL) & GESTALT_NATIVE_WIDTH_BITS) << i;                  \
        mask &= lanes;                                                                             \
    } while (0)

/// Fill a column with the values of a number expression.
#define GESTALT_NATIVE_FILL(type, to, VALUE)                                                       \
    do {                                                                                           \
        if (at->lanes == 1)                                                                        \
            (to)[0] = VALUE(GESTALT_NATIVE_ONE);                                                   \
        else                                                                                       \
            for (uint32_t i = 0; i < at->stride; i += GESTALT_VECTOR_WIDTH)                        \
                gestalt_##type##s_store((to) + i, VALUE(GESTALT_NATIVE_ALL));                      \
    } while (0)

/// Assign a number expression to a blackboard column, in `lanes` only.
#define GESTALT_NATIVE_SET(type, single, to, VALUE)                                                \
    do {                                                                                           \
        single *set_column = (single *)(void *)(to);                                               \
        if (at->lanes == 1)                                                                        \
            set_column[0] = VALUE(GESTALT_NATIVE_ONE);                                             \
        else                                                                                       \
            for (uint32_t i = 0; i < at->stride; i += GESTALT_VECTOR_WIDTH)                        \
                gestalt_##type##s_store(                                                           \
                    set_column + i,                                                                \
                    gestalt_##type##s_select_at(lanes, i, VALUE(GESTALT_NATIVE_ALL),               \
                                                gestalt_##type##s_load(set_column + i)));          \
    } while (0)

/// Choose the child with the highest score so far: of equal scores the first, and NaN is below all
/// others.
#define GESTALT_NATIVE_COMPARE(child, VALUE)                                                       \
    do {                                                                                           \
        if (at->lanes == 1) {                                                                      \
            float score = VALUE(GESTALT_NATIVE_ONE);                                               \
            if ((child) == 0 || score > best[0] || (best[0] != best[0] && score == score)) {       \
                best[0] = score;                                                                   \
                chosen[0] = (child);                                                               \
            }                                                                                      \
        } else {                                                                                   \
            for (uint32_t i = 0; i < at->stride; i += GESTALT_VECTOR_WIDTH) {                      \
                gestalt_floats score = VALUE(GESTALT_NATIVE_ALL);                                  \
                gestalt_floats most = gestalt_floats_load(best + i);                               \
                uint64_t better = (child) == 0 ? ~UINT64_C(0)                                      \
                                               : gestalt_floats_less(most, score) |                \
                                                     (~gestalt_floats_equal(most, most) &          \
                                                      gestalt_floats_equal(score, score));         \
                gestalt_floats_store(best + i, gestalt_floats_select(better, score, most));        \
                gestalt_ints_store(chosen + i,                                                     \
                                   gestalt_ints_select(better, gestalt_ints_all(child),            \
                                                       gestalt_ints_load(chosen + i)));            \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/// Return the lanes that have chosen a child.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_chose(const int32_t *chosen,
                                                    const gestalt_native_layout *at, int32_t child)
{
    return gestalt_lanes_equal_int(chosen, ~UINT64_C(0), child, at->stride);
}

#ifdef __cplusplus
}
#endif

#endif
