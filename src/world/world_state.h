// SPDX-License-Identifier: MIT
// A world that runs, for the sources of this folder and for parts.
//
// Agents are columns. An agent is known by its id, which the population gave it, and found by its
// index: groups lie one after the other, each in the order of ids. Indexes change behind `move`, in
// world_live, when agents are born and die. Whoever keeps agents over a step keeps ids. Nothing of
// what a stage does depends on threads, lanes or the order of pieces.
#ifndef WORLD_STATE_H
#define WORLD_STATE_H

#include "barriers.h"
#include "steer.h"
#include "text.h"
#include "world_host.h"
#include "world_part.h"

#include <gestalt/calls.h>
#include <gestalt/rows.h>
#include <gestalt/snapshot.h>

/// An action of a group's tree that urges its agents, beside the urge itself. Columns are by
/// argument of the gestalt_world_function, NULL where it is constant or left out.
typedef struct world_urge {
    const gestalt_world_function *function;
    uint64_t *live;                            // by index: whom it is live for, after the tick
    float *column[GESTALT_WORLD_ARGUMENTS];    // numbers; x of points
    float *y[GESTALT_WORLD_ARGUMENTS];         // of points
    float *z[GESTALT_WORLD_ARGUMENTS];         // of points in space
    uint32_t *handle[GESTALT_WORLD_ARGUMENTS]; // agents as indexes, and paths
} world_urge;

/// A blackboard key that the world writes before each tick.
typedef struct world_view_key {
    gestalt_key key;
    int what; // see world_sense.c
} world_view_key;

enum { WORLD_VIEW_KEYS = 6 };

/// Counts of who has come and gone since the beginning. No padding: snapshots hold it.
typedef struct world_census {
    uint64_t births, deaths, refused; // refused: the group was full
} world_census;

struct world_group {
    const scene_group *scene;
    uint32_t number;
    uint32_t begin, end; // indexes
    gestalt_host *host;
    urge_group urges;    // those of the tree, in the order of its nodes
    urge *urge_list;     // the same, to be changed
    world_urge *details; // of each
    uint32_t *urge_of;   // by node id: its number, or UINT32_MAX
    bool wants_sums;     // an urge looks at sums over neighbours
    neighbours_view view;
    world_view_key keys[WORLD_VIEW_KEYS];
    uint32_t key_count;
    const struct world_part *mover; // who moves it; NULL: its forces
    bool varies;                    // agents are born and die
    world_census *census;           // if so
};

/// Memory that snapshots hold, or that the world owns.
typedef struct world_memory {
    void *bytes;
    size_t size;       // 0 of a column
    size_t stride;     // of a column: bytes for each agent
    bool is_inherited; // of a column: newborns have their parents'; else zero
    bool is_optional;  // worlds of other trees lack it: all zeros; here, when `bytes` is NULL
} world_memory;

typedef struct world_memories {
    world_memory *list;
    uint32_t count;
    size_t capacity;
} world_memories;

/// The world before the step that is under way, as a snapshot (world_interrupt.c).
typedef struct world_undo {
    bool is_kept;         // before each step, as trees can be long
    bool is_there;        // of the step that is under way
    bool is_armed;        // when `interrupt` is set, the rest of the step's work is left out
    bool is_owed;         // there was no memory to put the last step back
    uint64_t begun, took; // nanoseconds: when the step began, how long the last one took
    unsigned char *bytes;
    size_t size, room;
} world_undo;

struct gestalt_world {
    const struct world_interface *is; // of so many dimensions; it and the next two: see world.h
    uint32_t is_busy;                 // in a call of which functions of the host may come
    bool has_started;                 // parts have said what snapshots hold
    const scene *scene;
    gestalt_allocator allocator;
    gestalt_population *population;
    uint32_t thread_count;
    const steer_kernels *kernels;

    uint64_t step;     // how many are done
    uint64_t seed;     // of the scene, or of the run that a snapshot is of
    uint32_t capacity; // agents that columns have room for; all.count of them are there
    float dt;          // seconds
    space space;
    vehicles all;       // as they are after the last step
    vectors forces;     // of this step, by index
    uint32_t lost;      // the first who could not be moved in this step, or MOTION_NONE
    grid near;          // of `all`, from the stage `grid` on
    bool near_is_ready; // it is already that of the next step
    bool sees_headings; // the grid carries headings, not velocities; set in start
    float *least_speed; // the column all.min_speed, or NULL
    float reach; // the largest radius that anybody is known to ask for; parts may raise it in
                 // start. Larger ones work, but take longer
    float cell;  // edge of the grid's cells, at least; 0: as agents all over the world want it.
                 // For parts whose agents are close together in a small part of it
    float most_reach; // no radius is larger: in periodic worlds below half their size
    neighbours_sums sums;
    neighbours_view view; // of all groups
    float *view_columns;  // when there are several
    pathway *paths;       // as in the scene
    uint32_t path_count;
    spheres obstacles;
    barriers barriers; // obstacles, walls and the border
    vectors were;      // if anything is solid: where those are from who move in this step
    urge_scene seen;   // all of this, for urges

