// SPDX-License-Identifier: MIT
// Reports of edits, while they are made. A report is an arena: it keeps copies of all names.
#ifndef EDIT_REPORT_H
#define EDIT_REPORT_H

#include "arena.h"
#include "match.h"
#include "match_keys.h"

#include <gestalt/edit.h>

struct gestalt_edit_report {
    arena memory;
    gestalt_allocator allocator; // of this struct
    gestalt_edit_node *nodes;
    uint32_t *old_of; // by new node
    gestalt_edit_key *keys;
    uint32_t old_count, new_count, key_count;
    gestalt_edit_counts counts;
    gestalt_request *requests;
    uint64_t request_count;
    shape_match match; // of the arena as well, for the edit
    key_match kept;
};

/// Tells whether a rename names something in both shapes: a key, a persistent status or a node.
bool edit_rename_fits(const gestalt_rename *rename, const gestalt_shape *old_shape,
                      const gestalt_shape *new_shape);

/// Compares two shapes. The result is to be destroyed.
gestalt_result edit_report_make(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                                const gestalt_rename *renames, uint32_t rename_count,
                                const gestalt_allocator *allocator, gestalt_edit_report **report,
                                gestalt_error *error);

#endif
