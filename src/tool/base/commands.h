// SPDX-License-Identifier: MIT
// The commands of a program (one function in one file each, command_NAME.c), their descriptions
// from tables.def, and the exit codes.
#ifndef COMMANDS_H
#define COMMANDS_H

#include "nearest.h"

#include <stdint.h>

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
    COMMAND_FIRST = COMMAND_COUNT == 1 ? 0 : COMMAND_NONE, // known before any argument is read
} command_id;

typedef enum operand_kind {
    OPERANDS_NONE,
    OPERANDS_DOCUMENTS,
    OPERANDS_FILES,
    OPERANDS_RECORDINGS,
    OPERANDS_SNAPSHOTS,
    OPERANDS_SAVED,
    OPERANDS_COMMANDS,
    OPERANDS_CODES,
} operand_kind;

typedef struct cli cli;

typedef struct command_info {
    const char *name;
    exit_code (*run)(cli *c);
    operand_kind operands;
    uint32_t least, most; // number of operands
    const char *synopsis;
    const char *summary;
    const char *examples;
    const char *description;
} command_info;

typedef struct exit_code_info {
    exit_code code;
    const char *when;
} exit_code_info;

typedef struct note_info {
    const char *title;
    const char *text;
} note_info;

#define COMMANDS_MANY UINT32_MAX

extern const char program_name[], program_purpose[];
extern const command_info command_table[COMMAND_COUNT];
extern const exit_code_info exit_code_table[];
extern const size_t exit_code_count;
extern const note_info note_table[];
extern const size_t note_count;

/// Write a command as it is typed: "gestalt run", or "gestalt-bench" if the program has only one
/// command. Returns `text`.
enum { COMMAND_TYPED_SIZE = 48 };
const char *command_typed(command_id command, char text[COMMAND_TYPED_SIZE]);

/// Return the command with that name, or COMMAND_NONE.
command_id command_find(const char *name);

/// Return the name of the command nearest to a mistyped name, or NULL.
const char *command_nearest(const char *name);

/// Offer a name of a command or an option as a suggestion. A name that begins with the mistyped
/// text is more likely meant than one that differs by a few letters; `*longer` becomes the first
/// such name.
void command_offer_name(nearest *n, const char **longer, const char *name);

#define COMMAND(enumerator, name, function, operands, least, most, synopsis, summary, examples,    \
                description)                                                                       \
    exit_code function(cli *c);
#include "tables.def"

#endif
