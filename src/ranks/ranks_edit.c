// SPDX-License-Identifier: MIT
// Edits: each rank begins the edit of its agents; if all have begun, all commit.
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/edit.h>
#include <string.h>

static void edit_arguments(preparation *p, const gestalt_edit *edit)
{
    size_t size = 0;
    const void *image = edit->shape ? gestalt_shape_image(edit->shape, &size) : NULL;
    PREPARE_ARGUMENT(p, edit->group);
    PREPARE_ARGUMENT(p, edit->dry_run);
    PREPARE_ARGUMENT(p, edit->rename_count);
    prepare_argument(p, image ? image : "", size);
    for (uint32_t i = 0; edit->renames && i < edit->rename_count; i++) {
        const char *names[] = {edit->renames[i].old_name, edit->renames[i].new_name};
        for (int k = 0; k < 2; k++)
            if (names[k])
                prepare_argument(p, names[k], strlen(names[k]) + 1);
    }
}

// Add the counts of all ranks.
static void add_counts(const job *j, gestalt_edit_counts *counts)
{
    uint64_t all[] = {counts->agents, counts->kept, counts->dropped, counts->cancels,
                      counts->requests};
    MPI_Allreduce(MPI_IN_PLACE, all, 5, MPI_UINT64_T, MPI_SUM, j->communicator);
    *counts = (gestalt_edit_counts){all[0], all[1], all[2], all[3], all[4]};
}

gestalt_result gestalt_ranks_edit(gestalt_ranks *r, const gestalt_edit *edit,
                                  gestalt_edit_counts *counts, gestalt_edit_report **report,
                                  gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_editing *editing = NULL;
    gestalt_edit_report *own = NULL;
    preparation p = prepare_change(r, CALL_edit);
    if (p.result == GESTALT_OK && MISUSE_NULL(edit, "edit", &p.error))
        p.result = GESTALT_MISUSE;
    if (edit)
        edit_arguments(&p, edit);
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_edit_begin(r->own, edit, &editing, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK) {
        if (editing)
            gestalt_population_edit_abandon(editing);
        return result;
    }
    gestalt_population_edit_commit(editing, &own);
    gestalt_edit_counts all = gestalt_edit_report_counts(own);
    add_counts(&r->job, &all);
    if (counts)
        *counts = all;
    if (report)
        *report = own;
    else
        gestalt_edit_report_destroy(own);
    ranks_wake(r);
    return GESTALT_OK;
}
