// SPDX-License-Identifier: MIT
// Edits: another shape for agents that live. Between two ticks the shape of a group is replaced,
// and its agents go on in the new one with all that still has a meaning there. docs/editing.md says
// what that is. The result depends on the two shapes and on the agent alone.
//
// An edit happens whole or not at all. It tells what it has done in a report, by which hosts find
// the new ids of nodes, and which has the requests that follow from it.
#ifndef GESTALT_EDIT_H
#define GESTALT_EDIT_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A blackboard key (by its full name), a persistent status or a node's name that is written in
/// another way in the new shape: what had the old name is compared as if it had the new one.
typedef struct gestalt_rename {
    const char *old_name;
    const char *new_name;
} gestalt_rename;

/// A new shape for a group. The zero value of all but `shape` is the default.
typedef struct gestalt_edit {
    uint32_t group;
    const gestalt_shape *shape; ///< must outlive the population, or the next edit of the group
    const gestalt_host *host;   ///< so must this; NULL when the shape calls nothing
    bool dry_run;               ///< report, and change nothing
    const gestalt_rename *renames;
    uint32_t rename_count;
    const gestalt_native *native; ///< the new shape as native code; NULL: it is interpreted
} gestalt_edit;

/// The report of an edit. It keeps all that it tells: the shapes need not outlive it.
typedef struct gestalt_edit_report gestalt_edit_report;

/// Replaces the shape of a group at the time of the coming tick, which gestalt_population_set_now
/// has told. Actions that are dropped are cancelled by functions of the old host; hooks hear of
/// what is dropped by old ids. Host functions run on the threads that tick, and may not use the
/// population. Requests of the last tick should be read before: afterwards those that are left have
/// the new ids, and others are listed no more.
///
/// GESTALT_BAD_ARGUMENT when the host does not fit (gestalt_host_misfits lists all misfits), a
/// rename names nothing, or one of the shapes is stripped, since names decide which nodes are the
/// same. On any error everything is as it was. `report`, which may be NULL, is
/// only set on GESTALT_OK. An error of a host's function that was cancelled is told by the next
/// tick.
GESTALT_API gestalt_result gestalt_population_edit(gestalt_population *population,
                                                   const gestalt_edit *edit,
                                                   gestalt_edit_report **report,
                                                   gestalt_error *error);

/// Compares two shapes as an edit does, and refuses the same ones. The report has no agents, and so
/// no counts and requests.
GESTALT_API gestalt_result gestalt_shape_match(const gestalt_shape *old_shape,
                                               const gestalt_shape *new_shape,
                                               const gestalt_rename *renames, uint32_t rename_count,
                                               const gestalt_allocator *allocator,
                                               gestalt_edit_report **report, gestalt_error *error);

GESTALT_API void gestalt_edit_report_destroy(gestalt_edit_report *report);

// ---- nodes

/// The reason why a node has a new id or none, or why nothing below it goes on.
typedef enum gestalt_edit_reason {
    GESTALT_EDIT_SAME,       ///< it is the same, with all that is below it
    GESTALT_EDIT_MATCHES,    ///< it has the same type and verb, in the same place
    GESTALT_EDIT_NOTHING,    ///< nothing of the new shape fits it there
    GESTALT_EDIT_OTHER_TYPE, ///< in its place is a node of another type
    GESTALT_EDIT_OTHER_VERB, ///< in its place is a node of its type that does something else
    GESTALT_EDIT_BELOW,      ///< a node above it has no new id
} gestalt_edit_reason;

/// A node of the old shape, in the order of ids.
typedef struct gestalt_edit_node {
    uint32_t new_node; ///< its new id, or GESTALT_NO_NODE
    gestalt_edit_reason reason;
    /// Its live state can go on. False for a node without a new id, and for all that lies below a
    /// node whose order, or choice between children, means something else now.
    bool may_stay;
} gestalt_edit_node;

/// Returns the nodes of the old shape, by id.
GESTALT_API const gestalt_edit_node *gestalt_edit_report_nodes(const gestalt_edit_report *report,
                                                               uint32_t *count);

/// Returns the new id of a node, or GESTALT_NO_NODE; and the old id of a new one.
GESTALT_API uint32_t gestalt_edit_report_new_node(const gestalt_edit_report *report,
                                                  uint32_t old_node);
GESTALT_API uint32_t gestalt_edit_report_old_node(const gestalt_edit_report *report,
                                                  uint32_t new_node);

/// Return a few words for a reason, as "a node of another type is in its place".
GESTALT_API const char *gestalt_edit_reason_text(gestalt_edit_reason reason);

// ---- keys

