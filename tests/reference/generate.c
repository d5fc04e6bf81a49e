// SPDX-License-Identifier: MIT
#include "generate.h"

#include "memory.h"
#include "nodes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 12, HOSTS_MAX = 12, ARGUMENTS_MAX = 4, TREES_MAX = 5, PARAMS_MAX = 3 };
enum { KEY_PARAMS_MAX = 2, OWN_KEYS_MAX = 3 };
enum { LISTS_MAX = 6, LIST_PARAMS_MAX = 2, OWN_LISTS_MAX = 2 };
enum { PERSISTENTS = 3, ROUNDS_MAX = 48, VISITS_MAX = 3000, COPIED_NODES_MAX = 60 };

typedef enum type {
    BOOL,
    INT,
    FLOAT,
    VEC2,
    VEC3,
    MODE,
    COLOR,
    TYPES,
    TEXT = TYPES, // only of arguments
} type;
typedef enum kind { IMMEDIATE, DEFERRED, PREDICATE, KINDS } kind;

// Types as documents write them. MODE and COLOR are enums; some of their words are also names of
// keys.
static const char *const type_texts[] = {"\"bool\"",
                                         "\"int\"",
                                         "\"float\"",
                                         "\"vec2\"",
                                         "\"vec3\"",
                                         "[\"idle\", \"chase\", \"flee\"]",
                                         "[\"red\", \"k1\", \"idle\", \"k0\", \"time\"]",
                                         "\"text\""};
// Texts as JSON strings without their quotation marks. Those before the last three have no `'`.
static const char *const texts[] = {"",     "a",         "b",    "a longer text", "\\u00fc \\n",
                                    "t(1)", "\\\"q\\\"", "it's", "'a'",           "\\\\'"};
enum { QUOTELESS_TEXTS = sizeof texts / sizeof *texts - 3 };
static const char *const modes[] = {"idle", "chase", "flee"};
static const char *const colors[] = {"red", "k1", "idle", "k0", "time"};
static const char *const kind_names[] = {"immediate", "deferred", "predicate"};
static const char *const statuses[] = {"success", "failure", "running"};

typedef struct key {
    char name[16];
    type type;
    bool shared;
} key;

typedef struct list {
    char name[16];
    type type;            // type of the elements
    uint32_t least, most; // capacity; for a param the range of what may be given
    bool shared;          // the list is shared, or a param for which a shared list may be given
    bool is_param, is_own;
    uint32_t after; // number of keys that are declared before the list
} list;

typedef struct argument {
    char name[16];
    type type; // type of the argument, or of a list's elements
    bool by_key, is_list;
    bool has_default;
} argument;

typedef struct host {
    char name[24];    // the bare word
    char written[32]; // the word as JSON
    kind kind;
    bool declared;
    argument arguments[ARGUMENTS_MAX];
    uint32_t argument_count;
} host;

typedef struct param {
    char name[16];
    type type;
} param;

// What the generator knows of a tree when it copies that tree.
typedef struct tree {
    param params[PARAMS_MAX];
    uint32_t param_count;
    key keys[KEY_PARAMS_MAX + OWN_KEYS_MAX]; // keys of this tree alone: params, then its own keys
    uint32_t key_param_count, key_count;
    list lists[LIST_PARAMS_MAX + OWN_LISTS_MAX]; // lists of this tree alone: params, then its own
    uint32_t list_param_count, list_count;
    bool takes_node;
    uint32_t given, given_rounds; // copies of the param's node in the tree, and rounds that a tick
                                  // may start for all of them
    uint32_t nodes, visits;
    unsigned persistents; // one bit for each persistent that has a node in the tree
} tree;

// What an expression may read.
typedef struct sight {
    const tree *tree; // the tree whose params it may read
    // numbers of document keys and lists it may read: those declared earlier
    uint32_t key_count, list_count;
    bool constant; // only literals and params
    bool shared;   // only shared keys, and no value that differs between agents
} sight;

typedef struct generator {
    uint64_t random;
    char *text;
    size_t size, capacity;
    key keys[KEYS_MAX];
    uint32_t key_count;
    list lists[LISTS_MAX];
    uint32_t list_count;
    host hosts[HOSTS_MAX];
    uint32_t host_count;
    tree trees[TREES_MAX];
    uint32_t tree_count;
    tree *current;
    sight sight;
    int32_t nodes_left;
    bool has_enums;   // the document has enum keys and enum arguments
    bool is_patient;  // no node re-evaluates a condition while a later child is live
    bool alone;       // inside an included document, which does not see the trees of the first one
    item_type wanted; // type of a node to put near the root, or 0
    generate_around around;
} generator;

// Where in the tree the node that is written next is.
typedef struct place {
    int depth;       // levels that may still be nested
    uint32_t rounds; // rounds that all enclosing loops together may start in a tick
    bool undone;     // below a concurrent, race or parallel, which can roll back
} place;

// ---- choices

