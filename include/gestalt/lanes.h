// SPDX-License-Identifier: MIT
// Operations on whole columns, for batch functions and for systems that work on columns between
// ticks.
//
// Bit k of `lanes` selects value k; the other values stay unchanged. `lane_count` is that of the
// call or the block: a column has one value when lane_count is 1, and otherwise lane_count rounded
// up to 16. Compiled for AVX-512 or AVX2 (-mavx512f, -mavx2), one instruction handles 16 or 8
// lanes, with the same results to the last bit. Example: an agent that bleeds, and fails when it is
// dead:
//
//     float *health = gestalt_call_key(call, 0).floats;
//     gestalt_lanes_add_float(health, call->lanes, -1, call->lane_count);
//     call->failed = gestalt_lanes_at_most_float(health, call->lanes, 0, call->lane_count);
#ifndef GESTALT_LANES_H
#define GESTALT_LANES_H

#include <gestalt/host.h>
#include <gestalt/vectors.h>

#ifdef __cplusplus
extern "C" {
#endif

// These functions are so small that a call would cost more, but compilers stop inlining in large
// functions.
#define GESTALT_LANES_INLINE inline __attribute__((always_inline))

/// Return the first lane of a mask; 64 when the mask is empty.
static inline uint32_t gestalt_lanes_first(uint64_t lanes)
{
#if defined(__GNUC__)
    return lanes ? (uint32_t)__builtin_ctzll(lanes) : 64;
#else
    uint32_t first = 0;
    while (first < 64 && !(lanes >> first & 1))
        first++;
    return first;
#endif
}

/// Iterate over the lanes of a mask: `for (GESTALT_LANES_EACH(lane, lanes))`.
#define GESTALT_LANES_EACH(lane, lanes)                                                            \
    uint64_t lane##_rest = (lanes), lane = gestalt_lanes_first(lane##_rest);                       \
    lane##_rest;                                                                                   \
    lane##_rest &= lane##_rest - 1, lane = gestalt_lanes_first(lane##_rest)

/// Build the call that the arguments of a lone function describe.
static inline gestalt_call gestalt_lanes_lone_call(const gestalt_call *shared,
                                                   const gestalt_site *site, void *memory,
                                                   bool starting)
{
    gestalt_call call = *shared;
    call.lanes = 1;
    call.starting = starting;
    call.lane_count = 1;
    call.node = site->node;
    call.places = site->places;
    call.memory = memory;
    call.user = site->user;
    call.succeeded = 0;
    call.failed = 0;
    call.error = NULL;
    return call;
}

/// Define a batch function. Its body follows the macro and can use `call`, `lanes` and
/// `lane_count`: `GESTALT_LANES_BATCH(rest) { gestalt_lanes_add_int(..., lanes, 1, lane_count); }`.
/// The body is also compiled for full cohorts and for lone agents, where the number of lanes is a
/// constant. Besides the function `rest`, this defines `rest_lone`, for gestalt_host_add_lone.
/// There `call` is a local copy, from which the compiler removes unused members: do not keep a
/// pointer to it.
#define GESTALT_LANES_BATCH(name)                                                                  \
    static inline __attribute__((always_inline)) void name##_body(                                 \
        gestalt_call *call, uint64_t lanes, uint32_t lane_count);                                  \
    static __attribute__((noinline)) void name##_some(gestalt_call *call)                          \
    {                                                                                              \
        name##_body(call, call->lanes, call->lane_count);                                          \
    }                                                                                              \
    static void name(gestalt_call *call)                                                           \
    {                                                                                              \
        if (call->lane_count == 64)                                                                \
            name##_body(call, call->lanes, 64);                                                    \
        else if (call->lane_count == 1)                                                            \
            name##_body(call, 1, 1);                                                               \
        else                                                                                       \
            name##_some(call);                                                                     \
    }                                                                                              \
    static inline __attribute__((unused)) uint32_t name##_lone(                                    \
        gestalt_call *shared, const gestalt_site *site, void *memory, bool starting)               \
    {                                                                                              \
        gestalt_call call = gestalt_lanes_lone_call(shared, site, memory, starting);               \
        name##_body(&call, 1, 1);                                                                  \
        if (call.error && !shared->error)                                                          \
            shared->error = call.error;                                                            \
        return (uint32_t)(call.succeeded & 1) | (uint32_t)(call.failed & ~call.succeeded & 1)      \
                                                    << 1;                                          \
    }                                                                                              \
    static inline __attribute__((always_inline)) void name##_body(                                 \
        gestalt_call *call, uint64_t lanes, uint32_t lane_count)

