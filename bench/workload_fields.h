// SPDX-License-Identifier: MIT
// The fields of a result, defined once for JSON, CSV and tables.
#ifndef WORKLOAD_FIELDS_H
#define WORKLOAD_FIELDS_H

#include "bandwidth.h"
#include "bench_rows.h"
#include "growth.h"
#include "measure.h"

enum { BENCH_GROUP_ROWS = 64 };

/// Rows that were measured together. The first rows are the baselines.
typedef struct bench_group {
    measure_row rows[BENCH_GROUP_ROWS];
    uint32_t row_count;
    // If the group is a step of a growth sweep: the sweep, and x of the step.
    bool is_growth;
    growth_sweep sweep;
    double x;
    // The memory bandwidth on one thread, and on the number of threads of the last row. 0: not
    // known.
    bandwidth one_thread, all_threads;
    double bandwidth_bytes; // bytes with which the bandwidth was measured
} bench_group;

/// Fill in the fields of a row: always the same fields in the same order. If `is_growth`, they
/// include the sweep and x. Return the number of fields.
uint32_t bench_fields(const bench_group *group, const measure_row *row, bool is_growth,
                      bench_field fields[BENCH_FIELDS]);

/// Return the speed of a row relative to a baseline, or 0 if the baseline was not measured.
double bench_ratio(const bench_group *group, const measure_row *row, engine_id baseline);

/// Return the number of leaves visited per agent and tick, or 0 if it is not known.
double bench_visits(const bench_group *group);

/// Return the row with the same lanes on one thread, or NULL if `row` itself has one thread.
const measure_row *bench_one_thread(const bench_group *group, const measure_row *row);

/// Return the lower bound, in nanoseconds per agent and tick, that memory bandwidth sets. 0: not
/// known.
double bench_limit(const bench_group *group, const measure_row *row);

#endif
