// SPDX-License-Identifier: MIT
// An allocator that allocates from one block of the host (gestalt_memory). The allocations follow
// one another, each after a header; the last one can grow and shrink in place. Memory that is freed
// in the middle is reused once everything after it is freed too, or for an allocation of the same
// size.
//
//   | head | part | head | part, released | head | part |   not in use  |
//   0                                     last           used        size
#include "misuse.h"

#include <gestalt/base.h>
#include <string.h>

typedef struct part_head {
    size_t size;   // size of the allocation after this header
    size_t before; // offset of the previous header, times 2, plus 1 if this allocation is freed
} part_head;

#define PART_ALIGNMENT _Alignof(max_align_t)
#define PART_HEAD_SIZE ((sizeof(part_head) + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT)

static part_head *part_at(const gestalt_memory *m, size_t at)
{
    return (part_head *)(void *)((unsigned char *)m->block + at);
}

static part_head *part_of(void *bytes)
{
    return (part_head *)(void *)((unsigned char *)bytes - PART_HEAD_SIZE);
}

static void *part_bytes(part_head *head)
{
    return (unsigned char *)head + PART_HEAD_SIZE;
}

// Return the offset of the first header; the block need not be aligned.
static size_t part_first(const gestalt_memory *m)
{
    return (PART_ALIGNMENT - (uintptr_t)m->block % PART_ALIGNMENT) % PART_ALIGNMENT;
}

// Round a size up; 0 when the result would overflow.
static size_t part_rounded(size_t size)
{
    return size > SIZE_MAX - PART_ALIGNMENT
               ? 0
               : (size + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
}

static bool memory_has(gestalt_memory *m, size_t begin, size_t size)
{
    bool fits = size > 0 && begin <= m->size && size <= m->size - begin;
    m->is_full = m->is_full || !fits;
    return fits;
}

static void memory_set_used(gestalt_memory *m, size_t used)
{
    m->used = used;
    m->most = used > m->most ? used : m->most;
}

// Return a freed allocation of that size for reuse, or NULL.
static part_head *part_again(const gestalt_memory *m, size_t size)
{
    if (m->used == 0)
        return NULL;
    for (size_t at = m->last;; at = part_at(m, at)->before / 2) {
        part_head *head = part_at(m, at);
        if ((head->before & 1) && head->size == size)
            return head;
        if (at == part_first(m))
            return NULL;
    }
}

static void *part_new(gestalt_memory *m, size_t new_size)
{
    size_t size = part_rounded(new_size), begin = m->used ? m->used : part_first(m);
    part_head *head = part_again(m, size);
    if (head) {
        head->before &= ~(size_t)1;
        return part_bytes(head);
    }
    if (!memory_has(m, begin, PART_HEAD_SIZE) || !memory_has(m, begin + PART_HEAD_SIZE, size))
        return NULL;
    head = part_at(m, begin);
    *head = (part_head){.size = size, .before = m->last * 2};
    m->last = begin;
    memory_set_used(m, begin + PART_HEAD_SIZE + size);
    return part_bytes(head);
}

// Free an allocation, and also the freed ones before it if it is the last.
static void part_release(gestalt_memory *m, part_head *head)
{
    head->before |= 1;
    while (m->used > 0 && (part_at(m, m->last)->before & 1)) {
        bool is_first = m->last == part_first(m);
        m->used = is_first ? 0 : m->last;
        m->last = is_first ? 0 : part_at(m, m->last)->before / 2;
    }
}

static void *part_resize(gestalt_memory *m, void *block, size_t old_size, size_t new_size)
{
    part_head *head = part_of(block);
    size_t size = part_rounded(new_size), begin = m->last + PART_HEAD_SIZE;
    if (head == part_at(m, m->last)) {
        if (!memory_has(m, begin, size))
            return NULL;
        head->size = size;
        memory_set_used(m, begin + size);
        return block;
    }
    if (size > 0 && size <= head->size)
        return block;
    void *larger = part_new(m, new_size);
    if (!larger)
        return NULL;
    memcpy(larger, block, old_size);
    part_release(m, head);
    return larger;
}

static void *memory_of_block(void *user, void *block, size_t old_size, size_t new_size)
{
    gestalt_memory *m = user;
    if (!block)
        return part_new(m, new_size);
    if (new_size > 0)
        return part_resize(m, block, old_size, new_size);
    part_release(m, part_of(block));
    return NULL;
}

gestalt_allocator gestalt_memory_allocator(gestalt_memory *memory)
{
    if (MISUSE_NULL(memory, "memory", NULL))
        return (gestalt_allocator){0};
    return (gestalt_allocator){.resize = memory_of_block, .user = memory};
}
