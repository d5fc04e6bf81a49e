// SPDX-License-Identifier: MIT
// Worlds: agents that steer by their trees, created from a scene file. docs/scenes.md describes
// scenes, docs/worlds.md this API.
//
// Read a scene, which checks it and the trees that it names. Create a world from the scene, and
// step the world: each step ticks all trees, then moves all agents. Results are the same, to the
// last bit, with any number of lanes and threads. part.h lets a host add its own actions, sensors
// and parts.
//
// Calls on one world must not overlap. A scene must outlive its worlds.
#ifndef GESTALT_WORLDS_WORLD_H
#define GESTALT_WORLDS_WORLD_H

#include <gestalt/compiler.h>
#include <gestalt/edit.h>
#include <gestalt/limits.h>
#include <gestalt/recorder/recording.h>
#include <gestalt/snapshot.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- scenes

typedef struct gestalt_scene gestalt_scene;
typedef struct gestalt_world gestalt_world;
typedef struct gestalt_world_function gestalt_world_function; // part.h
typedef struct gestalt_world_part gestalt_world_part;         // part.h
typedef struct gestalt_world_share gestalt_world_share;       // share.h

/// The diagnostics of a scene: first those of the scene file, then those of each tree.
typedef struct gestalt_scene_findings {
    gestalt_diagnostics **list;
    uint32_t count, capacity;
} gestalt_scene_findings;

/// Options for reading a scene. The zero value is the default.
typedef struct gestalt_scene_options {
    gestalt_allocator allocator;
    /// Folder of the tree files, "" or ending in `/`; NULL: the folder of the scene file, and none
    /// for a scene in memory, which then cannot use tree files.
    const char *folder;
    const char *name; ///< name of the scene if the file contains none; NULL: the file's stem
    /// Options for compiling trees; `allocator` above replaces theirs.
    gestalt_compile_options compile;
    /// The host's own functions; the list ends with one without a name.
    const gestalt_world_function *functions;
    const gestalt_world_part *const *parts; ///< the host's own parts; the list ends with NULL
    /// Callback that reads tree files, and the documents that they include, instead of the file
    /// system; may be NULL. `path` is the document's name in diagnostics: it begins with `folder`.
    gestalt_include_reader *read;
    void *read_user;
} gestalt_scene_options;

/// Return whether a text is a scene: a JSON object with a member `scene`.
GESTALT_API bool gestalt_scene_is(const char *text, size_t size);

/// Read a scene from memory. `path` is the scene's name in diagnostics. `options` may be NULL.
/// Returns GESTALT_REJECTED when the scene has errors, which are in `findings`. The caller releases
/// the findings in any case.
GESTALT_API gestalt_result gestalt_scene_read(const char *path, const char *text, size_t size,
                                              const gestalt_scene_options *options,
                                              gestalt_scene **scene,
                                              gestalt_scene_findings *findings,
                                              gestalt_error *error);
/// A document whose tree replaces that of a group in the scene.
typedef struct gestalt_scene_tree {
    const char *group; ///< name of the group
    const char *path;  ///< path of the document's file
} gestalt_scene_tree;
/// Read a scene from memory, with other trees for some groups. Returns GESTALT_BAD_ARGUMENT when
/// the scene has no such group.
GESTALT_API gestalt_result gestalt_scene_read_edited(
    const char *path, const char *text, size_t size, const gestalt_scene_options *options,
    const gestalt_scene_tree *trees, uint32_t tree_count, gestalt_scene **scene,
    gestalt_scene_findings *findings, gestalt_error *error);
/// A setting: a value that replaces, or is added to, one in a scene. Paths: `sight` is a param or a
/// member of the scene; `birds.sight` is a member of the group `birds`, or else a key in its `set`;
/// other paths follow the nesting of the scene, such as `world.size` and `paths.walk.radius`;
/// `reports.+` appends an element to a list. The value is JSON, or else a string.
typedef struct gestalt_scene_setting {
    const char *path, *value;
} gestalt_scene_setting;
/// Write the text of a scene with some values replaced, to be read afterwards. Returns
/// GESTALT_BAD_ARGUMENT when a path matches nothing; the error suggests a similar path. Returns
/// GESTALT_IO when the writer fails. A text that is not JSON is written unchanged. `allocator` may
/// be NULL.
GESTALT_API gestalt_result gestalt_scene_change(const char *text, size_t size,
                                                const gestalt_scene_setting *settings,
                                                uint32_t setting_count,
                                                const gestalt_allocator *allocator,
                                                gestalt_writer writer, gestalt_error *error);
