// SPDX-License-Identifier: MIT
// Measures edits. A million agents that flee, attack, chase and patrol (W1H) get a shape with one
// more node, then the old shape, then the old shape once more. Agents keep all state, so the last
// hash must equal the first one. The hash in between must equal a constant.
//
//     bench_edit [AGENTS [THREADS]]
//
// Prints the milliseconds and the nanoseconds per agent of the best of three rounds.
#include "trees.h"

#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 3, TICKS = 3, MILLION = 1000000, TEXT_SIZE = 8192 };

static const uint64_t hash_of_million = UINT64_C(0xa905326cc6f04abe);

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// ---- a host under which every leaf is live for some agents

static void edit_bench_ask(gestalt_call *call)
{
    const uint32_t *bit = call->user;
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        call->succeeded |= (gestalt_call_agent(call, lane) >> *bit & 1) << lane;
    call->succeeded &= call->lanes;
}

static void edit_bench_act(gestalt_call *call)
{
    call->failed = 0; // all lanes stay running
}

static gestalt_result edit_bench_host(gestalt_host **host)
{
    static const char *const predicates[] = {"low_health", "visible", "in_range", "tired"};
    static const char *const actions[] = {"flee", "attack", "chase", "patrol", "idle"};
    static const uint32_t bits[] = {2, 0, 1, 3};
    gestalt_result result = gestalt_host_create(NULL, host, NULL);
    for (size_t i = 0; i < 4 && result == GESTALT_OK; i++)
        result = gestalt_host_add(*host,
                                  &(gestalt_function){.name = predicates[i],
                                                      .kind = GESTALT_PREDICATE,
                                                      .batch = edit_bench_ask,
                                                      .user = (void *)(uintptr_t)&bits[i]},
                                  NULL);
    for (size_t i = 0; i < 5 && result == GESTALT_OK; i++)
        result = gestalt_host_add(*host,
                                  &(gestalt_function){.name = actions[i],
                                                      .kind = GESTALT_IMMEDIATE,
                                                      .batch = edit_bench_act},
                                  NULL);
    return result;
}

// ---- shapes

// Compile W1H with the text `more` inserted before the first occurrence of `before`.
static gestalt_shape *edit_bench_shape(const char *before, const char *more)
{
    const bench_tree *tree = trees_find("W1H");
    char old[TEXT_SIZE], text[2 * TEXT_SIZE];
    snprintf(old, sizeof old, "%.*s", (int)tree->size, tree->text);
    const char *at = strstr(old, before);
    gestalt_shape *shape = NULL;
    if (!at)
        return NULL;
    int size = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - old), old, more, at);
    gestalt_compile_text("w1h.json", text, (size_t)size, NULL, &shape, NULL, NULL);
    return shape;
}

// ---- measuring

typedef struct bench {
    gestalt_population *population;
    gestalt_host *host;
    gestalt_shape *was, *is;
    uint64_t agents;
} bench;

static bool edit_bench_to(bench *b, const char *what, const gestalt_shape *shape, double *best)
{
    gestalt_edit_report *report = NULL;
    double start = now_ms();
    bool good =
        gestalt_population_edit(b->population, &(gestalt_edit){.shape = shape, .host = b->host},
                                &report, NULL) == GESTALT_OK;
    double time = now_ms() - start;
    *best = time < *best ? time : *best;
    good = good && gestalt_edit_report_counts(report).dropped == 0;
    gestalt_edit_report_destroy(report);
    if (!good)
        fprintf(stderr, "%s: agents have lost something\n", what);
    return good;
}

static uint64_t edit_bench_hash(const bench *b)
{
    uint64_t hash = 0;
    gestalt_population_hash(b->population, &hash, NULL);
    return hash;
}

static void edit_bench_print(const bench *b, const char *what, double best)
{
    printf("%-14s %8.2f ms %8.1f ns an agent\n", what, best, best * 1e6 / (double)b->agents);
}

static bool edit_bench_run(bench *b)
{
    double there = 1e30, back = 1e30, same = 1e30;
    uint64_t hash = edit_bench_hash(b), between = 0;
    bool good = true;
    for (int i = 0; i < ROUNDS && good; i++) {
        good = edit_bench_to(b, "one node more", b->is, &there);
        between = edit_bench_hash(b);
        good = good && edit_bench_to(b, "the same", b->is, &same) && edit_bench_hash(b) == between;
        good =
            good && edit_bench_to(b, "one node less", b->was, &back) && edit_bench_hash(b) == hash;
    }
    edit_bench_print(b, "one node more", there);
    edit_bench_print(b, "the same", same);
    edit_bench_print(b, "one node less", back);
    if (good && b->agents == MILLION && between != hash_of_million) {
        fprintf(stderr, "the hash is %016" PRIx64 "\n", between);
        return false;
    }
    return good;
}

int main(int count, char **arguments)
{
    bench b = {.agents = count > 1 ? strtoull(arguments[1], NULL, 10) : MILLION,
               .was = edit_bench_shape("{ \"type\": \"action\", \"do\": \"flee\"", ""),
               .is = edit_bench_shape("{ \"type\": \"action\", \"do\": \"flee\"",
                                      "{ \"type\": \"set\", \"key\": \"aborts\", \"to\": 1 }, ")};
    bool good = b.was && b.is && edit_bench_host(&b.host) == GESTALT_OK;
    gestalt_population_options options = {.group = {b.was, b.host},
                                          .seed = 1,
                                          .threads = count > 2 ? (uint32_t)atoi(arguments[2]) : 1};
    good = good && gestalt_population_create(&options, &b.population, NULL) == GESTALT_OK &&
           gestalt_population_spawn(b.population, 0, b.agents, NULL, NULL) == GESTALT_OK;
    for (int64_t i = 0; i < TICKS && good; i++)
        good = gestalt_population_tick(b.population, i * 100000, NULL) == GESTALT_OK;
    good = good && edit_bench_run(&b);
    gestalt_population_destroy(b.population);
    gestalt_host_destroy(b.host);
    gestalt_shape_destroy(b.was);
    gestalt_shape_destroy(b.is);
    if (!good)
        fprintf(stderr, "an edit failed\n");
    return !good;
}
