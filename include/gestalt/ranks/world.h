// SPDX-License-Identifier: MIT
// A world that the ranks of an MPI job share out: libgestalt-ranks together with libgestalt-worlds.
//
// Each rank owns a box of the world's space, and the agents in it. It has a gestalt_world with
// these agents, and with ghosts of those agents of other ranks that its own agents may see
// (gestalt/worlds/share.h). Agents that leave the box of a rank move to another rank. The boxes
// follow the time that ranks need: slow ranks get smaller ones. Agents, measures, reports and
// `until` equal those of one world, to the last bit, for any number of ranks, and any lanes,
// threads and kernels on each.
//
// All calls are collective, except for gestalt_ranks_world_own, _rank, _size and _counts_of: see
// gestalt/ranks/ranks.h. One thread of each rank makes all calls.
#ifndef GESTALT_RANKS_WORLD_H
#define GESTALT_RANKS_WORLD_H

#include <gestalt/edit.h>
#include <gestalt/recorder/recorder.h>
#include <gestalt/worlds/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One rank's part of a world.
typedef struct gestalt_ranks_world gestalt_ranks_world;

/// Options for creating a world. The zero value is the default.
typedef struct gestalt_ranks_world_options {
    /// Options of the rank's world. The seed and `interruptible` must be the same on all ranks; the
    /// other options are those of the rank. `share` must be NULL.
    gestalt_world_options world;
    /// Address of the MPI_Comm with the ranks of the job; NULL: MPI_COMM_WORLD. The communicator is
    /// duplicated.
    const void *communicator;
    /// Most rows of the rank: own agents, together with the ghosts or the arriving agents. More are
    /// an error, GESTALT_LIMIT. 0: as many as agents can live in the whole world.
    uint32_t capacity;
} gestalt_ranks_world_options;

/// Create a world from a scene, which must be the same on all ranks. If MPI is not initialized,
/// this initializes it, as gestalt_ranks_create does. `options` may be NULL. If there are several
/// ranks and worlds of the scene cannot be shared out, this returns GESTALT_BAD_ARGUMENT with the
/// reason (`unshared` of gestalt_scene_facts).
GESTALT_API gestalt_result gestalt_ranks_world_create(const gestalt_scene *scene,
                                                      const gestalt_ranks_world_options *options,
                                                      gestalt_ranks_world **world,
                                                      gestalt_error *error);
/// Destroy a world, which may be NULL on all ranks.
GESTALT_API void gestalt_ranks_world_destroy(gestalt_ranks_world *world);

/// Return the number of this rank, from 0, or the number of ranks.
GESTALT_API uint32_t gestalt_ranks_world_rank(const gestalt_ranks_world *world);
GESTALT_API uint32_t gestalt_ranks_world_size(const gestalt_ranks_world *world);

/// Return the world of this rank, with the agents that it owns. If there are several ranks, it is a
/// share: call gestalt_world_measure, gestalt_world_report and gestalt_world_is_done on all ranks
/// together. Do not step or destroy it.
GESTALT_API gestalt_world *gestalt_ranks_world_own(const gestalt_ranks_world *world);

/// Advance the world by one step, as gestalt_world_step. After an error other than GESTALT_REJECTED
/// and GESTALT_INTERRUPTED, the world can only be destroyed: all further calls are GESTALT_MISUSE.
/// To interrupt the step, call gestalt_world_interrupt with the world of any rank
/// (gestalt_ranks_world_own), from any thread of this rank: the step is undone on all ranks, and
/// all return GESTALT_INTERRUPTED. All ranks must have the option `interruptible`.
GESTALT_API gestalt_result gestalt_ranks_world_step(gestalt_ranks_world *world,
                                                    gestalt_error *error);
/// Advance the world by one step, using the callback of each rank to tick the rank's own agents, as
/// gestalt_world_step_by. The callback must not make collective calls.
GESTALT_API gestalt_result gestalt_ranks_world_step_by(gestalt_ranks_world *world,
                                                       gestalt_world_ticker *ticker, void *user,
                                                       gestalt_error *error);

/// What a rank has done in steps since its world was created.
typedef struct gestalt_ranks_world_counts {
    uint64_t steps;
    /// Processor time of these steps, in seconds, without the time of messages and of waiting for
    /// other ranks.
    double busy;
    uint64_t ghosts;        ///< ghosts that the rank has received
    uint64_t ghost_bytes;   ///< bytes that it has received about ghosts
    uint64_t migrants;      ///< agents that have moved from the rank to others
    uint64_t migrant_bytes; ///< their bytes
    uint64_t divisions;     ///< how often space has been divided again
} gestalt_ranks_world_counts;
GESTALT_API gestalt_ranks_world_counts
gestalt_ranks_world_counts_of(const gestalt_ranks_world *world);

