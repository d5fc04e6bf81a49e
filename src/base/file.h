// SPDX-License-Identifier: MIT
// Whole files: read into memory, or replaced atomically.
#ifndef FILE_H
#define FILE_H

#include <gestalt/base.h>

/// Reads a file into new memory of `allocator`. Refuses folders, and more than `size_limit` bytes
/// (GESTALT_LIMIT). Pipes are read to their end. `path` "-" is not special here.
gestalt_result file_read(const char *path, size_t size_limit, const gestalt_allocator *allocator,
                         char **bytes, size_t *size, gestalt_error *error);

/// The same for an open descriptor, which stays open.
gestalt_result file_read_descriptor(int descriptor, const char *path, size_t size_limit,
                                    const gestalt_allocator *allocator, char **bytes, size_t *size,
                                    gestalt_error *error);

/// Replaces the file at `path` as a whole: a temporary file beside it, synced, renamed, the folder
/// synced. On any error the old file is as it was and the temporary one is gone.
gestalt_result file_replace(const char *path, const void *bytes, size_t size, gestalt_error *error);

#endif
