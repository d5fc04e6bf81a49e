// SPDX-License-Identifier: MIT
// The documents of `gestalt compile`, and the paths of their outputs. All paths are known before a
// file is read or written, so that two documents with the same output are an error that changes
// nothing.
#ifndef COMPILE_JOBS_H
#define COMPILE_JOBS_H

#include "arena.h"
#include "cli.h"

/// The forms of --as.
typedef enum compile_form { AS_IMAGE, AS_C, AS_C_ARRAY, AS_ASSEMBLY } compile_form;

static inline compile_form compile_form_of(const options *o)
{
    return (compile_form)options_choice(o, OPTION_COMPILE_AS);
}

typedef struct compile_job {
    const char *document;
    const char *output; // "-": standard output
} compile_job;

typedef struct compile_jobs {
    compile_job *list;
    uint32_t count, capacity;
    bool has_folder; // --output is a folder, which may have to be created
} compile_jobs;

/// Get the jobs from the command line. Documents in folders that can only be included are left out.
/// Errors are reported. After EXIT_USAGE nothing must be done; any other error means that a folder
/// could not be read, and the other documents are in the list.
exit_code compile_jobs_find(compile_jobs *jobs, cli *c, arena *a);

/// Return whether two paths refer to the same file.
bool compile_same_file(const char *a, const char *b);

#endif
