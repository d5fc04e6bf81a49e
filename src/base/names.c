// SPDX-License-Identifier: MIT
#include "names.h"

#include "hash.h"
#include "nearest.h"

// The entry of the name, or the free one where it belongs.
static names_entry *names_bucket(const names *n, const char *name, size_t size)
{
    uint32_t mask = n->capacity - 1;
    for (uint32_t i = (uint32_t)hash_bytes(name, size) & mask;; i = (i + 1) & mask) {
        names_entry *entry = &n->entries[i];
        if (!entry->name || (entry->size == size && memcmp(entry->name, name, size) == 0))
            return entry;
    }
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
    return entry->name ? entry->number : NAMES_MISSING;
}

static void names_grow(names *n, arena *a)
{
    names old = *n;
    n->capacity = old.capacity ? old.capacity * 2 : 16;
    n->entries = ARENA_ARRAY(a, names_entry, n->capacity);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entries[i].name)
            *names_bucket(n, old.entries[i].name, old.entries[i].size) = old.entries[i];
}

void names_add(names *n, arena *a, const char *name, size_t size, uint32_t number)
{
    if (n->count >= n->capacity / 2)
        names_grow(n, a);
    *names_bucket(n, name, size) =
        (names_entry){.name = name, .size = (uint32_t)size, .number = number};
    n->count++;
}

// The order of the table depends on hashes: of two equally near names, the one with the smaller
// number is taken.
const char *names_nearest(const names *n, const char *name)
{
    nearest best;
    uint32_t best_number = NAMES_MISSING;
    nearest_start(&best, name, strlen(name));
    for (uint32_t i = 0; i < n->capacity; i++) {
        const names_entry *entry = &n->entries[i];
        if (!entry->name)
            continue;
        nearest one;
        nearest_start(&one, name, strlen(name));
        nearest_offer(&one, entry->name, entry->size);
        if (one.name && (one.distance < best.distance ||
                         (one.distance == best.distance && entry->number < best_number))) {
            best = one;
            best_number = entry->number;
        }
    }
    return best.name;
}