static uint64_t next(generator *g)
{
    g->random += 0x9E3779B97F4A7C15u;
    uint64_t z = g->random;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint32_t below(generator *g, uint32_t count)
{
    return (uint32_t)(next(g) >> 32) % count;
}

static bool one_in(generator *g, uint32_t count)
{
    return below(g, count) == 0;
}

#define PICK(g, list) (list)[below((g), sizeof(list) / sizeof *(list))]

// Draw an index with a probability in proportion to its weight.
static uint32_t pick_weighted(generator *g, const uint32_t *weights, uint32_t count)
{
    uint32_t total = 0, i = 0;
    for (uint32_t k = 0; k < count; k++)
        total += weights[k];
    for (uint32_t u = below(g, total); u >= weights[i]; i++)
        u -= weights[i];
    return i;
}

// ---- text

static void put(generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(generator *g, const char *format, ...)
{
    char piece[256];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (g->capacity - g->size <= (size_t)size) {
        g->capacity = (g->capacity + (size_t)size) * 2;
        g->text = realloc(g->text, g->capacity);
        if (!g->text)
            abort();
    }
    memcpy(g->text + g->size, piece, (size_t)size + 1);
    g->size += (size_t)size;
}

static void comma(generator *g, uint32_t index)
{
    put(g, index > 0 ? ", " : "");
}

// ---- expressions, with the parentheses that they need, and sometimes with more

enum { SELECT = 1, OR, AND, EQUAL, COMPARE, ADD, MULTIPLY, PREFIX, PRIMARY };

static void expression(generator *g, type t, int depth, int binds);

static bool open_group(generator *g, int precedence, int binds)
{
    bool needed = precedence < binds || one_in(g, 12);
    put(g, needed ? "(" : "");
    return needed;
}

static bool is_vector(type t)
{
    return t == VEC2 || t == VEC3;
}

static uint32_t component_count(type t)
{
    return t == VEC3 ? 3 : t == VEC2 ? 2 : 1;
}

static char component_letter(generator *g, type t)
{
    return "xyz"[below(g, component_count(t))];
}

static void close_group(generator *g, bool opened)
{
    put(g, opened ? ")" : "");
}

static void infix(generator *g, type t, int depth, int binds, int precedence, const char *sign)
{
    bool opened = open_group(g, precedence, binds);
    expression(g, t, depth - 1, precedence);
    put(g, one_in(g, 4) ? "%s" : " %s ", sign);
    expression(g, t, depth - 1, precedence + 1);
    close_group(g, opened);
}

static bool is_enum(type t)
{
    return t == MODE || t == COLOR;
}

static const char *pick_word(generator *g, type t)
{
    return t == MODE ? PICK(g, modes) : PICK(g, colors);
}

static void choice(generator *g, type t, int depth, int binds)
{
    bool opened = open_group(g, SELECT, binds);
    expression(g, BOOL, depth - 1, OR);
    put(g, " ? ");
    expression(g, t, depth - 1, SELECT);
    put(g, " : ");
    expression(g, t, depth - 1, SELECT);
    close_group(g, opened);
}

static void prefix(generator *g, type t, int depth, int binds, const char *sign)
{
    bool opened = open_group(g, PREFIX, binds);
    put(g, "%s", sign);
    expression(g, t, depth - 1, PREFIX);
    close_group(g, opened);
}

static bool can_read(const generator *g, const key *k)
{
    return !g->sight.constant && (!g->sight.shared || k->shared);
}

// Return a key of the tree that is being written, a param or an own key, or NULL.
static const key *key_of_tree(generator *g, type t)
{
    const tree *from = g->sight.tree;
    for (uint32_t i = from ? from->key_count : 0; i-- > 0 && !g->sight.constant;)
        if (from->keys[i].type == t && one_in(g, 2))
            return &from->keys[i];
    return NULL;
}

// Return a key of the type that an expression may read here, or NULL.
static const key *readable_key(generator *g, type t)
{
    const key *own = g->sight.tree && g->sight.tree->key_count ? key_of_tree(g, t) : NULL;
    if (own)
        return own;
    for (int attempt = 0; attempt < 6 && g->sight.key_count > 0; attempt++) {
        const key *k = &g->keys[below(g, g->sight.key_count)];
        if (k->type == t && can_read(g, k))
            return k;
    }
    return NULL;
}

// ---- lists in expressions

// Return a list with elements of the type that an expression may read here, or NULL. TYPES stands
// for any type.
static const list *readable_list(generator *g, type t)
{
    const tree *from = g->sight.tree;
    if (g->list_count == 0 || g->sight.constant)
        return NULL;
    for (uint32_t i = from ? from->list_count : 0; i-- > 0;)
        if ((t == TYPES || from->lists[i].type == t) && one_in(g, 2))
            return &from->lists[i];
    for (int attempt = 0; attempt < 6 && g->sight.list_count > 0; attempt++) {
        const list *l = &g->lists[below(g, g->sight.list_count)];
        if ((t == TYPES || l->type == t) && (!g->sight.shared || l->shared))
            return l;
    }
    return NULL;
}

// The place of an element: usually one that exists.
static void put_place(generator *g, const list *l, int depth)
{
    switch (below(g, depth > 0 ? 6 : 5)) {
    case 0: put(g, "tick %% %u", (unsigned)below(g, 3) + 2); break;
    case 1: put(g, "count(%s) - 1", l->name); break;
    case 2: put(g, one_in(g, 3) ? "-1" : "%u", (unsigned)below(g, l->most + 1)); break;
    case 5: expression(g, INT, depth - 1, SELECT); break;
    default: put(g, "%u", (unsigned)below(g, 2)); break;
    }
}

static bool put_element(generator *g, type t, int depth)
{
    const list *l = readable_list(g, t);
    bool is_component = !l && t == FLOAT;
    if (is_component)
        l = readable_list(g, one_in(g, 2) ? VEC2 : VEC3);
    if (!l)
        return false;
    put(g, "%s[", l->name);
    put_place(g, l, depth);
    put(g, "]");
    if (is_component)
        put(g, ".%c", component_letter(g, l->type));
    return true;
}

// `count` or `find`. Return false if no list can be read here.
static bool put_list_call(generator *g, int depth)
{
    const list *l = readable_list(g, TYPES);
    if (!l)
        return false;
    if (is_vector(l->type) || one_in(g, 3)) {
        put(g, "count(%s)", l->name);
        return true;
    }
    bool is_number = l->type == INT || l->type == FLOAT;
    put(g, "find(%s, ", l->name);
    if (one_in(g, 3))
        put(g, "%s[%u]", l->name, (unsigned)below(g, l->most));
    else
        expression(g, is_number ? (one_in(g, 2) ? INT : FLOAT) : l->type, depth - 1, SELECT);
    put(g, ")");
    return true;
}

// An expression of an enum that contains a key, so that the enum of its words is known.
static void anchored(generator *g, const key *k, int depth, int binds)
{
    if (depth <= 0 || one_in(g, 3)) {
        if (g->list_count == 0 || !one_in(g, 3) || !put_element(g, k->type, 0))
            put(g, "%s", k->name);
        return;
    }
    bool opened = open_group(g, SELECT, binds), first = one_in(g, 2);
    expression(g, BOOL, depth - 1, OR);
    put(g, " ? ");
    if (first)
        anchored(g, k, depth - 1, SELECT);
    else
        expression(g, k->type, depth - 1, SELECT);
    put(g, " : ");
    if (first)
        expression(g, k->type, depth - 1, SELECT);
    else
        anchored(g, k, depth - 1, SELECT);
    close_group(g, opened);
}

// Return false if no enum can be read here.
static bool enum_comparison(generator *g, int depth, int binds)
{
    const key *k = readable_key(g, one_in(g, 2) ? MODE : COLOR);
    if (!k)
        return false;
    bool opened = open_group(g, EQUAL, binds), first = one_in(g, 2);
    if (first)
        anchored(g, k, depth - 1, EQUAL);
    else
        expression(g, k->type, depth - 1, EQUAL);
    put(g, one_in(g, 2) ? " == " : "!=");
    if (first)
        expression(g, k->type, depth - 1, EQUAL + 1);
    else
        anchored(g, k, depth - 1, EQUAL + 1);
    close_group(g, opened);
    return true;
}

// The operand of a function that accepts an enum. If no enum can be read, write a float: these
// functions accept floats, too.
static void enum_operand(generator *g, int depth)
{
    const key *k = readable_key(g, one_in(g, 2) ? MODE : COLOR);
    if (k)
        anchored(g, k, depth, SELECT);
    else
        expression(g, FLOAT, depth, SELECT);
}

// A call of one of the functions of ops.def with that result type.
static void call(generator *g, char result, int depth)
{
    const op_info *f;
    do
        f = &op_table[below(g, OP_TYPE_END - OP_FIRST)];
    while (f->result != result || !f->operands[0] ||
           f->operands[strspn(f->operands, "bifevw")] || // other letters: operands that are lists
           (f->form != SYNTAX_FUNCTION && f->form != SYNTAX_CONVERT));
    put(g, "%s(", f->text);
    for (uint32_t i = 0; f->operands[i]; i++) {
        comma(g, i);
        if (f->operands[i] == 'e') {
            enum_operand(g, depth - 1);
            continue;
        }
        expression(g,
                   f->operands[i] == 'b'   ? BOOL
                   : f->operands[i] == 'i' ? INT
                   : f->operands[i] == 'v' ? VEC2
                   : f->operands[i] == 'w' ? VEC3
                                           : FLOAT,
                   depth - 1, SELECT);
    }
    put(g, ")");
}

static bool put_param(generator *g, type t)
{
    const tree *from = g->sight.tree;
    for (uint32_t i = 0; from && i < from->param_count; i++)
        if (from->params[i].type == t && one_in(g, 2)) {
            put(g, "%s", from->params[i].name);
            return true;
        }
    return false;
}

static bool put_key(generator *g, type t)
{
    const key *k = readable_key(g, t);
    if (!k && t == FLOAT) {
        k = readable_key(g, one_in(g, 2) ? VEC2 : VEC3);
        if (k)
            put(g, "%s.%c", k->name, component_letter(g, k->type));
        return k != NULL;
    }
    if (k)
        put(g, "%s", k->name);
    return k != NULL;
}

static void put_literal(generator *g, type t)
{
    static const char *const ints[] = {"0", "1", "2", "3", "7", "10", "65536", "2147483647"};
    static const char *const floats[] = {"0.0", "0.5",  "1.5",    "0.1",   "2e3",
                                         "1.0", "1e10", "3.4e38", "1e-45", "0.25"};
    if (is_enum(t))
        put(g, "'%s'", pick_word(g, t));
    else if (is_vector(t))
        put(g, t == VEC2 ? "vec2(%s, %s)" : "vec3(%s, %s, 0.5)", PICK(g, floats), PICK(g, ints));
    else if (t == BOOL)
        put(g, one_in(g, 2) ? "true" : "false");
    else
        put(g, "%s", t == INT ? PICK(g, ints) : PICK(g, floats));
}

static bool put_builtin(generator *g, type t)
{
    static const char *const ints[] = {"tick", "agent"};
    static const char *const floats[] = {"time", "dt", "rand()"};
    if (t == BOOL || is_enum(t) || is_vector(t) || g->sight.constant)
        return false;
    if (g->sight.shared)
        put(g, t == INT ? "tick" : "time");
    else
        put(g, "%s", t == INT ? PICK(g, ints) : PICK(g, floats));
    return true;
}

static void atom(generator *g, type t)
{
    if (put_param(g, t))
        return;
    if (g->list_count > 0 && one_in(g, 4) && put_element(g, t, 1))
        return;
    if (!one_in(g, 3) && put_key(g, t))
        return;
    if (!one_in(g, 3) && put_builtin(g, t))
        return;
    put_literal(g, t);
}

static void put_text(generator *g);

static void text_comparison(generator *g, int depth, int binds)
{
    bool opened = open_group(g, EQUAL, binds);
    put_text(g);
    put(g, one_in(g, 2) ? " == " : " != ");
    if (one_in(g, 4))
        put_text(g);
    else
        expression(g, INT, depth - 1, EQUAL + 1);
    close_group(g, opened);
}

static void comparison(generator *g, int depth, int binds)
{
    static const char *const signs[] = {"<", "<=", ">", ">="};
    static const char *const equal[] = {"==", "!="};
    type t = one_in(g, 2) ? INT : FLOAT;
    if (g->has_enums && one_in(g, 4) && enum_comparison(g, depth, binds))
        return;
    if (!g->sight.constant && one_in(g, 8)) {
        text_comparison(g, depth, binds);
        return;
    }
    if (one_in(g, 3)) {
        type of = one_in(g, 3) ? BOOL : t;
        infix(g, of, depth, binds, EQUAL, PICK(g, equal));
    } else {
        infix(g, t, depth, binds, COMPARE, PICK(g, signs));
    }
}

static void bool_expression(generator *g, int depth, int binds)
{
    switch (below(g, 8)) {
    case 0: infix(g, BOOL, depth, binds, OR, "||"); break;
    case 1: infix(g, BOOL, depth, binds, AND, "&&"); break;
    case 2: prefix(g, BOOL, depth, binds, "!"); break;
    case 3: choice(g, BOOL, depth, binds); break;
    default: comparison(g, depth, binds); break;
    }
}

static void int_expression(generator *g, int depth, int binds)
{
    switch (below(g, 12)) {
    case 0: infix(g, INT, depth, binds, ADD, "+"); break;
    case 1: infix(g, INT, depth, binds, ADD, "-"); break;
    case 2: infix(g, INT, depth, binds, MULTIPLY, "*"); break;
    case 3: infix(g, INT, depth, binds, MULTIPLY, "/"); break;
    case 4: infix(g, INT, depth, binds, MULTIPLY, "%"); break;
    case 5: prefix(g, INT, depth, binds, "-"); break;
    case 6: choice(g, INT, depth, binds); break;
    default:
        if (g->list_count == 0 || one_in(g, 2) || !put_list_call(g, depth))
            call(g, 'i', depth);
        break;
    }
}

static void vector_expression(generator *g, type t, int depth, int binds)
{
    bool opened;
    switch (below(g, 9)) {
    case 0: infix(g, t, depth, binds, ADD, "+"); break;
    case 1: infix(g, t, depth, binds, ADD, "-"); break;
    case 2: prefix(g, t, depth, binds, "-"); break;
    case 3: choice(g, t, depth, binds); break;
    case 4:
        opened = open_group(g, MULTIPLY, binds);
        expression(g, FLOAT, depth - 1, MULTIPLY);
        put(g, " * ");
        expression(g, t, depth - 1, MULTIPLY + 1);
        close_group(g, opened);
        break;
    case 5:
        opened = open_group(g, MULTIPLY, binds);
        expression(g, t, depth - 1, MULTIPLY);
        put(g, one_in(g, 2) ? " * " : " / ");
        expression(g, one_in(g, 2) ? FLOAT : INT, depth - 1, MULTIPLY + 1);
        close_group(g, opened);
        break;
    default: call(g, t == VEC2 ? 'v' : 'w', depth); break;
    }
}

// A component of an expression that gives a vector.
static void component(generator *g, int depth)
{
    type t = one_in(g, 2) ? VEC2 : VEC3;
    put(g, "(");
    expression(g, t, depth - 1, SELECT);
    put(g, ").%c", component_letter(g, t));
}

static void float_expression(generator *g, int depth, int binds)
{
    switch (below(g, 13)) {
    case 0: infix(g, FLOAT, depth, binds, ADD, "+"); break;
    case 1: infix(g, FLOAT, depth, binds, ADD, "-"); break;
    case 2: infix(g, FLOAT, depth, binds, MULTIPLY, "*"); break;
    case 3: infix(g, FLOAT, depth, binds, MULTIPLY, "/"); break;
    case 4: prefix(g, FLOAT, depth, binds, "-"); break;
    case 5: choice(g, FLOAT, depth, binds); break;
    case 6: component(g, depth); break;
    case 7: expression(g, INT, depth - 1, binds); break; // an int is converted without a call
    default: call(g, 'f', depth); break;
    }
}

static void expression(generator *g, type t, int depth, int binds)
{
    if (depth <= 0 || one_in(g, 6))
        atom(g, t);
    else if (is_enum(t))
        choice(g, t, depth, binds);
    else if (is_vector(t))
        vector_expression(g, t, depth, binds);
    else if (t == BOOL)
        bool_expression(g, depth, binds);
    else if (t == INT)
        int_expression(g, depth, binds);
    else
        float_expression(g, depth, binds);
}

static void put_text(generator *g)
{
    put(g, "text('%s')", texts[below(g, QUOTELESS_TEXTS)]);
}

// The place of a text, which is only passed on.
static void text_place(generator *g)
{
    put(g, "\"");
    if (one_in(g, 2)) {
        put_text(g);
    } else {
        expression(g, BOOL, 2, OR);
        put(g, " ? ");
        put_text(g);
        put(g, " : ");
        expression(g, INT, 1, SELECT);
    }
    put(g, "\"");
}

// A JSON value for an expression: a string, a list of components, or a constant.
static void value(generator *g, type t, int depth)
{
    if (t == INT && !g->sight.constant && one_in(g, 6)) {
        text_place(g);
        return;
    }
    if (is_vector(t) && one_in(g, 3)) {
        put(g, "[");
        for (uint32_t i = 0; i < component_count(t); i++) {
            comma(g, i);
            value(g, FLOAT, depth - 1);
        }
        put(g, "]");
    } else if (one_in(g, 6) && t == BOOL)
        put(g, one_in(g, 2) ? "true" : "false");
    else if (one_in(g, 6) && (t == INT || t == FLOAT))
        put(g, t == INT ? "%u" : "%u.25", (unsigned)below(g, 5));
    else {
        put(g, "\"");
        expression(g, t, depth, SELECT);
        put(g, "\"");
    }
}

// A condition whose value changes between ticks or agents.
static void lively(generator *g)
{
    put(g, "\"");
    switch (below(g, 5)) {
    case 0: put(g, "rand() < 0.%u", (unsigned)below(g, 9) + 1); break;
    case 1: {
        uint32_t divisor = below(g, 4) + 2,
                 rest = below(g, 3); // a statement of its own: the order in which arguments are
                                     // evaluated is unspecified
        put(g, "tick %% %u == %u", (unsigned)divisor, (unsigned)rest);
        break;
    }
    case 2: put(g, "(agent + tick) %% %u < %u", (unsigned)below(g, 3) + 2, 1u); break;
    default: expression(g, BOOL, 4, SELECT); break;
    }
    put(g, "\"");
}

// ---- numbers in attributes: literals, or constant expressions

static void whole(generator *g, const char *name, uint32_t least, uint32_t count)
{
    const tree *t = g->current;
    uint32_t number = least + below(g, count);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (t->params[i].type == INT && one_in(g, 2)) {
            put(g, ", \"%s\": \"%s + %u\"", name, t->params[i].name, (unsigned)least);
            return;
        }
    if (one_in(g, 8))
        put(g, ", \"%s\": \"%u - 1\"", name, (unsigned)number + 1);
    else
        put(g, ", \"%s\": %u", name, (unsigned)number);
}

// A number from 0 to 1, which also suits as a number of seconds.
static void fraction(generator *g, const char *prefix)
{
    static const char *const numbers[] = {"0.5", "0.25", "0", "0.1", "0.05", "0.15", "5e-1", "0.3"};
    const tree *t = g->current;
    put(g, "%s", prefix);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (t->params[i].type == FLOAT && one_in(g, 2)) {
            put(g, "\"%s\"", t->params[i].name);
            return;
        }
    if (one_in(g, 8))
        put(g, "\"1.0 / 4\"");
    else
        put(g, "%s", PICK(g, numbers));
}

// A duration that each agent evaluates. Each form contains an operand that is not constant.
static void evaluated_duration(generator *g)
{
    bool in_ticks = one_in(g, 2);
    type t = in_ticks ? INT : FLOAT;
    put(g, in_ticks ? ", \"ticks\": \"" : ", \"seconds\": \"");
    switch (below(g, 4)) {
    case 0: put(g, in_ticks ? "(agent + tick) %% 4" : "rand() * 0.5"); break;
    case 1:
        put(g, in_ticks ? "min(tick, abs(" : "min(time, clamp(");
        expression(g, t, 3, SELECT);
        put(g, in_ticks ? ") %% 4)" : ", 0.0, 0.4))");
        break;
    case 2: put(g, in_ticks ? "tick - 2" : "time * 0.1"); break;
    default: // a value of any size
        put(g, in_ticks ? "tick %% 2 + " : "dt * 0.5 + ");
        expression(g, t, 3, ADD + 1);
        break;
    }
    put(g, "\"");
}

static void duration(generator *g)
{
    if (one_in(g, 3)) {
        evaluated_duration(g);
        return;
    }
    if (one_in(g, 2))
        whole(g, "ticks", 0, 4);
    else
        fraction(g, ", \"seconds\": ");
}

// ---- host calls

static const host *pick_host(generator *g, kind k)
{
    const host *h;
    do
        h = &g->hosts[below(g, g->host_count)];
    while (h->kind != k); // each kind has at least one host function
    return h;
}

// A key of exactly that type that a host may write, so not a shared one.
static const key *own_key(const generator *g, type t)
{
    for (uint32_t i = 0; i < g->key_count; i++)
        if (g->keys[i].type == t && !g->keys[i].shared)
            return &g->keys[i];
    return NULL;
}

// A list of the document, not shared, with elements of that type, or NULL.
static const list *own_list(const generator *g, type t)
{
    for (uint32_t i = 0; i < g->list_count; i++)
        if (g->lists[i].type == t && !g->lists[i].shared)
            return &g->lists[i];
    return NULL;
}

// The key given for an argument. An argument that the host writes gets a key of the document, never
// a param, so that no such key is given twice under two names.
static const key *given_key(generator *g, const argument *a)
{
    const key *k = a->by_key ? NULL : key_of_tree(g, a->type);
    return k ? k : own_key(g, a->type);
}

// Write an argument of an undeclared function such that the compiler learns its enum.
static void learned_enum(generator *g, const key *k)
{
    put(g, "\"");
    anchored(g, k, 2, SELECT);
    put(g, "\"");
}

// Return whether the host may write a whole vector. A component of that vector may be given as
// well.
static bool writes_vectors(const host *h)
{
    bool writes = false;
    for (uint32_t i = 0; i < h->argument_count; i++)
        writes = writes || (h->arguments[i].by_key && !h->arguments[i].is_list &&
                            h->arguments[i].type == VEC3);
    return writes;
}

static void host_arguments(generator *g, const host *h)
{
    if (h->argument_count == 0)
        return;
    put(g, ", \"args\": {");
    uint32_t first = below(g, h->argument_count); // arguments in any order
    for (uint32_t i = 0, count = 0; i < h->argument_count; i++) {
        const argument *a = &h->arguments[(first + i) % h->argument_count];
        if (a->has_default && one_in(g, 2))
            continue;
        comma(g, count++);
        put(g, "\"%s\": ", a->name);
        if (a->is_list)
            put(g, "\"%s\"", own_list(g, a->type)->name);
        else if (a->by_key && a->type == FLOAT && !writes_vectors(h) && one_in(g, 4))
            put(g, "\"%s.%c\"", own_key(g, VEC3)->name, component_letter(g, VEC3));
        else if (a->by_key || (is_vector(a->type) && one_in(g, 2)))
            put(g, "\"%s\"", given_key(g, a)->name);
        else if (a->type == TEXT)
            put(g, "\"%s\"", PICK(g, texts));
        else if (is_enum(a->type) && !h->declared)
            learned_enum(g, given_key(g, a));
        else
            value(g, a->type, 2);
    }
    put(g, "}");
}

// ---- rows of nodes.def

// Return whether all attributes of a type have kinds that are in the list. The list ends with 0
// (the kind of a bool expression).
static bool has_only(item_type row, const attribute_kind *kinds)
{
    size_t count;
    const attribute_info *attributes = node_attributes(row, &count);
    for (size_t i = 0; i < count; i++) {
        const attribute_kind *one = kinds;
        while (*one && *one != attributes[i].kind)
            one++;
        if (!*one)
            return false;
    }
    return true;
}

// Choose one of the group's types whose attributes have only the given kinds. If the document is
// patient, the type must be passive: it must not re-evaluate a condition while a later child is
// live.
static item_type pick_type(generator *g, node_group group, const attribute_kind *kinds)
{
    item_type row;
    do
        // GIVEN is left out: only trees with node params may have one
        row = (item_type)below(g, NODE_SUBTREE + 1);
    while (!node_table[row].name || node_table[row].group != group || !has_only(row, kinds) ||
           (g->is_patient && !node_is(row, NODE_IS_PASSIVE)));
    return row;
}

// ---- leaves

static void condition(generator *g)
{
    if (one_in(g, 2)) {
        lively(g); // a bare string
        return;
    }
    put(g, "{\"type\": \"condition\"");
    if (one_in(g, 2)) {
        const host *h = pick_host(g, PREDICATE);
        put(g, ", \"call\": \"%s\"", h->written);
        host_arguments(g, h);
    } else {
        put(g, ", \"if\": ");
        lively(g);
    }
    put(g, "}");
}

static void action(generator *g, kind k)
{
    const host *h = pick_host(g, k);
    put(g, "{\"type\": \"%s\", \"do\": \"%s\"", k == IMMEDIATE ? "action" : "deferred", h->written);
    if (k == DEFERRED && one_in(g, 4))
        put(g, ", \"resource\": \"legs\"");
    host_arguments(g, h);
    put(g, "}");
}

static void persistent(generator *g)
{
    uint32_t i = below(g, PERSISTENTS); // each persistent has its own init; the default is running
    put(g, "{\"type\": \"persistent\", \"key\": \"p%u\"", (unsigned)i);
    if (i < GESTALT_RUNNING || one_in(g, 2))
        put(g, ", \"init\": \"%s\"", statuses[i]);
    put(g, "}");
    g->current->persistents |= 1u << i;
}

// A signal to a persistent whose node is in the same tree, so that the tree can be copied alone.
static void put_signal(generator *g)
{
    if (g->current->persistents == 0) {
        persistent(g);
        return;
    }
    uint32_t i;
    do
        i = below(g, PERSISTENTS);
    while (!(g->current->persistents >> i & 1));
    put(g, "{\"type\": \"signal\", \"key\": \"p%u\", \"to\": \"%s\"}", (unsigned)i,
        PICK(g, statuses));
}

// The value for a whole vector: a key, a list, or an expression.
static void whole_vector(generator *g, const key *to)
{
    type t = to->type;
    const key *from = one_in(g, 3) ? readable_key(g, t) : NULL;
    if (from) {
        put(g, "\"%s\"", from->name);
        return;
    }
    if (one_in(g, 2)) {
        value(g, t, 3);
        return;
    }
    put(g, "[");
    for (uint32_t i = 0; i < component_count(t); i++) {
        comma(g, i);
        if (one_in(g, 2)) // components of the same vector, in another order
            put(g, "\"%s.%c\"", to->name, component_letter(g, t));
        else
            value(g, FLOAT, 2);
    }
    put(g, "]");
}

static void set(generator *g)
{
    const tree *t_keys = g->current;
    const key *k;
    do
        k = &g->keys[below(g, g->key_count)];
    while (k->shared); // at least one key is not shared
    if (t_keys->key_count > 0 && one_in(g, 2))
        k = &t_keys->keys[below(g, t_keys->key_count)];
    type t = is_vector(k->type) ? FLOAT : k->type;
    put(g, "{\"type\": \"set\", \"key\": \"%s", k->name);
    if (is_vector(k->type) && !one_in(g, 3)) {
        put(g, "\", \"to\": ");
        whole_vector(g, k);
        put(g, "}");
        return;
    }
    if (is_vector(k->type))
        put(g, ".%c", component_letter(g, k->type));
    put(g, "\", \"to\": ");
    if (t == INT && one_in(g, 3))
        put(g, "\"%s + 1\"", k->name);
    else
        value(g, t, 3);
    put(g, "}");
}

// ---- leaves that change a list

// A list that nodes may change, or NULL. The first list of the document is not shared.
static const list *changeable_list(generator *g)
{
    const tree *t = g->current;
    const list *l = NULL;
    if (t->list_count > 0 && one_in(g, 2))
        l = &t->lists[below(g, t->list_count)];
    else if (g->list_count > 0)
        l = &g->lists[below(g, g->list_count)];
    return l && l->shared ? &g->lists[0] : l;
}

// Whether two names may stand for the same key. A param may stand for every key that is seen around
// the tree.
static bool may_be_same(bool is_param, bool is_own, bool other_is_param, bool other_is_own)
{
    return (is_param && !other_is_own) || (other_is_param && !is_own);
}

// Return whether a list may be copied to another: to "another list key of the same element type and
// at most the same capacity".
static bool may_copy(const list *from, const list *to)
{
    bool is_surely_shared = from->shared && !from->is_param;
    return from != to && from->type == to->type && from->most <= to->least &&
           (is_surely_shared ||
            !may_be_same(from->is_param, from->is_own, to->is_param, to->is_own));
}

// A list of the document or the tree that may be copied, or NULL.
static const list *list_to_copy(generator *g, const list *to)
{
    const tree *t = g->current;
    uint32_t count = g->list_count + t->list_count, first = below(g, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (first + i) % count;
        const list *from = k < g->list_count ? &g->lists[k] : &t->lists[k - g->list_count];
        if (may_copy(from, to))
            return from;
    }
    return NULL;
}

static bool is_one_of(const key *k, const key *keys, uint32_t begin, uint32_t end)
{
    bool found = false;
    for (uint32_t i = begin; i < end; i++)
        found = found || k == &keys[i];
    return found;
}

// A key of that type to which an element is assigned, one of the document or of the tree. `other`
// (or NULL) must be another key. Return NULL if there is none.
static const key *key_to_assign(generator *g, type wanted, const key *other)
{
    const tree *t = g->current;
    uint32_t count = g->key_count + t->key_count, first = below(g, count);
    bool other_is_param = is_one_of(other, t->keys, 0, t->key_param_count);
    bool other_is_own = is_one_of(other, t->keys, t->key_param_count, t->key_count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = (first + i) % count;
        bool is_of_tree = n >= g->key_count;
        const key *k = is_of_tree ? &t->keys[n - g->key_count] : &g->keys[n];
        bool is_param = is_of_tree && n - g->key_count < t->key_param_count;
        if (k->type == wanted && !k->shared && strcmp(k->name, other ? other->name : "") != 0 &&
            !(other &&
              may_be_same(is_param, is_of_tree && !is_param, other_is_param, other_is_own)))
            return k;
    }
    return NULL;
}

// Write a key to which an element is assigned: for a float sometimes a component. Return the key,
// or NULL if it is a component.
static const key *put_item(generator *g, const char *attribute, type t)
{
    const key *k = key_to_assign(g, t, NULL);
    if (t == FLOAT && one_in(g, 3)) {
        type whole = one_in(g, 2) ? VEC2 : VEC3;
        k = key_to_assign(g, whole, NULL);
        put(g, ", \"%s\": \"%s.%c\"", attribute, k->name, component_letter(g, whole));
        return NULL;
    }
    put(g, ", \"%s\": \"%s\"", attribute, k->name);
    return k;
}

static void put_at(generator *g, const list *l)
{
    put(g, ", \"at\": ");
    if (one_in(g, 4)) {
        put(g, "%u", (unsigned)below(g, 3));
        return;
    }
    put(g, "\"");
    if (one_in(g, 4))
        put(g, "count(%s)", l->name);
    else if (one_in(g, 4))
        put(g, "int(rand() * 3.0)");
    else
        put_place(g, l, 2);
    put(g, "\"");
}

static void written_list(generator *g, const list *l)
{
    enum { WRITTEN_MAX = 16 };
    uint32_t most = one_in(g, 6) ? WRITTEN_MAX : 3, count;
    count = below(g, (l->least < most ? l->least : most) + 1);
    put(g, "[");
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        value(g, l->type, 2);
    }
    put(g, "]");
}

static void set_list(generator *g)
{
    const list *to = changeable_list(g), *from = list_to_copy(g, to);
    put(g, "{\"type\": \"set\", \"key\": \"%s\"", to->name);
    if (one_in(g, 2)) {
        put_at(g, to);
        put(g, ", \"to\": ");
        value(g, to->type, 3);
    } else if (from && one_in(g, 2)) {
        put(g, ", \"to\": \"%s\"", from->name);
    } else {
        put(g, ", \"to\": ");
        written_list(g, to);
    }
    put(g, "}");
}

static void push(generator *g)
{
    const list *l = changeable_list(g);
    put(g, "{\"type\": \"push\", \"key\": \"%s\", \"value\": ", l->name);
    value(g, l->type, 3);
    if (one_in(g, 3))
        put_at(g, l);
    put(g, "}");
}

static void pop(generator *g)
{
    const list *l = changeable_list(g);
    put(g, "{\"type\": \"pop\", \"key\": \"%s\"", l->name);
    if (one_in(g, 2))
        put_at(g, l);
    if (!one_in(g, 3))
        put_item(g, "to", l->type);
    put(g, "}");
}

static void clear(generator *g)
{
    put(g, "{\"type\": \"clear\", \"key\": \"%s\"}", changeable_list(g)->name);
}

// An operation on a whole list counts as one more visit for each 16 elements of its capacity.
static void change_list(generator *g, const place *p)
{
    enum { SET, PUSH, POP, CLEAR, COUNT };
    static const uint32_t weights[COUNT] = {6, 8, 4, 1};
    g->current->visits += p->rounds * 16;
    switch (pick_weighted(g, weights, COUNT)) {
    case SET: set_list(g); break;
    case PUSH: push(g); break;
    case POP: pop(g); break;
    default: clear(g); break;
    }
}

// ---- other leaves

static void given(generator *g, const place *p)
{
    put(g, "{\"type\": \"given\", \"node\": \"body\"");
    put(g, one_in(g, 4) ? ", \"name\": \"g\"}" : "}");
    g->current->given++;
    g->current->given_rounds += p->rounds;
}

static void plain_leaf(generator *g, item_type row)
{
    put(g, "{\"type\": \"%s\"", node_table[row].name);
    if (node_attribute(row, ATTRIBUTE_TICKS))
        duration(g);
    put(g, "}");
}

static void leaf(generator *g, const place *p)
{
    enum { CONDITION, ACTION, DEFER, PERSISTENT, SIGNAL, SET, PLAIN, LIST, COUNT };
    static const attribute_kind plain[] = {ATTRIBUTE_SECONDS, ATTRIBUTE_TICKS, 0};
    uint32_t weights[COUNT] = {6, 6, 7, 1, 2, 3, 6, g->list_count > 0 ? 10 : 0};
    if (g->current->takes_node && g->current->given < 3 && one_in(g, 5)) {
        given(g, p);
        return;
    }
    if (p->undone)
        weights[SIGNAL] = 5;
    if (g->is_patient) {
        weights[DEFER] = 0;
        weights[PLAIN] = 10;
    }
    g->current->visits += p->rounds;
    switch (pick_weighted(g, weights, COUNT)) {
    case CONDITION: condition(g); break;
    case ACTION: action(g, IMMEDIATE); break;
    case DEFER: action(g, DEFERRED); break;
    case PERSISTENT: persistent(g); break;
    case SIGNAL: put_signal(g); break;
    case SET: set(g); break;
    case LIST: change_list(g, p); break;
    default: plain_leaf(g, pick_type(g, GROUP_LEAF, plain)); break;
    }
}

// ---- inner nodes

static void node(generator *g, place p);

static void node_begin(generator *g, const char *name)
{
    put(g, "{\"type\": \"%s\"", name);
    if (one_in(g, 8))
        put(g, ", \"name\": \"n%u\"", (unsigned)below(g, 100));
    if (one_in(g, 20))
        put(g, ", \"doc\": \"Why it is here.\"");
}

static void child(generator *g, const char *name, place p)
{
    p.depth--;
    put(g, ", \"%s\": ", name);
    node(g, p);
}

static uint32_t child_count(generator *g)
{
    static const uint32_t counts[] = {1, 2, 2, 2, 3, 3, 3, 4, 5, 6};
    return PICK(g, counts);
}

static void children(generator *g, place p, uint32_t count)
{
    p.depth--;
    put(g, ", \"children\": [");
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        node(g, p);
    }
    put(g, "]}");
}

