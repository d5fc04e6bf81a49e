// SPDX-License-Identifier: MIT
// Snapshots and single actors: nothing is lost, and everything that is not valid is refused. The
// differential test checks that they continue in the same way with every option.
//
//    test_snapshot [FIRST_SEED COUNT]    of the random trees
#include "actor.h"
#include "generate.h"
#include "live.h"
#include "memory.h"
#include "own_folder.h"
#include "short_memory.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"
#include "tick_shape.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "misused.h"

static const char other_document[] =
    "{\"gestalt\":1,\"name\":\"wolf\",\"blackboard\":{\"hunger\":\"int\","
    "\"moon\":{\"type\":\"int\",\"shared\":true}},\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"wait\",\"seconds\":0.3},{\"type\":\"set\",\"key\":\"hunger\","
    "\"to\":\"hunger+moon\"},{\"type\":\"deferred\",\"do\":\"howl\"}]}}";

static gestalt_shape *shapes[2];
static tick_host *hosts[2];

// ---- populations with one or two groups, and changes to them

typedef struct configuration {
    uint32_t lanes, threads;
    const char *kernels;
} configuration;

static uint64_t seed = 99; // seed of new populations

static const configuration configurations[] = {
    {64, 1, NULL}, {1, 1, "plain"}, {2, 2, "plain"}, {3, 5, NULL}, {33, 2, NULL},
};
enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

static gestalt_population *create(const configuration *c, uint32_t groups,
                                  const gestalt_allocator *allocator)
{
    gestalt_population *population = NULL;
    const gestalt_group list[] = {{shapes[0], tick_host_of(hosts[0])},
                                  {shapes[1], tick_host_of(hosts[1])}};
    gestalt_population_options options = {.groups = list,
                                          .group_count = groups,
                                          .lanes = c->lanes,
                                          .threads = c->threads,
                                          .grain = 1,
                                          .kernels = c->kernels,
                                          .seed = seed};
    if (allocator)
        options.allocator = *allocator;
    gestalt_population_create(&options, &population, NULL);
    return population;
}

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash;
    assert_int_equal(gestalt_population_hash(p, &hash, NULL), GESTALT_OK);
    return hash;
}

static gestalt_value value_of(gestalt_type type, uint64_t bits)
{
    gestalt_value v = {.type = type};
    if (type == GESTALT_BOOL)
        v.boolean = bits & 1;
    else if (type == GESTALT_INT)
        v.integer = (int32_t)(bits % 1000);
    else
        v.number = (float)(bits % 1000) / 8;
    return v;
}

static void finish_some(gestalt_population *p, uint64_t z)
{
    const gestalt_request *requests;
    uint64_t count;
    assert_int_equal(gestalt_population_requests(p, &requests, &count, NULL), GESTALT_OK);
    for (uint64_t i = 0; i < count; i++)
        if (requests[i].launch && mix(z + i) % 3 == 0 &&
            gestalt_population_has(p, requests[i].agent))
            gestalt_population_finish(p, requests[i].agent, requests[i].node,
                                      (gestalt_status)(mix(z + 7 * i) % 3), NULL);
}

// The changes before each tick depend only on its number.
static void interfere(gestalt_population *p, uint32_t groups)
{
    uint64_t tick = gestalt_population_ticks(p), z = mix(tick + 5);
    gestalt_error error = {0};
    finish_some(p, z);
    for (uint32_t i = 0; i < groups && z % 3 == 0; i++)
        assert_int_equal(gestalt_population_spawn(p, i, z % 7, NULL, NULL), GESTALT_OK);
    uint64_t agent = gestalt_population_next(p, z % 20);
    if (agent == UINT64_MAX)
        return;
    if (z % 4 == 0)
        assert_int_equal(gestalt_population_despawn(p, agent, &error), GESTALT_OK);
    else if (z % 4 == 1)
        assert_int_equal(gestalt_population_cancel(p, agent, &error), GESTALT_OK);
    gestalt_population_write(p, gestalt_population_next(p, 0), "health", value_of(GESTALT_FLOAT, z),
                             NULL);
    gestalt_population_write_shared(p, 0, "alarm", value_of(GESTALT_BOOL, z >> 9), NULL);
    gestalt_population_write_shared(p, 0, "wind", value_of(GESTALT_FLOAT, z >> 4), NULL);
    if (groups > 1)
        gestalt_population_write_shared(p, 1, "moon", value_of(GESTALT_INT, z), NULL);
}

static void tick(gestalt_population *p, uint32_t groups)
{
    interfere(p, groups);
    int64_t now = (int64_t)gestalt_population_ticks(p) * 250000;
    assert_int_equal(gestalt_population_tick(p, now, NULL), GESTALT_OK);
}

static gestalt_population *run(const configuration *c, uint32_t groups, uint32_t agents,
                               uint32_t ticks)
{
    gestalt_population *p = create(c, groups, NULL);
    assert_non_null(p);
    for (uint32_t i = 0; i < groups; i++)
        assert_int_equal(gestalt_population_spawn(p, i, agents, NULL, NULL), GESTALT_OK);
    for (uint32_t i = 0; i < ticks; i++)
        tick(p, groups);
    return p;
}

static void expect_bytes(gestalt_population *p, const byte_buffer *expected)
{
    byte_buffer now = save_or_abort(p);
    assert_int_equal(now.size, expected->size);
    assert_memory_equal(now.bytes, expected->bytes, now.size);
    free(now.bytes);
}

