// SPDX-License-Identifier: MIT
#include "small_stack.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAINT = 0xb7, SANITIZED_FACTOR = 16 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

bool small_stack_is_measured(void)
{
#if defined(IS_SANITIZED) || !defined(__OPTIMIZE__)
    return false;
#else
    return true;
#endif
}

typedef struct job {
    small_stack_work *work;
    void *user;
    bool result;
} job;

static void *job_run(void *user)
{
    job *j = user;
    j->result = j->work(j->user);
    return NULL;
}

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    perror(what);
    abort();
}

static void run_at(job *j, unsigned char *stack, size_t size)
{
    pthread_attr_t attributes;
    pthread_t thread;
    must(pthread_attr_init(&attributes) == 0, "pthread_attr_init");
    must(pthread_attr_setstack(&attributes, stack, size) == 0, "pthread_attr_setstack");
    must(pthread_create(&thread, &attributes, job_run, j) == 0, "pthread_create");
    must(pthread_join(thread, NULL) == 0, "pthread_join");
    pthread_attr_destroy(&attributes);
}

// Return the number of bytes that a painted stack has used: from its end, where it begins, down to
// the last byte that was overwritten.
static size_t used_of(const unsigned char *stack, size_t size)
{
    size_t free_size = 0;
    while (free_size < size && stack[free_size] == PAINT)
        free_size++;
    return size - free_size;
}

static bool work_nothing(void *user)
{
    (void)user;
    return true;
}

static bool run_painted(small_stack_work *work, void *user, size_t size, size_t *used)
{
    size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *block =
        mmap(NULL, guard + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(block != MAP_FAILED, "mmap");
    must(mprotect(block, guard, PROT_NONE) == 0, "mprotect");
    memset(block + guard, PAINT, size);
    job j = {.work = work, .user = user};
    run_at(&j, block + guard, size);
    *used = small_stack_is_measured() ? used_of(block + guard, size) : 0;
    must(munmap(block, guard + size) == 0, "munmap");
    return j.result;
}

bool small_stack_run(small_stack_work *work, void *user, size_t size, size_t *used)
{
    if (!small_stack_is_measured())
        size *= SANITIZED_FACTOR;
    size_t nothing;
    run_painted(work_nothing, NULL, size, &nothing);
    bool result = run_painted(work, user, size, used);
    *used -= nothing < *used ? nothing : *used;
    return result;
}
