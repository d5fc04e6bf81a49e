// SPDX-License-Identifier: MIT
// Compares the JSON reader with jansson: the same verdict on every text, and the same values.
#ifndef JSON_ORACLE_H
#define JSON_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Returns what the two disagree in, or NULL. Not compared are texts nested deeper than our limit,
/// and texts with a zero byte: jansson passes over those behind a number or a word.
const char *json_oracle_difference(const char *text, size_t size);

/// Counts how often json_oracle_difference has found both to accept a text.
extern unsigned json_oracle_accepted;

/// jansson's reading of a text, written out so that it can be compared, if there is a file: false
/// when it rejects it.
/// (Its names and ours can't be used in the same file.)
bool json_jansson_dump(const char *text, size_t size, bool reject_duplicates, FILE *out);

#endif
