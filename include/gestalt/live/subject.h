// SPDX-License-Identifier: MIT
// Runs that are more than a population or a world, for gestalt_live_options.subject: whose agents
// are replaced by edits, whose documents take settings, or whose snapshots have a format of their
// own. The command `gestalt live` is such a program.
//
// A run has versions: one for the documents that it began with, and one for each edit. The debugger
// stores versions, asks to continue in them, and releases them in the reverse order.
#ifndef GESTALT_LIVE_SUBJECT_H
#define GESTALT_LIVE_SUBJECT_H

#include <gestalt/live/live.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A setting that people made on the page, such as a number of a scene.
typedef struct gestalt_live_setting {
    const char *path, *value;
} gestalt_live_setting;

/// How documents are to be read.
typedef struct gestalt_live_reading {
    bool is_first; ///< whether the run has not begun
    const gestalt_live_setting *settings;
    uint32_t setting_count;
    gestalt_writer messages; ///< for diagnostics
    /// To be called with each document that is read, so that it is watched, and stored in the log.
    gestalt_document_listener *listener;
    void *listener_user;
} gestalt_live_reading;

/// The functions of a run. Those with `messages` (`read`, `try_version` and `edit`) write there
/// what an error is about. After an error the run is unchanged. Members may be NULL where a default
/// is given.
struct gestalt_live_subject {
    void *user;
    const char *kind; ///< word of the page for what runs: "tree" or "scene"
    const char *path; ///< first document; the names of the others are relative to its folder

    /// Return the agents, which edits and loading may replace.
    gestalt_population *(*population)(void *user);
    gestalt_world *(*world)(void *user); ///< default: there is none
    /// Return the time of the next tick. Default: the population's time and `dt`.
    int64_t (*now)(void *user);
    /// Return the usual time between two ticks. Default: that of the options.
    int64_t (*dt)(void *user);
    /// Return the name of a group, or NULL. Default: the name of its tree.
    const char *(*group)(void *user, uint32_t group);
    /// Compute a hash of the state. Default: that of the world or population.
    gestalt_result (*hash)(void *user, uint64_t *hash, gestalt_error *error);

    /// Read the documents: a version that the run can begin with, or continue in.
    gestalt_result (*read)(void *user, const gestalt_live_reading *reading, void **version,
                           gestalt_error *error);
    void (*release)(void *user, void *version);
    /// Create the agents under the first version. Default: they exist.
    gestalt_result (*start)(void *user, void *version, gestalt_error *error);
    /// Destroy the agents, before the versions are released. Called once, also if `start` has
    /// failed or was never called. Default: the program has done so.
    void (*stop)(void *user);
    /// Check whether the run could begin with a version that differs in settings. Default: it can.
    gestalt_result (*try_version)(void *user, void *version, gestalt_writer messages,
                                  gestalt_error *error);
    /// Let the agents continue in a version. `reports` has a place for the report of each group,
    /// which are NULL. `*is_lost` is set if memory ran out and the agents are lost.
    gestalt_result (*edit)(void *user, void *version, gestalt_writer messages,
                           gestalt_edit_report **reports, uint32_t report_count, bool *is_lost,
                           gestalt_error *error);
    const gestalt_shape *(*shape)(void *user, const void *version, uint32_t group);
    /// Return the text of the scene of a version, whose numbers the page can set. Default: none.
    const char *(*scene)(void *user, const void *version, size_t *size);

    /// Save the state, and load it again under the version that it was saved under.
    gestalt_result (*save)(void *user, gestalt_writer writer, gestalt_error *error);
    gestalt_result (*load)(void *user, void *version, const void *bytes, size_t size, bool *is_lost,
                           gestalt_error *error);
    /// Write the options that a log must contain, as an array of JSON strings. Default: none.
    void (*write_options)(void *user, gestalt_writer writer);
};

#ifdef __cplusplus
}
#endif

#endif
