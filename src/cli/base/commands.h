// SPDX-License-Identifier: MIT
// The commands, a function and a file each: command_NAME.c.
#ifndef COMMANDS_H
#define COMMANDS_H

#include "options.h"

#define COMMAND(enumerator, name, function, operands, least, most, synopsis, summary, examples,    \
                description)                                                                       \
    exit_code function(cli *c);
#include "tables.def"

#endif
