// SPDX-License-Identifier: MIT
// A strict JSON reader (RFC 8259) that keeps where everything stands.
//
// It makes one pass without recursion and leaves a tape of 32-bit tokens in preorder, which point
// into the text; the text must stay as it is. Strings are checked but not copied; numbers are
// checked but converted only when asked.
//
//     text    { "a" : [ 1 , 2 ] }
//     tape    { next "a" [ next 1 2 ] }      next: the index behind the closing bracket
//
// Every token but `next` is a place in the text, and the character there says what it is. A closing
// bracket ends the walk over its elements and tells where its container ends.
#ifndef JSON_H
#define JSON_H

#include <gestalt/base.h>

typedef enum json_kind {
    JSON_NONE, // no value: behind the last, or a member that is not there
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
    JSON_UNEXPECTED, // a character that can't stand here
    JSON_UNEXPECTED_END,
    JSON_TRAILING,     // something behind the value
    JSON_BAD_NUMBER,   // 01, 1., .5, +1, 1e, -Infinity
    JSON_NUMBER_RANGE, // no double is near it
    JSON_BAD_ESCAPE,
    JSON_BAD_SURROGATE,     // half a pair of \u escapes
    JSON_NUL,               // \u0000
    JSON_ZERO_BYTE,         // anywhere
    JSON_CONTROL_CHARACTER, // raw in a string
    JSON_BAD_UTF8,
    JSON_BAD_WORD, // True, nul, NaN
    JSON_TOO_DEEP,
    JSON_TOO_LARGE, // the text
    JSON_COMMENT,   // // or /* or #
    JSON_TRAILING_COMMA,
    JSON_SINGLE_QUOTES,
    JSON_BYTE_ORDER_MARK,
    JSON_UTF16,
    JSON_XML, // the text begins with `<`
    JSON_NO_MEMORY,
} json_error_kind;

typedef struct json_error {
    json_error_kind kind;
    uint32_t begin, end;  // where, in bytes
    uint32_t opened;      // JSON_UNEXPECTED, JSON_UNEXPECTED_END, JSON_CONTROL_CHARACTER: where the
                          // array, object or string starts that is not closed; else UINT32_MAX
    const char *expected; // JSON_UNEXPECTED, JSON_UNEXPECTED_END: as "a value", "`,` or `]`";
                          // JSON_BAD_WORD: the word that was meant ("`true`"), or NULL
} json_error;

enum { JSON_DEPTH_MAX = 256 };

typedef struct json_limits {
    uint32_t depth; // 0: JSON_DEPTH_MAX; how many arrays and objects may stand in each other
    size_t size;    // 0: 256 MiB; at most 2 GiB - 1
} json_limits;

/// Reads a text. On false, `error` says why and there is nothing to destroy.
bool json_read(const char *text, size_t size, json_limits limits,
               const gestalt_allocator *allocator, json_document *document, json_error *error);
void json_destroy(json_document *document, const gestalt_allocator *allocator);

json_value json_root(const json_document *document);
json_kind json_kind_of(json_value value);

/// Return the value's place in the text: the first byte and the one behind the last. 0 for
/// JSON_NONE.
uint32_t json_begin(json_value value);
uint32_t json_end(json_value value);

/// The first element of an array, or the first key (a string) of an object.
json_value json_first(json_value value);
/// The next element; the value behind a key; the key behind a value.
json_value json_next(json_value value);
/// Elements of an array, or members of an object. Walks over all of them.
uint32_t json_count(json_value value);

/// The member of that name, the first if there are several; JSON_NONE if there is none. `key` may
/// be NULL.
json_value json_member(json_value object, const char *name, json_value *key);

/// Return whether a string is this text.
bool json_is(json_value string, const char *text);
bool json_same_string(json_value a, json_value b);

/// Bytes of a string when decoded, and the bytes themselves (no zero is added).
size_t json_string_size(json_value string);
void json_string_copy(json_value string, char *bytes);

/// The place in the text of byte `index` of the decoded string: for errors inside a string. `index`
/// may be the size.
uint32_t json_string_place(json_value string, size_t index);

/// A number as written. Valid for JSON_NUMBER.
double json_double(json_value number);
bool json_int64(json_value number, int64_t *value);

/// Calls `report` for each key that its object has already, with the first one. False when memory
/// ran out.
bool json_duplicates(const json_document *document, const gestalt_allocator *allocator,
                     void (*report)(void *user, json_value key, json_value first), void *user);

#endif
