// SPDX-License-Identifier: MIT
#include "commands.h"

#include <stdio.h>
#include <string.h>

#define MANY COMMANDS_MANY

#define PROGRAM(name, purpose) const char program_name[] = name, program_purpose[] = purpose;
#include "tables.def"

const command_info command_table[COMMAND_COUNT] = {
#define COMMAND(enumerator, name, function, operands, least, most, synopsis, summary, examples,    \
                description)                                                                       \
    {name, function, OPERANDS_##operands, least, most, synopsis, summary, examples, description},
#include "tables.def"
};

const exit_code_info exit_code_table[] = {
#define EXIT_CODE(enumerator, number, when) {EXIT_##enumerator, when},
#include "tables.def"
};
const size_t exit_code_count = sizeof exit_code_table / sizeof *exit_code_table;

const note_info note_table[] = {
#define NOTE(title, text) {title, text},
#include "tables.def"
};
const size_t note_count = sizeof note_table / sizeof *note_table;

command_id command_find(const char *name)
{
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        if (strcmp(command_table[id].name, name) == 0)
            return id;
    return COMMAND_NONE;
}

const char *command_typed(command_id command, char text[COMMAND_TYPED_SIZE])
{
    const char *name = command_table[command].name;
    snprintf(text, COMMAND_TYPED_SIZE, "%s%s%s", program_name, name[0] ? " " : "", name);
    return text;
}

void command_offer_name(nearest *n, const char **longer, const char *name)
{
    if (n->wanted_size > 0 && strncmp(name, n->wanted, n->wanted_size) == 0 && !*longer)
        *longer = name;
    nearest_offer(n, name, strlen(name));
}

const char *command_nearest(const char *name)
{
    nearest n;
    const char *longer = NULL;
    nearest_start(&n, name, strlen(name), NULL);
    for (command_id id = 0; id < COMMAND_COUNT; id++)
        command_offer_name(&n, &longer, command_table[id].name);
    return longer ? longer : n.name;
}
