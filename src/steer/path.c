// SPDX-License-Identifier: MIT
#include "path.h"

#include "carve.h"
#include "search.h"

static void carve_path(pathway *way, carving *from)
{
    way->start = carve_vectors(from, (size_t)way->segment_count + 1);
    way->distance = carve_floats(from, (size_t)way->segment_count + 1);
    way->direction = carve_vectors(from, way->segment_count);
    way->segment_length = carve_floats(from, way->segment_count);
    way->level_count = 0;
    for (uint32_t count = way->segment_count; count > PATH_FAN;) {
        count = (count - 1) / PATH_FAN + 1;
        way->levels[way->level_count++] =
            (path_level){carve_vectors(from, count), carve_vectors(from, count), count};
    }
}

static void path_measure(pathway *way, const vector *points, uint32_t point_count)
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

// ---- boxes

static vector path_lower(vector a, vector b)
{
    EACH_DIMENSION (d)
        a.at[d] = a.at[d] < b.at[d] ? a.at[d] : b.at[d];
    return a;
}

static vector path_upper(vector a, vector b)
{
    EACH_DIMENSION (d)
        a.at[d] = a.at[d] > b.at[d] ? a.at[d] : b.at[d];
    return a;
}

static uint32_t end_of_fan(uint32_t parent, uint32_t count)
{
    uint32_t first = parent * PATH_FAN;
    return count - first < PATH_FAN ? count : first + PATH_FAN;
}

// Boxes are slightly enlarged, since points on a segment are rounded.
static void box_segments(pathway *way)
{
    path_level *level = &way->levels[0];
    for (uint32_t box = 0; box < level->count; box++) {
        uint32_t first = box * PATH_FAN, end = end_of_fan(box, way->segment_count);
        vector low = vectors_get(&way->start, first), high = low;
        for (uint32_t i = first + 1; i <= end; i++) {
            low = path_lower(low, vectors_get(&way->start, i));
            high = path_upper(high, vectors_get(&way->start, i));
        }
        float margin = 0;
        EACH_DIMENSION (d)
            margin = fmaxf(margin, fmaxf(fabsf(low.at[d]), fabsf(high.at[d])) * 2e-6f);
        EACH_DIMENSION (d) {
            low.at[d] -= margin;
            high.at[d] += margin;
        }
        vectors_set(&level->low, box, low);
        vectors_set(&level->high, box, high);
    }
}

static void box_boxes(path_level *level, const path_level *below)
{
    for (uint32_t box = 0; box < level->count; box++) {
        uint32_t first = box * PATH_FAN, end = end_of_fan(box, below->count);
        vector low = vectors_get(&below->low, first), high = vectors_get(&below->high, first);
        for (uint32_t i = first + 1; i < end; i++) {
            low = path_lower(low, vectors_get(&below->low, i));
            high = path_upper(high, vectors_get(&below->high, i));
        }
        vectors_set(&level->low, box, low);
        vectors_set(&level->high, box, high);
    }
}

static void make_boxes(pathway *way)
{
    if (way->level_count > 0)
        box_segments(way);
    for (uint32_t i = 1; i < way->level_count; i++)
        box_boxes(&way->levels[i], &way->levels[i - 1]);
}

// ---- creation

gestalt_result path_create(pathway *way, const gestalt_allocator *allocator, const vector *points,
                           uint32_t point_count, float radius, bool is_closed)
{
    *way = (pathway){0};
    if (point_count < 2)
        return GESTALT_BAD_ARGUMENT;
    pathway made = {.segment_count = is_closed ? point_count : point_count - 1,
                    .is_closed = is_closed,
                    .radius = radius};
    carving from = CARVE_COLUMNS;
    carve_path(&made, &from);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_path(&made, &from);
    path_measure(&made, points, point_count);
    make_boxes(&made);
    *way = made;
    return GESTALT_OK;
}

void path_destroy(pathway *way, const gestalt_allocator *allocator)
{
    carve_release(allocator, way->memory, way->memory_size);
    *way = (pathway){0};
}

