// SPDX-License-Identifier: MIT
#include "run_report.h"

#include "states_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- comparisons

const char *run_report_path(const run_results *results, uint32_t file)
{
    return results->runs[file]->path;
}

// Return the row of a file that differs from another row only in threads and code.
static const run_row *row_of(const run_group *group, uint32_t file, const run_row *like,
                             uint32_t threads, bool is_native)
{
    for (uint32_t i = 0; i < group->row_count; i++) {
        const run_row *row = &group->rows[i];
        if (row->file == file && row->lanes == like->lanes && row->threads == threads &&
            row->is_native == is_native && row->states == like->states &&
            strcmp(row->set, like->set) == 0)
            return row;
    }
    return NULL;
}

static noise_ratio against(const run_results *results, const run_row *other, const run_row *row)
{
    if (!other || other == row)
        return (noise_ratio){0};
    return noise_in_turn(other->times.samples, row->times.samples, row->times.sample_count,
                         results->scratch);
}

// Compare with the first file.
static noise_ratio against_first(const run_results *results, const run_group *group,
                                 const run_row *row)
{
    if (row->file == 0)
        return (noise_ratio){0};
    return against(results, row_of(group, 0, row, row->threads, row->is_native), row);
}

// Compare several threads with one.
static noise_ratio against_one_thread(const run_results *results, const run_group *group,
                                      const run_row *row)
{
    if (row->threads == 1)
        return (noise_ratio){0};
    return against(results, row_of(group, row->file, row, 1, row->is_native), row);
}

// Compare native code with the interpreter.
static noise_ratio against_interpreter(const run_results *results, const run_group *group,
                                       const run_row *row)
{
    if (!row->is_native)
        return (noise_ratio){0};
    return against(results, row_of(group, row->file, row, row->threads, false), row);
}

const char *run_report_code(const run_row *row)
{
    return row->is_native ? "native" : "interpreted";
}

// Return the fraction of agents and ticks in which the agent slept.
static double asleep_of(const run_row *row)
{
    return row->updates ? (double)row->slept / (double)row->updates : 0;
}

// Return how many ticks of all agents fit into a second.
static double ticks_per_second(const run_row *row)
{
    double time = row->measured ? row->times.ns * (double)row->updates / (double)row->measured : 0;
    return time > 0 ? 1e9 / time : 0;
}

static const run_traits *traits_of(const run_results *results)
{
    return &results->runs[0]->kind->traits;
}

// ---- for people

static void put_clock_line(text_out *out, const run_results *results)
{
    text_print(out, "Times in nanoseconds per agent and %s: medians of %u round%s",
               traits_of(results)->tick, (unsigned)results->setup.repeats,
               text_plural(results->setup.repeats, "", "s"));
    if (results->seed_count > 1)
        text_print(out, " with each of %u seeds", (unsigned)results->seed_count);
    if (results->warm_up > 0)
        text_print(out, ", after %" PRIu64 " %s%s to warm up", results->warm_up,
                   traits_of(results)->tick, text_plural(results->warm_up, "", "s"));
    bool is_wall = results->group_most > 0 && results->groups[0].row_count > 0;
    for (uint32_t i = 0; is_wall && i < results->groups[0].row_count; i++)
        if (results->groups[0].rows[i].threads > 1) {
            text_put(out, "; wall time.\n");
            return;
        }
    text_put(out, "; processor time.\n");
}

void run_report_head(text_out *out, const run_results *results)
{
    bench_put_setup(out, &results->setup);
    put_clock_line(out, results);
    text_put(out, "Minimum and maximum, and the error of the median (spread). `~` before a ratio: "
                  "the difference is within the noise.\n");
    if (results->is_awake)
        text_put(out, "Agents were kept awake.\n");
    else
        text_print(out, "Ticks skip agents that sleep: `asleep` is their average number%s.\n",
                   results->has_own_agents ? "" : "; --awake keeps all agents awake");
    text_print(out,
               "%sillions of agent-%ss per second. Speed relative to the first %s, and to one "
               "thread.\n%s\n",
               results->has_own_agents ? "Steps of all agents, and m" : "M",
               traits_of(results)->tick, traits_of(results)->name,
               results->has_own_agents ? "Bytes per agent of the tree, and of the blackboard."
                                       : "Bytes per agent, without and for the blackboard. "
                                         "Spawning in nanoseconds per agent.");
    if (results->has_native)
        text_put(out, "Native code compared with the interpreter.\n");
    text_put(out, "\n");
}

