// SPDX-License-Identifier: MIT
// A thread with a stack of a chosen size, which measures how much of it a call uses.
#ifndef SMALL_STACK_H
#define SMALL_STACK_H

#include <stdbool.h>
#include <stddef.h>

/// Work that runs on the thread. Returns false if it failed.
typedef bool small_stack_work(void *user);

/// Return false if measurements mean nothing: without optimization, and with sanitizers. Those put
/// red zones on stacks, so stacks are larger here with them.
bool small_stack_is_measured(void);

/// Run `work` on a stack of `size` bytes, with a guard page below. `*used` is the stack that it
/// used, beyond that of an empty thread. Return the result of `work`.
bool small_stack_run(small_stack_work *work, void *user, size_t size, size_t *used);

#endif
