// SPDX-License-Identifier: MIT
// Trees of mistreevous (version 4.3.1), in JSON or in its own language, MDSL.
//
// 1. Files are read; both syntaxes give the same nodes (mistreevous_json.c, mistreevous_mdsl.c).
// 2. The main tree is translated, and then each tree that a branch names (mistreevous.c), by a
//    table with a row for each type of node (mistreevous_nodes.c).
#ifndef MISTREEVOUS_H
#define MISTREEVOUS_H

#include "constructs.h"
#include "host_calls.h"
#include "mdsl.h"
#include "mistreevous_import.h"

typedef struct mistreevous_node mistreevous_node;
typedef struct mistreevous_tree mistreevous_tree;

enum { MISTREEVOUS_TYPE_COUNT = MDSL_RETRY + 1, MISTREEVOUS_ATTRIBUTE_COUNT = MDSL_EXIT + 1 };

/// A call of a function of the agent.
typedef struct mistreevous_call {
    const char *function; // NULL: there is no call
    gestalt_span place;   // name of the function
    host_value *arguments;
    bool *are_null; // arguments that are `null`
    uint32_t argument_count;
    bool succeeds; // whether a node that a guard abandons succeeds
} mistreevous_call;

/// A number of rounds or milliseconds: none, one, or a range.
typedef struct mistreevous_range {
    uint32_t count; // 0 to 2
    double least, most;
    gestalt_span place;
} mistreevous_range;

/// A guard or callback of a node.
typedef struct mistreevous_attribute {
    mistreevous_call call;
    mdsl_attribute_kind kind;
    struct mistreevous_attribute *next;
} mistreevous_attribute;

struct mistreevous_node {
    mdsl_type type;
    gestalt_span place, whole; // the type, and the node
    const char *name;          // a root's name, or the root that a branch names; or NULL
    gestalt_span at_name;      // place of the name
    mistreevous_call call;     // function of an action or a condition
    mistreevous_range range;
    double *weights; // weights of the children of a lotto, or NULL
    mistreevous_attribute *attributes;
    mistreevous_node *children, *next;
    uint32_t child_count;
    signed char may_run; // whether the node may return running; -1: not known yet
};

struct mistreevous_tree {
    const char *name; // NULL: the unnamed root of the first file
    mistreevous_node *root;
    uint32_t file;                // index of its file
    const char *spelling;         // name in the document, once a branch uses the tree
    const mistreevous_tree *user; // tree that used this one last, and how often
    uint32_t use_count;
    mistreevous_tree *next, *next_used;
};

typedef struct mistreevous {
    import_state *m;
    making k;
    host_calls calls;
    mistreevous_tree *trees, **last_tree;
    names index;
    mistreevous_tree **numbered;
    uint32_t count, capacity;
    uint32_t file; // index of the file that is being read
    const char *path;
    names spellings; // names of trees in the document
    mistreevous_tree *used, **last_used;
    const mistreevous_tree *current; // tree that is being translated
    gestalt_span start;              // start of the first file
} mistreevous;

/// Read a file, and add its roots. Returns false if the import cannot continue.
bool mistreevous_read_json(mistreevous *t, const import_file *file);
bool mistreevous_read_mdsl(mistreevous *t, const import_file *file);
/// Add a guard or callback to a node, of which it has none of this kind.
void mistreevous_add_attribute(mistreevous *t, mistreevous_node *n, mdsl_attribute_kind kind,
                               const mistreevous_call *call);
/// Add the type of node that a misspelt word is closest to, as help.
void mistreevous_suggest_type(mistreevous *t, gestalt_diagnostic *d, const char *word);
/// Add a root that was read.
void mistreevous_add_root(mistreevous *t, mistreevous_node *root);

/// The tree that a branch names. Returns NULL if there is none, which is reported.
mistreevous_tree *mistreevous_tree_of(mistreevous *t, const mistreevous_node *branch);

draft_node *mistreevous_make(mistreevous *t, mistreevous_node *n);

#endif
