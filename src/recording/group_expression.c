// SPDX-License-Identifier: MIT
#include "group_expression.h"

#include "arena.h"
#include "error.h"
#include "memory.h"

#include <gestalt/calls.h>
#include <stdio.h>
#include <string.h>

// ---- keys

bool group_key_find(group_key *k, const gestalt_population *population, uint32_t group,
                    const char *name)
{
    *k = (group_key){0};
    if (!gestalt_population_key(population, group, name, &k->key))
        return false;
    if (k->key.capacity > 0) {
        size_t count = 0;
        if (k->key.shared)
            gestalt_population_read_shared_list(population, group, name, NULL, 0, &count, NULL);
        k->shared = (gestalt_value){.type = GESTALT_INT, .integer = (int32_t)count};
        k->key.type = GESTALT_INT; // the column of a list is that of its number of elements
        k->key.capacity = 0;
        return true;
    }
    return !k->key.shared ||
           gestalt_population_read_shared(population, group, name, &k->shared, NULL) == GESTALT_OK;
}

void group_key_block(group_key *k, gestalt_population *population, uint32_t group, uint64_t block)
{
    if (!k->key.shared)
        k->column = gestalt_population_column(population, group, block, k->key);
}

gestalt_value group_key_value(const group_key *k, unsigned lane)
{
    gestalt_value v = {.type = k->key.type};
    if (k->key.shared)
        return k->shared;
    switch (v.type) {
    case GESTALT_BOOL: v.boolean = *k->column.bools >> lane & 1; break;
    case GESTALT_INT: v.integer = k->column.ints[lane]; break;
    default:
        v.vector[0] = k->column.floats[lane]; // a float is stored in the same column
        if (v.type != GESTALT_FLOAT)
            v.vector[1] = k->column.y[lane];
        if (v.type == GESTALT_VEC3)
            v.vector[2] = k->column.z[lane];
    }
    return v;
}

// ---- compiling

typedef struct group_names {
    const gestalt_shape *shape;
    const char *const **words; // by key: its words; the list is empty if the key is not an enum
    char mistake[256];         // text of the first mistake
} group_names;

static bool group_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    group_names *n = user;
    uint32_t count = gestalt_shape_key_count(n->shape), i = 0;
    while (i < count && strcmp(gestalt_shape_key_at(n->shape, i).name, name) != 0)
        i++;
    if (i == count)
        return false;
    if (gestalt_shape_key_at(n->shape, i).capacity > 0) {
        if (!n->mistake[0])
            snprintf(n->mistake, sizeof n->mistake,
                     "`%.100s` is a list, which expressions about agents can't read", name);
        return false;
    }
    uint32_t words = gestalt_shape_key_word_count(n->shape, i);
    *meaning = (gestalt_expression_name){.value = {.type = gestalt_shape_key_at(n->shape, i).type},
                                         .number = i,
                                         .word_count = words,
                                         .words = words ? n->words[i] : NULL};
    return true;
}

// Collect the words of all keys in advance, because the compiler's callback has no access to the
// arena.
static void group_words(group_names *n, arena *memory)
{
    uint32_t count = gestalt_shape_key_count(n->shape);
    n->words = ARENA_ARRAY(memory, const char *const *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words = gestalt_shape_key_word_count(n->shape, i);
        const char **list = ARENA_ARRAY(memory, const char *, words + 1);
        for (uint32_t k = 0; k < words; k++)
            list[k] = gestalt_shape_key_word(n->shape, i, (int32_t)k);
        n->words[i] = list;
    }
}

static void group_report(void *user, const char *code, uint32_t begin, uint32_t end,
                         const char *message, const char *help)
{
    group_names *n = user;
    (void)code;
    (void)begin;
    (void)end;
    if (!n->mistake[0])
        snprintf(n->mistake, sizeof n->mistake, "%s%s%s", message, help ? "; " : "",
                 help ? help : "");
}

static gestalt_result group_compile(group_expression *e, group_names *n, const char *text,
                                    gestalt_expression_wanted wanted, gestalt_error *error)
{
    const gestalt_expression_options how = {.allocator = e->allocator,
                                            .wanted = wanted,
                                            .varies = true,
                                            .lookup = group_lookup,
                                            .lookup_user = n,
                                            .report = group_report,
                                            .report_user = n};
    gestalt_result result =
        gestalt_expression_compile(text, strlen(text), &how, &e->expression, error);
    return result == GESTALT_REJECTED
               ? error_set(error, GESTALT_BAD_ARGUMENT, 0, "`%.100s`: %s", text, n->mistake)
               : result;
}

