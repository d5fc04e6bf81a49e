// SPDX-License-Identifier: MIT
#include "tree_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- what rows are compared with

static const char *path_of(const tree_results *results, uint32_t tree)
{
    return input_name(results->trees[tree].path);
}

static const tree_row *row_of(const tree_group *group, uint32_t tree, uint32_t lanes,
                              uint32_t threads, bool is_native)
{
    for (uint32_t i = 0; i < group->row_count; i++) {
        const tree_row *row = &group->rows[i];
        if (row->tree == tree && row->lanes == lanes && row->threads == threads &&
            row->is_native == is_native)
            return row;
    }
    return NULL;
}

// Return how many times as fast as the first tree another one is; 0: it is the first.
static double against_first(const tree_group *group, const tree_row *row)
{
    const tree_row *first = row_of(group, 0, row->lanes, row->threads, row->is_native);
    return row->tree > 0 && first && row->times.ns > 0 ? first->times.ns / row->times.ns : 0;
}

// Return how many times as fast as one thread several are; 0: there is no such row.
static double against_one_thread(const tree_group *group, const tree_row *row)
{
    const tree_row *one = row_of(group, row->tree, row->lanes, 1, row->is_native);
    return row->threads > 1 && one && row->times.wall > 0 ? one->times.wall / row->times.wall : 0;
}

// Return how many times as fast as the interpreter native code is; 0: it is the interpreter.
static double against_interpreter(const tree_group *group, const tree_row *row)
{
    const tree_row *other = row_of(group, row->tree, row->lanes, row->threads, false);
    return row->is_native && other && row->times.ns > 0 ? other->times.ns / row->times.ns : 0;
}

static const char *code_of(const tree_row *row)
{
    return row->is_native ? "native" : "interpreted";
}

// ---- for people

void tree_report_head(text_out *out, const tree_results *results)
{
    bench_put_setup(out, &results->setup);
    text_print(out, "Times in nanoseconds for an agent's tick: medians of %u round%s",
               (unsigned)results->setup.repeats, results->setup.repeats == 1 ? "" : "s");
    if (results->seed_count > 1)
        text_print(out, " with each of %u seeds", (unsigned)results->seed_count);
    text_put(out,
             ", the least and the most.\nMillions of agent-ticks in a second. Speed as a "
             "multiple of the first tree's, and of one thread's.\nBytes of an agent, and of its "
             "blackboard. Spawning in nanoseconds for an agent.\n");
    if (results->has_native)
        text_put(out, "Native code beside the interpreter, and its speed as a multiple.\n");
    text_put(out, "\n");
}

static int path_width(const tree_results *results)
{
    size_t width = strlen("tree");
    for (uint32_t i = 0; i < results->tree_count; i++)
        width = strlen(path_of(results, i)) > width ? strlen(path_of(results, i)) : width;
    return (int)width;
}

// A ratio, or nothing in its place.
static void put_ratio(text_out *out, double value)
{
    if (value > 0)
        text_print(out, " %6.2fx", value);
    else
        text_fill(out, ' ', 8);
}

static void put_path(text_out *out, const tree_results *results, uint32_t tree)
{
    const char *path = path_of(results, tree);
    size_t size = strlen(path);
    text_put(out, "  ");
    text_escaped(out, path, size);
    text_fill(out, ' ', (size_t)path_width(results) - size);
}

static void put_row(text_out *out, const tree_results *results, const tree_group *group,
                    const tree_row *row)
{
    const timed *t = &row->times;
    put_path(out, results, row->tree);
    if (results->has_native)
        text_print(out, " %-11s", code_of(row));
    text_print(out, " %5u %7u %8.2f %8.2f %8.2f %9.1f", (unsigned)row->lanes,
               (unsigned)row->threads, t->ns, t->least, t->most, t->ns > 0 ? 1e3 / t->ns : 0);
    put_ratio(out, against_first(group, row));
    put_ratio(out, against_one_thread(group, row));
    if (results->has_native)
        put_ratio(out, against_interpreter(group, row));
    text_print(out, " %7.1f %10.1f %6.1f  %016" PRIx64 "\n", row->bytes, row->blackboard, t->start,
               row->hash);
}

void tree_report_table(text_out *out, const tree_results *results, const tree_group *group)
{
    text_style(out, COLOR_BOLD);
    text_print(out, "%" PRIu64 " agent%s", group->agents, group->agents == 1 ? "" : "s");
    text_style(out, COLOR_OFF);
    text_print(out, ", %" PRIu64 " tick%s\n", group->ticks, group->ticks == 1 ? "" : "s");
    text_style(out, COLOR_DIM);
    text_print(
        out,
        "  %-*s%s lanes threads       ns    least     most  Mticks/s   first threads%s   bytes "
        "blackboard  spawn  hash\n",
        path_width(results), "tree", results->has_native ? " code       " : "",
        results->has_native ? "  interp" : "");
    text_style(out, COLOR_OFF);
    for (uint32_t i = 0; i < group->row_count; i++)
        put_row(out, results, group, &group->rows[i]);
    text_put(out, "\n");
}

// ---- growth

enum { LABEL_SIZE = 40 };

static void row_label(const tree_row *row, char label[LABEL_SIZE])
{
    int size =
        snprintf(label, LABEL_SIZE, "%u lane%s", (unsigned)row->lanes, row->lanes == 1 ? "" : "s");
    if (row->threads > 1)
        size += snprintf(label + size, LABEL_SIZE - (size_t)size, ", %u threads",
                         (unsigned)row->threads);
    if (row->is_native)
        snprintf(label + size, LABEL_SIZE - (size_t)size, ", native");
}

static int label_width(const tree_results *results)
{
    return results->has_native ? 28 : 20;
}

