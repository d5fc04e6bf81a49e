// SPDX-License-Identifier: MIT
// The workloads of the benchmarks: agents that flee, attack, chase and patrol, in three variants
// (W1), 64 conditions one after the other (W2), and a leaf below 32 sequences (W3).
//
// This file defines the values of an agent as a struct, their initial values, how the world changes
// them between ticks, and a checksum of the final values. All floats are small multiples of 1/8, so
// every correct engine ends with the same bits, whatever the order of operations.
// docs/performance.md describes the leaves and the trees.
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum workload_id {
    W1H, // priorities, sequences that resume: the main workload
    W1R, // priorities, reactive sequences
    W1M, // selectors and sequences that resume
    W2,
    W3,
    WORKLOAD_COUNT
} workload_id;

/// An agent as a C programmer would write it: 32 bytes.
typedef struct agent {
    uint32_t rng;
    float health, dist, fatigue;
    int16_t timer;
    uint8_t cur;
    uint8_t visible;
    uint32_t done, work;
    uint16_t aborts;
    uint8_t key;
    uint8_t resume; // action that is running, for handwritten code
} agent;

/// The constants of a workload, besides its tree.
typedef struct workload {
    const char *name;
    bool has_world;          // a world changes the agents between ticks
    uint32_t read, written;  // bytes of an agent's blackboard that a tick reads and writes
    const char *expressions; // name of the form without host functions, or NULL
    const char *summary;
} workload;
extern const workload workloads[WORKLOAD_COUNT];

/// Return the initial values of agent number i.
agent workload_start(uint64_t i);

/// Change the agents between two ticks, as the world does.
void workload_move(agent *agents, uint64_t count);

/// Add the values of one agent to a checksum, which starts as WORKLOAD_SUM. The order of agents
/// matters.
#define WORKLOAD_SUM UINT64_C(1469598103934665603)
static inline uint64_t workload_sum(uint64_t sum, float health, float dist, float fatigue,
                                    int32_t timer, int32_t cur, uint32_t done, uint32_t work)
{
    const uint32_t values[] = {(uint32_t)(int32_t)(health * 8),
                               (uint32_t)(int32_t)(dist * 8),
                               (uint32_t)(int32_t)(fatigue * 8),
                               (uint32_t)timer,
                               (uint32_t)cur,
                               done,
                               work};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        sum = (sum ^ values[i]) * UINT64_C(1099511628211);
    return sum;
}

/// The checksum at the end of a workload, and the sum of all `aborts`.
typedef struct workload_end {
    uint64_t sum, aborts;
} workload_end;
/// Set the end that a workload must have. Returns false if it is not known for these numbers of
/// agents and ticks.
bool workload_known_end(workload_id id, uint64_t agents, uint64_t ticks, workload_end *end);

/// Return the end of agents that are stored as structs.
workload_end workload_end_of(const agent *agents, uint64_t count);

/// Change one agent between two ticks. Its values may be stored in any layout.
static inline void workload_move_values(uint32_t *rng, float *health, float *dist, float *fatigue,
                                        bool *visible, int32_t *key)
{
    *rng = *rng * 1664525u + 1013904223u;
    uint32_t r = *rng >> 8;
    *key = (int32_t)(r >> 12 & 63);
    if (*visible) {
        *visible = (r & 31) != 0;
    } else if ((r & 31) == 1) {
        *visible = true;
        *dist = (float)(3 + (r >> 5 & 7));
    }
    if (*visible && *dist < 2.5f && (r >> 9 & 7) == 0)
        *health -= 12;
    else if (*health < 100)
        *health += 0.125f;
    if (*fatigue > 0)
        *fatigue -= 0.125f;
}

#endif
