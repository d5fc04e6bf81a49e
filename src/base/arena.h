// SPDX-License-Identifier: MIT
// Memory that is released all at once, for work that either succeeds as a whole or leaves nothing.
//
// An arena has one answer to a lack of memory: it jumps to `escape`, which its owner has set. So
// code that allocates from it has no error paths of its own. Other things that it opens (files,
// other memory) must be in the owner's hands before it allocates.
#ifndef ARENA_H
#define ARENA_H

#include <gestalt/base.h>
#include <setjmp.h>
#include <string.h>

typedef struct arena_block arena_block;

typedef struct arena {
    gestalt_allocator allocator;
    arena_block *blocks; // newest first
    size_t used;         // bytes of the newest block
    jmp_buf escape;
} arena;

/// The caller must follow with: if (setjmp(a->escape)) { arena_destroy(a); return
/// GESTALT_NO_MEMORY; }
void arena_start(arena *a, gestalt_allocator allocator);
void arena_destroy(arena *a);

/// Forgets all that it holds, and keeps its newest block for what comes.
void arena_reset(arena *a);

/// Zeroed memory, aligned for any type. Never NULL.
void *arena_allocate(arena *a, size_t size);

/// A copy of `count` bytes with a zero behind it.
char *arena_copy_text(arena *a, const char *text, size_t size);

/// printf into the arena.
char *arena_print(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(a, type)          ((type *)arena_allocate((a), sizeof(type)))
#define ARENA_ARRAY(a, type, count) ((type *)arena_allocate((a), sizeof(type) * (size_t)(count)))

/// Makes room for one more element at the end of an array that the arena holds, and counts it:
///     *ARENA_PUSH(a, list, list_count, list_capacity) = element;
#define ARENA_PUSH(a, array, count, capacity)                                                      \
    ((count) < (capacity) ? &(array)[(count)++]                                                    \
                          : ((array) = arena_grow((a), (array), &(capacity), sizeof *(array)),     \
                             &(array)[(count)++]))

void *arena_grow(arena *a, void *array, uint32_t *capacity, size_t element_size);

#endif