// The limit of rounds per tick of a loop. It is small enough that a tick does not take long.
static void per_tick(generator *g, place *p)
{
    uint32_t most = ROUNDS_MAX / p->rounds < 5 ? ROUNDS_MAX / p->rounds : 5;
    uint32_t count = 1 + below(g, most);
    put(g, ", \"per_tick\": %u", (unsigned)count);
    p->rounds *= count;
}

// Write an attribute of one of the kinds that decorators have.
static void attribute_of_kind(generator *g, const attribute_info *a, place *p)
{
    static const char *const messages[] = {"hello", "a \\\"b\\\"", "tab\\t\\u00fc", ""};
    switch (a->kind) {
    case ATTRIBUTE_SECONDS: duration(g); break; // seconds or ticks
    case ATTRIBUTE_TICKS: break;
    case ATTRIBUTE_COUNT:
        if (!one_in(g, 4))
            whole(g, a->name, 1, 4);
        break;
    case ATTRIBUTE_PER_TICK: per_tick(g, p); break;
    case ATTRIBUTE_UNTIL:
        if (one_in(g, 3))
            put(g, ", \"until\": \"%s\"", one_in(g, 2) ? "success" : "failure");
        break;
    case ATTRIBUTE_PAUSE:
        if (one_in(g, 2))
            whole(g, a->name, 0, 4);
        break;
    case ATTRIBUTE_PROBABILITY: fraction(g, ", \"p\": "); break;
    case ATTRIBUTE_MESSAGE: put(g, ", \"message\": \"%s\"", PICK(g, messages)); break;
    default: child(g, a->name, *p); break;
    }
}

