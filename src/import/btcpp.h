// SPDX-License-Identifier: MIT
// Trees of BehaviorTree.CPP, versions 3 and 4.
//
// 1. Files are read; trees, models and includes are collected (btcpp_read.c).
// 2. From the main tree on, each use of a tree becomes a variant, with a scope for its keys. Keys,
//    ports of leaves, and the types of both are collected (btcpp_survey.c).
// 3. Each variant is translated: structure by the table of nodes (btcpp_nodes.c), pre- and
//    post-conditions and what is skipped (btcpp_skip.c), leaves (btcpp_leaf.c).
//
// In the original, a node can return SKIPPED, a status that does not exist here. Instead, the
// parent determines what the skipped node is replaced by: a `skip`.
#ifndef BTCPP_H
#define BTCPP_H

#include "btcpp_import.h"
#include "constructs.h"
#include "script.h"

typedef struct btcpp btcpp;
typedef struct btcpp_tree btcpp_tree;
typedef struct btcpp_variant btcpp_variant;
typedef struct btcpp_leaf btcpp_leaf;
typedef struct btcpp_making btcpp_making;

// ---- what was read

struct btcpp_tree {
    const char *id;
    source_node *node;  // <BehaviorTree>
    source_node *model; // <SubTree> of a model, or NULL
    struct btcpp_file *file;
    btcpp_variant *variants, **last_variant;
    names variant_index; // by signature
    btcpp_variant **numbered_variants;
    uint32_t variant_count, variant_capacity;
    bool is_open;         // for finding cycles
    signed char may_skip; // -1: not known yet
    btcpp_tree *next;
};

typedef enum btcpp_direction { PORT_INPUT, PORT_OUTPUT, PORT_INOUT, PORT_UNKNOWN } btcpp_direction;

/// A port of a leaf. Its type is that of `type`, which is joined with keys that the leaf writes.
typedef struct btcpp_port btcpp_port;
struct btcpp_port {
    const char *name, *spelling;
    btcpp_direction direction;
    const char *preset; // default value of the model, or NULL
    import_key type;
    bool has_model;
    bool has_literal; // a use gives a value instead of a key
    bool has_key;     // a use gives a key, or a value that is too long for a text
    uint32_t literal_count, given_count;
    btcpp_port *next;
};

struct btcpp_leaf {
    const char *name, *spelling;
    btcpp_port *ports, **last;
    names taken; // spellings of ports
    uint32_t port_count;
    uint32_t use_count;
    bool is_condition, is_used;
    const char *doc;    // or NULL
    gestalt_span place; // first use
    btcpp_leaf *next;
};

struct btcpp {
    import_state *m;
    btcpp_tree *trees, **last_tree;
    names tree_index;
    btcpp_tree **numbered_trees;
    uint32_t tree_count, tree_capacity;
    btcpp_leaf *leaves, **last_leaf;
    names leaf_index;
    btcpp_leaf **numbered_leaves;
    uint32_t leaf_count, leaf_capacity;
    const char *main_tree; // main_tree_to_execute of the first file
    struct btcpp_file *files;
    struct btcpp_assignment *assignments, **last_assignment;
    btcpp_variant *main;
    draft_node *tree_drafts; // object with the trees of the document
    names tree_names;        // their names
    names leaf_names;        // names of host functions
    uint32_t script_count;   // scripts that the host runs
    gestalt_span start;      // root of the first file
    const char *absent[3];   // keys for ports that are left out: bool, int, float
    making *root;            // the main tree
};

/// Read all files and what they include. Returns false if the import cannot continue.
bool btcpp_read(btcpp *b, const import_file *files, uint32_t count);
btcpp_tree *btcpp_find_tree(const btcpp *b, const char *id);
/// Report once per file that a tree is in a file of version 3.
void btcpp_note_version(btcpp *b, const btcpp_tree *tree);
btcpp_leaf *btcpp_leaf_of(btcpp *b, const char *name);
btcpp_port *btcpp_port_of(btcpp *b, btcpp_leaf *leaf, const char *name);

/// The name of a node: its tag, or the ID of a long form such as <Action ID="Open"/>.
const char *btcpp_name(const source_node *n);
/// The name of a leaf, or of a tree that is missing.
const char *btcpp_leaf_name(const source_node *n);
/// Return whether an attribute is a port: not a name, an ID or an annotation.
bool btcpp_is_port(const source_node *n, const source_attribute *one);
/// Return the name of the key if a value is `{key}`, else NULL.
const char *btcpp_pointer(import_state *m, const char *value);

// ---- variants

/// A tree as some of its uses see it. These remap the same ports.
struct btcpp_variant {
    btcpp_tree *tree;
    const char *signature; // which ports are remapped, which have values
    import_scope scope;
    names taken;
    const char *spellings[2][2]; // name of the tree by what stands for skipped: whether that
                                 // succeeds, and whether a node is given
    btcpp_variant *next;
};

/// A port of a use of a tree: its value, or the default of the tree's model.
typedef struct btcpp_use {
    const char *port, *value;
    gestalt_span place;
} btcpp_use;

