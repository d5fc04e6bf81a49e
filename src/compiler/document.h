// SPDX-License-Identifier: MIT
// A document as the compiler sees it after reading: declarations and trees, checked for form but
// not yet for meaning.
//
//   text --json--> values --document.c--> keys, actions, trees --tree.c--> nodes --lower.c-->
//   shape_parts
//
// All of it lives in the arena of one compilation. Declarations of all included documents are
// merged into one list each; trees belong to their document.
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

/// The kinds of things that the warnings find about a node.
typedef enum tree_oddity {
    ODDITY_SPINS,
    ODDITY_NEVER_RUNS,
    ODDITY_CONSTANT,
    ODDITY_UNREACHABLE,
    ODDITY_NO_EFFECT,
    ODDITY_COUNT,
} tree_oddity;

typedef struct tree_tally {
    uint32_t copies;             // of the node in the shape
    uint32_t hits[ODDITY_COUNT]; // in how many of them it is odd
    const tree_node *because[ODDITY_COUNT];
    bool is_configured; // its condition depends on a param: that it is constant is no slip
} tree_tally;

/// A node as written. The children of `decide` are `then` and, if it is there, `else`; those of
/// `switch` its `cases` as they are written, and `default`.
struct tree_node {
    item_type type; // ITEM_INVALID: unknown, which was reported
    document *document;
    json_value value; // the object, or the string of a bare condition
    json_value name, doc;
    json_value attributes[NODE_ATTRIBUTES_MAX]; // in the order of node_attributes; JSON_NONE when
                                                // not there
    tree_node *children;
    tree_node *next; // sibling
    uint32_t child_count;
    tree *copied;      // of a subtree: what it copies, by the name that it gives; NULL when unknown
    tree_node **given; // of a subtree: for each param of what it copies, the node for it, or NULL
    bool is_idle;      // given for a param that is placed nowhere: so it is checked by itself
    tree_tally *tally;
};

struct schema_key {
    const char *name; // of a copy's own key: with its PATH
    key_type type;
    const word_list *words; // of an enum, which is an int; else NULL
    bool shared;
    bool vague; // its type is not known because of an error
    const document *document;
    json_value key;  // where it is declared
    json_value init; // JSON_NONE: zero
    json_value doc;
    uint32_t column;
    bool is_full;   // the own key of a copy: so its name has a PATH
    bool is_like;   // of a param: no key, but like those that it takes
    uint32_t copy;  // that copy, in lowering
    schema_key *of; // of a copy's own key: its declaration in the tree
    bool used;      // of a tree's own key: in some copy
    bool hides;     // of a tree's own key: a key of the document
};

/// The kinds of things that a param can stand for.
typedef enum param_kind {
    PARAM_CONSTANT,
    PARAM_KEY,
    PARAM_NODE,
    PARAM_VAGUE, // not known because of an error
} param_kind;

typedef struct param {
    const char *name;
    json_value key, value;
    param_kind kind;
    schema_key type; // of a PARAM_KEY: a key like those that it takes
    bool used;
    bool hides; // a blackboard key of the same name
} param;

/// Reference counting over trees finds cycles and the size of the whole before anything is copied.
typedef enum tree_progress { TREE_FRESH, TREE_OPEN, TREE_COUNTED } tree_progress;

/// The size of an expanded tree, without the nodes that are given for its params.
typedef struct tree_size {
    uint64_t nodes, keys; // saturating
    uint32_t height;      // nodes on its longest path, saturating at LIMIT_DEPTH + 1
} tree_size;

/// The places of a node param in an expanded tree.
typedef struct tree_share {
    uint64_t times; // saturating
    uint32_t depth; // nodes above the deepest of them, saturating like the height
} tree_share;

