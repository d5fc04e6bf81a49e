// SPDX-License-Identifier: MIT
// The team: the processes that carry out a command together. It is one process, or the ranks of an
// MPI job. This header is implemented twice: in team_alone.c for the program gestalt, and in
// team_ranks.c for gestalt-ranks.
//
// All ranks run the same code with the same command line, and call the functions below in the same
// order. The first rank reads files and standard input, and passes on what it has read. It alone
// writes messages and output; what other ranks write is discarded. A verdict is agreed upon where
// ranks may differ: after reading files, and after work on their own agents.
#ifndef TEAM_H
#define TEAM_H

#include "cli.h"

#include <gestalt/plugin.h>
#include <gestalt/recorder/recorder.h>
#include <gestalt/snapshot.h>
#include <gestalt/worlds/world.h>

/// Join the team, before the command line is read. In an MPI job, `gestalt` becomes gestalt-ranks.
/// Returns false, with a message, if that fails.
bool team_enter(cli *c, char **arguments);
/// Leave the team: all ranks return the exit code of the first one.
exit_code team_leave(exit_code verdict);

/// Leave a command that is not for all ranks to the first one, which is alone from now on. Returns
/// false on the other ranks.
bool team_leave_to_first(void);

/// Return whether this process is the first rank, which reads and writes; or the number of ranks.
bool team_is_first(void);
uint32_t team_size(void);

/// Return the number of threads that a process should use, so that all processes of a machine use
/// its processors.
uint32_t team_threads(void);

/// Let the first `size` ranks carry out what follows, as if there were no others, until
/// team_widen. Returns false on the others, which call team_widen next: they wait there without
/// using the processor.
bool team_narrow(uint32_t size);
void team_widen(void);

/// Where the processes run.
typedef struct team_places {
    uint32_t machines;
    bool is_crowded;      // whether a machine has more threads of the team than processors
    const char *launcher; // name and version of the MPI library; "" for a process that is alone
} team_places;

/// Find out where the processes run if each of them has so many threads.
team_places team_find_places(uint32_t threads);

/// Return the most serious verdict of all ranks. If the first rank's is EXIT_FINE, it shows the
/// messages of the lowest rank whose verdict is not. `*flag` becomes true if it is on any rank.
exit_code team_agree_with(cli *c, exit_code verdict, bool *flag);
static inline exit_code team_agree(cli *c, exit_code verdict)
{
    return team_agree_with(c, verdict, &(bool){false});
}
/// Return GESTALT_OK if that is the result of all ranks, otherwise the result and error of the
/// lowest rank that has another one.
gestalt_result team_agree_result(gestalt_result result, gestalt_error *error);

/// Pass bytes on from the first rank to the others, which allocate them with `allocator`; `*bytes`
/// may be NULL on the first rank. Returns false if memory ran out on a rank.
bool team_share(const gestalt_allocator *allocator, const void **bytes, size_t *size);

/// Replace each number by the sum over all ranks, or by the greatest of all ranks.
void team_sum(uint64_t *numbers, size_t count);
void team_most(double *numbers, size_t count);

// ---- the agents

/// The agents that this process owns, and the team that owns all.
typedef struct team_agents {
    gestalt_population *population;
    struct gestalt_ranks *ranks; // NULL if the process is alone, and for agents of a world
    bool is_part;                // whether other ranks have further agents of the same world
} team_agents;

gestalt_result team_create(team_agents *a, const gestalt_population_options *how,
                           gestalt_error *error);
void team_destroy(team_agents *a);

uint64_t team_count(const team_agents *a);
/// Return the number of the coming tick.
uint64_t team_ticks(const team_agents *a);
/// Return whether a tick was interrupted and must be continued, and whether it is over for an agent
/// of this process.
bool team_is_interrupted(const team_agents *a);
bool team_is_done(const team_agents *a, uint64_t agent);
gestalt_result team_spawn(const team_agents *a, uint32_t group, uint64_t count,
                          gestalt_error *error);
gestalt_result team_tick(const team_agents *a, int64_t now, gestalt_error *error);
/// Get the requests of all agents, on the first rank; other ranks get none.
gestalt_result team_requests(const team_agents *a, const gestalt_request **requests,
                             uint64_t *count, gestalt_error *error);
/// Report the statuses of launches of any agents; on other ranks than the first, the list is empty.
/// Launches that are over are ignored.
gestalt_result team_finish_launches(const team_agents *a, const gestalt_plugin_answer *answers,
                                    uint64_t count, gestalt_error *error);
