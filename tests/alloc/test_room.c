// SPDX-License-Identifier: MIT
// Populations in a block of the size that they report to need. They never allocate other memory,
// and with one byte less there is an error.
//
//    test_room DOCUMENTS-FOLDER...
//
// The linker redirects the library's calls of malloc and similar functions to this file.
#include "image.h"
#include "tick_shape.h"
#include "wrapped.h"

#include <gestalt/gestalt.h>

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- malloc, which is forbidden during some calls

static bool is_forbidden;

static void allow(const char *name)
{
    if (!is_forbidden)
        return;
    fprintf(stderr, "%s was called\n", name);
    abort();
}

void *__wrap_malloc(size_t size)
{
    allow("malloc");
    return __real_malloc(size);
}

void *__wrap_realloc(void *block, size_t size)
{
    allow("realloc");
    return __real_realloc(block, size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allow("calloc");
    return __real_calloc(count, size);
}

void __wrap_free(void *block)
{
    allow("free");
    __real_free(block);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    allow("posix_memalign");
    return __real_posix_memalign(block, alignment, size);
}

// ---- the life of a population

static gestalt_result spawn(gestalt_population *p, uint64_t count)
{
    return gestalt_population_spawn(p, 0, count, NULL, NULL);
}

// Spawn two groups by turns, so that no two agents have consecutive ids. The first group is
// despawned and spawned again, all between two ticks.
static gestalt_result live_in_groups(gestalt_population *p, uint64_t capacity,
                                     const gestalt_shape *shape)
{
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < 2 * capacity && result == GESTALT_OK; i++)
        result = gestalt_population_spawn(p, i % 2, 1, NULL, NULL);
    for (uint64_t i = 0; i < 2 * capacity && result == GESTALT_OK; i++) {
        tick_checked(p, shape, i < 4 ? 1 : 0);
        result = gestalt_population_cancel(p, i, NULL);
    }
    tick_checked(p, shape, result == GESTALT_OK ? 2 : 0);
    for (uint64_t i = 0; i < 2 * capacity && result == GESTALT_OK; i++)
        result =
            i % 2 ? gestalt_population_cancel(p, i, NULL) : gestalt_population_despawn(p, i, NULL);
    for (uint64_t i = 0; i < capacity && result == GESTALT_OK; i++)
        result = spawn(p, 1);
    tick_checked(p, shape, result == GESTALT_OK ? 2 : 0);
    return result;
}

// Cancel some agents, and replace others, on lanes that are not adjacent.
static gestalt_result exchange_agents(gestalt_population *p, uint64_t capacity, uint32_t round)
{
    gestalt_result result = GESTALT_OK;
    uint64_t gone = 0, index = 0;
    for (uint64_t id = gestalt_population_next(p, 0); id != UINT64_MAX && result == GESTALT_OK;
         id = gestalt_population_next(p, id + 1), index++) {
        if ((index + round) % 3 == 0)
            result = gestalt_population_cancel(p, id, NULL);
        else if ((index + round) % 3 == 1 || capacity == 1) {
            result = gestalt_population_despawn(p, id, NULL);
            gone++;
        }
    }
    for (; gone > 0 && result == GESTALT_OK; gone--)
        result = spawn(p, 1);
    return result;
}

// Return GESTALT_OK, or the first error. At the end, everything in the block is released.
static gestalt_result live(const gestalt_population_options *options, const gestalt_shape *shape)
{
    gestalt_population *p = NULL;
    gestalt_error error = {0};
    gestalt_result result = gestalt_population_create(options, &p, &error);
    if (result != GESTALT_OK) {
        assert_true(error.message[0]);
        return result;
    }
    if (options->group_count > 1) {
        result = live_in_groups(p, options->capacity, shape);
        gestalt_population_destroy(p);
        return result;
    }
    result = spawn(p, options->capacity / 2);
    if (result == GESTALT_OK)
        result = spawn(p, options->capacity - options->capacity / 2);
    for (uint32_t round = 0; round < 7 && result == GESTALT_OK; round++) {
        tick_checked(p, shape, 2);
        result = exchange_agents(p, options->capacity, round);
        if (result == GESTALT_OK)
            result = exchange_agents(p, options->capacity, round + 1);
    }
    gestalt_population_destroy(p);
    return result;
}

// ---- populations in blocks of a given size

static gestalt_result live_in(gestalt_population_options options, size_t size, size_t *most)
{
    static unsigned char *block;
    block = malloc(size);
    assert_non_null(block);
    memset(block, 0xa5, size);
    gestalt_memory memory = {.block = block, .size = size};
    options.allocator = gestalt_memory_allocator(&memory);
    is_forbidden = true;
    gestalt_result result =
        live(&options, options.groups ? options.groups[0].shape : options.group.shape);
    is_forbidden = false;
    assert_int_equal(memory.used, 0);
    assert_true(memory.most <= size);
    assert_true(memory.is_full == (result != GESTALT_OK));
    *most = memory.most;
    free(block);
    return result;
}

// With one lane, creation uses the whole block. With more lanes, the last bytes are for lists of
// ids, which not every life needs.
static void test_options(gestalt_population_options options, const char *name)
{
    size_t size = 0, most;
    assert_int_equal(gestalt_population_memory(&options, &size, NULL), GESTALT_OK);
    gestalt_result result = live_in(options, size, &most);
    if (result != GESTALT_OK)
        fail_msg("%s, %u lanes, %llu agents, in %zu bytes: %s", name, (unsigned)options.lanes,
                 (unsigned long long)options.capacity, size, gestalt_result_text(result));
    if (options.lanes == 1) {
        assert_int_equal(most, size);
        assert_int_equal(live_in(options, size - 1, &most), GESTALT_NO_MEMORY);
    } else if (most > 0) {
        assert_int_equal(live_in(options, most - 1, &most), GESTALT_NO_MEMORY);
    }
    for (size_t less = size / 2; less > 0; less /= 2)
        assert_int_equal(live_in(options, less, &most), GESTALT_NO_MEMORY);
}

