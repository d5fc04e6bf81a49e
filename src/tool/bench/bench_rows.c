// SPDX-License-Identifier: MIT
#include "bench_rows.h"

#include "json_layout.h"
#include "number.h"
#include "output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void bench_put_setup(text_out *out, const bench_setup *setup)
{
    const machine *m = &setup->machine;
    text_print(out, "%s, %u processor%s, %s, %.0f GiB\n", m->processor, (unsigned)m->processors,
               text_plural(m->processors, "", "s"), m->caches, m->memory / 1073741824);
    text_print(out, "%s, %s", m->compiler, m->flags);
    if (!setup->has_sets)
        text_print(out, ", all with %s", setup->set);
    text_print(out, "; gestalt %s, %s\n", m->version, m->commit);
}

// ---- fields

void bench_add_text(bench_field_list *l, const char *name, const char *text)
{
    l->fields[l->count++] = (bench_field){.name = name, .kind = FIELD_TEXT, .text = text};
}

void bench_add_count(bench_field_list *l, const char *name, uint64_t count, bool is_known)
{
    l->fields[l->count++] =
        (bench_field){.name = name, .kind = is_known ? FIELD_COUNT : FIELD_NONE, .count = count};
}

void bench_add_number(bench_field_list *l, const char *name, double number, bool is_known)
{
    char text[32];
    int size = snprintf(text, sizeof text, "%.4g", number); // the measurement is no more precise
    l->fields[l->count++] =
        (bench_field){.name = name,
                      .kind = is_known ? FIELD_NUMBER : FIELD_NONE,
                      .number = is_known ? number_double(text, (size_t)size) : 0};
}

void bench_add_hash(bench_field_list *l, const char *name, uint64_t hash)
{
    l->fields[l->count++] = (bench_field){.name = name, .kind = FIELD_HEX, .count = hash};
}

void bench_add_bool(bench_field_list *l, const char *name, bool is_true)
{
    l->fields[l->count++] = (bench_field){.name = name, .kind = FIELD_BOOL, .count = is_true};
}

void bench_add_list(bench_field_list *l, const char *name, const double *numbers, uint32_t count)
{
    l->fields[l->count++] =
        (bench_field){.name = name, .kind = FIELD_LIST, .count = count, .numbers = numbers};
}

// ---- writing

static void put_member(text_out *out, bool is_first, const char *name, const char *text)
{
    text_put(out, is_first ? "{" : ", ");
    text_json(out, name, strlen(name));
    text_put(out, ": ");
    text_json(out, text, strlen(text));
}

static void put_machine(text_out *out, const bench_setup *setup)
{
    const machine *m = &setup->machine;
    put_member(out, true, "processor", m->processor);
    text_print(out, ", \"processors\": %u, \"memory_bytes\": %.0f", (unsigned)m->processors,
               m->memory);
    put_member(out, false, "caches", m->caches);
    put_member(out, false, "system", m->system);
    put_member(out, false, "compiler", m->compiler);
    put_member(out, false, "flags", m->flags);
    put_member(out, false, "instructions", setup->set);
    put_member(out, false, "version", m->version);
    put_member(out, false, "commit", m->commit);
    text_print(out, ", \"repeats\": %u}", (unsigned)setup->repeats);
}

static void put_list(text_out *out, const bench_field *field)
{
    text_put(out, "[");
    for (uint64_t i = 0; i < field->count; i++)
        text_print(out, "%s%.6g", i ? ", " : "", field->numbers[i]);
    text_put(out, "]");
}

static void put_field(text_out *out, const bench_field *field, bool is_json)
{
    char number[NUMBER_TEXT_SIZE];
    switch (field->kind) {
    case FIELD_TEXT:
        if (is_json)
            text_json(out, field->text, strlen(field->text));
        else
            output_csv_text(out, field->text);
        break;
    case FIELD_COUNT: text_print(out, "%" PRIu64, field->count); break;
    case FIELD_NUMBER: text_write(out, number, number_print_double(number, field->number)); break;
    case FIELD_HEX:
        text_print(out, is_json ? "\"%016" PRIx64 "\"" : "%016" PRIx64, field->count);
        break;
    case FIELD_BOOL: text_put(out, field->count ? "true" : "false"); break;
    case FIELD_LIST: put_list(out, field); break;
    case FIELD_NONE: text_put(out, is_json ? "null" : ""); break;
    }
}

static bool has_growth(const bench_rows *rows)
{
    bench_field fields[BENCH_FIELDS];
    return rows->at(rows->results, true, 0, fields) > 0;
}

static void put_rows(text_out *out, const bench_rows *rows, bool is_growth)
{
    bench_field fields[BENCH_FIELDS];
    uint32_t count;
    for (uint32_t i = 0; (count = rows->at(rows->results, is_growth, i, fields)) > 0; i++) {
        text_put(out, i ? ", " : "");
        for (uint32_t f = 0; f < count; f++) {
            text_print(out, "%s\"%s\": ", f ? ", " : "{", fields[f].name);
            put_field(out, &fields[f], true);
        }
        text_put(out, "}");
    }
}

void bench_rows_json(text_out *out, const bench_rows *rows)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    text_put(&json, "{\"machine\": ");
    put_machine(&json, rows->setup);
    text_print(&json, ", \"complete\": %s", rows->is_part ? "false" : "true");
    text_put(&json, ", \"results\": [");
    put_rows(&json, rows, false);
    text_put(&json, "]");
    if (has_growth(rows)) {
        text_put(&json, ", \"growth\": [");
        put_rows(&json, rows, true);
        text_put(&json, "]");
    }
    text_put(&json, "}");
    text_finish(&json);
    json_layout_finish(&layout);
}

// Return the number of fields in CSV.
static uint32_t csv_count(const bench_field *fields, uint32_t count)
{
    while (count > 0 && fields[count - 1].kind == FIELD_LIST)
        count--;
    return count;
}

void bench_rows_csv(text_out *out, const bench_rows *rows)
{
    bench_field fields[BENCH_FIELDS];
    uint32_t count;
    bool is_growth = has_growth(rows);
    for (uint32_t i = 0; (count = rows->at(rows->results, is_growth, i, fields)) > 0; i++) {
        count = csv_count(fields, count);
        for (uint32_t f = 0; i == 0 && f < count; f++)
            text_print(out, "%s%s", fields[f].name, f + 1 < count ? "," : "\n");
        for (uint32_t f = 0; f < count; f++) {
            put_field(out, &fields[f], false);
            text_put(out, f + 1 < count ? "," : "\n");
        }
    }
}
