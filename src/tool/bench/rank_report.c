// SPDX-License-Identifier: MIT
#include "rank_report.h"

#include "states_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- figures

static const run *run_of(const rank_results *results, const rank_row *row)
{
    return results->task->runs[row->file];
}

static const run_traits *traits_of(const rank_results *results)
{
    return &results->task->runs[0]->kind->traits;
}

// Return the row of the same file with the fewest ranks.
static const rank_row *first_of(const rank_group *group, const rank_row *row)
{
    const rank_row *first = row;
    for (uint32_t i = 0; i < group->row_count; i++)
        if (group->rows[i].file == row->file && group->rows[i].ranks < first->ranks)
            first = &group->rows[i];
    return first;
}

// Return how many times as many agents' ticks a row does in a second as the first row.
static double speedup_of(const rank_group *group, const rank_row *row)
{
    const rank_row *first = first_of(group, row);
    if (row->times.ns <= 0 || first->begun == 0)
        return 0;
    return first->times.ns / row->times.ns * (double)row->begun / (double)first->begun;
}

static double efficiency_of(const rank_group *group, const rank_row *row)
{
    return speedup_of(group, row) * first_of(group, row)->ranks / row->ranks;
}

// Return how many times the processor time of the first row an agent's tick takes.
static double cost_of(const rank_group *group, const rank_row *row)
{
    const rank_row *first = first_of(group, row);
    return first->times.cpu > 0 ? row->times.cpu / first->times.cpu : 0;
}

static double mean_of(const rank_row *row, double sum)
{
    return row->rounds ? sum / row->rounds : 0;
}

// Return a sum over all ranks and ticks as the number of one rank and tick.
static double each_of(const rank_row *row, uint64_t sum)
{
    return row->measured ? (double)sum / (double)row->measured / row->ranks : 0;
}

// ---- for people

void rank_report_head(text_out *out, const rank_results *results)
{
    const rank_task *t = results->task;
    const char *tick = traits_of(results)->tick;
    bench_put_setup(out, &results->setup);
    text_print(out, "%s, %u rank%s on %u machine%s; %u thread%s of each rank, %u lane%s\n",
               results->places.launcher, (unsigned)team_size(), text_plural(team_size(), "", "s"),
               (unsigned)results->places.machines, text_plural(results->places.machines, "", "s"),
               (unsigned)t->threads, text_plural(t->threads, "", "s"), (unsigned)t->lanes,
               text_plural(t->lanes, "", "s"));
    text_print(out,
               "Wall time of a %s of all agents: medians of %u round%s, and the error of the "
               "median (spread).\n",
               tick, (unsigned)results->setup.repeats,
               text_plural(results->setup.repeats, "", "s"));
    text_print(out,
               "Speedup and efficiency relative to the fewest ranks. Processor time of an agent's "
               "%s in nanoseconds,\nwithout waiting for other ranks, and relative to the fewest "
               "ranks (cost).\n",
               tick);
    text_put(out, "The rank with the most agents (uneven) and the busiest rank (slowest), "
                  "relative to the mean.\n");
    if (traits_of(results)->has_world)
        text_put(out, "Ghosts, bytes about ghosts and migrants: of one rank in one step.\n");
    if (results->places.is_crowded)
        text_put(out, "warning: a machine has more threads of ranks than processors, so wall times "
                      "show no scaling: compare processor times\n");
    text_put(out, "\n");
}

static int path_width(const rank_results *results)
{
    size_t width = strlen(traits_of(results)->name);
    for (uint32_t i = 0; i < results->task->file_count; i++) {
        size_t size = strlen(results->task->runs[i]->path);
        width = size > width ? size : width;
    }
    return (int)width;
}

static void put_path(text_out *out, const rank_results *results, const rank_row *row)
{
    const char *path = run_of(results, row)->path;
    size_t size = strlen(path);
    text_put(out, "  ");
    text_escaped(out, path, size);
    text_fill(out, ' ', (size_t)path_width(results) - size);
}

static void put_columns(text_out *out, const rank_results *results)
{
    text_style(out, COLOR_DIM);
    text_print(out,
               "  %-*s ranks      agents    ms/%s  spread speedup efficiency   cpu ns   cost "
               "uneven slowest%s  hash\n",
               path_width(results), traits_of(results)->name, traits_of(results)->tick,
               traits_of(results)->has_world ? "   ghosts halo bytes migrants" : "");
    text_style(out, COLOR_OFF);
}

