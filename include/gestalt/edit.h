// SPDX-License-Identifier: MIT
// Edits: replacing the shape of a group between two ticks, while its agents continue. Each agent
// keeps the state that still has a meaning in the new shape; docs/editing.md gives the rules. The
// result depends only on the two shapes and the agent.
//
// An edit is atomic. It produces a report, which maps old node ids to new ones and lists the
// requests that the edit caused.
#ifndef GESTALT_EDIT_H
#define GESTALT_EDIT_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A rename of a blackboard key (by its full name), a persistent status or a node. The old name is
/// treated as if it were the new one.
typedef struct gestalt_rename {
    const char *old_name;
    const char *new_name;
} gestalt_rename;

/// An edit: a new shape for a group. The zero value of everything but `shape` is the default.
typedef struct gestalt_edit {
    uint32_t group;
    const gestalt_shape *shape; ///< must outlive the population, or the group's next edit
    const gestalt_host *host;   ///< must live as long as `shape`; NULL when the shape calls nothing
    bool dry_run;               ///< report only, change nothing
    const gestalt_rename *renames;
    uint32_t rename_count;
    /// Native code of the new shape; NULL: the interpreter ticks the group.
    const gestalt_native *native;
} gestalt_edit;

/// The report of an edit. It owns everything it returns: the shapes need not outlive it.
typedef struct gestalt_edit_report gestalt_edit_report;

/// Replace the shape of a group, at the time of the coming tick (gestalt_population_set_now).
/// Actions that do not continue are cancelled by functions of the old host, and hooks see them with
/// their old ids. These host functions run on the ticking threads and must not use the population.
/// Read the requests of the last tick before the edit: afterwards the remaining requests have new
/// ids, and the others are no longer listed.
///
/// Returns GESTALT_BAD_ARGUMENT when the host does not fit (gestalt_host_misfits lists the
/// reasons), when a rename matches nothing, or when one of the shapes is stripped: names decide
/// which nodes are the same. `report`, which may be NULL, is set only on GESTALT_OK. If cancelling
/// an action reports an error, the next tick returns it.
GESTALT_API gestalt_result gestalt_population_edit(gestalt_population *population,
                                                   const gestalt_edit *edit,
                                                   gestalt_edit_report **report,
                                                   gestalt_error *error);

/// An edit in two steps, for a host that changes several things together or not at all.
typedef struct gestalt_editing gestalt_editing;
/// Begin an edit like gestalt_population_edit, with the same errors, but without changing anything.
/// Then the population can only be read, until the edit is committed or abandoned. Both end
/// `editing` and can't fail.
GESTALT_API gestalt_result gestalt_population_edit_begin(gestalt_population *population,
                                                         const gestalt_edit *edit,
                                                         gestalt_editing **editing,
                                                         gestalt_error *error);
GESTALT_API void gestalt_population_edit_commit(gestalt_editing *editing,
                                                gestalt_edit_report **report);
GESTALT_API void gestalt_population_edit_abandon(gestalt_editing *editing);

/// Compare two shapes as an edit does, with the same errors. The report has no agents, and so no
/// counts and no requests.
GESTALT_API gestalt_result gestalt_shape_match(const gestalt_shape *old_shape,
                                               const gestalt_shape *new_shape,
                                               const gestalt_rename *renames, uint32_t rename_count,
                                               const gestalt_allocator *allocator,
                                               gestalt_edit_report **report, gestalt_error *error);

GESTALT_API void gestalt_edit_report_destroy(gestalt_edit_report *report);

// ---- nodes

/// The reason why a node has a new id or none, or why no node below it continues.
typedef enum gestalt_edit_reason {
    GESTALT_EDIT_SAME,       ///< the whole subtree is the same
    GESTALT_EDIT_MATCHES,    ///< a node of the same type and verb is at the same position
    GESTALT_EDIT_NOTHING,    ///< no node of the new shape corresponds to it
    GESTALT_EDIT_OTHER_TYPE, ///< a node of another type is at its position
    GESTALT_EDIT_OTHER_VERB, ///< a node of the same type at its position does something else
    GESTALT_EDIT_BELOW,      ///< a node above it has no new id
} gestalt_edit_reason;

/// A node of the old shape. Nodes are listed in the order of their ids.
typedef struct gestalt_edit_node {
    uint32_t new_node; ///< new id of the node, or GESTALT_NO_NODE
    gestalt_edit_reason reason;
    /// Whether the node's live state can continue. False for a node without a new id, and for all
    /// nodes below one whose order of children, or choice between them, has changed its meaning.
    bool may_stay;
} gestalt_edit_node;

/// Return the nodes of the old shape, by id.
GESTALT_API const gestalt_edit_node *gestalt_edit_report_nodes(const gestalt_edit_report *report,
                                                               uint32_t *count);

/// Map an old node to its new id, or a new node to its old id. Returns GESTALT_NO_NODE when there
/// is none.
GESTALT_API uint32_t gestalt_edit_report_new_node(const gestalt_edit_report *report,
                                                  uint32_t old_node);
