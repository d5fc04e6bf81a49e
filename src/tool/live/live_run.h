// SPDX-License-Identifier: MIT
// A run (run.h) that users act on. Its versions are the documents that it has run, in order. Each
// version is stored until it is cut, because a snapshot can only be loaded under the version that
// it was saved under.
//
// Everything done to a run is done between two ticks, and by live_act.h, which a replay uses as
// well; so replaying a log has the same result.
#ifndef LIVE_RUN_H
#define LIVE_RUN_H

#include "live_files.h"
#include "run.h"

typedef struct live_run live_run;

enum { LIVE_VERSIONS_MAX = 10000 };

/// A version of the run, and the files that it was compiled from.
typedef struct live_version {
    run_version base;
    live_files files;
} live_version;

struct live_run {
    run run; // its versions are each the `base` of a live_version
    size_t version_capacity;
    size_t value_capacity;
    uint32_t value_count; // number of values of the run
    uint64_t changes;     // grows with every change of the agents
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
    return r->run.world.own != NULL;
}
/// Return the name of a group; "agents" if the only group has no name.
const char *live_run_group(const live_run *r, uint32_t group);
gestalt_result live_run_hash(live_run *r, uint64_t *hash, gestalt_error *error);

/// Return a version, or the current one.
static inline live_version *live_run_at(const live_run *r, uint32_t version)
{
    return (live_version *)r->run.versions[version];
}
static inline const live_version *live_run_version(const live_run *r)
{
    return live_run_at(r, r->run.version);
}
const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group);

/// Report that memory has run out.
exit_code live_no_memory(cli *c);

#endif
