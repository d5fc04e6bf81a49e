// SPDX-License-Identifier: MIT
// Compare the interpreter with the reference: random documents, numbers of agents, lanes and
// threads, kernels, and random changes between ticks.
//
//    test_differential [FIRST_SEED COUNT]
#include "amount.h"
#include "kernels.h"
#include "pair.h"
#include "recorded.h"
#include "shrink.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 20, TICKS = 30, SHRINK_TRIES = 3000 };
static uint64_t first_seed = 1, document_count = 2000;

// ---- options, which depend on the seed

static const uint32_t lane_counts[] = {1, 64, 2, 3, 17, 63};
static const uint32_t thread_counts[] = {1, 2, 5};

static const char *supported_kernels(uint64_t number)
{
    uint64_t count = 0;
    while (kernels_all[count] && kernels_all[count]->is_supported())
        count++;
    return kernels_all[number % count]->name;
}

static pair_options options_of(uint64_t seed)
{
    pair_options o = {.seed = seed,
                      .agents = AGENTS,
                      .ticks = TICKS,
                      .lanes = lane_counts[seed % 6],
                      .threads = thread_counts[seed / 6 % 3],
                      .grain = (uint32_t)(1 + seed % 3),
                      .kernels = supported_kernels(seed / 18),
                      .states = (gestalt_states)((seed / 6 + seed / 18) % 3),
                      .interferes = seed % 5 != 0,
                      .in_parts = seed % 7 == 3,
                      .in_steps = seed % 5 == 2,
                      .is_traced = seed % 4 != 0,
                      .restores = seed % 3 != 0,
                      .is_far = seed / 4 % 2,
                      .announces_writes = seed % 8 >= 4,
                      .never_sleeps = seed / 8 % 2,
                      .counts = seed / 3 % 2,
                      .records = (uint32_t)(seed / 5 % 3),
                      .has_puppets = seed / 2 % 2};
    return o;
}

// Some documents are large.
static generated *document_of(uint64_t seed)
{
    generate_options large = {.nodes = 150, .depth = 10};
    return generate(seed, seed % 16 == 5 ? &large : NULL);
}

// ---- description of a difference

typedef struct failing {
    const generated *generated;
    pair_options options;
    char difference[PAIR_TEXT_SIZE];
} failing;

static bool still_differs(void *user, const char *text, size_t size)
{
    failing *f = user;
    bool agrees = pair_agrees(f->generated, text, size, &f->options, f->difference);
    return !agrees && strncmp(f->difference, "the document", 12) != 0 &&
           strncmp(f->difference, "no population", 13) != 0;
}

static void report(uint64_t seed, failing *f)
{
    const pair_options *o = &f->options;
    char *small = shrink(f->generated->text, f->generated->size, still_differs, f, SHRINK_TRIES);
    still_differs(f, small, strlen(small));
    static const char *const states[] = {"automatic", "sparse", "masks"};
    print_message("seed %" PRIu64
                  ", lanes %u, threads %u, kernels %s, states %s%s%s%s%s%s\n%s\n%s\n",
                  seed, (unsigned)o->lanes, (unsigned)o->threads, o->kernels, states[o->states],
                  o->interferes ? ", interfering" : "", o->is_traced ? ", traced" : "",
                  o->in_steps ? ", in steps" : "", o->restores ? ", restored" : "",
                  o->has_puppets ? ", puppets" : "", small, f->difference);
    for (uint32_t i = 0; i < f->generated->stub_count; i++)
        if (strstr(small, f->generated->stubs[i].name))
            print_message("stub %s=%d:%u\n", f->generated->stubs[i].name,
                          (int)f->generated->stubs[i].ticks,
                          (unsigned)f->generated->stubs[i].status);
    free(small);
}

static void test_documents(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < document_count; seed++) {
        generated *g = document_of(seed);
        failing f = {.generated = g, .options = options_of(seed)};
        bool agrees = pair_agrees(g, g->text, g->size, &f.options, f.difference);
        if (!agrees)
            report(seed, &f);
        generated_destroy(g);
        assert_true(agrees);
    }
    print_message("# %" PRIu64 " documents, %" PRIu64 " agent-ticks, %" PRIu64 " events, %" PRIu64
                  " stops\n",
                  document_count, pair_agent_ticks, pair_events, pair_stops);
    print_message("# %" PRIu64 " spawns, %" PRIu64 " despawns, %" PRIu64 " cancels, %" PRIu64
                  " finishes, %" PRIu64 " writes, %" PRIu64 " snapshots\n",
                  pair_spawns, pair_despawns, pair_cancels, pair_finishes, pair_writes,
                  pair_restores);
    print_message("# %" PRIu64 " runs of nodes counted\n", pair_counted);
    assert_true(pair_counted > pair_agent_ticks / 4);
    print_message("# %" PRIu64 " frames of recordings, with %" PRIu64 " live nodes\n",
                  recorded_frames, recorded_nodes);
    assert_true(recorded_nodes > pair_agent_ticks / 4);
    print_message("# %" PRIu64 " launches listed, %" PRIu64 " answers too late\n", pair_launches,
                  pair_stale);
}

