// SPDX-License-Identifier: MIT
// A document as the reference has read it: keys, host names, and the tree with its subtrees copied
// in place. Each node has an id, and its attributes as values. reference_load.c builds the tree,
// and reference_run.c runs it.
#ifndef REFERENCE_TREE_H
#define REFERENCE_TREE_H

#include "arena.h"
#include "json.h"
#include "reference.h"

typedef struct reference_document reference_document;
typedef struct reference_node reference_node;
typedef struct reference_agent reference_agent;

typedef struct reference_scope reference_scope;

/// The value of a param in one copy: a constant, a key, or a node.
typedef struct reference_param {
    const char *name;
    reference_value value;
    const char *key; // full name of a key or component, or NULL if the value is something else
    bool is_node;
    json_value node; // node for a node param; JSON_NONE if none is given
    // scope in which `node` was written: its names are resolved there
    const reference_scope *written;
} reference_param;

/// What the names in an expression or a `subtree` refer to.
struct reference_scope {
    reference_document *document;
    reference_param *params;
    uint32_t param_count;
    json_value own;   // keys of which each copy has its own
    const char *path; // PATH of the copy, the prefix of these keys
};

/// A constant, or an expression.
typedef struct reference_formula {
    reference_value constant;
    const expression *expression; // NULL if the formula is the constant or a text
    const char *text;             // the text whose place is the value, or NULL
    const reference_scope *scope;
} reference_formula;

/// A key, or a component of a vector. A list is one cell.
typedef struct reference_cell {
    const char *name;
    reference_type type;
    // words of an enum, or of a list's elements, which are stored as ints; else NULL
    const reference_words *words;
    bool shared;
    bool is_own; // belongs to a copy of a tree
    bool has_init;
    uint32_t whole; // the init gives a vector with that many components, of which this is the first
    reference_formula init;
    reference_formula *elements; // init of a list: one formula for each element
    uint32_t element_count;
    // value of a shared cell; for a list that is not shared, an empty list of its type
    reference_value value;
} reference_cell;

typedef struct reference_key {
    const char *name;
    const char *written; // if an edit document was expanded: how the key was written, or NULL
    uint32_t width;      // number of cells: 1, or the number of components
    uint32_t cell;       // first cell
} reference_key;

typedef struct reference_parameter { // parameter of a host function
    const char *name;
    reference_passing passing;
    reference_type type;
    const reference_words *words;
    bool is_text; // the value is the place of a text, an int
    bool has_default;
    reference_formula fallback; // value for nodes that leave the argument out
} reference_parameter;

typedef struct reference_host {
    const char *name;
    const char *kind;
    bool declared;
    bool arguments_known;
    bool used; // used by the tree
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
    const char *key;      // name of a key, or NULL
    uint32_t cell, width; // cell and width of a vector
} reference_given;

typedef struct reference_persistent_key {
    const char *name;
    gestalt_status init;
} reference_persistent_key;

/// The state of a tick, in reference_run.c.
typedef struct reference_run reference_run;
typedef struct reference_node_type_row {
    const char *name;
    bool is_leaf;
    gestalt_status (*run)(reference_run *run, const reference_node *node);
    bool keeps; // the type has a value that outlives the node, as `cooldown` and `once` do
} reference_node_type_row;
const reference_node_type_row *reference_node_type_named(const char *name);

/// A key that a node assigns, or a component. `name` is NULL if there is none.
typedef struct reference_target {
    const char *name;
    uint32_t cell;  // cell, or first one of a whole vector
    uint32_t width; // number of cells
} reference_target;

/// What `set`, `push`, `pop` and `for_each` do with the list of their `key`.
typedef struct reference_list_use {
    reference_target from;     // set: the list that is copied
    reference_formula *values; // set: the elements that are written out
    uint32_t value_count;
    bool has_at;
    reference_formula at;   // set, push, pop
    reference_target item;  // `to` of a pop, `item` of a for_each
    reference_target index; // for_each
} reference_list_use;

