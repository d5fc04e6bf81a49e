// SPDX-License-Identifier: MIT
// Reading the table of an earlier sweep, which may have been killed at any time.
#ifndef SWEEP_TABLE_READ_H
#define SWEEP_TABLE_READ_H

#include "sweep_identity.h"

/// Load the runs from the table at `path`. Rows may be in any order, and have other numbers. The
/// table ends after its last complete line, or at a zero byte, which a crash of the machine can
/// leave. A missing or empty file is a table without runs. A row that is not a run of this sweep is
/// reported, since it would be lost.
exit_code sweep_table_read(trials *t, const sweep_identity *identity, const char *path);

#endif
