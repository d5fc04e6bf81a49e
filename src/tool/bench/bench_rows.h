// SPDX-License-Identifier: MIT
// Results for tools: rows of named fields, written as JSON, or as CSV after a description of the
// setup.
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "machine.h"
#include "text.h"

/// The setup of all rows.
typedef struct bench_setup {
    machine machine;
    const char *set; // instruction set of the first rows
    bool has_sets;   // rows have different instruction sets
    uint32_t repeats;
} bench_setup;

typedef enum field_kind {
    FIELD_NONE, // not known, or not applicable
    FIELD_TEXT,
    FIELD_COUNT,
    FIELD_NUMBER,
    FIELD_HEX,
    FIELD_BOOL,
    FIELD_LIST, // list of numbers, not in CSV; such fields come last
} field_kind;

typedef struct bench_field {
    const char *name;
    field_kind kind;
    union {
        const char *text;
        uint64_t count; // FIELD_LIST: number of numbers
        double number;
    };
    const double *numbers; // FIELD_LIST
} bench_field;

enum { BENCH_FIELDS = 48 };

typedef struct bench_field_list {
    bench_field *fields; // has room for BENCH_FIELDS fields
    uint32_t count;
} bench_field_list;

void bench_add_text(bench_field_list *l, const char *name, const char *text);
void bench_add_count(bench_field_list *l, const char *name, uint64_t count, bool is_known);
void bench_add_number(bench_field_list *l, const char *name, double number, bool is_known);
void bench_add_hash(bench_field_list *l, const char *name, uint64_t hash);
void bench_add_bool(bench_field_list *l, const char *name, bool is_true);
void bench_add_list(bench_field_list *l, const char *name, const double *numbers, uint32_t count);

/// Callback for the fields of a row, always the same ones in the same order. Returns 0 after the
/// last row.
typedef uint32_t bench_fields_at(const void *results, bool is_growth, uint32_t index,
                                 bench_field fields[BENCH_FIELDS]);

typedef struct bench_rows {
    const bench_setup *setup;
    bench_fields_at *at;
    const void *results;
    // whether a signal has ended the measurement before all requested rows were complete
    bool is_part;
} bench_rows;

/// Write the machine, whether the measurement is `complete`, `results`, and `growth` if there are
/// such rows.
void bench_rows_json(text_out *out, const bench_rows *rows);
/// Write the rows of growth if there are any, else the others.
void bench_rows_csv(text_out *out, const bench_rows *rows);

/// Write the machine and the setup, for people.
void bench_put_setup(text_out *out, const bench_setup *setup);

#endif