/// Collect everything about the main tree and the trees that it uses.
bool btcpp_survey(btcpp *b, btcpp_tree *main);
/// Return the variant for a use, and NULL if the tree is missing.
btcpp_variant *btcpp_variant_of(btcpp *b, const source_node *use);
/// Call `visit` for each port of a use.
void btcpp_uses(btcpp *b, const source_node *use, void (*visit)(void *user, const btcpp_use *port),
                void *user);
bool btcpp_is_autoremap(const source_node *use);

// ---- translation

typedef struct skip_step skip_step;

/// What stands for a node that is skipped: steps, then an answer.
typedef struct skip {
    bool succeeds;
    skip_step *steps;
} skip;

/// The translation of one variant.
struct btcpp_making {
    making k; // first, so that constructs take it
    btcpp *b;
    btcpp_variant *variant;
    draft_node *starts; // for the next node: a sequence that runs when its parent starts, or NULL
};

typedef draft_node *btcpp_make(btcpp_making *t, const source_node *n, skip s);

/// When a node may be skipped.
typedef enum btcpp_skips {
    SKIPS_NEVER,
    SKIPS_ALL,    // when all its children are
    SKIPS_ANY,    // when any child is
    SKIPS_BRANCH, // when a child but the first is
    SKIPS_TRIED,  // when all its children but the last are
    SKIPS_ITSELF,
    SKIPS_RUN_ONCE, // unless then_skip="false"
    SKIPS_ELSE,     // if else="SKIPPED", or when its child is
    SKIPS_EMPTY,    // if if_empty="SKIPPED"
} btcpp_skips;

/// When a node may return running.
typedef enum btcpp_runs { RUNS_NEVER, RUNS_CHILDREN, RUNS_ALWAYS } btcpp_runs;

typedef struct btcpp_row {
    const char *name;
    uint32_t least, most;     // children
    const char *const *ports; // ends with NULL
    btcpp_make *make;
    btcpp_skips skips;
    btcpp_runs runs;
} btcpp_row;

/// The type of the elements of a LoopInt or the like; KEY_UNKNOWN for other nodes.
key_type btcpp_loop_type(const char *name);
/// The type that a BlackboardCheckInt or the like compares; KEY_UNKNOWN for other nodes.
key_type btcpp_check_type(const char *name);
/// Return whether a node waits for assignments of the key `entry`.
bool btcpp_watches(const char *name);

/// Return the row of a built-in node, or NULL.
const btcpp_row *btcpp_row_of(const char *name);

/// Assign a key, and count the assignment if that is wanted.
draft_node *btcpp_set(btcpp_making *t, gestalt_span place, const import_key *key,
                      const char *expression);
/// Report children that may be skipped, of a node that cannot copy that. `what` is the rest of the
/// message.
void btcpp_warn_of_skips(btcpp_making *t, const source_node *n, const char *what);

draft_node *btcpp_node(btcpp_making *t, const source_node *n, skip s);
draft_node *btcpp_leaf_node(btcpp_making *t, const source_node *n);
draft_node *btcpp_subtree_node(btcpp_making *t, const source_node *n, skip s);
/// Make the document's tree for a variant. Returns its name.
const char *btcpp_tree_name(btcpp *b, btcpp_variant *v, skip s);
/// Make the whole document.
void btcpp_document(btcpp *b, draft_node *document);
/// Declare the host functions that were used, and add what is used of the library.
void btcpp_declare_leaves(btcpp *b, draft_node *document, draft_node *blackboard);

/// A condition of a node, such as `_skipIf`, as an expression; NULL without one.
const char *btcpp_condition(btcpp_making *t, const source_node *n, const char *name);
/// The assignments of a script.
draft_node *btcpp_script(btcpp_making *t, const source_node *n, const char *name);

/// An action of the host, such as `script_1`, that does what a script does.
draft_node *btcpp_host_script(btcpp_making *t, const source_attribute *attribute, const script *e);

/// A node whose attribute `_onHalted` is a script: the host runs it when the node is abandoned.
draft_node *btcpp_hook(btcpp_making *t, source_attribute *attribute, draft_node *child);

bool btcpp_may_skip(btcpp *b, const source_node *n);
/// The same without the node's own pre-conditions.
bool btcpp_body_may_skip(btcpp *b, const source_node *n);
bool btcpp_may_run(btcpp *b, const source_node *n);
bool btcpp_has_conditions(const source_node *n);

skip skip_plain(bool succeeds);
/// Put an assignment before what stands for a skipped node.
skip skip_with(btcpp_making *t, skip s, const char *key, const char *expression);
draft_node *skip_make(btcpp_making *t, gestalt_span place, skip s);

/// The value of a port: a literal or `{key}`.
typedef struct btcpp_value {
    bool is_missing, is_key;
    const char *expression; // the key or the literal
    long long number;       // value of a literal
    gestalt_span place;
} btcpp_value;

/// A whole number. Anything else is reported, and gives `preset`.
btcpp_value btcpp_number(btcpp_making *t, const source_node *n, const char *port, long long preset);
/// The attribute that is a port of a built-in node, or NULL.
const source_attribute *btcpp_port_in(const source_node *n, const char *port);
bool btcpp_flag(btcpp_making *t, const source_node *n, const char *port, bool preset);

#endif