/// Read a scene file. Returns GESTALT_IO, without findings, when the file cannot be read.
GESTALT_API gestalt_result gestalt_scene_read_file(const char *path,
                                                   const gestalt_scene_options *options,
                                                   gestalt_scene **scene,
                                                   gestalt_scene_findings *findings,
                                                   gestalt_error *error);
/// Write all findings. Returns false when the writer fails.
GESTALT_API bool gestalt_scene_findings_write(const gestalt_scene_findings *findings,
                                              gestalt_diagnostics_form form, bool color,
                                              gestalt_writer writer);
/// Free findings. `allocator` is that of the options; NULL uses free.
GESTALT_API void gestalt_scene_findings_release(gestalt_scene_findings *findings,
                                                const gestalt_allocator *allocator);
GESTALT_API void gestalt_scene_destroy(gestalt_scene *scene);

/// Properties of a scene. The text lives as long as the scene.
typedef struct gestalt_scene_facts {
    const char *name;
    uint32_t dimensions; ///< 2 or 3
    uint32_t group_count;
    uint64_t agent_count; ///< number of agents at the start
    uint64_t steps;       ///< default number of steps of a run
    uint64_t seed;
    int64_t dt;            ///< time step, in microseconds
    float low[3], size[3]; ///< lowest corner and size of the world; 0 for missing dimensions
    bool periodic;         ///< what leaves the world on one side enters it on the other
    /// Greatest distance at which agents see others, as far as it is known in advance: radii that a
    /// tree computes are not, unless the scene limits them.
    float reach;
    /// Reason why worlds of the scene cannot be shared out (gestalt/worlds/share.h);
    /// NULL: they can.
    const char *unshared;
} gestalt_scene_facts;
GESTALT_API gestalt_scene_facts gestalt_scene_tell(const gestalt_scene *scene);

/// Set the limits for worlds created from the scene: leaf visits of a tick, and agents of a group;
/// see gestalt_host_set_limits. Call this before creating worlds.
GESTALT_API void gestalt_scene_set_limits(gestalt_scene *scene, const gestalt_limits *limits);

/// A group of agents.
typedef struct gestalt_scene_group {
    const char *name;
    const gestalt_shape *shape; ///< shape of the group's tree
    uint64_t count;             ///< number of agents at the start
    uint64_t most; ///< most agents at the same time; equals `count` if none can be born
} gestalt_scene_group;
GESTALT_API gestalt_scene_group gestalt_scene_group_at(const gestalt_scene *scene, uint32_t index);

/// Write the reference of scene files and of all functions for their trees, as Markdown. Returns
/// false when the writer fails.
GESTALT_API bool gestalt_scene_reference(gestalt_writer writer);

/// Write a JSON Schema of scene files, for editors. Tree documents have their own:
/// gestalt_schema_write. Returns false when the writer fails.
GESTALT_API bool gestalt_scene_schema(gestalt_writer writer);

// ---- worlds

/// Options for creating a world. The zero value is the default.
typedef struct gestalt_world_options {
    gestalt_allocator allocator;
    uint32_t threads;  ///< threads that work, including the caller's; default 1
    size_t stack_size; ///< stack size of each thread but the caller's; 0: the population's default
    uint32_t lanes;    ///< lanes of a cohort; default 64
    /// Allow gestalt_world_interrupt. To undo an interrupted step, the world first saves a snapshot
    /// in memory before each step that may take long. If a tree can visit more than 1000 leaves in
    /// a tick, that is every step; otherwise it is each step after one that took more than a
    /// quarter of a second, and also the first step if there are at least 16,384 agents.
    bool interruptible;
    /// Kernels of trees and steering; default: the best that the machine supports.
    const char *kernels;
    const uint64_t *seed; ///< NULL: the seed of the scene
    /// The world has a share of the agents of a larger one; NULL: it has all agents. Copied.
    const gestalt_world_share *share;
} gestalt_world_options;