GESTALT_API uint32_t gestalt_edit_report_old_node(const gestalt_edit_report *report,
                                                  uint32_t new_node);

/// Return a short text for a reason, such as "a node of another type is in its place".
GESTALT_API const char *gestalt_edit_reason_text(gestalt_edit_reason reason);

// ---- keys

typedef enum gestalt_edit_key_fate {
    GESTALT_EDIT_KEY_KEPT,
    GESTALT_EDIT_KEY_CONVERTED, ///< values are converted to another type or enum
    GESTALT_EDIT_KEY_NEW,       ///< values come from the key's `init`
    GESTALT_EDIT_KEY_GONE,
} gestalt_edit_key_fate;

typedef enum gestalt_edit_key_kind {
    GESTALT_EDIT_KEY,
    GESTALT_EDIT_SHARED_KEY,
    GESTALT_EDIT_PERSISTENT, ///< a status that `persistent` nodes name
} gestalt_edit_key_kind;

/// A key. Keys of the new shape come first, in its order, then keys of the old shape that are gone.
/// A key whose values cannot be converted appears twice, as gone and as new.
typedef struct gestalt_edit_key {
    const char *old_name; ///< NULL for a new key
    const char *new_name; ///< NULL for a key that is gone
    gestalt_edit_key_fate fate;
    gestalt_edit_key_kind kind; ///< kind in the new shape; for a key that is gone, in the old one
} gestalt_edit_key;

GESTALT_API const gestalt_edit_key *gestalt_edit_report_keys(const gestalt_edit_report *report,
                                                             uint32_t *count);

// ---- agents

/// The effect of an edit on all agents of the group. Live states are counted as by
/// gestalt_population_live_count: running leaves, and waiting loops and delays.
typedef struct gestalt_edit_counts {
    uint64_t agents;
    uint64_t kept;     ///< live states that continue
    uint64_t dropped;  ///< live states that were dropped
    uint64_t cancels;  ///< immediate actions that were cancelled
    uint64_t requests; ///< requests to cancel a deferred action
} gestalt_edit_counts;

GESTALT_API gestalt_edit_counts gestalt_edit_report_counts(const gestalt_edit_report *report);

/// Return the requests to cancel that the edit caused, with old ids, sorted by agent, then by node.
/// They include pending requests of agents cancelled or despawned since the last tick, if their
/// nodes have no new id. NULL for a dry run.
GESTALT_API const gestalt_request *gestalt_edit_report_requests(const gestalt_edit_report *report,
                                                                uint64_t *count);

// ---- snapshots and actors of another shape

/// Return a hash of everything in a shape that agents' states depend on. Shapes with equal hashes
/// can load each other's snapshots and actors unchanged. Names of nodes, docs, messages and source
/// positions do not affect the hash.
GESTALT_API uint64_t gestalt_shape_hash(const gestalt_shape *shape);

/// Return a hash of everything in a shape that edits depend on: what gestalt_shape_hash covers, and
/// also the names of nodes and the messages of `debug`, which decide where agents continue. An edit
/// between shapes with equal hashes changes nothing. Stripping a shape changes its hash.
GESTALT_API uint64_t gestalt_shape_edit_hash(const gestalt_shape *shape);

/// Options of loading. The zero value loads only snapshots of the population's own shapes.
typedef struct gestalt_load_options {
    /// Shapes that groups may have had when the snapshot was taken. A group saved with one of them
    /// is loaded with that shape and then edited. Its host, which may be NULL, is called for
    /// cancelled actions. These shapes must not be stripped if they are needed
    /// (GESTALT_BAD_ARGUMENT). A shape is recognised by gestalt_shape_edit_hash. Snapshots of
    /// stripped shapes and of older format versions are recognised by gestalt_shape_hash instead;
    /// if several shapes fit that differ in names, loading returns GESTALT_BAD_ARGUMENT.
    const gestalt_group *old_shapes;
    uint32_t old_shape_count;
    /// Renames for the edits. If several groups are edited, each uses the renames that match
    /// something in it.
    const gestalt_rename *renames;
    uint32_t rename_count;
    /// NULL, or room for one report for each group (for one report when inserting an actor): the
    /// report of the group's edit, or NULL if the group was not edited. Set only on GESTALT_OK.
    gestalt_edit_report **reports;
} gestalt_load_options;

/// Load a snapshot like gestalt_population_load, and edit groups that were saved with old shapes,
/// at the time of their coming tick.
GESTALT_API gestalt_result gestalt_population_load_with(gestalt_population *population,
                                                        const char *path,
                                                        const gestalt_load_options *options,
                                                        gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load_memory_with(gestalt_population *population,
                                                               const void *bytes, size_t size,
                                                               const gestalt_load_options *options,
                                                               gestalt_error *error);

/// Add an agent like gestalt_population_insert, from an actor of the group's shape or of an old
/// shape.
GESTALT_API gestalt_result gestalt_population_insert_with(gestalt_population *population,
                                                          uint32_t group, const void *bytes,
                                                          size_t size,
                                                          const gestalt_load_options *options,
                                                          uint64_t *agent, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
