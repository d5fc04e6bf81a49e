// SPDX-License-Identifier: MIT
#include "record_agents.h"

#include "memory.h"

#include <string.h>

void record_agents_start(record_agents *a, gestalt_allocator allocator, uint32_t column_count)
{
    *a = (record_agents){.allocator = allocator, .column_count = column_count};
}

static size_t words_size(const record_agents *a, uint64_t capacity)
{
    return (size_t)capacity * a->column_count * 2 * sizeof *a->words;
}

static void release_arrays(const record_agents *a, uint64_t *ids, uint32_t *groups, uint32_t *words,
                           uint64_t capacity)
{
    memory_release(&a->allocator, ids, capacity * sizeof *ids);
    memory_release(&a->allocator, groups, capacity * sizeof *groups);
    memory_release(&a->allocator, words, words_size(a, capacity));
}

void record_agents_release(record_agents *a)
{
    release_arrays(a, a->ids, a->groups, a->words, a->capacity);
}

bool record_agents_reserve(record_agents *a, uint64_t count)
{
    if (!a->ids || count > a->capacity) {
        uint64_t capacity = count + count / 2 + 1;
        uint64_t *ids = memory_new(&a->allocator, capacity * sizeof *ids);
        uint32_t *groups = memory_new(&a->allocator, capacity * sizeof *groups);
        uint32_t *words = memory_new(&a->allocator, words_size(a, capacity));
        if (!ids || !groups || !words) {
            release_arrays(a, ids, groups, words, capacity);
            return false;
        }
        record_agents_release(a);
        a->ids = ids;
        a->groups = groups;
        a->words = words;
        a->capacity = capacity;
    }
    a->count = 0;
    return true;
}

record_past record_agents_past(const record_agents *a, uint32_t column)
{
    uint32_t *last = a->words + a->capacity * column * 2;
    return (record_past){last, last + a->capacity};
}

void record_agents_forget(record_agents *a)
{
    memset(a->words, 0, words_size(a, a->capacity));
}

static void follow_column(record_agents *a, const record_agents *other, uint32_t column)
{
    record_past to = record_agents_past(a, column), from = record_agents_past(other, column);
    for (uint64_t i = 0, j = 0; i < a->count; i++) {
        while (j < other->count && other->ids[j] < a->ids[i])
            j++;
        bool is_known = j < other->count && other->ids[j] == a->ids[i];
        to.last[i] = is_known ? from.last[j] : 0;
        to.before[i] = is_known ? from.before[j] : 0;
    }
}

void record_agents_follow(record_agents *a, const record_agents *other)
{
    for (uint32_t column = 0; column < a->column_count; column++)
        follow_column(a, other, column);
}
