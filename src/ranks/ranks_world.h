// SPDX-License-Identifier: MIT
// A world that ranks share out, as one of them sees it. Its gestalt_world calls the functions of a
// gestalt_world_share, which are implemented here by MPI:
//
//     sum, most, agree           ranks_world.c
//     order                      ranks_world_births.c
//     halo, refresh, migrate     ranks_world_space.c
//     find                       ranks_world_find.c
//
// Hash and snapshots: ranks_world_whole.c; recordings: ranks_world_record.c
//
// What can fail on one rank comes before an agreement, so these functions have the same result on
// all ranks. A step can also fail on one rank outside of these functions. Then this rank meets the
// others in the next one that they call.
#ifndef RANKS_WORLD_H
#define RANKS_WORLD_H

#include "exchange.h"
#include "halo.h"
#include "ownership.h"

#include <gestalt/ranks/world.h>
#include <gestalt/worlds/share.h>

/// An agent that moves to another rank.
typedef struct ranks_move {
    uint32_t to, row;
} ranks_move;

/// A birth of this rank's interval. An index is that of its arrival.
typedef struct ranks_birth {
    gestalt_rows_birth birth;
    uint64_t index;
} ranks_birth;

/// The division of space.
typedef struct world_division {
    boxes boxes;
    halo halo;
    uint64_t *cost; // by bin
    size_t cost_room;
    uint64_t steps;         // since the last division
    uint64_t busy;          // microseconds in which this rank has worked since then
    const ownership *homes; // agents belong to the owners of their ids; NULL: to those of boxes
} world_division;

/// The exchange of ghosts, as in the last halo.
typedef struct world_ghosts {
    exchange exchange;
    halo_mark *marks;
    uint32_t mark_count;
    uint32_t *shown; // rows of agents that are ghosts elsewhere, in the order of `exchange.out`
    unsigned char *shown_bytes, *bytes;
    size_t marks_room, shown_room, shown_bytes_room, bytes_room;
} world_ghosts;

/// Agents that move between ranks.
typedef struct world_migrants {
    exchange exchange;
    ranks_move *moves;         // by rank
    uint32_t *leaving, *moved; // rows: ascending, and in the order of `moves`
    uint32_t leaving_count;
    uint32_t most;                    // agents that can leave at once, if the rank has few
    bool are_more;                    // more shall leave
    uint64_t left, left_bytes;        // agents that have left, when all have moved, and their bytes
    uint64_t *out, *in;               // migrants, in words
    gestalt_world_migrants *arriving; // by rank, without those that send none
    int *counts;                      // agents to each rank, then from each
    size_t moves_room, leaving_room, moved_room, out_room, in_room, arriving_room, counts_room;
} world_migrants;

/// The order of births.
typedef struct world_births {
    exchange exchange;
    gestalt_rows_birth *samples; // `sample_count` of each rank, sorted, and those of this rank
    uint32_t sample_count;
    gestalt_rows_birth *in; // births of this rank's interval
    ranks_birth *list;      // the same in two halves, for sorting
    uint64_t *before;
    size_t samples_room, in_room, list_room, before_room;
} world_births;

/// The rank on which an agent is.
typedef struct home_entry {
    uint32_t id, rank;
} home_entry;

/// The agents whose home is this rank, by hash.
typedef struct home_table {
    home_entry *slots;
    uint32_t size, count;
    uint64_t most; // entries up to which homes need not learn everything; 0: not known yet
} home_table;

/// Where agents are that trees name by their ids.
typedef struct world_homes {
    exchange homes, owners; // of questions to homes, and to the ranks that have the agents
    bool are_known;         // homes know all agents, apart from news
    home_table table;
    home_entry *news;
    uint32_t news_count;
    uint64_t next_id; // agents from this id on are born after the last news
    int *next;        // by rank: next record
    home_entry *out, *in;
    uint32_t *out_ranks, *in_ranks; // answers of homes, by record
    uint32_t *ranks;                // by id: the rank of its agent
    unsigned char *out_ghosts, *in_ghosts;
    size_t news_room, next_room, out_room, in_room, out_ranks_room, in_ranks_room, ranks_room,
        out_ghosts_room, in_ghosts_room;
} world_homes;

