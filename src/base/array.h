// SPDX-License-Identifier: MIT
// Arrays that grow. An array is a pointer and the number of elements that there is room for, both
// in the owner's hands; as many as are used, its owner counts.
#ifndef ARRAY_H
#define ARRAY_H

#include "memory.h"

/// Make room for `needed` elements in all, at least doubling it. `room` is a size_t. False: there
/// is no memory, and the array is as it was.
///     if (!ARRAY_RESERVE(allocator, list, room, count + 1))
///         return false;
///     list[count++] = element;
#define ARRAY_RESERVE(allocator, array, room, needed)                                              \
    ((needed) <= (room) || array_grow((allocator), &(array), &(room), (needed), sizeof *(array)))

/// `array` may be NULL, with room for nothing.
#define ARRAY_RELEASE(allocator, array, room)                                                      \
    memory_release((allocator), (array), (room) * sizeof *(array))

/// Make room where ARRAY_RESERVE finds too little. `array` is the address of the pointer, of
/// whatever type that is.
bool array_grow(const gestalt_allocator *allocator, void *array, size_t *room, uint64_t needed,
                size_t element_size);

#endif
