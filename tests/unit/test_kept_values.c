// SPDX-License-Identifier: MIT
// Values that a host keeps for each agent, in hashes and snapshots; and that neither snapshots nor
// their errors depend on threads, lanes, and on how the bytes are read.
#include "amount.h"
#include "own_folder.h"
#include "random.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"

#include <gestalt/gestalt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"rand() * 100\"},"
    "\"n\":\"int\",\"seen\":{\"type\":{\"list\":\"int\"},\"capacity\":32}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"wait\",\"ticks\":3}]},"
    "{\"type\":\"push\",\"key\":\"seen\",\"value\":\"n\"},"
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"}]}}";

enum { IDS = 60000, TICKS = 9 };

typedef struct record {
    uint32_t mine;
    unsigned char byte[8];
} record;

typedef struct host {
    record now[IDS], loaded[IDS];
    uint64_t count, next; // agents put, and the id after the last one
    uint32_t begun, ended, has_loaded;
    bool has_mixed;   // records of another group
    uint64_t refused; // the agent that `put` refuses
    gestalt_result at_begin;
} host;

// Return where the last byte of a record is in a list, which need not be aligned.
static size_t last_byte(uint32_t i)
{
    return (i + (size_t)1) * sizeof(record) - 1;
}
_Static_assert(sizeof(record) == offsetof(record, byte) + 8, "a record ends with its bytes");

static void host_take(void *user, uint32_t group, uint64_t first, uint32_t count, void *records)
{
    const host *h = user;
    memcpy(records, h->now + first, count * sizeof *h->now);
    for (uint32_t i = 0; i < count; i++)
        ((unsigned char *)records)[last_byte(i)] = (unsigned char)group;
}

static gestalt_result host_begin(void *user, const gestalt_population *read, gestalt_error *error)
{
    host *h = user;
    (void)error;
    assert_int_equal(gestalt_population_count(read), 0);
    h->begun++;
    h->count = h->next = 0;
    return h->at_begin;
}

static gestalt_result host_put(void *user, const gestalt_population *read, uint32_t group,
                               uint64_t first, uint32_t count, const void *records,
                               gestalt_error *error)
{
    host *h = user;
    (void)error;
    assert_true(first >= h->next && h->begun > h->ended);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(gestalt_population_has(read, first + i));
        h->has_mixed |= ((const unsigned char *)records)[last_byte(i)] != group;
        if (first + i == h->refused)
            return GESTALT_BAD_FILE;
    }
    memcpy(h->loaded + first, records, count * sizeof *h->loaded);
    h->count += count;
    h->next = first + count;
    return GESTALT_OK;
}

static void host_end(void *user, bool is_loaded)
{
    host *h = user;
    h->ended++;
    h->has_loaded += is_loaded;
}

static void host_start(host *h)
{
    memset(h, 0, sizeof *h);
    h->refused = UINT64_MAX;
    for (uint32_t i = 0; i < IDS; i++)
        h->now[i].mine = i * 7919;
}

static void keep(gestalt_population *p, host *h)
{
    const gestalt_kept_values kept = {.size = sizeof(record),
                                      .take = host_take,
                                      .begin = host_begin,
                                      .put = host_put,
                                      .end = host_end,
                                      .user = h};
    OK(gestalt_population_keep_values(p, &kept, NULL));
}

typedef struct options {
    uint32_t lanes, threads;
} options;

static const options all_options[] = {{64, 1}, {64, 2}, {5, 3}, {1, 1}};
enum { OPTIONS = sizeof all_options / sizeof *all_options };

static gestalt_population *create(const gestalt_shape *shape, const options *o)
{
    gestalt_population *p;
    const gestalt_group groups[] = {{shape, NULL}, {shape, NULL}};
    gestalt_population_options made = {.groups = groups,
                                       .group_count = 2,
                                       .lanes = o->lanes,
                                       .threads = o->threads,
                                       .seed = 5,
                                       .interruptible = true};
    OK(gestalt_population_create(&made, &p, NULL));
    return p;
}

