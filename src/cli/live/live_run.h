// SPDX-License-Identifier: MIT
// A run that people act on: a tree or a scene, behind one table of functions. It has versions: the
// documents that it ran, one behind the other. Each stays until it is cut, so that a snapshot can
// be loaded under the version that it was saved under.
//
// Whatever is done to a run, it is done between two ticks, and by live_act.h, which a replay calls
// as well; so a log of it does the same again.
#ifndef LIVE_RUN_H
#define LIVE_RUN_H

#include "live_files.h"
#include "scene_input.h"
#include "session.h"

typedef struct live_run live_run;
typedef struct live_kind live_kind;

enum { LIVE_VERSIONS_MAX = 10000 };

/// A document that the run has, or had.
typedef struct live_version {
    live_files files;              // it was compiled from
    input in;                      // of a tree
    session_tree tree;             // the same, while another version runs
    scene_input scene;             // of a scene
    uint32_t set_count;            // of values that were set, up to here
    gestalt_edit_report **reports; // of each group, by which it came to be; NULL: of the first one
    uint32_t report_count;
} live_version;

/// A value of a scene that was set.
typedef struct live_setting {
    char *path, *value;
} live_setting;

struct live_kind {
    const char *name; // "tree", "scene"
    /// Makes the first version, and what runs. Errors are reported.
    exit_code (*open)(live_run *r);
    void (*close)(live_run *r);
    /// Does a tick, with all that belongs to it. Errors are reported; after EXIT_REJECTED the run
    /// can go on.
    exit_code (*tick)(live_run *r);
    gestalt_result (*save)(live_run *r, gestalt_writer writer, gestalt_error *error);
    /// Loads what was saved under a version. On an error all is as it was, but for
    /// GESTALT_NO_MEMORY with `is_broken` set.
    gestalt_result (*load)(live_run *r, uint32_t version, const void *bytes, size_t size,
                           gestalt_error *error);
    /// Compiles the file anew, as the version behind the last one. Errors are reported.
    exit_code (*read)(live_run *r, live_version *v);
    /// Lets agents go on in another version. Errors are reported. Reports become the version's.
    exit_code (*edit)(live_run *r, uint32_t version);
    /// Tells whether a version could run from the beginning. Errors are reported. NULL: any can.
    exit_code (*try)(live_run *r, const live_version *v);
    gestalt_result (*hash)(live_run *r, uint64_t *hash, gestalt_error *error);
    void (*release)(live_version *v);
};

struct live_run {
    cli *c;
    const live_kind *kind;
    const char *path;
    gestalt_population *population; // that ticks now
    session session;                // of a tree
    gestalt_world *world;           // of a scene
    gestalt_world_options how;
    uint64_t seed;
    live_version **versions;
    size_t version_capacity;
    uint32_t version_count, version; // the one that runs
    live_setting *settings;
    size_t setting_capacity;
    uint32_t setting_count;
    uint64_t first_tick;
    uint64_t changes; // grows with everything that happens to the agents
    bool is_broken;   // memory ran out in the middle of something; it can't go on
    /// Called before agents go on in a new version; on an error they do not. NULL: nobody is.
    gestalt_result (*before_edit)(void *user, uint32_t version, gestalt_error *error);
    void *before_edit_user;
};

/// Opens the run of the file at `path`, by the options of the command line. Errors are reported.
/// Close it in any case.
exit_code live_run_open(live_run *r, cli *c, const char *path);
void live_run_close(live_run *r);

exit_code live_run_tick(live_run *r);
gestalt_result live_run_save(live_run *r, gestalt_writer writer, gestalt_error *error);
gestalt_result live_run_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                             gestalt_error *error);

/// Compiles the file as a new version and goes on in it. EXIT_FINE without a new version when it
/// says what it said. Errors are reported; then all is as it was.
exit_code live_run_edit(live_run *r);
/// Goes on in a version that there is, the one behind the current one.
exit_code live_run_edit_again(live_run *r, uint32_t version);
/// Sets a value of a scene, and edits.
exit_code live_run_set(live_run *r, const char *path, const char *value);
/// Tells whether a value of a scene could be set at its beginning. Errors are reported.
exit_code live_run_try_set(live_run *r, const char *path, const char *value);
/// Forgets the versions from this one on; the current one is none of them.
void live_run_cut(live_run *r, uint32_t versions);

/// The number of the coming tick, and its time.
uint64_t live_run_ticks(const live_run *r);
int64_t live_run_now(const live_run *r);
static inline bool live_run_is_scene(const live_run *r)
{
    return r->world != NULL;
}
/// The name of a group; "agents" where the only one has none.
const char *live_run_group(const live_run *r, uint32_t group);
gestalt_result live_run_hash(live_run *r, uint64_t *hash, gestalt_error *error);

/// The current version, and the one that it came from.
static inline const live_version *live_run_version(const live_run *r)
{
    return r->versions[r->version];
}
const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group);

extern const live_kind live_tree, live_scene;

/// Report that memory has run out.
exit_code live_no_memory(cli *c);

#endif
