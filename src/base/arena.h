// SPDX-License-Identifier: MIT
// An arena: memory that is freed all at once, for work that succeeds as a whole or leaves nothing.
//
// When memory runs out, the arena jumps to `escape`, which its owner has set, so code that
// allocates from an arena has no error paths of its own. Such code must hand over anything else
// that it opens (files, other memory) to the owner before it allocates.
#ifndef ARENA_H
#define ARENA_H

#include <gestalt/base.h>
#include <setjmp.h>
#include <string.h>

typedef struct arena_block arena_block;

typedef struct arena {
    gestalt_allocator allocator;
    arena_block *blocks; // newest first
    size_t used;         // bytes used in the newest block
    size_t size;         // bytes in all blocks
    jmp_buf escape;
} arena;

/// The caller must follow with: if (setjmp(a->escape)) { arena_destroy(a); return
/// GESTALT_NO_MEMORY; }
void arena_start(arena *a, gestalt_allocator allocator);
void arena_destroy(arena *a);

/// Free everything in the arena, but keep the newest block for reuse.
void arena_reset(arena *a);

/// Return how much memory the arena holds, in bytes.
size_t arena_size(const arena *a);

/// Allocate zeroed memory, aligned for any type. Never returns NULL.
void *arena_allocate(arena *a, size_t size);

/// Copy `size` bytes and append a zero.
char *arena_copy_text(arena *a, const char *text, size_t size);

/// Format like printf into the arena.
char *arena_print(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(a, type)          ((type *)arena_allocate((a), sizeof(type)))
#define ARENA_ARRAY(a, type, count) ((type *)arena_allocate((a), sizeof(type) * (size_t)(count)))

/// Append one element to an array in the arena, growing the array if needed:
///     *ARENA_PUSH(a, list, list_count, list_capacity) = element;
#define ARENA_PUSH(a, array, count, capacity)                                                      \
    ((count) < (capacity) ? &(array)[(count)++]                                                    \
                          : ((array) = arena_grow((a), (array), &(capacity), sizeof *(array)),     \
                             &(array)[(count)++]))

void *arena_grow(arena *a, void *array, uint32_t *capacity, size_t element_size);

#endif