    world_group *groups;
    uint32_t group_count;
    void *parts[SCENE_PART_COUNT]; // what each part keeps, by SCENE_PART_...
    world_part host_parts[GESTALT_WORLD_PARTS];
    const world_part *part_list[SCENE_PART_COUNT + 1]; // those that there are; ends with NULL

    bool varies;          // any group does
    gestalt_rows *rows;   // if so: they find agents, and move columns
    uint64_t *row_counts; // of each group: room to say how many
    uint32_t *group_of;   // by index, if there are several groups: its group; of newborns, until
                          // they begin to live, that of the parent
    world_memories kept, owned;
    unsigned char *members; // of the scene, for snapshots: scene_members.h
    size_t members_size;
    bool interruptible;
    int interrupt; // not 0: the step stops if it can be put back, else the next one
    world_undo undo;
    uint8_t *touching;     // by index: whether its body touches another one's
    uint64_t *collisions;  // how many agents began to
    uint32_t *report_bits; // world_report.c: values of agents, a column for each that is used
    double *report_values; // and what an expression gives of them
};

/// Goes over all parts of a world.
#define EACH_PART(part, w)                                                                         \
    for (const world_part *const *part##_at = (w)->part_list, *part; (part = *part##_at);          \
         part##_at++)

// ---- for parts

/// Makes the bytes known to snapshots: they are saved, and come back when one is loaded. In `start`
/// only, always the same ones in the same order. They must hold no pointers. False: no memory.
bool world_keep(world *w, void *bytes, size_t size);

/// Zeroed memory that lives as long as the world. NULL: there is none.
void *world_allocate(world *w, size_t size);

/// Kernels read whole vectors: up to so many agents past the last one.
enum { WORLD_COLUMN_SPARE = 64 };

/// Make a zeroed column: `stride` bytes for each agent by its index. It lives as long as the world,
/// and has room for all agents that there can ever be, and for what vector kernels read past the
/// last one. NULL: there is no memory.
void *world_column(world *w, size_t stride);
/// The same, of whole words: a bit for each agent by its index.
uint64_t *world_bits(world *w);
/// The same of floats, one column for each dimension. False: there is no memory.
bool world_vectors(world *w, vectors *made);

/// Make a column that is known to snapshots: they hold the values of the agents that are there.
/// Values follow their agents when indexes change; those of newborns are zero. In `start` only,
/// always the same columns in the same order.
void *world_kept_column(world *w, size_t stride);
/// The same for a column that was made before, with room for w->capacity.
bool world_keep_column(world *w, void *column, size_t stride);
/// Keep memory of `size` bytes, or a column of `stride` bytes for each agent, that worlds need only
/// if their trees call certain functions. `bytes` is NULL if these do not. Such memory must be kept
/// either way: an edit of the trees then starts with zeros, or drops what is not needed any more.
bool world_keep_optional(world *w, void *bytes, size_t size, size_t stride);
/// Return whether a column can have room for w->capacity agents: one of world_allocate that ends
/// before has none, and of other memory nothing is known.
bool world_has_room(const world *w, const void *column, size_t stride);

/// The index of an agent by its id, or UINT32_MAX when there is none.
uint32_t world_find(const world *w, uint64_t agent);

/// Has an agent removed at the end of this step. In ticks, by the agent itself.
void world_die(world *w, uint32_t index);

static inline bool world_is_dying(const world *w, uint32_t index)
{
    return w->rows && gestalt_rows_is_leaving(w->rows, index);
}

/// Has a child of this agent come into a group that varies, at the end of this step. In ticks, by
/// the agent itself. False: there is no such group, it was full after the last step, or the agent
/// has a child in this step already.
bool world_breed(world *w, uint32_t index, uint32_t group);

/// The number of the group of an index.
uint32_t world_group_of(const world *w, uint32_t index);

/// Sets a blackboard key of an agent, between ticks (`before`, `after`). Nothing happens when its
/// tree has no such key of that type.
void world_set_float(world *w, uint32_t index, const char *key, float value);
void world_set_int(world *w, uint32_t index, const char *key, int32_t value);

/// Does work for the agents begin to end - 1, in pieces, by all threads.
typedef void world_work(world *w, void *user, uint32_t begin, uint32_t end);
void world_parallel(world *w, uint32_t begin, uint32_t end, world_work *work, void *user);

// ---- between the sources of this folder

/// Makes w->near of where all are now.
void world_find_near(world *w);

/// Tables that end with one without a name.
extern const gestalt_world_function world_behaviours[],
    world_sensors[]; // world_urges.c, world_sensors.c

/// Makes the group's host, with exactly what its shape calls (world_bind.c).
gestalt_result world_bind(world *w, world_group *group, gestalt_error *error);
void world_fit(scene_reader *r, const scene_group *group);
bool world_key_argument(void *user, const char *function, const char *argument, gestalt_type *type);
void world_write_functions(text_out *out);

/// Get what a call gives for an argument of its function, or what that is when left out. False: it
/// is no constant.
bool world_constant(const gestalt_shape *shape, const gestalt_shape_call *call,
                    const gestalt_world_argument *argument, float *value);

/// Makes the urges of a group (world_urges.c).
bool world_urges_make(world *w, world_group *group);
/// No urge is live any more, until the tick says so.
void world_urges_clear(world *w);

gestalt_result world_barriers_make(world *w); // world_barriers.c
/// Return the part of an agent's step that what is solid leaves it; with `all`, everything is.
vector world_held(const world *w, uint32_t index, vector at, vector step, bool all);
/// Return whether the body of an agent of that group can be at a place: nothing that is solid to it
/// is there, and the place is not outside of a solid border.
bool world_is_free(const world *w, const world_group *group, vector at);
/// Put an agent who has moved by its velocity where it can get, and have it go so fast.
void world_hold_back(const world *w, uint32_t index, vector was);
gestalt_result world_place(world *w); // world_place.c: where agents are at first
/// The value that a scene sets a key of an agent to, before the step that comes: drawn for it,
/// where that is by chance.
gestalt_value world_value_of(const world *w, const scene_key *key, uint32_t index);
/// Give a newborn, whose position and velocity are its parent's, what it has of its own: a random
/// stream, and from that its heading.
void world_begin_life(world *w, uint32_t index, const scene_vehicle *body);
gestalt_result world_life_start(world *w,
                                gestalt_error *error); // world_life.c; when all columns are known
/// Do the births and deaths of this step.
gestalt_result world_live(world *w, gestalt_error *error);
/// When a snapshot has brought back groups and ids: all that follows from them.
void world_restore_rows(world *w);
/// The index of an agent of that group, or UINT32_MAX.
uint32_t world_find_in(const world *w, const world_group *group, uint64_t agent);
void world_sense_start(world *w, world_group *group); // world_sense.c
/// The type that a key of that name must have for the world to write it, if it is a vector of the
/// other type; else NULL.
const char *world_sense_misfit(const gestalt_shape_key *key);
void world_sense(world *w);
gestalt_result world_change(world *w, gestalt_error *error); // world_changes.c: before a step
void world_steer(world *w);                                  // world_steer.c: forces
void world_move(world *w);
void world_note_lost(world *w, uint32_t index); // MOTION_NONE: nobody. For threads
gestalt_result world_tell_lost(const world *w, gestalt_error *error);
void world_measure_step(world *w); // world_measure.c
void world_measure(world *w, outcome *out);
gestalt_result world_hash(const world *w, uint64_t *hash, gestalt_error *error);
/// Bytes that it has now.
size_t world_kept_size(const world *w, const world_memory *kept);
gestalt_result world_save(world *w, const char *path, gestalt_error *error);
gestalt_result world_save_to(world *w, gestalt_writer to, gestalt_error *error);
/// Has snapshots that are loaded looked at (world_snapshot.c).
gestalt_result world_snapshot_start(world *w);
gestalt_result world_load(world *w, const char *path, gestalt_error *error);
gestalt_result world_load_memory(world *w, const void *bytes, size_t size, gestalt_error *error);
/// Check what a snapshot has brought back, when `read` is the population (world_check.c).
gestalt_result world_check(world *w, const gestalt_population *read, gestalt_error *error);
/// Return whether a tick of some group can take long (world_interrupt.c).
bool world_has_long_trees(const world *w);
/// For signal handlers and any thread.
void world_interrupt(world *w);
/// Begin a step: keep the world as it is, if the step can be long. GESTALT_INTERRUPTED when it was
/// told to stop before.
gestalt_result world_undo_begin(world *w, gestalt_error *error);
/// The tick is over: what follows can be stopped as well.
void world_undo_ticked(world *w);
/// Return whether the step was told to stop, and parts of its work were left out.
bool world_is_stopped(const world *w);
/// Put the step back, and answer GESTALT_INTERRUPTED.
gestalt_result world_put_back(world *w, gestalt_error *error);
/// From here on the step comes to its end.
void world_undo_end(world *w);
struct gestalt_recorder;
gestalt_result world_record(const world *w, uint64_t every, gestalt_writer sink,
                            struct gestalt_recorder **writer, gestalt_error *error);
gestalt_result world_frame(const world *w, struct gestalt_recorder *writer, gestalt_error *error);

#endif
