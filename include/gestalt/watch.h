// SPDX-License-Identifier: MIT
// Watches: callbacks for what chosen agents do in ticks, for a debugger or an overlay of the host.
// Unlike gestalt_population_hooks, a watch costs what it watches: only the blocks of its agents run
// on the calling thread and in the interpreter's form with callbacks; all other agents tick on all
// threads, with native code, and sleep. Results of ticks are the same with and without watches.
//
// A population can have several watches at once, each with its own callbacks, agents and nodes.
// Agents are watched by their ids, so a watch follows them through edits, compaction and loading;
// an id without an agent costs nothing, and is watched again if an agent with it comes back.
// Nodes follow an edit as its report says; nodes that the edit removes are no longer reported.
//
// The order of callbacks: those of one agent come in the order in which they happen, as with hooks.
// For the agents of a block, events are interleaved. If hooks are set as well, they are called
// before the watches, and watches in the order of their creation. Callbacks may call functions that
// read; they must not change the population or a watch.
//
// Between begin and end of a tick in parts, and in steps, watches report as in whole ticks. Between
// ticks they report what cancelling, despawning and editing cancel. Calls on watches count as calls
// on their population: they must not overlap, and are allowed between ticks and while a tick is
// interrupted.
#ifndef GESTALT_WATCH_H
#define GESTALT_WATCH_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_watch gestalt_watch;

typedef struct gestalt_watch_options {
    gestalt_population *population; ///< population to watch; must outlive the watch
    gestalt_hooks hooks;            ///< callbacks, and their `user`
    /// Call the callbacks for whole groups (gestalt_watch_add_group) on all ticking threads, at the
    /// same time, so that the group still ticks on all threads. The callbacks must be thread-safe.
    bool on_all_threads;
} gestalt_watch_options;

/// Create a watch without agents. A watch without agents costs nothing. A watch can be destroyed
/// whenever its population could be, and before it.
GESTALT_API gestalt_result gestalt_watch_create(const gestalt_watch_options *options,
                                                gestalt_watch **watch, gestalt_error *error);
GESTALT_API void gestalt_watch_destroy(gestalt_watch *watch);

/// Add agents. Watching an id again, or an id without an agent, is allowed.
GESTALT_API gestalt_result gestalt_watch_add(gestalt_watch *watch, const uint64_t *agents,
                                             uint64_t count, gestalt_error *error);
/// Remove agents. It may have ids that are not watched. Agents of a group that is watched as a
/// whole stay watched.
GESTALT_API gestalt_result gestalt_watch_remove(gestalt_watch *watch, const uint64_t *agents,
                                                uint64_t count, gestalt_error *error);

/// Add all agents of a group, including those that join it later, as breakpoints at nodes need. All
/// blocks of the group then run in the interpreter with callbacks, and do not sleep: on the calling
/// thread or, with `on_all_threads`, on all threads.
GESTALT_API gestalt_result gestalt_watch_add_group(gestalt_watch *watch, uint32_t group,
                                                   gestalt_error *error);
/// Remove a group; agents that were added by id stay watched.
GESTALT_API gestalt_result gestalt_watch_remove_group(gestalt_watch *watch, uint32_t group,
                                                      gestalt_error *error);

/// Return whether events of an agent of the population are reported.
GESTALT_API bool gestalt_watch_has(const gestalt_watch *watch, uint64_t agent);

/// Report only events of these nodes of a group's shape: for a range of cancelled nodes and for a
/// roll-back, the node that causes it. NULL restores the default: all nodes. Returns
/// GESTALT_BAD_ARGUMENT when the shape lacks a node.
GESTALT_API gestalt_result gestalt_watch_nodes(gestalt_watch *watch, uint32_t group,
                                               const uint32_t *nodes, uint32_t count,
                                               gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
