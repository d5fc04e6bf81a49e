// SPDX-License-Identifier: MIT
// Make a document that fails a test smaller, as long as it still fails. The shrinker removes
// members and elements, replaces nodes by their children, and replaces expressions by constants.
#ifndef SHRINK_H
#define SHRINK_H

#include <stdbool.h>
#include <stddef.h>

/// Return whether the text still fails. It is JSON, but may not compile; then return false.
typedef bool shrink_test(void *user, const char *text, size_t size);

/// Return the shortest text found in at most `tries` calls of the test, zero-terminated. The caller
/// frees it. `text` itself must be JSON, and must fail.
char *shrink(const char *text, size_t size, shrink_test *still_fails, void *user, size_t tries);

#endif
