// SPDX-License-Identifier: MIT
// What `gestalt bench` has measured, as tables for people, as JSON and as CSV.
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "measure.h"
#include "text.h"

/// Rows that were measured together: the first three are the baselines.
typedef struct bench_group {
    const measure_row *rows;
    uint32_t row_count;
} bench_group;

/// How many times faster than a baseline a row is.
double bench_ratio(const bench_group *group, const measure_row *row, engine_id baseline);

void bench_report_table(text_out *out, const bench_group *group);

#endif
