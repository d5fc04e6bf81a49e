// SPDX-License-Identifier: MIT
// Compiling a document that was generated from sources of another form, such as an imported tree.
// Diagnostics and the shape's debug section show the positions in these sources.
#ifndef COMPILE_GENERATED_H
#define COMPILE_GENERATED_H

#include "diagnostic.h"

typedef struct generated_text {
    const char *path; // path of the first source; includes are relative to its folder
    const char *text;
    size_t size;
    const generated_place *places; // sorted; the first one begins at byte 0
    uint32_t place_count;
    gestalt_diagnostics *diagnostics; // has the sources, and perhaps warnings; not finished
} generated_text;

/// Compile a generated document. Its diagnostics are added to `diagnostics`, which is then finished
/// on GESTALT_OK and GESTALT_REJECTED. The collection stays with the caller in any case.
gestalt_result compile_generated(const generated_text *generated,
                                 const gestalt_compile_options *options, gestalt_shape **shape,
                                 gestalt_error *error);

#endif
