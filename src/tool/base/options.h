// SPDX-License-Identifier: MIT
// The command line: the table of options, and the options that were given.
//
// Parsing is GNU style: --opt=value, --opt value, -oVALUE, -o VALUE, bundled flags, `--`, options
// and operands in any order. Names cannot be abbreviated. Values are checked while parsing, so
// commands only get valid ones.
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
    KIND_TEXTS,    // TEXT, may be repeated
    KIND_WARNINGS, // a word of a list, or no-CODE, may be repeated
    KIND_FILE,
    KIND_MAYBE_FILES,  // FILE or nothing, may be repeated: --name, --name=FILE
    KIND_COUNTS,       // several COUNT, separated by commas
    KIND_MAYBE_COUNTS, // COUNTS or nothing: --name, --name=COUNTS
    KIND_CHOICES,      // several CHOICE, separated by commas
    KIND_COUNT,
    KIND_SIZE,
    KIND_DURATION,
    KIND_CHOICE,
} option_kind;

typedef struct option_info {
    const char *name;
    char letter;          // or 0
    const char *argument; // "" if the option takes none
    option_kind kind;
    const char *accepts;
    const char *default_text;
    uint32_t commands; // one bit for each command
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
    const char *text; // NULL for flags, "" for an optional value that is left out
    uint64_t number;  // COUNT, SIZE; DURATION: microseconds; CHOICE: index of the word
} given_option;

typedef struct options {
    gestalt_allocator allocator;
    size_t capacity; // capacity of both arrays
    command_id command;
    given_option *given; // in the order of the command line
    uint32_t given_count;
    const char **operands;
    uint32_t operand_count;
} options;

/// Return whether the value of an option may be left out.
static inline bool option_may_lack(const option_info *info)
{
    return info->kind == KIND_MAYBE_FILES || info->kind == KIND_MAYBE_COUNTS;
}

/// Return whether the values of an option are words of a list.
static inline bool option_has_words(const option_info *info)
{
    return info->kind == KIND_CHOICE || info->kind == KIND_CHOICES || info->kind == KIND_WARNINGS;
}

/// Callback with a message about an invalid command line.
typedef void options_report(void *user, const char *message);

/// Parse the arguments after the program's name. Returns EXIT_USAGE after reporting the first
/// mistake. `options` can be queried, and must be destroyed, in any case.
exit_code options_parse(options *o, int count, char **arguments, options_report *report,
                        void *user);
void options_destroy(options *o);

/// Write the argument of an option as it appears in help after the name: "", "=FILE" or "[=FILE]".
void option_show_argument(const option_info *info, char *text, size_t size);

bool options_flag(const options *o, option_id option);
static inline bool options_is_given(const options *o, option_id option)
{
    return options_flag(o, option);
}

/// Return the last given value, else the default of the option. The text is NULL if there is
/// neither.
const char *options_text(const options *o, option_id option);
uint64_t options_number(const options *o, option_id option);
/// Iterate over the texts of an option that may be repeated, in order; "" for MAYBE_FILES without a
/// file. `*at` starts with 0. Returns NULL at the end.
const char *options_next_text(const options *o, option_id option, uint32_t *at);

/// Iterate over the codes of the warnings to leave out, in order. `*at` starts with 0. Returns NULL
/// at the end.
const char *options_next_silent(const options *o, option_id option, uint32_t *at);

/// Get the count at an index of a list; returns false after the last.
bool options_count_at(const options *o, option_id option, uint32_t index, uint64_t *count);

/// Get the choice at an index of a list; returns false after the last. A CHOICE is a list of one.
bool options_choice_at(const options *o, option_id option, uint32_t index, int *choice);

static inline int options_choice(const options *o, option_id option)
{
    return (int)options_number(o, option);
}

#endif
