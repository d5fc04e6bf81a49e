// SPDX-License-Identifier: MIT
// Commands that run inside of a fuzz target, in a folder of their own, with nothing to read on
// standard input. Their output can be looked at.
#ifndef IN_PROCESS_H
#define IN_PROCESS_H

#include "options.h"

#include <stdbool.h>

enum { IN_PROCESS_WORDS = 64 };

/// Makes an empty folder and goes there; it is removed when the program ends.
void in_process_enter(void);

/// Writes a file of the folder, or reads one as a whole: the text is to be freed.
void in_process_write(const char *name, const void *bytes, size_t size);
char *in_process_read(const char *name, size_t *size);
/// Removes all files of the folder.
void in_process_clear(void);

/// The output of a command: data and messages, which are valid until the next command.
typedef struct in_process_said {
    exit_code code;
    const char *data, *messages;
    size_t data_size, messages_size;
} in_process_said;

/// Runs a command. The words are changed by nobody; the first one is the program's name.
in_process_said in_process_run(int count, const char *const *words);
/// The same for a line with spaces between words.
in_process_said in_process_run_line(const char *line);

#endif
