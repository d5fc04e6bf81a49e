// SPDX-License-Identifier: MIT
// The numbers of a scene that `set` changes, so that nobody has to know their paths: those that
// stand in its text, with the limits that the schema of scenes gives them. Numbers that are
// computed from others, by an expression, are left out: the others are there.
#ifndef LIVE_VALUES_H
#define LIVE_VALUES_H

#include "text.h"

#include <gestalt/base.h>

enum { LIVE_VALUES_MAX = 1000 };

/// Prints them as a list of {"path", "value", "least", "most", "whole", "doc"} and, behind it, how
/// many there are in all.
gestalt_result live_values_print(text_out *out, const char *scene, size_t size,
                                 gestalt_error *error);

#endif
