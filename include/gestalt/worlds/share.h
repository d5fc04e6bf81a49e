// SPDX-License-Identifier: MIT
// Worlds that are shared out: several worlds of one scene, in one process or in many, that together
// compute what one world would, to the last bit.
//
// Each of these worlds is a *share*. A share owns some of the agents: these are its rows, which it
// ticks and moves. Each agent is owned by one share. After its own rows, a share has *ghosts*:
// copies of agents of other shares that its own agents may see. Shares step together. At certain
// points of a step, each share calls functions of its gestalt_world_share, by which a host connects
// it with the other shares, over any transport. A step has these stages:
//
//     most         whether the step can be undone, if worlds are `interruptible`
//     before
//     halo         the host passes ghosts: gestalt_world_set_ghosts
//     sense, tick
//     agree        if a share has failed, all have; only in some worlds
//     find         if trees name agents by their ids: agents of other shares
//     ticked, forces and motion
//     refresh      in crowds, after the tick: values that ghosts got in this step
//     agree        if a share has failed, or is interrupted, all have or are
//     sum, order   births and deaths: who is refused by full groups, and the ids of newborns
//     migrate      the host moves agents to the shares that shall own them: gestalt_world_migrate
//     after
//     halo, sum    collisions, if they are counted
//
// The stages without a description are those of any world (part.h).
//
// Nothing but gestalt_world_hash depends on the number of shares, or on which share owns which
// agent. Reports, measures and `until` are computed by all shares together, and have the same
// values on all of them. Whether a scene can be shared out is one of its facts
// (gestalt_scene_tell).
//
// All shares are created with the same options, except for `share`, threads, lanes and kernels,
// and make the same calls in the same order, except for gestalt_world_interrupt: if one share is
// interrupted, all return GESTALT_INTERRUPTED and undo the step, in another agreement. Shares
// cannot be saved, loaded or edited; a host can do this with their populations. To record all
// shares, a host joins their frames (gestalt_world_take_frame). After a step that has failed,
// except with GESTALT_REJECTED for an agent that cannot move, a share can only be destroyed.
#ifndef GESTALT_WORLDS_SHARE_H
#define GESTALT_WORLDS_SHARE_H

#include <gestalt/rows.h>
#include <gestalt/worlds/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The connection of a share with the others, for gestalt_world_options. All shares call the same
/// functions in the same order, from the thread that called the world, and a function returns when
/// all shares have called it. All results must be the same for all shares.
struct gestalt_world_share {
    void *user;
    /// Ids of the agents that the share owns at the start: from `first` up to, not including,
    /// `end`. Each of the scene's agents has an id less than their number.
    uint64_t first, end;
    /// Most rows: own agents, together with the ghosts or the arriving agents. More are an error,
    /// GESTALT_LIMIT.
    uint32_t capacity;

    /// Replace each number by its sum over all shares.
    void (*sum)(void *user, int64_t *numbers, uint32_t count);
    /// Replace each number by the largest of all shares. Numbers are not NaN.
    void (*most)(void *user, double *numbers, uint32_t count);
    /// Return the result of the share for which `*key` is least, with its error. `*key` becomes
    /// that key. Shares without an error have the key UINT64_MAX.
    gestalt_result (*agree)(void *user, uint64_t *key, gestalt_result result, gestalt_error *error);
    /// For each birth of the list, which is sorted like gestalt_rows_births, set how many births of
    /// all shares come before it in this order. All births differ.
    gestalt_result (*order)(void *user, const gestalt_rows_birth *births, uint32_t count,
                            uint64_t *before, gestalt_error *error);
    /// Give the world its ghosts: all agents of other shares that are within gestalt_world_reach of
    /// one of its own agents, in a periodic world also across the border. More do no harm.
    gestalt_result (*halo)(void *user, gestalt_world *world, gestalt_error *error);
    /// Replace the values of all ghosts in a column, with `stride` bytes per row, by those of the
    /// agents that they are copies of. The ghosts are in the rows after the own agents, in the
    /// order in which gestalt_world_set_ghosts got them.
    void (*refresh)(void *user, gestalt_world *world, void *column, size_t stride);
    /// Find agents that trees name by their ids (`pursue`, `evade` and others), wherever they are.
    /// For each id of the list, which ascends, write whether a share has such an agent, and if so
    /// its ghost, as by gestalt_world_take_ghosts of that share.
    gestalt_result (*find)(void *user, gestalt_world *world, const uint64_t *ids, uint32_t count,
                           void *ghosts, bool *exists, gestalt_error *error);
    /// Move agents between the shares, as the host likes. NULL: agents stay where they are.
    gestalt_result (*migrate)(void *user, gestalt_world *world, gestalt_error *error);
};

