// SPDX-License-Identifier: MIT
#include "workload_report.h"

#include "line_plot.h"

#include <inttypes.h>
#include <stdio.h>

// ---- tables

void bench_report_head(text_out *out, const bench_results *results)
{
    bench_put_setup(out, &results->setup);
    text_print(out,
               "Times in nanoseconds per agent and tick, medians of %u. Speed relative to (a) "
               "hand_inlined, (b) hand_fnptr,\n(c) naive. Bytes per agent without its blackboard: "
               "counted, and resident. Spawning in nanoseconds per agent.\n\n",
               (unsigned)results->setup.repeats);
}

static void put_head(text_out *out, const bench_group *group)
{
    const measure_row *first = &group->rows[0];
    double visits = bench_visits(group);
    text_style(out, COLOR_BOLD);
    text_put(out, contender_workload(&first->who));
    text_style(out, COLOR_OFF);
    text_print(out, ": %s. %" PRIu64 " agents, %" PRIu64 " ticks",
               workloads[first->who.workload].summary, first->who.agents, first->who.ticks);
    if (visits > 0)
        text_print(out, ", %.2f leaves an agent-tick", visits);
    text_put(out, "\n");
    text_style(out, COLOR_DIM);
    text_put(out,
             "  engine        lanes threads      ns     (a)     (b)     (c)  bytes    rss   spawn  "
             "checksum\n");
    text_style(out, COLOR_OFF);
}

// Write a number, or spaces of the same width if it is not known.
static void put_number(text_out *out, int width, int digits, double value, bool is_known)
{
    if (is_known)
        text_print(out, " %*.*f", width, digits, value);
    else
        text_fill(out, ' ', (size_t)width + 1);
}

static void put_row(text_out *out, const bench_group *group, const measure_row *row)
{
    bool is_ours = row->who.engine == ENGINE_GESTALT;
    text_print(out, "  %-12s",
               row->who.expressions && !row->who.native ? contender_workload(&row->who)
                                                        : contender_engine(&row->who));
    put_number(out, 6, 0, row->who.lanes, is_ours);
    put_number(out, 7, 0, row->who.threads, is_ours);
    text_print(out, " %7.2f %6.2fx %6.2fx %6.2fx %6.1f", row->times.ns,
               bench_ratio(group, row, ENGINE_INLINED), bench_ratio(group, row, ENGINE_FNPTR),
               bench_ratio(group, row, ENGINE_NAIVE), row->needs.bytes);
    put_number(out, 6, 1, row->needs.rss, row->needs.rss >= 0);
    put_number(out, 7, 1, row->times.start, is_ours);
    text_print(out, "  %016" PRIx64 "\n", row->sum);
}

static void put_memory(text_out *out, const bench_group *group, const bandwidth *b,
                       uint32_t threads)
{
    text_print(out, "  memory, %u thread%s: copy %.1f, triad %.1f, update %.1f GB/s over %.0f MB\n",
               (unsigned)threads, text_plural(threads, "", "s"), b->copy, b->triad, b->update,
               group->bandwidth_bytes / 1e6);
    for (uint32_t i = 0; i < group->row_count; i++) {
        const measure_row *row = &group->rows[i];
        if (row->who.engine != ENGINE_GESTALT || row->who.threads != threads)
            continue;
        double limit = bench_limit(group, row);
        text_print(out,
                   "    %s with %u lane%s needs at least %.2f ns: it takes %.2fx of the memory "
                   "bandwidth limit\n",
                   contender_workload(&row->who), (unsigned)row->who.lanes,
                   text_plural(row->who.lanes, "", "s"), limit, row->times.ns / limit);
    }
}

// Compare each row that has several threads with the row that has one thread and the same lanes.
static void put_scaling(text_out *out, const bench_group *group)
{
    for (uint32_t i = 0; i < group->row_count; i++) {
        const measure_row *row = &group->rows[i];
        const measure_row *one = bench_one_thread(group, row);
        if (one)
            text_print(out, "  %u threads are %.2fx as fast as one\n", (unsigned)row->who.threads,
                       one->times.wall / row->times.wall);
    }
}

void bench_report_table(text_out *out, const bench_group *group)
{
    put_head(out, group);
    for (uint32_t i = 0; i < group->row_count; i++)
        put_row(out, group, &group->rows[i]);
    put_scaling(out, group);
    uint32_t threads = group->rows[group->row_count - 1].who.threads;
    if (group->one_thread.copy > 0)
        put_memory(out, group, &group->one_thread, 1);
    if (group->all_threads.copy > 0 && threads > 1)
        put_memory(out, group, &group->all_threads, threads);
    text_put(out, "\n");
}