static void decorator_of_type(generator *g, item_type row, place p)
{
    size_t count;
    const attribute_info *attributes = node_attributes(row, &count);
    node_begin(g, node_table[row].name);
    for (size_t i = 0; i < count; i++)
        attribute_of_kind(g, &attributes[i], &p);
    put(g, "}");
}

// A loop over a list, which may be a shared one.
static void for_each(generator *g, place p)
{
    const list *l = readable_list(g, TYPES);
    l = l ? l : &g->lists[0];
    node_begin(g, "for_each");
    put(g, ", \"key\": \"%s\"", l->name);
    const key *item = put_item(g, "item", l->type), *index = key_to_assign(g, INT, item);
    if (index && one_in(g, 2))
        put(g, ", \"index\": \"%s\"", index->name);
    per_tick(g, &p);
    if (one_in(g, 3))
        whole(g, "pause", 0, 4);
    child(g, "child", p);
    put(g, "}");
}

static void decorator(generator *g, place p)
{
    static const attribute_kind kinds[] = {ATTRIBUTE_SECONDS,     ATTRIBUTE_TICKS,
                                           ATTRIBUTE_COUNT,       ATTRIBUTE_PER_TICK,
                                           ATTRIBUTE_PROBABILITY, ATTRIBUTE_MESSAGE,
                                           ATTRIBUTE_CHILD,       ATTRIBUTE_UNTIL,
                                           ATTRIBUTE_PAUSE,       0};
    if (g->list_count > 0 && one_in(g, 4)) {
        for_each(g, p);
        return;
    }
    bool serves = !g->is_patient && one_in(g, 8);
    item_type row = serves         ? NODE_SERVICE
                    : one_in(g, 8) ? NODE_DEBUG
                                   : pick_type(g, GROUP_DECORATOR, kinds);
    decorator_of_type(g, row, p);
}