static float path_clamp(float x, float low, float high)
{
    x = x > low ? x : low; // turns NaN into `low`, too
    return x < high ? x : high;
}

// Return the distance along a segment of its point nearest to `position`.
static inline float nearest_along(const pathway *way, uint32_t segment, vector position)
{
    vector offset = vector_subtract(position, vectors_get(&way->start, segment));
    float along = vector_dot(offset, vectors_get(&way->direction, segment));
    return path_clamp(along, 0, way->segment_length[segment]);
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

// ---- the nearest point

typedef struct search {
    const pathway *way;
    vector position;
    float least; // squared distance
    uint32_t nearest;
} search;

// Search at most PATH_FAN segments. All distances are computed first, so that compilers vectorise
// the loop.
static void search_segments(search *s, uint32_t first, uint32_t end)
{
    float squared[PATH_FAN];
    uint32_t count = end - first;
    for (uint32_t i = 0; i < count; i++) {
        vector point = point_of(s->way, first + i, nearest_along(s->way, first + i, s->position));
        squared[i] = vector_length_squared(vector_subtract(s->position, point));
    }
    for (uint32_t i = 0; i < count; i++)
        if (squared[i] < s->least || (squared[i] == s->least && first + i < s->nearest)) {
            s->least = squared[i];
            s->nearest = first + i;
        }
}

// Return the squared distance to a box, or a lower bound that allows for rounding.
static inline float to_box(const path_level *level, uint32_t box, vector position)
{
    float squared = 0;
    EACH_DIMENSION (d) {
        float below = level->low.at[d][box] - position.at[d];
        float above = position.at[d] - level->high.at[d][box];
        float away = below > above ? below : above;
        away = away > 0 ? away : 0;
        squared += away * away;
    }
    return squared * 0.9999f;
}

// Search boxes of a level: first the nearest one, then those that may contain something as near.
static void search_boxes(search *s, uint32_t depth, uint32_t first, uint32_t end)
{
    const path_level *level = &s->way->levels[depth];
    uint32_t below = depth > 0 ? s->way->levels[depth - 1].count : s->way->segment_count;
    float squared[PATH_FAN];
    uint32_t best = 0, count = end - first;
    for (uint32_t i = 0; i < count; i++)
        squared[i] = to_box(level, first + i, s->position);
    for (uint32_t i = 1; i < count; i++)
        best = squared[i] < squared[best] ? i : best;
    for (uint32_t turn = 0; turn < count + 1; turn++) {
        uint32_t i = turn == 0 ? best : turn - 1;
        if ((turn > 0 && i == best) || !(squared[i] <= s->least))
            continue;
        uint32_t from = (first + i) * PATH_FAN, to = end_of_fan(first + i, below);
        if (depth > 0)
            search_boxes(s, depth - 1, from, to);
        else
            search_segments(s, from, to);
    }
}

path_point path_nearest(const pathway *way, vector position)
{
    search s = {way, position, INFINITY, 0};
    if (way->level_count == 0)
        search_segments(&s, 0, way->segment_count);
    else
        search_boxes(&s, way->level_count - 1, 0, way->levels[way->level_count - 1].count);
    return place_on(way, s.nearest, nearest_along(way, s.nearest, position));
}

// Return the segment at a distance along the path: the last one that begins there or before.
static uint32_t segment_at(const pathway *way, float distance)
{
    uint32_t behind;
    SEARCH_FIRST(behind, 1, way->segment_count, !(way->distance[behind] <= distance));
    return behind - 1;
}

path_point path_at(const pathway *way, float distance)
{
    if (way->is_closed && way->length > 0)
        distance -= way->length * floorf(distance / way->length);
    distance = path_clamp(distance, 0, way->length);
    uint32_t segment = segment_at(way, distance);
    float along = path_clamp(distance - way->distance[segment], 0, way->segment_length[segment]);
    return place_on(way, segment, along);
}