static int path_width(const run_results *results)
{
    size_t width = strlen(traits_of(results)->name);
    for (uint32_t i = 0; i < results->file_count; i++)
        width = strlen(run_report_path(results, i)) > width ? strlen(run_report_path(results, i))
                                                            : width;
    return (int)width;
}

// Write a ratio, or blanks if there is none.
static void put_ratio(text_out *out, noise_ratio value)
{
    char text[32];
    if (!(value.ratio > 0)) {
        text_fill(out, ' ', 9);
        return;
    }
    snprintf(text, sizeof text, "%s%.2fx", value.verdict == NOISE_WITHIN ? "~" : "", value.ratio);
    text_print(out, " %8s", text);
}

static void put_spread(text_out *out, const timed *t)
{
    double spread = noise_spread(&t->range);
    if (spread >= 0)
        text_print(out, " %5.1f %%", 100 * spread);
    else
        text_fill(out, ' ', 8);
}

static void put_path(text_out *out, const run_results *results, uint32_t file)
{
    const char *path = run_report_path(results, file);
    size_t size = strlen(path);
    text_put(out, "  ");
    text_escaped(out, path, size);
    text_fill(out, ' ', (size_t)path_width(results) - size);
}

// Return whether one form of states describes a row: that of its only group.
static bool has_form(const run_results *results, const run_row *row)
{
    return run_group_count(results->runs[row->file]) == 1;
}

// Return whether agents were spawned; otherwise they come from a snapshot or with the world.
static bool has_spawns(const run_results *results)
{
    return !results->resumes && !results->has_own_agents;
}

static void put_row(text_out *out, const run_results *results, const run_group *group,
                    const run_row *row)
{
    const timed *t = &row->times;
    put_path(out, results, row->file);
    if (results->has_native)
        text_print(out, " %-11s", run_report_code(row));
    text_print(out, " %-6s", has_form(results, row) ? states_name(row->form.form) : "-");
    if (results->has_sets)
        text_print(out, " %-7s", row->set);
    text_print(out, " %5u %7u", (unsigned)row->lanes, (unsigned)row->threads);
    if (results->has_own_agents)
        text_print(out, " %8" PRIu64, row->agents);
    text_print(out, " %8.2f %8.2f %8.2f", t->ns, t->least, t->most);
    put_spread(out, t);
    if (results->has_own_agents)
        text_print(out, " %9.1f", ticks_per_second(row));
    text_print(out, " %9.1f %5.1f %%", t->ns > 0 ? 1e3 / t->ns : 0, 100 * asleep_of(row));
    put_ratio(out, against_first(results, group, row));
    put_ratio(out, against_one_thread(results, group, row));
    if (results->has_native)
        put_ratio(out, against_interpreter(results, group, row));
    if (results->has_against)
        put_ratio(out, row->against);
    text_print(out, " %7.1f %10.1f", row->bytes, row->blackboard);
    if (has_spawns(results))
        text_print(out, " %6.1f", t->start);
    else if (!results->has_own_agents)
        text_fill(out, ' ', 7);
    text_print(out, "  %016" PRIx64 "\n", row->hash);
}

static void put_columns(text_out *out, const run_results *results)
{
    text_style(out, COLOR_DIM);
    text_print(out,
               "  %-*s%s states%s lanes threads%s       ns    least     most  spread%s  "
               "asleep    first  threads%s%s   bytes blackboard%s  hash\n",
               path_width(results), traits_of(results)->name,
               results->has_native ? " code       " : "", results->has_sets ? " kernels" : "",
               results->has_own_agents ? "   agents" : "",
               results->has_own_agents ? "   steps/s  Msteps/s" : "  Mticks/s",
               results->has_native ? "   interp" : "", results->has_against ? "  against" : "",
               results->has_own_agents ? "" : "  spawn");
    text_style(out, COLOR_OFF);
}

