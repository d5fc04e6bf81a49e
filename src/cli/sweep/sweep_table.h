// SPDX-License-Identifier: MIT
// The table of a sweep, as CSV: a row for each run, with the values that were set, the seed, the
// outcome, and why it failed. Each row is written when its run ends. In a file, rows are in the
// order in which runs ended until the sweep ends, when a table in the order of runs takes the
// file's place. Pipes, devices and standard output get the rows in the order of runs.
// The last column is the hash of sweep_identity.h.
#ifndef SWEEP_TABLE_H
#define SWEEP_TABLE_H

#include "output.h"
#include "sweep_identity.h"

typedef struct sweep_table {
    trials *t;
    const char *path; // NULL or "-": standard output
    sweep_identity identity;
    output out;
    bool is_open;   // `out` is
    bool is_file;   // rows are written as runs end
    bool is_sorted; // rows are in the order of runs
    bool *is_known; // by run: it has ended
    uint32_t next;  // is_file: above the last row; else: first run without a row
} sweep_table;

/// Make the trials keep their outcome in a table. With `resume`, take the runs that the table at
/// `path` has; there may be none yet. A table that is not of this sweep is reported.
exit_code sweep_table_start(sweep_table *table, trials *t, const char *path, bool resume);

/// Write what is missing, when no more runs are made. EXIT_IO, reported, if a row could not be
/// written.
exit_code sweep_table_finish(sweep_table *table);

#endif
