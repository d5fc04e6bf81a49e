// SPDX-License-Identifier: MIT
// A hash table from names to numbers, in an arena. The owner assigns the numbers; names are not
// copied.
//
// Names come from documents, and an attacker may choose them so that all have the same hash. A name
// that finds no free bucket after some probes goes to a sorted overflow list.
#ifndef NAMES_H
#define NAMES_H

#include "arena.h"

typedef struct names_entry {
    const char *name;
    uint32_t size;
    uint32_t number;
} names_entry;

typedef struct names_overflow names_overflow;
struct nearest_budget;

typedef struct names {
    names_entry *entries;
    names_overflow *overflow; // NULL while all names fit into buckets
    uint32_t count;
    uint32_t capacity; // a power of two, or 0
} names;

#define NAMES_MISSING UINT32_MAX

/// Return the number of a name, or NAMES_MISSING.
uint32_t names_find(const names *n, const char *name, size_t size);

/// Add a name, which must be new.
void names_add(names *n, arena *a, const char *name, size_t size, uint32_t number);

/// Return whether a name consists of letters, digits and `_`, with no digit first. True for the
/// empty name.
bool names_is_identifier(const char *name);

/// Return the known name that is most similar to a mistyped one; NULL if there is none, or if the
/// budget is spent.
const char *names_nearest(const names *n, const char *name, struct nearest_budget *budget);

#endif
