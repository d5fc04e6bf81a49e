// SPDX-License-Identifier: MIT
// Ranks: one population that is distributed over the processes of an MPI job.
//
//     mpirun -n 4 ./program
//
// Each process, called a *rank*, has a gestalt_population with the groups of the job and with some
// of its agents. Ids of agents are those of the whole job. What the agents do, their ids, requests
// and the job's hash equal those of a single population, to the last bit, for any number of ranks,
// and any lanes and threads on each. A program that is started without mpirun is a job with one
// rank.
//
// Most calls are *collective*: all ranks make them, in the same order and with the same arguments,
// except for arguments that are described as those of the rank. In a collective call the ranks
// agree on the result: a call that fails on one rank fails on all ranks, with the same error, and
// changes nothing on any rank, unless its description says otherwise. Different calls at the same
// time, and arguments that differ, are GESTALT_MISUSE on all ranks.
//
// Agents never leave the rank that owns them. The owner uses the functions of population.h,
// inspect.h and actor.h with the population of its rank (gestalt_ranks_population), to read and
// write its agents, to cancel them, to report statuses of their launches, and to list their
// requests. All ranks may do this between collective calls. Shared keys and everything that adds,
// removes or ticks agents must be changed through the functions of this header, or the ranks would
// differ.
//
// One thread of each rank makes all calls. Only the loss of a process ends a job early.
#ifndef GESTALT_RANKS_RANKS_H
#define GESTALT_RANKS_RANKS_H

#include <gestalt/edit.h>
#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One rank's part of a job.
typedef struct gestalt_ranks gestalt_ranks;

/// Options of a job. The zero value of everything but the shapes is the default.
typedef struct gestalt_ranks_options {
    /// Options of the rank's population. Groups, shapes, seed and start must be the same on all
    /// ranks, and so must `announces_writes`, `never_sleeps` and `interruptible`; the other options
    /// are those of the rank. `capacity` counts agents of the rank.
    gestalt_population_options population;
    /// Address of the MPI_Comm with the ranks of the job; NULL: MPI_COMM_WORLD. The communicator is
    /// duplicated.
    const void *communicator;
} gestalt_ranks_options;

/// Open a job; collective. If MPI is not initialized, this initializes it, and it is finalized when
/// the process exits. Returns GESTALT_LIMIT when MPI was initialized by the program without the
/// thread level MPI_THREAD_FUNNELED.
GESTALT_API gestalt_result gestalt_ranks_create(const gestalt_ranks_options *options,
                                                gestalt_ranks **ranks, gestalt_error *error);
/// Close a job, and destroy the rank's population; collective. `ranks` may be NULL on all ranks.
GESTALT_API void gestalt_ranks_destroy(gestalt_ranks *ranks);

/// Return the number of this rank, from 0, or the number of ranks.
GESTALT_API uint32_t gestalt_ranks_rank(const gestalt_ranks *ranks);
GESTALT_API uint32_t gestalt_ranks_size(const gestalt_ranks *ranks);

/// Return the population of this rank, with the agents that it owns. It lives as long as the job.
GESTALT_API gestalt_population *gestalt_ranks_population(const gestalt_ranks *ranks);

// ---- agents

/// Return the rank that owns an agent, or would own an agent with this id.
GESTALT_API uint32_t gestalt_ranks_owner(const gestalt_ranks *ranks, uint64_t agent);

/// Check that this rank has an agent. Otherwise return GESTALT_BAD_ARGUMENT, with a message that
/// names the agent's rank.
GESTALT_API gestalt_result gestalt_ranks_need(const gestalt_ranks *ranks, uint64_t agent,
                                              gestalt_error *error);

/// Return the number of agents of all ranks.
GESTALT_API uint64_t gestalt_ranks_count(const gestalt_ranks *ranks);

/// Add `count` agents to a group; collective. Their ids are consecutive from `*first` on (`first`
/// may be NULL). The agents are distributed over the ranks in blocks of 4,096 ids: those of the
/// first spawn in the order of ranks, so that rank 0 has the lowest ids, and later blocks by turns.
GESTALT_API gestalt_result gestalt_ranks_spawn(gestalt_ranks *ranks, uint32_t group, uint64_t count,
                                               uint64_t *first, gestalt_error *error);

/// Add a child of each of some agents to a group; collective. Each rank passes a list of its own
/// agents, `parents`, and the groups of their children. Children get the blackboards of their
/// parents, as by gestalt_population_inherit. Their ids are consecutive, in the order of the
/// child's group, the parent's group and the parent's id; children of the same parent and group
/// have the order of the list. `ids`, which may be NULL, receives the ids of this rank's list. The
/// children may belong to other ranks.
GESTALT_API gestalt_result gestalt_ranks_breed(gestalt_ranks *ranks, const uint64_t *parents,
                                               const uint32_t *groups, uint64_t count,
                                               uint64_t *ids, gestalt_error *error);

