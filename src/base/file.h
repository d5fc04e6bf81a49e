// SPDX-License-Identifier: MIT
// Whole files: read into memory, or replaced atomically.
#ifndef FILE_H
#define FILE_H

#include <gestalt/base.h>

/// Reads a file into new memory of `allocator`: a block of `*size` bytes, or of 1 when the file is
/// empty. Refuses folders, and more than `size_limit` bytes (GESTALT_LIMIT). Pipes are read to
/// their end. `path` "-" is not special here.
gestalt_result file_read(const char *path, size_t size_limit, const gestalt_allocator *allocator,
                         char **bytes, size_t *size, gestalt_error *error);

/// The same for an open descriptor, which stays open. `path` is what errors call it.
gestalt_result file_read_descriptor(int descriptor, const char *path, size_t size_limit,
                                    const gestalt_allocator *allocator, char **bytes, size_t *size,
                                    gestalt_error *error);

/// Gives back what the two above have returned.
void file_release(const gestalt_allocator *allocator, char *bytes, size_t size);

/// Replaces the file at `path` as a whole: a temporary file beside it, synced, renamed, the folder
/// synced. On any error the old file is as it was and the temporary one is gone. (One exception: if
/// only the folder could not be synced, the new file is there, and a crash of the machine could
/// undo it. The error says so.) A new file gets the usual mode, an old one keeps its own; one that
/// may not be written is not replaced. A symbolic link stays, and what it points to is replaced.
/// Devices, pipes, /dev/stdout and the like are written to directly. `path` "-" is not special
/// here.
gestalt_result file_replace(const char *path, const void *bytes, size_t size, gestalt_error *error);

/// Writes to an open descriptor, which stays open. `path` is what errors call it.
gestalt_result file_write_descriptor(int descriptor, const char *path, const void *bytes,
                                     size_t size, gestalt_error *error);

#endif
