// SPDX-License-Identifier: MIT
// Bytes that the host attaches to the population for its snapshots.
#include "attached.h"
#include "array.h"
#include "error.h"
#include "memory.h"
#include "population_state.h"

#include <gestalt/snapshot.h>
#include <string.h>

enum { KEPT_SIZE_MOST = 65536 };

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

gestalt_result gestalt_population_keep_values(gestalt_population *p,
                                              const gestalt_kept_values *kept, gestalt_error *error)
{
    static const gestalt_kept_values none;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) ||
        (kept &&
         (MISUSE_NULL(kept->take, "kept->take", error) ||
          MISUSE_NULL(kept->put, "kept->put", error) ||
          (kept->size - 1 >= KEPT_SIZE_MOST &&
           MISUSE(error, "`kept->size` is %zu, but must be 1 to %d", kept->size, KEPT_SIZE_MOST)))))
        return GESTALT_MISUSE;
    p->hosted.kept = kept ? *kept : none;
    return GESTALT_OK;
}

void gestalt_population_check_attached(gestalt_population *p, gestalt_attached_check *check,
                                       void *user)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, NULL))
        return;
    p->hosted.check = check;
    p->hosted.user = user;
}
