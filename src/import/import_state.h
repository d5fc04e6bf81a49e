// SPDX-License-Identifier: MIT
// What all parts of an import share: memory, diagnostics, and the table of texts.
#ifndef IMPORT_STATE_H
#define IMPORT_STATE_H

#include "import_options.h"
#include "json_form.h"
#include "names.h"
#include "nearest.h"

// Most bytes of a text argument.
enum { TEXT_SIZE_MAX = 65535 };

typedef struct import_state {
    arena *memory;
    const import_options *options;
    json_form form; // for diagnostics
    nearest_budget suggestions;
    bool is_refused;                // an error was reported
    struct import_library *library; // or NULL
    jmp_buf stop;                   // where an import continues that uses too much memory
    const import_file **sources;    // the file of each source
    uint32_t source_count, source_capacity;
    uint32_t spelling_count; // numbers given to equal names beyond the first ones
    names texts;
    const char **text_list;
    uint32_t text_count, text_capacity;
} import_state;

/// Report that something cannot be imported, or only approximately: a diagnostic with this code, to
/// which help may be added.
gestalt_diagnostic *import_refuse(import_state *m, gestalt_span place, diagnostic_code code,
                                  const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
gestalt_diagnostic *import_approximate(import_state *m, gestalt_span place, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// An allocator whose memory is the arena's.
gestalt_allocator import_allocator(import_state *m);

/// Add a file to the diagnostics, and make it the one that the following positions are in.
void import_source(import_state *m, const import_file *file);
/// Add a file that is JSON, and read it. Returns false, and refuses the source, if it is not JSON.
/// A name that occurs twice in an object is an error, which refuses the source as well.
bool import_json(import_state *m, const import_file *file, json_value *root);

/// Note where a tree of the source is.
void import_note_tree(import_state *m, const char *id, gestalt_span whole);

/// Note an action of the document that is only called so that the host can act when it is
/// cancelled.
void import_note_hook(import_state *m, const char *action);

/// If the import has used up its memory, report that and end the import.
void import_check_memory(import_state *m, gestalt_span place);

/// Return the place of a text in the table of texts, which it is added to if it is new.
uint32_t import_text(import_state *m, const char *text);

/// Return the number of a name in the options --enum, as text, or NULL.
const char *import_enum(const import_state *m, const char *name);

/// Return whether a list such as "C,D" of an option contains a name.
bool import_listed(const char *const *lists, uint32_t count, const char *name);

#endif