// A run with other lanes, threads, kernels and forms of live states has the same hashes.
static void test_hashes(void **state)
{
    (void)state;
    static uint64_t hashes[3][2 * TICKS];
    uint64_t changes = 0, count = document_count / 8 + 1;
    for (uint64_t seed = first_seed; seed - first_seed < count; seed++) {
        generated *g = document_of(seed);
        for (uint64_t k = 0; k < 3; k++) {
            char difference[PAIR_TEXT_SIZE];
            pair_options o = options_of(seed + k * 7);
            o.seed = seed;
            o.interferes = o.has_puppets = true;
            o.restores = (seed + k) % 2;
            o.states = (gestalt_states)k;
            o.hashes = hashes[k];
            o.never_sleeps = k == 0;
            if (!pair_agrees(g, g->text, g->size, &o, difference))
                fail_msg("seed %" PRIu64 ": %s", seed, difference);
        }
        generated_destroy(g);
        for (int i = 0; i < 2 * TICKS; i++) {
            if (hashes[0][i] != hashes[1][i] || hashes[0][i] != hashes[2][i])
                fail_msg("seed %" PRIu64 ": the hashes differ %s tick %d", seed,
                         i % 2 ? "after" : "before", i / 2);
            changes += i % 2 && hashes[0][i] != hashes[0][i - 1];
        }
    }
    assert_true(changes == count * TICKS);
}

// Small documents, and cohorts with few lanes, so that many cohorts sleep. Agents that are inserted
// and values that are written wake them.
static void test_sleep(void **state)
{
    (void)state;
    uint64_t slept = pair_slept, ticks = pair_agent_ticks;
    for (uint64_t seed = first_seed; seed - first_seed < document_count / 2; seed++) {
        generated *g =
            generate(seed, &(generate_options){.nodes = 4 + (uint32_t)(seed % 9), .depth = 4});
        failing f = {.generated = g, .options = options_of(seed)};
        f.options.lanes = 1 + (uint32_t)(seed / 3 % 2);
        f.options.in_parts = f.options.in_steps = false;
        f.options.is_traced = f.options.never_sleeps = false;
        f.options.announces_writes = seed % 5 > 0;
        f.options.interferes = true;
        f.options.restores = seed % 8 == 0;
        bool agrees = pair_agrees(g, g->text, g->size, &f.options, f.difference);
        if (!agrees)
            report(seed, &f);
        generated_destroy(g);
        assert_true(agrees);
    }
    slept = pair_slept - slept;
    ticks = pair_agent_ticks - ticks;
    print_message("# slept through %" PRIu64 " of %" PRIu64 " agent-ticks\n", slept, ticks);
    assert_true(slept > ticks / 20);
}

// Each node type in three positions: next to a wait, so that agents sleep; below a node that rolls
// it back; and as the root.
static void test_rows(void **state)
{
    (void)state;
    const uint64_t n = document_count, seeds = n < 50 ? 1 : n < 200 ? 3 : n < 1000 ? 6 : 12;
    uint64_t slept = 0;
    for (uint32_t type = 1; type < UINT8_MAX; type++)
        for (uint64_t i = 0; generate_has_type(type) && i < AROUND_COUNT * seeds; i++) {
            generate_options how = {.nodes = 6, .depth = 3, .type = type};
            uint64_t seed = first_seed + type * 1000 + i, before = pair_slept;
            how.around = (generate_around)(i % AROUND_COUNT);
            generated *g = generate(seed, &how);
            failing f = {.generated = g, .options = options_of(seed)};
            if (how.around == AROUND_WAIT) {
                f.options.lanes = 1 + (uint32_t)(i / AROUND_COUNT % 2);
                f.options.in_parts = f.options.in_steps = f.options.is_traced = false;
                f.options.never_sleeps = false;
                f.options.announces_writes = true;
                f.options.interferes = i % 2;
            }
            bool agrees = pair_agrees(g, g->text, g->size, &f.options, f.difference);
            if (!agrees)
                report(seed, &f);
            generated_destroy(g);
            slept += how.around == AROUND_WAIT ? pair_slept - before : 0;
            assert_true(agrees);
        }
    print_message("# slept through %" PRIu64 " agent-ticks beside nodes of all types\n", slept);
    assert_true(slept > 0);
}

// Interrupted ticks, some of them at every node, have the same result as ticks without
// interruptions.
static void test_interrupts(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < document_count / 2; seed++) {
        generated *g = document_of(seed);
        failing f = {.generated = g, .options = options_of(seed)};
        f.options.interrupts = true;
        f.options.in_steps = false;
        f.options.interferes = true;
        f.options.restores = seed % 4 > 0;
        f.options.has_puppets = seed / 2 % 3 > 0;
        bool agrees = pair_agrees(g, g->text, g->size, &f.options, f.difference);
        if (!agrees)
            report(seed, &f);
        generated_destroy(g);
        assert_true(agrees);
    }
    print_message("# %" PRIu64 " interrupts\n", pair_interrupts);
    assert_true(pair_interrupts > document_count);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_documents), cmocka_unit_test(test_rows), cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_hashes), cmocka_unit_test(test_interrupts)};
    if (count == 3) {
        first_seed = strtoull(arguments[1], NULL, 10);
        document_count = amount_read(arguments[2]);
    }
    return cmocka_run_group_tests_name("differential", tests, NULL, NULL);
}
