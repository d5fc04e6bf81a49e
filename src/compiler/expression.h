// SPDX-License-Identifier: MIT
// Expressions: text -> syntax tree -> typed, folded operations.
//
// The syntax tree knows nothing of names' meanings, so that others (the tests' reference) can use
// it too. Positions are byte indices into the decoded text.
//
// Nothing here recurses, so that no text can exhaust the stack: a tree may be as deep as its text
// is long. The nodes of a tree form a list in the order of evaluation (postorder) besides.
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "arena.h"
#include "image.h"
#include "words.h"

// ---- syntax

typedef enum expression_kind {
    EXPRESSION_BOOL,   // `integer` is 0 or 1
    EXPRESSION_INT,    // `integer`
    EXPRESSION_FLOAT,  // `number`
    EXPRESSION_WORD,   // `name`, without the quotes round it
    EXPRESSION_NAME,   // `name`; with a dot: "home.x"
    EXPRESSION_UNARY,  // `op`, one operand
    EXPRESSION_BINARY, // `op`, two operands
    EXPRESSION_SELECT, // ?:, three operands
    EXPRESSION_CALL,   // `name`, operands
} expression_kind;

typedef struct expression expression;
struct expression {
    expression_kind kind;
    item_type op; // UNARY, BINARY, SELECT: the first row of ops.def that is written like this, so
                  // OP_ADD_INT for any `+`
    int32_t integer;
    float number;
    const char *name;     // zero-terminated
    expression *operands; // the first; the others follow by `next`
    expression *next;
    expression *after; // evaluated next; NULL for the root
    uint32_t operand_count;
    bool in_parentheses;
    uint32_t begin, end;       // of the whole, with the parentheses round it
    uint32_t op_begin, op_end; // of the operator or the called name
    const char *text;          // of the whole expression, zero-terminated; the arena's copy
};

/// Return what is evaluated first: the start of the list by `after` that ends with `e`.
const expression *expression_first(const expression *e);

/// Takes what is wrong, at a place in the text. `code` is a diagnostic_code.
typedef void expression_report(void *user, int code, uint32_t begin, uint32_t end,
                               const char *message, const char *help);

/// Parses a text; NULL when it had errors, which were reported (the first one only: what follows
/// would be noise).
expression *expression_parse(arena *a, const char *text, size_t size, expression_report *report,
                             void *user);

// ---- meaning

typedef enum value_type {
    VALUE_NONE, // unknown because of an error that was reported: fits everywhere, reports nothing
    VALUE_BOOL,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_VEC2, // only a name of a key of that type, as an argument of length, distance and dot
    VALUE_VEC3,
    VALUE_ENUM,   // and a word_list says which
    VALUE_WORD,   // 'word's, until something tells their enum
    VALUE_CHOICE, // wanted only: an int or an enum
} value_type;

typedef struct constant {
    value_type type; // BOOL, INT or FLOAT; of an expression's code ENUM as well
    union {
        int32_t integer; // of a bool: 0 or 1; of an enum: the word's place
        float number;
    };
} constant;

/// The meaning of a name.
typedef enum name_kind { NAME_UNKNOWN, NAME_COLUMN, NAME_CONSTANT, NAME_FORBIDDEN } name_kind;
typedef struct name_meaning {
    name_kind kind;
    value_type type;        // NAME_COLUMN: a vector gives the x column
    const word_list *words; // of an ENUM
    bool shared;
    uint32_t column;
    constant value;         // NAME_CONSTANT
    const char *suggestion; // NAME_UNKNOWN: the nearest known name, or NULL
    bool is_word;           // NAME_UNKNOWN: some enum has such a word
    const char *sentence;   // NAME_UNKNOWN: what to say instead of "unknown name", or NULL
    const char *remedy;     // and the help for that
    const char *why;        // NAME_FORBIDDEN: the rest of "`x` ...": "is read before it is set"
    int code;               // NAME_FORBIDDEN: the diagnostic_code to report
} name_meaning;

/// The names that an expression may use, and the function that is told of errors. Built-in names
/// (time, dt, tick, agent) are not asked for.
typedef struct expression_scope {
    name_meaning (*lookup)(void *user, const char *name);
    void *lookup_user;
    expression_report *report;
    void *report_user;
    struct nearest_budget *suggestions; // of the input
    bool constants_only;    // literals and params: keys, rand and built-in names are errors
    bool no_draws;          // rand() and `agent` are errors (the init of a shared key)
    const word_list *words; // when an ENUM is wanted: which
} expression_scope;

/// Operations, in an array of the arena. All have `end` 0; whoever places them sets it. The last
/// has ITEM_LAST.
typedef struct expression_code {
    value_type type;        // VALUE_NONE: there were errors, and there are no items
    const word_list *words; // of an ENUM
    uint64_t *items;
    uint32_t item_count;
    bool draws;
    bool is_constant;
    constant value; // when is_constant
} expression_code;

/// Checks types and compiles, with constants folded. `wanted`: VALUE_NONE takes what comes (not a
/// vector); FLOAT converts an int; CHOICE takes an INT or an ENUM; ENUM tells 'word's which enum is
/// meant; other mismatches are reported. Constants of enums name these by the number of their
/// word_list.
expression_code expression_compile(arena *a, const expression *e, const expression_scope *scope,
                                   value_type wanted);

/// The code of a constant.
expression_code expression_constant(arena *a, constant value);

/// Converts code (an int becomes a float) as the language does by itself.
expression_code expression_to_float(arena *a, expression_code code);

const char *value_type_text(value_type type); // "bool", "int", "float", "vec2", "vec3"

static inline bool value_is_vector(value_type type)
{
    return type == VALUE_VEC2 || type == VALUE_VEC3;
}

/// Return what a key of the type is as a value, when it is no enum.
static inline value_type value_of_key(key_type type)
{
    return (value_type)(VALUE_BOOL + type);
}

/// Return the type of the key whose value has that type, which is not VALUE_NONE.
static inline key_type key_of_value(value_type type)
{
    return type == VALUE_ENUM ? KEY_INT : (key_type)(type - VALUE_BOOL);
}

#endif
