// SPDX-License-Identifier: MIT
#include "workload_fields.h"

static const measure_row *baseline_of(const bench_group *group, engine_id baseline)
{
    for (uint32_t i = 0; i < group->row_count; i++)
        if (group->rows[i].who.engine == baseline)
            return &group->rows[i];
    return NULL;
}

double bench_ratio(const bench_group *group, const measure_row *row, engine_id baseline)
{
    const measure_row *other = baseline_of(group, baseline);
    return other && row->times.ns > 0 ? other->times.ns / row->times.ns : 0;
}

double bench_visits(const bench_group *group)
{
    for (uint32_t i = 0; i < group->row_count; i++)
        if (group->rows[i].needs.visits > 0)
            return group->rows[i].needs.visits;
    return 0;
}

const measure_row *bench_one_thread(const bench_group *group, const measure_row *row)
{
    const contender *who = &row->who;
    if (who->engine != ENGINE_GESTALT || who->threads == 1)
        return NULL;
    for (uint32_t i = 0; i < group->row_count; i++) {
        const contender *other = &group->rows[i].who;
        if (other->engine == ENGINE_GESTALT && other->threads == 1 && other->lanes == who->lanes &&
            other->expressions == who->expressions && other->native == who->native)
            return &group->rows[i];
    }
    return NULL;
}

double bench_limit(const bench_group *group, const measure_row *row)
{
    const bandwidth *b = row->who.threads > 1 ? &group->all_threads : &group->one_thread;
    const workload *w = &workloads[row->who.workload];
    double best = bandwidth_best(b);
    if (best <= 0 || row->who.engine != ENGINE_GESTALT)
        return 0;
    return (w->read + w->written + 2 * row->needs.bytes) / best;
}

// ---- fields

uint32_t bench_fields(const bench_group *group, const measure_row *row, bool is_growth,
                      bench_field fields[BENCH_FIELDS])
{
    bench_field_list l = {.fields = fields};
    bool is_ours = row->who.engine == ENGINE_GESTALT;
    double inlined = bench_ratio(group, row, ENGINE_INLINED);
    double fnptr = bench_ratio(group, row, ENGINE_FNPTR);
    double naive = bench_ratio(group, row, ENGINE_NAIVE);
    double limit = bench_limit(group, row), visits = bench_visits(group);
    const measure_row *one = bench_one_thread(group, row);
    if (is_growth) {
        bench_add_text(&l, "sweep", growth_table[group->sweep].name);
        bench_add_count(&l, "x", (uint64_t)group->x, true);
    }
    bench_add_text(&l, "workload", contender_workload(&row->who));
    bench_add_count(&l, "agents", row->who.agents, true);
    bench_add_count(&l, "ticks", row->who.ticks, true);
    bench_add_text(&l, "engine", contender_engine(&row->who));
    bench_add_count(&l, "lanes", row->who.lanes, is_ours);
    bench_add_count(&l, "threads", row->who.threads, true);
    bench_add_number(&l, "ns_per_tick", row->times.ns, true);
    bench_add_number(&l, "ns_least", row->times.least, true);
    bench_add_number(&l, "ns_most", row->times.most, true);
    bench_add_number(&l, "cpu_ns", row->times.cpu, true);
    bench_add_number(&l, "wall_ns", row->times.wall, true);
    bench_add_number(&l, "ratio_inlined", inlined, inlined > 0);
    bench_add_number(&l, "ratio_fnptr", fnptr, fnptr > 0);
    bench_add_number(&l, "ratio_naive", naive, naive > 0);
    bench_add_number(&l, "ratio_one_thread", one ? one->times.wall / row->times.wall : 0, one);
    bench_add_number(&l, "bytes_per_agent", row->needs.bytes, true);
    bench_add_number(&l, "rss_per_agent", row->needs.rss, row->needs.rss >= 0);
    bench_add_number(&l, "blackboard_bytes", row->needs.blackboard, true);
    bench_add_number(&l, "spawn_ns", row->times.start, is_ours);
    bench_add_number(&l, "leaf_calls", visits, visits > 0 && !row->who.expressions);
    bench_add_number(&l, "host_calls", row->needs.calls, is_ours && !row->who.expressions);
    bench_add_number(&l, "bandwidth_limit_ns", limit, limit > 0);
    bench_add_number(&l, "of_bandwidth_limit", limit > 0 ? row->times.ns / limit : 0, limit > 0);
    bench_add_hash(&l, "checksum", row->sum);
    return l.count;
}
