// SPDX-License-Identifier: MIT
// The state of a running world, for the sources of this folder and for parts.
//
// Agents are columns. An agent has an id, given by the population, and an index: the groups are
// contiguous, each sorted by id. Indexes change after `move`, in world_live, when agents are born
// and die; to refer to an agent across steps, store its id. The results of a stage must not depend
// on threads, lanes or the order of pieces.
#ifndef WORLD_STATE_H
#define WORLD_STATE_H

#include "barriers.h"
#include "steer.h"
#include "text.h"
#include "world_head.h"
#include "world_host.h"
#include "world_part.h"

#include <gestalt/calls.h>
#include <gestalt/rows.h>
#include <gestalt/snapshot.h>
#include <gestalt/worlds/share.h>

/// An action of a group's tree that urges its agents: what the urge itself does not store. Columns
/// are by argument of the gestalt_world_function; NULL if it is constant or omitted.
typedef struct world_urge {
    const gestalt_world_function *function;
    uint64_t *live;  // by index, one bit: the urge is live after the tick
    uint64_t *lanes; // in a share, by block: lanes in which it is, until the end of the tick
    float *column[GESTALT_WORLD_ARGUMENTS];    // numbers; x components of points
    float *y[GESTALT_WORLD_ARGUMENTS];         // y components of points
    float *z[GESTALT_WORLD_ARGUMENTS];         // z components of points in space
    uint32_t *handle[GESTALT_WORLD_ARGUMENTS]; // indexes of agents, and paths
} world_urge;

/// A blackboard key that the world writes before each tick.
typedef struct world_view_key {
    gestalt_key key;
    int what; // see world_sense.c
} world_view_key;

enum { WORLD_VIEW_KEYS = 6 };

/// Counts of births and deaths since the start. Snapshots contain it, so it has no padding.
typedef struct world_census {
    uint64_t births, deaths, refused; // refused: the group was full
} world_census;

struct world_group {
    const scene_group *scene;
    uint32_t number;
    uint32_t begin, end; // indexes; of a share, those of its own agents
    gestalt_host *host;
    urge_group urges;    // urges of the tree, in the order of its nodes
    urge *urge_list;     // the same array, writable
    world_urge *details; // details of each urge
    uint32_t *urge_of;   // by node id: number of its urge, or UINT32_MAX
    bool wants_sums;     // some urge needs sums over neighbours
    neighbours_view view;
    world_view_key keys[WORLD_VIEW_KEYS];
    uint32_t key_count;
    const struct world_part *mover; // part that moves the group; NULL: forces do
    bool is_moved_by_place;         // the mover moves agents by their places in the grid
    bool varies;                    // agents can be born and die
    bool is_listed;                 // rows find agents: they vary, or migrate between parts
    world_census *census;           // counts, if it varies
};

/// Memory that snapshots contain, or that the world owns.
typedef struct world_memory {
    void *bytes;
    size_t size;       // 0 for a column
    size_t stride;     // bytes per agent of a column
    bool is_inherited; // newborns inherit a column's value; otherwise it is zero
    bool is_optional;  // only needed for certain trees: zero in worlds without; here, if `bytes` is
                       // NULL
} world_memory;

typedef struct world_memories {
    world_memory *list;
    uint32_t count;
    size_t capacity;
} world_memories;

/// Agents of a snapshot: consecutive ids of one group.
typedef struct world_run {
    uint64_t first;
    uint32_t group, count;
} world_run;

/// Records of a snapshot that is being loaded (world_records.c), in the order of ids.
typedef struct world_collected {
    unsigned char *records;
    world_run *runs;
    uint64_t count, run_count;
    uint64_t *rows; // by group: number of agents, then the next row; NULL without records
    size_t records_room, runs_room;
} world_collected;

/// The state before a snapshot is loaded, until all of it has been checked (world_snapshot.c).
typedef struct world_before {
    unsigned char *bytes;
    size_t size;
    int64_t *totals; // by group: agents of all shares in the snapshot
} world_before;

/// What snapshots contain: memory of the world and of its parts, and members of the scene.
typedef struct world_saved {
    world_memories memory;
    world_collected collected;
    world_before before;
    unsigned char *members; // scene_members.h
    size_t members_size;
} world_saved;

