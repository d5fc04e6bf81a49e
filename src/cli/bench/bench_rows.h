// SPDX-License-Identifier: MIT
// Measured rows for tools: fields with names, written as JSON and as CSV behind what they were
// measured with.
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "machine.h"
#include "text.h"

/// With what all rows were measured.
typedef struct bench_setup {
    machine machine;
    const char *set; // of instructions: that of the first rows
    bool has_sets;   // rows differ in that
    uint32_t repeats;
} bench_setup;

typedef enum field_kind {
    FIELD_NONE, // not known, or it makes no sense
    FIELD_TEXT,
    FIELD_COUNT,
    FIELD_NUMBER,
    FIELD_HEX,
    FIELD_BOOL,
    FIELD_LIST, // of numbers, not in CSV; such fields come last
} field_kind;

typedef struct bench_field {
    const char *name;
    field_kind kind;
    union {
        const char *text;
        uint64_t count; // FIELD_LIST: how many numbers
        double number;
    };
    const double *numbers; // FIELD_LIST
} bench_field;

enum { BENCH_FIELDS = 48 };

typedef struct bench_field_list {
    bench_field *fields; // room for BENCH_FIELDS
    uint32_t count;
} bench_field_list;

void bench_add_text(bench_field_list *l, const char *name, const char *text);
void bench_add_count(bench_field_list *l, const char *name, uint64_t count, bool is_known);
void bench_add_number(bench_field_list *l, const char *name, double number, bool is_known);
void bench_add_hash(bench_field_list *l, const char *name, uint64_t hash);
void bench_add_bool(bench_field_list *l, const char *name, bool is_true);
void bench_add_list(bench_field_list *l, const char *name, const double *numbers, uint32_t count);

/// The fields of a row, always the same ones in the same order. 0: there are not so many rows.
typedef uint32_t bench_fields_at(const void *results, bool is_growth, uint32_t index,
                                 bench_field fields[BENCH_FIELDS]);

typedef struct bench_rows {
    const bench_setup *setup;
    bench_fields_at *at;
    const void *results;
    bool is_part; // of what was asked for: a signal has ended it
} bench_rows;

/// The machine, whether all was measured as `complete`, `results`, and if there are any, `growth`.
void bench_rows_json(text_out *out, const bench_rows *rows);
/// Those of growth if there are any, else the others.
void bench_rows_csv(text_out *out, const bench_rows *rows);

/// The machine and how it is measured, for people.
void bench_put_setup(text_out *out, const bench_setup *setup);

#endif
