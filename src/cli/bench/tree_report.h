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
} tree_group;

typedef struct tree_results {
    const input *trees;
    uint32_t tree_count;
    const uint64_t *seeds;
    uint32_t seed_count;
    bool is_growth, has_native;
    tree_group *groups;
    uint32_t group_count; // that were measured
    bench_setup setup;
    line_plot_panel *panels; // room for one of each tree
} tree_results;

/// The meaning of the columns of tables, a few lines.
void tree_report_head(text_out *out, const tree_results *results);
void tree_report_table(text_out *out, const tree_results *results, const tree_group *group);

/// A table for each tree: a line for each number of agents.
void tree_report_growth(text_out *out, const tree_results *results);

bench_rows tree_report_rows(const tree_results *results);

/// Growth, as SVG: a panel for each tree.
void tree_report_plot(text_out *out, const tree_results *results);

#endif
