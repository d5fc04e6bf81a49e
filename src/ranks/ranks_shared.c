// SPDX-License-Identifier: MIT
// Shared keys, which all ranks hold, and bytes of rank 0.
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/snapshot.h>
#include <limits.h>
#include <string.h>

// ---- shared keys

static void value_argument(preparation *p, const gestalt_value *value)
{
    PREPARE_ARGUMENT(p, value->type);
    switch (value->type) {
    case GESTALT_BOOL: PREPARE_ARGUMENT(p, value->boolean); break;
    case GESTALT_INT:
    case GESTALT_TEXT: PREPARE_ARGUMENT(p, value->integer); break;
    case GESTALT_FLOAT: PREPARE_ARGUMENT(p, value->number); break;
    case GESTALT_VEC2: prepare_argument(p, value->vector, 2 * sizeof(float)); break;
    case GESTALT_VEC3: prepare_argument(p, value->vector, 3 * sizeof(float)); break;
    }
}

void prepare_key(preparation *p, uint32_t group, const char *name)
{
    const char *function = job_call_name(p->call);
    if (p->result == GESTALT_OK &&
        (misuse_if_beyond(group, p->ranks->group_count, function, "group", &p->error) ||
         misuse_if_null(!name, function, "name", &p->error)))
        p->result = GESTALT_MISUSE;
    PREPARE_ARGUMENT(p, group);
    if (name)
        prepare_argument(p, name, strlen(name));
}

gestalt_result gestalt_ranks_write_shared(gestalt_ranks *r, uint32_t group, const char *name,
                                          gestalt_value value, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_value before;
    preparation p = prepare_change(r, CALL_write_shared);
    prepare_key(&p, group, name);
    value_argument(&p, &value);
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_read_shared(r->own, group, name, &before, &p.error);
    bool was_read = p.result == GESTALT_OK;
    if (was_read)
        p.result = gestalt_population_write_shared(r->own, group, name, value, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        ranks_wake(r);
    else if (was_read)
        gestalt_population_write_shared(r->own, group, name, before, NULL);
    return result;
}

// The elements of a shared list before the call, to undo it.
typedef struct old_list {
    gestalt_value *elements;
    size_t count, size; // number of elements; size of the memory
} old_list;

static gestalt_result old_list_read(const gestalt_ranks *r, uint32_t group, const char *name,
                                    old_list *old, gestalt_error *error)
{
    gestalt_key key;
    size_t capacity = gestalt_population_key(r->own, group, name, &key) ? key.capacity : 0;
    old->size = (capacity + 1) * sizeof *old->elements;
    old->elements = memory_new(&r->allocator, old->size);
    return old->elements ? gestalt_population_read_shared_list(r->own, group, name, old->elements,
                                                               capacity, &old->count, error)
                         : error_no_memory(error);
}

// Write a list on this rank. Returns whether it has to be undone if another rank fails.
static bool list_prepare(preparation *p, uint32_t group, const char *name,
                         const gestalt_value *elements, size_t count, old_list *old)
{
    const gestalt_ranks *r = p->ranks;
    prepare_key(p, group, name);
    PREPARE_ARGUMENT(p, count);
    if (p->result == GESTALT_OK && count > 0 &&
        misuse_if_null(!elements, job_call_name(p->call), "elements", &p->error))
        p->result = GESTALT_MISUSE;
    for (size_t i = 0; elements && i < count; i++)
        value_argument(p, &elements[i]);
    if (p->result == GESTALT_OK)
        p->result = old_list_read(r, group, name, old, &p->error);
    if (p->result != GESTALT_OK)
        return false;
    p->result =
        gestalt_population_write_shared_list(r->own, group, name, elements, count, &p->error);
    return p->result == GESTALT_OK;
}

gestalt_result gestalt_ranks_write_shared_list(gestalt_ranks *r, uint32_t group, const char *name,
                                               const gestalt_value *elements, size_t count,
                                               gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_write_shared_list);
    old_list old = {0};
    bool was_written = list_prepare(&p, group, name, elements, count, &old);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        ranks_wake(r);
    else if (was_written)
        gestalt_population_write_shared_list(r->own, group, name, old.elements, old.count, NULL);
    memory_release(&r->allocator, old.elements, old.size);
    return result;
}

// ---- bytes

gestalt_result gestalt_ranks_broadcast(gestalt_ranks *r, void *bytes, size_t size,
                                       gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_call(r, CALL_broadcast);
    PREPARE_ARGUMENT(&p, size);
    if (size > 0 && MISUSE_NULL(bytes, "bytes", &p.error))
        p.result = GESTALT_MISUSE;
    gestalt_result result = prepare_agree(&p, error);
    for (size_t at = 0, part; result == GESTALT_OK && at < size; at += part) {
        part = size - at < INT_MAX ? size - at : INT_MAX;
        MPI_Bcast((unsigned char *)bytes + at, (int)part, MPI_BYTE, 0, r->job.communicator);
    }
    return result;
}

// Rank 0 alone has the bytes, because it writes the head of snapshots.
gestalt_result gestalt_ranks_attach(gestalt_ranks *r, const void *bytes, size_t size,
                                    gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    bool is_first = r->job.rank == 0;
    preparation p = prepare_call(r, CALL_attach), attached = p;
    if (is_first && size > 0 && MISUSE_NULL(bytes, "bytes", &p.error))
        p.result = GESTALT_MISUSE;
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    if (is_first)
        attached.result = gestalt_population_attach(r->own, bytes, size, &attached.error);
    result = prepare_agree(&attached, error);
    if (result == GESTALT_OK && !is_first)
        gestalt_population_attach(r->own, NULL, 0, NULL);
    return result;
}