gestalt_result team_set_now(const team_agents *a, int64_t now, gestalt_error *error);
gestalt_result team_edit(const team_agents *a, const gestalt_edit *edit,
                         gestalt_edit_report **report, gestalt_error *error);
gestalt_result team_hash(const team_agents *a, uint64_t *hash, gestalt_error *error);
gestalt_result team_save(const team_agents *a, const char *path, gestalt_error *error);
gestalt_result team_load(const team_agents *a, const char *path, const gestalt_load_options *how,
                         gestalt_error *error);

/// Create a recorder of all agents' trees. All ranks call its functions together.
gestalt_result team_record(const team_agents *a, const gestalt_tree_recorder_options *how,
                           const char *const *expressions, uint32_t count,
                           gestalt_tree_recorder **recorder, gestalt_error *error);

// ---- worlds

/// The world with the agents that this process owns, and the world of the team. In an MPI job,
/// gestalt_world_measure, gestalt_world_report and gestalt_world_is_done are for all ranks
/// together.
typedef struct team_world {
    gestalt_world *own;
    struct gestalt_ranks_world *ranks; // NULL if the process is alone
} team_world;

/// Renames of an edit.
typedef struct team_renames {
    const gestalt_rename *list;
    uint32_t count;
} team_renames;

gestalt_result team_world_create(team_world *w, const gestalt_scene *scene,
                                 const gestalt_world_options *how, gestalt_error *error);
void team_world_destroy(team_world *w);
/// Return the agents of a world.
team_agents team_world_agents(const team_world *w);

/// Step the world. `ticker` ticks the agents of this process; it may be NULL.
gestalt_result team_world_step(const team_world *w, gestalt_world_ticker *ticker, void *user,
                               gestalt_error *error);
/// Return whether a world can still be saved after a step with such a result.
bool team_world_can_be_saved(const team_world *w, gestalt_result result);
gestalt_result team_world_hash(const team_world *w, uint64_t *hash, gestalt_error *error);
gestalt_result team_world_save(const team_world *w, const char *path, gestalt_error *error);
/// Start a recording. The first rank gets the recorder, other ranks NULL.
gestalt_result team_world_record(const team_world *w, uint64_t every, gestalt_writer sink,
                                 gestalt_recorder **recorder, gestalt_error *error);
gestalt_result team_world_frame(const team_world *w, gestalt_recorder *recorder,
                                gestalt_error *error);
/// Create a recorder of all agents' trees, as team_record.
gestalt_result team_world_record_trees(const team_world *w,
                                       const gestalt_tree_recorder_options *how,
                                       const char *const *expressions, uint32_t count,
                                       gestalt_tree_recorder **recorder, gestalt_error *error);
/// Let a recorder of trees continue with an edited world.
gestalt_result team_world_follow(const team_world *edited, gestalt_tree_recorder *recorder,
                                 gestalt_error *error);
/// Create an edited world, as gestalt_world_edit, with reports of this process's agents.
gestalt_result team_world_edit(const team_world *w, const gestalt_scene *scene,
                               const gestalt_world_options *how, const team_renames *renames,
                               team_world *edited, gestalt_edit_report **reports,
                               gestalt_error *error);
gestalt_result team_world_load(const team_world *w, const char *path,
                               const gestalt_load_options *how, gestalt_error *error);

// ---- work

/// What a process has done in ticks since its agents were created. All is 0 in a process that is
/// alone.
typedef struct team_work {
    uint64_t busy; // nanoseconds of processor time, without waiting for other ranks
    uint64_t ghosts, ghost_bytes, migrants, migrant_bytes, divisions;
} team_work;

/// Return the work for agents that live in a world, or in none if all of `w` is zero.
team_work team_work_of(const team_agents *a, const team_world *w);

// ---- text about agents

/// Write text about all agents, in the order of ids. `put` writes what this process knows
/// about the agents with the ids `first` to `end` - 1.
typedef gestalt_result team_put(void *user, text_out *out, uint64_t first, uint64_t end,
                                gestalt_error *error);
gestalt_result team_write(const team_agents *a, text_out *out, team_put *put, void *user,
                          gestalt_error *error);

/// Lines about agents of this process, each with a key. Keys of a process ascend. Lines with the
/// same key on several processes are not written.
typedef struct team_lines {
    void *user;
    /// Go to the next line, at first to the first one. Returns false after the last one.
    bool (*next)(void *user, uint64_t key[2]);
    gestalt_result (*put)(void *user, text_out *out, gestalt_error *error);
} team_lines;

/// Write the lines of all processes, in the order of their keys. All processes call this.
gestalt_result team_write_lines(text_out *out, const team_lines *lines, gestalt_error *error);

#endif
