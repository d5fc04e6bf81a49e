// SPDX-License-Identifier: MIT
// The files that were read to compile a document: the document and everything it includes. Build
// tools need the list to know when to compile again.
#ifndef READ_LIST_H
#define READ_LIST_H

#include "text.h"
#include "text_buffer.h"

#include <gestalt/compiler.h>

typedef struct read_list {
    text_buffer paths; // paths, each terminated by a zero
} read_list;

/// Start a list with the operand of the command line. NULL is standard input, which is not a file.
void read_list_start(read_list *list, const char *operand);
void read_list_release(read_list *list);

/// Add a path; a gestalt_document_listener, whose user is the list.
gestalt_result read_list_add(void *list, const char *path, const char *text, size_t size,
                             gestalt_error *error);

/// Return the path after `path`, or the first one if `path` is NULL; NULL at the end.
const char *read_list_next(const read_list *list, const char *path);

/// Write a rule for Make: the output depends on the files. A rule without a recipe for each
/// included file follows, so that Make does not stop when the file has been removed. Returns false
/// for a path with a line break, which a rule cannot contain.
bool read_list_write_rule(const read_list *list, const char *output, text_out *out);

#endif