// Whether to skip vectors that change nothing, when `lanes` is not known at compile time.
#ifndef GESTALT_LANES_SKIP
#define GESTALT_LANES_SKIP(lanes) ((lanes) == 0)
#endif

// Iterate over the vectors of a column. For a full cohort the number of iterations is a constant.
#define GESTALT_LANES_VECTORS(at, lanes, lane_count, ...)                                          \
    if (GESTALT_LANES_SKIP(lanes)) {                                                               \
    } else if ((lane_count) == 64) {                                                               \
        for (uint32_t at = 0; at < 64; at += GESTALT_VECTOR_WIDTH)                                 \
            __VA_ARGS__                                                                            \
    } else {                                                                                       \
        for (uint32_t at = 0; at < (lane_count); at += GESTALT_VECTOR_WIDTH)                       \
            __VA_ARGS__                                                                            \
    }

// Join the masks of a full cohort's vectors, on machines with instructions for that; the block
// computes `part`. Otherwise masks are shifted into position and combined.
#if GESTALT_VECTOR_WIDTH == 16
#define GESTALT_LANES_PART(at, from, to, ...)                                                      \
    {                                                                                              \
        const uint32_t at = from;                                                                  \
        uint64_t part;                                                                             \
        __VA_ARGS__                                                                                \
        to = part;                                                                                 \
    }
#define GESTALT_LANES_JOIN(lane_count, mask, at, ...)                                              \
    if (__builtin_constant_p(lane_count) && (lane_count) == 64) {                                  \
        uint64_t first, second, third, last;                                                       \
        GESTALT_LANES_PART(at, 0, first, __VA_ARGS__)                                              \
        GESTALT_LANES_PART(at, 16, second, __VA_ARGS__)                                            \
        GESTALT_LANES_PART(at, 32, third, __VA_ARGS__)                                             \
        GESTALT_LANES_PART(at, 48, last, __VA_ARGS__)                                              \
        mask = gestalt_vectors_join(first, second, third, last);                                   \
    } else
#else
#define GESTALT_LANES_JOIN(lane_count, mask, at, ...)
#endif

// ---- tests: which of `lanes` have values that meet a condition

#define GESTALT_LANES_TEST(name, type, vectors, test, single)                                      \
    static GESTALT_LANES_INLINE uint64_t gestalt_lanes_##name(const type *column, uint64_t lanes,  \
                                                              type limit, uint32_t lane_count)     \
    {                                                                                              \
        uint64_t found = 0;                                                                        \
        if (lane_count == 1)                                                                       \
            return lanes & 1 & (column[0] single limit);                                           \
        GESTALT_LANES_JOIN(lane_count, found, at, {                                                \
            vectors value = vectors##_load(column + at), other = vectors##_all(limit);             \
            part = vectors##_##test;                                                               \
        })                                                                                         \
        GESTALT_LANES_VECTORS(at, lanes, lane_count, {                                             \
            vectors value = vectors##_load(column + at), other = vectors##_all(limit);             \
            found |= vectors##_##test << at;                                                       \
        })                                                                                         \
        return found & lanes;                                                                      \
    }

