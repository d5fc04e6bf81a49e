// SPDX-License-Identifier: MIT
// The parts of C that was written from a tree (gestalt_shape_write_c, `gestalt compile --as=c`):
// such a file includes this header and nothing else. Programs that run it need two lines:
//
//     extern const gestalt_native guard_native;
//     options.group.native = &guard_native;
//
// The code does for all lanes of a cohort what the interpreter does, node by node, and changes the
// same memory: live masks, clocks, counts, columns. Whatever is rare, or needs the host's table, is
// a service of the library. An answer is two masks; lanes in neither are running.
#ifndef GESTALT_NATIVE_H
#define GESTALT_NATIVE_H

// Code for a whole cohort tests no mask before it changes a column: a step that changes nothing
// costs less than a branch that is guessed wrong.
#define GESTALT_LANES_SKIP(lanes) 0

#include <gestalt/arithmetic.h>
#include <gestalt/host.h>
#include <gestalt/native_ops.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of all that is declared here. Code that was written for another one is refused.
enum { GESTALT_NATIVE_VERSION = 2 };

typedef struct gestalt_native_answer {
    uint64_t succeeded, failed;
} gestalt_native_answer;

/// The places of a cohort's parts, in bytes from its beginning. A column has `stride` values.
typedef struct gestalt_native_layout {
    uint32_t lanes; ///< 1: masks of live nodes are bytes
    uint32_t stride;
    uint32_t bits, statuses, bools;
    uint32_t longs, times, streams;
    uint32_t numbers, words;
} gestalt_native_layout;

/// A function of the host as a node calls it.
typedef struct gestalt_native_call {
    gestalt_batch_function *batch;
    gestalt_lone_function *lone; ///< for agents that are ticked alone, or NULL
    gestalt_site site;
} gestalt_native_call;

/// The place where the changes of a scope begin, which can be rolled back.
typedef struct gestalt_native_mark {
    uint32_t begin, outer;
} gestalt_native_mark;

typedef struct gestalt_native_tick gestalt_native_tick;

/// Operations of expressions that only the library does.
typedef enum gestalt_native_function {
    GESTALT_NATIVE_SIN,
    GESTALT_NATIVE_COS,
    GESTALT_NATIVE_ATAN2,
    GESTALT_NATIVE_EXP,
    GESTALT_NATIVE_LOG,
} gestalt_native_function;

/// Services of the library. Nodes that keep or ask for something rare are given by their items.
typedef struct gestalt_native_services {
    // Calls with arguments, which it evaluates.
    gestalt_native_answer (*act)(gestalt_native_tick *t, uint32_t call, uint64_t lanes,
                                 uint64_t starting);
    uint64_t (*ask)(gestalt_native_tick *t, uint32_t call, uint64_t lanes);
    void (*note_error)(gestalt_native_tick *t);
    gestalt_native_answer (*defer)(gestalt_native_tick *t, uint32_t item, uint64_t lanes,
                                   uint64_t live);
    // Cancels what is live in the masks from one up to another.
    void (*abandon)(gestalt_native_tick *t, uint32_t first, uint32_t end, uint64_t lanes);
    void (*open)(gestalt_native_tick *t, gestalt_native_mark *mark);
    void (*close)(gestalt_native_tick *t, const gestalt_native_mark *mark, uint64_t failed);
    void (*put_status)(gestalt_native_tick *t, uint32_t status, uint64_t lanes, uint64_t succeeded,
                       uint64_t failed);
    void (*put_times)(gestalt_native_tick *t, uint32_t time, uint64_t lanes, const int64_t *values);
    // When a duration ends that starts now and is evaluated for each agent.
    void (*due)(gestalt_native_tick *t, uint32_t item, uint64_t lanes, int64_t *due);
    void (*draw)(gestalt_native_tick *t, uint64_t lanes, float *column);
    void (*agents)(gestalt_native_tick *t, uint64_t lanes, int32_t *column);
    // Changes the column `x`, which begins at a multiple of 64.
    void (*apply)(gestalt_native_tick *t, gestalt_native_function f, float *x, const float *y);
    // Random order: draws it, and then gives the lanes that run a child; none when all have run.
    // `through` are those that the children of this turn have led on.
    void (*order_begin)(gestalt_native_tick *t, uint32_t item, uint64_t lanes, uint64_t live);
    uint64_t (*order_next)(gestalt_native_tick *t, uint32_t item, uint64_t *through,
                           uint32_t *child);
} gestalt_native_services;

