// SPDX-License-Identifier: MIT
#include "match_tokens.h"

#include "columns.h"
#include "match.h"
#include "names.h"
#include "nodes.h"
#include "walk.h"

#include <string.h>

// ---- numbering strings

typedef struct string_table {
    names names; // numbers start at 1
    arena *memory;
} string_table;

// Return the number of a byte string, which must not move.
static uint32_t strings_add(string_table *t, const void *bytes, size_t size)
{
    uint32_t number = names_find(&t->names, bytes, size);
    if (number == NAMES_MISSING) {
        number = t->names.count + 1;
        names_add(&t->names, t->memory, bytes, size, number);
    }
    return number;
}

static uint32_t strings_number(string_table *t, const char *text)
{
    return text ? strings_add(t, text, strlen(text)) : 0;
}

// The numbers of nodes' own tokens, and of whole subtrees.
typedef struct class_table {
    string_table heads, trees;
} class_table;

const char *shape_renamed(const char *name, const gestalt_rename *renames, uint32_t rename_count)
{
    for (uint32_t i = 0; name && i < rename_count; i++)
        if (strcmp(renames[i].old_name, name) == 0)
            return renames[i].new_name;
    return name;
}

// ---- converting one shape to tokens

typedef struct token_writer {
    match_tokens *t;
    string_table *strings;
    const gestalt_rename *renames; // applied to names of the old shape; NULL for the new one
    uint32_t rename_count;
    uint32_t *columns;  // by column: the number of its key's name
    uint8_t *component; // by column: its component in the key
    uint32_t *hosts;    // by host, argument and persistent: the number of the name
    uint32_t *arguments;
    uint32_t *persistents;
    uint32_t count;
} token_writer;

static void tokens_add(token_writer *w, uint64_t token)
{
    w->t->tokens[w->count++] = token;
}

static uint32_t tokens_name(token_writer *w, uint32_t string)
{
    const char *text = shape_string(w->t->shape, string);
    return strings_number(w->strings, shape_renamed(text, w->renames, w->rename_count));
}

static uint64_t tokens_column(const token_writer *w, uint32_t column)
{
    return (uint64_t)w->columns[column] << 8 | w->component[column];
}

// Return the key of a list.
static uint64_t tokens_list(const token_writer *w, uint32_t place)
{
    return tokens_column(w, list_column(place));
}

// Return the key of a list for an operation, which differs by the type of its elements.
static uint64_t tokens_typed_list(const token_writer *w, uint32_t place)
{
    enum { TYPE_SHIFT = 48 }; // names have up to 40 bits
    uint8_t type = columns_key(w->t->shape, list_column(place))->type;
    return tokens_list(w, place) | (uint64_t)type << TYPE_SHIFT;
}

// Return the key or component that a node sets.
static uint64_t tokens_target(const token_writer *w, const node_view *v)
{
    return v->flags & ITEM_VARIANT ? (uint64_t)w->columns[v->argument] << 8
                                   : tokens_column(w, v->argument);
}

static void tokens_list_names(token_writer *w, arena *a)
{
    const gestalt_shape *shape = w->t->shape;
    const gestalt_specification *spec = shape->specification;
    uint32_t columns = spec->number_columns + spec->bool_columns + spec->shared_number_columns +
                       spec->shared_bool_columns;
    w->columns = ARENA_ARRAY(a, uint32_t, columns);
    w->component = ARENA_ARRAY(a, uint8_t, columns);
    w->hosts = ARENA_ARRAY(a, uint32_t, shape->host_count);
    w->arguments = ARENA_ARRAY(a, uint32_t, shape->argument_count);
    w->persistents = ARENA_ARRAY(a, uint32_t, shape->persistent_count);
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *key = &shape->keys[i];
        uint32_t name = tokens_name(w, key->name);
        // a list is its count's column
        for (uint32_t k = 0; k < (key_is_list(key) ? 1 : columns_width(key)); k++) {
            w->columns[key->column + k] = name;
            w->component[key->column + k] =
                (uint8_t)(columns_width(key) > 1 && !key_is_list(key) ? k + 1 : 0);
        }
    }
    for (uint32_t i = 0; i < shape->host_count; i++)
        w->hosts[i] = strings_number(w->strings, shape_string(shape, shape->hosts[i].name));
    for (uint32_t i = 0; i < shape->argument_count; i++)
        w->arguments[i] = strings_number(w->strings, shape_string(shape, shape->arguments[i].name));
    for (uint32_t i = 0; i < shape->persistent_count; i++)
        w->persistents[i] = tokens_name(w, shape->persistents[i].name);
}

