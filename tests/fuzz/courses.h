// SPDX-License-Identifier: MIT
// Two documents, and what each is edited to, for fuzz targets that damage states of their agents.
#ifndef COURSES_H
#define COURSES_H

#include "tick_shape.h"

enum { COURSES = 2 };

/// A shape of a population.
typedef struct course_shape {
    gestalt_shape *shape;
    gestalt_shape *bound; // tells how many visits a tick makes at most
    tick_host *host;
} course_shape;

typedef struct course {
    const char *document;
    course_shape plain, edited;
} course;

/// Compiles all at the first call.
const course *course_at(unsigned number);

/// A population without agents. Ends the program when there is none.
gestalt_population *course_population(const course_shape *of, uint32_t lanes);
/// The same of a hash.
uint64_t course_hash(const gestalt_population *population);

#endif