/// Return the distance from its own agents up to which a share needs ghosts.
GESTALT_API float gestalt_world_reach(const gestalt_world *world);

/// Limit the share to a box, with one number per dimension, in which its own agents are at the
/// beginning of a step; the world adds the reach. A step costs less then. In a periodic world the
/// box may extend beyond the border. Call this between steps or in `migrate`. NULL: the whole
/// world, as at the start.
GESTALT_API gestalt_result gestalt_world_set_window(gestalt_world *world, const float *low,
                                                    const float *high, gestalt_error *error);

/// Return the size of a ghost: what others see of an agent, in bytes.
GESTALT_API size_t gestalt_world_ghost_size(const gestalt_world *world);
/// Write own agents as ghosts, in the order of the list of rows. Thread-safe.
GESTALT_API void gestalt_world_take_ghosts(const gestalt_world *world, const uint32_t *rows,
                                           uint32_t count, void *ghosts);
/// Replace the ghosts of a share, in `halo`, by those of other shares, in any order. Each agent
/// must be there only once.
GESTALT_API gestalt_result gestalt_world_set_ghosts(gestalt_world *world, const void *ghosts,
                                                    uint32_t count, gestalt_error *error);

/// Return the hash of the world that all shares are, which is that of a world with all agents.
/// `agents` is the hash of the agents of all shares together (gestalt_population_hash_of).
GESTALT_API uint64_t gestalt_world_hash_of(const gestalt_world *world, uint64_t agents);
/// Attach to the share's population what a snapshot of the world contains besides agents, for a
/// host that saves all shares together (gestalt/snapshot_parts.h).
GESTALT_API gestalt_result gestalt_world_attach(gestalt_world *world, gestalt_error *error);
/// Check that all shares together have the agents that the snapshot counts. A host that loads a
/// snapshot with the population of each share calls this for all shares together, between
/// gestalt_loading_finish and gestalt_loading_commit.
GESTALT_API gestalt_result gestalt_world_check_loaded(gestalt_world *world, gestalt_error *error);

/// Agents that move to another share: ids, trees, and everything else that belongs to them.
typedef struct gestalt_world_migrants {
    const void *bytes;
    size_t size;
} gestalt_world_migrants;

/// Return the most bytes that that many agents can take.
GESTALT_API size_t gestalt_world_migrants_size(const gestalt_world *world, uint32_t count);
/// Write own agents as migrants. The world does not change.
GESTALT_API gestalt_result gestalt_world_take_migrants(const gestalt_world *world,
                                                       const uint32_t *rows, uint32_t count,
                                                       void *bytes, size_t capacity, size_t *size,
                                                       gestalt_error *error);
/// Remove own agents, given by ascending rows, and add the migrants of other shares. Call this
/// between steps or in `migrate`.
GESTALT_API gestalt_result gestalt_world_migrate(gestalt_world *world, const uint32_t *leaving,
                                                 uint32_t leaving_count,
                                                 const gestalt_world_migrants *arriving,
                                                 uint32_t arriving_count, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
