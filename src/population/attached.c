// SPDX-License-Identifier: MIT
// Bytes of the host's own that go with the population into its snapshots.
#include "error.h"
#include "memory.h"
#include "population_state.h"

#include <gestalt/snapshot.h>
#include <string.h>

bool attached_add(gestalt_population *p, const void *bytes, size_t size)
{
    attached_bytes *a = &p->attached;
    if (size == 0)
        return true;
    if (size > SIZE_MAX / 2 - a->size)
        return false;
    if (size > a->capacity - a->size) {
        size_t capacity = a->capacity * 2 > a->size + size ? a->capacity * 2 : a->size + size;
        unsigned char *larger = memory_resize(&p->allocator, a->bytes, a->capacity, capacity);
        if (!larger)
            return false;
        a->bytes = larger;
        a->capacity = capacity;
    }
    memcpy(a->bytes + a->size, bytes, size);
    a->size += size;
    return true;
}

void attached_release(gestalt_population *p)
{
    memory_release(&p->allocator, p->attached.bytes, p->attached.capacity);
    p->attached = (attached_bytes){0};
}

gestalt_result gestalt_population_attach(gestalt_population *p, const void *bytes, size_t size,
                                         gestalt_error *error)
{
    attached_bytes before = p->attached;
    p->attached = (attached_bytes){0};
    if (!attached_add(p, bytes, size)) {
        p->attached = before;
        return error_no_memory(error);
    }
    memory_release(&p->allocator, before.bytes, before.capacity);
    return GESTALT_OK;
}

const void *gestalt_population_attached(const gestalt_population *p, size_t *size)
{
    *size = p->attached.size;
    return p->attached.size ? p->attached.bytes : NULL;
}

void gestalt_population_check_attached(gestalt_population *p, gestalt_attached_check *check,
                                       void *user)
{
    p->check = check;
    p->check_user = user;
}
