// SPDX-License-Identifier: MIT
// Compare the JSON reader with jansson: both must accept the same texts, and read the same values.
#ifndef JSON_ORACLE_H
#define JSON_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Describe the first difference, or return NULL. Two kinds of texts are not compared: those nested
/// deeper than the reader's limit, and those with a zero byte, which jansson skips after a number
/// or a word.
const char *json_oracle_difference(const char *text, size_t size);

/// Number of texts that json_oracle_difference has found both to accept.
extern unsigned json_oracle_accepted;

/// Write what jansson reads from a text to a file, if there is one, in a form that can be compared.
/// Return false if jansson rejects the text. (The names of jansson and of Gestalt can't be used in
/// the same file.)
bool json_jansson_dump(const char *text, size_t size, bool reject_duplicates, FILE *out);

#endif
