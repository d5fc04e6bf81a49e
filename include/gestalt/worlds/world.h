// SPDX-License-Identifier: MIT
// Worlds: agents whose trees steer, from a scene file. docs/scenes.md tells of scenes,
// docs/worlds.md of this.
//
// A scene is read and checked, with the trees that it names. A world is made of it, and goes on
// step by step: every step ticks all trees, and then moves all agents. The result is the same, to
// the last bit, with any number of lanes and threads. part.h adds a host's own actions, sensors and
// parts.
//
// Calls on one world must not overlap. A scene outlives its worlds.
#ifndef GESTALT_WORLDS_WORLD_H
#define GESTALT_WORLDS_WORLD_H

#include <gestalt/compiler.h>
#include <gestalt/edit.h>
#include <gestalt/limits.h>
#include <gestalt/recording.h>
#include <gestalt/snapshot.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- scenes

typedef struct gestalt_scene gestalt_scene;
typedef struct gestalt_world gestalt_world;
typedef struct gestalt_world_function gestalt_world_function; // part.h
typedef struct gestalt_world_part gestalt_world_part;         // part.h

/// Everything that was found in a scene: first the scene's own, then that of each tree.
typedef struct gestalt_scene_findings {
    gestalt_diagnostics **list;
    uint32_t count, capacity;
} gestalt_scene_findings;

/// Options of reading a scene. The zero value is the default.
typedef struct gestalt_scene_options {
    gestalt_allocator allocator;
    const char *folder; ///< where trees in files are looked for, "" or ending in `/`; NULL: a scene
                        ///< in memory can't have any, and one in a file has them beside it
    const char *name;   ///< of the scene, should it give none; NULL: the file's stem
    gestalt_compile_options compile;         ///< of trees; the allocator above is used
    const gestalt_world_function *functions; ///< of the host's own; ends with one without a name
    const gestalt_world_part *const *parts;  ///< of the host's own; ends with NULL
} gestalt_scene_options;

/// Tells whether a text is a scene: a JSON object with a member `scene`.
GESTALT_API bool gestalt_scene_is(const char *text, size_t size);

/// Reads a scene from memory. `path` is what diagnostics call it. `options` may be NULL.
/// GESTALT_REJECTED: the findings tell why. They are the caller's to release in any case.
GESTALT_API gestalt_result gestalt_scene_read(const char *path, const char *text, size_t size,
                                              const gestalt_scene_options *options,
                                              gestalt_scene **scene,
                                              gestalt_scene_findings *findings,
                                              gestalt_error *error);
/// A document whose tree a group runs, and not that of the scene.
typedef struct gestalt_scene_tree {
    const char *group; ///< its name
    const char *path;  ///< of the document's file
} gestalt_scene_tree;
/// Reads a scene from memory in which some groups run other trees. GESTALT_BAD_ARGUMENT when it has
/// no such group.
GESTALT_API gestalt_result gestalt_scene_read_edited(
    const char *path, const char *text, size_t size, const gestalt_scene_options *options,
    const gestalt_scene_tree *trees, uint32_t tree_count, gestalt_scene **scene,
    gestalt_scene_findings *findings, gestalt_error *error);
/// A value that takes the place of one in a scene, or is added to it. Paths are `sight`, a param or
/// a member of the scene; `birds.sight`, of a group a member, or else a key in its `set`; or go on
/// as the scene nests, as `world.size` and `paths.walk.radius`; `reports.+` is one more element of
/// a list. A value is JSON, or else a string.
typedef struct gestalt_scene_setting {
    const char *path, *value;
} gestalt_scene_setting;
/// Writes the text of a scene with other values, to be read then. GESTALT_BAD_ARGUMENT when a path
/// leads nowhere: the error names what was meant. GESTALT_IO when the writer takes no more. A text
/// that is no JSON is written as it is. `allocator` may be NULL.
GESTALT_API gestalt_result gestalt_scene_change(const char *text, size_t size,
                                                const gestalt_scene_setting *settings,
                                                uint32_t setting_count,
                                                const gestalt_allocator *allocator,
                                                gestalt_writer writer, gestalt_error *error);
/// Reads a scene file. GESTALT_IO when it can't be read, and then there are no findings.
GESTALT_API gestalt_result gestalt_scene_read_file(const char *path,
                                                   const gestalt_scene_options *options,
                                                   gestalt_scene **scene,
                                                   gestalt_scene_findings *findings,
                                                   gestalt_error *error);
/// Writes all findings. Returns false when the writer did.
GESTALT_API bool gestalt_scene_findings_write(const gestalt_scene_findings *findings,
                                              gestalt_diagnostics_form form, bool color,
                                              gestalt_writer writer);
/// `allocator` is that of the options; NULL is malloc's.
GESTALT_API void gestalt_scene_findings_release(gestalt_scene_findings *findings,
                                                const gestalt_allocator *allocator);
GESTALT_API void gestalt_scene_destroy(gestalt_scene *scene);

