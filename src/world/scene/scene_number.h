// SPDX-License-Identifier: MIT
// Params of a scene, and the expressions that may stand for its numbers. They are expressions of
// the language of documents: a mistake has the same code and the same words, and is shown at its
// place in the string.
//
//     "params": { "herd": 40, "room": "2.5 * herd" }
//     "world": { "size": ["room", "room"] }
//
// Wherever a scene has a number, a string may hold a constant expression of its params. Values of
// blackboard keys that a scene sets may vary besides: rand() is drawn for each agent.
#ifndef SCENE_NUMBER_H
#define SCENE_NUMBER_H

#include "scene_read.h"

#include <gestalt/expression.h>

enum { SCENE_PARAMS = 64 }; // at most

typedef struct scene_param {
    const char *name;
    gestalt_value value; // a bool, an int or a float
    bool is_wrong;       // which was reported
} scene_param;

/// Expressions that a scene keeps. They are destroyed with it.
typedef struct scene_expressions {
    gestalt_expression **list;
    uint32_t count, capacity;
} scene_expressions;

void scene_expressions_destroy(scene_expressions *e);

/// Reads the member `params` of a scene; it has none when that is JSON_NONE.
void scene_read_params(scene_reader *r, json_value params);

/// The param of that name, or NULL.
const scene_param *scene_param_find(const scene_reader *r, const char *name);

/// Offers the names of all params as meanings of expressions. Its user is the reader.
bool scene_param_lookup(void *user, const char *name, gestalt_expression_name *meaning);

/// The text of an expression: bytes of a string of the file.
typedef struct scene_string {
    json_value string;
    const char *text; // decoded
    size_t size;
    uint32_t begin; // where it begins in the decoded string
} scene_string;

scene_string scene_string_of(scene_reader *r, json_value string);

/// Compiles an expression, which the scene keeps. NULL: its mistakes were reported. The
/// allocator and the report of the options are the reader's; so is the lookup when there is none.
gestalt_expression *scene_compile(scene_reader *r, const scene_string *text,
                                  const gestalt_expression_options *options);

/// Computes a string that holds a constant expression. False: that was reported.
bool scene_compute(scene_reader *r, json_value string, gestalt_expression_wanted wanted,
                   gestalt_value *value);

#endif
