// SPDX-License-Identifier: MIT
#include "sweep_table_read.h"

#include "file.h"
#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CELLS_MOST = TRIAL_AXES + TRIAL_COLUMNS + 8 };

typedef struct table_reader {
    trials *t;
    const sweep_identity *identity;
    const char *path;
    char *at;
    uint32_t line;
    char *cells[CELLS_MOST];
    uint32_t cell_count;
} table_reader;

// ---- cells

// Return the next cell, decoded in place. `*ends`: it was the last of its line.
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

static void reader_take_line(table_reader *r)
{
    r->line++;
    r->cell_count = 0;
    for (bool ends = false; !ends && r->cell_count < CELLS_MOST;)
        r->cells[r->cell_count++] = take_cell(&r->at, &ends);
}

// Compare a cell with a text, in which the writer has replaced line breaks by spaces.
static bool is_cell_of(const char *cell, const char *text)
{
    for (; *text; cell++, text++)
        if (*cell != (*text == '\n' || *text == '\r' ? ' ' : *text))
            return false;
    return !*cell;
}

static bool take_integer(const char *cell, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(cell, &end, 10);
    return *cell >= '0' && *cell <= '9' && !*end && errno == 0;
}

static bool take_number(const char *cell, double *number)
{
    const char *digits = cell + (*cell == '-');
    if (strcmp(digits, "nan") == 0)
        *number = NAN;
    else if (strcmp(digits, "inf") == 0)
        *number = *cell == '-' ? -INFINITY : INFINITY;
    else if (*digits >= '0' && *digits <= '9' && !digits[strspn(digits, "0123456789.eE+-")])
        *number = number_double(cell, strlen(cell));
    else
        return false;
    return true;
}

// ---- rows

static exit_code reader_refuse(const table_reader *r, const char *problem, const char *cell)
{
    cli_say(r->t->c, "%s:%u: %s%s%s%s; without --resume the table is replaced", r->path,
            (unsigned)r->line, problem, cell ? " `" : "", cell ? cell : "", cell ? "`" : "");
    return EXIT_REJECTED;
}

// Return the number of columns: run, axes, seed, steps, outcome, error, sweep.
static uint32_t columns_of(const trials *t)
{
    return t->axis_count + t->column_count + 5;
}

static bool is_header(const table_reader *r)
{
    const trials *t = r->t;
    char *const *cell = r->cells;
    bool same = r->cell_count == columns_of(t) && strcmp(*cell++, "run") == 0;
    for (uint32_t i = 0; same && i < t->axis_count; i++)
        same = is_cell_of(*cell++, t->axes[i].name);
    same = same && strcmp(*cell++, "seed") == 0 && strcmp(*cell++, "steps") == 0;
    for (uint32_t i = 0; same && i < t->column_count; i++)
        same = strcmp(*cell++, t->columns[i]) == 0;
    return same && strcmp(*cell++, "error") == 0 && strcmp(*cell, "sweep") == 0;
}

// Find the run of a row by its values and seed. Returns the first cell that fits no run, or NULL.
static const char *reader_find(const table_reader *r, uint32_t *number)
{
    const trials *t = r->t;
    uint32_t combination = 0;
    for (uint32_t i = 0; i < t->axis_count; i++) {
        uint32_t value = 0;
        while (value < t->axes[i].value_count &&
               !is_cell_of(r->cells[i + 1], t->axes[i].values[value]))
            value++;
        if (value == t->axes[i].value_count)
            return r->cells[i + 1];
        combination = combination * t->axes[i].value_count + value;
    }
    uint64_t seed;
    const char *cell = r->cells[t->axis_count + 1];
    if (!take_integer(cell, &seed) || seed - t->first_seed >= t->seeds)
        return cell;
    *number = combination * t->seeds + (uint32_t)(seed - t->first_seed);
    return NULL;
}

// Read the outcome. Returns a cell that is not a number, or NULL.
static const char *reader_take_outcome(const table_reader *r, trial *of)
{
    const trials *t = r->t;
    char *const *cells = r->cells + t->axis_count + 2;
    if (!take_integer(cells[0], &of->steps))
        return cells[0];
    for (uint32_t i = 0; i < t->column_count; i++)
        if (!take_number(cells[i + 1], &of->values[i]))
            return cells[i + 1];
    of->state = TRIAL_DONE;
    return NULL;
}

static exit_code reader_take_run(table_reader *r)
{
    char wanted[17];
    uint32_t number = 0;
    if (r->cell_count != columns_of(r->t))
        return reader_refuse(r, "the number of columns differs from the first row", NULL);
    const char *cell = reader_find(r, &number);
    if (cell)
        return reader_refuse(r, "this sweep has no run with this value or seed:", cell);
    snprintf(wanted, sizeof wanted, "%016" PRIx64, sweep_identity_hash(r->identity, number));
    if (strcmp(r->cells[r->cell_count - 1], wanted) != 0)
        return reader_refuse(r, "this run used another scene, tree or setting", NULL);
    trial *of = &r->t->list[number];
    if (of->was_there)
        return reader_refuse(r, "an earlier row has the same run", NULL);
    of->was_there = true;
    const char *error = r->cells[r->cell_count - 2];
    if (*error)
        trial_fail(of, error);
    else
        cell = reader_take_outcome(r, of);
    return cell ? reader_refuse(r, "this is not a number:", cell) : EXIT_FINE;
}

// ---- the table

static exit_code reader_run(table_reader *r)
{
    exit_code verdict = EXIT_FINE;
    if (!*r->at)
        return EXIT_FINE;
    reader_take_line(r);
    if (!is_header(r))
        return reader_refuse(r, "the columns of the table are not those of this sweep", NULL);
    while (*r->at && verdict == EXIT_FINE) {
        reader_take_line(r);
        verdict = reader_take_run(r);
    }
    return verdict;
}

static bool is_missing(const char *path)
{
    return access(path, F_OK) != 0 && errno == ENOENT;
}

exit_code sweep_table_read(trials *t, const sweep_identity *identity, const char *path)
{
    char *text;
    size_t size;
    gestalt_error error = {0};
    gestalt_allocator a = memory_allocator(NULL);
    if (is_missing(path))
        return EXIT_FINE;
    gestalt_result result = file_read(path, (size_t)1 << 30, &a, &text, &size, &error);
    if (result != GESTALT_OK)
        return cli_fail(t->c, path, result, &error);
    const char *zero = memchr(text, 0, size);
    size_t whole = zero ? (size_t)(zero - text) : size;
    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    char *copy = arena_copy_text(t->memory, text, whole);
    file_release(&a, text, size);
    table_reader r = {.t = t, .identity = identity, .path = path, .at = copy};
    return reader_run(&r);
}
