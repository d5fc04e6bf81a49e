// SPDX-License-Identifier: MIT
// Native code of the trees that a command runs (--native): made by the user's compiler and kept, or
// taken from files. A tree whose code cannot be made is interpreted, and a note says why.
#ifndef NATIVES_H
#define NATIVES_H

#include "cli.h"
#include "native_build.h"
#include "native_cache.h"

/// A file that was given: a shared object with the code of some trees.
typedef struct native_file {
    const char *path;
    void *object; // of dlopen
    bool is_used;
    char why[512]; // no tree can use it
} native_file;

/// The code of a tree, or NULL.
typedef struct native_tree {
    struct native_tree *next;
    uint64_t shape;
    const gestalt_native *native;
    void *object; // of dlopen, or NULL when it is a file's
} native_tree;

typedef struct natives {
    cli *c;
    arena a;
    bool is_open, compiles;
    const char *leaves; // the path of a header, or NULL
    native_file *files;
    uint32_t file_count;
    native_tree *trees;
    native_compiler compiler;
    native_cache cache;
    native_build build; // that is under way, if it has a folder
} natives;

/// Read the options, and load the files. Errors are reported. Close it in any case, after all that
/// runs its code.
exit_code natives_open(natives *n, cli *c);
void natives_close(natives *n);

/// Find or make the code of a tree, which messages call `name`. NULL: it is interpreted, and why
/// was said. Without --native it is always NULL, and so it is when `n` is NULL. Errors are
/// reported.
exit_code natives_find(natives *n, const char *name, const gestalt_shape *shape,
                       const gestalt_native **native);

/// Refuse files of which no tree made use. To be called when all trees were asked for.
exit_code natives_check(const natives *n);

#endif