struct gestalt_ranks_world {
    job job;
    gestalt_allocator allocator;
    gestalt_world *own;
    const gestalt_scene *scene;
    gestalt_scene_facts facts;
    uint32_t capacity;
    bool is_shared;         // there are several ranks
    bool is_lost;           // a call has failed after agents have moved
    gestalt_result failure; // result of this step, if it has failed on some rank
    gestalt_error failure_error;
    job_time waited; // time of this step's messages
    gestalt_ranks_world_counts counts;
    world_division space;
    world_ghosts ghosts;
    world_migrants migrants;
    world_births order;
    world_homes homes;
};

/// Refuse calls without a world, and those of a world whose ranks may differ; these do not take
/// part in an agreement.
#define RANKS_WORLD_IS_WRONG(w, error) ranks_world_is_wrong(__func__, w, error)
bool ranks_world_is_wrong(const char *function, const gestalt_ranks_world *w, gestalt_error *error);

/// Meet the other ranks, at the beginning of each function of the share. Returns false if a rank
/// has failed in the step, be it outside of these functions: then nothing more is exchanged in it,
/// and `failure` and `failure_error` are set.
bool ranks_world_meet(gestalt_ranks_world *w);

/// Agree within a function of the share. The result of a failure becomes that of the step.
gestalt_result ranks_world_agree(gestalt_ranks_world *w, agreement *a, gestalt_error *error);
/// Set the error to that of the step. Returns its result.
gestalt_result ranks_world_failed(const gestalt_ranks_world *w, gestalt_error *error);

/// Divide space, and move all agents to the ranks that own them.
gestalt_result ranks_world_space_start(gestalt_ranks_world *w, gestalt_error *error);
void ranks_world_space_stop(gestalt_ranks_world *w);
/// Hash the options of loading that must be the same on all ranks.
uint64_t ranks_world_hash_options(uint64_t hash, const gestalt_load_options *options);
/// A snapshot of this rank's agents, in memory of this rank.
typedef struct ranks_kept {
    gestalt_ranks_world *ranks;
    unsigned char *bytes;
    size_t size, room;
} ranks_kept;

gestalt_result ranks_world_keep(gestalt_ranks_world *w, ranks_kept *kept, gestalt_error *error);
void ranks_kept_release(ranks_kept *kept);

/// Divide space again, and move all agents, after a snapshot has been loaded.
gestalt_result ranks_world_divide(gestalt_ranks_world *w, gestalt_error *error);
/// Move all agents to the owners of their ids; NULL: to those of their positions.
gestalt_result ranks_world_move(gestalt_ranks_world *w, const ownership *homes,
                                gestalt_error *error);

/// Functions of the share.
gestalt_result ranks_world_halo(void *user, gestalt_world *own, gestalt_error *error);
void ranks_world_refresh(void *user, gestalt_world *own, void *column, size_t stride);
gestalt_result ranks_world_migrate(void *user, gestalt_world *own, gestalt_error *error);
gestalt_result ranks_world_order(void *user, const gestalt_rows_birth *births, uint32_t count,
                                 uint64_t *before, gestalt_error *error);
gestalt_result ranks_world_find(void *user, gestalt_world *own, const uint64_t *ids, uint32_t count,
                                void *ghosts, bool *exists, gestalt_error *error);

bool ranks_world_homes_start(gestalt_ranks_world *w);
void ranks_world_homes_stop(gestalt_ranks_world *w);
/// Note the agents that were born in this step, and those that are going to leave. Returns false
/// when memory runs out.
bool ranks_world_homes_note(gestalt_ranks_world *w);
/// Forget where agents are, when they move outside of a step.
void ranks_world_homes_forget(gestalt_ranks_world *w);

/// Allocate the memory for samples of births.
bool ranks_world_births_start(gestalt_ranks_world *w);
void ranks_world_births_stop(gestalt_ranks_world *w);

#endif
