// SPDX-License-Identifier: MIT
// Values of agents.
#ifndef VALUES_H
#define VALUES_H

#include "place.h"

#include <gestalt/population.h>

/// Return the value of a column, either an agent's or a shared one (values.c).
gestalt_value values_get(const place *where, gestalt_type type, uint32_t column);

/// Return the value of a key. The value of a list is an int, the number of elements.
gestalt_value values_of_key(const place *where, const image_key *key);

/// Texts for messages, by gestalt_type.
extern const char *const values_type_texts[];

/// Refuse a value that is not a type.
#define POPULATION_NO_TYPE(value_type, error)                                                      \
    (__builtin_expect((unsigned)(value_type) > GESTALT_VEC3, 0) &&                                 \
     MISUSE(error, "%u is not the type of a value: set `type`", (unsigned)(value_type)) !=         \
         GESTALT_OK)

/// Return whether a key is one of the group's: it comes from a group with the same keys, and its
/// columns are where those of its type are.
bool values_are_of_key(const group *g, const gestalt_key *key);

/// Find a key by name. Fails if the key is a list and `is_list` is false, or the reverse; the error
/// then names the function to call, `other`.
gestalt_result values_need_key(const group *g, const char *name, bool is_list, const char *other,
                               gestalt_key *key, gestalt_error *error);

/// Find a shared key in the same way.
gestalt_result values_need_shared(const group *g, const char *name, bool is_list, const char *other,
                                  gestalt_key *key, gestalt_error *error);

/// Return the address of a number. That of the next column is `*step` numbers further.
uint32_t *values_number_at(const place *where, uint32_t column, size_t *step);

/// Refuse a value that is not of the type of the key `name`.
gestalt_result values_check_type(const gestalt_key *key, const char *name, gestalt_value value,
                                 gestalt_error *error);

/// Store a value in a column, either an agent's or a shared one.
void values_put(const place *where, uint32_t column, const gestalt_value *value);

// ---- lists (list_values.c)

/// Copy at most `capacity` elements of a list, and set `*count` to the number that it has.
gestalt_result values_read_list(const place *where, const gestalt_key *key, gestalt_value *elements,
                                size_t capacity, size_t *count, gestalt_error *error);
/// Refuse elements that the list `name` can't hold.
gestalt_result values_check_list(const gestalt_key *key, const char *name,
                                 const gestalt_value *elements, size_t count, gestalt_error *error);
void values_write_list(const place *where, const gestalt_key *key, const gestalt_value *elements,
                       size_t count);
/// Report elements whose type is not a type, as misuse of a function.
bool values_have_no_type(const char *function, const gestalt_value *elements, size_t count,
                         gestalt_error *error);

/// Wake the agents whose sleep depends on a key that was written.
void values_wake(const place *where, const gestalt_key *key);

#endif
