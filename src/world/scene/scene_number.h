// SPDX-License-Identifier: MIT
// Params of a scene, and expressions in place of numbers. They are expressions of the document
// language, with the same error codes and messages, and source positions inside the string.
//
//     "params": { "herd": 40, "room": "2.5 * herd" }
//     "world": { "size": ["room", "room"] }
//
// A string with a constant expression of params is allowed for every number of a scene. Values of
// blackboard keys set by a scene may also vary: rand() is drawn for each agent.
#ifndef SCENE_NUMBER_H
#define SCENE_NUMBER_H

#include "scene_read.h"

#include <gestalt/expression.h>

enum { SCENE_PARAMS = 64 }; // most params

typedef struct scene_param {
    const char *name;
    gestalt_value value; // a bool, an int or a float
    bool is_wrong;       // has an error, which was reported
} scene_param;

/// Expressions that belong to the scene and are destroyed with it.
typedef struct scene_expressions {
    gestalt_expression **list;
    uint32_t count, capacity;
} scene_expressions;

void scene_expressions_destroy(scene_expressions *e);

/// Read the member `params` of a scene; JSON_NONE: it has none.
void scene_read_params(scene_reader *r, json_value params);

/// Return the param with that name, or NULL.
const scene_param *scene_param_find(const scene_reader *r, const char *name);

/// A gestalt_expression_lookup for params. Its user is the reader.
bool scene_param_lookup(void *user, const char *name, gestalt_expression_name *meaning);

/// The text of an expression: a part of a string of the file.
typedef struct scene_string {
    json_value string;
    const char *text; // decoded
    size_t size;
    uint32_t begin; // start within the decoded string
} scene_string;

scene_string scene_string_of(scene_reader *r, json_value string);

/// Compile an expression, which then belongs to the scene. Returns NULL if it has errors, which
/// were reported. The allocator and the report of the options are the reader's; so is the lookup if
/// it is NULL.
gestalt_expression *scene_compile(scene_reader *r, const scene_string *text,
                                  const gestalt_expression_options *options);

/// Evaluate a string with a constant expression. Returns false if it has errors, which were
/// reported.
bool scene_compute(scene_reader *r, json_value string, gestalt_expression_wanted wanted,
                   gestalt_value *value);

#endif
