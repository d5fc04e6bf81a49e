// SPDX-License-Identifier: MIT
// Calls that fail on one rank: they must fail on all ranks, with the same error, and change
// nothing.
#ifndef FAILURES_H
#define FAILURES_H

/// Errors of leaf functions, and ticks that one rank interrupts.
void test_leaf_errors(void);
void test_interrupts(void);

/// Wrong arguments on one rank, arguments that differ, and calls that differ.
void test_wrong_arguments(void);
void test_different_calls(void);

/// Memory that runs out on one rank, at each allocation of each call.
void test_short_memory(void);

#endif
