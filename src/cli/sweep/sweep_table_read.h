// SPDX-License-Identifier: MIT
// Reads the table of an earlier sweep, which may have been killed at any time.
#ifndef SWEEP_TABLE_READ_H
#define SWEEP_TABLE_READ_H

#include "sweep_identity.h"

/// Take the runs that the table at `path` has. Rows may be in any order, and have other numbers.
/// The table ends at its last whole line, and at a zero byte, which a crash of the machine can
/// leave. No file, or an empty one, is a table without runs. A row that is no run of this sweep is
/// reported, since it would be lost.
exit_code sweep_table_read(trials *t, const sweep_identity *identity, const char *path);

#endif
