// SPDX-License-Identifier: MIT
// Reports of gestalt-bench: tables, JSON, CSV and plots.
#ifndef WORKLOAD_REPORT_H
#define WORKLOAD_REPORT_H

#include "workload_fields.h"

/// All results of a benchmark.
typedef struct bench_results {
    bench_group *groups;
    uint32_t group_count, capacity;
    bench_setup setup;
} bench_results;

/// Write a few lines that explain the columns of the tables.
void bench_report_head(text_out *out, const bench_results *results);

/// Write a group as a table, with a line for the memory bandwidth.
void bench_report_table(text_out *out, const bench_group *group);

/// Write a sweep as a table with a line for each step and a column for each engine.
void bench_report_growth(text_out *out, const bench_results *results, growth_sweep sweep);

/// Return all rows, for JSON and CSV.
bench_rows bench_report_rows(const bench_results *results);

/// Write a plot of the sweeps that were measured, as SVG.
void bench_report_plot(text_out *out, const bench_results *results);

#endif
