// SPDX-License-Identifier: MIT
// Measures the overhead of counting nodes, for each workload. LANES is 64 by default.
//
//     bench_counts [AGENTS [TICKS [ROUNDS [LANES]]]]
//
// Rounds with and without counting alternate, so that other load on the machine affects both.
// Prints the nanoseconds per agent and tick without and with counting in the fastest rounds, the
// ratio of the two, and the median ratio of adjacent rounds.
#include "contender_engine.h"

#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 100000, TICKS = 50, ROUNDS = 21, ROUNDS_MAX = 1000, LANES = 64 };

// Return the nanoseconds of a round, or a negative number after an error.
static double measure_counted(contender *c, bool counts)
{
    contender_round round = {0};
    gestalt_error error = {0};
    c->counts_nodes = counts;
    if (engine_round(c, &round, &error) != GESTALT_OK) {
        fprintf(stderr, "bench_counts: %s\n", error.message);
        return -1;
    }
    return round.cpu / (double)(c->agents * c->ticks);
}

static int compare_ratios(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure_rounds(contender *c, uint64_t count)
{
    double ratios[ROUNDS_MAX], without = 0, with = 0;
    for (uint64_t i = 0; i < count; i++) {
        bool is_first = i % 2;
        double a = measure_counted(c, is_first), b = measure_counted(c, !is_first);
        double off = is_first ? b : a, on = is_first ? a : b;
        if (a < 0 || b < 0)
            return false;
        ratios[i] = on / off;
        without = i == 0 || off < without ? off : without;
        with = i == 0 || on < with ? on : with;
    }
    qsort(ratios, count, sizeof *ratios, compare_ratios);
    printf("%s, %llu agents, %u lanes: a tick %.2f ns, counted %.2f ns: %.3f times as long, "
           "median %.3f\n",
           contender_workload(c), (unsigned long long)c->agents, (unsigned)c->lanes, without, with,
           with / without, ratios[count / 2]);
    return true;
}

int main(int count, char **arguments)
{
    contender c = {.engine = ENGINE_GESTALT,
                   .lanes = count > 4 ? (uint32_t)strtoul(arguments[4], NULL, 10) : LANES,
                   .threads = 1,
                   .agents = count > 1 ? strtoull(arguments[1], NULL, 10) : AGENTS,
                   .ticks = count > 2 ? strtoull(arguments[2], NULL, 10) : TICKS,
                   .set = __builtin_cpu_supports("avx2") ? "avx2" : "plain"};
    uint64_t rounds = count > 3 ? strtoull(arguments[3], NULL, 10) : ROUNDS;
    if (c.agents == 0 || c.ticks == 0 || c.lanes == 0 || c.lanes > LANES || rounds == 0 ||
        rounds > ROUNDS_MAX) {
        fprintf(stderr, "bench_counts: usage: bench_counts [AGENTS [TICKS [ROUNDS [LANES]]]]\n");
        return 1;
    }
    for (c.workload = 0; c.workload < WORKLOAD_COUNT; c.workload++)
        if (!measure_rounds(&c, rounds))
            return 1;
    return 0;
}
