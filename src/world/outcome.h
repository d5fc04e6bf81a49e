// SPDX-License-Identifier: MIT
// What was measured, by name, in the order in which it is told.
#ifndef OUTCOME_H
#define OUTCOME_H

#include <gestalt/base.h>

enum { OUTCOME_ROWS = 256, OUTCOME_NAME = 64 };

typedef struct outcome_row {
    char name[OUTCOME_NAME]; // as "mean_speed"
    bool is_count;
    uint64_t count;
    double number; // NaN: there was nothing to measure
} outcome_row;

typedef struct outcome {
    uint32_t count;
    outcome_row rows[OUTCOME_ROWS];
} outcome;

/// `prefix` may be NULL; else the name is PREFIX_NAME, as for one group. Rows that are too many are
/// left out.
void outcome_count(outcome *out, const char *prefix, const char *name, uint64_t count);
void outcome_number(outcome *out, const char *prefix, const char *name, double number);

/// The row of that name, or NULL.
const outcome_row *outcome_find(const outcome *out, const char *name);

#endif
