// SPDX-License-Identifier: MIT
// An allocator that counts allocations and can be made to fail, so that a test can make memory run
// out at every single allocation. Any misuse of the allocator ends the program.
#ifndef COUNTING_H
#define COUNTING_H

#include <gestalt/base.h>

typedef struct counting {
    size_t live_bytes, live_blocks;
    size_t calls;
    size_t fail_at;   // the call that fails, from 1; 0: none
    bool stays_empty; // all later calls fail too
    bool has_failed;
    bool must_show; // a call for more memory failed; a failure to shrink need not matter
} counting;

gestalt_allocator counting_allocator(counting *c);

typedef gestalt_result counting_trial(void *user, counting *c);

/// Tries with every allocation failing once: that one alone, and that one with all later ones.
/// Each time the trial must say so, with nothing left that it has allocated; without a failure it
/// comes to `expected`. `name` is for messages.
void counting_fail_each(counting_trial *trial, void *user, const char *name, counting *c,
                        gestalt_result expected);

#endif
