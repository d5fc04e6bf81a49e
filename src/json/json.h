// SPDX-License-Identifier: MIT
// A strict JSON reader (RFC 8259) that keeps the source position of every value.
//
// Reading is one pass without recursion. It produces a tape of 32-bit tokens in preorder, which
// point into the text; the text must not change. Strings are checked but not copied, and numbers
// are checked but converted only on access.
//
//     text    { "a" : [ 1 , 2 ] }
//     tape    { next "a" [ next 1 2 ] }      next: the index after the closing bracket
//
// Every token except `next` is a position in the text, and the character there gives the token's
// kind. A closing bracket ends the iteration over a container, and marks its end in the text.
#ifndef JSON_H
#define JSON_H

#include <gestalt/base.h>

typedef enum json_kind {
    JSON_NONE, // no value: past the end, or a missing member
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} json_kind;

typedef struct json_document {
    const char *text;
    size_t size;
    uint32_t *tokens;
    uint32_t token_count;
    uint32_t token_capacity;
} json_document;

/// A value: cheap to copy. The zero value is JSON_NONE.
typedef struct json_value {
    const json_document *document;
    uint32_t index;
} json_value;

typedef enum json_error_kind {
    JSON_OK,
    JSON_UNEXPECTED, // a character that is not allowed here
    JSON_UNEXPECTED_END,
    JSON_TRAILING,     // text after the value
    JSON_BAD_NUMBER,   // 01, 1., .5, +1, 1e, -Infinity
    JSON_NUMBER_RANGE, // too large for a double
    JSON_BAD_ESCAPE,
    JSON_BAD_SURROGATE,     // half of a pair of \u escapes
    JSON_NUL,               // \u0000
    JSON_ZERO_BYTE,         // a zero byte anywhere in the text
    JSON_CONTROL_CHARACTER, // raw in a string
    JSON_BAD_UTF8,
    JSON_BAD_WORD, // True, nul, NaN
    JSON_TOO_DEEP,
    JSON_TOO_LARGE, // the text is too large
    JSON_COMMENT,   // a comment: // or /* or #
    JSON_TRAILING_COMMA,
    JSON_SINGLE_QUOTES,
    JSON_BYTE_ORDER_MARK,
    JSON_UTF16,
    JSON_XML, // the text begins with `<`
    JSON_NO_MEMORY,
} json_error_kind;

typedef struct json_error {
    json_error_kind kind;
    uint32_t begin, end;  // position, in bytes
    uint32_t opened;      // start of the unclosed array, object or string, for JSON_UNEXPECTED,
                          // JSON_UNEXPECTED_END and JSON_CONTROL_CHARACTER; else UINT32_MAX
    const char *expected; // what was expected instead, such as "a value" or "`,` or `]`"; for
                          // JSON_BAD_WORD the word that was meant ("`true`"), or NULL
} json_error;

enum { JSON_DEPTH_MAX = 256 };

typedef struct json_limits {
    uint32_t depth; // deepest nesting of arrays and objects; 0: JSON_DEPTH_MAX
    size_t size;    // largest text; 0: 256 MiB; at most 2 GiB - 1
} json_limits;

/// Read a text. On false, `error` is set and there is nothing to destroy.
bool json_read(const char *text, size_t size, json_limits limits,
               const gestalt_allocator *allocator, json_document *document, json_error *error);
void json_destroy(json_document *document, const gestalt_allocator *allocator);

json_value json_root(const json_document *document);
json_kind json_kind_of(json_value value);

/// Return the range of a value in the text: its first byte, and the byte after its last. 0 for
/// JSON_NONE.
uint32_t json_begin(json_value value);
uint32_t json_end(json_value value);

/// Return the first element of an array, or the first key (a string) of an object.
json_value json_first(json_value value);
/// Return the next element; for a key its value, and for a member's value the next key.
json_value json_next(json_value value);
/// Count the elements of an array or the members of an object, by iterating over all of them.
uint32_t json_count(json_value value);

/// Return the first member with that name, or JSON_NONE. `key` may be NULL.
json_value json_member(json_value object, const char *name, json_value *key);

/// Return whether a string equals this text.
bool json_is(json_value string, const char *text);
bool json_same_string(json_value a, json_value b);

/// The size of a string after decoding, and its bytes, without a terminating zero.
size_t json_string_size(json_value string);
void json_string_copy(json_value string, char *bytes);

/// Return the position in the text of byte `index` of the decoded string, for errors inside a
/// string. `index` may be the size.
uint32_t json_string_place(json_value string, size_t index);

/// Convert a number. The value must be a JSON_NUMBER.
double json_double(json_value number);
bool json_int64(json_value number, int64_t *value);

/// Call `report` for each duplicate key, together with the first key of that name. Returns false
/// when memory runs out.
bool json_duplicates(const json_document *document, const gestalt_allocator *allocator,
                     void (*report)(void *user, json_value key, json_value first), void *user);

#endif
