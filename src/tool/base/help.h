// SPDX-License-Identifier: MIT
// The tables of options.def as text: for the terminal, as a manual page, as Markdown, and as shell
// completions.
#ifndef HELP_H
#define HELP_H

#include "cli.h"

/// Print the help of a command, or of the whole program (COMMAND_NONE), to standard output.
exit_code help_print(cli *c, command_id command);

/// Print a few lines of help for `gestalt` without arguments.
void help_print_short(text_out *out);

/// Write the manual page gestalt(1), in man macros.
void help_write_man(text_out *out);

/// Write docs/command.md.
void help_write_markdown(text_out *out);

typedef enum help_shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH } help_shell;

/// Write the completions for a shell, as a script to be sourced.
void help_write_completion(text_out *out, help_shell shell);

/// Write the table of limits, for a terminal or as Markdown.
void help_write_limits(text_out *out, bool markdown);

// ---- shared by all formats

/// Get the next example of a command: what to type, and what it does. Returns false at the end.
typedef struct help_example {
    const char *command, *text;
    size_t command_size, text_size;
} help_example;
bool help_next_example(const char **examples, help_example *example);

/// Get the next paragraph of a text. Returns false at the end.
bool help_next_paragraph(const char **text, const char **paragraph, size_t *size);

/// Write the help of an option, followed by its accepted values and its default.
void help_describe_option(const option_info *info, char *text, size_t size);

/// Return whether an option is shown in the help of a command; COMMAND_NONE stands for the common
/// options.
bool help_shows(option_id option, command_id command);

/// Return whether a command has options other than the common ones.
bool help_has_options(command_id command);

#endif
