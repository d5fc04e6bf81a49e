// SPDX-License-Identifier: MIT
// Two documents and an edit of each, for fuzz targets that damage states of their agents.
#ifndef COURSES_H
#define COURSES_H

#include "tick_shape.h"

enum { COURSES = 2 };

/// A shape and what populations of it need.
typedef struct course_shape {
    gestalt_shape *shape;
    gestalt_shape *bound; // shape whose specification bounds the visits of a tick
    tick_host *host;
} course_shape;

typedef struct course {
    const char *document;
    course_shape plain, edited;
} course;

/// Return a course. The first call compiles all of them.
const course *course_at(unsigned number);

/// Create a population without agents. Ends the program if that fails.
gestalt_population *course_population(const course_shape *of, uint32_t lanes);
/// Return the population's hash. Ends the program if that fails.
uint64_t course_hash(const gestalt_population *population);

#endif
