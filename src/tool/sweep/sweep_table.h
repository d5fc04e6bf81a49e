// SPDX-License-Identifier: MIT
// The table of a sweep, as CSV: a row for each run, with the given values, the seed, the outcome,
// and the error if it failed. Each row is written when its run ends. In a file, rows are in the
// order in which runs ended; when the sweep ends, the file is replaced by a table in the order of
// runs. Pipes, devices and standard output get the rows in the order of runs. The last column is
// the hash of sweep_identity.h.
#ifndef SWEEP_TABLE_H
#define SWEEP_TABLE_H

#include "output.h"
#include "sweep_identity.h"

typedef struct sweep_table {
    trials *t;
    const char *path; // NULL or "-": standard output
    sweep_identity identity;
    output out;
    bool is_open;   // whether `out` is open
    bool is_file;   // whether rows are written as runs end
    bool is_sorted; // whether rows are in the order of runs
    bool *is_known; // by run: whether it has ended
    uint32_t next;  // is_file: greater than the last row's run; else: first run without a row
} sweep_table;

/// Let the trials store their outcome in a table. With `resume`, load the runs from the table at
/// `path`, which need not exist. A table of another sweep is reported.
exit_code sweep_table_start(sweep_table *table, trials *t, const char *path, bool resume);

/// Write the remaining rows after the last run. Returns EXIT_IO, with a message, if a row could not
/// be written.
exit_code sweep_table_finish(sweep_table *table);

#endif
