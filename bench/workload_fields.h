// SPDX-License-Identifier: MIT
// The fields of a row, said once for JSON, CSV and tables.
#ifndef WORKLOAD_FIELDS_H
#define WORKLOAD_FIELDS_H

#include "workload_report.h"

/// All fields of a row, always the same ones in the same order; with the sweep and x of growth.
uint32_t bench_fields(const bench_group *group, const measure_row *row, bool is_growth,
                      bench_field fields[BENCH_FIELDS]);

/// Return how many times faster than a baseline a row is; 0 when that was not measured.
double bench_ratio(const bench_group *group, const measure_row *row, engine_id baseline);

/// Return how many leaves an agent visits in a tick, or 0.
double bench_visits(const bench_group *group);

/// The row with the same lanes on one thread, for one of several threads; else NULL.
const measure_row *bench_one_thread(const bench_group *group, const measure_row *row);

/// Nanoseconds that moving the bytes of an agent's tick takes at least; 0 when that is not known.
double bench_limit(const bench_group *group, const measure_row *row);

#endif
