// SPDX-License-Identifier: MIT
#include "world_report.h"

#include "line_plot.h"

#include <inttypes.h>
#include <stdio.h>

// ---- comparing rows

static const char *form_of(const bench_world_group *group, const world_row *row)
{
    return group->of->forms[row->who.form].name;
}

// Return the row with this form and number of threads, or NULL if there is none.
static const world_row *row_of(const bench_world_group *group, uint32_t form, uint32_t threads)
{
    for (uint32_t i = 0; i < group->row_count; i++)
        if (group->rows[i].who.form == form && group->rows[i].who.threads == threads)
            return &group->rows[i];
    return NULL;
}

// Return the time of a row relative to the first form. 0: there is nothing to compare.
static double against_first(const bench_world_group *group, const world_row *row)
{
    const world_row *first = row_of(group, 0, row->who.threads);
    return row->who.form > 0 && first && first->times.ns > 0 ? row->times.ns / first->times.ns : 0;
}

// Return the speed of a row relative to handwritten C. 0: there is no handwritten C.
static double against_hand(const bench_world_group *group, const world_row *row)
{
    for (uint32_t i = 0; i < group->row_count; i++)
        if (group->of->forms[group->rows[i].who.form].hand && &group->rows[i] != row &&
            row->times.ns > 0)
            return group->rows[i].times.ns / row->times.ns;
    return 0;
}

// Return the speed of a row with several threads relative to one thread. 0: there is no such row.
static double against_one_thread(const bench_world_group *group, const world_row *row)
{
    const world_row *one = row_of(group, row->who.form, 1);
    return row->who.threads > 1 && one && row->times.wall > 0 ? one->times.wall / row->times.wall
                                                              : 0;
}

static double seconds_of(const world_row *row)
{
    return row->times.ns * 1e-9 * row->updates;
}

// ---- tables

void bench_world_head(text_out *out, const bench_world_results *results)
{
    bench_put_setup(out, &results->setup);
    text_put(out,
             "Medians of whole runs from the start of a world. An update is a step of an agent. "
             "Columns: millions of updates\nper second, nanoseconds per update, steps per second, "
             "seconds for all steps, time relative to handwritten C and\nto the first form, speed "
             "relative to one thread, bytes per agent, and a hash of the final state.\n\n");
}

static void put_title(text_out *out, const world_case *of)
{
    text_style(out, COLOR_BOLD);
    text_put(out, of->name);
    text_style(out, COLOR_OFF);
    text_print(out, ": %s", of->summary);
}

// Write a ratio, or spaces of the same width if there is none.
static void put_ratio(text_out *out, int width, double value)
{
    if (value > 0)
        text_print(out, " %*.2fx", width - 1, value);
    else
        text_fill(out, ' ', (size_t)width + 1);
}

static void put_row(text_out *out, const bench_world_group *group, const world_row *row)
{
    double seconds = seconds_of(row);
    text_print(out, "  %-8s %7u %9.2f %8.1f %8.1f %8.3f", form_of(group, row),
               (unsigned)row->who.threads, 1e3 / row->times.ns, row->times.ns,
               (double)group->steps / seconds, seconds);
    put_ratio(out, 7, against_hand(group, row));
    put_ratio(out, 7, against_first(group, row));
    put_ratio(out, 8, against_one_thread(group, row));
    if (row->bytes > 0)
        text_print(out, " %7.0f", row->bytes);
    else
        text_fill(out, ' ', 8);
    text_print(out, "  %016" PRIx64 "\n", row->hash);
}

void bench_world_table(text_out *out, const bench_world_group *group)
{
    put_title(out, group->of);
    text_print(out, ". %" PRIu64 " agents, steps 0 to %" PRIu64 ", %u rounds\n", group->agents,
               group->steps, (unsigned)group->repeats);
    text_style(out, COLOR_DIM);
    text_put(out,
             "  form     threads   Mupd/s       ns  steps/s  seconds    hand   first  threads   "
             "bytes  hash\n");
    text_style(out, COLOR_OFF);
    for (uint32_t i = 0; i < group->row_count; i++)
        put_row(out, group, &group->rows[i]);
    text_put(out, "\n");
}

// ---- growth

static void row_label(const bench_world_group *group, const world_row *row, char *label,
                      size_t size)
{
    snprintf(label, size, "%s%s", form_of(group, row), row->who.threads > 1 ? ", threads" : "");
}

static void put_growth_head(text_out *out, const bench_world_group *group)
{
    put_title(out, group->of);
    text_print(out, ". Steps 0 to %" PRIu64 ", ns for an update\n  %10s", group->steps, "agents");
    for (uint32_t k = 0; k < group->row_count; k++) {
        char label[32];
        row_label(group, &group->rows[k], label, sizeof label);
        text_print(out, " %15s", label);
    }
    text_put(out, "\n");
}

