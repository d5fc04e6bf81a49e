// SPDX-License-Identifier: MIT
// Lists, as the population and the reference hold them, in one form: a count and the bits of the
// elements. All code here that compares or writes lists uses this form.
#ifndef LIST_KEYS_H
#define LIST_KEYS_H

#include "image.h"
#include "reference.h"

#include <gestalt/population.h>

enum { LIST_CAPACITY_MAX = 256, LIST_WIDTH_MAX = 3 };

typedef struct list_bits {
    gestalt_type type; // type of the elements
    uint32_t width;    // components of an element: 1, or those of a vector
    uint32_t capacity, count;
    uint32_t bits[LIST_CAPACITY_MAX][LIST_WIDTH_MAX]; // every NaN is 0x7FC00000
} list_bits;

// ---- the reference

void list_bits_of_reference(const reference_list *list, list_bits *bits);
/// Write a list of the reference. Return false if no list has that name.
bool list_bits_to_reference(reference *r, uint64_t agent, const char *key, const list_bits *bits);

// ---- the population

/// Read a list of an agent, or a shared one. Return false if no list has that name.
bool population_list_read(gestalt_population *population, uint64_t agent, const char *key,
                          bool is_shared, list_bits *bits);
/// Write the elements of a list. `bits` has the type and capacity of the list.
bool population_list_write(gestalt_population *population, uint64_t agent, const char *key,
                           bool is_shared, const list_bits *bits);
/// Return whether a key of a shape, or an argument of a host function, is a list.
bool shape_key_is_list(const gestalt_shape *shape, uint32_t key);
bool column_list_is(const gestalt_parameter *parameter);
/// Read and write a list that a host function was given.
void column_list_read(const gestalt_column *column, const gestalt_parameter *parameter,
                      unsigned lane, list_bits *bits);
void column_list_write(const gestalt_column *column, const gestalt_parameter *parameter,
                       unsigned lane, const list_bits *bits);

#endif
