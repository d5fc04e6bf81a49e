// SPDX-License-Identifier: MIT
// Populations that share agents among them, by id blocks: their parts are the hash and the snapshot
// of one population with all agents.
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

// The tree draws, waits and counts, so agents differ.
static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"rand() * 100\"},"
    "\"n\":\"int\",\"wind\":{\"type\":\"float\",\"shared\":true,\"init\":0.5}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"wait\",\"ticks\":3}]},"
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"deferred\",\"do\":\"go\"}]},"
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"}]}}";

static gestalt_host *go_host;

enum { BLOCKS = 9, PARTS_MOST = 3, FIRST_GONE = 3 * GESTALT_ID_BLOCK };

static gestalt_population *populate(const gestalt_shape *shape, uint32_t threads)
{
    gestalt_population *p;
    const gestalt_group groups[] = {{shape, go_host}, {shape, go_host}};
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
    for (uint64_t id = 0; id < BLOCKS * GESTALT_ID_BLOCK; id += 777)
        if (gestalt_population_has(p, id))
            OK(id % 2 ? gestalt_population_despawn(p, id, NULL)
                      : gestalt_population_cancel(p, id, NULL));
    OK(gestalt_population_attach(p, document, sizeof document, NULL));
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
        if (gestalt_population_has(p, id))
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

// ---- snapshots

enum { REQUESTS_MOST = 1000, ENTRIES_MOST = 1000 };

// What a tail is made of.
typedef struct tail_lists {
    gestalt_snapshot_entry entries[ENTRIES_MOST];
    gestalt_saved_request requests[2][REQUESTS_MOST];
    uint64_t entry_count, request_counts[2];
    uint64_t entries_given, requests_given[2];
    uint64_t offset; // offset of the blocks that are being saved
} tail_lists;

static bool add_entries(void *user, const gestalt_snapshot_entry *entries, uint64_t count)
{
    tail_lists *t = user;
    assert_true(t->entry_count + count <= ENTRIES_MOST);
    for (uint64_t i = 0; i < count; i++) {
        t->entries[t->entry_count] = entries[i];
        t->entries[t->entry_count++].offset += t->offset;
    }
    return true;
}

static gestalt_result give_entries(void *user, gestalt_snapshot_entry *entries, uint64_t capacity,
                                   uint64_t *count, gestalt_error *error)
{
    tail_lists *t = user;
    (void)error;
    for (*count = 0; *count < capacity && t->entries_given < t->entry_count; ++*count)
        entries[*count] = t->entries[t->entries_given++];
    return GESTALT_OK;
}

static gestalt_result give_requests(void *user, gestalt_saved_requests kind,
                                    gestalt_saved_request *requests, uint64_t capacity,
                                    uint64_t *count, gestalt_error *error)
{
    tail_lists *t = user;
    (void)error;
    for (*count = 0; *count < capacity && t->requests_given[kind] < t->request_counts[kind];
         ++*count)
        requests[*count] = t->requests[kind][t->requests_given[kind]++];
    return GESTALT_OK;
}

static int compare_requests(const void *a, const void *b)
{
    const gestalt_saved_request *one = a, *two = b;
    if (one->agent != two->agent)
        return one->agent < two->agent ? -1 : 1;
    return one->launch != two->launch ? (int)one->launch - (int)two->launch
                                      : (int)one->node - (int)two->node;
}

static void list_requests(const parts *s, gestalt_saved_requests kind, tail_lists *t)
{
    enum { AT_ONCE = 7 };
    for (uint32_t i = 0; i < s->count; i++) {
        uint64_t at = 0, count = AT_ONCE;
        while (count == AT_ONCE) {
            gestalt_saved_request *to = t->requests[kind] + t->request_counts[kind];
            assert_true(t->request_counts[kind] + AT_ONCE <= REQUESTS_MOST);
            OK(gestalt_population_list_saved(s->list[i], kind, &at, to, AT_ONCE, &count, NULL));
            t->request_counts[kind] += count;
        }
    }
    qsort(t->requests[kind], t->request_counts[kind], sizeof **t->requests, compare_requests);
}

static byte_buffer save_parts(const parts *s)
{
    static tail_lists t;
    byte_buffer bytes = {0};
    uint64_t agents = 0;
    memset(&t, 0, sizeof t);
    OK(gestalt_population_save_head(s->list[0], buffer_writer(&bytes), NULL));
    for (uint64_t block = 0; block < BLOCKS; block++) {
        t.offset = bytes.size;
        OK(gestalt_population_save_blocks(s->list[block % s->count], block, block + 1,
                                          buffer_writer(&bytes),
                                          (gestalt_entry_list){add_entries, &t}, NULL));
    }
    for (uint32_t i = 0; i < s->count; i++)
        agents += gestalt_population_count(s->list[i]);
    list_requests(s, GESTALT_SAVED_HELD, &t);
    list_requests(s, GESTALT_SAVED_COMING, &t);
    assert_true(t.request_counts[0] > 0 && t.request_counts[1] > 0);
    const gestalt_snapshot_tail tail = {.offset = bytes.size,
                                        .agent_count = agents,
                                        .user = &t,
                                        .entries = give_entries,
                                        .requests = give_requests};
    OK(gestalt_population_save_tail(s->list[s->count - 1], &tail, buffer_writer(&bytes), NULL));
    return bytes;
}

// ---- loading

// Return where a chunk ends, and its kind.
static size_t chunk_end_at(const byte_buffer *b, size_t at, uint32_t *kind)
{
    chunk_header chunk;
    memcpy(&chunk, b->bytes + at, sizeof chunk);
    *kind = chunk.kind;
    return at + sizeof chunk + chunk.size;
}

static uint64_t block_of(const byte_buffer *b, size_t at)
{
    uint64_t first;
    memcpy(&first, b->bytes + at + sizeof(chunk_header), sizeof first);
    return first / GESTALT_ID_BLOCK;
}

// Load requests of agents whose blocks are those of a part.
static void load_requests(gestalt_loading *loading, const byte_buffer *b, size_t at, size_t end,
                          gestalt_saved_requests kind, uint32_t part, uint32_t count)
{
    for (at += sizeof(chunk_header); at < end; at += sizeof(gestalt_saved_request)) {
        gestalt_saved_request request;
        memcpy(&request, b->bytes + at, sizeof request);
        if (request.agent / GESTALT_ID_BLOCK % count == part)
            OK(gestalt_loading_requests(loading, kind, &request, 1, NULL));
    }
}

// Load the agents of a part, and commit or abandon it.
static void load_part(gestalt_population *p, const byte_buffer *b, uint32_t part, uint32_t count,
                      bool commits)
{
    gestalt_loading *loading = NULL;
    size_t at = sizeof(snapshot_header), end;
    uint32_t kind;
    while (end = chunk_end_at(b, at, &kind), kind != CHUNK_AGENTS)
        at = end;
    OK(gestalt_population_load_begin(p, b->bytes, at, NULL, &loading, NULL));
    for (; at < b->size; at = end) {
        end = chunk_end_at(b, at, &kind);
        if (kind == CHUNK_AGENTS && block_of(b, at) % count == part)
            OK(gestalt_loading_blocks(loading, b->bytes + at, end - at, at, NULL));
        if (kind == CHUNK_HELD || kind == CHUNK_COMING)
            load_requests(loading, b, at, end,
                          kind == CHUNK_HELD ? GESTALT_SAVED_HELD : GESTALT_SAVED_COMING, part,
                          count);
    }
    OK(gestalt_loading_finish(loading, NULL));
    if (commits)
        gestalt_loading_commit(loading);
    else
        gestalt_loading_abandon(loading);
}

// Parts are loaded into populations of another number, and saved again.
static void test_loading(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = whole(shape);
    byte_buffer expected = save_or_abort(p);
    for (uint32_t count = 1; count <= PARTS_MOST; count++) {
        parts s = {.count = count};
        for (uint32_t i = 0; i < count; i++) {
            s.list[i] = populate(shape, 1 + i);
            uint64_t before = hash_of(s.list[i]);
            load_part(s.list[i], &expected, i, count, false);
            assert_true(hash_of(s.list[i]) == before);
            load_part(s.list[i], &expected, i, count, true);
        }
        byte_buffer bytes = save_parts(&s);
        assert_int_equal(bytes.size, expected.size);
        assert_memory_equal(bytes.bytes, expected.bytes, bytes.size);
        free(bytes.bytes);
        parts_stop(&s);
    }
    free(expected.bytes);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_bad_parts(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = whole(shape);
    byte_buffer b = save_or_abort(p);
    uint64_t before = hash_of(p);
    gestalt_loading *loading = NULL;
    gestalt_error error = {0};
    size_t at = sizeof(snapshot_header), end;
    uint32_t kind;
    while (end = chunk_end_at(&b, at, &kind), kind != CHUNK_AGENTS)
        at = end;
    assert_int_equal(gestalt_population_load_begin(p, b.bytes, at - 1, NULL, &loading, &error),
                     GESTALT_BAD_FILE);
    assert_int_equal(error.offset, at - 1);
    assert_int_equal(gestalt_population_load_begin(p, b.bytes, end, NULL, &loading, &error),
                     GESTALT_BAD_FILE);
    OK(gestalt_population_load_begin(p, b.bytes, at, NULL, &loading, &error));
    b.bytes[end - 1] ^= 1;
    assert_int_equal(gestalt_loading_blocks(loading, b.bytes + at, end - at, at, &error),
                     GESTALT_BAD_FILE);
    assert_int_equal(error.offset, at);
    gestalt_loading_abandon(loading);
    assert_true(hash_of(p) == before);
    free(b.bytes);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static gestalt_result read_buffer(void *user, uint64_t offset, void *bytes, size_t size,
                                  gestalt_error *error)
{
    const byte_buffer *b = user;
    (void)error;
    assert_true(offset <= b->size && size <= b->size - offset);
    memcpy(bytes, b->bytes + offset, size);
    return GESTALT_OK;
}

static gestalt_result find(byte_buffer *b, gestalt_snapshot_layout *layout)
{
    gestalt_error error = {0};
    const gestalt_snapshot_reader reader = {b->size, read_buffer, b};
    gestalt_result result = gestalt_snapshot_find(&reader, layout, &error);
    assert_true(result == GESTALT_OK || error.message[0]);
    return result;
}

// The layout leads to all chunks with agents and to all requests.
static void check_layout(byte_buffer *b, const gestalt_population *p)
{
    static gestalt_saved_request requests[2][REQUESTS_MOST];
    gestalt_snapshot_layout l;
    const gestalt_snapshot_reader reader = {b->size, read_buffer, b};
    gestalt_snapshot_entry entries[ENTRIES_MOST];
    uint32_t kind;
    OK(find(b, &l));
    assert_true(l.agent_count == gestalt_population_count(p));
    assert_true(l.next_id == gestalt_population_next_id(p) && !l.is_interrupted);
    OK(gestalt_snapshot_entries(&reader, &l, 0, l.entry_count, entries, NULL));
    size_t at = (size_t)l.head_size;
    for (uint64_t i = 0; i < l.entry_count; i++) {
        assert_int_equal(entries[i].offset, at);
        assert_memory_equal(b->bytes + at, &entries[i].hash, 8);
        at = chunk_end_at(b, at, &kind);
    }
    assert_int_equal(l.blocks_end, at);
    for (int k = 0; k < 2; k++) {
        gestalt_saved_requests of = (gestalt_saved_requests)k;
        assert_true(l.request_counts[k] > 0 && l.request_counts[k] <= REQUESTS_MOST);
        OK(gestalt_snapshot_requests(&reader, &l, of, 0, l.request_counts[k], requests[k], NULL));
        assert_memory_equal(requests[k], b->bytes + l.requests[k] + sizeof(chunk_header),
                            sizeof **requests);
        assert_int_equal(
            gestalt_snapshot_requests(&reader, &l, of, 1, l.request_counts[k], requests[k], NULL),
            GESTALT_BAD_ARGUMENT);
    }
}

// Any damage that loading of the parts would not find is found, wherever a file is cut off.
static void test_finding(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = whole(shape);
    byte_buffer b = save_or_abort(p);
    gestalt_snapshot_layout l, other;
    check_layout(&b, p);
    OK(find(&b, &l));
    for (size_t at = 0; at < b.size; at += at < l.head_size || at >= l.blocks_end ? 1 : 9973) {
        b.bytes[at] ^= 1 << at % 8;
        bool is_other = at < sizeof(snapshot_header) || at >= l.blocks_end;
        gestalt_result result = find(&b, &other);
        assert_true(result == GESTALT_BAD_FILE || (result == GESTALT_OK && !is_other));
        b.bytes[at] ^= 1 << at % 8;
    }
    for (size_t size = b.size; size-- > 0; b.size = size)
        if (size >= l.index || size % 997 == 0) {
            byte_buffer shorter = {.bytes = b.bytes, .size = size};
            assert_int_equal(find(&shorter, &other), GESTALT_BAD_FILE);
        }
    free(b.bytes);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_saving(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = whole(shape);
    byte_buffer expected = save_or_abort(p);
    for (uint32_t count = 1; count <= PARTS_MOST; count++) {
        parts s;
        parts_start(&s, shape, count);
        byte_buffer bytes = save_parts(&s);
        assert_int_equal(bytes.size, expected.size);
        assert_memory_equal(bytes.bytes, expected.bytes, bytes.size);
        free(bytes.bytes);
        parts_stop(&s);
    }
    free(expected.bytes);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const gestalt_function go = {.name = "go", .kind = GESTALT_DEFERRED};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash),        cmocka_unit_test(test_fetching),
        cmocka_unit_test(test_bad_sources), cmocka_unit_test(test_saving),
        cmocka_unit_test(test_loading),     cmocka_unit_test(test_bad_parts),
        cmocka_unit_test(test_finding),
    };
    if (gestalt_host_create(NULL, &go_host, NULL) != GESTALT_OK ||
        gestalt_host_add(go_host, &go, NULL) != GESTALT_OK)
        return 2;
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    gestalt_host_destroy(go_host);
    return result;
}
