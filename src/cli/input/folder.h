// SPDX-License-Identifier: MIT
// Operands that may be folders: these stand for the documents in them and in all folders below.
#ifndef FOLDER_H
#define FOLDER_H

#include "arena.h"
#include "cli.h"

/// Paths; those of a folder are sorted by their bytes.
typedef struct folder_list {
    const char **paths;
    uint32_t count, capacity;
} folder_list;

/// The operands of the command line, with folders replaced by their documents: files *.json that
/// are objects with the key "gestalt", or that contain that key and are no JSON. Hidden files and
/// folders are left out, links to folders not followed. A folder that can't be read or has no
/// document is reported, and gives EXIT_IO or EXIT_REJECTED. The list is in the arena.
exit_code folder_expand(arena *a, cli *c, folder_list *list);

#endif
