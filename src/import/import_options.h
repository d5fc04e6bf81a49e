// SPDX-License-Identifier: MIT
// The files and options of an import.
#ifndef IMPORT_OPTIONS_H
#define IMPORT_OPTIONS_H

#include "arena.h"

#include <gestalt/compiler.h>

typedef enum import_format {
    IMPORT_NONE, // not a tree of another system
    IMPORT_BTCPP,
    IMPORT_BEHAVIOR3,
    IMPORT_MISTREEVOUS, // in JSON
    IMPORT_MDSL,        // mistreevous in its own language
} import_format;

/// A list of names, as an option gives it: each text may have several, separated by commas.
typedef struct import_list {
    const char *const *texts;
    uint32_t count;
} import_list;

typedef struct import_file {
    const char *path;
    const char *text; // must stay until the diagnostics are finished
    size_t size;
} import_file;

/// A tree of the source, and where it is: from its first character to the one after its last.
typedef struct import_tree_place {
    const char *id, *path;
    uint32_t line, column, end_line, end_column;
} import_tree_place;

/// What an import produces besides the document.
typedef struct import_findings {
    arena *memory; // of everything here
    import_tree_place *trees;
    uint32_t tree_count, tree_capacity;
    const char **texts; // the table of texts
    uint32_t text_count;
    // names of actions that keep running until they are cancelled, which shows the host that a node
    // was abandoned
    const char **hooks;
    uint32_t hook_count, hook_capacity;
} import_findings;

typedef struct import_options {
    import_format format; // IMPORT_NONE: find out
    const char *tree;     // the tree to run, or NULL
    import_list conditions, syncs, statefuls, deferreds, enums;
    bool leaf_trees; // take trees that are in no file as actions
    size_t size_limit;
    uint32_t node_limit; // 0: any number
    size_t memory_limit; // about as much memory may an import use; 0: any amount
    /// Read a file that the file `from` includes; NULL: includes are errors. `first` is the index
    /// of the file that was named and that led to `from`. `package` is the ROS package that the
    /// path is relative to, or NULL. The text must stay as long as that of a file. Sets `*why` if
    /// it fails.
    bool (*include)(void *user, uint32_t first, const char *from, const char *package,
                    const char *path, import_file *file, const char **why);
    void *include_user;
    import_findings *findings;  // or NULL
    const import_file *library; // or NULL
} import_options;

#endif
