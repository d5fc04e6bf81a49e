// SPDX-License-Identifier: MIT
// Reports of `gestalt-bench --world`: tables, rows for JSON and CSV, and a plot.
#ifndef WORLD_REPORT_H
#define WORLD_REPORT_H

#include "bench_rows.h"
#include "measure_world.h"

enum { BENCH_WORLD_ROWS = 16 };

/// The results for a world with one number of agents.
typedef struct bench_world_group {
    const world_case *of;
    uint64_t agents, steps;
    bool is_growth;
    uint32_t repeats;
    world_row rows[BENCH_WORLD_ROWS];
    uint32_t row_count;
} bench_world_group;

typedef struct bench_world_results {
    bench_world_group *groups;
    uint32_t group_count, capacity;
    bench_setup setup;
} bench_world_results;

/// Write a few lines that explain the columns of the tables.
void bench_world_head(text_out *out, const bench_world_results *results);

void bench_world_table(text_out *out, const bench_world_group *group);

/// Write the growth of one world as a table, with a line for each number of agents.
void bench_world_growth(text_out *out, const bench_world_results *results, const world_case *of);

bench_rows bench_world_rows(const bench_world_results *results);

/// Write a plot of the growth, as SVG.
void bench_world_plot(text_out *out, const bench_world_results *results);

#endif
