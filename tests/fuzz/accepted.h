// SPDX-License-Identifier: MIT
// Count the inputs that a fuzz target accepts. A target that refuses nearly all inputs at once only
// tests the first checks. So each target counts the accepted inputs, and fuzz.py fails if there are
// too few.
#ifndef ACCEPTED_H
#define ACCEPTED_H

#include <stdbool.h>

/// Count an input, once, and whether it was accepted: whether the code under test has run with it.
/// The counts are printed when the program ends.
void accepted(bool is_accepted);

#endif
