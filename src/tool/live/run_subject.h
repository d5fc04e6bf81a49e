// SPDX-License-Identifier: MIT
// A run of the command (run.h) as the subject of a debugger (gestalt/live/subject.h).
#ifndef RUN_SUBJECT_H
#define RUN_SUBJECT_H

#include "run.h"

#include <gestalt/live/subject.h>

typedef struct run_subject {
    gestalt_live_subject subject;
    cli *c;
    run run;
    size_t version_capacity;
    exit_code verdict; // exit code for the last failure, whose messages were printed
} run_subject;

/// Find out what a file is. Its first version is read, and the run is started, by the functions of
/// `subject`. Errors are reported. Close in any case, after the debugger.
exit_code run_subject_open(run_subject *s, cli *c, const char *path);
void run_subject_close(run_subject *s);

/// Do a tick. The messages about an error are written to `messages`, unless it is EXIT_INTERRUPTED.
exit_code run_subject_tick(run_subject *s, gestalt_writer messages);

/// Return whether an option is stored in logs, and taken from the log in a replay.
bool run_subject_keeps(option_id option);

#endif
