// SPDX-License-Identifier: MIT
// Operands that may be folders: these stand for the documents in them and in all folders below.
#ifndef FOLDER_H
#define FOLDER_H

#include "arena.h"
#include "cli.h"

/// A file of the list.
typedef struct folder_entry {
    const char *path;
    const char *below; // the path as seen from the folder that was given; of a file, its name
    const char
        *part; // why a document of a folder can only be included, in words; NULL: it is whole
} folder_entry;

typedef struct folder_list {
    folder_entry *entries; // those of a folder are sorted by the bytes of their paths
    uint32_t count, capacity;
} folder_list;

/// The operands of the command line, with folders replaced by their documents: files *.json that
/// are objects with the key "gestalt", or that contain that key and are no JSON. Hidden files and
/// folders are left out, links to folders not followed. A folder that can't be read or has no
/// document is reported, and gives EXIT_IO or EXIT_REJECTED. The list is in the arena.
exit_code folder_expand(arena *a, cli *c, folder_list *list);

/// Add one file to a list.
void folder_list_add(arena *a, folder_list *list, const char *path);

/// Return whether a path is that of a folder.
bool folder_is(const char *path);

#endif