static void threshold(generator *g, const char *name, uint32_t count)
{
    if (one_in(g, 4))
        put(g, ", \"%s\": \"all\"", name);
    else if (one_in(g, 3))
        put(g, ", \"%s\": \"any\"", name);
    else if (!one_in(g, 4))
        put(g, ", \"%s\": %u", name, (unsigned)below(g, count) + 1);
}

static void put_order(generator *g)
{
    if (one_in(g, 3))
        put(g, ", \"order\": \"%s\"", one_in(g, 4) ? "fixed" : "random");
}

static void parallel(generator *g, place p)
{
    uint32_t count = child_count(g);
    node_begin(g, "parallel");
    put_order(g);
    threshold(g, "success", count);
    threshold(g, "failure", count);
    if (one_in(g, 2))
        put(g, ", \"verdict\": \"%s\"", one_in(g, 5) ? "each" : "end");
    p.undone = true;
    children(g, p, count);
}

static void weighted(generator *g, place p)
{
    uint32_t count = child_count(g), sure = below(g, count);
    node_begin(g, "weighted");
    put(g, ", \"weights\": [");
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        if (i == sure)
            put(g, "%u", (unsigned)below(g, 3) + 1);
        else
            fraction(g, "");
    }
    put(g, "]");
    children(g, p, count);
}

static bool reacts(generator *g)
{
    return !g->is_patient && one_in(g, 2);
}

static void utility(generator *g, place p)
{
    uint32_t count = child_count(g);
    node_begin(g, "utility");
    put(g, ", \"scores\": [");
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        if (one_in(g, 3))
            put(g, "\"rand() * %u\"", (unsigned)below(g, 4) + 1);
        else
            value(g, FLOAT, 3);
    }
    put(g, "]");
    if (reacts(g)) {
        static const char *const margins[] = {"0", "0.25", "\"1.0 / 4\"", "1", "1e30"};
        put(g, ", \"reactive\": true");
        if (!one_in(g, 3))
            put(g, ", \"margin\": %s", PICK(g, margins));
    }
    children(g, p, count);
}

// The expression of a switch: usually a value that has a case.
static void choice_value(generator *g)
{
    put(g, "\"");
    switch (below(g, 4)) {
    case 0: put(g, "tick %% 3"); break;
    case 1: put(g, "(agent + tick / 2) %% 4 - 1"); break;
    case 2: put(g, "int(rand() * 4.0)"); break;
    default:
        put(g, "tick %% 2 + ");
        expression(g, INT, 3, ADD + 1);
        break;
    }
    put(g, "\"");
}

// The words of an enum, or some values of an int.
static const char *const *case_values(const key *k, uint32_t *count)
{
    static const char *const values[] = {"0", "1", "2", "-1", "3", "2147483647", "-2147483648"};
    type t = k ? k->type : INT;
    *count = t == MODE ? 3 : t == COLOR ? 5 : 7;
    return t == MODE ? modes : t == COLOR ? colors : values;
}

// The expression of a switch over an enum: usually one that changes often.
static void enum_value(generator *g, const key *k)
{
    put(g, "\"");
    if (one_in(g, 2))
        put(g, "tick / 2 %% 2 == 0 ? '%s' : ", pick_word(g, k->type));
    anchored(g, k, 2, SELECT);
    put(g, "\"");
}

static void put_switch(generator *g, place p)
{
    const key *k =
        g->has_enums && one_in(g, 2) ? readable_key(g, one_in(g, 3) ? COLOR : MODE) : NULL;
    uint32_t most;
    const char *const *values = case_values(k, &most);
    uint32_t first = below(g, k ? most : 3),
             count = below(g, most - first < 5 ? most - first : 5) + 1;
    node_begin(g, "switch");
    put(g, ", \"on\": ");
    if (k)
        enum_value(g, k);
    else
        choice_value(g);
    if (reacts(g))
        put(g, ", \"reactive\": true");
    put(g, ", \"cases\": {");
    p.depth--;
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        put(g, "\"%s\": ", values[first + i]);
        node(g, p);
    }
    put(g, "}");
    if (one_in(g, 2)) {
        put(g, ", \"default\": ");
        node(g, p);
    }
    put(g, "}");
}

