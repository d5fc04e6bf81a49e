// SPDX-License-Identifier: MIT
// Native code for the trees of a command (--native): built by the user's compiler and cached, or
// loaded from files. A tree whose code cannot be built is interpreted, and a message gives the
// reason.
#ifndef NATIVES_H
#define NATIVES_H

#include "cli.h"
#include "native_build.h"
#include "native_cache.h"

/// A file given by an option: a shared object with the code of one or more trees.
typedef struct native_file {
    const char *path;
    void *object; // handle of dlopen
    bool is_used;
    char why[512]; // why no tree can use it
} native_file;

/// The code of a tree, or NULL.
typedef struct native_tree {
    struct native_tree *next;
    uint64_t shape;
    const gestalt_native *native;
    void *object; // handle of dlopen, or NULL if the code is from a given file
} native_tree;

typedef struct natives {
    cli *c;
    arena a;
    bool is_open, compiles;
    const char *leaves; // path of a header, or NULL
    native_file *files;
    uint32_t file_count;
    native_tree *trees;
    native_compiler compiler;
    native_cache cache;
    native_build build; // the current build, if it has a folder
} natives;

/// Read the options, and load the files. Errors are reported. Close in any case, after everything
/// that runs the code.
exit_code natives_open(natives *n, cli *c);
void natives_close(natives *n);

/// Find or build the code of a tree, which messages call `name`. NULL: the tree is interpreted, and
/// the reason was printed. Always NULL without --native, and if `n` is NULL. Errors are reported.
exit_code natives_find(natives *n, const char *name, const gestalt_shape *shape,
                       const gestalt_native **native);

/// Refuse files that no tree has used. Call this after natives_find was called for all trees.
exit_code natives_check(const natives *n);

#endif
