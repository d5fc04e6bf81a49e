// SPDX-License-Identifier: MIT
// Twins: a job, and on every rank a single population that gets the same calls. After each call,
// everything about the rank's agents must be equal in both, and so must all numbers of the job.
//
// A failed check prints itself and ends the job.
#ifndef TWIN_H
#define TWIN_H

#include "generate.h"
#include "puppet.h"

#include <gestalt/gestalt.h>
#include <gestalt/ranks/ranks.h>
#include <mpi.h>
#include <stdio.h>

enum { TWIN_GROUPS = 2, TWIN_GROUPS_MOST = 3 };

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            twin_fail(__FILE__, __LINE__, #condition);                                             \
    } while (0)
#define CHECK_OK(call) CHECK((call) == GESTALT_OK)

/// Where the run is, for messages of failed checks.
extern char twin_place[128];
void twin_fail(const char *file, int line, const char *what) __attribute__((noreturn));

/// A shape with two tables of functions: for the job, and for the single population.
typedef struct twin_mould {
    gestalt_shape *shape;
    gestalt_host *hosts[2];
    puppets *puppets[2];
    int64_t dt;
} twin_mould;

typedef struct twin {
    uint64_t seed;
    int64_t dt;
    twin_mould moulds[TWIN_GROUPS_MOST];
    uint32_t group_count;
    gestalt_ranks *ranks;
    gestalt_population *own; // population of the rank
    gestalt_population *one; // all agents
} twin;

/// Create both from random documents. `options` has those of both populations, without groups. On
/// each rank of the job, lanes, threads and kernels are others.
void twin_start(twin *t, uint64_t seed, gestalt_population_options options);
void twin_stop(twin *t);

/// Create a mould from a random document.
twin_mould twin_mould_make(uint64_t seed);
void twin_mould_destroy(twin_mould *m);

/// Return a random number below `end`, which is the same on all ranks.
uint64_t twin_random(twin *t, uint64_t end);

/// Compare everything.
void twin_compare(const twin *t);

/// Return whether this rank has an agent.
bool twin_owns(const twin *t, uint64_t agent);

#endif
