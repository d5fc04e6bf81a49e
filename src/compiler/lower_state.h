// SPDX-License-Identifier: MIT
// The state that lowering builds up, and its parts: the stream and tables (lower_state.c), names
// and copies of trees (lower_copy.c), values and expressions (lower_value.c), host functions and
// their arguments (lower_host.c). Used by lower*.c only.
#ifndef LOWER_STATE_H
#define LOWER_STATE_H

#include "build.h"
#include "document.h"
#include "number.h"

typedef struct scope scope;

/// The thing that a copy's param stands for.
typedef struct given_param {
    constant value;         // of a constant; VALUE_NONE: had an error
    uint32_t key;           // of a key: its number; SHAPE_NONE: `like` stands for it
    const schema_key *like; // a key of that type, in a tree that nobody copies; NULL: had an error
    int component;          // of a key: 0 for x; -1: all of it
    span place;             // of a key: where it is named
    const tree_node *node;  // of a node; NULL: had an error, or nobody copies the tree
    const scope *written;   // of a node: what its names mean
} given_param;

/// The names that a copy of a tree sees, besides those of the document: params and own keys.
struct scope {
    tree *t; // NULL: none
    given_param *bindings;
    uint32_t own; // number of its first own key
};

/// The meaning of a name that may be that of a key.
typedef enum seen_kind { SEEN_NOTHING, SEEN_CONSTANT, SEEN_NODE, SEEN_KEY } seen_kind;
typedef struct seen_name {
    seen_kind kind;
    const schema_key *key; // SEEN_KEY; NULL: had an error
    int component;         // of it: 0 for x; -1: all of it
    param *p;              // that it is a name of; or NULL
    const given_param *b;  // of that param
} seen_name;

/// A part of a PATH: the name of a copy in another one.
typedef struct path_part {
    uint32_t parent; // SHAPE_NONE: of the root
    uint32_t copies; // so far
    const char *name;
    const tree_node *site; // the `subtree` of the first copy
} path_part;

/// The texts that a `subtree` hands to the root of its copy, which may have its own. NULL: none.
typedef struct inherited {
    const char *name, *doc;
} inherited;

typedef struct persistent {
    const char *name;
    gestalt_status init;
    const tree_node *first;  // the first `persistent` node; NULL until there is one
    const tree_node *signal; // the first `signal`
    bool reported;
} persistent;

/// A node whose children are being lowered. Lowering keeps a stack of its own, so that no document
/// can exhaust the program's.
typedef struct open_node {
    const tree_node *next; // the child to lower
    item_type type;        // ITEM_INVALID: unknown, and has no item
    unsigned flags;
    uint32_t head; // its item
    const scope *s;
    uint32_t path; // of the copy that it stands in; SHAPE_NONE: the root
} open_node;

/// A node that is given for a param which no copy places: it has no items, but may have errors.
typedef struct idle_node {
    const tree_node *node;
    const scope *s;
} idle_node;

typedef struct lowering {
    compiler *c;
    open_node *open;
    uint32_t open_count, open_capacity;
    const tree_node *node; // whose operands are being lowered; NULL: none
    uint64_t *items;
    uint32_t item_count, item_capacity;
    uint32_t tree_end;
    bool too_many; // items or hosts; reported
    image_name *node_names;
    uint32_t node_count, node_capacity;
    image_source *node_sources;
    uint32_t source_count, source_capacity;
    const tree_node **origins;
    uint32_t origin_count, origin_capacity;
    char *strings;
    uint32_t strings_size, strings_capacity;
    names string_table;
    uint32_t *hosts; // numbers of the compilation's, in the order of first use
    uint32_t host_count, host_capacity;
    persistent *persistents;
    uint32_t persistent_count, persistent_capacity;
    names persistent_names;
    path_part *paths;
    uint32_t path_count, path_capacity;
    names path_names;
    const scope **copies; // those that have own keys
    uint32_t copy_count, copy_capacity;
    uint32_t placed_keys; // have their columns: all, in the last run
    bool alone;           // the tree that is lowered is a part of no other
    bool is_idle;         // the node that is lowered is one of these: nothing is copied
    idle_node *idle;      // still to be checked
    uint32_t idle_count, idle_capacity;
    const schema_key *init_key; // whose init is being compiled, or NULL
    int init_component;         // of a vector: 1 for y, 2 for z
    bool met_param;             // an expression has read a param since this was cleared
    bool retyped;               // an argument became float after items were written
    const word_list **enums;    // of the shape, in the order of first use
    uint32_t enum_count, enum_capacity;
    uint16_t *enum_numbers; // in the shape, by those of the compilation; 0: not used yet
    uint32_t *enum_items;   // that name an enum by its number in the compilation
    uint32_t enum_item_count, enum_item_capacity;
} lowering;