// ---- operands

static void tokens_add_arguments(token_writer *w, uint32_t host, uint32_t begin, uint32_t end);

static uint64_t tokens_word(const token_writer *w, uint64_t item)
{
    return strings_number(w->strings,
                          shape_word(w->t->shape, item_enum(item), (int32_t)item_word(item)));
}

// A key is represented by its name, whatever its type; of a list, operations have the type.
static void tokens_add_op(token_writer *w, uint32_t index)
{
    uint64_t item = w->t->shape->items[index];
    item_type type = item_type_of(item);
    const op_info *op = op_info_of(type);
    uint32_t argument = item_argument(item);
    uint64_t meaning = argument;
    if (op->form == SYNTAX_LOAD)
        type = OP_LOAD_BOOL;
    else if (op->form == SYNTAX_ELEMENT)
        type = OP_ELEMENT_BOOL;
    else if (type == OP_FIND_ENUM)
        type = OP_FIND_INT;
    switch (op->argument) {
    case 'c':
    case 's':
        meaning = op_is_vector(op->result) ? (uint64_t)w->columns[argument] << 8
                                           : tokens_column(w, argument);
        break;
    case 'l': meaning = tokens_typed_list(w, argument); break;
    case 'E': meaning = tokens_word(w, item); break;
    case 'T':
        meaning = strings_number(w->strings,
                                 shape_string(w->t->shape, w->t->shape->texts.list[argument]));
        break;
    case 'h': meaning = w->hosts[argument]; break;
    default: break;
    }
    tokens_add(w, (uint64_t)type | (uint64_t)(item_flags(item) & ITEM_LAST) << 8);
    tokens_add(w, meaning);
    if (op->argument == 'h')
        tokens_add_arguments(w, argument, index + 1, item_end(item));
}

static uint32_t tokens_add_expression(token_writer *w, uint32_t index)
{
    uint64_t item;
    do {
        item = w->t->shape->items[index];
        tokens_add_op(w, index);
        index = item_end(item);
    } while (!(item_flags(item) & ITEM_LAST));
    return index;
}

// Add the values and keys that a call passes, by the names of its arguments. Calls in these values
// have no arguments themselves.
static void tokens_add_arguments(token_writer *w, uint32_t host, uint32_t begin, uint32_t end)
{
    const gestalt_shape *shape = w->t->shape;
    for (uint32_t i = begin; i < end; i = item_end(shape->items[i])) {
        uint32_t given = item_argument(shape->items[i]);
        bool is_key = item_end(shape->items[i]) == i + 1;
        tokens_add(w, w->arguments[shape->hosts[host].first_argument + (given >> 24)]);
        tokens_add(w, is_key ? tokens_column(w, given & 0xffffff) : UINT64_MAX);
        if (!is_key)
            tokens_add_expression(w, i + 1);
    }
}

// Return the argument of a node's head, unless it is derived.
static uint64_t tokens_head(token_writer *w, const node_view *v)
{
    const gestalt_shape *shape = w->t->shape;
    switch (node_table[v->type].operands[0]) {
    case 'h': return w->hosts[v->argument];
    case 'k': return tokens_target(w, v);
    case 'p': // the initial status is irrelevant to a signal
        return w->persistents[v->argument] |
               (node_has(v->type, 'S') ? 0 : (uint64_t)shape->persistents[v->argument].init << 32);
    case 's': return strings_number(w->strings, shape_string(shape, v->argument));
    case 'f': return v->argument;
    default: return 0;
    }
}

