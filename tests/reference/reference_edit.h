// SPDX-License-Identifier: MIT
// The rules of docs/editing.md in their simplest form: the agents of a reference continue in
// another document.
#ifndef REFERENCE_EDIT_H
#define REFERENCE_EDIT_H

#include "reference_tree.h"

typedef enum reference_fate {
    REFERENCE_KEPT,
    REFERENCE_CONVERTED,
    REFERENCE_NEW, // the value is that of its init
    REFERENCE_GONE
} reference_fate;

typedef struct reference_key_fate {
    const char *name;
    reference_fate fate;
} reference_key_fate;

#define REFERENCE_NO_NODE UINT32_MAX

/// The report of an edit. Its lists belong to the new reference.
typedef struct reference_report {
    const uint32_t *nodes; // by old id: the new id, or REFERENCE_NO_NODE
    const bool *may_stay;  // by old id: the node can stay live
    const bool *same;      // by old id: the matching new node is equal in its whole subtree
    uint32_t node_count;
    /// The keys of the new document, then the keys that are gone. A key that can't be converted is
    /// listed twice, as new and as gone.
    const reference_key_fate *keys;
    uint32_t key_count;
    uint64_t agents;
    uint64_t kept, dropped;     // live nodes that have no live node below them
    uint64_t cancels, requests; // calls of actions with the phase cancel, and cancel requests
} reference_report;

/// Names that have changed. An old name is compared as if it were the new one.
typedef struct reference_renames {
    const reference_rename *list;
    uint32_t count;
} reference_renames;

/// Cancel everything that the edit drops, and return a reference that continues in the coming tick
/// with the new document. The new reference then owns `r`. Events and requests of the edit come
/// first in the coming tick; until that tick, reference_requests returns the requests of the edit
/// alone. If an agent was cancelled since the last tick, its requests are delivered by the edit if
/// their nodes have no new id, and otherwise by the coming tick.
reference *reference_edit(reference *r, const char *text, size_t size,
                          const reference_settings *settings, reference_renames renames,
                          reference_report *report);

/// Only match nodes and keys; the report has no counts. `renames` and `report` are as above. The
/// contents of the report live as long as `to`.
void reference_compare(reference *from, reference *to, reference_renames renames,
                       reference_report *report);

#endif
