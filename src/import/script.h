// SPDX-License-Identifier: MIT
// Scripts of BehaviorTree.CPP, such as `a := b + 1; c += 2` and `a > 0 && b < c <= 5`: the parser,
// types, and the expressions of Gestalt that stand for them.
//
// In the original all numbers are doubles, `==` of numbers means "within 1.1920929e-7", operands
// are evaluated from left to right, and comparisons can be chained.
#ifndef SCRIPT_H
#define SCRIPT_H

#include "import_keys.h"
#include "source_tree.h"

typedef enum script_kind {
    SCRIPT_NUMBER,
    SCRIPT_BOOL,
    SCRIPT_TEXT,
    SCRIPT_NAME,
    SCRIPT_NEGATE,
    SCRIPT_NOT,
    SCRIPT_BINARY,  // operators of numbers and texts, `&&` and `||`
    SCRIPT_COMPARE, // operands chained: a < b <= c is (a < b) <= c with `is_chained` on the outer
                    // one
    SCRIPT_CHOICE,  // a ? b : c
    SCRIPT_ASSIGN,  // first operand: the name
} script_kind;

typedef struct script script;
struct script {
    script_kind kind;
    const char *text;    // number, text or name; for the others the operator
    uint32_t begin, end; // bytes in the value of the attribute
    bool is_chained;
    script *operands[3];
    script *next; // next statement
};

/// Parse the value of an attribute, once. Errors are reported, and give NULL.
script *script_parse(import_state *m, source_attribute *attribute);

/// Return the type of an expression with what is known about the keys now.
key_type script_type(import_state *m, import_scope *s, const script *e);

/// Return whether only the host can compute a script: it joins texts or works on bits.
bool script_needs_host(import_state *m, import_scope *s, const script *e);

/// Call `visit` for the name of each key in statements and expressions.
void script_names(const script *e, void (*visit)(void *user, const script *name), void *user);

/// Write an expression of Gestalt. `type` is the type that is wanted: KEY_BOOL for conditions, or
/// KEY_UNKNOWN for any. An expression that has no equivalent is reported, and gives "0".
const char *script_print(import_state *m, import_scope *s, const source_attribute *attribute,
                         const script *e, key_type type);

/// The same for one statement or expression.
void script_names_of(const script *e, void (*visit)(void *user, const script *name), void *user);

/// The span of a part of an attribute's value.
gestalt_span script_span(const source_attribute *attribute, const script *e);

#endif
