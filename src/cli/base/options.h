// SPDX-License-Identifier: MIT
// The command line: the tables made from tables.def, and what was given.
//
// Parsing is GNU style: --opt=value, --opt value, -oVALUE, -o VALUE, bundled flags, `--`, options
// and operands in any order. Names are never abbreviated. Values are checked while parsing, so that
// commands only see good ones.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "memory.h"

typedef enum exit_code {
#define EXIT_CODE(enumerator, number, when) EXIT_##enumerator = number,
#include "tables.def"
} exit_code;

typedef enum command_id {
#define COMMAND(enumerator, name, function, operands, least, most, synopsis, summary, examples,    \
                description)                                                                       \
    COMMAND_##enumerator,
#include "tables.def"
    COMMAND_COUNT,
    COMMAND_NONE = COMMAND_COUNT,                          // not known yet
    COMMAND_FIRST = COMMAND_COUNT == 1 ? 0 : COMMAND_NONE, // known before anything is read
} command_id;

typedef enum option_id {
#define OPTION(enumerator, name, letter, argument, kind, accepts, default_text, commands, help)    \
    OPTION_##enumerator,
#include "tables.def"
    OPTION_COUNT
} option_id;

typedef enum option_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_TEXTS, // TEXT, as often as one likes
    KIND_FILE,
    KIND_COUNTS, // some COUNT, with commas between them
    KIND_COUNT,
    KIND_SIZE,
    KIND_DURATION,
    KIND_CHOICE,
} option_kind;

typedef enum operand_kind {
    OPERANDS_NONE,
    OPERANDS_DOCUMENTS,
    OPERANDS_FILES,
    OPERANDS_RECORDINGS,
    OPERANDS_COMMANDS,
    OPERANDS_CODES,
} operand_kind;

typedef struct cli cli;

typedef struct command_info {
    const char *name;
    exit_code (*run)(cli *c);
    operand_kind operands;
    uint32_t least, most; // operands
    const char *synopsis;
    const char *summary;
    const char *examples;
    const char *description;
} command_info;

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

typedef struct exit_code_info {
    exit_code code;
    const char *when;
} exit_code_info;

typedef struct note_info {
    const char *title;
    const char *text;
} note_info;

#define COMMANDS_MANY UINT32_MAX
#define COMMANDS_ALL  UINT32_MAX

extern const char program_name[], program_purpose[];
extern const command_info command_table[COMMAND_COUNT];
extern const option_info option_table[OPTION_COUNT];
extern const exit_code_info exit_code_table[];
extern const size_t exit_code_count;
extern const note_info note_table[];
extern const size_t note_count;

static inline bool option_is_of(option_id option, command_id command)
{
    uint32_t commands = option_table[option].commands;
    return command == COMMAND_NONE ? commands == COMMANDS_ALL : commands >> command & 1;
}

/// A command as it is typed: "gestalt run", or "gestalt-bench" where the program is the command.
/// Returns `text`.
enum { COMMAND_TYPED_SIZE = 48 };
const char *command_typed(command_id command, char text[COMMAND_TYPED_SIZE]);

/// The command of that name, or COMMAND_NONE.
command_id command_find(const char *name);

/// The known command nearest to a mistyped name, or NULL.
const char *command_nearest(const char *name);

typedef struct given_option {
    option_id option;
    const char *text; // NULL for flags
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

/// Called with a message when the command line is wrong.
typedef void options_report(void *user, const char *message);

/// Reads the arguments behind the program's name. EXIT_USAGE when they are wrong, which was
/// reported (the first mistake only); `options` can be asked and destroyed in any case.
exit_code options_parse(options *o, int count, char **arguments, options_report *report,
                        void *user);
void options_destroy(options *o);

bool options_flag(const options *o, option_id option);
static inline bool options_is_given(const options *o, option_id option)
{
    return options_flag(o, option);
}

/// Return the value that was given last, else the option's default. The text is NULL when it has
/// none of both.
const char *options_text(const options *o, option_id option);
uint64_t options_number(const options *o, option_id option);
/// The texts of an option that may be given many times, in order. `*at` starts with 0. NULL at the
/// end.
const char *options_next_text(const options *o, option_id option, uint32_t *at);

/// The count at a place of a list, from 0; false behind the last.
bool options_count_at(const options *o, option_id option, uint32_t index, uint64_t *count);

static inline int options_choice(const options *o, option_id option)
{
    return (int)options_number(o, option);
}

#endif
