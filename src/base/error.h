// SPDX-License-Identifier: MIT
// Filling in a gestalt_error.
#ifndef ERROR_H
#define ERROR_H

#include <gestalt/base.h>

/// Set the error (which may be NULL) and return `result`, for use in a return statement. The caller
/// must escape text that comes from a file or document.
gestalt_result error_set(gestalt_error *error, gestalt_result result, uint64_t offset,
                         const char *format, ...) __attribute__((cold, format(printf, 4, 5)));

gestalt_result error_no_memory(gestalt_error *error) __attribute__((cold));

/// Add to an error, which may be NULL, that it is about an element of an array: its `offset`
/// becomes the index, and the message begins with "array[index]: ". Returns the error's result.
gestalt_result error_of_element(gestalt_error *error, gestalt_result result, const char *array,
                                uint64_t index) __attribute__((cold));

/// Quote untrusted text for a message: escaped for terminals; of a long text only the end, after
/// three dots. Returns `quoted`.
enum { ERROR_QUOTE_SIZE = 128 };
const char *error_quote(char quoted[ERROR_QUOTE_SIZE], const char *text, size_t size);

/// Return the meaning of an errno value, in English.
const char *error_of_system(int number);

#endif
