// SPDX-License-Identifier: MIT
// Rows: a host's own columns, with one row for each agent of a population. The rows of a group are
// contiguous and sorted by id; the groups follow one another without gaps. Agents are spawned and
// despawned through rows: deaths, and the parents of births, are noted at any time, also by several
// threads during a tick. gestalt_rows_change then applies all notes to the population and to all
// columns at once. The result does not depend on the order of the notes.
//
// If agents of the same groups live in other populations as well, such as those of other processes,
// a host decides which ids newborns get (`births`), and agents can move between populations
// (gestalt_rows_migrate).
//
// Compacting the population does not change rows. A population with rows refuses to spawn and
// despawn agents by direct calls: GESTALT_MISUSE.
#ifndef GESTALT_ROWS_H
#define GESTALT_ROWS_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_rows gestalt_rows;

/// A birth: groups of the child and of its parent, and the parent's id.
typedef struct gestalt_rows_birth {
    uint32_t group, parent_group;
    uint64_t parent;
} gestalt_rows_birth;

enum { GESTALT_ROWS_REFUSED = -1 }; ///< as an id: the birth is refused

/// The births of a change: ordered by the child's group, then the parent's group, then its id.
typedef struct gestalt_rows_births {
    const gestalt_rows_birth *list;
    uint32_t count;
    const uint32_t *gone; ///< deaths of each group in this change
    /// To be filled, for each birth: the child's id, or GESTALT_ROWS_REFUSED. Ids ascend in the
    /// order of the list, and no agent had one as large before.
    uint64_t *ids;
} gestalt_rows_births;

typedef gestalt_result gestalt_rows_births_function(void *user, const gestalt_rows_births *births,
                                                    gestalt_error *error);

typedef struct gestalt_rows_options {
    gestalt_population *population; ///< population whose agents have rows; must outlive the rows
    /// Most agents of each group at the same time. 0: the group's agents are fixed, with no births
    /// and no deaths.
    const uint64_t *most;
    /// Column of agent ids, with capacity for all rows, which the rows maintain. Fewer than 2^32
    /// rows are possible.
    uint64_t *ids;
    gestalt_allocator allocator;
    /// Number of rows that there is room for, if agents can migrate. 0: as many as groups can have.
    uint64_t capacity;
    /// Called in each change, also in one without births. It gives ids to the newborns. NULL:
    /// newborns get the next ids of the population, and a lottery decides if there is no room.
    gestalt_rows_births_function *births;
    void *user; ///< of `births`
    /// Agents are seldom found by their ids: the rows keep no table for it, and search.
    bool seldom_found;
} gestalt_rows_options;

/// Declare that data of the caller follow the agents of a population, as in a world: from now on
/// only rows can spawn and despawn agents. Without rows the agents are fixed.
GESTALT_API void gestalt_rows_keep_agents(gestalt_population *population);

GESTALT_API gestalt_result gestalt_rows_create(const gestalt_rows_options *options,
                                               gestalt_rows **rows, gestalt_error *error);
GESTALT_API void gestalt_rows_destroy(gestalt_rows *rows);

/// Add a column of `stride` bytes per row, with capacity for all rows. Newborn agents get a copy of
/// their parent's value if `inherited`, otherwise zeros. Returns false when memory runs out.
GESTALT_API bool gestalt_rows_add(gestalt_rows *rows, void *column, size_t stride, bool inherited);

/// Return the number of rows, or the largest number possible.
GESTALT_API uint32_t gestalt_rows_count(const gestalt_rows *rows);
GESTALT_API uint32_t gestalt_rows_capacity(const gestalt_rows *rows);
/// Get the rows of a group: `*begin` to `*end` - 1.
GESTALT_API void gestalt_rows_group(const gestalt_rows *rows, uint32_t group, uint32_t *begin,
                                    uint32_t *end);
/// Return the row of an agent, or UINT32_MAX; `find_in` searches only the group given.
GESTALT_API uint32_t gestalt_rows_find(const gestalt_rows *rows, uint64_t agent);
GESTALT_API uint32_t gestalt_rows_find_in(const gestalt_rows *rows, uint32_t group, uint64_t agent);