static void test_shape(const gestalt_shape *shape, const char *name)
{
    static const struct {
        uint32_t lanes;
        uint64_t capacity;
        gestalt_states states;
    } cases[] = {{1, 1, GESTALT_STATES_AUTO},    {1, 5, GESTALT_STATES_MASKS},
                 {1, 1, GESTALT_STATES_SPARSE},  {3, 10, GESTALT_STATES_AUTO},
                 {64, 100, GESTALT_STATES_AUTO}, {64, 1, GESTALT_STATES_SPARSE}};
    tick_host *host = tick_host_create(shape);
    assert_non_null(host);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        test_options((gestalt_population_options){.group = {shape, tick_host_of(host)},
                                                  .lanes = cases[i].lanes,
                                                  .capacity = cases[i].capacity,
                                                  .states = cases[i].states,
                                                  .seed = 3},
                     name);
    gestalt_group groups[] = {{shape, tick_host_of(host)}, {shape, tick_host_of(host)}};
    for (uint32_t lanes = 1; lanes <= 4; lanes += 3)
        test_options(
            (gestalt_population_options){
                .groups = groups, .group_count = 2, .lanes = lanes, .capacity = 7},
            name);
    tick_host_destroy(host);
}

static void test_file(const char *folder, const char *name)
{
    enum { MOST_VISITS = 2000 };
    char path[1024];
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    gestalt_compile_file(path, NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    if (shape && shape->specification->visit_bound <= MOST_VISITS)
        test_shape(shape, name);
    gestalt_shape_destroy(shape);
}

static void test_folder(void **state)
{
    DIR *folder = opendir(*state);
    size_t documents = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && strcmp(dot, ".json") == 0) {
            test_file(*state, entry->d_name);
            documents++;
        }
    }
    closedir(folder);
    assert_true(documents > 0);
}

// ---- the allocator itself

static void test_parts(void **state)
{
    (void)state;
    static _Alignas(max_align_t) unsigned char block[1024];
    gestalt_memory m = {.block = block, .size = sizeof block};
    gestalt_allocator a = gestalt_memory_allocator(&m);
    unsigned char *first = a.resize(a.user, NULL, 0, 100);
    unsigned char *second = a.resize(a.user, NULL, 0, 60);
    assert_non_null(first);
    assert_true(second >= first + 100);
    assert_int_equal((uintptr_t)second % _Alignof(max_align_t), 0);
    assert_ptr_equal(a.resize(a.user, second, 60, 200), second); // the last block grows in place
    memset(first, 1, 100);
    unsigned char *moved = a.resize(a.user, first, 100, 300);
    assert_true(moved > second && moved[0] == 1 && moved[99] == 1);
    assert_ptr_equal(a.resize(a.user, NULL, 0, 100), first); // as large as a released block
    assert_null(a.resize(a.user, NULL, 0, SIZE_MAX));
    assert_null(a.resize(a.user, moved, 300, 1000));
    assert_true(m.is_full && moved[0] == 1);
    a.resize(a.user, second, 200, 0);
    a.resize(a.user, first, 100, 0);
    assert_true(m.used > 0);
    a.resize(a.user, moved, 300, 0);
    assert_int_equal(m.used, 0);
    size_t most = m.most;
    assert_true(most > 600 && most <= sizeof block);
}

// A block that starts at any address is used from its first aligned address on.
static void test_unaligned(void **state)
{
    (void)state;
    static _Alignas(max_align_t) unsigned char block[256];
    gestalt_memory m = {.block = block + 1, .size = sizeof block - 1};
    gestalt_allocator a = gestalt_memory_allocator(&m);
    unsigned char *part = a.resize(a.user, NULL, 0, 8);
    unsigned char *other = a.resize(a.user, NULL, 0, 8);
    assert_int_equal((uintptr_t)part % _Alignof(max_align_t), 0);
    a.resize(a.user, part, 8, 0);
    a.resize(a.user, other, 8, 0);
    assert_int_equal(m.used, 0);
    m.size = 0;
    assert_null(a.resize(a.user, NULL, 0, 8));
}

static void test_no_such_options(void **state)
{
    (void)state;
    size_t size = 17;
    gestalt_error error;
    static const char tree[] = "{\"gestalt\": 1, \"root\": {\"type\": \"success\"}}";
    gestalt_shape *shape = NULL;
    assert_int_equal(
        gestalt_compile_text("tree.json", tree, sizeof tree - 1, NULL, &shape, NULL, &error),
        GESTALT_OK);
    gestalt_population_options options = {.group.shape = shape, .lanes = 65};
    assert_int_equal(gestalt_population_memory(&options, &size, &error), GESTALT_BAD_ARGUMENT);
    options = (gestalt_population_options){.group.shape = shape, .capacity = UINT64_C(1) << 32};
    assert_int_equal(gestalt_population_memory(&options, &size, &error), GESTALT_LIMIT);
    assert_int_equal(size, 17);
    gestalt_shape_destroy(shape);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[8] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_unaligned),
                                  cmocka_unit_test(test_no_such_options)};
    int count = 3;
    for (int i = 1; i < argc && count < 8; i++)
        tests[count++] = (struct CMUnitTest){
            .name = argv[i], .test_func = test_folder, .initial_state = argv[i]};
    return _cmocka_run_group_tests("room", tests, (size_t)count, NULL, NULL);
}
