// SPDX-License-Identifier: MIT
// The command line: its options, and those that were given.
//
// Parsing is GNU style: --opt=value, --opt value, -oVALUE, -o VALUE, bundled flags, `--`, options
// and operands in any order. Names are never abbreviated. Values are checked while parsing, so that
// commands only see good ones.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "commands.h"
#include "memory.h"

typedef enum option_id {
#define OPTION(enumerator, name, letter, argument, kind, accepts, default_text, commands, help)    \
    OPTION_##enumerator,
#include "tables.def"
    OPTION_COUNT
} option_id;

typedef enum option_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_TEXTS,    // TEXT, as often as one likes
    KIND_WARNINGS, // a word of a list, or no-CODE, as often as one likes
    KIND_FILE,
    KIND_MAYBE_FILES, // FILE or none, as often as one likes: --name, --name=FILE
    KIND_COUNTS,      // some COUNT, with commas between them
    KIND_CHOICES,     // some CHOICE, with commas between them
    KIND_COUNT,
    KIND_SIZE,
    KIND_DURATION,
    KIND_CHOICE,
} option_kind;

typedef struct option_info {
    const char *name;
    char letter;          // or 0
    const char *argument; // "" when it takes none
    option_kind kind;
    const char *accepts;
    const char *default_text;
    uint32_t commands; // a bit each
    const char *help;
} option_info;

#define COMMANDS_ALL UINT32_MAX

extern const option_info option_table[OPTION_COUNT];

static inline bool option_is_of(option_id option, command_id command)
{
    uint32_t commands = option_table[option].commands;
    return command == COMMAND_NONE ? commands == COMMANDS_ALL : commands >> command & 1;
}

typedef struct given_option {
    option_id option;
    const char *text; // NULL for flags, "" for MAYBE_FILES without one
    uint64_t number;  // COUNT, SIZE; DURATION: microseconds; CHOICE: which
} given_option;

typedef struct options {
    gestalt_allocator allocator;
    size_t capacity; // of both arrays
    command_id command;
    given_option *given; // in the order of the command line
    uint32_t given_count;
    const char **operands;
    uint32_t operand_count;
} options;

/// Return whether an option's values are words of a list.
static inline bool option_has_words(const option_info *info)
{
    return info->kind == KIND_CHOICE || info->kind == KIND_CHOICES || info->kind == KIND_WARNINGS;
}

/// Called with a message when the command line is wrong.
typedef void options_report(void *user, const char *message);

/// Reads the arguments behind the program's name. EXIT_USAGE when they are wrong, which was
/// reported (the first mistake only); `options` can be asked and destroyed in any case.
exit_code options_parse(options *o, int count, char **arguments, options_report *report,
                        void *user);
void options_destroy(options *o);

/// Write an option as help shows it behind its name: "", "=FILE" or "[=FILE]".
void option_show_argument(const option_info *info, char *text, size_t size);

bool options_flag(const options *o, option_id option);
static inline bool options_is_given(const options *o, option_id option)
{
    return options_flag(o, option);
}

/// Return the value that was given last, else the option's default. The text is NULL when it has
/// none of both.
const char *options_text(const options *o, option_id option);
uint64_t options_number(const options *o, option_id option);
/// The texts of an option that may be given many times, in order; "" for MAYBE_FILES without one.
/// `*at` starts with 0. NULL at the end.
const char *options_next_text(const options *o, option_id option, uint32_t *at);

/// The codes of warnings that are left out, in order. `*at` starts with 0. NULL at the end.
const char *options_next_silent(const options *o, option_id option, uint32_t *at);

/// The count at a place of a list, from 0; false behind the last.
bool options_count_at(const options *o, option_id option, uint32_t index, uint64_t *count);

/// Get the choice at a place of a list, from 0; false behind the last. A CHOICE is a list of one.
bool options_choice_at(const options *o, option_id option, uint32_t index, int *choice);

static inline int options_choice(const options *o, option_id option)
{
    return (int)options_number(o, option);
}

#endif
