// SPDX-License-Identifier: MIT
// Reports of the results of `gestalt bench`: as tables for people, as rows for tools, and as a
// plot.
#ifndef RUN_REPORT_H
#define RUN_REPORT_H

#include "bench_rows.h"
#include "line_plot.h"
#include "run_rounds.h"

/// Rows that were measured together.
typedef struct run_group {
    uint64_t agents; // 0: each file determines its own
    uint64_t ticks;
    run_row *rows;
    uint32_t row_count;
    double others;       // processors used by other programs in the meantime; negative if unknown
    uint32_t processors; // processors of the machine
    bool is_disturbed;   // whether other programs disturbed the measurement
} run_group;

typedef struct run_results {
    run *const *runs;
    uint32_t file_count;
    const uint64_t *seeds;
    uint32_t seed_count;
    uint64_t warm_up; // ticks before the measured ones
    bool resumes, is_awake;
    bool has_own_agents; // whether the files determine their agents, as scenes do
    bool is_growth, has_native, has_sets, has_forms, has_against;
    run_group *groups;
    uint32_t group_count;    // measured groups
    uint32_t group_most;     // groups to measure
    uint32_t compared_count; // rows that are also in an earlier measurement
    double *scratch;         // has room for all rounds
    bench_setup setup;
    line_plot_panel *panels; // has room for one panel per file
} run_results;

/// Return the texts of a row in results for tools.
const char *run_report_path(const run_results *results, uint32_t file);
const char *run_report_code(const run_row *row);

/// Write a few lines about the meaning of the columns of tables.
void run_report_head(text_out *out, const run_results *results);
void run_report_table(text_out *out, const run_results *results, const run_group *group);

/// Write a table for each file, with a line for each number of agents.
void run_report_growth(text_out *out, const run_results *results);

/// Write the rows that are missing in an earlier measurement, or in which agents did something
/// else.
void run_report_against(text_out *out, const run_results *results, const char *path);

bench_rows run_report_rows(const run_results *results);

/// Write growth as SVG, with a panel for each file.
void run_report_plot(text_out *out, const run_results *results);

#endif