// ---- growth

static void row_label(const measure_row *row, char *label, size_t size)
{
    if (row->who.engine != ENGINE_GESTALT)
        snprintf(label, size, "%s", contender_engine(&row->who));
    else
        snprintf(label, size, "%u lane%s%s", (unsigned)row->who.lanes,
                 text_plural(row->who.lanes, "", "s"), row->who.threads > 1 ? ", threads" : "");
}

void bench_report_growth(text_out *out, const bench_results *results, growth_sweep sweep)
{
    bool has_head = false;
    for (uint32_t i = 0; i < results->group_count; i++) {
        const bench_group *group = &results->groups[i];
        if (!group->is_growth || group->sweep != sweep)
            continue;
        if (!has_head) {
            text_style(out, COLOR_BOLD);
            text_put(out, growth_table[sweep].title);
            text_style(out, COLOR_OFF);
            text_print(out, ": W1H, %" PRIu64 " ticks, ns per agent-tick\n",
                       group->rows[0].who.ticks);
            text_print(out, "  %24s", growth_table[sweep].axis);
            for (uint32_t k = 0; k < group->row_count; k++) {
                char label[32];
                row_label(&group->rows[k], label, sizeof label);
                text_print(out, " %17s", label);
            }
            text_put(out, "\n");
            has_head = true;
        }
        text_print(out, "  %24.0f", group->x);
        for (uint32_t k = 0; k < group->row_count; k++)
            text_print(out, " %17.2f", group->rows[k].times.ns);
        text_put(out, "\n");
    }
    if (has_head)
        text_put(out, "\n");
}

// ---- JSON and CSV

static uint32_t fields_at(const void *of, bool is_growth, uint32_t index,
                          bench_field fields[BENCH_FIELDS])
{
    const bench_results *results = of;
    for (uint32_t i = 0; i < results->group_count; i++) {
        const bench_group *group = &results->groups[i];
        if (group->is_growth != is_growth)
            continue;
        if (index < group->row_count)
            return bench_fields(group, &group->rows[index], is_growth, fields);
        index -= group->row_count;
    }
    return 0;
}

bench_rows bench_report_rows(const bench_results *results)
{
    return (bench_rows){&results->setup, fields_at, results};
}

// ---- plots

// Return the series of an engine, with its label and colour.
static line_plot_series *series_of(line_plot_panel *panel, const measure_row *row)
{
    static const char *const names[] = {"handwritten C, leaves inlined",
                                        "handwritten C, leaves by function pointer",
                                        "naive interpreter"};
    if (row->who.engine != ENGINE_GESTALT)
        return line_plot_find(panel, names[row->who.engine], 1 + row->who.engine);
    if (row->who.lanes == 1)
        return line_plot_find(panel, "Gestalt, 1 lane", 5);
    return row->who.threads > 1 ? line_plot_find(panel, "Gestalt, 64 lanes, all processors", 4)
                                : line_plot_find(panel, "Gestalt, 64 lanes", 0);
}

static void add_step(line_plot_panel *panel, const bench_group *group)
{
    for (uint32_t k = 0; k < group->row_count; k++) {
        line_plot_series *s = series_of(panel, &group->rows[k]);
        if (!s || s->point_count == LINE_PLOT_POINTS || group->rows[k].times.ns <= 0)
            continue;
        s->x[s->point_count] = group->x;
        s->y[s->point_count++] = group->rows[k].times.ns;
    }
}

void bench_report_plot(text_out *out, const bench_results *results)
{
    line_plot_panel panels[GROWTH_SWEEPS];
    uint32_t count = 0;
    char note[512];
    for (growth_sweep sweep = 0; sweep < GROWTH_SWEEPS; sweep++) {
        line_plot_panel *p = &panels[count];
        *p = (line_plot_panel){.title = growth_table[sweep].title,
                               .x_label = growth_table[sweep].axis,
                               .y_label = "ns per agent-tick",
                               .x_base = sweep == GROWTH_BRANCHES ? 2 : 10};
        for (uint32_t i = 0; i < results->group_count; i++)
            if (results->groups[i].is_growth && results->groups[i].sweep == sweep)
                add_step(p, &results->groups[i]);
        count += p->series_count > 0;
    }
    snprintf(note, sizeof note, "%s, %s, %s, medians of %u; one thread unless a label has more",
             results->setup.machine.processor, results->setup.machine.compiler, results->setup.set,
             (unsigned)results->setup.repeats);
    line_plot_write(out, "How the time of an agent's tick grows (W1H)", note, panels, count);
}
