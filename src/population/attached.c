// SPDX-License-Identifier: MIT
// Bytes that the host attaches to the population for its snapshots.
#include "attached.h"
#include "array.h"
#include "error.h"
#include "memory.h"
#include "population_state.h"

#include <gestalt/snapshot.h>
#include <string.h>

bool attached_add(gestalt_population *p, const void *bytes, size_t size)
{
    attached_bytes *a = &p->state.attached;
    if (size == 0)
        return true;
    if (size > SIZE_MAX / 2 - a->size ||
        !ARRAY_RESERVE(&p->memory.counting, a->bytes, a->capacity, a->size + size))
        return false;
    memcpy(a->bytes + a->size, bytes, size);
    a->size += size;
    return true;
}

void attached_release(gestalt_population *p)
{
    memory_release(&p->memory.counting, p->state.attached.bytes, p->state.attached.capacity);
    p->state.attached = (attached_bytes){0};
}

gestalt_result gestalt_population_attach(gestalt_population *p, const void *bytes, size_t size,
                                         gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, error) ||
        (size > 0 && MISUSE_NULL(bytes, "bytes", error)))
        return GESTALT_MISUSE;
    attached_bytes before = p->state.attached;
    p->state.attached = (attached_bytes){0};
    if (!attached_add(p, bytes, size)) {
        p->state.attached = before;
        return error_no_memory(error);
    }
    memory_release(&p->memory.counting, before.bytes, before.capacity);
    return GESTALT_OK;
}

const void *gestalt_population_attached(const gestalt_population *p, size_t *size)
{
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(size, "size", NULL))
        return NULL;
    *size = p->state.attached.size;
    return p->state.attached.size ? p->state.attached.bytes : NULL;
}

void gestalt_population_check_attached(gestalt_population *p, gestalt_attached_check *check,
                                       void *user)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, NULL))
        return;
    p->checking.run = check;
    p->checking.user = user;
}