struct reference_node {
    uint32_t id;
    uint32_t end; // the subtree below has the ids [id + 1, end)
    const reference_node_type_row *type;
    const char *name; // name, or NULL
    reference_node **children;
    uint32_t child_count;
    // Attributes that the node's type may have.
    reference_formula formula; // `if`, `to` of a set, `value` of a push, `on`
    bool reactive;
    float margin;
    const char **cases; // switch: case of each child except the default
    uint32_t case_count;
    uint32_t host; // host function of `call` or `do`, or NO_HOST
    reference_given *arguments;
    uint32_t argument_count;
    const char *resource; // resource, or NULL
    uint32_t persistent;
    gestalt_status status; // `to` of a signal
    uint32_t cell;         // `key` of a set or of a list; for a whole vector the first component
    const char *key;       // name of that key
    bool is_vector;        // a whole vector is set
    reference_list_use list;
    bool in_ticks;
    int64_t duration;  // duration in ticks or microseconds
    bool is_evaluated; // each agent evaluates `lasts` for the duration
    reference_formula lasts;
    int64_t count; // `count` or `attempts`; 0: no limit
    int64_t per_tick;
    int64_t pause;        // ticks
    gestalt_status until; // repeat: status that ends it; RUNNING: none
    float probability;
    const char *message;
    bool has_list; // the children are a list, without roles
    bool random_order;
    int64_t success, failure; // thresholds of a parallel
    bool verdict_at_end;
    float *weights;
    reference_formula *scores;
};

#define NO_HOST UINT32_MAX

typedef struct reference_tree { // member of `trees`
    const char *name;
    json_value value;
    reference_document *document; // document that declares the tree
    reference_document *included; // included document whose root or tree is meant, or NULL
    json_value part;              // name of the tree in the included document
    bool used;
} reference_tree;

/// A PATH, and the number of copies that have it.
typedef struct reference_path {
    const char *path;
    uint32_t copies;
} reference_path;

struct reference_document {
    const char *path; // path relative to the first document's folder
    json_document json;
    reference_tree *trees;
    uint32_t tree_count;
    bool used; // its root is part of the tree
    reference_document *next;
};

/// An edit's new name for a key, persistent or node.
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
    const char **texts; // all texts, sorted by their bytes once the documents have been read
    uint32_t text_count, text_capacity;
    reference_host *hosts; // declared or used host functions
    uint32_t host_count, host_capacity;
    uint32_t *used_hosts; // host functions that the tree uses, in order of first use
    uint32_t used_host_count, used_host_capacity;
    reference_persistent_key *persistents;
    uint32_t persistent_count, persistent_capacity;
    reference_node **nodes; // nodes by id
    uint32_t node_count, node_capacity;
    uint32_t real_node_count;
    const char *path; // PATH of the copy that is being expanded, or ""
    reference_path *paths;
    uint32_t path_count, path_capacity;

    reference_agent **agents; // agents by id
    uint32_t agent_count, agent_capacity;
    // number and time of the coming or current tick, and time of the previous one
    int64_t tick, now, previous;
    bool in_tick;
    reference *before;               // reference from before the last edit
    const reference_rename *renames; // renames, during an edit
    uint32_t rename_count;

    reference_counts *counts;        // counts by node, since the beginning
    reference_counts *counts_before; // counts by node, at the last call of reference_tick_counts

    reference_text events;
    reference_text csv;
    reference_request *requests;
    uint32_t request_count, request_capacity;
};

/// The list of a cell: an agent's, or the shared one. If there is no agent (NULL), all lists of
/// agents are empty.
reference_list *reference_list_of(const reference *r, const reference_agent *agent, uint32_t cell);

/// Read a document and everything that it includes.
void reference_read_documents(reference *r, const char *text, size_t size);

/// The document's name, as the event of an edit contains it.
const char *reference_name(reference *r);

/// Return the place of a text; -1 if there is no such text.
int32_t reference_text_place(const reference *r, const char *text);

/// Evaluate a formula for an agent. If it is NULL, all values of the agent are zero.
reference_value reference_formula_value(reference *r, reference_agent *agent,
                                        const reference_formula *formula);
/// The full name of the key or component that `name` means in this scope; NULL for a constant.
const char *reference_full_name(reference *r, const reference_scope *s, const char *name);
/// The index of the cell of that name, or cell_count if there is none.
uint32_t reference_find_cell(const reference *r, const char *name);
/// The key of that name, or NULL.
reference_key *reference_find_key(const reference *r, const char *name);

#endif
