// SPDX-License-Identifier: MIT
// A reader for MDSL, the language of mistreevous (version 4.3.1), which keeps the position of
// everything.
//
//     root [Main] {
//         sequence while(IsHungry, "a lot") then succeed {
//             action [Eat, 3, $plate] exit(Done)
//             wait [100, 200]
//         }
//     }
//
// The text becomes an array of nodes in preorder, whose names and strings are positions in the
// text; the text must not change. The children of node `n` are
//
//     for (uint32_t i = n + 1; i < nodes[n].after; i = nodes[i].after)
//
// The reader accepts what mistreevous's own parser accepts, and checks what that parser checks:
// types and numbers of arguments, and numbers of children. Whether a branch names a root is left to
// the caller. Some texts are errors here although mistreevous reads them, because it does not read
// what is written: a number such as 0x10, which it takes for 0; a comment inside of a string, which
// it removes; and names with brackets, commas, quotes or comments in them.
//
// Reading is one pass without recursion.
#ifndef MDSL_H
#define MDSL_H

#include <gestalt/base.h>

typedef enum mdsl_type {
    MDSL_ROOT,
    MDSL_BRANCH,
    MDSL_ACTION,
    MDSL_CONDITION,
    MDSL_WAIT,
    MDSL_SEQUENCE,
    MDSL_SELECTOR,
    MDSL_PARALLEL,
    MDSL_RACE,
    MDSL_ALL,
    MDSL_LOTTO,
    MDSL_FLIP,
    MDSL_SUCCEED,
    MDSL_FAIL,
    MDSL_REPEAT,
    MDSL_RETRY,
} mdsl_type;

typedef enum mdsl_argument_kind {
    MDSL_NULL,
    MDSL_BOOLEAN,
    MDSL_NUMBER,
    MDSL_STRING,   // its place includes the quotes
    MDSL_PROPERTY, // a property of the agent; its place includes the `$`
} mdsl_argument_kind;

typedef enum mdsl_attribute_kind {
    MDSL_WHILE,
    MDSL_UNTIL,
    MDSL_ENTRY,
    MDSL_STEP,
    MDSL_EXIT,
} mdsl_attribute_kind;

/// A range of the text, in bytes. Empty if there is nothing.
typedef struct mdsl_place {
    uint32_t begin, end;
} mdsl_place;

/// A range of an array of the document.
typedef struct mdsl_range {
    uint32_t first, count;
} mdsl_range;

typedef struct mdsl_argument {
    mdsl_argument_kind kind;
    mdsl_place place;
    bool is_true;    // value of a boolean
    bool is_integer; // number as whole as mistreevous requires it of counts: 1.0, but not 1e3
    double number;
} mdsl_argument;

typedef struct mdsl_attribute {
    mdsl_attribute_kind kind;
    bool succeeds;        // `then succeed` after a guard
    mdsl_place place;     // the word `while`, `until`, `entry`, `step` or `exit`
    mdsl_place name;      // the function
    mdsl_place then;      // `succeed` or `fail` after `then`
    mdsl_range arguments; // after the name
} mdsl_attribute;

typedef struct mdsl_node {
    mdsl_type type;
    mdsl_place place;      // the word for the type
    mdsl_place name;       // the function of an action or condition, the root that a branch names,
                           // or the name of a root, which it may lack
    uint32_t end;          // position after the node, with its `}`
    uint32_t after;        // index of the next node that is not below this one
    uint32_t child_count;  // number of children
    mdsl_range arguments;  // after the name
    mdsl_range attributes; // at most one of each kind
} mdsl_node;

typedef struct mdsl_document {
    const char *text;
    size_t size;
    mdsl_node *nodes;
    mdsl_argument *arguments;
    mdsl_attribute *attributes;
    uint32_t node_count, argument_count, attribute_count;
    size_t node_room, argument_room, attribute_room; // capacities
} mdsl_document;

typedef enum mdsl_error_kind {
    MDSL_OK,
    MDSL_UNEXPECTED, // something that is not allowed here
    MDSL_UNEXPECTED_END,
    MDSL_UNKNOWN_NODE,        // a word that is not a type of node
    MDSL_OUTSIDE_ROOT,        // a node that is not below a root
    MDSL_ROOT_BELOW,          // a root that is below a node
    MDSL_NO_CHILD,            // a node that needs a child has none
    MDSL_SECOND_CHILD,        // a node that takes one child has another; `other`: the node
    MDSL_BAD_ARGUMENT,        // an argument of the wrong kind
    MDSL_MISSING_ARGUMENT,    // `expected` is what is missing
    MDSL_TOO_MANY_ARGUMENTS,  // the first argument that is too many
    MDSL_NEGATIVE,            // a negative count, duration or weight
    MDSL_BAD_RANGE,           // a minimum above its maximum
    MDSL_WRONG_WEIGHTS,       // a lotto with weights, but not one for each child
    MDSL_DUPLICATE_ATTRIBUTE, // `other`: the first one
    MDSL_BAD_NUMBER,          // hexadecimal, octal, binary or infinite
    MDSL_NUMBER_RANGE,        // too large for a double
    MDSL_BAD_ESCAPE,          // a backslash at the end of a line
    MDSL_COMMENT_IN_STRING,
    MDSL_BAD_CHARACTER, // a control character
    MDSL_BAD_UTF8,
    MDSL_UTF16,
    MDSL_TOO_DEEP,
    MDSL_TOO_LARGE, // the text is too large
    MDSL_NO_MEMORY,
} mdsl_error_kind;

typedef struct mdsl_error {
    mdsl_error_kind kind;
    uint32_t begin, end;  // position, in bytes
    uint32_t other;       // start of the unclosed list, string, comment or node that contains the
                          // error, unless the kind gives another meaning; UINT32_MAX if none
    const char *expected; // what was expected instead, such as "a name" or "`,` or `]`", or NULL
} mdsl_error;

enum { MDSL_DEPTH_MAX = 256 };

typedef struct mdsl_limits {
    uint32_t depth; // deepest nesting of nodes; 0: MDSL_DEPTH_MAX
    size_t size;    // largest text; 0: 256 MiB; at most 2 GiB - 1
} mdsl_limits;

/// Read a text. On false, `error` is set and there is nothing to destroy.
bool mdsl_read(const char *text, size_t size, mdsl_limits limits,
               const gestalt_allocator *allocator, mdsl_document *document, mdsl_error *error);
void mdsl_destroy(mdsl_document *document, const gestalt_allocator *allocator);

/// Return the word for a type of node.
const char *mdsl_type_name(mdsl_type type);

/// The size of a string after decoding, and its bytes, without a terminating zero. As in
/// mistreevous, the first `\"` becomes a quote, and everything else stays as it is written.
size_t mdsl_string_size(const mdsl_document *document, const mdsl_argument *string);
void mdsl_string_copy(const mdsl_document *document, const mdsl_argument *string, char *bytes);

/// Return the position in the text of byte `index` of the decoded string. `index` may be the size.
uint32_t mdsl_string_place(const mdsl_document *document, const mdsl_argument *string,
                           size_t index);

#endif
