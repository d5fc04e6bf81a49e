// SPDX-License-Identifier: MIT
// Two hashes of a shape, for two questions: can agents of one shape go on in the other as they are,
// and would an edit from one to the other change nothing?
#ifndef IDENTITY_H
#define IDENTITY_H

#include "image.h"

/// A hash over what agents' state and its meaning depend on: the specification, the items, the
/// blackboard's keys, host names with their arguments, resources, persistents. It leaves out what
/// only people read: the names of documents and nodes, docs, messages and source positions.
uint64_t shape_identity(const gestalt_shape *shape);

/// A hash over all that matching looks at (match.h): what shape_identity covers, and the names of
/// nodes and the messages of `debug` nodes. Between two shapes that share it, an edit changes
/// nothing. `bare` leaves the names out: that is the hash of the same shape when it is stripped.
uint64_t shape_edit_identity(const gestalt_shape *shape, bool bare);

/// Tell whether a shape lacks the names of its nodes, which matching needs.
static inline bool shape_is_stripped(const gestalt_shape *shape)
{
    return !shape->names;
}

#endif
