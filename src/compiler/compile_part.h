// SPDX-License-Identifier: MIT
// Compiling a document that stands inside of another JSON file.
#ifndef COMPILE_PART_H
#define COMPILE_PART_H

#include <gestalt/compiler.h>

/// As gestalt_compile_text, of the document that is the bytes begin to end - 1 of a file's text.
/// Diagnostics show the file. With `has_folder`, it includes files from the folder of `path`.
gestalt_result compile_part(const char *path, const char *text, size_t size, uint32_t begin,
                            uint32_t end, bool has_folder, const gestalt_compile_options *options,
                            gestalt_shape **shape, gestalt_diagnostics **diagnostics,
                            gestalt_error *error);

#endif
