// SPDX-License-Identifier: MIT
// The data that a command writes, to standard output or to the file of -o. They are collected in
// memory and written to a file at the end, so that a failed command leaves the old one; but for
// streams, which grow while a command runs and may be larger than memory.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "cli.h"

typedef struct output {
    text_out text;    // to print to
    const char *path; // NULL: standard output
    int descriptor;   // where a stream goes, or -1
    int error;        // errno of the first write that failed, else 0
    char *bytes;      // what was collected
    size_t size, capacity;
    gestalt_allocator allocator;
} output;

/// `path` may be NULL or "-": standard output.
void output_start(output *out, cli *c, const char *path);

/// The same, but a file is emptied and written to at once.
void output_stream(output *out, cli *c, const char *path);

/// Return whether all could be written so far.
static inline bool output_is_well(const output *out)
{
    return out->error == 0;
}

/// Writes what is left. EXIT_IO, with a message, when something could not be written; no message
/// when nobody reads a pipe any more.
exit_code output_finish(output *out, cli *c);

/// Return the writer below `text`, for the library's calls. It first writes what was printed so
/// far.
gestalt_writer output_writer(output *out);

/// Gives up what was collected, and leaves a file as it is.
void output_abandon(output *out);

/// Writes bytes to a file as an output does. For what is no text.
exit_code output_bytes(cli *c, const char *path, const void *bytes, size_t size);

/// The writer of standard error.
gestalt_writer output_messages_writer(void);

#endif