static void decide(generator *g, place p)
{
    node_begin(g, "decide");
    if (reacts(g))
        put(g, ", \"reactive\": true");
    if (one_in(g, 3)) {
        const host *h = pick_host(g, PREDICATE);
        put(g, ", \"call\": \"%s\"", h->written);
        host_arguments(g, h);
    } else {
        put(g, ", \"if\": ");
        lively(g);
    }
    p.depth--;
    put(g, ", \"then\": ");
    node(g, p);
    if (!one_in(g, 4)) {
        put(g, ", \"else\": ");
        node(g, p);
    }
    put(g, "}");
}

// A decider whose only attributes are its children and perhaps an order.
static void plain_decider_of_type(generator *g, item_type row, place p)
{
    node_begin(g, node_table[row].name);
    if (node_attribute(row, ATTRIBUTE_ORDER))
        put_order(g);
    p.undone = p.undone || node_table[row].children == RUNS_ALL;
    children(g, p, child_count(g));
}

static void plain_decider(generator *g, place p)
{
    static const attribute_kind kinds[] = {ATTRIBUTE_ORDER, ATTRIBUTE_CHILDREN, 0};
    plain_decider_of_type(g, pick_type(g, GROUP_DECIDER, kinds), p);
}

// A condition, or a subtree of conditions that is never running.
static void question(generator *g, const place *p)
{
    bool with_set = one_in(g, 4);
    g->current->visits += p->rounds;
    if (one_in(g, 4)) {
        put(g, "{\"type\": \"invert\", \"child\": ");
        question(g, p);
        put(g, "}");
    } else if (with_set || one_in(g, 4)) {
        put(g, "{\"type\": \"sequence\", \"children\": [");
        if (with_set)
            set(g);
        else
            question(g, p);
        put(g, ", ");
        question(g, p);
        put(g, "]}");
    } else {
        condition(g);
    }
}

// A condition followed by another node, the usual pattern in trees.
static void guarded(generator *g, place p)
{
    node_begin(g, g->is_patient || one_in(g, 2) ? "sequence" : "reactive_sequence");
    p.depth--;
    put(g, ", \"children\": [");
    question(g, &p);
    do {
        put(g, ", ");
        node(g, p);
    } while (one_in(g, 4));
    put(g, "]}");
}

static void decider(generator *g, place p)
{
    enum { PLAIN, GUARDED, PARALLEL, WEIGHTED, UTILITY, DECIDE, SWITCH, COUNT };
    uint32_t weights[COUNT] = {18, 3, 5, 2, 4, 4, 5};
    if (g->is_patient)
        weights[PARALLEL] = 0;
    switch (pick_weighted(g, weights, COUNT)) {
    case PLAIN: plain_decider(g, p); break;
    case GUARDED: guarded(g, p); break;
    case PARALLEL: parallel(g, p); break;
    case WEIGHTED: weighted(g, p); break;
    case UTILITY: utility(g, p); break;
    case SWITCH: put_switch(g, p); break;
    default: decide(g, p); break;
    }
}

// ---- a node of the wanted type

static bool is_row(item_type row, const char *name)
{
    return row && strcmp(node_table[row].name, name) == 0;
}

static bool uses_list(item_type row)
{
    return is_row(row, "push") || is_row(row, "pop") || is_row(row, "clear") ||
           is_row(row, "for_each");
}

static void other_leaf_of_type(generator *g, item_type row)
{
    switch ((int)row) {
    case NODE_CONDITION: condition(g); break;
    case NODE_ACTION: action(g, IMMEDIATE); break;
    case NODE_DEFERRED: action(g, DEFERRED); break;
    case NODE_PERSISTENT: persistent(g); break;
    case NODE_SIGNAL: put_signal(g); break;
    case NODE_SET: set(g); break;
    default: plain_leaf(g, row); break;
    }
}

static void leaf_of_type(generator *g, item_type row)
{
    if (is_row(row, "push"))
        push(g);
    else if (is_row(row, "pop"))
        pop(g);
    else if (is_row(row, "clear"))
        clear(g);
    else
        other_leaf_of_type(g, row);
}

static void decider_of_type(generator *g, item_type row, place p)
{
    switch ((int)row) {
    case NODE_PARALLEL: parallel(g, p); break;
    case NODE_WEIGHTED: weighted(g, p); break;
    case NODE_UTILITY: utility(g, p); break;
    case NODE_SWITCH: put_switch(g, p); break;
    case NODE_DECIDE: decide(g, p); break;
    default: plain_decider_of_type(g, row, p); break;
    }
}

static void node_of_type(generator *g, item_type row, place p)
{
    g->nodes_left--;
    g->current->nodes++;
    switch (node_table[row].group) {
    case GROUP_LEAF: leaf_of_type(g, row); break;
    case GROUP_DECORATOR:
        if (is_row(row, "for_each"))
            for_each(g, p);
        else
            decorator_of_type(g, row, p);
        break;
    default: decider_of_type(g, row, p); break;
    }
}

bool generate_has_type(uint32_t row)
{
    return row > 0 && row < NODE_ROWS_END && node_table[row].name &&
           node_table[row].group != GROUP_COPY && !node_is_form((item_type)row);
}

// Write the root with a node of the wanted type and the nodes around it.
static void put_wanted(generator *g, place p)
{
    static const char *const undoing[] = {"concurrent", "race"};
    const char *waits =
        one_in(g, 2) ? "{\"type\": \"wait\", \"ticks\": 12}" : "{\"type\": \"running\"}";
    if (g->around == AROUND_WAIT)
        put(g, "{\"type\": \"priority\", \"children\": [");
    else if (g->around == AROUND_UNDO)
        put(g, "{\"type\": \"%s\", \"children\": [", PICK(g, undoing));
    p.undone = g->around == AROUND_UNDO;
    p.depth--;
    node_of_type(g, g->wanted, p);
    if (g->around == AROUND_WAIT)
        put(g, ", %s]}", waits);
    else if (g->around == AROUND_UNDO) {
        put(g, ", ");
        condition(g);
        put(g, ", %s]}", waits);
    }
}

// ---- copies

// Write a list to give for a param: one that the surrounding tree or the document has.
static void list_value(generator *g, const list *wanted)
{
    const tree *around = g->current;
    uint32_t count = g->list_count + around->list_count, i = below(g, count);
    for (;; i = (i + 1) % count) { // the document has such a list
        const list *l = i < g->list_count ? &g->lists[i] : &around->lists[i - g->list_count];
        if (l->type == wanted->type && l->least >= wanted->least && l->most <= wanted->most &&
            (wanted->shared || !l->shared)) {
            put(g, "\"%s\"", l->name);
            return;
        }
    }
}

static void param_value(generator *g, type t)
{
    static const char *const fractions[] = {"0.5", "0.25", "0.1", "0.05", "0.0", "1"};
    if (t == BOOL)
        put(g, one_in(g, 2) ? "true" : "false");
    else if (t == INT && one_in(g, 4))
        put(g, "\"%u + 1\"", (unsigned)below(g, 3));
    else if (t == INT)
        put(g, "%u", (unsigned)below(g, 3));
    else
        put(g, "%s", PICK(g, fractions));
}

// A key to give for a param: a key that is not shared, of the surrounding tree or the document. For
// a float it may be a component.
static void key_value(generator *g, type t)
{
    const tree *around = g->current;
    for (uint32_t i = 0; i < around->key_count; i++)
        if (around->keys[i].type == t && one_in(g, 2)) {
            put(g, "\"%s\"", around->keys[i].name);
            return;
        }
    if (t == FLOAT && one_in(g, 3))
        put(g, "\"k3.%s\"", one_in(g, 2) ? "x" : "y"); // k3 is a vec2
    else
        // the first keys have one type each, in the order of the types
        put(g, "\"k%u\"", (unsigned)t);
}

// A node to give for a param. Its size is counted once for each copy of it in the tree.
static void node_value(generator *g, const tree *t, place p)
{
    tree *around = g->current;
    uint32_t before = around->nodes;
    p.rounds *= t->given_rounds;
    p.depth = p.depth < 3 ? p.depth - 1 : 2;
    node(g, p);
    around->nodes += (around->nodes - before) * (t->given - 1);
}

static void put_with(generator *g, const tree *t, const place *p)
{
    uint32_t count = 0;
    bool all = t->key_param_count > 0 || t->list_param_count > 0 || t->takes_node;
    if (!all && (t->param_count == 0 || one_in(g, 3)))
        return;
    put(g, ", \"with\": {");
    for (uint32_t i = 0; i < t->param_count; i++) {
        if (one_in(g, 3))
            continue;
        comma(g, count++);
        put(g, "\"%s\": ", t->params[i].name);
        param_value(g, t->params[i].type);
    }
    for (uint32_t i = 0; i < t->key_param_count; i++) {
        comma(g, count++);
        put(g, "\"%s\": ", t->keys[i].name);
        key_value(g, t->keys[i].type);
    }
    for (uint32_t i = 0; i < t->list_param_count; i++) {
        comma(g, count++);
        put(g, "\"%s\": ", t->lists[i].name);
        list_value(g, &t->lists[i]);
    }
    if (t->takes_node) {
        comma(g, count++);
        put(g, "\"body\": ");
        node_value(g, t, *p);
    }
    put(g, "}");
}

// Write a copy of a tree. Return false if no tree may be copied here.
static bool copy(generator *g, const place *p)
{
    uint32_t own = (uint32_t)(g->current - g->trees);
    // a tree may copy only earlier trees
    uint32_t count = own < g->tree_count ? own : g->tree_count;
    if (count == 0 || g->alone)
        return false;
    uint32_t which = below(g, count);
    const tree *t = &g->trees[which];
    uint64_t visits = g->current->visits + (uint64_t)t->visits * p->rounds;
    if (visits > VISITS_MAX || g->current->nodes + t->nodes > COPIED_NODES_MAX)
        return false;
    if (t->takes_node && p->rounds * t->given_rounds > ROUNDS_MAX)
        return false;
    g->current->visits = (uint32_t)visits;
    g->current->nodes += t->nodes;
    g->current->persistents |= t->persistents;
    node_begin(g, "subtree");
    put(g, ", \"tree\": \"t%u\"", (unsigned)which);
    put_with(g, t, p);
    put(g, "}");
    return true;
}

