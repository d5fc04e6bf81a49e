// SPDX-License-Identifier: MIT
// Reports of `gestalt bench --ranks`: as tables for people, as rows for tools, and as a plot.
#ifndef RANK_REPORT_H
#define RANK_REPORT_H

#include "bench_rows.h"
#include "line_plot.h"
#include "rank_rounds.h"

/// Rows that were measured together: all files, each with all numbers of ranks.
typedef struct rank_group {
    uint64_t agents; // agents of all ranks, or of each rank if `is_weak`; 0: those of the file
    bool is_weak;
    uint64_t ticks;
    rank_row *rows;
    uint32_t row_count;
} rank_group;

enum { RANK_PANELS = 4 };

typedef struct rank_results {
    const rank_task *task;
    rank_group *groups;
    uint32_t group_count; // measured groups
    bench_setup setup;
    team_places places;
    line_plot_panel *panels; // has room for RANK_PANELS
    char (*labels)[64];      // names of the plot's lines: has room for LINE_PLOT_SERIES
} rank_results;

/// Write a few lines about the machines, and the meaning of the columns.
void rank_report_head(text_out *out, const rank_results *results);
void rank_report_table(text_out *out, const rank_results *results, const rank_group *group);

bench_rows rank_report_rows(const rank_results *results);

/// Write an SVG with panels for the time of a tick, the processor time, the bytes of ghosts and
/// the imbalance.
void rank_report_plot(text_out *out, const rank_results *results);

#endif