/// Copy blackboards from agents to other ones, as gestalt_population_inherit; collective. Each rank
/// passes a list of its own agents, `children`, and for each of them an agent of any rank,
/// `parents`. While this runs, a rank has a copy of each parent that lives elsewhere. Returns
/// GESTALT_BAD_ARGUMENT when a child belongs to another rank, or is in the list twice, when an
/// agent does not exist, or is both parent and child.
GESTALT_API gestalt_result gestalt_ranks_inherit(gestalt_ranks *ranks, const uint64_t *parents,
                                                 const uint64_t *children, uint64_t count,
                                                 gestalt_error *error);

/// Despawn agents; collective. Each rank passes a list of its own agents. Returns
/// GESTALT_BAD_ARGUMENT when one of them does not exist, belongs to another rank, or is in the list
/// twice.
GESTALT_API gestalt_result gestalt_ranks_despawn(gestalt_ranks *ranks, const uint64_t *agents,
                                                 uint64_t count, gestalt_error *error);

/// Return the id that the next new agent gets, or set it; setting is collective. Returns
/// GESTALT_BAD_ARGUMENT when there is an agent with this id or a greater one.
GESTALT_API uint64_t gestalt_ranks_next_id(const gestalt_ranks *ranks);
GESTALT_API gestalt_result gestalt_ranks_set_next_id(gestalt_ranks *ranks, uint64_t id,
                                                     gestalt_error *error);

/// Call gestalt_population_compact on all ranks; collective.
GESTALT_API gestalt_result gestalt_ranks_compact(gestalt_ranks *ranks, gestalt_error *error);

// ---- groups

/// Add a group after all others, as gestalt_population_add_group; collective. The shape must be the
/// same on all ranks; the host and native code are those of the rank.
GESTALT_API gestalt_result gestalt_ranks_add_group(gestalt_ranks *ranks, const gestalt_group *group,
                                                   uint32_t *number, gestalt_error *error);
/// Remove a group that has no agents on any rank, as gestalt_population_remove_group; collective.
/// Lists of gestalt_ranks_requests are no longer valid.
GESTALT_API gestalt_result gestalt_ranks_remove_group(gestalt_ranks *ranks, uint32_t group,
                                                      gestalt_error *error);

// ---- ticks

/// Tick all agents at time `now`; collective. Results are those of gestalt_population_tick. If leaf
/// functions reported errors, GESTALT_REJECTED has the error of the agent with the lowest id. When
/// the tick was interrupted on a rank (gestalt_population_interrupt), all ranks return
/// GESTALT_INTERRUPTED, and must call this again at the same time. Until then, the job can only be
/// read, hashed, saved, loaded, attached to and destroyed. On ranks that have finished their part,
/// the tick is reopened (gestalt_population_reopen).
///
/// Ranks agree after the tick. If they have ticked at different times, or while another rank made
/// another call, all further calls except gestalt_ranks_destroy are GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_ranks_tick(gestalt_ranks *ranks, int64_t now,
                                              gestalt_error *error);

/// Return the processor time that this rank has spent in ticks, in seconds, without the time of
/// messages and of waiting for other ranks.
GESTALT_API double gestalt_ranks_busy(const gestalt_ranks *ranks);

/// Set the time of the coming tick, as gestalt_population_set_now; collective.
GESTALT_API gestalt_result gestalt_ranks_set_now(gestalt_ranks *ranks, int64_t now,
                                                 gestalt_error *error);

/// Return the number of the coming tick, from 0, or its time.
GESTALT_API uint64_t gestalt_ranks_ticks(const gestalt_ranks *ranks);
GESTALT_API int64_t gestalt_ranks_now(const gestalt_ranks *ranks);

/// Return whether an interrupted tick is still to be continued.
GESTALT_API bool gestalt_ranks_is_interrupted(const gestalt_ranks *ranks);

/// Return when the next agent of any rank wakes by itself, as gestalt_population_next_due, as of
/// the last collective call. What a rank has changed since then in its own population is not
/// included.
GESTALT_API void gestalt_ranks_next_due(const gestalt_ranks *ranks, int64_t *now, uint64_t *tick);

/// Compute the hash that gestalt_population_hash returns for one population with all agents;
/// collective.
GESTALT_API gestalt_result gestalt_ranks_hash(gestalt_ranks *ranks, uint64_t *hash,
                                              gestalt_error *error);

// ---- deferred actions

/// Get the requests of all agents on one rank; collective. On rank `rank`, `*requests` is the list
/// of gestalt_population_requests for one population with all agents, valid until the next tick or
/// the next call of this function. Other ranks get an empty list. To handle the requests of each
/// rank there, call gestalt_population_requests instead.
GESTALT_API gestalt_result gestalt_ranks_requests(gestalt_ranks *ranks, uint32_t rank,
                                                  const gestalt_request **requests, uint64_t *count,
                                                  gestalt_error *error);