/// Interrupting a step: the snapshot of the world before the current step (world_interrupt.c).
typedef struct world_undo {
    bool interruptible; // the step can be undone now
    int interrupt; // nonzero: stop this step if it can be undone, otherwise before the next one
    bool is_kept;  // saved before each step, since trees can be long
    bool is_there; // the snapshot of the current step exists
    bool is_armed; // when `interrupt` is set, the rest of the step's work is skipped
    bool is_owed;  // memory ran out while undoing the last step
    uint64_t begun, took; // nanoseconds: start of the step, and duration of the last one
    unsigned char *bytes;
    size_t size, room;
} world_undo;

/// What moves the agents of a step.
typedef struct world_motion {
    vectors forces;     // forces of this step, by index
    vectors were;       // if anything is solid: positions before the current step's motion
    float *least_speed; // column all.min_speed, or NULL
    uint32_t lost;      // first agent that could not be moved in this step, or MOTION_NONE
} world_motion;

/// How agents find their neighbours, and what they see of them.
typedef struct world_sight {
    grid near;          // grid of all vehicles, from the stage `grid` on
    bool is_ready;      // the grid is already that of the next step
    bool sees_headings; // the grid carries headings, not velocities; set in `start`
    float reach; // largest known radius in which agents look; parts may raise it in `start`. Larger
                 // radii work, but are slower
    float cell;  // least edge of grid cells; 0: chosen for agents all over the world. For parts
                 // whose agents are close together in a small area
    float most_reach; // upper bound of radii: in periodic worlds below half their size
    neighbours_sums sums;
    neighbours_view view; // view of all groups
    float *view_columns;  // columns for `view`, if groups differ
} world_sight;

/// Radii in periodic worlds are at most this share of the world's size.
#define WORLD_MOST_OF_IT 0.499f

/// What does not move: paths, and everything that is solid.
typedef struct world_terrain {
    pathway *paths; // the paths of the scene
    uint32_t path_count;
    spheres obstacles;
    barriers barriers; // obstacles, walls and the border
} world_terrain;

/// The parts of a world.
typedef struct world_parts {
    void *states[SCENE_PART_COUNT]; // state of each part, by SCENE_PART_...
    world_part of_hosts[GESTALT_WORLD_PARTS];
    const world_part *list[SCENE_PART_COUNT + 1]; // the parts that exist; ends with NULL
} world_parts;

/// Births and deaths (world_life.c).
typedef struct world_life {
    bool varies;          // whether agents of some group can be born or die
    gestalt_rows *rows;   // if so, or in a shared world: finds agents, and moves columns
    world_memories moved; // columns that follow agents, but that snapshots do not contain
    uint64_t *row_counts; // scratch: number of rows of each group
    uint32_t *group_of;   // by index, if there are several groups: its group; for newborns, that of
                          // the parent until they begin to live
    bool ticks_alone;     // whether one thread ticks all agents of this step
    uint64_t tick;        // number of this step's tick among those of all worlds of the program
} world_life;

/// What the world measures (world_measure.c, world_report.c).
typedef struct world_measured {
    uint8_t *touching;     // by index: its body touches another one
    uint64_t *collisions;  // number of agents that started to touch another
    uint32_t *report_bits; // a column for each value of agents that reports use
    double *report_values; // results of an expression for these agents
} world_measured;

/// Agents of other shares that trees name by their ids (world_find.c).
typedef struct world_asked {
    uint64_t *ids; // ascending
    uint32_t count;
    bool *exists;
    unsigned char *ghosts;
    size_t ids_room, exists_room, ghosts_room, room[2][STEER_DIMENSIONS];
} world_asked;

/// The connection of a share with the others (world_share.c).
typedef struct world_sharing {
    bool is_shared; // otherwise the world has all agents, and only `room_of_all` is used
    gestalt_world_share with;
    uint64_t room_of_all;                // most agents of all shares
    float reach;                         // distance up to which ghosts are needed
    uint32_t block_room;                 // most blocks of a group
    uint32_t ghost_count;                // ghosts are in the rows from all.count on
    bool sees_velocities, sees_headings; // ghosts carry them
    uint64_t *keys; // by index, if there are several groups: order of agents in the grid
    grid_window window;
    world_memories seen; // columns of parts that ghosts carry
    bool finds;          // trees name agents by their ids
    uint32_t *by_id;     // rows of ghosts by ascending ids, if trees call `see`; else NULL
    // The share agrees with the others before they exchange anything between the tick and the end
    // of the motion. Set in `start` by parts that refresh ghosts.
    bool meets;
    world_asked asked;
    // Births, if agents vary:
    uint64_t *totals;             // by group: agents of all shares
    uint64_t *full;               // by group: births that the full group refused in this step
    uint64_t next_id;             // next id of all shares, after this step's births
    struct census_sums *sums;     // scratch, by group
    uint64_t *lots;               // scratch, by birth
    gestalt_rows_birth *accepted; // scratch, by birth
} world_sharing;

