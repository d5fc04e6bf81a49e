// SPDX-License-Identifier: MIT
// A run: agents that are created from a file and ticked. The file is a tree (a document or an
// image) or a scene. A table of functions, run_kind, contains everything that differs between the
// two; commands call the functions of this header for either.
//
// A run has versions: the file at the start, and one for each edit. All versions are read before
// the first tick, so that errors in them are reported before anything has happened.
//
//     run_look, run_read, run_start, run_prepare_edits, (run_tick, run_after)..., run_close
#ifndef RUN_H
#define RUN_H

#include "edit_options.h"
#include "edit_view.h"
#include "input.h"
#include "natives.h"
#include "plugin.h"
#include "run_record.h"
#include "scene_input.h"
#include "stopwatch.h"
#include "stub_options.h"
#include "team.h"

typedef struct run run;
typedef struct run_kind run_kind;
typedef struct summary summary;

/// A tree, and the host that it runs with, which consists of stubs and of the functions of a
/// plugin.
typedef struct run_tree {
    input in;
    gestalt_host *host; // NULL until the tree is bound
    const gestalt_native *native;
    stub_options stub_options;
    stub_set *stubs;
} run_tree;

/// What the agents run: the file of the command line, or what an edit makes of it.
typedef struct run_version {
    const char *path;              // file that is read
    uint64_t tick;                 // the edit to this version is done before this tick
    const char *group;             // group of a scene whose tree the file replaces, or NULL
    edit_renames renames;          // renames of the edit
    gestalt_edit_report **reports; // report of each group, after the edit; NULL: no changes
    uint32_t report_count;
    uint32_t value_count; // number of values of the run that are set in the scene
    run_tree tree;        // for a tree
    scene_input scene;    // for a scene
} run_version;

/// A value of a scene that is set during the run.
typedef struct run_value {
    const char *path, *text;
} run_value;

/// Settings of a run. Further settings are options of the command line.
typedef struct run_settings {
    uint64_t agents;      // number of agents of a tree, unless a snapshot is resumed
    uint64_t ticks;       // maximum number of ticks
    const uint64_t *seed; // NULL: the seed that the file defines, or 0
    uint32_t lanes, threads;
    size_t stack_size;   // stack of each thread but the first; 0: the default
    const char *kernels; // NULL: the best
    gestalt_states states;
    bool never_sleeps;
    bool is_quiet;          // whether to resume a snapshot without messages
    bool interruptible;     // whether signals interrupt ticks (signals.h); of one run at a time
    natives *natives;       // creates native code; NULL: trees are interpreted
    gestalt_error *failure; // receives errors of a scene's start and ticks; NULL: report them
    // runs that are measured together: a stub may be for a tree of any of them; NULL: this one only
    run *const *others;
    uint32_t other_count;
} run_settings;

struct run {
    cli *c;
    const run_kind *kind;
    const char *path;
    arena a; // memory of the versions
    bool is_open;
    run_version **versions;
    uint32_t version_count, version;   // version: the current one
    edit_renames renames, of_snapshot; // all renames, and those between the snapshot and the file
    run_settings settings;
    team_agents agents;  // the agents that tick now; an edit may replace them
    const char **groups; // names of the groups, or NULL if they have none
    uint64_t first_tick; // greater than 0 in a resumed run
    uint64_t seed;
    stopwatch *watch;   // measures ticks, or NULL
    run_record *record; // recording that continues after edits, or NULL
    bool is_broken;     // whether memory ran out during a change, so that the run cannot continue
    bool can_be_saved;  // whether an error has stopped the run, and the agents are consistent
    // members for a tree
    plugin plugin;
    int64_t start, dt;
    // members for a scene
    run_value *values; // owned by the caller
    team_world world;
    gestalt_world_options how; // options for creating worlds, also after edits
};

/// Words and properties of a kind of run.
typedef struct run_traits {
    const char *name;         // "tree" or "scene"
    const char *tick;         // "tick" or "step"
    const char *host;         // what changes values between two ticks
    const char *on_interrupt; // what an interrupted tick means for the run
    const char *edit_form;    // how --edit is written
    option_id ticks_option;   // option for the number of ticks
    bool has_world;           // whether the agents live in a world
    bool edits_group;         // whether --edit names a group
    bool edits_replace;       // whether an edit creates another population
    bool has_births;          // whether agents are born and die in ticks
    bool has_own_agents;      // whether the file determines the agents
    bool times_step;          // whether the watch measures whole steps, not just the agents' ticks
    bool json_has_hash;       // whether the JSON summary always has a hash
    const char *refusal;      // message about an option that does not apply; %s is its name
    const option_id *refused; // options that do not apply
    uint32_t refused_count;
} run_traits;