static void expect_same_requests(gestalt_population *a, gestalt_population *b)
{
    const gestalt_request *one, *two;
    uint64_t one_count, two_count;
    assert_int_equal(gestalt_population_requests(a, &one, &one_count, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_requests(b, &two, &two_count, NULL), GESTALT_OK);
    assert_int_equal(one_count, two_count);
    for (uint64_t i = 0; i < one_count; i++) {
        assert_int_equal(one[i].agent, two[i].agent);
        assert_int_equal(one[i].node, two[i].node);
        assert_int_equal(one[i].group, two[i].group);
        assert_int_equal(one[i].launch, two[i].launch);
        assert_string_equal(one[i].name, two[i].name);
    }
}

// ---- nothing is lost

// At every tick, a snapshot is loaded with every option. Both continue in the same way, with the
// same bytes.
static void test_round_trips(void **state)
{
    (void)state;
    enum { TICKS = 24, BEYOND = 6 };
    for (uint32_t ticks = 0; ticks < TICKS; ticks++) {
        gestalt_population *p = run(&configurations[ticks % CONFIGURATIONS], 2, 20, ticks);
        interfere(p, 2); // changes between ticks are saved, too
        byte_buffer bytes = save_or_abort(p);
        gestalt_population *others[CONFIGURATIONS];
        for (size_t i = 0; i < CONFIGURATIONS; i++) {
            gestalt_error error = {0};
            seed = 100 + i; // the load replaces the seed, too
            others[i] = run(&configurations[i], 2, 30, (uint32_t)i % 3);
            seed = 99;
            if (gestalt_population_load_memory(others[i], bytes.bytes, bytes.size, &error) !=
                GESTALT_OK)
                fail_msg("tick %u: %s at %" PRIu64, (unsigned)ticks, error.message, error.offset);
            expect_bytes(others[i], &bytes);
            expect_same_requests(others[i], p);
            assert_int_equal(gestalt_population_ticks(others[i]), ticks);
            assert_int_equal(gestalt_population_now(others[i]), gestalt_population_now(p));
        }
        for (uint32_t k = 0; k < BEYOND; k++) {
            tick(p, 2);
            for (size_t i = 0; i < CONFIGURATIONS; i++) {
                tick(others[i], 2);
                assert_int_equal(hash_of(others[i]), hash_of(p));
                expect_same_requests(others[i], p);
            }
        }
        for (size_t i = 0; i < CONFIGURATIONS; i++)
            gestalt_population_destroy(others[i]);
        gestalt_population_destroy(p);
        free(bytes.bytes);
    }
}

// Requests of agents that are gone or were cancelled, in any order, before and after the requests
// were listed.
static void test_requests_without_agents(void **state)
{
    (void)state;
    for (uint32_t ticks = 1; ticks < 9; ticks++) {
        gestalt_population *p = run(&configurations[0], 2, 30, ticks);
        gestalt_population *q = create(&configurations[3], 2, NULL);
        const gestalt_request *requests;
        uint64_t count = 0;
        for (uint64_t i = 0; i < 3; i++) {
            for (uint64_t id = 55; id > 5; id -= 5) // in decreasing order, over both groups
                if (gestalt_population_has(p, id - i))
                    assert_int_equal(i == 1 ? gestalt_population_cancel(p, id - i, NULL)
                                            : gestalt_population_despawn(p, id - i, NULL),
                                     GESTALT_OK);
            byte_buffer bytes = save_or_abort(p);
            assert_int_equal(gestalt_population_load_memory(q, bytes.bytes, bytes.size, NULL),
                             GESTALT_OK);
            expect_bytes(q, &bytes);
            expect_same_requests(q, p);
            assert_int_equal(gestalt_population_tick(p, gestalt_population_now(p), NULL),
                             GESTALT_OK);
            assert_int_equal(gestalt_population_tick(q, gestalt_population_now(q), NULL),
                             GESTALT_OK);
            expect_same_requests(q, p);
            assert_int_equal(gestalt_population_requests(p, &requests, &count, NULL), GESTALT_OK);
            assert_true(count > 0);
            free(bytes.bytes);
        }
        gestalt_population_destroy(p);
        gestalt_population_destroy(q);
    }
}

// More than one chunk. The bytes are the same with every option, also through a file.
static void test_chunks(void **state)
{
    (void)state;
    byte_buffer bytes = {0};
    for (size_t i = 0; i < CONFIGURATIONS; i++) {
        gestalt_population *p = run(&configurations[i], 2, 9000, 4);
        assert_int_equal(gestalt_population_attach(p, shapes[0], 0, NULL), GESTALT_OK);
        if (i == 0)
            bytes = save_or_abort(p);
        else
            expect_bytes(p, &bytes);
        assert_int_equal(gestalt_population_save(p, "s", NULL), GESTALT_OK);
        gestalt_population *q = create(&configurations[CONFIGURATIONS - 1 - i], 2, NULL);
        assert_int_equal(gestalt_population_load(q, "s", NULL), GESTALT_OK);
        expect_bytes(q, &bytes);
        gestalt_population_destroy(q);
        gestalt_population_destroy(p);
    }
    assert_true(bytes.size > 3 * (size_t)SNAPSHOT_CHUNK_SIZE);
    assert_int_equal(own_folder_entries(), 1);
    free(bytes.bytes);
}

static void test_attached_bytes(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, SNAPSHOT_CHUNK_SIZE, SNAPSHOT_CHUNK_SIZE * 5 / 2};
    size_t size;
    unsigned char *given = malloc(sizes[3]);
    for (size_t i = 0; i < sizes[3]; i++)
        given[i] = (unsigned char)(i * 7 + i / 251);
    gestalt_population *p = run(&configurations[0], 1, 5, 2);
    gestalt_population *q = create(&configurations[1], 1, NULL);
    assert_null(gestalt_population_attached(p, &size));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(gestalt_population_attach(p, given, sizes[i], NULL), GESTALT_OK);
        byte_buffer bytes = save_or_abort(p);
        assert_int_equal(gestalt_population_load_memory(q, bytes.bytes, bytes.size, NULL),
                         GESTALT_OK);
        const void *got = gestalt_population_attached(q, &size);
        assert_int_equal(size, sizes[i]);
        if (size)
            assert_memory_equal(got, given, size);
        expect_bytes(q, &bytes);
        free(bytes.bytes);
    }
    gestalt_population_destroy(p);
    gestalt_population_destroy(q);
    free(given);
}

// ---- damaged snapshots are refused, and change nothing

typedef struct damage {
    gestalt_population *p; // population that snapshots are loaded into
    byte_buffer state;     // its state
    byte_buffer good;
    unsigned char *bytes; // a copy of `good`, to be damaged
} damage;

static damage damage_start(void)
{
    gestalt_population *source = run(&configurations[4], 2, 9, 9);
    interfere(source, 2);
    for (int i = 0; i < 4; i++)
        gestalt_population_despawn(source, gestalt_population_next(source, 0), NULL);
    assert_int_equal(gestalt_population_attach(source, "host", 4, NULL), GESTALT_OK);
    damage d = {.p = run(&configurations[3], 2, 4, 5), .good = save_or_abort(source)};
    d.state = save_or_abort(d.p);
    d.bytes = malloc(d.good.size + 64);
    memcpy(d.bytes, d.good.bytes, d.good.size);
    gestalt_population_destroy(source);
    return d;
}

static void damage_end(damage *d)
{
    expect_bytes(d->p, &d->state);
    assert_int_equal(gestalt_population_load_memory(d->p, d->good.bytes, d->good.size, NULL),
                     GESTALT_OK);
    expect_bytes(d->p, &d->good);
    gestalt_population_destroy(d->p);
    free(d->state.bytes);
    free(d->good.bytes);
    free(d->bytes);
}

static void expect_refusal(damage *d, size_t size, const char *what)
{
    gestalt_error error = {0};
    gestalt_result result = gestalt_population_load_memory(d->p, d->bytes, size, &error);
    if (result != GESTALT_BAD_FILE || error.result != result || error.offset > size ||
        error.message[0] == '\0')
        fail_msg("%s: result %d, \"%s\" at %" PRIu64, what, (int)result, error.message,
                 error.offset);
}

static void test_every_truncation(void **state)
{
    (void)state;
    damage d = damage_start();
    char what[40];
    for (size_t size = 0; size < d.good.size; size++) {
        snprintf(what, sizeof what, "cut off at %zu", size);
        // A block of exactly this size, so that reads after its end are detected.
        unsigned char *whole = d.bytes;
        d.bytes = malloc(size ? size : 1);
        memcpy(d.bytes, whole, size);
        expect_refusal(&d, size, what);
        free(d.bytes);
        d.bytes = whole;
    }
    d.bytes[d.good.size] = 0;
    expect_refusal(&d, d.good.size + 1, "a byte too many");
    damage_end(&d);
}

static const unsigned char flips[] = {1, 0x80, 0xff, 0x10};

static void test_every_flip(void **state)
{
    (void)state;
    damage d = damage_start();
    char what[40];
    for (size_t i = 0; i < d.good.size; i++)
        for (size_t k = 0; k < sizeof flips; k++) {
            d.bytes[i] ^= flips[k];
            snprintf(what, sizeof what, "byte %zu flipped by %x", i, flips[k]);
            expect_refusal(&d, d.good.size, what);
            d.bytes[i] ^= flips[k];
        }
    damage_end(&d);
}

static void tick_both(gestalt_population *p)
{
    // Two groups: the bound of the first one is greater.
    assert_true(gestalt_shape_specification(shapes[0])->visit_bound >
                gestalt_shape_specification(shapes[1])->visit_bound);
    int64_t now = gestalt_population_now(p);
    for (int i = 0; i < 30; i++)
        assert_int_equal(gestalt_population_tick(p, now + i * INT64_C(250000), NULL), GESTALT_OK);
}

// With repaired hashes, many damaged snapshots are valid again, with another state.
static void test_every_flip_repaired(void **state)
{
    (void)state;
    damage d = damage_start();
    size_t accepted = 0, refused = 0;
    unsigned char *copy = malloc(d.good.size);
    for (size_t i = 0; i < d.good.size; i++)
        for (size_t k = 0; k < sizeof flips; k++) {
            gestalt_error error = {0};
            memcpy(copy, d.good.bytes, d.good.size);
            copy[i] ^= flips[k];
            repair_snapshot(copy, d.good.size);
            gestalt_result result = gestalt_population_load_memory(d.p, copy, d.good.size, &error);
            if (result != GESTALT_OK) {
                assert_int_equal(result, GESTALT_BAD_FILE);
                refused++;
                continue;
            }
            if (memcmp(copy, d.good.bytes, d.good.size) != 0)
                accepted++;
            byte_buffer saved = save_or_abort(d.p);
            tick_both(d.p);
            free(saved.bytes);
        }
    print_message("%zu accepted, %zu refused\n", accepted, refused);
    assert_true(accepted > 100 && refused > 1000);
    free(copy);
    assert_int_equal(gestalt_population_load_memory(d.p, d.state.bytes, d.state.size, NULL),
                     GESTALT_OK);
    damage_end(&d);
}

