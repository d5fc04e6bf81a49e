// SPDX-License-Identifier: MIT
// The recording of a run: where the agents of a scene are, what the trees of all agents do, and
// every step of the watched agents, in one file.
#ifndef RUN_RECORD_H
#define RUN_RECORD_H

#include "output.h"
#include "team.h"

#include <gestalt/worlds/world.h>

enum { RUN_RECORD_KEYS_MAX = 64, RUN_RECORD_ASKED_MAX = 16 };

typedef struct run_record {
    cli *c;
    const char *path; // NULL: nothing is recorded
    const char *keys[RUN_RECORD_KEYS_MAX];
    uint32_t key_count;
    char *key_texts; // copy of the list of keys, split at its commas
    output out;
    bool has_world;
    gestalt_recorder *world;                 // on the first rank, if a world is recorded
    gestalt_tree_recorder *trees;            // NULL: no trees are recorded
    const char *asked[RUN_RECORD_ASKED_MAX]; // expressions of --watch-values
    uint32_t asked_count;
} run_record;

/// Refuse options for recordings, if nothing is recorded that they apply to. `has_world`:
/// the run is of a scene.
exit_code run_record_check(cli *c, bool has_world);

/// Return whether the options request a recording of the world of a scene.
bool run_record_wants_world(const options *o);

/// What is recorded.
typedef struct run_recorded {
    const team_agents *agents;
    const team_world *world;   // NULL: the run is of a tree
    const char *name;          // name of a scene, or NULL
    const char *const *groups; // names of the population's groups, or NULL
} run_recorded;

// All ranks of a team call these functions together, and get the same verdicts.

/// Start recording to the file of --record, if the option is given, and write a first frame.
/// Errors are reported. Call run_record_end in any case.
exit_code run_record_begin(run_record *r, cli *c, const run_recorded *what);

/// Call this after each tick.
exit_code run_record_tick(run_record *r, const team_world *world);

/// Call this before an edit, so that the counts of the old tree are recorded.
exit_code run_record_before_edit(run_record *r);

/// Continue with an edited world, before the old one is destroyed.
exit_code run_record_follow(run_record *r, const team_world *edited);

/// End the recording, whatever has ended the run. Returns the worse of both exit codes.
exit_code run_record_end(run_record *r, exit_code verdict);

#endif