// Cases are words of an enum, or ints.
static void tokens_add_cases(token_writer *w, const node_view *v)
{
    enum { CASE_INT = ITEM_CASE, CASE_WORD = 1 << 8 | ITEM_CASE };
    const gestalt_shape *shape = w->t->shape;
    uint32_t count = walk_case_count(shape->items, v);
    uint32_t words = count ? columns_case_enum(shape, v->cases) : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = item_argument(shape->items[v->cases + i]);
        if (words)
            value = strings_number(w->strings, shape_word(shape, words, (int32_t)value));
        tokens_add(w, (uint64_t)value << 32 | (words ? CASE_WORD : CASE_INT));
    }
}

// Add the list that a node uses, the key that its elements are assigned to, and that of the index.
static void tokens_add_list(token_writer *w, uint64_t operand)
{
    uint32_t list = list_operand_place(operand), key = list_operand_key(operand);
    uint32_t index = list_operand_index(operand);
    bool is_whole = key_is_vector(columns_key(w->t->shape, list_column(list))->type);
    tokens_add(w, tokens_list(w, list));
    tokens_add(w, key == LIST_NO_KEY ? UINT64_MAX
                  : is_whole         ? (uint64_t)w->columns[key] << 8
                                     : tokens_column(w, key));
    tokens_add(w, index == LIST_NO_KEY ? UINT64_MAX : tokens_column(w, index));
}

// Add the default of `at`: the count for a push, 0 for a pop.
static void tokens_add_default_place(token_writer *w, const node_view *v)
{
    bool is_count = node_has(v->type, 'X');
    item_type type = is_count ? OP_COUNT : OP_CONST_INT;
    uint32_t list = list_operand_place(w->t->shape->items[v->list]);
    tokens_add(w, (uint64_t)type | (uint64_t)ITEM_LAST << 8);
    tokens_add(w, is_count ? tokens_typed_list(w, list) : 0);
}

static void tokens_add_operands(token_writer *w, const node_view *v)
{
    const gestalt_shape *shape = w->t->shape;
    uint32_t index = v->at ? v->at : v->expression;
    if (v->raw && node_has(v->type, 'Q'))
        tokens_add(w,
                   strings_number(w->strings, shape_string(shape, (uint32_t)shape->items[v->raw])));
    else if (v->raw)
        tokens_add(w, shape->items[v->raw]);
    if (v->pause)
        tokens_add(w, pause_ticks(shape->items[v->pause]));
    if (v->list)
        tokens_add_list(w, shape->items[v->list]);
    if (node_has(v->type, 'I') && !v->at)
        tokens_add_default_place(w, v);
    if (v->margin)
        tokens_add(w, item_argument(shape->items[v->margin]));
    tokens_add_cases(w, v);
    if (index && node_has(v->type, 'A')) {
        tokens_add_arguments(w, v->argument, index, v->end);
    } else if (index && node_has(v->type, 'W')) {
        for (; index < v->first_child; index++)
            tokens_add(w, shape->items[index] >> 32 << 32 | item_flags(shape->items[index]));
    } else {
        while (index && index < v->first_child)
            index = tokens_add_expression(w, index);
    }
}

// ---- nodes

// Return the verb (`do`, `call` or `key`): the number of a name, or a key's component.
static uint64_t tokens_verb(token_writer *w, const node_view *v)
{
    const uint64_t *items = w->t->shape->items;
    if (v->list)
        return tokens_list(w, list_operand_place(items[v->list]));
    switch (node_table[v->type].operands[0]) {
    case 'h': return w->hosts[v->argument];
    case 'k': return tokens_target(w, v);
    case 'p': return w->persistents[v->argument];
    default: break;
    }
    bool asks = node_has(v->type, 'E') && item_type_of(items[v->expression]) == OP_CALL;
    return asks ? w->hosts[item_argument(items[v->expression])] : 0;
}