/// One cohort's tick.
struct gestalt_native_tick {
    unsigned char *memory; ///< of the cohort
    void *live;            ///< masks of live nodes
    const gestalt_native_layout *layout;
    gestalt_call *call; ///< with all that calls have in common
    const gestalt_native_call *calls;
    const gestalt_native_services *services;
    const uint32_t *shared_numbers;
    const uint64_t *shared_bools;
    int64_t now;
    int64_t ticks;
    float time, dt;
    void *engine;    ///< the library's
    const int *stop; ///< is not 0 when the tick is to stop: what it has done is thrown away then
};

typedef gestalt_native_answer gestalt_native_run(gestalt_native_tick *t,
                                                 const gestalt_native_layout *at, uint64_t lanes);

/// The code for one plan of live masks: that of the shape, or of agents from other shapes.
typedef struct gestalt_native_form {
    uint64_t plan; ///< XXH3 of the plan that the library must make of the shape
    const gestalt_native_layout *full, *lone; ///< of cohorts of 64 and of 1
    gestalt_native_run *run_full, *run_lone, *run_any;
} gestalt_native_form;

/// A tree as native code.
struct gestalt_native {
    uint32_t version;
    uint32_t form_count;
    uint64_t shape; ///< hash
    const char *name;
    const char *instructions; ///< that it was compiled for: "plain", "avx2", "avx512"
    uint32_t (*check)(void);  ///< the bits that arithmetic gives there
    const gestalt_native_form *forms;
    const gestalt_native *const *better; ///< the same for other instructions, the best first, or
                                         ///< NULLs; NULL: there is none
    uint32_t better_count;
};

// ---- the compiler's flags must not change results: see arithmetic.h

#if defined(__AVX512F__)
#define GESTALT_NATIVE_INSTRUCTIONS "avx512"
#elif defined(__AVX2__)
#define GESTALT_NATIVE_INSTRUCTIONS "avx2"
#else
#define GESTALT_NATIVE_INSTRUCTIONS "plain"
#endif

// ---- masks. `t` is the tick, `at` its layout, which is a constant where the number of lanes is.

/// The mask of a slot.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_live(const gestalt_native_tick *t,
                                                   const gestalt_native_layout *at, uint32_t slot)
{
    return at->lanes == 1 ? ((const uint8_t *)t->live)[slot] : ((const uint64_t *)t->live)[slot];
}

/// Lanes that have run are live if they are in neither answer.
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

/// Ends what is live in a slot, for some lanes. The result is those that were.
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

/// Two masks: succeeded and failed.
GESTALT_NATIVE_INLINE uint64_t *gestalt_native_status(const gestalt_native_tick *t,
                                                      const gestalt_native_layout *at,
                                                      uint32_t status)
{
    return (uint64_t *)(void *)(t->memory + at->statuses) + 2 * (size_t)status;
}

/// Sets a status that no scope can roll back.
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

/// The lanes whose time has come.
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

/// Counts a round of each lane. The result is the lanes whose limit is reached.
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

/// The lanes that start another round in this tick. `behind` are those that have started one less
/// than `started`.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_again(uint64_t lanes, uint64_t behind,
                                                    uint32_t started, uint32_t per_tick)
{
    return started < per_tick ? lanes : started == per_tick ? lanes & behind : 0;
}

/// Tells whether to stop, behind each round and each call of another part of the tree.
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

