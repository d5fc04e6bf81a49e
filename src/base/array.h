// SPDX-License-Identifier: MIT
// Growing arrays. The owner holds the pointer, the capacity (`room`) and the number of elements
// used.
#ifndef ARRAY_H
#define ARRAY_H

#include "memory.h"

/// Ensure capacity for `needed` elements, at least doubling it when it grows. `room` is a size_t.
/// Returns false, with the array unchanged, when memory runs out.
///     if (!ARRAY_RESERVE(allocator, list, room, count + 1))
///         return false;
///     list[count++] = element;
#define ARRAY_RESERVE(allocator, array, room, needed)                                              \
    ((needed) <= (room) || array_grow((allocator), &(array), &(room), (needed), sizeof *(array)))

/// Free an array. `array` may be NULL if `room` is 0.
#define ARRAY_RELEASE(allocator, array, room)                                                      \
    memory_release((allocator), (array), (room) * sizeof *(array))

/// Grow the array when ARRAY_RESERVE finds too little room. `array` is the address of the caller's
/// pointer, whatever its type.
bool array_grow(const gestalt_allocator *allocator, void *array, size_t *room, uint64_t needed,
                size_t element_size);

#endif
