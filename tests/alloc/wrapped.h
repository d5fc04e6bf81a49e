// SPDX-License-Identifier: MIT
// The allocator of the C library, as wrapped by the linker (--wrap). Each test defines the
// `__wrap_` functions.
#ifndef WRAPPED_H
#define WRAPPED_H

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_calloc(size_t count, size_t size);
void __real_free(void *block);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *block);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);

#endif