static void tokens_add_node(token_writer *w, uint32_t id)
{
    match_tokens *t = w->t;
    node_view v = walk_node(t->shape->items, t->shape->nodes[id]);
    if (t->shape->names)
        t->names[id] = tokens_name(w, t->shape->names[id].name);
    t->verbs[id] = tokens_verb(w, &v);
    t->begins[id] = w->count;
    unsigned variant = node_has(v.type, 'I') ? ITEM_VARIANT : v.flags & ITEM_VARIANT;
    tokens_add(w, (uint64_t)v.type | (uint64_t)variant << 8 | (uint64_t)(t->ends[id] - id) << 32);
    tokens_add(w, t->names[id]);
    tokens_add(w, tokens_head(w, &v));
    tokens_add_operands(w, &v);
}

// Compute the ends of subtrees, from the last node to the first.
static void tokens_find_ends(match_tokens *t)
{
    const gestalt_shape *shape = t->shape;
    uint32_t count = shape->specification->node_count;
    for (uint32_t id = count; id-- > 0;) {
        uint32_t end = item_end(shape->items[shape->nodes[id]]), behind = id + 1;
        while (behind < count && shape->nodes[behind] < end)
            behind = t->ends[behind];
        t->ends[id] = behind;
    }
}

// Number subtrees from the last node to the first: by the number of the node's own tokens and the
// numbers of its children. The table for these is the one for names, which resists chosen
// collisions.
static void tokens_classify(match_tokens *t, class_table *classes, arena *a)
{
    uint32_t count = t->shape->specification->node_count;
    uint32_t *parts = ARENA_ARRAY(
        a, uint32_t, (size_t)count * 2); // two for each node: its number and its child's
    for (uint32_t id = count; id-- > 0;) {
        uint32_t begin = t->begins[id], end = t->begins[id + 1], size = 0;
        parts[size++] =
            strings_add(&classes->heads, t->tokens + begin, (end - begin) * sizeof *t->tokens);
        for (uint32_t child = id + 1; child < t->ends[id]; child = t->ends[child])
            parts[size++] = t->classes[child];
        t->classes[id] = strings_add(&classes->trees, parts, size * sizeof *parts);
        parts += size;
    }
}

// Most tokens for one item: an operation on two vectors becomes three.
enum { TOKENS_OF_ITEM = 3, TOKENS_OF_NODE = 3 };

static void tokens_make_one(arena *a, token_writer *w, class_table *classes)
{
    match_tokens *t = w->t;
    uint32_t nodes = t->shape->specification->node_count;
    t->ends = ARENA_ARRAY(a, uint32_t, nodes);
    t->names = ARENA_ARRAY(a, uint32_t, nodes);
    t->verbs = ARENA_ARRAY(a, uint64_t, nodes);
    t->classes = ARENA_ARRAY(a, uint32_t, nodes);
    t->begins = ARENA_ARRAY(a, uint32_t, nodes + 1);
    t->tokens = ARENA_ARRAY(a, uint64_t,
                            (size_t)t->shape->specification->tree_end * TOKENS_OF_ITEM +
                                (size_t)nodes * TOKENS_OF_NODE);
    tokens_list_names(w, a);
    tokens_find_ends(t);
    for (uint32_t id = 0; id < nodes; id++)
        tokens_add_node(w, id);
    t->begins[nodes] = w->count;
    tokens_classify(t, classes, a);
}

void match_tokens_make(arena *a, const gestalt_shape *const shapes[2],
                       const gestalt_rename *renames, uint32_t rename_count, match_tokens of[2])
{
    string_table strings = {.memory = a};
    class_table classes = {{.memory = a}, {.memory = a}};
    for (int side = 0; side < 2; side++) {
        of[side] = (match_tokens){.shape = shapes[side]};
        token_writer w = {.t = &of[side],
                          .strings = &strings,
                          .renames = renames,
                          .rename_count = side == 0 ? rename_count : 0};
        tokens_make_one(a, &w, &classes);
    }
}

uint64_t match_role(const gestalt_shape *shape, uint32_t item, uint32_t number)
{
    item_type type = item_type_of(shape->items[item]);
    uint64_t label = node_has(type, 'C') ? shape->items[item + 1 + number] : 0;
    if (item_type_of(label) == ITEM_CASE)
        return MATCH_CASE | item_argument(label);
    if (node_has(type, 'C'))
        return 0; // the default
    return node_child_attribute(type, number) ? number : MATCH_NO_ROLE;
}
