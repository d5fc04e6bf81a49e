// SPDX-License-Identifier: MIT
// A tree that runs: its input, a host made of stubs and a plugin, the population, and the clock.
// `run`, `trace` and `bench` share it.
#ifndef SESSION_H
#define SESSION_H

#include "edit_options.h"
#include "input.h"
#include "natives.h"
#include "plugin.h"
#include "stub_options.h"

/// A tree, and the host that it runs with.
typedef struct session_tree {
    const input *in;
    gestalt_host *host;
    const gestalt_native *native; // or NULL
    stub_options stub_options;
    stub_set *stubs;
} session_tree;

typedef struct session {
    cli *c;
    const input *in;   // the tree that runs
    session_tree tree; // the same, with its host
    plugin plugin;
    gestalt_population *population;
    int64_t start, dt;
    uint64_t first_tick; // not 0 when it was resumed
    bool is_quiet;
} session;

/// Settings of a run; the rest is among the options of the command line.
typedef struct session_settings {
    uint64_t agents; // unless there is a snapshot to resume
    uint64_t ticks;  // at most
    uint64_t seed;
    uint32_t lanes, threads;
    size_t stack_size;   // of each thread but the first; 0: the default
    const char *kernels; // NULL: the best
    gestalt_states states;
    bool never_sleeps;
    bool is_quiet;      // a snapshot is resumed without a word about what happens to it
    bool interruptible; // ticks are (signals.h)
    natives *natives;   // that make native code; NULL: trees are interpreted
    // Trees that stubs may be for as well.
    const input *others;
    uint32_t other_count;
    // Names that have changed since a snapshot, and room for those that its tree knows; or NULL.
    const edit_renames *renames;
    edit_renames *chosen;
} session_settings;

/// Makes the host of a tree that was loaded, which stays the caller's, and spawns agents or
/// resumes. Errors are reported; close it in any case.
exit_code session_open(session *s, cli *c, const input *in, const session_settings *settings);
void session_close(session *s);

/// Make the host of another tree that the agents may go on in, from the same plugin and stubs.
/// Errors are reported. Close it in any case, after the session.
exit_code session_bind(session *s, const input *in, const session_settings *settings,
                       session_tree *tree);
void session_tree_close(session_tree *tree);

/// Let the agents go on in another tree: `tree` is the one that they leave, then. Errors are
/// reported. The report is the caller's.
exit_code session_edit(session *s, session_tree *tree, const gestalt_rename *renames,
                       uint32_t rename_count, gestalt_edit_report **report);

/// The time of the coming tick.
int64_t session_now(const session *s);

/// Saves a snapshot, with what the stubs keep. Errors are reported.
exit_code session_save(session *s, const char *path);

/// Sets states of deferred actions, and ticks all agents. Errors are reported; EXIT_INTERRUPTED is
/// none. `nanoseconds` (or
/// NULL) grows by what the tick itself took.
exit_code session_tick(session *s, uint64_t *nanoseconds);

/// The same; agents are ticked by this function.
typedef gestalt_result session_ticker(void *user, gestalt_population *population, int64_t now,
                                      gestalt_error *error);
exit_code session_tick_by(session *s, session_ticker *tick, void *user);

/// Lets stubs and the plugin act on the requests. To be called after each tick.
exit_code session_after(session *s);

/// Nanoseconds of a clock that only goes forward.
uint64_t session_clock(void);

#endif
