// SPDX-License-Identifier: MIT
// The files that were read to compile a document: the document, and all that it includes. Build
// tools need the list to know when to compile again.
#ifndef READ_LIST_H
#define READ_LIST_H

#include "text.h"
#include "text_buffer.h"

#include <gestalt/compiler.h>

typedef struct read_list {
    text_buffer paths; // each ends with a zero
} read_list;

/// Begin with the operand of the command line. NULL: standard input, which is no file.
void read_list_start(read_list *list, const char *operand);
void read_list_release(read_list *list);

/// A gestalt_document_listener, whose user is the list.
gestalt_result read_list_add(void *list, const char *path, const char *text, size_t size,
                             gestalt_error *error);

/// Return the path after `path`, the first one after NULL, or NULL at the end.
const char *read_list_next(const read_list *list, const char *path);

/// Write a rule of Make: the output depends on the files. A rule without a recipe for each included
/// file follows, so that Make does not stop when it has been removed. Return false for a path that
/// no rule can name, since it has a line break.
bool read_list_write_rule(const read_list *list, const char *output, text_out *out);

#endif
