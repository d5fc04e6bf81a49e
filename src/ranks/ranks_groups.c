// SPDX-License-Identifier: MIT
// Adding groups to a running job, and removing empty ones.
#include "misuse.h"
#include "ranks_state.h"

gestalt_result gestalt_ranks_add_group(gestalt_ranks *r, const gestalt_group *group,
                                       uint32_t *number, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    size_t size = 0;
    preparation p = prepare_change(r, CALL_add_group);
    if (p.result == GESTALT_OK && (MISUSE_NULL(group, "group", &p.error) ||
                                   MISUSE_NULL(group->shape, "group->shape", &p.error)))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK) {
        const void *image = gestalt_shape_image(group->shape, &size);
        prepare_argument(&p, image, size);
        p.result = gestalt_population_add_group(r->own, group, NULL, &p.error);
    }
    bool was_added = p.result == GESTALT_OK;
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK) {
        if (number)
            *number = r->group_count;
        r->group_count++;
    } else if (was_added) {
        gestalt_population_remove_group(r->own, r->group_count, NULL);
    }
    return result;
}

gestalt_result gestalt_ranks_remove_group(gestalt_ranks *r, uint32_t group, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_remove_group);
    PREPARE_ARGUMENT(&p, group);
    if (p.result == GESTALT_OK && MISUSE_BEYOND(group, r->group_count, "group", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_check_removal(r->own, group, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_population_remove_group(r->own, group, NULL);
    r->group_count--;
    return GESTALT_OK;
}
