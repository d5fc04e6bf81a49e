// SPDX-License-Identifier: MIT
// Replacing several files together, like file_replace, but with one sync for all of them. Each file
// is written under a temporary name in its folder, the file system is synced, and then all files
// are renamed. After a crash, each file is either the complete old one or the complete new one. A
// signal that ends the command removes the temporary files.
#ifndef FILE_BATCH_H
#define FILE_BATCH_H

#include "file.h"
#include "memory.h"

typedef struct batch_file batch_file;

typedef struct file_batch {
    batch_file *files;   // newest first
    batch_file *folders; // the files above that own the descriptor of their folder
    uint32_t file_count, folder_count;
    bool is_synced;   // false: a crash of the machine may lose files
    bool makes_names; // whether folders were created; their names must be synced, too
    gestalt_allocator allocator;
} file_batch;

void file_batch_start(file_batch *b, bool is_synced);

/// Write a file under a temporary name. `path` must stay valid until the batch ends. `*is_new`
/// becomes false if the file already has these bytes; it is then left as it is. Pipes, devices and
/// similar files are written at once.
gestalt_result file_batch_add(file_batch *b, const char *path, const void *bytes, size_t size,
                              bool *is_new, gestalt_error *error);

/// Create the folders in `path`, up to its last slash.
gestalt_result file_batch_make_folders(file_batch *b, const char *path, gestalt_error *error);

/// Return whether the batch has reached its maximum size.
bool file_batch_is_full(const file_batch *b);

/// Rename all files to their final names, the last one first. After an error, the remaining
/// temporary files are removed. Allocates no memory.
gestalt_result file_batch_commit(file_batch *b, gestalt_error *error);

/// Leave all old files as they are, and remove the temporary ones.
void file_batch_abandon(file_batch *b);

#endif
