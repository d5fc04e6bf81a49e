// SPDX-License-Identifier: MIT
// Things that stand still: circles, and walls, which are segments with a width. Both are capsules,
// all points within a radius of a segment, and lie in a grid of cells that is made once. So a look
// around, ahead or along a step costs what is there, and not what is elsewhere.
//
// Some are solid: a disc does not get into them. It goes until it touches, and on along what it
// touches. It keeps a skin of space, wider than coordinates are rounded, so that what was computed
// in doubles holds for the floats that are kept.
//
// A cell lists the capsules that come near it; there are at most so many cells that the lists stay
// as long as BARRIERS_SHARE for each capsule. Nothing depends on the order of a list.
#ifndef BARRIERS_H
#define BARRIERS_H

#include "space.h"

#include <gestalt/base.h>

enum { BARRIERS_SHARE = 32, BARRIERS_MOST = 1 << 24 };

/// A capsule. It is a sphere where both ends are the same.
typedef struct barrier {
    vector from, to;
    float radius;
    bool is_solid;
} barrier;

typedef struct barriers {
    space world;
    const barrier *list; // the owner's
    uint32_t count, solid_count;
    float skin, overhang;            // how far any reaches over the border of the world
    vector low, scale;               // of the cells: a corner, and cells per length
    int32_t cells[STEER_DIMENSIONS]; // along each axis
    uint64_t cell_count;
    uint32_t *start; // of each cell in `member`, and of the one behind the last
    uint32_t *member;
    void *memory;
    size_t memory_size;
} barriers;

/// Numbers of the list are finite, and no radius is negative. The list must stay. GESTALT_LIMIT for
/// more than BARRIERS_MOST.
gestalt_result barriers_create(barriers *b, const gestalt_allocator *allocator, const space *world,
                               const barrier *list, uint32_t count);

/// Also for what is zero.
void barriers_destroy(barriers *b, const gestalt_allocator *allocator);

/// Goes over all that come near a box, some of them more than once. With images: also over those
/// of a periodic world, seen from a box that reaches over its border by up to one size.
///
///     barriers_walk walk;
///     barriers_walk_begin(&walk, b, low, high, true);
///     for (; barriers_walk_next(&walk);)
typedef struct barriers_walk {
    const barriers *b;
    vector low, high; // of the box
    int32_t first_cell[STEER_DIMENSIONS], last_cell[STEER_DIMENSIONS], cell[STEER_DIMENSIONS];
    int32_t first_image[STEER_DIMENSIONS], last_image[STEER_DIMENSIONS], image[STEER_DIMENSIONS];
    uint32_t at, end; // in `member`
    bool is_done;
    const barrier *found;
    uint32_t index;
    vector shift; // that leads to the image of what is found
} barriers_walk;

void barriers_walk_begin(barriers_walk *walk, const barriers *b, vector low, vector high,
                         bool images);
bool barriers_walk_next(barriers_walk *walk);

/// Return the step that a disc can do of one that it wants, at a place in the world: no longer than
/// the world's shortest edge, where that is periodic. A disc in a solid thing can only get out
/// of it. With `all`, everything is solid.
vector barriers_step(const barriers *b, vector at, vector step, float radius, bool all);

/// The nearest thing to a place.
typedef struct barrier_near {
    uint32_t index; // UINT32_MAX: there is nothing within the distance
    float distance; // from its surface; negative inside
    vector away;    // a unit vector from it; zero right on a segment
} barrier_near;

barrier_near barriers_nearest(const barriers *b, vector at, float within, bool all);

/// Return the share of a step after which a disc touches something solid, or, with `all`, anything:
/// 1 when it does not.
float barriers_share(const barriers *b, vector at, vector step, float radius, bool all);

/// The first thing that reaches into a corridor, ahead in the direction of a unit vector, so long
/// and `radius` wide on each side. It is the one whose middle, of a sphere, or first point in the
/// corridor, of a wall, is least far ahead; of two, the first of the list. There are no images.
typedef struct barrier_ahead {
    bool exists;
    vector offset; // in whose direction it is in the way
} barrier_ahead;

barrier_ahead barriers_ahead(const barriers *b, vector at, vector heading, float length,
                             float radius);

#endif
