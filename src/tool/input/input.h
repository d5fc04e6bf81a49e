// SPDX-License-Identifier: MIT
// Documents and images given as operands. The first bytes of a file show which of the two it is.
#ifndef INPUT_H
#define INPUT_H

#include "cli.h"

typedef struct input {
    const char *path;
    bool is_image;
    gestalt_result result;
    gestalt_error error;
    gestalt_shape *shape; // on GESTALT_OK, except for a document that can only be included
    const char *part;     // why the document can only be included; NULL if it can be compiled
    gestalt_diagnostics *diagnostics; // diagnostics of a document; NULL if memory ran out
    const gestalt_writer *schema;     // set while a schema is written
} input;

/// Load an image or compile a document, with the options of the command line. "-" is standard
/// input. Nothing is printed.
void input_load(input *in, cli *c, const char *path);
void input_release(input *in);

/// Check a document that can only be included, for the reason `part`. Everything is checked except
/// what depends on the including document.
void input_load_part(input *in, cli *c, const char *path, const char *part);

/// Write the JSON Schema of a document instead of loading it, with the same options.
void input_write_schema(input *in, cli *c, const char *path, gestalt_writer writer);

/// Read an operand to find out what kind of file it is. If the file does not exist, this is left
/// for input_load to report; other errors are reported here, since a second attempt may succeed.
/// The caller releases the text, except for that of a stream: it is stored in `c` for input_load,
/// and released when the program ends.
gestalt_result input_peek(cli *c, const char *path, char **text, size_t *size,
                          gestalt_error *error);

/// Return whether these bytes are the start of an image.
bool input_is_image(const char *bytes, size_t size);

/// Leave out the warnings that the command line names, and make errors of the others if an option
/// requests it.
void input_silence(const cli *c, gestalt_diagnostics *diagnostics);
bool input_wants_errors(const cli *c);

uint32_t input_errors(const input *in);
uint32_t input_warnings(const input *in);

/// Write diagnostics to standard error. Commands that run trees write each warning only once, even
/// if they read a document several times, and not at all with --quiet.
void input_show_diagnostics(cli *c, const gestalt_diagnostics *diagnostics);

/// Warn if --dt has no unit and is so long that milliseconds may be meant. Returns EXIT_REJECTED if
/// warnings are errors.
exit_code input_check_step(cli *c);

/// Print diagnostics and errors to standard error. Returns the exit code.
exit_code input_report(const input *in, cli *c);

#endif