// The position of chunk number `index`.
static size_t chunk_at(const byte_buffer *b, size_t index, chunk_header *chunk)
{
    size_t at = sizeof(snapshot_header);
    for (;; at += sizeof *chunk + chunk->size) {
        memcpy(chunk, b->bytes + at, sizeof *chunk);
        if (index-- == 0)
            return at;
    }
}

// One field is wrong, and all hashes are correct.
static void test_wrong_fields(void **state)
{
    (void)state;
    enum { HEADER = 0 }; // other values are kinds of chunks
    static const struct {
        unsigned kind;
        size_t offset, width;
        uint64_t value;
        const char *says;
    } cases[] = {
        {HEADER, offsetof(snapshot_header, group_count), 4, 1,
         "has 1 group, but the population has 2"},
        {HEADER, offsetof(snapshot_header, ticks), 8, UINT64_MAX, "times in the header"},
        {HEADER, offsetof(snapshot_header, last), 8, INT64_MAX, "times in the header"},
        {HEADER, offsetof(snapshot_header, last), 8, (uint64_t)INT64_MIN, "times in the header"},
        {HEADER, offsetof(snapshot_header, now), 8, INT64_MAX, "times in the header"},
        {HEADER, offsetof(snapshot_header, now), 8, 0, "times in the header"},
        {HEADER, offsetof(snapshot_header, next_id), 8, UINT64_MAX, "id is not valid"},
        {HEADER, offsetof(snapshot_header, next_id), 8, 3, "are larger than the last id"},
        {HEADER, offsetof(snapshot_header, next_id), 8, 0, "are larger than the last id"},
        {CHUNK_GROUP, 24, 8, 1, "another shape:"},
        {CHUNK_GROUP, 24 + 8, 4, 0, "shared keys"},
        {CHUNK_GROUP, 24 + 12, 4, 9, "shared keys"},
        {CHUNK_GROUP, 24 + 16, 4, 9, "wrong size"},
        {CHUNK_GROUP, 24 + 16, 4, UINT32_MAX, "ends too early"},
        {CHUNK_GROUP, 24 + 20, 4, 2, "shared keys"},
        {CHUNK_GROUP, 24 + 32 + 10 + 4, 1, 2, "neither 0 nor 1"},
        {CHUNK_ATTACHED, 12, 4, 2, "as many parts"},
        {CHUNK_AGENTS, 8, 4, CHUNK_GROUP, "not in order"},
        {CHUNK_AGENTS, 8, 4, CHUNK_END, "the end has a wrong size"},
        {CHUNK_AGENTS, 8, 4, 0, "no chunk begins here"},
        {CHUNK_AGENTS, 8, 4, CHUNK_COLUMNS, "not in order"},
        {CHUNK_AGENTS, 8, 4, CHUNK_INDEX, "bytes after its last part"},
        {CHUNK_AGENTS, 8, 4, CHUNK_INDEX + 1, "no chunk begins here"},
        {CHUNK_AGENTS, 12, 4, 1, "as many parts"},
        {CHUNK_AGENTS, 24, 8, UINT64_MAX - 2, "are larger than the last id"},
        {CHUNK_AGENTS, 24, 8, 1000, "are larger than the last id"},
        {CHUNK_AGENTS, 24 + 8, 4, 0, "too many agents"},
        {CHUNK_INDEX, 12, 4, 2, "as many parts"},
        {CHUNK_INDEX, 24, 8, 1, "index does not list"},
        {CHUNK_INDEX, 24 + 8, 8, 1, "index does not list"},
        {CHUNK_INDEX, 8, 4, CHUNK_HELD, "not in order"},
        {CHUNK_END, 24 + 32, 8, 0, "index does not list"},
        {CHUNK_AGENTS, 24 + 8, 4, UINT32_MAX, "too many agents"},
        {CHUNK_AGENTS, 24 + 12, 4, 2, "group does not exist"},
        {CHUNK_AGENTS, 24 + 12, 4, 1, "is wrong: "},
        {CHUNK_AGENTS, 24 + 16, 4, UINT32_MAX, "ends too early"},
        {CHUNK_AGENTS, 24 + 16, 4, 0, "too many agents"},
        {CHUNK_HELD, 24, 8, 1000, "does not exist"},
        {CHUNK_HELD, 24 + 8, 4, 2, "does not exist"},
        {CHUNK_HELD, 24 + 12, 4, 0, "does not exist"},
        {CHUNK_HELD, 24 + 12, 4, UINT32_MAX, "does not exist"},
        {CHUNK_HELD, 24 + 16, 4, 2, "neither a launch nor a cancel"},
        {CHUNK_COMING, 24 + 16, 4, 1, "where there can be none"},
        {CHUNK_END, 12, 4, 2, "wrong size"},
        {CHUNK_END, 24, 8, 3, "missing or in the wrong order"},
        {CHUNK_END, 24 + 8, 8, 3, "missing or in the wrong order"},
        {CHUNK_END, 24 + 16, 8, 3000, "missing or in the wrong order"},
    };
    damage d = damage_start();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_error error = {0};
        chunk_header chunk;
        size_t at = 0, index = 0;
        do
            at = cases[i].kind ? chunk_at(&d.good, index++, &chunk) : 0;
        while (cases[i].kind && chunk.kind != cases[i].kind);
        memcpy(d.bytes, d.good.bytes, d.good.size);
        memcpy(d.bytes + at + cases[i].offset, &cases[i].value, cases[i].width);
        repair_snapshot(d.bytes, d.good.size);
        gestalt_result result = gestalt_population_load_memory(d.p, d.bytes, d.good.size, &error);
        if (result != GESTALT_BAD_FILE || !strstr(error.message, cases[i].says))
            fail_msg("case %zu, %s: result %d, %s at %" PRIu64, i, cases[i].says, (int)result,
                     error.message, error.offset);
    }
    damage_end(&d);
}

static unsigned char *find_chunk(const damage *d, unsigned kind)
{
    chunk_header chunk;
    size_t at, index = 0;
    do
        at = chunk_at(&d->good, index++, &chunk);
    while (chunk.kind != kind);
    return d->bytes + at + sizeof chunk;
}

// The run after this one.
static unsigned char *next_run(unsigned char *bytes)
{
    chunk_run run;
    uint32_t size;
    memcpy(&run, bytes, sizeof run);
    bytes += sizeof run;
    for (; run.count > 0; run.count--) {
        memcpy(&size, bytes, sizeof size);
        bytes += sizeof size + size;
    }
    return bytes;
}

static void expect_message(damage *d, const char *message)
{
    gestalt_error error = {0};
    repair_snapshot(d->bytes, d->good.size);
    assert_int_equal(gestalt_population_load_memory(d->p, d->bytes, d->good.size, &error),
                     GESTALT_BAD_FILE);
    assert_string_equal(error.message, message);
    memcpy(d->bytes, d->good.bytes, d->good.size);
}

// These fields are valid by themselves, but contradict something else.
static void test_contradictions(void **state)
{
    (void)state;
    damage d = damage_start();
    gestalt_population *p = create(&configurations[0], 2, NULL);
    const gestalt_request *r;
    uint64_t count, id = 0;
    unsigned char *run = find_chunk(&d, CHUNK_AGENTS);
    memcpy(next_run(run), &id, sizeof id);
    expect_message(&d, "the ids are not in order, or are larger than the last id");
    for (unsigned kind = CHUNK_HELD; kind <= CHUNK_COMING; kind++) {
        unsigned char *first = find_chunk(&d, kind);
        memcpy(first + sizeof(chunk_request), first, sizeof(chunk_request));
        expect_message(&d, "the requests are not in order");
    }

    assert_int_equal(gestalt_population_load_memory(p, d.good.bytes, d.good.size, NULL),
                     GESTALT_OK);
    assert_int_equal(gestalt_population_requests(p, &r, &count, NULL), GESTALT_OK);
    while (count > 0 && !(gestalt_population_has(p, r->agent) && r->launch && r->group == 0))
        count--, r++;
    assert_true(count > 0); // the actor already shows this
    chunk_request request = {.agent = r->agent, .node = r->node, .launch = 1};
    memcpy(find_chunk(&d, CHUNK_HELD), &request, sizeof request);
    expect_message(&d, "a request is at a position where there can be none");
    request = (chunk_request){.agent = r->agent, .group = 1, .node = 3};
    memcpy(find_chunk(&d, CHUNK_HELD), &request, sizeof request);
    expect_message(&d, "a request names another group than its agent's");
    gestalt_population_destroy(p);
    damage_end(&d);
}

