// SPDX-License-Identifier: MIT
// Operands that may be folders: a folder stands for the documents in it and in all folders below
// it.
#ifndef FOLDER_H
#define FOLDER_H

#include "arena.h"
#include "cli.h"

/// A file in the list.
typedef struct folder_entry {
    const char *path;
    const char *below; // path relative to the given folder; for a file, its name
    // why a document of a folder can only be included, in words; NULL if it can be compiled
    const char *part;
} folder_entry;

typedef struct folder_list {
    folder_entry *entries; // the entries of a folder are sorted by the bytes of their paths
    uint32_t count, capacity;
} folder_list;

/// Return the operands of the command line, with folders replaced by their documents. These are
/// files *.json that are objects with the key "gestalt", or that contain that key and are not valid
/// JSON. Hidden files and folders are skipped, and links to folders are not followed. A folder that
/// cannot be read or contains no document is reported, and causes EXIT_IO or EXIT_REJECTED. The
/// arena owns the list.
exit_code folder_expand(arena *a, cli *c, folder_list *list);

/// Add the files in a folder and in all folders below it whose names end with `suffix`, sorted by
/// the bytes of their paths. Hidden files and folders are skipped, and links to folders are not
/// followed.
bool folder_files(arena *a, const char *path, const char *suffix, folder_list *files,
                  gestalt_error *error);

/// Add one file to a list.
void folder_list_add(arena *a, folder_list *list, const char *path);

/// Return whether a path is a folder.
bool folder_is(const char *path);

#endif
