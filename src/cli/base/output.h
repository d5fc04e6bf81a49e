// SPDX-License-Identifier: MIT
// The data that a command writes, to standard output or to the file of -o. A file gets its name
// when it is whole, so that a failed command leaves the old one. Data are collected in memory until
// then, but for those of streams, which may be larger than memory: they go to a file beside it.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "cli.h"
#include "file.h"

typedef struct output {
    text_out text;    // to print to
    const char *path; // NULL: standard output
    int error;        // errno of the first write that failed, else 0
    bool is_stream;   // goes to `file` at once
    file_output file;
    gestalt_error failure; // of `file`, if it has a message
    uint64_t synced;       // when, in whole seconds
    char *bytes;           // what was collected
    size_t size, capacity;
    gestalt_allocator allocator;
} output;

/// `path` may be NULL or "-": standard output.
void output_start(output *out, cli *c, const char *path);

/// The same, but what is printed goes to a file beside it at once.
void output_stream(output *out, cli *c, const char *path);

/// Shows readers of a stream's file what has been written. From then on the file grows, and if a
/// later write fails, it is cut to what was there at the last call. About once a second, what has
/// been written is synced.
void output_keep(output *out);

/// From now on, nothing waits long for a pipe that nobody opens or reads: writing to it ends, with
/// EXIT_INTERRUPTED. For handlers of signals that end the command.
void output_hurry(void);

/// Return whether a stream writes a new file, which takes the place of an old one.
bool output_is_replacing(const output *out);

/// Return whether all could be written so far.
static inline bool output_is_well(const output *out)
{
    return out->error == 0;
}

/// Writes what is left. EXIT_IO, with a message, when something could not be written; no message
/// when nobody reads a pipe any more.
exit_code output_finish(output *out, cli *c);

/// The same, or output_abandon where the command has failed and the file is not shown yet. Returns
/// the worse of both verdicts.
exit_code output_end(output *out, cli *c, exit_code verdict);

/// Return the writer below `text`, for the library's calls. It first writes what was printed so
/// far.
gestalt_writer output_writer(output *out);

/// EXIT_USAGE, with a message, when a snapshot cannot be written to `path`, which `option` gives:
/// it replaces a file as a whole. NULL is none.
exit_code output_check_snapshot(cli *c, const char *option, const char *path);

/// Gives up what was collected, and leaves a file as it is.
void output_abandon(output *out);

/// Writes bytes to a file as an output does. For what is no text.
exit_code output_bytes(cli *c, const char *path, const void *bytes, size_t size);

/// Writes a text as a field of CSV, with quotes where it needs them.
void output_csv_text(text_out *out, const char *text);

/// The writer of standard error.
gestalt_writer output_messages_writer(void);

#endif