static void node(generator *g, place p)
{
    if (one_in(g, 5) && copy(g, &p))
        return;
    g->nodes_left--;
    g->current->nodes++;
    bool small = p.depth <= 0 || g->nodes_left <= 0 || g->current->visits > VISITS_MAX;
    if (small || (p.depth <= 3 && one_in(g, 4)))
        leaf(g, &p);
    else if (one_in(g, 3))
        decorator(g, p);
    else
        decider(g, p);
}

// ---- the document

static void make_keys(generator *g)
{
    static const type sure[] = {BOOL, INT, FLOAT, VEC2, VEC3};
    g->key_count = 6 + below(g, KEYS_MAX - 5);
    if (g->key_count > KEYS_MAX)
        g->key_count = KEYS_MAX;
    for (uint32_t i = 0; i < g->key_count; i++) {
        key *k = &g->keys[i];
        snprintf(k->name, sizeof k->name, "k%u", (unsigned)i);
        k->type = i < 5                    ? sure[i]
                  : i == 5 && g->has_enums ? MODE
                                           : (type)below(g, g->has_enums ? TYPES : MODE);
        k->shared = i > 5 && one_in(g, 3);
    }
}

static uint32_t pick_capacity(generator *g)
{
    static const uint32_t capacities[] = {1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 16, 17, 256};
    return PICK(g, capacities);
}

// Elements have a type of which the document has a key that is not shared, for items.
static void make_lists(generator *g, bool certainly)
{
    if (!GENERATE_LISTS || (!certainly && one_in(g, 3)))
        return;
    uint32_t count = 1 + below(g, LISTS_MAX), after = 0;
    for (uint32_t i = 0; i < count; i++) {
        list *l = &g->lists[i];
        snprintf(l->name, sizeof l->name, "l%u", (unsigned)i);
        do
            l->type = i > 0 && one_in(g, 2) ? g->lists[below(g, i)].type
                                            : (type)below(g, g->has_enums ? TYPES : MODE);
        while (!own_key(g, l->type));
        l->least = l->most = pick_capacity(g);
        l->shared = i > 0 && one_in(g, 4);
        after += below(g, 4);
        l->after = after < g->key_count ? after : g->key_count;
    }
    g->list_count = count;
}

// The `init` of a list. `visible` counts the lists that expressions may read: the list itself is
// one of them as soon as it has an element.
static void put_list_init(generator *g, const list *l, uint32_t *visible)
{
    uint32_t count = below(g, (l->least < 5 ? l->least : 5) + 1), before = *visible;
    put(g, ", \"init\": [");
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        *visible = before + (i > 0 && !l->shared);
        if (is_enum(l->type) && one_in(g, 2))
            put(g, "\"%s\"", pick_word(g, l->type));
        else
            value(g, l->type, 2);
    }
    put(g, "]");
    *visible = before;
}

static void put_list(generator *g, const list *l, uint32_t *visible)
{
    put(g, "\"%s\": {\"type\": {\"list\": %s}, \"capacity\": %u", l->name, type_texts[l->type],
        (unsigned)l->most);
    put(g, l->shared ? ", \"shared\": true" : "");
    put(g, one_in(g, 5) ? ", \"host\": true" : "");
    if (!one_in(g, 4))
        put_list_init(g, l, visible);
    put(g, "}");
}

// Write the lists that are declared after that many keys. Return the number of lists written so
// far.
static uint32_t put_lists(generator *g, uint32_t first, uint32_t after)
{
    uint32_t i = first;
    for (; i < g->list_count && g->lists[i].after == after; i++) {
        const list *l = &g->lists[i];
        comma(g, i + after);
        g->sight = (sight){.key_count = after, .list_count = i, .shared = l->shared};
        put_list(g, l, &g->sight.list_count);
    }
    return i;
}

static void put_init(generator *g, const key *k)
{
    put(g, ", \"init\": ");
    if (is_vector(k->type) && one_in(g, 2)) {
        put(g, "\"");
        expression(g, k->type, 3, SELECT);
        put(g, "\"");
    } else if (is_vector(k->type)) {
        put(g, "[");
        for (uint32_t i = 0; i < component_count(k->type); i++) {
            comma(g, i);
            value(g, FLOAT, 2);
        }
        put(g, "]");
    } else if (is_enum(k->type) && one_in(g, 2)) {
        put(g, "\"%s\"", pick_word(g, k->type));
    } else {
        value(g, k->type, 3);
    }
}

static void put_blackboard(generator *g)
{
    uint32_t lists = 0;
    put(g, "\"blackboard\": {");
    for (uint32_t i = 0; i < g->key_count; i++) {
        const key *k = &g->keys[i];
        lists = put_lists(g, lists, i);
        comma(g, i + lists);
        if (one_in(g, 4) && !k->shared) {
            put(g, "\"%s\": %s", k->name, type_texts[k->type]);
            continue;
        }
        g->sight = (sight){.key_count = i, .list_count = lists, .shared = k->shared};
        put(g, "\"%s\": {\"type\": %s", k->name, type_texts[k->type]);
        put(g, k->shared ? ", \"shared\": true" : "");
        put(g, one_in(g, 5) ? ", \"host\": true" : "");
        if (!one_in(g, 3))
            put_init(g, k);
        put(g, "}");
    }
    put_lists(g, lists, g->key_count);
    put(g, "},\n");
}

static void make_host(generator *g, kind k)
{
    uint32_t number = g->host_count;
    host *h = &g->hosts[g->host_count++];
    h->kind = k;
    h->declared = !one_in(g, 3);
    snprintf(h->name, sizeof h->name, "%c%u", "adp"[k], (unsigned)number);
    snprintf(h->written, sizeof h->written, "%c%u", "adp"[k], (unsigned)number);
    if (one_in(g, 10)) {
        snprintf(h->name, sizeof h->name, "\"%u\" \xc3\xbc\\", (unsigned)number);
        snprintf(h->written, sizeof h->written, "\\\"%u\\\" \\u00fc\\\\", (unsigned)number);
    }
    h->argument_count = one_in(g, 2) ? below(g, ARGUMENTS_MAX + 1) : 0;
    for (uint32_t i = 0; i < h->argument_count; i++) {
        argument *a = &h->arguments[i];
        snprintf(a->name, sizeof a->name, "x%u", (unsigned)i);
        do
            a->type = (type)below(g, TYPES);
        while (!own_key(g, a->type));
        if (h->declared && one_in(g, 4))
            a->type = TEXT;
        a->by_key = h->declared && a->type != TEXT && one_in(g, 4);
        a->is_list = a->by_key && g->list_count > 0 && one_in(g, 2) && own_list(g, a->type);
        a->has_default = h->declared && !a->by_key && one_in(g, 3);
    }
}

static void make_hosts(generator *g)
{
    for (uint32_t i = 0; i < HOSTS_MAX; i++)
        if (i < KINDS || one_in(g, 2))
            make_host(g, (kind)(i % KINDS));
}

// A default is a constant, written like an init.
static void put_default(generator *g, const argument *a)
{
    put(g, "\"%s\": {\"type\": %s, \"default\": ", a->name, type_texts[a->type]);
    g->sight = (sight){.constant = true};
    if (a->type == TEXT)
        put(g, "\"%s\"}", PICK(g, texts));
    else if (is_enum(a->type) && one_in(g, 2))
        put(g, "\"%s\"}", pick_word(g, a->type));
    else {
        value(g, a->type, 2);
        put(g, "}");
    }
}

static void put_parameter(generator *g, const argument *a)
{
    const char *text = type_texts[a->type];
    if (a->has_default) {
        put_default(g, a);
        return;
    }
    if (a->is_list)
        put(g, "\"%s\": {\"key\": {\"list\": %s}}", a->name, text);
    else if (a->by_key && !is_enum(a->type))
        put(g, "\"%s\": \"key %s", a->name, text + 1); // the text after its opening quotation mark
    else
        put(g, a->by_key ? "\"%s\": {\"key\": %s}" : "\"%s\": %s", a->name, text);
}

static void put_actions(generator *g)
{
    uint32_t count = 0;
    put(g, "\"actions\": {");
    for (uint32_t i = 0; i < g->host_count; i++) {
        const host *h = &g->hosts[i];
        if (!h->declared)
            continue;
        comma(g, count++);
        put(g, "\"%s\": {", h->written);
        if (h->kind != IMMEDIATE || one_in(g, 3))
            put(g, "\"kind\": \"%s\", ", kind_names[h->kind]);
        put(g, "\"args\": {");
        for (uint32_t k = 0; k < h->argument_count; k++) {
            comma(g, k);
            put_parameter(g, &h->arguments[k]);
        }
        put(g, "}}");
    }
    put(g, "},\n");
}

// Write the root of a tree. A tree with a node param contains it at least once, so that everything
// in the given node is part of the trees that copy this one.
static void put_tree(generator *g, int depth)
{
    place p = {.depth = depth, .rounds = 1};
    g->sight = (sight){.tree = g->current, .key_count = g->key_count, .list_count = g->list_count};
    g->nodes_left--;
    g->current->nodes++;
    if (g->wanted) {
        put_wanted(g, p);
        return;
    }
    if (!g->current->takes_node) {
        decider(g, p);
        return;
    }
    put(g, "{\"type\": \"%s\", \"children\": [", one_in(g, 2) ? "sequence" : "selector");
    decider(g, p);
    put(g, ", ");
    given(g, &p);
    put(g, "]}");
    g->current->nodes++;
}

// A type of which a key certainly exists: the first keys have one type each.
static type sure_type(generator *g)
{
    return (type)below(g, g->has_enums ? MODE + 1 : MODE);
}

