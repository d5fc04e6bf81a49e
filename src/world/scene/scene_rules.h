// SPDX-License-Identifier: MIT
// From a file to a scene.
#ifndef SCENE_RULES_H
#define SCENE_RULES_H

#include "scene_part.h"
#include "text.h"

/// Trees that replace those of the scene.
typedef struct scene_trees {
    const gestalt_scene_tree *list;
    uint32_t count;
} scene_trees;

/// Implements gestalt_scene_read_edited.
gestalt_result scene_read(const char *path, const char *text, size_t size,
                          const scene_options *options, scene_trees trees, const scene_rules *rules,
                          scene **made, scene_findings *findings, gestalt_error *error);

/// Report calls of these functions by a group's tree: only `who` can call them, and `remedy`
/// explains how to become one.
void scene_check_calls(scene_reader *r, const scene_group *group,
                       const gestalt_world_function *functions, const char *who,
                       const char *remedy);

/// Report groups whose number of agents may change, for parts that do not support that; `what` is
/// the part, such as "roads".
void scene_want_fixed(scene_reader *r, const scene *s, const char *what);

/// Write all tables, for the reference.
void scene_write_tables(text_out *out, const scene_part *const *parts);

/// Write a JSON Schema generated from the tables.
void scene_write_schema(text_out *out, const scene_part *const *parts);

#endif
