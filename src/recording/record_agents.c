// SPDX-License-Identifier: MIT
#include "record_agents.h"

#include "carving.h"
#include "memory.h"

#include <string.h>

void record_agents_start(record_agents *a, gestalt_allocator allocator, uint32_t column_count)
{
    *a = (record_agents){.allocator = allocator, .column_count = column_count};
}

// Return the size of one agent's words.
static size_t record_agents_words(const record_agents *a)
{
    return (size_t)a->column_count * 2 * sizeof *a->words;
}

void record_agents_release(record_agents *a)
{
    memory_release(&a->allocator, a->memory, a->memory_size);
}

bool record_agents_reserve(record_agents *a, uint64_t count)
{
    if (!a->memory || count > a->capacity) {
        record_agents larger = *a;
        carving from = {0};
        // many recordings never grow
        larger.capacity = a->memory ? count + count / 2 + 1 : count + 1;
        do {
            CARVE(&from, larger.ids, larger.capacity);
            CARVE(&from, larger.groups, larger.capacity);
            larger.words = carving_take(&from, larger.capacity, record_agents_words(a));
        } while (carve_again(&from, &a->allocator));
        if (!from.memory)
            return false;
        larger.memory = from.memory;
        larger.memory_size = from.size;
        record_agents_release(a);
        *a = larger;
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
    for (uint32_t column = 0; column < a->column_count; column++) {
        record_past past = record_agents_past(a, column);
        memset(past.last, 0, a->count * sizeof *past.last);
        memset(past.before, 0, a->count * sizeof *past.before);
    }
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
