// SPDX-License-Identifier: MIT
#include "names.h"

#include "hash.h"
#include "nearest.h"
#include "search.h"

enum {
    NAMES_PROBES = 32, // half of the buckets are free, so hardly any name needs this many
    NAMES_OVERFLOW_RUNS = 32,
};

// Sorted runs of 1, 2, 4, ... names; bit k of `full` is set if run k exists. Adding a name merges
// it with all runs before the first gap into one run that fills the gap.
struct names_overflow {
    names_entry *runs[NAMES_OVERFLOW_RUNS];
    uint32_t full;
};

// ---- overflow

static int names_compare(const names_entry *a, const names_entry *b)
{
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return memcmp(a->name, b->name, a->size);
}

static const names_entry *overflow_find(const names_overflow *c, const char *name, size_t size)
{
    const names_entry wanted = {.name = name, .size = (uint32_t)size};
    for (uint32_t k = 0; c && c->full >> k; k++) {
        const names_entry *run = c->runs[k];
        uint32_t count = UINT32_C(1) << k, at;
        if (!(c->full >> k & 1))
            continue;
        SEARCH_FIRST(at, 0, count, names_compare(&run[at], &wanted) >= 0);
        if (at < count && names_compare(&run[at], &wanted) == 0)
            return &run[at];
    }
    return NULL;
}

// Merge a run with the `count` names that end at `end`, in place: the result starts `count` entries
// earlier.
static void overflow_merge(names_entry *end, const names_entry *run, uint32_t count)
{
    const names_entry *next = end - count, *run_end = run + count;
    for (names_entry *to = end - 2 * (size_t)count; run < run_end; to++)
        *to = next < end && names_compare(next, run) < 0 ? *next++ : *run++;
}

static void overflow_add(names *n, arena *a, names_entry entry)
{
    if (!n->overflow)
        n->overflow = ARENA_NEW(a, names_overflow);
    names_overflow *c = n->overflow;
    uint32_t gap = 0;
    while (c->full >> gap & 1)
        gap++;
    if (!c->runs[gap])
        c->runs[gap] = ARENA_ARRAY(a, names_entry, UINT32_C(1) << gap);
    names_entry *end = c->runs[gap] + (UINT32_C(1) << gap);
    end[-1] = entry;
    for (uint32_t k = 0; k < gap; k++)
        overflow_merge(end, c->runs[k], UINT32_C(1) << k);
    c->full = (c->full | UINT32_C(1) << gap) & ~((UINT32_C(1) << gap) - 1);
}

// ---- the table

// Return the bucket of the name, or the free bucket where it belongs; NULL if it belongs into the
// overflow.
static names_entry *names_bucket(const names *n, const char *name, size_t size)
{
    uint32_t mask = n->capacity - 1, i = (uint32_t)hash_bytes(name, size);
    for (uint32_t probe = 0; probe < NAMES_PROBES; probe++) {
        names_entry *entry = &n->entries[(i + probe) & mask];
        if (!entry->name || (entry->size == size && memcmp(entry->name, name, size) == 0))
            return entry;
    }
    return NULL;
}

static void names_put(names *n, arena *a, names_entry entry)
{
    names_entry *free = names_bucket(n, entry.name, entry.size);
    if (free)
        *free = entry;
    else
        overflow_add(n, a, entry);
}

bool names_is_identifier(const char *name)
{
    for (const char *p = name; *p; p++) {
        bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
        if (!letter && (p == name || *p < '0' || *p > '9'))
            return false;
    }
    return true;
}

uint32_t names_find(const names *n, const char *name, size_t size)
{
    if (n->capacity == 0)
        return NAMES_MISSING;
    const names_entry *entry = names_bucket(n, name, size);
    if (!entry)
        entry = overflow_find(n->overflow, name, size);
    return entry && entry->name ? entry->number : NAMES_MISSING;
}

// After growing, names from the overflow may fit into the table.
static void names_grow(names *n, arena *a)
{
    names old = *n;
    n->capacity = old.capacity ? old.capacity * 2 : 16;
    n->entries = ARENA_ARRAY(a, names_entry, n->capacity);
    n->overflow = NULL;
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entries[i].name)
            names_put(n, a, old.entries[i]);
    for (uint32_t k = 0; old.overflow && old.overflow->full >> k; k++)
        for (uint32_t i = 0; old.overflow->full >> k & 1 && i < UINT32_C(1) << k; i++)
            names_put(n, a, old.overflow->runs[k][i]);
}

void names_add(names *n, arena *a, const char *name, size_t size, uint32_t number)
{
    if (n->count >= n->capacity / 2)
        names_grow(n, a);
    names_put(n, a, (names_entry){.name = name, .size = (uint32_t)size, .number = number});
    n->count++;
}

// The nearest name so far, with its number.
typedef struct nearest_entry {
    nearest best;
    uint32_t number;
    const char *name;
} nearest_entry;

// The order of the table depends on hashes, so among equally near names the one with the smallest
// number wins.
static void nearest_entry_offer(nearest_entry *n, const names_entry *entry)
{
    nearest one;
    nearest_start(&one, n->name, strlen(n->name), n->best.budget);
    nearest_offer(&one, entry->name, entry->size);
    if (one.name && (one.distance < n->best.distance ||
                     (one.distance == n->best.distance && entry->number < n->number))) {
        n->best = one;
        n->number = entry->number;
    }
}

const char *names_nearest(const names *n, const char *name, nearest_budget *budget)
{
    nearest_entry found = {.number = NAMES_MISSING, .name = name};
    nearest_start(&found.best, name, strlen(name), budget);
    if (!nearest_may_walk(&found.best, n->count))
        return NULL;
    for (uint32_t i = 0; i < n->capacity; i++)
        if (n->entries[i].name)
            nearest_entry_offer(&found, &n->entries[i]);
    for (uint32_t k = 0; n->overflow && n->overflow->full >> k; k++)
        for (uint32_t i = 0; n->overflow->full >> k & 1 && i < UINT32_C(1) << k; i++)
            nearest_entry_offer(&found, &n->overflow->runs[k][i]);
    return budget && budget->left == 0 ? NULL : found.best.name;
}
