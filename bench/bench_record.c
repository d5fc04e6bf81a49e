// SPDX-License-Identifier: MIT
// Measures the overhead of recording all agents of W1H, relative to their ticks.
//
//     bench_record [AGENTS [TICKS [THREADS]]]
//
// Prints, with a frame after every tick and with a frame after every 10th tick: the nanoseconds per
// agent of a tick and of its recording, the ratio of both together to the tick alone, and the bytes
// per agent and tick. Ticks and recording are measured in the same run. The bytes are discarded.
#include "contender_engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 1000000, TICKS = 100 };

static bool measure_recorded(const contender *c)
{
    contender_round round = {0};
    gestalt_error error = {0};
    if (engine_round(c, &round, &error) != GESTALT_OK) {
        fprintf(stderr, "bench_record: %s\n", error.message);
        return false;
    }
    double all = (double)(c->agents * c->ticks);
    double tick = (c->threads > 1 ? round.wall : round.cpu) / all;
    double record = (c->threads > 1 ? round.record_wall : round.record_cpu) / all;
    printf("%-8s %8" PRIu64 " agents, %" PRIu32 " threads, every %2" PRIu32
           " ticks: %5.2f ns a tick, recording %5.2f ns: %.2f times as long, %.3f bytes\n",
           contender_engine(c), c->agents, c->threads, c->record_every, tick, record,
           (tick + record) / tick, (double)round.record_bytes / all);
    return true;
}

int main(int count, char **arguments)
{
    contender c = {.workload = W1H,
                   .engine = ENGINE_GESTALT,
                   .lanes = 64,
                   .threads = count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 1,
                   .agents = count > 1 ? strtoull(arguments[1], NULL, 10) : AGENTS,
                   .ticks = count > 2 ? strtoull(arguments[2], NULL, 10) : TICKS,
                   .set = __builtin_cpu_supports("avx2") ? "avx2" : "plain"};
    static const uint32_t every[] = {1, 10};
    if (c.agents == 0 || c.ticks == 0 || c.threads == 0) {
        fprintf(stderr, "bench_record: usage: bench_record [AGENTS [TICKS [THREADS]]]\n");
        return 1;
    }
    for (int native = 0; native < 2; native++)
        for (int i = 0; i < 2; i++) {
            c.native = native;
            c.record_every = every[i];
            if (!measure_recorded(&c))
                return 1;
        }
    return 0;
}