typedef enum gestalt_edit_key_fate {
    GESTALT_EDIT_KEY_KEPT,
    GESTALT_EDIT_KEY_CONVERTED, ///< its values are those of another type or enum now
    GESTALT_EDIT_KEY_NEW,       ///< it has its `init`
    GESTALT_EDIT_KEY_GONE,
} gestalt_edit_key_fate;

typedef enum gestalt_edit_key_kind {
    GESTALT_EDIT_KEY,
    GESTALT_EDIT_SHARED_KEY,
    GESTALT_EDIT_PERSISTENT, ///< a status that nodes `persistent` name
} gestalt_edit_key_kind;

/// A key: first those of the new shape, in its order, then old ones that are gone. One whose values
/// can't be converted is gone, and new as well.
typedef struct gestalt_edit_key {
    const char *old_name; ///< NULL for a new one
    const char *new_name; ///< NULL for one that is gone
    gestalt_edit_key_fate fate;
    gestalt_edit_key_kind kind; ///< in the new shape, or of one that is gone in the old one
} gestalt_edit_key;

GESTALT_API const gestalt_edit_key *gestalt_edit_report_keys(const gestalt_edit_report *report,
                                                             uint32_t *count);

// ---- agents

/// The effect on all agents of the group together. Live states are counted as
/// gestalt_population_live_count does: leaves that run, and loops and delays that wait.
typedef struct gestalt_edit_counts {
    uint64_t agents;
    uint64_t kept;     ///< live states that go on
    uint64_t dropped;  ///< and that do not
    uint64_t cancels;  ///< immediate actions that were cancelled
    uint64_t requests; ///< requests to cancel a deferred action
} gestalt_edit_counts;

GESTALT_API gestalt_edit_counts gestalt_edit_report_counts(const gestalt_edit_report *report);

/// Returns the requests to cancel that follow from the edit, by old ids: by agent, then by node.
/// Requests that were still to be handed out, of agents that were cancelled or despawned since the
/// last tick, are among them where their nodes have no new id. NULL of a dry run.
GESTALT_API const gestalt_request *gestalt_edit_report_requests(const gestalt_edit_report *report,
                                                                uint64_t *count);

// ---- snapshots and actors of another shape

/// A number that tells shapes apart: agents of those with the same one can go on in each other as
/// they are, so each loads the other's snapshots. Names of nodes, docs, messages and source
/// positions are no part of it.
GESTALT_API uint64_t gestalt_shape_hash(const gestalt_shape *shape);

/// A number that tells shapes apart as edits do: it covers what gestalt_shape_hash does, and the
/// names of nodes and messages of `debug`, which decide where agents go on. Between two shapes with
/// the same one, an edit changes nothing. A stripped shape has another one than the whole shape.
GESTALT_API uint64_t gestalt_shape_edit_hash(const gestalt_shape *shape);

/// Options of loading. The zero value loads what is of the population's own shapes.
typedef struct gestalt_load_options {
    /// Shapes that may have been left behind since: a group that was saved under one of them is
    /// loaded under it, and edited. A host, which may be NULL, hears of actions that are cancelled.
    /// They must have the names of their nodes: GESTALT_BAD_ARGUMENT when the one that is needed is
    /// stripped. Saved under is meant to the last name (gestalt_shape_edit_hash); what was saved
    /// under a stripped shape, or has an older version of the format, fits by gestalt_shape_hash
    /// alone, and is GESTALT_BAD_ARGUMENT when several shapes fit that differ in names.
    const gestalt_group *old_shapes;
    uint32_t old_shape_count;
    /// If several groups are edited, each takes those that name something in it.
    const gestalt_rename *renames;
    uint32_t rename_count;
    /// NULL, or room for one report for each group: that of its edit, or NULL when there was none.
    /// Only set on GESTALT_OK. There is one of an actor.
    gestalt_edit_report **reports;
} gestalt_load_options;

/// Loads a snapshot as gestalt_population_load does, and edits groups of old shapes on the way, at
/// the time of their coming tick.
GESTALT_API gestalt_result gestalt_population_load_with(gestalt_population *population,
                                                        const char *path,
                                                        const gestalt_load_options *options,
                                                        gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load_memory_with(gestalt_population *population,
                                                               const void *bytes, size_t size,
                                                               const gestalt_load_options *options,
                                                               gestalt_error *error);

/// Adds an agent as gestalt_population_insert does, of the group's shape or of an old one.
GESTALT_API gestalt_result gestalt_population_insert_with(gestalt_population *population,
                                                          uint32_t group, const void *bytes,
                                                          size_t size,
                                                          const gestalt_load_options *options,
                                                          uint64_t *agent, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
