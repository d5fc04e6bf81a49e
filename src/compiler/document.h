// SPDX-License-Identifier: MIT
// A document after reading: declarations and trees, whose form has been checked, but not their
// meaning.
//
//   text --json--> values --document.c--> keys, actions, trees --tree.c--> nodes --lower.c-->
//   shape_parts
//
// All of it is in the arena of one compilation. The declarations of all included documents are
// merged into common lists; trees belong to their own document.
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "arena.h"
#include "diagnostic.h"
#include "expression.h"
#include "image.h"
#include "json_form.h"
#include "names.h"
#include "nearest.h"
#include "nodes.h"

#include <gestalt/compiler.h>

typedef struct document document;
typedef struct tree tree;
typedef struct tree_node tree_node;
typedef struct tree_reading tree_reading;
typedef struct schema_key schema_key;

/// The kinds of oddities that warnings report about a node.
typedef enum tree_oddity {
    ODDITY_SPINS,
    ODDITY_NEVER_RUNS,
    ODDITY_CONSTANT,
    ODDITY_UNREACHABLE,
    ODDITY_NO_EFFECT,
    ODDITY_RESTARTS,
    ODDITY_COUNT,
} tree_oddity;

// How often a node of the document is odd, over all of its copies in the shape.
typedef struct tree_tally {
    uint32_t copies;             // copies of the node in the shape
    uint32_t hits[ODDITY_COUNT]; // number of copies with each oddity
    const tree_node *because[ODDITY_COUNT];
    bool is_configured; // its condition depends on a param, so a constant condition is intended
} tree_tally;

/// A node as written. The children of `decide` are `then` and, if present, `else`; those of
/// `switch` are its `cases` in order, then `default`.
struct tree_node {
    item_type type; // ITEM_INVALID for an unknown type, which was reported
    document *document;
    json_value value; // object of the node, or string of a bare condition
    json_value name, doc;
    // In the order of node_attributes; JSON_NONE if missing.
    json_value attributes[NODE_ATTRIBUTES_MAX];
    tree_node *children;
    tree_node *next; // next sibling
    uint32_t child_count;
    tree *copied;      // for a `subtree`, the tree that it names; NULL if unknown
    tree_node **given; // for a `subtree`, the node passed for each param of that tree, or NULL
    bool is_idle;      // passed for a param that the tree never uses, so it is checked on its own
    tree_tally *tally;
};

struct schema_key {
    const char *name;       // name; with its PATH for a copy's own key
    key_type type;          // type; for a list, that of its elements
    const word_list *words; // words of an enum, whose type is int; else NULL
    uint32_t capacity;      // most elements of a list; 0: not a list
    bool shared;
    bool is_host; // the host reads or writes the key, so it may be unused in trees
    bool vague;   // the type is unknown because of an error
    const document *document;
    json_value key;  // declaration
    json_value init; // JSON_NONE: zero
    json_value doc;
    uint32_t column;
    bool is_full;     // own key of a copy, so its name has a PATH
    bool is_like;     // not a key but the pattern for keys that a param accepts
    bool is_argument; // not a key but an argument, whose default is compiled like an init
    uint32_t copy;    // copy that the key belongs to, while lowering
    schema_key *of;   // declaration in the tree, for a copy's own key
    bool used;        // own keys: some copy uses the key
    bool hides;       // own keys: the key hides one of the document
};

/// What a param can stand for.
typedef enum param_kind {
    PARAM_CONSTANT,
    PARAM_KEY,
    PARAM_NODE,
    PARAM_VAGUE, // unknown because of an error
} param_kind;

typedef struct param {
    const char *name;
    json_value key, value;
    param_kind kind;
    schema_key type; // pattern for the keys that a PARAM_KEY accepts
    bool used;
    bool hides; // the param hides a blackboard key of the same name
} param;

/// Progress of the traversal that finds cycles and total sizes before anything is copied.
typedef enum tree_progress { TREE_FRESH, TREE_OPEN, TREE_COUNTED } tree_progress;

/// The size of an expanded tree, without the nodes passed for its params.
typedef struct tree_size {
    uint64_t nodes, columns; // nodes, and columns of own keys; saturating
    uint32_t height;         // nodes on the longest path, saturating at LIMIT_DEPTH + 1
} tree_size;

/// The uses of a node param in an expanded tree.
typedef struct tree_share {
    uint64_t times; // number of uses, saturating
    uint32_t depth; // nodes above the deepest use, saturating like the height
} tree_share;

struct tree {
    const char *name;
    json_value key;
    document *document;
    bool is_include;    // the tree is included from another document
    document *included; // document of an include; NULL if unknown because of an error
    json_value site;    // source position of an include's document name
    json_value part;    // name of the included tree; JSON_NONE: the document's root
    tree *copied;       // included tree; NULL if unknown
    param *params;
    uint32_t param_count;
    schema_key *own; // own keys, of which each copy has its own set
    uint32_t own_count;
    names own_names;
    tree_node *root; // NULL if missing because of an error
    bool used;
    tree_progress progress;
    tree_size size;
    tree_share *shares;       // uses of each param
    constant *defaults;       // default values of the params, once they are needed
    const tree_node *largest; // the `subtree` node below that adds most nodes, or NULL
    uint64_t largest_nodes;   // number of nodes that it adds
    const tree_node *richest; // the `subtree` node below that adds most columns, or NULL
    uint64_t richest_columns; // number of columns that it adds
};