// A chunk of another snapshot, whose own hash is correct, is detected at the end.
static void test_exchanged_chunks(void **state)
{
    (void)state;
    damage d = damage_start();
    chunk_header chunk;
    uint64_t number = 5;
    size_t at = chunk_at(&d.good, 0, &chunk);
    for (size_t i = 0; i < 2; i++) {
        gestalt_population *p = run(&configurations[0], 2, 9, 9 + (uint32_t)i);
        interfere(p, 2);
        gestalt_population_write_shared(p, 0, "wind", value_of(GESTALT_FLOAT, number++), NULL);
        byte_buffer other = save_or_abort(p);
        memcpy(d.bytes + at, other.bytes + at, sizeof chunk + chunk.size);
        expect_refusal(&d, d.good.size, "an exchanged chunk");
        gestalt_population_destroy(p);
        free(other.bytes);
    }
    memcpy(d.bytes, d.good.bytes, d.good.size);
    for (size_t i = 0;; i++) { // leave out each one
        at = chunk_at(&d.good, i, &chunk);
        size_t whole = sizeof chunk + chunk.size;
        memcpy(d.bytes + at, d.good.bytes + at + whole, d.good.size - at - whole);
        expect_refusal(&d, d.good.size - whole, "a missing chunk");
        memcpy(d.bytes, d.good.bytes, d.good.size);
        if (chunk.kind == CHUNK_END)
            break;
    }
    damage_end(&d);
}

static void test_foreign_files(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size, offset;
        const char *message;
    } cases[] = {
        {"", 0, 0, "this is not a snapshot"},
        {"{\"gestalt\":1}", 13, 0, "this is not a snapshot"},
        {"\x89GST\r\n\x1a\n0123456789abcdef", 24, 0, "this is not a snapshot"},
        {"\x89GSS\r\n\x1a\n01234567\10\0\0\0", 20, 16,
         "the snapshot has version 8; this library reads 6"},
        {"\x89GSS\r\n\x1a\n01234567\7\0\0\0", 20, 16,
         "the snapshot was saved in the middle of a tick: only an `interruptible` population can "
         "continue it"},
        {"\x89GSS\r\n\x1a\n01234567\5\0\0\0", 20, 16,
         "the snapshot was saved in the middle of a tick: only an `interruptible` population can "
         "continue it"},
        {"\x89GSS\r\n\x1a\n01234567\3\0\0\0", 20, 16,
         "the snapshot was saved in the middle of a tick: only an `interruptible` population can "
         "continue it"},
        {"\x89GSS\r\n\x1a\n01234567\1\0\0\0", 20, 16,
         "the snapshot has version 1, which can be read only for shapes without deferred actions, "
         "but group 0 has some: save the snapshot again"},
        {"\x89GSS\r\n\x1a\n01234567", 16, 16, "the snapshot is cut off here"},
    };
    gestalt_population *p = run(&configurations[0], 1, 3, 3);
    byte_buffer before = save_or_abort(p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_error error = {0};
        assert_int_equal(gestalt_population_load_memory(p, cases[i].bytes, cases[i].size, &error),
                         GESTALT_BAD_FILE);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
    }
    expect_bytes(p, &before);
    gestalt_population_destroy(p);
    free(before.bytes);
}

// Times that could overflow are refused in files and in calls.
static void test_times(void **state)
{
    (void)state;
    const int64_t most = INT64_MAX / 2;
    static const int64_t offsets[] = {INT64_MIN, -1, 0, 1, INT64_MAX};
    gestalt_population *p = create(&configurations[0], 1, NULL), *q = NULL;
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        int64_t time =
            offsets[i] == INT64_MIN || offsets[i] == INT64_MAX ? offsets[i] : most + offsets[i];
        gestalt_result expected = time < 0 || time > most ? GESTALT_LIMIT : GESTALT_OK;
        gestalt_population_options options = {.group = {shapes[0], tick_host_of(hosts[0])},
                                              .start = time};
        assert_int_equal(gestalt_population_create(&options, &q, NULL), expected);
        if (expected != GESTALT_OK) {
            assert_int_equal(gestalt_population_tick(p, time, NULL), expected);
            continue;
        }
        assert_int_equal(gestalt_population_spawn(q, 0, 4, NULL, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_tick(q, time, NULL), GESTALT_OK);
        byte_buffer bytes = save_or_abort(q);
        assert_int_equal(gestalt_population_load_memory(p, bytes.bytes, bytes.size, NULL),
                         GESTALT_OK);
        free(bytes.bytes);
        gestalt_population_destroy(q);
        gestalt_population_destroy(p);
        p = create(&configurations[0], 1, NULL);
    }
    gestalt_population_destroy(p);
}

// ---- shapes

static gestalt_population *create_with(const gestalt_shape *shape, tick_host *host)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {shape, tick_host_of(host)}};
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    return p;
}

static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *result = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(at);
    sprintf(result, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return result;
}

static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
        bool strip, fits;
    } cases[] = {
        {"\"name\":\"everything\"", "\"name\":\"other\",\"doc\":\"a longer text\"", false, true},
        {"\"name\":\"everything\"", "\"name\":\"everything\"", true, true},
        {"{\"type\":\"running\"}", "{\"type\":\"running\",\"name\":\"n\",\"doc\":\"d\"}", true,
         true},
        {"\"calm\"", "\"calmer\"", false, true},
        {"\"angry\":\"bool\"", "\"angry\":{\"type\":\"bool\",\"doc\":\"d\"}", false, true},
        {"\"angry\":\"bool\"", "\"angry\":{\"type\":\"bool\",\"init\":true}", false, false},
        {"\"gun\"", "\"bow\"", false, false},
        {"\"ticks\":1", "\"ticks\":2", false, false},
        {"\"do\":\"look\"", "\"do\":\"gaze\"", false, false},
        {"\"wind\":{", "\"gale\":{\"type\":\"int\"},\"wind\":{", false, false},
        {"\"key\":\"mood\"}]}}", "\"key\":\"mood\",\"init\":\"failure\"}]}}", false, false},
        {"\"attempts\":4", "\"attempts\":5", false, false},
    };
    gestalt_population *p = run(&configurations[0], 1, 5, 5);
    byte_buffer bytes = save_or_abort(p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_error error = {0};
        char *text = replaced(everything_document, cases[i].from, cases[i].to);
        gestalt_shape *shape = compile_or_abort("x.json", text, cases[i].strip);
        tick_host *host = tick_host_create(shape);
        gestalt_population *q = create_with(shape, host);
        gestalt_result result = gestalt_population_load_memory(q, bytes.bytes, bytes.size, &error);
        if (result != (cases[i].fits ? GESTALT_OK : GESTALT_BAD_FILE))
            fail_msg("%s: %s", cases[i].to, error.message);
        if (!cases[i].fits)
            assert_non_null(strstr(error.message, "group 0 has another shape: in the snapshot "
                                                  "`everything` ("));
        gestalt_population_destroy(q);
        tick_host_destroy(host);
        gestalt_shape_destroy(shape);
        free(text);
    }
    gestalt_error error = {0};
    gestalt_population *q = create_with(shapes[1], hosts[1]);
    assert_int_equal(gestalt_population_load_memory(q, bytes.bytes, bytes.size, &error),
                     GESTALT_BAD_FILE);
    assert_non_null(strstr(error.message, "in the population `wolf` ("));
    gestalt_population_destroy(q);
    q = create(&configurations[0], 2, NULL);
    assert_int_equal(gestalt_population_load_memory(q, bytes.bytes, bytes.size, &error),
                     GESTALT_BAD_FILE);
    assert_string_equal(error.message, "the snapshot has 1 group, but the population has 2");
    gestalt_population_destroy(q);
    gestalt_population_destroy(p);
    free(bytes.bytes);
}

// ---- files