// Warn about other programs that ran during the measurement.
static void put_load(text_out *out, const run_group *group)
{
    if (group->is_disturbed)
        text_print(out,
                   "  warning: other programs used %.1f of %u processors during the measurement, "
                   "so the times are uncertain\n",
                   group->others, (unsigned)group->processors);
}

// Return whether an earlier row has the same file, lanes and option.
static bool states_were_told(const run_group *group, uint32_t number)
{
    const run_row *row = &group->rows[number];
    for (uint32_t i = 0; i < number; i++) {
        const run_row *before = &group->rows[i];
        if (before->file == row->file && before->lanes == row->lanes &&
            before->states == row->states)
            return true;
    }
    return false;
}

static void put_states(text_out *out, const run_results *results, const run_group *group)
{
    for (uint32_t i = 0; i < group->row_count; i++) {
        const run_row *row = &group->rows[i];
        if (states_were_told(group, i) || !has_form(results, row))
            continue;
        const char *path = run_report_path(results, row->file);
        text_put(out, "  ");
        text_escaped(out, path, strlen(path));
        text_print(out, ", %u lane%s: ", (unsigned)row->lanes, text_plural(row->lanes, "", "s"));
        states_put_why(out, &row->form);
        text_put(out, "\n");
    }
}

void run_report_table(text_out *out, const run_results *results, const run_group *group)
{
    text_style(out, COLOR_BOLD);
    if (group->agents)
        text_print(out, "%" PRIu64 " agent%s", group->agents, text_plural(group->agents, "", "s"));
    text_style(out, COLOR_OFF);
    text_print(out, "%s%" PRIu64 " %s%s\n", group->agents ? ", " : "", group->ticks,
               traits_of(results)->tick, text_plural(group->ticks, "", "s"));
    put_columns(out, results);
    for (uint32_t i = 0; i < group->row_count; i++)
        put_row(out, results, group, &group->rows[i]);
    put_states(out, results, group);
    put_load(out, group);
    text_put(out, "\n");
}

void run_report_against(text_out *out, const run_results *results, const char *path)
{
    uint32_t others = 0, rows = 0;
    for (uint32_t i = 0; i < results->group_count; i++)
        for (uint32_t k = 0; k < results->groups[i].row_count; k++) {
            const run_row *row = &results->groups[i].rows[k];
            rows++;
            others += row->against.ratio > 0 && !row->is_same_as_saved;
        }
    text_escaped(out, path, strlen(path));
    text_print(out, " has %u of %u rows", (unsigned)results->compared_count, (unsigned)rows);
    text_put(out, results->compared_count < rows
                      ? ": with the same agents, ticks, lanes, threads, kernels, states, seeds and "
                        "clock\n"
                      : "\n");
    if (others > 0)
        text_print(out, "%u of them ended with another hash: their agents behaved differently\n",
                   (unsigned)others);
}

// ---- growth

enum { LABEL_SIZE = 64 };

static void row_label(const run_results *results, const run_row *row, char label[LABEL_SIZE])
{
    int size = snprintf(label, LABEL_SIZE, "%u lane%s", (unsigned)row->lanes,
                        text_plural(row->lanes, "", "s"));
    if (row->threads > 1)
        size += snprintf(label + size, LABEL_SIZE - (size_t)size, ", %u threads",
                         (unsigned)row->threads);
    if (results->has_sets)
        size += snprintf(label + size, LABEL_SIZE - (size_t)size, ", %s", row->set);
    if (results->has_forms)
        size += snprintf(label + size, LABEL_SIZE - (size_t)size, ", %s", states_name(row->states));
    if (row->is_native)
        snprintf(label + size, LABEL_SIZE - (size_t)size, ", native");
}

static int label_width(const run_results *results)
{
    return 20 + 8 * results->has_native + 8 * results->has_sets + 8 * results->has_forms;
}