struct document {
    const char *path;     // path in diagnostics
    const char *relative; // path relative to the first document's folder, normalised; it identifies
                          // the document
    const char *shown;    // relative path for images: UTF-8
    uint32_t source;      // number of the source in the diagnostics
    char *text;
    size_t size;
    const char *around; // text to show in diagnostics if the document is part of another file
    const struct generated_text *generated; // set if the text was generated from other sources
    json_document json;
    tree *trees; // trees, by number
    uint32_t tree_count;
    json_value next_tree; // while the document is open: key of the next tree to read
    names tree_names;     // names of the trees read so far
    json_value tree_list; // value of the member `trees`
    names tree_keys;      // keys of `trees`, built once a node has an unknown type
    tree main;            // the root as a tree
    document *includer;
    json_value include_site; // position of the include in that document
    bool open;               // not yet read to the end: including the document now would be a cycle
    bool broken;             // not valid JSON
    bool has_root;           // a root is written, even if it has errors
    bool is_library;         // trees of the document are included by name
    uint32_t depth;
    document *next;
};

typedef struct host_argument {
    const char *name;
    value_type type;        // type; for a list, that of its elements
    const word_list *words; // words of an ENUM
    bool by_key;
    bool is_list;    // a list, which is passed by its key
    bool takes_enum; // an int for the host, which accepts an enum if the first key passed is one
    const document *document;
    json_value place;
    json_value
        fallback;   // default for nodes that leave the argument out, as written; JSON_NONE: none
    constant value; // value of the default; VALUE_NONE: it had an error
    float components[KEY_WIDTH_MAX]; // if `value` is a vector
} host_argument;

typedef struct host {
    const char *name;
    host_kind kind;
    bool declared;
    bool used;
    bool vague; // unknown because of errors: uses are not checked
    bool arguments_known;
    const document *document;
    json_value place; // declaration or first use
    host_argument *arguments;
    uint32_t argument_count;
    uint32_t index; // index in the shape, by first use; SHAPE_NONE before that
} host;

/// Memory for lowering one node, and a budget: each copy of a tree reads its texts again.
typedef struct compiler_work {
    arena memory;  // texts and expressions of the node
    arena *texts;  // where text_of allocates: `memory` of the compilation, or this one
    uint64_t left; // bytes of texts and params that lowering may still read
    bool is_spent; // the limit was exceeded, which was reported
} compiler_work;

/// All documents: the first one and those that it includes.
typedef struct compiler_documents {
    document *first;
    document *last;
    uint32_t count;
    int folder;              // descriptor of the first document's folder, or -1
    const char *folder_path; // prefix for showing included paths, "" or ending in '/'
} compiler_documents;

/// Blackboard keys: those of the document, followed during lowering by own keys of copies of trees.
typedef struct compiler_keys {
    schema_key *list;
    uint32_t count, capacity;
    uint32_t document_count; // number of the document's keys
    names names;             // names of the document's keys
    names full_names;        // full names of keys that declare one
    bool has_own;            // some tree has own keys
} compiler_keys;

/// All different enums, and their words.
typedef struct compiler_enums {
    const word_list **list; // by number, from 1
    uint32_t count, capacity;
    names table; // table of enums, whose key is the zero-terminated words
    names words; // all words of all enums
    uint32_t word_count;
} compiler_enums;

/// All different texts of expressions and text arguments, with numbers from 0.
typedef struct compiler_texts {
    const char **list;
    uint32_t count, capacity;
    names names;
} compiler_texts;

/// Functions of the host: those that the document declares, and others that it uses.
typedef struct compiler_hosts {
    host *list;
    uint32_t count, capacity;
    names names;
} compiler_hosts;

/// The stack of nodes whose children are being read, from the root down.
typedef struct compiler_readings {
    tree_reading *list;
    uint32_t count, capacity;
} compiler_readings;

/// One compilation.
typedef struct compiler {
    arena memory;
    compiler_work work;
    nearest_budget suggestions; // budget for suggestions in all documents
    gestalt_compile_options options;
    gestalt_diagnostics *diagnostics;
    compiler_documents documents;
    compiler_keys keys;
    compiler_enums enums;
    compiler_texts texts;
    compiler_hosts hosts;
    compiler_readings readings;
    const tree_node **origins; // node of the document by node id, after lowering
    gestalt_error *error;      // details for results other than OK and REJECTED
} compiler;

/// Convert text from the system to UTF-8 without control characters.
const char *clean_text(compiler *c, const char *text);

/// Create a document without a text. Once set, its text is freed with the compilation.
document *document_new(compiler *c, const char *path, const char *relative);