static void put_row(text_out *out, const rank_results *results, const rank_group *group,
                    const rank_row *row)
{
    const timed *t = &row->times;
    double spread = noise_spread(&t->range);
    put_path(out, results, row);
    text_print(out, " %5u %11" PRIu64 " %10.3f", (unsigned)row->ranks, row->begun, t->ns / 1e6);
    if (spread >= 0)
        text_print(out, " %5.1f %%", 100 * spread);
    else
        text_fill(out, ' ', 8);
    text_print(out, " %6.2fx %8.1f %% %8.2f %5.2fx %5.2fx %6.2fx", speedup_of(group, row),
               100 * efficiency_of(group, row), t->cpu, cost_of(group, row),
               mean_of(row, row->uneven), mean_of(row, row->slowest));
    if (traits_of(results)->has_world)
        text_print(out, " %8.1f %10.0f %8.2f", each_of(row, row->work.ghosts),
                   each_of(row, row->work.ghost_bytes), each_of(row, row->work.migrants));
    text_print(out, "  %016" PRIx64 "\n", row->hashes[0]);
}

void rank_report_table(text_out *out, const rank_results *results, const rank_group *group)
{
    text_style(out, COLOR_BOLD);
    text_print(out, "%s scaling", group->is_weak ? "weak" : "strong");
    if (group->agents)
        text_print(out, ": %" PRIu64 " agent%s%s", group->agents,
                   text_plural(group->agents, "", "s"), group->is_weak ? " on each rank" : "");
    text_style(out, COLOR_OFF);
    text_print(out, ", %" PRIu64 " %s%s\n", group->ticks, traits_of(results)->tick,
               text_plural(group->ticks, "", "s"));
    put_columns(out, results);
    for (uint32_t i = 0; i < group->row_count; i++)
        put_row(out, results, group, &group->rows[i]);
    text_put(out, "\n");
}

// ---- for tools

static void add_row(bench_field_list *l, const rank_results *results, const rank_group *group,
                    const rank_row *row)
{
    const run *r = run_of(results, row);
    const rank_task *t = results->task;
    bench_add_text(l, "file", r->path);
    bench_add_text(l, "tree", r->kind->title(run_now(r)));
    bench_add_text(l, "scaling", group->is_weak ? "weak" : "strong");
    bench_add_count(l, "ranks", row->ranks, true);
    bench_add_count(l, "threads", t->threads, true);
    bench_add_count(l, "lanes", t->lanes, true);
    bench_add_text(l, "kernels", t->set);
    bench_add_text(l, "states", states_name(t->states));
    bench_add_bool(l, "awake", t->is_awake);
    bench_add_count(l, "agents", row->begun, true);
    bench_add_count(l, "ticks", row->ticks, true);
    bench_add_count(l, "warm_up", t->warm_up, true);
    bench_add_count(l, "seed", row->seed, true);
    bench_add_count(l, "seeds", t->seed_count, true);
}

static void add_times(bench_field_list *l, const rank_group *group, const rank_row *row)
{
    const timed *t = &row->times;
    bench_add_number(l, "ns_per_tick", t->ns, true);
    bench_add_number(l, "ns_low", t->range.low, t->range.is_known);
    bench_add_number(l, "ns_high", t->range.high, t->range.is_known);
    bench_add_number(l, "speedup", speedup_of(group, row), true);
    bench_add_number(l, "efficiency", efficiency_of(group, row), true);
    bench_add_number(l, "cpu_ns_per_agent_tick", t->cpu, true);
    bench_add_number(l, "cost", cost_of(group, row), true);
    bench_add_number(l, "busy", mean_of(row, row->fraction), true);
    bench_add_number(l, "uneven", mean_of(row, row->uneven), true);
    bench_add_number(l, "slowest", mean_of(row, row->slowest), true);
}