static void expect_file(const byte_buffer *expected)
{
    gestalt_population *p = create(&configurations[0], 2, NULL);
    assert_int_equal(gestalt_population_load(p, "s", NULL), GESTALT_OK);
    expect_bytes(p, expected);
    gestalt_population_destroy(p);
}

static void test_files_that_cannot_be(void **state)
{
    (void)state;
    static const char *const unreadable[] = {"missing", ".", "", "/proc/self/mem"};
    static const char *const unwritable[] = {".", "", "no/folder/s", "/dev/full", "/proc/s"};
    gestalt_population *p = run(&configurations[0], 2, 5, 5);
    byte_buffer before = save_or_abort(p);
    gestalt_error error = {0};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        assert_int_equal(gestalt_population_load(p, unreadable[i], &error), GESTALT_IO);
        assert_int_equal(error.result, GESTALT_IO);
    }
    for (size_t i = 0; i < sizeof unwritable / sizeof *unwritable; i++) {
        error = (gestalt_error){0};
        assert_int_equal(gestalt_population_save(p, unwritable[i], &error), GESTALT_IO);
        assert_int_equal(error.result, GESTALT_IO);
        assert_non_null(strstr(error.message, unwritable[i]));
    }
    assert_int_equal(own_folder_entries(), 0);
    expect_bytes(p, &before);
    gestalt_population_destroy(p);
    free(before.bytes);
}

static bool refuse(void *user, const char *bytes, size_t size)
{
    size_t *left = user;
    (void)bytes;
    if (size > *left)
        return false;
    *left -= size;
    return true;
}

// At whatever point the write fails, the old file is there.
static void test_failing_writes(void **state)
{
    (void)state;
    gestalt_error error = {0};
    gestalt_population *p = run(&configurations[0], 2, 5000, 2);
    byte_buffer old = save_or_abort(p);
    assert_int_equal(gestalt_population_save(p, "s", NULL), GESTALT_OK);
    tick(p, 2);
    byte_buffer new = save_or_abort(p);
    for (size_t left = 0; left < new.size; left += new.size / 7) {
        size_t rest = left;
        assert_int_equal(gestalt_population_save_to(p, (gestalt_writer){refuse, &rest}, &error),
                         GESTALT_IO);
        struct rlimit limit, short_limit;
        getrlimit(RLIMIT_FSIZE, &limit);
        short_limit = (struct rlimit){left, limit.rlim_max};
        void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &short_limit);
        gestalt_result result = gestalt_population_save(p, "s", &error);
        setrlimit(RLIMIT_FSIZE, &limit);
        signal(SIGXFSZ, handler);
        assert_int_equal(result, GESTALT_IO);
        assert_non_null(strstr(error.message, "File too large"));
        assert_int_equal(own_folder_entries(), 1);
        expect_file(&old);
    }
    expect_bytes(p, &new);
    assert_int_equal(gestalt_population_save(p, "s", NULL), GESTALT_OK);
    expect_file(&new);
    gestalt_population_destroy(p);
    free(old.bytes);
    free(new.bytes);
}

// ---- memory that runs out

typedef gestalt_result doing(gestalt_population *p, void *user);

// Let each allocation fail in turn, until everything succeeds. Return the number of allocations.
static size_t expect_all_or_nothing(gestalt_population *p, short_memory *memory, doing *action,
                                    void *user)
{
    memory->left = SIZE_MAX;
    byte_buffer before = save_or_abort(p);
    size_t left = 0;
    for (;; left++) {
        memory->left = left;
        gestalt_result result = action(p, user);
        memory->left = SIZE_MAX;
        if (result == GESTALT_OK)
            break;
        assert_int_equal(result, GESTALT_NO_MEMORY);
        expect_bytes(p, &before);
    }
    free(before.bytes);
    return left;
}

static gestalt_result do_save(gestalt_population *p, void *user)
{
    size_t left = SIZE_MAX;
    (void)user;
    return gestalt_population_save_to(p, (gestalt_writer){refuse, &left}, NULL);
}

static gestalt_result do_load(gestalt_population *p, void *user)
{
    const byte_buffer *bytes = user;
    return gestalt_population_load_memory(p, bytes->bytes, bytes->size, NULL);
}

static gestalt_result do_attach(gestalt_population *p, void *user)
{
    const byte_buffer *bytes = user;
    return gestalt_population_attach(p, bytes->bytes, bytes->size, NULL);
}

static gestalt_result do_insert(gestalt_population *p, void *user)
{
    const byte_buffer *bytes = user;
    return gestalt_population_insert(p, 0, bytes->bytes, bytes->size, NULL, NULL);
}

static gestalt_result do_check(gestalt_population *p, void *user)
{
    const byte_buffer *bytes = user;
    return gestalt_actor_check(p, 0, bytes->bytes, bytes->size, NULL);
}

static gestalt_result do_remove(gestalt_population *p, void *user)
{
    (void)user;
    return gestalt_population_remove(p, gestalt_population_next(p, 0), NULL);
}

static byte_buffer take_or_abort(const gestalt_population *p, uint64_t agent)
{
    byte_buffer b = {.capacity = gestalt_actor_size_max(p, 0)};
    b.bytes = malloc(b.capacity);
    assert_int_equal(gestalt_actor_take(p, agent, b.bytes, b.capacity, &b.size, NULL), GESTALT_OK);
    return b;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    short_memory memory = {.left = SIZE_MAX};
    gestalt_allocator allocator = short_memory_allocator(&memory);
    gestalt_population *source = run(&configurations[3], 2, 40, 8);
    interfere(source, 2);
    byte_buffer bytes = save_or_abort(source);
    byte_buffer actor = take_or_abort(source, gestalt_population_next(source, 0));
    for (size_t i = 0; i < CONFIGURATIONS; i++) {
        gestalt_population *p = create(&configurations[i], 2, &allocator);
        assert_int_equal(gestalt_population_spawn(p, 0, 64, NULL, NULL), GESTALT_OK);
        for (int k = 0; k < 7; k++)
            tick(p, 2);
        assert_true(expect_all_or_nothing(p, &memory, do_save, NULL) > 0);
        assert_true(expect_all_or_nothing(p, &memory, do_attach, &bytes) > 0);
        assert_int_equal(expect_all_or_nothing(p, &memory, do_check, &actor), 1);
        expect_all_or_nothing(p, &memory, do_insert, &actor);
        assert_true(expect_all_or_nothing(p, &memory, do_load, &bytes) > 8);
        assert_int_equal(gestalt_population_bytes(p, NULL), memory.held);
        expect_bytes(p, &bytes);
        expect_all_or_nothing(p, &memory, do_load, &bytes);
        expect_bytes(p, &bytes);
        assert_int_equal(gestalt_population_tick(p, gestalt_population_now(p), NULL), GESTALT_OK);
        expect_all_or_nothing(p, &memory, do_remove, NULL);
        gestalt_population_destroy(p);
        assert_int_equal(memory.held, 0);
    }
    gestalt_population_destroy(source);
    free(bytes.bytes);
    free(actor.bytes);
}

// ---- actors

