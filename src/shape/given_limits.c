// SPDX-License-Identifier: MIT
#include "given_limits.h"

#include "error.h"
#include "file.h"
#include "misuse.h"
#include "shape_limits.h"

#include <stdio.h>
#include <string.h>

static const gestalt_limits limits_usual = {
#define LIMIT(member, usual, untrusted, unit, sentence, code) .member = usual,
#include "limits.def"
#undef LIMIT
};
static const gestalt_limits limits_strict = {
#define LIMIT(member, usual, untrusted, unit, sentence, code) .member = untrusted,
#include "limits.def"
#undef LIMIT
};

// Copy the members that the caller's version has. Programs built for other versions have fewer
// members, or more; missing ones are 0.
static void limits_fill(gestalt_limits *to, const gestalt_limits *from, size_t struct_size)
{
    size_t size = struct_size < sizeof *from ? struct_size : sizeof *from;
    memset(to, 0, struct_size);
    memcpy(to, from, size);
    if (struct_size >= sizeof to->struct_size)
        to->struct_size = struct_size;
}

void gestalt_limits_default(gestalt_limits *limits, size_t struct_size)
{
    if (!MISUSE_NULL(limits, "limits", NULL))
        limits_fill(limits, &limits_usual, struct_size);
}

void gestalt_limits_untrusted(gestalt_limits *limits, size_t struct_size)
{
    if (!MISUSE_NULL(limits, "limits", NULL))
        limits_fill(limits, &limits_strict, struct_size);
}

gestalt_limits limits_of(const gestalt_limits *given)
{
    gestalt_limits all = limits_usual;
    if (given)
        memcpy(&all, given, given->struct_size < sizeof all ? given->struct_size : sizeof all);
    all.struct_size = sizeof all;
    return all;
}

static gestalt_result limits_exceeded(gestalt_error *error, const char *what, uint64_t is,
                                      uint64_t most)
{
    return error_set(error, GESTALT_LIMIT, 0, "the tree has %llu %s, more than the limit of %llu",
                     (unsigned long long)is, what, (unsigned long long)most);
}

static gestalt_result limits_visits(gestalt_error *error, uint64_t is, uint64_t most)
{
    char count[32] = "more than 2^64";
    if (is != UINT64_MAX)
        snprintf(count, sizeof count, "%llu", (unsigned long long)is);
    return error_set(error, GESTALT_LIMIT, 0,
                     "a tick of one agent can make %s leaf visits, more than the limit of %llu: "
                     "give loops a smaller `per_tick`, or allow more by --max-visits, or "
                     "gestalt_host_set_limits",
                     count, (unsigned long long)most);
}

static gestalt_result shape_is_within(const gestalt_shape *shape, const gestalt_limits *given,
                                      gestalt_error *error)
{
    const gestalt_limits limits = limits_of(given);
    const gestalt_specification *s = gestalt_shape_specification(shape);
    uint64_t keys = (uint64_t)s->number_columns + s->bool_columns + s->shared_number_columns +
                    s->shared_bool_columns;
    if (s->node_count > limits.nodes && limits.nodes < limits_usual.nodes)
        return limits_exceeded(error, "nodes", s->node_count, limits.nodes);
    if (s->item_count > limits.items)
        return limits_exceeded(error, "items", s->item_count, limits.items);
    if ((uint64_t)s->guard_depth + 1 > limits.depth)
        return limits_exceeded(error, "nodes from the root to a leaf", (uint64_t)s->guard_depth + 1,
                               limits.depth);
    if (keys > limits.keys)
        return limits_exceeded(error, "columns of keys", keys, limits.keys);
    if (s->visit_bound > limits.visits)
        return limits_visits(error, s->visit_bound, limits.visits);
    return GESTALT_OK;
}

gestalt_result gestalt_shape_within(const gestalt_shape *shape, const gestalt_limits *given,
                                    gestalt_error *error)
{
    if (MISUSE_NULL(shape, "shape", error) || MISUSE_NULL(given, "limits", error))
        return GESTALT_MISUSE;
    return shape_is_within(shape, given, error);
}

static gestalt_result shape_keep_within(gestalt_result result, gestalt_shape **shape,
                                        const gestalt_limits *limits, gestalt_error *error)
{
    if (result == GESTALT_OK)
        result = shape_is_within(*shape, limits, error);
    else
        return result;
    if (result == GESTALT_OK)
        return result;
    gestalt_shape_destroy(*shape);
    *shape = NULL;
    return result;
}

gestalt_result gestalt_shape_load_within(const char *path, const gestalt_limits *limits,
                                         const gestalt_allocator *allocator, gestalt_shape **shape,
                                         gestalt_error *error)
{
    char *bytes;
    size_t size;
    if (MISUSE_NULL(path, "path", error) || MISUSE_NULL(limits, "limits", error) ||
        MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    uint64_t most = limits_of(limits).bytes;
    gestalt_result result =
        file_read(path, most < LIMIT_IMAGE_SIZE ? (size_t)most : LIMIT_IMAGE_SIZE, allocator,
                  &bytes, &size, error);
    if (result != GESTALT_OK)
        return result;
    result = gestalt_shape_load_memory(bytes, size, allocator, shape, error);
    file_release(allocator, bytes, size);
    return shape_keep_within(result, shape, limits, error);
}

gestalt_result gestalt_shape_load_memory_within(const void *image, size_t size,
                                                const gestalt_limits *limits,
                                                const gestalt_allocator *allocator,
                                                gestalt_shape **shape, gestalt_error *error)
{
    if (MISUSE_NULL(image, "image", error) || MISUSE_NULL(limits, "limits", error) ||
        MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    uint64_t most = limits_of(limits).bytes;
    if (size > most)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the image has %zu bytes, more than the limit of %llu", size,
                         (unsigned long long)most);
    return shape_keep_within(gestalt_shape_load_memory(image, size, allocator, shape, error), shape,
                             limits, error);
}
