// SPDX-License-Identifier: MIT
// Diagnostics: what they say (diagnostics.def), where they point, and how they are shown.
//
// They are collected in any order and sorted by place. The same message with the same code at the
// same place counts once, so that a tree that is copied ten times reports its mistake once. All
// beyond twenty thousand, or 32 MB, are dropped.
#ifndef DIAGNOSTIC_H
#define DIAGNOSTIC_H

#include "arena.h"
#include "diagnostic_codes.h"

#include <gestalt/compiler.h>

typedef gestalt_span span;

typedef struct diagnostic_info {
    const char *code;  // "E0203"; starts with W for warnings
    const char *name;  // "UNKNOWN_TYPE"
    const char *title; // a short sentence: "unknown node type"
    const char *explanation;
    const char *wrong; // a document, or a part of one
    const char *right;
} diagnostic_info;

extern const diagnostic_info diagnostic_table[DIAGNOSTIC_COUNT];

typedef gestalt_diagnostic diagnostic;

/// A new, empty collection; NULL when there is no memory. It is released by
/// gestalt_diagnostics_destroy. Its arena escapes to wherever the caller sets
/// `diagnostics_arena(d)->escape`.
gestalt_diagnostics *diagnostics_new(const gestalt_allocator *allocator);
arena *diagnostics_arena(gestalt_diagnostics *d);

/// Makes a text known under a number. Until diagnostics_finish the text must stay; the path is
/// copied.
uint32_t diagnostics_source(gestalt_diagnostics *d, const char *path, const char *text,
                            size_t size);

/// Copies the lines that the diagnostics show, so that the texts can go. To be called once, at the
/// end and before anything is written; sorts and removes repetitions, too.
void diagnostics_finish(gestalt_diagnostics *d);

/// Adds one. The message is a format whose arguments are plain text from documents: it is escaped
/// when shown.
diagnostic *diagnostics_add(gestalt_diagnostics *d, diagnostic_code code, span place,
                            const char *format, ...) __attribute__((cold, format(printf, 4, 5)));
/// "note: first declared here", at another place.
void diagnostics_note(gestalt_diagnostics *d, diagnostic *to, span place, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
/// "help: did you mean `sequence`?", without a place. Several are joined.
void diagnostics_help(gestalt_diagnostics *d, diagnostic *to, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// Line and column (both from 1; columns in characters, a broken byte counts as one) of a byte of a
/// source. Fast for many places: the first call makes an index. Until diagnostics_finish.
void diagnostics_locate(gestalt_diagnostics *d, uint32_t source, uint32_t offset, uint32_t *line,
                        uint32_t *column);

/// Errors so far, repetitions included.
bool diagnostics_are_finished(const gestalt_diagnostics *d);
/// Tell whether a collection has the source and the bytes, or that diagnostic.
bool diagnostics_have(const gestalt_diagnostics *d, span place);
bool diagnostics_own(const gestalt_diagnostics *d, const diagnostic *one);
uint32_t diagnostics_errors(const gestalt_diagnostics *d);

/// Describe the errors of a collection that is finished in the error of a rejected document:
/// their number, and the first. Return GESTALT_REJECTED.
gestalt_result diagnostics_reject(const gestalt_diagnostics *d, gestalt_error *error);

/// Makes errors of all warnings so far: "error: ... [W0101, -Werror]".
void diagnostics_promote_warnings(gestalt_diagnostics *d);

/// Writes docs/errors.md: every code with its explanation and examples.
bool diagnostics_write_markdown(gestalt_writer writer);

#endif