/// Return the index of the block (gestalt_population_block) whose agents a call is for, or
/// UINT64_MAX if it is not one of the group's.
GESTALT_API uint64_t gestalt_rows_block_of(const gestalt_rows *rows, uint32_t group,
                                           const gestalt_call *call);
/// Return the rows of a block's agents (gestalt_population_block), by lane; those of lanes without
/// an agent mean nothing. This is faster than to find each agent. NULL: these rows do not know
/// them, so find the agents. Only rows with a `capacity` know them.
GESTALT_API const uint32_t *gestalt_rows_of_block(const gestalt_rows *rows, uint32_t group,
                                                  uint64_t block);

/// Set the number of a group's agents that live in other populations. They take up the group's room
/// as well: gestalt_rows_breed returns GESTALT_BREEDING_FULL when both numbers together reach it.
GESTALT_API void gestalt_rows_set_elsewhere(gestalt_rows *rows, uint32_t group, uint64_t count);

// ---- notes. Functions called during a tick may make them for their own agents

/// Note that an agent dies. Its group must not be fixed.
GESTALT_API void gestalt_rows_leave(gestalt_rows *rows, uint32_t row);
GESTALT_API bool gestalt_rows_is_leaving(const gestalt_rows *rows, uint32_t row);

typedef enum gestalt_breeding {
    GESTALT_BREEDING,         ///< the birth is noted
    GESTALT_BREEDING_ALREADY, ///< the agent already has a birth noted
    GESTALT_BREEDING_FIXED,   ///< there is no such group, or its agents are fixed
    GESTALT_BREEDING_FULL,    ///< the group was full after the last change
} gestalt_breeding;

/// Note the birth of an agent's child in a group. The parent may be dying.
GESTALT_API gestalt_breeding gestalt_rows_breed(gestalt_rows *rows, uint32_t row, uint32_t group);

// ---- the change

/// The effect of a change. The lists are valid until the next change.
typedef struct gestalt_rows_changes {
    bool any;
    uint32_t first_group;    ///< rows of earlier groups have not changed
    const uint32_t *born;    ///< births of each group: they are its last rows
    const uint32_t *gone;    ///< deaths of each group
    const uint32_t *refused; ///< births of each group that did not fit
    const uint64_t *parents; ///< ids of the newborns' parents, group by group
} gestalt_rows_changes;

/// Apply all notes: spawn children, which inherit their parents' blackboards, despawn dying agents,
/// move columns, and compact the population when most of its lanes are empty. When a group lacks
/// capacity for all births, a lottery decides, which depends on `seed`, `round` and the parents'
/// ids. Call this between ticks. After an error, the rows and the population must be destroyed.
GESTALT_API gestalt_result gestalt_rows_change(gestalt_rows *rows, uint64_t seed, uint64_t round,
                                               gestalt_rows_changes *changes, gestalt_error *error);

/// Agents that move to other populations, and from others to this one.
typedef struct gestalt_rows_migration {
    const uint32_t *leaving; ///< rows of the agents that leave, ascending
    uint32_t leaving_count;
    uint32_t arriving_count;
    const uint32_t *groups; ///< groups of arriving agents, in any order
    const uint64_t *ids;
    const void *actors; ///< list of their actors: see gestalt_population_insert_many
    const size_t *offsets;
} gestalt_rows_migration;

/// Move agents. The columns already have the values of arriving agents, in the rows after the last
/// one, in the order of the list. Arriving agents keep their ids. Returns GESTALT_LIMIT if there
/// are not enough rows for them, and errors of gestalt_population_insert_many; then nothing has
/// changed. Notes that have not been applied are misuse.
GESTALT_API gestalt_result gestalt_rows_migrate(gestalt_rows *rows,
                                                const gestalt_rows_migration *migration,
                                                gestalt_error *error);

/// Set the rows to the state of a snapshot, right before or after the population itself is
/// restored: `counts` rows of each group, whose ids are already in the column. Notes are dropped.
/// More rows than the capacity are GESTALT_MISUSE.
GESTALT_API void gestalt_rows_restore(gestalt_rows *rows, const uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif
