// SPDX-License-Identifier: MIT
// The reports of a scene over time, as CSV: gestalt run --reports. A row has the reports that are
// sampled in its step; the last row of a run has all.
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

/// Begins the file, if one is wanted. A scene without reports is a mistake, which is reported.
exit_code report_rows_open(report_rows *r, cli *c, const gestalt_scene *scene);

/// Adds a row before a step, if a report is sampled there.
exit_code report_rows_sample(report_rows *r, gestalt_world *world);

/// Adds the last row and ends the file; returns the worse of both verdicts.
exit_code report_rows_end(report_rows *r, gestalt_world *world, exit_code verdict);

/// Writes a value of a report, as all of Gestalt's CSV: it reads back to the same, or `nan`.
void report_put_value(text_out *out, const gestalt_scene_report *report, double value);

#endif
