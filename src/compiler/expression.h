// SPDX-License-Identifier: MIT
// Expressions: text -> syntax tree -> typed and folded operations.
//
// The syntax tree does not depend on the meaning of names, so other code (the tests' reference) can
// use the parser too. Positions are byte indices into the decoded text.
//
// Nothing here recurses, so no text can exhaust the stack, although a tree may be as deep as its
// text is long. The nodes of a tree also form a list in the order of evaluation (postorder).
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "arena.h"
#include "image.h"
#include "words.h"

// ---- syntax

typedef enum expression_kind {
    EXPRESSION_BOOL,    // `integer` is 0 or 1
    EXPRESSION_INT,     // `integer`
    EXPRESSION_FLOAT,   // `number`
    EXPRESSION_WORD,    // `name`, without the quotes
    EXPRESSION_TEXT,    // `name`: the text of text('...')
    EXPRESSION_NAME,    // `name`; with a dot: "home.x"
    EXPRESSION_UNARY,   // `op`, one operand; also a component, as `(u - v).x`
    EXPRESSION_BINARY,  // `op`, two operands
    EXPRESSION_SELECT,  // ?:, three operands
    EXPRESSION_CALL,    // `name`, operands
    EXPRESSION_ELEMENT, // an element of a list: the list, and the index
} expression_kind;

typedef struct expression expression;
struct expression {
    expression_kind kind;
    item_type op; // UNARY, BINARY, SELECT: the first row of ops.def with this operator; so
                  // OP_ADD_INT for any `+`
    int32_t integer;
    float number;
    const char *name;     // zero-terminated
    expression *operands; // first operand; `next` links the others
    expression *next;
    expression *after; // node that is evaluated next; NULL for the root
    uint32_t operand_count;
    bool in_parentheses;
    uint32_t begin, end;       // range of the whole expression, including its parentheses
    uint32_t op_begin, op_end; // range of the operator or the called name
    const char *text;          // text of the root expression, zero-terminated, in the arena
};

/// Return the node that is evaluated first: the start of the `after` list that ends with `e`.
const expression *expression_first(const expression *e);

/// A callback that receives an error at a position in the text. `code` is a diagnostic_code.
typedef void expression_report(void *user, int code, uint32_t begin, uint32_t end,
                               const char *message, const char *help);

/// Parse a text. Returns NULL if it has errors. Only the first error is reported, since later ones
/// would be consequences of it.
expression *expression_parse(arena *a, const char *text, size_t size, expression_report *report,
                             void *user);

// ---- types and code

typedef enum value_type {
    VALUE_NONE, // unknown because of an error that was reported: fits everywhere
    VALUE_BOOL,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_VEC2,
    VALUE_VEC3,
    VALUE_ENUM,   // an enum, given by a word_list
    VALUE_WORD,   // 'word's whose enum is not determined yet
    VALUE_CHOICE, // only as a wanted type: an int or an enum
    VALUE_TEXT,   // only as the type of an argument: an int, the place of a text
    VALUE_LIST,   // a list, only as the type of a name
} value_type;

typedef struct constant {
    value_type type; // BOOL, INT or FLOAT; in an expression's code also ENUM, or a vector, whose
                     // value is not here
    union {
        int32_t integer; // bool: 0 or 1; enum: index of the word
        float number;
    };
} constant;

/// The meaning of a name.
typedef enum name_kind { NAME_UNKNOWN, NAME_COLUMN, NAME_CONSTANT, NAME_FORBIDDEN } name_kind;
typedef struct name_meaning {
    name_kind kind;
    value_type type;        // for a vector, `column` is the x column; for a LIST, that of its count
    const word_list *words; // words of an ENUM, or of a LIST's elements
    bool shared;
    uint32_t column;
    value_type element;     // LIST: type of the elements
    uint32_t capacity;      // LIST: most elements
    constant value;         // NAME_CONSTANT
    const char *suggestion; // NAME_UNKNOWN: most similar known name, or NULL
    bool is_word;           // NAME_UNKNOWN: some enum has such a word
    const char *sentence;   // NAME_UNKNOWN: message instead of "unknown name", or NULL
    const char *remedy;     // help for that message
    // NAME_FORBIDDEN: rest of the message "`x` ...", such as "is read before it is set".
    const char *why;
    int code; // NAME_FORBIDDEN: diagnostic_code to report
} name_meaning;

/// The names that an expression may use, and the callback for errors. `lookup` is not called for
/// built-in names (time, dt, tick, agent).
typedef struct expression_scope {
    name_meaning (*lookup)(void *user, const char *name);
    void *lookup_user;
    expression_report *report;
    void *report_user;
    struct nearest_budget *suggestions; // budget of the input
    bool constants_only; // allow only literals and params: keys, rand and built-in names are errors
    bool no_vectors;     // if any type is wanted, a vector is an error
    bool no_draws;       // rand() and `agent` are errors, as in the init of a shared key
    const word_list *words; // the enum, if an ENUM is wanted
    /// Return the number of a text, which becomes the argument of OP_TEXT; called with lookup_user.
    /// NULL: texts are errors.
    uint32_t (*text)(void *user, const char *text);
} expression_scope;

/// Operations, as an array in the arena. All have `end` 0, which the code that places them sets.
/// The last has ITEM_LAST.
typedef struct expression_code {
    value_type type;        // VALUE_NONE: there were errors, and there are no items
    const word_list *words; // words of an ENUM
    uint64_t *items;
    uint32_t item_count;
    bool draws;
    bool is_place; // an INT that is the place of a text, so it is not converted to float
    bool is_constant;
    constant value; // when is_constant
} expression_code;

/// Check types and compile, folding constants. With `wanted` VALUE_NONE, any type is accepted;
/// FLOAT converts an int; CHOICE accepts an INT or an ENUM; ENUM determines the enum of 'word's.
/// Other mismatches are reported. Constants refer to an enum by the number of its word_list.
expression_code expression_compile(arena *a, const expression *e, const expression_scope *scope,
                                   value_type wanted);

/// Return the code for a constant.
expression_code expression_constant(arena *a, constant value);

/// Join the code of components, which are floats, to that of a vector.
expression_code expression_join(arena *a, const expression_code *components, value_type vector);

/// Return how many numbers, or how many bools, are on the stack at a time.
uint32_t expression_depth(const expression_code *code, bool bools);

/// Convert code from int to float, as the language does implicitly.
expression_code expression_to_float(arena *a, expression_code code);

const char *value_type_text(value_type type); // "bool", "int", "float", "vec2", "vec3"

static inline bool value_is_vector(value_type type)
{
    return type == VALUE_VEC2 || type == VALUE_VEC3;
}

/// Return the type of a key's value, if the key is not an enum.
static inline value_type value_of_key(key_type type)
{
    return (value_type)(VALUE_BOOL + type);
}

/// Return the key type for a value type, which must not be VALUE_NONE.
static inline key_type key_of_value(value_type type)
{
    return type == VALUE_ENUM   ? KEY_INT
           : type == VALUE_TEXT ? ARGUMENT_TEXT
                                : (key_type)(type - VALUE_BOOL);
}

#endif
