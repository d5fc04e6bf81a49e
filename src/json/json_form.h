// SPDX-License-Identifier: MIT
// Checks of the form that values in a JSON file must have, for documents and scenes alike: kinds,
// names, words and keys. Every violation is reported, often with a suggestion.
#ifndef JSON_FORM_H
#define JSON_FORM_H

#include "arena.h"
#include "diagnostic_codes.h"
#include "json.h"

#include <gestalt/diagnostics.h>

/// A file that is being checked. When memory runs out, all functions below jump out through
/// `memory`.
typedef struct json_form {
    gestalt_diagnostics *diagnostics;
    uint32_t source;                    // number of the file in `diagnostics`
    arena *memory;                      // arena for decoded texts
    struct nearest_budget *suggestions; // budget for suggestions about this input; NULL: unlimited
    void (*charge)(void *user,
                   size_t size); // called with the size of each text that is decoded; or NULL
    void *user;
} json_form;

gestalt_span json_form_span(const json_form *f, json_value value);

/// Add a diagnostic, to which notes and help may be added. The message is a format; its arguments
/// are plain text from documents.
gestalt_diagnostic *json_form_wrong(const json_form *f, gestalt_span place, diagnostic_code code,
                                    const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
void json_form_note(const json_form *f, gestalt_diagnostic *to, gestalt_span place,
                    const char *message);
void json_form_help(const json_form *f, gestalt_diagnostic *to, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// Report a syntax error of json_read.
void json_form_report(const json_form *f, const json_error *error);
/// Report each duplicate key, with a note at the first one.
void json_form_report_duplicates(const json_form *f, const json_document *document,
                                 const gestalt_allocator *allocator);

/// Return the decoded text of a string, zero-terminated.
const char *json_form_text(const json_form *f, json_value string);
/// Return a kind with its article, such as "a number" or "an object".
const char *json_kind_text(json_kind kind);

/// Return whether a value is of this kind; if not, report E0201.
bool json_form_expect(const json_form *f, json_value value, json_kind kind, const char *what);
/// Check a name: a string that is not empty, not too long and without control characters; with
/// `identifier`, only letters, digits and _. Returns NULL if it was reported.
const char *json_form_name(const json_form *f, json_value value, const char *what, bool identifier);
/// Return why a text is not a name, such as "must not be empty", or NULL if it is one.
const char *json_name_fault(const char *name);
/// Check the length of a doc or message: at most LIMIT_TEXT_SIZE bytes.
bool json_form_check_text(const json_form *f, json_value value, const char *what);
/// Return the index of a word in a list that ends with NULL, or -1 if the word was reported.
int json_form_word(const json_form *f, json_value value, const char *what,
                   const char *const *words);

/// Report keys of an object that are not in the list (which ends with NULL), with a suggestion.
void json_form_check_keys(const json_form *f, json_value object, const char *what,
                          const char *const *known);
/// Return the member with that name. If there is none, return the member with an unknown key for
/// which json_form_check_keys suggests this name: so a misspelt `root` is not also reported as
/// missing, and its nodes are checked. `key` may be NULL.
json_value json_form_member(const json_form *f, json_value object, const char *name,
                            const char *const *known, json_value *key);

#endif
