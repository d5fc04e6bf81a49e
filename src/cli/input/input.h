// SPDX-License-Identifier: MIT
// Documents and images given as operands. The first bytes of a file tell which of the two it is.
#ifndef INPUT_H
#define INPUT_H

#include "cli.h"

typedef struct input {
    const char *path;
    bool is_image;
    gestalt_result result;
    gestalt_error error;
    gestalt_shape *shape;             // on GESTALT_OK, but not of a part
    const char *part;                 // why the document can only be included; NULL: it is whole
    gestalt_diagnostics *diagnostics; // of documents, and not when memory ran out
    const gestalt_writer *schema;     // while one is written
} input;

/// Loads an image or compiles a document, by the options of the command line. "-" is standard
/// input. Nothing is printed.
void input_load(input *in, cli *c, const char *path);
void input_release(input *in);

/// Check a document that can only be included, for the reason `part`. All of it is checked but what
/// depends on the document that includes it.
void input_load_part(input *in, cli *c, const char *path, const char *part);

/// Writes the JSON Schema of a document instead, by the same options.
void input_write_schema(input *in, cli *c, const char *path, gestalt_writer writer);

/// Gets the text of an operand, to see what it is. When there is no such file, input_load will
/// report that; other errors are told here, since the next attempt may succeed. The text is the
/// caller's to release, but that of a stream, which is held in `c` for input_load, and
/// released at the program's end.
gestalt_result input_peek(cli *c, const char *path, char **text, size_t *size,
                          gestalt_error *error);

/// Return whether these bytes start an image.
bool input_is_image(const char *bytes, size_t size);

/// Return the name of the input for people: its path, or "<stdin>".
const char *input_name(const char *path);

/// Leaves out the warnings that the command line names, and makes errors of the others if it says
/// so.
void input_silence(const cli *c, gestalt_diagnostics *diagnostics);
bool input_wants_errors(const cli *c);

uint32_t input_errors(const input *in);
uint32_t input_warnings(const input *in);

/// Write diagnostics to standard error. Commands that run trees write warnings only once, however
/// often they read the same document, and with --quiet not at all.
void input_show_diagnostics(cli *c, const gestalt_diagnostics *diagnostics);

/// Warn if --dt has no unit, and is so long that it may be meant as milliseconds. EXIT_REJECTED if
/// warnings are errors.
exit_code input_check_step(cli *c);

/// Prints diagnostics and errors to standard error. Returns the code to exit with.
exit_code input_report(const input *in, cli *c);

#endif
