// SPDX-License-Identifier: MIT
// Trees of behavior3 (behavior3js 0.2.2 and its editor).
//
// 1. Files are read: trees with their nodes, and models of leaves (behavior3_read.c).
// 2. The main tree is translated, and then each tree that another one uses (behavior3.c), by a
//    table with a row for each node (behavior3_nodes.c).
#ifndef BEHAVIOR3_H
#define BEHAVIOR3_H

#include "behavior3_import.h"
#include "constructs.h"
#include "host_calls.h"

typedef struct behavior3_node behavior3_node;
typedef struct behavior3_tree behavior3_tree;
typedef struct behavior3_model behavior3_model;

struct behavior3_node {
    const char *id, *name;
    json_value object;
    gestalt_span place; // name of the node, or the node
    bool is_reached;    // from the root
    bool may_run;       // whether the node may return running; known after it was translated
    gestalt_span link;  // reference to the node from its parent
};

struct behavior3_tree {
    const char *id, *title;
    json_value object;
    gestalt_span place;
    uint32_t source, file; // number of the file in the diagnostics, and of the named files
    names index;           // nodes by their ids
    behavior3_node *nodes;
    uint32_t node_count, node_capacity;
    const char *spelling; // name in the document, once another tree uses this one
    behavior3_tree *next, *next_used;
    const behavior3_tree *user; // tree that used this one last, and how often
    uint32_t use_count;
};

/// A node of one's own, as `custom_nodes` describes it.
struct behavior3_model {
    const char *name;
    bool is_condition;
    bool is_composite; // or a decorator
    json_value properties;
    uint32_t source;
    bool has_presets; // the presets were given to the function
};

typedef struct behavior3 {
    import_state *m;
    making k;
    host_calls calls;
    behavior3_tree *trees, **last_tree;
    names index; // trees by their ids
    behavior3_tree **numbered;
    uint32_t count, capacity;
    names model_index;
    behavior3_model *models;
    uint32_t model_count, model_capacity;
    const char *selected; // tree that the first file selects, or NULL
    uint32_t file;        // index of the file that is being read
    names spellings;      // names of trees in the document
    behavior3_tree *used, **last_used;
    behavior3_tree *current; // tree that is being translated
    uint32_t depth;          // depth of the node that is being translated
    gestalt_span start;      // start of the first file
} behavior3;

/// Read a file. Returns false if the import cannot continue.
bool behavior3_read(behavior3 *t, const import_file *file);

behavior3_tree *behavior3_find_tree(const behavior3 *t, const char *id);
/// Return the model of a node, or NULL.
behavior3_model *behavior3_find_model(const behavior3 *t, const char *name);
/// Return the tree's name in the document, and note that it is used.
const char *behavior3_use(behavior3 *t, behavior3_tree *tree);

/// Translate a node of the current tree, given a reference to it.
draft_node *behavior3_make(behavior3 *t, json_value link);

#endif