/// Read the text of the first document and everything that it includes. Returns false if the text
/// is not JSON, which was reported.
bool document_load(compiler *c, document *first);

/// Read a document up to its trees, and leave it open. Returns false if the text is not JSON, which
/// was reported.
bool document_open(compiler *c, document *d);

/// Return the document `path` that is included at `site` in `from`; NULL on an error, which was
/// reported. If it is open, its trees are still to be read.
document *include_document(compiler *c, document *from, json_value site);

/// Read the node tree of a value. Returns NULL only for a value that is not a node at all, which
/// was reported.
tree_node *tree_read_node(compiler *c, document *d, json_value value);

/// Resolve all `subtree` nodes: find the trees that they name, the nodes passed for params, cycles,
/// and the total size. Returns false if continuing makes no sense.
bool tree_resolve(compiler *c);

/// Assign columns to all keys. Returns false if there are too many, which was reported.
bool assign_columns(compiler *c);

/// Return the tree itself or, if it is included, the tree that it refers to; NULL if unknown.
tree *tree_target(tree *t);
/// Return the index of the param with that name, or param_count.
uint32_t tree_find_param(const tree *t, json_value name);
/// Return the param most similar to a mistyped name, or NULL. With PARAM_VAGUE, of any kind.
const char *tree_nearest_param(compiler *c, const tree *t, const char *name, param_kind kind);

/// Return the attribute of that kind, or JSON_NONE.
json_value tree_attribute(const tree_node *node, attribute_kind kind);
/// Return a threshold of a `parallel`: 0 for `success`, 1 for `failure`.
json_value tree_threshold(const tree_node *node, unsigned index);

/// Return whether a node's children run in random order.
bool tree_is_random(const tree_node *node);

const char *tree_attribute_name(const tree_node *node, attribute_kind kind);

// ---- helpers

span span_of(const document *d, json_value value);
/// Return the span that messages show for a node: its "type" value, the string of a bare condition,
/// or its first byte.
span span_of_node(const tree_node *node);
/// Count bytes that lowering reads, for all copies of a tree: a small document can have very many
/// copies.
void compiler_charge(compiler *c, size_t size);

/// Return the decoded text of a string, zero-terminated. During lowering it is valid for one node.
const char *text_of(compiler *c, json_value string);
/// Return the json_form for checking values of a document.
json_form form_of(compiler *c, const document *d);
/// Return the index of a word in a list that ends with NULL, or -1 if the word was reported.
int read_word(compiler *c, const document *d, json_value value, const char *what,
              const char *const *words);
/// Read a list of words. Returns NULL if something was reported.
const word_list *read_words(compiler *c, const document *d, json_value list, const char *what);
/// Read a type: a type name, or the words of an enum, which gives int and sets `*words`. Returns
/// false if it was reported.
bool read_value_type(compiler *c, const document *d, json_value value, const char *what,
                     key_type *type, const word_list **words);
/// Read a type, or that of a list's elements, written { "list": TYPE }, which sets `*is_list`.
/// Returns false if it was reported.
bool read_key_type(compiler *c, const document *d, json_value value, const char *what,
                   key_type *type, const word_list **words, bool *is_list);
/// Return a type for people: "float", "enum (idle or flee)".
const char *type_text(compiler *c, key_type type, const word_list *words);
/// Return the type of a key for people; of a list: "list of float".
const char *type_text_of_key(compiler *c, const schema_key *key);
/// Return the list type of elements for people: "list of float".
const char *list_type_text(compiler *c, key_type type, const word_list *words);
/// Return the type of a key in expressions.
value_type value_type_of_key(key_type type, const word_list *words);
/// Return whether a value is of this kind; if not, report E0201.
bool expect_kind(compiler *c, const document *d, json_value value, json_kind kind,
                 const char *what);
/// Check a name: a string that is not empty, not too long and without control characters; with
/// `identifier`, only letters, digits and _. Returns NULL if it was reported.
const char *read_name(compiler *c, const document *d, json_value value, const char *what,
                      bool identifier);
/// Check the length of a doc or message: at most LIMIT_TEXT_SIZE bytes.
bool check_text(compiler *c, const document *d, json_value value, const char *what);

/// Report keys of an object that are not in the list (which ends with NULL), with a suggestion.
void check_keys(compiler *c, const document *d, json_value object, const char *what,
                const char *const *known);

/// Return the member with that name. If there is none, return the member with an unknown key for
/// which check_keys suggests this name: so a misspelt `root` is not also reported as missing, and
/// its nodes are checked. `key` may be NULL.
json_value find_member(compiler *c, json_value object, const char *name, const char *const *known,
                       json_value *key);

/// Return the known name most similar to a mistyped one, or NULL. In a document with very many
/// names and errors, later ones get no suggestion.
const char *nearest_of(compiler *c, const names *known, const char *name);

schema_key *find_key(compiler *c, const char *name);
host *find_host(compiler *c, const char *name);

#endif
