// SPDX-License-Identifier: MIT
// The state that lowering builds up, and its parts: the stream and tables (lower_state.c), values
// and expressions (lower_value.c), host functions and their arguments (lower_host.c). Used by
// lower*.c only.
#ifndef LOWER_STATE_H
#define LOWER_STATE_H

#include "build.h"
#include "document.h"
#include "number.h"

/// The params that an expression sees: those of the tree that it was written in.
typedef struct scope {
    const tree *t;    // NULL: none
    constant *values; // VALUE_NONE: had an error
} scope;

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
    scope s;
} open_node;

typedef struct lowering {
    compiler *c;
    open_node *open;
    uint32_t open_count, open_capacity;
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
    const schema_key *init_key; // whose init is being compiled, or NULL
    int init_component;         // of a vector: 1 for y, 2 for z
    bool met_param;             // an expression has read a param since this was cleared
    bool retyped;               // an argument became float after items were written
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
expression_code compile_init(lowering *l, const schema_key *key, const scope *s, json_value value,
                             value_type wanted, const char *what);

/// The column that a `set` names, and its type; VALUE_NONE after an error.
value_type assigned_column(lowering *l, const tree_node *node, json_value key, uint32_t *column);

/// The vector key of that name, or NULL.
const schema_key *vector_key(lowering *l, const char *name);
/// The vector key of which the name is a component, as "home.x", and the component's column; or
/// NULL.
const schema_key *component_key(lowering *l, const char *name, uint32_t *column);
const char *nearest_key(lowering *l, const char *name);

// ---- hosts

/// The host function that a node names, after checking that its kind fits all other uses; NULL
/// after an error.
host *use_host(lowering *l, const tree_node *node, json_value name, host_kind kind);
/// The argument items of a call. `h` may be NULL: then only the expressions are checked.
void lower_arguments(lowering *l, const tree_node *node, const scope *s, host *h, json_value name);

#endif
