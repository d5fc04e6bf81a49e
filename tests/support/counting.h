// SPDX-License-Identifier: MIT
// An allocator that counts allocations and can fail, so that a test can make memory run out at each
// allocation in turn. Any misuse of the allocator ends the program.
#ifndef COUNTING_H
#define COUNTING_H

#include <gestalt/base.h>

typedef struct counting {
    size_t live_bytes, live_blocks;
    size_t calls;
    size_t fail_at;   // number of the call that fails, from 1; 0: none
    bool stays_empty; // all later calls fail as well
    bool has_failed;
    // a failed call requested more memory; a failure to shrink may stay without effect
    bool must_show;
} counting;

gestalt_allocator counting_allocator(counting *c);

typedef gestalt_result counting_trial(void *user, counting *c);

/// Run the trial once for each allocation with that allocation failing, and once more with all
/// later ones failing as well. Each time the trial must report the failure and free everything that
/// it has allocated. Without a failure its result must be `expected`. `name` is used in messages.
void counting_fail_each(counting_trial *trial, void *user, const char *name, counting *c,
                        gestalt_result expected);

#endif