// An agent that moves to and fro continues like one that stays. Only its id and position change.
static uint64_t move_all(uint32_t ticks)
{
    gestalt_population *home = run(&configurations[0], 1, 40, ticks);
    gestalt_population *away = create(&configurations[3], 2, NULL);
    uint64_t count = gestalt_population_count(home), moved = 0;
    byte_buffer all = save_or_abort(home);
    gestalt_population *twin = create(&configurations[1], 1, NULL);
    assert_int_equal(gestalt_population_load_memory(twin, all.bytes, all.size, NULL), GESTALT_OK);
    for (uint64_t id = gestalt_population_next(home, 0); id != UINT64_MAX;
         id = gestalt_population_next(home, id + 1)) {
        uint64_t there;
        byte_buffer actor = take_or_abort(home, id);
        assert_int_equal(gestalt_actor_check(away, 0, actor.bytes, actor.size, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_insert(away, 0, actor.bytes, actor.size, &there, NULL),
                         GESTALT_OK);
        assert_int_equal(there, moved++);
        assert_int_equal(gestalt_population_remove(home, id, NULL), GESTALT_OK);
        assert_false(gestalt_population_has(home, id));
        free(actor.bytes);
    }
    assert_int_equal(moved, count);
    assert_int_equal(gestalt_population_count(home), 0);
    expect_same_requests(home, twin); // the twins that stay
    const gestalt_request *requests;
    uint64_t request_count;
    assert_int_equal(gestalt_population_requests(away, &requests, &request_count, NULL),
                     GESTALT_OK);
    assert_int_equal(request_count, 0);
    assert_int_equal(gestalt_population_requests(twin, &requests, &request_count, NULL),
                     GESTALT_OK);
    gestalt_population_destroy(home);
    gestalt_population_destroy(away);
    gestalt_population_destroy(twin);
    free(all.bytes);
    return request_count;
}

static void test_moving(void **state)
{
    (void)state;
    uint64_t requests = 0;
    for (uint32_t ticks = 1; ticks < 7; ticks++)
        requests += move_all(ticks);
    assert_true(requests > 0);
}

// Without host functions and `agent`, an actor behaves the same in every population.
static void test_moved_agents_go_on(void **state)
{
    (void)state;
    gestalt_population *one = create_with(shapes[1], hosts[1]);
    assert_int_equal(gestalt_population_spawn(one, 0, 70, NULL, NULL), GESTALT_OK);
    gestalt_population *two = create_with(shapes[1], hosts[1]);
    gestalt_value moon = {.type = GESTALT_INT, .integer = 3};
    gestalt_population_write_shared(one, 0, "moon", moon, NULL);
    gestalt_population_write_shared(two, 0, "moon", moon, NULL);
    for (int64_t i = 0; i < 3; i++) {
        assert_int_equal(gestalt_population_tick(one, i * 100000, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_tick(two, i * 100000, NULL), GESTALT_OK);
    }
    for (uint64_t id = 0; id < 70; id += 3) {
        byte_buffer actor = take_or_abort(one, id);
        assert_int_equal(gestalt_population_insert(two, 0, actor.bytes, actor.size, NULL, NULL),
                         GESTALT_OK);
        free(actor.bytes);
    }
    for (int64_t i = 3; i < 9; i++) {
        assert_int_equal(gestalt_population_tick(one, i * 100000, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_tick(two, i * 100000, NULL), GESTALT_OK);
        for (uint64_t id = 0; id < 70; id += 3) {
            byte_buffer a = take_or_abort(one, id), b = take_or_abort(two, id / 3);
            assert_int_equal(a.size, b.size);
            assert_memory_equal(a.bytes, b.bytes, a.size);
            free(a.bytes);
            free(b.bytes);
        }
    }
    gestalt_population_destroy(one);
    gestalt_population_destroy(two);
}

static void test_actors_refused(void **state)
{
    (void)state;
    gestalt_population *p = run(&configurations[0], 2, 5, 4);
    byte_buffer actor = take_or_abort(p, gestalt_population_next(p, 0));
    MISUSED(gestalt_actor_check(p, 2, actor.bytes, actor.size, &error), "no group 2");
    gestalt_error error = {0};
    size_t size;
    assert_int_equal(gestalt_actor_size_max(p, 2), 0);
    assert_int_equal(gestalt_actor_check(p, 1, actor.bytes, actor.size, &error), GESTALT_BAD_FILE);
    assert_non_null(strstr(error.message, "the actor has another shape ("));
    assert_int_equal(gestalt_actor_take(p, 12345, actor.bytes, actor.capacity, &size, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(
        gestalt_actor_take(p, gestalt_population_next(p, 0), actor.bytes, 20, &size, &error),
        GESTALT_LIMIT);
    assert_int_equal(gestalt_population_remove(p, 12345, NULL), GESTALT_BAD_ARGUMENT);
    byte_buffer before = save_or_abort(p);
    unsigned char *version = actor.bytes + offsetof(actor_header, version);
    *version = 4;
    repair_actor(actor.bytes, actor.size);
    assert_int_equal(gestalt_actor_check(p, 0, actor.bytes, actor.size, &error), GESTALT_BAD_FILE);
    assert_string_equal(error.message, "the actor has version 4; this library reads 3");
    *version = 1;
    repair_actor(actor.bytes, actor.size);
    assert_int_equal(gestalt_actor_check(p, 0, actor.bytes, actor.size, &error), GESTALT_BAD_FILE);
    assert_string_equal(error.message, "the actor has version 1, which can be read only for shapes "
                                       "without deferred actions: take the actor again");
    *version = 3;
    repair_actor(actor.bytes, actor.size);
    assert_int_equal(gestalt_actor_check(p, 0, actor.bytes, actor.size, &error), GESTALT_OK);
    for (size_t cut = 0; cut < actor.size; cut++) {
        unsigned char *part = malloc(cut ? cut : 1);
        memcpy(part, actor.bytes, cut);
        assert_int_equal(gestalt_population_insert(p, 0, part, cut, NULL, &error),
                         GESTALT_BAD_FILE);
        repair_actor(part, cut);
        assert_int_equal(gestalt_population_insert(p, 0, part, cut, NULL, &error),
                         GESTALT_BAD_FILE);
        free(part);
        actor.bytes[cut] ^= 4;
        assert_int_equal(gestalt_population_insert(p, 0, actor.bytes, actor.size, NULL, &error),
                         GESTALT_BAD_FILE);
        actor.bytes[cut] ^= 4;
    }
    expect_bytes(p, &before);
    gestalt_population_destroy(p);
    free(before.bytes);
    free(actor.bytes);
}

// Write an actor from a table: b u8, w u32, l u64, n the item of a node as u32.
static size_t write_actor(const gestalt_shape *shape, const char *text, unsigned char *bytes)
{
    size_t size = 0;
    while (*text) {
        char kind = *text, *end;
        uint64_t value = strtoull(text + 1, &end, 10);
        if (kind == 'n')
            value = shape->nodes[value];
        size_t width = kind == 'b' ? 1 : kind == 'l' ? 8 : 4;
        memcpy(bytes + size, &value, width);
        size += width;
        text = *end ? end + 1 : end;
    }
    return size;
}

#define IN(node, child)    "{'type':'" node ",'child':" child "}"
#define OF(node, children) "{'type':'" node "','children':[" children "]}"
#define RUNS               "{'type':'running'}"
#define WAITS              "{'type':'wait','ticks':3}"
#define DEFERS             "{'type':'deferred','do':'go'}"
#define GIVES                                                                                      \
    "{'type':'deferred','do':'go','args':{'sure':'time > "                                         \
    "1','to':'at'}},'blackboard':{'at':'vec2'}"
#define TOGETHER          "two nodes are live that can't be live together"
#define NOT_LIVE          "a node is live that can't be live"
#define NOT_CANCELLED     "a node was cancelled that can't be cancelled"
#define REPEATS(per_tick) IN("repeat','count':3,'per_tick':" per_tick, WAITS)
#define SHUFFLED          OF("sequence','order':'random", WAITS ",{'type':'failure'}")

// Actors written by hand, and their errors.
static const struct {
    const char *root, *actor, *wrong;
} actors[] = {
    {REPEATS("1"), "b2 w1 n1 w1 l5 w0", NULL},
    {REPEATS("1"), "b2 w1 n0 w2 w0", NULL}, // waits between rounds
    {REPEATS("1"), "b2 w1 n0 w3 w0", "a loop has counted more rounds than it makes"},
    {REPEATS("1"), "b4 w0 w0", "the root's last status does not exist"},
    {REPEATS("1"), "b3 w0 w0 b0", "there are bytes after its end"},
    {REPEATS("1"), "b3 w0 b0", "it ends too early"},
    {REPEATS("1"), "b2 w1 n1 w1 l5", "it ends too early"},
    {REPEATS("64"), "b2 w1 n0 w2 w0", NOT_LIVE}, // never waits between rounds
    {REPEATS("1"), "b2 w2 n0 n1 w0 l0 w0", TOGETHER},
    {WAITS, "b2 w1 n0 l7 w0", NULL},
    {WAITS, "b2 w1 w1 l7 w0", NOT_LIVE}, // an operand
    {WAITS, "b2 w1 w99999 l7 w0", NOT_LIVE},
    {WAITS, "b2 w4294967295 n0 l7 w0", NOT_LIVE},
    {"{'type':'wait','ticks':0}", "b2 w1 n0 l7 w0", NOT_LIVE},
    {IN("delay','ticks':5", RUNS), "b2 w1 n0 l7 w0", NULL},
    {IN("delay','ticks':5", RUNS), "b2 w1 n1 l7 w0", NULL},
    {IN("delay','ticks':5", RUNS), "b2 w2 n0 n1 l7 w0", TOGETHER},
    {IN("delay','ticks':0", RUNS), "b2 w1 n0 l7 w0", NOT_LIVE},
    {OF("sequence", RUNS "," WAITS), "b2 w1 n2 l7 w0", NOT_LIVE}, // no agent gets that far
    {OF("weighted','weights':[1,0],'name':'w", WAITS "," WAITS), "b2 w1 n1 l7 w0 l1", NULL},
    {OF("weighted','weights':[1,0],'name':'w", WAITS "," WAITS), "b2 w1 n2 l7 w0 l1", NOT_LIVE},
    {IN("chance','p':1", RUNS), "b2 w1 n1 w0 l1", NULL},
    {IN("chance','p':0", RUNS), "b2 w1 n1 w0 l1", NOT_LIVE}, // the chance is never live
    {OF("selector", WAITS "," RUNS), "b2 w1 n1 l7 w0", NULL},
    {OF("sequence", WAITS "," RUNS), "b2 w2 n1 n2 l7 w0", TOGETHER},
    {OF("sequence", RUNS), "b2 w1 n0 w0", NOT_LIVE},
    {OF("race", RUNS "," RUNS), "b2 w2 n1 n2 w0", NULL},
    {OF("race", RUNS "," RUNS), "b2 w2 n2 n1 w0", "the live nodes are not in order"},
    {OF("race", RUNS "," RUNS), "b2 w2 n1 n1 w0", "the live nodes are not in order"},
    {OF("concurrent", OF("sequence", WAITS "," RUNS) "," RUNS), "b2 w2 n3 n4 w0", NULL},
    {OF("concurrent", OF("sequence", WAITS "," RUNS) "," RUNS), "b2 w3 n2 n3 n4 l7 w0", TOGETHER},
    {OF("parallel", RUNS "," WAITS), "b2 w1 n1 b0 b3 w0", NULL},
    {OF("parallel", RUNS "," WAITS), "b2 w1 n1 b0 b1 w0",
     "a parallel's child has a status that it can't return"},
    {OF("parallel", RUNS "," RUNS), "b2 w1 n1 b0 b3 w0",
     "a parallel's child has a status that it can't return"},
    {SHUFFLED, "b2 w1 n1 l0 l7 w0 l1", NULL}, // the wait comes first
    {SHUFFLED, "b2 w1 n1 l3 l7 w0 l1", "a random order continued after a child that ends it"},
    {IN("once'", WAITS), "b0 w0 w0 b0", NULL},
    {IN("once'", WAITS), "b0 w0 w0 b2", NULL},
    {IN("once'", WAITS), "b2 w1 n1 l7 w0 b2", NULL},
    {IN("once'", WAITS), "b2 w1 n1 l7 w0 b0", "a once is live although its status is final"},
    {IN("once'", WAITS), "b0 w0 w0 b1", "a once has stored a status that it can't return"},
    {OF("parallel", RUNS "," RUNS), "b2 w1 n1 b0 b2 w0",
     "a parallel's child has succeeded without an end"},
    {OF("parallel", WAITS "," RUNS), "b2 w1 n1 b3 b0 l7 w0",
     "a parallel's child is live after its end"},
    {OF("parallel", RUNS "," RUNS), "b2 w1 n1 b0 b4 w0",
     "the state of a parallel's child does not exist"},
    {IN("while'", WAITS), "b2 w1 n1 b1 l7 w0", NULL},
    {IN("while'", RUNS), "b2 w1 n1 b0 w0", NULL},
    {IN("while'", RUNS), "b2 w1 n1 b1 w0",
     "a while has stored a success that its child can't return"},
    {IN("while'", RUNS), "b2 w1 n1 b2 w0", "the state of a while does not exist"},
    {DEFERS, "b2 w1 n0 b7 w5 w0", NULL},
    {DEFERS, "b2 w1 n0 b0 w5 w0", NULL},
    {DEFERS, "b2 w1 n0 b0 w0", "it ends too early"},
    {DEFERS, "b2 w1 n0 b4 w5 w0", "a deferred action has succeeded without an end"},
    {DEFERS, "b2 w1 n0 b8 w5 w0", "the state of a deferred action does not exist"},
    {DEFERS, "b0 w0 w1 n0 w5", NULL},
    {DEFERS, "b0 w0 w1 n0", "it ends too early"},
    {DEFERS, "b0 w0 w2 n0 w5 n0 w5", "more actions were cancelled than can be live"},
    {DEFERS, "b2 w1 n0 b1 w5 w1 n0 w4", NULL}, // cancelled, and launched again
    {OF("race", DEFERS "," DEFERS), "b0 w0 w2 n1 w5 n2 w6", NULL},
    {OF("race", DEFERS "," DEFERS), "b0 w0 w2 n2 w5 n1 w6", NOT_CANCELLED},
    {OF("race", DEFERS "," RUNS), "b0 w0 w1 n2 w5", NOT_CANCELLED},
    {OF("race", DEFERS "," RUNS), "b0 w0 w1 w777 w5", NOT_CANCELLED},
    {OF("race", OF("selector", DEFERS "," DEFERS) "," DEFERS), "b0 w0 w2 n3 w5 n4 w6", NULL},
    {OF("race", OF("selector", DEFERS "," DEFERS) "," DEFERS), "b0 w0 w2 n2 w5 n3 w6", TOGETHER},
    {OF("priority", DEFERS "," DEFERS), "b2 w1 n1 b1 w6 w1 n2 w5", NULL},
    {GIVES, "b2 w1 n0 b0 w5 w1 w2 w3 w0 w7 w8", NULL},
    {GIVES, "b2 w1 n0 b0 w5 w2 w2 w3 w0 w7 w8", "a bool of a launch is neither 0 nor 1"},
    {GIVES, "b2 w1 n0 b0 w5 w1", "it ends too early"},
    {"{'type':'persistent','key':'p'}", "b2 w1 n0 w0 b2", NULL},
    {"{'type':'persistent','key':'p'}", "b2 w1 n0 w0 b3", "a persistent status does not exist"},
    {RUNS ",'blackboard':{'b':'bool'}", "b2 w1 n0 w0 b1", NULL},
    {RUNS ",'blackboard':{'b':'bool'}", "b2 w1 n0 w0 b2", "a bool is neither 0 nor 1"},
};

// Refuse a wrong actor with every form of live states and every number of lanes.
static const char *put_somewhere(const plan *p, const unsigned char *bytes, size_t size,
                                 unsigned lanes, gestalt_states states)
{
    cohort_layout layout;
    assert_true(cohort_layout_make(p, lanes, states, &layout));
    cohort *c = aligned_alloc(64, (layout.size + 63) / 64 * 64);
    cohort_start(&layout, c);
    const char *wrong = actor_put(p, &layout, c, lanes - 1, bytes, size);
    actor_clear(&layout, c, UINT64_C(1) << (lanes - 1));
    assert_int_equal(live_total(p, &layout, c), 0);
    assert_int_equal(cohort_running(&layout, c) | cohort_succeeded(&layout, c), 0);
    free(c);
    return wrong;
}

static const char *put_everywhere(const plan *p, const unsigned char *bytes, size_t size)
{
    const char *wrong = put_somewhere(p, bytes, size, 1, GESTALT_STATES_MASKS);
    for (unsigned lanes = 1; lanes <= 64; lanes += 63) {
        assert_ptr_equal(put_somewhere(p, bytes, size, lanes, GESTALT_STATES_MASKS), wrong);
        assert_ptr_equal(put_somewhere(p, bytes, size, lanes, GESTALT_STATES_SPARSE), wrong);
    }
    return wrong;
}

static void test_actor_checks(void **state)
{
    (void)state;
    const gestalt_allocator allocator = memory_allocator(NULL);
    for (size_t i = 0; i < sizeof actors / sizeof *actors; i++) {
        char text[1024];
        snprintf(text, sizeof text, "{'gestalt':1,'root':%s}", actors[i].root);
        for (char *c = text; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        gestalt_shape *shape = compile_or_abort("actor.json", text, false);
        plan *p = plan_create(shape, &allocator);
        unsigned char bytes[256];
        size_t size = write_actor(shape, actors[i].actor, bytes);
        const char *wrong = put_everywhere(p, bytes, size);
        if (!wrong != !actors[i].wrong || (wrong && strcmp(wrong, actors[i].wrong) != 0))
            fail_msg("%s: %s: %s", text, actors[i].actor, wrong ? wrong : "accepted");
        if (!wrong)
            assert_true(size <= actor_size_max(p));
        plan_destroy(p, &allocator);
        gestalt_shape_destroy(shape);
    }
}

// A run counts one agent more than there are bytes for. Live states make room for the bound.
static void test_one_agent_more(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort(
        "waits.json", "{\"gestalt\": 1, \"root\": {\"type\": \"wait\", \"ticks\": 3}}", false);
    gestalt_population *p;
    gestalt_error error = {0};
    const gestalt_group group = {.shape = shape};
    const gestalt_population_options how = {.groups = &group, .group_count = 1};
    assert_int_equal(gestalt_population_create(&how, &p, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn(p, 0, 4, NULL, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_despawn(p, 3, NULL), GESTALT_OK); // its id was given before
    assert_int_equal(gestalt_population_tick(p, 0, NULL), GESTALT_OK);
    byte_buffer bytes = save_or_abort(p);
    damage d = {.good = bytes, .bytes = bytes.bytes};
    unsigned char *count = find_chunk(&d, CHUNK_AGENTS) + offsetof(chunk_run, count);
    (*count)++;
    repair_snapshot(bytes.bytes, bytes.size);
    assert_int_equal(gestalt_population_load_memory(p, bytes.bytes, bytes.size, &error),
                     GESTALT_BAD_FILE);
    assert_string_equal(error.message, "this chunk ends too early");
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
    free(bytes.bytes);
}

// Run damaged actors that were accepted, and check the shape's bound.
static void run_damaged(gestalt_population *p, byte_buffer *actor, size_t counts[2])
{
    uint64_t agent;
    repair_actor(actor->bytes, actor->size);
    bool good =
        gestalt_population_insert(p, 0, actor->bytes, actor->size, &agent, NULL) == GESTALT_OK;
    counts[good]++;
    if (!good)
        return;
    byte_buffer again = take_or_abort(p, agent);
    free(again.bytes);
    tick_checked(p, shapes[0], 30);
    assert_int_equal(gestalt_population_despawn(p, agent, NULL), GESTALT_OK);
}

static void test_damaged_actors(void **state)
{
    (void)state;
    size_t counts[2] = {0};
    gestalt_population *source = run(&configurations[0], 1, 12, 5);
    gestalt_population *p = create(&configurations[3], 1, NULL);
    for (uint64_t id = 0, z = 1; id < 12; id++) {
        if (!gestalt_population_has(source, id))
            continue;
        byte_buffer actor = take_or_abort(source, id);
        unsigned char *good = malloc(actor.size);
        memcpy(good, actor.bytes, actor.size);
        for (size_t i = sizeof(actor_header); i < actor.size; i++)
            for (size_t k = 0; k < 6; k++) {
                memcpy(actor.bytes, good, actor.size);
                z = mix(z + 77);
                actor.bytes[i] = (unsigned char)(k < 3 ? good[i] + k + 1 : z);
                if (k == 5)
                    actor.bytes[sizeof(actor_header) + (z >> 20) % 60] = (unsigned char)(z >> 9);
                run_damaged(p, &actor, counts);
            }
        free(good);
        free(actor.bytes);
    }
    print_message("%zu accepted, %zu refused\n", counts[1], counts[0]);
    assert_true(counts[0] > 1000 && counts[1] > 1000);
    gestalt_population_destroy(source);
    gestalt_population_destroy(p);
}

static gestalt_shape *compile_random(generated *g)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.include = generated_include, .include_user = g};
    gestalt_compile_text("random.json", g->text, g->size, &options, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    assert_non_null(shape);
    return shape;
}

// The same for actors of random trees.
static void damage_tree(uint64_t number, size_t counts[2])
{
    enum { AGENTS = 6, TRIES = 60, VISITS_MOST = 3000 };
    gestalt_population *p = NULL;
    generated *g = generate(number, NULL);
    gestalt_shape *shape = compile_random(g);
    tick_host *host = tick_host_create(shape);
    gestalt_population_options options = {.group = {shape, tick_host_of(host)}, .lanes = 4};
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    bool is_short = gestalt_shape_specification(shape)->visit_bound <= VISITS_MOST;
    assert_int_equal(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL), GESTALT_OK);
    tick_checked(p, shape, 1 + (uint32_t)number % 9);
    uint64_t z = number;
    for (uint64_t i = 0; is_short && i < TRIES; i++) {
        byte_buffer actor = take_or_abort(p, i % AGENTS);
        for (uint64_t k = 0; k <= i % 3; k++) {
            z = mix(z + 0x9E3779B9);
            size_t at = sizeof(actor_header) + z % (actor.size - sizeof(actor_header));
            actor.bytes[at] =
                (unsigned char)(z & 0x10000 ? z >> 40 : actor.bytes[at] + UINT64_C(1));
        }
        repair_actor(actor.bytes, actor.size);
        counts[gestalt_population_insert(p, 0, actor.bytes, actor.size, NULL, NULL) ==
               GESTALT_OK]++;
        free(actor.bytes);
    }
    tick_checked(p, shape, 30);
    byte_buffer bytes = save_or_abort(p);
    gestalt_error error = {0};
    if (gestalt_population_load_memory(p, bytes.bytes, bytes.size, &error) != GESTALT_OK)
        fail_msg("tree %" PRIu64 ": %s at %" PRIu64, number, error.message, error.offset);
    expect_bytes(p, &bytes);
    free(bytes.bytes);
    gestalt_population_destroy(p);
    tick_host_destroy(host);
    gestalt_shape_destroy(shape);
    generated_destroy(g);
}

static uint64_t first_tree = 1, tree_count = 200;

static void test_damaged_actors_of_random_trees(void **state)
{
    (void)state;
    size_t counts[2] = {0};
    for (uint64_t i = 0; i < tree_count; i++)
        damage_tree(first_tree + i, counts);
    print_message("%zu accepted, %zu refused\n", counts[1], counts[0]);
    assert_true(counts[0] > tree_count && counts[1] > tree_count);
}

static int start_shapes(void **state)
{
    (void)state;
    shapes[0] = compile_or_abort("everything.json", everything_document, false);
    shapes[1] = compile_or_abort("wolf.json", other_document, false);
    for (int i = 0; i < 2; i++)
        hosts[i] = tick_host_create(shapes[i]);
    return 0;
}

static int end_shapes(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        tick_host_destroy(hosts[i]);
        gestalt_shape_destroy(shapes[i]);
    }
    return 0;
}

int main(int count, char **arguments)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, own_folder_enter, own_folder_leave)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        IN_FOLDER(test_chunks),
        cmocka_unit_test(test_requests_without_agents),
        cmocka_unit_test(test_wrong_fields),

        cmocka_unit_test(test_damaged_actors_of_random_trees),
        cmocka_unit_test(test_one_agent_more),
        cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_actor_checks),
        cmocka_unit_test(test_attached_bytes),
        cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_every_flip),
        cmocka_unit_test(test_every_flip_repaired),
        cmocka_unit_test(test_exchanged_chunks),
        cmocka_unit_test(test_foreign_files),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_shapes),
        IN_FOLDER(test_files_that_cannot_be),
        IN_FOLDER(test_failing_writes),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_moving),
        cmocka_unit_test(test_moved_agents_go_on),
        cmocka_unit_test(test_actors_refused),
        cmocka_unit_test(test_one_agent_more),
        cmocka_unit_test(test_damaged_actors),
    };
    if (count == 3) {
        first_tree = strtoull(arguments[1], NULL, 10);
        tree_count = strtoull(arguments[2], NULL, 10);
    }
    return cmocka_run_group_tests_name("snapshot", tests, start_shapes, end_shapes);
}
