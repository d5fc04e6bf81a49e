// SPDX-License-Identifier: MIT
// Rules by which a scene is read besides its own tables: the parts of worlds with their members,
// and what worlds say of trees. Scenes know nothing else of worlds.
#ifndef SCENE_PART_H
#define SCENE_PART_H

#include "scene.h"

/// A part's share of scene files. All but the name may be zero.
typedef struct scene_part {
    const char *name;
    const scene_field *fields;       // more members of a scene; the struct is scene->parts[number]
    size_t size;                     // of that struct, which starts with a scene_place
    const scene_field *group_fields; // more members of a group; group->parts[number]
    size_t group_size;
    const gestalt_world_column *columns; // of agents; ends with one without a name, or NULL
    /// Tell whether the agents of a group have them.
    bool (*has_columns)(const scene_group *group);
    int drawn_as; // gestalt_record_shape: of groups that have them and ask for none
    /// Define names, when the whole file is read.
    void (*define)(scene_reader *r, scene *s);
    /// Look names up, when all are known, and compare what must fit together.
    void (*check)(scene_reader *r, scene *s);
} scene_part;

typedef struct scene_rules {
    const scene_part *const *parts; // by number; ends with NULL
    /// Tells what trees need not declare; its user is the scene.
    gestalt_key_argument *key_argument;
    /// Reports what of a group's tree can't run here.
    void (*fit)(scene_reader *r, const scene_group *group);
} scene_rules;

#endif
