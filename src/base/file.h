// SPDX-License-Identifier: MIT
// Files: reading into memory or in pieces, and atomic replacement.
#ifndef FILE_H
#define FILE_H

#include <gestalt/base.h>

#include <sys/types.h>

enum { FILE_NAME_SIZE = 256 }; // bytes of a name in a folder, including the zero

/// Read a file into new memory of `allocator`: a block of `*size` bytes, or of 1 byte if the file
/// is empty. Refuses folders, and files of more than `size_limit` bytes (GESTALT_LIMIT). Pipes are
/// read to their end. `path` "-" is not special here.
gestalt_result file_read(const char *path, size_t size_limit, const gestalt_allocator *allocator,
                         char **bytes, size_t *size, gestalt_error *error);

/// Read an open descriptor, which stays open. `path` is its name in errors.
gestalt_result file_read_descriptor(int descriptor, const char *path, size_t size_limit,
                                    const gestalt_allocator *allocator, char **bytes, size_t *size,
                                    gestalt_error *error);

/// Free what the two functions above have returned.
void file_release(const gestalt_allocator *allocator, char *bytes, size_t size);

/// Replace the file at `path` atomically: write and sync a temporary file in the same folder,
/// rename it, and sync the folder. On any error the old file is unchanged and the temporary one is
/// removed. (One exception: if only syncing the folder fails, the new file is in place, but a crash
/// of the machine could undo that. The error message explains this.) A new file gets the default
/// mode; a replaced file keeps its mode, and is not replaced if it is read-only. Symbolic links are
/// followed, and stay. In a sticky folder that others can write to, another user's link is refused
/// (GESTALT_IO), and a file that replaces another user's belongs to the caller, with the default
/// mode. Devices, pipes, /dev/stdout and the like are written to directly. `path` "-" is not
/// special here.
gestalt_result file_replace(const char *path, const void *bytes, size_t size, gestalt_error *error);

/// Return whether file_replace would change nothing: the file exists with these bytes, and a
/// replacement would have its owner and mode. When in doubt, return false.
bool file_has(const char *path, const void *bytes, size_t size);

/// file_replace in pieces, for data too large to hold in memory. After file_output_begin has
/// succeeded, call exactly one of file_output_commit and file_output_abandon to finish, whatever
/// file_output_write returns.
typedef struct file_output {
    const char *path; // belongs to the caller, must outlive the output
    int descriptor;   // descriptor to write to
    int folder; // open folder of the file; -1 when the file is published or written to directly
    bool owns_descriptor;
    bool is_synced;                 // sync the new file, so that it survives a crash of the machine
    off_t whole_size;               // size of the file at the last file_output_keep
    char name[FILE_NAME_SIZE];      // name of the file in the folder
    char temporary[FILE_NAME_SIZE]; // name of the temporary file in the folder
} file_output;
gestalt_result file_output_begin(file_output *output, const char *path, gestalt_error *error);
gestalt_result file_output_write(file_output *output, const void *bytes, size_t size,
                                 gestalt_error *error);
/// Publish the new file now; later writes append to it. For files that are read while they grow.
/// After an error, call file_output_abandon.
gestalt_result file_output_publish(file_output *output, gestalt_error *error);
/// Mark the current size: the file would be complete if nothing more were written.
void file_output_keep(file_output *output);
/// Wait until everything written would survive a crash of the machine.
gestalt_result file_output_sync(file_output *output, gestalt_error *error);
/// Finish, and publish the new file unless it already is.
gestalt_result file_output_commit(file_output *output, gestalt_error *error);
/// Finish and keep the old file. A published file is truncated to the size at the last
/// file_output_keep.
void file_output_abandon(file_output *output);

/// A file that is read in pieces. Folders are refused.
typedef struct file_input {
    const char *path; // belongs to the caller, must outlive the input
    int descriptor;
} file_input;
gestalt_result file_input_begin(file_input *input, const char *path, gestalt_error *error);
/// Read `size` bytes, or fewer if the file ends; `*count` is set to their number.
gestalt_result file_input_read(file_input *input, void *bytes, size_t size, size_t *count,
                               gestalt_error *error);
void file_input_end(file_input *input);

/// Open like openat, retrying after signals. `mode` is for files that it creates.
int file_open(int folder, const char *path, int flags, mode_t mode);

/// Sync an open file or folder. Returns false with errno. A file system that cannot sync is not an
/// error.
bool file_sync_descriptor(int descriptor);

/// Write to an open descriptor, which stays open. `path` is its name in errors.
gestalt_result file_write_descriptor(int descriptor, const char *path, const void *bytes,
                                     size_t size, gestalt_error *error);

#endif
