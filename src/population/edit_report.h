// SPDX-License-Identifier: MIT
// Edit reports while they are built. A report owns an arena, which contains copies of all names.
#ifndef EDIT_REPORT_H
#define EDIT_REPORT_H

#include "arena.h"
#include "match.h"
#include "match_keys.h"

#include <gestalt/edit.h>

struct gestalt_edit_report {
    arena memory;
    gestalt_allocator allocator; // allocator of this struct
    gestalt_edit_node *nodes;
    uint32_t *old_of; // by new node: the old node
    gestalt_edit_key *keys;
    uint32_t old_count, new_count, key_count;
    gestalt_edit_counts counts;
    gestalt_request *requests;
    uint64_t request_count;
    shape_match match; // in the arena as well; used by the edit
    key_match kept;
};

/// Return whether the old name exists in the old shape and the new name in the new shape, as a key,
/// a persistent status or a node.
bool edit_rename_fits(const gestalt_rename *rename, const gestalt_shape *old_shape,
                      const gestalt_shape *new_shape);

/// Compare two shapes. The caller must destroy the report.
gestalt_result edit_report_make(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                                const gestalt_rename *renames, uint32_t rename_count,
                                const gestalt_allocator *allocator, gestalt_edit_report **report,
                                gestalt_error *error);

#endif
