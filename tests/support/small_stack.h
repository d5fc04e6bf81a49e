// SPDX-License-Identifier: MIT
// A thread with a stack of a chosen size that measures how much of it was used, for tests of the
// most stack that a call uses.
#ifndef SMALL_STACK_H
#define SMALL_STACK_H

#include <stdbool.h>
#include <stddef.h>

/// Runs on the thread. False: something went wrong.
typedef bool small_stack_work(void *user);

/// Return false where figures say nothing: with sanitizers, which keep red zones on stacks and get
/// larger ones here, and without optimization.
bool small_stack_is_measured(void);

/// Run `work` on a stack of `size` bytes with a guard page below. `*used` is what it took of the
/// stack, beyond what an empty thread takes. Return what `work` returned.
bool small_stack_run(small_stack_work *work, void *user, size_t size, size_t *used);

#endif
