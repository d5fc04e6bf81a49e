// SPDX-License-Identifier: MIT
// The edit of a group: another shape for its agents.
#include "edit_report.h"
#include "error.h"
#include "identity.h"
#include "population_state.h"

uint64_t gestalt_shape_hash(const gestalt_shape *shape)
{
    return shape_identity(shape);
}

// All but dry runs is still to come.
static gestalt_result edit_unfinished(gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "this library can't edit yet");
}

gestalt_result gestalt_population_edit(gestalt_population *p, const gestalt_edit *edit,
                                       gestalt_edit_report **report, gestalt_error *error)
{
    (void)p, (void)edit, (void)report;
    return edit_unfinished(error);
}

gestalt_result gestalt_population_load_with(gestalt_population *p, const char *path,
                                            const gestalt_load_options *options,
                                            gestalt_error *error)
{
    (void)p, (void)path, (void)options;
    return edit_unfinished(error);
}

gestalt_result gestalt_population_load_memory_with(gestalt_population *p, const void *bytes,
                                                   size_t size, const gestalt_load_options *options,
                                                   gestalt_error *error)
{
    (void)p, (void)bytes, (void)size, (void)options;
    return edit_unfinished(error);
}

gestalt_result gestalt_population_insert_with(gestalt_population *p, uint32_t number,
                                              const void *bytes, size_t size,
                                              const gestalt_load_options *options, uint64_t *agent,
                                              gestalt_error *error)
{
    (void)p, (void)number, (void)bytes, (void)size, (void)options, (void)agent;
    return edit_unfinished(error);
}
