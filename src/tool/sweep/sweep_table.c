// SPDX-License-Identifier: MIT
#include "sweep_table.h"

#include "sweep_table_read.h"

#include "number.h"

#include <inttypes.h>
#include <math.h>

// ---- rows

static void put_cell(text_out *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        text_put(out, text);
        return;
    }
    text_put(out, "\"");
    for (; *text; text++)
        if (*text == '"')
            text_put(out, "\"\"");
        else
            text_write(out, *text == '\n' || *text == '\r' ? " " : text, 1);
    text_put(out, "\"");
}

static void put_value(text_out *out, const trials *t, uint32_t column, double value)
{
    char text[NUMBER_TEXT_SIZE];
    text_put(out, ",");
    if (t->is_count[column] && isfinite(value))
        text_print(out, "%.0f", value);
    else if (!isnan(value) && (double)(float)value == value)
        text_write(out, text, number_print_float(text, (float)value));
    else
        text_write(out, text, number_print_double(text, value));
}

static void table_put_header(sweep_table *table)
{
    const trials *t = table->t;
    text_out *out = &table->out.text;
    text_put(out, "run");
    for (uint32_t i = 0; i < t->axis_count; i++) {
        text_put(out, ",");
        put_cell(out, t->axes[i].name);
    }
    text_put(out, ",seed,steps");
    for (uint32_t i = 0; i < t->column_count; i++)
        text_print(out, ",%s", t->columns[i]);
    text_put(out, ",error,sweep\n");
}

static void table_put_row(sweep_table *table, uint32_t number)
{
    const trials *t = table->t;
    const trial *of = &t->list[number];
    text_out *out = &table->out.text;
    text_print(out, "%u", (unsigned)number);
    for (uint32_t i = 0; i < t->axis_count; i++) {
        text_put(out, ",");
        put_cell(out, trial_value(t, number, i));
    }
    text_print(out, ",%" PRIu64 ",", trial_seed(t, number));
    if (of->state == TRIAL_DONE)
        text_print(out, "%" PRIu64, of->steps);
    for (uint32_t i = 0; i < t->column_count; i++)
        if (of->state == TRIAL_DONE)
            put_value(out, t, i, of->values[i]);
        else
            text_put(out, ",");
    text_put(out, ",");
    if (of->state == TRIAL_FAILED)
        put_cell(out, of->error ? of->error : "out of memory");
    text_print(out, ",%016" PRIx64 "\n", sweep_identity_hash(&table->identity, number));
}

static void table_put_known(sweep_table *table, uint32_t first)
{
    for (uint32_t i = first; i < table->t->count; i++)
        if (table->is_known[i])
            table_put_row(table, i);
}

// ---- during the sweep

// Open the table. It starts with the rows of an earlier sweep, because the new file replaces the
// old table.
static void table_open(sweep_table *table)
{
    table->is_open = true;
    output_stream(&table->out, table->t->c, table->path);
    table->is_file = output_is_replacing(&table->out);
    table_put_header(table);
    if (table->is_file)
        table_put_known(table, 0);
    for (uint32_t i = 0; table->is_file && i < table->t->count; i++)
        if (table->is_known[i])
            table->next = i + 1;
}

static void table_put_next(sweep_table *table, uint32_t number)
{
    if (table->is_file) {
        table_put_row(table, number);
        table->is_sorted &= number >= table->next;
        table->next = number + 1;
        return;
    }
    for (; table->next < table->t->count && table->is_known[table->next]; table->next++)
        table_put_row(table, table->next);
}

static bool table_keep(void *user, uint32_t number)
{
    sweep_table *table = user;
    if (!table->is_open)
        table_open(table);
    table->is_known[number] = true;
    table_put_next(table, number);
    output_keep(&table->out);
    return output_is_well(&table->out) && !table->out.text.is_out_of_memory;
}

// ---- start and end

exit_code sweep_table_start(sweep_table *table, trials *t, const char *path, bool resume)
{
    *table = (sweep_table){.t = t, .path = path, .is_sorted = true};
    sweep_identity_start(&table->identity, t);
    table->is_known = ARENA_ARRAY(t->memory, bool, t->count);
    exit_code verdict = resume ? sweep_table_read(t, &table->identity, path) : EXIT_FINE;
    for (uint32_t i = 0; i < t->count; i++)
        table->is_known[i] = t->list[i].was_there;
    t->keep = table_keep;
    t->keep_user = table;
    return verdict;
}

// Replace the file by a table in the order of runs.
static exit_code table_replace(sweep_table *table)
{
    output_start(&table->out, table->t->c, table->path);
    table_put_header(table);
    table_put_known(table, 0);
    return output_finish(&table->out, table->t->c);
}

exit_code sweep_table_finish(sweep_table *table)
{
    if (!table->is_open)
        return table_replace(table);
    if (!table->is_file && output_is_well(&table->out))
        table_put_known(table, table->next);
    exit_code verdict = output_finish(&table->out, table->t->c);
    table->is_open = false;
    return verdict == EXIT_FINE && !table->is_sorted ? table_replace(table) : verdict;
}
