// SPDX-License-Identifier: MIT
// The edits of a scene's run: --edit STEP:GROUP:FILE. For each edit there is a scene in which the
// group runs the tree of the file. These scenes are read before the first step, so that errors in
// them are reported before anything has happened.
#ifndef SCENE_EDITS_H
#define SCENE_EDITS_H

#include "edit_options.h"
#include "edit_show.h"
#include "scene_input.h"
#include "tree_record.h"

typedef struct scene_edit {
    uint64_t step; // step before which the edit is done
    const char *group, *path;
    edit_renames renames;          // renames for this edit
    scene_input in;                // the scene after the edit
    gestalt_edit_report **reports; // report of each group, after the edit
} scene_edit;

typedef struct scene_edits {
    cli *c;
    const scene_input *first; // the scene at the start of the run
    arena a;
    bool is_open;
    scene_edit *list; // edits in the order of steps
    uint32_t count, next;
    edit_renames renames, of_snapshot; // all renames, and those for --from
} scene_edits;

/// Read the options and the scenes. Errors are reported. Close in any case, after the world.
exit_code scene_edits_open(scene_edits *e, cli *c, const scene_input *first);
void scene_edits_close(scene_edits *e);

/// Choose the renames for a snapshot of another scene.
void scene_edits_rename(scene_edits *e, const gestalt_scene *old_scene);

/// Report edits at steps that never come, and renames that match nothing.
exit_code scene_edits_check(const scene_edits *e, uint64_t first_step, uint64_t steps);

/// Do the edits before the next step: `*world` becomes another world. Edits and errors are reported
/// to standard error. A recording of trees continues in the new world; `trees` may be NULL.
exit_code scene_edits_do(scene_edits *e, gestalt_world **world, const gestalt_world_options *how,
                         tree_record *trees);

/// Return the shape that an edit gives its group.
const gestalt_shape *scene_edits_shape(const scene_edits *e, uint32_t index);

/// Report how a group was edited, unless --quiet is given.
void scene_edits_tell(cli *c, const char *group, const char *when, const edit_view *v);

/// Write the completed edits as an array of objects.
void scene_edits_json(text_out *out, const scene_edits *e);

#endif
