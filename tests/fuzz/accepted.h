// SPDX-License-Identifier: MIT
// The number of inputs that a fuzz target accepts. A target whose inputs are all refused at the
// door tests the door only: so each counts those that got in, and fuzz.py fails if they are too
// few.
#ifndef ACCEPTED_H
#define ACCEPTED_H

#include <stdbool.h>

/// Count an input, and whether it was accepted: what the target is there to test has run with it.
/// Each input once. The counts are printed when the program ends.
void accepted(bool is_accepted);

#endif
