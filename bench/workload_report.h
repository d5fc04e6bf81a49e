// SPDX-License-Identifier: MIT
// Reports of gestalt-bench: tables for people, JSON, CSV and plots.
#ifndef WORKLOAD_REPORT_H
#define WORKLOAD_REPORT_H

#include "workload_fields.h"

/// All that was measured.
typedef struct bench_results {
    bench_group *groups;
    uint32_t group_count, capacity;
    bench_setup setup;
} bench_results;

/// Write what the columns of tables mean, a few lines.
void bench_report_head(text_out *out, const bench_results *results);

/// A group, as a table with a line for what the memory gives.
void bench_report_table(text_out *out, const bench_group *group);

/// A sweep as a table: a line for each step, a column for each engine.
void bench_report_growth(text_out *out, const bench_results *results, growth_sweep sweep);

/// All rows, for tools.
bench_rows bench_report_rows(const bench_results *results);

/// The sweeps that were measured, as SVG.
void bench_report_plot(text_out *out, const bench_results *results);

#endif
