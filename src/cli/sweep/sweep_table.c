// SPDX-License-Identifier: MIT
#include "sweep_table.h"

#include "file.h"
#include "hash.h"
#include "number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS_MOST = TRIAL_AXES + TRIAL_COLUMNS + 8 };

// ---- the hash

static void add_text(XXH3_state_t *to, const char *text)
{
    XXH3_64bits_update(to, text, strlen(text) + 1);
}

static void add_file(XXH3_state_t *to, const char *path)
{
    char *text;
    size_t size;
    gestalt_allocator a = memory_allocator(NULL);
    add_text(to, path);
    if (file_read(path, (size_t)256 << 20, &a, &text, &size, NULL) != GESTALT_OK)
        return; // whoever reads it says so
    XXH3_64bits_update(to, text, size);
    file_release(&a, text, size);
}

uint64_t sweep_hash(const trials *t)
{
    XXH3_state_t state;
    const options *o = &t->c->options;
    uint64_t numbers[] = {t->first_seed, t->seeds, options_is_given(o, OPTION_STEPS),
                          options_number(o, OPTION_STEPS)};
    XXH3_64bits_reset(&state);
    add_text(&state, gestalt_version());
    XXH3_64bits_update(&state, scene_input_text(t->in), scene_input_size(t->in));
    XXH3_64bits_update(&state, &t->shapes, sizeof t->shapes);
    XXH3_64bits_update(&state, numbers, sizeof numbers);
    for (uint32_t i = 0; i < t->axis_count; i++) {
        add_text(&state, t->axes[i].name);
        for (uint32_t k = 0; k < t->axes[i].value_count; k++)
            if (t->axes[i].is_tree)
                add_file(&state, t->axes[i].values[k]);
            else
                add_text(&state, t->axes[i].values[k]);
    }
    for (uint32_t i = 0; i < t->extra_count; i++)
        add_text(&state, t->extra[i]);
    for (uint32_t i = 0; i < t->column_count; i++)
        add_text(&state, t->columns[i]);
    return XXH3_64bits_digest(&state);
}

// ---- writing

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

static void put_header(text_out *out, const trials *t)
{
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

static void put_line(text_out *out, const trials *t, uint32_t number, uint64_t hash)
{
    const trial *of = &t->list[number];
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
    text_print(out, ",%016" PRIx64 "\n", hash);
}

void sweep_table_write(text_out *out, const trials *t, uint64_t hash)
{
    put_header(out, t);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].state != TRIAL_WAITS)
            put_line(out, t, i, hash);
}

// ---- reading

// Take the next cell, which is decoded where it lies. `*ends`: it was the last of its line.
static char *take_cell(char **at, bool *ends)
{
    char *from = *at, *to = *at, *cell = *at;
    bool quoted = *from == '"';
    from += quoted;
    while (*from && (quoted || (*from != ',' && *from != '\n'))) {
        if (quoted && *from == '"') {
            from++;
            if (*from != '"')
                break;
        }
        *to++ = *from++;
    }
    *ends = *from != ',';
    *at = from + (*from != '\0');
    *to = '\0';
    return cell;
}

static uint32_t take_line(char **at, char *cells[COLUMNS_MOST])
{
    uint32_t count = 0;
    for (bool ends = false; !ends && count < COLUMNS_MOST;)
        cells[count++] = take_cell(at, &ends);
    return count;
}

// Take what a line says of its trial. False: that can't be.
static bool take_trial(trials *t, char *const *cells, uint64_t hash)
{
    char *end;
    char wanted[17];
    unsigned long number = strtoul(cells[0], &end, 10);
    uint32_t first = t->axis_count + 3;
    const char *error = cells[first + t->column_count];
    snprintf(wanted, sizeof wanted, "%016" PRIx64, hash);
    if (end == cells[0] || *end || number >= t->count ||
        strcmp(cells[first + t->column_count + 1], wanted) != 0)
        return false;
    trial *of = &t->list[number];
    if (of->state != TRIAL_WAITS)
        return false;
    of->was_there = true;
    if (*error) {
        trial_fail(of, error);
        return true;
    }
    of->state = TRIAL_DONE;
    of->steps = strtoull(cells[first - 1], NULL, 10);
    for (uint32_t i = 0; i < t->column_count; i++) {
        const char *text = cells[first + i];
        bool is_odd = strchr("ni", text[*text == '-']) != NULL; // nan, inf
        of->values[i] = !is_odd               ? number_double(text, strlen(text))
                        : strstr(text, "nan") ? NAN
                        : *text == '-'        ? -INFINITY
                                              : INFINITY;
    }
    return true;
}

static exit_code take_table(trials *t, const char *path, char *text, uint64_t hash)
{
    char *cells[COLUMNS_MOST];
    uint32_t columns = t->axis_count + t->column_count + 5;
    for (bool is_header = true; *text; is_header = false) {
        uint32_t count = take_line(&text, cells);
        bool is_well = count == columns;
        if (is_well && is_header)
            is_well = strcmp(cells[0], "run") == 0 && strcmp(cells[columns - 1], "sweep") == 0;
        else if (is_well)
            is_well = take_trial(t, cells, hash);
        if (is_well)
            continue;
        cli_say(t->c,
                "%s: this table is of another sweep, or the scene or a setting has changed since; "
                "without --resume it is written anew",
                path);
        return EXIT_REJECTED;
    }
    return EXIT_FINE;
}

exit_code sweep_table_read(trials *t, const char *path, uint64_t hash)
{
    char *text;
    size_t size;
    gestalt_error error = {0};
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_result result = file_read(path, (size_t)1 << 30, &a, &text, &size, &error);
    if (result != GESTALT_OK)
        return cli_fail(t->c, path, result, &error);
    char *copy = arena_copy_text(t->memory, text, size);
    file_release(&a, text, size);
    return take_table(t, path, copy, hash);
}
