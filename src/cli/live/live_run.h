// SPDX-License-Identifier: MIT
// A run that users act on: a tree or a scene, with the same table of functions. It has versions:
// the documents that it has run, in order. Each version is stored until it is cut, because a
// snapshot can only be loaded under the version that it was saved under.
//
// Everything done to a run is done between two ticks, and by live_act.h, which a replay uses as
// well; so replaying a log has the same result.
#ifndef LIVE_RUN_H
#define LIVE_RUN_H

#include "live_files.h"
#include "scene_input.h"
#include "session.h"

typedef struct live_run live_run;
typedef struct live_kind live_kind;

enum { LIVE_VERSIONS_MAX = 10000 };

/// A document that the run uses or has used.
typedef struct live_version {
    live_files files;   // files that it was compiled from
    input in;           // for a tree
    session_tree tree;  // the same tree, while another version runs
    scene_input scene;  // for a scene
    uint32_t set_count; // number of values that were set up to this version
    // report of each group, from the edit to this version; NULL for the first version
    gestalt_edit_report **reports;
    uint32_t report_count;
} live_version;

/// A value of a scene that was set.
typedef struct live_setting {
    char *path, *value;
} live_setting;

struct live_kind {
    const char *name; // "tree", "scene"
    /// Create the first version, and the run. Errors are reported.
    exit_code (*open)(live_run *r);
    void (*close)(live_run *r);
    /// Do a tick, including everything that belongs to it. Errors are reported; after EXIT_REJECTED
    /// the run can continue.
    exit_code (*tick)(live_run *r);
    gestalt_result (*save)(live_run *r, gestalt_writer writer, gestalt_error *error);
    /// Load a snapshot that was saved under a version. After an error nothing is changed, except
    /// for GESTALT_NO_MEMORY with `is_broken` set.
    gestalt_result (*load)(live_run *r, uint32_t version, const void *bytes, size_t size,
                           gestalt_error *error);
    /// Compile the file again, as the version after the last one. Errors are reported.
    exit_code (*read)(live_run *r, live_version *v);
    /// Edit the agents to another version, which gets the reports. Errors are reported.
    exit_code (*edit)(live_run *r, uint32_t version);
    /// Check whether a version could run from the beginning. Errors are reported. NULL: any version
    /// can.
    exit_code (*try)(live_run *r, const live_version *v);
    gestalt_result (*hash)(live_run *r, uint64_t *hash, gestalt_error *error);
    void (*release)(live_version *v);
};

struct live_run {
    cli *c;
    const live_kind *kind;
    const char *path;
    gestalt_population *population; // the population that ticks now
    session session;                // for a tree
    gestalt_world *world;           // for a scene
    gestalt_world_options how;
    uint64_t seed;
    live_version **versions;
    size_t version_capacity;
    uint32_t version_count, version; // version: the current one
    live_setting *settings;
    size_t setting_capacity;
    uint32_t setting_count;
    uint64_t first_tick;
    uint64_t changes; // grows with every change of the agents
    bool is_broken;   // whether memory ran out during a change, so that the run cannot continue
    /// Callback before agents are edited to a new version; an error prevents the edit. May be NULL.
    gestalt_result (*before_edit)(void *user, uint32_t version, gestalt_error *error);
    void *before_edit_user;
};

/// Open the run of the file at `path`, with the options of the command line. Errors are reported.
/// Close in any case.
exit_code live_run_open(live_run *r, cli *c, const char *path);
void live_run_close(live_run *r);

exit_code live_run_tick(live_run *r);
gestalt_result live_run_save(live_run *r, gestalt_writer writer, gestalt_error *error);
gestalt_result live_run_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                             gestalt_error *error);

/// Compile the file as a new version, and edit the run to it. Returns EXIT_FINE without a new
/// version if the file is unchanged. Errors are reported; then nothing is changed.
exit_code live_run_edit(live_run *r);
/// Edit the run to an existing version, the one after the current one.
exit_code live_run_edit_again(live_run *r, uint32_t version);
/// Set a value of a scene, by an edit.
exit_code live_run_set(live_run *r, const char *path, const char *value);
/// Check whether a value of a scene could be set at its beginning. Errors are reported.
exit_code live_run_try_set(live_run *r, const char *path, const char *value);
/// Forget all versions from this one on; the current version must be an earlier one.
void live_run_cut(live_run *r, uint32_t versions);

/// Return the number of the next tick, and its time.
uint64_t live_run_ticks(const live_run *r);
int64_t live_run_now(const live_run *r);
static inline bool live_run_is_scene(const live_run *r)
{
    return r->world != NULL;
}
/// Return the name of a group; "agents" if the only group has no name.
const char *live_run_group(const live_run *r, uint32_t group);
gestalt_result live_run_hash(live_run *r, uint64_t *hash, gestalt_error *error);

/// Return the current version.
static inline const live_version *live_run_version(const live_run *r)
{
    return r->versions[r->version];
}
const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group);

extern const live_kind live_tree, live_scene;

/// Report that memory has run out.
exit_code live_no_memory(cli *c);

#endif
