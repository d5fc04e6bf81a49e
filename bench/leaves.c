// SPDX-License-Identifier: MIT
#include "leaves.h"

#include "leaves_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const leaf_table leaves_plain;
#ifdef GESTALT_X86
extern const leaf_table leaves_avx2, leaves_avx512;
#endif

enum { WIDE_COUNT = 64 };

static const leaf_table *find(const char *set)
{
#ifdef GESTALT_X86
    if (strcmp(set, leaves_avx2.set) == 0)
        return &leaves_avx2;
    if (strcmp(set, leaves_avx512.set) == 0)
        return &leaves_avx512;
#endif
    (void)set;
    return &leaves_plain;
}

static const gestalt_parameter all_keys[KEY_END] = {
    [KEY_HEALTH] = {"health", GESTALT_FLOAT, false},
    [KEY_DIST] = {"dist", GESTALT_FLOAT, false},
    [KEY_FATIGUE] = {"fatigue", GESTALT_FLOAT, false},
    [KEY_TIMER] = {"timer", GESTALT_INT, false},
    [KEY_CUR] = {"cur", GESTALT_INT, false},
    [KEY_DONE] = {"done", GESTALT_INT, false},
    [KEY_WORK] = {"work", GESTALT_INT, false},
    [KEY_ABORTS] = {"aborts", GESTALT_INT, false},
    [KEY_KEY] = {"key", GESTALT_INT, false},
    [KEY_VISIBLE] = {"visible", GESTALT_BOOL, false},
};

// ---- counting

// A function whose calls are counted.
struct counted {
    gestalt_batch_function *function;
    void *user;
    leaves_count *count;
};
typedef struct counted counted;

static void count_call(gestalt_call *call)
{
    const counted *c = call->user;
    c->count->calls++;
    if (!call->cancelling)
        c->count->visits += (uint64_t)__builtin_popcountll(call->lanes);
    call->user = c->user;
    c->function(call);
}

// ---- hosts

// Return a pointer to the number i, for `user` of a function. The numbers are static constants.
static const int32_t *wide_number(int i)
{
    static const int32_t numbers[WIDE_COUNT] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    return &numbers[i];
}

static bool leaves_add(gestalt_host *host, const leaf_row *row, const char *name,
                       const int32_t *number, counted *counter)
{
    gestalt_parameter keys[LEAF_KEYS];
    gestalt_function f = {.name = name,
                          .kind = row->kind,
                          .batch = row->function,
                          .user = (void *)(uintptr_t)number,
                          .keys = keys};
    for (; row->keys[f.key_count]; f.key_count++)
        keys[f.key_count] = all_keys[row->keys[f.key_count]];
    if (counter) {
        counter->function = f.batch;
        counter->user = f.user;
        f.batch = count_call;
        f.user = counter;
    }
    return gestalt_host_add(host, &f, NULL) == GESTALT_OK &&
           (counter || gestalt_host_add_lone(host, name, row->lone, NULL) == GESTALT_OK);
}

// Create a host with all leaves. `counters` has an entry for each function, or is NULL.
static gestalt_host *make_host(const leaf_table *t, counted *counters)
{
    gestalt_host *host = NULL;
    bool good = gestalt_host_create(NULL, &host, NULL) == GESTALT_OK;
    for (int i = 0; good && i < LEAF_ROWS; i++)
        good = leaves_add(host, &t->rows[i], t->rows[i].name, NULL, counters ? &counters[i] : NULL);
    for (int i = 0; good && i < WIDE_COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "wide_%d", i);
        good = leaves_add(host, &t->wide, name, wide_number(i),
                          counters ? &counters[LEAF_ROWS + i] : NULL);
    }
    if (good)
        return host;
    gestalt_host_destroy(host);
    return NULL;
}

bool leaves_open(leaves *l, const char *set, leaves_count *count)
{
    *l = (leaves){0};
    if (count) {
        counted *counters = calloc(LEAF_ROWS + WIDE_COUNT, sizeof *counters);
        if (!counters)
            return false;
        for (int i = 0; i < LEAF_ROWS + WIDE_COUNT; i++)
            counters[i].count = count;
        l->counters = counters;
    }
    l->host = make_host(find(set), l->counters);
    return l->host;
}

void leaves_close(leaves *l)
{
    gestalt_host_destroy(l->host);
    free(l->counters);
}