struct tree {
    const char *name;
    json_value key;
    document *document;
    bool is_include;    // it stands for a tree of another document
    document *included; // that document; NULL when it is not known because of an error
    json_value site;    // of an include: where the document is named
    json_value part;    // of an include: the name of the tree there; JSON_NONE: its root
    tree *copied;       // of an include: that tree; NULL when unknown
    param *params;
    uint32_t param_count;
    schema_key *own; // keys that each copy has for itself
    uint32_t own_count;
    names own_names;
    tree_node *root; // NULL when it has none because of an error
    bool used;
    tree_progress progress;
    tree_size size;
    tree_share *shares;       // by param
    constant *defaults;       // of the params, once they are needed
    const tree_node *largest; // the `subtree` node below it that adds most nodes, or NULL
    uint64_t largest_nodes;   // as many
    const tree_node *richest; // the same, of keys
    uint64_t richest_keys;
};

struct document {
    const char *path;     // as diagnostics show it
    const char *relative; // to the folder of the first document, normalised: its identity
    const char *shown;    // the same as images have it: UTF-8
    uint32_t source;      // of the diagnostics
    char *text;
    size_t size;
    const char *around; // what diagnostics show instead, if it is a part of another file
    json_document json;
    tree *trees; // by number
    uint32_t tree_count;
    json_value next_tree; // while it is open: the key of the tree to be read next
    names tree_names;     // of trees that were read
    json_value tree_list; // the member `trees`
    names tree_keys;      // its keys, once a node has an unknown type
    tree main;            // its root
    document *includer;
    json_value include_site; // in the includer
    bool open;               // not read to its end: to include it now would be a cycle
    bool broken;             // no JSON
    bool has_root;           // one is written, if only with errors
    bool is_library;         // trees of it are included by their names
    uint32_t depth;
    document *next;
};

typedef struct host_argument {
    const char *name;
    value_type type;
    const word_list *words; // of an ENUM
    bool by_key;
    bool takes_enum; // it is an int for the host, and the first key that is given may be an enum
    const document *document;
    json_value place;
} host_argument;

typedef struct host {
    const char *name;
    host_kind kind;
    bool declared;
    bool used;
    bool vague; // had errors: uses are not compared with it
    bool arguments_known;
    const document *document;
    json_value place; // the declaration or the first use
    host_argument *arguments;
    uint32_t argument_count;
    uint32_t index; // in the shape, by first use; SHAPE_NONE before that
} host;

/// One compilation.
typedef struct compiler {
    arena memory;
    arena work;                 // what lowering needs for one node only: texts, expressions
    arena *texts;               // where text_of puts its copies: `memory`, while lowering `work`
    uint64_t work_left;         // bytes of texts and params that lowering may still read
    bool work_is_spent;         // which was reported
    nearest_budget suggestions; // of all documents of the compilation
    gestalt_compile_options options;
    gestalt_diagnostics *diagnostics;
    int folder;              // descriptor of the first document's folder, -1 when there is none
    const char *folder_path; // as shown before included paths, "" or ending in '/'

    document *first;
    document *last;
    uint32_t document_count;

    schema_key *keys; // of the document; while lowering, those of copies behind them
    uint32_t key_count, key_capacity;
    uint32_t document_key_count;
    names key_names;  // of the document's
    names full_names; // of those that say one
    bool has_own;     // some tree has keys of its own

    const word_list **enums; // by number, from 1: all that differ
    uint32_t enum_count, enum_capacity;
    names enum_table; // their words, each with its zero
    names words;      // all words of all enums
    uint32_t word_count;

    host *hosts;
    uint32_t host_count, host_capacity;
    names host_names;

    tree_reading *readings; // from a root down to the node whose children are being read
    uint32_t reading_count, reading_capacity;

    const tree_node **origins; // by node id, after lowering
    gestalt_error *error;      // for results other than OK and REJECTED
} compiler;

/// A text of the system as UTF-8 without control characters.
const char *clean_text(compiler *c, const char *text);

/// A document of the compilation without a text yet. Its text, once set, is released with the
/// compilation.
document *document_new(compiler *c, const char *path, const char *relative);

/// Read the text of the first document, and all that it includes. Return false when it is no JSON,
/// which was reported.
bool document_load(compiler *c, document *first);

