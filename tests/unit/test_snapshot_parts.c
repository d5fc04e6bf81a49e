// SPDX-License-Identifier: MIT
// Populations that share agents among them, by id blocks: their parts are the hash of one
// population with all agents.
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

// The tree draws, waits and counts, so agents differ.
static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"rand() * 100\"},"
    "\"n\":\"int\",\"wind\":{\"type\":\"float\",\"shared\":true,\"init\":0.5}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"wait\",\"ticks\":3}]},"
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"}]}}";

enum { BLOCKS = 9, PARTS_MOST = 3, FIRST_GONE = 3 * GESTALT_ID_BLOCK };

static gestalt_population *populate(const gestalt_shape *shape, uint32_t threads)
{
    gestalt_population *p;
    const gestalt_group groups[] = {{shape, NULL}, {shape, NULL}};
    gestalt_population_options options = {
        .groups = groups, .group_count = 2, .lanes = 60, .threads = threads, .seed = 5};
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

// Spawn the agents of an id block, of two groups. One block has no agents.
static void spawn_block(gestalt_population *p, uint64_t block)
{
    uint64_t first = block * GESTALT_ID_BLOCK, half = 1000 + 100 * block;
    if (first == FIRST_GONE)
        return;
    OK(gestalt_population_spawn_as(p, block % 2, first, half, NULL));
    OK(gestalt_population_spawn_as(p, 1 - block % 2, first + half, GESTALT_ID_BLOCK - half, NULL));
}

static void run_ticks(gestalt_population *p)
{
    if (gestalt_population_next_id(p) < BLOCKS * GESTALT_ID_BLOCK)
        OK(gestalt_population_set_next_id(p, BLOCKS * GESTALT_ID_BLOCK, NULL));
    for (int64_t i = 0; i < 4; i++)
        OK(gestalt_population_tick(p, i * 100000, NULL));
}

typedef struct parts {
    gestalt_population *list[PARTS_MOST];
    uint32_t count;
} parts;

static void parts_start(parts *s, const gestalt_shape *shape, uint32_t count)
{
    *s = (parts){.count = count};
    for (uint32_t i = 0; i < count; i++) {
        s->list[i] = populate(shape, 1 + i);
        for (uint64_t block = 0; block < BLOCKS; block++)
            if (block % count == i)
                spawn_block(s->list[i], block);
        run_ticks(s->list[i]);
    }
}

static void parts_stop(parts *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        gestalt_population_destroy(s->list[i]);
}

static gestalt_population *whole(const gestalt_shape *shape)
{
    gestalt_population *p = populate(shape, 2);
    for (uint64_t block = 0; block < BLOCKS; block++)
        spawn_block(p, block);
    run_ticks(p);
    return p;
}

// ---- hashes

typedef struct block_list {
    gestalt_block_hash blocks[BLOCKS];
    uint64_t count, given;
    uint64_t at_once; // blocks given by a call
} block_list;

static gestalt_result give_blocks(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                                  uint64_t *count, gestalt_error *error)
{
    block_list *l = user;
    (void)error;
    *count = l->count - l->given;
    *count = *count < capacity ? *count : capacity;
    *count = *count < l->at_once ? *count : l->at_once;
    memcpy(blocks, l->blocks + l->given, *count * sizeof *blocks);
    l->given += *count;
    return GESTALT_OK;
}

static gestalt_result give_error(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                                 uint64_t *count, gestalt_error *error)
{
    (void)user, (void)blocks, (void)capacity, (void)count, (void)error;
    return GESTALT_IO;
}

static uint64_t hash_given(const gestalt_population *p, block_list *l)
{
    uint64_t hash = 0;
    l->given = 0;
    OK(gestalt_population_hash_of(p, (gestalt_block_source){give_blocks, l}, &hash, NULL));
    return hash;
}

static void list_blocks(const gestalt_population *p, block_list *l)
{
    OK(gestalt_population_hash_blocks(p, 0, l->blocks, BLOCKS, &l->count, NULL));
}

// Get the blocks of all parts, in order.
static void merge_blocks(const parts *s, block_list *all)
{
    block_list lists[PARTS_MOST] = {0};
    *all = (block_list){.at_once = 2};
    for (uint32_t i = 0; i < s->count; i++)
        list_blocks(s->list[i], &lists[i]);
    for (uint64_t block = 0; block < BLOCKS; block++) {
        block_list *from = &lists[block % s->count];
        if (from->given < from->count && from->blocks[from->given].block == block)
            all->blocks[all->count++] = from->blocks[from->given++];
    }
}

static void test_hash(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = whole(shape);
    for (uint32_t count = 1; count <= PARTS_MOST; count++) {
        parts s;
        block_list all;
        parts_start(&s, shape, count);
        merge_blocks(&s, &all);
        assert_int_equal(all.count, BLOCKS - 1);
        for (uint32_t i = 0; i < count; i++)
            assert_true(hash_given(s.list[i], &all) == hash_of(p));
        all.blocks[1].hash++;
        assert_true(hash_given(s.list[0], &all) != hash_of(p));
        parts_stop(&s);
    }
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// Blocks are the same however many are fetched at once. A block without agents is not listed.
static void test_fetching(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = whole(shape);
    block_list all = {0};
    list_blocks(p, &all);
    for (uint64_t capacity = 1; capacity <= BLOCKS; capacity++) {
        gestalt_block_hash some[BLOCKS];
        uint64_t count = capacity, next = 0;
        for (uint64_t at = 0; count == capacity; at += count) {
            OK(gestalt_population_hash_blocks(p, next, some, capacity, &count, NULL));
            assert_true(at + count <= all.count);
            assert_memory_equal(some, all.blocks + at, count * sizeof *some);
            next = count ? some[count - 1].block + 1 : next;
        }
        assert_int_equal(next, BLOCKS);
    }
    for (uint64_t id = GESTALT_ID_BLOCK; id < 2 * GESTALT_ID_BLOCK; id++)
        OK(gestalt_population_despawn(p, id, NULL));
    list_blocks(p, &all);
    assert_int_equal(all.count, BLOCKS - 2);
    assert_int_equal(all.blocks[1].block, 2);
    gestalt_block_hash none;
    OK(gestalt_population_hash_blocks(p, UINT64_MAX, &none, 1, &all.count, NULL));
    assert_int_equal(all.count, 0);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_bad_sources(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, 1);
    gestalt_error error = {0};
    uint64_t hash = 0;
    block_list l = {.blocks = {{4, 1}, {4, 1}}, .count = 2, .at_once = 1};
    assert_int_equal(
        gestalt_population_hash_of(p, (gestalt_block_source){give_blocks, &l}, &hash, &error),
        GESTALT_BAD_ARGUMENT);
    assert_string_equal(error.message, "block 4 comes after block 4: blocks must be in order");
    assert_int_equal(
        gestalt_population_hash_of(p, (gestalt_block_source){give_error, NULL}, &hash, NULL),
        GESTALT_IO);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_fetching),
        cmocka_unit_test(test_bad_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