static void put_growth_head(text_out *out, const run_results *results, uint32_t file)
{
    const run_group *first = &results->groups[0];
    const char *path = run_report_path(results, file);
    text_style(out, COLOR_BOLD);
    text_escaped(out, path, strlen(path));
    text_style(out, COLOR_OFF);
    text_print(out, ": %" PRIu64 " tick%s, ns per agent-tick\n  %10s", first->ticks,
               text_plural(first->ticks, "", "s"), "agents");
    for (uint32_t k = 0; k < first->row_count; k++) {
        char label[LABEL_SIZE];
        row_label(results, &first->rows[k], label);
        if (first->rows[k].file == file)
            text_print(out, " %*s", label_width(results), label);
    }
    text_put(out, "\n");
}

void run_report_growth(text_out *out, const run_results *results)
{
    for (uint32_t file = 0; file < results->file_count; file++) {
        put_growth_head(out, results, file);
        for (uint32_t i = 0; i < results->group_count; i++) {
            const run_group *group = &results->groups[i];
            text_print(out, "  %10" PRIu64, group->agents);
            for (uint32_t k = 0; k < group->row_count; k++)
                if (group->rows[k].file == file)
                    text_print(out, " %*.2f", label_width(results), group->rows[k].times.ns);
            text_put(out, "\n");
            put_load(out, group);
        }
        text_put(out, "\n");
    }
}

// ---- for tools

static void add_ratio(bench_field_list *l, const char *name, noise_ratio value)
{
    bench_add_number(l, name, value.ratio, value.ratio > 0);
}

static void add_verdict(bench_field_list *l, const char *name, noise_ratio value)
{
    if (value.ratio > 0)
        bench_add_text(l, name, noise_word(value.verdict));
    else
        bench_add_count(l, name, 0, false);
}

static void add_row(bench_field_list *l, const run_results *results, const run_group *group,
                    const run_row *row)
{
    const run *r = results->runs[row->file];
    bench_add_text(l, "file", run_report_path(results, row->file));
    bench_add_text(l, "tree", r->kind->title(run_now(r)));
    bench_add_count(l, "agents", row->agents, true);
    bench_add_count(l, "ticks", group->ticks, true);
    bench_add_count(l, "lanes", row->lanes, true);
    bench_add_count(l, "threads", row->threads, true);
    bench_add_count(l, "seed", row->seed, !results->resumes);
    bench_add_count(l, "seeds", results->seed_count, true);
}

static void add_times(bench_field_list *l, const timed *t)
{
    bench_add_number(l, "ns_per_tick", t->ns, true);
    bench_add_number(l, "ns_least", t->least, true);
    bench_add_number(l, "ns_most", t->most, true);
    bench_add_number(l, "cpu_ns", t->cpu, true);
    bench_add_number(l, "wall_ns", t->wall, true);
    bench_add_number(l, "ticks_per_second", t->ns > 0 ? 1e9 / t->ns : 0, t->ns > 0);
}

// Newer fields follow the older ones, because some programs read columns by their numbers.
static void add_more(bench_field_list *l, const run_results *results, const run_group *group,
                     const run_row *row)
{
    const timed *t = &row->times;
    bench_add_text(l, "clock", t->is_wall ? "wall" : "cpu");
    bench_add_number(l, "ns_low", t->range.low, t->range.is_known);
    bench_add_number(l, "ns_high", t->range.high, t->range.is_known);
    bench_add_count(l, "warm_up", results->warm_up, true);
    bench_add_bool(l, "awake", results->is_awake);
    bench_add_number(l, "asleep", asleep_of(row), true);
    bench_add_text(l, "kernels", row->set);
    bench_add_text(l, "states", states_name(row->states));
    if (has_form(results, row))
        bench_add_text(l, "states_form", states_name(row->form.form));
    else
        bench_add_count(l, "states_form", 0, false);
    add_verdict(l, "verdict_first_tree", against_first(results, group, row));
    add_verdict(l, "verdict_one_thread", against_one_thread(results, group, row));
    add_verdict(l, "verdict_interpreted", against_interpreter(results, group, row));
    add_ratio(l, "ratio_against", row->against);
    add_verdict(l, "verdict_against", row->against);
    bench_add_number(l, "others_busy", group->others, group->others >= 0);
    bench_add_list(l, "samples", t->samples, t->sample_count);
    bench_add_count(l, "states_sparse_bytes", row->form.sparse_size, has_form(results, row));
    bench_add_count(l, "states_masks_bytes", row->form.masks_size, has_form(results, row));
    bench_add_count(l, "states_allowance", row->form.allowance, has_form(results, row));
    bench_add_number(l, "population_ticks_per_second", ticks_per_second(row), t->ns > 0);
}

