// SPDX-License-Identifier: MIT
// The parts of a document that the reference has read (sections 1 and 2): keys, hosts, and the tree
// with its subtrees copied in place, each node with an id and its attributes as values. Made by
// reference_load.c, run by reference_run.c.
#ifndef REFERENCE_TREE_H
#define REFERENCE_TREE_H

#include "arena.h"
#include "json.h"
#include "reference.h"

typedef struct reference_document reference_document;
typedef struct reference_node reference_node;
typedef struct reference_agent reference_agent;

typedef struct reference_scope reference_scope;

/// A param of a copy: a constant, a key, or a node (section 2).
typedef struct reference_param {
    const char *name;
    reference_value value;
    const char *key; // the full name, perhaps with a component; NULL: it is none
    bool is_node;
    json_value node;                // JSON_NONE: nobody gives it
    const reference_scope *written; // "Names in it mean what they mean where it was written"
} reference_param;

/// The place of an expression or a `subtree`.
struct reference_scope {
    reference_document *document;
    reference_param *params;
    uint32_t param_count;
    json_value own;   // the keys that the copy has for itself
    const char *path; // and the PATH by which they are known
};

/// A constant, or an expression.
typedef struct reference_formula {
    reference_value constant;
    const expression *expression; // NULL: the constant
    const reference_scope *scope;
} reference_formula;

/// A key, or a component of a vector.
typedef struct reference_cell {
    const char *name;
    reference_type type;
    const reference_words *words; // of an enum, which is kept as an int; else NULL
    bool shared;
    bool is_own; // of a copy
    bool has_init;
    reference_formula init;
    reference_value value; // of a shared one
} reference_cell;

typedef struct reference_key {
    const char *name;
    const char *written; // in an expanded document, what stands for it; or NULL
    uint32_t width;      // how many cells it has: 1, or as many as components
    uint32_t cell;       // the first
} reference_key;

typedef struct reference_parameter { // of a host function
    const char *name;
    reference_passing passing;
    reference_type type;
    const reference_words *words;
} reference_parameter;

typedef struct reference_host {
    const char *name;
    const char *kind;
    bool declared;
    bool arguments_known;
    bool used; // by the tree
    reference_parameter *parameters;
    uint32_t parameter_count;
    bool has_stub;
    int64_t stub_ticks;
    gestalt_status stub_status;
} reference_host;

/// The value that a node gives for an argument.
typedef struct reference_given {
    const char *name;
    reference_passing passing;
    reference_formula formula;
    const char *key;
    uint32_t cell, width; // of a vector
} reference_given;

typedef struct reference_persistent_key {
    const char *name;
    gestalt_status init;
} reference_persistent_key;

/// The state of a run; in reference_run.c.
typedef struct reference_run reference_run;
typedef struct reference_node_type_row {
    const char *name;
    bool is_leaf;
    gestalt_status (*run)(reference_run *run, const reference_node *node);
    bool keeps; // a value that outlives the node, as `cooldown` and `once` do
} reference_node_type_row;
const reference_node_type_row *reference_node_type_named(const char *name);

struct reference_node {
    uint32_t id;
    uint32_t end; // the ids below it are [id + 1, end)
    const reference_node_type_row *type;
    const char *name; // or NULL
    reference_node **children;
    uint32_t child_count;
    // Attributes, as far as its type has them.
    reference_formula formula; // `if`, `to` of a set, `on`
    bool reactive;
    float margin;
    const char **cases; // of a switch: of each child but the default
    uint32_t case_count;
    uint32_t host; // `call` or `do`; NO_HOST
    reference_given *arguments;
    uint32_t argument_count;
    const char *resource; // or NULL
    uint32_t persistent;
    gestalt_status status;    // `to` of a signal
    uint32_t cell;            // `key` of a set, the first of a whole vector
    const char *key;          // and its name
    reference_formula *parts; // of a whole vector: `to`, by component; else NULL
    uint32_t part_count;
    bool in_ticks;
    int64_t duration;  // ticks or microseconds
    bool is_evaluated; // it is that of `lasts`, for each agent
    reference_formula lasts;
    int64_t count; // `count` or `attempts`; 0: for ever
    int64_t per_tick;
    float probability;
    const char *message;
    bool has_list; // its children are a list, and have no roles
    bool random_order;
    int64_t success, failure; // thresholds
    float *weights;
    reference_formula *scores;
};

#define NO_HOST UINT32_MAX

typedef struct reference_tree { // a member of `trees`
    const char *name;
    json_value value;
    reference_document *document; // that it stands in
    reference_document *included; // set: its root is the tree, or that of its trees
    json_value part;              // which this names
    bool used;
} reference_tree;

/// A PATH, and how many copies have had it.
typedef struct reference_path {
    const char *path;
    uint32_t copies;
} reference_path;

struct reference_document {
    const char *path; // relative to the first one's folder
    json_document json;
    reference_tree *trees;
    uint32_t tree_count;
    bool used; // its root is a part of the tree
    reference_document *next;
};

/// A key, persistent or node's name that is another one after an edit.
typedef struct reference_rename {
    const char *old_name, *new_name;
} reference_rename;

typedef struct reference_text {
    char *bytes;
    size_t size, capacity;
} reference_text;

struct reference {
    arena memory;
    gestalt_allocator allocator;
    reference_settings settings;
    reference_document *documents;

    reference_key *keys;
    uint32_t key_count, key_capacity;
    reference_cell *cells;
    uint32_t cell_count, cell_capacity;
    reference_host *hosts; // declared or used
    uint32_t host_count, host_capacity;
    uint32_t *used_hosts; // by the tree, in order of first use
    uint32_t used_host_count, used_host_capacity;
    reference_persistent_key *persistents;
    uint32_t persistent_count, persistent_capacity;
    reference_node **nodes; // by id
    uint32_t node_count, node_capacity;
    uint32_t real_node_count;
    const char *path; // of the copy that is being expanded; "" in none
    reference_path *paths;
    uint32_t path_count, path_capacity;

    reference_agent **agents; // by id
    uint32_t agent_count, agent_capacity;
    int64_t tick, now, previous; // of the coming tick, or the one that runs; of the one before
    bool in_tick;
    reference *before;               // the one that an edit has ended
    const reference_rename *renames; // while it is edited
    uint32_t rename_count;

    reference_counts *counts;        // by node, in all
    reference_counts *counts_before; // of the last tick that was counted

    reference_text events;
    reference_text csv;
    reference_request *requests;
    uint32_t request_count, request_capacity;
};

/// Reads the document and all that it includes.
void reference_read_documents(reference *r, const char *text, size_t size);

/// The document's name, as an edit's event gives it.
const char *reference_name(reference *r);

/// The value of a formula, for an agent. NULL is an agent that is nobody: all its values are zero.
reference_value reference_formula_value(reference *r, reference_agent *agent,
                                        const reference_formula *formula);
/// The full name of a key, or of a component, that is written as `name` there; NULL for a constant.
const char *reference_full_name(reference *r, const reference_scope *s, const char *name);
/// The cell of that name; cell_count when there is none.
uint32_t reference_find_cell(const reference *r, const char *name);
/// The key of that name, or NULL.
reference_key *reference_find_key(const reference *r, const char *name);

#endif
