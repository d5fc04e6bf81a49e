// SPDX-License-Identifier: MIT
// The tables of scene files: scene_rules.c reads with them, scene_members.c hashes with them, and
// scene_docs.c generates docs/scene-reference.md from them.
#ifndef SCENE_TABLES_H
#define SCENE_TABLES_H

#include "scene.h"

extern const scene_field scene_fields[], scene_group_fields[];

/// The tables with a heading in the reference. Ends with one without a title.
typedef struct scene_table {
    const char *title;
    const scene_field *fields;
    const char *doc;
} scene_table;

extern const scene_table scene_tables[];

#endif