// A param may be given every list of the document that has such elements and, unless the param is
// only read, is not shared.
static void make_list_param(generator *g, list *l)
{
    const list *like = &g->lists[below(g, g->list_count)];
    l->type = like->shared ? g->lists[0].type : like->type;
    l->shared = one_in(g, 3);
    l->is_param = true;
    l->least = UINT32_MAX;
    for (uint32_t i = 0; i < g->list_count; i++) {
        const list *one = &g->lists[i];
        if (one->type != l->type || (one->shared && !l->shared))
            continue;
        l->least = one->least < l->least ? one->least : l->least;
        l->most = one->most > l->most ? one->most : l->most;
    }
}

static void put_list_params(generator *g, tree *t, uint32_t *count)
{
    bool takes_lists = g->list_count > 0 && one_in(g, 2);
    t->list_param_count = t->list_count = takes_lists ? below(g, LIST_PARAMS_MAX) + 1 : 0;
    for (uint32_t i = 0; i < t->list_param_count; i++) {
        list *l = &t->lists[i];
        snprintf(l->name, sizeof l->name, "rl%u", (unsigned)i);
        make_list_param(g, l);
        comma(g, (*count)++);
        put(g, "\"%s\": {\"key\": {\"list\": %s}}", l->name, type_texts[l->type]);
    }
}

static void put_params(generator *g, tree *t)
{
    uint32_t count = 0;
    t->param_count = below(g, PARAMS_MAX + 1);
    t->key_param_count = t->key_count = one_in(g, 3) ? 0 : below(g, KEY_PARAMS_MAX) + 1;
    t->takes_node = one_in(g, 2);
    put(g, "\"params\": {");
    for (uint32_t i = 0; i < t->param_count; i++) {
        snprintf(t->params[i].name, sizeof t->params[i].name, "q%u", (unsigned)i);
        t->params[i].type = (type)below(g, VEC2);
        comma(g, count++);
        put(g, "\"%s\": ", t->params[i].name);
        param_value(g, t->params[i].type);
    }
    for (uint32_t i = 0; i < t->key_param_count; i++) {
        snprintf(t->keys[i].name, sizeof t->keys[i].name, "r%u", (unsigned)i);
        t->keys[i].type = sure_type(g);
        comma(g, count++);
        put(g, "\"%s\": {\"key\": %s}", t->keys[i].name, type_texts[t->keys[i].type]);
    }
    put_list_params(g, t, &count);
    if (t->takes_node) {
        comma(g, count);
        put(g, "\"body\": {\"node\": true}");
    }
    put(g, "}, ");
}

static sight sight_of_own(const generator *g, const tree *t)
{
    return (sight){.tree = t, .key_count = g->key_count, .list_count = g->list_count};
}

// Write the lists of which each copy of a tree has its own. `before` own keys precede them.
static void put_own_lists(generator *g, tree *t, uint32_t before)
{
    uint32_t count = g->list_count > 0 && one_in(g, 2) ? below(g, OWN_LISTS_MAX) + 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        list *l = &t->lists[t->list_count];
        snprintf(l->name, sizeof l->name, "ol%u", (unsigned)i);
        l->type = one_in(g, 2) ? g->lists[0].type : sure_type(g);
        l->least = l->most = pick_capacity(g);
        l->is_own = true;
        comma(g, before + i);
        g->sight = sight_of_own(g, t);
        put_list(g, l, &t->list_count);
        t->list_count++;
    }
}

// Write the keys of which each copy of a tree has its own. Sometimes the first one has the name and
// type of a key of the document, and hides it.
static void put_own_keys(generator *g, tree *t, const char *word)
{
    uint32_t count = below(g, OWN_KEYS_MAX + 1);
    put(g, "\"%s\": {", word);
    for (uint32_t i = 0; i < count; i++) {
        key *k = &t->keys[t->key_count];
        bool hides = i == 0 && one_in(g, 4);
        k->type = sure_type(g);
        if (hides)
            snprintf(k->name, sizeof k->name, "k%u", (unsigned)k->type);
        else
            snprintf(k->name, sizeof k->name, "o%u", (unsigned)i);
        comma(g, i);
        put(g, "\"%s\": {\"type\": %s", k->name, type_texts[k->type]);
        g->sight = sight_of_own(g, t);
        if (!hides && !one_in(g, 3))
            put_init(g, k);
        put(g, "}");
        t->key_count++;
    }
    put_own_lists(g, t, count);
    put(g, "}, ");
}

static void put_included_tree(generator *g, uint32_t number, int depth)
{
    put(g, "\"root\": {\"type\": \"sequence\", \"children\": [");
    put(g, "{\"type\": \"set\", \"key\": \"m%u\", ", (unsigned)number);
    put(g, "\"to\": \"m%u * 3 + tick\"}, ", (unsigned)number);
    put_tree(g, depth);
    put(g, "]}");
    g->current->nodes += 2;
    g->current->visits++;
}

// Write a separate document, with a key of its own, for a tree: the tree is its root, or one of its
// trees.
static void put_included(generator *g, generated *result, uint32_t number, int depth)
{
    generator first = *g;
    generated_document *d = &result->included[result->included_count++];
    bool is_part = one_in(g, 2);
    g->text = NULL;
    g->size = g->capacity = 0;
    g->alone = true;
    g->nodes_left = 8;
    put(g, "{\"gestalt\": 1, \"blackboard\": {\"m%u\": {\"type\": \"int\", ", (unsigned)number);
    put(g, "\"init\": \"k1 + 1\"}, \"k0\": \"bool\"}, ");
    put(g, is_part ? "\"trees\": {\"part\": {" : "");
    put_params(g, g->current);
    put_own_keys(g, g->current, is_part ? "blackboard" : "own");
    put_included_tree(g, number, depth);
    put(g, is_part ? "}}}\n" : "}\n");
    snprintf(d->path, sizeof d->path, "lib/t%u.json", (unsigned)number);
    d->text = g->text;
    d->size = g->size;
    g->text = first.text;
    g->size = first.size;
    g->capacity = first.capacity;
    g->alone = false;
    put(g, "\"include\": \"./lib/../lib/t%u.json\"%s}", (unsigned)number,
        is_part ? ", \"tree\": \"part\"" : "");
}

static void put_trees(generator *g, generated *result, int depth)
{
    uint32_t count = one_in(g, 8) ? 0 : 1 + below(g, TREES_MAX - 1);
    put(g, "\"trees\": {");
    for (uint32_t i = 0; i < count; i++) {
        comma(g, i);
        put(g, "\n  \"t%u\": {", (unsigned)i);
        g->current = &g->trees[i];
        if (one_in(g, 5)) {
            put_included(g, result, i, depth - 2);
        } else {
            put_params(g, g->current);
            put_own_keys(g, g->current, "blackboard");
            put(g, "\"root\": ");
            g->nodes_left = 8;
            put_tree(g, depth - 2);
            put(g, "}");
        }
        g->tree_count++;
    }
    put(g, "},\n");
}

static void make_stubs(generator *g, generated *result)
{
    static const int64_t ticks[] = {0, 0, 0, 1, 1, 2, 3};
    result->stubs = calloc(g->host_count, sizeof *result->stubs);
    if (!result->stubs)
        abort();
    result->stub_count = g->host_count;
    for (uint32_t i = 0; i < g->host_count; i++) {
        const host *h = &g->hosts[i];
        gestalt_status status = one_in(g, 20) ? GESTALT_RUNNING : (gestalt_status)below(g, 2);
        if (h->kind == PREDICATE && status == GESTALT_RUNNING)
            status = GESTALT_SUCCESS;
        result->stubs[i] = (generated_stub){strdup(h->name), PICK(g, ticks), status};
    }
}

generated *generate(uint64_t seed, const generate_options *options)
{
    static const int64_t dts[] = {50000, 100000, 100000, 250000, 1000000, 0};
    generator *g = calloc(1, sizeof *g);
    generated *result = calloc(1, sizeof *result);
    if (!g || !result)
        abort();
    result->included = calloc(TREES_MAX, sizeof *result->included);
    if (!result->included)
        abort();
    int depth = options && options->depth ? (int)options->depth : 5;
    g->random = seed;
    g->is_patient = one_in(g, 4);
    g->has_enums = !one_in(g, 4);
    make_keys(g);
    make_lists(g, uses_list((item_type)(options ? options->type : 0)));
    make_hosts(g);
    put(g, "{\"gestalt\": 1, \"name\": \"seed %llu\",\n", (unsigned long long)seed);
    put_blackboard(g);
    put_actions(g);
    put_trees(g, result, depth);
    g->current = &g->trees[g->tree_count]; // the root has no params
    g->nodes_left = options && options->nodes ? (int32_t)options->nodes : 24;
    g->wanted = (item_type)(options ? options->type : 0);
    g->around = options ? options->around : AROUND_NOTHING;
    put(g, "\"root\": ");
    put_tree(g, depth);
    put(g, "}\n");
    make_stubs(g, result);
    result->text = g->text;
    result->size = g->size;
    result->dt = PICK(g, dts);
    free(g);
    return result;
}

void generated_destroy(generated *g)
{
    for (uint32_t i = 0; i < g->stub_count; i++)
        free((char *)(uintptr_t)g->stubs[i].name);
    for (uint32_t i = 0; i < g->included_count; i++)
        free(g->included[i].text);
    free(g->included);
    free(g->stubs);
    free(g->text);
    free(g);
}

const char *generated_text(void *user, const char *path, size_t *size)
{
    const generated *g = user;
    for (uint32_t i = 0; i < g->included_count; i++)
        if (strcmp(g->included[i].path, path) == 0) {
            *size = g->included[i].size;
            return g->included[i].text;
        }
    return NULL;
}

gestalt_result generated_include(void *user, const char *path, const gestalt_allocator *allocator,
                                 char **text, size_t *size, gestalt_error *error)
{
    (void)error;
    const char *found = generated_text(user, path, size);
    if (!found)
        return GESTALT_IO;
    *text = memory_new(allocator, *size);
    if (!*text)
        return GESTALT_NO_MEMORY;
    memcpy(*text, found, *size);
    return GESTALT_OK;
}