/// Facts that a scene tells of itself. The text lasts as long as the scene.
typedef struct gestalt_scene_facts {
    const char *name;
    uint32_t dimensions; ///< 2 or 3
    uint32_t group_count;
    uint64_t agent_count; ///< at first
    uint64_t steps;       ///< how long it runs, if nobody says otherwise
    uint64_t seed;
    int64_t dt; ///< microseconds of a step
} gestalt_scene_facts;
GESTALT_API gestalt_scene_facts gestalt_scene_tell(const gestalt_scene *scene);

/// Sets the limits of the worlds that are made of the scene: of the visits of a tick, and of agents
/// in a group, see gestalt_host_set_limits. To be called before there are any.
GESTALT_API void gestalt_scene_set_limits(gestalt_scene *scene, const gestalt_limits *limits);

/// A group of agents.
typedef struct gestalt_scene_group {
    const char *name;
    const gestalt_shape *shape; ///< of its tree
    uint64_t count;             ///< at first
    uint64_t most;              ///< that there is room for; `count` where nobody is born
} gestalt_scene_group;
GESTALT_API gestalt_scene_group gestalt_scene_group_at(const gestalt_scene *scene, uint32_t index);

/// Writes the reference of scene files and of all that their trees can call, as Markdown. Returns
/// false when the writer did.
GESTALT_API bool gestalt_scene_reference(gestalt_writer writer);

/// Writes a JSON Schema of scene files, for editors. Trees in them have one of their own:
/// gestalt_schema_write. Returns false when the writer did.
GESTALT_API bool gestalt_scene_schema(gestalt_writer writer);

// ---- worlds

/// Options of making a world. The zero value is the default.
typedef struct gestalt_world_options {
    gestalt_allocator allocator;
    uint32_t threads;  ///< the caller's among them; default 1
    size_t stack_size; ///< of each thread but the caller's; 0: the population's default
    uint32_t lanes;    ///< of a cohort; default 64
    /// Steps can be told to stop (gestalt_world_interrupt). Before a step that may take long, a
    /// snapshot of the world is made in memory: before each one if a tree can visit more than 1000
    /// leaves in a tick; else after a step of more than a quarter of a second, and before the first
    /// one if there are 16,384 agents or more.
    bool interruptible;
    const char *kernels;  ///< of trees and steering; default: the best that the machine has
    const uint64_t *seed; ///< NULL: the scene's
} gestalt_world_options;

GESTALT_API gestalt_result gestalt_world_create(const gestalt_scene *scene,
                                                const gestalt_world_options *options,
                                                gestalt_world **world, gestalt_error *error);
GESTALT_API void gestalt_world_destroy(gestalt_world *world);

/// Goes one step on. GESTALT_REJECTED when a function of the host failed in a tree; or when an
/// agent would get to a place or speed that is no finite number: it stays where it is, everything
/// else is done, the error names it and what it comes from, and the world can be saved and go on.
GESTALT_API gestalt_result gestalt_world_step(gestalt_world *world, gestalt_error *error);
/// Ticks all agents of the population once, for a step: by gestalt_population_tick, or by what a
/// debugger puts in its place, from gestalt_population_begin to gestalt_population_end.
typedef gestalt_result gestalt_world_ticker(void *user, gestalt_population *population, int64_t now,
                                            gestalt_error *error);
/// The same as gestalt_world_step, with the tick by that function: what agents sense is on their
/// blackboards when it is called, and nobody has moved yet. If it fails, so does the step, and the
/// world can only be destroyed; but for an interrupted gestalt_population_tick, as above.
GESTALT_API gestalt_result gestalt_world_step_by(gestalt_world *world, gestalt_world_ticker *ticker,
                                                 void *user, gestalt_error *error);
/// Tells a step to stop, from signal handlers and any thread, as gestalt_population_interrupt does
/// for ticks. The step answers GESTALT_INTERRUPTED when its work has stopped, and all of it is
/// put back: the world is as before the step, but for what functions of the host have done outside
/// of it, can be saved, and the same step goes on when it is called again. A step
/// of which no snapshot was made (`interruptible`) comes to its end; then the next one is not
/// begun. Only if `interruptible` was set.
GESTALT_API void gestalt_world_interrupt(gestalt_world *world);
/// The number of steps that are done, in this run and in those that snapshots are of.
GESTALT_API uint64_t gestalt_world_steps(const gestalt_world *world);

/// The population of all agents: its groups are those of the scene. To read it and to write
/// blackboards between steps; the world ticks it, and says who comes and goes. When somebody else
/// has ticked or edited it, the world's next step, edit, snapshot or recording is GESTALT_MISUSE.
GESTALT_API gestalt_population *gestalt_world_population(gestalt_world *world);

