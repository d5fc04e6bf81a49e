// SPDX-License-Identifier: MIT
// Run commands inside a fuzz target, in a separate folder, with an empty standard input. Their
// output is captured.
#ifndef IN_PROCESS_H
#define IN_PROCESS_H

#include "options.h"

#include <stdbool.h>

enum { IN_PROCESS_WORDS = 64 };

/// Create an empty folder and change to it. It is removed when the program ends.
void in_process_enter(void);

/// Write a file of the folder, or read a whole one. The caller frees the text.
void in_process_write(const char *name, const void *bytes, size_t size);
char *in_process_read(const char *name, size_t *size);
/// Remove all files of the folder.
void in_process_clear(void);

/// The output of a command: data and messages. Valid until the next command.
typedef struct in_process_said {
    exit_code code;
    const char *data, *messages;
    size_t data_size, messages_size;
} in_process_said;

/// Run a command. The words are not changed; the first one is the program's name.
in_process_said in_process_run(int count, const char *const *words);
/// The same for a command line with spaces between the words.
in_process_said in_process_run_line(const char *line);

#endif
