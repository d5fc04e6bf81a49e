// SPDX-License-Identifier: MIT
// Files that are replaced together, as file_replace does, but with one sync for all of them: each
// is written beside its place, the file system is synced, and then all get their names. A crash at
// any moment leaves each file whole: the old one or the new one. A signal that ends the command
// removes what has no name yet.
#ifndef FILE_BATCH_H
#define FILE_BATCH_H

#include "file.h"
#include "memory.h"

typedef struct batch_file batch_file;

typedef struct file_batch {
    batch_file *files;   // newest first
    batch_file *folders; // those of the files above that hold the descriptor of their folder
    uint32_t file_count, folder_count;
    bool is_synced;   // false: a crash of the machine may cost files
    bool makes_names; // folders were made, whose own names are to be synced
    gestalt_allocator allocator;
} file_batch;

void file_batch_start(file_batch *b, bool is_synced);

/// Write a file beside its place. `path` stays the caller's until the batch ends. `*is_new` is
/// whether it will be replaced: a file with these bytes is left as it is. Pipes, devices and the
/// like are written to at once.
gestalt_result file_batch_add(file_batch *b, const char *path, const void *bytes, size_t size,
                              bool *is_new, gestalt_error *error);

/// Make the folders that `path` names before its last slash.
gestalt_result file_batch_make_folders(file_batch *b, const char *path, gestalt_error *error);

/// Return whether the batch holds as much as it should.
bool file_batch_is_full(const file_batch *b);

/// Give all files their names, the last one first. After an error, those without a name are gone.
/// Nothing is allocated.
gestalt_result file_batch_commit(file_batch *b, gestalt_error *error);

/// Leave all old files as they are.
void file_batch_abandon(file_batch *b);

#endif