/// Compute the hash that gestalt_world_hash returns for one world with all agents. For this, and
/// for saving, agents move between the ranks, and back. Returns GESTALT_LIMIT if the option
/// `capacity` of a rank is too small for this; nothing has changed then. If memory or rows run out
/// while agents move, the world can only be destroyed: all further calls are GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_ranks_world_hash(gestalt_ranks_world *world, uint64_t *hash,
                                                    gestalt_error *error);

/// Replace the file at `path` with a snapshot, atomically, as gestalt_world_save. The file is the
/// same, byte for byte, as that of one world with all agents, which can load it. All ranks must
/// share its folder. On any error the old file is unchanged.
GESTALT_API gestalt_result gestalt_ranks_world_save(gestalt_ranks_world *world, const char *path,
                                                    gestalt_error *error);

/// Load a snapshot, as gestalt_world_load_with, that one world or a world of any number of ranks
/// has saved. All ranks must be able to open the file; each reads its own part. Then space is
/// divided again. `options` may be NULL. On any error the worlds of all ranks are unchanged: each
/// rank saves its agents in memory before. But if memory runs out while agents move, the world can
/// only be destroyed. Each rank gets its own reports, for its own agents.
GESTALT_API gestalt_result gestalt_ranks_world_load(gestalt_ranks_world *world, const char *path,
                                                    const gestalt_load_options *options,
                                                    gestalt_error *error);

/// Create a world from another scene, in which the agents of `world` continue as after an edit, as
/// gestalt_world_edit. The new world has the ranks of `world`: `options->communicator` is ignored.
/// `world` stays unchanged. `reports` is NULL, or room for one report for each group, of this
/// rank's agents: the counts of the whole world are the sums over all ranks.
GESTALT_API gestalt_result
gestalt_ranks_world_edit(gestalt_ranks_world *world, const gestalt_scene *scene,
                         const gestalt_ranks_world_options *options, const gestalt_rename *renames,
                         uint32_t rename_count, gestalt_ranks_world **edited,
                         gestalt_edit_report **reports, gestalt_error *error);

/// Start a recording, as gestalt_world_record. Only rank 0 uses `sink` and sets `*recorder`; on
/// other ranks it is NULL. Rank 0 ends it with gestalt_recorder_finish and
/// gestalt_recorder_destroy.
GESTALT_API gestalt_result gestalt_ranks_world_record(gestalt_ranks_world *world, uint64_t every,
                                                      gestalt_writer sink,
                                                      gestalt_recorder **recorder,
                                                      gestalt_error *error);
/// Write the current state of all agents as a frame, if this step is recorded, as
/// gestalt_world_frame: the bytes are those of one world. The recorder is that of rank 0, which
/// needs memory for the frame; other ranks pass NULL. After an error, the world can continue.
GESTALT_API gestalt_result gestalt_ranks_world_frame(gestalt_ranks_world *world,
                                                     gestalt_recorder *recorder,
                                                     gestalt_error *error);

/// Create a recorder of the trees of all agents, as gestalt_ranks_record (gestalt/ranks/record.h).
/// Its functions are collective too, except gestalt_tree_recorder_destroy. On rank 0, the option
/// `recorder` can be that of gestalt_ranks_world_record, so that both are one recording. For each
/// frame, agents move between the ranks, and back: see gestalt_ranks_world_hash. The recorder must
/// be destroyed before the world, unless it follows an edited one.
GESTALT_API gestalt_result gestalt_ranks_world_record_trees(
    gestalt_ranks_world *world, const gestalt_tree_recorder_options *options,
    const char *const *expressions, uint32_t count, gestalt_tree_recorder **recorder,
    gestalt_error *error);
/// Let a recorder of gestalt_ranks_world_record_trees continue with the trees of another world of
/// the same ranks, made by gestalt_ranks_world_edit, as gestalt_tree_recorder_follow. Call it
/// before the old world is destroyed.
GESTALT_API gestalt_result gestalt_ranks_world_follow(gestalt_ranks_world *edited,
                                                      gestalt_tree_recorder *recorder,
                                                      gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
