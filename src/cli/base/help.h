// SPDX-License-Identifier: MIT
// The tables of options.def as text: for the terminal, as a manual page, as Markdown, and as
// completions.
#ifndef HELP_H
#define HELP_H

#include "cli.h"

/// Help on standard output: of a command, or of all (COMMAND_NONE).
exit_code help_print(cli *c, command_id command);

/// A few lines for who typed `gestalt` alone.
void help_print_short(text_out *out);

/// The page gestalt(1), in man macros.
void help_write_man(text_out *out);

/// docs/command.md.
void help_write_markdown(text_out *out);

typedef enum help_shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH } help_shell;

/// The completions for a shell, to be sourced by it.
void help_write_completion(text_out *out, help_shell shell);

/// The table of limits, for a terminal or as Markdown.
void help_write_limits(text_out *out, bool markdown);

// ---- what the writers share

/// The next example of a command: what to type and what it does. False at the end.
typedef struct help_example {
    const char *command, *text;
    size_t command_size, text_size;
} help_example;
bool help_next_example(const char **examples, help_example *example);

/// The next paragraph of a text. False at the end.
bool help_next_paragraph(const char **text, const char **paragraph, size_t *size);

/// The help of an option, with what it accepts and its default behind it.
void help_describe_option(const option_info *info, char *text, size_t size);

/// Return whether an option is shown in the help of a command, COMMAND_NONE for the common ones.
bool help_shows(option_id option, command_id command);

/// Return whether a command has options other than the common ones.
bool help_has_options(command_id command);

#endif
