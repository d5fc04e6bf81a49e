// SPDX-License-Identifier: MIT
// The table of a sweep, as CSV: a line for each run, in the order of their numbers, with the values
// that were set, the seed, what was reported, and why it failed. The last column is the same in all
// lines: a hash of the scene and the settings, by which a sweep knows its own table again.
#ifndef SWEEP_TABLE_H
#define SWEEP_TABLE_H

#include "output.h"
#include "trials.h"

/// The hash of what decides what comes out of the runs.
uint64_t sweep_hash(const trials *t);

void sweep_table_write(text_out *out, const trials *t, uint64_t hash);

/// Takes the runs that a table has. Errors are reported: a table of another sweep, or none.
exit_code sweep_table_read(trials *t, const char *path, uint64_t hash);

#endif