// ---- numbers of children, for each lane, bit by bit

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

/// Forgets how children of lanes that start have ended, and counts those of the others. `ended` has
/// two masks for each child: it has, and with success.
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

/// Chooses a child for each lane by what was drawn: the first whose running sum is above, else the
/// last with a weight.
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

/// Chooses a child where its score is higher than the best one before it. The first of equals
/// stays, and NaN is below all others.
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

/// Notes the scores of live children; NaN counts as -inf.
GESTALT_NATIVE_INLINE void gestalt_native_score(const float *scores, uint64_t lanes, float *kept)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        kept[lane] = scores[lane] == scores[lane] ? scores[lane] : -INFINITY;
    }
}

/// The lanes whose best score is above that of their live child by more than the margin.
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
        t->services->note_error(t);
    }
    uint64_t succeeded = call->succeeded & call->lanes;
    gestalt_native_answer answer = {succeeded, call->failed & call->lanes & ~succeeded};
    return answer;
}

/// The same for a lone agent, by the function's form for one.
GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_act_alone(gestalt_native_tick *t,
                                                                     const gestalt_native_call *c,
                                                                     uint64_t starting)
{
    uint32_t a = c->lone(t->call, &c->site, t->memory, starting != 0);
    if (__builtin_expect(t->call->error != NULL, 0))
        t->services->note_error(t);
    gestalt_native_answer answer = {a & 1, a >> 1 & 1};
    return answer;
}

/// Calls an action without arguments by the host's table.
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

/// The same for a predicate: the lanes for which the answer is yes.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_ask(gestalt_native_tick *t,
                                                  const gestalt_native_layout *at, uint32_t number,
                                                  uint64_t lanes)
{
    return gestalt_native_act(t, at, number, lanes, lanes).succeeded;
}

/// Declares `call` for a leaf that is compiled with the tree: a copy, whose parts the compiler
/// keeps in registers.
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

// ---- expressions. Each is a macro of its operations, which is expanded for one lane (V is
// GESTALT_NATIVE_ONE) and for vectors of lanes (GESTALT_NATIVE_ALL). A bool is a mask of as many
// bits as a vector has values; what lies above them means nothing.

#define GESTALT_NATIVE_ONE(name) gestalt_native_one_##name
#define GESTALT_NATIVE_ALL(name) gestalt_native_all_##name

#define GESTALT_NATIVE_WIDTH_BITS (~UINT64_C(0) >> (64 - GESTALT_VECTOR_WIDTH))

/// Declares the columns that operations read.
#define GESTALT_NATIVE_COLUMNS                                                                     \
    float *numbers = (float *)(void *)(t->memory + at->numbers);                                   \
    uint64_t *bools = (uint64_t *)(void *)(t->memory + at->bools);                                 \
    (void)numbers, (void)bools

#define GESTALT_NATIVE_COLUMN(column) (numbers + (size_t)(column)*at->stride)

/// The lanes for which a bool expression holds.
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

/// Fills a column of a number expression.
#define GESTALT_NATIVE_FILL(type, to, VALUE)                                                       \
    do {                                                                                           \
        if (at->lanes == 1)                                                                        \
            (to)[0] = VALUE(GESTALT_NATIVE_ONE);                                                   \
        else                                                                                       \
            for (uint32_t i = 0; i < at->stride; i += GESTALT_VECTOR_WIDTH)                        \
                gestalt_##type##s_store((to) + i, VALUE(GESTALT_NATIVE_ALL));                      \
    } while (0)

/// Sets the agents' own column, for the lanes.
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

/// Chooses the child with the highest score so far: the first of equals, and NaN is below all.
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

/// The lanes that have chosen a child.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_chose(const int32_t *chosen,
                                                    const gestalt_native_layout *at, int32_t child)
{
    return gestalt_lanes_equal_int(chosen, ~UINT64_C(0), child, at->stride);
}

#ifdef __cplusplus
}
#endif

#endif
