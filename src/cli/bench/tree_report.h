// SPDX-License-Identifier: MIT
// Reports of what `gestalt bench` has measured: as tables for people, as rows for tools, and as a
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
    uint64_t slept_ticks; // ticks over which rows have `slept`
    double others;        // processors that other programs used meanwhile; less than 0: unknown
    uint32_t processors;  // of the machine
    bool is_disturbed;    // by other programs
} tree_group;

typedef struct tree_results {
    const input *trees;
    uint32_t tree_count;
    const uint64_t *seeds;
    uint32_t seed_count;
    uint64_t warm_up; // ticks before those that are measured
    bool resumes, is_awake;
    bool is_growth, has_native, has_sets, has_forms, has_against;
    tree_group *groups;
    uint32_t group_count;    // that were measured
    uint32_t group_most;     // to be measured
    uint32_t compared_count; // rows that an earlier measurement has as well
    double *scratch;         // room for all rounds
    bench_setup setup;
    line_plot_panel *panels; // room for one of each tree
} tree_results;

/// The words of a row in figures for tools.
const char *tree_report_path(const tree_results *results, uint32_t tree);
const char *tree_report_code(const tree_row *row);

/// The meaning of the columns of tables, a few lines.
void tree_report_head(text_out *out, const tree_results *results);
void tree_report_table(text_out *out, const tree_results *results, const tree_group *group);

/// A table for each tree: a line for each number of agents.
void tree_report_growth(text_out *out, const tree_results *results);

/// The rows that an earlier measurement lacks, or in which agents did something else.
void tree_report_against(text_out *out, const tree_results *results, const char *path);

bench_rows tree_report_rows(const tree_results *results);

/// Growth, as SVG: a panel for each tree.
void tree_report_plot(text_out *out, const tree_results *results);

#endif