struct gestalt_world {
    world_head head; // must be first
    const scene *scene;
    gestalt_allocator allocator;
    world_memories owned; // memory that the world releases at its end
    gestalt_population *population;
    uint32_t thread_count;
    const steer_kernels *kernels;

    uint64_t step;     // number of finished steps
    uint64_t seed;     // seed of the scene, or of the run that a loaded snapshot is from
    uint32_t capacity; // capacity of columns, in agents; all.count agents exist
    float dt;          // seconds
    space space;
    vehicles all; // state at the end of the previous step
    world_motion motion;
    world_sight sight;
    world_terrain terrain;
    urge_scene seen; // all of this, for urges

    world_group *groups;
    uint32_t group_count;
    world_parts parts;
    world_life life;
    world_saved saved;
    world_undo undo;
    world_measured measured;
    world_sharing share;
};

/// Iterate over all parts of a world.
#define EACH_PART(part, w)                                                                         \
    for (const world_part *const *part##_at = (w)->parts.list, *part; (part = *part##_at);         \
         part##_at++)

// ---- for parts

/// Register bytes that snapshots contain; loading a snapshot restores them. Call this only in
/// `start`, and always for the same bytes in the same order. They must not contain pointers.
/// Returns false when memory runs out.
bool world_keep(world *w, void *bytes, size_t size);

/// Allocate zeroed memory that lives as long as the world. Returns NULL when memory runs out.
void *world_allocate(world *w, size_t size);

/// Kernels read whole vectors: up to this many agents past the last one.
enum { WORLD_COLUMN_SPARE = 64 };

/// Create a zeroed column of `stride` bytes per agent, by index. It lives as long as the world,
/// with capacity for all possible agents, plus padding for vector kernels. Returns NULL when memory
/// runs out.
void *world_column(world *w, size_t stride);
/// Create a column with one bit for each agent, by index, in whole words.
uint64_t *world_bits(world *w);
/// Create a column of floats for each dimension. Returns false when memory runs out.
bool world_vectors(world *w, vectors *made);

/// Create a column that snapshots contain, for the agents that exist. Values follow their agents
/// when indexes change; those of newborns are zero. Call this only in `start`, and always for the
/// same columns in the same order.
void *world_kept_column(world *w, size_t stride);
/// Register an existing column with capacity for w->capacity agents.
bool world_keep_column(world *w, void *column, size_t stride);
/// Let ghosts have the values of a column.
bool world_keep_seen(world *w, void *column, size_t stride);
/// Register a column that snapshots do not contain, for values that are computed before agents are
/// born, die and migrate, and read afterwards.
bool world_move_column(world *w, void *column, size_t stride);
/// Register memory of `size` bytes, or a column of `stride` bytes per agent, that is needed only if
/// trees call certain functions. `bytes` is NULL if they do not; registering is required either
/// way. After an edit of the trees, such memory starts with zeros, or is dropped.
bool world_keep_optional(world *w, void *bytes, size_t size, size_t stride);
/// Return whether a column can have capacity for w->capacity agents: false for memory of
/// world_allocate that is too small; other memory cannot be checked.
bool world_has_room(const world *w, const void *column, size_t stride);

/// Return the index of an agent by its id, or UINT32_MAX.
uint32_t world_find(const world *w, uint64_t agent);

/// Remove an agent at the end of this step. During ticks, only for the agent itself.
void world_die(world *w, uint32_t index);

static inline bool world_is_dying(const world *w, uint32_t index)
{
    return w->life.rows && gestalt_rows_is_leaving(w->life.rows, index);
}

/// Add a child of this agent to a group that varies, at the end of this step. During ticks, only
/// for the agent itself. Returns false if there is no such group, it was full after the last step,
/// or the agent already has a child in this step.
bool world_breed(world *w, uint32_t index, uint32_t group);

/// Return the number of the group of an index.
uint32_t world_group_of(const world *w, uint32_t index);

/// Set a blackboard key of an agent, between ticks (`before`, `after`). Does nothing when its tree
/// has no such key of that type.
void world_set_float(world *w, uint32_t index, const char *key, float value);
void world_set_int(world *w, uint32_t index, const char *key, int32_t value);

/// Run work for the agents `begin` to `end` - 1, in pieces, on all threads.
typedef void world_work(world *w, void *user, uint32_t begin, uint32_t end);
void world_parallel(world *w, uint32_t begin, uint32_t end, world_work *work, void *user);

// ---- shared by the sources of this folder

/// Build w->sight.near from the current positions; in shared worlds also of ghosts, which this
/// gets.
gestalt_result world_find_near(world *w, gestalt_error *error);
/// Return the number of places in the grid.
static inline uint32_t world_places(const world *w)
{
    return w->all.count + w->share.ghost_count;
}

/// Tables that end with a function without a name.
extern const gestalt_world_function world_behaviours[],
    world_sensors[]; // world_urges.c, world_sensors.c

/// Create the group's host, with exactly what its shape calls (world_bind.c).
gestalt_result world_bind(world *w, world_group *group, gestalt_error *error);
void world_fit(scene_reader *r, const scene_group *group);
/// Return the function of that name which trees of the scene can call, or NULL.
const gestalt_world_function *world_find_function(const scene *s, const char *name);
bool world_key_argument(void *user, const char *function, const char *argument,
                        gestalt_parameter *key);
void world_write_functions(text_out *out);

/// Get the constant that a call passes for an argument, or the argument's default. Returns false if
/// it is not constant.
bool world_constant(const gestalt_shape *shape, const gestalt_shape_call *call,
                    const gestalt_world_argument *argument, float *value);

/// Create the urges of a group (world_urges.c).
bool world_urges_make(world *w, world_group *group);
/// Mark all urges as not live, before a tick.
void world_urges_clear(world *w);
/// Set the bits of live urges, after a tick.
void world_urges_ticked(world *w);
/// Return whether trees call nothing but behaviours, of which none names agents: then no function
/// finds agents by their ids.
bool world_only_urges(const world *w);

const char *world_scene_sharing(const scene *s, float *reach); // world_share.c
/// Return the connection with other shares, or NULL.
static inline const gestalt_world_share *world_share(const world *w)
{
    return w->share.is_shared ? &w->share.with : NULL;
}
/// Replace numbers by their sums over all shares.
static inline void world_sum(const world *w, int64_t *numbers, uint32_t count)
{
    if (w->share.is_shared)
        w->share.with.sum(w->share.with.user, numbers, count);
}
/// Return the sum of a count over all shares.
static inline uint64_t world_total(const world *w, uint64_t count)
{
    int64_t number = (int64_t)count;
    world_sum(w, &number, 1);
    return (uint64_t)number;
}
/// Return the number of a group's agents in all shares, after the last step.
uint64_t world_share_total(const world *w, const world_group *group);
/// Take over the numbers of all shares from the snapshot that has been loaded.
void world_share_loaded(world *w);
/// Replace the values of ghosts in a column, or in columns, by those of their agents.
void world_refresh(world *w, void *column, size_t stride);
void world_refresh_vectors(world *w, const vectors *columns);
/// Set up the sharing of a world: before its columns are created, and when all are known.
gestalt_result world_share_check(world *w, const gestalt_world_options *options,
                                 gestalt_error *error);
bool world_share_start(world *w);
/// Return the result of a share that has failed, or GESTALT_OK if all shares succeed.
gestalt_result world_share_join(world *w, gestalt_result result, gestalt_error *error);
/// Agree on the result of the step so far: `result` ends it, `*moved` does not.
gestalt_result world_share_agree(world *w, gestalt_result result, gestalt_result *moved,
                                 gestalt_error *error);
/// End the tick of all shares. Returns the same result on all; `result` is that of this share.
gestalt_result world_share_ticked(world *w, gestalt_result result, gestalt_error *error);
/// Return whether trees name agents by their ids (world_find.c).
bool world_names_agents(const world *w);
/// Collect the ids of agents that live urges name, and that are not own ones.
gestalt_result world_find_collect(world *w, gestalt_error *error);
/// Look them up in the other shares, and replace ids in the columns of urges by indexes.
gestalt_result world_find_far(world *w, gestalt_error *error);
void world_find_stop(world *w);
/// Return the index of an agent that is own or a ghost, or UINT32_MAX. Of ghosts, only trees that
/// call `see` find any (world_share.c).
uint32_t world_find_seen(const world *w, uint64_t agent);
/// Read the position and the velocity of a ghost, as element `i`.
void world_read_ghost(const world *w, unsigned char *ghost, uint32_t i, const vectors *position,
                      const vectors *velocity);
/// Get the ghosts, and order all agents for the grid.
gestalt_result world_share_look(world *w, gestalt_error *error);
/// Give ids to the newborns of all shares: a gestalt_rows_births_function.
gestalt_result world_share_births(void *user, const gestalt_rows_births *births,
                                  gestalt_error *error);
/// Let the host move agents between the shares.
gestalt_result world_share_migrate(world *w, gestalt_error *error);
/// For the public functions of share.h.
float world_share_reach(const world *w);
gestalt_result world_share_window(world *w, const float *low, const float *high,
                                  gestalt_error *error);
size_t world_ghost_size(const world *w);
void world_take_ghosts(const world *w, const uint32_t *rows, uint32_t count, void *ghosts);
gestalt_result world_set_ghosts(world *w, const void *ghosts, uint32_t count, gestalt_error *error);
size_t world_migrants_size(const world *w, uint32_t count);
gestalt_result world_take_migrants(const world *w, const uint32_t *rows, uint32_t count,
                                   void *bytes, size_t capacity, size_t *size,
                                   gestalt_error *error);
gestalt_result world_check_loaded(world *w, gestalt_error *error);
gestalt_result world_migrate(world *w, const uint32_t *leaving, uint32_t leaving_count,
                             const gestalt_world_migrants *arriving, uint32_t arriving_count,
                             gestalt_error *error);
/// Take over groups from the rows after births, deaths or migration (world_life.c).
void world_take_rows(world *w);
/// Set the constant values of agents of a group.
void world_equip(world *w, const world_group *group, uint32_t begin, uint32_t end);
/// Create the grid, and return the least edge of its cells (world.c).
gestalt_result world_make_grid(world *w);
float world_cell(const world *w);

gestalt_result world_barriers_make(world *w); // world_barriers.c
/// Return the part of an agent's step that solid barriers allow; with `all`, everything is solid.
vector world_held(const world *w, uint32_t index, vector at, vector step, bool all);
/// Return whether the body of an agent of that group can be at a position: outside of everything
/// that is solid to it, and inside a solid border.
bool world_is_free(const world *w, const world_group *group, vector at);
/// Move an agent back to where it can get, after it has moved by its velocity, and adjust the
/// velocity.
void world_hold_back(const world *w, uint32_t index, vector was);
gestalt_result world_place(world *w); // world_place.c: initial positions
/// Return the value that a scene sets for an agent's key, before the coming step; random values are
/// drawn for the agent.
gestalt_value world_value_of(const world *w, const scene_key *key, uint32_t index);
/// Initialise a newborn, whose position and velocity are its parent's: set its own random stream,
/// and draw its heading.
void world_begin_life(world *w, uint32_t index, const scene_vehicle *body);
/// Set up births and deaths (world_life.c); call when all columns are known.
gestalt_result world_life_start(world *w, gestalt_error *error);
/// Carry out the births and deaths of this step.
gestalt_result world_live(world *w, gestalt_error *error);
/// Recompute everything that depends on groups and ids, after a snapshot has restored them.
void world_restore_rows(world *w);
/// Return the index of an agent of that group, or UINT32_MAX.
uint32_t world_find_in(const world *w, const world_group *group, uint64_t agent);

/// Return the row of an agent, which is likely to follow another row.
static inline uint32_t world_find_after(const gestalt_world_binding *b, uint64_t agent,
                                        uint32_t before)
{
    uint32_t row = before + 1;
    if (row < b->group->end && b->world->all.id[row] == agent)
        return row;
    return world_find_in(b->world, b->group, agent);
}

void world_sense_start(world *w, world_group *group); // world_sense.c
/// Return the type that a key of that name must have for the world to write it, if it is a vector
/// of the wrong type; else NULL.
const char *world_sense_misfit(const gestalt_shape_key *key);
void world_sense(world *w);
gestalt_result world_change(world *w, gestalt_error *error); // world_changes.c: before a step
void world_steer(world *w);                                  // world_steer.c: forces
void world_move(world *w);
void world_note_lost(world *w, uint32_t index); // MOTION_NONE: none. Thread-safe
gestalt_result world_tell_lost(const world *w, gestalt_error *error);
gestalt_result world_measure_step(world *w, gestalt_error *error); // world_measure.c
void world_measure(world *w, outcome *out);
/// Return the radius of the disc around the body of a group's agents.
float world_reach_of_body(const scene_vehicle *v);
/// Return the bytes of an agent's record: its values in all columns that are kept
/// (world_records.c).
size_t world_record_size(const world *w);
/// Copy the records of agents, from the index `row` on.
void world_records_take(const world *w, uint32_t row, uint32_t count, void *records);
void world_records_put(world *w, uint32_t row, uint32_t count, const void *records);
/// Make the population keep records. Called when all columns are registered.
gestalt_result world_records_start(world *w, gestalt_error *error);
/// Set all columns, and ids, to the records of a snapshot.
gestalt_result world_records_load(world *w, const gestalt_population *read, gestalt_error *error);
/// Check the attached bytes of a snapshot (world_snapshot.c). Sets whether records belong to it.
gestalt_result world_snapshot_head(const world *w, const gestalt_population *read,
                                   bool *has_records, gestalt_error *error);
/// Return the number of a group's agents in a snapshot whose head has been checked; for a share,
/// those of all shares.
uint64_t world_snapshot_agents(const gestalt_population *read, uint32_t group);
/// End a loading: restore the state before it, if the snapshot does not take effect.
void world_snapshot_end(world *w, bool is_loaded);
gestalt_result world_hash(const world *w, uint64_t *hash, gestalt_error *error);
/// Return the hash of the world, given that of the agents of all shares.
uint64_t world_hash_of(const world *w, uint64_t agents);
/// Return the current size of a memory, in bytes.
size_t world_kept_size(const world *w, const world_memory *kept);
/// Attach what snapshots contain besides agents to the population (world_snapshot.c).
gestalt_result world_attach(world *w, gestalt_error *error);
gestalt_result world_save(world *w, const char *path, gestalt_error *error);
gestalt_result world_save_to(world *w, gestalt_writer to, gestalt_error *error);
/// Install the check of loaded snapshots (world_snapshot.c).
gestalt_result world_snapshot_start(world *w);
gestalt_result world_load(world *w, const char *path, gestalt_error *error);
gestalt_result world_load_memory(world *w, const void *bytes, size_t size, gestalt_error *error);
/// Verify the state loaded from a snapshot; `read` is the population (world_check.c).
gestalt_result world_check(world *w, const gestalt_population *read, gestalt_error *error);
/// Return whether a tick of some group can take long (world_interrupt.c).
bool world_has_long_trees(const world *w);
/// Callable in signal handlers and by any thread.
void world_interrupt(world *w);
/// Begin a step: save the world if the step can be long. Returns GESTALT_INTERRUPTED if an
/// interruption came before.
gestalt_result world_undo_begin(world *w, gestalt_error *error);
/// Mark the tick as over: the rest of the step can be stopped as well.
void world_undo_ticked(world *w);
/// Return whether the step was interrupted, and parts of its work were skipped.
bool world_is_stopped(const world *w);
/// Undo the step, and return GESTALT_INTERRUPTED.
gestalt_result world_put_back(world *w, gestalt_error *error);
/// End the part of the step that can be interrupted.
void world_undo_end(world *w);
struct gestalt_recorder;
gestalt_result world_record(const world *w, uint64_t every, gestalt_writer sink,
                            struct gestalt_recorder **writer, gestalt_error *error);
gestalt_result world_frame(const world *w, struct gestalt_recorder *writer, gestalt_error *error);
gestalt_result world_take_frame(const world *w, gestalt_world_frame_taker *take, void *user,
                                gestalt_error *error);

#endif