/// Places and motions of agents, as they are until the next step: groups lie one behind the
/// other, each in the order of ids.
typedef struct gestalt_world_columns {
    uint32_t count;
    const uint64_t *id;
    const float *position[3], *velocity[3]; ///< NULL beyond the dimensions
    const float *max_speed;
} gestalt_world_columns;
GESTALT_API gestalt_world_columns gestalt_world_columns_of(const gestalt_world *world);
/// The row of an agent in all columns, or UINT32_MAX when there is none.
GESTALT_API uint32_t gestalt_world_find(const gestalt_world *world, uint64_t agent);
/// The rows `*begin` to `*end` - 1 of a group.
GESTALT_API void gestalt_world_group(const gestalt_world *world, uint32_t group, uint32_t *begin,
                                     uint32_t *end);

/// Measures, by name, in the order in which it is told.
enum { GESTALT_OUTCOME_ROWS = 256, GESTALT_OUTCOME_NAME = 64 };
typedef struct gestalt_outcome_row {
    char name[GESTALT_OUTCOME_NAME]; ///< as "mean_speed"
    bool is_count;
    bool is_of_moment; ///< as it is after the last step; else of all steps since the beginning
    uint64_t count;
    double number; ///< NaN: there was nothing to measure
} gestalt_outcome_row;
typedef struct gestalt_outcome {
    uint32_t count;
    gestalt_outcome_row rows[GESTALT_OUTCOME_ROWS];
} gestalt_outcome;
GESTALT_API void gestalt_world_measure(gestalt_world *world, gestalt_outcome *outcome);
/// The row of that name, or NULL.
GESTALT_API const gestalt_outcome_row *gestalt_outcome_find(const gestalt_outcome *outcome,
                                                            const char *name);

/// Tells that the row added last is of the last moment, and not of the whole run.
/// (Parts add rows: gestalt/worlds/part.h.)
GESTALT_API void gestalt_outcome_of_moment(gestalt_outcome *outcome);

// ---- reports: named expressions over groups, which the scene has (docs/experiments.md)

typedef struct gestalt_scene_report {
    const char *name, *value; ///< its name, and its text
    gestalt_type type;        ///< of what it gives
    uint64_t every;           ///< steps from sample to sample; 0: at the end only
} gestalt_scene_report;
/// The text of the scene's `until`, or NULL.
GESTALT_API const char *gestalt_scene_until(const gestalt_scene *scene);
GESTALT_API uint32_t gestalt_scene_report_count(const gestalt_scene *scene);
GESTALT_API gestalt_scene_report gestalt_scene_report_at(const gestalt_scene *scene,
                                                         uint32_t index);

/// The value of a report as the world is now; of a bool 0 or 1. NaN: there is nobody to ask. It is
/// the same with any number of threads.
GESTALT_API double gestalt_world_report(gestalt_world *world, uint32_t report);
/// Return whether the scene's `until` is true, in a step in which the reports that it names are
/// sampled. The world can go on all the same.
GESTALT_API bool gestalt_world_is_done(gestalt_world *world);

/// One XXH3 over all that coming steps depend on, the trees' state among it.
GESTALT_API gestalt_result gestalt_world_hash(const gestalt_world *world, uint64_t *hash,
                                              gestalt_error *error);

// ---- snapshots: as those of populations, which see

GESTALT_API gestalt_result gestalt_world_save(gestalt_world *world, const char *path,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_save_to(gestalt_world *world, gestalt_writer writer,
                                                 gestalt_error *error);
/// GESTALT_BAD_FILE for all that a world of this scene could not have saved. After an error the
/// world is as it was.
GESTALT_API gestalt_result gestalt_world_load(gestalt_world *world, const char *path,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_load_memory(gestalt_world *world, const void *bytes,
                                                     size_t size, gestalt_error *error);

/// Load the snapshot of a world whose groups had other trees, as gestalt_population_load_with does:
/// the options have the old shapes. All else of the scene must be the same.
GESTALT_API gestalt_result gestalt_world_load_with(gestalt_world *world, const char *path,
                                                   const gestalt_load_options *options,
                                                   gestalt_error *error);

/// Makes a world of another scene, in which the agents of `world` go on as after an edit
/// (gestalt/edit.h): the trees may differ, and all else must be the same. `world` stays as it is.
/// `reports` is NULL, or room for one for each group, as of gestalt_load_options.
GESTALT_API gestalt_result gestalt_world_edit(gestalt_world *world, const gestalt_scene *scene,
                                              const gestalt_world_options *options,
                                              const gestalt_rename *renames, uint32_t rename_count,
                                              gestalt_world **edited, gestalt_edit_report **reports,
                                              gestalt_error *error);

// ---- recordings

/// Starts a recording: positions, speeds, live nodes, and what the scene asks for besides. `every`
/// is from how many steps one is kept; 0 is as the scene says. Ends with gestalt_recorder_finish.
GESTALT_API gestalt_result gestalt_world_record(const gestalt_world *world, uint64_t every,
                                                gestalt_writer sink, gestalt_recorder **recorder,
                                                gestalt_error *error);
/// Adds the world as it is now, if the recording wants this step. The recorder is one that
/// gestalt_world_record has made for this very world.
GESTALT_API gestalt_result gestalt_world_frame(const gestalt_world *world,
                                               gestalt_recorder *recorder, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