static uint32_t fields_of(const rank_results *results, const rank_group *group, const rank_row *row,
                          bench_field fields[BENCH_FIELDS])
{
    bench_field_list l = {.fields = fields};
    bool has_world = traits_of(results)->has_world;
    const team_work *work = &row->work;
    add_row(&l, results, group, row);
    add_times(&l, group, row);
    bench_add_number(&l, "ghosts_per_rank", each_of(row, work->ghosts), has_world);
    bench_add_number(&l, "ghost_bytes_per_rank", each_of(row, work->ghost_bytes), has_world);
    bench_add_number(&l, "migrants_per_rank", each_of(row, work->migrants), has_world);
    bench_add_number(&l, "migrant_bytes_per_rank", each_of(row, work->migrant_bytes), has_world);
    bench_add_number(&l, "divisions", each_of(row, work->divisions) * (double)row->ticks,
                     has_world);
    bench_add_count(&l, "machines", results->places.machines, true);
    bench_add_bool(&l, "crowded", results->places.is_crowded);
    bench_add_text(&l, "launcher", results->places.launcher);
    bench_add_hash(&l, "hash", row->hashes[0]);
    bench_add_list(&l, "samples", row->times.samples, row->times.sample_count);
    return l.count;
}

static uint32_t fields_at(const void *of, bool is_growth, uint32_t index,
                          bench_field fields[BENCH_FIELDS])
{
    const rank_results *results = of;
    for (uint32_t i = 0; i < results->group_count && !is_growth; i++) {
        const rank_group *group = &results->groups[i];
        if (index < group->row_count)
            return fields_of(results, group, &group->rows[index], fields);
        index -= group->row_count;
    }
    return 0;
}

bench_rows rank_report_rows(const rank_results *results)
{
    return (bench_rows){&results->setup, fields_at, results};
}

// ---- plots

// What the panels show, and whether a row has it.
static double panel_value(uint32_t panel, const rank_row *row)
{
    switch (panel) {
    case 0: return row->times.ns / 1e6;
    case 1: return row->times.cpu;
    case 2: return mean_of(row, row->slowest);
    default: return each_of(row, row->work.ghost_bytes);
    }
}

static void label_row(const rank_results *results, const rank_group *group, const rank_row *row,
                      char label[64])
{
    int size = snprintf(label, 64, "%s", group->is_weak ? "weak" : "strong");
    if (group->agents && size > 0)
        size += snprintf(label + size, 64 - (size_t)size, ", %" PRIu64 " agents%s", group->agents,
                         group->is_weak ? " on each rank" : "");
    if (results->task->file_count > 1 && size > 0 && size < 64)
        snprintf(label + size, 64 - (size_t)size, ", %s", run_of(results, row)->path);
}

static void add_point(const rank_results *results, const rank_row *row, uint32_t line)
{
    for (uint32_t panel = 0; panel < RANK_PANELS; panel++) {
        double value = panel_value(panel, row);
        if (value <= 0)
            continue;
        line_plot_series *s = line_plot_find(&results->panels[panel], results->labels[line], line);
        if (!s || s->point_count == LINE_PLOT_POINTS)
            continue;
        s->x[s->point_count] = row->ranks;
        s->y[s->point_count++] = value;
    }
}

void rank_report_plot(text_out *out, const rank_results *results)
{
    static const char *const titles[RANK_PANELS] = {"Time", "Work", "Imbalance", "Halo"};
    const char *tick = traits_of(results)->tick;
    char y_labels[RANK_PANELS][64], note[512];
    snprintf(y_labels[0], sizeof y_labels[0], "ms per %s", tick);
    snprintf(y_labels[1], sizeof y_labels[1], "processor ns per agent's %s", tick);
    snprintf(y_labels[2], sizeof y_labels[2], "busiest rank against the mean");
    snprintf(y_labels[3], sizeof y_labels[3], "bytes per rank and %s", tick);
    for (uint32_t i = 0; i < RANK_PANELS; i++)
        results->panels[i] = (line_plot_panel){.title = titles[i],
                                               .x_label = "ranks",
                                               .y_label = y_labels[i],
                                               .x_base = 2,
                                               .has_own_y = true};
    uint32_t files = results->task->file_count;
    for (uint32_t i = 0; i < results->group_count; i++)
        for (uint32_t k = 0; k < results->groups[i].row_count; k++) {
            const rank_row *row = &results->groups[i].rows[k];
            uint32_t line = i * files + row->file;
            label_row(results, &results->groups[i], row, results->labels[line]);
            add_point(results, row, line);
        }
    snprintf(note, sizeof note, "%s, %s, %s, medians of %u; %u thread%s of each rank",
             results->setup.machine.processor, results->setup.machine.compiler, results->task->set,
             (unsigned)results->setup.repeats, (unsigned)results->task->threads,
             text_plural(results->task->threads, "", "s"));
    line_plot_write(out, "How ranks scale", note, results->panels,
                    traits_of(results)->has_world ? RANK_PANELS : RANK_PANELS - 1);
}
