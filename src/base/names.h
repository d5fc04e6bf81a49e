// SPDX-License-Identifier: MIT
// A hash table from names to numbers, in an arena. Numbers are those that the owner gives; names
// are not copied.
//
// Names come from documents, and somebody may choose them so that all have the same hash. A name
// that finds no place near its own goes to the crowd instead, which is sorted.
#ifndef NAMES_H
#define NAMES_H

#include "arena.h"

typedef struct names_entry {
    const char *name;
    uint32_t size;
    uint32_t number;
} names_entry;

typedef struct names_crowd names_crowd;
struct nearest_budget;

typedef struct names {
    names_entry *entries;
    names_crowd *crowd; // NULL as long as all have a place
    uint32_t count;
    uint32_t capacity; // a power of two, or 0
} names;

#define NAMES_MISSING UINT32_MAX

/// The number of a name, or NAMES_MISSING.
uint32_t names_find(const names *n, const char *name, size_t size);

/// Adds a name that is not there yet.
void names_add(names *n, arena *a, const char *name, size_t size, uint32_t number);

/// Return whether a name is letters, digits and `_`, with no digit first. The empty one is.
bool names_is_identifier(const char *name);

/// The known name nearest to a mistyped one; NULL if there is none, or the budget is spent.
const char *names_nearest(const names *n, const char *name, struct nearest_budget *budget);

#endif
