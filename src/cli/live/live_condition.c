// SPDX-License-Identifier: MIT
#include "live_condition.h"

#include "error.h"

#include <stdio.h>
#include <string.h>

// ---- keys

bool live_key_find(live_key *k, const live_run *r, uint32_t group, const char *name)
{
    *k = (live_key){0};
    if (!gestalt_population_key(r->population, group, name, &k->key))
        return false;
    return !k->key.shared || gestalt_population_read_shared(r->population, group, name, &k->shared,
                                                            NULL) == GESTALT_OK;
}

void live_key_block(live_key *k, const live_run *r, uint32_t group, uint64_t block)
{
    if (!k->key.shared)
        k->column = gestalt_population_column(r->population, group, block, k->key);
}

gestalt_value live_key_value(const live_key *k, unsigned lane)
{
    gestalt_value v = {.type = k->key.type};
    if (k->key.shared)
        return k->shared;
    switch (v.type) {
    case GESTALT_BOOL: v.boolean = *k->column.bools >> lane & 1; break;
    case GESTALT_INT: v.integer = k->column.ints[lane]; break;
    default:
        v.vector[0] = k->column.floats[lane]; // of a float as well
        if (v.type != GESTALT_FLOAT)
            v.vector[1] = k->column.y[lane];
        if (v.type == GESTALT_VEC3)
            v.vector[2] = k->column.z[lane];
    }
    return v;
}

// ---- conditions

typedef struct condition_names {
    const gestalt_shape *shape;
    const char *const **words; // of each key; the list of one that is no enum is empty
    char mistake[256];         // the first one
} condition_names;

static bool condition_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    const condition_names *n = user;
    uint32_t count = gestalt_shape_key_count(n->shape), i = 0;
    while (i < count && strcmp(gestalt_shape_key_at(n->shape, i).name, name) != 0)
        i++;
    if (i == count)
        return false;
    uint32_t words = gestalt_shape_key_word_count(n->shape, i);
    *meaning = (gestalt_expression_name){.value = {.type = gestalt_shape_key_at(n->shape, i).type},
                                         .number = i,
                                         .word_count = words,
                                         .words = words ? n->words[i] : NULL};
    return true;
}

// The words of all keys: the compiler, which asks for them, knows nothing of the arena.
static void condition_words(condition_names *n, arena *memory)
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

static void condition_report(void *user, const char *code, uint32_t begin, uint32_t end,
                             const char *message, const char *help)
{
    condition_names *n = user;
    (void)code;
    (void)begin;
    (void)end;
    if (!n->mistake[0])
        snprintf(n->mistake, sizeof n->mistake, "%s%s%s", message, help ? "; " : "",
                 help ? help : "");
}

static gestalt_result condition_compile(live_condition *c, condition_names *n, const char *text,
                                        gestalt_error *error)
{
    const gestalt_expression_options how = {.wanted = GESTALT_EXPRESSION_BOOL,
                                            .varies = true,
                                            .lookup = condition_lookup,
                                            .lookup_user = n,
                                            .report = condition_report,
                                            .report_user = n};
    gestalt_result result =
        gestalt_expression_compile(text, strlen(text), &how, &c->expression, error);
    return result == GESTALT_REJECTED
               ? error_set(error, GESTALT_BAD_ARGUMENT, 0, "`%.100s`: %s", text, n->mistake)
               : result;
}

static gestalt_result condition_keys(live_condition *c, const live_run *r, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_shape *shape = gestalt_population_shape(r->population, c->group);
    c->key_count = gestalt_expression_used_count(c->expression);
    c->keys = memory_new(&a, (c->key_count + 1) * sizeof *c->keys);
    c->values = memory_new(&a, (c->key_count + 1) * sizeof *c->values);
    if (!c->keys || !c->values)
        return error_no_memory(error);
    for (uint32_t i = 0; i < c->key_count; i++) {
        uint32_t key = gestalt_expression_used(c->expression, i);
        live_key_find(&c->keys[i], r, c->group, gestalt_shape_key_at(shape, key).name);
    }
    return GESTALT_OK;
}

gestalt_result live_condition_open(live_condition *c, const live_run *r, uint32_t group,
                                   const char *text, gestalt_error *error)
{
    arena memory;
    condition_names n = {.shape = gestalt_population_shape(r->population, group)};
    *c = (live_condition){.group = group};
    arena_start(&memory, memory_allocator(NULL));
    if (setjmp(memory.escape)) {
        arena_destroy(&memory);
        return error_no_memory(error);
    }
    condition_words(&n, &memory);
    gestalt_result result = condition_compile(c, &n, text, error);
    arena_destroy(&memory);
    if (result == GESTALT_OK)
        result = condition_keys(c, r, error);
    if (result != GESTALT_OK)
        live_condition_close(c);
    return result;
}

void live_condition_close(live_condition *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_expression_destroy(c->expression);
    memory_release(&a, c->keys, c->keys ? (c->key_count + 1) * sizeof *c->keys : 0);
    memory_release(&a, c->values, c->values ? (c->key_count + 1) * sizeof *c->values : 0);
    *c = (live_condition){0};
}

void live_condition_begin(live_condition *c, const live_run *r)
{
    const gestalt_shape *shape = gestalt_population_shape(r->population, c->group);
    for (uint32_t i = 0; i < c->key_count; i++) {
        uint32_t key = gestalt_expression_used(c->expression, i);
        live_key_find(&c->keys[i], r, c->group, gestalt_shape_key_at(shape, key).name);
    }
    c->moment = (gestalt_expression_moment){.time = (float)((double)live_run_now(r) * 1e-6),
                                            .tick = (int32_t)live_run_ticks(r)};
}

void live_condition_block(live_condition *c, const live_run *r, uint64_t block)
{
    for (uint32_t i = 0; i < c->key_count; i++)
        live_key_block(&c->keys[i], r, c->group, block);
}

bool live_condition_holds(live_condition *c, uint64_t agent, unsigned lane)
{
    for (uint32_t i = 0; i < c->key_count; i++)
        c->values[i] = live_key_value(&c->keys[i], lane);
    c->moment.agent = (int32_t)agent;
    return gestalt_expression_compute(c->expression, c->values, &c->moment).boolean;
}