GESTALT_LANES_TEST(less_float, float, gestalt_floats, less(value, other), <)
GESTALT_LANES_TEST(at_most_float, float, gestalt_floats, at_most(value, other), <=)
GESTALT_LANES_TEST(equal_float, float, gestalt_floats, equal(value, other), ==)
GESTALT_LANES_TEST(at_least_float, float, gestalt_floats, at_most(other, value), >=)
GESTALT_LANES_TEST(greater_float, float, gestalt_floats, less(other, value), >)
GESTALT_LANES_TEST(less_int, int32_t, gestalt_ints, less(value, other), <)
GESTALT_LANES_TEST(at_most_int, int32_t, gestalt_ints, at_most(value, other), <=)
GESTALT_LANES_TEST(equal_int, int32_t, gestalt_ints, equal(value, other), ==)
GESTALT_LANES_TEST(at_least_int, int32_t, gestalt_ints, at_most(other, value), >=)
GESTALT_LANES_TEST(greater_int, int32_t, gestalt_ints, less(other, value), >)

// ---- changing the values of lanes

// `single` is the new value for a column of one value, `changed` for a vector; both use `value`.
#define GESTALT_LANES_CHANGE(type, vectors, single, changed)                                       \
    if (lane_count == 1) {                                                                         \
        type value = column[0];                                                                    \
        column[0] = lanes & 1 ? (single) : value;                                                  \
        return;                                                                                    \
    }                                                                                              \
    GESTALT_LANES_VECTORS(at, lanes, lane_count, {                                                 \
        vectors value = vectors##_load(column + at);                                               \
        vectors##_store(column + at, vectors##_select_at(lanes, at, changed, value));              \
    })

static GESTALT_LANES_INLINE void gestalt_lanes_set_float(float *column, uint64_t lanes, float to,
                                                         uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(float, gestalt_floats, to, gestalt_floats_all(to))
}
static GESTALT_LANES_INLINE void gestalt_lanes_set_int(int32_t *column, uint64_t lanes, int32_t to,
                                                       uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(int32_t, gestalt_ints, to, gestalt_ints_all(to))
}

/// Set the bits of `lanes` in a bool column, which is one mask, to those of `to`.
static GESTALT_LANES_INLINE void gestalt_lanes_set_bool(uint64_t *column, uint64_t lanes,
                                                        uint64_t to)
{
    *column = (*column & ~lanes) | (to & lanes);
}

/// Add `by`; ints wrap.
static GESTALT_LANES_INLINE void gestalt_lanes_add_float(float *column, uint64_t lanes, float by,
                                                         uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(float, gestalt_floats, value + by,
                         gestalt_floats_add(value, gestalt_floats_all(by)))
}
static GESTALT_LANES_INLINE void gestalt_lanes_add_int(int32_t *column, uint64_t lanes, int32_t by,
                                                       uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(int32_t, gestalt_ints, (int32_t)((uint32_t)value + (uint32_t)by),
                         gestalt_ints_add(value, gestalt_ints_all(by)))
}

/// Add `factor` times the value of another column. The product and the sum are each rounded.
static GESTALT_LANES_INLINE void gestalt_lanes_add_scaled(float *column, uint64_t lanes,
                                                          const float *by, float factor,
                                                          uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(
        float, gestalt_floats, value + gestalt_float_multiply(by[0], factor),
        gestalt_floats_add(value, gestalt_floats_multiply(gestalt_floats_load(by + at),
                                                          gestalt_floats_all(factor))))
}

/// Multiply by `factor`.
static GESTALT_LANES_INLINE void gestalt_lanes_multiply(float *column, uint64_t lanes, float factor,
                                                        uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(float, gestalt_floats, value *factor,
                         gestalt_floats_multiply(value, gestalt_floats_all(factor)))
}

static inline float gestalt_lanes_clamp_one(float value, float least, float most)
{
    float raised = value < least ? least : value;
    return most < raised ? most : raised;
}

/// Clamp the values to at least `least`, then to at most `most`. NaN stays NaN.
static GESTALT_LANES_INLINE void gestalt_lanes_clamp(float *column, uint64_t lanes, float least,
                                                     float most, uint32_t lane_count)
{
    GESTALT_LANES_CHANGE(
        float, gestalt_floats, gestalt_lanes_clamp_one(value, least, most),
        gestalt_floats_less_of(gestalt_floats_all(most),
                               gestalt_floats_greater_of(gestalt_floats_all(least), value)))
}

#ifdef __cplusplus
}
#endif

#endif
