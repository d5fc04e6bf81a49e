// SPDX-License-Identifier: MIT
// A run that users act on: what a program shows (gestalt/live/subject.h), and its versions. These
// are the documents that it has run, in order. Each version is stored until it is cut, because a
// snapshot can only be loaded under the version that it was saved under.
//
// Everything done to a run is done between two ticks, and by live_act.h, which a replay uses as
// well; so replaying a log has the same result.
#ifndef LIVE_RUN_H
#define LIVE_RUN_H

#include "live_files.h"

#include <gestalt/live/subject.h>
#include <gestalt/worlds/world.h>

enum { LIVE_VERSIONS_MAX = 10000 };

/// A version of the run, and the files that it was compiled from.
typedef struct live_version {
    void *of_subject;              // version of the subject, NULL until it was read
    gestalt_edit_report **reports; // report of each group, after the edit; NULL: no changes
    uint32_t report_count;
    uint32_t setting_count; // number of settings of the run that it has
    live_files files;
} live_version;

typedef struct live_run {
    const gestalt_live_subject *subject;
    gestalt_population *population; // the agents now; an edit may replace them
    gestalt_world *world;           // NULL: the agents have none
    live_version **versions;
    uint32_t version_count, version; // version: the current one
    size_t version_capacity;
    gestalt_live_setting *settings; // what people have set in a scene, in order
    size_t setting_capacity;
    uint32_t setting_count;
    uint64_t shapes;         // a number that differs if the program itself has replaced a tree
    uint64_t changes;        // grows with every change of the agents
    uint64_t first_tick;     // greater than 0 in a resumed run
    int64_t dt;              // time between two ticks, or 0
    bool is_lost;            // whether memory ran out during a change, so that it cannot continue
    gestalt_writer messages; // receives diagnostics and reasons
    /// Callback before agents are edited to a new version; an error prevents the edit. May be NULL.
    gestalt_result (*before_edit)(void *user, uint32_t version, gestalt_error *error);
    void *before_edit_user;
} live_run;

/// Open a run: read its first version, and create its agents. Close in any case. The subject must
/// exist until then.
gestalt_result live_run_open(live_run *r, const gestalt_live_subject *subject, int64_t dt,
                             gestalt_writer messages, gestalt_error *error);
void live_run_close(live_run *r);

gestalt_result live_run_save(live_run *r, gestalt_writer writer, gestalt_error *error);
gestalt_result live_run_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                             gestalt_error *error);

/// Read the documents as a new version, and edit the run to it. Returns GESTALT_OK without a new
/// version if they are unchanged. After an error nothing is changed. The messages describe errors
/// of reading and editing.
gestalt_result live_run_edit(live_run *r, gestalt_error *error);
/// Edit the run to an existing version, the one after the current one.
gestalt_result live_run_edit_again(live_run *r, uint32_t version, gestalt_error *error);
/// Set a value of a scene, by an edit.
gestalt_result live_run_set(live_run *r, const char *path, const char *value, gestalt_error *error);
/// Check whether a value of a scene could be set at its beginning.
gestalt_result live_run_try_set(live_run *r, const char *path, const char *value,
                                gestalt_error *error);
/// Check whether the documents can be read, and set their texts. Release `files` in any case.
gestalt_result live_run_try_read(live_run *r, live_files *files, gestalt_error *error);
/// Forget all versions from this one on; the current version must be an earlier one.
void live_run_cut(live_run *r, uint32_t versions);

/// Return whether the program itself has replaced a tree, or added a group, since the last call.
bool live_run_was_edited(live_run *r);

/// Return the number of the next tick, and its time.
uint64_t live_run_ticks(const live_run *r);
int64_t live_run_now(const live_run *r);
/// Return the name of the first document, or of the first tree.
const char *live_run_name(const live_run *r);
/// Return the name of a group.
const char *live_run_group(const live_run *r, uint32_t group);
gestalt_result live_run_hash(const live_run *r, uint64_t *hash, gestalt_error *error);

static inline live_version *live_run_at(const live_run *r, uint32_t version)
{
    return r->versions[version];
}
static inline const live_version *live_run_version(const live_run *r)
{
    return live_run_at(r, r->version);
}
/// Return the shape of a group in a version.
const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group);
/// Return whether a version was made by setting a value, and not by other documents.
bool live_version_is_set(const live_run *r, uint32_t version);

#endif
