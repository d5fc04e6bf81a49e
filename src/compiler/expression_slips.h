// SPDX-License-Identifier: MIT
// Habits from other languages in expressions, with help: words (`and`), signs (`<>`), assignments
// (`hp += 1`) and units (`1s`). Private to the expression compiler.
#ifndef EXPRESSION_SLIPS_H
#define EXPRESSION_SLIPS_H

#include "arena.h"

/// Return what to write instead of a word that is an operator in other languages, or NULL.
const char *slip_of_word(const char *word, size_t size);

/// Return whether a word after a number is a unit of time.
bool slip_is_unit(const char *word, size_t size);
/// Return the help for a number followed by a word, as in `2ammo` and `1s`.
const char *slip_of_number_and_name(arena *a, const char *number, size_t number_size,
                                    const char *name, size_t name_size);

/// Find the longest sign of another language at `at` in a text, and set its `sign_size`, which is 0
/// if there is none. Returns what to write instead, or NULL.
const char *slip_of_sign(arena *a, const char *text, size_t size, size_t at, size_t *sign_size);
/// Return the help for the assignment whose sign is at [begin, end) in a text.
const char *slip_of_assignment(arena *a, const char *text, size_t size, size_t begin, size_t end);

#endif
