// SPDX-License-Identifier: MIT
// Reports of the results of `gestalt bench`: as tables for people, as rows for tools, and as a
// plot.
#ifndef TREE_REPORT_H
#define TREE_REPORT_H

#include "bench_rows.h"
#include "line_plot.h"
#include "tree_rounds.h"

/// Rows that were measured together.
typedef struct tree_group {
    uint64_t agents, ticks;
    tree_row *rows;
    uint32_t row_count;
    uint64_t slept_ticks; // ticks over which `slept` of rows was counted
    double others;        // processors used by other programs in the meantime; negative if unknown
    uint32_t processors;  // processors of the machine
    bool is_disturbed;    // whether other programs disturbed the measurement
} tree_group;

typedef struct tree_results {
    const input *trees;
    uint32_t tree_count;
    const uint64_t *seeds;
    uint32_t seed_count;
    uint64_t warm_up; // ticks before the measured ones
    bool resumes, is_awake;
    bool is_growth, has_native, has_sets, has_forms, has_against;
    tree_group *groups;
    uint32_t group_count;    // measured groups
    uint32_t group_most;     // groups to measure
    uint32_t compared_count; // rows that are also in an earlier measurement
    double *scratch;         // has room for all rounds
    bench_setup setup;
    line_plot_panel *panels; // has room for one panel per tree
} tree_results;

/// Return the texts of a row in results for tools.
const char *tree_report_path(const tree_results *results, uint32_t tree);
const char *tree_report_code(const tree_row *row);

/// Write a few lines about the meaning of the columns of tables.
void tree_report_head(text_out *out, const tree_results *results);
void tree_report_table(text_out *out, const tree_results *results, const tree_group *group);

/// Write a table for each tree, with a line for each number of agents.
void tree_report_growth(text_out *out, const tree_results *results);

/// Write the rows that are missing in an earlier measurement, or in which agents did something
/// else.
void tree_report_against(text_out *out, const tree_results *results, const char *path);

bench_rows tree_report_rows(const tree_results *results);

/// Write growth as SVG, with a panel for each tree.
void tree_report_plot(text_out *out, const tree_results *results);

#endif
