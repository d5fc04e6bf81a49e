// SPDX-License-Identifier: MIT
// The documents of a `gestalt compile`, and where the output of each goes. All names are known
// before anything is read or written, so that two documents with one output are an error that
// leaves everything as it was.
#ifndef COMPILE_JOBS_H
#define COMPILE_JOBS_H

#include "arena.h"
#include "cli.h"

/// The words of --as.
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
    bool has_folder; // --output is a folder, which may have to be made
} compile_jobs;

/// Get them from the command line. Documents that folders have for others to include are left out.
/// Mistakes are reported: EXIT_USAGE is that of a mistake for which nothing is done. Otherwise a
/// folder cannot be read, and the others are on the list.
exit_code compile_jobs_find(compile_jobs *jobs, cli *c, arena *a);

/// Return whether two paths are those of one file.
bool compile_same_file(const char *a, const char *b);

#endif
