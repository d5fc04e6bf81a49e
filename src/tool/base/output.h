// SPDX-License-Identifier: MIT
// The data that a command writes, to standard output or to the file of -o. A file gets its name
// when it is complete, so a failed command leaves the old file unchanged. Data are collected in
// memory until then. Streams may be larger than memory, so they are written to a temporary file at
// once.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "cli.h"
#include "file.h"

typedef struct output {
    text_out text;    // printer that writes to this output
    const char *path; // NULL: standard output
    int error;        // errno of the first write that failed, else 0
    bool is_stream;   // whether data are written to `file` at once
    file_output file;
    gestalt_error failure; // error of `file`, if it has a message
    uint64_t synced;       // time of the last sync, in whole seconds
    char *bytes;           // collected data
    size_t size, capacity;
    gestalt_allocator allocator;
} output;

/// Start an output. A `path` of NULL or "-" is standard output.
void output_start(output *out, cli *c, const char *path);

/// Start a stream, which writes to a temporary file at once.
void output_stream(output *out, cli *c, const char *path);

/// Make everything written so far visible to readers of a stream's file. From then on the file
/// grows, and if a later write fails, the file is cut back to its size at the last call. About once
/// a second, the file is synced.
void output_keep(output *out);

/// Stop waiting for pipes that no program opens or reads: writing to them now ends soon, with
/// EXIT_INTERRUPTED. Call this from handlers of signals that end the command.
void output_hurry(void);

/// Return whether a stream writes a new file that will replace an old one.
bool output_is_replacing(const output *out);

/// Return whether everything could be written so far.
static inline bool output_is_well(const output *out)
{
    return out->error == 0;
}

/// Write the rest. Returns EXIT_IO, with a message, if something could not be written; without a
/// message if the other end of a pipe was closed.
exit_code output_finish(output *out, cli *c);

/// Finish the output; but abandon it if the command has failed and the file is not visible yet.
/// Returns the worse of both exit codes.
exit_code output_end(output *out, cli *c, exit_code verdict);

/// Return the writer that `text` uses, for calls of the library. Everything printed so far is
/// written first.
gestalt_writer output_writer(output *out);

/// Return EXIT_USAGE, with a message, if a snapshot cannot be written to `path`, the value of
/// `option`. A snapshot always replaces a whole file. A `path` of NULL is valid.
exit_code output_check_snapshot(cli *c, const char *option, const char *path);

/// Discard the collected data, and leave the old file as it is.
void output_abandon(output *out);

/// Write bytes that are not text to a file, like an output.
exit_code output_bytes(cli *c, const char *path, const void *bytes, size_t size);

/// Write a text as a CSV field, with quotes if it needs them.
void output_csv_text(text_out *out, const char *text);

/// Return the writer of standard error.
gestalt_writer output_messages_writer(void);

#endif
