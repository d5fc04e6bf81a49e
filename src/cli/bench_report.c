// SPDX-License-Identifier: MIT
#include "bench_report.h"

#include <inttypes.h>

double bench_ratio(const bench_group *group, const measure_row *row, engine_id baseline)
{
    return row->ns > 0 ? group->rows[baseline].ns / row->ns : 0;
}

// ---- for people

static void put_head(text_out *out, const bench_group *group)
{
    const measure_row *first = &group->rows[0];
    double visits = group->rows[group->row_count - 1].needs.visits;
    for (uint32_t i = 0; i < group->row_count; i++)
        if (group->rows[i].needs.visits > 0)
            visits = group->rows[i].needs.visits;
    text_style(out, COLOR_BOLD);
    text_put(out, contender_workload(&first->who));
    text_style(out, COLOR_OFF);
    text_print(out, ": %s; %" PRIu64 " agents, %" PRIu64 " ticks, %.2f leaves a tick\n",
               workloads[first->who.workload].summary, first->who.agents, first->who.ticks, visits);
    text_style(out, COLOR_DIM);
    text_put(out, "  engine        lanes threads      ns     (a)     (b)  bytes    rss   spawn  "
                  "checksum\n");
    text_style(out, COLOR_OFF);
}

static void put_row(text_out *out, const bench_group *group, const measure_row *row)
{
    bool is_ours = row->who.engine == ENGINE_GESTALT;
    const char *name =
        row->who.expressions ? contender_workload(&row->who) : contender_engine(&row->who);
    text_print(out, "  %-12s", name);
    if (is_ours)
        text_print(out, " %6u %7u", (unsigned)row->who.lanes, (unsigned)row->who.threads);
    else
        text_fill(out, ' ', 15);
    text_print(out, " %7.2f %6.2fx %6.2fx %6.1f", row->ns, bench_ratio(group, row, ENGINE_INLINED),
               bench_ratio(group, row, ENGINE_FNPTR), row->needs.bytes);
    if (row->needs.rss >= 0)
        text_print(out, " %6.1f", row->needs.rss);
    else
        text_fill(out, ' ', 7);
    if (is_ours)
        text_print(out, " %7.1f", row->spawn);
    else
        text_fill(out, ' ', 8);
    text_print(out, "  %016" PRIx64 "\n", row->sum);
}

void bench_report_table(text_out *out, const bench_group *group)
{
    put_head(out, group);
    for (uint32_t i = 0; i < group->row_count; i++)
        put_row(out, group, &group->rows[i]);
    text_put(out, "\n");
}
