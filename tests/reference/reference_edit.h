// SPDX-License-Identifier: MIT
// The page on editing (edit.md of the contract) as plain code: agents go on in another document.
// Sections that comments name are those of that page.
#ifndef REFERENCE_EDIT_H
#define REFERENCE_EDIT_H

#include "reference_tree.h"

typedef enum reference_fate {
    REFERENCE_KEPT,
    REFERENCE_CONVERTED,
    REFERENCE_NEW, // its init is evaluated
    REFERENCE_GONE
} reference_fate;

typedef struct reference_key_fate {
    const char *name;
    reference_fate fate;
} reference_key_fate;

#define REFERENCE_NO_NODE UINT32_MAX

/// Section 4. The lists belong to the reference that goes on.
typedef struct reference_report {
    const uint32_t *nodes; // by old id: the new one, or REFERENCE_NO_NODE
    const bool *may_stay;  // by old id
    const bool *same;      // by old id: it matches a node that is equal all the way down
    uint32_t node_count;
    /// Those of the new document, then those that are gone. A key without a conversion is new, and
    /// gone as well.
    const reference_key_fate *keys;
    uint32_t key_count;
    uint64_t agents;
    uint64_t kept, dropped;     // live nodes with none that is live below
    uint64_t cancels, requests; // calls of actions, and cancel requests
} reference_report;

/// Things that had the old names are compared as if they had the new ones.
typedef struct reference_renames {
    const reference_rename *list;
    uint32_t count;
} reference_renames;

/// Ends what the edit drops, and returns the reference that goes on, in the coming tick, with the
/// new document. `r` belongs to it from now on. Events and requests of the edit are the first ones
/// of the coming tick, but reference_requests tells only of the edit until then. Requests of agents
/// that were cancelled since the last tick are among them where their nodes have no new id; the
/// others are left to the coming tick.
reference *reference_edit(reference *r, const char *text, size_t size,
                          const reference_settings *settings, reference_renames renames,
                          reference_report *report);

/// Matches nodes and keys alone: the report has no counts. `renames` and `report` as above; what
/// the report has lives as long as `to`.
void reference_compare(reference *from, reference *to, reference_renames renames,
                       reference_report *report);

#endif
