// SPDX-License-Identifier: MIT
// The numbers of a scene that `set` can change, so that users need not know their paths: the
// numbers in its text, with the limits from the schema of scenes. Numbers that an expression
// computes from others are left out.
#ifndef LIVE_VALUES_H
#define LIVE_VALUES_H

#include "text.h"

#include <gestalt/base.h>

enum { LIVE_VALUES_MAX = 1000 };

/// Print the numbers as a list of {"path", "value", "least", "most", "whole", "doc"}, followed by
/// their total number.
gestalt_result live_values_print(text_out *out, const char *scene, size_t size,
                                 gestalt_error *error);

#endif