void bench_world_growth(text_out *out, const bench_world_results *results, const world_case *of)
{
    bool has_head = false;
    for (uint32_t i = 0; i < results->group_count; i++) {
        const bench_world_group *group = &results->groups[i];
        if (!group->is_growth || group->of != of)
            continue;
        if (!has_head)
            put_growth_head(out, group);
        has_head = true;
        text_print(out, "  %10" PRIu64, group->agents);
        for (uint32_t k = 0; k < group->row_count; k++)
            text_print(out, " %15.2f", group->rows[k].times.ns);
        text_put(out, "\n");
    }
    if (has_head)
        text_put(out, "\n");
}

// ---- JSON and CSV

static uint32_t fields_of(const bench_world_group *group, const world_row *row,
                          bench_field fields[BENCH_FIELDS])
{
    bench_field_list l = {.fields = fields};
    double seconds = seconds_of(row), first = against_first(group, row);
    double one = against_one_thread(group, row), hand = against_hand(group, row);
    if (group->is_growth) {
        bench_add_text(&l, "sweep", "agents");
        bench_add_count(&l, "x", group->agents, true);
    }
    bench_add_text(&l, "world", group->of->name);
    bench_add_count(&l, "agents", group->agents, true);
    bench_add_count(&l, "first_step", 0, true);
    bench_add_count(&l, "steps", group->steps, true);
    bench_add_text(&l, "form", form_of(group, row));
    bench_add_count(&l, "threads", row->who.threads, true);
    bench_add_count(&l, "repeats", group->repeats, true);
    bench_add_count(&l, "updates", (uint64_t)row->updates, true);
    bench_add_number(&l, "updates_per_second", 1e9 / row->times.ns, true);
    bench_add_number(&l, "ns_per_update", row->times.ns, true);
    bench_add_number(&l, "ns_least", row->times.least, true);
    bench_add_number(&l, "ns_most", row->times.most, true);
    bench_add_number(&l, "cpu_ns", row->times.cpu, true);
    bench_add_number(&l, "wall_ns", row->times.wall, true);
    bench_add_number(&l, "steps_per_second", (double)group->steps / seconds, true);
    bench_add_number(&l, "seconds", seconds, true);
    bench_add_number(&l, "ratio_hand", hand, hand > 0);
    bench_add_number(&l, "ratio_first_form", first, first > 0);
    bench_add_number(&l, "ratio_one_thread", one, one > 0);
    bench_add_number(&l, "bytes_per_agent", row->bytes, row->bytes > 0);
    bench_add_number(&l, "start_ns", row->times.start, true);
    bench_add_hash(&l, "hash", row->hash);
    return l.count;
}

static uint32_t fields_at(const void *of, bool is_growth, uint32_t index,
                          bench_field fields[BENCH_FIELDS])
{
    const bench_world_results *results = of;
    for (uint32_t i = 0; i < results->group_count; i++) {
        const bench_world_group *group = &results->groups[i];
        if (group->is_growth != is_growth)
            continue;
        if (index < group->row_count)
            return fields_of(group, &group->rows[index], fields);
        index -= group->row_count;
    }
    return 0;
}

bench_rows bench_world_rows(const bench_world_results *results)
{
    return (bench_rows){&results->setup, fields_at, results};
}

// ---- plots

// Return the series of a row. The world that --growth measures is a flock, whose first form is
// fused and whose second form has a tree.
static line_plot_series *series_of(line_plot_panel *panel, const bench_world_group *group,
                                   const world_row *row)
{
    static const char *const labels[WORLD_FORMS][2] = {
        {"fused", "fused, several threads"},
        {"tree", "tree, several threads"},
    };
    static const uint32_t colors[WORLD_FORMS][2] = {{0, 6}, {4, 2}};
    uint32_t form = row->who.form;
    bool several = row->who.threads > 1;
    if (group->of->forms[form].hand)
        return line_plot_find(panel, "C written by hand", 1);
    return line_plot_find(panel, labels[form][several], colors[form][several]);
}

static void add_step(line_plot_panel *panel, const bench_world_group *group)
{
    for (uint32_t k = 0; k < group->row_count; k++) {
        line_plot_series *s = series_of(panel, group, &group->rows[k]);
        if (!s || s->point_count == LINE_PLOT_POINTS || group->rows[k].times.ns <= 0)
            continue;
        s->x[s->point_count] = (double)group->agents;
        s->y[s->point_count++] = group->rows[k].times.ns;
    }
}

void bench_world_plot(text_out *out, const bench_world_results *results)
{
    line_plot_panel panels[WORLD_COUNT];
    uint32_t count = 0;
    char note[512];
    for (uint32_t k = 0; k < WORLD_COUNT; k++) {
        line_plot_panel *p = &panels[count];
        *p = (line_plot_panel){.title = world_cases[k].name,
                               .x_label = "agents",
                               .y_label = "ns for an update",
                               .x_base = 10};
        for (uint32_t i = 0; i < results->group_count; i++)
            if (results->groups[i].is_growth && results->groups[i].of == &world_cases[k])
                add_step(p, &results->groups[i]);
        count += p->series_count > 0;
    }
    snprintf(note, sizeof note, "%s, %s, %s, medians of %u; from the start of each world",
             results->setup.machine.processor, results->setup.machine.compiler, results->setup.set,
             (unsigned)results->setup.repeats);
    line_plot_write(out, "How the time of an update grows with the agents", note, panels, count);
}
