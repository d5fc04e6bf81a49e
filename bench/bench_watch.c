// SPDX-License-Identifier: MIT
// Measures what watches cost: ticks of W1H without any, with a watch of one agent, with a watch of
// one node of all agents, with the same on all threads, and with hooks for everything.
//
//     bench_watch [AGENTS [TICKS [ROUNDS [LANES [THREADS [native]]]]]]
//
// Rounds alternate, so that other load on the machine affects all. Prints nanoseconds per agent and
// tick in the fastest round of each, and the median ratio to the round without watches before it.
#include "contender_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 1000000, TICKS = 10, ROUNDS = 11, ROUNDS_MAX = 1000, LANES = 64 };

static const char *const names[WATCHES_COUNT] = {
    "nothing", "one agent", "one node", "one node, on all threads", "everything, with hooks"};

// Return the nanoseconds of a round, or a negative number after an error.
static double measure_watched(contender *c, contender_watching what)
{
    contender_round round = {0};
    gestalt_error error = {0};
    c->watching = what;
    if (engine_round(c, &round, &error) != GESTALT_OK) {
        fprintf(stderr, "bench_watch: %s\n", error.message);
        return -1;
    }
    return (c->threads > 1 ? round.wall : round.cpu) / (double)(c->agents * c->ticks);
}

static int compare_ratios(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure_rounds(contender *c, contender_watching what, uint64_t count)
{
    double ratios[ROUNDS_MAX], least[2] = {0};
    for (uint64_t i = 0; i < count; i++) {
        bool is_first = i % 2;
        double a = measure_watched(c, is_first ? what : WATCHES_NOTHING),
               b = measure_watched(c, is_first ? WATCHES_NOTHING : what);
        double off = is_first ? b : a, on = is_first ? a : b;
        if (a < 0 || b < 0)
            return false;
        ratios[i] = on / off;
        least[0] = i == 0 || off < least[0] ? off : least[0];
        least[1] = i == 0 || on < least[1] ? on : least[1];
    }
    qsort(ratios, count, sizeof *ratios, compare_ratios);
    printf("%s, %llu agents, %u lanes, %u threads: a tick %.2f ns, watching %s %.2f ns: %.3f times "
           "as long, median %.3f\n",
           contender_workload(c), (unsigned long long)c->agents, (unsigned)c->lanes,
           (unsigned)c->threads, least[0], names[what], least[1], least[1] / least[0],
           ratios[count / 2]);
    return true;
}

static uint64_t read_number(int count, char **arguments, int at, uint64_t otherwise)
{
    return count > at ? strtoull(arguments[at], NULL, 10) : otherwise;
}

int main(int count, char **arguments)
{
    contender c = {.engine = ENGINE_GESTALT,
                   .workload = W1H,
                   .lanes = (uint32_t)read_number(count, arguments, 4, LANES),
                   .threads = (uint32_t)read_number(count, arguments, 5, 1),
                   .native = count > 6 && strcmp(arguments[6], "native") == 0,
                   .agents = read_number(count, arguments, 1, AGENTS),
                   .ticks = read_number(count, arguments, 2, TICKS),
                   .set = __builtin_cpu_supports("avx2") ? "avx2" : "plain"};
    uint64_t rounds = read_number(count, arguments, 3, ROUNDS);
    if (c.agents == 0 || c.ticks == 0 || c.lanes == 0 || c.lanes > LANES || c.threads == 0 ||
        rounds == 0 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "bench_watch: usage: bench_watch [AGENTS [TICKS [ROUNDS [LANES [THREADS "
                        "[native]]]]]]\n");
        return 1;
    }
    for (contender_watching what = WATCHES_ONE; what < WATCHES_COUNT; what++)
        if (!measure_rounds(&c, what, rounds))
            return 1;
    return 0;
}
