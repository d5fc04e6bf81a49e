// SPDX-License-Identifier: MIT
#include "outcome.h"
#include "misuse.h"

#include <stdio.h>
#include <string.h>

static outcome_row *next_row(outcome *out, const char *prefix, const char *name)
{
    if (out->count == GESTALT_OUTCOME_ROWS)
        return NULL;
    outcome_row *row = &out->rows[out->count++];
    *row = (outcome_row){0};
    snprintf(row->name, sizeof row->name, "%s%s%s", prefix ? prefix : "", prefix ? "_" : "", name);
    return row;
}

void gestalt_outcome_count(outcome *out, const char *prefix, const char *name, uint64_t count)
{
    if (MISUSE_NULL(out, "outcome", NULL) || MISUSE_NULL(name, "name", NULL))
        return;
    outcome_row *row = next_row(out, prefix, name);
    if (row) {
        row->is_count = true;
        row->count = count;
    }
}

void gestalt_outcome_number(outcome *out, const char *prefix, const char *name, double number)
{
    if (MISUSE_NULL(out, "outcome", NULL) || MISUSE_NULL(name, "name", NULL))
        return;
    outcome_row *row = next_row(out, prefix, name);
    if (row)
        row->number = number;
}

void gestalt_outcome_of_moment(outcome *out)
{
    if (!MISUSE_NULL(out, "outcome", NULL) && out->count > 0)
        out->rows[out->count - 1].is_of_moment = true;
}

const outcome_row *gestalt_outcome_find(const outcome *out, const char *name)
{
    if (MISUSE_NULL(out, "outcome", NULL) || MISUSE_NULL(name, "name", NULL))
        return NULL;
    for (uint32_t i = 0; i < out->count; i++)
        if (strcmp(out->rows[i].name, name) == 0)
            return &out->rows[i];
    return NULL;
}
