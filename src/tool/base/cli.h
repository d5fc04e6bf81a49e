// SPDX-License-Identifier: MIT
// What every command uses: its options, and functions to print messages. Data go to an `output`
// (output.h), messages to standard error.
#ifndef CLI_H
#define CLI_H

#include "arena.h"
#include "options.h"
#include "text.h"

#include <gestalt/gestalt.h>

enum { WARNED_MAX = 64 };

struct cli {
    options options;
    // hashes of the warnings that were shown; new ones overwrite the oldest
    uint64_t warned[WARNED_MAX];
    uint32_t warned_count;
    text_out messages; // standard error
    bool is_silent;    // whether another process writes: all output is discarded
    char *held;        // bytes of a stream that were read by input_peek (input.h), or NULL
    size_t held_size;
    gestalt_document_listener *listener; // listener for documents that are compiled, or NULL
    void *listener_user;
};

/// Print the program's name, as "gestalt: ", and a line. Control characters are escaped.
void cli_say(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Print a line without "gestalt: ", about something that succeeded.
void cli_tell(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Report options that do not fit together, and refer to the help. Returns EXIT_USAGE.
exit_code cli_usage(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Report an error of the library about `path`, and return the exit code for it.
exit_code cli_fail(cli *c, const char *path, gestalt_result result, const gestalt_error *error);

/// Report that memory has run out. Returns EXIT_LIMIT.
exit_code cli_no_memory(cli *c);

/// Return the exit code for a result.
exit_code cli_exit_code(gestalt_result result);

/// Return the more serious of two exit codes, which is the greater one.
exit_code cli_worse(exit_code a, exit_code b);

/// Run a function with an arena, and release the arena afterwards. If memory runs out, report that
/// and return EXIT_LIMIT.
exit_code cli_with_arena(cli *c, exit_code (*run)(cli *c, arena *a));

/// Return whether output to this descriptor is coloured.
bool cli_colored(const options *o, int descriptor);

/// Return whether a path is "-", which means standard input as an operand and standard output as
/// the value of an option.
bool cli_is_dash(const char *path);

/// Return the name of an input for messages: its path, or "<stdin>".
const char *cli_input_name(const char *path);

/// Return the number of processors that this program may use.
uint32_t cli_processors(void);

#endif
