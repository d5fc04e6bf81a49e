// SPDX-License-Identifier: MIT
// The state of lowering, and its modules: the stream and tables (lower_state.c), names and copies
// of trees (lower_copy.c), values and expressions (lower_value.c), lists (lower_list.c), host
// functions and their arguments (lower_host.c). Private to lower*.c.
#ifndef LOWER_STATE_H
#define LOWER_STATE_H

#include "build.h"
#include "document.h"
#include "number.h"

typedef struct scope scope;

/// The binding of a copy's param.
typedef struct given_param {
    constant value;         // value of a constant; VALUE_NONE: had an error
    uint32_t key;           // number of a key; SHAPE_NONE: use `like` instead
    const schema_key *like; // key pattern in a tree that is never copied; NULL: had an error
    int component;          // component of the key: 0 for x; -1: the whole key
    span place;             // where the key is named
    const tree_node *node;  // the node; NULL: had an error, or the tree is never copied
    const scope *written;   // scope in which the node was written
} given_param;

/// The names visible in a copy of a tree, besides those of the document: params and own keys.
struct scope {
    tree *t; // NULL: none
    given_param *bindings;
    uint32_t own; // number of the first own key
};

/// What a name refers to.
typedef enum seen_kind { SEEN_NOTHING, SEEN_CONSTANT, SEEN_NODE, SEEN_KEY } seen_kind;
typedef struct seen_name {
    seen_kind kind;
    const schema_key *key; // SEEN_KEY; NULL: had an error
    int component;         // component of the key: 0 for x; -1: the whole key
    param *p;              // param with that name, or NULL
    const given_param *b;  // binding of that param
} seen_name;

/// A part of a PATH: the name of a copy inside another one.
typedef struct path_part {
    uint32_t parent; // SHAPE_NONE: in the root
    uint32_t copies; // copies with this name so far
    const char *name;
    const tree_node *site; // `subtree` node of the first copy
} path_part;

/// Texts that a `subtree` passes to the root of its copy, which may have its own. NULL: none.
typedef struct inherited {
    const char *name, *doc;
} inherited;

typedef struct persistent {
    const char *name;
    gestalt_status init;
    const tree_node *first;  // first `persistent` node; NULL until there is one
    const tree_node *signal; // first `signal` node
    bool reported;
} persistent;

/// A node whose children are being lowered. Lowering keeps an explicit stack, so that no document
/// can exhaust the native one.
typedef struct open_node {
    const tree_node *next; // next child to lower
    item_type type;        // ITEM_INVALID: unknown, and has no item
    unsigned flags;
    uint32_t head; // index of its head item
    const scope *s;
    uint32_t path; // copy that contains the node; SHAPE_NONE: the root
} open_node;

/// A node passed for a param that the tree never uses: it has no items, but may have errors.
typedef struct idle_node {
    const tree_node *node;
    const scope *s;
} idle_node;

/// The items of the shape.
typedef struct lowered_items {
    uint64_t *items;
    uint32_t count, capacity;
    uint32_t tree_end;
    bool too_many; // too many items or hosts, which was reported
} lowered_items;

/// The tables of nodes: names, places in the sources, and the nodes that they come from.
typedef struct lowered_nodes {
    image_name *names;
    uint32_t count, capacity;
    image_source *sources;
    uint32_t source_count, source_capacity;
    const tree_node **origins;
    uint32_t origin_count, origin_capacity;
} lowered_nodes;

typedef struct lowered_texts {
    char *bytes;
    uint32_t size, capacity;
    names table;
} lowered_texts;

typedef struct lowered_persistents {
    persistent *list;
    uint32_t count, capacity;
    names names;
} lowered_persistents;

/// Copies of trees.
typedef struct lowered_copies {
    path_part *paths;
    uint32_t path_count, path_capacity;
    names path_names;
    const scope **copies; // copies with own keys
    uint32_t copy_count, copy_capacity;
    uint32_t placed_keys; // number of keys with assigned columns; in the last pass, all of them
    bool alone;           // the current tree is lowered only for its errors
} lowered_copies;

/// Nodes that are given but never used: they are lowered for their errors.
typedef struct lowered_idle {
    bool is_now; // an unused node is being lowered, so nothing is copied
    idle_node *nodes;
    uint32_t count, capacity;
} lowered_idle;

/// The enums of the shape, in the order of first use.
typedef struct lowered_enums {
    const word_list **list;
    uint32_t count, capacity;
    uint16_t *numbers; // numbers in the shape, by number in the compilation; 0: not used yet
    uint32_t *items;   // items that refer to an enum by its number in the compilation
    uint32_t item_count, item_capacity;
} lowered_enums;

/// The items that refer to a text by its number in the compilation.
typedef struct lowered_places {
    uint32_t *items;
    uint32_t count, capacity;
} lowered_places;

typedef struct lowering {
    compiler *c;
    open_node *open;
    uint32_t open_count, open_capacity;
    const tree_node *node; // node whose operands are being lowered, or NULL
    lowered_items out;
    lowered_nodes nodes;
    lowered_texts texts;
    uint32_t *hosts; // numbers of the compilation's hosts, in the order of first use
    uint32_t host_count, host_capacity;
    lowered_persistents persistents;
    lowered_copies copying;
    lowered_idle idle;
    lowered_enums enums;
    lowered_places places;
    const schema_key *list;     // list of the node whose operands are being lowered, or NULL
    const schema_key *init_key; // key whose init is being compiled, or NULL
    int init_component;         // component of a vector key: 1 for y, 2 for z
    bool met_param;             // an expression has read a param since this was cleared
    bool retyped;               // an argument became float after items were written
} lowering;