// ---- the stream and its tables

lowering *lowering_new(compiler *c);
/// Forgets everything that a run of lowering has made.
void lowering_start(lowering *l);
void lowering_parts(lowering *l, shape_parts *parts);

/// Appends an item and returns its index. After the limit (which is reported once), nothing grows
/// any more.
uint32_t emit(lowering *l, uint64_t item);
void emit_code(lowering *l, expression_code code);
/// Appends the head of a node and its rows in the node tables.
uint32_t emit_head(lowering *l, const tree_node *node, inherited from);
void set_argument(lowering *l, uint32_t item, uint32_t argument);

/// The offset of a string, which is added if it is new.
uint32_t strings_add(lowering *l, const char *text);

/// The index of the persistent that a node names. 0 when there were errors.
uint32_t use_persistent(lowering *l, const tree_node *node, gestalt_status init);
/// Reports signals to persistents that no node has.
void finish_persistents(lowering *l);

// ---- values

/// A number attribute: a JSON number, or a constant expression in a string.
typedef struct number {
    bool known; // false: there was an error, which was reported
    bool is_whole;
    int64_t whole;
    double real;
    const char *text; // decimal
    size_t text_size;
} number;

typedef struct bounds {
    int64_t least, most;
} bounds;

number read_number(lowering *l, const document *d, const scope *s, json_value value,
                   const char *what);
/// Reports and returns false unless the number is whole and within bounds.
bool check_whole(lowering *l, const document *d, json_value value, const number *n,
                 const char *what, bounds b);
/// A duration: a constant, in microseconds or ticks, or the code that gives seconds as a float, or
/// ticks as an int. After an error it is 0.
typedef struct duration {
    int64_t constant;
    expression_code code; // VALUE_NONE: the constant
} duration;

duration read_seconds(lowering *l, const document *d, const scope *s, json_value value);
duration read_ticks(lowering *l, const document *d, const scope *s, json_value value);
/// A number, bool or constant expression.
constant read_constant(lowering *l, const document *d, const scope *s, json_value value,
                       const char *what);

/// A value as an expression: a string that is one, a number or a bool.
expression_code compile_value(lowering *l, const document *d, const scope *s, json_value value,
                              value_type wanted, const char *what);
/// The same with the words that `wanted` VALUE_ENUM stands for. With VALUE_NONE, the code tells the
/// type that it has, and its words.
expression_code compile_typed(lowering *l, const document *d, const scope *s, json_value value,
                              value_type wanted, const word_list *words, const char *what);
expression_code compile_init(lowering *l, const schema_key *key, const scope *s, json_value value,
                             value_type wanted, const char *what);

/// The column that a `set` names, its type, and the words of an enum; VALUE_NONE after an error.
value_type assigned_column(lowering *l, const tree_node *node, const scope *s, json_value key,
                           uint32_t *column, const word_list **words);

/// The key that a `set` of a whole vector copies, as `to` names it; NULL after an error.
const schema_key *copied_key(lowering *l, const tree_node *node, const scope *s, json_value to,
                             value_type wanted);
/// Tell whether a value is the name of a vector key.
bool names_vector(lowering *l, const scope *s, json_value value);

// ---- names and copies

extern const scope no_scope;

/// The meaning of a name without a point: of the tree, or else of the document.
seen_name scope_see(lowering *l, const scope *s, const char *name);
/// The key that is nearest to a mistyped name, or NULL.
const char *scope_nearest_key(lowering *l, const scope *s, const char *name);
/// The number of a component, or -1 if keys of the type have none of that name.
int component_named(const schema_key *key, const char *name);
value_type type_of_key(const schema_key *key);
/// The whole key of that name, or the component: "home.x". `b` gets what follows the point, or
/// NULL.
seen_name scope_see_path(lowering *l, const scope *s, const char *name, const char **component);

/// Goes on to what a `subtree` or `given` stands for, with the names that it sees and the copy that
/// it stands in. NULL after an error, and for a node that nobody gives.
const tree_node *enter_copy(lowering *l, const tree_node *node, const scope **s, uint32_t *path);
/// The scope of a tree that is no copy of a `subtree`: all that others would give is missing.
const scope *scope_alone(lowering *l, tree *t);

// ---- hosts

/// The host function that a node names, after checking that its kind fits all other uses; NULL
/// after an error.
host *use_host(lowering *l, const tree_node *node, json_value name, host_kind kind);
/// The argument items of a call. `h` may be NULL: then only the expressions are checked.
void lower_arguments(lowering *l, const tree_node *node, const scope *s, host *h, json_value name);

#endif
