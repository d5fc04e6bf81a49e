// SPDX-License-Identifier: MIT
// The form that values of a JSON file must have, for documents and scenes alike: kinds, names,
// words and keys, with an error, and often a better word, for everything that is wrong.
#ifndef JSON_FORM_H
#define JSON_FORM_H

#include "arena.h"
#include "diagnostic_codes.h"
#include "json.h"

#include <gestalt/diagnostics.h>

/// A file that is read. Without memory, everything below escapes as `memory` does.
typedef struct json_form {
    gestalt_diagnostics *diagnostics;
    uint32_t source;                         // the file's number there
    arena *memory;                           // where texts go
    struct nearest_budget *suggestions;      // of the input; NULL: unlimited
    void (*charge)(void *user, size_t size); // told of each text that is read; or NULL
    void *user;
} json_form;

gestalt_span json_form_span(const json_form *f, json_value value);

/// Adds a diagnostic; a note and help may follow. The message is a format whose arguments are plain
/// text from documents.
gestalt_diagnostic *json_form_wrong(const json_form *f, gestalt_span place, diagnostic_code code,
                                    const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
void json_form_note(const json_form *f, gestalt_diagnostic *to, gestalt_span place,
                    const char *message);
void json_form_help(const json_form *f, gestalt_diagnostic *to, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// Report what json_read found.
void json_form_report(const json_form *f, const json_error *error);
/// Report each key that its object has already, with a note at the first.
void json_form_report_duplicates(const json_form *f, const json_document *document,
                                 const gestalt_allocator *allocator);

/// The decoded text of a string, zero-terminated.
const char *json_form_text(const json_form *f, json_value string);
/// "a number", "an object"
const char *json_kind_text(json_kind kind);

/// Report E0201 and return false when the value is of another kind.
bool json_form_expect(const json_form *f, json_value value, json_kind kind, const char *what);
/// Check a name: a string, not empty, not too long, no control characters; with `identifier`,
/// letters, digits and _ only. NULL when it was reported.
const char *json_form_name(const json_form *f, json_value value, const char *what, bool identifier);
/// The reason why a text is no name, as "must not be empty", or NULL.
const char *json_name_fault(const char *name);
/// Check a doc or message: at most LIMIT_TEXT_SIZE bytes.
bool json_form_check_text(const json_form *f, json_value value, const char *what);
/// The place of a word in a list that ends with NULL, or -1 when it was reported.
int json_form_word(const json_form *f, json_value value, const char *what,
                   const char *const *words);

/// Report keys of an object that are not in the list (which ends with NULL), with the nearest.
void json_form_check_keys(const json_form *f, json_value object, const char *what,
                          const char *const *known);
/// The member of that name; if there is none, that of an unknown key which json_form_check_keys
/// says is meant to be it: so that a misspelt `root` is not missing as well, and its nodes are
/// checked. `key` may be NULL.
json_value json_form_member(const json_form *f, json_value object, const char *name,
                            const char *const *known, json_value *key);

#endif
