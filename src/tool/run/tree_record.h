// SPDX-License-Identifier: MIT
// A recording of the trees of a run: what all agents do, and every step of the watched agents.
#ifndef TREE_RECORD_H
#define TREE_RECORD_H

#include "output.h"

#include <gestalt/recorder/recorder.h>

enum { TREE_RECORD_KEYS_MAX = 64, TREE_RECORD_ASKED_MAX = 16 };

typedef struct tree_record {
    cli *c;
    const char *path; // NULL: nothing is recorded
    gestalt_population *population;
    const char *keys[TREE_RECORD_KEYS_MAX];
    uint32_t key_count;
    char *key_texts; // copy of the list of keys, split at its commas
    output out;
    gestalt_tree_recorder *recorder;
    const char *asked[TREE_RECORD_ASKED_MAX]; // expressions of --watch-values
    uint32_t asked_count;
} tree_record;

/// Refuse options for recording trees if `option`, which starts the recording, is not given.
exit_code tree_record_check(cli *c, option_id option);

/// Start recording to the file of an option, if the option is given: count nodes, and write a
/// frame. `name` is the name of a scene, or NULL; `groups` are the names of the population's
/// groups, or NULL. Errors are reported. Call tree_record_end in any case.
exit_code tree_record_begin(tree_record *r, cli *c, option_id option,
                            gestalt_population *population, const char *name,
                            const char *const *groups);

/// Call this after each tick.
exit_code tree_record_tick(tree_record *r);

/// Call this before an edit, so that the counts of the old tree are recorded.
exit_code tree_record_before_edit(tree_record *r);

/// Continue with the population of an edited world, before the old one is destroyed.
exit_code tree_record_follow(tree_record *r, gestalt_population *population);

/// End the recording, whatever has ended the run. Returns the worse of both exit codes.
exit_code tree_record_end(tree_record *r, exit_code verdict);

#endif