static uint32_t fields_of(const run_results *results, const run_group *group, const run_row *row,
                          bench_field fields[BENCH_FIELDS])
{
    bench_field_list l = {.fields = fields};
    if (results->is_growth) {
        bench_add_text(&l, "sweep", "agents");
        bench_add_count(&l, "x", group->agents, true);
    }
    add_row(&l, results, group, row);
    add_times(&l, &row->times);
    add_ratio(&l, "ratio_first_tree", against_first(results, group, row));
    add_ratio(&l, "ratio_one_thread", against_one_thread(results, group, row));
    bench_add_number(&l, "bytes_per_agent", row->bytes, true);
    bench_add_number(&l, "blackboard_bytes", row->blackboard, true);
    bench_add_number(&l, "spawn_ns", row->times.start, has_spawns(results));
    bench_add_hash(&l, "hash", row->hash);
    bench_add_text(&l, "code", run_report_code(row));
    add_ratio(&l, "ratio_interpreted", against_interpreter(results, group, row));
    add_more(&l, results, group, row);
    return l.count;
}

static uint32_t fields_at(const void *of, bool is_growth, uint32_t index,
                          bench_field fields[BENCH_FIELDS])
{
    const run_results *results = of;
    for (uint32_t i = 0; i < results->group_count && is_growth == results->is_growth; i++) {
        const run_group *group = &results->groups[i];
        if (index < group->row_count)
            return fields_of(results, group, &group->rows[index], fields);
        index -= group->row_count;
    }
    return 0;
}

bench_rows run_report_rows(const run_results *results)
{
    return (bench_rows){&results->setup, fields_at, results};
}

// ---- plots

// Add the rows of a group to a panel. Whether there are enough series was checked before measuring.
// Rows with the same label share a line.
static void add_step(const run_results *results, line_plot_panel *panel, const run_group *group,
                     uint32_t file, char labels[LINE_PLOT_SERIES][LABEL_SIZE])
{
    uint32_t color = 0;
    for (uint32_t k = 0; k < group->row_count; k++) {
        if (group->rows[k].file != file)
            continue;
        row_label(results, &group->rows[k], labels[color]);
        line_plot_series *s = line_plot_find(panel, labels[color], color);
        color++;
        if (s->point_count == LINE_PLOT_POINTS || group->rows[k].times.ns <= 0)
            continue;
        s->x[s->point_count] = (double)group->agents;
        s->y[s->point_count++] = group->rows[k].times.ns;
    }
}

void run_report_plot(text_out *out, const run_results *results)
{
    line_plot_panel *panels = results->panels;
    char labels[LINE_PLOT_SERIES][LABEL_SIZE], note[512];
    for (uint32_t file = 0; file < results->file_count; file++) {
        panels[file] = (line_plot_panel){.title = run_report_path(results, file),
                                         .x_label = "agents",
                                         .y_label = "ns per agent-tick",
                                         .x_base = 10};
        for (uint32_t i = 0; i < results->group_count; i++)
            add_step(results, &panels[file], &results->groups[i], file, labels);
    }
    snprintf(note, sizeof note, "%s, %s, %s, medians of %u; one thread unless a label has more",
             results->setup.machine.processor, results->setup.machine.compiler, results->setup.set,
             (unsigned)results->setup.repeats);
    line_plot_write(out, "How the time of an agent's tick grows", note, panels,
                    results->file_count);
}
