// SPDX-License-Identifier: MIT
// The reports of a scene over time, as CSV: gestalt run --reports. A line contains the reports that
// are sampled in its step; the last line of a run contains all reports.
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "output.h"

#include <gestalt/worlds/world.h>

typedef struct report_rows {
    cli *c;
    output out;
    const gestalt_scene *scene;
    uint32_t count;
    bool is_open;
} report_rows;

/// Open the file if the option is given. A scene without reports is an error, which is reported.
exit_code report_rows_open(report_rows *r, cli *c, const gestalt_scene *scene);

/// Add a line before a step, if a report is sampled there.
void report_rows_sample(report_rows *r, gestalt_world *world);

/// Return EXIT_IO if a line could not be written, which report_rows_end reports.
exit_code report_rows_verdict(const report_rows *r);

/// Make all lines so far visible in the file.
void report_rows_keep(report_rows *r);

/// Add the last line and close the file. Returns the worse of both exit codes.
exit_code report_rows_end(report_rows *r, gestalt_world *world, exit_code verdict);

/// Write a value of a report so that it can be read back exactly, or `nan`.
void report_put_value(text_out *out, const gestalt_scene_report *report, double value);

#endif
