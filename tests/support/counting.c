// SPDX-License-Identifier: MIT
#include "counting.h"

#include "amount.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool holds, const char *name, size_t call, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: allocation %zu: %s\n", name, call, what);
    abort();
}

// Header before each block, used to detect a wrong `old_size`.
typedef union block_head {
    size_t size;
    max_align_t align;
} block_head;

// Overwrite the block, so that a read after the free is noticed.
static void head_free(block_head *head)
{
    volatile unsigned char *byte = (unsigned char *)head;
    for (size_t i = head ? sizeof *head + head->size : 0; i > 0; i--)
        *byte++ = 0x5a;
    free(head);
}

static void *count_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    counting *c = user;
    block_head *head = block ? (block_head *)block - 1 : NULL;
    must(old_size == (head ? head->size : 0), "a block", c->calls, "has another size");
    if (new_size > 0) {
        c->calls++;
        if (c->calls == c->fail_at || (c->has_failed && c->stays_empty)) {
            c->has_failed = true;
            c->must_show = c->must_show || new_size > old_size;
            return NULL;
        }
    }
    c->live_bytes += new_size - old_size;
    c->live_blocks += (size_t)(new_size > 0) - (size_t)(block != NULL);
    if (new_size == 0) {
        head_free(head);
        return NULL;
    }
    // Always move the block, so that a use of the old address is noticed.
    block_head *moved = malloc(sizeof *moved + new_size);
    must(moved, "malloc", c->calls, "no memory");
    moved->size = new_size;
    memset(moved + 1, 0xa5, new_size);
    if (head)
        memcpy(moved + 1, head + 1, old_size < new_size ? old_size : new_size);
    head_free(head);
    return moved + 1;
}

gestalt_allocator counting_allocator(counting *c)
{
    return (gestalt_allocator){.resize = count_resize, .user = c};
}

// Return true if no allocation failed because there were fewer than `at`.
static bool fail_one(counting_trial *trial, void *user, const char *name, counting *c,
                     gestalt_result expected)
{
    size_t bytes = c->live_bytes, blocks = c->live_blocks, at = c->fail_at;
    c->calls = 0;
    c->has_failed = c->must_show = false;
    gestalt_result result = trial(user, c);
    must(result == expected || (result == GESTALT_NO_MEMORY && c->has_failed), name, at,
         gestalt_result_text(result));
    must(result != expected || !c->must_show || expected == GESTALT_NO_MEMORY, name, at,
         "nobody noticed that it failed");
    must(c->live_bytes == bytes && c->live_blocks == blocks, name, at, "memory leaks");
    return !c->has_failed;
}

void counting_fail_each(counting_trial *trial, void *user, const char *name, counting *c,
                        gestalt_result expected)
{
    for (int stays_empty = 0; stays_empty <= 1; stays_empty++) {
        c->stays_empty = stays_empty;
        c->fail_at = 1;
        while (!fail_one(trial, user, name, c, expected))
            c->fail_at += amount_step(c->fail_at);
        c->fail_at = 0;
    }
}