/// The status of a launch, as for gestalt_population_finish_launch.
typedef struct gestalt_ranks_answer {
    uint64_t agent;
    uint32_t node;
    uint32_t launch_id;
    gestalt_status status;
} gestalt_ranks_answer;

/// Report the statuses of launches, for agents of any rank; collective. Each rank passes its own
/// list, which may be empty; they are reported in the order of ranks. `results`, which may be NULL,
/// receives the results of gestalt_population_finish_launch, such as GESTALT_STALE: these are not
/// failures of this call.
GESTALT_API gestalt_result gestalt_ranks_finish_launches(gestalt_ranks *ranks,
                                                         const gestalt_ranks_answer *answers,
                                                         uint64_t count, gestalt_result *results,
                                                         gestalt_error *error);

// ---- shared keys and reductions

/// Write a shared key of a group on all ranks; collective. All ranks must pass the same value: call
/// gestalt_ranks_reduce or gestalt_ranks_broadcast for it first.
GESTALT_API gestalt_result gestalt_ranks_write_shared(gestalt_ranks *ranks, uint32_t group,
                                                      const char *name, gestalt_value value,
                                                      gestalt_error *error);

/// Write a shared list of a group on all ranks, as gestalt_ranks_write_shared; collective.
GESTALT_API gestalt_result gestalt_ranks_write_shared_list(gestalt_ranks *ranks, uint32_t group,
                                                           const char *name,
                                                           const gestalt_value *elements,
                                                           size_t count, gestalt_error *error);

/// Copy bytes from rank 0 to all ranks; collective.
GESTALT_API gestalt_result gestalt_ranks_broadcast(gestalt_ranks *ranks, void *bytes, size_t size,
                                                   gestalt_error *error);

/// The values of a key of all agents of a group. Bools count as 0 and 1.
typedef struct gestalt_reduction {
    uint64_t agent_count;
    int64_t whole_sum; ///< sum of ints, or number of true bools; 0 for floats
    double sum;        ///< exact sum, rounded once
    double mean;       ///< `sum` divided by `agent_count`; NaN without agents
    double least;      ///< NaN without agents, and if any value is NaN
    double most;
} gestalt_reduction;

/// Reduce the values of a key, or of a component of a vector key such as `home.x`, over all agents
/// of a group on all ranks; collective. The result does not depend on the order of agents.
GESTALT_API gestalt_result gestalt_ranks_reduce(gestalt_ranks *ranks, uint32_t group,
                                                const char *name, gestalt_reduction *reduction,
                                                gestalt_error *error);

/// Compute a quantile of the values of such a key; collective. `share` is from 0, the least value,
/// to 1, the greatest one; 0.5 is the median. The result is interpolated between the two nearest
/// values, as `quantile` in reports and measures of worlds. NaN without agents, and if any value is
/// NaN. No rank gets values of another one.
GESTALT_API gestalt_result gestalt_ranks_quantile(gestalt_ranks *ranks, uint32_t group,
                                                  const char *name, double share, double *value,
                                                  gestalt_error *error);

// ---- snapshots

/// Set the bytes that snapshots of the job contain, as gestalt_population_attach; collective. The
/// bytes are those of rank 0; arguments of other ranks are ignored. gestalt_population_attached
/// returns them on rank 0, and after loading on all ranks.
GESTALT_API gestalt_result gestalt_ranks_attach(gestalt_ranks *ranks, const void *bytes,
                                                size_t size, gestalt_error *error);

/// Replace the file at `path` with a snapshot of the job, atomically, as gestalt_population_save;
/// collective. The file is the same, byte for byte, as that of one population with all agents, and
/// contains the attached bytes of rank 0. All ranks must share its folder. On any error, and when a
/// rank is killed, the old file is unchanged. An interrupted tick can be saved, too, and continued
/// by any number of ranks.
GESTALT_API gestalt_result gestalt_ranks_save(gestalt_ranks *ranks, const char *path,
                                              gestalt_error *error);

/// Restore a job from a snapshot that a job or a single population has saved, as
/// gestalt_population_load_with; collective. `options` may be NULL; each rank receives the reports
/// about its agents. The number of ranks does not matter: id blocks are distributed again, in the
/// order of ranks. A rank reads only its own part of the file, which must be an ordinary file of
/// version 6 or later.
GESTALT_API gestalt_result gestalt_ranks_load(gestalt_ranks *ranks, const char *path,
                                              const gestalt_load_options *options,
                                              gestalt_error *error);

// ---- edits

/// Edit a group on all ranks, as gestalt_population_edit; collective. Each rank passes the new
/// shape with a host of its own; the images of the shapes must be the same. `counts`, which may be
/// NULL, receives those of all agents. `report`, which may be NULL, receives the report about the
/// agents of this rank.
GESTALT_API gestalt_result gestalt_ranks_edit(gestalt_ranks *ranks, const gestalt_edit *edit,
                                              gestalt_edit_counts *counts,
                                              gestalt_edit_report **report, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
