// SPDX-License-Identifier: MIT
// Rows: data of a host's own that follow agents. Each agent of a population has a row in all
// columns that the host gives: groups lie one behind the other without gaps, each in the order of
// ids. Agents come and go by rows: those who go, and the parents of those who come, are noted at
// any time, also in ticks by several threads, and gestalt_rows_change then does it for the
// population and for all columns at once. The result does not depend on the order of the notes.
//
// Compacting the population does not change rows. While there are rows, agents are spawned and
// despawned by nothing else: calls that do are GESTALT_MISUSE.
#ifndef GESTALT_ROWS_H
#define GESTALT_ROWS_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_rows gestalt_rows;

typedef struct gestalt_rows_options {
    gestalt_population *population; ///< its agents have rows; must outlive them
    /// By group: how many agents there may be at once; 0: those that are there stay, and nobody
    /// comes.
    const uint64_t *most;
    /// The column of ids, with room for all; rows fill it and keep it. Fewer than 2^32 fit.
    uint64_t *ids;
    gestalt_allocator allocator;
} gestalt_rows_options;

/// Says that data of the caller's follow the agents of a population, as those of a world do: from
/// now on agents come and go by rows alone, and stay where there are none.
GESTALT_API void gestalt_rows_keep_agents(gestalt_population *population);

GESTALT_API gestalt_result gestalt_rows_create(const gestalt_rows_options *options,
                                               gestalt_rows **rows, gestalt_error *error);
GESTALT_API void gestalt_rows_destroy(gestalt_rows *rows);

/// Adds a column of `stride` bytes for each row, with room for all. Newborns have what their
/// parents have if it is inherited, else zeros. False: there is no memory.
GESTALT_API bool gestalt_rows_add(gestalt_rows *rows, void *column, size_t stride, bool inherited);

/// The number of rows, and the number that there can be.
GESTALT_API uint32_t gestalt_rows_count(const gestalt_rows *rows);
GESTALT_API uint32_t gestalt_rows_capacity(const gestalt_rows *rows);
/// The rows `*begin` to `*end` - 1 of a group.
GESTALT_API void gestalt_rows_group(const gestalt_rows *rows, uint32_t group, uint32_t *begin,
                                    uint32_t *end);
/// The row of an agent, or UINT32_MAX when there is none; of one that can only be in that group.
GESTALT_API uint32_t gestalt_rows_find(const gestalt_rows *rows, uint64_t agent);
GESTALT_API uint32_t gestalt_rows_find_in(const gestalt_rows *rows, uint32_t group, uint64_t agent);

// ---- notes, which a tick's functions may make for their own agents

/// Notes that an agent goes. Not of a group whose agents stay.
GESTALT_API void gestalt_rows_leave(gestalt_rows *rows, uint32_t row);
GESTALT_API bool gestalt_rows_is_leaving(const gestalt_rows *rows, uint32_t row);

typedef enum gestalt_breeding {
    GESTALT_BREEDING,         ///< noted
    GESTALT_BREEDING_ALREADY, ///< the agent has a child to come already
    GESTALT_BREEDING_FIXED,   ///< there is no such group, or its agents stay
    GESTALT_BREEDING_FULL,    ///< the group was full after the last change
} gestalt_breeding;

/// Notes that an agent, which may be one that goes, has a child in a group.
GESTALT_API gestalt_breeding gestalt_rows_breed(gestalt_rows *rows, uint32_t row, uint32_t group);

// ---- the change

/// The effect of a change. The lists last until the next one.
typedef struct gestalt_rows_changes {
    bool any;
    uint32_t first_group;    ///< rows of groups before it are what they were
    const uint32_t *born;    ///< by group: their rows are the last ones
    const uint32_t *gone;    ///< by group
    const uint32_t *refused; ///< by group: the children that there was no room for
    const uint64_t *parents; ///< ids, of the newborns of one group after the other
} gestalt_rows_changes;

/// Carries out all notes: spawns children, which take their parents' blackboards, despawns those
/// who go, moves columns, and compacts the population when most of its lanes are empty. When a
/// group has not room for all, lots decide, which follow from `seed`, `round` and the parents' ids.
/// Between ticks. After an error, rows and population are to be given up.
GESTALT_API gestalt_result gestalt_rows_change(gestalt_rows *rows, uint64_t seed, uint64_t round,
                                               gestalt_rows_changes *changes, gestalt_error *error);

/// Makes rows what a snapshot says, when the population is not yet, or already, that of the
/// snapshot: so many of each group, whose ids are in the column. All notes are forgotten. More than
/// there is room for are GESTALT_MISUSE.
GESTALT_API void gestalt_rows_restore(gestalt_rows *rows, const uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif
