// SPDX-License-Identifier: MIT
// The means that every command has: its options, and a way to say things. Data go to an `output`
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
    uint64_t warned[WARNED_MAX]; // hashes of the warnings that were shown, the oldest overwritten
    uint32_t warned_count;
    text_out messages; // standard error
    char *held;        // a stream that was peeked into (input.h); NULL: none
    size_t held_size;
    gestalt_document_listener *listener; // of documents that are compiled; or NULL
    void *listener_user;
};

/// Prints the program's name, as "gestalt: ", and a line. Whatever is in it, control characters are
/// escaped.
void cli_say(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// The same without "gestalt: ", for what went well.
void cli_tell(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Reports a mistake in how options are used together, with a hint at the help; EXIT_USAGE.
exit_code cli_usage(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Reports an error of the library at `path` and returns the code to exit with.
exit_code cli_fail(cli *c, const char *path, gestalt_result result, const gestalt_error *error);

/// The code of a result.
exit_code cli_exit_code(gestalt_result result);

/// Return the code, of two, that tells of more: the greater one.
exit_code cli_worse(exit_code a, exit_code b);

/// Runs with an arena that is released behind it; EXIT_LIMIT, reported, when memory runs out.
exit_code cli_with_arena(cli *c, exit_code (*run)(cli *c, arena *a));

/// Return whether to colour what goes to this descriptor.
bool cli_colored(const options *o, int descriptor);

/// "-" is standard input as an operand and standard output as an option.
bool cli_is_dash(const char *path);

/// Return how many processors this program may use.
uint32_t cli_processors(void);

#endif
