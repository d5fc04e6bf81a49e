// SPDX-License-Identifier: MIT
// The recording of a run's trees: what all agents do, and every step of those that are watched, to
// the file of an option.
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
    char *key_texts; // a copy of the list, cut at its commas
    output out;
    gestalt_tree_recorder *recorder;
    const char *asked[TREE_RECORD_ASKED_MAX]; // expressions of --watch-values
    uint32_t asked_count;
} tree_record;

/// Refuses options that say how to record when nothing is: `option` is the one that says that.
exit_code tree_record_check(cli *c, option_id option);

/// Begins to record to the file of that option, if it was given: counts nodes, and writes a frame.
/// `name` is that of a scene, or NULL; `groups` are names of the population's, or NULL. Errors are
/// reported; end it in any case.
exit_code tree_record_begin(tree_record *r, cli *c, option_id option,
                            gestalt_population *population, const char *name,
                            const char *const *groups);

/// To be called behind each tick.
exit_code tree_record_tick(tree_record *r);

/// To be called before an edit, so that the counts of the old tree are kept.
exit_code tree_record_before_edit(tree_record *r);

/// Goes on with the population of a world that was edited, before the old one is destroyed.
exit_code tree_record_follow(tree_record *r, gestalt_population *population);

/// Ends the recording, whatever has ended the run. Returns the worse verdict.
exit_code tree_record_end(tree_record *r, exit_code verdict);

#endif
