// SPDX-License-Identifier: MIT
// Rules for reading a scene besides its own tables: the members of parts, and what worlds require
// of trees. This is all that scene code knows about worlds.
#ifndef SCENE_PART_H
#define SCENE_PART_H

#include "scene.h"

/// A part's contribution to scene files. All members but the name may be zero.
typedef struct scene_part {
    const char *name;
    const scene_field *fields; // additional members of a scene, in the struct scene->parts[number]
    size_t size;               // size of that struct, which starts with a scene_place
    const scene_field *group_fields; // additional members of a group, in group->parts[number]
    size_t group_size;
    // Columns of agents; the list ends with one without a name, or is NULL.
    const gestalt_world_column *columns;
    /// Return whether the agents of a group have these columns.
    bool (*has_columns)(const scene_group *group);
    int drawn_as; // gestalt_record_shape of such groups unless the scene gives one
    /// Register names, after the whole file is read.
    void (*define)(scene_reader *r, scene *s);
    /// Resolve names, when all are registered, and check consistency.
    void (*check)(scene_reader *r, scene *s);
    /// Return the reason why worlds of the scene cannot be shared out (share.h), or NULL.
    const char *(*unshared)(const scene *s);
    /// Return how far agents look because of the part.
    float (*reach)(const scene *s);
} scene_part;

typedef struct scene_rules {
    const scene_part *const *parts; // by number; ends with NULL
    /// Returns what trees need not declare; its user is the scene.
    gestalt_key_argument *key_argument;
    /// Report calls of a group's tree that are impossible in this scene.
    void (*fit)(scene_reader *r, const scene_group *group);
} scene_rules;

#endif
