// SPDX-License-Identifier: MIT
// Makes a document that fails a test smaller, for as long as it still fails: leaves out members and
// elements, puts children in their parents' places, and constants in the place of expressions.
#ifndef SHRINK_H
#define SHRINK_H

#include <stdbool.h>
#include <stddef.h>

/// `text` is JSON, but not always a document that compiles; then it must answer false.
typedef bool shrink_test(void *user, const char *text, size_t size);

/// The smallest text found in at most `tries` calls of the test, zero-terminated; to be freed.
/// `text` itself must fail, and be JSON.
char *shrink(const char *text, size_t size, shrink_test *still_fails, void *user, size_t tries);

#endif
