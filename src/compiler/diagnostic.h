// SPDX-License-Identifier: MIT
// Diagnostics: their texts (diagnostics.def), source positions and printing.
//
// Diagnostics are collected in any order and sorted by position. Duplicates with the same code,
// message and position are dropped, so that a tree that is copied ten times reports an error once.
// Everything beyond twenty thousand diagnostics, or 32 MB, is dropped.
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
    const char *wrong; // an example document, or a part of one
    const char *right; // the corrected example
} diagnostic_info;

extern const diagnostic_info diagnostic_table[DIAGNOSTIC_COUNT];

typedef gestalt_diagnostic diagnostic;

/// Create an empty collection. Returns NULL when memory runs out. Free it with
/// gestalt_diagnostics_destroy. When its arena runs out of memory, it jumps to
/// `diagnostics_arena(d)->escape`, which the caller sets.
gestalt_diagnostics *diagnostics_new(const gestalt_allocator *allocator);
arena *diagnostics_arena(gestalt_diagnostics *d);

/// Register a source text and return its number. The text must stay valid until diagnostics_finish;
/// the path is copied.
uint32_t diagnostics_source(gestalt_diagnostics *d, const char *path, const char *text,
                            size_t size);

/// A byte of a generated text, from which on everything comes from `origin`, a part of another
/// source.
typedef struct generated_place {
    uint32_t begin;
    span origin;
} generated_place;

/// Make a source one that was generated from other sources: everything about it is shown at its
/// origin. The places are sorted, begin with byte 0, and must stay valid until diagnostics_finish.
void diagnostics_generated(gestalt_diagnostics *d, uint32_t source, const generated_place *places,
                           uint32_t count);
/// Return where a part of a source comes from: itself, unless the source was generated.
span diagnostics_origin(const gestalt_diagnostics *d, span place);
/// Return the path of a source.
const char *diagnostics_path(const gestalt_diagnostics *d, uint32_t source);

/// Finish a collection: copy the source lines to print, so that the texts can be freed, sort, and
/// drop duplicates. Call this once, before printing.
void diagnostics_finish(gestalt_diagnostics *d);

/// Add a diagnostic. The message is a format whose arguments are plain text from documents: they
/// are escaped when printed.
diagnostic *diagnostics_add(gestalt_diagnostics *d, diagnostic_code code, span place,
                            const char *format, ...) __attribute__((cold, format(printf, 4, 5)));
/// Add a note with its own position, such as "note: first declared here".
void diagnostics_note(gestalt_diagnostics *d, diagnostic *to, span place, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
/// Add help without a position, such as "help: did you mean `sequence`?". Several helps are joined.
void diagnostics_help(gestalt_diagnostics *d, diagnostic *to, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// Get the line and column of a byte of a source, both counted from 1; columns count characters,
/// and an invalid byte counts as one. The first call builds an index, so many calls are fast. Only
/// before diagnostics_finish.
void diagnostics_locate(gestalt_diagnostics *d, uint32_t source, uint32_t offset, uint32_t *line,
                        uint32_t *column);

bool diagnostics_are_finished(const gestalt_diagnostics *d);
/// Return whether a collection has this source and these bytes, or owns this diagnostic.
bool diagnostics_have(const gestalt_diagnostics *d, span place);
bool diagnostics_own(const gestalt_diagnostics *d, const diagnostic *one);
uint32_t diagnostics_errors(const gestalt_diagnostics *d);

/// Fill in the error for a rejected document: the number of errors and the first one. The
/// collection must be finished. Returns GESTALT_REJECTED.
gestalt_result diagnostics_reject(const gestalt_diagnostics *d, gestalt_error *error);

/// Return the number of diagnostics with a code.
uint32_t diagnostics_count_code(const gestalt_diagnostics *d, diagnostic_code code);

/// One diagnostic of a finished collection, in the order in which they are printed.
typedef struct diagnostic_view {
    diagnostic_code code;
    const char *path, *message;
    uint32_t line, column;
} diagnostic_view;

uint32_t diagnostics_count(const gestalt_diagnostics *d);
diagnostic_view diagnostics_at(const gestalt_diagnostics *d, uint32_t index);

/// Remove the diagnostics with a code from a collection that is finished.
void diagnostics_remove(gestalt_diagnostics *d, diagnostic_code code);

/// Turn all warnings so far into errors: "error: ... [W0101, -Werror]".
void diagnostics_promote_warnings(gestalt_diagnostics *d);

/// Write docs/errors.md: every code with its explanation and examples.
bool diagnostics_write_markdown(gestalt_writer writer);

#endif
