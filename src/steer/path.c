// SPDX-License-Identifier: MIT
#include "path.h"

#include "carve.h"

static void carve_path(pathway *way, carving *from)
{
    way->start = carve_vectors(from, (size_t)way->segment_count + 1);
    way->distance = carve_floats(from, (size_t)way->segment_count + 1);
    way->direction = carve_vectors(from, way->segment_count);
    way->segment_length = carve_floats(from, way->segment_count);
}

static void measure(pathway *way, const vector *points, uint32_t point_count)
{
    for (uint32_t i = 0; i <= way->segment_count; i++)
        vectors_set(&way->start, i, points[i % point_count]);
    for (uint32_t i = 0; i < way->segment_count; i++) {
        vector along = vector_subtract(points[(i + 1) % point_count], points[i]);
        vectors_set(&way->direction, i, vector_unit(along));
        way->segment_length[i] = vector_length(along);
        way->distance[i + 1] = way->distance[i] + way->segment_length[i];
    }
    way->length = way->distance[way->segment_count];
}

gestalt_result path_create(pathway *way, const gestalt_allocator *allocator, const vector *points,
                           uint32_t point_count, float radius, bool is_closed)
{
    *way = (pathway){0};
    if (point_count < 2)
        return GESTALT_BAD_ARGUMENT;
    pathway made = {.segment_count = is_closed ? point_count : point_count - 1,
                    .is_closed = is_closed,
                    .radius = radius};
    carving from = {0};
    carve_path(&made, &from);
    if (!carve_again(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_path(&made, &from);
    measure(&made, points, point_count);
    *way = made;
    return GESTALT_OK;
}

void path_destroy(pathway *way, const gestalt_allocator *allocator)
{
    carve_release(allocator, way->memory, way->memory_size);
    *way = (pathway){0};
}

static float clamp(float x, float low, float high)
{
    x = x > low ? x : low; // also for a NaN
    return x < high ? x : high;
}

// How far along a segment its point nearest to `position` is.
static inline float nearest_along(const pathway *way, uint32_t segment, vector position)
{
    vector offset = vector_subtract(position, vectors_get(&way->start, segment));
    float along = vector_dot(offset, vectors_get(&way->direction, segment));
    return clamp(along, 0, way->segment_length[segment]);
}

static inline vector point_of(const pathway *way, uint32_t segment, float along)
{
    return vector_add_scaled(vectors_get(&way->start, segment),
                             vectors_get(&way->direction, segment), along);
}

static path_point place_on(const pathway *way, uint32_t segment, float along)
{
    return (path_point){.position = point_of(way, segment, along),
                        .direction = vectors_get(&way->direction, segment),
                        .distance = way->distance[segment] + along,
                        .segment = segment};
}

path_point path_nearest(const pathway *way, vector position)
{
    // Distances to many segments first, which compilers turn into vectors.
    enum { MANY = 64 };
    float squared[MANY], least = INFINITY;
    uint32_t nearest = 0;
    for (uint32_t first = 0; first < way->segment_count; first += MANY) {
        uint32_t left = way->segment_count - first, count = left < MANY ? left : MANY;
        for (uint32_t i = 0; i < count; i++) {
            vector point = point_of(way, first + i, nearest_along(way, first + i, position));
            squared[i] = vector_length_squared(vector_subtract(position, point));
        }
        for (uint32_t i = 0; i < count; i++)
            if (squared[i] < least) {
                least = squared[i];
                nearest = first + i;
            }
    }
    return place_on(way, nearest, nearest_along(way, nearest, position));
}

// The segment that a distance along the path lies on: the last that begins there or before.
static uint32_t segment_at(const pathway *way, float distance)
{
    uint32_t low = 0, high = way->segment_count - 1;
    while (low < high) {
        uint32_t middle = high - (high - low) / 2;
        if (way->distance[middle] <= distance)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

path_point path_at(const pathway *way, float distance)
{
    if (way->is_closed && way->length > 0)
        distance -= way->length * floorf(distance / way->length);
    distance = clamp(distance, 0, way->length);
    uint32_t segment = segment_at(way, distance);
    float along = clamp(distance - way->distance[segment], 0, way->segment_length[segment]);
    return place_on(way, segment, along);
}
