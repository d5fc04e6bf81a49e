// SPDX-License-Identifier: MIT
// Operands that are trees of other systems: they are imported, and the document that comes out is
// compiled. Diagnostics show positions in the files of the other system.
#ifndef IMPORT_INPUT_H
#define IMPORT_INPUT_H

#include "arena.h"
#include "cli.h"
#include "compile_generated.h"
#include "import.h"

typedef struct import_input {
    cli *c;
    arena *memory; // texts of files, and the document
    const char *const *paths;
    uint32_t count;
    const char *text; // text of the first file, if it was read already
    size_t size;
    const gestalt_compile_options *compile;
    import_options options;
    const char *library;   // path, or NULL
    const char *text_made; // the document that comes out, and where its values come from
    size_t size_made;
    generated_place *places;
    uint32_t place_count;
    import_findings findings;
    gestalt_diagnostics *diagnostics; // finished on GESTALT_OK and GESTALT_REJECTED
    gestalt_shape *shape;             // on GESTALT_OK
    gestalt_error error;
    import_file *files;
    const char *failing_path; // file that cannot be read
} import_input;

/// Return whether a text is a tree of another system. `*is_cut` is set if the text ends before that
/// is certain; `is_cut` may be NULL.
bool import_input_is(const char *text, size_t size, bool *is_cut);

/// Import and compile. The caller sets the members up to `options`, and releases shape and
/// diagnostics.
gestalt_result import_input_load(import_input *in);

#endif