// ---- the stream and its tables

lowering *lowering_new(compiler *c);
/// Reset everything that a pass of lowering builds.
void lowering_start(lowering *l);
void lowering_parts(lowering *l, shape_parts *parts);

/// Append an item and return its index. Beyond the limit, which is reported once, nothing is
/// appended.
uint32_t emit(lowering *l, uint64_t item);
void emit_code(lowering *l, expression_code code);
/// Append the head of a node, and its entries in the node tables.
uint32_t emit_head(lowering *l, const tree_node *node, inherited from);
void set_argument(lowering *l, uint32_t item, uint32_t argument);

/// Return the number of a text in the compilation, adding the text if it is new.
uint32_t use_text(lowering *l, const char *text);

/// Return the offset of a string, adding it if it is new.
uint32_t strings_add(lowering *l, const char *text);

/// Return the index of the persistent that a node names; 0 when there were errors.
uint32_t use_persistent(lowering *l, const tree_node *node, gestalt_status init);
/// Report signals to persistents that no node has.
void finish_persistents(lowering *l);

// ---- values

/// A number attribute: a JSON number, or a constant expression in a string.
typedef struct number {
    bool known; // false: there was an error, which was reported
    bool is_whole;
    int64_t whole;
    double real;
    const char *text; // decimal text
    size_t text_size;
} number;

typedef struct bounds {
    int64_t least, most;
} bounds;

number read_number(lowering *l, const document *d, const scope *s, json_value value,
                   const char *what);
/// Return whether a number is an integer within bounds; if not, report it.
bool check_whole(lowering *l, const document *d, json_value value, const number *n,
                 const char *what, bounds b);
/// A duration: a constant in microseconds or ticks, or code that evaluates to seconds as a float or
/// ticks as an int. 0 after an error.
typedef struct duration {
    int64_t constant;
    expression_code code; // VALUE_NONE: use the constant
} duration;

duration read_seconds(lowering *l, const document *d, const scope *s, json_value value);
duration read_ticks(lowering *l, const document *d, const scope *s, json_value value);
/// Read a number, bool or constant expression.
constant read_constant(lowering *l, const document *d, const scope *s, json_value value,
                       const char *what);

/// Compile a value to code: an expression in a string, a number or a bool.
expression_code compile_value(lowering *l, const document *d, const scope *s, json_value value,
                              value_type wanted, const char *what);
/// Compile a vector: an expression, or a list with an expression for each component.
expression_code compile_vector(lowering *l, const document *d, const scope *s, json_value value,
                               value_type wanted, const char *what);
/// Compile a value; `words` gives the enum if `wanted` is VALUE_ENUM. With VALUE_NONE, the code has
/// its own type and words.
expression_code compile_typed(lowering *l, const document *d, const scope *s, json_value value,
                              value_type wanted, const word_list *words, const char *what);
/// Compile the init of a key, or the default of an argument.
expression_code compile_init(lowering *l, const schema_key *key, const scope *s, json_value value,
                             value_type wanted, const char *what);

/// Return the code of a text by its number: the place of the text.
expression_code text_code(lowering *l, uint32_t text);

/// Return the code of a constant word of an enum.
expression_code constant_word(lowering *l, const word_list *words, uint32_t value);

/// A key or component that a node names.
typedef struct named_place {
    value_type type;        // VALUE_NONE: had an error, which was reported
    const word_list *words; // words of an ENUM
    uint32_t column;
    const schema_key *key;
    int component; // component of the key: 0 for x; -1: the whole key
} named_place;

/// Find the key that a node names in the attribute `what`. If the node `writes` it, the key must
/// not be shared.
named_place read_place(lowering *l, const tree_node *node, const scope *s, json_value name,
                       const char *what, bool writes);

// ---- lists

/// Return the type of the node's item: that of a `set` depends on its key.
item_type lowered_type(lowering *l, const tree_node *node, const scope *s);
/// Lower an operand of a node that uses a list: L, I, X or Y. Returns the flags that follow from
/// it.
unsigned lower_list_operand(lowering *l, const tree_node *node, item_type type, const scope *s,
                            char letter);

// ---- names and copies

extern const scope no_scope;

/// Look up a name without a component, in the tree and then in the document.
seen_name scope_see(lowering *l, const scope *s, const char *name);
/// Return the key most similar to a mistyped name, or NULL.
const char *scope_nearest_key(lowering *l, const scope *s, const char *name);
/// Return the index of a component, or -1 if keys of that type have none with that name.
int component_named(const schema_key *key, const char *name);
value_type type_of_key(const schema_key *key);
/// Return whether the elements of two lists have the same type.
bool same_elements(const schema_key *a, const schema_key *b);
/// Look up a key or a component such as "home.x". `*component` gets the text after the point, or
/// NULL.
seen_name scope_see_path(lowering *l, const scope *s, const char *name, const char **component);

/// Step from a `subtree` or `given` to the node that replaces it, with the scope and copy of that
/// node. Returns NULL after an error, and for a node param without a node.
const tree_node *enter_copy(lowering *l, const tree_node *node, const scope **s, uint32_t *path);
/// Return the scope of a tree that is lowered only for its errors: params have no values.
const scope *scope_alone(lowering *l, tree *t);

// ---- hosts

/// Compile the defaults of all declared arguments.
void compile_defaults(lowering *l);
/// Return the host function that a node names, after checking its kind against all other uses; NULL
/// after an error.
host *use_host(lowering *l, const tree_node *node, json_value name, host_kind kind);
/// Lower the arguments of a call. If `h` is NULL, only check the expressions.
void lower_arguments(lowering *l, const tree_node *node, const scope *s, host *h, json_value name);

#endif