static void put_growth_head(text_out *out, const tree_results *results, uint32_t tree)
{
    const tree_group *first = &results->groups[0];
    const char *path = path_of(results, tree);
    text_style(out, COLOR_BOLD);
    text_escaped(out, path, strlen(path));
    text_style(out, COLOR_OFF);
    text_print(out, ": %" PRIu64 " ticks, ns for an agent's tick\n  %10s", first->ticks, "agents");
    for (uint32_t k = 0; k < first->row_count; k++) {
        char label[LABEL_SIZE];
        row_label(&first->rows[k], label);
        if (first->rows[k].tree == tree)
            text_print(out, " %*s", label_width(results), label);
    }
    text_put(out, "\n");
}

void tree_report_growth(text_out *out, const tree_results *results)
{
    for (uint32_t tree = 0; tree < results->tree_count; tree++) {
        put_growth_head(out, results, tree);
        for (uint32_t i = 0; i < results->group_count; i++) {
            const tree_group *group = &results->groups[i];
            text_print(out, "  %10" PRIu64, group->agents);
            for (uint32_t k = 0; k < group->row_count; k++)
                if (group->rows[k].tree == tree)
                    text_print(out, " %*.2f", label_width(results), group->rows[k].times.ns);
            text_put(out, "\n");
        }
        text_put(out, "\n");
    }
}

// ---- for tools

static uint32_t fields_of(const tree_results *results, const tree_group *group, const tree_row *row,
                          bench_field fields[BENCH_FIELDS])
{
    bench_field_list l = {.fields = fields};
    const timed *t = &row->times;
    double first = against_first(group, row), one = against_one_thread(group, row);
    double interpreter = against_interpreter(group, row);
    if (results->is_growth) {
        bench_add_text(&l, "sweep", "agents");
        bench_add_count(&l, "x", group->agents, true);
    }
    bench_add_text(&l, "file", path_of(results, row->tree));
    bench_add_text(&l, "tree", gestalt_shape_name(results->trees[row->tree].shape));
    bench_add_count(&l, "agents", group->agents, true);
    bench_add_count(&l, "ticks", group->ticks, true);
    bench_add_count(&l, "lanes", row->lanes, true);
    bench_add_count(&l, "threads", row->threads, true);
    bench_add_count(&l, "seed", results->seeds[0], true);
    bench_add_count(&l, "seeds", results->seed_count, true);
    bench_add_number(&l, "ns_per_tick", t->ns, true);
    bench_add_number(&l, "ns_least", t->least, true);
    bench_add_number(&l, "ns_most", t->most, true);
    bench_add_number(&l, "cpu_ns", t->cpu, true);
    bench_add_number(&l, "wall_ns", t->wall, true);
    bench_add_number(&l, "ticks_per_second", t->ns > 0 ? 1e9 / t->ns : 0, t->ns > 0);
    bench_add_number(&l, "ratio_first_tree", first, first > 0);
    bench_add_number(&l, "ratio_one_thread", one, one > 0);
    bench_add_number(&l, "bytes_per_agent", row->bytes, true);
    bench_add_number(&l, "blackboard_bytes", row->blackboard, true);
    bench_add_number(&l, "spawn_ns", t->start, true);
    bench_add_hash(&l, "hash", row->hash);
    bench_add_text(&l, "code", code_of(row));
    bench_add_number(&l, "ratio_interpreted", interpreter, interpreter > 0);
    return l.count;
}

static uint32_t fields_at(const void *of, bool is_growth, uint32_t index,
                          bench_field fields[BENCH_FIELDS])
{
    const tree_results *results = of;
    for (uint32_t i = 0; i < results->group_count && is_growth == results->is_growth; i++) {
        const tree_group *group = &results->groups[i];
        if (index < group->row_count)
            return fields_of(results, group, &group->rows[index], fields);
        index -= group->row_count;
    }
    return 0;
}

bench_rows tree_report_rows(const tree_results *results)
{
    return (bench_rows){&results->setup, fields_at, results};
}

// ---- plots

// There is room for each row, as was checked before measuring. Rows with the same label share a
// line.
static void add_step(line_plot_panel *panel, const tree_group *group, uint32_t tree,
                     char labels[LINE_PLOT_SERIES][LABEL_SIZE])
{
    uint32_t color = 0;
    for (uint32_t k = 0; k < group->row_count; k++) {
        if (group->rows[k].tree != tree)
            continue;
        row_label(&group->rows[k], labels[color]);
        line_plot_series *s = line_plot_find(panel, labels[color], color);
        color++;
        if (s->point_count == LINE_PLOT_POINTS || group->rows[k].times.ns <= 0)
            continue;
        s->x[s->point_count] = (double)group->agents;
        s->y[s->point_count++] = group->rows[k].times.ns;
    }
}

void tree_report_plot(text_out *out, const tree_results *results)
{
    line_plot_panel *panels = results->panels;
    char labels[LINE_PLOT_SERIES][LABEL_SIZE], note[512];
    for (uint32_t tree = 0; tree < results->tree_count; tree++) {
        panels[tree] = (line_plot_panel){.title = path_of(results, tree),
                                         .x_label = "agents",
                                         .y_label = "ns for an agent's tick",
                                         .x_base = 10};
        for (uint32_t i = 0; i < results->group_count; i++)
            add_step(&panels[tree], &results->groups[i], tree, labels);
    }
    snprintf(note, sizeof note, "%s, %s, %s, medians of %u; one thread but where it says more",
             results->setup.machine.processor, results->setup.machine.compiler, results->setup.set,
             (unsigned)results->setup.repeats);
    line_plot_write(out, "How the time of an agent's tick grows", note, panels,
                    results->tree_count);
}