GESTALT_API gestalt_result gestalt_world_create(const gestalt_scene *scene,
                                                const gestalt_world_options *options,
                                                gestalt_world **world, gestalt_error *error);
GESTALT_API void gestalt_world_destroy(gestalt_world *world);

/// Advance the world by one step. Returns GESTALT_REJECTED when a host function failed in a tree,
/// or when an agent's new position or velocity would not be finite. Such an agent stays where it
/// is, and everything else is done; the error names the agent and the cause. The world can still be
/// saved, and continues.
GESTALT_API gestalt_result gestalt_world_step(gestalt_world *world, gestalt_error *error);
/// A callback that ticks all agents of the population once, for a step: by calling
/// gestalt_population_tick or, in a debugger, by its own calls from gestalt_population_begin to
/// gestalt_population_end.
typedef gestalt_result gestalt_world_ticker(void *user, gestalt_population *population, int64_t now,
                                            gestalt_error *error);
/// Advance the world by one step, using the callback for the tick. When it is called, sensor values
/// are already on the blackboards, and no agent has moved yet. If the callback fails, so does the
/// step, and the world can then only be destroyed, except after an interrupted
/// gestalt_population_tick, as above.
GESTALT_API gestalt_result gestalt_world_step_by(gestalt_world *world, gestalt_world_ticker *ticker,
                                                 void *user, gestalt_error *error);
/// Interrupt a step, like gestalt_population_interrupt for ticks; for signal handlers and any
/// thread. The step returns GESTALT_INTERRUPTED once its work has stopped, and is undone: the world
/// is as before the step, except for effects of host functions outside the world. It can be saved,
/// and the next call runs the same step again. A step without a snapshot (see `interruptible`) runs
/// to its end, and then the next step does not start. Requires the option `interruptible`.
GESTALT_API void gestalt_world_interrupt(gestalt_world *world);
/// Return the number of steps done since the start, including those before a loaded snapshot.
GESTALT_API uint64_t gestalt_world_steps(const gestalt_world *world);

/// Return the population of all agents, whose groups are those of the scene. Use it to read agents,
/// and to write blackboards between steps; the world itself ticks it, spawns and despawns. If other
/// code ticks or edits the population, the world's next step, edit, snapshot or recording is
/// GESTALT_MISUSE.
GESTALT_API gestalt_population *gestalt_world_population(gestalt_world *world);

/// Positions and motion of agents, valid until the next step. The rows of a group are contiguous
/// and sorted by id.
typedef struct gestalt_world_columns {
    uint32_t count;
    const uint64_t *id;
    const float *position[3], *velocity[3]; ///< NULL for missing dimensions
    /// Unit vectors: the direction of the velocity, or the last one while an agent stands.
    const float *heading[3];
    const float *radius; ///< radius of the body
    const float *max_speed;
} gestalt_world_columns;
GESTALT_API gestalt_world_columns gestalt_world_columns_of(const gestalt_world *world);
/// Return the row of an agent in all columns, or UINT32_MAX.
GESTALT_API uint32_t gestalt_world_find(const gestalt_world *world, uint64_t agent);
/// Get the rows of a group: `*begin` to `*end` - 1.
GESTALT_API void gestalt_world_group(const gestalt_world *world, uint32_t group, uint32_t *begin,
                                     uint32_t *end);

/// Measures by name, in the order in which the world adds them.
enum { GESTALT_OUTCOME_ROWS = 256, GESTALT_OUTCOME_NAME = 64 };
typedef struct gestalt_outcome_row {
    char name[GESTALT_OUTCOME_NAME]; ///< such as "mean_speed"
    bool is_count;
    bool is_of_moment; ///< the value describes the last step; otherwise the whole run
    uint64_t count;
    double number; ///< NaN: there was nothing to measure
} gestalt_outcome_row;
typedef struct gestalt_outcome {
    uint32_t count;
    gestalt_outcome_row rows[GESTALT_OUTCOME_ROWS];
} gestalt_outcome;
GESTALT_API void gestalt_world_measure(gestalt_world *world, gestalt_outcome *outcome);
/// Return the measure with that name, or NULL.
GESTALT_API const gestalt_outcome_row *gestalt_outcome_find(const gestalt_outcome *outcome,
                                                            const char *name);

/// Mark the measure added last as one of the last step, not of the whole run. (Parts add measures:
/// gestalt/worlds/part.h.)
GESTALT_API void gestalt_outcome_of_moment(gestalt_outcome *outcome);

