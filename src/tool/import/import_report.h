// SPDX-License-Identifier: MIT
// The report of an import: one line of JSON for each place that is not exact, and one with counts.
#ifndef IMPORT_REPORT_H
#define IMPORT_REPORT_H

#include "import_input.h"

/// Write the report to a file, or to standard output for "-".
exit_code import_report(cli *c, const import_input *in, const char *path);

#endif