// Agents of two groups, with gaps, from one id to runs over several id blocks.
static gestalt_population *populate(const gestalt_shape *shape, const options *o, bool has_many)
{
    gestalt_population *p = create(shape, o);
    uint64_t random = 3;
    for (uint64_t id = 0; id < IDS - 5000;) {
        uint64_t count = 1 + random_below(&random, random_below(&random, 3) ? 90 : 5000);
        if (!has_many)
            count = 1 + count % 3;
        OK(gestalt_population_spawn_as(p, random_below(&random, 2), id, count, NULL));
        id += count + random_below(&random, has_many ? 50 : 9000);
    }
    for (int64_t i = 0; i < TICKS; i++)
        OK(gestalt_population_tick(p, i * 100000, NULL));
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

static void expect_bytes(gestalt_population *p, const byte_buffer *expected)
{
    byte_buffer now = save_or_abort(p);
    assert_int_equal(now.size, expected->size);
    assert_memory_equal(now.bytes, expected->bytes, now.size);
    free(now.bytes);
}

// ---- values

static void load_everywhere(const gestalt_shape *shape, const byte_buffer *bytes,
                            const gestalt_population *p, const host *h)
{
    static host other;
    for (size_t i = 0; i < OPTIONS; i++) {
        gestalt_population *q = create(shape, &all_options[i]);
        host_start(&other);
        keep(q, &other);
        OK(gestalt_population_load_memory(q, bytes->bytes, bytes->size, NULL));
        assert_int_equal(other.count, gestalt_population_count(p));
        assert_false(other.has_mixed);
        assert_true(other.begun == 1 && other.ended == 1 && other.has_loaded == 1);
        for (uint64_t id = gestalt_population_next(p, 0); id != UINT64_MAX;
             id = gestalt_population_next(p, id + 1))
            assert_int_equal(other.loaded[id].mine, h->now[id].mine);
        memcpy(other.now, other.loaded, sizeof other.now);
        assert_true(hash_of(q) == hash_of(p));
        expect_bytes(q, bytes);
        gestalt_population_destroy(q);
    }
}

static void test_round_trips(void **state)
{
    (void)state;
    static host h;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    for (int has_many = 0; has_many < 2; has_many++) {
        byte_buffer bytes = {0};
        for (size_t i = 0; i < OPTIONS; i++) {
            gestalt_population *p = populate(shape, &all_options[i], has_many);
            host_start(&h);
            uint64_t without = hash_of(p);
            keep(p, &h);
            uint64_t hash = hash_of(p);
            assert_true(hash != without);
            if (i == 0)
                bytes = save_or_abort(p);
            expect_bytes(p, &bytes);
            if (i == 0)
                load_everywhere(shape, &bytes, p, &h);
            h.now[gestalt_population_next(p, IDS / 2)].mine++;
            assert_true(hash_of(p) != hash);
            OK(gestalt_population_keep_values(p, NULL, NULL));
            assert_true(hash_of(p) == without);
            gestalt_population_destroy(p);
        }
        free(bytes.bytes);
    }
    gestalt_shape_destroy(shape);
}

static void refused(gestalt_population *p, const byte_buffer *bytes, const char *wrong)
{
    gestalt_error error = {0};
    uint64_t before = hash_of(p);
    assert_int_equal(gestalt_population_load_memory(p, bytes->bytes, bytes->size, &error),
                     GESTALT_BAD_FILE);
    if (!strstr(error.message, wrong))
        fail_msg("`%s` does not say `%s`", error.message, wrong);
    assert_true(hash_of(p) == before);
}

static void test_refused(void **state)
{
    (void)state;
    static host h;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, &all_options[1], true);
    gestalt_kept_values narrow = {.size = 3, .take = host_take, .put = host_put, .user = &h};
    byte_buffer without = save_or_abort(p);
    host_start(&h);
    keep(p, &h);
    byte_buffer with = save_or_abort(p);
    refused(p, &without, "but the snapshot has none");
    h.refused = gestalt_population_next(p, IDS / 2);
    refused(p, &with, "");
    h.at_begin = GESTALT_BAD_FILE;
    refused(p, &with, "");
    assert_true(h.begun == 3 && h.ended == 3 && h.has_loaded == 0);
    OK(gestalt_population_keep_values(p, NULL, NULL));
    refused(p, &with, "the host of this population keeps none");
    gestalt_population *q = create(shape, &all_options[0]);
    OK(gestalt_population_keep_values(q, &narrow, NULL));
    refused(q, &with, "have another size in the snapshot");
    gestalt_population_destroy(q);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
    free(without.bytes);
    free(with.bytes);
}

// ---- errors

typedef struct verdict {
    gestalt_result result;
    gestalt_error error;
} verdict;

static void expect_verdict(const verdict *a, const verdict *b)
{
    assert_int_equal(a->result, b->result);
    if (a->result == GESTALT_OK)
        return;
    assert_string_equal(a->error.message, b->error.message);
    assert_int_equal(a->error.offset, b->error.offset);
}

// Damage some places, in two chunks if possible. With correct hashes, the contents are wrong.
static void spoil(byte_buffer *b, uint64_t *random, bool with_hashes)
{
    for (uint32_t i = 0; i < 2; i++) {
        size_t at = sizeof(snapshot_header) + random_below(random, (uint32_t)(b->size - 64));
        b->bytes[at] ^= (unsigned char)(1 + random_below(random, 255));
    }
    if (with_hashes)
        repair_snapshot(b->bytes, b->size);
}

static void write_file(const char *name, const byte_buffer *b)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(b->bytes, 1, b->size, file), b->size);
    fclose(file);
}

static void test_errors(void **state)
{
    (void)state;
    static host h;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, &all_options[0], true), *others[OPTIONS];
    uint64_t random = 77, refusals = 0;
    host_start(&h);
    keep(p, &h);
    const byte_buffer good = save_or_abort(p);
    byte_buffer bad = {.bytes = malloc(good.size), .size = good.size};
    assert_true(good.size > 8 * SNAPSHOT_CHUNK_SIZE);
    for (size_t k = 0; k < OPTIONS; k++) {
        others[k] = create(shape, &all_options[k]);
        keep(others[k], &h);
    }
    const uint32_t rounds = amount_of(60, 3);
    for (uint32_t i = 0; i < rounds; i++) {
        verdict first = {0};
        memcpy(bad.bytes, good.bytes, good.size);
        bad.size = i % 6 ? good.size : good.size - random_below(&random, (uint32_t)good.size);
        spoil(&bad, &random, i % 3 > 0);
        write_file("s", &bad);
        for (size_t k = 0; k < OPTIONS; k++) {
            verdict v = {0}, of_file = {0};
            v.result = gestalt_population_load_memory(others[k], bad.bytes, bad.size, &v.error);
            of_file.result = gestalt_population_load(others[k], "s", &of_file.error);
            first = k == 0 ? v : first;
            expect_verdict(&v, &first);
            expect_verdict(&of_file, &first);
        }
        refusals += first.result != GESTALT_OK;
    }
    assert_in_range(refusals, rounds * 2 / 3, rounds - 1);
    for (size_t k = 0; k < OPTIONS; k++)
        gestalt_population_destroy(others[k]);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
    free(good.bytes);
    free(bad.bytes);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, own_folder_enter, own_folder_leave)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_refused),
        IN_FOLDER(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
