// SPDX-License-Identifier: MIT
// The edits of a scene's run: --edit STEP:GROUP:FILE. For each there is a scene in which the group
// runs the tree of the file; they are read before the first step, so that whatever is wrong with
// one is said before anything has happened.
#ifndef SCENE_EDITS_H
#define SCENE_EDITS_H

#include "edit_options.h"
#include "edit_show.h"
#include "scene_input.h"
#include "tree_record.h"

typedef struct scene_edit {
    uint64_t step; // before which it is done
    const char *group, *path;
    edit_renames renames;          // those that it is about
    scene_input in;                // the scene as it is from then on
    gestalt_edit_report **reports; // of each group, once it is done
} scene_edit;

typedef struct scene_edits {
    cli *c;
    const scene_input *first; // the scene that the run starts with
    arena a;
    bool is_open;
    scene_edit *list; // in the order of steps
    uint32_t count, next;
    edit_renames renames, of_snapshot; // all of them, and those of --from
} scene_edits;

/// Read the options, and the scenes. Errors are reported. Close them in any case, after the world.
exit_code scene_edits_open(scene_edits *e, cli *c, const scene_input *first);
void scene_edits_close(scene_edits *e);

/// Choose the renames for a snapshot of another scene.
void scene_edits_rename(scene_edits *e, const gestalt_scene *old_scene);

/// Report the steps that never come, and what is renamed nowhere.
exit_code scene_edits_check(const scene_edits *e, uint64_t first_step, uint64_t steps);

/// Do the edits that come before the coming step: `*world` becomes another one. They are told of on
/// standard error, and so are errors.
/// A recording of trees goes on in it; `trees` may be NULL.
exit_code scene_edits_do(scene_edits *e, gestalt_world **world, const gestalt_world_options *how,
                         tree_record *trees);

/// The shape that an edit gives its group.
const gestalt_shape *scene_edits_shape(const scene_edits *e, uint32_t index);

/// Tell, unless --quiet, how a group was edited.
void scene_edits_tell(cli *c, const char *group, const char *when, const edit_view *v);

/// The edits that were done, as an array of objects.
void scene_edits_json(text_out *out, const scene_edits *e);

#endif