/// What differs between trees and scenes. Functions that return an exit code report errors.
struct run_kind {
    run_traits traits;
    /// Read and check the file of a version.
    exit_code (*read)(run *r, run_version *v);
    void (*release)(run_version *v);
    /// Create the agents under the first version, or load them from a snapshot.
    exit_code (*start)(run *r);
    void (*stop)(run *r);
    /// Get a version ready for an edit.
    exit_code (*prepare)(run *r, run_version *v);
    /// Edit all agents to a version, and set its reports.
    exit_code (*edit)(run *r, run_version *v);
    /// Check whether a version could be started. NULL: any version can.
    exit_code (*try)(run *r, const run_version *v);
    /// Return the number of ticks that the command line requests, or else the file.
    uint64_t (*ticks)(const run *r);
    /// Do a tick. `ticker` may be NULL. EXIT_INTERRUPTED is not an error.
    exit_code (*tick)(run *r, gestalt_world_ticker *ticker, void *user);
    /// Do what follows a tick. NULL: nothing.
    exit_code (*after)(run *r);
    /// Return the time of the next tick.
    int64_t (*now)(const run *r);
    /// Remove all agents but one, if that does not change what this one does. NULL: it always does.
    void (*isolate)(run *r, uint64_t agent);
    const gestalt_shape *(*shape)(const run_version *v, uint32_t group);
    /// Return the name of a group; NULL if it has none.
    const char *(*group)(const run_version *v, uint32_t group);
    uint32_t (*group_count)(const run_version *v);
    const char *(*title)(const run_version *v);
    gestalt_result (*save)(run *r, const char *path, gestalt_error *error);
    gestalt_result (*save_to)(run *r, gestalt_writer writer, gestalt_error *error);
    /// Load a snapshot that was saved under a version, which becomes the current one. After an
    /// error nothing is changed, unless `is_broken` is set.
    gestalt_result (*load)(run *r, uint32_t version, const void *bytes, size_t size,
                           gestalt_error *error);
    gestalt_result (*hash)(run *r, uint64_t *hash, gestalt_error *error);
    /// Write where an agent is and how it moves. NULL: agents have no positions.
    void (*put_place)(text_out *out, run *r, uint64_t agent);
    /// Write the values of all agents as CSV.
    gestalt_result (*put_final)(text_out *out, run *r, gestalt_error *error);
    void (*put_summary)(text_out *out, const summary *s);
};

extern const run_kind run_of_tree, run_of_scene;

// ---- from the file to the end

/// Find out what a file is. Close in any case.
exit_code run_open(run *r, cli *c, const char *path);
/// Open a file, and refuse options that do not apply to it. Close in any case.
exit_code run_look(run *r, cli *c, const char *path);
/// Read the scene of an open run with changes, as another run and without messages: its version has
/// the findings. Such runs can be read, started and ticked by several threads, if each has its own
/// `failure` and none is interruptible. Close in any case, before `of`.
gestalt_result run_vary(run *r, const run *of, const scene_changes *changes, gestalt_error *error);
/// Read the file, and the files of all edits.
exit_code run_read(run *r);
/// Create the agents. A run that was stopped can be started again.
exit_code run_start(run *r, const run_settings *settings);
void run_stop(run *r);
/// Check the edits of a run of so many ticks, and get them ready.
exit_code run_prepare_edits(run *r, uint64_t ticks);
void run_close(run *r);

/// Return the settings that are options of the command line. The result refers to `seed`.
run_settings run_settings_of(const run *r, uint64_t *seed);

// ---- ticks

/// Do a tick. `ticker` ticks the agents by run_tick_agents; it may be NULL.
exit_code run_tick(run *r, gestalt_world_ticker *ticker, void *user);
gestalt_result run_tick_agents(const run *r, int64_t now, gestalt_error *error);
/// Do what follows a tick: let stubs and the plugin process the requests.
exit_code run_after(run *r);
/// Return whether the run has reached its goal, if it has one.
bool run_is_done(const run *r);

/// Return whether an edit is due before the next tick, and do the next edit.
bool run_edit_is_due(const run *r);
exit_code run_edit(run *r);
/// Write the completed edits as an array of objects.
void run_write_edits(text_out *out, const run *r);
/// Return the view of an edit, with the agents of all ranks.
edit_view run_view(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                   const gestalt_edit_report *report);
/// Report how a group was edited, unless --quiet is given. `when` is the start of the line.
void run_tell_edit(const run *r, const char *when, const char *group, const edit_view *v);

// ---- queries

static inline uint64_t run_ticks(const run *r)
{
    return team_ticks(&r->agents);
}
static inline run_version *run_now(const run *r)
{
    return r->versions[r->version];
}
static inline uint32_t run_group_count(const run *r)
{
    return r->kind->group_count(run_now(r));
}
static inline const gestalt_shape *run_shape(const run *r, uint32_t group)
{
    return r->kind->shape(run_now(r), group);
}
/// Return the name of a group of the run `of`; NULL if it has none.
const char *run_group_name(const void *of, uint32_t group);
/// Return the group of a version with this name, or UINT32_MAX. Without a name, it is the first.
uint32_t run_find_group(const run *r, const run_version *v, const char *name);

exit_code run_failed(const run *r, gestalt_result result, const gestalt_error *error);

#endif