/// Read the text of a document as far as its trees; it is open then. Return false when it is no
/// JSON, which was reported.
bool document_open(compiler *c, document *d);

/// The included document `path` as written at `site` in `from`; NULL when that is not possible,
/// which was reported. When it is open, its trees are yet to be read.
document *include_document(compiler *c, document *from, json_value site);

/// Makes the node tree of a value. NULL only for what is no node at all, which was reported.
tree_node *tree_read_node(compiler *c, document *d, json_value value);

/// Finds trees by name in each `subtree`, the nodes that are given for params, cycles, and the size
/// of the whole. False when there is no sense in going on.
bool tree_resolve(compiler *c);

/// Gives all keys their columns. False when there are too many, which was reported.
bool assign_columns(compiler *c);

/// The tree itself, or of one that is included, what it stands for; NULL when unknown.
tree *tree_target(tree *t);
/// The number of the param of that name; param_count when there is none.
uint32_t tree_find_param(const tree *t, json_value name);
/// The param of that name that is nearest to a mistyped one, or NULL. PARAM_VAGUE: of any kind.
const char *tree_nearest_param(compiler *c, const tree *t, const char *name, param_kind kind);

/// The attribute of that kind, or JSON_NONE.
json_value tree_attribute(const tree_node *node, attribute_kind kind);
const char *tree_attribute_name(const tree_node *node, attribute_kind kind);

// ---- small things that all of them need

span span_of(const document *d, json_value value);
/// Return where a message points at a node: its "type" value, the string of a bare condition, or
/// its first byte.
span span_of_node(const tree_node *node);
/// Counts what lowering reads, in all copies of a tree. A small document can have very many of
/// them.
void compiler_charge(compiler *c, size_t size);

/// The decoded text of a string, zero-terminated; while lowering it lasts for one node.
const char *text_of(compiler *c, json_value string);
/// The form of values of a document.
json_form form_of(compiler *c, const document *d);
/// One of a list of words that ends with NULL, or -1 when it was reported.
int read_word(compiler *c, const document *d, json_value value, const char *what,
              const char *const *words);
/// Reads a list of words. NULL when something was reported.
const word_list *read_words(compiler *c, const document *d, json_value list, const char *what);
/// Reads a type: a word, or the words of an enum, which is an int with `*words`. False when it was
/// reported.
bool read_value_type(compiler *c, const document *d, json_value value, const char *what,
                     key_type *type, const word_list **words);
/// A type for people: "float", "enum (idle or flee)".
const char *type_text(compiler *c, key_type type, const word_list *words);
/// The type of a key in expressions.
value_type value_type_of_key(key_type type, const word_list *words);
/// Reports E0201 and returns false when the value is of another kind.
bool expect_kind(compiler *c, const document *d, json_value value, json_kind kind,
                 const char *what);
/// Checks a name: a string, not empty, not too long, no control characters; with `identifier`,
/// letters, digits and _ only. NULL when it was reported.
const char *read_name(compiler *c, const document *d, json_value value, const char *what,
                      bool identifier);
/// A doc or message, at most LIMIT_TEXT_SIZE bytes.
bool check_text(compiler *c, const document *d, json_value value, const char *what);

/// Reports keys of an object that are not in the list (which ends with NULL), with the nearest.
void check_keys(compiler *c, const document *d, json_value object, const char *what,
                const char *const *known);

/// The member of that name; if there is none, that of an unknown key which check_keys says is meant
/// to be it: so that a misspelt `root` is not missing as well, and its nodes are checked. `key` may
/// be NULL.
json_value find_member(compiler *c, json_value object, const char *name, const char *const *known,
                       json_value *key);

/// The known name nearest to a mistyped one, or NULL. In a document with very many names and very
/// many mistakes the later ones get none.
const char *nearest_of(compiler *c, const names *known, const char *name);

schema_key *find_key(compiler *c, const char *name);
host *find_host(compiler *c, const char *name);

#endif
