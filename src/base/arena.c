// SPDX-License-Identifier: MIT
#include "arena.h"

#include "memory.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>

struct arena_block {
    arena_block *older;
    size_t size; // size of `bytes`
    alignas(max_align_t) unsigned char bytes[];
};

enum { ARENA_BLOCK_SIZE = 16 * 1024, ARENA_BLOCK_SIZE_MAX = 4 * 1024 * 1024 };

void arena_start(arena *a, gestalt_allocator allocator)
{
    a->allocator = memory_allocator(&allocator);
    a->blocks = NULL;
    a->used = a->size = 0;
}

void arena_destroy(arena *a)
{
    for (arena_block *block = a->blocks; block;) {
        arena_block *older = block->older;
        memory_release(&a->allocator, block, sizeof *block + block->size);
        block = older;
    }
    a->blocks = NULL;
    a->used = a->size = 0;
}

size_t arena_size(const arena *a)
{
    return a->size;
}

void arena_reset(arena *a)
{
    arena_block *newest = a->blocks;
    if (!newest)
        return;
    a->blocks = newest->older;
    arena_destroy(a);
    newest->older = NULL;
    a->blocks = newest;
    a->size = newest->size;
}

// A large allocation has a new block, which is zeroed, so that its pages need not all be touched.
static bool is_large(size_t size)
{
    return size > ARENA_BLOCK_SIZE_MAX;
}

// Block sizes double up to a bound, so that small arenas stay small and large ones have few blocks.
static void arena_add_block(arena *a, size_t at_least)
{
    size_t size = a->blocks ? a->blocks->size * 2 : ARENA_BLOCK_SIZE;
    if (size > ARENA_BLOCK_SIZE_MAX)
        size = ARENA_BLOCK_SIZE_MAX;
    if (size < at_least)
        size = at_least;
    arena_block *block = NULL;
    if (size <= SIZE_MAX / 2)
        block = (is_large(at_least) ? memory_new_zeroed : memory_new)(&a->allocator,
                                                                      sizeof *block + size);
    if (!block)
        longjmp(a->escape, 1);
    block->older = a->blocks;
    block->size = size;
    a->blocks = block;
    a->size += size;
    a->used = 0;
}

void *arena_allocate(arena *a, size_t size)
{
    size_t alignment = alignof(max_align_t);
    if (size > SIZE_MAX / 4)
        longjmp(a->escape, 1);
    size = (size + alignment - 1) / alignment * alignment;
    bool is_new = !a->blocks || a->blocks->size - a->used < size;
    if (is_new)
        arena_add_block(a, size);
    void *memory = a->blocks->bytes + a->used;
    a->used += size;
    return is_new && is_large(size) ? memory : memset(memory, 0, size);
}

char *arena_copy_text(arena *a, const char *text, size_t size)
{
    char *copy = arena_allocate(a, size + 1);
    if (size)
        memcpy(copy, text, size);
    return copy;
}

char *arena_print(arena *a, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = arena_allocate(a, (size_t)(size < 0 ? 0 : size) + 1);
    if (size > 0)
        vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

void *arena_grow(arena *a, void *array, uint32_t *capacity, size_t element_size)
{
    uint32_t larger = *capacity ? *capacity * 2 : 8;
    if (larger < *capacity)
        longjmp(a->escape, 1);
    void *copy = arena_allocate(a, larger * element_size);
    if (*capacity)
        memcpy(copy, array, *capacity * element_size);
    *capacity = larger;
    return copy;
}
