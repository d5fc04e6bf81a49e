// SPDX-License-Identifier: MIT
// Filling in a gestalt_error.
#ifndef ERROR_H
#define ERROR_H

#include <gestalt/base.h>

/// Sets the error (which may be NULL) and returns `result`, so that it can be returned at once.
/// What a file or document provides must be escaped by the caller.
gestalt_result error_set(gestalt_error *error, gestalt_result result, uint64_t offset,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

gestalt_result error_no_memory(gestalt_error *error);

#endif
