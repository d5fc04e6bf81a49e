// SPDX-License-Identifier: MIT
// Files: read into memory or piece by piece, and replaced atomically.
#ifndef FILE_H
#define FILE_H

#include <gestalt/base.h>

#include <sys/types.h>

enum { FILE_NAME_SIZE = 256 }; // of one name in a folder, the zero included

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
/// may not be written is not replaced. A symbolic link stays, and what it points to is replaced. In
/// a sticky folder that others can write to, another user's link is refused (GESTALT_IO), and a
/// file that replaces another user's is the caller's, with the usual mode. Devices, pipes,
/// /dev/stdout and the like are written to directly. `path` "-" is not special here.
gestalt_result file_replace(const char *path, const void *bytes, size_t size, gestalt_error *error);

/// Return whether file_replace would change nothing: there is such a file already, with these
/// bytes, and a new one would have its owner and mode. Any doubt is a no.
bool file_has(const char *path, const void *bytes, size_t size);

/// file_replace in pieces, for what is too large to lie in memory as a whole. After
/// file_output_begin has succeeded, exactly one of the other two ends it, whatever
/// file_output_write says.
typedef struct file_output {
    const char *path; // the caller's, which stays
    int descriptor;   // what is written to
    int folder;       // of the place, or -1 when the file is there or is written to directly
    bool owns_descriptor;
    bool is_synced;                 // a new file, which is to survive a crash of the machine
    off_t whole_size;               // of the file up to the last file_output_keep
    char name[FILE_NAME_SIZE];      // in the folder
    char temporary[FILE_NAME_SIZE]; // beside it
} file_output;
gestalt_result file_output_begin(file_output *output, const char *path, gestalt_error *error);
gestalt_result file_output_write(file_output *output, const void *bytes, size_t size,
                                 gestalt_error *error);
/// Puts the new file into its place now; what is written afterwards goes on behind. For files that
/// are read while they grow. On an error, file_output_abandon is what remains to be called.
gestalt_result file_output_publish(file_output *output, gestalt_error *error);
/// Notes that the file would be whole if nothing more were written.
void file_output_keep(file_output *output);
/// Waits until what has been written would survive a crash of the machine.
gestalt_result file_output_sync(file_output *output, gestalt_error *error);
/// Puts the new file into its place, if it isn't there.
gestalt_result file_output_commit(file_output *output, gestalt_error *error);
/// Leaves the old file where it is. A file that was published is cut to what file_output_keep has
/// noted.
void file_output_abandon(file_output *output);

/// A file that is read in pieces. Folders are refused.
typedef struct file_input {
    const char *path; // the caller's, which stays
    int descriptor;
} file_input;
gestalt_result file_input_begin(file_input *input, const char *path, gestalt_error *error);
/// Reads until `size` bytes are there or the file ends; `*count` says how many there are.
gestalt_result file_input_read(file_input *input, void *bytes, size_t size, size_t *count,
                               gestalt_error *error);
void file_input_end(file_input *input);

/// Opens as openat does, again where a signal came in between; `mode` is of files that it creates.
int file_open(int folder, const char *path, int flags, mode_t mode);

/// Sync an open file or folder. Return false with errno. File systems that cannot sync are no
/// error.
bool file_sync_descriptor(int descriptor);

/// Writes to an open descriptor, which stays open. `path` is what errors call it.
gestalt_result file_write_descriptor(int descriptor, const char *path, const void *bytes,
                                     size_t size, gestalt_error *error);

#endif
