// SPDX-License-Identifier: MIT
// A running tree: its input, a host made of stubs and a plugin, the population, and the clock.
// Shared by `run`, `trace` and `bench`.
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
    session_tree tree; // the same tree, with its host
    plugin plugin;
    gestalt_population *population;
    int64_t start, dt;
    uint64_t first_tick; // greater than 0 in a resumed run
    bool is_quiet;
} session;

/// Settings of a run; further settings are options of the command line.
typedef struct session_settings {
    uint64_t agents; // number of agents, unless a snapshot is resumed
    uint64_t ticks;  // maximum number of ticks
    uint64_t seed;
    uint32_t lanes, threads;
    size_t stack_size;   // stack of each thread but the first; 0: the default
    const char *kernels; // NULL: the best
    gestalt_states states;
    bool never_sleeps;
    bool is_quiet;      // whether to resume a snapshot without messages
    bool interruptible; // whether ticks can be interrupted (signals.h)
    natives *natives;   // creates native code; NULL: trees are interpreted
    // Other trees that stubs may be for.
    const input *others;
    uint32_t other_count;
    // Renames since a snapshot, and room for those that match in its tree; or NULL.
    const edit_renames *renames;
    edit_renames *chosen;
} session_settings;

/// Create the host of a loaded tree, which the caller owns, and spawn agents or resume them. Errors
/// are reported. Close the session in any case.
exit_code session_open(session *s, cli *c, const input *in, const session_settings *settings);
void session_close(session *s);

/// Create the host of another tree, to which the agents may be edited, from the same plugin and
/// stubs. Errors are reported. Close it in any case, after the session.
exit_code session_bind(session *s, const input *in, const session_settings *settings,
                       session_tree *tree);
void session_tree_close(session_tree *tree);

/// Edit the agents to another tree; `tree` then becomes the tree before the edit. Errors are
/// reported. The caller owns the report.
exit_code session_edit(session *s, session_tree *tree, const gestalt_rename *renames,
                       uint32_t rename_count, gestalt_edit_report **report);

/// Return the time of the next tick.
int64_t session_now(const session *s);

/// Save a snapshot, including the stubs' state. Errors are reported.
exit_code session_save(session *s, const char *path);

/// Report results of deferred actions, and tick all agents. Errors are reported; EXIT_INTERRUPTED
/// is not an error. `nanoseconds` may be NULL; the time of the tick itself is added to it.
exit_code session_tick(session *s, uint64_t *nanoseconds);

/// Like session_tick, with a function that ticks the agents.
typedef gestalt_result session_ticker(void *user, gestalt_population *population, int64_t now,
                                      gestalt_error *error);
exit_code session_tick_by(session *s, session_ticker *tick, void *user);

/// Let stubs and the plugin process the requests. Call this after each tick.
exit_code session_after(session *s);

/// Return the nanoseconds of a monotonic clock.
uint64_t session_clock(void);

#endif