static void find_keys(group_expression *e)
{
    const gestalt_shape *shape = gestalt_population_shape(e->population, e->group);
    for (uint32_t i = 0; i < e->key_count; i++) {
        uint32_t key = gestalt_expression_used(e->expression, i);
        group_key_find(&e->keys[i], e->population, e->group, gestalt_shape_key_at(shape, key).name);
    }
}

static gestalt_result make_room(group_expression *e, gestalt_error *error)
{
    e->key_count = gestalt_expression_used_count(e->expression);
    e->all_count = gestalt_shape_key_count(gestalt_population_shape(e->population, e->group));
    e->keys = memory_new(&e->allocator, (e->key_count + 1) * sizeof *e->keys);
    e->values = memory_new(&e->allocator, (e->key_count + 1) * sizeof *e->values);
    e->all = memory_new(&e->allocator, (e->all_count + 1) * sizeof *e->all);
    if (!e->keys || !e->values || !e->all)
        return error_no_memory(error);
    find_keys(e);
    return GESTALT_OK;
}

gestalt_result group_expression_open(group_expression *e, gestalt_population *population,
                                     uint32_t group, const char *text,
                                     gestalt_expression_wanted wanted,
                                     const gestalt_allocator *allocator, gestalt_error *error)
{
    arena memory;
    group_names n = {.shape = gestalt_population_shape(population, group)};
    *e = (group_expression){
        .allocator = memory_allocator(allocator), .population = population, .group = group};
    arena_start(&memory, e->allocator);
    if (setjmp(memory.escape)) {
        arena_destroy(&memory);
        return error_no_memory(error);
    }
    group_words(&n, &memory);
    gestalt_result result = group_compile(e, &n, text, wanted, error);
    arena_destroy(&memory);
    if (result == GESTALT_OK)
        result = make_room(e, error);
    if (result != GESTALT_OK)
        group_expression_close(e);
    return result;
}

static void release_values(const group_expression *e, gestalt_value *values, uint32_t count)
{
    memory_release(&e->allocator, values, values ? (count + 1) * sizeof *values : 0);
}

void group_expression_close(group_expression *e)
{
    if (!e->expression)
        return;
    gestalt_expression_destroy(e->expression);
    memory_release(&e->allocator, e->keys, e->keys ? (e->key_count + 1) * sizeof *e->keys : 0);
    release_values(e, e->values, e->key_count);
    release_values(e, e->all, e->all_count);
    *e = (group_expression){0};
}

// ---- computing

void group_expression_begin(group_expression *e, gestalt_population *population, int64_t now,
                            uint64_t tick)
{
    e->population = population;
    find_keys(e);
    e->moment =
        (gestalt_expression_moment){.time = (float)((double)now * 1e-6), .tick = (int32_t)tick};
}

void group_expression_block(group_expression *e, uint64_t block)
{
    for (uint32_t i = 0; i < e->key_count; i++)
        group_key_block(&e->keys[i], e->population, e->group, block);
}

static gestalt_value compute(group_expression *e, uint64_t agent)
{
    e->moment.agent = (int32_t)agent;
    return gestalt_expression_compute(e->expression, e->values, &e->moment);
}

gestalt_value group_expression_value(group_expression *e, uint64_t agent, unsigned lane)
{
    for (uint32_t i = 0; i < e->key_count; i++)
        e->values[i] = group_key_value(&e->keys[i], lane);
    return compute(e, agent);
}

gestalt_value group_expression_of(group_expression *e, uint64_t agent)
{
    const gestalt_population *p = e->population;
    e->moment = (gestalt_expression_moment){
        .time = (float)((double)gestalt_population_now(p) * 1e-6),
        .tick = (int32_t)gestalt_population_ticks(p),
    };
    gestalt_actor_values(p, agent, e->all, e->all_count, NULL);
    for (uint32_t i = 0; i < e->key_count; i++)
        e->values[i] = e->all[gestalt_expression_used(e->expression, i)];
    return compute(e, agent);
}