// ---- reports: named expressions over groups, defined by the scene (docs/experiments.md)

typedef struct gestalt_scene_report {
    const char *name, *value; ///< name, and text of the expression
    gestalt_type type;        ///< type of the value
    uint64_t every;           ///< steps between samples; 0: only at the end
} gestalt_scene_report;
/// Return the text of the scene's `until` expression, or NULL.
GESTALT_API const char *gestalt_scene_until(const gestalt_scene *scene);
GESTALT_API uint32_t gestalt_scene_report_count(const gestalt_scene *scene);
GESTALT_API gestalt_scene_report gestalt_scene_report_at(const gestalt_scene *scene,
                                                         uint32_t index);

/// Evaluate a report for the current state of the world; bools are 0 or 1. NaN: it covers no
/// agents. The value does not depend on the number of threads.
GESTALT_API double gestalt_world_report(gestalt_world *world, uint32_t report);
/// Return whether the scene's `until` expression holds, in a step in which the reports that it uses
/// are sampled. The world can still be stepped afterwards.
GESTALT_API bool gestalt_world_is_done(gestalt_world *world);

/// Compute an XXH3 hash of everything that the coming steps depend on, including the state of the
/// trees.
GESTALT_API gestalt_result gestalt_world_hash(const gestalt_world *world, uint64_t *hash,
                                              gestalt_error *error);

// ---- snapshots, which work as those of populations (gestalt/snapshot.h)

GESTALT_API gestalt_result gestalt_world_save(gestalt_world *world, const char *path,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_save_to(gestalt_world *world, gestalt_writer writer,
                                                 gestalt_error *error);
/// Load a snapshot. Returns GESTALT_BAD_FILE for anything that a world of this scene cannot have
/// saved. After an error the world is unchanged.
GESTALT_API gestalt_result gestalt_world_load(gestalt_world *world, const char *path,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_load_memory(gestalt_world *world, const void *bytes,
                                                     size_t size, gestalt_error *error);

/// Load the snapshot of a world whose groups had other trees, like gestalt_population_load_with:
/// the options contain the old shapes. Everything else in the scene must be the same.
GESTALT_API gestalt_result gestalt_world_load_with(gestalt_world *world, const char *path,
                                                   const gestalt_load_options *options,
                                                   gestalt_error *error);

/// Create a world from another scene, in which the agents of `world` continue as after an edit
/// (gestalt/edit.h). Only the trees of the scenes may differ. `world` stays unchanged. `reports` is
/// NULL, or room for one report for each group, as in gestalt_load_options.
GESTALT_API gestalt_result gestalt_world_edit(gestalt_world *world, const gestalt_scene *scene,
                                              const gestalt_world_options *options,
                                              const gestalt_rename *renames, uint32_t rename_count,
                                              gestalt_world **edited, gestalt_edit_report **reports,
                                              gestalt_error *error);

// ---- recordings

/// Start a recording of positions, speeds, live nodes and the values that the scene selects.
/// `every` is the number of steps between frames; 0: as the scene defines. End it with
/// gestalt_recorder_finish.
GESTALT_API gestalt_result gestalt_world_record(const gestalt_world *world, uint64_t every,
                                                gestalt_writer sink, gestalt_recorder **recorder,
                                                gestalt_error *error);
/// Write the current state as a frame, if this step is recorded. The recorder must come from
/// gestalt_world_record for this world.
GESTALT_API gestalt_result gestalt_world_frame(const gestalt_world *world,
                                               gestalt_recorder *recorder, gestalt_error *error);

/// A function that gets a frame, which is valid during the call. The number of columns is that of
/// the description which gestalt_world_record writes.
typedef gestalt_result gestalt_world_frame_taker(void *user, const gestalt_record_frame *frame,
                                                 uint32_t column_count, gestalt_error *error);
/// Pass the current state to a function, as the frame that gestalt_world_frame would write; agents
/// are not in the order of ids. Returns the result of the function. A share (share.h) passes its
/// own agents. If the scene records reports, all shares call this together.
GESTALT_API gestalt_result gestalt_world_take_frame(const gestalt_world *world,
                                                    gestalt_world_frame_taker *take, void *user,
                                                    gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
