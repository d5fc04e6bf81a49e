// SPDX-License-Identifier: MIT
#include "timeline.h"

#include "error.h"
#include "memory.h"
#include "stopwatch.h"

enum { TIMELINE_EVERY = 16, TIMELINE_SHARE = 10 };

void timeline_open(timeline *t, size_t size_max)
{
    *t = (timeline){.size_max = size_max, .every = TIMELINE_EVERY};
}

static void timeline_drop(timeline *t, uint32_t index)
{
    live_snapshot *s = &t->list[index];
    t->size -= s->bytes.capacity;
    text_buffer_release(&s->bytes);
    for (uint32_t i = index + 1; i < t->count; i++)
        t->list[i - 1] = t->list[i];
    t->count--;
}

void timeline_close(timeline *t)
{
    while (t->count > 0)
        timeline_drop(t, t->count - 1);
}

// Drop every second snapshot, but keep the last one as long as two fit.
static void timeline_thin(timeline *t)
{
    if (t->count <= 2) {
        timeline_drop(t, t->count - 1);
        return;
    }
    for (uint32_t i = t->count - 1 - (t->count & 1); i >= 1 && i < t->count; i -= 2)
        timeline_drop(t, i);
    t->every *= 2;
}

// Reserve the size of the last snapshot: a large buffer that grows is copied repeatedly.
static void snapshot_reserve(const timeline *t, text_buffer *bytes)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t size = t->count ? t->list[t->count - 1].bytes.size : 0;
    size += size / 16 + 1;
    bytes->bytes = memory_new(&a, size);
    bytes->capacity = bytes->bytes ? size : 0;
}

// Release unused memory, if possible.
static void snapshot_shrink(text_buffer *bytes)
{
    gestalt_allocator a = memory_allocator(NULL);
    char *smaller = memory_resize(&a, bytes->bytes, bytes->capacity, bytes->size + 1);
    if (!smaller)
        return;
    bytes->bytes = smaller;
    bytes->capacity = bytes->size + 1;
}

gestalt_result timeline_take(timeline *t, live_run *r, size_t entries, gestalt_error *error)
{
    live_snapshot s = {.tick = live_run_ticks(r), .entries = entries, .version = r->version};
    if (t->count == TIMELINE_MAX)
        timeline_thin(t);
    uint64_t before = stopwatch_now();
    snapshot_reserve(t, &s.bytes);
    gestalt_result result = live_run_save(r, text_buffer_writer(&s.bytes), error);
    t->saving = stopwatch_now() - before;
    t->ticking = 0;
    if (result != GESTALT_OK || s.bytes.is_full) {
        result = text_buffer_result(&s.bytes, result, error);
        text_buffer_release(&s.bytes);
        return result;
    }
    snapshot_shrink(&s.bytes);
    t->list[t->count++] = s;
    t->size += s.bytes.capacity;
    while (t->size > t->size_max && t->count > 1)
        timeline_thin(t);
    return GESTALT_OK;
}

void timeline_follow(timeline *t, live_run *r, size_t entries, uint64_t nanoseconds)
{
    gestalt_error error;
    t->ticking += nanoseconds;
    uint64_t last = t->count ? t->list[t->count - 1].tick : 0;
    uint64_t tick = live_run_ticks(r);
    if (tick >= last && tick - last >= t->every && t->ticking >= TIMELINE_SHARE * t->saving)
        timeline_take(t, r, entries, &error);
}

const live_snapshot *timeline_find(const timeline *t, uint64_t tick, size_t entries)
{
    const live_snapshot *found = NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].tick <= tick && t->list[i].entries <= entries)
            found = &t->list[i];
    return found;
}

void timeline_cut(timeline *t, uint64_t tick, size_t entries)
{
    while (t->count > 1 &&
           (t->list[t->count - 1].tick > tick || t->list[t->count - 1].entries > entries))
        timeline_drop(t, t->count - 1);
}
