// SPDX-License-Identifier: MIT
#include "old_shapes.h"

#include "identity.h"
#include "population_checks.h"

#include <string.h>

bool load_options_are_wrong(const char *function, const gestalt_load_options *options,
                            gestalt_error *error)
{
    if (!options)
        return false;
    if (misuse_if_null(options->old_shape_count > 0 && !options->old_shapes, function,
                       "options->old_shapes", error) ||
        misuse_if_null(options->rename_count > 0 && !options->renames, function, "options->renames",
                       error))
        return true;
    for (uint32_t i = 0; i < options->old_shape_count; i++)
        if (misuse_if_null(!options->old_shapes[i].shape, function, "options->old_shapes[].shape",
                           error))
            return true;
    return false;
}

// The old shapes in which agents could continue unchanged: they differ from the group's shape only
// in names and messages.
typedef struct old_search {
    const gestalt_group *found; // first shape that the agents may have been saved under
    bool is_ambiguous;          // another shape is possible as well
    bool has_stripped;          // one of the shapes has no names
    bool has_renamed;           // one of the shapes has other names
} old_search;

static bool is_saved_under(const saved_shape *saved, const gestalt_shape *shape)
{
    return !saved->has_edit_identity || shape_edit_identity(shape, false) == saved->edit_identity ||
           shape_edit_identity(shape, true) == saved->edit_identity;
}

static old_search search_old_shapes(const saved_shape *saved, const gestalt_load_options *options)
{
    old_search s = {0};
    for (uint32_t i = 0; options && i < options->old_shape_count; i++) {
        const gestalt_group *old = &options->old_shapes[i];
        if (shape_identity(old->shape) != saved->identity)
            continue;
        if (shape_is_stripped(old->shape))
            s.has_stripped = true;
        else if (!is_saved_under(saved, old->shape))
            s.has_renamed = true;
        else if (!s.found)
            s.found = old;
        else
            s.is_ambiguous |= shape_edit_identity(old->shape, false) !=
                              shape_edit_identity(s.found->shape, false);
    }
    return s;
}

gestalt_result old_shapes_find(const saved_shape *saved, const group *own,
                               const gestalt_load_options *options, const gestalt_group **old,
                               const char **why)
{
    bool fits = saved->identity == own->identity;
    *old = NULL;
    *why = NULL;
    if (fits && saved->has_edit_identity && saved->edit_identity == own->edit_identity)
        return GESTALT_OK;
    old_search s = search_old_shapes(saved, options);
    if (s.is_ambiguous) {
        *why = "several of the old shapes differ only in the names of nodes, and it does not "
               "record which of them it was saved with: give only that one";
        return GESTALT_BAD_ARGUMENT;
    }
    if (s.found) {
        bool is_own = fits && shape_edit_identity(s.found->shape, false) == own->edit_identity;
        *old = is_own ? NULL : s.found;
        return GESTALT_OK;
    }
    if (s.has_stripped) {
        *why = "its old shape is stripped: an edit needs the names of nodes; give the shape "
               "compiled without `--strip`";
        return GESTALT_BAD_ARGUMENT;
    }
    if (s.has_renamed) {
        *why = "it was saved with a shape whose names of nodes or `debug` messages differ from the "
               "given old shape: give the shape it was saved with";
        return GESTALT_BAD_ARGUMENT;
    }
    return fits ? GESTALT_OK : GESTALT_BAD_FILE;
}
